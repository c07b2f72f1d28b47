"""How records of the disk cache refer to a running process's objects: by the way that leads to them.

A function that was found in a closure cell stands in a record as the path to that cell, whose root is the function
around it, and so on up to the function that is called: in another process the path leads to what stands there now.
"""

from __future__ import annotations

import io
import pickle
import sys
import types
from typing import Any

from recto import transform
from recto.transform import Instance, Path

from ._arguments import is_array, is_constant, is_tree_class
from ._contents import CONTAINERS, NAMED, is_plain, of_library, parts

ROOT, ARGUMENTS = ("function",), ("arguments",)
BY_VALUE = ("builtins", "collections", "numpy", "recto", "enum", "pickle")      # whose objects are data, or records


def references(function: Any, args: tuple, kwargs: dict) -> dict[Any, Any]:
    """What a record may refer to by name: the function, and the call's arguments."""
    return {ROOT: function.__wrapped__, ARGUMENTS: [args, kwargs]}


def objects_in(value: Any, path: Path) -> list[tuple[Path, Any]]:
    """The objects among an argument, with paths: what is no array, number or container."""
    if is_constant(value):
        return objects_in(value.value, path.then("attribute", "value"))
    if is_plain(value) or is_array(value):
        return []
    if isinstance(value, dict):
        return [found for k, v in value.items() for found in objects_in(v, path.then("item", k))]
    if isinstance(value, (list, tuple)):
        inside = [found for k, v in enumerate(value) for found in objects_in(v, path.then("item", k))]
        return inside if type(value) in (list, tuple) else [(path, value), *inside]
    attributes = value.attributes if isinstance(value, Instance) else vars(value) if is_tree_class(value) and \
        hasattr(value, "__dict__") else {}
    return [(path, value), *(found for k, v in attributes.items() for found in
                             objects_in(v, path.then("attribute", k)))]


def same(values: list) -> list[int]:
    """For every value, the number of the first one that is the same object."""
    first: dict[int, int] = {}
    return [first.setdefault(id(v), k) for k, v in enumerate(values)]


class Places:
    """Where objects were found, in the order in which they were: a path begins at what was found before."""

    def __init__(self, known: dict[Any, Any]):
        self.names = {id(v): name for name, v in known.items()}
        self.paths: dict[int, Path] = {}
        self.seen: dict[int, Any] = {}          # keeps them alive, so that no id is used again
        self.note(known[ROOT], Path(("argument", known[ROOT])))
        for inner, found in objects_in(known[ARGUMENTS], Path(("argument", known[ARGUMENTS]))):
            self.note(found, inner)
            self.note(type(found), inner.then("attribute", "__class__"))

    def note_all(self, found: dict[Path, Any]) -> None:
        """What guards found."""
        for path, value in found.items():
            if self.begins(path):
                self.note(value, path)

    def note(self, value: Any, path: Path) -> None:
        """An object at the end of a path, and what it is made of."""
        if is_plain(value) or id(value) in self.seen or of_library(value):
            return
        self.seen[id(value)] = value
        if type(value) not in CONTAINERS:       # equal ones may be one object by chance
            self.paths[id(value)] = path
        for steps, part in parts(value):
            self.note(part, Path(path.root, (*path.steps, *steps)))

    def begins(self, path: Path) -> bool:
        """Does the path begin at something that can be found?"""
        return path.root[0] in ("global", "name", "import") or self.knows(path.root[1])

    def knows(self, value: Any) -> bool:
        return id(value) in self.names or id(value) in self.paths or of_library(value)


class Pickler(pickle.Pickler):
    """Writes outside objects as the ways that lead to them; data by value."""

    def __init__(self, file: Any, places: Places):
        super().__init__(file, protocol=5)
        self.places = places

    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, transform.Space):
            name = obj.space.get("__name__")
            if sys.modules.get(name) is None or vars(sys.modules[name]) is not obj.space:
                raise pickle.PicklingError(name)
            return "space", name
        if isinstance(obj, types.ModuleType):
            return "module", obj.__name__
        if id(obj) in self.places.names:
            return self.places.names[id(obj)]
        if id(obj) in self.places.paths:
            return "at", self.places.paths[id(obj)]
        if not of_library(obj) and not is_data(obj):
            raise pickle.PicklingError(type(obj).__name__)
        return None


def is_data(value: Any) -> bool:
    module = type(value).__module__.split(".")[0].lstrip("_")
    return module in BY_VALUE and not isinstance(value, (*NAMED, types.MethodType))


class Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, known: dict[Any, Any]):
        super().__init__(file)
        self.known = known

    def persistent_load(self, pid: Any) -> Any:
        match pid:
            case "space", name:
                return transform.Space(vars(sys.modules[name]))
            case "module", name:
                return sys.modules[name]
            case "at", path:
                return transform.fetch(path)
        return self.known[pid]


def written(record: Any, places: Places) -> bytes | None:
    """None where the record refers to what other processes can't find."""
    file = io.BytesIO()
    try:
        Pickler(file, places).dump(record)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError):
        return None
    return file.getvalue()


def read(blob: bytes, known: dict[Any, Any]) -> Any:
    return Unpickler(io.BytesIO(blob), known).load()
