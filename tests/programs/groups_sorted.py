"""Groups whose sizes data decide, in lists beside their keys: sorted, chosen, copied, changed through either list."""

import copy
from collections import defaultdict

import numpy as np


def grouped(x):
    groups = defaultdict(list)
    for v in x:
        groups[int(v) % 3].append(v)
    return groups


def by_key(x):
    groups = grouped(x)
    pairs = sorted(groups.items())
    pairs[0][1].append(7.0)
    groups[2].append(8.0)
    return [(k, sum(g)) for k, g in pairs], [(k, sum(g)) for k, g in groups.items()]


def by_size(x):
    return sorted(grouped(x).items(), key=lambda pair: (-len(pair[1]), pair[0]))


def groups_alone_by_size(x):
    return [g[0] for g in sorted(grouped(x).values(), key=lambda g: (len(g), g[0]), reverse=True)]


def the_larger_ones(x):
    groups = grouped(x)
    large = [g for g in groups.values() if len(g) > 1]
    large[-1].append(3.0)
    return [len(g) for g in large], [sum(g) for g in groups.values()]


def beside_one_of_its_own(x):
    pairs = []
    for k, g in grouped(x).items():
        if len(g) > 1:
            pairs.append((k, g))
    pairs.append((9, [1.0, 2.0]))
    return [(k, sum(g)) for k, g in pairs], pairs


def the_last_by_key(x):
    pairs = sorted(grouped(x).items(), reverse=True)
    k, g = pairs.pop()
    return k, g, [other for other, _ in pairs]


def made_in_a_while(x):
    rows = []
    for v in x:
        row = []
        while len(row) < v:
            row.append(v * len(row))
        rows.append((v, row))
    rows.sort(key=lambda pair: (len(pair[1]), pair[0]))
    return [(v, sum(row)) for v, row in rows]


def sorted_in_a_loop(x):
    groups = grouped(x)
    for i in range(3):
        pairs = sorted(groups.items(), key=lambda pair: pair[1][-1])
        pairs[0][1].append(float(i * 3))
    return [sum(g) for g in groups.values()]


def mean_of_each(x):
    return {k: sum(g) / len(g) for k, g in sorted(grouped(x).items())}


def copies(x):
    groups, chosen = grouped(x), []
    for v in x:
        if v > 0:
            chosen.append(v)
    deep, own, shallow = copy.deepcopy(groups), copy.deepcopy(chosen), copy.copy(x[x > 1])
    deep[0].append(1.0)
    own[0] = 5.0
    shallow[0] = 7.0
    return [sum(g) for g in groups.values()], sum(deep[0]), chosen, own, shallow.sum()


def examples():
    for f in (by_key, by_size, groups_alone_by_size, the_larger_ones, beside_one_of_its_own, the_last_by_key,
              made_in_a_while, sorted_in_a_loop, mean_of_each, copies):
        yield f, (np.array([3.0, 1.0, 4.0, 1.5, -5.0, 9.0]),)
    yield by_size, (np.array([2.0, 1.0, 3.0, 2.5]),)
