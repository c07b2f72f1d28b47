"""Iterations of unknown length: conjugate gradients, Ising mean field, PageRank, Kepler's equation."""
import numpy as np


def conjugate_gradients(X, y, ridge):
    w = np.zeros(X.shape[1])
    r = X.T @ y
    p = r
    rr = r @ r
    while rr > 1e-20:
        Ap = X.T @ (X @ p) + ridge * p
        alpha = rr / (p @ Ap)
        w = w + alpha * p
        r = r - alpha * Ap
        rr_new = r @ r
        p = r + rr_new / rr * p
        rr = rr_new
    return np.sum(w ** 2)


def grad_conjugate_gradients(X, y, ridge):
    w = np.zeros(X.shape[1])
    r = X.T @ y
    p = r
    rr = r @ r
    r_saved, p_saved = [r], [p]
    while rr > 1e-20:
        Ap = X.T @ (X @ p) + ridge * p
        alpha = rr / (p @ Ap)
        w = w + alpha * p
        r = r - alpha * Ap
        rr_new = r @ r
        p = r + rr_new / rr * p
        rr = rr_new
        r_saved.append(r)
        p_saved.append(p)

    w_bar = 2 * w
    X_bar = np.zeros_like(X)
    r_bar, p_bar, ridge_bar, rr_bar = np.zeros_like(w), np.zeros_like(w), 0.0, 0.0
    for k in reversed(range(len(p_saved) - 1)):
        p = p_saved[k]
        Ap = X.T @ (X @ p) + ridge * p
        rr, rr_new = r_saved[k] @ r_saved[k], r_saved[k + 1] @ r_saved[k + 1]
        alpha = rr / (p @ Ap)
        beta_bar = p_bar @ p
        rr_bar += beta_bar / rr
        r_bar = r_bar + p_bar + 2 * rr_bar * r_saved[k + 1]
        alpha_bar = w_bar @ p - r_bar @ Ap
        rr_bar = alpha_bar * alpha / rr - beta_bar * rr_new / rr ** 2
        pAp_bar = -alpha_bar * alpha ** 2 / rr
        Ap_bar = pAp_bar * p - alpha * r_bar
        p_bar = p_bar * rr_new / rr + alpha * w_bar + pAp_bar * Ap + X.T @ (X @ Ap_bar) + ridge * Ap_bar
        X_bar += np.outer(X @ p, Ap_bar) + np.outer(X @ Ap_bar, p)
        ridge_bar += Ap_bar @ p
    r_bar = r_bar + p_bar + 2 * rr_bar * r_saved[0]
    return X_bar + np.outer(y, r_bar), X @ r_bar, ridge_bar


def ising(J, h, beta):
    m = np.tanh(beta * h)
    change = 1.0
    while change > 1e-10:
        new = np.tanh(beta * (J @ m + h))
        change = np.max(np.abs(new - m))
        m = new
    return -0.5 * m @ J @ m - h @ m


def grad_ising(J, h, beta):
    m = np.tanh(beta * h)
    m_saved = [m]
    change = 1.0
    while change > 1e-10:
        new = np.tanh(beta * (J @ m + h))
        change = np.max(np.abs(new - m))
        m = new
        m_saved.append(m)

    J_bar = -0.5 * np.outer(m, m)
    h_bar = -m
    m_bar = -0.5 * (J + J.T) @ m - h
    beta_bar = 0.0
    for m, new in zip(m_saved[-2::-1], m_saved[::-1]):
        t_bar = m_bar * (1 - new ** 2)
        beta_bar += t_bar @ (J @ m + h)
        J_bar += beta * np.outer(t_bar, m)
        h_bar += beta * t_bar
        m_bar = beta * (J.T @ t_bar)
    t_bar = m_bar * (1 - m_saved[0] ** 2)
    return J_bar, h_bar + beta * t_bar, beta_bar + t_bar @ h


def pagerank(A, damping, prior):
    P = A / np.sum(A, axis=0)
    x = prior
    change = 1.0
    while change > 1e-10:
        y = damping * P @ x + (1 - damping) * prior
        change = np.sum(np.abs(y - x))
        x = y
    return -np.sum(x * np.log(x))


def grad_pagerank(A, damping, prior):
    total = np.sum(A, axis=0)
    P = A / total
    x = prior
    x_saved = []
    change = 1.0
    while change > 1e-10:
        x_saved.append(x)
        y = damping * P @ x + (1 - damping) * prior
        change = np.sum(np.abs(y - x))
        x = y

    x_bar = -np.log(x) - 1
    P_bar = np.zeros_like(P)
    damping_bar = 0.0
    for x in reversed(x_saved):
        P_bar += damping * np.outer(x_bar, x)
        damping_bar += x_bar @ (P @ x - prior)
        x_bar = damping * P.T @ x_bar
    A_bar = (P_bar - np.sum(P_bar * P, axis=0)) / total
    return A_bar, damping_bar


def kepler(M, e):
    total = 0.0
    for i in range(len(M)):
        E = M[i]
        for _ in range(50):
            step = (E - e * np.sin(E) - M[i]) / (1 - e * np.cos(E))
            E = E - step
            if abs(step) < 1e-10:
                break
        total += (np.cos(E) - e) ** 2
    return total


def grad_kepler(M, e):
    M_bar = np.zeros_like(M)
    e_bar = 0.0
    for i in range(len(M)):
        E = M[i]
        E_saved = []
        for _ in range(50):
            E_saved.append(E)
            step = (E - e * np.sin(E) - M[i]) / (1 - e * np.cos(E))
            E = E - step
            if abs(step) < 1e-10:
                break
        x_bar = 2 * (np.cos(E) - e)
        e_bar -= x_bar
        E_bar = -x_bar * np.sin(E)
        for E in reversed(E_saved):
            slope = 1 - e * np.cos(E)
            step = (E - e * np.sin(E) - M[i]) / slope
            value_bar = -E_bar / slope
            M_bar[i] -= value_bar
            e_bar += value_bar * (step * np.cos(E) - np.sin(E))
            E_bar = -value_bar * step * e * np.sin(E)
        M_bar[i] += E_bar
    return M_bar, e_bar
