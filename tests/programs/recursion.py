"""Recursion whose depth depends on shapes and other static values."""
import numpy as np


def factorial(n):
    """n is a number that decides how deep to go: it has to become static."""
    return 1 if n <= 1 else n * factorial(n - 1)


def tree_sum(tree):
    if isinstance(tree, (list, tuple)):
        return sum(tree_sum(branch) for branch in tree)
    if isinstance(tree, dict):
        return sum(tree_sum(tree[key]) for key in sorted(tree))
    return np.sum(tree)


def recursive_block_product(a, b):
    n = a.shape[0]
    if n == 1:
        return a * b
    h = n // 2
    top = [recursive_block_product(a[:h, :h], b[:h, k]) + recursive_block_product(a[:h, h:], b[h:, k])
           for k in (slice(0, h), slice(h, n))]
    bottom = [recursive_block_product(a[h:, :h], b[:h, k]) + recursive_block_product(a[h:, h:], b[h:, k])
              for k in (slice(0, h), slice(h, n))]
    return np.block([top, bottom])


def determinant_laplace(a):
    if a.shape == (1, 1):
        return a[0, 0]
    total = 0
    for j in range(a.shape[0]):
        minor = np.delete(a[1:], j, axis=1)
        total = total + (-1) ** j * a[0, j] * determinant_laplace(minor)
    return total


def multigrid(u, f, h):
    """A V-cycle of the 1-D Poisson equation; the grids get shorter."""
    def relax(u, f, h, sweeps):
        for _ in range(sweeps):
            u = u.copy()
            u[1:-1] += 2 / 3 * (0.5 * (u[2:] + u[:-2] - h * h * f[1:-1]) - u[1:-1])
        return u

    if u.size == 3:
        u = u.copy()
        u[1] = 0.5 * (u[0] + u[2] - h * h * f[1])
        return u
    u = relax(u, f, h, 2)
    residual = np.zeros_like(u)
    residual[1:-1] = f[1:-1] - (u[2:] - 2 * u[1:-1] + u[:-2]) / (h * h)
    coarse = residual[::2].copy()
    coarse[1:-1] = 0.25 * residual[1:-2:2] + 0.5 * residual[2:-1:2] + 0.25 * residual[3::2]
    correction = multigrid(np.zeros_like(coarse), coarse, 2 * h)
    fine = np.zeros_like(u)
    fine[::2] = correction
    fine[1::2] = 0.5 * (correction[1:] + correction[:-1])
    return relax(u + fine, f, h, 2)


def tower_of_hanoi(n):
    """Moves as (from, to) pairs, built statically."""
    def moves(n, source, target, spare):
        if n == 0:
            return []
        return moves(n - 1, source, spare, target) + [(source, target)] + moves(n - 1, spare, target, source)

    return np.array(moves(n, 0, 2, 1))


def hilbert_curve(order):
    if order == 0:
        return np.zeros((1, 2), dtype=np.int64)
    p = hilbert_curve(order - 1)
    side = 2 ** (order - 1)
    return np.concatenate([
        p[:, ::-1],
        p + np.array([0, side]),
        p + np.array([side, side]),
        np.array([2 * side - 1, side - 1]) - p[:, ::-1],
    ])


def ackermann_like(x, depth, width):
    """Two static numbers go down in turn."""
    if depth == 0:
        return np.tanh(x)
    for _ in range(width):
        x = ackermann_like(x, depth - 1, width - 1) * 0.9
    return x


def chebyshev_recursive(n, x):
    if n < 2:
        return x**n
    return 2 * x * chebyshev_recursive(n - 1, x) - chebyshev_recursive(n - 2, x)


def quad_tree_average(image, depth):
    """Every quarter is replaced by its mean at the bottom."""
    if depth == 0 or min(image.shape) < 2:
        return np.full_like(image, image.mean())
    h, w = image.shape[0] // 2, image.shape[1] // 2
    return np.vstack([
        np.hstack([quad_tree_average(image[:h, :w], depth - 1), quad_tree_average(image[:h, w:], depth - 1)]),
        np.hstack([quad_tree_average(image[h:, :w], depth - 1), quad_tree_average(image[h:, w:], depth - 1)]),
    ])


def examples():
    rng = np.random.default_rng(39)
    for n in (0, 1, 6):
        yield factorial, (n,)
    yield tree_sum, ([1.0, (rng.normal(size=3), {"a": 2, "b": [np.eye(2)]})],)
    yield tree_sum, (rng.normal(size=4),)
    yield recursive_block_product, (rng.normal(size=(4, 4)), rng.normal(size=(4, 4)))
    yield recursive_block_product, (np.array([[2]]), np.array([[3]]))
    yield determinant_laplace, (rng.normal(size=(4, 4)),)
    yield determinant_laplace, (np.array([[1, 2, 0], [0, 3, 1], [2, 2, 2]]),)
    yield determinant_laplace, (np.array([[5.0]]),)
    yield multigrid, (np.zeros(9), rng.normal(size=9), 0.125)
    yield multigrid, (np.array([1.0, 0.0, 2.0]), np.ones(3), 0.5)
    yield tower_of_hanoi, (3,)
    yield tower_of_hanoi, (1,)
    yield hilbert_curve, (2,)
    yield hilbert_curve, (0,)
    yield ackermann_like, (rng.normal(size=3), 2, 3)
    yield ackermann_like, (0.5, 0, 4)
    yield chebyshev_recursive, (5, np.linspace(-1, 1, 4))
    yield chebyshev_recursive, (0, 0.3)
    yield quad_tree_average, (rng.normal(size=(4, 6)), 2)
    yield quad_tree_average, (np.arange(6.0).reshape(2, 3), 0)
