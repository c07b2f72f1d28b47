"""Running results and sorting of slices of computed length."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..dtypes import is_inexact
from .extents import Extent, Sliced, bounded, count, make, masked, to_front, unsupported
from .sliced import sliced_item
from .sliced_calls import arithmetic, axes_of, highest, lowest, name_of, refuse_empty, rule, RULES, run
from .sliced_operations import elementwise, listed, shape_of
from .subscripts import get_item


def running(function: Any, fill: Any) -> None:
    over_all = not isinstance(getattr(function, "__self__", None), np.ufunc)

    def accumulate(interp: Any, a: Any, axis: Any = None if over_all else 0, dtype: Any = None) -> Any:
        if axis is None and a.ndim > 1:
            raise unsupported(f"{name_of(function)} over all axes", a)
        k = axes_of(interp, a, axis)[0]
        content = interp.array(masked(interp, a, fill(a.dtype)))
        named = {} if dtype is None else {"dtype": dtype}
        return make(interp, run(interp, function, content, axis=k, **named), a.extents)
    RULES[function] = accumulate


for function, fill in ((np.cumsum, lambda t: 0), (np.cumprod, lambda t: 1), (np.maximum.accumulate, lowest),
                       (np.minimum.accumulate, highest), (np.nancumsum, lambda t: 0), (np.nancumprod, lambda t: 1)):
    running(function, fill)


@rule(np.add.accumulate)
def add_accumulate(interp: Any, array: Any, axis: Any = 0) -> Any:
    return run(interp, np.cumsum, array, axis=axis)


@rule(np.multiply.accumulate)
def multiply_accumulate(interp: Any, array: Any, axis: Any = 0) -> Any:
    return run(interp, np.cumprod, array, axis=axis)


def reduce_by(ufunc: Any, function: Any) -> None:
    RULES[ufunc.reduce] = lambda interp, array, axis=0, keepdims=False: run(interp, function, array, axis=axis,
                                                                            keepdims=keepdims)


for ufunc, function in ((np.add, np.sum), (np.multiply, np.prod), (np.maximum, np.max), (np.minimum, np.min),
                        (np.logical_and, np.all), (np.logical_or, np.any)):
    reduce_by(ufunc, function)


def outer_of(ufunc: Any) -> None:
    def outer(interp: Any, A: Any, B: Any) -> Any:
        A, B = listed(interp, A), listed(interp, B)
        more = len(shape_of(B))
        return run(interp, ufunc, get_item(interp, A, (*[slice(None)] * len(shape_of(A)), *[None] * more)), B)
    RULES[ufunc.outer] = outer


for ufunc in (np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum):
    outer_of(ufunc)


def last(dtype: Any) -> Any:
    """What is sorted behind everything."""
    return np.nan if is_inexact(dtype) else highest(dtype)


@rule(np.sort)
def sort(interp: Any, a: Any, axis: Any = -1, kind: Any = None) -> Any:
    k = axes_of(interp, a, -1 if axis is None else axis)[0]
    if k not in a.extents:
        return make(interp, run(interp, np.sort, interp.array(masked(interp, a)), axis=k), a.extents)
    extent = a.extents[k]
    content = interp.array(masked(interp, a, last(a.dtype)))
    n = bounded(interp, count(interp, extent), extent.size)
    return make(interp, run(interp, np.sort, content, axis=k), {**a.extents, k: Extent(extent.size, 0, n)})


@rule(np.argsort)
def argsort(interp: Any, a: Any, axis: Any = -1, kind: Any = None) -> Any:
    k = axes_of(interp, a, -1 if axis is None else axis)[0]
    a = to_front(interp, a, k) if k in a.extents else a
    content = interp.array(masked(interp, a, last(a.dtype)))
    return make(interp, run(interp, np.argsort, content, axis=k, kind="stable"), a.extents, safe=True)


@rule(np.partition)
def partition(interp: Any, a: Any, kth: Any, axis: Any = -1) -> Any:
    return sort(interp, a, axis)


@rule(np.quantile)
def quantile(interp: Any, a: Any, q: Any) -> Any:
    """By linear interpolation between neighbours in the sorted slice."""
    if a.ndim > 1:
        raise unsupported("np.quantile of several axes", a)
    ordered = to_front(interp, sort(interp, a), 0)
    last_place = arithmetic(interp, "Sub", count(interp, ordered.extents[0]), 1)
    refuse_empty(interp, a, (0,), "np.quantile of nothing in compiled code")
    place = arithmetic(interp, "Mult", listed(interp, q), last_place)
    below = run(interp, np.floor, place)
    share = arithmetic(interp, "Sub", place, below)
    first = run(interp, np.asarray, below, dtype=np.int64)
    pair = [sliced_item(interp, ordered, k) for k in
            (first, run(interp, np.minimum, arithmetic(interp, "Add", first, 1), last_place))]
    gap = arithmetic(interp, "Sub", pair[1], pair[0])
    from_below = arithmetic(interp, "Add", pair[0], arithmetic(interp, "Mult", gap, share))
    rest = arithmetic(interp, "Mult", gap, arithmetic(interp, "Sub", 1, share))
    from .operations import compare
    from_above = arithmetic(interp, "Sub", pair[1], rest)
    result = run(interp, np.where, compare(interp, "GtE", share, 0.5), from_above, from_below)
    end = sliced_item(interp, ordered, last_place)
    return run(interp, np.where, run(interp, np.isnan, end), end, result) if is_inexact(a.dtype) else result


@rule(np.percentile)
def percentile(interp: Any, a: Any, q: Any) -> Any:
    return quantile(interp, a, arithmetic(interp, "Div", listed(interp, q), 100))


@rule(np.interp)
def interpolate(interp: Any, x: Any, xp: Any, fp: Any) -> Any:
    if isinstance(xp, Sliced) or isinstance(fp, Sliced):
        raise unsupported("np.interp between points", xp, fp)
    xp, fp = (listed(interp, v) for v in (xp, fp))
    return elementwise(interp, lambda v: interp.sym(run(interp, np.interp, interp.wrap(v), xp, fp)), [x])


@rule(np.median)
def median(interp: Any, a: Any, axis: Any = None) -> Any:
    if a.ndim > 1:
        raise unsupported("np.median of several axes", a)
    ordered = sort(interp, a)
    n = count(interp, ordered.extents[0])
    below, above = (arithmetic(interp, "FloorDiv", m, 2) for m in (arithmetic(interp, "Sub", n, 1), n))
    pair = [sliced_item(interp, ordered, k) for k in (below, above)]
    middle = arithmetic(interp, "Div", arithmetic(interp, "Add", *pair), 2)
    ends = sliced_item(interp, ordered, arithmetic(interp, "Sub", n, 1))
    return run(interp, np.where, run(interp, np.isnan, ends), ends, middle) if is_inexact(a.dtype) else middle


# -- searching -----------------------------------------------------------------------------------------------------

@rule(np.searchsorted)
def searchsorted(interp: Any, a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """Places in a sorted slice: behind what counts stands nothing that is smaller."""
    if sorter is not None:
        raise unsupported("sorter= of np.searchsorted", a, v)
    a, v = listed(interp, a), listed(interp, v)
    if not isinstance(a, Sliced):
        content = interp.sym(a)
        among = lambda x: interp.sym(run(interp, np.searchsorted, interp.array(content), x, side))
        return elementwise(interp, among, [v])
    if a.ndim != 1:
        raise unsupported("np.searchsorted in several axes", a)
    a = to_front(interp, a, 0)
    n = interp.wrap(interp.sym(bounded(interp, count(interp, a.extents[0]), a.data.shape[0])))
    ordered = interp.array(masked(interp, a, highest(a.dtype)))

    def places(x: Any) -> Any:
        return interp.sym(run(interp, np.minimum, run(interp, np.searchsorted, ordered, interp.wrap(x), side), n))
    return elementwise(interp, places, [v]) if isinstance(v, Sliced) else \
        bounded(interp, interp.wrap(places(interp.sym(v))), a.data.shape[0])


@rule(np.digitize)
def digitize(interp: Any, x: Any, bins: Any, right: Any = False) -> Any:
    if isinstance(bins, Sliced):
        raise unsupported("bins of np.digitize that are a slice", bins)
    return elementwise(interp, lambda v: interp.sym(run(interp, np.digitize, interp.wrap(v), bins, right)), [x])
