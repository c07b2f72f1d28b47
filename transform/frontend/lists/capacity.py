"""Capacity of bounded lists: lists with room for a maximal number of items, so that they can grow in `while`
loops.

`recto.bound([], 100)` states the capacity; one more item is a ValueError at run time. Without it the capacity
is a guess. A call that needs more ends with AnotherSize, and the function is compiled again with sixteen times
the capacity, or four times where the items are large.
"""

from __future__ import annotations

from typing import Any

from ...ir.builder import TABLE, Sym
from ...primitives import shift
from ..bounded.assumed_sizes import LIST, guessed_capacity, wants_capacity
from ..bounded.extents import (
    BoundedArray,
    attributes_of,
    bound_count,
    count,
    equal,
    not_below,
    plus,
    resize_axis,
    to_front,
    array_under,
)
from ..interpreter import Interpreter
from ..state.values import Instance

FEW_BYTES = 1 << 18


def capacity_of(interp: Interpreter, growing: Instance) -> int | None:
    """The capacity of a list; None if it has none, and no guess is needed."""
    place = growing.attributes["site"].place
    stated = interp.growing.capacities.get(place)
    return (
        stated if stated is not None or not interp.sizes.guesses else guessed_capacity(interp, key_of(place))
    )


def key_of(place: Any) -> str:
    return f"{LIST}{place}"


def with_full_capacity(interp: Interpreter, growing: Instance, rows: Any) -> Any:
    """Rows with room for as many items as the list may have."""
    most = capacity_of(interp, growing)
    data = array_under(rows)
    if most is None or data.shape[0] >= most and isinstance(rows, BoundedArray):
        return rows
    attributes = attributes_of(rows, [0])
    longer = interp.array(resize_axis(interp.builder, interp.content(data), 0, max(most, data.shape[0])))
    return interp.trail.allocate(BoundedArray({**attributes, "data": longer}))


def more_capacity(size: int, row: Sym) -> int:
    """For how many items a list gets room that has been full with `size` of them. Each time costs a compilation,
    which takes longer than to go through the empty places of a few kilobytes."""
    return size * (16 if 16 * size * row.size * row.dtype.itemsize <= FEW_BYTES else 4)


def row_written(interp: Interpreter, content: Sym, row: Sym, at: Any) -> Sym:
    """An array with another row. (One without rows is never written: nothing gets there, or the call has failed.)"""
    if not content.shape[0]:
        return content
    starts = [interp.sym(k) for k in (at, *[0] * row.ndim)]
    return TABLE["update_slice"](content, row, *starts, sizes=(1, *row.shape), drop=(0,))


def lengthened_within(
    interp: Interpreter, growing: Instance, rows: Any, row: Sym, written: bool = True
) -> Any:
    """The rows with one more, where there is room for it; else the call fails. `written`: whether it will be
    read."""
    rows = with_full_capacity(interp, growing, rows)
    size = rows.data.shape[0]
    if not is_queue(rows):
        rows = to_front(interp, rows, 0)
    n = count(interp, rows.extents[0])
    if not not_below(interp, size - 1, n):
        full, place = interp.compare("GtE", n, size), growing.attributes["site"].place
        if place in interp.growing.capacities:
            interp.fail_if(interp.sym(full), ValueError, (f"the list has more items than its bound {size}",))
        else:
            wants_capacity(interp, key_of(place), more_capacity(size, row), full)
    return with_row_behind(interp, rows, row, written)


def is_queue(rows: BoundedArray) -> bool:
    """Whether the first items may have been taken from its beginning."""
    return rows.extents[0].mask is None and not equal(rows.extents[0].lo, 0)


def moved_to_front(interp: Interpreter, rows: BoundedArray) -> Any:
    """The array of rows, the first of which lies at its beginning; what lies behind them does not matter."""
    content, extent = interp.content(rows.data), rows.extents[0]
    return interp.array(shift(content, interp.sym(extent.lo), axis=0, size=extent.size))


def with_row_behind(
    interp: Interpreter, rows: BoundedArray, row: Sym, written: bool, spare: int | None = None
) -> BoundedArray:
    """The rows with one more, for which there is room somewhere: where there is none behind them, they move to the
    front. `spare`: how much room there surely is behind the result (see BoundedArray)."""
    size = rows.data.shape[0]
    front = rows if is_queue(rows) else to_front(interp, rows, 0)
    data, lo, hi = front.data, front.extents[0].lo, front.extents[0].hi
    # What has been taken from the beginning of a queue leaves room, but not at its end:
    if is_queue(rows) and spare is None:
        data, lo, hi = interp.fork(
            interp.sym(interp.compare("GtE", hi, size)),
            lambda: (moved_to_front(interp, rows), 0, count(interp, rows.extents[0])),
            lambda: (rows.data, lo, hi),
        )
    new = interp.content(data)
    new = row_written(interp, new, row, hi) if written else new
    hi = bound_count(interp, plus(interp, hi, 1), size)
    return interp.trail.allocate(BoundedArray({"data": interp.array(new), "lo0": lo, "hi0": hi}, spare=spare))
