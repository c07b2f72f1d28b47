"""Derivatives of methods that keep views in attributes: reshaped inputs, rows, transposes."""
from __future__ import annotations

import numpy as np
import pytest

import recto


class Layers:
    def reshaped(self, x):
        x = x.reshape(x.shape[0], -1)
        self.x = x
        return np.sum(x**2)

    def transposed(self, x):
        y = (2 * x).T
        self.y = y
        return np.sum(y**2)

    def row(self, x):
        self.y = x[0]
        return np.sum(self.y**2)

    def several(self, x):
        y = 2 * x
        self.y, self.z, self.w = y, y.T[0], y[1:]
        return np.sum(self.z**3)

    def one_view_twice(self, x):
        v = (2 * x)[0]
        self.y, self.z = v, v
        return np.sum(v**2)

    def view_of_a_view(self, x):
        self.y = x.T[1:].reshape(-1)
        return np.sum(self.y**2)

    def in_a_list(self, x):
        y = 2 * x
        self.kept = [y, y[0]]
        return np.sum(y**2)


    def one_view_in_lists(self, x):
        v = (2 * x)[0]
        self.kept = [v, v, x.T[1]]
        self.other = [v]
        return np.sum(v**2)


class Affine:
    """A layer in the manner of courses: it keeps its input for the backward pass."""

    def __init__(self, W, b):
        self.W, self.b = W, b

    def forward(self, x):
        self.shape = x.shape
        self.x = x.reshape(x.shape[0], -1)
        return self.x @ self.W + self.b

    def backward(self, out_bar):
        self.W_bar = self.x.T @ out_bar
        return (out_bar @ self.W.T).reshape(*self.shape)


def call(x, layers, name):
    return getattr(layers, name)(x)


def kept(layers):
    found = {}
    for name, value in layers.__dict__.items():
        found |= {f"{name}{k}": v for k, v in enumerate(value)} if isinstance(value, list) else {name: value}
    return found


METHODS = [name for name in vars(Layers) if not name.startswith("_")]


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("transform", [recto.grad, recto.value_and_grad], ids=["grad", "value_and_grad"])
def test_what_is_kept_shares_memory_as_in_python(name, transform):
    x = np.arange(1.0, 5).reshape(2, 2)
    wanted, got = Layers(), Layers()
    call(x, wanted, name)
    transform(call)(x, got, name)
    first, second = {**kept(wanted), "x": x}, {**kept(got), "x": x}
    assert first.keys() == second.keys()
    for one in first:
        np.testing.assert_array_equal(first[one], second[one])
        for other in first:
            assert np.shares_memory(first[one], first[other]) == np.shares_memory(second[one], second[other])
            assert (first[one] is first[other]) == (second[one] is second[other])


@pytest.mark.parametrize("name", METHODS)
def test_the_derivative_is_that_without_keeping(name):
    x = np.arange(1.0, 5).reshape(2, 2)
    bar = recto.grad(call)(x, Layers(), name)
    for place in np.ndindex(2, 2):
        step = np.zeros((2, 2))
        step[place] = 1e-6
        ends = [call(x + s * step, Layers(), name) for s in (1, -1)]
        np.testing.assert_allclose(bar[place], (ends[0] - ends[1]) / 2e-6, rtol=1e-6)


def test_a_layer_that_keeps_its_input():
    random = np.random.default_rng(0)
    x, W, b = random.normal(size=(3, 2, 2)), random.normal(size=(4, 5)), random.normal(size=5)
    wanted, got = Affine(W, b), Affine(W, b)
    out = wanted.forward(x)
    x_bar = wanted.backward(2 * out)
    loss = lambda x, layer: np.sum(layer.forward(x) ** 2)
    np.testing.assert_allclose(recto.grad(loss)(x, got), x_bar)
    assert np.shares_memory(got.x, x)
    got.backward(2 * out)
    np.testing.assert_allclose(got.W_bar, wanted.W_bar)


def test_a_row_at_a_computed_place_is_refused():
    def f(x, layers):
        layers.y = (2 * x)[np.argmax(x[:, 0])]
        return np.sum(layers.y**2)

    with pytest.raises(recto.CompileError, match="changes objects outside of it"):
        recto.grad(f)(np.ones((2, 2)), Layers())


class Scratch:
    """Attributes that are set on some paths only."""

    def __init__(self):
        self.old = None

    def behind_a_return(self, x):
        if x == 0:
            return 0.0
        self.new = x * x
        return self.new

    def in_a_branch(self, x):
        if x > 1:
            self.new = x * x
        return 2 * x

    def none_before(self, x):
        if x > 1:
            self.old = x * x
        return 3 * x

    def an_array(self, x):
        if x > 1:
            self.new = np.array([x, 2 * x])
        return 4 * x

    def none_at_the_end(self, x):
        self.old = 5.0
        if x > 1:
            self.old = None
        return 5 * x

    def twice(self, x):
        for k in range(3):
            if x > k:
                self.new = k * x
        return x**2


@pytest.mark.parametrize("x", [4.0, 0.0, 1.5, -1.0])
@pytest.mark.parametrize("name", [name for name in vars(Scratch) if not name.startswith("_")])
def test_attributes_that_are_set_on_some_paths(name, x):
    wanted, got = Scratch(), Scratch()
    call(x, wanted, name)
    bar = recto.grad(call)(x, got, name)
    ends = [call(x + s * 1e-6, Scratch(), name) for s in (1, -1)]
    np.testing.assert_allclose(bar, (ends[0] - ends[1]) / 2e-6, rtol=1e-5, atol=1e-5)
    assert got.__dict__.keys() == wanted.__dict__.keys()
    for key, value in wanted.__dict__.items():
        assert (value is None) == (got.__dict__[key] is None)
        if value is not None:
            np.testing.assert_array_equal(got.__dict__[key], value)
