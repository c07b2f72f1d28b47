"""Changes of bounded lists: the rows with an item more, less or replaced, and checks of indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ir.builder import TABLE, Sym
from ...primitives import select, select_region, shift
from ..bounded.extents import BoundedArray, alike, bound_count, not_below, plus, to_front, array_under
from ..model_operations import called_in_models
from ..interpreter import Interpreter
from ..state.values import NEVER, Array, Instance
from .items import (
    from_row,
    has_no_items,
    is_list,
    is_mutable,
    item_of_list,
    row_of,
    rows_of,
)
from .layouts import Ragged
from .numbers import unsuited_operation
from .places import NeedsType, Site, is_of_heap
from .row_aliases import check_apart, check_distinct, remember
from .capacity import lengthened_within, capacity_of, with_full_capacity, with_row_behind
from .rows import fits, place_of_item, row_at


def as_row(interp: Interpreter, growing: Instance, value: Any) -> Sym:
    """A new item as a row of the list's."""
    found = item_of_list(interp, growing)
    fits(interp, growing.attributes["site"], found, value)
    inner = is_list(value) and not growing.attributes["nesting"].inner.kinds
    if not is_list(value) and is_mutable(growing):
        check_distinct(interp, growing.attributes["site"], growing.attributes.get("rows"), value)
    return row_of(interp, value, found.dtype, growing.attributes["site"] if inner else True)


def check_length_may_change(growing: Instance) -> None:
    sealed = growing.attributes["sealed"]
    if isinstance(sealed, Site):
        raise NeedsType({sealed.place: Ragged()})
    if sealed is not False:
        raise unsuited_operation(growing)  # it is an item of another one


@called_in_models
def append_row(interp: Interpreter, growing: Instance, value: Any) -> Any:
    """The rows with one more: written into what room there is behind them, else into a longer array."""
    check_length_may_change(growing)
    rows, row = rows_of(interp, growing), as_row(interp, growing, value)
    check_apart(interp, growing.attributes["nesting"], growing.attributes["site"], value, rows)
    return with_row(interp, growing, rows, row, value)


@called_in_models
def skip_row(interp: Interpreter, growing: Instance) -> Any:
    """The rows with one more, which is never read, and written only where there was no room for it."""
    rows, found = rows_of(interp, growing), item_of_list(interp, growing)
    row = interp.builder.lift(np.zeros(found.shape, found.dtype))
    return with_row(interp, growing, rows, row, (), written=False)


def with_row(
    interp: Interpreter, growing: Instance, rows: Any, row: Sym, value: Any, written: bool = True
) -> Any:
    """The rows with one more, that of a value."""
    if capacity_of(interp, growing) is not None:
        longer = lengthened_within(interp, growing, rows, row, written)
        remember(interp, growing, longer, rows, value)
        return longer
    if not isinstance(rows, BoundedArray) or not rows.spare:
        last = interp.array(TABLE["reshape"](row, shape=(1, *row.shape)))
        longer = interp.call_host(np.concatenate, [(rows, last)], {})
        if isinstance(rows, BoundedArray) and isinstance(longer, BoundedArray):
            longer.spare = rows.spare  # none, if that is known
        if is_mutable(growing):
            array_under(rows).root.outgrown = growing.attributes["site"].called
        remember(interp, growing, longer, rows, value)
        return longer
    longer = with_row_behind(interp, rows, row, written, rows.spare - 1)
    remember(interp, growing, longer, rows, value)
    return longer


@called_in_models
def without(interp: Interpreter, growing: Instance, index: Any) -> Any:
    """The rows without that of an index, which is in range."""
    rows, index = rows_of(interp, growing), interp.settled(index)
    if (
        not isinstance(index, Sym)
        and index in (0, -1)
        and isinstance(rows, BoundedArray)
        and not interp.trying
    ):
        extent = rows.extents[0]
        if extent.mask is None:
            bound, by = (("lo0", extent.lo), 1) if index == 0 else (("hi0", extent.hi), -1)
            moved = bound_count(interp, plus(interp, bound[1], by), extent.size)
            return interp.trail.allocate(rows.like({**rows.attributes, bound[0]: moved}))
    if not isinstance(index, Sym) and index in (0, -1):
        return interp.get_item(rows, slice(1, None) if index == 0 else slice(None, -1))
    return interp.get_item(shift_rows(interp, growing, index, 1), slice(None, -1))


@called_in_models
def shift_rows(interp: Interpreter, growing: Instance, index: Any, by: int) -> Any:
    """A copy of the rows, in which those from an index on come from the next position (by 1) or the one before (-1)."""
    rows, index = rows_of(interp, growing), interp.settled(index)
    n = interp.length_of(rows)
    if not not_below(interp, index, 0):
        index = interp.wrap(select(interp.sym(index) < 0, *alike(interp, plus(interp, index, n), index)))
    front = to_front(interp, rows, 0) if isinstance(rows, BoundedArray) else rows
    content = interp.content(array_under(front))
    size = content.shape[0]
    later = shift(content, interp.sym(by), axis=0, size=size)
    first, last = (index, max(size - 1, 0)) if by > 0 else (plus(interp, index, 1), size)
    data = interp.array(select_region(later, content, interp.sym(first), interp.sym(last), axes=(0,)))
    return (
        interp.trail.allocate(BoundedArray({**front.attributes, "data": data}))
        if isinstance(front, BoundedArray)
        else data
    )


@called_in_models
def as_array(interp: Interpreter, growing: Instance, value: Any) -> Any:
    row = as_row(interp, growing, value)
    return interp.array(row) if row.ndim else interp.wrap(row)


@called_in_models
def replace_rows(interp: Interpreter, growing: Instance, new: Any, *items: Any) -> Any:
    """New rows of a list, no more than before; `items` are new among them."""
    check_length_may_change(growing)
    for item in items:
        check_apart(
            interp,
            growing.attributes["nesting"],
            growing.attributes["site"],
            item,
            rows_of(interp, growing),
        )
    remember(interp, growing, new, rows_of(interp, growing), *items)
    return with_full_capacity(interp, growing, with_capacity(interp, growing, new))


@called_in_models
def is_written(interp: Interpreter, growing: Instance) -> bool:
    """Whether a new item is written into the rows. If the old one was an array or a list, it stays what it
    was: the list gets other rows, and so does one of a heap, which grows at any time."""
    own = isinstance(rows_of(interp, growing), Array) and not is_mutable(growing)
    return own and not is_of_heap(growing.attributes["site"].place)


@called_in_models
def with_item(interp: Interpreter, growing: Instance, index: Any, value: Any) -> Any:
    """The rows with a new item at an index that is in range, unless the call has failed."""
    rows, row, index = (
        rows_of(interp, growing),
        as_row(interp, growing, value),
        interp.settled(index),
    )
    rows = to_front(interp, rows, 0) if rows.extents[0].mask is not None else rows
    place, content = place_of_item(interp, rows, index), interp.content(rows.data)
    starts = [interp.sym(at) for at in (place, *[0] * row.ndim)]
    data = TABLE["update_slice"](content, row, *starts, sizes=(1, *row.shape), drop=(0,))
    return interp.trail.allocate(
        BoundedArray(
            {**rows.attributes, "data": interp.array(data)}, rows.safe, rows.zeroed, spare=rows.spare
        )
    )


@called_in_models
def with_capacity(interp: Interpreter, growing: Instance, new: Any) -> Any:
    """Rows that are no longer than the list's were: it is still known for how many more there is room."""
    old = rows_of(interp, growing)
    if (
        isinstance(new, BoundedArray)
        and new.spare is None
        and isinstance(old, BoundedArray)
        and old.spare is not None
    ):
        new = not_behind(interp, new, old)
        used, size = old.data.shape[0] - old.spare, new.data.shape[0]
        new = interp.trail.allocate(
            BoundedArray(new.attributes, new.safe, new.zeroed, spare=max(0, size - used))
        )
    return new


def not_behind(interp: Interpreter, new: BoundedArray, old: BoundedArray) -> BoundedArray:
    """The rows of a list, which end where the old ones did or in front of that: behind them there is as much room."""
    end, before = new.extents[0], old.extents[0]
    moved = end.mask is not None or before.mask is not None or not not_below(interp, before.hi, end.hi)
    return to_front(interp, new, 0) if moved else new


@called_in_models
def is_outside(interp: Interpreter, growing: Instance, index: Any) -> Any:
    """Whether an index is out of range. A bool where that follows from what is known of index and length."""
    if interp.failed:  # nothing behind the first error is computed any more
        return False
    index, n = interp.settled(index), interp.length_of(rows_of(interp, growing))
    if not_below(interp, index, 0) and not_below(interp, n, plus(interp, index, 1)):
        return False
    least = interp.unary("USub", n) if isinstance(n, Sym) else -n
    if not_below(interp, -1, index) and not_below(interp, plus(interp, index, n), 0):
        return False
    if isinstance(index, int) and not isinstance(index, bool):  # n is not negative
        if index in (0, -1):
            return interp.compare("Eq", n, 0)
        return interp.compare("LtE", n, index) if index > 0 else interp.compare("Lt", n, -index)
    return interp.either(interp.compare("GtE", index, n), interp.compare("Lt", index, least))


@called_in_models
def item_at(
    interp: Interpreter, growing: Instance, index: Any, message: str = "list index out of range"
) -> Any:
    """An item of the list."""
    rows = rows_of(interp, growing)
    check_index(interp, growing, index, message)
    if has_no_items(interp, growing):
        interp.fail_if(interp.sym(True), IndexError, (message,))
        return NEVER
    if interp.failed:
        return NEVER
    index = int(index) if isinstance(index, bool) else index
    data = array_under(rows)
    if not data.shape[0]:  # behind an IndexError
        rows = interp.array(np.zeros((1, *data.shape[1:]), data.dtype))
        index = 0
    return from_row(interp, growing, row_at(interp, growing, rows, index))


@called_in_models
def check_index(interp: Interpreter, growing: Instance, index: Any, message: str) -> None:
    """The call fails if there is no such item. What follows is computed all the same: no path is taken, and views of
    rows stay views. (Printed source raises by itself where it has an array of no more rows.)"""
    outside = is_outside(interp, growing, index)
    if isinstance(outside, Sym):
        native = isinstance(rows_of(interp, growing), Array)
        interp.fail_where(interp.sym(outside), IndexError, (message,), native=native)
    elif outside:
        interp.fail_if(interp.sym(True), IndexError, (message,))


@called_in_models
def is_given(interp: Interpreter, growing: Instance) -> bool:
    """Whether the caller has the list too, and sees what it holds when the call has failed."""
    rows = rows_of(interp, growing)
    return array_under(rows).root.origin <= interp.trail.given
