"""psum and its like in batches with a name, against NumPy; their derivatives."""
import numpy as np
import pytest

import recto
from recto import lax

pytestmark = pytest.mark.xla
X = np.array([1.0, 3.0, 6.0])
Y = np.arange(24.0).reshape(3, 4, 2) ** 2


def over(f, *args, **how):
    return np.asarray(recto.vmap(f, axis_name="i", **how)(*args))


@pytest.mark.parametrize("f, expected", [
    (lambda x: lax.psum(x, "i"), np.full(3, 10.0)),
    (lambda x: x - lax.pmean(x, "i"), X - X.mean()),
    (lambda x: lax.pmax(x, "i") - lax.pmin(x, "i"), np.full(3, 5.0)),
    (lambda x: x * lax.axis_index("i"), X * np.arange(3)),
    (lambda x: x * lax.axis_size("i") + lax.psum(1, "i"), X * 3 + 3),
    (lambda x: lax.psum(2.0, "i") + 0 * x, np.full(3, 6.0)),
    (lambda x: lax.all_gather(x, "i"), np.tile(X, (3, 1))),
    (lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2)]), np.array([0.0, 1.0, 3.0])),
    (lambda x: lax.ppermute(x, "i", [(k, (k + 1) % 3) for k in range(3)]), np.roll(X, 1)),
])
def test_of_numbers(f, expected):
    np.testing.assert_allclose(over(f, X), expected)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_all_gather(axis):
    np.testing.assert_array_equal(over(lambda y: lax.all_gather(y, "i", axis=axis), Y),
                                  np.stack([np.stack(list(Y), axis)] * 3))
    if axis < 2:
        np.testing.assert_array_equal(over(lambda y: lax.all_gather(y, "i", axis=axis, tiled=True), Y),
                                      np.stack([np.concatenate(list(Y), axis)] * 3))


@pytest.mark.parametrize("split, concat", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_all_to_all(split, concat):
    z = np.random.default_rng(0).normal(size=(3, 3, 3))
    parts = [[np.take(z[source], target, axis=split) for source in range(3)] for target in range(3)]
    np.testing.assert_array_equal(over(lambda v: lax.all_to_all(v, "i", split, concat), z),
                                  np.stack([np.stack(p, concat) for p in parts]))


def test_containers_and_several_names():
    total = recto.vmap(lambda t: lax.psum(t, "i"), axis_name="i")({"a": X, "b": (X * 2,)})
    assert float(total["a"][0]) == 10.0 and float(total["b"][0][2]) == 20.0
    grid = np.arange(1.0, 7.0).reshape(2, 3)
    inner = lambda v: v / lax.psum(v, ("i", "j"))
    found = recto.vmap(lambda row: recto.vmap(inner, axis_name="j")(row), axis_name="i")(grid)
    np.testing.assert_allclose(found, grid / grid.sum())
    rows = recto.vmap(lambda row: recto.vmap(lambda v: lax.psum(v, "i"), axis_name="j")(row), axis_name="i")(grid)
    np.testing.assert_allclose(rows, np.tile(grid.sum(0), (2, 1)))


def test_values_that_are_not_batched():
    np.testing.assert_allclose(over(lambda w, x: lax.psum(w, "i") * x, 2.0, X, in_axes=(None, 0)), 6.0 * X)


def test_derivatives_are_those_of_the_whole():
    """Of a sum over all members: by central differences of NumPy's."""
    whole = {
        "psum": (lambda x: x * lax.psum(x ** 2, "i"), lambda x: x * np.sum(x ** 2)),
        "pmean": (lambda x: np.sin(x - lax.pmean(x, "i")), lambda x: np.sin(x - x.mean())),
        "all_gather": (lambda x: np.sum(lax.all_gather(x, "i") ** 2 * np.arange(3.0)) * x,
                       lambda x: np.sum(x ** 2 * np.arange(3.0)) * x),
        "ppermute": (lambda x: x * lax.ppermute(x, "i", [(0, 2), (2, 1)]),
                     lambda x: x * np.array([0.0, x[2], x[0]])),
    }
    for name, (member, plain) in whole.items():
        total = lambda x: np.sum(recto.vmap(member, axis_name="i")(x) * np.array([1.0, -2.0, 0.5]))
        expected = lambda x: np.sum(plain(x) * np.array([1.0, -2.0, 0.5]))
        differences = [(expected(X + 1e-6 * e) - expected(X - 1e-6 * e)) / 2e-6 for e in np.eye(3)]
        np.testing.assert_allclose(recto.grad(total)(X), differences, rtol=1e-7, err_msg=name)


def test_the_transpose_of_psum_is_psum():
    """As in JAX (0.10.2): vmap(grad(lambda x: psum(x ** 2, "i")), axis_name="i") gives every member 3 · 2x."""
    np.testing.assert_allclose(over(recto.grad(lambda x: lax.psum(x ** 2, "i")), X), 6 * X)


def test_data_parallel_steps_agree_with_one_over_all():
    x, y = np.linspace(-1, 1, 6), np.linspace(0, 2, 6) ** 2

    def loss(w, x, y):
        return np.mean((w * x - y) ** 2)

    def train(w, x, y):
        for _ in range(5):
            w = w - 0.1 * lax.pmean(recto.grad(loss)(w, x, y), "i")
        return w
    w = 0.3
    for _ in range(5):
        w = w - 0.1 * np.mean(2 * (w * x - y) * x)
    found = over(train, 0.3, x.reshape(3, 2), y.reshape(3, 2), in_axes=(None, 0, 0))
    np.testing.assert_allclose(found, np.full(3, w))


def branching(x):
    if x > 2:
        return lax.psum(x, "i")
    return x


@pytest.mark.parametrize("f, message", [
    (lambda x: lax.psum(x, "k"), r"the axis name 'k' is not bound \(bound here: 'i'\)"),
    (branching, "a collective in a branch that only some members of the batch take"),
    (lambda x: lax.ppermute(x, "i", [(0, 5)]), "is no permutation"),
    (lambda x: lax.ppermute(x, "i", [(0, 1), (2, 1)]), "is no permutation"),
    (recto.grad(lambda x: lax.pmax(x, "i")), "pmax has no derivative"),
    (lambda x: lax.all_to_all(np.ones((2, 2)) * x, "i", 0, 0), "has not the size"),
])
def test_refusals(f, message):
    with pytest.raises(recto.CompileError, match=message):
        over(f, X)


def test_outside_of_a_named_axis():
    with pytest.raises(recto.CompileError, match="outside of a named axis"):
        lax.psum(1.0, "i")
    with pytest.raises(recto.CompileError, match="is not bound"):
        recto.jit(lambda x: lax.psum(x, "i"))(1.0)
