"""Lists whose length nothing bounds begin with room for a guess: a call that needs more compiles the function again,
once for all lists that have as little room, and with what has been found out of them before."""
import numpy as np
import pytest
from scipy.spatial import Voronoi

import recto
from recto.transform.frontend import entry

pytestmark = pytest.mark.xla


def four_lists(goal):
    s = 0.0
    x = [0.0]
    y = [0.0]
    v = [0.0]
    few = [1.0]
    while s < goal[0]:
        s = s + 0.01
        x.append(s)
        y.append(2 * s)
        v.append(3 * s)
        if s < 0.05:
            few.append(s)
    return x, y, v, few


class Node:
    def __init__(self, x, y, cost, parent):
        self.x, self.y, self.cost, self.parent = x, y, cost, parent


GRID = [[i in (0, 7) or j in (0, 5) for j in range(6)] for i in range(8)]
MOVES = [[1, 0, 1.0], [0, 1, 1.0], [-1, 0, 1.0], [0, -1, 1.0], [1, 1, 1.5]]


def shortest(sx, gx):
    """Dijkstra's algorithm as many write it: dicts of nodes, a table of moves, a nested list for the map."""
    opened, closed = {10 * sx + 2: Node(sx, 2, 0.0, -1)}, {}
    while True:
        if len(opened) == 0:
            break
        c = min(opened, key=lambda o: opened[o].cost)
        current = opened[c]
        if current.x == gx:
            break
        del opened[c]
        closed[c] = current
        for i, _ in enumerate(MOVES):
            node = Node(current.x + MOVES[i][0], current.y + MOVES[i][1], current.cost + MOVES[i][2], c)
            n = 10 * node.x + node.y
            if GRID[node.x][node.y] or n in closed:
                continue
            if n not in opened or opened[n].cost > node.cost:
                opened[n] = node
    return current.cost, current.parent, len(closed)


@pytest.fixture
def readings(monkeypatch):
    """How often a function is read until all lists are settled."""
    made, read_once = [], entry.read_once

    def counted(*args):
        made.append(args[0])
        return read_once(*args)

    monkeypatch.setattr(entry, "read_once", counted)
    return made


def test_lists_with_as_little_room_get_more_together(readings):
    compiled = recto.jit(four_lists)
    compiled(np.array([0.3]))
    first = len(readings)
    goal = np.array([10.5])
    found = compiled(goal)
    versions = compiled.versions[0].variants
    assert [len(v.learnt.sizes) for v in versions] == [4, 4, 0]     # 64 items, 1024, 16384
    assert len(readings) - first <= 6
    for mine, wanted in zip(found, four_lists(goal)):
        np.testing.assert_allclose(np.array(mine), wanted)


def test_a_search_over_nested_lists_from_outside():
    compiled = recto.jit(shortest)
    for sx, gx in ((2, 5), (1, 6), (3, 3)):
        assert compiled(sx, gx) == shortest(sx, gx)


def grid_of(x):
    n = round(max(x) - min(x))
    return [[0.0 for _ in range(n)] for _ in range(n)]


def set_by_data(x):
    grid, found = grid_of(x), {"none"}
    for j in range(4):
        if j * x[0] > 2:
            found.add(j)
    return grid, found


def unknown_class(x):
    return grid_of(x), Voronoi(np.stack([x, x * x], 1)).vertices


@pytest.mark.parametrize(("function", "reason"), [
    (set_by_data, "a set has different items"), (unknown_class, "Voronoi")])
def test_what_stops_the_reading_is_named_and_not_the_lists_before(function, reason):
    with pytest.raises(recto.CompileError, match=reason):
        recto.jit(function)(np.array([1.0, 4.2]))
