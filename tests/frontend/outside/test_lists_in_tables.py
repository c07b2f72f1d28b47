"""Dicts from outside whose keys are data and whose values are lists: graphs, groups, buckets, queues."""
from __future__ import annotations

import copy
import random
from collections import OrderedDict, defaultdict

import numpy as np
import pytest

import recto


class Table:
    def __init__(self, held):
        self.held = held


def append(t, u, v):
    t.held[u].append(v)


def append_if_there(t, u, v):
    if u not in t.held:
        t.held[u] = []
    t.held[u].append(v)


def set_default(t, u, v):
    t.held.setdefault(u, []).append(v)


def replace(t, u, v):
    t.held[u] = [v, v + 1]


def delete(t, u, v):
    if u in t.held:
        del t.held[u]
    else:
        t.held[u] = [v]


def pop_item(t, u, v):
    if u in t.held and len(t.held[u]) > 1:
        t.held[u].pop()
    else:
        t.held.setdefault(u, []).append(v)


def extend(t, u, v):
    if u in t.held:
        t.held[u].extend([v, v + 1])


def set_item(t, u, v):
    if u in t.held and t.held[u]:  # noqa: RUF019 (the second is what is tested)
        t.held[u][-1] = v


def sort(t, u, v):
    if u in t.held:
        t.held[u].append(v)
        t.held[u].sort()


def clear(t, u, v):
    if u in t.held:
        t.held[u].clear()


def insert(t, u, v):
    if u in t.held:
        t.held[u].insert(0, v)


def copied(t, u, v):
    if u in t.held:
        t.held[v % 4] = list(t.held[u])


def run(t, change, pairs):
    for u, v in pairs:
        change(t, u, v)
    total = 0
    for k in t.held:
        for x in t.held[k]:
            total += (k + 1) * x
    return total


CHANGES = [append_if_there, set_default, replace, delete, pop_item, extend, set_item, sort, clear, insert, copied]


@pytest.mark.parametrize("kind", [dict, defaultdict, OrderedDict])
@pytest.mark.parametrize("change", [append, *CHANGES], ids=lambda f: f.__name__)
def test_contents_and_order_are_as_python_leaves_them(kind, change):
    if change is append and kind is not defaultdict:
        pytest.skip("a KeyError")
    draw = random.Random(f"{kind.__name__} {change.__name__}")
    held = kind(list) if kind is defaultdict else kind()
    held.update({k: [draw.randint(0, 5) for _ in range(draw.randint(0, 3))] for k in (3, 1, 4)})
    wanted, got = Table(copy.deepcopy(held)), Table(held)
    del held  # no list is held by anything else while it is changed
    compiled = recto.jit(run)
    for _ in range(3):
        pairs = np.array([(draw.randint(0, 6), draw.randint(0, 5)) for _ in range(4)])
        assert compiled(got, change, pairs) == run(wanted, change, pairs)
        assert list(got.held.items()) == list(wanted.held.items())
        assert type(got.held) is kind


def test_lists_stay_the_objects_that_they_are():
    t = Table(defaultdict(list, {0: [1], 2: [5]}))
    first = id(t.held[0])
    recto.jit(run)(t, append, np.array([(0, 7), (2, 8), (9, 9)]))
    assert t.held == {0: [1, 7], 2: [5, 8], 9: [9]}
    assert id(t.held[0]) == first


class Graph:
    def __init__(self):
        self.edges = defaultdict(list)
        self.count = 0

    def add(self, u, v, w):
        self.edges[u].append((v, w))
        self.edges[v].append((u, w))
        self.count += 1

    def weight(self, u):
        return sum(w for _, w in self.edges[u])


def build(graph, pairs, weights):
    for k in range(len(pairs)):
        graph.add(pairs[k, 0], pairs[k, 1], weights[k])
    return graph.weight(1)


def test_a_graph_with_weights():
    wanted, got, compiled = Graph(), Graph(), recto.jit(build)
    random = np.random.default_rng(0)
    for _ in range(3):
        pairs, weights = random.integers(0, 5, size=(6, 2)), random.normal(size=6)
        np.testing.assert_allclose(compiled(got, pairs, weights), build(wanted, pairs, weights))
        assert got.edges.keys() == wanted.edges.keys()
        for u in wanted.edges:
            np.testing.assert_allclose(got.edges[u], wanted.edges[u])
        assert got.count == wanted.count


def test_it_is_compiled_once_for_every_content():
    graph, compiled = Graph(), recto.jit(build)
    random = np.random.default_rng(0)
    compiled(graph, random.integers(0, 9, size=(4, 2)), random.normal(size=4))
    compiled(graph, random.integers(0, 9, size=(4, 2)), random.normal(size=4))
    known = len(compiled.versions)
    for _ in range(4):
        compiled(graph, random.integers(0, 9, size=(4, 2)), random.normal(size=4))
    assert len(compiled.versions) == known
    assert graph.count == 24


def test_lists_outgrow_their_room():
    wanted, got, compiled = Table(defaultdict(list)), Table(defaultdict(list)), recto.jit(run)
    for k in range(3):
        pairs = np.array([(i % 5, i) for i in range(40)])
        assert compiled(got, append, pairs) == run(wanted, append, pairs)
        assert got.held == wanted.held


def test_texts_and_tuples_are_keys():
    def texts(t, xs):
        for x in xs:
            t.held["high" if x > 0 else "low"].append(x)
        return len(t.held)

    def tuples(t, xs):
        for x in xs:
            t.held[int(x) // 2, int(x) % 2].append(x)
        return len(t.held)

    for function in (texts, tuples):
        wanted, got, compiled = Table(defaultdict(list)), Table(defaultdict(list)), recto.jit(function)
        for xs in (np.array([1.0, -2.0, 3.0]), np.array([-5.0, 1.0, 9.0])):
            assert compiled(got, xs) == function(wanted, xs)
            assert got.held == wanted.held


def test_derivatives_with_respect_to_what_is_put_in():
    def f(x, t, us):
        for k in range(len(us)):
            t.held[us[k]].append(x[k] ** 2)
        total = 0.0
        for u in t.held:
            for value in t.held[u]:
                total += (u + 1) * value
        return total

    t = Table(defaultdict(list))
    x, us = np.array([1.0, 2.0, 3.0]), np.array([0, 2, 0])
    np.testing.assert_allclose(recto.grad(f)(x, t, us), 2 * x * (us + 1))
    assert {u: list(map(float, v)) for u, v in t.held.items()} == {0: [1, 9], 2: [4]}


def test_a_list_that_something_else_holds_is_refused():
    t = Table(defaultdict(list, {0: [1]}))
    row = t.held[0]
    compiled = recto.jit(run)
    with pytest.raises(recto.CompileError, match="also held elsewhere"):
        compiled(t, append, np.array([(0, 7)]))
    assert row == [1]


def test_it_is_returned_as_an_equal_copy():
    def whole(t, u):
        t.held[u].append(1)
        return t.held

    def one(t, u):
        t.held[u].append(1)
        return t.held[u]

    t = Table(defaultdict(list, {2: [5]}))
    assert recto.jit(whole)(t, np.int64(3)) == t.held == {2: [5], 3: [1]}
    assert recto.jit(one)(t, np.int64(2)) == t.held[2] == [5, 1]


def test_a_list_of_it_is_not_put_into_another_object():
    def f(t, u):
        t.held[u].append(1)
        t.last = t.held[u]

    with pytest.raises(recto.CompileError, match="be stored in another"):
        recto.jit(f)(Table(defaultdict(list)), np.int64(3))


def test_two_keys_with_one_list_are_refused():
    shared = [1.0]
    t = Table(defaultdict(list, {0: shared, 1: shared}))
    del shared
    with pytest.raises(recto.CompileError):
        recto.jit(run)(t, append, np.array([(0, 7)]))
    assert t.held == {0: [1.0], 1: [1.0]}


def test_a_copy_of_it_is_returned():
    def f(t, u):
        t.held[u].append(1)
        return list(t.held[u]), len(t.held)

    t = Table(defaultdict(list))
    assert recto.jit(f)(t, np.int64(3)) == ([1], 1)
    assert t.held == {3: [1]}
