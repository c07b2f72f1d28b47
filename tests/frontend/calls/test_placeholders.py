"""None where numbers come later: arrays of None, and None that becomes nan."""
from __future__ import annotations

import copy

import numpy as np
import pytest

import recto


class Filter:
    """As filterpy's filters: a placeholder until the first measurement."""

    def __init__(self, n):
        self.z = np.array([[None] * n]).T
        self.x = np.zeros(n)

    def update(self, z):
        self.x = 0.5 * self.x + z
        self.z = copy.deepcopy(z)


X = np.array([1.0, 2.0])


def made_inside(x):
    found = Filter(2)
    found.update(x)
    return found.x, found.z


def stays(x):
    found = Filter(2)
    return found.x + x, found.z, found.z.T, found.z.shape


def is_known(x):
    found = Filter(2)
    return x if found.z[0, 0] is None and found.z.dtype == object else -x


def in_a_loop(x):
    found = Filter(2)
    for k in range(3):
        found.update(k * x)
    return found.x


def on_a_path(x):
    found = Filter(2)
    if x[0] > 0:
        found.update(x)
    return found.x


def other_ways(x):
    return np.empty((2,), dtype=object), np.full(3, None), copy.copy(np.array([None, None])), x


def nan_for_none(x):
    return np.asarray(None, dtype="float"), np.array([x[0], None, 1.0], float), np.array([[None, 2]], np.float32)


def default_matrix(x, N=None):
    N = np.atleast_2d(np.asarray(N, dtype="float"))
    return np.where(np.isnan(N), 0.0, N) + x


ROWS = [made_inside, stays, is_known, in_a_loop, on_a_path, other_ways, nan_for_none, default_matrix]


@pytest.mark.xla
@pytest.mark.parametrize("function", ROWS, ids=[f.__name__ for f in ROWS])
def test_compiled_code_has_the_same_placeholders(function):
    assert same(recto.jit(function)(X), function(X))


def same(a, b) -> bool:
    if isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    return a.tolist() == b.tolist() if a.dtype == object else np.array_equal(a, b, equal_nan=True)


@pytest.mark.xla
def test_each_call_returns_a_new_placeholder():
    f = recto.jit(lambda x: (np.array([[None]]), x))
    first, second = f(X)[0], f(X)[0]
    first[0, 0] = 1.0
    assert second[0, 0] is None and f(X)[0][0, 0] is None


def made(x):
    found = Filter(2)
    found.update(x)
    return np.sum(found.x * found.z)


@pytest.mark.xla
def test_the_gradient_of_an_object_with_a_placeholder():
    np.testing.assert_allclose(recto.grad(made)(X), 2 * X)


@pytest.mark.xla
def test_objects_from_outside_get_placeholders_and_lose_them():
    found = Filter(2)

    def reset(f, n):
        f.z = np.array([[None] * n]).T

    def looks(f):
        return 1.0 if f.z[0, 0] is None else 2.0
    assert recto.jit(looks)(found) == 1.0
    recto.jit(Filter.update)(found, X)
    np.testing.assert_array_equal(np.asarray(found.z), X)
    recto.jit(reset)(found, 3)
    assert found.z.shape == (3, 1) and found.z.dtype == object


def test_an_array_of_objects_is_not_returned():
    def write(x):
        z = np.array([None, None])
        z[0] = x[0]
        return z
    with pytest.raises(recto.CompileError, match="an array of objects can't leave compiled code"):
        recto.jit(write)(X)


class Layers:
    def __init__(self, sizes):
        self.weights = np.empty(len(sizes) - 1, dtype=object)
        for k in range(len(sizes) - 1):
            self.weights[k] = np.full((sizes[k + 1], sizes[k]), 0.3)

    def forward(self, x):
        for w in self.weights:
            x = np.tanh(w @ x)
        return x.sum()


LAYERS = Layers([2, 4, 3])


def of_an_object_outside(x):
    return LAYERS.forward(x) + sum(w[0, 0] for _, w in enumerate(LAYERS.weights)) + len(list(LAYERS.weights))


def of_an_object_inside(x):
    return Layers([2, 3]).forward(x)


@pytest.mark.xla
@pytest.mark.parametrize("function", [of_an_object_outside, of_an_object_inside], ids=lambda f: f.__name__)
def test_arrays_of_arrays_in_attributes(function):
    step = 1e-6 * np.eye(2)
    slopes = [(function(X + h) - function(X - h)) / 2e-6 for h in step]
    np.testing.assert_allclose(recto.jit(function)(X), function(X))
    np.testing.assert_allclose(recto.grad(function)(X), slopes, atol=1e-6)
    np.testing.assert_allclose(recto.vmap(function)(step), [function(h) for h in step])


def test_arrays_of_objects_outside_are_compared():
    holder = Layers([2, 2])

    def forward(x):
        return holder.forward(x)
    compiled = recto.jit(forward)
    assert np.isclose(compiled(X), forward(X))
    holder.weights[0] = np.eye(3, 2)
    assert np.isclose(compiled(X), forward(X))
    holder.weights = np.array([np.eye(2), np.ones((3, 2))], dtype=object)
    assert np.isclose(compiled(X), forward(X))
