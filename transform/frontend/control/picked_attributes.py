"""Operations on outside objects chosen by data: attributes, methods and tests become lookups in arrays of the
objects' attributes.

node.v      ⇒       np.array([5.0, 2.0, 8.0])[node]
"""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import TABLE
from ..interpreter import Interpreter, operation
from ..models.picked import is_integer_member, is_object_outside
from ..dispatch import ATTRIBUTE, CLASS, TRUTH
from ..lists.choices import choose, is_column
from ..outside.paths import ABSENT, found_in
from ..state.aliases import may_be
from ..state.values import Array, Option, Picked, Poison, describe
from ..calls.attributes import class_attribute, get_attribute, is_read


@CLASS.of(Picked)
def class_of_picked(interp: Interpreter, obj: Picked) -> type:
    return obj.cls


@operation
def number_of_member(interp: Interpreter, obj: Picked) -> Any:
    """The integer that a member of an IntEnum is."""
    values = {k: int(member) for k, member in obj.members.items()}
    return item_of(interp, values, obj.number, 1 + max(values))


@TRUTH.of(Picked)
def picked_is_true(interp: Interpreter, obj: Picked) -> Any:
    if is_integer_member(obj):
        return interp.truth_of(number_of_member(interp, obj))
    if any(interp.outside.member(obj.cls, name) is not ABSENT for name in ("__bool__", "__len__")):
        raise CompileError(f"the truth of {describe(obj)}", "compare it with None, or compare what it holds")
    return True


@ATTRIBUTE.of(Picked)
def picked_attribute(interp: Interpreter, obj: Picked, name: str) -> Any:
    found = found_in(obj.cls.__mro__, name)
    if is_read(found):
        if type(found).__name__ == "cached_property":
            raise CompileError(f"the cached property {name} of {describe(obj)}", "make it a property")
        return class_attribute(interp, obj.cls, obj, name)
    if issubclass(obj.cls, enum.Enum):
        values = {k: getattr(member, name) for k, member in obj.members.items()}
        return item_of(interp, values, obj.number, 1 + max(values))
    objects = [member.unread for member in obj.members.values()]
    if len({hasattr(type(v), name) or name in getattr(v, "__dict__", ()) for v in objects}) > 1:
        raise CompileError(
            f"not all of {len(obj.members)} objects selected by run-time data have an attribute {name}",
            "set it in __init__, to None if it has no value",
        )
    values = {k: interp.read(get_attribute(interp, member, name)) for k, member in obj.members.items()}
    return item_of(interp, values, obj.number, 1 + max(values))


def item_of(interp: Interpreter, values: dict[int, Any], number: Any, count: int) -> Any:
    """The value that belongs to a number below `count`."""
    first = next(iter(values.values()))
    given = {k: v for k, v in values.items() if v is not None}
    if all(v is first for v in values.values()):
        return first
    if any(isinstance(v, Option) for v in given.values()):
        raise CompileError(
            "an attribute of an object selected by run-time data may be None", "compare it with None first"
        )
    if len(given) < len(values):
        flag = table(interp, {k: k in given for k in values}, number, count)
        return Option(item_of(interp, given, number, count), flag, "attribute", interp.span)
    items = list(values.values())
    if all(map(is_object_outside, items)) and len({type(v.unread) for v in items}) == 1:
        numbers = {k: interp.places.number_of(v) for k, v in values.items()}
        found = table(interp, {k: n for k, (n, _) in numbers.items()}, number, count)
        return Picked(found, dict(sorted(numbers.values())))
    if is_column(interp, items):
        return table(interp, values, number, count)
    if all(isinstance(v, Array) for v in items) and len({v.type for v in items}) == 1:
        return row(interp, values, number, count)
    position = table(interp, {k: j for j, k in enumerate(values)}, number, count)
    found = choose(interp, position, [lambda v=v: v for v in items])
    if isinstance(found, Poison):
        raise found.fail()
    return found


def table(interp: Interpreter, values: dict[int, Any], number: Any, count: int) -> Any:
    """The number that stands in a table."""
    filled = list(values.values())
    if all(type(v) is int and k == v for k, v in values.items()):
        return number
    if all(v is filled[0] for v in filled):
        return filled[0]
    column = [values.get(k, filled[0]) for k in range(count)]
    parts = [TABLE["reshape"](s.astype(s.dtype), shape=(1,)) for s in map(interp.sym, column)]
    found = interp.sym(interp.get_item(interp.array(TABLE["concatenate"](*parts, axis=0)), number))
    weak = interp.sym(filled[0]).weak
    return interp.wrap(TABLE["cast"](found, dtype=found.dtype, weak=True) if weak else found)


def row(interp: Interpreter, values: dict[int, Any], number: Any, count: int) -> Array:
    """One of several arrays of one type. It can't be written."""
    arrays = list(values.values())
    column = [values.get(k, arrays[0]) for k in range(count)]
    rows = interp.call_host(np.stack, [tuple(column)], {})
    found = interp.array(interp.sym(interp.get_item(rows, number)))
    for array in arrays:
        may_be(interp.trail, found, array)
    found.frozen = "it belongs to an object selected by run-time data"
    return found
