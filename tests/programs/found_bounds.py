"""Slices whose bounds are NumPy's integers of any type: positions are Python's, however long the axis is."""
import numpy as np


def both_parts(x, bounds):
    n = bounds[0]
    return x[:n], x[n:][::-1], x[:n].sum() + x[n:].sum()


def parts_written(x, bounds):
    n = bounds[0]
    x[:n] += 1
    x[:n] = x[:n][::-1]
    return x


def parts_of_parts(x, bounds):
    n = bounds[0]
    return x[1:n][1:], np.concatenate([x[n:], x[:n]]), len(x[n:]), x[-n:]


def element_read_in_two_loops(x, items):
    n = 4
    while n:
        n -= 1
        for _ in items:
            if (x != 1)[n]:
                raise ValueError(n)


def element_asked_for_in_vain(x, b):
    """Reading x[0] as a truth value is tried, and undone."""
    found = b or x[0]
    return x[0], found


def statistics_are_numbers(x):
    w = x[x > 1]
    found = np.median(w), np.quantile(w, 0.25), np.percentile(w, 75), np.nanmedian(w), np.max(w), np.trapezoid(w)
    return [(isinstance(r, float), isinstance(r, np.ndarray)) for r in found]


def examples():
    yield statistics_are_numbers, (np.array([1.0, 2.0, 5.0]),)
    small = np.uint8(3), np.uint8(250), np.int8(-3), np.int8(100), np.int16(-400)
    large = np.uint32(2 ** 32 - 1), np.uint64(3), np.uint64(2 ** 63 + 5), np.int64(2 ** 62)
    for f in (both_parts, parts_written, parts_of_parts):
        for n in (*small, *large):
            yield f, (np.arange(300.0), np.array([n]))
        yield f, (np.arange(4.0), np.array([3], np.uint64))
    for number in (1.0, 2.0):
        yield element_read_in_two_loops, (np.array([1.0, number, 1.0, 1.0]), [1, 1, 1])
    for b in (True, False):
        yield element_asked_for_in_vain, (np.array([3, 4]), b)
