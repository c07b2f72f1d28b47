"""Lowering of complex functions, and of functions of 16-bit floats, which are computed in float32.

At infinities, NaN and signed zeros they give NumPy's results (and those of annex G of the C standard): XLA's
own lose the sign of a zero at a branch cut, and multiply infinity by zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_complex, is_float
from ...ir.builder import TABLE
from .._rules import full
from . import exponentials as _exponentials, common_forms as _lowering
from .common_forms import inline

HALF_PI = math.pi / 2


def lower_complex(rule: Any, by_parts: Callable[..., Any]) -> Any:
    """The rule (an operation, or a function that emits) for real numbers, by_parts for complex ones: from the parts of
    an argument, and those that XLA finds if it asks for them, it makes the parts of the result."""

    def lower(emit: Any, z: Any, *, out: Any) -> Any:
        plain = lambda z, out: emit(rule, z) if isinstance(rule, str) else rule(emit, z, out=out)
        if is_float(z.type.dtype) and z.type.dtype.itemsize == 2:
            wide = out.update(dtype=np.dtype(np.float32))
            return emit("stablehlo.convert", plain(emit("stablehlo.convert", z, out=wide), wide), out=out)
        if not is_complex(z.type.dtype):
            return plain(z, out)
        values = [z, plain(z, out)] if by_parts.__code__.co_argcount == 4 else [z]
        return inline(emit, lambda *values: apply_by_parts(by_parts, *values), *values)

    return lower


def apply_by_parts(by_parts: Callable[..., Any], *values: Any) -> Any:
    re, im = by_parts(*(TABLE[part](v) for v in values for part in ("real", "imag")))
    return TABLE["complex_"](re, im)


def where(condition: Any, x: Any, y: Any) -> Any:
    """select, of which one value may be a number."""
    like = x if hasattr(x, "dtype") else y
    value = lambda v: v if hasattr(v, "dtype") else full(like, v)
    return TABLE["select"](condition, value(x), value(y))


def is_zero(x: Any) -> Any:
    return x == full(x, 0)


def is_infinite(x: Any) -> Any:
    return TABLE["isinf"](x)


def is_finite(x: Any) -> Any:
    return TABLE["isfinite"](x)


def copy_sign(size: Any, x: Any) -> Any:
    """The size with the sign of x."""
    return TABLE["copysign"](size if hasattr(size, "dtype") else full(x, size), x)


# -- exponentials ------------------------------------------------------------------------------------------------------


def scaled_exp(size: float, x: Any, factor: Any) -> Any:
    """size * exp(x) * factor without overflow on the way."""
    half = TABLE["exp"](x / 2)
    return half * (factor * size) * half


def exp_parts(x: Any, y: Any) -> tuple[Any, Any]:
    """exp(x) (cos y + i sin y): 0 for x = -inf and infinite for x = inf, whatever y is."""
    unknown = ~is_finite(y)
    zero = (x == full(x, -np.inf)) & unknown
    cos, sin = where(zero, 1, TABLE["cos"](y)), where(zero, copy_sign(1, y), TABLE["sin"](y))
    far, size = x > full(x, large(x)), TABLE["exp"](x)
    re, im = (where(far, scaled_exp(1, x, part), size * part) for part in (cos, sin))
    return where((x == full(x, np.inf)) & unknown, np.inf, re), where(is_zero(y), y, im)


def large(x: Any) -> float:
    """Beyond it exp nearly overflows."""
    return math.log(float(np.finfo(x.dtype).max)) - 1


def exp2_parts(x: Any, y: Any) -> tuple[Any, Any]:
    return exp_parts(x * math.log(2), y * math.log(2))


def expm1_parts(x: Any, y: Any) -> tuple[Any, Any]:
    half = TABLE["sin"](y / 2)
    return TABLE["expm1"](x) * TABLE["cos"](y) - half * half * 2, TABLE["exp"](x) * TABLE["sin"](y)


def sinh_parts(x: Any, y: Any) -> tuple[Any, Any]:
    far, size = TABLE["abs"](x) > full(x, large(x)), TABLE["abs"](x)
    cos, sin = TABLE["cos"](y), TABLE["sin"](y)
    re = where(far, scaled_exp(0.5, size, copy_sign(1, x) * cos), TABLE["sinh"](x) * cos)
    im = where(far, scaled_exp(0.5, size, sin), TABLE["cosh"](x) * sin)
    return where((is_infinite(x) | is_zero(x)) & ~is_finite(y), x, re), where(is_zero(y), y, im)


def cosh_parts(x: Any, y: Any) -> tuple[Any, Any]:
    far, size = TABLE["abs"](x) > full(x, large(x)), TABLE["abs"](x)
    cos, sin = TABLE["cos"](y), TABLE["sin"](y)
    re = where(far, scaled_exp(0.5, size, cos), TABLE["cosh"](x) * cos)
    im = where(far, scaled_exp(0.5, size, copy_sign(1, x) * sin), TABLE["sinh"](x) * sin)
    re = where(is_infinite(x) & ~is_finite(y), TABLE["abs"](x), re)
    im = where(is_zero(x), x * where(is_finite(y), sin, 1), im)
    return re, where(is_zero(y), y * copy_sign(1, x), im)


def tanh_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    return where(is_zero(x), x, u), where(
        is_zero(y), y, where(is_infinite(x) & is_infinite(y), copy_sign(0, y), v)
    )


def by_imaginary_argument(by_parts: Callable[..., Any]) -> Callable[..., Any]:
    """sin, tan from sinh, tanh: i f(z) is the function of iz."""
    if by_parts.__code__.co_argcount == 4:
        return lambda x, y, u, v: by_parts(y, x, v, u)[::-1]
    return lambda x, y: by_parts(y, x)[::-1]


def cos_parts(x: Any, y: Any) -> tuple[Any, Any]:
    return cosh_parts(-y, x)


# -- logarithms and roots ----------------------------------------------------------------------------------------------


def log_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    return where(is_infinite(x) | is_infinite(y), np.inf, u), copy_sign(v, y)


def log1p_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    """Near the pole by log, as 1 + x is exact there."""
    near = TABLE["log"](TABLE["abs"](TABLE["complex_"](x + 1, y)))
    return log_parts(x, y, where(x < full(x, -0.5), near, u), v)


def log_base_parts(base: float) -> Callable[..., Any]:
    def by_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
        u, v = log_parts(x, y, u, v)
        return u / math.log(base), v / math.log(base)

    return by_parts


def sqrt_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    u = where(is_infinite(y) | (x == full(x, np.inf)), np.inf, u)
    v = where(is_infinite(y) | (x == full(x, -np.inf)), np.inf, v)
    return u, copy_sign(v, y)


def lower_abs(emit: Any, z: Any, *, out: Any) -> Any:
    """Infinite where one part is, even beside NaN."""

    def size(z: Any, value: Any) -> Any:
        return where(is_infinite(z), np.inf, value)

    value = _lowering.lower_abs(emit, z, out=out)
    return inline(emit, size, z, value) if is_complex(z.type.dtype) else value


# -- inverse functions -------------------------------------------------------------------------------------------------


def odd_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    """The parts of an odd function that is real on the real axis: they have the signs of the argument's
    parts."""
    return copy_sign(u, x), copy_sign(v, y)


def unknown(x: Any, y: Any) -> Any:
    """One part is NaN, the other finite."""
    return (TABLE["isnan"](x) & is_finite(y)) | (TABLE["isnan"](y) & is_finite(x))


def asin_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    nan = unknown(x, y)
    return odd_parts(x, y, where(is_zero(x), x, where(nan, np.nan, u)), where(nan, np.nan, v))


def acos_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    nan = unknown(x, y)
    u = where(is_zero(x), HALF_PI, where(nan, np.nan, TABLE["abs"](u)))
    return u, copy_sign(where(nan, np.nan, v), -y)


def acosh_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    nan = unknown(x, y)
    return where(nan, np.nan, u), copy_sign(where(is_zero(x), HALF_PI, where(nan, np.nan, v)), y)


def atanh_parts(x: Any, y: Any, u: Any, v: Any) -> tuple[Any, Any]:
    """0 + i π/2 at infinity, in all directions; by log|y| beside the poles, where y² would vanish."""
    size, nan, infinite = TABLE["abs"](y), unknown(x, y), is_infinite(x) | is_infinite(y)
    pole = (TABLE["abs"](x) == full(x, 1)) & (size < full(x, float(np.finfo(x.dtype).tiny) ** 0.5))
    u = where(pole, 0.5 * (math.log(2) - TABLE["log"](size)), where(nan, np.nan, u))
    u = where(infinite, 0, where(is_zero(x), x, u))
    v = where(infinite, HALF_PI, where(nan, np.nan, v))
    return odd_parts(x, y, u, where(TABLE["isnan"](y), np.nan, v))


# -- the rules ---------------------------------------------------------------------------------------------------------

lower_exp = lower_complex("stablehlo.exponential", exp_parts)
lower_expm1 = lower_complex("stablehlo.exponential_minus_one", expm1_parts)
lower_sin = lower_complex("stablehlo.sine", by_imaginary_argument(sinh_parts))
lower_cos = lower_complex("stablehlo.cosine", cos_parts)
lower_tan = lower_complex("stablehlo.tan", by_imaginary_argument(tanh_parts))
lower_tanh = lower_complex("stablehlo.tanh", tanh_parts)
lower_log = lower_complex("stablehlo.log", log_parts)
lower_sqrt = lower_complex("stablehlo.sqrt", sqrt_parts)
lower_asin = lower_complex("chlo.asin", asin_parts)
lower_acos = lower_complex("chlo.acos", acos_parts)
lower_atan = lower_complex("chlo.atan", by_imaginary_argument(atanh_parts))
lower_asinh = lower_complex("chlo.asinh", by_imaginary_argument(asin_parts))
lower_acosh = lower_complex("chlo.acosh", acosh_parts)
lower_exp2 = lower_complex(_exponentials.lower_exp2, exp2_parts)
lower_sinh = lower_complex(_exponentials.lower_sinh, sinh_parts)
lower_cosh = lower_complex(_exponentials.lower_cosh, cosh_parts)
lower_log2 = lower_complex(_exponentials.lower_log2, log_base_parts(2))
lower_log10 = lower_complex(_exponentials.lower_log10, log_base_parts(10))
lower_log1p = lower_complex(_exponentials.lower_log1p, log1p_parts)
lower_atanh = lower_complex(_exponentials.lower_atanh, atanh_parts)
