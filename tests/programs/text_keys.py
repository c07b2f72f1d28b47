"""Dicts whose keys are texts that data choose, in the order in which they come; lists that data choose to write."""

from collections import Counter, OrderedDict, defaultdict

import numpy as np


def sign(v):
    return "negative" if v < 0 else "zero" if v == 0 else "positive"


def counted(x):
    found = Counter()
    for v in x:
        found[sign(v)] += 1
    return dict(found), found, found.most_common(1), [(k, n) for k, n in found.items()]


def summed(x):
    totals = {}
    for v in x:
        if v > 1:
            totals["large"] = totals.get("large", 0.0) + v
        elif v < 0:
            totals["negative"] = v
    return totals


def listed_once(x):
    totals = defaultdict(float)
    for v in x:
        totals[sign(v)] += v
    for k, total in totals.items():
        print(k, "of", len(totals), f"{total:.3f}")
    seen = []
    for k in totals:
        seen.append((k, totals[k]))
    return seen, "zero" in totals, "none" in totals, totals["positive"]


def grouped(x):
    groups, more, few = defaultdict(list), {}, {}
    for k, v in enumerate(x):
        groups["low" if v < 1 else "high"].append(v)
        more.setdefault(sign(v), []).append(k)
        kind = sign(v)
        if kind not in few:
            few[kind] = []
        few[kind].append(v * v)
    return groups, more, {k: sum(v) for k, v in groups.items()}, {k: len(v) for k, v in few.items()}


def known_groups(x):
    groups = {"low": [], "high": [0.5]}
    for v in x:
        groups["low" if v < 1 else "high"].append(v)
    groups["high" if x[0] > 0 else "low"].pop()
    return groups, {k: sum(v) / len(v) if v else 0.0 for k, v in groups.items()}


def parted(x):
    low, high = [], [1.0]
    for v in x:
        (low if v < 1 else high).append(2 * v)
        (high if v > 2 else low).extend([v, -v])
    (low if x[0] > x[1] else high).reverse()
    return low, high, sum(high)


def in_two_orders(x):
    found = {}
    if x[0] > 0:
        found["a"] = x[0]
        found["b"] = 2 * x[1]
    else:
        found["b"] = x[0]
        found["a"] = -x[1]
    numbered = {}
    if x[1] > 0:
        numbered[1] = x[1]
    numbered[2] = x[2]
    numbered[1] = 3 * x[0]
    return found, numbered


def removed(x):
    found = OrderedDict()
    for v in x:
        kind = sign(v)
        if kind in found and v > 2:
            del found[kind]
        else:
            found[kind] = v
    return found, list(found), len(found), found.pop("zero", 0.5)


def of_tuples(x):
    totals = defaultdict(float)
    for k, v in enumerate(x):
        totals[(int(v), k % 2)] += v
    found = []
    for key in totals:
        found.append((key, totals[key]))
    return found


def set_again(x):
    found = {"a": x[0], "b": 2.0}
    if x[0] > 0:
        del found["a"]
    found.update(a=3.0)
    total = 0.0
    for k in found:
        total = 2 * total + found[k]
    rounds = {}
    for v in x:
        if v > 0:
            rounds["a"] = v
        rounds["b"] = v
        rounds["a"] = v * 2
    return total, list(found), list(rounds), rounds


def in_a_long_loop(x):
    counts, totals, lists = Counter(), {}, {}
    for k in range(300):
        v = x[k % len(x)] * (k % 7 - 2)
        counts[sign(v)] += 1
        kind = "large" if v > 3 else "small"
        totals[kind] = totals.get(kind, 0.0) + v
        if k < 20:
            lists.setdefault(kind, []).append(v)
    return dict(counts), totals, lists, max(totals, key=totals.get)


def on_one_path(x):
    table, other = {}, {"y": x[1]}
    if x[0] > 0:
        table["x"] = x[0]
        other["x"] = x[0]
    total = 0.0
    for value in other.values():
        total = 2 * total + value
    return len(table), total, list(other)


def missing(x):
    found = {}
    for v in x:
        if v < 0:
            found[sign(v)] = v
    try:
        return found["negative"] * x[0], found
    except KeyError as error:
        return str(error), found


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    functions = (counted, summed, listed_once, grouped, known_groups, parted, in_two_orders, removed, of_tuples)
    for f in (*functions, set_again, in_a_long_loop, on_one_path, missing):
        yield f, (x,)
        yield f, (-x[::-1],)
        yield f, (np.array([0.5, 0.0, 3.0]),)
