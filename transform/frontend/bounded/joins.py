"""Join masked selections of two paths: compact both (move the chosen elements to positions 0, 1, 2, …), so
that they align.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from ..interpreter import Interpreter
from ..state.values import External, Maybe
from .extents import BoundedArray, to_front


def by_mask(value: Any) -> bool:
    return isinstance(value, BoundedArray) and any(e.mask is not None for e in value.extents.values())


def holds_mask(value: Any) -> bool:
    """Whether it is what a mask chose, or a container of that."""
    match value:
        case list() | tuple():
            return any(map(holds_mask, value))
        case dict():
            return any(map(holds_mask, value.values()))
        case Maybe():
            return holds_mask(value.value)
    return by_mask(value)


def compact_list(interp: Interpreter, value: BoundedArray, data: Any) -> BoundedArray:
    """The same elements without masks. Whoever shares the old memory is related to the new."""
    moved = BoundedArray({**value.attributes, "data": data}, value.safe, value.zeroed)
    for axis, extent in value.extents.items():
        if extent.mask is not None:
            moved = to_front(interp, moved, axis)
    moved.data.may_aliases, moved.data.which = (value.data.root, *value.data.root.may_aliases), None
    return moved


def moved_together(interp: Interpreter, route: Any, value: Any, known: dict) -> Any:
    """A value at the end of a path with nothing left to a mask; the same value always becomes the same."""
    if not holds_mask(value):
        return value
    key = id(route), id(value)
    if key not in known:
        known[key] = rebuilt(interp, route, value, lambda v: moved_together(interp, route, v, known)), value
    return known[key][0]


def rebuilt(interp: Interpreter, route: Any, value: Any, again: Callable[[Any], Any]) -> Any:
    match value:
        case Maybe():
            return dataclasses.replace(value, value=again(value.value))
        case tuple():
            return (
                type(value)(*map(again, value))
                if hasattr(value, "_fields")
                else type(value)(map(again, value))
            )
        case list():
            return interp.trail.allocate(type(value)(map(again, value)))
        case dict():
            return interp.trail.allocate({k: again(v) for k, v in value.items()})
    with interp.inside(route.builder):
        return compact_list(interp, value, interp.array(route.content(interp, value.data)))


def sides(interp: Interpreter, routes: list, pair: list, known: dict) -> list:
    """Two values that are to be joined; `known` remembers what was moved."""
    if pair[0] is pair[1]:
        return pair
    pair = [read_tuples(interp, value, other) for value, other in zip(pair, pair[::-1])]
    if not any(map(holds_mask, pair)):
        return pair
    return [moved_together(interp, route, value, known) for route, value in zip(routes, pair)]


def read_tuples(interp: Interpreter, value: Any, other: Any) -> Any:
    """A value in which tuples from outside are read where the other value has tuples that are made inside."""
    if isinstance(value, External) and type(value.unread) is tuple and type(other) is tuple:
        value = tuple(interp.outside.items(interp, value))
    if type(value) is not tuple or type(other) is not tuple or len(value) != len(other):
        return value
    items = [read_tuples(interp, part, of) for part, of in zip(value, other)]
    return tuple(items) if any(new is not old for new, old in zip(items, value)) else value


def settle_masks(interp: Interpreter, route: Any) -> None:
    """Behind an iteration: what it changed is moved together."""
    known: dict = {}
    for change in route.changes.values():
        if change.after is not change.before:
            change.after = moved_together(interp, route, change.after, known)


def settle_entry(interp: Interpreter, frame: Any, names: Any) -> None:
    """Before a loop that sets these variables: what a mask chose is moved together, in all variables that hold it."""
    for name in sorted(names):
        value = frame.variables.get(name)
        if by_mask(value):
            moved = compact_list(interp, value, value.data)
            for other, held in list(frame.variables.items()):
                if held is value:
                    interp.trail.write(frame, other, moved)
