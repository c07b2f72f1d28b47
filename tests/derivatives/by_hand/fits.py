"""Fits of curves: Gauss-Newton and a natural cubic spline."""
import numpy as np


def gauss_newton(x, y, theta, rounds):
    for _ in range(rounds):
        a, b = theta
        E = np.exp(-b * x)
        r = y - a * E
        J = np.stack((E, -a * x * E), axis=1)
        theta = theta + np.linalg.solve(J.T @ J, J.T @ r)
    return np.sum(theta ** 2)


def grad_gauss_newton(x, y, theta, rounds):
    saved = []
    for _ in range(rounds):
        a, b = theta
        E = np.exp(-b * x)
        r = y - a * E
        J = np.stack((E, -a * x * E), axis=1)
        step = np.linalg.solve(J.T @ J, J.T @ r)
        saved.append((a, E, r, J, step))
        theta = theta + step

    theta_bar = 2 * theta
    y_bar = np.zeros_like(y)
    for a, E, r, J, step in reversed(saved):
        rhs_bar = np.linalg.solve(J.T @ J, theta_bar)
        r_bar = J @ rhs_bar
        J_bar = np.outer(r - J @ step, rhs_bar) - np.outer(r_bar, step)
        E_bar = J_bar[:, 0] - a * (x * J_bar[:, 1] + r_bar)
        a_bar = -(x * J_bar[:, 1] + r_bar) @ E
        b_bar = -(E_bar * E) @ x
        y_bar += r_bar
        theta_bar = theta_bar + np.array([a_bar, b_bar])
    return y_bar, theta_bar


def spline(x, y, points):
    n = len(x)
    h = np.diff(x)
    A = np.zeros((n, n))
    rhs = np.zeros(n)
    A[0, 0] = A[-1, -1] = 1.0
    for i in range(1, n - 1):
        A[i, i - 1] = h[i - 1]
        A[i, i] = 2 * (h[i - 1] + h[i])
        A[i, i + 1] = h[i]
        rhs[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
    M = np.linalg.solve(A, rhs)
    k = np.clip(np.searchsorted(x, points) - 1, 0, n - 2)
    t = points - x[k]
    slope = (y[k + 1] - y[k]) / h[k] - h[k] * (2 * M[k] + M[k + 1]) / 6
    s = y[k] + slope * t + M[k] * t ** 2 / 2 + (M[k + 1] - M[k]) * t ** 3 / (6 * h[k])
    return np.sum(s ** 2)


def grad_spline(x, y, points):
    n = len(x)
    h = np.diff(x)
    A = np.zeros((n, n))
    rhs = np.zeros(n)
    A[0, 0] = A[-1, -1] = 1.0
    for i in range(1, n - 1):
        A[i, i - 1] = h[i - 1]
        A[i, i] = 2 * (h[i - 1] + h[i])
        A[i, i + 1] = h[i]
        rhs[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
    M = np.linalg.solve(A, rhs)
    k = np.clip(np.searchsorted(x, points) - 1, 0, n - 2)
    t = points - x[k]
    slope = (y[k + 1] - y[k]) / h[k] - h[k] * (2 * M[k] + M[k + 1]) / 6
    s = y[k] + slope * t + M[k] * t ** 2 / 2 + (M[k + 1] - M[k]) * t ** 3 / (6 * h[k])

    s_bar = 2 * s
    points_bar = s_bar * (slope + M[k] * t + (M[k + 1] - M[k]) * t ** 2 / (2 * h[k]))
    slope_bar = s_bar * t
    cubic_bar = s_bar * t ** 3 / (6 * h[k])
    M_bar, y_bar = np.zeros(n), np.zeros(n)
    np.add.at(M_bar, k, s_bar * t ** 2 / 2 - cubic_bar - slope_bar * h[k] / 3)
    np.add.at(M_bar, k + 1, cubic_bar - slope_bar * h[k] / 6)
    np.add.at(y_bar, k, s_bar - slope_bar / h[k])
    np.add.at(y_bar, k + 1, slope_bar / h[k])
    rhs_bar = np.linalg.solve(A.T, M_bar)
    for i in range(1, n - 1):
        y_bar[i + 1] += 6 * rhs_bar[i] / h[i]
        y_bar[i] -= 6 * rhs_bar[i] * (1 / h[i] + 1 / h[i - 1])
        y_bar[i - 1] += 6 * rhs_bar[i] / h[i - 1]
    return y_bar, points_bar
