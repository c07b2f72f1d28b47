"""Attributes of objects in heaps: parts of the object, or of its class, which may be one of several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...dispatch import CLASS
from ...interpreter import Interpreter
from ...outside.paths import ABSENT, found_in
from ...state.values import KIND, UNSET, Instance, is_of_several, may_be_unset
from ..own_attributes import read_own
from .families import classes_possible, is_of_classes


def attribute_of_record(interp: Interpreter, obj: Instance, name: str) -> Any:
    """An attribute of an object in a heap; AttributeError where it is of a class that has none."""
    possible = classes_possible(obj)
    missing = [cls for cls in possible if how_found(interp, obj, cls, name) is ABSENT]
    if 0 < len(missing) < len(possible):
        for cls in missing:
            message = f"{cls.__name__!r} object has no attribute {name!r}"
            interp.fail_if(interp.sym(is_of_classes(interp, obj, [cls])), AttributeError, (message,))
        obj = interp.narrowed_record(obj, [cls for cls in possible if cls not in missing])
    return for_each_way(interp, obj, name, lambda mine: own_or_class_attribute(interp, mine, name))


def for_each_way(interp: Interpreter, obj: Instance, name: str, function: Callable[[Instance], Any]) -> Any:
    """The result of a function for an object, called once for all classes that have an attribute in one place."""
    return interp.for_each_class(obj, function, lambda cls: how_found(interp, obj, cls, name))


def own_or_class_attribute(interp: Interpreter, obj: Instance, name: str) -> Any:
    """An attribute of an object in a heap, which all classes that it may be of have in one place."""
    first = obj.cls.classes[0] if obj.cls.classes else obj.cls
    of_class = lambda: interp.class_attribute(first if is_of_several(obj) else obj.cls, obj, name)
    if is_part(interp, obj, first, name):
        own = interp.part_of_record(obj, name)
        if found_in(first.__mro__, name) is ABSENT or own is not UNSET and not may_be_unset(own):
            return read_own(interp, own, obj, name)
        if own is UNSET:
            return of_class()
        return interp.fork(interp.sym(own.flag), lambda: interp.read(own.value), of_class)
    if name == "__class__":
        return CLASS(interp, obj)
    return of_class()


def is_part(interp: Interpreter, obj: Instance, cls: type, name: str) -> bool:
    """Whether it is an attribute of the object itself."""
    kind = obj.attributes[KIND]
    names = kind.names_of(cls) if cls in kind.classes else kind.names
    return name in names and interp.setter_of(cls, name) is None


def how_found(interp: Interpreter, obj: Instance, cls: type, name: str) -> Any:
    """The key that tells classes apart whose objects have an attribute in different places."""
    found = interp.outside.member(cls, name)
    if is_part(interp, obj, cls, name):
        return "part", id(found)  # where it is not set, that of the class is read
    return ABSENT if found is ABSENT else id(found)
