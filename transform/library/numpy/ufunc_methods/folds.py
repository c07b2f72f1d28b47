"""Folds of any binary ufunc along an axis: one step after the other, in NumPy's order.

    np.subtract.reduce(x)               x[0] - x[1] - x[2] …
    np.power.accumulate(x)              [x[0], x[0] ** x[1], …]

Short axes are written out, long ones are loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....core.dtypes import canonical
from ....core.errors import CompileError, RaisesWhenReached
from ....ir.builder import Builder, Sym, broadcast_to, convert
from ....ir.loop_builder import append_for, fetch, store
from ...core.arrays import as_array, reduced_axes, window
from ...core.table import prim
from ..reductions import keep_axes
from ..ufuncs import apply_ufunc, check_exponents

SHORT = 8  # items: an axis up to here is written out


def fold_dtype(ufunc: np.ufunc, x: Any, dtype: Any) -> np.dtype:
    """In which dtype NumPy folds an array. Raises CompileError (TypeError) where it can't."""
    given = np.dtype(x.dtype if dtype is None else dtype)
    try:
        found = ufunc.resolve_dtypes((None, given, None), reduction=True)[2]
    except TypeError as error:
        raise CompileError(str(error).split("\n")[0], kind=TypeError) from None
    if dtype is not None and found != given:
        message = f"No loop matching the specified signature and casting was found for ufunc {ufunc.__name__}"
        raise CompileError(message, kind=TypeError)
    return canonical(found)


def fold_axes(
    ufunc: np.ufunc, x: Any, axis: Any, dtype: Any, keepdims: bool, initial: Any, where: Any
) -> Any:
    """ufunc.reduce"""
    kind = fold_dtype(ufunc, x, dtype)
    axes = reduced_axes(axis, x)
    name = ufunc.__name__
    if ufunc.identity is None and len(axes) > 1 and name not in REORDERED:
        raise CompileError(
            f"reduction operation {name!r} is not reorderable, so at most one axis may be specified",
            kind=ValueError,
        )
    if initial is None and where is not True:
        if ufunc.identity is None:
            raise CompileError(
                f"reduction operation {name!r} does not have an identity, so to use a where mask one has to "
                "specify 'initial'",
                kind=ValueError,
            )
        initial = ufunc.identity
    x = convert(x, kind)
    mask = None if where is True else broadcast_to(convert(as_array(where, x.builder), bool), x.shape)
    rest = [k for k in range(x.ndim) if k not in axes]
    front = lambda a: prim.reshape(
        prim.transpose(a, axes=(*axes, *rest)),
        shape=(int(np.prod([a.shape[k] for k in axes])), *(a.shape[k] for k in rest)),
    )
    items = front(x)
    if initial is None and not items.shape[0]:
        if ufunc.identity is None:
            message = f"zero-size array to reduction operation {name} which has no identity"
            raise RaisesWhenReached(message, ValueError)
        initial = ufunc.identity
    begin = None if initial is None else filled(items, initial, kind)
    if items.shape[0] > (begin is None):
        exponents = items if begin is not None else window(items, 0, 1, items.shape[0])
        check_exponents(ufunc, (items, exponents), True if mask is None else front(mask))
    found = folded(ufunc, items, begin, None if mask is None else front(mask), kind)
    return keep_axes(x, found, axes, keepdims)


REORDERED = frozenset(["maximum", "minimum", "fmax", "fmin"])


def filled(items: Any, value: Any, kind: np.dtype) -> Any:
    """A value for each of the folds."""
    number = convert(items.builder.lift(value) if not isinstance(value, Sym) else value, kind)
    shape = items.shape[1:]
    return prim.broadcast(number, shape=shape, axes=()) if not number.ndim else number


def step(ufunc: np.ufunc, total: Any, item: Any, mask: Any, kind: np.dtype) -> Any:
    new = convert(apply_ufunc(ufunc, total, item), kind)
    return new if mask is None else prim.select(mask, new, total)


def folded(ufunc: np.ufunc, items: Any, begin: Any, mask: Any, kind: np.dtype) -> Any:
    """The fold of the first axis; from `begin`, or from the first item."""
    first, n = (0, items.shape[0]) if begin is not None else (1, items.shape[0])
    total = row(items, 0) if begin is None else begin
    if n - first <= SHORT:
        for k in range(first, n):
            total = step(ufunc, total, row(items, k), None if mask is None else row(mask, k), kind)
        return total

    def turn(inner: Builder, k: Sym, carry: Sequence[Sym]) -> list[Sym]:
        chosen = None if mask is None else fetch(inner.lift(mask), k)
        return [step(ufunc, carry[0], fetch(inner.lift(items), k), chosen, kind)]

    return append_for(items.builder, first, n, [total], turn, index="k", names=["total"])[0]


def accumulated(ufunc: np.ufunc, x: Any, axis: int, dtype: Any) -> Any:
    """ufunc.accumulate"""
    kind = fold_dtype(ufunc, x, dtype)
    axes = (axis, *(k for k in range(x.ndim) if k != axis))
    items = prim.transpose(convert(x, kind), axes=axes)
    n = items.shape[0]
    if n > 1:
        check_exponents(ufunc, (items, window(items, 0, 1, n)))
    if n <= SHORT:
        rows = [row(items, 0)] if n else []
        for k in range(1, n):
            rows.append(step(ufunc, rows[-1], row(items, k), None, kind))
        parts = [prim.reshape(r, shape=(1, *r.shape)) for r in rows]
        found = prim.concatenate(*parts, axis=0) if parts else items
    else:

        def turn(inner: Builder, k: Sym, carry: Sequence[Sym]) -> list[Sym]:
            total = step(ufunc, carry[0], fetch(inner.lift(items), k), None, kind)
            return [total, store(carry[1], total, k)]

        found = append_for(
            items.builder, 1, n, [row(items, 0), items], turn, index="k", names=["total", "totals"]
        )[1]
    return prim.transpose(found, axes=tuple(int(k) for k in np.argsort(axes)))


def row(items: Any, k: int) -> Any:
    sizes = items.shape[1:]
    starts, limits = (k, *[0] * len(sizes)), (k + 1, *sizes)
    return prim.slice_(items, starts=starts, limits=limits, strides=(1,) * len(starts), drop=(0,))
