"""What a derivative is where there is none, and what primitives refuse."""
from __future__ import annotations

import numpy as np
import pytest

from recto.transform import primitives as prim
from recto.transform.core.errors import CompileError
from recto.transform.ir.program import Type

INF = np.inf


def jvp(primitive, k, *inputs, **params):
    inputs = [np.asarray(x, float) for x in inputs]
    with np.errstate(all="ignore"):
        out = primitive.numpy(*inputs, **params)
        return primitive.jvp[k](np.ones_like(inputs[k]), out, *inputs, **params)


# primitive, operand, inputs, derivative at each element
KINKS = [
    (prim.abs, 0, [[0.0, -0.0, -2.0]], [0, 0, -1]),
    (prim.sqrt, 0, [[0.0, 4.0]], [INF, 0.25]),
    (prim.cbrt, 0, [[0.0, 8.0]], [INF, 1 / 12]),
    (prim.maximum, 0, [[1.0, 1.0, 2.0], [1.0, 2.0, 1.0]], [0.5, 0, 1]),
    (prim.maximum, 1, [[1.0, 1.0, 2.0], [1.0, 2.0, 1.0]], [0.5, 1, 0]),
    (prim.minimum, 0, [[1.0, 1.0, 2.0], [1.0, 2.0, 1.0]], [0.5, 1, 0]),
    (prim.maximum, 0, [[INF, -INF, np.nan], [1.0, 2.0, 1.0]], [1, 0, 0]),
    (prim.pow, 0, [[0.0, 0.0, 0.0, 0.0, -2.0], [0.0, 1.0, 2.0, 0.5, 3.0]], [0, 1, 0, INF, 12]),
    (prim.pow, 1, [[0.0, 0.0, 1.0], [0.0, 2.0, 5.0]], [0, 0, 0]),
    (prim.copysign, 0, [[2.0, 2.0, 0.0], [1.0, -1.0, -1.0]], [1, -1, 0]),
    (prim.remainder, 1, [[5.0, -5.0], [3.0, 3.0]], [-1, 2]),
    (prim.fmod, 1, [[5.0, -5.0], [3.0, 3.0]], [-1, 1]),
    (prim.log, 0, [[0.0]], [INF]),
]


@pytest.mark.parametrize("primitive, k, inputs, expected", KINKS, ids=[f"{p.name}-{k}" for p, k, *_ in KINKS])
def test_derivative_at_a_kink(primitive, k, inputs, expected):
    np.testing.assert_allclose(jvp(primitive, k, *inputs), expected, rtol=1e-15)


@pytest.mark.parametrize("exponent, expected", [(0, [0, 0]), (1, [1, 1]), (2, [0, 6]), (3, [0, 27])])
def test_derivative_of_a_static_power(exponent, expected):
    np.testing.assert_array_equal(jvp(prim.integer_pow, 0, [0.0, 3.0], exponent=exponent), expected)


def test_a_cotangent_that_is_not_finite_stays_on_its_side():
    p, x, ct = np.array([True, False]), np.zeros(2), np.array([INF, np.nan])
    np.testing.assert_array_equal(prim.select.transpose[1](ct, p, x, x), [INF, 0])
    np.testing.assert_array_equal(prim.select.transpose[2](ct, p, x, x), [0, np.nan])


def test_extremes_share_a_tie_equally():
    x, t = np.array([[3.0, 1, 3, 3], [1, 2, 0, 2]]), np.array([[3.0, 5, 6, 0], [1, 2, 4, 6]])
    np.testing.assert_array_equal(prim.reduce_max.jvp[0](t, x.max(1), x, axes=(1,)), [3, 4])
    np.testing.assert_array_equal(prim.reduce_min.jvp[0](t, x.min(1), x, axes=(1,)), [5, 4])


def test_running_extremes_take_the_first_of_a_tie():
    x, t = np.array([1.0, 3, 3, 2, 4]), np.arange(5.0)
    forward, backward = ({"axis": 0, "reverse": r} for r in (False, True))
    np.testing.assert_array_equal(prim.cummax.jvp[0](t, prim.cummax(x, **forward), x, **forward), [0, 1, 1, 1, 4])
    np.testing.assert_array_equal(prim.cummin.jvp[0](t, prim.cummin(x, **backward), x, **backward), [0, 3, 3, 3, 4])


def test_sums_of_halves_accumulate_in_float32():
    x = np.full(5000, 0.1, np.float16)
    assert abs(float(prim.reduce_sum(x, axes=(0,))) - 5000 * float(x[0])) < 0.5


F, I, B, C = (Type(np.dtype(d), (3,)) for d in (float, int, bool, complex))
REFUSED = [
    (prim.neg, (B,), {}, "numbers are needed, not bool[3]"),
    (prim.sub, (B, B), {}, "numbers are needed, not bool[3]"),
    (prim.add, (F, I), {}, "dtypes differ: f64[3] and i64[3]"),
    (prim.floor, (C,), {}, "real operands are needed, not c128[3]"),
    (prim.erf, (C,), {}, "real floating operands are needed, not c128[3]"),
    (prim.sin, (I,), {}, "floating operands are needed, not i64[3]"),
    (prim.shift_left, (B, B), {}, "integers are needed, not bool[3]"),
    (prim.and_, (F, F), {}, "integer or bool operands are needed, not f64[3]"),
    (prim.integer_pow, (I,), {"exponent": -1}, "integers to negative integer powers are not allowed"),
    (prim.select, (F, F, F), {}, "select needs a condition bool[3], not f64[3]"),
    (prim.reshape, (F,), {"shape": (2, 2)}, "f64[3] can't be reshaped to [2, 2]"),
    (prim.transpose, (F,), {"axes": (1,)}, "axes [1] are no permutation of the axes of f64[3]"),
    (prim.concatenate, (F, I), {"axis": 0}, "can't concatenate along axis 0: f64[3] and i64[3]"),
    (prim.flip, (F,), {"axes": (1,)}, "axes [1] are no axes of f64[3]"),
    (prim.pad, (F, I.update(shape=())), {"low": (1,), "high": (1,), "interior": (0,)},
     "f64[3] is padded with f64[], not i64[]"),
    (prim.pad, (F, F.update(shape=())), {"low": (-4,), "high": (0,), "interior": (0,)},
     "f64[3] can't be padded by [-4] and [0]"),
    (prim.bitcast, (F,), {"dtype": np.dtype(np.int32)}, "the bits of f64[3] can't be read as i32"),
    (prim.reduce_sum, (B,), {"axes": (0,)}, "numbers are needed, not bool[3]"),
    (prim.reduce_all, (F,), {"axes": (0,)}, "a bool operand is needed, not f64[3]"),
    (prim.reduce_max, (F.update(shape=(0,)),), {"axes": (0,)},
     "f64[0] has no elements along axes [0], and an extreme of nothing has no value"),
    (prim.dot, (F, I), {"contract": ((0,), (0,)), "batch": ((), ())}, "dtypes differ: f64[3] and i64[3]"),
    (prim.dot, (F, F.update(shape=(4,))), {"contract": ((0,), (0,)), "batch": ((), ())},
     "shapes differ: axes [0] of f64[3] and axes [0] of f64[4]"),
]


@pytest.mark.parametrize("primitive, types, params, message", REFUSED, ids=[f"{p.name}-{m}" for p, *_, m in REFUSED])
def test_refused_with_a_reason(primitive, types, params, message):
    with pytest.raises(CompileError) as caught:
        primitive.output_types(types, params)
    assert caught.value.message == message
