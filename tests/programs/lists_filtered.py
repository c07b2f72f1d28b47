"""Comprehensions, generator expressions and `filter` with conditions on data; sets and dicts filled under them."""
import numpy as np


def positions(x, k):
    return [i for i in range(len(x)) if x[i] == k[0]]


def inside_functions(x, k):
    total = sum([v * v for v in x if v > k[0]]) + sum(2 * v for v in x if v > k[0])
    largest = max([v for v in x if v != k[0]]), min(-v for v in x if v != k[0])
    return total, largest, len([v for v in x if v == k[0]]), np.array([3 * v for v in x if v >= k[0]])


def none_left(x, k):
    return max((v for v in x if v > 100 * k[0]), default=-1), max(v for v in x if v > 4)


def from_generators(x, k):
    listed = list(v for v in x if v > k[0])
    kept = list(filter(lambda v: v > k[0], x))
    return listed, sorted(v for v in x if v >= k[0]), kept, any(v > 3 for v in x if v > k[0])


def two_loops(x, k):
    sums = [i + j for i in range(len(x)) for j in range(i) if x[i] == x[j]]
    return sums, [(i, i + 1) for i, v in enumerate(x) if v > k[0]]


def of_a_list(xs, k):
    return [v for v in xs if v > k], len([v for v in xs if v == k])


def means_by_class(rows, labels):
    means = np.zeros((2, 3))
    for c in range(2):
        mine = [rows[i] for i in range(len(labels)) if labels[i] == c]
        means[c] = np.mean(mine, axis=0)
    return means


def set_and_dict(x, k):
    d = {i: v for i, v in enumerate(x) if v > k[0]}
    return len({v for v in x if v > k[0]}), d, len(d)


def counts(x, k):
    found = {}
    for v in x:
        key = v % 3
        if key in found:
            found[key] += 1
        else:
            found[key] = 1
    return found, len(found)


def in_order_of_first(x, k):
    seen, out = set(), []
    for v in x:
        if v not in seen:
            seen.add(v)
            out.append(v)
    return out


def places_seen_before(x, k):
    last, out = {}, []
    for i, v in enumerate(x):
        if v in last:
            out.append(last[v])
        last[v] = i
    return out, len(last)


def steps_up(x):
    kept = [v for v in x if v > 0]
    return [b - a for a, b in zip(kept, kept[1:])]


def kept_by_mask(x):
    kept, total = x[x > 0], 0.0
    for v in kept:
        total += v
    return total, list(kept)


class Point:
    def __init__(self, x):
        self.x = x


def behind_known_items(x):
    numbers = [v for v in x if v > 0]
    pairs, rows, points, optional = [], [], [], []
    for k, v in enumerate(x):
        optional.append(v if v > 0 else None)
        if v > 0:
            pairs.append((k, v))
            rows.append([v])
            points.append(Point(v))
    for row in rows:
        row.append(1.0)
    found = [Point(0.5)] + points
    return ([1.0] + numbers, [(7, 0.5)] + pairs, [[9.0, 8.0]] + rows, ["c"] + ["a" if v > 1 else "b" for v in numbers],
            [None, 1.0] + optional, [p.x for p in found])


def examples():
    functions = (positions, inside_functions, none_left, from_generators, two_loops, set_and_dict, counts,
                 in_order_of_first, places_seen_before)
    for f in functions:
        for x in (np.array([1, 2, 1, 3]), np.array([5, 5, 2, 5])):
            yield f, (x, np.array([1]))
    yield of_a_list, ([1, 2, 1, 3], 1)
    yield of_a_list, ([1.5, 2.0, 0.5], 1.5)
    yield means_by_class, (np.arange(12.0).reshape(4, 3), np.array([0, 1, 0, 1]))
    for x in ([], [2.0], [1.0, -2.0, 4.0]):
        yield steps_up, (np.array(x),)
        yield kept_by_mask, (np.array(x),)
    yield behind_known_items, (np.array([1.0, -2.0, 4.0]),)
