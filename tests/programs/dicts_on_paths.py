"""Dicts whose keys are set on some paths only."""

from collections import defaultdict

import numpy as np


def popped(x):
    d = {}
    if x > 0:
        d["a"] = x
    return d.pop("a", 5.0), len(d)


def popped_or_caught(x):
    d = {}
    if x > 0:
        d["a"] = x
    try:
        return d.pop("a")
    except KeyError:
        return -1.0


def deleted_or_caught(x):
    d = {}
    if x > 0:
        d["a"] = x
    try:
        del d["a"]
    except KeyError:
        return -1.0
    return 2.0


def default_set(x):
    d = {}
    if x > 0:
        d["a"] = x
    return d.setdefault("a", 4.0) + d["a"]


def set_again_behind_others(x):
    """The key that was set first on one path is the last on the other."""
    d = {}
    if x > 0:
        d[0] = 1.0
    d[1] = 2.0
    d[0] = 3.0
    return list(d.items()), len(d), d[0]


def deleted_and_set_again(x):
    d = {0: 1.0, 1: 2.0}
    if x > 0:
        del d[0]
    d[0] = 5.0
    return list(d)


def order_that_does_not_matter(x):
    d = {}
    if x > 0:
        d["a"] = 1.0
    d["b"] = 3.0
    d["a"] = 2.0
    return len(d), d == {"a": 2.0, "b": 3.0}, d["a"], "a" in d, d.get("a"), bool(d)


def set_again_in_rounds(x):
    named, numbered = {}, {0: 1.0, 1: 2.0}
    for v in x:
        if v > 2:
            named["a"] = v
            numbered.pop(0, None)
        named["b"] = v
        named["a"] = v * 2
        numbered[0] = v
    return named["a"] + named["b"], len(named), list(numbered.items())


def lists_by_default(x):
    d = {}
    for i in range(len(x)):
        if x[i] < 4:
            d.setdefault(i % 3, []).append(i * 1.0)
    return sum(d[int(x[0]) % 3]), len(d)


def lists_by_test(x):
    d = {}
    for i in range(len(x)):
        if x[i] < 4:
            if i % 3 in d:
                d[i % 3].append(i * 1.0)
            else:
                d[i % 3] = [i * 1.0]
    return [(k, sum(items)) for k, items in d.items()]


def means(x):
    total, count = defaultdict(float), defaultdict(int)
    for i in range(len(x)):
        if x[i] < 4:
            total[i % 3] += x[i]
            count[i % 3] += 1
    return [(k, total[k] / count[k]) for k in total]


def neighbours(x):
    graph = defaultdict(list)
    for i in range(len(x)):
        for j in range(len(x)):
            if i != j and abs(x[i] - x[j]) < 2.5:
                graph[i].append(j)
    found = 0
    for j in graph[int(x[0])]:
        found += j
    return found


def neighbours_with_distances(x):
    graph = defaultdict(list)
    for i in range(len(x)):
        for j in range(len(x)):
            if i != j and abs(x[i] - x[j]) < 2.5:
                graph[i].append((j, abs(x[i] - x[j])))
    total = 0.0
    for j, distance in graph[int(x[0])]:
        total += j * distance
    return total


def keys_that_are_no_names(x):
    d = {"a.b": 1.0, "c d": 2.0, (1, 2): 3.0, -1: 4.0, 0.5: 2.0, "class": 3.0, "": 1.0}
    for k in list(d):
        if x > 0:
            d[k] = d[k] * x
    return d


class Plain:
    a = 10.0


def attributes_set_again(x):
    """What the order of attributes does not matter for."""
    o = Plain()
    if x > 0:
        o.a = 1.0
    o.b, o.rows = 2.0, [x]
    o.a = 3.0
    o.a += x
    return o.a + o.b, hasattr(o, "a"), getattr(o, "a", 5.0), len(vars(o)), o.rows


class Halved(defaultdict):
    def __missing__(self, key):
        return key * 0.5


def missing_that_does_not_store(x):
    d = Halved()
    d[2] = x
    return d[2] + d[3], len(d)


def examples():
    for f in (popped, popped_or_caught, deleted_or_caught, default_set, set_again_behind_others, deleted_and_set_again,
              order_that_does_not_matter, keys_that_are_no_names, attributes_set_again):
        yield f, (1.0,)
        yield f, (-1.0,)
    x = np.array([3.0, 1.0, 4.0, 1.5, 5.0, 9.0])
    for f in (set_again_in_rounds, lists_by_default, lists_by_test, means, neighbours, neighbours_with_distances):
        yield f, (x,)
    yield missing_that_does_not_store, (1.0,)
