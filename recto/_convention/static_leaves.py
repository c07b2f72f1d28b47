"""Static values inside containers of arguments, wrapped as constants so that they are part of the call's
signature.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Set
from typing import Any

import numpy as np

from recto import runtime
from recto.transform import Slot, is_foreign

from .arguments import is_array
from .composites import Disassembled
from .tree_classes import is_tree_class, attributes_of

EVERYTHING = ()  # the place that stands for all leaves that are neither arrays nor numbers


def freeze(args: tuple, kwargs: dict, places: Set[tuple]) -> tuple[tuple, dict]:
    """The arguments with the values at these places (and with EVERYTHING all that is no array or number) as
    constants."""
    frozen = tuple(_freeze(v, (k,), places) for k, v in enumerate(args))
    return frozen, {k: _freeze(v, (k,), places) for k, v in kwargs.items()}


def _freeze(value: Any, place: tuple, places: Set[tuple]) -> Any:
    if place in places:
        return runtime.Frozen(value)
    match value:
        case dict():
            return _with_items(value, {k: _freeze(v, (*place, k), places) for k, v in value.items()})
        case list() | tuple():
            items = [_freeze(v, (*place, k), places) for k, v in enumerate(value)]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if is_tree_class(value):
        names = attributes_of(value).children
        return _with_attributes(value, {n: _freeze(getattr(value, n), (*place, n), places) for n in names})
    if EVERYTHING in places and len(place) > 1 and not _is_leaf(value):
        return runtime.Frozen(value)
    return value


def _with_items(value: dict, items: dict) -> dict:
    if type(value) is dict:
        return items
    changed = copy.copy(value)  # such as a defaultdict
    changed.update(items)
    return changed


def _with_attributes(value: Any, attributes: dict[str, Any]) -> Any:
    if all(getattr(value, name) is item for name, item in attributes.items()):
        return value
    changed = copy.copy(value)
    for name, item in attributes.items():
        object.__setattr__(changed, name, item)
    return changed


def _is_leaf(value: Any) -> bool:
    return (
        value is None
        or is_array(value)
        or isinstance(value, (Slot, bool, int, float, complex, np.generic))
        or is_foreign(value)
        or isinstance(value, Disassembled)
    )


def objects_inside(value: Any) -> Iterator[Any]:
    """The items of a container that are neither arrays nor numbers."""
    if isinstance(value, dict):
        items = list(value.values())
    elif isinstance(value, (list, tuple)):
        items = list(value)
    else:
        items = (
            [getattr(value, name) for name in attributes_of(value).children] if is_tree_class(value) else []
        )
    for item in items:
        if isinstance(item, (dict, list, tuple)) or is_tree_class(item):
            yield from objects_inside(item)
        elif not _is_leaf(item):
            yield item.value if isinstance(item, runtime.Frozen) else item
