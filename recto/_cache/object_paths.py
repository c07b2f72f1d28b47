"""Serialise references to live objects in disk-cache records as access paths (global → attribute → item).

A function that was found in a closure cell stands in a record as the path to that cell, whose root is the function
around it, and so on up to the function that is called: in another process the path leads to what stands there now.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

from recto.transform import Argument, Instance, Path, Slot, Space

from .._convention.arguments import is_array, is_constant
from .._convention.tree_classes import is_tree_class
from .encoding import Unwritable, decode_value, encode_value
from .fingerprints import (
    CONTAINERS,
    LIBRARIES,
    NAMED,
    object_named,
    is_plain,
    library_place,
    of_library,
    parts_of_object,
)
from .path_lookup import look

ROOT, ARGUMENTS = ("function",), ("arguments",)


def references(function: Any, args: tuple, kwargs: dict) -> dict[Any, Any]:
    """The objects that a record may refer to by name: the function, and the call's arguments."""
    return {ROOT: function.__wrapped__, ARGUMENTS: [args, kwargs]}


def objects_in(value: Any, path: Path) -> list[tuple[Path, Any]]:
    """The objects among an argument, with paths: what is no array, number or container."""
    if is_constant(value):
        return objects_in(value.value, path.then("attribute", "value"))
    if holds_none(value) or is_array(value):
        return []
    if isinstance(value, dict):
        items = [(k, v) for k, v in value.items() if not holds_none(v)]
        return [found for k, v in items for found in objects_in(v, path.then("item", k))]
    if isinstance(value, (list, tuple)):
        items = [(k, v) for k, v in enumerate(value) if not holds_none(v)]
        inside = [found for k, v in items for found in objects_in(v, path.then("item", k))]
        return inside if type(value) in (list, tuple) else [(path, value), *inside]
    attributes = (
        value.attributes
        if isinstance(value, Instance)
        else vars(value)
        if is_tree_class(value) and hasattr(value, "__dict__")
        else {}
    )
    return [
        (path, value),
        *(found for k, v in attributes.items() for found in objects_in(v, path.then("attribute", k))),
    ]


def holds_none(value: Any) -> bool:
    """Whether it is surely no object, nor what has some inside. (Lists have many such items: each would cost
    a path.)"""
    return type(value) is Argument or is_plain(value)


def same(values: list) -> list[int]:
    """For every value, the number of the first one that is the same object."""
    first: dict[int, int] = {}
    return [first.setdefault(id(v), k) for k, v in enumerate(values)]


class Places:
    """The places where objects were found, in the order in which they were: a path begins at an object found
    before."""

    def __init__(self, known: dict[Any, Any]):
        self.names = {id(v): name for name, v in known.items()}
        self.paths: dict[int, Path] = {}
        self.seen: dict[int, Any] = {}  # keeps them alive, so that no id is used again
        self.note(known[ROOT], Path(("argument", known[ROOT])))
        for inner, value in objects_in(known[ARGUMENTS], Path(("argument", known[ARGUMENTS]))):
            if type(value) is Slot:
                self.paths[id(value)] = inner
                value, inner = value.value, Path(("slot", value))
            self.note(value, inner)
            self.note(type(value), inner.then("attribute", "__class__"))

    def note_all(self, found: dict[Path, Any]) -> None:
        """Note all objects that guards found."""
        for path, value in found.items():
            if self.begins(path):
                self.note(value, path)

    def note(self, value: Any, path: Path) -> None:
        """An object at the end of a path, and what it is made of."""
        if is_plain(value) or id(value) in self.seen or of_library(value):
            return
        self.seen[id(value)] = value
        if type(value) not in CONTAINERS:  # equal ones may be one object by chance
            self.paths[id(value)] = path
        for steps, part in parts_of_object(value):
            self.note(part, Path(path.root, (*path.steps, *steps)))

    def begins(self, path: Path) -> bool:
        """Whether the path begins at something that can be found."""
        return path.root[0] in ("global", "name", "import") or self.knows(path.root[1])

    def knows(self, value: Any) -> bool:
        return id(value) in self.names or id(value) in self.paths or of_library(value)


# -- in a file -------------------------------------------------------------------------------------------------------


class Writer:
    """Writes values; objects of the process as the ways that lead to them, each of which is written once."""

    def __init__(self, places: Places):
        self.places = places
        self.numbers: dict[int, int] = {}
        self.ways: list[Any] = []

    def write(self, value: Any) -> Any:
        """As JSON has it. Raises Unwritable where it refers to what other processes can't find."""
        return encode_value(value, self.refer)

    def refer(self, value: Any) -> Any:
        if type(value) is Space:
            name = value.space.get("__name__")
            if sys.modules.get(name) is None or vars(sys.modules[name]) is not value.space:
                raise Unwritable(name)
            return ["space", name]
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if id(value) in self.places.names:
            return list(self.places.names[id(value)])
        if id(value) in self.places.paths:
            return ["object", self.number(value)]
        place = library_place(value) if isinstance(value, NAMED) else None
        return ["named", *place] if place and object_named(*place) is value else None

    def number(self, value: Any) -> int:
        if id(value) not in self.numbers:
            way = self.write(self.places.paths[id(value)])
            self.numbers[id(value)] = len(self.ways)
            self.ways.append(way)
        return self.numbers[id(value)]


class Reader:
    """Reads what a Writer wrote, a value at a time: each object is looked for when it is first referred to."""

    def __init__(self, ways: list[Any], known: dict[Any, Any]):
        self.ways = ways
        self.objects: dict[int, Any] = {}
        self.functions = functions_of(known[ROOT])  # those that are run, as far as is known
        self.references: dict[str, Callable] = {
            "space": lambda name: Space(vars(loaded_module(name))),
            "module": loaded_module,
            "object": self.object,
            "named": library_object,
            **{name: lambda value=value: value for (name,), value in known.items()},
        }

    def read(self, data: Any) -> Any:
        return decode_value(data, self.references)

    def object(self, number: int) -> Any:
        if number not in self.objects:
            self.objects[number] = self.look(self.read(self.ways[number]))
        return self.objects[number]

    def look(self, path: Path) -> Any:
        """The object that a path leads to. Raises what `_lookup.look` raises."""
        value = look(path, self.functions)
        if isinstance(value, types.FunctionType):
            self.functions.append(value)
        return value


def functions_of(value: Any) -> list[types.FunctionType]:
    """The functions that a compiled one consists of: a transformation of one, a method, a partial."""
    if type(value) is types.FunctionType:
        return [value]
    inside = () if isinstance(value, type) else parts_of_object(value)
    return [function for _, part in inside for function in functions_of(part)]


def loaded_module(name: str) -> types.ModuleType:
    module = sys.modules[name]
    if type(module) is not types.ModuleType:
        raise LookupError(name)
    return module


def library_object(module: str, name: str) -> Any:
    """A function or class of a library."""
    value = object_named(module, name) if module.split(".")[0].lstrip("_") in LIBRARIES else None
    if value is None or library_place(value) != (module, name):
        raise LookupError(name)
    return value
