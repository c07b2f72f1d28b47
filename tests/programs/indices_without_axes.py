"""Integers of an index that are arrays without axes: what they select is a copy."""
import numpy as np


def row(x, i):
    b = x[i]
    b[0] = 9.0
    return x, b


def written_through(x, i):
    x[i][0] = 9.0
    x[i] += 1.0
    return x


def with_a_slice(x, i):
    b, c, d = x[i, :], x[:, i], x[..., i]
    b[0], c[1], d[2] = 9.0, 8.0, 7.0
    return x, b, c, d


def sum_of_one(x, i):
    b = x[i + 0]
    b[0] = 9.0
    return x, b


def bounds_of_a_slice(x, i):
    b = x[i:i + 1]
    b[0] = 9.0
    return x, b


def made_here(x, i):
    b, c = x[np.array(1)], x[np.asarray(0)]
    b += 1
    c *= 2
    return x, b, c


def of_computed_length(x, i):
    y, z = x[x[:, 0] > 1], x[:int(x[0, 1] + 1)]
    b, c = y[i], z[np.array(0)]
    b[0], c[1] = 9.0, 8.0
    return x, y, z, b, c


def in_a_loop(x, i):
    total = 0.0
    for k in range(2):
        b = x[np.array(k)]
        b += i
        total += b.sum()
    return total, x


def elements(x, i):
    return x[i, 1], x[0][i], x[i][i], x[i, None], x[i, ...]


def examples():
    x = np.arange(9.0).reshape(3, 3)
    for f in (row, written_through, with_a_slice, sum_of_one, bounds_of_a_slice, made_here, of_computed_length,
              in_a_loop, elements):
        for i in (np.array(1), 1):
            yield f, (x.copy(), i)
