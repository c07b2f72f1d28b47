"""Containers of `collections` from outside: what class they are, their operators, texts and copies."""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np
import pytest

import recto


class Holder:
    def __init__(self):
        self.ordered, self.queue, self.lists, self.counts = made()


def made():
    return OrderedDict(b=1.0, a=2.0), deque([1.0, 2.0]), defaultdict(list, k=[1.0]), Counter(a=3, b=1)


HELD = made()


def classes(ordered, queue, lists, counts):
    return [
        [type(v).__name__ for v in (ordered, queue, lists, counts)],
        [isinstance(ordered, OrderedDict), isinstance(ordered, dict), isinstance(queue, list)],
        [isinstance(queue, deque), isinstance(lists, defaultdict), isinstance(counts, Counter)],
    ]


def equality(ordered, queue, lists, counts):
    return [
        ordered == OrderedDict(a=2.0, b=1.0),
        ordered == {"a": 2.0, "b": 1.0},
        ordered == OrderedDict(b=1.0, a=2.0),
        queue == deque([1.0, 2.0]),
        queue == [1.0, 2.0],
        queue != deque([1.0]),
        counts == Counter(a=3, b=1, z=0),
        lists == {"k": [1.0]},
    ]


def texts(ordered, queue, lists, counts):
    return [str(ordered), repr(queue), f"{lists}", str(counts), f"{deque([1], 3)} {OrderedDict()}"]


def copies(ordered, queue, lists, counts):
    whole = ordered, queue, lists, counts
    return [copy.copy(v) for v in whole], [copy.deepcopy(v) for v in whole], [v.copy() for v in whole]


def operators(ordered, queue, lists, counts):
    more = Counter(a=1, b=5)
    return [
        [counts | more, counts + more, counts - more, counts & more],
        [queue + deque([3.0]), queue * 2, ordered | {"z": 1.0}, lists | {"z": [2.0]}],
    ]


def themselves(ordered, queue, lists, counts):
    return ordered, queue, lists, counts


def contents(ordered, queue, lists, counts):
    return list(ordered), list(queue), list(lists), len(queue), queue[0], counts["zz"], counts.most_common(1)


def changes(ordered, queue, lists, counts):
    ordered.move_to_end("b")
    queue.appendleft(0.0)
    lists["new"].append(5.0)
    counts.update({"a": 2})
    counts["q"] += 1
    ordered["z"] = 3.0
    return ordered.popitem(last=False), queue.popleft()


READERS = [classes, equality, texts, copies, operators, themselves, contents]


def plain(value):
    if isinstance(value, dict):
        return type(value).__name__, [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple, deque)):
        return type(value).__name__, [plain(item) for item in value]
    return value if isinstance(value, (str, bool)) else np.asarray(value).tolist()


def agrees(function, arguments):
    theirs, ours = arguments(), arguments()
    assert plain(recto.jit(function)(*ours)) == plain(function(*theirs))
    held = lambda given: [list(vars(v).values()) if isinstance(v, Holder) else v for v in given]
    assert plain(held(ours)) == plain(held(theirs))


@pytest.mark.parametrize("function", [*READERS, changes])
def test_arguments(function):
    agrees(function, made)


@pytest.mark.parametrize("function", [*READERS, changes])
def test_attributes(function):
    agrees(lambda h: function(h.ordered, h.queue, h.lists, h.counts), lambda: (Holder(),))


@pytest.mark.parametrize("function", READERS)
def test_globals(function):
    agrees(lambda x: function(*HELD), lambda: (1.0,))


def test_trees_of_ordered_dicts():
    loss = lambda p, x: (p["w"] * x).sum() + p["b"] ** 2
    parameters = OrderedDict(w=np.ones(2), b=1.0)
    found = recto.grad(loss)(parameters, 2.0)
    assert type(found) is OrderedDict and list(found) == ["w", "b"]
    step = recto.jit(lambda p, g: recto.tree.map(lambda a, b: a - 0.5 * b, p, g))
    assert plain(step(parameters, found)) == ("OrderedDict", [("w", [0.0, 0.0]), ("b", 0.0)])
    np.testing.assert_array_equal(recto.vmap(loss, in_axes=(None, 0))(parameters, np.arange(3.0)), [1.0, 3.0, 5.0])
    carry, _ = recto.lax.scan(lambda c, x: (recto.tree.map(lambda v: v * x, c), x), parameters, np.arange(1.0, 3.0))
    assert plain(carry) == ("OrderedDict", [("w", [2.0, 2.0]), ("b", 2.0)])
