"""Reductions (sums, extrema, means …), scans (np.cumsum …), and differences."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import (
    HALF,
    bfloat16,
    canonical,
    highest,
    is_bool,
    is_complex,
    is_inexact,
    is_integer,
    kind,
    lowest,
    real_dtype,
    settings,
)
from ...core.errors import CompileError, RaisesWhenReached
from ...ir.builder import broadcast_to, convert
from ..core.arrays import (
    array_dtype,
    arrays,
    as_array,
    as_dtype,
    builder_in,
    common_dtype,
    describe,
    full_like,
    inexact_dtype,
    is_axis_of_number,
    normalize_axes,
    normalize_axis,
    promote_arrays,
    reduced_axes,
    strong,
    strong_array,
    whole_number,
    window,
)
from ..core.python_numbers import raise_if
from ..core.table import implements, prim
from .joining import concatenate
from .shapes import diagonal, insert_axes, permute, ravel, reshape_to, same_shape_as_base
from .ufuncs import apply_ufunc

# -- one way to reduce ---------------------------------------------------------------------------------------


def accumulator_dtype(dtype: np.dtype) -> np.dtype:
    """Sums and products of bools and small integers are made in 64 bits."""
    if kind(dtype) in "bi":
        return canonical(np.int64)
    return canonical(np.uint64) if kind(dtype) == "u" else dtype


def mask_with_neutral(x: Any, where: Any, neutral: Any) -> Any:
    """x, with a neutral value where the mask is false."""
    if where is True:
        return x
    x, mask = arrays(x, where)
    mask = broadcast_to(convert(mask, bool), x.shape)
    return prim.select(mask, x, full_like(x, neutral))


def keep_axes(x: Any, y: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    """y, a reduction of x over axes, with those axes as size 1 if they are to be kept."""
    return insert_axes(y, axes) if keepdims and axes else y


def reduce_with(name: str, x: Any, axis: Any, keepdims: bool) -> Any:
    axes = reduced_axes(axis, x)
    return keep_axes(x, getattr(prim, name)(x, axes=axes) if axes else x, axes, keepdims)


def count_over(x: Any, axes: tuple[int, ...], where: Any, keepdims: bool, dtype: Any) -> Any:
    """The number of elements that take part: a number, or an array if there is a mask."""
    if where is True:
        return math.prod(x.shape[a] for a in axes)
    x, mask = arrays(x, where)
    mask = convert(broadcast_to(convert(mask, bool), x.shape), dtype)
    return reduce_with("reduce_sum", mask, axes, keepdims)


def refuse_out(out: Any) -> None:
    if out is not None:
        raise CompileError("out= of this function is not supported", "assign the result: out[...] = f(x)")


# -- sums, products, truth -----------------------------------------------------------------------------------


@implements(np.sum, static=("axis", "dtype", "keepdims"), method="sum")
def sum_(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    refuse_out(out)
    x = strong_array(a)
    x = convert(x, accumulator_dtype(x.dtype) if dtype is None else array_dtype(dtype))
    if is_bool(x.dtype):
        return _with_initial(any_(x, axis, keepdims=keepdims, where=where), initial, np.logical_or)
    total = reduce_with("reduce_sum", mask_with_neutral(x, where, 0), axis, keepdims)
    return _with_initial(total, initial, np.add)


@implements(np.prod, static=("axis", "dtype", "keepdims"), method="prod")
def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    refuse_out(out)
    x = strong_array(a)
    x = convert(x, accumulator_dtype(x.dtype) if dtype is None else array_dtype(dtype))
    if is_bool(x.dtype):
        return _with_initial(all_(x, axis, keepdims=keepdims, where=where), initial, np.logical_and)
    total = reduce_with("reduce_prod", mask_with_neutral(x, where, 1), axis, keepdims)
    return _with_initial(total, initial, np.multiply)


def _with_initial(total: Any, initial: Any, ufunc: np.ufunc) -> Any:
    """With the initial value, which NumPy first converts to the dtype of the result."""
    if initial is None:
        return total
    return apply_ufunc(ufunc, total, as_dtype(initial, total.dtype, builder_in(total, initial)))


@implements(np.trace, static=("offset", "axis1", "axis2", "dtype"), method="trace")
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Any:
    return sum_(diagonal(a, offset, axis1, axis2), axis=-1, dtype=dtype)


@implements(np.linalg.trace, static=("offset", "dtype"))
def linalg_trace(x: Any, *, offset: int = 0, dtype: Any = None) -> Any:
    return trace(x, offset, -2, -1, dtype)


def as_truth(x: Any) -> Any:
    return x if is_bool(x.dtype) else prim.ne(x, full_like(x, 0))


@implements(np.any, static=("axis", "keepdims"), method="any")
def any_(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Any:
    refuse_out(out)
    return reduce_with(
        "reduce_any", mask_with_neutral(as_truth(strong_array(a)), where, False), axis, keepdims
    )


@implements(np.all, static=("axis", "keepdims"), method="all")
def all_(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Any:
    refuse_out(out)
    return reduce_with(
        "reduce_all", mask_with_neutral(as_truth(strong_array(a)), where, True), axis, keepdims
    )


@implements(np.count_nonzero, static=("axis", "keepdims"))
def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return sum_(as_truth(strong_array(a)), axis, keepdims=keepdims)


# -- extremes ------------------------------------------------------------------------------------------------


def extreme(name: str, a: Any, axis: Any, keepdims: bool, initial: Any, where: Any) -> Any:
    largest = name == "reduce_max"
    x = strong_array(a)
    axes = reduced_axes(axis, x)
    if where is not True and initial is None:
        raise CompileError(
            f"{name[7:]} with where= needs initial=",
            "for rows where the mask is false everywhere",
            kind=ValueError,
        )
    if initial is None and any(x.shape[k] == 0 for k in axes):
        raise RaisesWhenReached(
            f"zero-size array to reduction operation {name[7:]}imum which has no identity", ValueError
        )
    if initial is not None:
        initial = as_dtype(initial, x.dtype, builder_in(x, initial))
        x = mask_with_neutral(x, where, (lowest if largest else highest)(x.dtype))
        if any(x.shape[k] == 0 for k in axes):
            rest = [n for k, n in enumerate(x.shape) if k not in axes]
            return keep_axes(x, broadcast_to(initial, tuple(rest)), axes, keepdims)
    result = reduce_with(name, x, axes, keepdims)
    return _with_initial(result, initial, np.maximum if largest else np.minimum)


@implements(np.max, np.amax, static=("axis", "keepdims"), method="max")
def max_(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    refuse_out(out)
    return extreme("reduce_max", a, axis, keepdims, initial, where)


@implements(np.min, np.amin, static=("axis", "keepdims"), method="min")
def min_(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    refuse_out(out)
    return extreme("reduce_min", a, axis, keepdims, initial, where)


@implements(np.ptp, static=("axis", "keepdims"))
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    refuse_out(out)
    return max_(a, axis, keepdims=keepdims) - min_(a, axis, keepdims=keepdims)


def arg_extreme(name: str, a: Any, axis: Any, keepdims: bool) -> Any:
    x = strong_array(a)
    axis = given = None if is_axis_of_number(axis, x) else axis
    if axis is None:
        shape = (1,) * x.ndim
        x, axis = ravel(x), 0
    axis = normalize_axis(axis, x.ndim, x)
    if not x.shape[axis]:
        raise RaisesWhenReached(f"attempt to get {name} of an empty sequence", ValueError)
    place = getattr(prim, name)(x, axis=axis)
    if not keepdims:
        return place
    return reshape_to(place, shape) if given is None else insert_axes(place, (axis,))


@implements(np.argmax, static=("axis", "keepdims"), method="argmax")
def argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    refuse_out(out)
    return arg_extreme("argmax", a, axis, keepdims)


@implements(np.argmin, static=("axis", "keepdims"), method="argmin")
def argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    refuse_out(out)
    return arg_extreme("argmin", a, axis, keepdims)


# -- means and moments ---------------------------------------------------------------------------------------


def quotient(total: Any, count: Any) -> Any:
    return total / (
        full_like(total, count) if isinstance(count, (int, float)) else convert(count, total.dtype)
    )


@implements(np.mean, static=("axis", "dtype", "keepdims"), method="mean", named=True)
def mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    refuse_out(out)
    x, given = strong_array(a), dtype
    wide = dtype = inexact_dtype(x.dtype) if dtype is None else array_dtype(dtype)
    if dtype in HALF and (given is None or dtype == bfloat16):
        wide = canonical(np.float32)
    own = wide if is_integer(wide) else None  # narrow integers wrap around
    total = sum_(convert(x, wide), axis, own, keepdims=keepdims, where=where)
    total = total if is_inexact(total.dtype) else convert(total, canonical(np.float64))
    count = count_over(x, normalize_axes(axis, x.ndim, x), where, keepdims, total.dtype)
    return convert(quotient(total, count), dtype)


@implements(np.average, static=("axis", "returned", "keepdims"))
def average(
    a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False
) -> Any:
    x = strong_array(a)
    axes = normalize_axes(axis, x.ndim, x)
    if weights is None:
        result = mean(x, axis, keepdims=keepdims)
        return (result, full_like(result, count_over(x, axes, True, keepdims, None))) if returned else result
    x, w = (strong(v) for v in arrays(x, weights))
    dtype = (
        canonical(np.result_type(x.dtype, w.dtype, np.float64))
        if not is_inexact(x.dtype)
        else common_dtype(x, w)
    )
    x, w = (convert(v, dtype) for v in (x, w))
    if w.shape != x.shape:
        w = _align_weights(x, w, axis, axes)
    scale = sum_(w, axis, keepdims=keepdims)
    is_zero = prim.eq(scale, full_like(scale, 0))
    raise_if(
        prim.reduce_any(is_zero, axes=tuple(range(scale.ndim))),
        ZeroDivisionError,
        "Weights sum to zero, can't be normalized",
        native=False,
    )
    divisor = prim.select(is_zero, full_like(scale, 1), scale) if settings.faults else scale  # it has raised
    result = sum_(x * w, axis, keepdims=keepdims) / divisor
    return (result, scale) if returned else result


def _align_weights(x: Any, w: Any, axis: Any, axes: tuple[int, ...]) -> Any:
    given = () if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    order = [normalize_axis(k, x.ndim, x) for k in given]
    if axis is None or tuple(w.shape) != tuple(x.shape[k] for k in order):
        raise CompileError(f"shapes differ: weights {describe(w)} and {describe(x)}", kind=ValueError)
    w = permute(w, [int(k) for k in np.argsort(order)])
    return broadcast_to(insert_axes(w, tuple(k for k in range(x.ndim) if k not in axes)), x.shape)


def squared_modulus(x: Any) -> Any:
    """|x|^2, real."""
    if is_complex(x.dtype):
        return prim.real(x) ** 2 + prim.imag(x) ** 2
    return x**2


@implements(np.var, static=("axis", "dtype", "keepdims", "ddof", "correction"), method="var", named=True)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
) -> Any:
    refuse_out(out)
    ddof = ddof if correction is None else correction
    x = strong_array(a)
    result = real_dtype(inexact_dtype(x.dtype)) if dtype is None else array_dtype(dtype)
    if kind(result) in "iu" and mean is None:
        return integer_variance(x, axis, result, ddof, keepdims, where)
    wide = inexact_dtype(x.dtype if dtype is None else result)
    wide = canonical(np.float32) if wide == bfloat16 else wide
    axes = normalize_axes(axis, x.ndim, x)
    if mean is None:
        kept = tuple([k for k in range(x.ndim) if k not in axes])
        center = prim.broadcast(convert(_mean(x, axes, where, wide), wide), shape=x.shape, axes=kept)
    else:
        center = broadcast_to(convert(mean, wide), x.shape)
    if is_complex(x.dtype) and not is_complex(wide):  # the mean is that of the real parts alone
        wide, center = x.dtype, convert(center, x.dtype)
    spread = mask_with_neutral(squared_modulus(convert(x, wide) - center), where, 0)
    total = reduce_with("reduce_sum", spread, axes, keepdims)
    count = count_over(x, axes, where, keepdims, total.dtype)
    if isinstance(count, int):
        return convert(quotient(total, max(count - ddof, 0)), result)
    less = prim.maximum(count - full_like(count, ddof), full_like(count, 0))
    return convert(quotient(total, less), result)


def integer_variance(x: Any, axis: Any, dtype: np.dtype, ddof: float, keepdims: bool, where: Any) -> Any:
    """np.var with an integer dtype: the mean, each square and the result are truncated."""
    axes = normalize_axes(axis, x.ndim, x)
    count = count_over(x, axes, where, True, canonical(np.float64))
    total = sum_(convert(x, dtype), axis, keepdims=True, where=where)
    center = broadcast_to(convert(quotient(convert(total, canonical(np.float64)), count), dtype), x.shape)
    squares = convert(squared_modulus(prim.sub(*promote_arrays(x, center))), dtype)
    total = sum_(squares, axis, dtype, keepdims=keepdims, where=where)
    count = count_over(x, axes, where, keepdims, canonical(np.float64))
    least = (
        max(count - ddof, 0)
        if isinstance(count, int)
        else prim.maximum(count - full_like(count, ddof), full_like(count, 0))
    )
    return convert(quotient(convert(total, canonical(np.float64)), least), dtype)


def _mean(x: Any, axes: tuple[int, ...], where: Any, dtype: np.dtype) -> Any:
    total = reduce_with("reduce_sum", mask_with_neutral(convert(x, dtype), where, 0), axes, False)
    return quotient(total, count_over(x, axes, where, False, total.dtype))


@implements(np.std, static=("axis", "dtype", "keepdims", "ddof", "correction"), method="std", named=True)
def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
) -> Any:
    found = var(a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    return convert(prim.sqrt(convert(found, inexact_dtype(found.dtype))), found.dtype)


# -- running reductions --------------------------------------------------------------------------------------


def running(name: str, a: Any, axis: Any, dtype: Any) -> Any:
    x = strong_array(a)
    if axis is None or is_axis_of_number(axis, x):
        x, axis = ravel(x), 0
    x = convert(x, accumulator_dtype(x.dtype) if dtype is None else array_dtype(dtype))
    if is_bool(x.dtype):  # a sum of truth values is one, too
        axis, name = normalize_axis(axis, x.ndim, x), "cummax" if name == "cumsum" else "cummin"
        return convert(getattr(prim, name)(convert(x, np.uint8), axis=axis, reverse=False), bool)
    return getattr(prim, name)(x, axis=normalize_axis(axis, x.ndim, x), reverse=False)


@implements(np.cumsum, static=("axis", "dtype"), method="cumsum")
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    refuse_out(out)
    return running("cumsum", a, axis, dtype)


@implements(np.cumprod, static=("axis", "dtype"), method="cumprod")
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    refuse_out(out)
    return running("cumprod", a, axis, dtype)


def _cumulative(name: str, x: Any, axis: Any, dtype: Any, include_initial: bool, initial: int) -> Any:
    x = strong_array(x)
    x = reshape_to(x, (1,)) if not x.ndim else x
    if axis is None and x.ndim != 1:
        raise CompileError("axis= is needed for more than one dimension", kind=ValueError)
    out = running(name, x, 0 if axis is None else axis, dtype)
    if not include_initial:
        return out
    axis = normalize_axis(axis or 0, x.ndim, x)
    shape = (*out.shape[:axis], 1, *out.shape[axis + 1 :])
    return prim.concatenate(full_like(out, initial, shape=shape), out, axis=axis)


@implements(np.cumulative_sum, static=("axis", "dtype", "include_initial"))
def cumulative_sum(
    x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> Any:
    refuse_out(out)
    return _cumulative("cumsum", x, axis, dtype, include_initial, 0)


@implements(np.cumulative_prod, static=("axis", "dtype", "include_initial"))
def cumulative_prod(
    x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> Any:
    refuse_out(out)
    return _cumulative("cumprod", x, axis, dtype, include_initial, 1)


# -- differences and integrals -------------------------------------------------------------------------------


def keeps_all(a: Any, n: int = 1, *args: Any, **kwargs: Any) -> bool:
    return isinstance(n, int | np.integer) and n == 0


@implements(np.diff, static=("n", "axis"), view=same_shape_as_base, layout="K", when=keeps_all)
def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    x = strong_array(a)
    if x.ndim == 0:
        raise CompileError("diff needs at least one dimension", kind=ValueError)
    axis, n = normalize_axis(axis, x.ndim, x), whole_number(n, "n")
    if n < 0:
        raise CompileError(f"the order of a difference is not negative: {n}", kind=ValueError)
    if n == 0:  # before anything is put in front or behind
        return x
    ends = [None if v is None else strong_array(v, builder_in(x)) for v in (prepend, append)]
    one = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
    ends = [broadcast_to(v, one) if v is not None and v.ndim == 0 else v for v in ends]
    if any(v is not None for v in ends):
        x = concatenate([v for v in (ends[0], x, ends[1]) if v is not None], axis)
    for _ in range(n):
        size = x.shape[axis]
        later, earlier = window(x, axis, min(1, size), size), window(x, axis, 0, max(size - 1, 0))
        x = apply_ufunc(np.not_equal if is_bool(x.dtype) else np.subtract, later, earlier)
    return x


@implements(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    x = ravel(ary)
    if is_bool(x.dtype):
        raise CompileError("truth values have no difference: convert them to integers", kind=TypeError)
    middle = diff(x)
    parts = [None if v is None else ravel(strong_array(v, builder_in(x))) for v in (to_begin, to_end)]
    for name, part in zip(("to_begin", "to_end"), parts):
        if part is not None and not np.can_cast(part.dtype, x.dtype, "same_kind"):
            raise CompileError(
                f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule",
                kind=TypeError,
            )
    parts = [None if v is None else convert(v, x.dtype) for v in parts]
    return concatenate([v for v in (parts[0], middle, parts[1]) if v is not None])


@implements(np.trapezoid, static=("axis",))
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    y = strong_array(y, builder_in(x, dx))
    axis = normalize_axis(axis, y.ndim, y)
    if x is None:
        width = as_array(dx, builder_in(y))
    else:
        width = diff(x) if strong_array(x).ndim == 1 else diff(x, axis=axis)
        if width.ndim == 1:
            width = reshape_to(width, [width.shape[0] if k == axis else 1 for k in range(y.ndim)])
    size = y.shape[axis]
    upper, lower = window(y, axis, min(1, size), size), window(y, axis, 0, max(size - 1, 0))
    width, both = promote_arrays(width, upper + lower)
    area = broadcast_to(width, both.shape) * both  # integers may wrap around here, as NumPy's do
    area = convert(area, inexact_dtype(area.dtype))
    return reduce_with("reduce_sum", area / full_like(area, 2), axis, False)


# -- ignoring NaN --------------------------------------------------------------------------------------------


def _not_nan(x: Any) -> Any:
    return prim.not_(prim.isnan(x)) if is_inexact(x.dtype) else True


def _and(mask: Any, where: Any) -> Any:
    if where is True or mask is True:
        return where if mask is True else mask
    mask, where = arrays(mask, where)
    return prim.and_(mask, broadcast_to(convert(where, bool), mask.shape))


def _nan_version(function: Callable, name: str, static: tuple[str, ...]) -> Callable:
    """nansum of sum: NaNs do not take part."""

    def implementation(a: Any, axis: Any = None, *args: Any, where: Any = True, **kwargs: Any) -> Any:
        x = strong_array(a)
        return function(x, axis, *args, where=_and(_not_nan(x), where), **kwargs)

    implementation.__name__ = name
    implements(getattr(np, name), static=static)(implementation)
    return implementation


nansum = _nan_version(sum_, "nansum", ("axis", "dtype", "keepdims"))
nanprod = _nan_version(prod, "nanprod", ("axis", "dtype", "keepdims"))


def check_inexact(x: Any, dtype: Any) -> None:
    if dtype is not None and is_inexact(x.dtype) and not is_inexact(array_dtype(dtype)):
        raise CompileError("If a is inexact, then dtype must be inexact", kind=TypeError)


def _mean_in_own_type(a: Any, axis: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    """The mean of float16 whose sum may overflow."""
    check_inexact(a, dtype)
    return mean(a, axis, a.dtype if dtype is None and a.dtype == np.float16 else dtype, *args, **kwargs)


nanmean = _nan_version(_mean_in_own_type, "nanmean", ("axis", "dtype", "keepdims"))


@implements(np.nanvar, static=("axis", "dtype", "keepdims", "ddof", "correction"))
def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
) -> Any:
    x = strong_array(a)
    check_inexact(x, dtype)
    ddof = ddof if correction is None else correction
    mask = _and(_not_nan(x), where)
    result = var(_nan_filled(x, 0), axis, dtype, out, ddof, keepdims, where=mask, mean=mean)
    if mask is True:
        return result
    count = count_over(x, normalize_axes(axis, x.ndim, x), mask, keepdims, result.dtype)
    return prim.select(prim.gt(count, full_like(count, ddof)), result, full_like(result, np.nan))


@implements(np.nanstd, static=("axis", "dtype", "keepdims", "ddof", "correction"))
def nanstd(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
) -> Any:
    found = nanvar(a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    return convert(prim.sqrt(convert(found, inexact_dtype(found.dtype))), found.dtype)


def _nan_extreme(name: str, a: Any, axis: Any, keepdims: bool, initial: Any, where: Any) -> Any:
    """NaN where there is nothing but NaN."""
    x = strong_array(a)
    mask = _and(_not_nan(x), where)
    empty = 0 in [x.shape[k] for k in reduced_axes(axis, x)]
    if mask is True or initial is None and (empty or where is not True):
        return extreme(name, x, axis, keepdims, initial, where)
    worst = (lowest if name == "reduce_max" else highest)(x.dtype)
    result = extreme(name, x, axis, keepdims, worst if initial is None else initial, mask)
    if initial is not None:
        return result
    return prim.select(any_(mask, axis, keepdims=keepdims), result, full_like(result, np.nan))


@implements(np.nanmax, static=("axis", "keepdims"))
def nanmax(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    refuse_out(out)
    return _nan_extreme("reduce_max", a, axis, keepdims, initial, where)


@implements(np.nanmin, static=("axis", "keepdims"))
def nanmin(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    refuse_out(out)
    return _nan_extreme("reduce_min", a, axis, keepdims, initial, where)


def _nan_filled(a: Any, value: Any) -> Any:
    x = strong_array(a)
    return prim.select(prim.isnan(x), full_like(x, value), x) if is_inexact(x.dtype) else x


@implements(np.nancumsum, static=("axis", "dtype"))
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return cumsum(_nan_filled(a, 0), axis, dtype, out)


@implements(np.nancumprod, static=("axis", "dtype"))
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return cumprod(_nan_filled(a, 1), axis, dtype, out)


def refuse_all_nan(a: Any, axis: Any) -> None:
    """Raise NumPy's error if there is nothing but NaN along the axis."""
    x = strong_array(a)
    if is_inexact(x.dtype) and x.size:
        none = prim.reduce_all(prim.isnan(x), axes=reduced_axes(axis, x))
        some = prim.reduce_any(none, axes=tuple(range(none.ndim))) if none.ndim else none
        raise_if(some, ValueError, "All-NaN slice encountered")


@implements(np.nanargmax, static=("axis", "keepdims"))
def nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    refuse_all_nan(a, axis)
    return argmax(_nan_filled(a, -np.inf), axis, out, keepdims=keepdims)


@implements(np.nanargmin, static=("axis", "keepdims"))
def nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    refuse_all_nan(a, axis)
    return argmin(_nan_filled(a, np.inf), axis, out, keepdims=keepdims)
