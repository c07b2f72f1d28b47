"""Operations that the text of models calls."""

from __future__ import annotations

from typing import Any

from ...core.errors import CompileError
from ..interpreter import Interpreter, operation
from ..lists.items import is_list
from ..lists.places import ITEMS, UNKNOWN, NeedsType, Site, is_tried, place_of_keys, place_here
from ..state.values import Instance, describe
from ..model_operations import called_in_models
from .model import content, is_list_model


@called_in_models
def new_list(interp: Interpreter) -> Any:
    """An empty list; of computed length, if lists made here are."""
    return interp.empty_list(place_here(interp))


@operation
def name_items(interp: Interpreter, value: Instance, name: str) -> None:
    """Name the items of a list or deque, in printed source, as the first variable that holds it does."""
    held = content(value)
    columns = held.attributes.get("columns") if isinstance(held, Instance) else None
    for part in columns if isinstance(columns, (list, tuple)) else (held,):
        site = part.attributes.get("site") if isinstance(part, Instance) else None
        if isinstance(site, Site) and site.called == ITEMS:
            site.called = name


@called_in_models
def stands_in_rows(interp: Interpreter, values: Any) -> bool:
    """Whether a list is one array, which checks each index."""
    return is_list(values)


@called_in_models
def called_by_deque(interp: Interpreter, values: Any, name: str, *args: Any) -> Any:
    """The result of a method of the list of which a deque consists; the errors that it raises name a
    deque."""
    before, interp.wording = interp.wording, DEQUE_WORDING
    try:
        return interp.call_method(values, name, list(args))
    finally:
        interp.wording = before


DEQUE_WORDING = {
    "pop from empty list": "pop from an empty deque",
    "pop index out of range": "pop from an empty deque",
    "list index out of range": "deque index out of range",
    "list assignment index out of range": "deque index out of range",
}


@called_in_models
def new_members(interp: Interpreter) -> Any:
    """The empty list that a set consists of which is made here."""
    return interp.empty_list(place_of_keys(place_here(interp)))


@called_in_models
def are_known(interp: Interpreter, key: Any) -> bool:
    """Whether these can be keys of a dict while compiling."""
    if isinstance(key, tuple):
        return all(are_known(interp, part) for part in key)
    return isinstance(key, (bool, int, float, complex, str, type(None), frozenset))


@operation
def bound_list(interp: Interpreter, value: Any, most: int) -> Any:
    """recto.bound(value, most) of a list, or of a container that has one inside: it never has more items."""
    held = content(value)
    if is_list_model(held):
        return bound_at(interp, value, held.attributes["origin"].place, most, True)
    if isinstance(held, list) and len(held) > most:
        raise CompileError(f"ValueError: {len(held)} items are more than the bound {most}")
    if not is_list(held) and not isinstance(held, list):
        raise CompileError(
            f"recto.bound takes an integer or a list, not {describe(value)}",
            "bound an integer, or a list that the function makes",
        )
    place = held.attributes["site"].place if is_list(held) else interp.places.of(held)
    return bound_at(interp, value, place, most, is_list(held))


def bound_at(interp: Interpreter, value: Any, place: Any, most: int, is_array: bool) -> Any:
    """The same for a list that is made at a place."""
    known = interp.growing is not None and interp.growing.capacities.get(place) == most
    if place is not None and not known and (is_array or not is_tried(interp, place)):
        types = {} if interp.growing is None else interp.growing.types
        raise NeedsType({place: types.get(place, UNKNOWN)}, capacities={place: most})
    return value
