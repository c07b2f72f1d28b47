"""itertools.groupby by keys that data decide: runs of equal values, run-length codes, groups of sorted items."""
from itertools import groupby
from operator import itemgetter

import numpy as np


def run_lengths(x):
    return [(k, len(list(g))) for k, g in groupby(x > 2)], [(k, len(list(g))) for k, g in groupby(x.tolist())]


def longest_run(x):
    best = 0
    for k, g in groupby([v > 2 for v in x]):
        if not k:
            continue
        n = sum(1 for _ in g)
        if n > best:
            best = n
    return best, max((sum(1 for _ in g) for k, g in groupby(x > 2) if k), default=0)


def by_a_function(x):
    total = 0.0
    for k, g in groupby(sorted(x), key=lambda v: v // 2):
        total += k * sum(g)
    return total


def first_and_rest(x):
    total = 0.0
    for _, g in groupby(x, lambda v: v > 2):
        first = next(g)
        rest = list(g)
        total += first * (1 + len(rest)) + sum(rest)
    return total


def of_pairs(x):
    places = [(k, [i for i, _ in g]) for k, g in groupby(enumerate(x > 2), key=itemgetter(1))]
    pairs = sorted(zip(x.astype(int), x))
    return places, [(k, sum(v for _, v in g)) for k, g in groupby(pairs, key=lambda pair: pair[0])]


def into_dicts(x):
    sizes = dict((int(k), len(list(g))) for k, g in groupby(sorted(x.astype(int))))
    return sizes, {k: sum(g) for k, g in groupby(sorted(x.tolist()), key=lambda v: int(v))}


def first_run(x):
    for k, g in groupby(x > 2):
        if k:
            return len(list(g))
    return -1


def of_a_filtered_list(x):
    kept = []
    for v in x:
        if v > 0.5:
            kept.append(v)
    return [(k, len(list(g))) for k, g in groupby(kept, key=lambda v: v > 2)]


def known(x):
    return {k: sum(v * x[0] for v in g) for k, g in groupby([1, 1, 2, 3, 3], key=lambda t: t % 2)}


def examples():
    for x in (np.array([1.0, 3.0, 3.0, 2.5, 0.0, 1.0, 4.0]), np.array([0.5, 0.5])):
        for f in (run_lengths, longest_run, by_a_function, first_and_rest, of_pairs, into_dicts, first_run,
                  of_a_filtered_list, known):
            yield f, (x,)
