"""What a function reads from outside: globals, closure cells, attributes of objects. Every such read is recorded.

Everything goes through `Outside.wrap`, or through an `External`, an object that is not read yet. What is read of it is
*guarded*: another value later means another specialisation. Arrays become hidden arguments, fetched anew at every
call. Whoever takes the object behind an External as it is (`External.value`) has all that it holds guarded.
"""
from __future__ import annotations

import builtins
import enum
import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, supported
from ...core.errors import CompileError
from ...core.spelling import did_you_mean
from ...ir.program import Type
from .foreign_arrays import array_of, is_foreign
from .paths import Path, Space, found_in, is_own
from .sets import Set
from .snapshot import ATOMS, HEAP, SEQUENCES, Snapshot, Opaque, is_typed_array, keys_of
from .values import Array, External

SIMPLE = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.dtype, np.generic)
CONTAINERS = (*SEQUENCES, dict)
TRUSTED = ("numpy", "math", "cmath", "builtins", "operator", "functools", "scipy", "recto", "itertools", "typing",
           "collections", "dataclasses", "types", "enum")


class Outside:
    """Reads outside objects for the interpreter.

    guards     path -> the value the specialisation is for
    functions  the functions that were read
    captures   path -> the Array (a hidden parameter) that stands for it
    decisions  (operator, left, right, place) for every comparison of numbers that was decided while reading
    """

    def __init__(self, is_array: Callable[[Any], bool] = lambda value: isinstance(value, np.ndarray)):
        self.is_array = is_array
        self.guards: dict[Path, Any] = {}
        self.functions: dict[types.FunctionType, None] = {}
        self.captures: dict[Path, Array] = {}
        self.decisions: list[tuple[str, Any, Any, Any]] = []

    def guard(self, path: Path, value: Any) -> None:
        """Note what was found at a path, unless code of recto's own found it, or the path is the object itself."""
        kind, holder = path.root[:2]
        own = _is_own(holder) if kind in ("global", "name") else kind == "default" and is_own(holder)
        if not own and not (kind == "argument" and not path.steps):
            self.guards[path] = value

    def name(self, interp: Any, frame: Any, name: str) -> Any:
        """A free name of a function: a closure cell, a global or a builtin."""
        function = frame.host
        if function is not None and name in function.__code__.co_freevars:
            cell = function.__closure__[function.__code__.co_freevars.index(name)]
            try:
                return self.wrap(interp, cell.cell_contents, Path(("cell", function, name)))
            except ValueError:
                message = f"NameError: the variable {name!r} of the enclosing function has no value"
                raise CompileError(message) from None
        space = function.__globals__ if function is not None else {}
        if name in space:
            return self.wrap(interp, space[name], Path(("global", Space(space), name)))
        if hasattr(builtins, name):
            self.guard(Path(("name", Space(space), name)), getattr(builtins, name))
            return getattr(builtins, name)
        known = [n for n in (*frame.variables, *space, *dir(builtins)) if n.isidentifier()]
        raise CompileError(f"NameError: name {name!r} is not defined", did_you_mean(name, known) or None)

    def wrap(self, interp: Any, value: Any, path: Path) -> Any:
        """An outside object as an abstract value."""
        if self.is_array(value) or is_foreign(value):
            return self.capture(interp, value, path)
        if isinstance(value, slice):
            return self.slice(interp, value, path)
        if isinstance(value, (*SIMPLE, range)) or is_callable(value):
            self.guard(path, value)
            return value
        if isinstance(value, (types.ModuleType, enum.Enum)):
            self.guard(path, value)
            return External(value, path, self)
        if isinstance(value, (set, frozenset)):
            self.guard(path.then("contents", None), Snapshot(value))
            return Set(value) if isinstance(value, set) else frozenset(value)
        self.guard(path.then("attribute", "__class__"), type(value))
        if isinstance(value, CONTAINERS):
            self.guard(path.then("length", None), len(value))
        return External(value, path, self)

    def slice(self, interp: Any, value: slice, path: Path) -> slice:
        bounds = value.start, value.stop, value.step
        if all(type(b) in ATOMS for b in bounds):
            self.guard(path, value)
            return value
        self.guard(path.then("attribute", "__class__"), slice)
        names = ("start", "stop", "step")
        return slice(*[self.wrap(interp, b, path.then("attribute", n)) for n, b in zip(names, bounds)])

    def whole(self, value: Any) -> Any:
        """The object behind an External, for what looks at all of it; any other value itself.

        Raises:
            CompileError: if it may change in a way that can't be followed.
        """
        if not isinstance(value, External):
            return value
        if not isinstance(value.unread, (types.ModuleType, enum.Enum)):
            try:
                self.guard(value.path.then("contents", None), Snapshot(value.unread))
            except Opaque as error:
                kind = type(value.unread).__name__
                message = f"{value.path}, an object of class {kind}, is used as a whole, and can't be compared later"
                raise CompileError(f"{message} ({error})", "pass what it holds as an argument") from None
        return value.unread

    def identity(self, value: Any) -> Any:
        """The object behind an External, where it only matters that it is this one; any other value itself."""
        if not isinstance(value, External):
            return value
        self.guard(value.path, value.unread)
        return value.unread

    def keys(self, value: External) -> list:
        """The keys of an outside dict."""
        self.guard(value.path.then("keys", None), keys_of(value.unread))
        return list(value.unread)

    def items(self, interp: Any, value: External) -> Any:
        """The items of an outside container, each wrapped; numbers and texts are guarded together."""
        inner = value.unread
        if isinstance(inner, dict):
            return self.keys(value)
        if isinstance(inner, (bytearray, memoryview)) or is_typed_array(type(inner)):
            return list(self.whole(value))
        if not isinstance(inner, SEQUENCES):
            raise CompileError(f"{value.path} ({type(inner).__name__}) can't be iterated over",
                               "make it a list, a tuple or an array")
        if len(inner) > 1 and all(type(v) in ATOMS for v in inner):
            return list(self.whole(value))
        return [self.wrap(interp, v, value.path.then("item", k)) for k, v in enumerate(inner)]

    def member(self, cls: type, name: str) -> Any:
        """What a class or a base of it holds under a name, as it stands there; ABSENT if none has it."""
        found = found_in(cls.__mro__, name)
        if cls.__flags__ & HEAP and not is_own(cls):
            self.guard(Path(("member", cls, name)), found)
        return found

    def missing(self, path: Path, name: str) -> None:
        """An object has no such attribute."""
        self.guard(path.then("has", name), False)

    def subclass(self, cls: type, classes: tuple) -> bool:
        """issubclass(cls, classes), which bases and the registers of abstract classes decide."""
        found = issubclass(cls, classes)
        fixed = not cls.__flags__ & HEAP and all(isinstance(c, type) and not c.__flags__ & HEAP for c in classes)
        if not fixed and not is_own(cls):
            self.guard(Path(("subclass", cls, classes)), found)
        return found

    def code(self, function: types.FunctionType) -> None:
        """A function is read."""
        self.functions[function] = None
        if not is_own(function):
            self.guard(Path(("argument", function), (("attribute", "__code__"),)), function.__code__)

    def capture(self, interp: Any, value: Any, path: Path) -> Array:
        """An outside array: a hidden parameter of the whole program, fetched at every call."""
        if isinstance(value, np.ma.MaskedArray):
            raise CompileError(f"{path} is a masked array",
                               "masks are not supported: use np.where with a boolean array")
        if isinstance(value, np.matrix):
            raise CompileError(f"{path} is a np.matrix",
                               "convert it with np.asarray: then * is elementwise and @ is the matrix product")
        self.guard(path.then("attribute", "__class__"), type(value))
        if not self.is_array(value):
            value, path = array_of(value, str(path)), path.then("array", None)
        if path not in self.captures:
            self.captures[path] = self.hidden(interp, value, path)
        return self.captures[path]

    def hidden(self, interp: Any, value: Any, path: Path) -> Array:
        dtype = canonical(value.dtype)
        if not supported(dtype):
            raise CompileError(f"{path} has dtype {value.dtype}, which compiled code can't hold",
                               "arrays hold booleans, integers, floats or complex numbers")
        root = interp.builder
        while root.parent is not None:
            root = root.parent
        name = next((key for kind, key in reversed(path.steps) if kind != "array"), path.root[-1])
        name = name if type(name) is str and name.isidentifier() else "captured"
        array = Array(root.parameter(Type(dtype, tuple(value.shape)), name))
        array.frozen = f"{path} belongs to the outside of the function"
        return array


def is_callable(value: Any) -> bool:
    """A function, class or other callable that is no object of a user's class: what it consists of is read when it is
    called."""
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type, np.ufunc,
                          functools.partial)):
        return True
    return callable(value) and type(value).__module__.split(".")[0] in TRUSTED


def _is_own(space: Space) -> bool:
    return space.space.get("__name__", "").startswith("recto.")
