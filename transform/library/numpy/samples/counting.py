"""Counting elements: bincount and histograms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_bool, is_integer
from ....core.errors import CompileError
from ....ir.builder import Sym, broadcast_to, convert
from ...core.arrays import (
    arrays,
    as_array,
    builder_in,
    constant_of,
    describe,
    element,
    full_like,
    inexact_dtype,
    promote_arrays,
    strong,
    strong_array,
    window,
)
from ...core.python_numbers import raise_if
from ...core.table import implements, prim, require_static
from ..creation import linspace
from ..selection.by_condition import DEPENDS
from ..shapes import ravel, reshape_to


@implements(np.bincount, static=("minlength",))
def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    """The length of the result is `minlength`, which must be given, and larger than all values."""
    given = [strong(v) for v in arrays(x, *([] if weights is None else [weights]))]
    index = given[0]
    check_counted(index)
    known = constant_of(index)
    if known is not None:
        minlength = max(minlength, int(known.max()) + 1 if known.size else 0)
    elif not minlength:
        raise CompileError(f"{DEPENDS}: bincount", "give minlength=, larger than all values")
    if weights is not None:
        check_real(given[1])
    return counts_at(
        convert(index, canonical(np.int64)), given[1] if weights is not None else None, minlength
    )


def check_counted(index: Any) -> None:
    """Refuse what NumPy does not count: integers are, and truth values, along one axis."""
    if index.ndim != 1 or not is_integer(index.dtype) and not is_bool(index.dtype):
        raise CompileError(f"bincount needs a vector of integers, not {describe(index)}", kind=ValueError)


def check_real(weights: Any) -> None:
    """Raise Python's TypeError for complex weights where NumPy does."""
    if weights.dtype.kind == "c":
        raise CompileError(
            "Cannot cast array data from dtype('complex128') to dtype('float64') according to the rule 'safe'",
            "take the real and the imaginary parts one by one",
            kind=TypeError,
        )


def counts_at(index: Any, weights: Any, size: int, mode: str = "drop") -> Any:
    """The count (or total weight) of each of 0 … size-1; values out of range are not counted ("skip": this is
    usual)."""
    is_real = weights is None or weights.dtype.kind != "c"
    dtype = canonical(np.int64 if weights is None else np.float64 if is_real else np.complex128)
    amounts = full_like(index, 1, dtype) if weights is None else convert(weights, dtype)
    if amounts.shape != index.shape:
        raise CompileError(
            f"shapes differ: weights {describe(weights)} and {describe(index)}", kind=ValueError
        )
    return prim.scatter_add(
        full_like(index, 0, dtype, (size,)),
        amounts,
        index,
        axes=(0,),
        **({"mode": mode} if mode != "drop" else {}),
    )


def limits_of(x: Any, limits: Any) -> list[Any]:
    """The least and the greatest value that count, floating; 0 and 1 for no values."""
    dtype = inexact_dtype(x.dtype)
    if limits is None and x.size:
        x = convert(x, dtype)
        return [prim.reduce_min(x, axes=(0,)), prim.reduce_max(x, axes=(0,))]
    return [convert(as_array(v, builder_in(x)), dtype) for v in ((0.0, 1.0) if limits is None else limits)]


@implements(np.histogram_bin_edges, static=("bins",))
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    if isinstance(bins, str):
        raise CompileError(f"bins={bins!r}: the number of bins depends on data", "give their number")
    x = strong_array(a)
    if np.ndim(bins) == 1:
        return as_array(bins, builder_in(x))
    x = ravel(x)
    low, high = limits_of(x, range)
    dtype = low.dtype
    if range is not None:  # the edges are computed between the numbers as they are given
        given = [as_array(v, builder_in(x)) for v in range]
        dtype = inexact_dtype(np.result_type(x.dtype, *[v.dtype for v in given if not v.weak]))
        wide = inexact_dtype(np.result_type(*[np.float64 if v.weak else v.dtype for v in given]))
        low, high = [convert(v, canonical(wide)) for v in given]
    _check_limits(low, high, range is not None)
    flat = prim.eq(low, high)
    half = full_like(low, 0.5)
    low, high = prim.select(flat, low - half, low), prim.select(flat, high + half, high)
    edges = convert(linspace(low, high, int(bins) + 1), dtype)
    _check_edges(
        edges, prim.ge, f"Too many bins for data range. Cannot create {int(bins)} finite-sized bins."
    )
    return edges


def _check_limits(low: Any, high: Any, given: bool) -> None:
    """Raise NumPy's error if a histogram has no end."""
    if given:
        _raise_if(prim.gt(low, high), "max must be larger than min in range parameter.")
    finite = prim.and_(*(prim.lt(prim.abs(v), full_like(v, np.inf)) for v in (low, high)))
    what = "supplied" if given else "autodetected"
    _raise_if(prim.not_(finite), (f"{what} range of [", low, ", ", high, "] is not finite"))


def _check_edges(edges: Any, wrong: Any, message: str) -> None:
    count = edges.shape[0] - 1
    decreases = wrong(window(edges, 0, 0, count), window(edges, 0, 1, count + 1))
    _raise_if(prim.reduce_any(decreases, axes=(0,)), message)


def _raise_if(condition: Any, message: str | tuple) -> None:
    known = constant_of(condition)
    if known is None or known:
        raise_if(condition, ValueError, message, False)


@implements(np.histogram, static=("density",), returned="bins")
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> tuple:
    x = ravel(strong_array(a, builder_in(bins, weights)))
    edges = _edges_of(x, bins, range)
    count = edges.shape[0] - 1
    place = _bin_of(x, edges)
    amounts = None if weights is None else ravel(strong_array(weights, builder_in(x)))
    totals = counts_at(place, amounts, count, "skip")
    totals = totals if amounts is None else convert(totals, amounts.dtype)
    if not density:
        return totals, edges
    real = canonical(np.float64 if totals.dtype.kind != "c" else np.complex128)
    totals, widths = (
        convert(totals, real),
        convert(window(edges, 0, 1, count + 1) - window(edges, 0, 0, count), real),
    )
    return totals / widths / broadcast_to(prim.reduce_sum(totals, axes=(0,)), totals.shape), edges


def _edges_of(x: Any, bins: Any, limits: Any) -> Any:
    if isinstance(bins, Sym) and not bins.shape:
        bins = require_static(bins, "the number of bins")
    dispatch_on_count = isinstance(bins, (int, np.integer))
    if dispatch_on_count:
        return histogram_bin_edges(x, bins, limits)
    edges = strong_array(bins, builder_in(x))
    _check_edges(edges, prim.gt, "`bins` must increase monotonically, when an array")
    return edges


def _bin_of(x: Any, edges: Any) -> Any:
    """The bin of each value; the number of bins for what is in none."""
    common, values = promote_arrays(edges, x)
    count = edges.shape[0] - 1
    place = prim.searchsorted(common, values, side="right") - 1
    last = prim.eq(values, broadcast_to(element(common, 0, count), values.shape))
    place = prim.select(last, full_like(place, count - 1), place)
    return prim.select(prim.lt(place, full_like(place, 0)), full_like(place, count), place)


@implements(np.histogramdd, static=("density",), returned="bins")
def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple:
    """Each axis is binned alone; the bins count in one flat array."""
    if isinstance(sample, (list, tuple)):
        columns = [ravel(v) for v in arrays(*sample)]
    else:
        x = strong_array(sample)
        x = reshape_to(x, (x.size, 1)) if x.ndim < 2 else x
        columns = [element(x, 1, k) for k in np.arange(x.shape[1]).tolist()]
    each = list(bins) if isinstance(bins, (list, tuple)) else [bins] * len(columns)
    limits = [None] * len(columns) if range is None else range
    edges = [_edges_of(x, b, r) for x, b, r in zip(columns, each, limits, strict=True)]
    return joint_histogram(columns, edges, density, weights), edges


def joint_histogram(columns: Sequence[Any], edges: Sequence[Any], density: Any, weights: Any) -> Any:
    sizes = [e.shape[0] - 1 for e in edges]
    flat, inside = None, None
    for x, e, n in zip(columns, edges, sizes):
        place = _bin_of(x, e)
        here = prim.lt(place, full_like(place, n))
        flat = place if flat is None else flat * full_like(flat, n) + place
        inside = here if inside is None else prim.and_(inside, here)
    total = int(np.prod(sizes))
    flat = prim.select(inside, flat, full_like(flat, total))
    real = canonical(np.float64)
    if weights is not None:
        check_real(strong_array(weights, builder_in(flat)))
    amounts = (
        full_like(flat, 1, real)
        if weights is None
        else convert(strong_array(weights, builder_in(flat)), real)
    )
    counts = reshape_to(counts_at(flat, amounts, total, "skip"), sizes)
    if not density:
        return counts
    result = counts / full_like(counts, 1)
    for k, e in enumerate(edges):
        widths = convert(window(e, 0, 1, sizes[k] + 1) - window(e, 0, 0, sizes[k]), real)
        column = [n if j == k else 1 for j, n in enumerate(sizes)]
        result = result / broadcast_to(reshape_to(widths, column), counts.shape)
    return result / broadcast_to(
        prim.reduce_sum(counts, axes=tuple(np.arange(counts.ndim).tolist())), counts.shape
    )


@implements(np.histogram2d, static=("density",), returned="bins")
def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple:
    pair = isinstance(bins, (list, tuple)) and len(bins) == 2
    counts, edges = histogramdd([x, y], list(bins) if pair else [bins, bins], range, density, weights)
    return counts, *edges
