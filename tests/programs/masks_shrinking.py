"""Index arrays that masks choose, in loops in which ever fewer elements are left."""

import numpy as np


def escape(x, rounds):
    """Points leave once they are large; the rest goes on."""
    count = np.zeros((3, 4), dtype=int)
    last = np.zeros((3, 4))
    rows, columns = np.indices((3, 4))
    z = np.zeros((3, 4))
    rows.shape = columns.shape = z.shape = 12
    c = x.copy()
    c.shape = 12
    for k in range(rounds):
        if not len(z):
            break
        z = z * z + c
        out = np.abs(z) > 2
        count[rows[out], columns[out]] = k + 1
        last[rows[out], columns[out]] = z[out]
        out = ~out
        z, rows, columns, c = z[out], rows[out], columns[out], c[out]
    return count, last


def marked(x):
    out = np.zeros((3, 4))
    rows, columns = np.arange(12) % 3, np.arange(12) % 4
    y = x.ravel()
    for k in range(3):
        chosen = y > k
        out[rows[chosen], columns[chosen]] = k + 1
        rows, columns, y = rows[~chosen], columns[~chosen], y[~chosen]
    return out, len(y)


def pairs(x):
    out = np.zeros((3, 4))
    y = x.ravel()
    front, back = y > 0.3, y[::-1] > 0.3
    rows, columns = (np.arange(12) % 3)[front], (np.arange(12) % 4)[back]
    out[rows, columns] = y[front]
    out[rows, columns] += y[::-1][back]
    n = min(len(rows), np.sum(y > 1))
    out[rows[:n], columns[:n]] = -1.0
    return out


def reshaped(x):
    y = x * 2
    first = y[0]
    y.shape = (4, -1)
    y[3, 2] = 7.0
    first[0] = -1.0
    if x[0, 0] > 0:
        z = x + 1
        z.shape = 12
        y[0, 1] = z[5]
    return y, first, y.shape


def examples():
    x = np.array([[0.5, 2.0, 3.5, -1.0], [1.2, 0.1, -0.5, 0.3], [-1.5, 2.5, 0.25, 1.0]])
    for values in (x, -x, 0 * x):
        yield escape, (values, 12)
        for f in (marked, pairs, reshaped):
            yield f, (values,)
