"""What a mask chose, where paths meet: it is moved together, so that both sides lie at positions 0, 1, 2, …"""
from __future__ import annotations

from typing import Any

from .extents import Sliced, to_front


def by_mask(value: Any) -> bool:
    return isinstance(value, Sliced) and any(e.mask is not None for e in value.extents.values())


def moved_together(interp: Any, route: Any, value: Any) -> Any:
    """The same elements, at the end of a path, without masks. Whoever shares the old memory is related to the new."""
    if not by_mask(value):
        return value
    with interp.inside(route.builder):
        data = interp.array(route.content(interp, value.data))
        moved = Sliced({**value.attributes, "data": data}, value.safe, value.zeroed)
        for axis, extent in value.extents.items():
            if extent.mask is not None:
                moved = to_front(interp, moved, axis)
    moved.data.shadows = (value.data.root, *value.data.root.shadows)
    return moved


def sides(interp: Any, routes: list, pair: list, known: dict) -> list:
    """Two values that are to be joined, the same pair always the same; `known` remembers what was moved."""
    if pair[0] is pair[1] or not any(map(by_mask, pair)):
        return pair
    for k, value in enumerate(pair):
        if by_mask(value):
            pair[k] = known.setdefault((k, id(value)), (moved_together(interp, routes[k], value), value))[0]
    return pair


def settle_masks(interp: Any, route: Any) -> None:
    """Behind a round: what it changed is moved together."""
    known: dict[int, Any] = {}
    for change in route.changes.values():
        if by_mask(change.after) and change.after is not change.before:
            change.after = known.setdefault(id(change.after), moved_together(interp, route, change.after))


def settle_entry(interp: Any, frame: Any, names: Any) -> None:
    """Before a loop that sets these variables: what a mask chose is moved together, in all variables that hold it."""
    for name in sorted(names):
        value = frame.variables.get(name)
        if by_mask(value):
            moved = value
            for axis, extent in value.extents.items():
                if extent.mask is not None:
                    moved = to_front(interp, moved, axis)
            moved.data.shadows = (value.data.root, *value.data.root.shadows)
            for other, held in list(frame.variables.items()):
                if held is value:
                    interp.trail.write(frame, other, moved)
