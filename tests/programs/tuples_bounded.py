"""Tuples of computed length, and lists of tuples that zip(*pairs) takes apart."""
import numpy as np


def positive(x):
    found = []
    for v in x:
        if v > 0:
            found.append(v)
    return found


def pairs(x):
    found = []
    for i, v in enumerate(x):
        if v > 0:
            found.append((i, v))
    return found


def of_a_list(x):
    t = tuple(positive(x))
    return t, len(t), t[0], t[-1], t[1:3], sum(t), max(t), t.count(x[0])


def joined(x):
    t = tuple(positive(x))
    return (t + (x[0], 2.0), (x[0], *x[:1]) + t, t * 2, np.array(t) * 2, np.mean(t), sorted(t), list(t),
            [v * 2 for v in t])


def compared(x):
    t, u = tuple(positive(x)), tuple(positive(x * 1.5))
    return t == u, t < u, t != u, t == tuple(positive(x)), isinstance(t, tuple), isinstance(t, list), type(t) is tuple


def unpacked(x):
    first, *rest = tuple(positive(x))
    return first, rest


def shortened(x):
    t = tuple(positive(x))
    if x[0] > 0:
        t = t[1:]
    return t, bool(t), tuple(reversed(t)), tuple(v for v in x if v > 0)


def of_dicts(x):
    table = {}
    for v in x:
        table[int(v)] = v * v
    return tuple(table.items()), tuple(table), tuple(table.values()), tuple(sorted(table))


def not_found(x):
    t = tuple(positive(x))
    try:
        return t.index(x[0] + 0.5)
    except ValueError:
        return -1


def positions_and_values(x):
    places, values = zip(*pairs(x))
    return places, values, np.array(places) + np.array(values), len(places)


def numbers_alike(x):
    found = []
    for v in x:
        if v > 0:
            found.append((v, v * v))
    found.sort(key=lambda pair: -pair[0])
    roots, squares = zip(*found)
    return np.dot(roots, squares), roots


def lists_in_a_list(x):
    found = []
    for v in x:
        if v > 0:
            found.append([v, v * v])
    one, other = zip(*found)
    return one, other


def nothing_to_unpack(x):
    try:
        places, values = zip(*pairs(-np.abs(x)))
    except ValueError:
        return -1
    return len(places)


def nothing_to_unpack_at_all(x):
    places, values = zip(*pairs(-np.abs(x)))
    return places


def examples():
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                 and f not in (examples, positive, pairs)]
    for f in functions:
        for x in ([1.0, -2.0, 3.0, 4.0, -1.0, 2.0, 3.1], [-0.5, 2.5, -1.5, -0.25, 3.25]):
            yield f, (np.array(x),)
