"""Heavy branches that few lanes take are run lane by lane; the results are those of a loop over the lanes."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
N, WIDTH = 16, 64


def heavy_then(x, scale):
    if x[0] > 0.0:
        y = x
        for _ in range(20):
            y = np.sin(y) * scale
        rounds = 20
    else:
        y, rounds = x * 2.0, 0
    return y, rounds


def heavy_else(x, scale):
    if x[0] > 0.0:
        y = x
    else:
        y = x + 0.0
        while np.sum(y * y) > 1.0:
            y = y * scale * 0.5
    return y


def stragglers(x, scale):
    """A loop that few lanes go on with, over a loop."""
    steps = 0
    while x[0] > 1.0:
        for _ in range(10):
            x = x * 0.95 * scale
        steps += 1
    return x, steps


def overwrites(x, scale):
    """A branch that writes one element costs that, and no row."""
    if x[0] > 0.0:
        total = x
        for _ in range(10):
            total = np.cos(total)
        x[3] = np.sum(total) * scale
    return x


def light(x, scale):
    return x * scale if x[0] > 0.0 else -x


def lanes(taken):
    x = np.random.default_rng(taken).normal(size=(N, WIDTH))
    x[:, 0] = np.where(np.arange(N) % N < taken, 5.0, -1.0)
    return x


FUNCTIONS = [heavy_then, heavy_else, stragglers, overwrites, light]


def agree(found, expected):
    for a, b in zip(found if isinstance(found, tuple) else (found,), zip(*expected)):
        np.testing.assert_allclose(a, np.stack(b), rtol=1e-12)


@pytest.mark.parametrize("taken", [0, 1, 2, 3, N - 1, N])
@pytest.mark.parametrize("f", FUNCTIONS)
def test_as_a_loop_over_lanes(f, taken):
    x = lanes(taken)
    one = lambda row: f(row.copy(), 0.9)
    expected = [r if isinstance(r, tuple) else (r,) for r in map(one, x)]
    agree(recto.vmap(f, in_axes=(0, None))(x.copy(), 0.9), expected)
    agree(recto.vmap(f)(x.copy(), np.full(N, 0.9)), expected)


@pytest.mark.parametrize("f, alone", list(zip(FUNCTIONS, [True, True, True, False, False])))
def test_what_is_run_lane_by_lane(f, alone):
    assert ("for lane in" in recto.vmap(f, in_axes=(0, None)).source(lanes(1), 0.9)) == alone
    few = recto.vmap(f, in_axes=(0, None)).source(lanes(1)[:4], 0.9)
    narrow = recto.vmap(f, in_axes=(0, None)).source(lanes(1)[:, :8], 0.9)
    assert "for lane in" not in few + narrow


@pytest.mark.parametrize("taken", [1, 9])
@pytest.mark.parametrize("f", [heavy_then, heavy_else, stragglers])
def test_derivatives_inside_and_outside_agree(f, taken):
    first = lambda x, scale: f(x, scale)[0] if f is not heavy_else else f(x, scale)
    value = lambda x: np.sum(first(x, 0.9) ** 2)
    x = lanes(taken)
    inside = np.asarray(recto.vmap(recto.grad(value))(x))
    outside = recto.grad(lambda x: np.sum(recto.vmap(value)(x)))(x)
    one_by_one = np.stack([recto.grad(value)(row) for row in x])
    np.testing.assert_allclose(inside, one_by_one, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(outside, one_by_one, rtol=1e-12, atol=1e-14)


def test_batches_of_batches():
    x = np.stack([lanes(1), lanes(12)])
    found = recto.vmap(recto.vmap(heavy_then, in_axes=(0, None)), in_axes=(0, None))(x, 0.9)
    for k in range(2):
        agree((found[0][k], found[1][k]), [heavy_then(row, 0.9) for row in x[k]])


# -- loops over elements, which each lane ends for itself ----------------------------------------------------------

def sink(a, start, factor):
    """The element at `start` goes down as far as it must; a number changes on the way."""
    a, j = a.copy(), start
    while j > 0 and a[j - 1] > a[j]:
        t = a[j] * factor
        a[j] = a[j - 1]
        a[j - 1] = t
        j -= 1
    return a, j


def sink_if_large(a, start, factor):
    """In a branch: the lanes that do not take it must not run the loop."""
    if factor > 1.0:
        a = sink(a, start, 0.9)[0]
    else:
        a = a * factor
    return a


def sinking(n=5):
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, 7)), rng.integers(0, 7, n), rng.uniform(0.5, 1.5, n)


@pytest.mark.parametrize("f", [sink, sink_if_large])
@pytest.mark.parametrize("in_axes", [(0, 0, 0), (0, None, None), (None, 0, None), (None, None, 0), (1, 0, 0)])
def test_loops_over_elements_are_those_of_a_python_loop(f, in_axes):
    args = list(sinking())
    for k, axis in enumerate(in_axes):
        args[k] = args[k][3] if axis is None else args[k].T.copy() if axis == 1 else args[k]
    got = recto.vmap(f, in_axes=in_axes)(*args)
    for lane in range(5):
        one = [x if axis is None else np.take(x, lane, axis) for x, axis in zip(args, in_axes)]
        for x, y in zip(recto.tree.leaves(f(*one)), recto.tree.leaves(got)):
            np.testing.assert_allclose(np.asarray(y)[lane], x)


def test_only_such_loops_go_apart():
    a, starts, factors = sinking()
    assert "for lane in range(5)" in recto.vmap(sink).source(a, starts, factors)
    scalar = lambda x: halved(x)
    assert "for lane" not in recto.vmap(scalar).source(factors)
    assert "for lane" not in recto.vmap(halved).source(a)


def halved(x):
    while np.sum(x) > 1.0:
        x = x / 2.0
    return x


def test_derivatives_and_more_axes_of_loops_over_elements():
    a, starts, factors = sinking(6)
    total = lambda a, start, factor: np.sum(sink(a, start, factor)[0] ** 2)
    found = recto.vmap(recto.grad(total, argnums=(0, 2)))(a, starts, factors)
    summed = recto.grad(lambda a, factors: np.sum(recto.vmap(total)(a, starts, factors)), argnums=(0, 1))(a, factors)
    for lane in range(6):
        expected = recto.grad(total, argnums=(0, 2))(a[lane], starts[lane], factors[lane])
        for x, y, z in zip(expected, found, summed):
            np.testing.assert_allclose(np.asarray(y)[lane], x)
            np.testing.assert_allclose(np.asarray(z)[lane], x)
    twice = recto.vmap(recto.vmap(sink))(a.reshape(2, 3, 7), starts.reshape(2, 3), factors.reshape(2, 3))
    once = recto.vmap(sink)(a, starts, factors)
    for x, y in zip(once, twice):
        np.testing.assert_array_equal(np.asarray(y).reshape(np.shape(x)), x)
