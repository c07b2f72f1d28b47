"""Lanes that have not taken a branch, or have left a loop, never get into values or derivatives, whatever the code that
was not meant for them makes of them: they are divisions by zero, roots and logarithms of negative numbers here."""
from __future__ import annotations

import functools

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([-2.0, 0.0, 0.5, 1.0, 4.0])


def root(x, w):
    if x > 0.0:
        return w * np.sqrt(x)
    return 0.0 * w


def quotient(x, w):
    y = w
    if x != 0.0:
        y = w / x
    return y


def logarithm(x, w):
    y = w * x
    if x > 0.0:
        y = w * np.log(x)
    return y


def both_ways(x, w):
    """Each branch is bad where the other is taken."""
    return np.log(x) * w if x > 0.0 else np.log1p(-x) * np.sqrt(-x + 1e-3) * w


def falling(x, w):
    """Lanes that are done would divide by zero."""
    y = w
    while x > 0.5:
        y = y + w / (x - 0.5) + np.sqrt(x - 0.5)
        x = x - 1.0
    return y + x


def newton(a, w):
    x = a
    while np.abs(x * x - a) > 1e-9 and x > 0.0:
        x = x - w * (x * x - a) / (2.0 * x)
    return x


def leaving(x, w):
    for _ in range(4):
        if x <= 0.0:
            return w * x
        x = x - np.sqrt(x) * w
    return np.log(x + 10.0)


def skipping(x, w):
    total = 0.0
    for k in range(3):
        if x <= k:
            continue
        total += np.log(x - k) * w
        if total > 1.0:
            break
    return total


def slots(x, w):
    """Updates of an array in a branch."""
    a = np.zeros(3)
    for i in range(3):
        if x > i:
            a[i] = w * np.sqrt(x - i)
        else:
            a[2 - i] += x * x
    return np.sum(a * a)


@pytest.mark.parametrize("f", [root, quotient, logarithm, both_ways, falling, newton, leaving, skipping, slots])
@pytest.mark.parametrize("shared", [True, False], ids=["shared", "own"])
def test_derivatives_are_those_of_the_lanes_alone(f, shared):
    """Of the sum over the lanes, by lanes and weights; of the lanes, one by one."""
    axes, w = (0, None if shared else 0), np.asarray(0.9) if shared else np.linspace(0.8, 1.0, len(X))
    total = lambda x, w: np.sum(recto.vmap(f, in_axes=axes)(x, w))
    alone = recto.jit(recto.value_and_grad(f, argnums=(0, 1)))
    weights = np.broadcast_to(w, X.shape)
    lanes = [alone(x, v) for x, v in zip(X, weights)]
    values, by_x, by_w = (np.array([float(v) for v in found]) for found in zip(*((v, *bars) for v, bars in lanes)))
    assert np.isfinite(values).all() and np.isfinite(by_x).all() and np.isfinite(by_w).all()
    x_bar, w_bar = recto.grad(total, argnums=(0, 1))(X, w)
    each = recto.vmap(recto.value_and_grad(f, argnums=(0, 1)), in_axes=axes)(X, w)
    np.testing.assert_allclose(np.asarray(each[0]), values, rtol=1e-10, atol=1e-12)
    for got in (x_bar, each[1][0]):
        np.testing.assert_allclose(np.asarray(got), by_x, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(np.asarray(each[1][1]), by_w, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(np.asarray(w_bar), by_w.sum() if shared else by_w, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("f", [root, both_ways, falling, slots])
def test_second_derivatives_too(f):
    twice = recto.grad(recto.grad(f))
    got = recto.vmap(twice, in_axes=(0, None))(X + 0.1, 0.9)
    np.testing.assert_allclose(np.asarray(got), [float(twice(x, 0.9)) for x in X + 0.1], rtol=1e-9, atol=1e-12)


@pytest.mark.xla
def test_a_cached_property_is_computed_for_the_batch_and_not_kept():
    class Grid:
        def __init__(self, x):
            self.x = x

        @functools.cached_property
        def widths(self):
            return np.diff(self.x)

        def set_widths(self):
            self.other = np.diff(self.x)
            return self.other
    grid = Grid(np.array([0.0, 1.0, 3.0]))
    scaled = lambda t: t * grid.widths[1] + grid.widths[0]
    ts = np.array([1.0, 2.0, 3.0])
    assert recto.vmap(scaled)(ts).tolist() == [3.0, 5.0, 7.0]
    assert recto.vmap(recto.grad(scaled))(ts).tolist() == [2.0] * 3 and "widths" not in vars(grid)
    assert recto.jit(lambda t: recto.vmap(scaled)(t) * grid.widths[0])(ts).tolist() == [3.0, 5.0, 7.0]
    assert grid.widths.tolist() == [1.0, 2.0]
    with pytest.raises(recto.CompileError, match="vmap of a function that changes objects outside of it"):
        recto.vmap(lambda t: t * grid.set_widths()[0])(ts)
