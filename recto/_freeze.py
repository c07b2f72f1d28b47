"""Static values inside containers of arguments: wrapped as constants, so that they are part of the call's signature."""
from __future__ import annotations

from typing import Any

from recto import runtime
from recto.runtime import pytree
from recto.transform import is_foreign, key_of

from ._arguments import is_array, is_tree_class

EVERYTHING = ()         # the place that stands for all leaves that are neither arrays nor numbers


def freeze(args: tuple, kwargs: dict, places: set[tuple]) -> tuple[tuple, dict]:
    """The arguments with the values at these places (and with EVERYTHING all that is no array or number) as
    constants."""
    frozen = tuple(_freeze(v, (k,), places) for k, v in enumerate(args))
    return frozen, {k: _freeze(v, (k,), places) for k, v in kwargs.items()}


def _freeze(value: Any, place: tuple, places: set[tuple]) -> Any:
    if place in places:
        return pytree.Constant(told_apart(value))
    match value:
        case dict():
            return type(value)((k, _freeze(v, (*place, k), places)) for k, v in value.items())
        case list() | tuple():
            items = [_freeze(v, (*place, k), places) for k, v in enumerate(value)]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if EVERYTHING in places and len(place) > 1 and not _is_leaf(value):
        return pytree.Constant(told_apart(value))
    return value


def told_apart(value: Any) -> Any:
    """The value, as something that is not equal to others for its own `__eq__`."""
    return runtime.Exact(value, key_of) if runtime.has_own_equality(value) else value


def _is_leaf(value: Any) -> bool:
    import numpy as np
    return (
        value is None
        or is_array(value)
        or is_foreign(value)
        or isinstance(value, (bool, int, float, complex, np.generic))
        or is_tree_class(value)
    )


def holds_objects(value: Any) -> bool:
    """Does a container hold anything that is neither an array nor a number?"""
    if isinstance(value, dict):
        return any(_holds(v) for v in value.values())
    return isinstance(value, (list, tuple)) and any(map(_holds, value))


def _holds(value: Any) -> bool:
    return holds_objects(value) if isinstance(value, (dict, list, tuple)) else not _is_leaf(value)
