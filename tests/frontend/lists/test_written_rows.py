"""Lists of lists from outside that are one array with room for more: what is written into their rows is kept."""
from __future__ import annotations

import copy

import pytest

import recto


def walk(g, start):
    queue = [start]
    while queue:
        u = queue.pop()
        for w in g[u]:
            if w > u:
                queue.append(w)
        g[u][u] = 9


def by_another_name(g, start):
    queue = [start]
    while queue:
        u = queue.pop()
        row = g[u]
        for w in row:
            if w > u:
                queue.append(w)
        row[u] = 9
    return g[0][0], len(g)


def flood(image, start, new):
    stack, old = [start], image[start[0]][start[1]]
    while stack:
        i, j = stack.pop()
        if 0 <= i < len(image) and 0 <= j < len(image[0]) and image[i][j] == old:
            image[i][j] = new
            for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                stack.append((i + step[0], j + step[1]))


def residual(g, start):
    queue = [start]
    while queue:
        u = queue.pop()
        for w in range(len(g)):
            if g[u][w] > 0.5 and w > u:
                queue.append(w)
                g[u][w] -= 0.25
                g[w][u] += 0.25
    return g


class Board:
    def __init__(self, cells):
        self.cells = cells


def on_an_object(board, start):
    walk(board.cells, start)
    return sum(sum(row) for row in board.cells)


GRAPH = [[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [0, 0, 0, 0]]
ROWS = [
    (walk, (GRAPH, 0)), (by_another_name, (GRAPH, 0)), (flood, ([[1] * 8 for _ in range(8)], (3, 3), 2)),
    (flood, ([[1, 1, 0], [1, 0, 0], [1, 1, 1]], (0, 0), 5)),
    (residual, ([[0.0, 1, 0, 0.9], [0.0, 0, 1, 0.8], [0.0, 0, 0, 1], [0.0, 0, 0, 0]], 0)),
]


@pytest.mark.xla
@pytest.mark.parametrize("function, args", ROWS, ids=lambda v: getattr(v, "__name__", ""))
def test_the_callers_lists_are_written(function, args):
    wanted, own = copy.deepcopy(args), copy.deepcopy(args)
    expected = function(*wanted)
    found = recto.jit(function)(*own)
    assert own == wanted
    assert found == expected


@pytest.mark.xla
def test_those_of_an_object():
    wanted, own = Board(copy.deepcopy(GRAPH)), Board(copy.deepcopy(GRAPH))
    assert recto.jit(on_an_object)(own, 0) == on_an_object(wanted, 0)
    assert own.cells == wanted.cells != GRAPH
