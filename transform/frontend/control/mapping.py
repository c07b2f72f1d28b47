"""Map over the items of containers and objects: rebuild them with other items."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from ..state.values import NEVER, Array, Instance, Maybe, Poison


def map_arrays(value: Any, function: Callable[[Array], Array], made: Callable[[Any, Any], Any]) -> Any:
    """The value with every Array in it replaced; see `map_items` for `made`."""
    again = lambda v: map_arrays(v, function, made)
    match value:
        case Array():
            return function(value)
        case Maybe():
            return dataclasses.replace(value, value=again(value.value))
    return map_items(value, again, made)


def map_items(value: Any, function: Callable[[Any], Any], made: Callable[[Any, Any], Any]) -> Any:
    """A container or object with its items replaced; made(old, new) sees those that can change. Anything else as it
    is."""
    match value:
        case Instance():
            if isinstance(value.attributes, Poison):  # two paths leave it with others
                raise value.attributes.fail()
            return made(value, value.like({k: function(v) for k, v in value.attributes.items()}))
        case dict():
            return made(value, {k: function(v) for k, v in value.items()})
        case list():
            return made(value, type(value)(map(function, value)))
        case tuple() if hasattr(value, "_fields"):
            return type(value)(*map(function, value))
        case tuple():
            return type(value)(map(function, value))
    return value


def never_like(value: Any, other: Any) -> Any:
    """A value; where a path has none, a container like the other path's, of items that are never there."""
    if value is not NEVER:
        return value
    items = [NEVER] * len(other)
    return type(other)(*items) if hasattr(other, "_fields") else type(other)(items)
