"""What the models ask of the front end: operations that are called in their text, with the interpreter first."""
from __future__ import annotations

from typing import Any

from ..lists.places import keyed, place_here

OPERATIONS: list[Any] = []


def called_in_models(function: Any) -> Any:
    """Enter a function (interp, …) that the text of a model calls without the interpreter."""
    OPERATIONS.append(function)
    return function


@called_in_models
def new_list(interp: Any) -> Any:
    """An empty list; of computed length, if lists made here are."""
    return interp.list_at(place_here(interp), "items")


@called_in_models
def new_members(interp: Any) -> Any:
    """The empty list that a set consists of which is made here."""
    return interp.list_at(keyed(place_here(interp)), "items")


@called_in_models
def are_known(interp: Any, key: Any) -> bool:
    """Can these be keys of a dict while compiling?"""
    if isinstance(key, tuple):
        return all(are_known(interp, part) for part in key)
    return isinstance(key, (bool, int, float, complex, str, type(None), frozenset))
