"""Quantiles: np.quantile, np.percentile, and those that ignore NaN.

quantile(x, 0.3)        the items that are interpolated, and their weights, are known while compiling
quantile(x, q)          they are computed from q
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_complex, is_inexact, kind
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import (
    as_array,
    builder_in,
    constant_of,
    describe,
    dtype_of,
    element,
    full_like,
    inexact_dtype,
    is_python_number,
    strong,
    strong_array,
    window,
)
from ...core.python_numbers import raise_if
from ...core.table import implements, prim
from ..joining import concatenate
from ..reductions import keep_axes, refuse_out
from ..shapes import insert_axes, permute, ravel, reshape_to
from .quantile_positions import DISCRETE, QUANTILE_METHODS, place_quantiles, quantile_position
from .statistics import axes_last

Names = tuple[str, str]  # of the quantiles in messages, and their range
QUANTILES, PERCENTILES = ("Quantiles", "[0, 1]"), ("Percentiles", "[0, 100]")


def quantile_of(
    a: Any,
    q: Any,
    axis: Any,
    keepdims: bool,
    method: str,
    ignore_nan: bool,
    weights: Any = None,
    names: Names = QUANTILES,
) -> Any:
    x = strong_array(a, builder_in(q, weights))
    if method not in QUANTILE_METHODS:
        known = ", ".join(QUANTILE_METHODS)
        raise CompileError(f"{method!r} is not a valid method. Use one of: {known}", kind=ValueError)
    if is_complex(x.dtype):
        raise CompileError("complex numbers have no quantiles", kind=TypeError)
    if weights is not None and method != "inverted_cdf":
        message = f"Only method 'inverted_cdf' supports weights. Got: {method}."
        raise CompileError(message, kind=ValueError)
    if method == "linear" and kind(dtype_of(as_array(q))) in "biu":
        method = "lower"  # at the ends there is nothing between two items: the dtype stays
    check_range(q, names)
    known = constant_of(q)
    if known is None or weights is not None:
        return _at_dynamic(x, q, axis, keepdims, method, ignore_nan, weights)
    return _at_static(x, known, q, axis, keepdims, method, ignore_nan)


def check_range(q: Any, names: Names) -> None:
    message = f"{names[0]} must be in the range {names[1]}"
    known = constant_of(q)
    if known is None:
        q = as_array(q)
        inside = prim.and_(prim.ge(q, full_like(q, 0)), prim.le(q, full_like(q, 1)))
        raise_if(
            prim.not_(prim.reduce_all(inside, axes=tuple(range(q.ndim))) if q.ndim else inside),
            ValueError,
            message,
            False,
        )
    elif not ((known >= 0) & (known <= 1)).all():
        raise CompileError(message, kind=ValueError)


def _rows(x: Any, axis: Any) -> tuple[Any, tuple[int, ...]]:
    rows, axes = axes_last(x, axis)
    if not rows.shape[-1]:
        raise CompileError(f"a quantile of nothing: {describe(x)}", kind=IndexError)
    return rows, axes


# -- positions known while compiling -------------------------------------------------------------------------


def _at_static(
    x: Any, known: np.ndarray, q: Any, axis: Any, keepdims: bool, method: str, ignore_nan: bool
) -> Any:
    dtype = x.dtype if method in DISCRETE else inexact_dtype(x.dtype)
    if dtype == np.float16 or dtype == np.float32:
        known = known.astype(dtype) if known.ndim == 0 and not isinstance(q, np.ndarray) else known
        if known.ndim and method not in DISCRETE:
            dtype = canonical(np.result_type(dtype, known.dtype))
    rows, axes = _rows(x, axis)
    rows = prim.sort(rows, axis=rows.ndim - 1)
    one = _of_numbers if ignore_nan and is_inexact(rows.dtype) else _of_all
    results = [
        keep_axes(x, convert(one(rows, p, method, dtype), dtype), axes, keepdims) for p in known.ravel()
    ]
    if known.ndim == 0:
        return results[0]
    joined = concatenate([insert_axes(r, (0,)) for r in results])
    return reshape_to(joined, (*known.shape, *results[0].shape))


def _of_all(rows: Any, p: Any, method: str, dtype: Any) -> Any:
    """NaN if there is one in the row: sorted, it is the last."""
    n, last = rows.shape[-1], rows.ndim - 1
    low, high, weight = quantile_position(n, p, method)
    result = element(rows, last, low)
    if low != high:
        result = interpolate_linearly(result, element(rows, last, high), weight, dtype)
    if not is_inexact(rows.dtype):
        return result
    end = element(rows, last, n - 1)
    return prim.select(prim.isnan(end), convert(end, result.dtype), result)


def interpolate_linearly(a: Any, b: Any, t: Any, dtype: Any = None) -> Any:
    """NumPy's linear interpolation, exact at both ends."""
    dtype = dtype or inexact_dtype(a.dtype)
    gap = convert(b - a, dtype)
    a, b = convert(a, dtype), convert(b, dtype)
    if isinstance(t, float):
        return a + gap * t if t < 0.5 else b - gap * (1 - t)
    return prim.select(prim.lt(t, full_like(t, 0.5)), a + gap * t, b - gap * (1 - t))


def _of_numbers(rows: Any, p: Any, method: str, dtype: Any) -> Any:
    """Without the NaNs, whose number is only known at run time: for each number there may be, the position is known."""
    last, whole = rows.ndim - 1, canonical(np.int64)
    count = _count_numbers(rows)
    known = [quantile_position(max(n, 1), p, method) for n in range(rows.shape[-1] + 1)]
    table = lambda values, dtype: prim.gather(
        rows.builder.lift(np.asarray(values, dtype)), count, axes=(0,), batch=0
    )
    pick = lambda values: prim.gather(rows, table(values, whole), axes=(last,), batch=last)
    low, high, weight = zip(*known)
    if low == high:
        return pick(low)
    return interpolate_linearly(pick(low), pick(high), table(weight, dtype), dtype)


def _count_numbers(rows: Any) -> Any:
    return prim.reduce_sum(convert(prim.not_(prim.isnan(rows)), canonical(np.int64)), axes=(rows.ndim - 1,))


# -- positions that are computed -----------------------------------------------------------------------------


def _at_dynamic(
    x: Any, q: Any, axis: Any, keepdims: bool, method: str, ignore_nan: bool, weights: Any
) -> Any:
    rows, axes = _rows(x, axis)
    weak = is_python_number(q) and is_inexact(x.dtype)
    q = as_array(q, x.builder)
    wide = x.dtype if weak else q.dtype if is_inexact(q.dtype) else canonical(np.float64)
    places = ravel(convert(strong(q), wide))
    ignore_nan = ignore_nan and is_inexact(rows.dtype)
    if weights is None:
        found = _interpolated(rows, places, method, weak, ignore_nan)
    else:
        found = _weighted(rows, places, _weights_last(x, weights, axis, axes), ignore_nan)
    found = permute(found, (found.ndim - 1, *range(found.ndim - 1)))
    found = reshape_to(found, (*q.shape, *found.shape[1:]))
    return insert_axes(found, tuple([k + q.ndim for k in axes])) if keepdims and axes else found


def _interpolated(rows: Any, places: Any, method: str, weak: bool, ignore_nan: bool) -> Any:
    """The quantiles of each row, along a last axis."""
    last, n = rows.ndim - 1, rows.shape[-1]
    rows = prim.sort(rows, axis=last)
    if ignore_nan:
        shape = (*rows.shape[:-1], places.size)
        count = broadcast_to(insert_axes(_count_numbers(rows), (last,)), shape)
        places = broadcast_to(places, shape)
        count = convert(prim.maximum(count, full_like(count, 1)), places.dtype)
        pick = lambda k: prim.gather(rows, k, axes=(last,), batch=last)
    else:
        count = full_like(places, n)
        pick = lambda k: prim.gather(rows, k, axes=(last,), at=last)
    low, high, weight = place_quantiles(count, places, method)
    found = pick(low)
    if method not in DISCRETE:
        dtype = inexact_dtype(rows.dtype)
        dtype = dtype if weak else canonical(np.result_type(dtype, places.dtype))
        weight = broadcast_to(convert(weight, dtype), found.shape)
        found = interpolate_linearly(found, pick(high), weight, dtype)
    return found if ignore_nan else _nan_of_rows(rows, found)


def _nan_of_rows(rows: Any, found: Any) -> Any:
    """NaN for a sorted row with one."""
    if not is_inexact(rows.dtype):
        return found
    n, last = rows.shape[-1], rows.ndim - 1
    end = broadcast_to(convert(window(rows, last, n - 1, n), found.dtype), found.shape)
    return prim.select(prim.isnan(end), end, found)


# -- weights -------------------------------------------------------------------------------------------------


def _weights_last(x: Any, weights: Any, axis: Any, axes: tuple[int, ...]) -> Any:
    """The weights of the rows; one for each place along the axis, or one for each item."""
    w = convert(strong_array(weights, builder_in(x)), canonical(np.float64))
    if w.shape != x.shape:
        if axis is None:
            raise CompileError("Axis must be specified when shapes of a and weights differ.", kind=TypeError)
        if w.shape != tuple(x.shape[k] for k in axes):
            raise CompileError(
                "Shape of weights must be consistent with shape of a along specified axis.", kind=ValueError
            )
        w = broadcast_to(insert_axes(w, tuple([k for k in range(x.ndim) if k not in axes])), x.shape)
    raise_if(_any(prim.lt(w, full_like(w, 0))), ValueError, "Weights must be non-negative.", False)
    return axes_last(w, axis)[0]


def _any(truth: Any) -> Any:
    return prim.reduce_any(truth, axes=tuple(range(truth.ndim))) if truth.ndim else truth


def _weighted(rows: Any, places: Any, weights: Any, ignore_nan: bool) -> Any:
    """The first item of each sorted row where the cumulated weights reach the share: the inverse of the distribution
    function."""
    last, n = rows.ndim - 1, rows.shape[-1]
    order = prim.argsort(rows, axis=last)
    rows, weights = (prim.gather(v, order, axes=(last,), batch=last) for v in (rows, weights))
    number = prim.not_(prim.isnan(rows)) if ignore_nan else full_like(rows, True, bool)
    weights = prim.select(number, weights, full_like(weights, 0))
    total = prim.cumsum(weights, axis=last, reverse=False)
    share = total / broadcast_to(window(total, last, n - 1, n), total.shape)
    wrong = prim.and_(prim.isnan(share), number)
    raise_if(_any(wrong), ValueError, "Weights included NaN, inf or were all zero.", False)
    share = convert(share, places.dtype)
    share = prim.select(prim.eq(share, full_like(share, 0)), full_like(share, -1), share)
    shape = (*rows.shape[:-1], places.size, n)
    below = prim.lt(
        broadcast_to(insert_axes(share, (last,)), shape), broadcast_to(insert_axes(places, (1,)), shape)
    )
    index = prim.reduce_sum(convert(below, canonical(np.int64)), axes=(last + 1,))
    index = prim.minimum(index, full_like(index, n - 1))
    found = prim.gather(rows, index, axes=(last,), batch=last)
    return found if ignore_nan else _nan_of_rows(rows, found)


# -- NumPy's functions ---------------------------------------------------------------------------------------


def as_fraction(q: Any) -> Any:
    """A percentage as a fraction; a Python number stays one."""
    known = constant_of(q)
    if known is not None:
        return known / 100 if known.ndim else float(known) / 100
    weak, q = is_python_number(q), as_array(q)
    if not is_inexact(q.dtype):
        q = prim.cast(q, dtype=canonical(np.float64), weak=weak)
    return q / full_like(q, 100)


def _enter(host: Callable, ignore_nan: bool, percent: bool) -> None:
    def implementation(
        a: Any,
        q: Any,
        axis: Any = None,
        out: Any = None,
        overwrite_input: bool = False,
        method: str = "linear",
        keepdims: bool = False,
        *,
        weights: Any = None,
    ) -> Any:
        refuse_out(out)
        fraction, names = (as_fraction(q), PERCENTILES) if percent else (q, QUANTILES)
        return quantile_of(a, fraction, axis, keepdims, method, ignore_nan, weights, names)

    implementation.__name__ = host.__name__
    implements(host, static=("axis", "method", "keepdims", "overwrite_input"))(implementation)


_enter(np.quantile, False, False)
_enter(np.percentile, False, True)
_enter(np.nanquantile, True, False)
_enter(np.nanpercentile, True, True)
