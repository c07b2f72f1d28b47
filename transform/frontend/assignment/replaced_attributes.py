"""Conditional replacement of the caller's containers: a flag records whether an attribute still holds its
first one.

    if full: self.items = [0.0]     ⇒     items_is_replaced = full
                                          # after the call: self.items = [0.0] if items_is_replaced else self.items

Branches and loops join the containers of an attribute item by item. A truth value in a register, which they
carry too, records which container the attribute holds after the call. The variables of scopes are attributes
here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from ...ir.builder import Sym
from ..bounded.extents import BoundedArray, array_under
from ..interpreter import Interpreter, operation
from ..lists.choices import remember
from ..lists.growing import is_growing
from ..lists.items import is_made_of_numbers, rows_of
from ..models.model import is_list_model, is_model
from ..state.container_aliases import containers_may_alias
from ..state.entered import Attributes, may_be_entered
from ..state.trail import Change, Registers
from ..state.values import UNSET, Array, External, Instance, Maybe, Poison, Sealed, is_record


@dataclasses.dataclass
class Replacement:
    """A value that is stored in an attribute only where the flag says so; the caller's own `original` stays
    there otherwise."""

    value: Any
    flag: Any
    original: Any


def register_of(interp: Interpreter, obj: Instance, name: str) -> str:
    """The name of the register that says whether an attribute is replaced."""
    return f"{name}_is_replaced{number_of(interp, obj)}"


def number_of(interp: Interpreter, obj: Instance) -> int | str:
    """The number of an object of the caller's in the name of a register; the first has none."""
    numbers = [number for number, e in enumerate(interp.outside.entered.values()) if e.value is obj]
    return numbers[0] or "" if numbers else ""


def first_container(obj: Any, name: Any) -> Any:
    """The container that an attribute of the caller's object held at first; None if it held none."""
    if not isinstance(obj, Instance) or not isinstance(obj.attributes, Attributes):
        return None
    found = obj.attributes.before.get(name, UNSET)
    return found if is_container(found) else None


def is_container(value: Any) -> bool:
    if isinstance(value, External):
        return may_be_entered(value.unread)
    return isinstance(value, (list, dict)) or isinstance(value, Instance) and not is_record(value)


def is_one(interp: Interpreter, value: Any, other: Any) -> bool:
    """Whether they are surely the same container."""
    outside = isinstance(value, External) and isinstance(other, External)
    return value is other or outside and value.unread is other.unread


def may_be_one(interp: Interpreter, value: Any, other: Any) -> bool:
    if is_one(interp, value, other):
        return True
    return is_container(value) and containers_may_alias(interp.trail, value, other)


def note_replaced(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """Note that a value is assigned to an attribute of the caller's object, or to a variable of a scope."""
    if not isinstance(obj.attributes, Attributes) or value is obj.attributes.get(name):
        return
    original = first_container(obj, name)
    if original is None:
        return
    flag: Any = not is_one(interp, value, original)
    if flag and may_be_one(interp, value, original):
        flag = Poison("different objects are stored on two paths", "store its contents")
    register = register_of(interp, obj, name)
    interp.registers.setdefault(register, False)
    interp.trail.write(interp.registers, register, flag)


@operation
def assign_in_scope(interp: Interpreter, scope: Instance, name: str, value: Any) -> None:
    """Assign to a variable of a module, or of an enclosing function."""
    note_replaced(interp, scope, name, value)
    interp.trail.write(scope, name, value)


def is_original(interp: Interpreter, obj: Any, name: Any, value: Any, registers: dict) -> bool:
    """Whether the value of an attribute is the container that it held at first, where the registers are
    these."""
    original = first_container(obj, name)
    if original is None or not is_one(interp, value, original):
        return False
    return registers.get(register_of(interp, obj, name), False) is False


def note_originals(interp: Interpreter, written: Iterable[tuple[Change, Any]]) -> None:
    """Note of containers that attributes hold behind branches or in loops where they are the caller's own ones: what is
    written to them is written to these then."""
    for change, value in written:
        original = first_container(change.obj, change.key)
        if original is None or value is original or not may_be_one(interp, value, original):
            continue
        flag = interp.registers.get(register_of(interp, change.obj, change.key), False)
        if isinstance(flag, Sym):
            take_apart(interp, value)
            remember(interp, value, flag, [original])  # the first and only one where the flag is 0


def take_apart(interp: Interpreter, value: Any) -> None:
    """Give the lists of numbers that a container consists of arrays of their own: what is written to one will be
    written to each that it may be."""
    for part in inner_parts(value):
        if is_growing(part) and not isinstance(part.attributes["rows"], Poison) and is_made_of_numbers(part):
            rows = rows_of(interp, part)
            own = interp.array(interp.content(array_under(rows)))
            if isinstance(rows, BoundedArray):
                own = interp.trail.allocate(rows.like({**rows.attributes, "data": own}))
            interp.trail.write(part, "rows", own)


class SeenByCaller:
    """The containers and objects that the caller has, and those that the caller's hold, now: `obj in seen`."""

    def __init__(self, interp: Interpreter):
        self.trail = interp.trail
        self.held: set[int] | None = None  # found out when it is asked for

    def __contains__(self, obj: Any) -> bool:
        if not isinstance(obj, (list, dict, Instance)) or isinstance(obj, Registers):
            return False
        if self.trail.is_given(obj):
            return True
        if self.held is None:
            self.held = reached(self.trail.kept.values())
        return id(obj) in self.held


def reached(roots: Iterable[Any]) -> set[int]:
    """The ids of what can be reached, without looking at what has not been read."""
    seen, left = set[int](), list(roots)
    while left:
        value = left.pop()
        if id(value) in seen:
            continue
        match value:
            case Instance():
                left.append(value.attributes)
            case dict():
                left += dict.values(value)
            case list() | tuple():
                left += value
            case Maybe() | Sealed():  # of which a heap is one
                left.append(value.value)
            case _:
                continue
        seen.add(id(value))
    return seen


def replacement(interp: Interpreter, obj: Instance, name: str, value: Any) -> Any:
    """The value to store in an attribute of the caller's object."""
    if first_container(obj, name) is None:
        return value
    flag = interp.registers.get(register_of(interp, obj, name), True)
    if isinstance(flag, Poison):
        raise flag.fail()
    return value if isinstance(flag, bool) else Replacement(value, flag, obj.attributes.before[name])


def inner_parts(value: Any) -> Iterator[Any]:
    """A container, and what a list or dict of computed length consists of."""
    if isinstance(value, BoundedArray):
        value = value.data
    if isinstance(value, Array):
        yield value.root
    if isinstance(value, (list, dict, Instance)):
        yield value
    if isinstance(value, Instance) and (is_growing(value) or (is_list_model(value) or is_model(value, dict))):
        for part in value.attributes.values():
            for each in part if isinstance(part, tuple) else (part,):
                yield from inner_parts(each)
