"""Combinations and products of arrays and of lists whose length data decide, and lists that get shorter meanwhile."""
import itertools

import numpy as np


def pairs_of_an_array(x):
    total = 0.0
    for a, b in itertools.combinations(x, 2):
        total += a * b
    return total


def pairs_of_rows(x):
    rows = np.outer(x, x)
    for u, v in itertools.combinations(rows, 2):
        u += 0.5 * v
    return rows


def triples_of_indices(x):
    total = 0.0
    for i, j, k in itertools.combinations(range(len(x)), 3):
        total += x[i] * x[j] - x[k]
    return total


def array_written_meanwhile(x):
    for a, b in itertools.combinations(x, 2):
        x[0] += a * b


def last_pair(x):
    last = None
    for pair in itertools.combinations(x, 2):
        last = pair
    else:
        print("done")
    return last


def positive(x):
    return [v for v in x if v > 0]


def triples_of_a_list(x):
    total = 0.0
    for a, b, c in itertools.combinations(positive(x), 3):
        total += a * b - c
    return total


def all_of_a_list(x):
    sums = [sum(pair) for pair in itertools.permutations(positive(x), 2)]
    equal_too = itertools.combinations_with_replacement(positive(x), 2)
    return list(itertools.combinations(positive(x), 2)), sums, list(equal_too)


def products(x):
    both = [a + b for a, b in itertools.product(positive(x), positive(-x))]
    squares = sum(a * b for a, b in itertools.product(x[x > 0], repeat=2))
    return both, list(itertools.product(positive(x), [1, 2])), squares


def first_above(x):
    for a, b in itertools.combinations(positive(x), 2):
        if a + b > 3:
            return a, b
    return next(itertools.combinations(positive(x), 2), None)


def nearest_merged(x):
    """Each round takes one of the two nearest points away."""
    left, total = list(range(len(x))), 0.0
    while len(left) > 2:
        i, j = min(itertools.combinations(left, 2), key=lambda pair: abs(x[pair[0]] - x[pair[1]]))
        total += abs(x[i] - x[j])
        left.remove(j)
    return total, left


def nearest_merged_by_a_loop(x):
    left, total = list(range(len(x))), 0.0
    while len(left) > 2:
        best = np.inf
        for a, b in itertools.combinations(left, 2):
            if abs(x[a] - x[b]) < best:
                best, pair = abs(x[a] - x[b]), (a, b)
        total += best
        left.remove(pair[1])
    return total, left


def greatest_removed(x):
    """A dict is made of the list, of which each round removes an item."""
    left, removed = list(range(len(x))), []
    while len(left) > 2:
        values = {i: x[i] + sum(x[j] for j in left) for i in left}
        worst = max(values, key=values.get)
        removed.append(values[worst])
        left.remove(worst)
    return left, removed


def removed_while_too_large(x):
    left, total = list(range(len(x))), sum(x)
    while total > 1 and left:
        values = {i: x[i] for i in left}
        worst = max(values, key=values.get)
        left.remove(worst)
        total -= values[worst]
    return left


def examples():
    for f in (pairs_of_an_array, pairs_of_rows, triples_of_indices, array_written_meanwhile, last_pair,
              triples_of_a_list, all_of_a_list, products, first_above, nearest_merged, nearest_merged_by_a_loop,
              greatest_removed, removed_while_too_large):
        for x in ([1.0, -1.0, 2.0, 3.5, 0.25, -2.0], [2.0, 1.0, 3.0], [1.0]):
            yield f, (np.array(x),)
