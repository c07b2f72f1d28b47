"""Triangular systems and Cholesky factors by slices up to the diagonal."""
import numpy as np


def forward_by_rows(lower, b):
    n = len(b)
    x = np.zeros(n)
    for i in range(n):
        x[i] = (b[i] - np.dot(lower[i, :i], x[:i])) / lower[i, i]
    return x


def backward_by_rows(upper, b):
    n = b.size
    x = np.empty(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - upper[i, i + 1:] @ x[i + 1:]) / upper[i, i]
    return x


def forward_by_columns(lower, b):
    """The right side is used up column by column."""
    x = b.copy()
    n = len(b)
    for j in range(n):
        x[j] /= lower[j, j]
        x[j + 1:] -= x[j] * lower[j + 1:, j]
    return x


def backward_by_columns(upper, b):
    """Overwrites the right side."""
    n = len(b)
    for j in reversed(range(n)):
        b[j] = b[j] / upper[j, j]
        b[:j] -= b[j] * upper[:j, j]


def forward_many(lower, right):
    """Several right sides at once."""
    x = np.zeros_like(right)
    for i in range(lower.shape[0]):
        x[i] = (right[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    return x


def backward_many(upper, right):
    x = right.copy()
    n = len(x)
    for i in reversed(range(n)):
        x[i, :] -= np.sum(upper[i, i + 1:, None] * x[i + 1:, :], axis=0)
        x[i, :] /= upper[i, i]
    return x


def forward_unit(lower, b):
    """The diagonal is 1 and not looked at; starts at the first number that is not 0."""
    n = len(b)
    x = b.copy()
    start = 0
    while start < n and x[start] == 0:
        start += 1
    for i in range(start + 1, n):
        x[i] -= np.sum(lower[i, start:i] * x[start:i])
    return x


def triangular_inverse(lower):
    n = len(lower)
    inverse = np.zeros_like(lower)
    for j in range(n):
        inverse[j, j] = 1.0 / lower[j, j]
        for i in range(j + 1, n):
            inverse[i, j] = -(lower[i, j:i] @ inverse[j:i, j]) / lower[i, i]
    return inverse


def triangular_determinant_minors(lower):
    """Determinants of the leading blocks."""
    n = lower.shape[0]
    return np.array([np.prod(np.diag(lower)[:k]) for k in range(n + 1)])


def banded_solve(band, b, width):
    """A lower triangular band: row i holds the entries from i - width on."""
    n = len(b)
    x = np.zeros(n)
    for i in range(n):
        first = max(0, i - width)
        x[i] = (b[i] - np.sum(band[i, width - (i - first):width] * x[first:i])) / band[i, width]
    return x


def cholesky_by_columns(a):
    n = a.shape[0]
    factor = np.zeros_like(a)
    for j in range(n):
        factor[j, j] = np.sqrt(a[j, j] - np.sum(factor[j, :j] ** 2))
        factor[j + 1:, j] = (a[j + 1:, j] - factor[j + 1:, :j] @ factor[j, :j]) / factor[j, j]
    return factor


def cholesky_by_rows(a):
    n = a.shape[0]
    factor = np.zeros_like(a)
    for i in range(n):
        for j in range(i):
            factor[i, j] = (a[i, j] - factor[i, :j] @ factor[j, :j]) / factor[j, j]
        factor[i, i] = np.sqrt(a[i, i] - factor[i, :i] @ factor[i, :i])
    return factor


def cholesky_right_looking(a):
    """In place, the rest of the matrix updated by an outer product."""
    n = a.shape[0]
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k + 1:, k])
    return np.tril(a)


def cholesky_bordering(a):
    """Each new row solves a triangular system."""
    n = len(a)
    factor = np.zeros((n, n))
    for k in range(n):
        row = np.zeros(n)
        for j in range(k):
            row[j] = (a[k, j] - factor[j, :j] @ row[:j]) / factor[j, j]
        factor[k, :k] = row[:k]
        factor[k, k] = np.sqrt(a[k, k] - np.sum(row[:k] ** 2))
    return factor


def cholesky_checked(a):
    """Leaves at the first pivot that is not positive, with what was done."""
    n = len(a)
    factor = np.zeros_like(a)
    for j in range(n):
        pivot = a[j, j] - factor[j, :j] @ factor[j, :j]
        if pivot <= 0:
            return factor, j
        factor[j, j] = pivot ** 0.5
        for i in range(j + 1, n):
            factor[i, j] = (a[i, j] - np.dot(factor[i, :j], factor[j, :j])) / factor[j, j]
    return factor, n


def cholesky_update(factor, v):
    """The factor of L L' + v v'."""
    factor, v = factor.copy(), v.copy()
    n = len(v)
    for k in range(n):
        r = np.hypot(factor[k, k], v[k])
        c, s = r / factor[k, k], v[k] / factor[k, k]
        factor[k, k] = r
        factor[k + 1:, k] = (factor[k + 1:, k] + s * v[k + 1:]) / c
        v[k + 1:] = c * v[k + 1:] - s * factor[k + 1:, k]
    return factor


def pivoted_cholesky(a, rank):
    """Of a few columns, with the largest of the diagonal that is left."""
    n = len(a)
    d = np.diag(a).copy()
    factor = np.zeros((n, rank))
    order = np.arange(n)
    for m in range(rank):
        best = m + np.argmax(d[order[m:]])
        order[m], order[best] = order[best], order[m]
        pivot = order[m]
        factor[pivot, m] = np.sqrt(d[pivot])
        others = order[m + 1:]
        factor[others, m] = (a[pivot, others] - factor[others, :m] @ factor[pivot, :m]) / factor[pivot, m]
        d[others] -= factor[others, m] ** 2
    return factor


def log_density(x, mean, a):
    """Of a normal distribution, by a factor and a solve."""
    n = len(x)
    factor = cholesky_by_columns(a)
    y = np.zeros(n)
    for i in range(n):
        y[i] = (x[i] - mean[i] - factor[i, :i] @ y[:i]) / factor[i, i]
    return -0.5 * np.sum(y * y) - np.sum(np.log(np.diag(factor))) - 0.5 * n * np.log(2 * np.pi)


LOOPS = (forward_by_rows, backward_by_rows, forward_by_columns, backward_by_columns, forward_many, backward_many,
         forward_unit, triangular_inverse, banded_solve, cholesky_by_columns, cholesky_by_rows,
         cholesky_right_looking, cholesky_bordering, cholesky_checked, cholesky_update, pivoted_cholesky, log_density)


def lower_triangle(rng, n):
    return np.tril(rng.normal(size=(n, n)), -1) + np.diag(rng.uniform(1, 2, n))


def positive(rng, n):
    m = rng.normal(size=(n, n))
    return m @ m.T + n * np.eye(n)


def examples():
    rng = np.random.default_rng(60)
    for n in (4, 1, 9):
        lower, b, right = lower_triangle(rng, n), rng.normal(size=n), rng.normal(size=(n, 3))
        a = positive(rng, n)
        for f in (forward_by_rows, forward_by_columns):
            yield f, (lower, b.copy())
        for f in (backward_by_rows, backward_by_columns):
            yield f, (lower.T.copy(), b.copy())
        yield forward_many, (lower, right)
        yield backward_many, (lower.T.copy(), right)
        yield forward_unit, (lower, b * (np.arange(n) > 1))
        yield triangular_inverse, (lower,)
        yield triangular_determinant_minors, (lower,)
        yield banded_solve, (np.abs(rng.normal(size=(n, 3))) + 1, b, 2)
        for f in (cholesky_by_columns, cholesky_by_rows, cholesky_right_looking, cholesky_bordering,
                  cholesky_checked):
            yield f, (a.copy(),)
        yield cholesky_update, (lower, b)
        yield pivoted_cholesky, (a, min(3, n))
        yield log_density, (b, np.zeros(n), a)
    yield cholesky_checked, (np.diag([2.0, 1.0, -1.0, 4.0]) + 0.1,)
    yield forward_by_rows, (np.zeros((0, 0)), np.zeros(0))
    yield cholesky_by_columns, (positive(rng, 5).astype(np.float32),)
