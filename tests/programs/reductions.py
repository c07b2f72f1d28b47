"""Sums, extrema and running values, by the library and by hand."""
import numpy as np


def summary(a):
    return a.sum(), a.mean(), a.min(), a.max(), a.std(), a.var(ddof=1), np.median(a), np.ptp(a)


def along_axes(a):
    return a.sum(axis=0), a.max(axis=-1), a.mean(axis=(0, 1)), a.prod(axis=1, keepdims=True)


def arg_extrema(a):
    return a.argmax(), a.argmin(axis=0), np.argmax(a, axis=1), np.unravel_index(3, a.shape)


def any_all_count(a, limit):
    big = a > limit
    return big.any(), big.all(axis=0), np.count_nonzero(big, axis=1), np.any(big, axis=1, keepdims=True)


def running(x):
    return np.cumsum(x), np.cumprod(x), np.diff(x), np.diff(x, n=2), np.maximum.accumulate(x)


def log_sum_exp(x):
    top = np.max(x)
    return top + np.log(np.sum(np.exp(x - top)))


def online_log_sum_exp(x):
    """One pass, rescaling the sum whenever the maximum grows."""
    top = -np.inf
    total = 0.0
    for value in x:
        if value > top:
            total = total * np.exp(top - value) + 1.0
            top = value
        else:
            total += np.exp(value - top)
    return top + np.log(total)


def min_max_one_pass(x):
    """Pairs first: three comparisons for every two elements."""
    n = len(x)
    if n % 2 == 0:
        low, high = (x[0], x[1]) if x[0] < x[1] else (x[1], x[0])
        start = 2
    else:
        low = high = x[0]
        start = 1
    for i in range(start, n, 2):
        a, b = x[i], x[i + 1]
        if a > b:
            a, b = b, a
        if a < low:
            low = a
        if b > high:
            high = b
    return low, high


def second_largest(x):
    first = second = -np.inf
    for value in x:
        if value > first:
            first, second = value, first
        elif second < value < first:
            second = value
    return second


def majority_vote(x):
    """Boyer and Moore."""
    candidate, count = x[0], 0
    for value in x:
        if count == 0:
            candidate = value
        count += 1 if value == candidate else -1
    return candidate, np.sum(x == candidate) * 2 > x.size


def weighted_average(x, w):
    return np.average(x, weights=w, axis=0), np.sum(x * w[:, None]) / np.sum(w)


def masked_mean(a, keep):
    return np.sum(np.where(keep, a, 0.0), axis=0) / np.maximum(keep.sum(axis=0), 1)


def nan_aware(a):
    return np.nansum(a), np.nanmax(a, axis=0), np.nanmean(a, axis=1), np.isnan(a).sum()


def norms(a):
    rows = np.sqrt(np.einsum("ij,ij->i", a, a))
    return rows, np.abs(a).sum(axis=0).max(), np.linalg.norm(a, axis=1), np.linalg.norm(a, "fro")


def where_and_initial(a):
    return np.sum(a, where=a > 0), np.max(a, initial=-1), np.min(a, axis=0, initial=2, where=a < 1)


def segment_sums(values, segments, n):
    totals = np.zeros(n)
    largest = np.full(n, -np.inf)
    for v, s in zip(values, segments):
        totals[s] += v
        largest[s] = max(largest[s], v)
    return totals, np.where(largest > -np.inf, largest, 0.0)


def sliding_maximum(x, width):
    """A monotone queue in an array."""
    n = len(x)
    queue = np.zeros(n, dtype=np.int64)
    head = tail = 0
    out = np.zeros(n)
    for i in range(n):
        while tail > head and x[queue[tail - 1]] <= x[i]:
            tail -= 1
        queue[tail] = i
        tail += 1
        if queue[head] <= i - width:
            head += 1
        out[i] = x[queue[head]]
    return out


def summed_area(a, top, left, bottom, right):
    """A box sum from four corners of the integral image."""
    table = np.zeros((a.shape[0] + 1, a.shape[1] + 1), dtype=a.dtype)
    table[1:, 1:] = np.cumsum(np.cumsum(a, axis=0), axis=1)
    return table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]


def farthest_from_zero(x):
    return max(x, key=abs), min(x, key=lambda v: (v - 2.0) ** 2), max(range(len(x)), key=lambda i: x[i])


def with_a_default(x, k):
    nothing, some = min(x[:0], default=-1.0), max(x[:k[0]], default=3.0)
    return nothing, some, min(x, default=9.0), max(x[:k[0]], key=abs, default=0.5)


def examples():
    rng = np.random.default_rng(23)
    a, x = rng.normal(size=(3, 4)), rng.normal(size=6)
    yield summary, (a,)
    yield summary, (x[:5],)
    yield summary, (np.array([3, 1, 2, 10]),)
    yield along_axes, (a,)
    yield along_axes, (rng.normal(size=(2, 3, 2)).astype(np.float32),)
    yield arg_extrema, (a,)
    yield arg_extrema, (np.array([[1, 3, 3], [0, 3, 0]]),)
    yield any_all_count, (a, 0.3)
    yield any_all_count, (np.zeros((2, 0)), 0.3)
    yield running, (x,)
    yield running, (np.array([3, -1, 4, 4]),)
    yield log_sum_exp, (x,)
    yield log_sum_exp, (np.array([1000.0, 1000.0]),)
    yield online_log_sum_exp, (x,)
    yield online_log_sum_exp, (x[:1].astype(np.float32),)
    yield min_max_one_pass, (x,)
    yield min_max_one_pass, (x[:5],)
    yield min_max_one_pass, (np.array([4]),)
    yield min_max_one_pass, (np.array([3, 5, 9, 1, 4, 4]),)
    yield second_largest, (x,)
    yield second_largest, (np.array([5.0, 5.0, 2.0]),)
    yield majority_vote, (np.array([2, 1, 2, 2, 3]),)
    yield majority_vote, (np.array([1.0, 2.0, 3.0]),)
    yield weighted_average, (a, np.array([1.0, 2.0, 3.0]))
    yield weighted_average, (np.arange(4).reshape(2, 2), np.array([1, 3]))
    yield masked_mean, (a, a > 0)
    yield masked_mean, (a, np.zeros((3, 4), bool))
    holes = np.where(a > 0.9, np.nan, a)
    yield nan_aware, (holes,)
    yield nan_aware, (np.array([[np.nan, 1.0], [2.0, 3.0]], np.float32),)
    yield norms, (a,)
    yield norms, (np.arange(4.0).reshape(2, 2).astype(np.float32),)
    yield where_and_initial, (a,)
    yield where_and_initial, (np.array([[3, -4]]),)
    yield segment_sums, (x, np.array([0, 2, 2, 0, 0, 2]), 4)
    yield segment_sums, (np.zeros(0), np.zeros(0, np.int64), 1)
    yield sliding_maximum, (x, 3)
    yield sliding_maximum, (np.array([5, 4, 3, 2, 1]), 2)
    yield sliding_maximum, (x, 1)
    yield summed_area, (a, 0, 1, 2, 4)
    yield summed_area, (np.arange(9).reshape(3, 3), 1, 1, 1, 3)
    for n in (3, 10):
        row = np.array([1.0, -5.0, 3.0, 2.5, 0.0, 1.5, 2.1, 3.5, -1.0, 2.2])[:n]
        yield farthest_from_zero, (row,)
        for k in (0, 2):
            yield with_a_default, (row, np.array([k]))
