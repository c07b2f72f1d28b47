"""Lists of lists from outside, and among the arguments, one of which data choose: neighbours, buckets, rows that are
swapped."""
from __future__ import annotations

import copy
import gc
import random

import numpy as np
import pytest

import recto


class Table:
    def __init__(self, rows):
        self.rows = rows


def append(rows, u, v):
    rows[u].append(v)


def pop(rows, u, v):
    if len(rows[u]) > 1:
        rows[u].pop()
    else:
        rows[u].append(v)


def replace(rows, u, v):
    rows[u] = [v, v + 1]


def swap(rows, u, v):
    rows[u], rows[v % len(rows)] = rows[v % len(rows)], rows[u]


def lengthen(rows, u, v):
    rows.append([v])
    rows[u].append(v)


def insert(rows, u, v):
    rows[u].insert(0, v)


def clear(rows, u, v):
    rows[u].clear()


def set_item(rows, u, v):
    if len(rows[u]) > 0:
        rows[u][0] = v


def extend(rows, u, v):
    rows[u].extend([v, v + 1])


def shift(rows, u, v):
    rows[u] = rows[u][1:] + [v]


def run(rows, change, pairs):
    for u, v in pairs:
        change(rows, u, v)
    total = 0
    for row in rows:
        for x in row:
            total += x * len(row)
    return total


def run_in_object(table, change, pairs):
    return run(table.rows, change, pairs)


CHANGES = [append, pop, replace, swap, lengthen, insert, clear, set_item, extend, shift]


def rows_of(draw):
    return [[draw.randint(0, 5) for _ in range(draw.randint(0, 3))] for _ in range(4)]


@pytest.mark.parametrize("change", CHANGES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("place", ["attribute", "argument"])
def test_contents_are_as_python_leaves_them(change, place):
    draw = random.Random(change.__name__ + place)
    held = rows_of(draw)
    wanted, got, compiled = copy.deepcopy(held), held, recto.jit(run if place == "argument" else run_in_object)
    given = got if place == "argument" else Table(got)
    del held
    for _ in range(3):
        pairs = np.array([(draw.randint(0, 3), draw.randint(0, 5)) for _ in range(4)])
        assert compiled(given, change, pairs) == run(wanted, change, pairs)
        assert got == wanted


@pytest.mark.parametrize("change", [append, swap, replace])
@pytest.mark.parametrize("place", ["attribute", "argument"])
def test_rows_stay_the_lists_that_they_are(change, place):
    wanted, got = [[1], [2, 3], [4]], [[1], [2, 3], [4]]
    first = [[*map(id, rows)] for rows in (wanted, got)]
    pairs = np.array([(0, 1), (2, 1)])
    run(wanted, change, pairs)
    given = got if place == "argument" else Table(got)
    recto.jit(run if place == "argument" else run_in_object)(given, change, pairs)
    assert got == wanted
    where = [[known.index(id(row)) if id(row) in known else None for row in rows]
             for known, rows in zip(first, (wanted, got))]
    if change is not replace:  # (another list may have the address of one that is gone)
        assert where[0] == where[1]


def eliminated(a, b):
    n = len(b)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[pivot] = a[pivot], a[k]
        b[k], b[pivot] = b[pivot], b[k]
        for i in range(k + 1, n):
            factor = a[i][k] / a[k][k]
            for j in range(k, n):
                a[i][j] -= factor * a[k][j]
            b[i] -= factor * b[k]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - sum(a[i][j] * x[j] for j in range(i + 1, n))) / a[i][i]
    return x


def test_elimination_with_pivots():
    compiled = recto.jit(eliminated)
    for seed in range(3):
        random_ = np.random.default_rng(seed)
        a, b = random_.normal(size=(3, 3)).tolist(), random_.normal(size=3).tolist()
        one, other = (copy.deepcopy(a), copy.deepcopy(b)), (copy.deepcopy(a), copy.deepcopy(b))
        rows = [[*map(id, c[0])] for c in (one, other)]
        np.testing.assert_allclose(compiled(*other), eliminated(*one))
        np.testing.assert_allclose(other[0], one[0])
        np.testing.assert_allclose(other[1], one[1])
        places = [[known.index(id(row)) for row in c[0]] for known, c in zip(rows, (one, other))]
        assert places[0] == places[1]


def test_the_same_row_twice_is_refused():
    row = [1, 2]
    rows = [row, row, [3]]
    with pytest.raises(recto.CompileError):
        recto.jit(run)(rows, append, np.array([(0, 7)]))
    assert rows == [[1, 2], [1, 2], [3]]


def test_a_row_that_is_an_argument_as_well_is_refused():
    def f(rows, row, pairs):
        row.append(5)
        return run(rows, append, pairs)

    rows = [[1, 2], [3]]
    row = [1, 2]
    compiled = recto.jit(f)
    assert compiled(rows, row, np.array([(0, 7)])) == f([[1, 2], [3]], [1, 2], np.array([(0, 7)]))
    with pytest.raises(recto.CompileError):
        compiled(rows, rows[0], np.array([(0, 7)]))


def test_one_of_two_rows_that_something_else_holds_is_changed():
    table = Table([[1, 2], [3]])
    row = table.rows[0]
    recto.jit(run_in_object)(table, append, np.array([(0, 7), (1, 8)]))
    assert table.rows == [[1, 2, 7], [3, 8]] and table.rows[0] is row


def test_a_row_that_something_else_holds_is_refused_in_an_object():
    table = Table([[1, 2], [3], [4]])
    row = table.rows[0]
    with pytest.raises(recto.CompileError, match="also held elsewhere"):
        recto.jit(run_in_object)(table, append, np.array([(0, 7)]))
    assert row == [1, 2]
    del row
    gc.collect()
    recto.jit(run_in_object)(table, append, np.array([(0, 7)]))
    assert table.rows == [[1, 2, 7], [3], [4]]


def test_it_is_returned_as_an_equal_copy():
    def whole(rows, pairs):
        run(rows, append, pairs)
        return rows

    def one(table, pairs):
        run(table.rows, append, pairs)
        return table.rows[pairs[0, 0]]

    rows, table, pairs = [[1], [2, 3]], Table([[1], [2, 3]]), np.array([(1, 7)])
    assert recto.jit(whole)(rows, pairs) == rows == [[1], [2, 3, 7]]
    assert recto.jit(one)(table, pairs) == table.rows[1] == [2, 3, 7]


def test_a_row_is_not_put_into_another_object():
    def f(table, pairs):
        run(table.rows, append, pairs)
        table.last = table.rows[pairs[0, 0]]

    table = Table([[1], [2, 3]])
    with pytest.raises(recto.CompileError):
        recto.jit(f)(table, np.array([(1, 7)]))
    assert vars(table) == {"rows": [[1], [2, 3]]}


def pivoted(m, r):
    for i in range(r + 1, len(m)):
        if m[i][r] != 0:
            m[r], m[i] = m[i], m[r]
            break
    return m[r][r]


def determinant(m):
    det, n = 1.0, len(m)
    for i in range(n):
        p = i
        for k in range(i, n):
            if abs(m[k][i]) > abs(m[p][i]):
                p = k
        if p != i:
            m[i], m[p] = m[p], m[i]
            det *= -1
        for k in range(i + 1, n):
            c = m[k][i] / m[i][i]
            for j in range(i, n):
                m[k][j] -= c * m[i][j]
        det *= m[i][i]
    return det


ROWS = [[[0.0, 2.0, 1.0], [3.0, 4.0, 2.0], [1.0, 5.0, 6.0]], [[0, 2, 3], [4, 5, 6], [7, 8, 1]],
        [[2.0, 1.0, 0.5], [3.0, 4.0, 5.0], [8.0, 1.0, 2.0]]]


@pytest.mark.parametrize("rows", ROWS, ids=str)
def test_rows_of_an_argument_that_are_swapped_are_the_callers_lists(rows):
    compiled = recto.jit(pivoted)
    for _ in range(2):
        mine, theirs = [[*row] for row in rows], [[*row] for row in rows]
        places = [[*mine], [*theirs]]
        assert compiled(mine, 0) == pivoted(theirs, 0)
        assert mine == theirs
        assert places_of(mine, places[0]) == places_of(theirs, places[1])


def places_of(rows, before):
    return [[row is other for other in before].index(True) for row in rows]


def test_elimination_with_pivoting_of_an_argument():
    mine, theirs = [[*map(float, row)] for row in ROWS[0]], [[*row] for row in ROWS[0]]
    np.testing.assert_allclose(recto.jit(determinant)(mine), determinant(theirs))
    np.testing.assert_allclose(mine, theirs)


def test_gradient_of_swapped_rows():
    gradient = recto.grad(pivoted)([[0.0, 2.0], [3.0, 4.0]], 0)
    assert gradient == [[0.0, 0.0], [1.0, 0.0]]
