"""Views of dicts with computed keys: what the keys and values are when they are read."""

import numpy as np


def by_integer(x):
    found = {}
    for w in x:
        found[int(w)] = w
    return found


def changed_by_keys(x):
    d, n = by_integer(x), 0
    for k in d.keys():
        d[k] += 1.0
        n += k
    return sum(d.values()), n, sorted(d.keys()), max(d.values())


def taken_in_each_round(x):
    d, total = {}, 0.0
    for w in x:
        d[int(w)] = d.get(int(w), 0) + w
        values = d.values()
        total += sum(values)
        keys = d.keys()
        if int(w) in keys:
            total += 1
    return total, len(d.keys())


def gone_through(x):
    d = by_integer(x)
    return [v for v in d.values()], list(zip(d.keys(), d.values())), list(reversed(d.keys())), min(d.values())


def changed_while_listed(x):
    d = by_integer(x)
    for k in list(d.keys()):
        if d[k] > 1:
            d[k + 10] = d[k]
    return len(d), sum(d.values())


def grown_in_a_loop(x):
    d = by_integer(x)
    for k in d.keys():
        d[k + 10] = 1.0
    return len(d)


def examples():
    for given in ([1.0, 2.0, 3.0], [1.0, 1.0, 7.0], [0.0, 2.0, 2.0]):
        for function in (changed_by_keys, taken_in_each_round, gone_through, changed_while_listed, grown_in_a_loop):
            yield function, (np.array(given),)
