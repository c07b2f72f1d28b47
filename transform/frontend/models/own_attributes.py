"""Attributes that compiled code sets, on every path or on some: of objects, functions, and classes along their bases.
Where one may be missing, a truth value says whether it is set.

    if not hasattr(self, "total"):          if not total_set:
        self.total = 0.0             =>         total, total_set = 0.0, True
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import Any

from ..interpreter import Interpreter
from ..outside.paths import ABSENT, found_in
from ..state.values import (
    KIND,
    NEVER,
    UNSET,
    Closure,
    Displaced,
    Instance,
    Maybe,
    is_record,
    is_unsure,
    may_be_unset,
)
from .model import is_model


def in_order(interp: Interpreter, obj: Any, name: str, value: Any) -> Any:
    """A value for an attribute. One that was set, or deleted, on one path only is before others, or behind them."""
    held = obj.attributes if isinstance(obj, Instance) else None
    if type(held) is dict and is_unsure(held.get(name)) and len(held) > 1 and not is_model(obj):
        return Displaced(value, True, name, interp.span)
    return value


def has_another(cls: type, name: str) -> bool:
    """Whether an object of this class has an attribute even where it holds none of that name."""
    found = [found_in(cls.__mro__, n) for n in (name, "__getattr__")]
    return any(member is not ABSENT and not is_slot(member) for member in found)


def note_fields_alone(interp: Interpreter, obj: Instance, name: str | None = None) -> None:
    """Note that an object of a dataclass, which may be among the arguments, is taken to have no attribute of this name,
    or none at all, besides its fields. (A method is not looked for among the attributes of the object.)"""
    if dataclasses.is_dataclass(obj.cls):
        found = ABSENT if name is None else found_in(obj.cls.__mro__, name)
        interp.fields_alone |= not isinstance(found, types.FunctionType) and not hasattr(found, "__set__")


def is_slot(member: Any) -> bool:
    """Whether it is the place for an attribute that __slots__ names."""
    return isinstance(member, types.MemberDescriptorType)


OWNERS = (Instance, Closure, type, types.FunctionType)


def along_classes(
    interp: Interpreter, order: tuple[type, ...], name: str, obj: Any, otherwise: Callable[[], Any]
) -> Any:
    """The value assigned to the first class that has the attribute, or `otherwise()`: the first member that
    it has. Where it is assigned on some paths only, the next class is asked on the others."""
    for k, cls in enumerate(order):
        own, rest = interp.outside.assigned_to_class(interp, (cls,), name), order[k + 1 :]
        if own is UNSET and name not in vars(cls):
            continue
        if own is UNSET:
            break
        if not may_be_unset(own) or not any(is_held(interp, c, name) for c in rest):
            return read_own(interp, own, obj, name)
        return interp.fork(
            interp.sym(own.flag),
            lambda: interp.read(own.value),
            lambda: along_classes(interp, rest, name, obj, otherwise),
        )
    return otherwise()


def is_held(interp: Interpreter, cls: type, name: str) -> bool:
    """Whether a class has a member of that name itself, or what gives one."""
    assigned = interp.outside.assigned_to_class(interp, (cls,), name)
    return assigned is not UNSET or name in vars(cls) or "__getattr__" in vars(cls)


def own_values(interp: Interpreter, obj: Any, name: str) -> list[Any]:
    """The values that an object, a function, a class and its bases hold under a name, of which the first
    counts."""
    order = obj.cls.__mro__ if isinstance(obj, Instance) else getattr(obj, "__mro__", ())
    held = obj if isinstance(obj, Instance) else interp.classes.get(obj) if isinstance(obj, Closure) else None
    own = [] if held is None else [held.attributes.get(name, UNSET)]
    places = (obj,) if isinstance(obj, types.FunctionType) else order
    assigned = [interp.outside.assigned_to_class(interp, (c,), name) for c in places]
    members = [vars(c)[n] for c in order for n in (name, "__getattr__") if n in vars(c)]
    return [value for value in own + assigned + members if value is not UNSET and not is_slot(value)]


def read_own(interp: Interpreter, value: Any, obj: Any, name: str) -> Any:
    """The value of an attribute; where it has none yet, AttributeError is raised."""
    if not may_be_unset(value):
        return interp.read(value, f"{name_of_owner(obj)}.{name}")
    whose = (
        f"type object {obj.__name__!r}" if isinstance(obj, type) else f"{name_of_owner(obj, True)!r} object"
    )
    return interp.read_maybe(value, AttributeError, f"{whose} has no attribute {name!r}")


def name_of_owner(obj: Any, of_class: bool = False) -> str:
    """The name of a class, a function or an object's class."""
    match obj:
        case Instance():
            return obj.cls.__name__
        case Closure() | types.FunctionType():
            return "function" if of_class else obj.name if isinstance(obj, Closure) else obj.__name__
    return (obj if isinstance(obj, type) else type(obj)).__name__


def unsure_attribute(interp: Interpreter, obj: Any, name: str) -> Maybe | None:
    """The attribute of an object, if it is set on some paths only and nothing of its class stands in its place."""
    obj = interp.read(obj)
    held = own_values(interp, obj, name) if isinstance(obj, OWNERS) and not is_record(obj) else []
    if is_record(obj) and name in obj.attributes[KIND].names:
        held = [interp.part_of_record(obj, name)]
    if len(held) != 1 or not may_be_unset(held[0]):
        return None
    [own] = held
    if own.flag is True or own.flag is False or own.value is NEVER:
        return None
    interp.doubted.add(own.name)  # in a loop it may hold the value of an earlier iteration
    return own
