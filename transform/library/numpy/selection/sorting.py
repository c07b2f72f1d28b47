"""Sorting and partitioning of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_complex
from ....core.errors import CompileError
from ....ir.builder import convert
from ...core.arrays import arrays, full_like, strong, strong_array, whole_number
from ...core.table import implements, prim
from ..joining import flat_or_axis
from .at_indices import take_along_axis
from .by_condition import rows_of

SORTS = "qhms"  # first letters of the kinds that NumPy knows


def check_sorting(method: Any, order: Any, stable: Any) -> None:
    """All sorts are stable here; what NumPy would not take is refused all the same."""
    if order is not None:
        raise CompileError("order is for arrays with fields")
    if stable is not None and method is not None:
        raise CompileError("kind and stable can't be given at the same time", kind=ValueError)
    if method is not None and str(method)[:1].lower() not in SORTS:
        raise CompileError(
            f"sort kind must be one of 'quick', 'heap', or 'stable', not {method!r}", kind=ValueError
        )


def check_selecting(a: Any, kth: Any, axis: int | None, method: str, order: Any) -> None:
    if order is not None:
        raise CompileError("order is for arrays with fields")
    if method != "introselect":
        raise CompileError(f"select kind must be 'introselect', not {method!r}", kind=ValueError)
    x, axis = flat_or_axis(a, axis)
    for k in np.atleast_1d(kth):
        if x.size and not -x.shape[axis] <= whole_number(k, "kth") < x.shape[axis]:
            raise CompileError(f"kth {k} is out of bounds for size {x.shape[axis]}", kind=ValueError)


@implements(np.sort, static=("axis", "kind", "order", "stable"))
def sort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    check_sorting(kind, order, stable)
    x, axis = flat_or_axis(a, axis)
    return prim.sort(x, axis=axis)


@implements(np.argsort, static=("axis", "kind", "order", "stable"), method="argsort")
def argsort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    check_sorting(kind, order, stable)
    x, axis = flat_or_axis(a, axis if np.ndim(a) else None)  # a number lies at place 0
    return prim.argsort(x, axis=axis)


@implements(np.partition, static=("kth", "axis", "kind", "order"))
def partition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    check_selecting(a, kth, axis, kind, order)
    return sort(a, axis)


@implements(np.argpartition, static=("kth", "axis", "kind", "order"), method="argpartition")
def argpartition(
    a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None
) -> Any:
    check_selecting(a, kth, axis, kind, order)
    return argsort(a, axis)


@implements(np.sort_complex)
def sort_complex(a: Any) -> Any:
    x = strong_array(a)
    wide = np.complex64 if x.dtype in (np.int8, np.int16, np.uint8, np.uint16) else np.complex128
    return sort(x if is_complex(x.dtype) else convert(x, canonical(wide)))


@implements(np.lexsort, static=("axis",))
def lexsort(keys: Any, axis: int = -1) -> Any:
    """The last key counts first: sort stably by the first key, then by the second …"""
    items = [strong(x) for x in arrays(*rows_of(keys))]
    if not items[0].ndim:
        return full_like(items[0], 0, dtype=canonical(np.int64))
    order = argsort(items[0], axis)
    for key in items[1:]:
        order = take_along_axis(order, argsort(take_along_axis(key, order, axis), axis), axis)
    return order
