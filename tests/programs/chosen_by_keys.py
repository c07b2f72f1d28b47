"""Texts, objects and named tuples that are sorted, or chosen by min and max, by keys that data decide."""
import collections
import dataclasses

import numpy as np

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Item:
    weight: float
    value: float


def items_of(x):
    return [Item(v, v * v - k) for k, v in enumerate(x)]


def lightest(x):
    best = min(items_of(x), key=lambda item: item.weight)
    return best.value * 2.0


def heaviest_is_changed(x):
    items = items_of(x)
    top = max(items, key=lambda item: (item.weight, -item.value))
    top.value = 0.5 * x[0]
    return sum(item.value for item in items)


def in_order_of_value(x):
    items = sorted(items_of(x), key=lambda item: item.value, reverse=True)
    return [item.weight for item in items[:2]], items[-1].value


def named_tuples(x):
    points = sorted([Point(v, k) for k, v in enumerate(x)], key=lambda p: -p.x)
    first, *rest = points
    return first.x - rest[0].x, [p.y for p in points]


def names_by_score(x):
    scores = {"fir": x[0], "oak": x[1], "ash": x[2]}
    best = max(scores, key=scores.get)
    order = sorted(scores, key=scores.get)
    return scores[best], best, [scores[name] for name in order], order


def pairs_by_score(x):
    total = 0.0
    for rank, (name, score) in enumerate(sorted({"a": x[0], "bcd": x[1]}.items(), key=lambda pair: -pair[1])):
        total += rank * score * len(name)
    return total


def examples():
    for x in ([3.0, 1.0, 2.0], [1.0, 2.5, 2.0], [2.0, 2.0, 2.0]):
        for function in (lightest, heaviest_is_changed, in_order_of_value, named_tuples, names_by_score):
            yield function, (np.array(x),)
    yield pairs_by_score, (np.array([0.5, 1.5]),)
    yield pairs_by_score, (np.array([1.5, 0.5]),)
