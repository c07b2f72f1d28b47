"""Bounds of integers: they hold for every value, and decide what they can."""
import math
import random

import numpy as np
import pytest

from lowering.construct import I64, array, cond, fori, program, read, while_
from recto.transform import primitives as prim
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.passes import bounds, optimise
from recto.transform.analysis.intervals import fit, full, of_result, plus, union, within
from recto.transform.ir.program import Type, walk
from recto.transform.reader import read as read_program

from .equal import assert_equal

INTEGER, FLAG, VECTOR = Type(I64), Type(np.dtype(bool)), array(5)
OPERATIONS = ("add", "sub", "mul", "floor_divide", "remainder", "and_", "maximum", "minimum", "neg", "abs", "sign")


def compares(p):
    return [call.primitive.name for call in walk(p) if call.primitive.name in ("lt", "le", "gt", "ge", "eq", "ne")]


def one_call(name, kind):
    b = Builder()
    count = 1 if name in ("neg", "abs", "sign") else 2
    return b.finish([TABLE[name](*(b.parameter(kind, "x") for _ in range(count)))], "f").body[0]


@pytest.mark.parametrize("dtype", ["i1", "u1"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_result_of_arithmetic_is_within_its_bounds(name, dtype):
    call, rng = one_call(name, Type(np.dtype(dtype))), random.Random(name)
    least, most = full(np.dtype(dtype))
    edges = [least, least + 1, -1, 0, 1, 2, 3, 7, most - 1, most]
    some = lambda: min(max(rng.choice(edges) + rng.randint(-2, 2), least), most)
    for _ in range(300):
        ends = [sorted((some(), some())) for _ in call.operands]
        values = [np.arange(lo, hi + 1).astype(dtype) for lo, hi in ends]
        with np.errstate(all="ignore"):
            found = call.primitive.numpy(*(np.meshgrid(*values) if len(values) > 1 else values))
        lo, hi = of_result(call, [tuple(e) for e in ends])
        assert lo <= found.min() and found.max() <= hi


def test_counters_are_endless_and_sums_of_them_unknown():
    i64, i32 = np.dtype("i8"), np.dtype("i4")
    assert plus((0, math.inf), (-1, 3), i64) == (-1, math.inf)
    assert plus((0, math.inf), (0, 1 << 40), i64) == full(i64)
    assert plus((0, math.inf), (1, math.inf), i64) == full(i64)
    assert fit(0, math.inf, i32) == full(i32)
    assert union((0, 3), (2, 9)) == (0, 9) and within((1, 2), (0, 3)) and not within((0, 4), (0, 3))


def test_an_index_that_counts_is_in_range():
    wrapped = lambda i: prim.select(i < 0, i + 5, i)
    p = program(lambda x: fori(0, 5, [x, read(x, 0)], lambda i, x, y: [x, y + read(x, wrapped(i))]), VECTOR)
    assert compares(p) and not compares(optimise(p))


def test_a_search_knows_that_its_place_is_not_negative():
    wrapped = lambda i: prim.select(i < 0, i + 5, i)
    search = lambda x: while_([x, np.int64(0)], lambda x, i: read(x, wrapped(i)) > 0.0, lambda x, i: [x, i + 1])
    p = program(lambda x: search(x)[1], VECTOR)
    assert compares(optimise(p)) == ["gt"]
    assert_equal(p, optimise(p), np.array([1.0, 2.0, 0.0, 1.0, 1.0]))


def test_conditions_are_known_in_their_branches():
    inside = lambda i: [prim.select(i < 7, i, i * 2)]
    p = program(lambda i: cond((i >= 0) & (i < 5), [i], inside, inside), INTEGER)
    assert compares(optimise(p)) == ["ge", "lt", "lt"]
    for i in (-1, 0, 4, 6, 8):
        assert_equal(p, optimise(p), i)


@pytest.mark.parametrize(
    "dtype, grow",
    [
        ("i1", lambda n: n + np.int8(1)),
        ("i8", lambda n: n * 2),
        ("i8", lambda n: n + n),
        ("u1", lambda n: n - np.uint8(1)),
        ("i4", lambda n: n + np.int32(1)),
    ],
)
def test_what_may_come_round_is_not_taken_to_stay_positive(dtype, grow):
    one, positive = np.asarray(1, dtype), lambda k, n: n > np.asarray(0, dtype)
    p = program(lambda k: while_([k, one], positive, lambda k, n: [k + 1, grow(n)])[0], INTEGER)
    assert compares(bounds(p)) == ["gt"]


def test_bounds_of_nested_loops_hold():
    def body(i, total, k):
        inner = fori(0, i, [k, total], lambda j, k, t: [k + 1, t + prim.select(k < 4, j, -j)])
        return [inner[1], prim.minimum(inner[0], np.int64(6))]
    p = program(lambda n: fori(0, n, [n * 0, n * 0 + 2], body), INTEGER)
    for n in (0, 1, 5, 9):
        assert_equal(p, bounds(p), n)
        assert_equal(p, optimise(p), n)


def test_a_program_that_bounds_tell_nothing_of_is_left_as_it_is():
    p = optimise(program(lambda x, n: fori(0, n, [x], lambda i, y: [y * prim.sin(y)]), VECTOR, INTEGER))
    assert bounds(p) is p


PLACES = {
    "np.arange": np.arange(6), "another beginning": np.arange(1, 7), "a step": np.arange(0, 12, 2),
    "past the end": np.arange(4), "another dtype": np.arange(6, dtype=np.int32), "floats": np.arange(6.0),
}


@pytest.mark.parametrize("name", PLACES)
def test_what_stands_at_a_place_of_arange_is_the_place(name):
    """np.arange(6)[i] is i, for 0 <= i < 6."""
    line = PLACES[name]
    short = {"int64": "i64", "int32": "i32", "float64": "f64"}[line.dtype.name]
    p = read_program(f'''
from recto.transform import primitives as prim
def f(x: "{short}[]"):
    def body(i: "i64[]", x: "{short}[]"):
        y = prim.dynamic_slice(prim.const({line.tolist()}, "{short}[{line.size}]"), i, drop=(0,), sizes=(1,))
        z = prim.add(x, y)
        return z
    (z,) = prim.fori_loop(0, 6, x, body=body, invariant=0, step=1)
    return z
''')
    new = bounds(p)
    assert ("dynamic_slice" not in [call.primitive.name for call in walk(new)]) == (name == "np.arange")
    assert_equal(p, new, [np.asarray(2, line.dtype)])
