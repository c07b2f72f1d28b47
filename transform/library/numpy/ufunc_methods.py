"""The methods of ufuncs: np.add.reduce, np.maximum.accumulate, np.multiply.outer, np.add.at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import bfloat16, is_bool, is_inexact, is_integer
from ...core.errors import CompileError
from ...ir.builder import Sym, builder_of, convert
from ..core.arrays import (
    as_array,
    constant_of,
    describe,
    normalize_axes,
    normalize_axis,
    strong,
    strong_array,
    window,
)
from ..core.index import Fancy, Index, NewAxis, Range, parse_index
from ..core.table import implements, prim
from .folds import accumulated, fold_axes, fold_dtype
from .indexing import accumulate as accumulate_at, augment
from .products.matmul import outer_of_ufunc
from .reductions import all_, any_, as_truth, cumprod, cumsum, keep_axes, max_, min_, prod, refuse_out, sum_
from .ufuncs import LOOPS, apply_ufunc, loop_dtypes

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
        raise CompileError(
            f"zero-size array to reduction operation {ufunc.__name__}: {describe(x)}", kind=ValueError
        )
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
        axes = normalize_axes(axis, x.ndim, x)
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
        places = constant_of(indices)
        if places is None:
            raise CompileError(
                f"the indices of np.{ufunc.__name__}.reduceat must be known while compiling",
                "np.add.at with segment numbers sums segments",
            )
        x = strong_array(array)
        axis = normalize_axis(axis, x.ndim, x)
        size, starts = x.shape[axis], np.atleast_1d(places).tolist()
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


# -- outer, at -----------------------------------------------------------------------------------------------


def outer(ufunc: np.ufunc) -> Callable:
    def implementation(A: Any, B: Any, /, **kwargs: Any) -> Any:
        return outer_of_ufunc(ufunc, A, B, **kwargs)

    implementation.__name__ = f"{ufunc.__name__}.outer"
    return implementation


def at(ufunc: np.ufunc) -> Callable:
    """NumPy computes each element in the common type of both, and converts it to that of the array, one after the
    other. (Python's numbers are NumPy's here.)"""

    def implementation(a: Any, indices: Any, b: Any) -> Any:
        x = strong_array(a)
        values = strong(as_array(b, builder_of((x, b))))
        index = parse_index(x.shape, indices)
        if values.ndim > chosen_axes(index):
            raise CompileError("array is not broadcastable to correct shape", kind=ValueError)
        if is_bool(x.dtype):
            loop_dtypes(ufunc, (x, values))  # booleans can't be subtracted
        apart = not is_computed_alike(ufunc, x.dtype, values)
        if apart and is_read_once(index):
            return augment(x, index, lambda old, new: apply_ufunc(ufunc, old, new), values)
        check_accumulation(ufunc, x, values)
        wide = np.promote_types(x.dtype, values.dtype) if apart and x.dtype == np.float16 else x.dtype
        values = convert(values, wide)  # (float16 holds few integers)
        operation, values = ("add", prim.neg(values)) if ufunc is np.subtract else (ufunc.__name__, values)
        return convert(accumulate_at(convert(x, wide), index, values, operation), x.dtype)

    implementation.__name__ = f"{ufunc.__name__}.at"
    return implementation


def chosen_axes(index: Index) -> int:
    """The number of axes of x[index]."""
    if not index.masks:
        return len(index.result_shape)
    return 1 + sum(isinstance(item, (Range, NewAxis)) for item in index.items)


def is_read_once(index: Index) -> bool:
    """Is it known that x[index] has no element twice?"""
    arrays = [item for item in index.items if isinstance(item, Fancy)]
    if not arrays:
        return True
    if any(item.axis is None or isinstance(item.index, Sym) for item in arrays) or index.masks:
        return False
    places = [np.ravel(part) for part in np.broadcast_arrays(*(item.index for item in arrays))]
    return len(set(zip(*(part.tolist() for part in places)))) == places[0].size


def is_computed_alike(ufunc: np.ufunc, dtype: np.dtype, values: Any) -> bool:
    """Does an operation of values that were converted before give what it gives in the common type?"""
    if dtype == bfloat16:  # it has no common type with integers
        return True
    common = np.promote_types(dtype, values.dtype)
    if common == dtype:
        return True
    if is_inexact(common) != is_inexact(dtype):
        return False
    known = constant_of(values)
    if is_bool(dtype):
        if ufunc is np.multiply:
            return True
        return (
            ufunc is not np.subtract
            and known is not None
            and bool(np.all((known >= 0) & (known != np.iinfo(known.dtype).max)))
        )
    if is_integer(dtype) and ufunc in (np.add, np.subtract, np.multiply):
        return True
    with np.errstate(all="ignore"):
        return known is not None and np.array_equal(
            known.astype(dtype).astype(common), known.astype(common), True
        )


def check_accumulation(ufunc: np.ufunc, x: Any, values: Any) -> None:
    """Refuse an operation whose every result is converted, if elements may be read again."""
    if is_inexact(x.dtype) or is_computed_alike(ufunc, x.dtype, values):
        return
    call = f"np.{ufunc.__name__}.at of {describe(x)} and {describe(values)}"
    before = "convert the values before: b.astype(a.dtype)"
    if is_bool(x.dtype):
        raise CompileError(
            f"{call} makes every result a truth value",
            "make the array one of integers" if ufunc is np.subtract else before,
        )
    if is_inexact(np.promote_types(x.dtype, values.dtype)):
        raise CompileError(f"{call} truncates every result", f"{before}, or make the array one of floats")
    raise CompileError(f"{call} compares wider numbers than the array holds", before)


for _ufunc in LOOPS:
    if (_ufunc.nin, _ufunc.nout) == (2, 1) and _ufunc.signature is None:
        implements(_ufunc.reduce, static=("axis", "dtype", "keepdims"))(reduce(_ufunc))
        implements(_ufunc.accumulate, static=("axis", "dtype"))(accumulate(_ufunc))
        implements(_ufunc.reduceat, static=("axis", "dtype"))(reduceat(_ufunc))
    if _ufunc.nin == 2:
        implements(_ufunc.outer, static=("dtype",))(outer(_ufunc))
for _ufunc in (np.add, np.subtract, np.multiply, np.maximum, np.minimum):
    implements(_ufunc.at, writes=True)(at(_ufunc))
