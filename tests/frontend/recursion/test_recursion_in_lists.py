"""Recursion that data end may change a list among the arguments in place."""
import numpy as np
import pytest

import recto
from programs.recursion_in_lists import sift

pytestmark = pytest.mark.xla


def counted_down(a, i, n):
    if a[i] > 0 and n > 0:
        a[i] -= 1
        counted_down(a, i, n)


def heap_sort(a, first, n):
    for i in range(n // 2 - 1, first - 1, -1):
        sift(a, i, n)
    for i in range(n - 1, first, -1):
        a[first], a[i] = a[i], a[first]
        sift(a, first, i)
    return a


@pytest.mark.parametrize("function", [sift, counted_down, heap_sort])
@pytest.mark.parametrize("values", [[1, 4, 3, 5, 2], [3, 3, 1], [2.5, 0.5, 4.0, 1.0]])
def test_as_in_python(function, values):
    mine, wanted, compiled = values.copy(), values.copy(), recto.jit(function)
    for _ in range(2):
        assert recto.tree.map(float, compiled(mine, 0, len(mine))) == function(wanted, 0, len(wanted))
        assert mine == wanted
        mine.reverse()
        wanted.reverse()


def eliminated(matrix):
    for i in range(len(matrix)):
        for j in range(len(matrix[0])):
            matrix[i][j] -= 0.5 * matrix[0][0]
    return matrix


def halved(xs):
    for i in range(len(xs)):
        if xs[i] > 1:
            xs[i] /= 2
    return sum(xs)


@pytest.mark.parametrize(("function", "values"), [(eliminated, [[1, 2], [3, 4]]), (eliminated, [[1, 2] * 20] * 1),
                                                  (halved, list(range(40)))])
def test_floats_in_a_list_of_integers(function, values):
    copies = [[row[:] if isinstance(row, list) else row for row in values] for _ in range(2)]
    assert recto.tree.map(float, recto.jit(function)(copies[0])) == recto.tree.map(float, function(copies[1]))
    assert copies[0] == copies[1]


def quicksort(items):
    if len(items) < 2:
        return items
    p = items[0]
    return quicksort([v for v in items[1:] if v < p]) + [p] + quicksort([v for v in items[1:] if v >= p])


def sorted_positives(x):
    return quicksort([v for v in x if v > 0])


@pytest.mark.parametrize("seed", range(3))
def test_lists_that_recursion_makes_shorter(seed):
    """The shortest have no room for an item, and none is put into them."""
    x = np.random.default_rng(seed).normal(size=5)
    assert recto.tree.map(float, recto.jit(lambda x: quicksort(list(x)))(x)) == quicksort(list(x))
    assert recto.tree.map(float, recto.jit(sorted_positives)(x)) == sorted_positives(x)
