"""The operations of StableHLO for one number, as instructions of LLVM: with the results that XLA's have.

Floating-point instructions carry no flags: each rounds once, and none is contracted or reordered. Division of integers
by 0 and shifts by more than the width, which are undefined in LLVM, are guarded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...core.dtypes import kind
from ...ir.mlir_text import Value
from ...ir.program import Type

if TYPE_CHECKING:
    from .writer import Writer

BOOL = np.dtype(bool)
LLVM = {
    "bool": "i1",
    **{f"{sign}int{bits}": f"i{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "float32": "float",
    "float64": "double",
}
FLOAT = {"EQ": "oeq", "NE": "une", "LT": "olt", "LE": "ole", "GT": "ogt", "GE": "oge"}
Rule = Callable[..., Value]


class Refused(Exception):
    """A program can't become a native kernel, for this reason."""


def llvm(t: Type) -> str:
    """The type of a number of this dtype in registers."""
    found = LLVM.get(t.dtype.name)
    if found is None:
        raise Refused(f"numbers of {t.dtype}")
    return found


def is_float(value: Value) -> bool:
    return kind(value.dtype) == "f"


def is_signed(value: Value) -> bool:
    return kind(value.dtype) == "i"


# -- rules: (writer, *operands, out) -> Value --------------------------------------------------------------------------


def instruction(floats: str | None, integers: str, truth: str | None) -> Rule:
    """One instruction of two operands, for floats, for integers, and for bool."""

    def rule(w: Writer, x: Value, y: Value, *, out: Type) -> Value:
        name = floats if is_float(x) else truth if x.dtype == BOOL else integers
        if name is None:
            raise Refused(f"an operation that {x.dtype} lacks")
        return w.op(f"{name} {llvm(x.type)} {x.name}, {y.name}", out)

    return rule


def intrinsic(name: str) -> Rule:
    """An intrinsic function of LLVM on floats; some are functions of the library of C."""

    def rule(w: Writer, *xs: Value, out: Type) -> Value:
        if not is_float(xs[0]):
            raise Refused(f"{name} of {xs[0].dtype}")
        return w.intrinsic(name, xs, out)

    return rule


def library(name: str) -> Rule:
    """A function of the library of C, for float64 and (with an f) float32."""

    def rule(w: Writer, *xs: Value, out: Type) -> Value:
        if not is_float(xs[0]):
            raise Refused(f"{name} of {xs[0].dtype}")
        return w.call_c(name + "f" * (xs[0].dtype.itemsize == 4), xs, out)

    return rule


def same(w: Writer, x: Value, *, out: Type) -> Value:
    return Value(x.name, out)


def divide(w: Writer, x: Value, y: Value, *, out: Type) -> Value:
    """The quotient of integers: -1 for divisor 0; the least number divided by -1 is itself."""
    if is_float(x):
        return w.op(f"fdiv {llvm(x.type)} {x.name}, {y.name}", out)
    zero, safe = safe_divisor(w, x, y)
    quotient = w.op(f"{'sdiv' if is_signed(x) else 'udiv'} {llvm(x.type)} {x.name}, {safe.name}", out)
    return w.pick(zero, Value("-1", out), quotient)


def remainder(w: Writer, x: Value, y: Value, *, out: Type) -> Value:
    """The remainder of integers: the dividend for divisor 0."""
    if is_float(x):
        return w.op(f"frem {llvm(x.type)} {x.name}, {y.name}", out)
    zero, safe = safe_divisor(w, x, y)
    rest = w.op(f"{'srem' if is_signed(x) else 'urem'} {llvm(x.type)} {x.name}, {safe.name}", out)
    return w.pick(zero, x, rest)


def safe_divisor(w: Writer, x: Value, y: Value) -> tuple[Value, Value]:
    """Whether a divisor is 0, and the divisor with 1 where the division would trap."""
    zero = w.test("eq", y, "0")
    traps = zero
    if is_signed(x):
        least = w.test("eq", x, str(np.iinfo(x.dtype).min))
        over = w.op(f"and i1 {least.name}, {w.test('eq', y, '-1').name}", Type(BOOL))
        traps = w.op(f"or i1 {zero.name}, {over.name}", Type(BOOL))
    return zero, w.pick(traps, Value("1", y.type), y)


def shift(name: str) -> Rule:
    """A shift by the width or more moves all bits out."""

    def rule(w: Writer, x: Value, y: Value, *, out: Type) -> Value:
        width, t = 8 * x.dtype.itemsize, llvm(x.type)
        within = w.op(f"icmp ult {t} {y.name}, {width}", Type(BOOL))
        by = w.pick(within, y, Value(str(width - 1 if name == "ashr" else 0), y.type))
        moved = w.op(f"{name} {t} {x.name}, {by.name}", out)
        return moved if name == "ashr" else w.pick(within, moved, Value("0", out))

    return rule


def extremum(direction: str) -> Rule:
    """The larger or smaller of two; NaN wins."""

    def rule(w: Writer, x: Value, y: Value, *, out: Type) -> Value:
        if x.dtype == BOOL:
            return w.op(f"{'or' if direction == 'g' else 'and'} i1 {x.name}, {y.name}", out)
        if not is_float(x):
            return w.pick(w.test(f"{'s' if is_signed(x) else 'u'}{direction}t", x, y.name), x, y)
        t = llvm(x.type)
        wins = w.op(f"fcmp o{direction}e {t} {x.name}, {y.name}", Type(BOOL))
        nan = w.op(f"fcmp uno {t} {x.name}, {x.name}", Type(BOOL))
        return w.pick(w.op(f"or i1 {wins.name}, {nan.name}", Type(BOOL)), x, y)

    return rule


def negate(w: Writer, x: Value, *, out: Type) -> Value:
    t = llvm(x.type)
    return w.op(f"fneg {t} {x.name}" if is_float(x) else f"sub {t} 0, {x.name}", out)


def absolute(w: Writer, x: Value, *, out: Type) -> Value:
    if is_float(x):
        return w.intrinsic("fabs", (x,), out)
    return w.pick(w.test("slt", x, "0"), negate(w, x, out=out), x)


def sign(w: Writer, x: Value, *, out: Type) -> Value:
    """-1, 0, 1; of NaN itself, and of a zero itself."""
    one = w.constant(np.asarray(1, x.dtype))
    if not is_float(x):
        below = w.pick(w.test("slt", x, "0"), Value("-1", out), Value("0", out))
        return w.pick(w.test("sgt", x, "0"), Value("1", out), below)
    zero = w.constant(np.asarray(0, x.dtype)).name
    differs = w.op(f"fcmp one {llvm(x.type)} {x.name}, {zero}", Type(BOOL))
    return w.pick(differs, w.intrinsic("copysign", (one, x), out), x)


def invert(w: Writer, x: Value, *, out: Type) -> Value:
    return w.op(f"xor {llvm(x.type)} {x.name}, {'true' if x.dtype == BOOL else '-1'}", out)


def compare(w: Writer, x: Value, y: Value, *, out: Type, direction: str) -> Value:
    t = llvm(x.type)
    if is_float(x):
        return w.op(f"fcmp {FLOAT[direction]} {t} {x.name}, {y.name}", out)
    ordered = "" if direction in ("EQ", "NE") else "s" if is_signed(x) else "u"
    return w.op(f"icmp {ordered}{direction.lower()} {t} {x.name}, {y.name}", out)


def select(w: Writer, p: Value, x: Value, y: Value, *, out: Type) -> Value:
    return w.pick(p, x, Value(y.name, x.type), out)


def is_finite(w: Writer, x: Value, *, out: Type) -> Value:
    size = w.intrinsic("fabs", (x,), x.type)
    return w.op(f"fcmp olt {llvm(x.type)} {size.name}, {w.constant(np.asarray(np.inf, x.dtype)).name}", out)


def convert(w: Writer, x: Value, *, out: Type) -> Value:
    """Floats to integers: the nearest there is, 0 for NaN."""
    source, target = llvm(x.type), llvm(out)
    if x.dtype == out.dtype:
        return Value(x.name, out)
    if out.dtype == BOOL:
        zero = w.constant(np.asarray(0, x.dtype)).name
        return w.op(f"{'fcmp une' if is_float(x) else 'icmp ne'} {source} {x.name}, {zero}", out)
    if kind(out.dtype) == "f":
        if is_float(x):
            name = "fpext" if out.dtype.itemsize > x.dtype.itemsize else "fptrunc"
        else:
            name = "sitofp" if is_signed(x) else "uitofp"
        return w.op(f"{name} {source} {x.name} to {target}", out)
    if is_float(x):
        name = "fptosi" if kind(out.dtype) == "i" else "fptoui"
        return w.saturated(name, x, out)
    if source == target:
        return Value(x.name, out)
    narrow = x.dtype != BOOL and out.dtype.itemsize < x.dtype.itemsize
    name = "trunc" if narrow else "sext" if is_signed(x) else "zext"
    return w.op(f"{name} {source} {x.name} to {target}", out)


def cast_bits(w: Writer, x: Value, *, out: Type) -> Value:
    source, target = llvm(x.type), llvm(out)
    return Value(x.name, out) if source == target else w.op(f"bitcast {source} {x.name} to {target}", out)


def count_bits(w: Writer, x: Value, *, out: Type) -> Value:
    return w.intrinsic("ctpop", (x,), out)


def reciprocal_root(w: Writer, x: Value, *, out: Type) -> Value:
    return divide(w, w.constant(np.asarray(1, x.dtype)), w.intrinsic("sqrt", (x,), out), out=out)


def is_power(value: Value) -> bool:
    """Whether it is a power of two, known now."""
    return kind(value.dtype) in "iu" and value.name.isdigit() and int(value.name).bit_count() == 1


def quotient_by_power(w: Writer, x: Value, power: int) -> Value:
    """Rounded down, as shifts round."""
    name = "ashr" if is_signed(x) else "lshr"
    return w.op(f"{name} {llvm(x.type)} {x.name}, {power.bit_length() - 1}", x.type)


def remainder_by_power(w: Writer, x: Value, power: int) -> Value:
    return w.op(f"and {llvm(x.type)} {x.name}, {power - 1}", x.type)


BY_SHIFTS = {"floor_divide": quotient_by_power, "remainder": remainder_by_power}
RULES: dict[str, Rule] = {
    "stablehlo.add": instruction("fadd", "add", "or"),
    "stablehlo.subtract": instruction("fsub", "sub", None),
    "stablehlo.multiply": instruction("fmul", "mul", "and"),
    "stablehlo.divide": divide,
    "stablehlo.remainder": remainder,
    "stablehlo.and": instruction(None, "and", "and"),
    "stablehlo.or": instruction(None, "or", "or"),
    "stablehlo.xor": instruction(None, "xor", "xor"),
    "stablehlo.not": invert,
    "stablehlo.shift_left": shift("shl"),
    "stablehlo.shift_right_logical": shift("lshr"),
    "stablehlo.shift_right_arithmetic": shift("ashr"),
    "stablehlo.maximum": extremum("g"),
    "stablehlo.minimum": extremum("l"),
    "stablehlo.negate": negate,
    "stablehlo.abs": absolute,
    "stablehlo.sign": sign,
    "stablehlo.compare": compare,
    "stablehlo.select": select,
    "stablehlo.is_finite": is_finite,
    "stablehlo.convert": convert,
    "stablehlo.bitcast_convert": cast_bits,
    "stablehlo.popcnt": count_bits,
    "stablehlo.floor": intrinsic("floor"),
    "stablehlo.ceil": intrinsic("ceil"),
    "stablehlo.round_nearest_even": intrinsic("rint"),
    "stablehlo.sqrt": intrinsic("sqrt"),
    "stablehlo.rsqrt": reciprocal_root,
    "stablehlo.exponential": library("exp"),
    "stablehlo.exponential_minus_one": library("expm1"),
    "stablehlo.log": library("log"),
    "stablehlo.log_plus_one": library("log1p"),
    "stablehlo.sine": library("sin"),
    "stablehlo.cosine": library("cos"),
    "stablehlo.tan": library("tan"),
    "stablehlo.tanh": library("tanh"),
    "stablehlo.cbrt": library("cbrt"),
    "stablehlo.power": library("pow"),
    "stablehlo.atan2": library("atan2"),
    # of one number:
    "stablehlo.reshape": same,
    "stablehlo.broadcast_in_dim": same,
    "stablehlo.transpose": same,
    "stablehlo.optimization_barrier": same,
}
