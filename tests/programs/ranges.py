"""Ranges are objects of Python's: items, membership, truth, equality, attributes; with computed bounds, too."""
import numpy as np


def items(x):
    r = range(2, 10, 3)
    return range(5)[-1], r[1], list(r[::-1]), range(10)[2:8:3], range(-3)[0:0], r.index(5), r.count(4), len(r)


def members(x, n):
    r = range(0, 10, 3)
    return 9 in r, 2.0 in range(3), n in r, n * 1.0 in r, n in range(9, -1, -2), n not in range(n), 4 in range(n)


def equal(x):
    return range(3) == range(3), range(0) == range(2, 2), range(3) == [0, 1, 2], range(3) != range(4), str(range(3))


def truth(x, n):
    return bool(range(0)), bool(range(2, 1)), 1 if range(3) else 2, 5 if range(n) else 6, not {}.keys()


def computed(x, n):
    r = range(1, n + 3, 2)
    return r[0], r[-1], r[n % 2], len(r), r.start, r.stop, r.step, sum(r), n in r


def by_a_computed_index(x, n):
    return range(5)[n], range(10, 0, -3)[-n], [x[i] for i in range(3)][-1]


def as_an_index(x):
    return x[range(2)], np.array(range(3)), isinstance(range(3), range), range(4)


def as_an_index_of_blocks(y, columns, n):
    """Blocks of computed length, each indexed by as many integers as it has rows."""
    rows = []
    for k in range(n):
        block = y[3 * k:3 * k + 3]
        rows.append(block[range(len(block)), columns])
    return rows


def as_an_index_of_batches(y, columns):
    total, start = 0.0, 0
    while start < len(y):
        batch = y[start:start + 4]
        total += batch[range(len(batch)), columns[start:start + 4]].sum()
        start += 4
    return total


def as_an_index_of_data(y, mask):
    n = mask.sum()
    y = y.copy()
    y[range(n), 1] = 5.0
    y[range(1, n, 2)] *= 2.0
    return y, y[range(n - 1, -1, -1)]


def examples():
    y = np.arange(12.0).reshape(6, 2)
    yield as_an_index_of_blocks, (y, np.array([0, 1, 1]), 2)
    yield as_an_index_of_batches, (y, np.array([0, 1, 1, 0, 0, 1]))
    yield as_an_index_of_data, (y, np.array([True, False, True, True, False, False]))
    x = np.array([1.0, 2.0, 3.0])
    for f in (items, equal, as_an_index):
        yield f, (x,)
    for f in (members, truth, computed):
        for n in (0, 3, 6):
            yield f, (x, n)
    for n in (1, 2, 3):
        yield by_a_computed_index, (x, n)
