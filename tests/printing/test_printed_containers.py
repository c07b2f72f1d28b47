"""Printed source returns the containers that the function returns."""
from __future__ import annotations

import collections
from collections import Counter, OrderedDict, deque

import numpy as np
import pytest

import recto


def in_tuple(x):
    return tuple(w for w in x if w > 0)


def in_deque(x):
    return deque(w for w in x if w > 0)


def in_short_deque(x):
    return deque([x[0], x[1], x[2]], 2)


def counted(x):
    return Counter([1, 1, 2]), x.sum()


def in_order(x):
    return OrderedDict(b=x[1], a=x[0])


def within_others(x):
    return tuple(w for w in x if w > 0), 1.0, {"k": [deque(w for w in x if w < 0)]}


def part_of_a_tuple(x, k):
    q = (1.0, x[0], x[1])
    return q[: k[0]], q[k[0] :], q[::2]


@pytest.mark.parametrize("function", (in_tuple, in_deque, in_short_deque, counted, in_order, within_others))
def test_containers_are_pythons(function):
    space: dict = {}
    exec(recto.jit(function).source("f64[3]"), space)
    for x in ([1.0, -2.0, 3.0], [-1.0, -1.0, -1.0]):
        found, wanted = space[function.__name__](np.array(x)), function(np.array(x))
        assert found == wanted and type(found) is type(wanted)


@pytest.mark.parametrize("k", (0, 1, 3))
def test_a_part_of_a_tuple_is_a_tuple(k):
    x, space = np.array([5.0, 6.0]), {}
    exec(recto.jit(part_of_a_tuple).source(x, np.array([k])), space)
    assert space["part_of_a_tuple"](x, np.array([k])) == part_of_a_tuple(x, np.array([k]))


def test_a_deque_is_one_of_its_module():
    assert isinstance(recto.jit(in_deque)(np.array([1.0])), collections.deque)
