"""Loops over lists whose length they change: Python's iterator asks in each round whether there is another item."""

import numpy as np


def appended(x):
    items, total = [1.0, 2.0, 3.0], 0.0
    for v in items:
        if v < x[0] + 2.0 and len(items) < 6:
            items.append(v + 0.5)
        total += v * x[0]
    return items, total


def every_other_one_removed(x):
    items = [v for v in x if v > 0]
    for v in items:
        items.remove(v)
    return items


def removed(x):
    items, n = [v for v in x if v > -2], 0
    for v in items:
        if v > 1:
            items.remove(v)
        n += 1
    return items, n


def numbered(x):
    items = [v for v in x if v > 0]
    for k, v in enumerate(items):
        if v > 2 and len(items) < 8:
            items.append(v / 2)
        elif v < 1:
            items.pop(k)
    return items


def first_one_removed(x):
    items = list(x)
    for v in items:
        if v > 2:
            items.remove(v)
            break
    else:
        items.append(9.0)
    return items


def a_queue(n):
    queue, seen = [n], [n]
    for k in queue:
        for m in (k // 2, k - 3):
            if m > 0 and m not in seen:
                seen.append(m)
                queue.append(m)
    return queue


def breadth_first(edges, start):
    order = [start]
    for u in order:
        for a, b in edges:
            if a == u and b not in order:
                order.append(b)
    return order


def pairs(x):
    items = [(v, 1.0) for v in x if v > 0]
    for a, b in items:
        if a > 1 and len(items) < 6:
            items.append((a / 2, b + 1))
    return items


def of_known_length(x):
    items, total = [1, 2, 3, 4], 0.0
    for v in items:
        if v == 2:
            items.remove(3)
        total += v * x[0]
    return total, items


def repeated_in_place(x):
    items = [v for v in x if v > 0]
    same, n = items, len(items)
    items *= 2
    items *= n % 3
    return same, len(items)


def pairs_repeated_in_place(x):
    held = {"pairs": [(v, k) for k, v in enumerate(x) if v > 0]}
    same = held["pairs"]
    held["pairs"] *= 2
    return same


def the_best_by_its_key(x):
    chosen = []
    for k in range(6):
        chosen.append(max([0, 1, 2], key=lambda i: x[i] * k))
        if x[0] > k:
            chosen.append(min([2, 1], key=lambda i: x[i]))
    return chosen


EDGES = np.array([[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]])


def examples():
    for f in (appended, every_other_one_removed, removed, numbered, first_one_removed, pairs,
              of_known_length, repeated_in_place, pairs_repeated_in_place, the_best_by_its_key):
        yield f, (np.array([1.5, -2.0, 3.0, 4.0, 0.5]),)
        yield f, (np.array([-1.0, 0.75, -3.0]),)
    for n in (23, 4):
        yield a_queue, (n,)
    yield breadth_first, (EDGES, 0)
    yield breadth_first, (EDGES, 2)
