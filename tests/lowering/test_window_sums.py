"""One value added to many windows of an array: one pass over the array; and large windows written in loops."""
from __future__ import annotations

import numpy as np
import pytest

from recto.transform import primitives as prim

from .construct import array, fori, program
from .harness import compiled, copies
from .test_prepare import agree, names


def window(x, first, last, shape):
    starts, limits = tuple(first), tuple(n + k for n, k in zip(shape, last))
    return dict(starts=starts, limits=limits, strides=(1,) * len(starts), drop=())


def add_to(x, u, first, last, shape, flip=False):
    place = window(x, first, last, shape)
    old = prim.slice_(x, **place)
    return prim.put_slice(x, u + old if flip else old + u, **place)


FIVE = [((1, 1), (-1, -1)), ((0, 1), (-2, -1)), ((2, 1), (0, -1)), ((1, 0), (-1, -2)), ((1, 2), (-1, 0))]


def spread(x, u, places=FIVE, shape=(10, 12)):
    for k, (first, last) in enumerate(places):
        x = add_to(x, u, first, last, shape, flip=k % 2 == 1)
    return x


X, U = np.random.default_rng(0).normal(size=(10, 12)), np.random.default_rng(1).normal(size=(8, 10))


def test_windows_that_get_the_same_value_are_one_pass():
    p = program(spread, array(10, 12), array(8, 10))
    new = agree(p, X, U)
    assert names(p).count("put_slice") == 5
    assert names(new).count("put_slice") + names(new).count("update_slice") <= 1     # that which pads


def test_in_a_loop():
    p = program(lambda x, u: fori(0, 4, [x], lambda i, x: [spread(x, u)]), array(10, 12), array(8, 10))
    agree(p, X, U)


def test_values_of_another_kind_in_between_stay_windows():
    def mixed(x, u, v):
        x = add_to(x, u, *FIVE[0], (10, 12))
        x = add_to(x, v, *FIVE[1], (10, 12))
        for place in FIVE[2:]:
            x = add_to(x, u, *place, (10, 12))
        return x
    agree(program(mixed, array(10, 12), array(8, 10), array(8, 10)), X, U, U[::-1].copy())


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_an_array_that_is_read_between_is_left_alone(count):
    def read(x, u):
        for first, last in FIVE[:count]:
            x = add_to(x, u, first, last, (10, 12))
        return x, spread(x, u)
    agree(program(read, array(10, 12), array(8, 10)), X, U)


def test_a_stencil_in_two_arrays_is_in_place():
    """B[1:-1] = f(A); A[1:-1] = g(B): no copy in the loop, although what is written to B is used again."""
    inside = window(None, (1,), (-1,), (5000,))

    def turn(i, a, b):
        of = lambda x: prim.slice_(x, **window(x, (0,), (-2,), (5000,))) + prim.slice_(
            x, **window(x, (2,), (0,), (5000,))
        )
        b = prim.put_slice(b, of(a), **inside)
        return [prim.put_slice(a, of(b) + prim.slice_(b, **inside), **inside), b]
    p = program(lambda a, b: fori(0, 7, [a, b], turn), array(5000), array(5000))
    a = np.random.default_rng(2).normal(size=5000)
    agree(p, a, a[::-1].copy())
    assert copies(compiled(p)) == 0
