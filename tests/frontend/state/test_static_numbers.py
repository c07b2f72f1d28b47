"""Numbers among the arguments that decide a size, an index of a list or how many rounds there are become static."""
from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.special

import recto
from recto.transform.ir.program import walk

X = np.array([0.5, 1.5, 2.5])


def half(n):
    return np.zeros(int(n / 2) + 1)


def rounded(m):
    return np.ones(int(np.ceil(m / 2))) * m


def intervals(a, b, h):
    n = int(np.ceil((b - a) / h))
    y = np.zeros(n + 1)
    for i in range(n):
        y[i + 1] = y[i] + h
    return y


def larger(m, n):
    if m < n:
        m, n = n, m
    return np.ones(m) * n


def divided(h):
    return np.linspace(0.0, 1.0, int(1 / h))


def folded(x, n):
    return x.reshape(int(n), -1)


def steps_of_a_path(length, step):
    return np.arange(np.round(length / step)) * step


def keyed(a, x):
    return {(a, 2.0): x}[a, 2.0]


def of_a_list(xs, n):
    total = 0.0
    for i in range(n):
        total += xs[i]
    return total


def of_lists(rows, n):
    total = 0.0
    for i in range(n):
        for j in range(n):
            total += rows[i][j] * (i + 1)
    return total


def into_a_list(x, n):
    table = [0.0] * 4
    for i in range(n):
        table[i] = x[i]
    return table


def longer(x, n):
    found = []
    for k in range(n):
        found.append(x * k)
    return np.array(found)


def slices_up_to(x, n, size):
    parts, start = [], 0
    while start < n:
        parts.append(slice(start, start + size))
        start += size
    return np.array([x[p].sum() for p in parts])


def repeated(x, n):
    return np.insert(x, np.repeat(np.arange(1, len(x)), n), 0.0)


def every_third(u, n, every):
    kept = []
    for k in range(n):
        u = u * 1.1
        if k % every == every - 1:
            kept.append(u)
    return np.array(kept)


def from_nan(a, k):
    s = np.nan
    for i in range(k):
        s = a if i == 0 else s + a
    return s


def first_of_array(n, a):
    n = np.atleast_1d(n)
    return grid(n[0], a)


def grid(n, a):
    return np.linspace(0.5, n - 0.5, n) * a


def number_as_array(n, a):
    n, a = map(np.asarray, [n, a])
    return first_of_array(n, a)


def part_of_matrix(x, start, n):
    rows = x.reshape(-1, 1)[start:start + n]
    return np.reshape(rows, [n, 1]) * 2.0


def item_of_array(n):
    return grid(np.asarray(n).item(), 2.0)


def largest(n, m):
    return np.zeros(np.max([n, m])) + np.ones(int(np.prod((n, m)))).sum()


def grids(sizes):
    return np.concatenate([grid(n, 1.0) for n in np.array(sizes)])


def taylor(x, n):
    total = 0.0
    for k in range(n):
        total += x ** k / math.factorial(k)
    return total


def bernstein(x, n):
    return np.array([scipy.special.comb(n, k, exact=True) * x ** k * (1 - x) ** (n - k) for k in range(n + 1)])


def arrangements(n, k):
    return np.ones(math.perm(n, k)) * scipy.special.factorial(n, exact=True) + math.comb(n, k)


ROWS = [
    (half, (6.0,), (7.0,)), (rounded, (6,), (7,)), (intervals, (0.0, 1.0, 0.1), (0.0, 2.0, 0.5)),
    (larger, (4, 3), (3, 4)), (divided, (0.25,), (0.5,)), (folded, (np.arange(6.0), 2.0), (np.arange(6.0), 3.0)),
    (steps_of_a_path, (1.0, 0.3), (1.0, 0.2)), (keyed, (1.5, X), (2.5, X)),
    (repeated, (X, 2), (X, 0)), (slices_up_to, (np.arange(10.0), 10, 4), (np.arange(9.0), 8, 3)),
    (longer, (X, 3), (X, 5)), (every_third, (X, 10, 3), (X, 7, 2)), (from_nan, (X, 3), (X, 1)),
    (first_of_array, (3, 1.5), (4, 1.5)), (item_of_array, (3,), (4,)),
    (number_as_array, (3, 1.5), (2, 1.5)),
    (part_of_matrix, (X, 1, 2), (X, 0, 1)),
    (taylor, (0.5, 5), (0.5, 30)), (bernstein, (0.3, 3), (0.3, 4)), (arrangements, (3, 2), (4, 2)),
    (largest, (2, 3), (4, 1)), (grids, ([2, 3],), ([3, 1],)),
]


@pytest.mark.xla
@pytest.mark.parametrize("function, first, second", ROWS, ids=[row[0].__name__ for row in ROWS])
def test_numbers_that_decide_what_is_compiled_are_known(function, first, second):
    compiled = recto.jit(function)
    for args in (first, second, first):
        np.testing.assert_allclose(np.asarray(compiled(*args), float), np.asarray(function(*args), float), rtol=1e-12)
    assert "is static" in "\n".join(compiled.notes)


def nearest(x, ox, oy, reach):
    least, place = float("inf"), -1
    for k, _ in enumerate(ox):
        d = np.hypot(x - ox[k], x - oy[k])
        if least >= d:
            least, place = d, k
    d = np.hypot(x - ox[place], 2 * x - oy[place])
    return d if d < reach else 0.0


def map_of_distances(ox, oy, width, reach):
    """The lists decide sizes, and data choose from them in the loops."""
    nx, ny = int(round((max(ox) - min(ox)) / width)), int(round((max(oy) - min(oy)) / width))
    found = [[0.0 for _ in range(ny)] for _ in range(nx)]
    for i in range(nx):
        for j in range(ny):
            found[i][j] = nearest(i * width - 0.1 * j, ox, oy, reach)
    return found


@pytest.mark.xla
def test_loops_that_choose_from_lists_which_decide_sizes_stay_loops():
    compiled, calls = recto.jit(map_of_distances), []
    for ox in ([1.0, 25.0, 4.0], [1.0, 49.0, 4.0]):
        args = (ox, [0.5, 3.5, 12.5], 1.0, 9.0)
        np.testing.assert_allclose(np.array(compiled(*args), float), map_of_distances(*args))
        calls.append(len([*walk(compiled.lower(*args).reading.program)]))
    assert calls[0] == calls[1] < 400


@pytest.mark.xla
def test_a_gradient_through_them():
    def area(x, h):
        total = 0.0
        for k in range(int(1 / h)):
            total += np.sin(x * k * h) * h
        return total * np.ones(int(1 / h)).sum()
    slope = recto.jit(recto.grad(area))(0.7, 0.25)
    wanted = 4 * sum(math.cos(0.7 * k * 0.25) * k * 0.25 * 0.25 for k in range(4))
    assert math.isclose(float(slope), wanted, rel_tol=1e-12)


def test_what_comes_from_arrays_is_refused_where_there_are_none():
    with pytest.raises(recto.CompileError, match="no known upper bound"):
        recto.jit(lambda x: np.zeros(int(x[0]))).program("f64[3]")
    with pytest.raises(recto.CompileError, match="must be known"):
        recto.jit(lambda x: np.sum(x, axis=int(x[0]))).program("f64[3]")


@pytest.mark.xla
@pytest.mark.parametrize("function, first, second", [
    (of_a_list, ([1.0, 2.0, 3.0], 3), ([1.0, 2.0, 3.0], 2)),
    (of_lists, ([[1.0, 2.0], [3.0, 4.0]], 2), ([[1.0, 2.0], [3.0, 4.0]], 1)), (into_a_list, (X, 2), (X, 3))])
def test_numbers_that_index_lists_stay_dynamic(function, first, second):
    compiled = recto.jit(function)
    for args in (first, second, first):
        np.testing.assert_allclose(np.asarray(compiled(*args), float), np.asarray(function(*args), float), rtol=1e-12)
    assert "is static" not in "\n".join(compiled.notes)


def until(x, tolerance):
    found = []
    while tolerance < 1.0:
        found.append(x * tolerance)
        tolerance *= 2.0
    return np.array(found)


def until_far(x, step):
    places, total = [], 0.0
    while total < 40.0:
        total += step
        if total % 2.0 < 1.0:
            places.append(total * x[0])
    return np.array(places), len(places)


@pytest.mark.xla
@pytest.mark.parametrize("function", [until, until_far])
def test_floats_that_decide_how_long_a_list_gets_need_not_be_known(function):
    compiled = recto.jit(function)
    for number in (0.3, 0.1, 0.03, 0.3):
        found, wanted = compiled(X, number), function(X, number)
        for mine, theirs in zip(found, wanted, strict=True) if function is until_far else [(found, wanted)]:
            np.testing.assert_allclose(np.asarray(mine, float), np.asarray(theirs, float), rtol=1e-12)
    assert not any("is static" in note for note in compiled.notes)
    only = (lambda x: function(x, 0.3)[0]) if function is until_far else (lambda x: function(x, 0.3))
    slope = recto.grad(lambda x: np.sum(only(x)))(X)
    assert np.all(np.isfinite(slope)) and np.any(slope != 0.0)
