"""The methods of ufuncs: np.add.reduce, np.maximum.accumulate, np.add.reduceat, np.multiply.outer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_bool, is_integer
from ....core.errors import CompileError, RaisesWhenReached
from ....ir.builder import Builder, Sym, convert
from ....ir.loop_builder import append_for, fetch, store
from ...core.arrays import (
    as_array,
    builder_in,
    constant_of,
    describe,
    full_like,
    normalize_axis,
    reduced_axes,
    strong,
    strong_array,
    window,
)
from ...core.python_numbers import is_caught, raise_if
from ...core.table import implements, prim
from .folds import accumulated, fold_axes, fold_dtype, step
from ..products.matmul import outer_of_ufunc
from ..reductions import all_, any_, as_truth, cumprod, cumsum, keep_axes, max_, min_, prod, refuse_out, sum_
from ..ufuncs import LOOPS, apply_ufunc

# -- reduce --------------------------------------------------------------------------------------------------

KNOWN: dict[np.ufunc, Any] = {np.add: sum_, np.multiply: prod, np.maximum: max_, np.minimum: min_}
TRUTH: dict[np.ufunc, Any] = {np.logical_and: all_, np.logical_or: any_}
TRUTHS = (*TRUTH, np.logical_xor)  # they fold truth values
FOLDED: tuple[np.ufunc, ...] = (
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
    np.logical_xor,
    np.gcd,
    np.fmax,
    np.fmin,
    np.hypot,
    np.logaddexp,
    np.logaddexp2,
)


def reduce_axis(ufunc: np.ufunc, x: Any, axis: int) -> Any:
    """Fold one axis by halves."""
    size = x.shape[axis]
    if not size:
        message = f"zero-size array to reduction operation {ufunc.__name__} which has no identity"
        raise RaisesWhenReached(message, ValueError)
    while size > 1:
        half = size // 2
        folded = apply_ufunc(ufunc, window(x, axis, 0, half), window(x, axis, half, 2 * half))
        x = (
            folded
            if size % 2 == 0
            else prim.concatenate(folded, convert(window(x, axis, size - 1, size), folded.dtype), axis=axis)
        )
        size = x.shape[axis]
    return prim.reshape(x, shape=(*x.shape[:axis], *x.shape[axis + 1 :]))


def reduce(ufunc: np.ufunc) -> Callable:
    def implementation(
        array: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        refuse_out(out)
        if ufunc in KNOWN:
            extra = {} if dtype is None else {"dtype": dtype}
            if extra and ufunc in (np.maximum, np.minimum):
                array, extra = convert(strong_array(array), fold_dtype(ufunc, None, dtype)), {}
            return KNOWN[ufunc](array, axis, keepdims=keepdims, initial=initial, where=where, **extra)
        if ufunc in TRUTHS and dtype is not None:
            fold_dtype(ufunc, None, dtype)
        if ufunc in TRUTH and initial is None:
            return TRUTH[ufunc](array, axis, keepdims=keepdims, where=where)
        plain = where is True and initial is None and dtype is None
        if ufunc not in FOLDED or not plain or not np.size(array):
            x = as_truth(strong_array(array)) if ufunc in TRUTHS else strong_array(array)
            return fold_axes(ufunc, x, axis, dtype, keepdims, initial, where)
        x = strong_array(array) if ufunc is not np.logical_xor else as_truth(strong_array(array))
        axes = reduced_axes(axis, x)
        y = convert(x, fold_dtype(ufunc, x, None))
        for k in axes[::-1]:
            y = reduce_axis(ufunc, y, k)
        return keep_axes(x, y, axes, keepdims)

    implementation.__name__ = f"{ufunc.__name__}.reduce"
    return implementation


# -- accumulate ----------------------------------------------------------------------------------------------


def accumulate(ufunc: np.ufunc) -> Callable:
    def implementation(array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        refuse_out(out)
        x = strong_array(array)
        if not x.ndim:
            raise CompileError("cannot accumulate on a scalar", kind=TypeError)
        axis = normalize_axis(axis, x.ndim, x)
        if ufunc in (np.add, np.multiply):
            return (cumsum if ufunc is np.add else cumprod)(x, axis, dtype)
        if ufunc in (np.logical_and, np.logical_or):
            x, name = as_truth(x), "cummin" if ufunc is np.logical_and else "cummax"
        else:
            name = "cummax" if ufunc is np.maximum else "cummin"
        if ufunc not in (*KNOWN, *TRUTH) or dtype is not None:
            return accumulated(ufunc, as_truth(x) if ufunc in TRUTHS else x, axis, dtype)
        if is_bool(x.dtype):
            return convert(getattr(prim, name)(convert(x, np.uint8), axis=axis, reverse=False), bool)
        return getattr(prim, name)(x, axis=axis, reverse=False)

    implementation.__name__ = f"{ufunc.__name__}.accumulate"
    return implementation


# -- reduceat ------------------------------------------------------------------------------------------------


def reduceat(ufunc: np.ufunc) -> Callable:
    """Each segment by itself: from one index to the next, or the element alone where the next index is not larger."""

    def implementation(array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        refuse_out(out)
        if np.ndim(indices) != 1:
            fault = "deep" if np.ndim(indices) else "shallow"
            raise CompileError(f"object too {fault} for desired array", kind=ValueError)
        places = constant_of(indices)
        if places is None:
            return segments(ufunc, strong_array(array, builder_in(indices)), indices, axis, dtype)
        x = strong_array(array)
        axis = normalize_axis(axis, x.ndim, x)
        size, starts = x.shape[axis], places.tolist()
        outside = [k for k in starts if not 0 <= k < size]
        if outside:
            raise CompileError(
                f"index {outside[0]} out-of-bounds in np.{ufunc.__name__}.reduceat [0, {size})",
                kind=IndexError,
            )
        fold = reduce(ufunc)
        parts = [
            fold(window(x, axis, k, end if end > k else k + 1), axis, dtype=dtype, keepdims=True)
            for k, end in zip(starts, [*starts[1:], size])
        ]
        return prim.concatenate(*parts, axis=axis)

    implementation.__name__ = f"{ufunc.__name__}.reduceat"
    return implementation


def segments(ufunc: np.ufunc, x: Any, indices: Any, axis: int, dtype: Any) -> Any:
    """reduceat with indices that are computed: a loop over the segments, in which each item is folded once."""
    axis = normalize_axis(axis, x.ndim, x)
    starts = strong(as_array(indices, x.builder))
    if not is_integer(starts.dtype):
        raise CompileError(f"indices must be integers, not {describe(starts)}", kind=TypeError)
    size, count = x.shape[axis], starts.shape[0]
    starts = bounded_starts(convert(starts, canonical(np.int64)), size, ufunc)
    x = convert(as_truth(x) if ufunc in TRUTHS else x, fold_dtype(ufunc, x, dtype))
    items = prim.transpose(x, axes=(axis, *(k for k in range(x.ndim) if k != axis)))
    begin = prim.gather(items, starts, axes=(0,), at=0)
    behind = full_like(starts, size, shape=(1,))
    ends = prim.concatenate(window(starts, 0, 1, count), behind, axis=0)

    def segment(inner: Builder, k: Sym, carry: Sequence[Sym]) -> list[Sym]:
        start, end = (fetch(inner.lift(bounds), k) for bounds in (starts, ends))
        return [store(carry[0], fold_of_segment(ufunc, inner.lift(items), start, end), k)]

    found = append_for(x.builder, 0, count, [begin], segment, index="k", names=["totals"])[0]
    return prim.transpose(found, axes=(*range(1, axis + 1), 0, *range(axis + 1, x.ndim)))


def fold_of_segment(ufunc: np.ufunc, items: Sym, start: Sym, end: Sym) -> Sym:
    """The fold of the items from one index to another, of which the first is in the segment in any case."""

    def item(inner: Builder, j: Sym, carry: Sequence[Sym]) -> list[Sym]:
        return [step(ufunc, carry[0], fetch(inner.lift(items), j), None, items.dtype)]

    return append_for(items.builder, start + 1, end, [fetch(items, start)], item, index="j", names=["total"])[
        0
    ]


def bounded_starts(starts: Any, size: int, ufunc: np.ufunc) -> Any:
    """Indices in range; others raise if a handler is around, else they are clamped."""
    bounded = prim.minimum(prim.maximum(starts, full_like(starts, 0)), full_like(starts, size - 1))
    if is_caught(starts, IndexError):
        outside = prim.reduce_any(prim.ne(bounded, starts), axes=(0,))
        raise_if(outside, IndexError, f"index out-of-bounds in {ufunc.__name__}.reduceat [0, {size})", False)
    return bounded


# -- outer ---------------------------------------------------------------------------------------------------


def outer(ufunc: np.ufunc) -> Callable:
    def implementation(A: Any, B: Any, /, **kwargs: Any) -> Any:
        return outer_of_ufunc(ufunc, A, B, **kwargs)

    implementation.__name__ = f"{ufunc.__name__}.outer"
    return implementation


for _ufunc in LOOPS:
    if (_ufunc.nin, _ufunc.nout) == (2, 1) and _ufunc.signature is None:
        implements(_ufunc.reduce, static=("axis", "dtype", "keepdims"))(reduce(_ufunc))
        implements(_ufunc.accumulate, static=("axis", "dtype"))(accumulate(_ufunc))
        implements(_ufunc.reduceat, static=("axis", "dtype"))(reduceat(_ufunc))
    if _ufunc.nin == 2:
        implements(_ufunc.outer, static=("dtype",))(outer(_ufunc))
