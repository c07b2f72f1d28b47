"""Every collective as communication between devices: against NumPy, and as in a batch (`vmap`)."""
import numpy as np
import pytest

import recto
from recto import lax

N = 8
X = np.arange(1.0, N + 1)
Y = np.random.default_rng(0).normal(size=(N, N, 3))
RING = [(k, (k + 1) % N) for k in range(N)]


def over(f, *args, **how):
    return np.asarray(recto.pmap(f, axis_name="i", **how)(*args))


@pytest.mark.parametrize("f, expected", [
    (lambda x: lax.psum(x, "i"), np.full(N, 36.0)),
    (lambda x: x - lax.pmean(x, "i"), X - X.mean()),
    (lambda x: lax.pmax(x, "i") - lax.pmin(x, "i"), np.full(N, 7.0)),
    (lambda x: x * lax.axis_index("i"), X * np.arange(N)),
    (lambda x: x * lax.axis_size("i") + lax.psum(1, "i"), X * N + N),
    (lambda x: lax.all_gather(x, "i"), np.tile(X, (N, 1))),
    (lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2)]), np.r_[0.0, 1.0, 2.0, np.zeros(5)]),
    (lambda x: lax.ppermute(x, "i", RING), np.roll(X, 1)),
    (lambda x: lax.ppermute(x, "i", []), np.zeros(N)),
])
def test_of_numbers(f, expected):
    np.testing.assert_allclose(over(f, X), expected)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_all_gather(axis):
    np.testing.assert_array_equal(over(lambda y: lax.all_gather(y, "i", axis=axis), Y),
                                  np.stack([np.stack(list(Y), axis)] * N))
    if axis < 2:
        np.testing.assert_array_equal(over(lambda y: lax.all_gather(y, "i", axis=axis, tiled=True), Y),
                                      np.stack([np.concatenate(list(Y), axis)] * N))


@pytest.mark.parametrize("split, concat", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_all_to_all(split, concat):
    z = np.random.default_rng(0).normal(size=(N, N, N))
    parts = [[np.take(z[source], target, axis=split) for source in range(N)] for target in range(N)]
    np.testing.assert_array_equal(over(lambda v: lax.all_to_all(v, "i", split, concat), z),
                                  np.stack([np.stack(p, concat) for p in parts]))


@pytest.mark.parametrize("mapped", [recto.pmap, recto.vmap])
def test_psum_scatter(mapped):
    total = Y.sum(0)
    np.testing.assert_allclose(mapped(lambda y: lax.psum_scatter(y, "i"), axis_name="i")(Y), total)
    wide = np.concatenate([Y, Y + 1], 1)
    blocks = wide.sum(0).reshape(N, 2, 3)
    np.testing.assert_allclose(mapped(lambda y: lax.psum_scatter(y, "i", tiled=True), axis_name="i")(wide), blocks)
    sides = np.moveaxis(Y, 1, 2)
    by_name = mapped(lambda y: lax.psum_scatter(y, "i", scatter_dimension=-1), axis_name="i")(sides)
    np.testing.assert_allclose(by_name, total)


def test_psum_scatter_of_what_does_not_fit():
    with pytest.raises(recto.CompileError, match="can't be divided among the 8 members"):
        over(lambda y: lax.psum_scatter(y, "i"), np.ones((N, 7)))


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "uint16", "int64", "complex64", "complex128"])
def test_sums_and_extremes_of_other_dtypes(dtype):
    values = (np.random.default_rng(1).normal(size=(N, 5)) * 8).astype(dtype)
    if values.dtype.kind == "c":
        values += 1j * values.real[::-1]
    for f in (lambda x: lax.psum(x, "i"), lambda x: lax.pmax(x, "i"), lambda x: lax.pmin(x, "i")):
        found, batch = over(f, values), np.asarray(recto.vmap(f, axis_name="i")(values))
        assert found.dtype == batch.dtype == values.dtype
        np.testing.assert_allclose(found, batch, rtol=1e-2 if dtype == "float16" else 1e-5)


def test_not_a_number_wins_everywhere():
    values = np.where(X == 3, np.nan, X)
    for f in (lambda x: lax.psum(x, "i"), lambda x: lax.pmax(x, "i"), lambda x: lax.pmin(x, "i")):
        assert np.isnan(over(f, values)).all()


def test_containers_and_axes_that_are_no_devices():
    total = recto.pmap(lambda t: lax.psum(t, "i"), axis_name="i")({"a": X, "b": (X * 2,)})
    assert float(total["a"][0]) == 36.0 and float(total["b"][0][2]) == 72.0
    grid = np.arange(1.0, 25.0).reshape(N, 3)
    whole = over(lambda row: recto.vmap(lambda v: v / lax.psum(v, ("i", "j")), axis_name="j")(row), grid)
    np.testing.assert_allclose(whole, grid / grid.sum())
    rows = over(lambda row: recto.vmap(lambda v: lax.all_gather(v, "i"), axis_name="j")(row), grid)
    np.testing.assert_allclose(rows, np.stack([grid.T] * N))


def walk(x):
    """A loop whose end all members agree about."""
    steps = 0
    while lax.psum(x, "i") < 100.0:
        x = x * 1.5
        steps += 1
    return x, steps


def rounds(x):
    """What goes around the ring, summed."""
    total, held = np.zeros_like(x), x
    for k in range(8):
        total = total + held * k
        held = lax.ppermute(held, "i", RING)
    return total


def test_in_loops():
    x, steps = recto.pmap(walk, axis_name="i", out_axes=(0, None))(X)
    np.testing.assert_allclose(x, X * 1.5 ** 3)
    assert int(steps) == 3 and steps.shape == ()
    np.testing.assert_allclose(over(rounds, X), sum(np.roll(X, k) * k for k in range(N)))


def test_in_branches_that_all_take():
    def agreed(x):
        if lax.pmax(x, "i") > 5:
            x = x + lax.psum(x, "i")
        return x
    np.testing.assert_allclose(over(agreed, X), X + 36)
    np.testing.assert_allclose(over(agreed, X - 5), X - 5)


def branch(x):
    if x > 2:
        x = lax.psum(x, "i")
    return x


def loop(x):
    while x < 10:
        x = x + lax.psum(x, "i")
    return x


def count(x, n):
    for _ in range(n):
        x = x + lax.psum(x, "i")
    return x


@pytest.mark.parametrize("f, args", [(branch, (X,)), (loop, (X,)), (count, (X, np.arange(N)))])
def test_what_only_some_members_reach_is_refused(f, args):
    with pytest.raises(recto.CompileError, match="collective in a"):
        over(f, *args)


def test_an_unbound_name_is_refused():
    with pytest.raises(recto.CompileError, match="'j' is not bound") as error:
        over(lambda x: lax.psum(x, "j"), X)
    assert "test_collectives.py" in str(error.value)


# -- derivatives -------------------------------------------------------------------------------------------------

def energy(x):
    """Of one member; it depends on the others."""
    return np.sin(x) * lax.psum(x * x, "i") + lax.pmean(np.cos(x), "i") * x


def test_gradient_inside_through_psum():
    """The gradient with respect to a member's x of the sum of all members' values: psum transposes to psum."""
    found = over(lambda x: recto.grad(energy)(x), X / 4)
    batch = lambda v: np.asarray(recto.vmap(energy, axis_name="i")(v)).sum()
    step, unit = 1e-6, np.eye(N)
    differences = [(batch(X / 4 + step * e) - batch(X / 4 - step * e)) / (2 * step) for e in unit]
    np.testing.assert_allclose(found, differences, rtol=1e-6, atol=1e-7)


COLLECTED = {
    "psum": lambda x: lax.psum(np.sin(x), "i") * x,
    "pmean": lambda x: lax.pmean(x ** 2, "i") / (1 + x),
    "all_gather": lambda x: lax.all_gather(x ** 2, "i") @ np.arange(8.0) * x,
    "ppermute": lambda x: lax.ppermute(x ** 2, "i", [(k, (k + 3) % 8) for k in range(6)]) * x,
    "all_to_all": lambda x: lax.all_to_all(np.arange(8.0) * x ** 2, "i", 0, 0) @ np.ones(8) * x,
    "psum_scatter": lambda x: lax.psum_scatter(np.arange(8.0) * x ** 2, "i") * x,
}


@pytest.mark.parametrize("name", COLLECTED)
def test_gradient_of_a_pmapped_function(name):
    mapped = recto.pmap(COLLECTED[name], axis_name="i")
    batch = recto.vmap(COLLECTED[name], axis_name="i")
    weights = np.cos(X)
    found = recto.grad(lambda x: np.sum(mapped(x) * weights))(X / 5)
    value = lambda x: float(np.asarray(batch(x)) @ weights)
    step, unit = 1e-6, np.eye(N)
    differences = [(value(X / 5 + step * e) - value(X / 5 - step * e)) / (2 * step) for e in unit]
    np.testing.assert_allclose(found, differences, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", COLLECTED)
def test_derivatives_inside_and_outside_agree(name):
    """Forward mode commutes with pmap; and so does reverse mode, as cotangents of collectives are collectives."""
    f, t = COLLECTED[name], np.cos(X)
    inside = recto.pmap(lambda x, t: recto.jvp(f, (x,), (t,))[1], axis_name="i")(X, t)
    outside = recto.jvp(recto.pmap(f, axis_name="i"), (X,), (t,))[1]
    np.testing.assert_allclose(inside, outside, rtol=1e-12)
    pulled = recto.pmap(lambda x, t: recto.vjp(f, x)[1](t)[0], axis_name="i")(X, t)
    np.testing.assert_allclose(recto.vjp(recto.pmap(f, axis_name="i"), X)[1](t)[0], pulled, rtol=1e-12)


def test_extremes_have_no_derivative():
    with pytest.raises(recto.CompileError, match="pmax has no derivative"):
        over(recto.grad(lambda x: lax.pmax(x, "i")), X)
