"""Long lists of floats in objects from outside, and deques and derived lists of them, are one array each where they are
changed."""
import collections
import copy

import corpus
import numpy as np
import pytest

import recto


class Mine(list):
    def add(self, value):
        self.append(value)


class Holder:
    def __init__(self, kind, items):
        self.items, self.total = kind(items), 0.0


KINDS = {
    "list": list,
    "derived": Mine,
    "deque": collections.deque,
    "window": lambda items: collections.deque(items, maxlen=300),
}
NUMBERS = np.random.default_rng(3).normal(size=300).tolist()


def scaled(h, x):
    for k in range(len(h.items)):
        h.items[k] *= x
    return h.items[7]


def one_changed(h, x):
    h.items[3] += x
    return len(h.items)


def by_data(h, x):
    h.items[int(x * 100)] = x
    h.items[-2] = h.items[int(x * 50)]


def pushed(h, x):
    h.items.append(x)
    h.total += h.items[0]


def popped(h, x):
    h.total += h.items.pop() * x
    return h.items[-1]


def moved(h, x):
    first = h.items[0]
    del h.items[0]
    h.items.append(first + x)


def averaged(h, x):
    h.items.append(x)
    return sum(h.items) / len(h.items), max(h.items)


def cleared(h, x):
    h.items.clear()
    h.items.append(x)


def mixed(h, x):
    h.items[5] = None
    h.items[6] = [x]


def swapped(h, x):
    h.items[1], h.items[-1] = h.items[-1], h.items[1]


def extended(h, x):
    h.items.extend([x, 2 * x])
    return h.items[-2]


def counted(h, x):
    n = 0
    while h.items[n] < x and n < 299:
        h.items[n] = x
        n += 1
    return n


ROWS = [scaled, one_changed, by_data, pushed, popped, moved, averaged, cleared, mixed, swapped, extended, counted]


@pytest.mark.xla
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("function", ROWS, ids=lambda f: f.__name__)
def test_long_lists_in_objects_are_changed(function, kind):
    mine = Holder(KINDS[kind], NUMBERS)
    yours, held, compiled = copy.deepcopy(mine), mine.items, recto.jit(function)
    for x in (0.25, 1.5) if function is not mixed else (0.5,):
        corpus.same(compiled(mine, x), function(yours, x), "result")
        assert mine.items == yours.items and mine.items is held and mine.total == pytest.approx(yours.total)
        assert list(map(type, mine.items)) == list(map(type, yours.items))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("function", [scaled, pushed, averaged], ids=lambda f: f.__name__)
def test_they_are_one_parameter(function, kind):
    program = recto.jit(function).program(Holder(KINDS[kind], NUMBERS), 0.5)
    assert len(program.parameters) <= 5 and len(program.results) <= 6


def test_a_number_that_is_changed_is_stored_alone():
    program = recto.jit(one_changed).program(Holder(list, NUMBERS[:100]), 0.5)
    assert len(program.results) == 1
