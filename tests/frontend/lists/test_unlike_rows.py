"""Lists of lists of unlike things from outside, `[[1, "north", 0.5], …]`: rows of arrays, one for each index, where
data choose a row or a loop over them stays one."""

import copy
import math

import numpy as np
import pytest

import recto
from recto.transform.ir.program import walk

pytestmark = pytest.mark.xla


class Table:
    """moves: ints, and floats among which there are ints; parts: a text, an int, a float and a flag in each row."""

    def __init__(self, count=6):
        self.moves = [[k % 3 - 1, k % 2, 1 if k % 3 else math.sqrt(2)] for k in range(count)]
        self.parts = [["ab"[k % 2], k, 0.5 * k, k % 3 == 0] for k in range(count)]
        self.best, self.kept = None, []


def chosen(t, k, x):
    return t.parts[k][2] * x, t.parts[k][1] + k, t.parts[k][3], len(t.parts[k])


def unpacked(t, k, x):
    _, n, y, flag = t.parts[k]
    return n if flag else -n, y * x


def in_part(t, k, x):
    row = t.parts[k][1:3]
    return row[0] * x, row[-1]


def cost_of_move(t, k, x):
    return x + t.moves[k][2], k + t.moves[k][0]


def walked(t, k, x):
    """A long body, so that the loop is not unrolled."""
    px, py, spent, steps = k, 0, 0.0, 0
    for move in t.moves:
        for _ in range(3):
            if spent > 40 * x:
                continue
            px, py = px + move[0], py + move[1]
            spent += move[2] * x + math.hypot(px, py) + sum([math.sin(spent + j) for j in range(60)])
            steps += 1
        if steps > 10:
            break
    return px, py, spent, steps


def summed(t, k, x):
    found = 0.0
    for name, n, y, flag in t.parts:
        if name == "a" and flag or n > k:
            found += y * x
    return found


def written(t, k, x):
    t.parts[k][1] += 7
    t.parts[k - 1][2] = x
    return t.parts[k][1]


def renamed(t, k, x):
    t.parts[k][0] = "b" if x > 0 else "a"
    return t.parts[k][0] == "b"


def all_written(t, k, x):
    for row in t.parts:
        if row[1] > k:
            row[2] = row[2] * x + row[1]
    return t.parts[0][2]


def replaced(t, k, x):
    t.parts[k] = ["a", 5, x, True]
    return t.parts[k][2]


def kept(t, k, x):
    t.best = t.parts[k]
    t.best[2] = x
    return t.best[2]


def appended(t, k, x):
    t.parts[k][2] = x
    t.parts.append(["b", k, x, False])
    return len(t.parts)


def gathered(t, k, x):
    t.kept = [row for row in t.parts if row[1] > k]
    return len(t.kept)


def best_of(t, k, x):
    return max(t.parts, key=lambda row: row[2] * (row[1] - k))[1]


def cost_written(t, k, x):
    t.moves[k][2] = x
    return t.moves[k][2]


FUNCTIONS = [
    chosen, unpacked, in_part, cost_of_move, walked, summed, written, renamed, all_written, replaced, kept, appended,
    gathered, best_of, cost_written,
]


def state(t):
    """What an object holds, with the classes of numbers, and which of the lists are which."""
    lists = {id(row): k for k, row in enumerate([*t.moves, *t.parts])}
    held = [[(type(v).__name__, v) for v in row] for row in [*t.moves, *t.parts, *t.kept, t.best or []]]
    return held, [lists.get(id(row)) for row in [*t.moves, *t.parts, *t.kept, t.best]]


@pytest.mark.parametrize("count", [6, 130])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_rows_hold_what_they_hold_in_python(function, count):
    compiled, mine, theirs = recto.jit(function), Table(count), Table(count)
    for k, x in [(2, 0.75), (4, 1.25), (1, 0.5)]:
        found, wanted = compiled(mine, k, x), function(theirs, k, x)
        np.testing.assert_allclose(np.array(found, float), np.array(wanted, float), rtol=1e-12)
        assert state(mine) == state(theirs)
    mine.parts[0][1] = theirs.parts[0][1] = 3
    np.testing.assert_allclose(np.array(compiled(mine, 3, 0.5), float), np.array(function(theirs, 3, 0.5), float))
    assert state(mine) == state(theirs)


def test_loops_over_rows_stay_loops():
    sizes = [len(list(walk(recto.jit(walked).lower(Table(n), 2, 0.5).reading.program))) for n in (6, 60)]
    assert sizes[0] == sizes[1] < 1500


def test_rows_of_other_kinds_are_read_anew():
    compiled, table = recto.jit(chosen), Table()
    assert compiled(table, 2, 2.0) == chosen(table, 2, 2.0)
    table.parts[1][1] = 1.5
    assert compiled(table, 1, 2.0) == chosen(table, 1, 2.0)
    table.parts[1].append("more")
    assert compiled(table, 2, 2.0) == chosen(table, 2, 2.0)


def test_a_row_that_stands_twice_is_noticed():
    compiled, mine, theirs = recto.jit(written), Table(), Table()
    assert compiled(mine, 2, 0.5) == written(theirs, 2, 0.5) and state(mine) == state(theirs)
    for table in (mine, theirs):
        table.parts[3] = table.parts[4]
    assert compiled(mine, 4, 0.25) == written(theirs, 4, 0.25)
    assert state(mine) == state(theirs)


def test_gradients_through_rows():
    table = Table()
    difference = (walked(table, 2, 0.5 + 1e-6)[2] - walked(table, 2, 0.5 - 1e-6)[2]) / 2e-6
    found = recto.grad(lambda x, t, k: walked(t, k, x)[2])(0.5, copy.deepcopy(table), 2)
    assert float(found) == pytest.approx(difference, rel=1e-6)
