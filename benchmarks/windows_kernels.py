"""What the benchmarks of slices with computed bounds run: ordinary NumPy functions that return a number."""

from __future__ import annotations

import numpy as np


def cholesky(matrix, weights):
    n = matrix.shape[0]
    left = np.zeros_like(matrix)
    for j in range(n):
        left[j:, j] = matrix[j:, j] - left[j:, :j] @ left[j, :j]
        left[j:, j] /= np.sqrt(left[j, j])
    return np.sum(weights * left)


def cholesky_by_elements(matrix, weights):
    n = matrix.shape[0]
    left = np.zeros_like(matrix)
    for j in range(n):
        left[j, j] = np.sqrt(matrix[j, j] - np.sum(left[j, :j] ** 2))
        for i in range(j + 1, n):
            left[i, j] = (matrix[i, j] - left[i, :j] @ left[j, :j]) / left[j, j]
    return np.sum(weights * left)


def lu(matrix, weights):
    a, n = matrix.copy(), matrix.shape[0]
    for k in range(n - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return np.sum(weights * a)


def triangular_solve(left, right):
    n = right.shape[0]
    x = np.zeros_like(right)
    for i in range(n):
        x[i] = (right[i] - left[i, :i] @ x[:i]) / left[i, i]
    return np.sum(x)


def durbin(r, weights):
    n = r.shape[0]
    y = np.zeros_like(r)
    y[0], alpha, beta = -r[0], -r[0], 1.0
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return np.sum(weights * y)


def gram_schmidt(matrix, weights):
    a, n = matrix.copy(), matrix.shape[1]
    q, r = np.zeros_like(matrix), np.zeros((n, n))
    for k in range(n):
        r[k, k] = np.sqrt(np.sum(a[:, k] ** 2))
        q[:, k] = a[:, k] / r[k, k]
        r[k, k + 1:] = q[:, k] @ a[:, k + 1:]
        a[:, k + 1:] -= np.outer(q[:, k], r[k, k + 1:])
    return np.sum(weights * q) + np.sum(r)


def syrk(a, c, weights):
    c = c.copy()
    for i in range(a.shape[0]):
        c[i, :i + 1] *= 1.2
        for k in range(a.shape[1]):
            c[i, :i + 1] += 1.5 * a[i, k] * a[:i + 1, k]
    return np.sum(weights * c)


def trmm(a, b, weights):
    b = b.copy()
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += a[i + 1:, i] @ b[i + 1:, j]
    return np.sum(weights * (1.5 * b))


def symm(a, b, c, weights):
    c = c.copy()
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[:i, j] += 1.5 * b[i, j] * a[i, :i]
            c[i, j] = 1.2 * c[i, j] + 1.5 * b[i, j] * a[i, i] + 1.5 * (b[:i, j] @ a[i, :i])
    return np.sum(weights * c)


def correlation(data, weights):
    n, m = data.shape
    centred = (data - data.mean(axis=0)) / (np.sqrt(n) * data.std(axis=0))
    found = np.eye(m)
    for i in range(m - 1):
        found[i, i + 1:] = centred[:, i] @ centred[:, i + 1:]
        found[i + 1:, i] = found[i, i + 1:]
    return np.sum(weights * found)


def csr_product(values, columns, starts, x):
    n = starts.shape[0] - 1
    y = np.zeros(n)
    for i in range(n):
        for k in range(starts[i], starts[i + 1]):
            y[i] += values[k] * x[columns[k]]
    return np.sum(y * y)


def csr_product_by_slices(values, columns, starts, x):
    n = starts.shape[0] - 1
    y = np.zeros(n)
    for i in range(n):
        row = slice(starts[i], starts[i + 1])
        y[i] = values[row] @ x[columns[row]]
    return np.sum(y * y)


def convolution(images, filters, weights):
    size, n = filters.shape[0], images.shape[1] - filters.shape[0] + 1
    found = np.zeros((images.shape[0], n, n, filters.shape[3]))
    for i in range(n):
        for j in range(n):
            window = images[:, i:i + size, j:j + size, :, None]
            found[:, i, j] = np.sum(window * filters, axis=(1, 2, 3))
    return np.sum(weights * np.maximum(found, 0.0))
