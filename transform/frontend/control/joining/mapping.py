"""Map over the items of containers and objects: rebuild them with other items; search their contents;
compare.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import Any

from ....ir.builder import Sym
from .unlike_values import Unlike
from ...outside.kinds import is_plain_class
from ...state.values import (
    NEVER,
    NUMBERS,
    Array,
    Bound,
    Closure,
    External,
    Instance,
    Maybe,
    Option,
    Poison,
    is_carried,
    object_of,
)


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


CONTAINERS = (tuple, list, dict, Instance)


def may_be_none(value: Any, loop: bool) -> bool:
    """Whether it can be None on another path: a number, an array, a member, or a container or object. One that holds
    another that may be None is a link of a chain, which has no end: in a loop it can't, nor can the third of
    such links in a branch."""
    return (
        is_carried(value)
        or isinstance(value, Unlike)
        or isinstance(object_of(value), enum.Enum)
        or isinstance(value, CONTAINERS)
        and links(value, loop, set()) < (1 if loop else 3)
    )


def links(value: Any, loop: bool, seen: set[int]) -> int:
    """The number of objects that may be None, or in a loop are None, which are held by each other in it."""
    if isinstance(value, Option):
        return int(isinstance(value.value, CONTAINERS)) + links(value.value, loop, seen)
    if value is None:
        return int(loop)
    if not isinstance(value, CONTAINERS) or id(value) in seen:
        return 0
    seen.add(id(value))
    held = value.attributes.values() if isinstance(value, Instance) else value
    return max((links(v, loop, seen) for v in (held.values() if isinstance(held, dict) else held)), default=0)


def equal_values(a: Any, b: Any) -> bool:
    """Whether two values of one class are known to be the same."""
    if isinstance(a, Sym):
        return a.atom == b.atom and a.builder is b.builder
    if isinstance(a, External):
        return a.outside.same(a, b) if is_plain_class(type(a.unread)) else a.identity is b.identity
    if isinstance(a, Closure):
        return a.node is b.node and a.frame is b.frame
    if isinstance(a, Bound):
        return a.function is b.function and a.self is b.self
    try:
        same = a == b
        return bool(same) and str(a) == str(b)  # tells 0.0 from -0.0, 1 from True
    except Exception:  # of a class of the user's
        return False


def tuple_of_constants(value: Any) -> tuple | None:
    """A tuple, if it is from outside only if it holds nothing but numbers, texts, members of enumerations and such."""
    if isinstance(value, External):
        return (
            value.outside.whole(value) if type(value.unread) is tuple and is_constant(value.unread) else None
        )
    return value if type(value) is tuple else None


def is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(is_constant, value))
    return value is None or isinstance(value, (*NUMBERS, str, enum.Enum))
