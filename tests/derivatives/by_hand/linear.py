"""Linear algebra written out: LU log-determinant, Thomas algorithm, Levinson-Durbin, beam elements, spline."""
import numpy as np


def lu_logdet(A):
    U = A.copy()
    n = len(U)
    for k in range(n):
        for i in range(k + 1, n):
            U[i, k] /= U[k, k]
            U[i, k + 1:] -= U[i, k] * U[k, k + 1:]
    return np.sum(np.log(np.abs(np.diag(U))))


def grad_lu_logdet(A):
    U = A.copy()
    n = len(U)
    for k in range(n):
        for i in range(k + 1, n):
            U[i, k] /= U[k, k]
            U[i, k + 1:] -= U[i, k] * U[k, k + 1:]

    U_bar = np.diag(1 / np.diag(U))
    for k in reversed(range(n)):
        for i in reversed(range(k + 1, n)):
            U_bar[i, k] -= U_bar[i, k + 1:] @ U[k, k + 1:]
            U_bar[k, k + 1:] -= U[i, k] * U_bar[i, k + 1:]
            U_bar[i, k] /= U[k, k]
            U_bar[k, k] -= U_bar[i, k] * U[i, k]
    return U_bar


def thomas(a, b, c, d):
    n = len(d)
    e = np.zeros(n - 1)
    x = np.zeros(n)
    w = b[0]
    x[0] = d[0] / w
    for i in range(1, n):
        e[i - 1] = c[i - 1] / w
        w = b[i] - a[i - 1] * e[i - 1]
        x[i] = (d[i] - a[i - 1] * x[i - 1]) / w
    for i in reversed(range(n - 1)):
        x[i] -= e[i] * x[i + 1]
    return np.sum(x ** 2)


def grad_thomas(a, b, c, d):
    n = len(d)
    e = np.zeros(n - 1)
    w = np.zeros(n)
    x = np.zeros(n)
    w[0] = b[0]
    x[0] = d[0] / w[0]
    for i in range(1, n):
        e[i - 1] = c[i - 1] / w[i - 1]
        w[i] = b[i] - a[i - 1] * e[i - 1]
        x[i] = (d[i] - a[i - 1] * x[i - 1]) / w[i]
    x_saved = x.copy()
    for i in reversed(range(n - 1)):
        x[i] -= e[i] * x[i + 1]

    x_bar = 2 * x
    e_bar = np.zeros(n - 1)
    for i in range(n - 1):
        e_bar[i] = -x_bar[i] * x[i + 1]
        x_bar[i + 1] -= x_bar[i] * e[i]
    x = x_saved
    a_bar, b_bar, c_bar, d_bar = np.zeros(n - 1), np.zeros(n), np.zeros(n - 1), np.zeros(n)
    w_bar = 0.0
    for i in reversed(range(1, n)):
        d_bar[i] = x_bar[i] / w[i]
        x_bar[i - 1] -= d_bar[i] * a[i - 1]
        b_bar[i] = w_bar - d_bar[i] * x[i]
        a_bar[i - 1] = -d_bar[i] * x[i - 1] - b_bar[i] * e[i - 1]
        e_bar[i - 1] -= b_bar[i] * a[i - 1]
        c_bar[i - 1] = e_bar[i - 1] / w[i - 1]
        w_bar = -c_bar[i - 1] * e[i - 1]
    d_bar[0] = x_bar[0] / w[0]
    b_bar[0] = w_bar - d_bar[0] * x[0]
    return a_bar, b_bar, c_bar, d_bar


def levinson(r):
    n = len(r)
    a = np.zeros(n)
    a[0] = 1.0
    e = r[0]
    for k in range(1, n):
        refl = -(r[k] + np.dot(a[1:k], r[k - 1:0:-1])) / e
        old = a[1:k].copy()
        a[1:k] = old + refl * old[::-1]
        a[k] = refl
        e *= 1 - refl ** 2
    return np.log(e) + np.sum(a ** 2)


def grad_levinson(r):
    n = len(r)
    a = np.zeros(n)
    a[0] = 1.0
    e = r[0]
    old_saved, refl_saved, e_saved = [], [], []
    for k in range(1, n):
        refl = -(r[k] + np.dot(a[1:k], r[k - 1:0:-1])) / e
        old = a[1:k].copy()
        old_saved.append(old)
        refl_saved.append(refl)
        e_saved.append(e)
        a[1:k] = old + refl * old[::-1]
        a[k] = refl
        e *= 1 - refl ** 2

    e_bar = 1 / e
    a_bar = 2 * a
    r_bar = np.zeros(n)
    for k in reversed(range(1, n)):
        old, refl, e = old_saved.pop(), refl_saved.pop(), e_saved.pop()
        refl_bar = a_bar[k] + a_bar[1:k] @ old[::-1] - 2 * refl * e * e_bar
        e_bar *= 1 - refl ** 2
        a_bar[k] = 0
        a_bar[1:k] += refl * a_bar[k - 1:0:-1]
        dot_bar = -refl_bar / e
        e_bar += dot_bar * refl
        a_bar[1:k] += dot_bar * r[k - 1:0:-1]
        r_bar[k - 1:0:-1] += dot_bar * old
        r_bar[k] += dot_bar
    r_bar[0] += e_bar
    return r_bar


def beam(EI, q, length):
    n = len(EI)
    h = length / n
    k = np.array([[12, 6 * h, -12, 6 * h],
                  [6 * h, 4 * h ** 2, -6 * h, 2 * h ** 2],
                  [-12, -6 * h, 12, -6 * h],
                  [6 * h, 2 * h ** 2, -6 * h, 4 * h ** 2]]) / h ** 3
    K = np.zeros((2 * n + 2, 2 * n + 2))
    f = np.zeros(2 * n + 2)
    for e in range(n):
        K[2 * e:2 * e + 4, 2 * e:2 * e + 4] += EI[e] * k
        f[2 * e:2 * e + 4] += q[e] * np.array([h / 2, h ** 2 / 12, h / 2, -h ** 2 / 12])
    u = np.linalg.solve(K[2:, 2:], f[2:])
    return u[-2] ** 2


def grad_beam(EI, q, length):
    n = len(EI)
    h = length / n
    k = np.array([[12, 6 * h, -12, 6 * h],
                  [6 * h, 4 * h ** 2, -6 * h, 2 * h ** 2],
                  [-12, -6 * h, 12, -6 * h],
                  [6 * h, 2 * h ** 2, -6 * h, 4 * h ** 2]]) / h ** 3
    shares = np.array([h / 2, h ** 2 / 12, h / 2, -h ** 2 / 12])
    K = np.zeros((2 * n + 2, 2 * n + 2))
    f = np.zeros(2 * n + 2)
    for e in range(n):
        K[2 * e:2 * e + 4, 2 * e:2 * e + 4] += EI[e] * k
        f[2 * e:2 * e + 4] += q[e] * shares
    u = np.linalg.solve(K[2:, 2:], f[2:])

    u_bar = np.zeros_like(u)
    u_bar[-2] = 2 * u[-2]
    f_bar = np.zeros_like(f)
    f_bar[2:] = np.linalg.solve(K[2:, 2:].T, u_bar)
    K_bar = np.zeros_like(K)
    K_bar[2:, 2:] = -np.outer(f_bar[2:], u)
    EI_bar, q_bar = np.zeros(n), np.zeros(n)
    for e in range(n):
        EI_bar[e] = np.sum(K_bar[2 * e:2 * e + 4, 2 * e:2 * e + 4] * k)
        q_bar[e] = f_bar[2 * e:2 * e + 4] @ shares
    return EI_bar, q_bar
