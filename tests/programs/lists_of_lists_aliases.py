"""Lists that are items of a list of lists have one content under all names."""
import copy

import numpy as np


def grouped(x, k):
    groups = [[] for _ in range(40)]
    for i, v in zip(k, x):
        groups[i % 3].append(v)
    return groups


def by_two_names(x, k):
    groups = grouped(x, k)
    first = groups[0]
    groups[0].append(x[0] * 7)
    first.append(x[1] * 8)
    return first, len(groups[0]), groups[0]


def shallow_copy(x, k):
    groups = grouped(x, k)
    other = groups.copy()
    other[0].append(x[0])
    other[1] = [x[1]]
    return groups[:3], other[:3]


def slices(x, k):
    groups = grouped(x, k)
    part = groups[1:3]
    part[0].append(x[0])
    part.append([x[1]])
    return groups[:3], part


def the_same_twice(x, k):
    groups = grouped(x, k)
    groups[0] = groups[1]
    groups[0].append(x[0])
    i, j = k[0] % 3, k[2] % 3
    return groups[:3], groups[0] is groups[1], groups[1] is groups[2], groups[i] is groups[j], groups[i] is groups[0]


def taken_out(x, k):
    groups = grouped(x, k)
    one = groups.pop(1)
    one.append(x[0])
    groups[1].append(x[1])
    return one, groups[:3]


def deep_copy(x, k):
    groups = grouped(x, k)
    other = copy.deepcopy(groups)
    other[0].append(x[0])
    return groups[:3], other[:3]


def chosen(x, k):
    groups = grouped(x, k)
    one = groups[0] if x[0] > 0 else groups[1]
    one.append(x[1])
    return groups[:3], one


def of_two(x, k):
    groups, others = grouped(x, k), grouped(x + 1, k)
    chosen = groups if x[0] > 0 else others
    chosen[0].append(x[1])
    return chosen[:3]


def carried(x, k):
    groups = grouped(x, k)
    one = groups[0]
    for i, v in zip(k, x):
        if v > 2:
            one = groups[i % 3]
        one.append(v * 10)
    return groups[:3], one


def put_in_and_changed(x, k):
    groups = []
    for v in x:
        if v > 0:
            one = [v]
            groups.append(one)
            one.append(v * v)
    return groups


def changed(x, k):
    groups = grouped(x, k)
    groups[2].append(0.5)
    groups[2].remove(0.5)
    groups[0].insert(0, -x[0])
    groups[0].reverse()
    groups[1].extend(groups[0])
    groups[1] += [x[1]]
    groups[1][-1] = x[2]
    del groups[1][0]
    last = groups[0].pop()
    groups[2].clear()
    return groups[:3], last, groups[1].index(x[2]), groups[1].count(x[2])


def changed_pairs(x, k):
    groups = [[] for _ in range(40)]
    for i, v in enumerate(x):
        groups[k[i] % 3].append((i, v))
    first = groups[0]
    first.append((9, x[0]))
    last = groups[1].pop()
    groups[0][0] = (4, x[1])
    return groups[:3], last, first


def read(x, k):
    groups = grouped(x, k)
    return ([sorted(a) for a in groups[:3]], [max(a) if a else None for a in groups[:4]], sum(groups[:3], []),
            list(zip(groups[0], groups[2])), list(reversed(groups[1])), np.array(groups[1]) * 2,
            np.concatenate([groups[0], groups[1]]), groups[0] == groups[1], groups[2] != groups[0], x[0] in groups[0])


def by_index(x, k):
    groups, total = grouped(x, k), 0.0
    for i, group in enumerate(groups):
        for j, v in enumerate(group):
            total += v * i + j * v
    return total, [v for group in groups for v in group]


def out_of_range(x, k):
    try:
        return grouped(x, k)[0][k[3] + 9]
    except IndexError:
        return x[0]


def no_such_list(x, k):
    groups = grouped(x, k)
    try:
        return groups[k[3] + 60]
    except IndexError:
        return groups[0]


def until_it_fails(x, k):
    groups = grouped(x, k)
    try:
        groups[0].append(x[0])
        missing = groups[1][k[0] + 7]
        groups[0].append(missing)
    except IndexError:
        groups[2].append(x[1])
    return groups[:3]


def by_a_function(x, k):
    def put(rows, i, v):
        rows[i].append(v)
        return rows[i]

    groups = grouped(x, k)
    one = put(groups, k[0] % 3, x[0])
    one.append(x[1])
    return groups[:3]


class Holder:
    def __init__(self, of):
        self.of = of


def holder(items, i):
    if i < 0:
        raise KeyError(i)
    return Holder(items)


def an_object_returned_behind_a_check(x, k):
    """The object that it holds was there before, and stays the same."""
    items = Holder(x[0])
    held = holder(items, k[0])
    held.of.of = x[1]
    return items.of


class Worker:
    def __init__(self, pool, number, columns):
        self.pool, self.number, self.columns = pool, number, columns


def objects_with_the_same_names(x, k):
    """What lists in a pool are known by, a user's objects may have too."""
    one, other = Worker(x, 1, x[:1]), Worker(x, 1, x[:1])
    workers = [one]
    if x[0] > 0:
        other.total = x[1]
    return one is other, one is one, workers[0] is one, other.number, len(workers)


def examples():
    xs = [np.array([1.0, -2.0, 3.0, 4.0, -1.0, 2.0, 3.1]), np.array([-0.5, 2.5, -1.5, -0.25, 3.0, 3.5, -2.0])]
    ks = [np.array([0, 1, 2, 0, 4, 5, 7]), np.array([2, 1, 1, 0, 2, 0, 0])]
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__ and f is not grouped
                 and getattr(f, "__code__", None) and f.__code__.co_varnames[:2] == ("x", "k")]
    for f in functions:
        for x, k in zip(xs, ks):
            yield f, (x, k)
