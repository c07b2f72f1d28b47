"""recto.lax: elementwise functions that NumPy lacks or defines differently."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_inexact, kind
from ...core.errors import CompileError
from ...ir.builder import Builder, broadcast_to, convert
from ..core.arrays import (
    array_dtype,
    arrays,
    as_array,
    common_shape,
    describe,
    full_like,
    promote_arrays,
    strong,
    strong_array,
)
from ..core.table import prim
from ..numpy.creation import cast_array
from ..random.gamma import gamma_slope
from ..scipy import gamma_beta, incomplete_gamma_beta, special  # noqa: F401 (they enter what is found here)
from .shapes import lax

AWAY_FROM_ZERO, TO_NEAREST_EVEN = 0, 1


def alike(x: Any, y: Any, builder: Builder) -> list[Any]:
    """Two operands in one dtype and shape."""
    pair = promote_arrays(*arrays(x, y, builder=builder))
    shape = common_shape(*pair)
    return [broadcast_to(v, shape) for v in pair]


@lax("new_dtype", "sharding")
def convert_element_type(operand: Any, new_dtype: Any, *, sharding: Any = None, builder: Builder) -> Any:
    x, dtype = strong_array(operand, builder), array_dtype(new_dtype)
    return cast_array(prim.real(x) if kind(x.dtype) == "c" and kind(dtype) != "c" else x, dtype)


@lax("new_dtype")
def bitcast_convert_type(operand: Any, new_dtype: Any, *, builder: Builder) -> Any:
    x, dtype = strong_array(operand, builder), array_dtype(new_dtype)
    if x.dtype.itemsize != dtype.itemsize:
        raise CompileError(f"bitcast_convert_type: the elements of {describe(x)} are not as wide as {dtype}")
    return prim.bitcast(x, dtype=dtype)


@lax()
def div(x: Any, y: Any, *, builder: Builder) -> Any:
    """Integers are divided towards zero."""
    x, y = alike(x, y, builder)
    if is_inexact(x.dtype):
        return prim.div(x, y)
    return prim.floor_divide(x - prim.fmod(x, y) if kind(x.dtype) == "i" else x, y)


@lax("rounding_method")
def round(x: Any, rounding_method: int = AWAY_FROM_ZERO, *, builder: Builder) -> Any:
    x = strong_array(x, builder)
    if int(rounding_method) == TO_NEAREST_EVEN or not is_inexact(x.dtype):
        return prim.round(x)
    whole = prim.trunc(x)
    half = prim.ge(prim.abs(x - whole), full_like(x, 0.5))
    return prim.select(half, whole + prim.copysign(full_like(x, 1), x), whole)


@lax("y")
def integer_pow(x: Any, y: int, *, builder: Builder) -> Any:
    x = strong_array(x, builder)
    power = prim.integer_pow(x, exponent=abs(int(y)))
    return power if y >= 0 else prim.div(full_like(x, 1), power)


@lax("accuracy")
def rsqrt(x: Any, *, accuracy: Any = None, builder: Builder) -> Any:
    x = strong_array(x, builder)
    return prim.div(full_like(x, 1), prim.sqrt(x))


@lax()
def square(x: Any, *, builder: Builder) -> Any:
    return integer_pow(x, 2, builder=builder)


@lax()
def reciprocal(x: Any, *, builder: Builder) -> Any:
    x = strong_array(x, builder)
    return prim.div(full_like(x, 1), x)


@lax()
def complex_(x: Any, y: Any, *, builder: Builder) -> Any:
    return prim.complex_(*(strong(v) for v in alike(x, y, builder)))


# -- bits ----------------------------------------------------------------------------------------------------


def as_unsigned(x: Any) -> Any:
    return prim.bitcast(x, dtype=np.dtype(f"u{x.dtype.itemsize}")) if kind(x.dtype) == "i" else x


@lax()
def shift_right_logical(x: Any, y: Any, *, builder: Builder) -> Any:
    """Zeros come in from the left, also into negative numbers."""
    x, y = (strong(v) for v in alike(x, y, builder))
    return (
        prim.bitcast(prim.shift_right(as_unsigned(x), as_unsigned(y)), dtype=x.dtype)
        if kind(x.dtype) == "i"
        else prim.shift_right(x, y)
    )


@lax()
def population_count(x: Any, *, builder: Builder) -> Any:
    x = strong_array(x, builder)
    return convert(prim.popcount(as_unsigned(x)), x.dtype)


@lax()
def clz(x: Any, *, builder: Builder) -> Any:
    """Zeros above the highest bit: bits less those that are set once each has spread to the right."""
    x = strong_array(x, builder)
    spread, width = as_unsigned(x), 8 * x.dtype.itemsize
    for distance in (1, 2, 4, 8, 16, 32):
        if distance < width:
            spread = prim.or_(spread, prim.shift_right(spread, full_like(spread, distance)))
    return full_like(x, width) - convert(prim.popcount(spread), x.dtype)


# -- special functions, which are SciPy's --------------------------------------------------------------------


def _from_scipy(name: str, scipy_name: str) -> None:
    known = special.IN_OWN_DTYPE[scipy_name]

    def function(*operands: Any, builder: Builder) -> Any:
        return known(*(as_array(x, builder) for x in operands))

    function.__name__ = name
    lax()(function)


for _name, _scipy_name in dict(
    erf="erf",
    erfc="erfc",
    erf_inv="erfinv",
    lgamma="gammaln",
    digamma="digamma",
    polygamma="polygamma",
    zeta="zeta",
    igamma="gammainc",
    igammac="gammaincc",
    betainc="betainc",
    bessel_i0e="i0e",
    bessel_i1e="i1e",
    logistic="expit",
).items():
    _from_scipy(_name, _scipy_name)


def in_one_row(slope: Any, a: Any, x: Any) -> Any:
    """A function of the gamma distribution's shape and of a place, which takes vectors, at broadcast arrays."""
    a, x = special.operands(a, x)
    row = lambda v: prim.reshape(v, shape=(v.size,))
    return prim.reshape(slope(row(a), row(x)), shape=a.shape)


@lax()
def igamma_grad_a(a: Any, x: Any, *, builder: Builder) -> Any:
    def slope(a: Any, x: Any) -> Any:
        inside = prim.gt(x, full_like(x, 0))
        safe = special.where(inside, x, 1)
        log_x = prim.log(safe)
        found = -prim.exp(a * log_x - safe - prim.lgamma(a)) * gamma_slope(a, log_x)
        return special.where(
            inside, found, special.where(prim.eq(x, full_like(x, 0)), 0, full_like(x, np.nan))
        )

    return in_one_row(slope, as_array(a, builder), as_array(x, builder))


@lax()
def random_gamma_grad(a: Any, x: Any, *, builder: Builder) -> Any:
    slope = lambda a, x: x * gamma_slope(a, prim.log(x))
    return in_one_row(slope, as_array(a, builder), as_array(x, builder))
