"""Joining, cutting and rearranging."""
import numpy as np


def reshapes(a):
    return a.reshape(-1), a.reshape(2, -1), a.ravel(order="F"), a.T.reshape(-1), np.reshape(a, (1,) + a.shape)


def axes_about(a):
    cut = np.squeeze(a[:1])
    return a.transpose(2, 0, 1), np.swapaxes(a, 0, 2), np.moveaxis(a, 0, -1), np.expand_dims(a, 1).shape, cut


def joins(a, b):
    return (
        np.concatenate([a, b]),
        np.concatenate((a, b), axis=1),
        np.stack([a, b], axis=1),
        np.hstack([a, b]),
        np.vstack([a, b[0]]),
        np.column_stack([a[:, 0], b]),
        np.concatenate([a, b], axis=None),
    )


def splits(x):
    first, second = np.split(x, 2)
    thirds = np.array_split(x, 3)
    head, tail = np.split(x, [1])
    return first - second, [len(t) for t in thirds], thirds[0].sum(), head * tail.sum()


def turned(a):
    moved = np.roll(a, (1, -1), (0, 1))
    return np.flip(a), np.flipud(a), np.fliplr(a), np.rot90(a), np.flip(a, axis=0), moved


def triangles(a):
    folded = np.tril(a, -1) + np.triu(a, 1).T
    return np.tril(a), np.triu(a, 1), folded, np.diag(a), np.diag(np.diag(a)), np.trace(a, 1)


def builders(n):
    return (
        np.eye(n, n + 1, 1),
        np.arange(1, n + 1, dtype=np.float64) ** 2,
        np.linspace(0, 1, n, endpoint=False),
        np.logspace(0, 2, n),
        np.identity(n) * 2,
        np.full((n, 2), 7),
        np.diag(np.arange(n), k=-1),
        np.zeros((n, 0)).size,
    )


def windows_by_stacking(x, width):
    return np.stack([x[i : x.size - width + 1 + i] for i in range(width)], axis=1)


def block_matrix(a, b):
    zero = np.zeros((a.shape[0], b.shape[1]))
    return np.block([[a, zero], [np.ones((b.shape[0], a.shape[1])), b]]), np.pad(a, ((0, 1), (2, 0)))


def interleave(a, b):
    out = np.empty((a.size + b.size,), dtype=a.dtype)
    out[0::2] = a
    out[1::2] = b
    return out, np.stack([a, b]).T.ravel()


def toeplitz(column, row):
    n, m = column.size, row.size
    values = np.concatenate([column[::-1], row[1:]])
    return values[np.arange(m)[None, :] - np.arange(n)[:, None] + n - 1]


def bordered(a):
    out = np.zeros((a.shape[0] + 2, a.shape[1] + 2), a.dtype)
    out[1:-1, 1:-1] = a
    out[0, 1:-1], out[-1, 1:-1] = a[-1], a[0]
    out[1:-1, 0], out[1:-1, -1] = a[:, -1], a[:, 0]
    return out


def shape_arithmetic(a):
    """Shapes are Python numbers and decide by themselves."""
    rows, columns = a.shape
    wide = columns > rows
    target = (rows * columns // 2, 2) if a.size % 2 == 0 else (a.size,)
    sums = (a.T if wide else a) @ np.ones(min(rows, columns))
    return sums, a.reshape(target), a.ndim + len(target), a.nbytes


def upsample_nearest(image, factor):
    rows, columns = image.shape
    spread = np.broadcast_to(image[:, None, :, None], (rows, factor, columns, factor))
    return spread.reshape(rows * factor, columns * factor), np.kron(image, np.ones((factor, factor)))


def polynomial_companion(coefficients):
    n = coefficients.size - 1
    companion = np.zeros((n, n))
    companion[1:, :-1] = np.eye(n - 1)
    companion[:, -1] = -coefficients[:0:-1] / coefficients[0]
    return companion, np.polyval(coefficients, 2.0)


def to_python_and_back(x):
    scalars = float(x[0]), int(x[-1]), x[:1].item()
    return scalars, np.asarray(x) + np.array(2), np.atleast_2d(x), np.float32(3) * x


def examples():
    rng = np.random.default_rng(42)
    a, b = rng.normal(size=(2, 3)), rng.normal(size=(2, 3))
    yield reshapes, (a,)
    yield reshapes, (np.arange(8).reshape(4, 2),)
    yield axes_about, (rng.normal(size=(2, 3, 4)),)
    yield axes_about, (np.arange(6).reshape(1, 2, 3),)
    yield joins, (a, b)
    yield joins, (np.arange(4).reshape(2, 2), np.ones((2, 2), np.float32))
    yield splits, (rng.normal(size=8),)
    yield splits, (np.arange(4),)
    yield turned, (a,)
    yield turned, (np.arange(4).reshape(2, 2),)
    yield triangles, (rng.normal(size=(3, 3)),)
    yield triangles, (np.array([[5]]),)
    yield builders, (3,)
    yield builders, (1,)
    yield windows_by_stacking, (rng.normal(size=7), 3)
    yield windows_by_stacking, (np.arange(2), 2)
    yield block_matrix, (a, rng.normal(size=(3, 2)))
    yield block_matrix, (np.ones((1, 1)), np.ones((1, 1)))
    yield interleave, (np.arange(3.0), -np.arange(3.0))
    yield interleave, (np.array([1]), np.array([2]))
    yield toeplitz, (np.array([1.0, 2.0, 3.0]), np.array([1.0, 5.0]))
    yield toeplitz, (np.array([4]), np.array([4]))
    yield bordered, (a,)
    yield bordered, (np.array([[True]]),)
    yield shape_arithmetic, (a,)
    yield shape_arithmetic, (rng.normal(size=(3, 1)).astype(np.float32),)
    yield upsample_nearest, (a, 2)
    yield upsample_nearest, (np.array([[3]]), 3)
    yield polynomial_companion, (np.array([2.0, -3.0, 1.0, 5.0]),)
    yield polynomial_companion, (np.array([1.0, 2.0]),)
    yield to_python_and_back, (rng.normal(size=3),)
    yield to_python_and_back, (np.arange(2, dtype=np.int16),)
