"""Attributes of objects and arrays that are set and deleted."""

from __future__ import annotations

import dataclasses
import types
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...library import protocol
from ...library.plain.composite import OWN, stands_for_composite
from ..interpreter import Interpreter, operation
from ..models.model import is_model
from ..models.own_attributes import in_order
from ..state.container_aliases import invalidate_aliases
from .replaced_attributes import note_replaced
from .stored_views import note_part
from ..outside.paths import ABSENT, Path, found_in, is_own
from ..outside.snapshot import is_of_python
from ..state.diagnostics import DELETE
from ..state.values import (
    KIND,
    UNSET,
    Array,
    Closure,
    External,
    Instance,
    Maybe,
    class_of,
    describe,
    is_made,
    is_of_several,
    is_record,
)
from ..expressions.containers import check_own
from ..expressions.operators import defines_method
from ..expressions.stored import cast_stored


def set_own(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """obj.name = value, for an object that is made in the function, or in a heap."""
    setter = interp.setter_of(obj.cls, name)
    if setter is not None:
        setter(obj, value)
    elif is_record(obj):
        interp.write_part(obj, name, value)
    else:
        if isinstance(value, Instance) and reaches(value, obj, set()):
            interp.note_objects(obj, value)  # a circle, which can't be followed to its end
        interp.write_attribute(obj, name, value)


def reaches(value: Instance, target: Instance, seen: set[int]) -> bool:
    """Whether an object is the target, or it holds it. (Attributes that paths leave unlike are no dict.)"""
    if value is target or id(value) in seen:
        return value is target
    seen.add(id(value))
    held = value.attributes.values() if type(value.attributes) is dict else ()
    inside = [v.value if isinstance(v, Maybe) else v for v in held]
    return any(reaches(v, target, seen) for v in inside if isinstance(v, Instance))


@operation
def set_attribute(interp: Interpreter, obj: Any, name: str, value: Any) -> None:
    obj = interp.settled(obj)
    if name == "__dict__" and obj is value and is_model(obj):
        interp.share_items(obj)
    elif isinstance(obj, Instance) and not is_of_several(obj) and has_own(interp, obj, "__setattr__"):
        interp.call_method(obj, "__setattr__", [name, value])
    elif is_field(interp, obj, name):
        set_field(interp, obj, name, value)
    elif isinstance(obj, Instance):
        if is_of_several(obj):
            set_in_classes(interp, obj, name, value)
        else:
            check_settable(obj.cls, name)
            set_own(interp, obj, name, value)
    elif isinstance(obj, Array) and name in ("shape", "flat", "real", "imag"):
        set_array_attribute(interp, obj, name, value)
    elif isinstance(obj, External):
        interp.outside.change(obj, name)
    elif isinstance(obj, type) and is_of_python(obj) or isinstance(obj, types.FunctionType):
        interp.outside.set_class_attribute(interp, obj, name, value)
    elif isinstance(obj, Closure):
        if obj not in interp.classes:
            interp.classes[obj] = interp.trail.allocate(Instance(types.SimpleNamespace, {}))
            interp.classes[obj].origin = obj.origin  # on every path from there on, it may have attributes
        interp.trail.write(interp.classes[obj], name, value)
    else:
        raise CompileError(
            f"attribute {name} of {describe(obj)} can't be assigned",
            "make a new one with _replace"
            if hasattr(obj, "_fields")
            else "keep the value in a separate variable",
        )


def has_own(interp: Interpreter, obj: Instance, name: str) -> bool:
    """Whether a class sets or deletes attributes in its own way. That it does not is guarded."""
    if protocol(obj.cls, name) is not getattr(object, name):
        return defines_method(interp, obj, name)
    cls = vars(obj.cls).get("__recto_class__", obj.cls)
    written = is_of_python(cls) and not is_own(cls) and not is_made(cls)
    if written and found_in(cls.__mro__[:-1], name) is ABSENT:  # (a model may do without that of its class)
        interp.outside.guard(Path(("override", cls, name)), ABSENT)
    return False


def set_in_classes(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """obj.name = value, for an object of one of several classes."""
    kind = obj.attributes[KIND]

    def key(cls: type) -> type | None:
        own = isinstance(protocol(cls, "__setattr__"), types.FunctionType)
        return cls if own or interp.setter_of(cls, name) or name not in kind.names_of(cls) else None

    def run(mine: Instance) -> None:
        if has_own(interp, mine, "__setattr__"):
            interp.call_method(mine, "__setattr__", [name, value])
        else:
            check_settable(mine.cls, name)
            set_own(interp, mine, name, value)

    interp.for_each_class(obj, run, key)


@operation
def write_attribute(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """Write an attribute of an object that is made while reading, and invalidate what may be the same."""
    if interp.written_through(obj, lambda chosen: set_attribute(interp, chosen, name, value)):
        return
    interp.outside.assigned(obj, name, value)
    if obj.attributes.get(name) is not value:
        check_own(interp, obj)
        check_inside(interp, obj, name)
        invalidate_aliases(interp, obj)
    value = in_order(interp, obj, name, value)
    note_replaced(interp, obj, name, value)
    note_part(interp, obj, name, value)
    interp.trail.write(obj, name, value)


def check_inside(interp: Interpreter, obj: Instance, name: str) -> None:
    """Refuse a mask or a fill value for a masked array that comes from outside: it would not get it."""
    if stands_for_composite(obj.cls) and name in OWN and interp.trail.is_outside(obj):
        raise CompileError(
            "a masked array that comes from outside gets a "
            + ("mask" if name == "recto_mask" else "fill value")
            + " in compiled code",
            "pass one that has a mask, np.ma.array(x, mask=False)"
            if name == "recto_mask"
            else "assign the fill value before the call",
        )


def set_arguments(interp: Interpreter, obj: Any, *args: Any) -> None:
    """The `__init__` of Python's exceptions, which a class derived from one calls for an object that is read."""
    if not isinstance(obj, Instance):
        raise CompileError("the __init__ of an exception that is known while compiling", "raise a new one")
    interp.trail.write(obj, "args", args)


def set_as_object(interp: Interpreter, obj: Any, name: Any, value: Any) -> None:
    """object.__setattr__: past the class's own, and past a frozen dataclass."""
    obj, name = interp.settled(obj), interp.static(name, "the name of an attribute")
    if (
        not isinstance(obj, Instance)
        or is_field(interp, obj, name)
        or interp.setter_of(obj.cls, name) is not None
    ):
        set_attribute(interp, obj, name, value)
    else:
        set_own(interp, obj, name, value)


def delete_as_object(interp: Interpreter, obj: Any, name: Any) -> None:
    """object.__delattr__"""
    delete_own_attribute(interp, interp.settled(obj), interp.static(name, "the name of an attribute"))


def delete_attribute(interp: Interpreter, obj: Any, name: str) -> None:
    """del obj.name"""
    obj = interp.settled(obj)
    if isinstance(obj, External):
        interp.outside.change(obj, name)
    if isinstance(obj, Instance) and has_own(interp, obj, "__delattr__"):
        return interp.call_method(obj, "__delattr__", [name])
    if isinstance(obj, Instance):
        check_settable(obj.cls, name)
    delete_own_attribute(interp, obj, name)


def delete_own_attribute(interp: Interpreter, obj: Any, name: str) -> None:
    if not isinstance(obj, Instance) or is_record(obj):
        raise DELETE.error()
    if interp.setter_of(obj.cls, name) is not None:
        return delete_by_class(interp, obj, name)
    if name not in obj.attributes:
        message = f"{class_of(obj).__name__!r} object has no attribute {name!r}"
        raise CompileError(f"AttributeError: {message}", kind=AttributeError)
    interp.outside.assigned(obj, name)
    interp.read(obj.attributes[name], f"{obj.cls.__name__}.{name}")
    invalidate_aliases(interp, obj)
    interp.trail.write(obj, name, UNSET)


def delete_by_class(interp: Interpreter, obj: Instance, name: str) -> None:
    """Delete what a property, or another descriptor, of the class gives."""
    found = interp.outside.member(obj.cls, name)
    if not isinstance(found, property):
        descriptor = interp.external(found, Path(("member", obj.cls, name)))
        interp.call_method(descriptor, "__delete__", [obj])
    elif found.fdel is None:
        message = f"property {name!r} of {class_of(obj).__name__!r} object has no deleter"
        raise CompileError(f"AttributeError: {message}", f"define one: @{name}.deleter", kind=AttributeError)
    else:
        interp.call(found.fdel, [obj], {})


def check_settable(cls: type, name: str) -> None:
    """Refuse assignment to attributes of frozen dataclasses, and of classes that do it in their own way."""
    if getattr(getattr(cls, "__dataclass_params__", None), "frozen", False):
        error = CompileError(
            f"FrozenInstanceError: cannot assign to field {name!r}",
            "make a new object with dataclasses.replace",
        )
        error.raised = dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        raise error
    if name == "__class__":
        raise CompileError("the class of an object can't be assigned", "make an object of the other class")
    if not cls.__dictoffset__ and not hasattr(cls, name):
        raise CompileError(
            f"AttributeError: {cls.__name__!r} object has no attribute {name!r}",
            "it has __slots__: add the name to them",
        )


def is_field(interp: Interpreter, obj: Any, name: str) -> bool:
    """Whether it is a name that a user assigns on a structured or masked array, and no property of that."""
    composite = isinstance(obj, Instance) and stands_for_composite(obj.cls)
    return composite and name not in OWN and interp.setter_of(obj.cls, name) is None


def set_field(interp: Interpreter, obj: Instance, name: str, value: Any) -> None:
    """A field of a np.recarray is an attribute, too; structured arrays have no others that are assigned."""
    if (
        name not in obj.attributes.get("recto_fields", ())
        or obj.attributes["recto_dtype"].type is not np.record
    ):
        raise CompileError(
            f"attribute {name} of {describe(obj)} can't be assigned", "assign a field: x['name'] = …"
        )
    interp.set_item(obj, name, value)


def set_array_attribute(interp: Interpreter, array: Array, name: str, value: Any) -> None:
    if name == "shape":
        raise CompileError("an array's shape can't be assigned", "use a = a.reshape(…)")
    if name == "flat":
        value = repeated(interp, value, array.size)
    part = interp.get_attribute(array, name)
    interp.store(part, cast_stored(interp, part, value, False))


def repeated(interp: Interpreter, value: Any, size: int) -> Any:
    """The values that x.flat = value writes: the elements of the value, repeated."""
    value = interp.settled(value)
    if isinstance(value, (list, tuple)):
        value = interp.call_host(np.array, [list(value)], {})
    if isinstance(value, Array) and value.shape and value.size and value.shape != (size,):
        value = interp.call_host(np.resize, [value, (size,)], {})
    return value
