"""Lowering of the gamma function and of the derivatives of digamma, as formulas in terms of other primitives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...ir.builder import TABLE
from .._rules import full
from .common_forms import inline
from .exponentials import in_float64

LANCZOS_G = 6.024680040776729583740234375
LANCZOS_ABOVE = [
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408,
]
LANCZOS_BELOW = [
    0.0,
    39916800.0,
    120543840.0,
    150917976.0,
    105258076.0,
    45995730.0,
    13339535.0,
    2637558.0,
    357423.0,
    32670.0,
    1925.0,
    66.0,
    1.0,
]
LARGEST = 171.7  # gamma of it overflows, and underflows below its negative
SMALL = 1e-8
EULER = 0.57721566490153286


def where(condition: Any, x: Any, y: Any) -> Any:
    """select, of which one or both values may be numbers."""
    like = x if hasattr(x, "dtype") else y if hasattr(y, "dtype") else None
    value = lambda v: v if hasattr(v, "dtype") else full(like, v)
    return TABLE["select"](condition, value(x), value(y))


def polynomial(x: Any, coefficients: list[float]) -> Any:
    """Horner, highest power first."""
    result = full(x, coefficients[0])
    for c in coefficients[1:]:
        result = result * x + c
    return result


# -- gamma -------------------------------------------------------------------------------------------------------------


@in_float64
def lower_gamma(emit: Any, x: Any, *, out: Any) -> Any:
    return inline(emit, gamma_of, x)


def gamma_of(x: Any) -> Any:
    """Lanczos' approximation, as CPython has it (g = 6.02, 13 terms); by reflection below 0, and 1/x - γ about 0."""
    size = TABLE["abs"](x)
    tiny, large = size < full(x, SMALL), size > full(x, LARGEST)
    negative = x < full(x, 0)
    safe = where(tiny | large, full(x, 1), size)
    above = lanczos(safe)
    below = -math.pi / sine_pi(safe) / safe / above
    value = TABLE["select"](negative, below, above)
    value = where(large, where(negative, full(x, 0), np.inf), value)
    value = where(tiny, 1 / x - EULER, value)
    pole = negative & (TABLE["floor"](x) == x)
    return where(pole | (x == full(x, -np.inf)), np.nan, value)


def lanczos(x: Any) -> Any:
    """Γ(x) for x > 0."""
    y = x + (LANCZOS_G - 0.5)
    lost = where(x > full(x, LANCZOS_G - 0.5), (y - x) - (LANCZOS_G - 0.5), (y - (LANCZOS_G - 0.5)) - x)
    half = TABLE["pow"](y, x / 2 - 0.25)  # in two factors: no early overflow
    value = lanczos_sum(x) / TABLE["exp"](y)
    return (value + lost * LANCZOS_G / y * value) * half * half


def lanczos_sum(x: Any) -> Any:
    """In 1/x where x is large."""
    large = x > full(x, 5)
    z = 1 / where(large, x, 1)
    inverse = polynomial(z, LANCZOS_ABOVE) / polynomial(z, LANCZOS_BELOW)
    small = where(large, 1, x)
    return where(
        large, inverse, polynomial(small, LANCZOS_ABOVE[::-1]) / polynomial(small, LANCZOS_BELOW[::-1])
    )


def sine_pi(x: Any) -> Any:
    """sin(pi x) for x >= 0, with the argument reduced first."""
    y = TABLE["fmod"](x, full(x, 2))
    n = TABLE["round"](2 * y)
    rest = math.pi * (y - 0.5 * n)
    quarter = TABLE["fmod"](n, full(n, 4))
    is_ = lambda k: quarter == full(quarter, k)
    value = TABLE["select"](is_(0) | is_(2), TABLE["sin"](rest), TABLE["cos"](rest))
    return TABLE["select"](is_(2) | is_(3), -value, value)


# -- derivatives of digamma --------------------------------------------------------------------------------------------


def lower_polygamma(emit: Any, n: Any, x: Any, *, out: Any) -> Any:
    """XLA's own is for x > 0: by reflection below."""
    wide = out.update(dtype=np.dtype(np.float64))
    n, x = (v if v.dtype == wide.dtype else emit("stablehlo.convert", v, out=wide) for v in (n, x))
    turned = inline(emit, turn, n, x)
    value = emit("chlo.polygamma", n, inline(emit, lambda t, x: where(t, 1 - x, x), turned, x))
    value = inline(emit, reflect_polygamma, n, x, turned, value)
    return value if out.dtype == wide.dtype else emit("stablehlo.convert", value, out=out)


def turn(n: Any, x: Any) -> Any:
    """The mask of arguments for which the reflection formula is used."""
    return (x < full(x, 0)) & (n <= full(n, len(SLOPES)))


# (d/dx)^n cot(πx) / π^n for n = 1, 2 …, of c = cot(πx)
SLOPES = (
    lambda c: -(1 + c * c),
    lambda c: 2 * c * (1 + c * c),
    lambda c: -2 * (1 + c * c) * (1 + 3 * c * c),
    lambda c: 8 * c * (1 + c * c) * (2 + 3 * c * c),
)


def reflect_polygamma(n: Any, x: Any, turned: Any, value: Any) -> Any:
    """polygamma(n, x) = (-1)^n polygamma(n, 1 - x) - π (d/dx)^n cot(πx); NaN for n and x far beyond it."""
    rest = x - TABLE["round"](x)
    near = where(turned, rest, 0.25)
    c = TABLE["sin"](math.pi * (0.5 - TABLE["abs"](near))) / TABLE["sin"](math.pi * near)  # cot(πx)
    result = where(x < full(x, -9), np.nan, value)
    for k, slope in enumerate(SLOPES, 1):
        here = (value if k % 2 == 0 else -value) - slope(c) * math.pi ** (k + 1)
        result = where(turned & (n == full(n, k)), here, result)
    odd = TABLE["remainder"](n, full(n, 2)) == full(n, 1)
    pole = (x == full(x, -np.inf)) | (x <= full(x, 0)) & (rest == full(x, 0))
    result = where(x == full(x, np.inf), 0, result)
    return where(pole, where(odd, full(x, np.inf), -np.inf), result)
