"""Adjoints by a theorem on the result of an iteration or factorisation, without its rounds."""
import numpy as np


def lu_logdet_by_theorem(A):
    return np.linalg.inv(A).T


def backward_euler_by_theorem(y, A, k, dt, steps):
    y_saved = []
    for _ in range(steps):
        old = y
        change = 1.0
        while change > 1e-10:
            residual = y - old - dt * (A @ y - k * y ** 3)
            J = np.eye(len(y)) - dt * (A - np.diag(3 * k * y ** 2))
            delta = np.linalg.solve(J, residual)
            y = y - delta
            change = np.max(np.abs(delta))
        y_saved.append(y)

    y_bar = 2 * y
    A_bar = np.zeros_like(A)
    k_bar = 0.0
    for y in reversed(y_saved):
        J = np.eye(len(y)) - dt * (A - np.diag(3 * k * y ** 2))
        y_bar = np.linalg.solve(J.T, y_bar)
        A_bar += dt * np.outer(y_bar, y)
        k_bar -= dt * (y_bar @ y ** 3)
    return y_bar, A_bar, k_bar


def conjugate_gradients_by_theorem(X, y, ridge):
    A = X.T @ X + ridge * np.eye(X.shape[1])
    w = np.linalg.solve(A, X.T @ y)
    r_bar = np.linalg.solve(A, 2 * w)
    return np.outer(y - X @ w, r_bar) - np.outer(X @ r_bar, w), X @ r_bar, -r_bar @ w


def ising_by_theorem(J, h, beta):
    m = np.tanh(beta * h)
    change = 1.0
    while change > 1e-10:
        new = np.tanh(beta * (J @ m + h))
        change = np.max(np.abs(new - m))
        m = new

    m_bar = -0.5 * (J + J.T) @ m - h
    slope = 1 - m ** 2
    t_bar = slope * np.linalg.solve(np.eye(len(m)) - beta * J.T * slope, m_bar)
    return beta * np.outer(t_bar, m) - 0.5 * np.outer(m, m), beta * t_bar - m, t_bar @ (J @ m + h)


def pagerank_by_theorem(A, damping, prior):
    total = np.sum(A, axis=0)
    P = A / total
    x = np.linalg.solve(np.eye(len(A)) - damping * P, (1 - damping) * prior)
    x_bar = np.linalg.solve(np.eye(len(A)) - damping * P.T, -np.log(x) - 1)
    P_bar = damping * np.outer(x_bar, x)
    return (P_bar - np.sum(P_bar * P, axis=0)) / total, x_bar @ (P @ x - prior)


def kepler_by_theorem(M, e):
    M_bar = np.zeros_like(M)
    e_bar = 0.0
    for i in range(len(M)):
        E = M[i]
        for _ in range(50):
            step = (E - e * np.sin(E) - M[i]) / (1 - e * np.cos(E))
            E = E - step
            if abs(step) < 1e-10:
                break
        x_bar = 2 * (np.cos(E) - e)
        M_bar[i] = -x_bar * np.sin(E) / (1 - e * np.cos(E))
        e_bar += M_bar[i] * np.sin(E) - x_bar
    return M_bar, e_bar
