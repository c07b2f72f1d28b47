"""Steps in time: N-body leapfrog and adaptive Runge-Kutta."""
import numpy as np


def force(q, m):
    F = np.zeros_like(q)
    for i in range(len(m)):
        for j in range(i):
            d = q[j] - q[i]
            f = m[i] * m[j] * d / (d @ d + 0.01) ** 1.5
            F[i] += f
            F[j] -= f
    return F


def nbody(q, v, m, dt, steps):
    for _ in range(steps):
        v = v + 0.5 * dt * force(q, m) / m[:, None]
        q = q + dt * v
        v = v + 0.5 * dt * force(q, m) / m[:, None]
    return 0.5 * np.sum(m[:, None] * v ** 2)


def force_vjp(q, m, F_bar):
    q_bar = np.zeros_like(q)
    m_bar = np.zeros_like(m)
    for i in range(len(m)):
        for j in range(i):
            d = q[j] - q[i]
            r2 = d @ d + 0.01
            f_bar = (F_bar[i] - F_bar[j]) / r2 ** 1.5
            m_bar[i] += m[j] * (f_bar @ d)
            m_bar[j] += m[i] * (f_bar @ d)
            d_bar = m[i] * m[j] * (f_bar - 3 * (f_bar @ d) / r2 * d)
            q_bar[j] += d_bar
            q_bar[i] -= d_bar
    return q_bar, m_bar


def kick_vjp(q, m, dt, v_bar):
    a_bar = 0.5 * dt * v_bar
    F = force(q, m)
    q_bar, m_bar = force_vjp(q, m, a_bar / m[:, None])
    return q_bar, m_bar - np.sum(a_bar * F, axis=1) / m ** 2


def grad_nbody(q, v, m, dt, steps):
    q_saved = [q]
    for _ in range(steps):
        v = v + 0.5 * dt * force(q, m) / m[:, None]
        q = q + dt * v
        q_saved.append(q)
        v = v + 0.5 * dt * force(q, m) / m[:, None]

    v_bar = m[:, None] * v
    m_bar = 0.5 * np.sum(v ** 2, axis=1)
    q_bar = np.zeros_like(q)
    for k in reversed(range(steps)):
        kick_q_bar, kick_m_bar = kick_vjp(q_saved[k + 1], m, dt, v_bar)
        q_bar += kick_q_bar
        m_bar += kick_m_bar
        v_bar += dt * q_bar
        kick_q_bar, kick_m_bar = kick_vjp(q_saved[k], m, dt, v_bar)
        q_bar += kick_q_bar
        m_bar += kick_m_bar
    return q_bar, v_bar, m_bar


def van_der_pol(y, mu):
    return np.array([y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]])


def adaptive_rk(y, mu, end, tol):
    t = 0.0
    h = 0.1
    while t < end:
        h = min(h, end - t)
        k1 = van_der_pol(y, mu)
        k2 = van_der_pol(y + h * k1, mu)
        err = np.linalg.norm(h * (k2 - k1) / 2)
        if err < tol:
            t += h
            y = y + h * (k1 + k2) / 2
        h *= min(2.0, max(0.2, 0.9 * np.sqrt(tol / err)))
    return np.sum(y ** 2)


def van_der_pol_vjp(y, mu, out_bar):
    y_bar = np.array([-out_bar[1] * (2 * mu * y[0] * y[1] + 1), out_bar[0] + out_bar[1] * mu * (1 - y[0] ** 2)])
    return y_bar, out_bar[1] * (1 - y[0] ** 2) * y[1]


def grad_adaptive_rk(y, mu, end, tol):
    t = 0.0
    h = 0.1
    saved = []
    while t < end:
        saved.append((y, h, t))
        h = min(h, end - t)
        k1 = van_der_pol(y, mu)
        k2 = van_der_pol(y + h * k1, mu)
        err = np.linalg.norm(h * (k2 - k1) / 2)
        if err < tol:
            t += h
            y = y + h * (k1 + k2) / 2
        h *= min(2.0, max(0.2, 0.9 * np.sqrt(tol / err)))

    y_bar = 2 * y
    mu_bar = h_bar = t_bar = 0.0
    for y, h_old, t in reversed(saved):
        h = min(h_old, end - t)
        k1 = van_der_pol(y, mu)
        k2 = van_der_pol(y + h * k1, mu)
        e = h * (k2 - k1) / 2
        err = np.linalg.norm(e)
        factor = 0.9 * np.sqrt(tol / err)
        err_bar = -h_bar * h * factor / (2 * err) if 0.2 < factor < 2 else 0.0
        h_bar *= min(2.0, max(0.2, factor))
        e_bar = err_bar * e / err
        k1_bar, k2_bar = -e_bar * h / 2, e_bar * h / 2
        h_bar += e_bar @ (k2 - k1) / 2
        if err < tol:
            h_bar += t_bar + y_bar @ (k1 + k2) / 2
            k1_bar += y_bar * h / 2
            k2_bar += y_bar * h / 2
        mid_bar, k2_mu_bar = van_der_pol_vjp(y + h * k1, mu, k2_bar)
        h_bar += mid_bar @ k1
        k1_y_bar, k1_mu_bar = van_der_pol_vjp(y, mu, k1_bar + h * mid_bar)
        y_bar = y_bar + mid_bar + k1_y_bar
        mu_bar += k1_mu_bar + k2_mu_bar
        if h_old > end - t:
            t_bar -= h_bar
            h_bar = 0.0
    return y_bar, mu_bar
