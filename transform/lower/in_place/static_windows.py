"""Writes to static windows: small ones become an update at an index, large ones outside loops a
concatenation.

    a[2:5] = u        ⇒  a = update_slice(a, u, 2)                                   in loops
    a[1:-1] = u       ⇒  a = concatenate([a[:1], u, a[-1:]])                         a large part, outside of loops

A large part in a loop is left to the lowering of put_slice: in place, or in one pass over the array for a stencil.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...ir.program import Atom, Call, Type, Var, const
from ..stablehlo.schedule import WINDOW

MANY = 64  # elements: below this an array is copied in no time


def replace_put_slice(into: Any, call: Call) -> Atom | None:
    """The replacement of a put_slice; None if it stays."""
    x, u = call.operands
    starts, limits, strides, drop = (call.param(name) for name in ("starts", "limits", "strides", "drop"))
    sizes = sizes_of(starts, limits)
    if any(stride > 1 and size > 1 for stride, size in zip(strides, sizes)):
        return None
    if is_large(call):
        return None if into.in_loop else concatenate_pieces(into, call, starts, limits)
    if not into.in_loop:
        return None
    places = (const(s, np.int64) for s in starts)
    return into.add("update_slice", (x, u, *places), call.outputs[0], call.span, sizes=sizes, drop=drop)


def is_large(call: Call) -> bool:
    """Whether it replaces a large part of a large array."""
    x, u = call.operands
    return u.type.size * WINDOW > x.type.size >= MANY


def concatenate_pieces(into: Any, call: Call, starts: Sequence[int], limits: Sequence[int]) -> Atom:
    """x put together from u and what is around it: one pass, by all threads."""
    x, u = call.operands
    shape, sizes = x.type.shape, sizes_of(starts, limits)
    add = lambda name, operands, result, **params: into.add(
        name, operands, Var(call.outputs[0].name, Type(x.type.dtype, result)), call.span, **params
    )

    def part(axis: int, start: int, limit: int) -> list[Atom]:
        """The rows from start to limit, within the window along the axes before, whole along the axes after."""
        if start == limit:
            return []
        low = (*starts[:axis], start, *(0 for _ in shape[axis + 1 :]))
        high = (*limits[:axis], limit, *shape[axis + 1 :])
        return [
            add(
                "slice_",
                (x,),
                sizes_of(low, high),
                starts=low,
                limits=high,
                strides=(1,) * len(shape),
                drop=(),
            )
        ]

    made = u if u.type.shape == sizes else add("reshape", (u,), sizes, shape=sizes)
    for axis in reversed(range(len(shape))):
        pieces = [*part(axis, 0, starts[axis]), made, *part(axis, limits[axis], shape[axis])]
        if len(pieces) > 1:
            made = add("concatenate", pieces, (*sizes[:axis], *shape[axis:]), axis=axis)
    return made


def sizes_of(starts: Sequence[int], limits: Sequence[int]) -> tuple[int, ...]:
    return tuple(limit - start for start, limit in zip(starts, limits))
