"""Every rule of the table: what it makes of a program, and that this is the same bit by bit on numbers of all kinds."""
import itertools

import numpy as np
import pytest

from recto.transform import primitives as prim
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.passes.simplify.driver import control_flow
from recto.transform.passes import dead_code, simplify
from recto.transform.passes.simplify import rule_table
from recto.transform.passes.simplify.rule_table import NAMED, POINTWISE
from recto.transform.ir.program import Program, Type, check
from recto.transform.ir.stages import through

from .equal import assert_equal
from .random_programs import SPECIAL

CONTROL = {"call", "cond", "fori_loop", "while_loop"}           # in test_control_flow


# -- the language of the rows below ------------------------------------------------------------------------------------

def cast(x, dtype):
    return prim.cast(x, dtype=np.dtype(dtype))


def number(x, value):
    return x.builder.lift(np.asarray(value, x.dtype))


def full(x, value):
    return x.builder.lift(np.broadcast_to(np.asarray(value, x.dtype), x.shape))


def answers(x, value):
    return full(x == x, value)


def reshape(x, *shape):
    return prim.reshape(x, shape=shape)


def turn(x):
    return prim.transpose(x, axes=(1, 0))


def spread(x, *shape, axes=()):
    return prim.broadcast(x, shape=shape, axes=axes)


def flip(x, *axes):
    return prim.flip(x, axes=axes)


def times(number, x):
    return prim.dot(number, x, batch=((), ()), contract=((), ()))


def inside(x, lo, hi):
    return prim.inside(x.builder.lift(lo), x.builder.lift(hi), size=x.shape[0])


def first(x, y, count=2):
    """The first elements of x, the rest of y."""
    return prim.select_region(x, y, x.builder.lift(0), x.builder.lift(count), axes=(0,))


def other(y, x):
    return first(x, y)


def part(x, start, limit, drop=()):
    return prim.slice_(x, starts=(start,), limits=(limit,), strides=(1,), drop=drop)


def item(x, k):
    return part(x, k, k + 1, (0,))


def put(x, u, start, limit):
    return prim.put_slice(x, u, starts=(start,), limits=(limit,), strides=(1,), drop=())


def put_item(x, u, k):
    return prim.put_slice(x, u, starts=(k,), limits=(k + 1,), strides=(1,), drop=(0,))


def put_row(x, u, k):
    return prim.put_slice(x, u, starts=(k, 0), limits=(k + 1, x.shape[1]), strides=(1, 1), drop=(0,))


def put_column(x, u, k):
    return prim.put_slice(x, u, starts=(0, k), limits=(x.shape[0], k + 1), strides=(1, 1), drop=(1,))


def stack(shape, axis, parts):
    return prim.concatenate(*(reshape(parts[k], *shape) for k in sorted(parts)), axis=axis)


def read(x, i):
    return prim.dynamic_slice(x, i, sizes=(1,), drop=(0,))


def write(x, u, i):
    return prim.update_slice(x, u, i, sizes=(1,), drop=(0,))


def place(x):
    """An index that is computed."""
    return cast(item(x, 0), "i8")


# -- rule -> (what is written, what it becomes, dtype of x and y, their shapes) … --------------------------------------

FLOATS, INTEGERS, UNSIGNED, COMPLEX, BOOLS = ("f8", "f4", "f2"), ("i8", "i1"), ("u1",), ("c16",), ("?",)
REAL = FLOATS + INTEGERS
SCALARS, VECTORS, MATRIX, VECTOR = ((), ()), ((3,), (3,)), ((2, 3), ()), ((3,), ())
ROWS = {
    "cast": [
        ("cast(x, x.dtype)", "x", REAL, SCALARS),
        ("cast(cast(x, 'f8'), 'f4')", "cast(x, 'f4')", ("f2", "i1", "u1", "?"), VECTORS),
        ("cast(cast(x, 'f8'), x.dtype)", "x", ("f4", "i1", "i4", "?"), VECTORS),
        ("cast(cast(x, 'f4'), 'f8')", "cast(cast(x, 'f4'), 'f8')", ("f8", "i4"), VECTORS)],
    "copy": [("prim.copy(x)", "x", REAL, VECTORS)],
    "real_part": [
        ("prim.real(prim.conj(x))", "x", REAL, SCALARS),
        ("prim.conj(prim.conj(x))", "x", COMPLEX, VECTORS),
        ("prim.real(prim.complex_(x, y))", "x", ("f8",), VECTORS)],
    "imag": [("prim.imag(prim.complex_(x, y))", "y", ("f8",), SCALARS)],
    "join_complex_parts": [("prim.complex_(prim.real(x), prim.imag(x))", "x", COMPLEX, SCALARS)],
    "neg": [("-(-x)", "x", REAL + UNSIGNED + COMPLEX, VECTORS)],
    "abs_of_sign": [
        ("abs(-x)", "abs(x)", REAL + COMPLEX, SCALARS),
        ("abs(abs(x))", "abs(x)", REAL, VECTORS),
        ("abs(x)", "x", UNSIGNED + BOOLS, SCALARS)],
    "add": [
        ("x + full(x, 0)", "x", INTEGERS + UNSIGNED, VECTORS),
        ("full(x, -0.0) + x", "x", FLOATS, VECTORS),
        ("x + full(x, 0.0)", "x + full(x, 0.0)", FLOATS + COMPLEX, VECTORS),
        ("cast(x, 'f8') + full(cast(x, 'f8'), 0.0)", "cast(x, 'f8')", INTEGERS + BOOLS, VECTORS),
        ("x + -y", "x - y", REAL + COMPLEX, VECTORS),
        ("(x + number(x, 5)) - number(x, 7)", "x - number(x, 2)", INTEGERS + UNSIGNED, SCALARS)],
    "sub": [
        ("x - full(x, 0)", "x", REAL + UNSIGNED, VECTORS),
        ("x - full(x, -0.0)", "x - full(x, -0.0)", FLOATS, VECTORS),
        ("x - -y", "x + y", REAL + COMPLEX, SCALARS),
        ("x - x", "number(x, 0)", INTEGERS + UNSIGNED, SCALARS),
        ("x - x", "x - x", FLOATS, SCALARS),
        ("full(x, 0) - x", "-x", INTEGERS + UNSIGNED, VECTORS)],
    "mul": [
        ("full(x, 1) * x", "x", REAL + UNSIGNED + BOOLS, VECTORS),
        ("x * full(x, 1)", "x * full(x, 1)", COMPLEX, VECTORS),
        ("x * full(x, 0)", "full(x, 0)", INTEGERS + UNSIGNED, VECTORS),
        ("x * full(x, 0)", "x * full(x, 0)", FLOATS, VECTORS),
        ("x * full(x, -1)", "-x", REAL, VECTORS),
        ("-x * -y", "x * y", REAL, VECTORS),
        ("-x * y", "-(x * y)", REAL, VECTORS),
        ("x * -y", "-(x * y)", REAL + UNSIGNED, SCALARS),
        ("-x * y", "-x * y", COMPLEX, VECTORS),
        ("full(x, 3) * (full(x, 2) * x)", "full(x, 6) * x", FLOATS, SCALARS),
        ("(x * full(x, 2)) * full(x, -3)", "x * full(x, -6)", FLOATS, SCALARS),
        ("full(x, 2) * (full(x, 3) * x)", "full(x, 2) * (full(x, 3) * x)", FLOATS, SCALARS),
        ("full(x, 0.25) * (full(x, 2) * x)", "full(x, 0.25) * (full(x, 2) * x)", FLOATS, SCALARS)],
    "div": [
        ("x / full(x, 1)", "x", FLOATS, VECTORS),
        ("-x / -y", "x / y", FLOATS, VECTORS),
        ("-x / y", "-(x / y)", FLOATS, VECTORS),
        ("x / -y", "-(x / y)", FLOATS, SCALARS),
        ("-x / y", "-x / y", COMPLEX, VECTORS)],
    "integer_pow": [
        ("x ** 1", "x", REAL + UNSIGNED, SCALARS),
        ("x ** 1", "x ** 1", COMPLEX, SCALARS),
        ("x ** 0", "full(x, 1)", REAL + COMPLEX, VECTORS),
        ("(-x) ** 2", "x ** 2", REAL, VECTORS)],
    "pow": [("prim.pow(x, full(x, 1))", "x", FLOATS, VECTORS)],
    "idempotent": [
        ("prim.maximum(x, x)", "x", REAL, VECTORS),
        ("x & x", "x", INTEGERS + BOOLS, SCALARS)],
    "rounding": [("prim.floor(prim.trunc(x))", "x", INTEGERS, VECTORS)],
    "floor_divide": [("prim.floor_divide(x, full(x, 1))", "x", INTEGERS + UNSIGNED, VECTORS)],
    "remainder": [("prim.remainder(x, full(x, 1))", "full(x, 0)", INTEGERS + UNSIGNED, VECTORS)],
    "shift": [("prim.shift_left(x, full(x, 0))", "x", INTEGERS, VECTORS)],
    "compare": [
        ("x <= x", "answers(x, True)", INTEGERS, SCALARS),
        ("x < x", "answers(x, False)", FLOATS, SCALARS),
        ("x == x", "x == x", FLOATS, SCALARS),
        ("x < full(x, 0)", "answers(x, False)", UNSIGNED, VECTORS),
        ("x == full(x, False)", "~x", BOOLS, VECTORS)],
    "compare_choice": [
        ("prim.select(x < y, number(x, 1), number(x, 2)) >= number(x, 2)", "~(x < y)", FLOATS, SCALARS),
        ("prim.select(x < y, number(x, 1), y) == number(x, 1)", "(x < y) | (y == number(x, 1))", REAL, SCALARS),
        ("number(x, 1) != prim.select(x < y, x, number(x, 1))", "(x < y) & (x != number(x, 1))", REAL, SCALARS),
        ("prim.select(x, number(x, True), number(x, False)) == number(x, True)", "x", BOOLS, SCALARS)],
    "not_": [
        ("~~x", "x", INTEGERS + BOOLS, VECTORS),
        ("~(x == y)", "x != y", REAL + COMPLEX, VECTORS),
        ("~(x < y)", "x >= y", INTEGERS, VECTORS),
        ("~(x < y)", "~(x < y)", FLOATS, VECTORS)],
    "bits": [
        ("x & full(x, -1)", "x", INTEGERS, VECTORS),
        ("x & full(x, 255)", "x", UNSIGNED, VECTORS),
        ("x | full(x, 0)", "x", INTEGERS + BOOLS, VECTORS),
        ("x & full(x, 0)", "full(x, 0)", INTEGERS + BOOLS, VECTORS),
        ("prim.xor(x, full(x, True))", "~x", BOOLS, VECTORS)],
    "contradiction": [
        ("x & ~x", "number(x, False)", BOOLS, SCALARS),
        ("~x | x", "number(x, True)", BOOLS, SCALARS),
        ("(x == y) | (x != y)", "answers(x, True)", REAL, VECTORS),
        ("(x < y) & (x >= y)", "answers(x, False)", INTEGERS, SCALARS),
        ("(x < y) | (x >= y)", "(x < y) | (x >= y)", FLOATS, SCALARS)],
    "finite_and_infinite": [
        ("prim.and_(x == number(x, 2), prim.isinf(x))", "answers(x, False)", FLOATS, SCALARS),
        ("prim.and_(prim.isinf(x), x == full(x, 0))", "answers(x, False)", FLOATS, VECTORS),
        ("prim.and_(x == y, prim.isinf(x))", "prim.and_(x == y, prim.isinf(x))", FLOATS, VECTORS)],
    "integers_are_finite": [
        ("prim.isnan(x)", "answers(x, False)", INTEGERS, VECTORS),
        ("prim.isfinite(x)", "answers(x, True)", INTEGERS, VECTORS)],
    "select": [
        ("prim.select(x == y, x, prim.select(x != y, y, -y))", "prim.select(x == y, x, y)", REAL, SCALARS),
        ("prim.select(x == y, y, y)", "y", REAL, VECTORS),
        ("prim.select(~(x < y), x, y)", "prim.select(x < y, y, x)", FLOATS, VECTORS),
        ("prim.select(x < y, prim.select(x < y, x, y), -y)", "prim.select(x < y, x, -y)", FLOATS, VECTORS)],
    "select_constant": [
        ("prim.select(x < y, y / prim.select(x < y, number(x, 2), number(x, 0)), x)",
         "prim.select(x < y, y / number(x, 2), x)", FLOATS, SCALARS),
        ("prim.select(x < y, x, -(y - prim.select(x < y, number(x, 2), number(x, 3))))",
         "prim.select(x < y, x, -(y - number(x, 3)))", FLOATS, SCALARS)],
    "changed_inside": [
        ("first(x + y, x)", "x + first(y, full(y, -0.0))", FLOATS + COMPLEX, VECTORS),
        ("first(first(x, full(x, 0)) - y, x)", "x - first(y, full(y, 0))", FLOATS + COMPLEX, VECTORS)],
    "known_region": [
        ("first(x, x)", "x", FLOATS, VECTORS),
        ("first(x, y, 3)", "x", FLOATS, VECTORS),
        ("first(x, y, 0)", "y", FLOATS, VECTORS)],
    "region_of_region": [
        ("first(first(x, y), -y)", "first(x, -y)", FLOATS, VECTORS),
        ("first(x, first(y, -x))", "first(x, -x)", FLOATS, VECTORS)],
    "known_mask": [
        ("x & inside(x, 0, 3)", "x", BOOLS, VECTORS),
        ("x | inside(x, 2, 1)", "x", BOOLS, VECTORS)],
    "multiple_of_slice": [
        ("times(number(x, 2), first(x, full(x, 0)))", "other(full(x, 0), times(number(x, 2), x))", FLOATS + COMPLEX,
         VECTORS)],
    "sigmoid_of_difference": [
        ("prim.sigmoid(full(x, 0) - x)", "prim.sigmoid(-x)", FLOATS, VECTORS),
        ("prim.sigmoid(full(x, 1) - x)", "prim.sigmoid(full(x, 1) - x)", FLOATS, VECTORS)],
    "sigmoid": [
        ("full(x, 1) / (full(x, 1) + prim.exp(-x))", "prim.sigmoid(x)", FLOATS, VECTORS),
        ("number(x, 1) / (prim.exp(-x) + number(x, 1))", "prim.sigmoid(x)", FLOATS, SCALARS),
        ("number(x, 1) / (number(x, 1) + prim.exp(-x))", "number(x, 1) / (number(x, 1) + prim.exp(-x))", COMPLEX,
         SCALARS),
        ("full(x, 2) / (full(x, 1) + prim.exp(-x))", "full(x, 2) / (full(x, 1) + prim.exp(-x))", FLOATS, VECTORS)],
    "times_one": [
        ("times(number(x, 1), x)", "x", REAL, VECTORS),
        ("times(x, number(x, 1))", "x", FLOATS, SCALARS),
        ("times(number(x, 1), x)", "times(number(x, 1), x)", COMPLEX, VECTORS)],
    "drop_zero_shift": [("prim.shift(x, x.builder.lift(0), axis=0, size=3)", "x", FLOATS, VECTORS)],
    "select_bool": [
        ("prim.select(x, full(x, True), full(x, False))", "x", BOOLS, VECTORS),
        ("prim.select(x, y, full(x, False))", "x & y", BOOLS, VECTORS),
        ("prim.select(x, full(x, True), y)", "x | y", BOOLS, VECTORS)],
    "spread_later": [
        ("spread(x, 4) * spread(y, 4)", "spread(x * y, 4)", REAL, SCALARS),
        ("prim.sin(spread(x, 2, 3, axes=(1,)))", "spread(prim.sin(x), 2, 3, axes=(1,))", FLOATS, VECTORS)],
    "reshape": [
        ("reshape(reshape(x, 6), 3, 2)", "reshape(x, 3, 2)", REAL, MATRIX),
        ("reshape(spread(y, 4), 2, 2)", "spread(y, 2, 2)", REAL, MATRIX)],
    "drop_of_slice": [
        ("reshape(part(x, 1, 2))", "item(x, 1)", REAL, VECTORS),
        ("reshape(prim.slice_(x, starts=(1, 0), limits=(2, 3), strides=(1, 2), drop=()), 2)",
         "prim.slice_(x, starts=(1, 0), limits=(2, 3), strides=(1, 2), drop=(0,))", REAL, MATRIX)],
    "transpose": [
        ("turn(turn(x))", "x", REAL, MATRIX),
        ("turn(spread(y, 2, 3))", "spread(y, 3, 2)", REAL, MATRIX)],
    "broadcast": [
        ("spread(spread(x, 2, 3, axes=(1,)), 4, 2, 3, axes=(1, 2))", "spread(x, 4, 2, 3, axes=(2,))", REAL, VECTORS)],
    "flip": [("flip(flip(x, 0, 1), 0)", "flip(x, 1)", REAL, MATRIX)],
    "concatenate": [("prim.concatenate(part(y, 1, 1), x, axis=0)", "x", REAL, VECTORS)],
    "pad": [("prim.pad(x, y, low=(0,), high=(0,), interior=(0,))", "x", REAL, VECTOR)],
    "reduce": [
        ("prim.reduce_sum(x, axes=())", "x", INTEGERS, VECTORS),
        ("prim.reduce_sum(x, axes=())", "prim.reduce_sum(x, axes=())", FLOATS, VECTORS),
        ("prim.reduce_max(prim.reduce_prod(x, axes=()), axes=())", "x", REAL, VECTORS)],
    "at_known_place": [
        ("read(x, np.int64(9))", "item(x, 2)", REAL, VECTORS),
        ("write(x, y, np.int64(-3))", "put_item(x, y, 0)", REAL, VECTOR)],
    "read_whole": [
        ("part(x, 0, 3)", "x", REAL, VECTORS),
        ("item(reshape(y, 1), 0)", "y", REAL, VECTOR)],
    "write_whole": [("put(x, y, 0, 3)", "y", REAL, VECTORS)],
    "read_what_was_written": [("read(write(x, item(y, 1), place(y)), place(y))", "item(y, 1)", ("f8", "i8"), VECTORS)],
    "write_what_was_read": [("put(x, part(x, 1, 3), 1, 3)", "x", REAL, VECTORS)],
    "write_every_part": [
        ("put_item(put_item(put_item(x, -y, 0), y * y, 2), y, 1)", "stack((1,), 0, {0: -y, 2: y * y, 1: y})", REAL,
         VECTOR),
        ("put_item(put_item(put_item(x, -y, 0), y * y, 2), y, 2)", "put_item(put_item(x, -y, 0), y, 2)", REAL, VECTOR),
        ("put_row(put_row(reshape(y, 2, 1), part(y, 0, 1), 0), part(y, 1, 2), 1)",
         "stack((1, 1), 0, {0: part(y, 0, 1), 1: part(y, 1, 2)})", ("f8",), ((3,), (2,))),
        ("put_column(put_column(spread(y, 2, 2), -x, 0), x, 1)", "stack((2, 1), 1, {0: -x, 1: x})", ("f8",),
         ((2,), ()))],
    "write_again": [("put_item(put_item(x, y, 0), -y, 0)", "put_item(x, -y, 0)", REAL, VECTOR)],
    "part_of_broadcast": [
        ("read(spread(y, 4), place(x))", "y", REAL, VECTOR),
        ("prim.dynamic_slice(spread(x, 5, 3, axes=(1,)), place(x), np.int64(0), sizes=(1, 3), drop=(0,))", "x", REAL,
         VECTORS)],
    "slice_of_slice": [
        ("item(part(x, 1, 3), 1)", "item(x, 2)", REAL, VECTORS),
        ("part(spread(y, 4), 1, 3)", "spread(y, 2)", REAL, VECTOR)],
    "select_of_less": [
        ("prim.select(x == y, answers(x, False), x < y)", "x < y", REAL, VECTORS),
        ("prim.select(x == y, answers(x, False), y > x)", "y > x", REAL, VECTORS)],
    "slice_within_pad": [
        ("item(prim.pad(x, x.dtype.type(7), low=(2,), high=(3,), interior=(0,)), 3)", "item(x, 1)", REAL, VECTORS),
        ("part(prim.pad(x, x.dtype.type(7), low=(0,), high=(3,), interior=(0,)), 1, 3)", "part(x, 1, 3)", REAL,
         VECTORS)],
}
CASES = [(name, *row[:2], dtype, row[3]) for name, rows in ROWS.items() for row in rows for dtype in row[2]]


def program(text: str, dtype: str, shapes: tuple) -> Program:
    b = Builder()
    x, y = (b.parameter(Type(np.dtype(dtype), shape), name) for name, shape in zip("xy", shapes))
    return check(b.finish([b.lift(eval(text, globals(), {"x": x, "y": y}))], "f"))


def extremes(dtype: np.dtype) -> np.ndarray:
    """The largest and the smallest numbers."""
    if dtype.kind == "b":
        return np.array([], bool)
    limits = np.finfo(dtype) if dtype.kind in "fc" else np.iinfo(dtype)
    return np.array([limits.min, limits.max, *([limits.tiny, limits.eps] if dtype.kind in "fc" else [])], dtype)


def arguments(dtype: str, shapes: tuple):
    """Values for x and y that bring all pairs of special numbers together."""
    special = np.concatenate([np.asarray(SPECIAL[np.dtype(dtype).kind]).astype(dtype), extremes(np.dtype(dtype))])
    for pair in itertools.product(special, special):
        yield [np.resize(np.asarray(numbers, dtype), shape) for numbers, shape in zip((pair, pair[::-1]), shapes)]


@pytest.mark.parametrize("rule, text, short, dtype, shapes", CASES, ids=[f"{c[1]} => {c[2]} {c[3]}" for c in CASES])
def test_rule_shortens_and_preserves(rule, text, short, dtype, shapes):
    long, wanted = program(text, dtype, shapes), program(short, dtype, shapes)
    given = through(long, [simplify, dead_code], checked=True)
    assert [(c.primitive, c.params) for c in given.body] == [(c.primitive, c.params) for c in wanted.body]
    for values in arguments(dtype, shapes):
        assert_equal(long, given, *values)


def test_every_rule_has_a_row():
    rules = {rule for name, found in NAMED.items() if name not in CONTROL for rule in found} | set(POINTWISE)
    assert {rule.__name__ for rule in rules if rule.__module__ != control_flow.__name__} == set(ROWS)


def test_rules_are_of_known_primitives():
    assert set(NAMED) <= set(TABLE)


def test_a_rule_that_is_entered_late_is_tried():
    floor, before = TABLE["floor"], [*rule_table.NAMED["floor"]]
    rule_table.rules_of(floor)
    late = lambda scope, call: None
    try:
        rule_table.rule("floor")(late)
        assert late in rule_table.rules_of(floor)
    finally:
        rule_table.NAMED["floor"] = before
        rule_table.PREPARED.pop("floor")
