"""What the gradient benchmarks differentiate: ordinary NumPy functions that return a number."""

from __future__ import annotations

import numpy as np


def recurrence(x):
    a = x.copy()
    for i in range(1, a.shape[0]):
        a[i] = 0.5 * a[i - 1] * a[i] + 1.0
    return np.sum(a)


def seidel(grid, weights, steps):
    a, n = grid.copy(), grid.shape[0]
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                a[i, j] = (a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1]
                           + a[i, j - 1] + a[i, j] + a[i, j + 1]
                           + a[i + 1, j - 1] + a[i + 1, j] + a[i + 1, j + 1]) / 9.0
    return np.sum(weights * a)


def jacobi_1d(line, weights, steps):
    a, b = line.copy(), line.copy()
    for _ in range(steps):
        b[1:-1] = (a[:-2] + a[1:-1] + a[2:]) / 3.0
        a[1:-1] = (b[:-2] + b[1:-1] + b[2:]) / 3.0
    return np.sum(weights * a)


def jacobi_2d(grid, weights, steps):
    a, b = grid.copy(), grid.copy()
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return np.sum(weights * a)


def diffused(a):
    """The inner cells of a cube after one step of the heat equation."""
    inner = a[1:-1, 1:-1, 1:-1]
    return (0.125 * (a[2:, 1:-1, 1:-1] - 2.0 * inner + a[:-2, 1:-1, 1:-1])
            + 0.125 * (a[1:-1, 2:, 1:-1] - 2.0 * inner + a[1:-1, :-2, 1:-1])
            + 0.125 * (a[1:-1, 1:-1, 2:] - 2.0 * inner + a[1:-1, 1:-1, :-2]) + inner)


def heat_3d(cube, weights, steps):
    a, b = cube.copy(), cube.copy()
    for _ in range(steps):
        b[1:-1, 1:-1, 1:-1] = diffused(a)
        a[1:-1, 1:-1, 1:-1] = diffused(b)
    return np.sum(weights * a)


def cholesky(matrix, weights):
    left, n = matrix.copy(), matrix.shape[0]
    upper = np.zeros_like(matrix)
    for k in range(n):
        upper[k] = left[k] / np.sqrt(left[k, k])
        for i in range(k + 1, n):
            left[i] -= upper[k, i] * upper[k]
    return np.sum(weights * upper)


def cholesky_scalar(matrix, weights):
    lower, n = np.zeros_like(matrix), matrix.shape[0]
    for i in range(n):
        for j in range(i):
            rest = matrix[i, j]
            for k in range(j):
                rest -= lower[i, k] * lower[j, k]
            lower[i, j] = rest / lower[j, j]
        rest = matrix[i, i]
        for k in range(i):
            rest -= lower[i, k] ** 2
        lower[i, i] = np.sqrt(rest)
    return np.sum(weights * lower)


def lu(matrix, weights):
    upper, n = matrix.copy(), matrix.shape[0]
    lower = np.eye(n)
    for k in range(n):
        for i in range(k + 1, n):
            lower[i, k] = upper[i, k] / upper[k, k]
            upper[i] -= lower[i, k] * upper[k]
    return np.sum(weights * (lower + upper))


def lu_scalar(matrix, weights):
    a, n = matrix.copy(), matrix.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return np.sum(weights * a)


def triangular_solve(matrix, right):
    x = np.zeros_like(right)
    for i in range(right.shape[0]):
        x[i] = (right[i] - matrix[i] @ x) / matrix[i, i]
    return np.sum(x * x)


def triangular_solve_scalar(matrix, right):
    x = np.zeros_like(right)
    for i in range(right.shape[0]):
        rest = right[i]
        for j in range(i):
            rest -= matrix[i, j] * x[j]
        x[i] = rest / matrix[i, i]
    return np.sum(x * x)


def rnn(start, weights, bias, steps):
    h = start
    for _ in range(steps):
        h = np.tanh(weights * h + bias)
    return np.sum(h * h)


def rnn_matrix(start, weights, inputs):
    h = start
    for t in range(inputs.shape[0]):
        h = np.tanh(weights @ h + inputs[t])
    return np.sum(h * h)


def newton(a):
    """The sum of fifth roots."""
    x, step = 1.0 + 0.0 * a, 1.0 + 0.0 * a
    while np.max(np.abs(step)) > 1e-12:
        step = (x ** 5 - a) / (5.0 * x ** 4)
        x = x - step
    return np.sum(x)


def long_while(start, weights, count):
    h, i = start, 0
    while i < count:
        h = np.tanh(weights * h + 0.1)
        i += 1
    return np.sum(h * h)


def cross_entropy(logits, labels):
    shifted = logits - np.max(logits, axis=1, keepdims=True)
    total = np.sum(np.exp(shifted), axis=1, keepdims=True)
    return -np.mean(np.sum(labels * (shifted - np.log(total)), axis=1))


def mlp(parameters, images, labels):
    *inner, weights, bias = parameters
    x = images
    for w, b in zip(inner[::2], inner[1::2]):
        x = np.tanh(x @ w + b)
    return cross_entropy(x @ weights + bias, labels)


def convolved(x, filters):
    """A valid convolution of [batch, height, width, channel], as a sum of shifted products."""
    high, wide = x.shape[1] - 2, x.shape[2] - 2
    return sum(x[:, i:i + high, j:j + wide] @ filters[i, j] for i in range(3) for j in range(3))


def convolution(parameters, images, labels):
    first, second, weights, bias = parameters
    x = np.maximum(convolved(images, first), 0.0)
    x = np.maximum(convolved(x, second), 0.0)
    return cross_entropy(np.mean(x, axis=(1, 2)) @ weights + bias, labels)
