"""zip of Python lists of unlike items and of lists of computed length."""

import numpy as np

WEIGHTS = [0.5, np.array([2.0, 3.0]), 1.5]
KNOWN = [None, True, None]


def picked(x):
    if x[0] > 0:
        return [x[0], x[1], x[0] * x[1]]
    return []


def weighted(x):
    total = 0.0
    for weight, known, value in zip(WEIGHTS, KNOWN, picked(x)):
        total = total + np.sum(weight * value if known is None else np.where(known, weight * value, 0.0))
    return total


def first_large(x):
    found = []
    for v in x:
        if v > 0:
            found.append(v)
    for name, scale, v in zip(("a", "b", "c"), (1, 2.5, None), found):
        if scale is None:
            break
        if scale * v > 3.0:
            return name, v
    else:
        return "all", 0.0
    return "none", -1.0


def last_pair(x):
    found = [v for v in x if v > 1]
    last, count = None, 0
    for part, v in zip([x[:2], x[:3], 1.0], found):
        if v > 4:
            continue
        last, count = np.sum(part) * v, count + 1
    return last, count


def examples():
    for values in ([0.5, 2.0, 3.0, 1.5], [-1.0, 2.0, 3.0, 5.0], [-1.0, -2.0, 0.0, -3.0], [4.5, 2.0, 1.5, 6.0]):
        for f in (weighted, first_large, last_pair):
            yield f, (np.array(values),)
