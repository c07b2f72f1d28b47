"""Order statistics and moments: medians, quantiles, covariance, correlation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dtypes import HALF, canonical, is_complex, is_inexact, kind
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import (
    arrays,
    builder_in,
    constant_like,
    constant_of,
    describe,
    element,
    full_like,
    inexact_dtype,
    normalize_axes,
    strong,
    strong_array,
)
from ...core.table import implements, prim
from ..joining import concatenate
from ..products.matmul import dot
from .quantile_positions import DISCRETE, QUANTILE_METHODS, quantile_position
from ..reductions import average, keep_axes, refuse_out, sum_
from ..shapes import insert_axes, permute, reshape_to, transpose

# -- quantiles -----------------------------------------------------------------------------------------------


def axes_last(x: Any, axis: Any) -> tuple[Any, tuple[int, ...]]:
    """x with the given axes merged into one, the last."""
    axes = normalize_axes(axis, x.ndim, x)
    rest = [k for k in range(x.ndim) if k not in axes]
    x = permute(x, [*rest, *axes])
    return reshape_to(x, [*x.shape[: len(rest)], int(np.prod(x.shape[len(rest) :]))]), axes


def quantile_of(a: Any, q: Any, axis: Any, keepdims: bool, method: str, ignore_nan: bool) -> Any:
    x = strong_array(a)
    if method not in QUANTILE_METHODS:
        known = ", ".join(QUANTILE_METHODS)
        raise CompileError(f"{method!r} is not a valid method. Use one of: {known}", kind=ValueError)
    if is_complex(x.dtype):
        raise CompileError("complex numbers have no quantiles", kind=TypeError)
    known = constant_of(q)
    if known is None:
        raise CompileError("the position of a quantile must be static")
    if ((known < 0) | (known > 1)).any():
        raise CompileError("quantiles must be in the range [0, 1]", kind=ValueError)
    dtype = x.dtype if method in DISCRETE else inexact_dtype(x.dtype)
    if dtype == np.float16 or dtype == np.float32:
        known = known.astype(dtype) if known.ndim == 0 and not isinstance(q, np.ndarray) else known
        if known.ndim and method not in DISCRETE:
            dtype = canonical(np.result_type(dtype, known.dtype))
    rows, axes = axes_last(x, axis)
    if not rows.shape[-1]:
        raise CompileError(f"a quantile of nothing: {describe(x)}", kind=ValueError)
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
    count = prim.reduce_sum(convert(prim.not_(prim.isnan(rows)), whole), axes=(last,))
    known = [quantile_position(max(n, 1), p, method) for n in range(rows.shape[-1] + 1)]
    table = lambda values, dtype: prim.gather(
        rows.builder.lift(np.asarray(values, dtype)), count, axes=(0,), batch=0
    )
    pick = lambda values: prim.gather(rows, table(values, whole), axes=(last,), batch=last)
    low, high, weight = zip(*known)
    if low == high:
        return pick(low)
    return interpolate_linearly(pick(low), pick(high), table(weight, dtype), dtype)


@implements(np.quantile, static=("axis", "method", "keepdims", "overwrite_input"))
def quantile(
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
    refuse_weights(weights)
    return quantile_of(a, q, axis, keepdims, method, False)


@implements(np.percentile, static=("axis", "method", "keepdims", "overwrite_input"))
def percentile(
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
    refuse_weights(weights)
    return quantile_of(a, as_fraction(q), axis, keepdims, method, False)


@implements(np.nanquantile, static=("axis", "method", "keepdims", "overwrite_input"))
def nanquantile(
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
    refuse_weights(weights)
    return quantile_of(a, q, axis, keepdims, method, True)


@implements(np.nanpercentile, static=("axis", "method", "keepdims", "overwrite_input"))
def nanpercentile(
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
    refuse_weights(weights)
    return quantile_of(a, as_fraction(q), axis, keepdims, method, True)


def as_fraction(q: Any) -> Any:
    known = constant_of(q)
    if known is None:
        raise CompileError("the position of a percentile must be static")
    return known / 100 if known.ndim else float(known) / 100


def refuse_weights(weights: Any) -> None:
    if weights is not None:
        raise CompileError("weighted quantiles are not supported")


@implements(np.median, static=("axis", "keepdims", "overwrite_input"))
def median(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    refuse_out(out)
    return _median(a, axis, keepdims, False)


@implements(np.nanmedian, static=("axis", "keepdims", "overwrite_input"))
def nanmedian(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    refuse_out(out)
    return _median(a, axis, keepdims, True)


def _median(a: Any, axis: Any, keepdims: bool, ignore_nan: bool) -> Any:
    """The mean of the two in the middle."""
    x = strong_array(a)
    x = convert(x, inexact_dtype(x.dtype)) if kind(x.dtype) in "biu" else x
    rows, axes = axes_last(x, axis)
    n, last = rows.shape[-1], rows.ndim - 1
    if not n:
        return keep_axes(x, full_like(rows, np.nan, shape=rows.shape[:-1]), axes, keepdims)
    rows = prim.sort(rows, axis=last)
    if ignore_nan:
        return keep_axes(x, _middle_of_numbers(rows), axes, keepdims)
    low, high = element(rows, last, (n - 1) // 2), element(rows, last, n // 2)
    middle = low if n % 2 else mean_of_two(low, high)
    end = element(rows, last, n - 1)
    return keep_axes(x, prim.select(prim.isnan(end), end, middle), axes, keepdims)


def mean_of_two(a: Any, b: Any) -> Any:
    """As np.mean takes it: the sum of float16 does not overflow."""
    wide = canonical(np.float32) if a.dtype in HALF else a.dtype
    total = convert(a, wide) + convert(b, wide)
    return convert(total / full_like(total, 2), a.dtype)


def _middle_of_numbers(rows: Any) -> Any:
    """The median of each sorted row without its NaNs, which come last."""
    last, index = rows.ndim - 1, canonical(np.int64)
    count = prim.reduce_sum(convert(prim.not_(prim.isnan(rows)), index), axes=(last,))
    below, above = (
        prim.floor_divide(prim.maximum(n, full_like(n, 0)), full_like(n, 2)) for n in (count - 1, count)
    )
    low, high = (
        prim.gather(rows, k, axes=(last,), batch=last)
        for k in (below, prim.minimum(above, full_like(above, rows.shape[-1] - 1)))
    )
    return prim.select(prim.eq(below, above), low, mean_of_two(low, high))


# -- covariance ----------------------------------------------------------------------------------------------


@implements(np.cov, static=("rowvar", "bias", "ddof", "dtype"), array=True)
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    x = variables(m, y, rowvar, dtype)
    ddof = (0 if bias else 1) if ddof is None else ddof
    weights = combined_weights(x, fweights, aweights)
    center, total = average(x, 1, weights, True)
    total = element(total, 0, 0)
    if weights is None:
        factor = total - full_like(total, ddof)
    elif aweights is None or not ddof:
        factor = total - full_like(total, ddof)
    else:
        squared = sum_(weights * convert(strong_array(aweights), weights.dtype))
        factor = total - full_like(total, ddof) * squared / total
    x = x - broadcast_to(insert_axes(center, (1,)), x.shape)
    scaled = x if weights is None else x * broadcast_to(convert(weights, x.dtype), x.shape)
    right = transpose(scaled)
    right = prim.conj(right) if is_complex(x.dtype) else right
    product = dot(x, right)
    factor = prim.maximum(factor, full_like(factor, 0)) if not is_complex(factor.dtype) else factor
    result = product / broadcast_to(convert(factor, product.dtype), product.shape)
    return reshape_to(result, [n for n in result.shape if n != 1])


def variables(m: Any, y: Any, rowvar: bool, dtype: Any) -> Any:
    """One variable a row."""
    given = [strong(v) for v in arrays(m, *([] if y is None else [y]))]
    if any(v.ndim > 2 for v in given):
        raise CompileError(f"cov needs at most two dimensions, not {describe(given[0])}", kind=ValueError)
    wide = (
        canonical(np.result_type(*(v.dtype for v in given), np.float64))
        if dtype is None
        else canonical(dtype)
    )
    rows = [convert(reshape_to(v, (1, v.size)) if v.ndim < 2 else v, wide) for v in given]
    if rowvar:
        return concatenate(rows, 0)
    return concatenate(
        [
            transpose(rows[0]) if given[0].ndim == 2 else rows[0],
            *(transpose(row) if row.shape[0] > 1 else row for row in rows[1:]),
        ],
        0,
    )


def combined_weights(x: Any, fweights: Any, aweights: Any) -> Any:
    if fweights is None and aweights is None:
        return None
    given = [
        convert(strong_array(w, builder_in(x)), canonical(np.float64))
        for w in (fweights, aweights)
        if w is not None
    ]
    return given[0] if len(given) == 1 else given[0] * given[1]


@implements(np.corrcoef, static=("rowvar", "dtype"))
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    c = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        return c / c
    diagonal = prim.gather(c, *(constant_indices(c),) * 2, axes=(0, 1))
    spread = prim.sqrt(prim.real(diagonal) if is_complex(c.dtype) else diagonal)
    spread = convert(spread, c.dtype)
    c = (
        c
        / broadcast_to(insert_axes(spread, (1,)), c.shape)
        / broadcast_to(insert_axes(spread, (0,)), c.shape)
    )
    bound = lambda v: prim.minimum(prim.maximum(v, full_like(v, -1)), full_like(v, 1))
    return prim.complex_(bound(prim.real(c)), bound(prim.imag(c))) if is_complex(c.dtype) else bound(c)


def constant_indices(c: Any) -> Any:
    return constant_like(c, np.arange(c.shape[0]))
