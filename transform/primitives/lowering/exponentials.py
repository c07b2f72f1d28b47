"""Lowering of exponentials, logarithms and roots that XLA computes slowly on the CPU, or inexactly."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.dtypes import is_complex, kind
from .common_forms import as_bool, cast_bits, compare, like, lower_copysign, pick

FLOAT64, INT64, INT32 = np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.int32)
SMALLEST = float(np.finfo(np.float64).tiny)
MANTISSA = 2**52
# e_log10.c of fdlibm (Sun Microsystems 1993)
LOG10_2_HIGH, LOG10_2_LOW = 3.01029995663611771306e-01, 3.69423907715893078616e-13


class Arithmetic:
    """Operators on emitted values of one type, and on numbers as constants of that type."""

    def __init__(self, emit: Any, x: Any):
        self.emit, self.x = emit, x

    def __call__(self, op: str, *operands: Any) -> Any:
        values = (v if hasattr(v, "name") else like(self.emit, self.x, v) for v in operands)
        return self.emit(f"stablehlo.{op}", *values)

    def pick(self, p: Any, x: Any, y: Any) -> Any:
        x, y = (v if hasattr(v, "name") else like(self.emit, self.x, v) for v in (x, y))
        return pick(self.emit, p, x, y)

    def compare(self, direction: str, x: Any, y: Any) -> Any:
        return compare(self.emit, direction, x, like(self.emit, x, y))

    def convert(self, x: Any, dtype: np.dtype) -> Any:
        return self.emit("stablehlo.convert", x, out=x.type.update(dtype=dtype))


def in_float64(rule: Any) -> Any:
    """The rule for float64 also for the narrower floats, which it then rounds correctly."""

    def lower(emit: Any, x: Any, *, out: Any) -> Any:
        if kind(out.dtype) != "f" or out.dtype == FLOAT64:
            return rule(emit, x, out=out)
        wide = out.update(dtype=FLOAT64)
        return emit(
            "stablehlo.convert", rule(emit, emit("stablehlo.convert", x, out=wide), out=wide), out=out
        )

    return lower


# -- log2, log10 -------------------------------------------------------------------------------------------------


def lower_log_base(base: int, high: float, low: float) -> Any:
    """The logarithm of the fraction plus the exponent times log_base(2) = high + low: exact for powers of the base, as
    shown in e_log10.c."""
    scale = 1 / math.log(base)

    def lower(emit: Any, x: Any, *, out: Any) -> Any:
        do = Arithmetic(emit, x)
        if is_complex(out.dtype):
            return emit("stablehlo.log", x)
        finite = emit("stablehlo.is_finite", x, out=as_bool(x.type))
        normal = emit("stablehlo.and", finite, do.compare("GE", x, SMALLEST))
        exponent, fraction = split_at_one(emit, x)
        exponent, fraction = do.pick(normal, exponent, 0.0), do.pick(normal, fraction, x)
        rest = do("multiply", emit("stablehlo.log", fraction), scale)
        return do("add", do("add", rest, do("multiply", exponent, low)), do("multiply", exponent, high))

    return in_float64(lower)


def split_at_one(emit: Any, x: Any) -> Any:
    """x = fraction * 2 ** exponent, for positive normal numbers; the fraction is in [1, 2), for x < 1 in [1/2, 1)."""
    bits = cast_bits(emit, x, x.type.update(dtype=INT64))
    whole = Arithmetic(emit, bits)
    power = whole("subtract", whole("shift_right_logical", bits, 52), 1023)
    below = whole.convert(whole.compare("LT", power, 0), INT64)
    top = whole("shift_left", whole("subtract", 1023, below), 52)
    fraction = whole("or", whole("and", bits, MANTISSA - 1), top)
    exponent = whole.convert(whole.convert(whole("add", power, below), INT32), FLOAT64)
    return exponent, cast_bits(emit, fraction, x.type)


lower_log2 = lower_log_base(2, 1.0, 0.0)
lower_log10 = lower_log_base(10, LOG10_2_HIGH, LOG10_2_LOW)


# -- log1p, atanh ------------------------------------------------------------------------------------------------


def lower_log1p(emit: Any, x: Any, *, out: Any) -> Any:
    """log(u) + c / u with u = 1 + x and c what its rounding lost (s_log1p.c of fdlibm). XLA's own, in float64, loses
    two digits between -0.45 and -0.35."""
    if out.dtype != FLOAT64:
        return emit("stablehlo.log_plus_one", x)
    do = Arithmetic(emit, x)
    u = do("add", x, 1.0)
    above, below = do("subtract", 1.0, do("subtract", u, x)), do("subtract", x, do("subtract", u, 1.0))
    lost = do.pick(do.compare("GT", x, 1.0), above, below)
    logarithm = emit("stablehlo.log", u)
    value = do("add", logarithm, do("divide", lost, u))
    value = do.pick(emit("stablehlo.is_finite", logarithm, out=as_bool(x.type)), value, logarithm)
    return do.pick(do.compare("EQ", u, 1.0), x, value)


def lower_logaddexp(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    """The larger, and a correction by the gap between them. Equal infinities have no gap."""
    do = Arithmetic(emit, x)
    first, size = compare(emit, "GE", x, y), emit("stablehlo.abs", x)
    endless = emit("stablehlo.and", compare(emit, "EQ", x, y), do.compare("EQ", size, math.inf))
    gap = do.pick(first, do("subtract", y, x), do("subtract", x, y))
    correction = lower_log1p(emit, do("exponential", do.pick(endless, 0.0, gap)), out=out)
    return do("add", do.pick(first, x, y), correction)


def lower_atanh(emit: Any, x: Any, *, out: Any) -> Any:
    """In float64 by our own log1p."""
    if x.type.dtype != FLOAT64:
        return emit("chlo.atanh", x)
    do, size = Arithmetic(emit, x), emit("stablehlo.abs", x)
    ratio = do("divide", do("add", size, size), do("subtract", 1.0, size))
    half = do("multiply", lower_log1p(emit, ratio, out=out), 0.5)
    return lower_copysign(emit, half, x, out=None)


# -- exponentials and roots ----------------------------------------------------------------------------------------


def lower_sigmoid(emit: Any, x: Any, *, out: Any) -> Any:
    """1 / (1 + exp(-x)), as it is written."""
    do = Arithmetic(emit, x)
    return do("divide", 1, do("add", 1, do("exponential", do("negate", x))))


@in_float64
def lower_exp2(emit: Any, x: Any, *, out: Any) -> Any:
    """2 ** n * exp(r log 2) with whole n and |r| <= 1/2: exact for whole numbers."""
    do = Arithmetic(emit, x)
    if is_complex(out.dtype):
        return do("power", 2.0, x)
    bounded = do("maximum", do("minimum", x, 1100.0), -1100.0)
    nearest = do("round_nearest_even", bounded)
    rest = do("exponential", do("multiply", do("subtract", bounded, nearest), math.log(2)))
    whole = do.convert(do.convert(nearest, INT32), INT64)
    half = emit("stablehlo.shift_right_arithmetic", whole, like(emit, whole, 1))
    scales = (power_of_two(emit, half, out), power_of_two(emit, emit("stablehlo.subtract", whole, half), out))
    return do("multiply", do("multiply", rest, scales[0]), scales[1])


def power_of_two(emit: Any, n: int, out: Any) -> Any:
    """2.0 ** n for whole -1022 <= n <= 1023."""
    whole = Arithmetic(emit, n)
    return cast_bits(emit, whole("shift_left", whole("add", n, 1023), 52), out)


@in_float64
def lower_cbrt(emit: Any, x: Any, *, out: Any) -> Any:
    """exp(log|x| / 3), and a step of Newton's method, which makes the roots of cubes exact; in larger units if the cube
    would lose digits."""
    do, size = Arithmetic(emit, x), emit("stablehlo.abs", x)
    tiny = do.compare("LT", size, 1e-250)
    size = do.pick(tiny, do("multiply", size, 2.0**180), size)
    power = do("exponential", do("multiply", emit("stablehlo.log", size), 1 / 3))
    root = do("maximum", power, SMALLEST)
    square = do("multiply", root, root)
    excess = do("subtract", do("multiply", square, root), size)
    step = do("divide", excess, do("multiply", square, 3.0))
    fine = emit("stablehlo.is_finite", step, out=as_bool(x.type))
    value = do.pick(fine, do("subtract", root, step), power)
    return lower_copysign(emit, do.pick(tiny, do("multiply", value, 2.0**-60), value), x, out=None)


def lower_cosh(emit: Any, x: Any, *, out: Any) -> Any:
    """e^|x|/2 as a product of two roots, which overflows no sooner than the result."""
    if is_complex(x.type.dtype):
        return emit("chlo.cosh", x)
    return emit("stablehlo.add", *half_exponentials(emit, x))


def lower_sinh(emit: Any, x: Any, *, out: Any) -> Any:
    """As cosh; by expm1 where the difference would cancel."""
    if is_complex(x.type.dtype):
        return emit("chlo.sinh", x)
    do, size = Arithmetic(emit, x), emit("stablehlo.abs", x)
    large = do("subtract", *half_exponentials(emit, x))
    less_one = do("exponential_minus_one", size)
    small = do("multiply", do("add", less_one, do("divide", less_one, do("add", less_one, 1.0))), 0.5)
    return lower_copysign(emit, do.pick(do.compare("LT", size, 1.0), small, large), x, out=None)


def half_exponentials(emit: Any, x: Any) -> Any:
    """exp(|x|) / 2 and exp(-|x|) / 2."""
    do = Arithmetic(emit, x)
    root = do("exponential", do("multiply", do("abs", x), 0.5))
    return do("multiply", do("multiply", root, 0.5), root), do("divide", do("divide", 0.5, root), root)
