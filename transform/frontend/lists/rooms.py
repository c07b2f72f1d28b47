"""Lists whose largest length the user has stated: `recto.bound([], 100)`.

The rows of such a list have room for that many items from the start, wherever it grows: in a `while` loop too. An item
more is a ValueError at run time.
"""
from __future__ import annotations

from typing import Any

from ...ir.builder import TABLE, Sym
from ..bounded.extents import Sliced, attributes_of, bounded, not_below, plus, resized, to_front
from ..state.values import Instance


def room_of(interp: Any, growing: Instance) -> int | None:
    """How many items a list may have; None if nobody says so."""
    return interp.growing.rooms.get(growing.attributes["site"].place)


def with_all_room(interp: Any, growing: Instance, rows: Any) -> Any:
    """Rows with room for as many items as the list may have."""
    most = room_of(interp, growing)
    data = rows.data if isinstance(rows, Sliced) else rows
    if most is None or data.shape[0] >= most and isinstance(rows, Sliced):
        return rows
    attributes = attributes_of(rows, [0])
    longer = interp.array(resized(interp.builder, interp.content(data), 0, max(most, data.shape[0])))
    return interp.trail.birth(Sliced({**attributes, "data": longer}))


def lengthened_within(interp: Any, growing: Instance, rows: Any, row: Sym) -> Any:
    """The rows with one more, where there is room for it; else the call fails."""
    front = to_front(interp, with_all_room(interp, growing, rows), 0)
    hi, size = front.extents[0].hi, front.data.shape[0]
    if not not_below(interp, size - 1, hi):
        full = interp.compare("GtE", hi, size)
        interp.fail_if(interp.sym(full), ValueError, (f"the list has more items than its bound {size}",))
    starts = [interp.sym(at) for at in (hi, *[0] * row.ndim)]
    new = TABLE["update_slice"](interp.content(front.data), row, *starts, sizes=(1, *row.shape), drop=(0,))
    hi = bounded(interp, plus(interp, hi, 1), size)
    return interp.trail.birth(Sliced({"data": interp.array(new), "lo0": 0, "hi0": hi}))
