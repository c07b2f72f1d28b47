"""Interval arithmetic: every value that a primitive computes lies within the bounds of its result."""
from math import inf

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import integers

from recto.transform.analysis import intervals
from recto.transform.analysis.intervals import full, is_finite, of_constant, of_result, union, within
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import Type

DTYPES = [np.dtype(t) for t in ("i1", "u1", "i4", "u4", "i8")]
SHAPE = (3, 2)
ELEMENTWISE = {"add": 2, "sub": 2, "mul": 2, "neg": 1, "abs": 1, "floor_divide": 2, "remainder": 2, "and_": 2,
               "maximum": 2, "minimum": 2, "sign": 1}
MOVES = {
    "broadcast": dict(shape=(2, 3, 2), axes=(1, 2)), "reshape": dict(shape=(6,)), "transpose": dict(axes=(1, 0)),
    "flip": dict(axes=(0,)), "copy": {}, "slice_": dict(starts=(1, 0), limits=(3, 2), strides=(1, 1), drop=()),
    "sort": dict(axis=0), "reduce_max": dict(axes=(0,)), "reduce_min": dict(axes=(1,)),
    "cummax": dict(axis=0, reverse=False), "cummin": dict(axis=1, reverse=True),
    "argmax": dict(axis=0), "argmin": dict(axis=1), "argsort": dict(axis=0),
}
thorough = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def operands(draw, dtype):
    """Bounds and an array within them, its ends included."""
    lo, hi = full(dtype)
    near = st.sampled_from(sorted({max(lo, min(hi, n)) for n in (lo, lo + 1, -7, -1, 0, 1, 2, 9, hi - 1, hi)}))
    ends = sorted((draw(near | integers(lo, hi)), draw(near)))
    values = [draw(integers(*ends)) for _ in range(4)]
    return tuple(ends), np.array([*ends, *values], dtype).reshape(SHAPE)


def bounds_and_values(name, given_, **params):
    """The bounds that the analysis finds for a primitive's result, and the result."""
    b = Builder()
    xs = [b.parameter(Type(x.dtype, x.shape), f"x{k}") for k, (_, x) in enumerate(given_)]
    program = b.finish([TABLE[name](*xs, **params)], "f")
    call = program.body[-1]
    with np.errstate(all="ignore"):
        (values,) = evaluate(program, *(x for _, x in given_))
    return of_result(call, [ends for ends, _ in given_]), values


def lies_within(values, bounds):
    return bounds[0] <= int(values.min()) and int(values.max()) <= bounds[1]


@pytest.mark.parametrize("name", ELEMENTWISE)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@thorough
@given(st.data())
def test_elementwise_results(name, dtype, data):
    bounds, values = bounds_and_values(name, [data.draw(operands(dtype)) for _ in range(ELEMENTWISE[name])])
    assert lies_within(values, bounds)


@pytest.mark.parametrize("name", MOVES)
@thorough
@given(st.data())
def test_results_that_move_values(name, data):
    bounds, values = bounds_and_values(name, [data.draw(operands(np.dtype("i4")))], **MOVES[name])
    assert lies_within(values, bounds)


@thorough
@given(st.sampled_from(DTYPES), st.sampled_from([*DTYPES, np.dtype(bool)]), st.data())
def test_casts(old, new, data):
    bounds, values = bounds_and_values("cast", [data.draw(operands(old))], dtype=new)
    assert lies_within(values, bounds)


@thorough
@given(st.data())
def test_choices_and_joins(data):
    x, y = (data.draw(operands(np.dtype("i4"))) for _ in range(2))
    p = (0, 1), np.arange(6).reshape(SHAPE) % 2 == 0
    for ends, chosen in (((0, 1), p[1]), ((1, 1), p[1] | True), ((0, 0), p[1] & False)):
        bounds, values = bounds_and_values("select", [(ends, chosen), x, y])
        assert lies_within(values, bounds)
    assert lies_within(*reversed(bounds_and_values("concatenate", [x, y], axis=0)))
    part = (x[0], x[1][:2])
    written = dict(starts=(0, 0), limits=(2, 2), strides=(1, 1), drop=())
    assert lies_within(*reversed(bounds_and_values("put_slice", [y, part], **written)))


@pytest.mark.parametrize("name", sorted(intervals.RESULT))
def test_every_rule_is_of_a_primitive(name):
    assert name in TABLE


def test_bounds_are_narrow_where_nothing_wraps():
    i8, i64 = np.dtype("i1"), np.dtype("i8")
    assert intervals.plus((100, 100), (20, 27), i8) == (120, 127)
    assert intervals.plus((100, 100), (20, 28), i8) == full(i8)  # 128 comes round
    assert intervals.times((-3, 2), (-5, 4), i64) == (-12, 15)
    assert intervals.minus((0, 9), (1, 1), i64) == (-1, 8)
    assert intervals.minus((0, 9), (1, 1), np.dtype("u8")) == full(np.dtype("u8"))
    assert intervals.quotient((-7, 7), (2, 3), i64) == (-4, 3) and intervals.modulo((3, 4), (5, 9), i64) == (3, 4)


def test_counters_have_no_end():
    """Small steps keep an infinite bound; two of them add up to nothing known."""
    i64 = np.dtype("i8")
    endless = 0, inf
    assert intervals.plus(endless, (1, 1), i64) == (1, inf) and not is_finite(endless)
    assert intervals.plus(endless, endless, i64) == full(i64) == intervals.times(endless, (2, 2), i64)
    assert intervals.plus(endless, (1, 1), np.dtype("i4")) == full(np.dtype("i4"))


def test_constants_and_unions():
    b = Builder()
    assert of_constant(b.lift(np.array([3, -2, 5])).atom) == (-2, 5)
    assert of_constant(b.lift(np.zeros(0, "i4")).atom) == full(np.dtype("i4"))
    assert union((0, 3), (-2, 1)) == (-2, 3) and within((0, 1), (0, 3)) and not within((0, 4), (0, 3))
