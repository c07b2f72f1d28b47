"""Every rule of the table: what it makes of a program, and that this is the same bit by bit on numbers of all kinds."""
import itertools

import numpy as np
import pytest

from recto.transform import primitives as prim
from recto.transform.build import TABLE, Builder
from recto.transform.passes import dead_code, run, simplify
from recto.transform.passes.rules import NAMED, POINTWISE
from recto.transform.program import Program, Type, check

from .equal import assert_equal
from .random_programs import SPECIAL

FLOATS, INTEGERS, UNSIGNED, COMPLEX, BOOLS = ("f8", "f4", "f2"), ("i8", "i1"), ("u1",), ("c16",), ("?",)
REAL = FLOATS + INTEGERS
CONTROL = {"call", "cond", "fori_loop", "while_loop"}           # in test_control_flow


def cast(x, dtype):
    return prim.cast(x, dtype=np.dtype(dtype))


def full(x, value):
    return x.builder.lift(np.broadcast_to(np.asarray(value, x.dtype), x.shape))


def reshape(x, *shape):
    return prim.reshape(x, shape=shape)


def transpose(x):
    return prim.transpose(x, axes=(1, 0))


def broadcast(x, *shape, axes=()):
    return prim.broadcast(x, shape=shape, axes=axes)


def slice_(x, start, limit, drop=()):
    return prim.slice_(x, starts=(start,) + (0,) * (x.ndim - 1), limits=(limit, *x.shape[1:]), strides=(1,) * x.ndim, drop=drop)


def put(x, u, start, limit, drop=()):
    return prim.put_slice(x, u, starts=(start,), limits=(limit,), strides=(1,), drop=drop)


def read(x, i, size=1):
    return prim.dynamic_slice(x, i, sizes=(size,), drop=(0,) if size == 1 else ())


def write(x, u, i):
    return prim.update_slice(x, u, i, sizes=(1,), drop=(0,))


def one(x, value):
    return x.builder.lift(np.asarray(value, x.dtype))


# rule -> (program, the same in short, dtypes, shapes of its parameters) …; all parameters have the dtype
SCALARS, VECTORS, MATRIX = ((), ()), ((3,), (3,)), ((2, 3), ())
ROWS = {
    "cast": [(lambda x, y: cast(x, x.dtype), lambda x, y: x, REAL, SCALARS),
             (lambda x, y: cast(cast(x, "f8"), "f4"), lambda x, y: cast(x, "f4"), ("f2", "i1", "u1", "?"), VECTORS),
             (lambda x, y: cast(cast(x, "f8"), x.dtype), lambda x, y: x, ("f4", "i1", "i4", "?"), VECTORS)],
    "copy": [(lambda x, y: prim.copy(x), lambda x, y: x, REAL, VECTORS)],
    "real_part": [(lambda x, y: prim.real(prim.conj(x)), lambda x, y: x, REAL, SCALARS),
                  (lambda x, y: prim.conj(prim.conj(x)), lambda x, y: x, COMPLEX, VECTORS),
                  (lambda x, y: prim.real(prim.complex_(x, y)), lambda x, y: x, ("f8",), VECTORS)],
    "imag": [(lambda x, y: prim.imag(prim.complex_(x, y)), lambda x, y: y, ("f8",), SCALARS)],
    "parts": [(lambda x, y: prim.complex_(prim.real(x), prim.imag(x)), lambda x, y: x, COMPLEX, SCALARS)],
    "neg": [(lambda x, y: -(-x), lambda x, y: x, REAL + UNSIGNED + COMPLEX, VECTORS)],
    "abs_of_sign": [(lambda x, y: abs(-x), lambda x, y: abs(x), REAL + COMPLEX, SCALARS),
                    (lambda x, y: abs(x), lambda x, y: x, UNSIGNED + BOOLS, SCALARS),
                    (lambda x, y: abs(abs(x)), lambda x, y: abs(x), REAL, VECTORS)],
    "add": [(lambda x, y: x + full(x, 0), lambda x, y: x, INTEGERS + UNSIGNED, VECTORS),
            (lambda x, y: full(x, -0.0) + x, lambda x, y: x, FLOATS, VECTORS),
            (lambda x, y: x + full(x, 0.0), lambda x, y: x + full(x, 0.0), FLOATS + COMPLEX, VECTORS),
            (lambda x, y: x + -y, lambda x, y: x - y, REAL + COMPLEX, VECTORS),
            (lambda x, y: (x + one(x, 5)) - one(x, 7), lambda x, y: x - one(x, 2), INTEGERS + UNSIGNED, SCALARS)],
    "sub": [(lambda x, y: x - full(x, 0), lambda x, y: x, REAL + UNSIGNED, VECTORS),
            (lambda x, y: x - full(x, -0.0), lambda x, y: x - full(x, -0.0), FLOATS, VECTORS),
            (lambda x, y: x - -y, lambda x, y: x + y, REAL + COMPLEX, SCALARS),
            (lambda x, y: x - x, lambda x, y: one(x, 0), INTEGERS + UNSIGNED, SCALARS),
            (lambda x, y: x - x, lambda x, y: x - x, FLOATS, SCALARS),
            (lambda x, y: full(x, 0) - x, lambda x, y: -x, INTEGERS + UNSIGNED, VECTORS)],
    "mul": [(lambda x, y: full(x, 1) * x, lambda x, y: x, REAL + UNSIGNED + BOOLS, VECTORS),
            (lambda x, y: x * full(x, 1), lambda x, y: x * full(x, 1), COMPLEX, VECTORS),
            (lambda x, y: x * full(x, 0), lambda x, y: full(x, 0), INTEGERS + UNSIGNED, VECTORS),
            (lambda x, y: x * full(x, 0), lambda x, y: x * full(x, 0), FLOATS, VECTORS),
            (lambda x, y: x * full(x, -1), lambda x, y: -x, REAL, VECTORS),
            (lambda x, y: -x * -y, lambda x, y: x * y, REAL, VECTORS)],
    "div": [(lambda x, y: x / full(x, 1), lambda x, y: x, FLOATS, VECTORS),
            (lambda x, y: -x / -y, lambda x, y: x / y, FLOATS, VECTORS)],
    "integer_pow": [(lambda x, y: x ** 1, lambda x, y: x, REAL + UNSIGNED, SCALARS),
                    (lambda x, y: x ** 0, lambda x, y: full(x, 1), REAL + COMPLEX, VECTORS),
                    (lambda x, y: (-x) ** 2, lambda x, y: x ** 2, REAL, VECTORS)],
    "pow": [(lambda x, y: prim.pow(x, full(x, 1)), lambda x, y: x, FLOATS, VECTORS)],
    "idempotent": [(lambda x, y: prim.maximum(x, x), lambda x, y: x, REAL, VECTORS),
                   (lambda x, y: x & x, lambda x, y: x, INTEGERS + BOOLS, SCALARS)],
    "rounding": [(lambda x, y: prim.floor(prim.trunc(x)), lambda x, y: x, INTEGERS, VECTORS)],
    "floor_divide": [(lambda x, y: prim.floor_divide(x, full(x, 1)), lambda x, y: x, INTEGERS + UNSIGNED, VECTORS)],
    "remainder": [(lambda x, y: prim.remainder(x, full(x, 1)), lambda x, y: full(x, 0), INTEGERS + UNSIGNED, VECTORS)],
    "shift": [(lambda x, y: prim.shift_left(x, full(x, 0)), lambda x, y: x, INTEGERS, VECTORS)],
    "compare": [(lambda x, y: x <= x, lambda x, y: one(x == x, True), INTEGERS, SCALARS),
                (lambda x, y: x < x, lambda x, y: one(x == x, False), FLOATS, SCALARS),
                (lambda x, y: x == x, lambda x, y: x == x, FLOATS, SCALARS),
                (lambda x, y: x < full(x, 0), lambda x, y: full(x == x, False), UNSIGNED, VECTORS),
                (lambda x, y: x == full(x, False), lambda x, y: ~x, BOOLS, VECTORS)],
    "compare_choice": [(lambda x, y: prim.select(x < y, one(x, 1), one(x, 2)) >= one(x, 2), lambda x, y: ~(x < y), REAL, SCALARS)],
    "not_": [(lambda x, y: ~~x, lambda x, y: x, INTEGERS + BOOLS, VECTORS),
             (lambda x, y: ~(x == y), lambda x, y: x != y, REAL + COMPLEX, VECTORS),
             (lambda x, y: ~(x < y), lambda x, y: x >= y, INTEGERS, VECTORS),
             (lambda x, y: ~(x < y), lambda x, y: ~(x < y), FLOATS, VECTORS)],
    "bits": [(lambda x, y: x & full(x, -1 if x.dtype.kind == "i" else 255), lambda x, y: x, ("i8", "u1"), VECTORS),
             (lambda x, y: x | full(x, 0), lambda x, y: x, INTEGERS + BOOLS, VECTORS),
             (lambda x, y: x & full(x, 0), lambda x, y: full(x, 0), INTEGERS + BOOLS, VECTORS),
             (lambda x, y: prim.xor(x, full(x, True)), lambda x, y: ~x, BOOLS, VECTORS)],
    "contradiction": [(lambda x, y: x & ~x, lambda x, y: one(x, False), BOOLS, SCALARS),
                      (lambda x, y: ~x | x, lambda x, y: one(x, True), BOOLS, SCALARS)],
    "integers_are_finite": [(lambda x, y: prim.isnan(x), lambda x, y: full(x == x, False), INTEGERS, VECTORS)],
    "select": [(lambda x, y: prim.select(x == y, y, y), lambda x, y: y, REAL, VECTORS),
               (lambda x, y: prim.select(~(x < y), x, y), lambda x, y: prim.select(x < y, y, x), FLOATS, VECTORS),
               (lambda x, y: prim.select(x < y, prim.select(x < y, x, y), -y), lambda x, y: prim.select(x < y, x, -y), FLOATS, VECTORS)],
    "select_bool": [(lambda x, y: prim.select(x, full(x, True), full(x, False)), lambda x, y: x, BOOLS, VECTORS),
                    (lambda x, y: prim.select(x, y, full(x, False)), lambda x, y: x & y, BOOLS, VECTORS),
                    (lambda x, y: prim.select(x, full(x, True), y), lambda x, y: x | y, BOOLS, VECTORS)],
    "spread_later": [(lambda x, y: broadcast(x, 4) * broadcast(y, 4), lambda x, y: broadcast(x * y, 4), REAL, SCALARS),
                     (lambda x, y: prim.sin(broadcast(x, 2, 3, axes=(1,))), lambda x, y: broadcast(prim.sin(x), 2, 3, axes=(1,)), ("f8",), VECTORS)],
    "reshape": [(lambda x, y: reshape(reshape(x, 6), 3, 2), lambda x, y: reshape(x, 3, 2), REAL, MATRIX),
                (lambda x, y: reshape(broadcast(y, 4), 2, 2), lambda x, y: broadcast(y, 2, 2), REAL, MATRIX)],
    "transpose": [(lambda x, y: transpose(transpose(x)), lambda x, y: x, REAL, MATRIX),
                  (lambda x, y: transpose(broadcast(y, 2, 3)), lambda x, y: broadcast(y, 3, 2), REAL, MATRIX)],
    "broadcast": [(lambda x, y: broadcast(broadcast(x, 2, 3, axes=(1,)), 4, 2, 3, axes=(1, 2)),
                   lambda x, y: broadcast(x, 4, 2, 3, axes=(2,)), REAL, VECTORS)],
    "flip": [(lambda x, y: prim.flip(prim.flip(x, axes=(0, 1)), axes=(0,)), lambda x, y: prim.flip(x, axes=(1,)), REAL, MATRIX)],
    "concatenate": [(lambda x, y: prim.concatenate(slice_(y, 1, 1), x, axis=0), lambda x, y: x, REAL, VECTORS)],
    "pad": [(lambda x, y: prim.pad(x, y, low=(0,), high=(0,), interior=(0,)), lambda x, y: x, REAL, ((3,), ()))],
    "reduce": [(lambda x, y: prim.reduce_sum(x, axes=()), lambda x, y: x, REAL, VECTORS)],
    "at_known_place": [(lambda x, y: read(x, np.int64(9)), lambda x, y: slice_(x, 2, 3, (0,)), REAL, VECTORS),
                       (lambda x, y: write(x, y, np.int64(-3)), lambda x, y: put(x, y, 0, 1, (0,)), REAL, ((3,), ()))],
    "read_whole": [(lambda x, y: slice_(x, 0, 3), lambda x, y: x, REAL, VECTORS),
                   (lambda x, y: slice_(x, 0, 1, (0,)), lambda x, y: reshape(x, 3), REAL, ((1, 3), ()))],
    "write_whole": [(lambda x, y: put(x, y, 0, 3), lambda x, y: y, REAL, VECTORS)],
    "read_what_was_written": [(lambda x, y: read(write(x, read(y, np.int64(1)), cast(read(y, np.int64(0)), "i8")),
                                                 cast(read(y, np.int64(0)), "i8")),
                               lambda x, y: read(y, np.int64(1)), ("f8", "i8"), VECTORS)],
    "write_what_was_read": [(lambda x, y: put(x, slice_(x, 1, 3), 1, 3), lambda x, y: x, REAL, VECTORS)],
    "write_again": [(lambda x, y: put(put(x, y, 0, 1, (0,)), -y, 0, 1, (0,)), lambda x, y: put(x, -y, 0, 1, (0,)), REAL, ((3,), ()))],
    "slice_of_slice": [(lambda x, y: slice_(slice_(x, 1, 3), 1, 2, (0,)), lambda x, y: slice_(x, 2, 3, (0,)), REAL, VECTORS),
                       (lambda x, y: slice_(broadcast(y, 4), 1, 3), lambda x, y: broadcast(y, 2), REAL, ((3,), ()))],
}
CASES = [(name, k, dtype) for name, rows in ROWS.items() for k, row in enumerate(rows) for dtype in row[2]]


def program(function, dtype, shapes) -> Program:
    b = Builder()
    x, y = (b.parameter(Type(np.dtype(dtype), shape), name) for name, shape in zip("xy", shapes))
    return check(b.finish([b.lift(function(x, y))], "f"))


def numbers(dtype, shapes):
    """Arguments that bring all pairs of special numbers together."""
    special = np.asarray(SPECIAL[np.dtype(dtype).kind]).astype(dtype)
    for x, y in itertools.product(special, special):
        yield [np.resize(np.asarray([first, second], dtype), shape) for first, second, shape in ((x, y, shapes[0]), (y, x, shapes[1]))]


@pytest.mark.parametrize("name, k, dtype", CASES)
def test_rule_shortens_and_preserves(name, k, dtype):
    left, right, _, shapes = ROWS[name][k]
    long, short = program(left, dtype, shapes), program(right, dtype, shapes)
    given = run(long, simplify, dead_code)
    assert [(c.primitive, c.params) for c in given.body] == [(c.primitive, c.params) for c in short.body]
    for arguments in numbers(dtype, shapes):
        assert_equal(long, given, *arguments)


def test_every_rule_has_a_row():
    rules = {r.__name__ for name, found in NAMED.items() if name not in CONTROL for r in found} | {r.__name__ for r in POINTWISE}
    assert rules == set(ROWS)


def test_rules_are_of_known_primitives():
    assert set(NAMED) <= set(TABLE)
