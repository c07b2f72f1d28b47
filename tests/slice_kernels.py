"""Functions on slices with computed bounds, in loops: factorisations, triangular systems, sparse products, windows."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np


def ldl(matrix, weights):
    """matrix = L D Lᵀ, by columns."""
    n = matrix.shape[0]
    left, d = np.eye(n), np.zeros(n)
    for j in range(n):
        column = matrix[j:, j] - left[j:, :j] @ (d[:j] * left[j, :j])
        d[j] = column[0]
        left[j:, j] = column / d[j]
    return np.sum(weights * left) + np.sum(np.log(d))


def crout(matrix, weights):
    """matrix = L U with ones on the diagonal of U; L and U in one array."""
    a, n = matrix.copy(), matrix.shape[0]
    for k in range(n):
        a[k:, k] -= a[k:, :k] @ a[:k, k]
        for j in range(k + 1, n):
            a[k, j] = (a[k, j] - a[k, :k] @ a[:k, j]) / a[k, k]
    return np.sum(weights * a)


def eliminate(matrix, weights):
    """Gauß, the pivot row scaled first."""
    a, n = matrix.copy(), matrix.shape[0]
    for k in range(n - 1):
        a[k, k + 1:] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return np.sum(weights * a)


def solve_upper(right, matrix):
    """Back substitution with the upper triangle."""
    n = right.shape[0]
    x = np.zeros_like(right)
    for k in range(n):
        i = n - 1 - k
        x[i] = (right[i] - matrix[i, i + 1:] @ x[i + 1:]) / matrix[i, i]
    return np.sum(x ** 2)


def solve_by_columns(right, matrix):
    """Forward substitution that updates the rest of the right side."""
    x, n = right.copy(), right.shape[0]
    for j in range(n):
        x[j] /= matrix[j, j]
        x[j + 1:] -= x[j] * matrix[j + 1:, j]
    return np.sum(np.sin(x))


def levinson(r, weights):
    """Durbin's recursion for the Yule–Walker equations."""
    n = r.shape[0]
    a, error = np.zeros_like(r), 1.0
    for k in range(n):
        reflection = -(r[k] + a[:k] @ r[:k][::-1]) / error
        a[:k] += reflection * a[:k][::-1]
        a[k] = reflection
        error *= 1.0 - reflection ** 2
    return np.sum(weights * a)


def orthonormalise(matrix, weights):
    """Gram–Schmidt, modified: each column is taken out of those to its right."""
    q, n = matrix.copy(), matrix.shape[1]
    for k in range(n):
        q[:, k] /= np.sqrt(q[:, k] @ q[:, k])
        q[:, k + 1:] -= np.outer(q[:, k], q[:, k] @ q[:, k + 1:])
    return np.sum(weights * q)


def rank_update(a, c, weights):
    """The lower triangle of c + a aᵀ."""
    c = c.copy()
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i, :i + 1] += a[i, k] * a[:i + 1, k]
    return np.sum(weights * c)


def upper_product(a, b, weights):
    """b plus the strict lower triangle of a, transposed, times b; in place."""
    b = b.copy()
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += a[i + 1:, i] @ b[i + 1:, j]
    return np.sum(weights * b)


def covariances(data, weights):
    """The covariances of columns, each pair once."""
    n, m = data.shape
    centred, found = data - data.mean(axis=0), np.zeros((m, m))
    for i in range(m):
        found[i, i:] = centred[:, i] @ centred[:, i:] / (n - 1)
        found[i:, i] = found[i, i:]
    return np.sum(weights * found)


def sparse_by_elements(values, columns, starts, x):
    total = 0.0
    for i in range(starts.shape[0] - 1):
        y = 0.0
        for k in range(starts[i], starts[i + 1]):
            y += values[k] * x[columns[k]]
        total += y * y
    return total


def sparse_by_rows(values, columns, starts, x):
    y = np.zeros(starts.shape[0] - 1)
    for i in range(starts.shape[0] - 1):
        lo, hi = starts[i], starts[i + 1]
        y[i] = np.sum(values[lo:hi] * x[columns[lo:hi]])
    return np.sum(np.cos(y))


def smooth(image, weights):
    """Means over windows that end at the border."""
    n, m = image.shape
    found = np.zeros_like(image)
    for i in range(n):
        for j in range(m):
            found[i, j] = np.sum(image[max(i - 1, 0):i + 2, max(j - 1, 0):j + 2])
    return np.sum(weights * found)


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(shape).random(shape)


def positive(n: int) -> tuple:
    """A matrix whose factorisations exist without pivots; and weights."""
    return random(n, n) @ random(n, n).T + n * np.eye(n), random(n, n)


def system(n: int) -> tuple:
    return random(n), random(n, n) / n + np.eye(n)


def sparse(n: int, each: int) -> tuple:
    """A matrix with about `each` elements a row, as values, columns and row starts; and a vector."""
    rng = np.random.default_rng(n)
    starts = np.concatenate([[0], np.cumsum(rng.integers(0, 2 * each + 1, n))])
    return rng.random(starts[-1]), rng.integers(0, n, starts[-1]), starts, rng.random(n)


KERNELS: dict[str, tuple[Callable, tuple]] = {          # function, arguments
    "LDL": (ldl, positive(12)),
    "Crout": (crout, positive(9)),
    "elimination": (eliminate, positive(12)),
    "back substitution": (solve_upper, system(12)),
    "forward substitution": (solve_by_columns, system(11)),
    "Levinson": (levinson, (0.3 * random(12), random(12))),
    "Gram–Schmidt": (orthonormalise, (random(9, 7) + np.eye(9, 7), random(9, 7))),
    "rank update": (rank_update, (random(12, 5), random(12, 12), random(12, 12))),
    "triangular product": (upper_product, (random(12, 12), random(12, 5), random(12, 5))),
    "covariances": (covariances, (random(9, 6), random(6, 6))),
    "sparse, by elements": (sparse_by_elements, sparse(20, 4)),
    "sparse, by rows": (sparse_by_rows, sparse(20, 4)),
    "windows": (smooth, (random(6, 5), random(6, 5))),
}
