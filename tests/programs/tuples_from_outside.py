"""Tuples from outside on one path, or before a loop, and tuples that are made on another."""
import numpy as np

INVALID = (np.nan, 1.0, 2.0)
BOTH = (INVALID, (1, 2))
NAMED = {"a": (1.0, 2.0)}


class Start:
    point = (0.0, 1.0)


def replaced(x):
    r = INVALID
    if x[0] > 0:
        r = (x[0], x[1], x[0])
    return r


def shifted(x):
    r = INVALID
    for v in x:
        r = (r[1], r[2], v)
    return r


def of_two(x):
    a, b = BOTH
    if x[0] > 0:
        a, b = (x[0],) * 3, (3, 4)
    return a, b


def of_a_class(x):
    best = Start.point
    for v in x:
        if v > best[1]:
            best = (best[1], v)
    return best


def of_several_lengths(x):
    return INVALID if x[0] > 0 else (x[0], x[1])


def in_a_while_loop(x):
    t = NAMED["a"]
    while t[0] < 10:
        t = (t[0] + abs(x[0]), t[1])
    return t


def nested(x):
    return BOTH if x[0] > 0 else ((x[0], x[1], x[0]), (5, 6))


def twice(x):
    if x[0] < 0:
        return INVALID, INVALID
    r = (x[0], 2 * x[0], 3 * x[0])
    return r, r


def examples():
    for x in (np.array([1.0, 2.0]), np.array([-1.0, 2.0])):
        for f in (replaced, shifted, of_two, of_a_class, of_several_lengths, in_a_while_loop, nested, twice):
            yield f, (x,)
