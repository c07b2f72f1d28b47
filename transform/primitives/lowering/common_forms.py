"""Lowering rules that emit more than one StableHLO operation.

A rule reads (emit, *values, out, **params) and returns the value (or values) it emitted; for `emit` see
lower/stablehlo/emitter.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...core.dtypes import is_bool, is_complex, is_inexact, is_integer, kind, real_dtype, settings
from ...ir.builder import Builder
from ...ir.program import Type

BOOL = np.dtype(bool)


def i64s(values: Iterable[int]) -> str:
    """An MLIR array attribute of integers."""
    text = ", ".join(str(int(v)) for v in values)
    return f"array<i64: {text}>" if text else "array<i64>"


def i64(value: int) -> str:
    return f"{int(value)} : i64"


def as_bool(t: Type) -> Type:
    return Type(BOOL, t.shape)


def product_precision(emit: Any, dtype: np.dtype) -> dict[str, str]:
    """The attribute by which products and convolutions of float32 are rounded as float32, as NumPy's are.

    Where it is not asked for, accelerators round the factors to 11 bits (TensorFloat-32) or to 8 (bfloat16).
    """
    exact = dtype not in (np.float32, np.complex64) or settings.matmul_precision != "float32"
    if exact or emit.platform.exact_products:
        return {}
    return {"precision_config": "[#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]"}


def compare(emit: Any, direction: str, x: Any, y: Any) -> Any:
    t = x.type.dtype
    style = "FLOAT" if is_inexact(t) else "UNSIGNED" if kind(t) in "bu" else "SIGNED"
    return emit(
        "stablehlo.compare",
        x,
        y,
        out=as_bool(x.type),
        compare_type=f"#stablehlo<comparison_type {style}>",
        comparison_direction=f"#stablehlo<comparison_direction {direction}>",
    )


def lower_compare(direction: str) -> Any:
    def lower(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
        if is_complex(x.type.dtype) and direction not in ("EQ", "NE"):
            return compare_complex(emit, direction, x, y)
        return compare(emit, direction, x, y)

    return lower


def compare_complex(emit: Any, direction: Any, x: Any, y: Any) -> Any:
    """NumPy orders complex numbers by real part, then by imaginary part; a NaN in either is in no order."""
    (xr, xi), (yr, yi) = real_and_imaginary(emit, x), real_and_imaginary(emit, y)
    tie = emit("stablehlo.and", compare(emit, "EQ", xr, yr), compare(emit, direction, xi, yi))
    numbers = emit("stablehlo.and", compare(emit, "EQ", xi, xi), compare(emit, "EQ", yi, yi))
    return emit(
        "stablehlo.or", emit("stablehlo.and", compare(emit, direction[0] + "T", xr, yr), numbers), tie
    )


def real_and_imaginary(emit: Any, x: Any) -> tuple[Any, ...]:
    """The real and the imaginary part of a complex value."""
    part = Type(real_dtype(x.type.dtype), x.type.shape)
    return emit("stablehlo.real", x, out=part), emit("stablehlo.imag", x, out=part)


def like(emit: Any, x: Any, value: Any) -> Any:
    """A constant of the type of x."""
    return emit.constant(np.broadcast_to(np.asarray(value, x.type.dtype), x.type.shape))


def pick(emit: Any, p: Any, x: Any, y: Any) -> Any:
    return emit("stablehlo.select", p, x, y, out=x.type)


def part_of(emit: Any, x: Any, axis: int, first: int, stop: int) -> Any:
    """The elements from first to stop along an axis."""
    lead, behind = x.type.shape[:axis], x.type.shape[axis + 1 :]
    starts, limits = (*[0] * axis, first, *[0] * len(behind)), (*lead, stop, *behind)
    return emit(
        "stablehlo.slice",
        x,
        out=x.type.update(shape=(*lead, stop - first, *behind)),
        start_indices=i64s(starts),
        limit_indices=i64s(limits),
        strides=i64s((1,) * x.type.ndim),
    )


def lower_cast(emit: Any, x: Any, *, out: Any, dtype: Any, weak: Any = False) -> Any:
    if x.type.dtype == out.dtype:
        return x
    if is_complex(x.type.dtype) and not is_complex(out.dtype):
        if is_bool(out.dtype):
            return compare(emit, "NE", x, like(emit, x, 0))
        x = emit("stablehlo.real", x, out=x.type.update(dtype=real_dtype(x.type.dtype)))
    if is_bool(out.dtype):
        return compare(emit, "NE", x, like(emit, x, 0))
    if is_bool(x.type.dtype):
        return emit.indicator(x, out)
    if is_inexact(x.type.dtype) and is_integer(out.dtype) and out.dtype != np.int64:
        return _cast_wrapping(emit, x, out)
    return emit("stablehlo.convert", x, out=out)


def _cast_wrapping(emit: Any, x: Any, out: Any) -> Any:
    """Float to integer by way of int64: NumPy wraps where XLA saturates."""
    wide = emit("stablehlo.convert", x, out=out.update(dtype=np.dtype(np.int64)))
    narrow = emit("stablehlo.convert", wide, out=out)
    if out.dtype != np.uint64:
        return narrow
    return pick(emit, compare(emit, "LT", x, like(emit, x, 0)), narrow, emit("stablehlo.convert", x, out=out))


def lower_mul(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    """A product with the indicator of a condition is a choice between x and x * 0, which is NaN if x is not finite."""
    for number, other in ((x, y), (y, x)):
        condition = None if is_complex(out.dtype) else emit.condition(other)
        if condition is not None:
            none = like(emit, number, 0)
            none = emit("stablehlo.multiply", number, none) if is_inexact(out.dtype) else none
            return pick(emit, condition, number, none)
    return square(emit, x) if x.name == y.name else emit("stablehlo.multiply", x, y)


def lower_mul_or_zero(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    nothing = like(emit, x, 0)
    return pick(emit, compare(emit, "EQ", x, nothing), nothing, emit("stablehlo.multiply", x, y))


def square(emit: Any, x: Any) -> Any:
    """x * x, of signed integers by unsigned ones: XLA takes signed ones to be at least 0, also where they wrap."""
    if kind(x.type.dtype) != "i":
        return emit("stablehlo.multiply", x, x)
    unsigned = x.type.update(dtype=np.dtype(f"u{x.type.dtype.itemsize}"))
    bits = cast_bits(emit, x, unsigned)
    return cast_bits(emit, emit("stablehlo.multiply", bits, bits), x.type)


def lower_abs(emit: Any, x: Any, *, out: Any) -> Any:
    """(Of integers XLA takes stablehlo.abs to be at least 0, which is not so of the smallest one.)"""
    if kind(x.type.dtype) == "i":
        return pick(emit, compare(emit, "LT", x, like(emit, x, 0)), emit("stablehlo.negate", x), x)
    return x if kind(x.type.dtype) in "bu" else emit("stablehlo.abs", x, out=out)


def lower_sign(emit: Any, x: Any, *, out: Any) -> Any:
    if kind(x.type.dtype) == "u":
        return emit("stablehlo.minimum", x, like(emit, x, 1))
    if kind(x.type.dtype) != "f":
        return emit("stablehlo.sign", x)
    return pick(emit, compare(emit, "EQ", x, like(emit, x, 0)), like(emit, x, 0), emit("stablehlo.sign", x))


def lower_signbit(emit: Any, x: Any, *, out: Any) -> Any:
    if not is_inexact(x.type.dtype):
        return compare(emit, "LT", x, like(emit, x, 0))
    bits = Type(np.dtype(f"i{x.type.dtype.itemsize}"), x.type.shape)
    return compare(emit, "LT", cast_bits(emit, x, bits), emit.constant(np.zeros(bits.shape, bits.dtype)))


def cast_bits(emit: Any, x: Any, out: Any) -> Any:
    return emit("stablehlo.bitcast_convert", x, out=out)


def lower_copysign(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    magnitude = emit("stablehlo.abs", x)
    return pick(emit, lower_signbit(emit, y, out=None), emit("stablehlo.negate", magnitude), magnitude)


def lower_atan2(emit: Any, y: Any, x: Any, *, out: Any) -> Any:
    """With the sign of y, which XLA loses where y is subnormal."""
    return lower_copysign(emit, emit("stablehlo.atan2", y, x), y, out=None)


def lower_isnan(emit: Any, x: Any, *, out: Any) -> Any:
    if not is_inexact(x.type.dtype):
        return emit.constant(np.zeros(out.shape, bool))
    return compare(emit, "NE", x, x)


def lower_conj(emit: Any, x: Any, *, out: Any) -> Any:
    if not is_complex(x.type.dtype):
        return x
    re, im = real_and_imaginary(emit, x)
    return emit("stablehlo.complex", re, emit("stablehlo.negate", im), out=out)


def lower_isinf(emit: Any, x: Any, *, out: Any) -> Any:
    if is_complex(x.type.dtype):
        return emit("stablehlo.or", *(lower_isinf(emit, p, out=out) for p in real_and_imaginary(emit, x)))
    if not is_inexact(x.type.dtype):
        return emit.constant(np.zeros(out.shape, bool))
    return compare(emit, "EQ", emit("stablehlo.abs", x), like(emit, x, np.inf))


def lower_isfinite(emit: Any, x: Any, *, out: Any) -> Any:
    if is_complex(x.type.dtype):
        return emit("stablehlo.and", *(lower_isfinite(emit, p, out=out) for p in real_and_imaginary(emit, x)))
    if not is_inexact(x.type.dtype):
        return emit.constant(np.ones(out.shape, bool))
    return emit("stablehlo.is_finite", x, out=out)


def lower_rounding(op: str) -> Any:
    """Floor or ceil: integers are whole."""
    return lambda emit, x, *, out: emit(op, x) if is_inexact(x.type.dtype) else x


def lower_popcount(emit: Any, x: Any, *, out: Any) -> Any:
    """The popcount of the absolute value, as in NumPy."""
    size = emit("stablehlo.abs", x) if kind(x.type.dtype) == "i" else x
    return emit("stablehlo.convert", emit("stablehlo.popcnt", size), out=out)


def lower_fmod(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    """Sign of the dividend; 0 where an integer is divided by 0, as in NumPy."""
    if is_inexact(x.type.dtype):
        return emit("stablehlo.remainder", x, y)
    zero, safe = _nonzero_divisor(emit, y)
    return pick(emit, zero, like(emit, x, 0), emit("stablehlo.remainder", x, safe))


def lower_digamma(emit: Any, x: Any, *, out: Any) -> Any:
    """At 0 it is infinite, with the sign that x has not."""
    pole = lower_copysign(emit, like(emit, x, np.inf), emit("stablehlo.negate", x), out=None)
    return pick(emit, compare(emit, "EQ", x, like(emit, x, 0)), pole, emit("chlo.digamma", x))


def lower_lgamma(emit: Any, x: Any, *, out: Any) -> Any:
    """At -infinity, beyond all poles, SciPy gives -infinity."""
    lowest = like(emit, x, -np.inf)
    return pick(emit, compare(emit, "EQ", x, lowest), lowest, emit("chlo.lgamma", x))


def lower_trunc(emit: Any, x: Any, *, out: Any) -> Any:
    if not is_inexact(x.type.dtype):
        return x
    negative = compare(emit, "LT", x, like(emit, x, 0))
    return pick(emit, negative, emit("stablehlo.ceil", x), emit("stablehlo.floor", x))


def lower_shift_right(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    op = "logical" if kind(x.type.dtype) == "u" else "arithmetic"
    return emit(f"stablehlo.shift_right_{op}", x, y)


def lower_integer_pow(emit: Any, x: Any, *, out: Any, exponent: Any) -> Any:
    """Repeated squaring; a negative exponent inverts at the end."""
    if exponent == 0:
        return like(emit, x, 1)
    result, power, n = None, x, abs(exponent)
    while n:
        if n & 1:
            result = power if result is None else emit("stablehlo.multiply", result, power)
        n >>= 1
        if n:
            power = square(emit, power)
    return result if exponent > 0 else emit("stablehlo.divide", like(emit, x, 1), result)


def lower_pow(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    """XLA reads six bits of an exponent of integers: 2 ** 64 is 2 ** 0. The bits above are left to a loop, which makes
    no turn if there are none. A base that is even leaves no digit then; of 1 and -1 the last bit is enough.

    References:
        Knuth, The Art of Computer Programming, volume 2, section 4.6.3 (exponentiation by squaring).
    """
    base, exponent = emit.known.get(x.name), emit.known.get(y.name)
    if not is_integer(x.type.dtype):
        found = emit("stablehlo.power", x, y)
        return zero_to_complex(emit, x, y, found) if is_complex(x.type.dtype) else found
    if exponent is not None and 0 <= exponent < 64:
        return lower_integer_pow(emit, x, out=out, exponent=int(exponent))
    if base is not None and abs(int(base)) == 1 or exponent is not None and exponent < 0:
        return emit("stablehlo.power", x, y)
    zero = like(emit, y, 0)
    large = compare(emit, "GE", y, like(emit, y, 64))
    low = pick(emit, large, emit("stablehlo.and", y, like(emit, y, 63)), y)
    if base is not None and base % 2 == 0:
        return pick(emit, large, zero, emit("stablehlo.power", x, low))
    shifted = lambda v, by: emit("stablehlo.shift_right_logical", v, like(emit, v, by))
    rest, power, result = pick(emit, large, shifted(y, 6), zero), x, emit("stablehlo.power", x, low)
    for _ in range(6):
        power = emit("stablehlo.multiply", power, power)

    def body(carry: Any) -> Any:
        rest, power, result = carry
        odd = compare(emit, "NE", emit("stablehlo.and", rest, like(emit, rest, 1)), like(emit, rest, 0))
        result = pick(emit, odd, emit("stablehlo.multiply", result, power), result)
        return [shifted(rest, 1), emit("stablehlo.multiply", power, power), result]

    kinds = (y.type, x.type, x.type)
    test = emit.block(
        kinds, lambda carry: [any_of(emit, compare(emit, "NE", carry[0], like(emit, carry[0], 0)))]
    )
    loop = f" ({test}, {emit.block(kinds, body)})"
    return emit("stablehlo.while", rest, power, result, out=kinds, regions=loop)[2]


def zero_to_complex(emit: Any, x: Any, y: Any, found: Any) -> Any:
    """0 to a power whose real part is positive is 0, also if the imaginary part is not."""
    part = emit("stablehlo.real", y, out=Type(real_dtype(y.type.dtype), y.type.shape))
    zero = like(emit, x, 0)
    positive = compare(emit, "GT", part, like(emit, part, 0))
    vanishes = emit("stablehlo.and", compare(emit, "EQ", x, zero), positive)
    return pick(emit, vanishes, zero, found)


def any_of(emit: Any, condition: Any) -> Any:
    """Whether it holds anywhere."""
    scalar = Type(BOOL)
    if not condition.type.shape:
        return condition
    return emit(
        "stablehlo.reduce",
        condition,
        emit.constant(np.array(False)),
        out=scalar,
        regions=f" ({emit.block((scalar, scalar), lambda pair: [emit('stablehlo.or', *pair)])})",
        dimensions=i64s(range(len(condition.type.shape))),
    )


def lower_remainder(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    rule = float_remainder if is_inexact(x.type.dtype) else int_remainder
    return rule(emit, x, y)


def lower_floor_divide(emit: Any, x: Any, y: Any, *, out: Any) -> Any:
    rule = float_floor_divide if is_inexact(x.type.dtype) else int_floor_divide
    return rule(emit, x, y)


def _nonzero_divisor(emit: Any, y: Any) -> Any:
    zero = compare(emit, "EQ", y, like(emit, y, 0))
    return zero, pick(emit, zero, like(emit, y, 1), y)


def _signs_differ(emit: Any, r: Any, y: Any) -> Any:
    """r is not 0 and its sign is not that of y."""
    nonzero = compare(emit, "NE", r, like(emit, r, 0))
    negative = [compare(emit, "LT", v, like(emit, v, 0)) for v in (r, y)]
    return emit("stablehlo.and", nonzero, emit("stablehlo.xor", *negative))


def int_remainder(emit: Any, x: Any, y: Any) -> Any:
    """Sign of the divisor; x % 0 is 0 as in NumPy."""
    zero, safe = _nonzero_divisor(emit, y)
    r = emit("stablehlo.remainder", x, safe)
    if kind(x.type.dtype) == "i":
        r = pick(emit, _signs_differ(emit, r, safe), emit("stablehlo.add", r, safe), r)
    return pick(emit, zero, like(emit, x, 0), r)


def int_floor_divide(emit: Any, x: Any, y: Any) -> Any:
    """Rounds down; x // 0 is 0 as in NumPy."""
    zero, safe = _nonzero_divisor(emit, y)
    q = emit("stablehlo.divide", x, safe)
    if kind(x.type.dtype) == "i":
        r = emit("stablehlo.remainder", x, safe)
        q = pick(emit, _signs_differ(emit, r, safe), emit("stablehlo.subtract", q, like(emit, q, 1)), q)
    return pick(emit, zero, like(emit, x, 0), q)


def float_remainder(emit: Any, x: Any, y: Any) -> Any:
    """NumPy's: fmod moved to the sign of the divisor, a zero result gets that sign too."""
    r = emit("stablehlo.remainder", x, y)
    moved = pick(emit, _signs_differ(emit, r, y), emit("stablehlo.add", r, y), r)
    zero = compare(emit, "EQ", r, like(emit, r, 0))
    return pick(emit, zero, lower_copysign(emit, like(emit, r, 0), y, out=None), moved)


def float_floor_divide(emit: Any, x: Any, y: Any) -> Any:
    """NumPy's: (x - fmod(x, y)) / y rounded to a whole number; x / y where y is 0, and its sign on a result of 0."""
    r = emit("stablehlo.remainder", x, y)
    quotient = emit("stablehlo.divide", emit("stablehlo.subtract", x, r), y)
    lower_one = emit("stablehlo.subtract", quotient, like(emit, quotient, 1))
    quotient = pick(emit, _signs_differ(emit, r, y), lower_one, quotient)
    floor = emit("stablehlo.floor", quotient)
    up = compare(emit, "GT", emit("stablehlo.subtract", quotient, floor), like(emit, floor, 0.5))
    rounded = pick(emit, up, emit("stablehlo.add", floor, like(emit, floor, 1)), floor)
    ratio = emit("stablehlo.divide", x, y)
    none = compare(emit, "EQ", quotient, like(emit, quotient, 0))
    rounded = pick(emit, none, lower_copysign(emit, like(emit, x, 0), ratio, out=None), rounded)
    return pick(emit, compare(emit, "EQ", y, like(emit, y, 0)), ratio, rounded)


def inline(emit: Any, function: Callable[..., Any], *values: Any) -> Any:
    """Emit a function of Syms here, on values."""
    builder = Builder()
    results = function(*(builder.parameter(v.type) for v in values))
    many = isinstance(results, tuple)
    program = builder.finish(results if many else [results], "linalg")
    out = emit.inline(program, values)
    return tuple(out) if many else out[0]
