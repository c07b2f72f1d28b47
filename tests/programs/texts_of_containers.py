"""Texts of containers whose lengths, or whose keys, depend on data."""

import collections

import numpy as np


def runs(x):
    found = []
    current, n = x[0], 0
    for v in x:
        if v == current:
            n += 1
        else:
            found.append((current, n))
            current, n = v, 1
    return f"{found} {len(found)}"


def table(x):
    counts = {}
    for v in x:
        counts[v] = counts.get(v, 0) + 1
    return f"{counts} {sorted(counts.items())}"


def most(x, n):
    counter = collections.Counter(int(v) for v in x)
    return f"{counter} {counter.most_common(n)}"


def added(x):
    seen = set()
    for v in x:
        if v > 1:
            seen.add(int(v))
    return str(seen)


def grouped(x):
    groups = collections.defaultdict(list)
    for i, v in enumerate(x):
        groups[int(v) % 2].append((i, 2.0 * i))
    return repr(groups)


def best(x):
    found = None
    for i, v in enumerate(x):
        if v > 2 and (found is None or v > found[1]):
            found = (i, v)
    return f"best: {found}"


def printed(x):
    pairs, counts, seen, best = [], collections.Counter(), set(), None
    for i, v in enumerate(x):
        if v > 1:
            pairs.append((i, float(v)))
            seen.add((i, int(v)))
            best = [i, v]
        counts[int(v)] += 1
    print(pairs, counts, seen, best, f"{best!r} of {pairs}")
    return len(pairs)


def translated(x):
    return "acgt".translate(str.maketrans("ac", "tg")) + f" {x[0]}"


def examples():
    for given in ([2, 2, 1, 5, 2], [0, 0, 0, 0, 1]):
        x = np.array(given)
        for function in (runs, table, added, grouped, best, printed, translated):
            yield function, (x,)
        yield most, (x, 2)
