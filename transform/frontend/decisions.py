"""Record computations on static numbers during a reading; the generalisation over sizes (emit/) checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..core.decisions import (
    Decision,
    changed_in_place,
    numbers,
    place_among,
    replace_numbers,
    slice_places,
    sorting_order,
)

if TYPE_CHECKING:
    from .interpreter import Interpreter

NONE: Mapping[str, Any] = MappingProxyType({})


def note_decision(
    interp: Interpreter,
    function: Callable,
    args: Sequence[Any],
    result: Any,
    kwargs: Mapping[str, Any] = NONE,
) -> Any:
    """Keep that a function of these arguments gave this result, if there are numbers or texts among them.

    Returns:
        The result.
    """
    given = list(numbers((tuple(args), dict(kwargs))))
    if any(type(v) in (int, float, str) for v in given):
        as_now = replace_numbers((tuple(args), dict(kwargs)), iter(given))  # lists may change
        interp.outside.decisions.append(Decision(function, *as_now, result, interp.builder.site.span))
    return result


def note_lookup(interp: Interpreter, container: Iterable, key: Any) -> Any:
    """Keep which key of a dict one is equal to. Returns it."""
    if type(key) in (int, float, tuple):
        keys = tuple(container)
        note_decision(interp, place_among, (key, keys), place_among(key, keys))
    return key


def note_slice(interp: Interpreter, bounds: Sequence[Any], size: int) -> None:
    """Keep where a slice of known bounds begins and ends in an axis of this size."""
    if (
        any(b is not None for b in bounds)
        and all(isinstance(b, int | None) for b in bounds)
        and bounds[2] != 0
    ):
        note_decision(interp, slice_places, (*bounds, size), slice_places(*bounds, size))


def note_order(interp: Interpreter, keys: Sequence[Any], reverse: bool) -> list[int]:
    """Keep in which order keys come when they are sorted. Returns it."""
    return note_decision(interp, sorting_order, (tuple(keys), reverse), sorting_order(keys, reverse))


def note_change(interp: Interpreter, function: Callable, items: Any, *args: Any) -> None:
    """Keep what a function that changes a list or a set makes of it, and gives. It has not been changed yet."""
    given = function, items, *args
    note_decision(interp, changed_in_place, given, changed_in_place(*given))
