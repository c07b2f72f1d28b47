"""Slices of lists whose bounds data decide: assigned, swapped, deleted; lists that loops make anew by + and by
comprehensions."""

import numpy as np


def swapped_tails(a, b, z):
    a, b = list(a), list(b)
    k = int(z[0])
    a[k:], b[k:] = b[k:], a[k:]
    return a, b


def swapped_parts(a, b, z):
    a, b = list(a), list(b)
    i, j = int(z[0]), int(z[1])
    a[i:j], b[i:j] = b[i:j], a[i:j]
    return a, b


def turned_part(a, b, z):
    a, b = list(a), list(b)
    i, j = int(z[0]), int(z[1])
    a[i:j] = reversed(a[i:j])
    b[i:j] = sorted(b[i:j], reverse=True)
    return a, b


def of_other_lengths(a, b, z):
    a, b = list(a), list(b)
    i, j = int(z[0]), int(z[1])
    a[i:], b[j:] = b[j:], a[i:]
    b[i:j] = [7.0, z[0] * 1.0]
    a[:i] = [z[1] * 1.0] * j
    del b[1:i]
    return a, b, len(a), len(b)


def in_a_loop(a, b, z):
    a, b = list(a), list(b)
    for k in range(int(z[1])):
        a[k : k + 1] = b[k : k + 1]
        b[k : k + 2] = [7.0 * k, 8.0, 9.0]
    return a, b


def indexed_and_longer(a, b, z):
    a, b = list(a), list(b)
    for k in range(int(z[0]) + 3):
        a.append(a[k] + 1.0)
        b.insert(k, 2.0 * k)
    return a, b


def sums_of_lists(z):
    a, b, c = [1.0, 2.0], [], [0.5]
    for k in range(int(z[1])):
        a = a + [5.0 * k]
        b = a[k:] + b[:k] + [1.0]
        c = [2.0 * k] + c
    return a, b, c


def made_anew(z):
    a, b, c = [], [1.0], [1.0]
    for k in range(int(z[1])):
        a = [2.0 * v for v in a] + [5.0 * k]
        b = b + [2.0 * v for v in b]
        c = [v for v in c if v > 0.5] + [k * 1.0]
    return a, b, c


def stops_before_starts(x, z):
    """x[i:i - 1] is x[0:-1] where i is 0."""
    i = int(z[0])
    y = x.copy()
    y[i : i - 1] = 9.0
    y[i - 2 : i - 1] *= 2.0
    return x[i : i - 1].sum(), x[i : i - 2].sum(), x[i - 1 : i].sum(), y, sum(sorted(x[i : i - 1]))


def examples():
    bounds = [np.array(z) for z in ([1, 3], [2, 2], [0, 4], [3, 1])]
    for f in (swapped_tails, swapped_parts, turned_part, of_other_lengths, in_a_loop, indexed_and_longer):
        for z in bounds:
            yield f, ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], z)
    for f in (sums_of_lists, made_anew):
        for z in bounds:
            yield f, (z,)
    for i in (0, 1, 2, -1, 3):
        yield stops_before_starts, (np.array([5.0, 6.0, 7.0, 8.0, 9.0]), np.array([i]))
