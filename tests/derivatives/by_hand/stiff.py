"""Equations that are solved in each step of time: backward Euler by Newton, shallow water, Black-Scholes."""
import numpy as np


def backward_euler(y, A, k, dt, steps):
    for _ in range(steps):
        old = y
        change = 1.0
        while change > 1e-10:
            residual = y - old - dt * (A @ y - k * y ** 3)
            J = np.eye(len(y)) - dt * (A - np.diag(3 * k * y ** 2))
            delta = np.linalg.solve(J, residual)
            y = y - delta
            change = np.max(np.abs(delta))
    return np.sum(y ** 2)


def grad_backward_euler(y, A, k, dt, steps):
    saved = []
    for _ in range(steps):
        old = y
        change = 1.0
        y_saved = []
        while change > 1e-10:
            y_saved.append(y)
            residual = y - old - dt * (A @ y - k * y ** 3)
            J = np.eye(len(y)) - dt * (A - np.diag(3 * k * y ** 2))
            delta = np.linalg.solve(J, residual)
            y = y - delta
            change = np.max(np.abs(delta))
        saved.append(y_saved)

    y_bar = 2 * y
    A_bar = np.zeros_like(A)
    k_bar = 0.0
    for y_saved in reversed(saved):
        old = y_saved[0]
        old_bar = np.zeros_like(y)
        for y in reversed(y_saved):
            residual = y - old - dt * (A @ y - k * y ** 3)
            J = np.eye(len(y)) - dt * (A - np.diag(3 * k * y ** 2))
            delta = np.linalg.solve(J, residual)
            residual_bar = -np.linalg.solve(J.T, y_bar)
            J_bar = -np.outer(residual_bar, delta)
            old_bar -= residual_bar
            A_bar -= dt * (np.outer(residual_bar, y) + J_bar)
            k_bar += dt * (residual_bar @ y ** 3 + np.diag(J_bar) @ (3 * y ** 2))
            y_bar += residual_bar - dt * (A.T @ residual_bar - 3 * k * y ** 2 * residual_bar)
            y_bar += dt * 6 * k * y * np.diag(J_bar)
        y_bar = y_bar + old_bar
    return y_bar, A_bar, k_bar


def shallow_water(eta, u, depth, target, dt, dx, steps):
    eta = eta.copy()
    u = u.copy()
    flux = np.zeros_like(u)
    for _ in range(steps):
        u[1:-1] -= dt / dx * (9.81 * (eta[1:] - eta[:-1]) + 0.5 * u[1:-1] * (u[2:] - u[:-2]))
        h = depth + eta
        flux[1:-1] = 0.5 * u[1:-1] * (h[1:] + h[:-1])
        eta -= dt / dx * (flux[1:] - flux[:-1])
    return np.sum((eta - target) ** 2)


def grad_shallow_water(eta, u, depth, target, dt, dx, steps):
    eta = eta.copy()
    u = u.copy()
    flux = np.zeros_like(u)
    eta_saved = np.zeros((steps, len(eta)))
    u_saved = np.zeros((steps + 1, len(u)))
    for k in range(steps):
        eta_saved[k] = eta
        u_saved[k] = u
        u[1:-1] -= dt / dx * (9.81 * (eta[1:] - eta[:-1]) + 0.5 * u[1:-1] * (u[2:] - u[:-2]))
        h = depth + eta
        flux[1:-1] = 0.5 * u[1:-1] * (h[1:] + h[:-1])
        eta -= dt / dx * (flux[1:] - flux[:-1])
    u_saved[steps] = u

    eta_bar = 2 * (eta - target)
    u_bar = np.zeros_like(u)
    depth_bar = np.zeros_like(depth)
    for k in reversed(range(steps)):
        h, u = depth + eta_saved[k], u_saved[k + 1]
        flux_bar = dt / dx * (eta_bar[1:] - eta_bar[:-1])
        u_bar[1:-1] += 0.5 * flux_bar * (h[1:] + h[:-1])
        h_bar = np.zeros_like(h)
        h_bar[1:] += 0.5 * flux_bar * u[1:-1]
        h_bar[:-1] += 0.5 * flux_bar * u[1:-1]
        depth_bar += h_bar
        eta_bar += h_bar
        u = u_saved[k]
        slope_bar = -dt / dx * u_bar[1:-1]
        eta_bar[1:] += 9.81 * slope_bar
        eta_bar[:-1] -= 9.81 * slope_bar
        u_bar[1:-1] += 0.5 * slope_bar * (u[2:] - u[:-2])
        u_bar[2:] += 0.5 * slope_bar * u[1:-1]
        u_bar[:-2] -= 0.5 * slope_bar * u[1:-1]
    return eta_bar, u_bar, depth_bar


def black_scholes(sigma, r, strike, S, dt, steps):
    n = len(S)
    j = np.arange(n)
    a = 0.25 * dt * (sigma ** 2 * j ** 2 - r * j)
    b = -0.5 * dt * (sigma ** 2 * j ** 2 + r)
    c = 0.25 * dt * (sigma ** 2 * j ** 2 + r * j)
    L = np.diag(b) + np.diag(a[1:], -1) + np.diag(c[:-1], 1)
    V = np.maximum(S - strike, 0)
    for _ in range(steps):
        V = np.linalg.solve(np.eye(n) - L, V + L @ V)
    return V[n // 2]


def grad_black_scholes(sigma, r, strike, S, dt, steps):
    n = len(S)
    j = np.arange(n)
    a = 0.25 * dt * (sigma ** 2 * j ** 2 - r * j)
    b = -0.5 * dt * (sigma ** 2 * j ** 2 + r)
    c = 0.25 * dt * (sigma ** 2 * j ** 2 + r * j)
    L = np.diag(b) + np.diag(a[1:], -1) + np.diag(c[:-1], 1)
    V = np.maximum(S - strike, 0)
    V_saved = [V]
    for _ in range(steps):
        V = np.linalg.solve(np.eye(n) - L, V + L @ V)
        V_saved.append(V)

    V_bar = np.zeros(n)
    V_bar[n // 2] = 1.0
    L_bar = np.zeros_like(L)
    for k in reversed(range(steps)):
        rhs_bar = np.linalg.solve(np.eye(n) - L.T, V_bar)
        L_bar += np.outer(rhs_bar, V_saved[k + 1] + V_saved[k])
        V_bar = rhs_bar + L.T @ rhs_bar
    a_bar, b_bar, c_bar = np.zeros(n), np.diag(L_bar), np.zeros(n)
    a_bar[1:], c_bar[:-1] = np.diag(L_bar, -1), np.diag(L_bar, 1)
    sigma_bar = dt * sigma * j ** 2 * (0.5 * a_bar - b_bar + 0.5 * c_bar)
    r_bar = dt * (0.25 * (c_bar - a_bar) @ j - 0.5 * np.sum(b_bar))
    return sigma_bar, r_bar
