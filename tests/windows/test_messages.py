"""What is checked while a program runs is told with the lengths of the first place that failed."""
from __future__ import annotations

import numpy as np
import pytest
import recto


def two_checks_in_a_line(x, k):
    return (x[k[0]:k[1]] * 2 + x[:k[2]]) @ x[:k[2]]


def two_axes(x, k):
    a = np.outer(x, x)
    return a[:k[0], :k[1]] + a[:k[1], :k[2]]


def first_round_of_a_loop(x, k):
    s = 0.0
    for i in range(3, 9):
        s += x[k[0]:k[1]] @ x[:i]
    return s


def first_bound_of_a_loop(x, k):
    s = 0.0
    for i in range(3):
        s += np.sum(np.ones(recto.bound(k[i], 4)))
    return s


LENGTHS = [(two_checks_in_a_line, (1, 5, 7), "lengths 4 and 7"), (two_axes, (3, 4, 5), "lengths 3 and 4"),
           (first_round_of_a_loop, (1, 5, 0), "lengths 3 and 4"), (first_bound_of_a_loop, (2, 5, 7), "5 is more than")]


@pytest.mark.parametrize("function, k, message", LENGTHS)
def test_the_first_failure_is_told(function, k, message):
    x, k = np.arange(9.0), np.array(k)
    space: dict = {}
    exec(str(recto.jit(function).source(x, k)), space)
    for run in (recto.jit(function), space[function.__name__]):
        with pytest.raises(ValueError, match=message):
            run(x, k)


def chosen_by_masks(x):
    try:
        return (x[x > 0] + x[x < 0]).sum()
    except ValueError:
        return -1.0


def stored_under_a_mask(x):
    try:
        x[x > 0] = x[x < 0]
    except ValueError:
        x[0] = 9.0
    return x


@pytest.mark.parametrize("function", [chosen_by_masks, stored_under_a_mask])
def test_no_handler_takes_a_single_item_for_one_that_does_not_fit(function):
    """NumPy repeats it; compiled code does not, and says so."""
    with pytest.raises(ValueError, match="whose computed length is 1 is not repeated"):
        recto.jit(function)(np.array([1.0, 2.0, -3.0]))
    for x in (np.array([1.0, 2.0, 3.0, -1.0, -2.0]), np.array([1.0, -1.0])):
        assert np.all(recto.jit(function)(x.copy()) == function(x.copy()))


def sum_of_arrays(x):
    rows = []
    for v in x:
        if v > 0:
            rows.append(np.array([v, 1.0]))
    return sum(rows)


def test_the_sum_of_no_arrays_is_refused_while_running():
    """Python's is the number 0."""
    with pytest.raises(ValueError, match="the sum of no arrays is a number"):
        recto.jit(sum_of_arrays)(np.array([-1.0, -2.0]))
    assert np.all(recto.jit(sum_of_arrays)(np.array([1.0, 3.0])) == [4.0, 2.0])
