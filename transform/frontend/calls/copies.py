"""`copy.copy` and `copy.deepcopy` of arrays, containers and objects."""

from __future__ import annotations

import dataclasses
import sys
import types
from typing import Any

from ...core.errors import CompileError
from ...ir.builder import Sym
from ...library.plain.composite import stands_for_composite
from ..bounded.extents import BoundedArray
from ..expressions.containers import plain, surely
from ..interpreter import Interpreter
from ..lists.growing import growing_like, is_growing, list_of
from ..lists.items import rows_of
from ..lists.places import place_here
from ..models.bounded.lists_of_lists import ListOfRecords
from ..models.bounded.records import holds_records
from ..models.derived import ItemsAsAttributes, is_of_derived
from ..models.model import is_model
from ..models.own_attributes import note_fields_alone
from ..models.sets import NumberSet
from ..outside.dataclass_fields import fields_of, is_only_given
from ..outside.paths import is_own
from ..state.entered import may_be_entered
from ..state.values import (
    HEAP,
    KIND,
    Array,
    External,
    Instance,
    Maybe,
    Option,
    Picked,
    Sealed,
    class_of,
    describe,
    is_record,
)
from .placeholders import ObjectArray, copy_placeholder


STATE_METHODS = ("__getstate__", "__setstate__", "__reduce__", "__reduce_ex__")


def shallow(interp: Interpreter, x: Any) -> Any:
    """A new container with the same items; of an array a new one with its content."""
    refuse_picked(x)
    x = interp.as_model(x)
    if has_method(x, "__copy__"):
        return interp.call_method(x, "__copy__", [])
    match x:
        case Sym() | Array():
            return x if isinstance(x, Sym) else interp.array(interp.sym(x))
        case Instance() if is_of_derived(x):
            refuse_own(x.cls, *STATE_METHODS)
            refuse_shared(x)
            items = shallow(interp, x.attributes[x.cls.content])
            return interp.trail.allocate(Instance(x.cls, {**x.attributes, x.cls.content: items}))
        case Instance() if is_record(x):
            refuse_own(x.cls, "__copy__", *STATE_METHODS)
            return interp.for_each_class(
                x, lambda mine: interp.copied_record(mine, lambda part: part), lambda cls: cls
            )
        case Instance() if (
            isinstance(x, BoundedArray)
            or is_growing(x)
            or is_model(x)
            or stands_for_composite(x.cls)
            or x.cls is ObjectArray
        ):
            return interp.call_method(x, "copy", [])
        case Instance():
            refuse_own(x.cls, *STATE_METHODS)
            note_fields_alone(interp, x)
            return interp.trail.allocate(Instance(x.cls, dict(x.attributes)))
    value = plain(interp, x)
    if isinstance(value, External):
        found = copy_placeholder(interp, value)
        if found is not None:
            return found
        enter(interp, value)
        raise CompileError(
            f"copy.copy of an outside {type(value.unread).__name__}", "copy it before the call"
        )
    if isinstance(value, list):
        return interp.new_list(value.copy())
    return interp.trail.allocate(value.copy()) if isinstance(value, dict) else value


def deep(interp: Interpreter, x: Any, memo: Any = None) -> Any:
    """New containers all the way down; what is in two places is the same object in both copies."""
    if isinstance(memo, Sealed) and isinstance(memo.value, Copier):  # which a __deepcopy__ has been given
        return memo.value.copy(x)
    if memo is not None and memo != {}:
        raise CompileError(
            "copy.deepcopy is given a memo that holds something",
            "leave it out: each call has a memo of its own",
        )
    return Copier(interp).copy(x)


class Copier:
    """Copies each object once."""

    def __init__(self, interp: Interpreter):
        self.interp = interp
        self.depth = 0  # of lists in lists
        self.done: dict[int, tuple[Any, Any]] = {}  # id -> the object, which keeps it alive, and its copy

    def copy(self, x: Any) -> Any:
        value = surely(self.interp, plain(self.interp, self.interp.as_model(x)))
        refuse_picked(value)
        if not isinstance(value, (Array, Instance, External, Maybe, list, dict, tuple)):
            return value
        if id(x) not in self.done:
            self.done[id(x)] = x, self.made(value)
        return self.done[id(x)][1]

    def made(self, value: Any) -> Any:
        allocate = self.interp.trail.allocate
        match value:
            case Option():
                return dataclasses.replace(value, value=self.copy(value.value))
            case Instance() if is_growing(value):
                return growing_like(self.interp, value, self.copy(rows_of(self.interp, value)))
            case Instance() if value.cls is ListOfRecords:
                refuse_held(value.attributes["pool"].value)
                return self.interp.call_method(value, "recto_copy", [Sealed(self.copy)])
            case Instance() if value.cls is NumberSet:
                return self.interp.call_method(value, "copy", [])
            case BoundedArray():
                return allocate(value.like({**value.attributes, "data": self.copy(value.data)}))
            case Instance() if has_method(value, "__deepcopy__"):
                return self.interp.call_method(value, "__deepcopy__", [Sealed(self)])
            case Instance():
                refuse_own(value.cls, *STATE_METHODS)
                refuse_shared(value)
                if is_record(value):
                    refuse_own(value.cls, "__deepcopy__")
                    refuse_held(value.attributes[HEAP].value)
                    copied = lambda mine: self.interp.copied_record(mine, self.copy)
                    return self.interp.for_each_class(value, copied, lambda cls: cls)
                note_fields_alone(self.interp, value)
                return allocate(value.like({k: self.copy(v) for k, v in value.attributes.items()}))
            case dict():
                return allocate({k: self.copy(v) for k, v in value.items()})
            case list():
                self.depth += 1
                items = [self.copy(v) for v in value]
                self.depth -= 1
                return list_of(self.interp, ("copy", place_here(self.interp), self.depth), items)
            case tuple():
                items = [self.copy(v) for v in value]
                return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
            case Array():
                return shallow(self.interp, value)
        found = copy_placeholder(self.interp, value) if isinstance(value, External) else None
        if found is not None:
            return found
        enter(self.interp, value)
        raise CompileError("copy.deepcopy of an object from outside", "copy it before the call")


def enter(interp: Interpreter, value: Any) -> None:
    """Read again with an object from outside as an abstract value, which can be copied."""
    if isinstance(value, External) and may_be_entered(value.unread):
        interp.outside.change(value)


def refuse_picked(value: Any) -> None:
    if isinstance(value, Picked):
        raise CompileError(
            f"{describe(value)} is selected by run-time data, and can't be copied", "copy its attributes"
        )


def refuse_held(heap: Instance) -> None:
    """Refuse objects that hold others: which of those are one, depends on data."""
    if holds_records(heap):
        kind = heap.attributes[KIND]
        raise CompileError(
            f"copy.deepcopy of objects of class {kind.called}, which hold others selected by run-time data",
            "write a method that makes the copy",
        )


def has_method(value: Any, name: str) -> bool:
    """Whether the class of an object defines how it is copied, by a method that can be called."""
    found = getattr(value.cls, name, None) if isinstance(value, Instance) and not is_record(value) else None
    return isinstance(found, types.FunctionType) and not is_own(found)


def refuse_shared(value: Instance) -> None:
    """Refuse a dict that is its own __dict__: the copy that Python makes of it has both, with the same items."""
    if issubclass(value.cls, ItemsAsAttributes):
        raise CompileError(
            f"a copy of {describe(value)}, whose attributes are its items, is no such dict in Python",
            f"make a new one: {class_of(value).__name__}(x)",
        )


def refuse_own(cls: type, *names: str) -> None:
    """Refuse a class that says itself how it is copied."""
    for name in names:
        found = getattr(cls, name, None)
        if isinstance(found, types.FunctionType) and found.__module__ != "dataclasses":
            raise CompileError(f"{cls.__name__} defines {name}", "call a method of your own instead")


def not_replaced(message: str) -> CompileError:
    kind = ValueError if sys.version_info < (3, 13) else TypeError
    return CompileError(f"{kind.__name__}: {message}", kind=kind)


def replaced_dataclass(interp: Interpreter, obj: Instance, changes: dict[str, Any]) -> Any:
    """dataclasses.replace: a new object, made by the class of the other one with its fields."""
    for f in fields_of(obj.cls):
        if not f.init and f.name in changes:
            message = f"field {f.name} is declared with init=False, it cannot be specified with replace()"
            raise not_replaced(message)
        if f.init and f.name not in changes:
            if is_only_given(f) and f.default is dataclasses.MISSING:
                raise not_replaced(f"InitVar {f.name!r} must be specified with replace()")
            changes = {**changes, f.name: interp.get_attribute(obj, f.name)}
    return interp.call(obj.cls, [], changes)
