"""`recto.vmap` as users call it, through XLA: axes, containers, exceptions, what is refused."""
from __future__ import annotations

import re
from collections import deque

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
RNG = np.random.default_rng(0)
A, B, V = RNG.normal(size=(3, 4, 5)), RNG.normal(size=(5, 4, 3)), RNG.normal(size=5)


def clipped(a, b):
    """Branches and writes, on two arrays of one shape."""
    out = a.copy()
    for i in range(len(a)):
        if a[i] > b[i]:
            out[i] = b[i] * 2.0
        elif a[i] < -1.0:
            break
    return out, np.sum(out)


def lane(x, axis, k):
    return x if axis is None else np.take(x, k, axis)


def looped(f, args, in_axes, out_axes, n):
    found = [f(*(lane(x, axis, k) for x, axis in zip(args, in_axes))) for k in range(n)]
    return tuple(np.stack(values, axis=axis) for values, axis in zip(zip(*found), out_axes))


ROWS = RNG.normal(size=(4, 6)) * 2, RNG.normal(size=(4, 6)), RNG.normal(size=6)


@pytest.mark.parametrize("args, in_axes, out_axes", [
    ((ROWS[0], ROWS[1]), (0, 0), (0, 0)),
    ((ROWS[0].T.copy(), ROWS[1]), (1, 0), (1, 0)),
    ((ROWS[0].T.copy(), ROWS[1]), (-1, -2), (-1, -1)),
    ((ROWS[0], ROWS[2]), (0, None), (0, 0)),
    ((ROWS[2], ROWS[1].T.copy()), (None, 1), (-1, 0)),
])
def test_axes(args, in_axes, out_axes):
    got = recto.vmap(clipped, in_axes=in_axes, out_axes=out_axes)(*args)
    for g, w in zip(got, looped(clipped, args, in_axes, out_axes, 4), strict=True):
        np.testing.assert_allclose(np.asarray(g), w, rtol=1e-12)


def layer(params, x, scale):
    return {"y": np.tanh(params["W"] @ x + params["b"][0]) * scale, "norm": np.sum(params["W"] ** 2)}


def test_prefixes_of_containers():
    """An axis holds for all that is below it; None for what is shared."""
    W, b, x = RNG.normal(size=(2, 4, 3)), RNG.normal(size=(2, 4)), RNG.normal(size=(3, 2))
    got = recto.vmap(layer, in_axes=({"W": 0, "b": [0]}, 1, None), out_axes={"y": 1, "norm": 0})(
        {"W": W, "b": [b]}, x, 2.0)
    again = recto.vmap(layer, in_axes=(0, -1, None), out_axes={"y": -1, "norm": 0})({"W": W, "b": [b]}, x, 2.0)
    wanted = np.stack([np.tanh(W[k] @ x[:, k] + b[k]) * 2.0 for k in range(2)], axis=1)
    for found in (got, again):
        np.testing.assert_allclose(np.asarray(found["y"]), wanted, rtol=1e-12)
        np.testing.assert_allclose(np.asarray(found["norm"]), (W ** 2).sum((1, 2)), rtol=1e-12)


def test_results_that_are_the_same_for_all():
    def both(x, w):
        return x * w, w * 2.0
    batched, shared = recto.vmap(both, in_axes=(0, None), out_axes=(0, None))(V, 3.0)
    np.testing.assert_array_equal(np.asarray(batched), V * 3.0)
    assert np.shape(shared) == () and float(shared) == 6.0
    assert np.shape(recto.vmap(both, in_axes=(0, None))(V, 3.0)[1]) == (5,)


def distance(x, y):
    return np.sqrt(np.sum((x - y) ** 2))


def test_nested_in_both_orders():
    x, y = RNG.normal(size=(4, 3)), RNG.normal(size=(6, 3))
    wanted = np.array([[distance(a, b) for b in y] for a in x])
    rows = recto.vmap(recto.vmap(distance, in_axes=(None, 0)), in_axes=(0, None))(x, y)
    columns = recto.vmap(recto.vmap(distance, in_axes=(0, None)), in_axes=(None, 0))(x, y)
    np.testing.assert_allclose(np.asarray(rows), wanted, rtol=1e-12)
    np.testing.assert_allclose(np.asarray(columns), wanted.T, rtol=1e-12)


def test_batched_arguments_are_written():
    def doubled(a, i):
        a[i] *= 2.0
    a = np.ones((3, 4))
    recto.vmap(doubled)(a, np.array([0, 3, 1]))
    wanted = np.ones((3, 4))
    wanted[[0, 1, 2], [0, 3, 1]] = 2.0
    np.testing.assert_array_equal(a, wanted)


# -- loops of other lanes --------------------------------------------------------------------------

def halvings(x):
    """In lanes that do not take the branch the loop has no end: x stays 0."""
    count = 0
    if x > 0.0:
        while x < 1.0:
            x = x * 2.0
            count += 1
    return count


def products(n, m):
    """The inner loop has no end once a lane is done with the outer one and m is 0."""
    total = 0
    while n > 0:
        k = 0
        while k < 6:
            k += m + n
            total += 1
        n -= 1
    return total


def counted(n, m):
    """Bounds that only the branch makes sensible."""
    total = 0
    if n < 1000:
        for i in range(n):
            for j in range(i, m):
                total += j
    return total


@pytest.mark.parametrize("f, args", [
    (halvings, (np.array([0.0, 0.3, -1.0, 4.0, 1e-3]),)),
    (products, (np.array([3, 1, 0, 2]), np.array([0, 0, 0, 1]))),
    (counted, (np.array([3, 2 ** 62, 5]), np.array([4, 2 ** 62, 7]))),
])
def test_loops_have_no_rounds_in_lanes_that_are_not_there(f, args):
    got = recto.vmap(f)(*args)
    np.testing.assert_array_equal(np.asarray(got), [f(*lane) for lane in zip(*args)])


# -- exceptions ------------------------------------------------------------------------------------

def checked_root(x):
    if x < 0.0:
        raise ValueError("the root of a negative number")
    if x > 100.0:
        raise OverflowError("too large")
    return np.sqrt(x)


@pytest.mark.parametrize("x, kind, message", [
    ([1.0, -4.0, 200.0], ValueError, "the root of a negative number"),
    ([1.0, 200.0, -4.0], OverflowError, "too large"),
])
def test_the_first_lane_that_fails_raises(x, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        recto.vmap(checked_root)(np.array(x))


def test_nothing_is_raised_where_no_lane_fails():
    np.testing.assert_array_equal(np.asarray(recto.vmap(checked_root)(np.array([4.0, 9.0]))), [2.0, 3.0])


def guarded_root(x):
    return checked_root(x) if x > 0.0 else x


def test_lanes_that_do_not_come_to_a_raise_do_not_raise():
    np.testing.assert_array_equal(np.asarray(recto.vmap(guarded_root)(np.array([-4.0, 9.0]))), [-4.0, 3.0])
    with pytest.raises(OverflowError, match="too large"):
        recto.vmap(guarded_root)(np.array([-4.0, 9.0, 101.0]))


# -- refusals --------------------------------------------------------------------------------------

def accumulates(total, x):
    total[0] += x


def positive(x):
    return x[x > 0], 1.0


REFUSED = {
    "a computed length": (lambda: recto.vmap(positive)(A), "returns a slice whose length is computed"),
    "lanes that are chosen": (lambda: recto.jit(lambda v: recto.vmap(np.sin)(v[v > 0]))(V),
                              "a batch can't be a slice of computed length"),
    "an axis out of range": (lambda: recto.vmap(np.sin, in_axes=1)(V), "in_axes: axis 1 is out of range for f64[5]"),
    "far below": (lambda: recto.vmap(np.sin, in_axes=-2)(V), "in_axes: axis -2 is out of range for f64[5]"),
    "a number": (lambda: recto.vmap(np.sin)(3.0), "in_axes: axis 0 is out of range for f64[]"),
    "an axis of results": (lambda: recto.vmap(np.sin, out_axes=1)(V), "out_axes: axis 1 is out of range"),
    "no integer": (lambda: recto.vmap(np.sin, in_axes=(0.5,))(V), "in_axes is made of integers"),
    "sizes": (lambda: recto.vmap(distance)(np.ones((3, 2)), np.ones((4, 2))), "x: 3, y: 4"),
    "axis_size": (lambda: recto.vmap(np.sin, axis_size=4)(V), "axis_size: 4"),
    "too few": (lambda: recto.vmap(distance, in_axes=(0,))(A, A), "does not match the structure"),
    "another key": (lambda: recto.vmap(layer, in_axes=({"V": 0}, 0, 0))({"W": A}, A, A),
                    "does not match the structure"),
    "nothing": (lambda: recto.vmap(np.sin, in_axes=None)(V), "nothing to map over"),
    "out_axes=None": (lambda: recto.vmap(np.sin, out_axes=None)(V), "out_axes is None for a result that is batched"),
    "shared array": (lambda: recto.vmap(accumulates, in_axes=(None, 0))(np.zeros(2), V),
                     "writes batched values into the unbatched total"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    call, message = REFUSED[name]
    with pytest.raises(recto.CompileError, match=re.escape(message)):
        call()


def test_slice_of_computed_length_is_the_same_for_all_lanes():
    scaled = lambda y, p: y * np.sum(p) + len(p)
    got = recto.jit(lambda v: recto.vmap(scaled, in_axes=(0, None))(v, v[v > 1.5]))(V)
    np.testing.assert_allclose(np.asarray(got), V * V[V > 1.5].sum() + np.sum(V > 1.5))


def some_rows(a, rows, m):
    if m % 2:
        rows = rows * 1.0
        rows[[0, 2]] -= a
    return rows


def one_row(a, rows, m):
    rows = rows * 1.0
    if m > 4:
        rows[1] = a
    else:
        rows[[2, 1]] += a
    return rows


@pytest.mark.parametrize("f", [some_rows, one_row])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_branch_that_writes_what_all_lanes_share(f, size):
    """As many lanes as places that are written must not be taken for each other."""
    rows, which = np.arange(12.0).reshape(3, 4), np.arange(3, 3 + size)
    expected = np.stack([f(1.5, rows.copy(), m) for m in which])
    np.testing.assert_array_equal(recto.vmap(f, in_axes=(None, None, 0))(1.5, rows, which), expected)
    lanes = recto.vmap(f, in_axes=(None, None, 0))
    both = recto.vmap(lanes, in_axes=(0, None, None))(np.array([1.5, 2.5]), rows, which)
    np.testing.assert_array_equal(both[0], expected)


def test_numbers_that_are_known_while_compiling_are_batched_too():
    x = np.arange(3.0)
    five, (items, _, key), flag = recto.vmap(lambda v, n: (5, [np.int16(3) + n, v, "key"], n == 2), (0, None))(x, 2)
    np.testing.assert_array_equal(five, [5, 5, 5])
    assert np.asarray(items).dtype == np.int16 and items.tolist() == [5, 5, 5] and key == "key"
    assert flag.tolist() == [True, True, True]
    nested = recto.vmap(recto.vmap(lambda v: True))(np.zeros((2, 3)))
    np.testing.assert_array_equal(nested, np.ones((2, 3), bool))
    first, second = recto.vmap(lambda v: (v, 5), out_axes=(0, None))(x)
    assert second.shape == () and int(second) == 5


def test_what_a_container_is_stays_single():
    found = recto.vmap(lambda x: deque([x, x * 2, x * 3], maxlen=2))(np.arange(3.0))
    assert found.maxlen == 2 and [v.tolist() for v in found] == [[0.0, 2.0, 4.0], [0.0, 3.0, 6.0]]
