"""Scans (np.cumsum …) and sorting of bounded arrays."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core.dtypes import highest, is_inexact, lowest
from ...core.errors import CompileError
from ...library.numpy.ufunc_methods.folds import fold_dtype
from ..interpreter import Interpreter
from ..sized_functions import folded_between, in_lexical_order, places_among_bins
from ..state.values import DynamicText
from .elementwise import elementwise, stack_list
from .extents import (
    BoundedExtent,
    BoundedArray,
    bound_count,
    count,
    extent_along,
    larger,
    make,
    mask_outside,
    minus,
    shape_of,
    to_front,
    unsupported,
)
from .functions import RULES, arithmetic, axis_of, flat_unless, refuse_empty, rule, run

BINARY = [
    f for f in vars(np).values() if isinstance(f, np.ufunc) and (f.nin, f.nout, f.signature) == (2, 1, None)
]


def running(function: Any, fill: Any) -> None:
    over_all = not isinstance(getattr(function, "__self__", None), np.ufunc)

    def accumulate(
        interp: Interpreter, a: Any, axis: Any = None if over_all else 0, dtype: Any = None
    ) -> Any:
        a, axis = flat_unless(interp, a, axis)
        k = axis_of(interp, axis, a.ndim)
        content = interp.array(mask_outside(interp, a, fill(a.dtype)))
        named = {} if dtype is None else {"dtype": dtype}
        return make(interp, run(interp, function, content, axis=k, **named), a.extents)

    RULES[function] = accumulate


for function, fill in (
    (np.cumsum, lambda t: 0),
    (np.cumprod, lambda t: 1),
    (np.maximum.accumulate, lowest),
    (np.minimum.accumulate, highest),
    (np.nancumsum, lambda t: 0),
    (np.nancumprod, lambda t: 1),
):
    running(function, fill)


@rule(np.add.accumulate)
def add_accumulate(interp: Interpreter, array: Any, axis: Any = 0) -> Any:
    return run(interp, np.cumsum, array, axis=axis)


@rule(np.multiply.accumulate)
def multiply_accumulate(interp: Interpreter, array: Any, axis: Any = 0) -> Any:
    return run(interp, np.cumprod, array, axis=axis)


def reduce_by(ufunc: Any, function: Any) -> None:
    def reduce(
        interp: Interpreter,
        array: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: None = None,
        keepdims: Any = False,
    ) -> Any:
        named = {} if dtype is None else {"dtype": dtype}
        return run(interp, function, array, axis=axis, keepdims=keepdims, **named)

    RULES[ufunc.reduce] = reduce


for ufunc, function in (
    (np.add, np.sum),
    (np.multiply, np.prod),
    (np.maximum, np.max),
    (np.minimum, np.min),
    (np.logical_and, np.all),
    (np.logical_or, np.any),
):
    reduce_by(ufunc, function)


def reduce_between(ufunc: Any) -> None:
    def reduceat(interp: Interpreter, array: Any, indices: Any, axis: Any = 0, dtype: Any = None) -> Any:
        x, starts = stack_list(interp, array), stack_list(interp, indices)
        k = axis_of(interp, axis, len(shape_of(x)))
        if len(shape_of(starts)) != 1:
            fault = "deep" if shape_of(starts) else "shallow"
            raise CompileError(f"object too {fault} for desired array", kind=ValueError)
        if not np.can_cast(starts.dtype, np.int64, "safe"):
            raise CompileError(f"indices must be integers, not {starts.dtype}", kind=TypeError)
        x = run(interp, np.moveaxis, x, k, 0) if k else x
        result = interp.call(folded_between, [ufunc, x, starts, fold_dtype(ufunc, x, dtype)], {})
        return run(interp, np.moveaxis, result, 0, k) if k else result

    RULES[ufunc.reduceat] = reduceat


for ufunc in BINARY:
    reduce_between(ufunc)


def outer_of(ufunc: Any) -> None:
    def outer(interp: Interpreter, A: Any, B: Any) -> Any:
        A, B = stack_list(interp, A), stack_list(interp, B)
        more = len(shape_of(B))
        return run(interp, ufunc, interp.get_item(A, (*[slice(None)] * len(shape_of(A)), *[None] * more)), B)

    RULES[ufunc.outer] = outer


for ufunc in BINARY:
    outer_of(ufunc)


def last(dtype: Any) -> Any:
    """The value that sorts behind all others."""
    return np.nan if is_inexact(dtype) else highest(dtype)


@rule(np.sort)
def sort(interp: Interpreter, a: Any, axis: Any = -1, kind: Any = None) -> Any:
    a, axis = flat_unless(interp, a, axis)
    k = axis_of(interp, axis, a.ndim)
    if k not in a.extents:
        return make(interp, run(interp, np.sort, interp.array(mask_outside(interp, a)), axis=k), a.extents)
    extent = a.extents[k]
    content = interp.array(mask_outside(interp, a, last(a.dtype)))
    n = bound_count(interp, count(interp, extent), extent.size)
    return make(
        interp, run(interp, np.sort, content, axis=k), {**a.extents, k: BoundedExtent(extent.size, 0, n)}
    )


@rule(np.argsort)
def argsort(interp: Interpreter, a: Any, axis: Any = -1, kind: Any = None) -> Any:
    a, axis = flat_unless(interp, a, axis)
    k = axis_of(interp, axis, a.ndim)
    a = to_front(interp, a, k) if k in a.extents else a
    content = interp.array(mask_outside(interp, a, last(a.dtype)))
    return make(interp, run(interp, np.argsort, content, axis=k, kind="stable"), a.extents, safe=True)


@rule(np.lexsort)
def lexsort(interp: Interpreter, keys: Any, axis: Any = -1) -> Any:
    """np.lexsort by keys with one axis each: a list of them, or the rows of an array."""
    if isinstance(keys, BoundedArray):
        if keys.ndim != 2 or 0 in keys.extents:
            raise unsupported("these keys of np.lexsort", keys)
        keys = [interp.get_item(keys, k) for k in range(shape_of(keys)[0])]
    keys = [stack_list(interp, key) for key in keys]
    if any(len(shape_of(key)) != 1 for key in keys) or interp.static(axis, "an axis") not in (0, -1):
        raise unsupported("these keys of np.lexsort", *keys)
    return interp.call(in_lexical_order, [keys], {})


@rule(np.partition)
def partition(interp: Interpreter, a: BoundedArray, kth: Any, axis: Any = -1) -> Any:
    check_kth(interp, a, kth, axis)
    return sort(interp, a, axis)


@rule(np.argpartition)
def argpartition(interp: Interpreter, a: BoundedArray, kth: Any, axis: Any = -1) -> Any:
    check_kth(interp, a, kth, axis)
    return argsort(interp, a, axis)


def check_kth(interp: Interpreter, a: Any, kth: Any, axis: Any) -> None:
    """NumPy's error at the end of the call if the array has elements, but no k-th."""
    a, axis = flat_unless(interp, a, axis)
    k = axis_of(interp, axis, a.ndim)
    counts = [count(interp, extent_along(a, j)) for j in range(a.ndim)]
    some = functools.reduce(lambda x, y: interp.both(x, y), [interp.compare("Gt", n, 0) for n in counts])
    for place in kth if isinstance(kth, (list, tuple)) else [kth]:
        bounds = (
            interp.compare("GtE", place, counts[k]),
            interp.compare("Lt", place, minus(interp, 0, counts[k])),
        )
        for beyond in bounds:
            text = DynamicText(["kth(=", (place, "", ""), ") out of bounds (", (counts[k], "", ""), ")"])
            interp.fail_if(interp.sym(interp.both(beyond, some)), ValueError, interp.payload((text,), True))


@rule(np.interp)
def interpolate(interp: Interpreter, x: Any, xp: Any, fp: Any) -> Any:
    x, xp, fp = (stack_list(interp, v) for v in (x, xp, fp))
    if len(shape_of(xp)) != 1 or len(shape_of(fp)) != 1:
        raise CompileError("object of too small or too large depth for desired array", kind=ValueError)
    if isinstance(xp, BoundedArray) or isinstance(fp, BoundedArray):
        return between_points(interp, x, xp, fp)
    return elementwise(interp, lambda v: interp.sym(run(interp, np.interp, interp.wrap(v), xp, fp)), [x])


def between_points(interp: Interpreter, x: Any, xp: Any, fp: Any) -> Any:
    """np.interp between points of which a computed number counts."""
    refuse_empty(interp, xp if isinstance(xp, BoundedArray) else fp, (0,), "array of sample points is empty")
    fp = arithmetic(interp, "Add", fp, run(interp, np.zeros_like, xp))  # as many of both
    n = bound_count(interp, count(interp, fp.extents[0]), fp.data.shape[0])
    found = run(interp, np.searchsorted, xp, x, "right")
    below = run(interp, np.maximum, run(interp, np.minimum, found, arithmetic(interp, "Sub", n, 1)), 1)
    last = larger(interp, minus(interp, n, 1), 0)
    above, below = run(interp, np.minimum, below, last), arithmetic(interp, "Sub", below, 1)
    (x0, x1), (y0, y1) = ([interp.get_item(v, k) for k in (below, above)] for v in (xp, fp))
    width = arithmetic(interp, "Sub", x1, x0)
    flat = interp.compare("Eq", width, 0)
    share = arithmetic(interp, "Div", arithmetic(interp, "Sub", x, x0), run(interp, np.where, flat, 1, width))
    share = run(interp, np.where, flat, 0, run(interp, np.clip, share, 0, 1))
    return arithmetic(interp, "Add", y0, arithmetic(interp, "Mult", arithmetic(interp, "Sub", y1, y0), share))


# -- searching -----------------------------------------------------------------------------------------------------


@rule(np.searchsorted)
def searchsorted(interp: Interpreter, a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """Places in a sorted slice: behind what counts stands nothing that is smaller."""
    if sorter is not None:
        raise unsupported("sorter= of np.searchsorted", a, v)
    a, v = stack_list(interp, a), stack_list(interp, v)
    if not isinstance(a, BoundedArray):
        content = interp.sym(a)
        among = lambda x: interp.sym(run(interp, np.searchsorted, interp.array(content), x, side))
        return elementwise(interp, among, [v])
    if a.ndim != 1:
        raise unsupported("np.searchsorted in several axes", a)
    a = to_front(interp, a, 0)
    n = interp.wrap(interp.sym(bound_count(interp, count(interp, a.extents[0]), a.data.shape[0])))
    ordered = interp.array(mask_outside(interp, a, highest(a.dtype)))

    def places(x: Any) -> Any:
        return interp.sym(
            run(interp, np.minimum, run(interp, np.searchsorted, ordered, interp.wrap(x), side), n)
        )

    return (
        elementwise(interp, places, [v])
        if isinstance(v, BoundedArray)
        else bound_count(interp, interp.wrap(places(interp.sym(v))), a.data.shape[0])
    )


@rule(np.digitize)
def digitize(interp: Interpreter, x: Any, bins: Any, right: Any = False) -> Any:
    if isinstance(bins, BoundedArray):
        return interp.call(places_among_bins, [stack_list(interp, x), bins, right], {})
    return elementwise(
        interp, lambda v: interp.sym(run(interp, np.digitize, interp.wrap(v), bins, right)), [x]
    )
