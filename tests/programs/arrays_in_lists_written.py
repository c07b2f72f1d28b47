"""Arrays and lists of numbers that are items of lists and dicts of computed length, written in their places."""

from collections import defaultdict

import numpy as np


def last_of_a_list(x):
    found = [np.zeros(2)]
    for v in x:
        if v > 2:
            found.append(np.zeros(2))
        found[-1][0] += v
        found[-1] += 1
    return found


def under_computed_keys(x):
    sums = {}
    for v in x:
        k = int(v) % 3
        if k not in sums:
            sums[k] = np.zeros(2)
        sums[k][0] += 1
        row = sums[k]
        row[1] += v
    return [(k, row[1] / row[0]) for k, row in sums.items()]


def by_default(x):
    sums = defaultdict(lambda: np.zeros(2))
    for v in x:
        sums[int(v) % 3] += np.array([1.0, v])
    return [(k, row[1] / row[0]) for k, row in sums.items()]


def lists_by_default(x):
    sums = defaultdict(lambda: [0.0, 0.0])
    for v in x:
        row = sums[int(v) % 3]
        row[0] += 1
        row[1] += v
    return [(k, total / n) for k, (n, total) in sums.items()]


def in_tuples(x):
    pairs = []
    for v in x:
        if v > 0:
            pairs.append((np.array([v, 0.0]), v))
    pairs[0][0][1] = 5.0
    row, _ = pairs[1]
    row[1] = 7.0
    return [row[1] for row, _ in pairs]


def on_a_grid(x):
    rows = []
    for _ in range(3):
        rows.append(np.zeros(3))
    for v in x:
        rows[int(v) % 3][int(v) % 2] += v
    return rows


def examples():
    for f in (last_of_a_list, under_computed_keys, by_default, lists_by_default, in_tuples, on_a_grid):
        yield f, (np.array([3.0, 1.0, 4.0, 1.5, -5.0, 9.0]),)
