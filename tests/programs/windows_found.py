"""What random programs of slices have found: each was wrong before."""
import numpy as np


def mask_meets_indices(x, y):
    x[np.flatnonzero(y > 0)] -= y[y > 0]


def mask_meets_prefix(x, y):
    n = np.count_nonzero(y > 0)
    return x[:n] + y[y > 0]


def sum_of_spread_slices(x, k):
    y = x[:k[0]]
    return (y[None, :] + y[:, None]).sum(axis=0)


def part_of_a_result(x, k):
    doubled = x[:k[0]] * 2.0
    rest = doubled[1:]
    return rest.sum(), np.sum(1.0 / (1.0 + rest[:-1]))


def growth_in_a_loop_in_a_loop(x, k):
    v = x[:k[0]]
    for _ in range(2):
        for i in range(12):
            v = np.append(v, x[i % 5])
    return v


def another_array_on_one_path(x, k):
    v, w = x[:k[0]], np.arange(30.0)[:5 * k[0]]
    for i in range(10):
        v = np.append(v, 1.0)
        if i == k[0]:
            v = w
    return v


def rows_exchanged(a, k):
    a[[0, 2], k[0]:] = a[[2, 0], k[0]:]


def returned_from_a_loop(x, k):
    v, s = x[:k[0]], 0.0
    for i in range(12):
        v = v * 0.5
        s += v.sum()
        if s > 1.0:
            return s, v
    return s, v


def window_over_the_ends(x, k):
    return np.sum(x[k[0]:k[0] + 3] ** 2)


def windows_before_the_front(x, k):
    s = 0.0
    for i in range(k[0]):
        s = 0.5 * s + np.sum(x[i - 1:i])
    return s


def moving_sums(x):
    sums = np.zeros_like(x)
    for i in range(len(x)):
        sums[i] = np.sum(x[i:i + 3])
    return sums


def window_written(x, k):
    x[k[0]:k[0] + 3] += 1.0
    x[k[0] - 2:k[0]] *= 2.0
    return x


def batch(X, k):
    rows = X[k[0] * 4:(k[0] + 1) * 4]
    return np.mean(np.tanh(rows @ np.ones((3, 2))) ** 2), rows


def window_with_weights(x, k):
    return x[k[0]:k[0] + 3] @ np.array([1.0, 2.0, 3.0])


def window_as_a_matrix(x, k):
    return x[k[0]:k[0] + 4].reshape(2, 2).T * 2.0


def slice_by_numbers_read_twice(x, k):
    return np.fft.rfft(x[k[1]:k[1] + 4])


LOOPS = (growth_in_a_loop_in_a_loop, another_array_on_one_path, returned_from_a_loop)


def examples():
    rng = np.random.default_rng(68)
    x, y = np.abs(rng.normal(size=9)), rng.normal(size=9)
    for f in (mask_meets_indices, mask_meets_prefix):
        yield f, (x.copy(), y)
    for f in (sum_of_spread_slices, part_of_a_result, growth_in_a_loop_in_a_loop, another_array_on_one_path,
              returned_from_a_loop):
        for k in (2, 3):
            yield f, (x, np.array([k]))
    for k in (-11, -9, -8, -4, -3, -2, -1, 0, 2, 5, 6, 7, 8, 9, 12):
        yield window_over_the_ends, (x, np.array([k]))
        yield window_written, (x.copy(), np.array([k]))
    for k in (0, 3, 9):
        yield windows_before_the_front, (x, np.array([k]))
    yield moving_sums, (x,)
    for k in (0, 1, 2):
        yield batch, (rng.normal(size=(10, 3)), np.array([k]))
    for k in (-9, -5, 0, 3):
        yield window_with_weights, (x, np.array([k]))
        yield window_as_a_matrix, (x, np.array([k]))
        yield slice_by_numbers_read_twice, (x, np.array([0, k]))
    yield rows_exchanged, (rng.normal(size=(3, 5)), np.array([2]))
