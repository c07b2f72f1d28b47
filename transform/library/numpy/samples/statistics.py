"""Order statistics and moments: medians, quantiles, covariance, correlation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dtypes import HALF, canonical, is_complex, kind
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
from ...core.python_numbers import is_caught, raise_if
from ...core.table import implements, prim
from ..joining import concatenate
from ..products.matmul import dot
from ..reductions import any_, average, keep_axes, refuse_out, sum_
from ..shapes import insert_axes, permute, reshape_to, transpose

# -- medians ------------------------------------------------------------------------------------------------


def axes_last(x: Any, axis: Any) -> tuple[Any, tuple[int, ...]]:
    """x with the given axes merged into one, the last."""
    axes = normalize_axes(axis, x.ndim, x)
    rest = [k for k in range(x.ndim) if k not in axes]
    x = permute(x, [*rest, *axes])
    return reshape_to(x, [*x.shape[: len(rest)], int(np.prod(x.shape[len(rest) :]))]), axes


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
        nothing = complex(np.nan, np.nan) if is_complex(x.dtype) else np.nan
        return keep_axes(x, full_like(rows, nothing, shape=rows.shape[:-1]), axes, keepdims)
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
    given = []
    for what, w in (("fweights", fweights), ("aweights", aweights)):
        if w is not None:
            w = convert(strong_array(w, builder_in(x)), canonical(np.float64))
            refuse_negative(w, f"{what} cannot be negative")
            given.append(w)
    return given[0] if len(given) == 1 else given[0] * given[1]


def refuse_negative(weights: Any, message: str) -> None:
    """NumPy's error, where the weights are known or a handler is around."""
    known = constant_of(weights)
    if known is None and is_caught(weights, ValueError):
        raise_if(any_(prim.lt(weights, full_like(weights, 0))), ValueError, message, False)
    elif known is not None and (known < 0).any():
        raise CompileError(message, kind=ValueError)


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
