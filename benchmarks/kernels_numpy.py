"""Loop kernels in the manner of PolyBench: ordinary NumPy functions that return a number.

Outer loops are loops, the innermost one is a slice where NumPy's users would write one. What PolyBench has and
`gradient_kernels` and `windows_kernels` have too is there.
"""

from __future__ import annotations

import numpy as np


def gemm(a, b, c, weights):
    c = c.copy()
    for i in range(a.shape[0]):
        c[i] *= 1.2
        for k in range(a.shape[1]):
            c[i] += 1.5 * a[i, k] * b[k]
    return np.sum(weights * c)


def two_products(a, b, c, d, weights):
    d, product = d.copy(), np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        product[i] = 1.5 * (a[i] @ b)
    for i in range(a.shape[0]):
        d[i] = 1.2 * d[i] + product[i] @ c
    return np.sum(weights * d)


def three_products(a, b, c, d, weights):
    n = a.shape[0]
    left, right, found = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            left[i, j] = a[i] @ b[:, j]
    for i in range(n):
        for j in range(n):
            right[i, j] = c[i] @ d[:, j]
    for i in range(n):
        for j in range(n):
            found[i, j] = left[i] @ right[:, j]
    return np.sum(weights * found)


def atax(a, x, weights):
    y = np.zeros(a.shape[1])
    for i in range(a.shape[0]):
        y += a[i] * (a[i] @ x)
    return np.sum(weights * y)


def bicg(a, p, r, weights):
    s, q = np.zeros(a.shape[1]), np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        s += r[i] * a[i]
        q[i] = a[i] @ p
    return np.sum(weights * s) + np.sum(q * q)


def mvt(a, first, second, y, z):
    first, second = first.copy(), second.copy()
    for i in range(a.shape[0]):
        first[i] += a[i] @ y
    for i in range(a.shape[0]):
        second[i] += a[:, i] @ z
    return np.sum(first * second)


def gesummv(a, b, x, weights):
    y = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        y[i] = 1.5 * (a[i] @ x) + 1.2 * (b[i] @ x)
    return np.sum(weights * y * y)


def gemver(a, u, v, p, q, y, z):
    n = a.shape[0]
    a, x, w = a.copy(), z.copy(), np.zeros(n)
    for i in range(n):
        a[i] += u[i] * v + p[i] * q
    for i in range(n):
        x += 1.2 * y[i] * a[i]
    for i in range(n):
        w[i] = 1.5 * (a[i] @ x)
    return np.sum(w)


def syr2k(a, b, c, weights):
    c = c.copy()
    for i in range(a.shape[0]):
        c[i, :i + 1] *= 1.2
        for k in range(a.shape[1]):
            c[i, :i + 1] += 1.5 * (a[:i + 1, k] * b[i, k] + b[:i + 1, k] * a[i, k])
    return np.sum(weights * c)


def ludcmp(matrix, right):
    a, n = matrix.copy(), matrix.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[:j, j]) / a[j, j]
        for j in range(i, n):
            a[i, j] -= a[i, :i] @ a[:i, j]
    x, y = np.zeros_like(right), np.zeros_like(right)
    for i in range(n):
        y[i] = right[i] - a[i, :i] @ y[:i]
    for i in range(n - 1, -1, -1):
        x[i] = (y[i] - a[i, i + 1:] @ x[i + 1:]) / a[i, i]
    return np.sum(x * x)


def covariance(data, weights):
    n, m = data.shape
    data, found = data.copy(), np.zeros((m, m))
    for j in range(m):
        data[:, j] -= np.mean(data[:, j])
    for i in range(m):
        found[i, i:] = data[:, i] @ data[:, i:] / (n - 1.0)
        found[i:, i] = found[i, i:]
    return np.sum(weights * found)


def doitgen(a, c, weights):
    a = a.copy()
    for r in range(a.shape[0]):
        for q in range(a.shape[1]):
            a[r, q] = a[r, q] @ c
    return np.sum(weights * a)


def floyd_warshall(distances, weights):
    path, n = distances.copy(), distances.shape[0]
    for k in range(n):
        for i in range(n):
            path[i] = np.minimum(path[i], path[i, k] + path[k])
    return np.sum(weights * path)


def nussinov(scores, bases):
    """The best score of a folding: pairs of bases have scores, integers in PolyBench."""
    n = bases.shape[0]
    best = np.zeros((n, n))
    for i in range(n - 2, -1, -1):
        for j in range(i + 1, n):
            best[i, j] = max(best[i, j - 1], best[i + 1, j])
            if i < j - 1:
                best[i, j] = max(best[i, j], best[i + 1, j - 1] + scores[bases[i], bases[j]])
            for k in range(i + 1, j):
                best[i, j] = max(best[i, j], best[i, k] + best[k + 1, j])
    return best[0, n - 1]


def fdtd_2d(source, ex, ey, hz, weights):
    ex, ey, hz = ex.copy(), ey.copy(), hz.copy()
    for t in range(source.shape[0]):
        ey[0] = source[t]
        ey[1:] -= 0.5 * (hz[1:] - hz[:-1])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return np.sum(weights * hz)


def adi(grid, weights, steps):
    """Alternating directions: a tridiagonal system for every row, then for every column."""
    u, n = grid.copy(), grid.shape[0]
    v, p, q = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    a, b, d, e = -0.4 * n, 1.0 + 0.8 * n, -0.2 * n, 1.0 + 0.4 * n
    for _ in range(steps):
        v[0, 1:-1], v[-1, 1:-1], p[1:-1, 0], q[1:-1, 0] = 1.0, 1.0, 0.0, 1.0
        for j in range(1, n - 1):
            below = a * p[1:-1, j - 1] + b
            p[1:-1, j] = -a / below
            q[1:-1, j] = ((1.0 + 2.0 * d) * u[j, 1:-1] - d * (u[j, :-2] + u[j, 2:]) - a * q[1:-1, j - 1]) / below
        for j in range(n - 2, 0, -1):
            v[j, 1:-1] = p[1:-1, j] * v[j + 1, 1:-1] + q[1:-1, j]
        u[1:-1, 0], u[1:-1, -1] = 1.0, 1.0
        for j in range(1, n - 1):
            below = d * p[1:-1, j - 1] + e
            p[1:-1, j] = -d / below
            q[1:-1, j] = ((1.0 + 2.0 * a) * v[1:-1, j] - a * (v[:-2, j] + v[2:, j]) - d * q[1:-1, j - 1]) / below
        for j in range(n - 2, 0, -1):
            u[1:-1, j] = p[1:-1, j] * u[1:-1, j + 1] + q[1:-1, j]
    return np.sum(weights * u)


def deriche(image, weights):
    """A recursive filter along rows, there and back, then along columns."""
    wide, high = image.shape
    a, b, c, d, e, f = 0.19, -0.12, 0.16, -0.07, 1.2, -0.37
    there, back = np.zeros_like(image), np.zeros_like(image)
    there[:, 0] = a * image[:, 0]
    there[:, 1] = a * image[:, 1] + b * image[:, 0] + e * there[:, 0]
    for j in range(2, high):
        there[:, j] = a * image[:, j] + b * image[:, j - 1] + e * there[:, j - 1] + f * there[:, j - 2]
    back[:, -2] = c * image[:, -1]
    for j in range(high - 3, -1, -1):
        back[:, j] = c * image[:, j + 1] + d * image[:, j + 2] + e * back[:, j + 1] + f * back[:, j + 2]
    rows = there + back
    there[0] = a * rows[0]
    there[1] = a * rows[1] + b * rows[0] + e * there[0]
    for i in range(2, wide):
        there[i] = a * rows[i] + b * rows[i - 1] + e * there[i - 1] + f * there[i - 2]
    back[-1] = 0.0
    back[-2] = c * rows[-1]
    for i in range(wide - 3, -1, -1):
        back[i] = c * rows[i + 1] + d * rows[i + 2] + e * back[i + 1] + f * back[i + 2]
    return np.sum(weights * (there + back))
