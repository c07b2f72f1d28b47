"""Searches on dicts of lists and of tuples among the arguments, whose keys are data while the search runs."""
from __future__ import annotations

import heapq
from collections import deque

import numpy as np
import pytest

import recto


def shortest(graph, source):
    dist = {v: float("inf") for v in graph}
    dist[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in graph[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(heap, (dist[v], v))
    return dist


def reached(graph, start):
    dist, queue = {start: 0}, deque([start])
    while queue:
        u = queue.popleft()
        for v in graph[u]:
            if v not in dist:
                dist[v] = dist[u] + 1
                queue.append(v)
    return dist


WEIGHTS = [{0: [(1, 2.0), (2, 1.0)], 1: [(3, 1.5)], 2: [(3, 4.0), (1, 0.5)], 3: []},
           {0: [(2, 1.0)], 1: [], 2: [(1, 0.25), (3, 2.0)], 3: [(1, 0.5)]}]


def test_weighted_paths():
    compiled = recto.jit(shortest)
    for graph in WEIGHTS:
        wanted, got = shortest(graph, 0), compiled(graph, 0)
        assert wanted.keys() == got.keys()
        np.testing.assert_allclose(list(got.values()), list(wanted.values()))
        heavier = {u: [(v, 2 * w) for v, w in edges] for u, edges in graph.items()}
        np.testing.assert_allclose(list(compiled(heavier, 0).values()), 2 * np.array(list(wanted.values())))


def test_reached():
    compiled = recto.jit(reached)
    for weights in WEIGHTS:
        graph = {u: [v for v, _ in edges] for u, edges in weights.items()}
        assert list(compiled(graph, 0).items()) == list(reached(graph, 0).items())


def test_the_text_is_printed_as_it_is_compiled():
    assert "shortest" in recto.jit(shortest).source(WEIGHTS[0], 0)


def test_what_can_not_be_read_is_refused_for_the_first_reason():
    def f(graph, xs):
        table = {0: 1.0, 1: 2.0}
        for key in graph[0]:
            xs.resize(3)
            table[key] += 1
        return table

    with pytest.raises(recto.CompileError, match="resize"):
        recto.jit(f)({0: [1, 0]}, np.ones(2))


def found_from(graph, vertex, visited):
    visited[vertex] = True
    found = []
    for neighbour in graph[vertex]:
        if not visited[neighbour]:
            found += found_from(graph, neighbour, visited)
    return [vertex, *found]


def test_a_list_that_is_passed_as_an_array_can_not_be_static():
    """(It was a TypeError of the dispatcher.)"""
    with pytest.raises(recto.CompileError, match="the key of a dict must be known"):
        recto.jit(found_from)({0: [1, 2], 1: [0, 3], 2: [0], 3: [1]}, 0, [False] * 4)
