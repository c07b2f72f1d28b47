"""Items of lists and dicts of computed length, and attributes of objects in them, that are ints at first and floats
later. (They are floats throughout: docs/language.md; so the examples end with floats, or compare.)"""

from collections import Counter, defaultdict

import numpy as np


class Total:
    def __init__(self):
        self.sum, self.count = 0, 0

    def add(self, value):
        self.sum += value
        self.count += 1


def sums_by_key(keys, x):
    sums = defaultdict(int)
    for k, v in zip(keys, x):
        sums[k] += v
    return sums[keys[0]], sum(sums.values())


def totals_by_key(keys, x):
    totals = defaultdict(Total)
    for k, v in zip(keys, x):
        totals[k].add(v)
    return {k: total.sum / total.count for k, total in totals.items()}, [t.count for t in totals.values()]


def pairs_by_key(keys, x):
    pairs = {}
    for k, v in zip(keys, x):
        if k not in pairs:
            pairs[k] = [0, 0]
        pairs[k][0] += v
        pairs[k][1] += 1
    return {k: total / count for k, (total, count) in pairs.items()}


def dicts_by_key(keys, x):
    rows = {}
    for k, v in zip(keys, x):
        rows.setdefault(k, {"sum": 0, "n": 0})
        rows[k]["sum"] += v
        rows[k]["n"] += 1
    return [(k, row["sum"], row["n"]) for k, row in rows.items()]


def zeros_at_first(keys, x):
    found = []
    for v in x:
        if v > 0:
            found.append(0)
    for i in range(len(found)):
        found[i] += x[i]
    return found


def zeros_between(keys, x):
    found = []
    for v in x:
        if v > 0:
            found.append(0)
        found.append(v)
    return sum(found), max(found), found[0] > found[1], [v * 0.5 for v in sorted(found)]


def a_search(keys, x):
    frontier, total = [(0, 0.5)], 0.0
    for v in x:
        if v > 0:
            frontier.append((v, 1.0))
    while frontier:
        cost, weight = frontier.pop()
        total += cost * weight
    return total


def lengthened_behind(x):
    if x[0] > 0:
        found = [1.0, x[0]]
    else:
        found = [2.0, -x[0]]
    found.append(3)
    return found


def counted_by_sign(x):
    counts = Counter()
    for v in x:
        counts["below" if v < 0 else "above"] += 1
    return dict(counts), counts["above"] - counts["below"]


def terms(coefficients):
    """The tuple that is iterated over may be one array; the pairs that are unpacked there hold an int and a float."""
    return " + ".join(f"{c:g}x^{k}" if k else f"{c:g}" for k, c in enumerate(coefficients) if c)


def terms_of_a_polynomial(x):
    return terms((x[0], x[1], x[2], x[3])), terms((x[0], 0.5))


def named_by_numbers(x):
    parts = zip((1, 2, 3, 4), (x[0], x[1], x[2], x[3]))
    return "".join(f"{k}{'+' if k > 2 else '-' if k > 1 else f'{c}'}" for k, c in parts if c != 2)


def examples():
    for x in ([1.5, 2.5, -1.0, 3.0], [2.0, 0.0, 2.0, 1.0]):
        yield terms_of_a_polynomial, (np.array(x),)
        yield named_by_numbers, (np.array(x),)
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    keys = np.array([2, 1, 2, 3, 1, 0, 2])
    for f in (sums_by_key, totals_by_key, pairs_by_key, dicts_by_key, zeros_at_first, zeros_between, a_search):
        yield f, (keys, x)
        yield f, (keys[:2], x[:2])
    for x in ([1.0, 2.0, -3.0], [-1.0, 0.5, 2.0], [1.0]):
        yield lengthened_behind, (np.array(x),)
    for x in ([-1.0, 0.5, 2.0], [-1.0, -2.0, 1.0]):  # (keys come in the order of the branches)
        yield counted_by_sign, (np.array(x),)
