"""Shapes that stretch."""
import numpy as np


def distance_matrix(x, y):
    return np.sqrt(((x[:, None, :] - y[None, :, :]) ** 2).sum(-1))


def outer_table(a, b):
    return a[:, np.newaxis] * b + np.subtract.outer(a, b)


def centre_columns_and_rows(a):
    return a - a.mean(axis=0) - a.mean(axis=1, keepdims=True) + a.mean()


def broadcast_write(a, row, column):
    a = a.copy()
    a[:] += row
    a *= column[:, None]
    a[1:] = row
    return a


def gram_kernel(x, length, variance):
    squares = np.sum(x**2, 1)
    d2 = squares[:, None] + squares - 2 * x @ x.T
    return variance * np.exp(-0.5 * np.maximum(d2, 0) / length**2)


def common_shape(n, x):
    """np.broadcast_shapes of a shape, a number, and a tuple with one."""
    return np.zeros(np.broadcast_shapes(n, (2, 1), (1, n))) + np.broadcast_shapes(x.shape, n)[0]


def one_hot(labels, classes):
    return (labels[..., None] == np.arange(classes)).astype(np.float64)


def batched_affine(weights, x, bias):
    """(b, i, o), (b, n, i) and (o): the bias goes everywhere."""
    return x @ weights + bias


def expand_and_squeeze(x):
    wide = np.expand_dims(x, (0, 2))
    return np.broadcast_to(wide, (3,) + wide.shape[1:]).sum(axis=0), np.squeeze(wide, 0)


def grid_function(nx, ny):
    x, y = np.meshgrid(np.linspace(-1, 1, nx), np.linspace(0, 1, ny), indexing="ij")
    return np.exp(-x * x) * np.sin(np.pi * y)


def vandermonde_fit(x, y, degree):
    powers = x[:, None] ** np.arange(degree + 1)
    return np.linalg.solve(powers.T @ powers, powers.T @ y)


def in_loop_rank(x, n):
    """A carry that is broadcast up before the loop so that its shape can stay."""
    state = np.zeros((n, 1)) + x
    for k in range(n):
        state[k] = state[k] * (k + 1)
        state = state + np.ones((n, 1))
    return state


def scalar_meets_everything(s, v, m):
    return s * v + m, np.maximum(s, m) - v, (v[:, None] * s).shape, np.add(s, s)


def pairwise_wins(scores):
    return np.sum(scores[:, None] > scores[None, :], axis=1) - np.sum(scores[:, None] < scores, axis=1)


def tile_and_repeat(x):
    return np.tile(x, (2, 2)), np.repeat(x, 2, axis=0), np.repeat(x, 3)


def cross_entropy_matrix(p, q):
    return -np.einsum("ik,jk->ij", p, np.log(q))


def examples():
    rng = np.random.default_rng(21)
    yield distance_matrix, (rng.normal(size=(3, 2)), rng.normal(size=(4, 2)))
    yield distance_matrix, (np.zeros((0, 2)), rng.normal(size=(1, 2)))
    yield outer_table, (rng.normal(size=3), rng.normal(size=2))
    yield outer_table, (np.arange(3), np.arange(2, dtype=np.float32))
    yield centre_columns_and_rows, (rng.normal(size=(3, 4)),)
    yield centre_columns_and_rows, (np.arange(4).reshape(2, 2),)
    yield broadcast_write, (rng.normal(size=(3, 2)), rng.normal(size=2), rng.normal(size=3))
    yield broadcast_write, (np.zeros((1, 2)), np.arange(2), np.array([3]))
    yield gram_kernel, (rng.normal(size=(4, 2)), 0.7, 2.0)
    yield gram_kernel, (rng.normal(size=(2, 1)).astype(np.float32), 1.0, np.float32(3))
    yield common_shape, (3, np.arange(2).reshape(2, 1))
    yield common_shape, (1, np.arange(1))
    yield one_hot, (np.array([0, 2, 1]), 3)
    yield one_hot, (np.array([[1, 5], [0, 0]]), 2)
    yield batched_affine, (rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 3)), rng.normal(size=4))
    yield batched_affine, (rng.normal(size=(3, 4)), rng.normal(size=(2, 5, 3)), 1.0)
    yield expand_and_squeeze, (rng.normal(size=4),)
    yield expand_and_squeeze, (np.arange(2),)
    yield grid_function, (3, 4)
    yield grid_function, (1, 2)
    yield vandermonde_fit, (np.linspace(-1, 1, 7), rng.normal(size=7), 2)
    yield vandermonde_fit, (np.arange(3.0), np.arange(3.0), 0)
    yield in_loop_rank, (rng.normal(size=3), 2)
    yield in_loop_rank, (1.5, 3)
    yield scalar_meets_everything, (2.0, rng.normal(size=3), rng.normal(size=(2, 3)))
    yield scalar_meets_everything, (np.float32(2), np.arange(2), np.ones((1, 2), np.float32))
    yield pairwise_wins, (np.array([3, 1, 2, 3]),)
    yield pairwise_wins, (rng.normal(size=5),)
    yield tile_and_repeat, (np.arange(4).reshape(2, 2),)
    yield tile_and_repeat, (rng.normal(size=3),)
    p = rng.uniform(0.1, 1, (2, 3))
    yield cross_entropy_matrix, (p, p[::-1])
    yield cross_entropy_matrix, (np.ones((1, 2)), np.full((3, 2), 0.5))
