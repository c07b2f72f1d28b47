"""The method `at` of ufuncs: np.add.at(x, index, values), element by element.

np.add.at(x, [0, 1], v)         each element once: x[index] = x[index] + v
np.add.at(x, i, v)              a scatter
np.divide.at(x, i, v)           a loop over the elements of i
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....core.dtypes import bfloat16, canonical, is_bool, is_inexact, is_integer
from ....core.errors import CompileError
from ....ir.builder import Builder, Sym, broadcast_to, builder_of, convert
from ....ir.loop_builder import append_for, fetch, store
from ...core.arrays import as_array, constant_in, constant_of, describe, full_like, strong, strong_array
from ...core.index import Fancy, Index, NewAxis, Point, Range, parse_index
from ...core.table import implements, prim
from ..indexing import accumulate, all_of, augment, broadcast_value, getitem, in_bounds_test
from ..ufuncs import LOOPS, apply_ufunc, check_exponents, loop_dtypes

SCATTERED = (np.add, np.subtract, np.multiply, np.maximum, np.minimum)


def at(ufunc: np.ufunc) -> Callable:
    """NumPy computes each element in the common type of both, and converts it to that of the array, one after the
    other. (Python's numbers are NumPy's here.)"""

    def unary(a: Any, indices: Any) -> Any:
        x = strong_array(a)
        index = parse_index(x.shape, indices)
        if is_read_once(index):
            return augment(x, index, lambda old, _: apply_ufunc(ufunc, old), full_like(x, 0, shape=()))
        return one_by_one(x, index, [], lambda old: apply_ufunc(ufunc, old))

    def binary(a: Any, indices: Any, b: Any) -> Any:
        x = strong_array(a)
        values = strong(as_array(b, builder_of((x, b))))
        index = parse_index(x.shape, indices)
        if values.ndim > chosen_axes(index):
            raise CompileError("array is not broadcastable to correct shape", kind=ValueError)
        loop_dtypes(ufunc, (x, values))  # booleans can't be subtracted
        check_exponents(ufunc, (x, values))
        alike = ufunc in SCATTERED and is_computed_alike(ufunc, x.dtype, values)
        if not alike and is_read_once(index):
            return augment(x, index, lambda old, new: apply_ufunc(ufunc, old, new), values)
        if not alike and not (ufunc in SCATTERED and is_inexact(x.dtype)):
            return one_by_one(x, index, [values], lambda old, new: apply_ufunc(ufunc, old, new))
        wide = np.promote_types(x.dtype, values.dtype) if not alike and x.dtype == np.float16 else x.dtype
        values = convert(values, wide)  # (float16 holds few integers)
        operation, values = ("add", prim.neg(values)) if ufunc is np.subtract else (ufunc.__name__, values)
        return convert(accumulate(convert(x, wide), index, values, operation), x.dtype)

    implementation = unary if ufunc.nin == 1 else binary
    implementation.__name__ = f"{ufunc.__name__}.at"
    return implementation


def one_by_one(x: Any, index: Index, given: Sequence[Any], function: Callable) -> Any:
    """A loop over the elements of x[index], some of which may be met again."""
    numbers = constant_in(x.builder, np.arange(x.size).reshape(x.shape))
    shape = index.result_shape
    places = prim.reshape(getitem(numbers, index), shape=(int(np.prod(shape)),))
    known = is_in_range(index)
    given = [prim.reshape(broadcast_value(v, shape), shape=places.shape) for v in given]

    def turn(inner: Builder, k: Sym, carry: Sequence[Sym]) -> list[Sym]:
        place = fetch(inner.lift(places), k)
        old = fetch(carry[0], place)
        new = convert(function(old, *[fetch(inner.lift(v), k) for v in given]), x.dtype)
        if known is not None:
            new = prim.select(fetch(inner.lift(known), k), new, old)
        return [store(carry[0], new, place)]

    flat = prim.reshape(x, shape=(x.size,))
    if known is not None:
        known = prim.reshape(
            prim.broadcast(known, shape=shape, axes=tuple(range(known.ndim))), shape=places.shape
        )
    found = append_for(x.builder, 0, places.shape[0], [flat], turn, index="k", names=["x"])[0]
    return prim.reshape(found, shape=x.shape)


def is_in_range(index: Index) -> Any:
    """For each place of the index arrays and dynamic integers: is it one of the array? None if all are known to be."""
    arrays = [item for item in index.items if isinstance(item, Fancy)]
    dynamic = [item for item in arrays if isinstance(item.index, Sym) and not item.index.is_const]
    points = [item.place for item in index.items if isinstance(item, Point)]
    inside = all_of([test for place in points for term in place.terms for test in in_bounds_test(term, None)])
    if not dynamic and inside is None:
        return None
    axes = [item for item in index.items if not isinstance(item, Point)]
    if not all([isinstance(item, Fancy) for item in axes[: len(arrays)]]):
        raise CompileError(
            "an index array behind a slice, in the method at of this ufunc", "np.moveaxis(x, axis, 0)"
        )
    shape = index.common_shape
    tests = [] if inside is None else [broadcast_to(inside, shape)]
    for item in dynamic:
        i = convert(item.index, canonical(np.int64))
        size = 1 if item.axis is None else index.shape[item.axis]
        ok = prim.and_(prim.ge(i, full_like(i, -size)), prim.lt(i, full_like(i, size)))
        tests.append(broadcast_to(ok, shape))
    return all_of(tests)


def chosen_axes(index: Index) -> int:
    """The number of axes of x[index]."""
    if not index.masks:
        return len(index.result_shape)
    return 1 + sum(isinstance(item, (Range, NewAxis)) for item in index.items)


def is_read_once(index: Index) -> bool:
    """Whether it is known that x[index] has no element twice."""
    arrays = [item for item in index.items if isinstance(item, Fancy)]
    if not arrays:
        return True
    if any(item.axis is None or isinstance(item.index, Sym) for item in arrays) or index.masks:
        return False
    places = [np.ravel(part) for part in np.broadcast_arrays(*(item.index for item in arrays))]
    return len(set(zip(*(part.tolist() for part in places)))) == places[0].size


def is_computed_alike(ufunc: np.ufunc, dtype: np.dtype, values: Any) -> bool:
    """Whether an operation of values that were converted before gives what it gives in the common type."""
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
    if _ufunc.nout == 1 and _ufunc.signature is None:
        implements(_ufunc.at, writes=True)(at(_ufunc))
