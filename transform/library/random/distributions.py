"""recto.random: inverse transform sampling (a function of one uniform number for each value), and discrete
choices.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from ...core.dtypes import canonical, is_complex, is_inexact, is_integer, kind, real_dtype
from ...core.errors import CompileError
from ...ir.builder import Builder, broadcast_to, convert
from ..core.arrays import (
    array_dtype,
    as_array,
    constant_in,
    describe,
    dtype_of,
    element,
    full_like,
    inexact_dtype,
    iota,
    normalize_axis,
    normalize_shape,
    strong,
    whole_number,
    window,
)
from ..core.table import prim, require_static
from ..numpy.linear_algebra import cholesky, eigh, qr, svd
from ..numpy.products.matmul import matvec
from ..numpy.reductions import argmax, cumsum
from ..numpy.selection.at_indices import take, take_along_axis
from ..numpy.selection.searching import searchsorted
from ..numpy.selection.sorting import argsort
from ..numpy.shapes import diagonal, insert_axes, matrix_transpose, moveaxis, permute, reshape_to
from .bits import (
    scale_to_range,
    draw_bits,
    draw_unit,
    float_dtype,
    integers_between,
    key_words,
    parameter,
    random,
    split_words,
    broadcast_parameters,
)

# -- made of one uniform number ------------------------------------------------------------------------------


def limits(dtype: np.dtype) -> Any:
    return ml_dtypes.finfo(dtype)


def enter_transformed(name: str, low: Callable[[Any], float], high: float = 1.0) -> Callable:
    """Enter a distribution without parameters: a function of a uniform number from `low` (by the dtype) to `high`."""

    def enter(function: Callable) -> Callable:
        def implementation(
            key: Any, shape: Any = (), dtype: Any = None, *, builder: Builder | None = None
        ) -> Any:
            dtype = float_dtype(dtype, name)
            u = draw_unit(key_words(key, builder, name), normalize_shape(shape), dtype, builder)
            least = float(low(limits(dtype)))
            return function(u if (least, high) == (0, 1) else scale_to_range(u, least, high))

        implementation.__name__ = name
        random("shape", "dtype")(implementation)
        return function

    return enter


@enter_transformed("exponential", lambda info: 0)
def exponential_of(u: Any) -> Any:
    return -prim.log1p(-u)


@enter_transformed("laplace", lambda info: -1 + info.epsneg)
def laplace_of(u: Any) -> Any:
    return prim.sign(u) * prim.log1p(-prim.abs(u))


@enter_transformed("logistic", lambda info: info.tiny)
def logistic_of(u: Any) -> Any:
    return prim.log(u) - prim.log1p(-u)


@enter_transformed("cauchy", lambda info: info.eps)
def cauchy_of(u: Any) -> Any:
    return prim.tan(full_like(u, math.pi) * (u - 0.5))


def normal_of(u: Any) -> Any:
    """A normal number from one in (-1, 1)."""
    return full_like(u, math.sqrt(2)) * prim.erfinv(u)


def draw_normal(key: Any, shape: Any, dtype: np.dtype, builder: Builder | None) -> Any:
    return normal_of(symmetric(draw_unit(key, shape, dtype, builder)))


def symmetric(u: Any) -> Any:
    """A number in [0, 1) moved to (-1, 1)."""
    return scale_to_range(u, float(np.nextafter(np.array(-1, u.dtype), np.array(0, u.dtype))), 1.0)


@random("shape", "dtype")
def normal(key: Any, shape: Any = (), dtype: Any = None, *, builder: Builder | None = None) -> Any:
    dtype, shape = array_dtype(dtype), normalize_shape(shape)
    if not is_inexact(dtype):
        raise CompileError(f"normal gives floats or complex numbers, not {dtype}", kind=TypeError)
    words = key_words(key, builder, "normal")
    if not is_complex(dtype):
        return draw_normal(words, shape, dtype, builder)
    re, im = (draw_normal(k, shape, real_dtype(dtype), builder) for k in split_words(words, 2, builder))
    return prim.complex_(re, im) / full_like(re, math.sqrt(2), dtype)


@random("shape", "dtype")
def truncated_normal(
    key: Any, lower: Any, upper: Any, shape: Any = None, dtype: Any = None, *, builder: Builder | None = None
) -> Any:
    dtype = float_dtype(dtype, "truncated_normal")
    ends = (parameter(v, dtype, builder) for v in (lower, upper))
    shape, (lower, upper) = broadcast_parameters("truncated_normal", shape, *ends)
    root = full_like(lower, math.sqrt(2))
    u = draw_unit(key_words(key, builder, "truncated_normal"), shape, dtype, builder)
    x = root * prim.erfinv(scale_to_range(u, prim.erf(lower / root), prim.erf(upper / root)))
    inside = lambda end, towards: prim.nextafter(end, full_like(end, towards))
    return prim.minimum(prim.maximum(x, inside(lower, np.inf)), inside(upper, -np.inf))


@random("shape", "dtype", "mode")
def gumbel(
    key: Any, shape: Any = (), dtype: Any = None, mode: str | None = None, *, builder: Builder | None = None
) -> Any:
    dtype = float_dtype(dtype, "gumbel")
    return draw_gumbel(key_words(key, builder, "gumbel"), normalize_shape(shape), dtype, mode, builder)


def draw_gumbel(
    key: Any, shape: tuple[int, ...], dtype: np.dtype, mode: str | None, builder: Builder | None
) -> Any:
    """mode "high": from twice the bits, so that rare large values come with their right frequency."""
    check_mode("gumbel", mode)
    info = limits(dtype)
    if mode != "high":
        u = scale_to_range(draw_unit(key, shape, dtype, builder), float(info.tiny), 1.0)
        return -prim.log(-prim.log(u))
    high, low = two_numbers(key, shape, dtype, builder)
    fine = high + (full_like(low, 2.0**-info.nmant) * low + full_like(low, float(info.tiny)))
    u = prim.select(prim.ge(high, full_like(high, 0.5)), high, fine)
    return -prim.log(-prim.log1p(-u))


def two_numbers(
    key: Any, shape: tuple[int, ...], dtype: np.dtype, builder: Builder | None
) -> tuple[Any, Any]:
    """For each element two numbers in [0, 1): the second has the digits behind those of the first."""
    u = draw_unit(key, (2, *shape), dtype, builder)
    return element(u, 0, 0), element(u, 0, 1)


def check_mode(name: str, mode: str | None) -> None:
    if mode not in (None, "low", "high"):
        raise CompileError(f"{name}: mode is 'low' or 'high', not {mode!r}", kind=ValueError)


# -- yes or no -----------------------------------------------------------------------------------------------


@random("shape", "mode")
def bernoulli(
    key: Any, p: Any = 0.5, shape: Any = None, mode: str = "low", *, builder: Builder | None = None
) -> Any:
    check_mode("bernoulli", mode)
    p = strong(as_array(p, builder))
    if kind(p.dtype) != "f":
        raise CompileError(
            f"bernoulli takes probabilities that are floats, not {describe(p)}", kind=TypeError
        )
    shape, (p,) = broadcast_parameters("bernoulli", shape, p)
    words = key_words(key, builder, "bernoulli")
    if mode == "low":
        return prim.lt(draw_unit(words, shape, p.dtype, builder), p)
    high, low = two_numbers(words, shape, p.dtype, builder)
    return prim.lt(low * full_like(low, 2.0 ** -limits(p.dtype).nmant), p - high)


@random("shape", "dtype")
def rademacher(key: Any, shape: Any = (), dtype: Any = None, *, builder: Builder | None = None) -> Any:
    """-1 or 1."""
    yes = bernoulli(key, 0.5, normalize_shape(shape), builder=builder)
    dtype = array_dtype(dtype, np.int64)
    return prim.select(yes, full_like(yes, 1, dtype), full_like(yes, -1, dtype))


# -- choices -------------------------------------------------------------------------------------------------


@random("axis", "shape", "replace", "mode")
def categorical(
    key: Any,
    logits: Any,
    axis: int = -1,
    shape: Any = None,
    replace: bool = True,
    mode: str | None = None,
    *,
    builder: Builder | None = None,
) -> Any:
    """Sample by Gumbel noise: the largest of logits + noise; without replacement, the k largest (Kool et al.
    2019)."""
    x = strong(as_array(logits, builder))
    x = convert(x, inexact_dtype(x.dtype))
    axis = normalize_axis(axis, x.ndim, x)
    rows = (*x.shape[:axis], *x.shape[axis + 1 :])
    shape = rows if shape is None else normalize_shape(shape)
    lead = len(shape) - len(rows)
    if lead < 0 or any(n not in (1, wanted) for n, wanted in zip(rows, shape[lead:])):
        raise CompileError(f"categorical: {describe(x)} has no rows for the shape {tuple(shape)}")
    words = key_words(key, builder, "categorical")
    if not replace:
        return without_replacement(words, x, axis, shape[:lead], shape, mode, builder)
    inner = shape[lead:]
    full = (*shape[:lead], *inner[:axis], x.shape[axis], *inner[axis:])
    noise = draw_gumbel(words, full, x.dtype, mode, builder)
    return argmax(noise + broadcast_to(x, full), lead + axis)


def without_replacement(
    key: Any, x: Any, axis: int, lead: tuple, shape: tuple, mode: Any, builder: Any
) -> Any:
    count = math.prod(lead)
    if count > x.shape[axis]:
        raise CompileError(
            f"{count} draws without replacement from {x.shape[axis]} categories", kind=ValueError
        )
    noisy = moveaxis(x + draw_gumbel(key, x.shape, x.dtype, mode, builder), axis, -1)
    best = largest(noisy, count)
    return reshape_to(permute(best, (best.ndim - 1, *range(best.ndim - 1))), shape)


def largest(x: Any, count: int) -> Any:
    """The places of the largest elements of rows, in descending order."""
    return window(prim.argsort(-x, axis=x.ndim - 1), x.ndim - 1, 0, count)


@random("axis", "independent")
def permutation(
    key: Any, x: Any, axis: int = 0, independent: bool = False, *, builder: Builder | None = None
) -> Any:
    """Sorted by random keys of 32 bits, in so many rounds that ties do not matter."""
    words, x = key_words(key, builder, "permutation"), population(x, builder, "permutation")
    axis = normalize_axis(axis, x.ndim, x)
    if independent or x.ndim == 1:
        return shuffle_axis(words, x, axis, builder)
    order = shuffle_axis(words, iota(builder, x.shape[axis], canonical(np.int64)), 0, builder)
    return take(x, order, axis)


def population(x: Any, builder: Builder | None, name: str) -> Any:
    """The population of a draw: an array, or a range given by its length."""
    array = x if hasattr(x, "ndim") else as_array(x, builder)
    if array.ndim:
        return strong(as_array(x, builder))
    if not is_integer(array.dtype):
        raise CompileError(
            f"{name} takes an array, or an integer for a range, not {describe(array)}", kind=TypeError
        )
    length = require_static(array if hasattr(array, "type") else array.item(), f"a number given to {name}")
    return iota(builder, whole_number(length, "a length"), canonical(np.int64))


def shuffle_axis(key: Any, x: Any, axis: int, builder: Builder | None) -> Any:
    for _ in range(math.ceil(3 * math.log(max(1, x.size)) / math.log(2**32 - 1))):
        key, sub = split_words(key, 2, builder)
        order = argsort(draw_bits(sub, 32, x.shape, builder), axis, stable=True)
        x = take_along_axis(x, order, axis)
    return x


@random("shape", "replace", "axis", "mode")
def choice(
    key: Any,
    a: Any,
    shape: Any = (),
    replace: bool = True,
    p: Any = None,
    axis: int = 0,
    mode: str | None = None,
    *,
    builder: Builder | None = None,
) -> Any:
    x, shape = population(a, builder, "choice"), normalize_shape(shape)
    axis = normalize_axis(axis, x.ndim, x)
    total, count = x.shape[axis], math.prod(shape)
    if not count:
        return constant_in(builder, np.zeros((*x.shape[:axis], *shape, *x.shape[axis + 1 :]), x.dtype))
    if not total or not replace and count > total:
        raise CompileError(f"{count} draws {'' if replace else 'without replacement '}from {total} elements")
    if p is None and not replace:
        drawn = window(permutation(key, x, axis, builder=builder), axis, 0, count)
    else:
        words = key_words(key, builder, "choice")
        drawn = take(x, draw_positions(words, total, shape, replace, p, mode, builder), axis)
    return reshape_to(drawn, (*x.shape[:axis], *shape, *x.shape[axis + 1 :]))


def draw_positions(key: Any, total: int, shape: tuple, replace: bool, p: Any, mode: Any, builder: Any) -> Any:
    """The places of the elements drawn."""
    if p is None:
        first, end = (constant_in(builder, np.full(shape, n, canonical(np.int64))) for n in (0, total))
        return integers_between(key, first, end, canonical(np.int64), builder)
    p = strong(as_array(p, builder))
    p = convert(p, inexact_dtype(p.dtype))
    if tuple(p.shape) != (total,):
        raise CompileError(
            f"choice needs a probability for each of {total} elements, not {describe(p)}", kind=ValueError
        )
    if not replace:
        return largest(draw_gumbel(key, (total,), p.dtype, mode, builder) + prim.log(p), math.prod(shape))
    sums = cumsum(p)
    u = draw_unit(key, shape, p.dtype, builder)
    return searchsorted(sums, broadcast_to(element(sums, 0, total - 1), shape) * (1 - u))


# -- vectors and matrices ------------------------------------------------------------------------------------

FACTORS = {
    "cholesky": lambda cov: cholesky(cov),
    "eigh": lambda cov: scaled_columns(*eigh(cov)[::-1]),
    "svd": lambda cov: scaled_columns(*svd(cov)[:2]),
}


def scaled_columns(vectors: Any, values: Any) -> Any:
    return vectors * broadcast_to(insert_axes(prim.sqrt(values), (values.ndim - 1,)), vectors.shape)


@random("shape", "dtype", "method")
def multivariate_normal(
    key: Any,
    mean: Any,
    cov: Any,
    shape: Any = None,
    dtype: Any = None,
    method: str = "cholesky",
    *,
    builder: Builder | None = None,
) -> Any:
    common = inexact_dtype(np.result_type(dtype_of(mean), dtype_of(cov)))
    dtype = float_dtype(common if dtype is None else dtype, "multivariate_normal")
    mean, cov = (parameter(v, dtype, builder) for v in (mean, cov))
    if not mean.ndim or cov.shape[-2:] != (mean.shape[-1],) * 2:
        raise CompileError(
            f"a mean {describe(mean)} does not go with a covariance {describe(cov)}", kind=ValueError
        )
    if method not in FACTORS:
        raise CompileError(
            f"multivariate_normal: method is one of {', '.join(FACTORS)}, not {method!r}", kind=ValueError
        )
    rows = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2]) if shape is None else normalize_shape(shape)
    full = (*rows, mean.shape[-1])
    z = draw_normal(key_words(key, builder, "multivariate_normal"), full, dtype, builder)
    return broadcast_to(mean, full) + matvec(FACTORS[method](cov), z)


@random("n", "shape", "dtype", "m")
def orthogonal(
    key: Any,
    n: int,
    shape: Any = (),
    dtype: Any = None,
    m: int | None = None,
    *,
    builder: Builder | None = None,
) -> Any:
    """The orthogonal factor of a normal matrix, with the signs that make it uniform (Haar): Mezzadri 2007."""
    dtype, rows = array_dtype(dtype), whole_number(n, "n")
    columns = rows if m is None else whole_number(m, "m")
    shape = (*normalize_shape(shape), max(rows, columns), min(rows, columns))
    q, r = qr(normal(key, shape, dtype, builder=builder))
    signs = prim.sign(diagonal(r, 0, -2, -1))
    q = q * broadcast_to(insert_axes(signs, (signs.ndim - 1,)), q.shape)
    return matrix_transpose(q) if rows < columns else q
