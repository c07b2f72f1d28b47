"""Every way to point into an array."""
import numpy as np


def basic(a):
    return a[0], a[-1, 1:], a[:, ::2], a[1:, :-1].sum(), a[..., 0], a[None].shape


def negative_steps(x):
    return x[::-1], x[-2::-2], x[3:0:-1], x[:-3], x[-3:], x[5:100]


def ellipsis_and_newaxis(a):
    return a[..., None], a[:, None, ..., 0], a[0, ...], a[..., ::-1, :]


def gather_rows(table, index):
    return table[index], table[index].mean(axis=0), table[:, index[:2]]


def gather_pairs(a, rows, columns):
    """Two integer arrays make a list of points; np.ix_ makes a grid."""
    return a[rows, columns], a[np.ix_(rows, columns)], a[rows][:, columns]


def diagonal_by_index(a):
    n = min(a.shape)
    a[np.arange(n), np.arange(n)] = 0
    a[np.arange(n), -1] += 5
    return a


def mask_write(a, limit):
    a[a > limit] = limit
    a[a < -limit] *= 0.5
    return a


def mask_write_rows(a, chosen):
    a[chosen] = -1
    a[~chosen, 0] = 9
    return a


def mask_write_in_loop(x, thresholds):
    """The mask is computed from what the last round wrote."""
    for level in thresholds:
        high = x > level
        x[high] = level
        x[~high] += 0.25
    return x


def scatter_unique(index, values, n):
    out = np.zeros(n, dtype=values.dtype)
    out[index] = values
    return out


def scatter_add_loop(index, values, n):
    """Repeated indices add up, one at a time."""
    out = np.zeros(n)
    for i, v in zip(index, values):
        out[i] += v
    return out


def scatter_add_at(index, values, n):
    out = np.zeros(n, dtype=values.dtype)
    np.add.at(out, index, values)
    return out


def moving_window(x, width):
    """A dynamic start with a static size."""
    n = x.size - 4
    out = np.zeros(n)
    for i in range(n):
        out[i] = np.dot(x[i : i + 5], np.arange(5)) / width
    return out


def patches(image):
    rows, columns = image.shape[0] - 1, image.shape[1] - 1
    out = np.zeros((rows, columns))
    for i in range(rows):
        for j in range(columns):
            out[i, j] = np.linalg.norm(image[i : i + 2, j : j + 2])
    return out


def dynamic_read_write(a, i, j):
    a[i, j] += a[j, i]
    a[i] = a[i] * 2
    a[:, j] -= 1
    return a[i, j], a


def negative_dynamic(x, n):
    """x[-1], x[-2] ... with the index computed in the loop."""
    total = 0.0
    for k in range(1, n + 1):
        total = total * 2 + x[-k]
    return total


def permute(x, order):
    inverse = np.zeros_like(order)
    inverse[order] = np.arange(order.size)
    shuffled = x[order]
    return shuffled, shuffled[inverse], inverse


def take_and_put(a, index):
    best = np.argmax(a, axis=1)
    picked = np.take_along_axis(a, best[:, None], axis=1)
    return np.take(a, index, axis=1), picked, a[np.arange(len(a)), best]


def lookup_chain(start, table, n):
    where = start
    trail = np.zeros(n, dtype=table.dtype)
    for k in range(n):
        where = table[where]
        trail[k] = where
    return trail


def where_select(x):
    return np.where(x > 0, x, 0) + np.select([x > 1, x < -1], [10.0, -10.0], default=0.0)


def three_dimensional(a):
    a = a.copy()
    a[0, :, 1] = a[1, :, 0]
    a[:, 1:, :] *= 2
    a[-1, ..., -1] = 0
    return a, a[:, [1, 0]], a[1, :, [0, 1]]


def scalar_array_index(x, i):
    """A 0-d array or a NumPy integer is an index like any other."""
    j = np.argmin(x)
    return x[j], x[i], x[i - 1] + x[(i + j) % x.size]


def boolean_scalar_select(x, flag):
    return x * flag + x[::-1] * (not flag)


def checkerboard(n):
    board = np.zeros((n, n), dtype=np.int64)
    board[::2, 1::2] = 1
    board[1::2, ::2] = 1
    return board


def examples():
    rng = np.random.default_rng(22)
    a = np.arange(12.0).reshape(3, 4)
    x = rng.normal(size=7)
    yield basic, (a,)
    yield basic, (np.arange(4).reshape(2, 2),)
    yield negative_steps, (x,)
    yield negative_steps, (np.arange(4),)
    yield ellipsis_and_newaxis, (np.arange(12).reshape(2, 3, 2),)
    yield ellipsis_and_newaxis, (a,)
    yield gather_rows, (a, np.array([2, 0, 2]))
    yield gather_rows, (a, np.array([-1, -2]))
    yield gather_pairs, (a, np.array([0, 2]), np.array([3, 1]))
    yield gather_pairs, (a, np.array([1]), np.array([-1]))
    yield diagonal_by_index, (a + 1,)
    yield diagonal_by_index, (np.ones((4, 2), np.int64),)
    yield mask_write, (3 * rng.normal(size=(3, 3)), 1.5)
    yield mask_write, (np.array([0.5, 0.25]), 1.0)
    yield mask_write_rows, (a.copy(), np.array([True, False, True]))
    yield mask_write_rows, (np.zeros((2, 2), np.int32), np.array([False, False]))
    yield mask_write_in_loop, (np.array([0.1, 2.0, 0.7, -1.0]), np.array([1.5, 1.0, 0.5]))
    yield mask_write_in_loop, (np.ones(2, np.float32), np.zeros(0, np.float32))
    yield scatter_unique, (np.array([4, 0, 2]), np.array([1.0, 2.0, 3.0]), 6)
    yield scatter_unique, (np.array([1]), np.array([5]), 2)
    yield scatter_add_loop, (np.array([0, 2, 0, 0]), np.array([1.0, 2.0, 4.0, 8.0]), 3)
    yield scatter_add_loop, (np.zeros(0, np.int64), np.zeros(0), 2)
    yield scatter_add_at, (np.array([0, 2, 0, 0]), np.array([1, 2, 4, 8]), 3)
    yield scatter_add_at, (np.array([1, -1]), np.array([1.5, 2.5]), 2)
    yield moving_window, (x, 2.0)
    yield moving_window, (np.arange(5), 4)
    yield patches, (rng.normal(size=(3, 4)),)
    yield patches, (np.ones((2, 2), np.float32),)
    yield dynamic_read_write, (np.arange(9.0).reshape(3, 3), 1, 2)
    yield dynamic_read_write, (np.arange(4).reshape(2, 2), 0, 0)
    yield negative_dynamic, (x, 3)
    yield negative_dynamic, (np.arange(4), 4)
    yield permute, (x, rng.permutation(7))
    yield permute, (np.array([1, 2]), np.array([1, 0]))
    yield take_and_put, (rng.normal(size=(3, 4)), np.array([3, 0]))
    yield take_and_put, (np.array([[1, 5, 2]]), np.array([[2, 1]]))
    yield lookup_chain, (0, np.array([3, 0, 1, 2]), 5)
    yield lookup_chain, (2, np.array([1, 1, 0], np.int32), 0)
    yield where_select, (np.array([-2.0, -0.5, 0.5, 3.0]),)
    yield where_select, (np.array([[0, 2]]),)
    yield three_dimensional, (rng.normal(size=(2, 3, 2)),)
    yield three_dimensional, (np.arange(8).reshape(2, 2, 2),)
    yield scalar_array_index, (x, np.int32(2))
    yield scalar_array_index, (x, np.array(3))
    yield boolean_scalar_select, (x, True)
    yield boolean_scalar_select, (x, False)
    yield checkerboard, (5,)
    yield checkerboard, (1,)
