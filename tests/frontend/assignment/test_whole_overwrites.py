"""Arrays from outside that are overwritten as a whole with another array from outside, or with an argument."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

import recto


class Box:
    def __init__(self):
        self.a, self.b, self.c = np.zeros(2), np.full(2, 9.0), np.arange(2.0)


def assign(target, value):
    target[:] = value


def assign_all(target, value):
    target[...] = value


def copy(target, value):
    np.copyto(target, value)


def chosen(target, value):
    target[:] = np.where(value > 0, value, value)


class Net:
    def __init__(self):
        self.state, self.previous = np.zeros(2), np.zeros(2)

    def step(self, x):
        self.previous[:] = self.state
        self.state += x


GLOBAL, OTHER = np.zeros(2), np.full(2, 4.0)


def write_global(v):
    GLOBAL[:] = v


def write_global_from_another():
    GLOBAL[:] = OTHER


@pytest.mark.parametrize("write", [assign, assign_all, copy, chosen], ids=lambda f: f.__name__)
@pytest.mark.parametrize("source", ["argument", "attribute"])
def test_an_attribute_is_overwritten(write, source):
    def f(box, v):
        write(box.a, v if source == "argument" else box.b)
        return np.sum(box.a)

    compiled = recto.jit(f)
    for v in (np.array([7.0, 8.0]), np.array([1.0, 0.0])):
        wanted, got = Box(), Box()
        assert compiled(got, v) == f(wanted, v)
        for name in "abc":
            np.testing.assert_array_equal(getattr(got, name), getattr(wanted, name))


@pytest.mark.parametrize("order", [*itertools.permutations("abc")], ids="".join)
def test_attributes_are_permuted(order):
    def f(box):
        values = [getattr(box, name).copy() for name in order]
        box.a[:], box.b[:], box.c[:] = values

    wanted, got = Box(), Box()
    f(wanted)
    recto.jit(f)(got)
    for name in "abc":
        np.testing.assert_array_equal(getattr(got, name), getattr(wanted, name))


def test_a_state_is_remembered():
    wanted, got, step = Net(), Net(), recto.jit(Net.step)
    for k in range(3):
        wanted.step(np.full(2, k + 1.0))
        step(got, np.full(2, k + 1.0))
        np.testing.assert_array_equal(got.previous, wanted.previous)
        np.testing.assert_array_equal(got.state, wanted.state)


def test_a_global_array_is_overwritten():
    recto.jit(write_global)(np.array([7.0, 8.0]))
    np.testing.assert_array_equal(GLOBAL, [7, 8])
    recto.jit(write_global_from_another)()
    np.testing.assert_array_equal(GLOBAL, [4, 4])


def test_behind_a_gradient():
    box = Box()
    bar = recto.grad(lambda v: assign(box.a, v) or np.sum(box.a**2))(np.array([7.0, 8.0]))
    np.testing.assert_array_equal(bar, [14, 16])
    np.testing.assert_array_equal(box.a, [7, 8])
