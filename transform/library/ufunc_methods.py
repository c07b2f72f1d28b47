"""The methods of ufuncs: np.add.reduce, np.maximum.accumulate, np.multiply.outer, np.add.at."""
from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ..build import builder_of, convert
from ..dtypes import is_bool, is_inexact
from ..errors import CompileError
from ._arrays import as_array, describe, dtype_of, normalize_axes, normalize_axis, strong, strong_array, window
from ._table import implements, prim, refuse
from .indexing import accumulate as accumulate_at
from .products import outer_of_ufunc
from .reductions import (all_, any_, as_truth, cumprod, cumsum, kept, max_, min_, prod, refuse_out, sum_)
from .ufuncs import LOOPS, apply_ufunc

# -- reduce --------------------------------------------------------------------------------------------------

KNOWN = {np.add: sum_, np.multiply: prod, np.maximum: max_, np.minimum: min_}
TRUTH = {np.logical_and: all_, np.logical_or: any_}
FOLDED = (np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.logical_xor, np.gcd, np.lcm, np.fmax, np.fmin, np.hypot,
          np.logaddexp, np.logaddexp2)


def reduce_axis(ufunc: np.ufunc, x: Any, axis: int) -> Any:
    """Fold one axis by halves."""
    size = x.shape[axis]
    if not size:
        raise CompileError(f"zero-size array to reduction operation {ufunc.__name__}: {describe(x)}",
                           kind=ValueError)
    while size > 1:
        half = size // 2
        folded = apply_ufunc(ufunc, window(x, axis, 0, half), window(x, axis, half, 2 * half))
        x = folded if size % 2 == 0 else prim.concatenate(
            folded, convert(window(x, axis, size - 1, size), folded.dtype), axis=axis)
        size = x.shape[axis]
    return prim.reshape(x, shape=(*x.shape[:axis], *x.shape[axis + 1:]))


def reduce(ufunc: np.ufunc) -> Callable:
    def implementation(array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False,
                       initial: Any = None, where: Any = True) -> Any:
        refuse_out(out)
        if ufunc in KNOWN:
            extra = {} if dtype is None else {"dtype": dtype}
            return KNOWN[ufunc](array, axis, keepdims=keepdims, initial=initial, where=where, **extra)
        if ufunc in TRUTH and initial is None:
            return TRUTH[ufunc](array, axis, keepdims=keepdims, where=where)
        if where is not True or initial is not None:
            raise CompileError(f"np.{ufunc.__name__}.reduce with where= or initial= is not supported")
        x = strong_array(array) if ufunc is not np.logical_xor else as_truth(strong_array(array))
        axes = normalize_axes(axis, x.ndim, x)
        y = x
        for k in axes[::-1]:
            y = reduce_axis(ufunc, y, k)
        return kept(x, y, axes, keepdims)
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
        if is_bool(x.dtype):
            return convert(getattr(prim, name)(convert(x, np.uint8), axis=axis, reverse=False), bool)
        return getattr(prim, name)(x, axis=axis, reverse=False)
    implementation.__name__ = f"{ufunc.__name__}.accumulate"
    return implementation


# -- outer, at -----------------------------------------------------------------------------------------------

def outer(ufunc: np.ufunc) -> Callable:
    def implementation(A: Any, B: Any, /, **kwargs: Any) -> Any:
        return outer_of_ufunc(ufunc, A, B, **kwargs)
    implementation.__name__ = f"{ufunc.__name__}.outer"
    return implementation


def refuse_truncation(ufunc: np.ufunc, x: Any, b: Any) -> None:
    """NumPy computes each element in the common type of both, and converts it to that of x: integers drop what is
    behind the point at every step. That of uint64 and integers with a sign is float64."""
    if is_inexact(np.promote_types(x.dtype, dtype_of(b))) and not is_inexact(x.dtype):
        kinds = f"{describe(x)} and {describe(as_array(b))}"
        raise CompileError(f"np.{ufunc.__name__}.at of {kinds} truncates every result",
                           "convert the values before: b.astype(a.dtype), or make the array one of floats")


def refuse_wider(ufunc: np.ufunc, x: Any, b: Any) -> None:
    """NumPy compares in the common type, and the result wraps around where x does not hold it."""
    if ufunc not in (np.maximum, np.minimum) or is_inexact(x.dtype):
        return
    held = int(b) in range(*limits(x.dtype)) if type(b) is int else np.promote_types(x.dtype, dtype_of(b)) == x.dtype
    if not held:
        kinds = f"{describe(x)} and {describe(strong(as_array(b)))}"
        raise CompileError(f"np.{ufunc.__name__}.at of {kinds} compares wider numbers than the array holds",
                           "convert the values before: b.astype(a.dtype)")


def limits(dtype: np.dtype) -> tuple[int, int]:
    """The first integer of a dtype, and the first behind its last."""
    info = np.iinfo(dtype) if dtype != bool else None
    return (int(info.min), int(info.max) + 1) if info else (0, 2)


def at(ufunc: np.ufunc) -> Callable:
    def implementation(a: Any, indices: Any, b: Any) -> Any:
        x = strong_array(a)
        refuse_truncation(ufunc, x, b)
        refuse_wider(ufunc, x, b)
        values = strong(as_array(b, builder_of((x, b))))           # Python's integers wrap around as NumPy's do
        if ufunc is np.subtract:
            return accumulate_at(x, indices, prim.neg(convert(values, x.dtype)), "add")
        return accumulate_at(x, indices, values, ufunc.__name__)
    implementation.__name__ = f"{ufunc.__name__}.at"
    return implementation


for _ufunc in (*KNOWN, *TRUTH, *FOLDED):
    implements(_ufunc.reduce, static=("axis", "dtype", "keepdims"))(reduce(_ufunc))
for _ufunc in (*KNOWN, *TRUTH):
    implements(_ufunc.accumulate, static=("axis", "dtype"))(accumulate(_ufunc))
for _ufunc in LOOPS:
    if _ufunc.nin == 2:
        implements(_ufunc.outer, static=("dtype",))(outer(_ufunc))
for _ufunc in (np.add, np.subtract, np.multiply, np.maximum, np.minimum):
    implements(_ufunc.at, writes=True)(at(_ufunc))
refuse("it is not supported", *(u.reduceat for u in KNOWN), hint="np.add.at with segment numbers sums segments")
