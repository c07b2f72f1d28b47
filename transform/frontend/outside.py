"""What a function reads from outside: globals, closure cells, attributes of objects. Every such read is recorded.

Numbers, strings and functions become static and are *guarded*: another value later means another specialisation.
Arrays become hidden arguments, fetched anew at every call.
"""
from __future__ import annotations

import builtins
import enum
import types
from typing import Any, Callable

import numpy as np

from ..errors import CompileError
from ..program import Type
from ..spelling import did_you_mean
from ..dtypes import canonical, supported
from .paths import Path, Space, fetch, is_own, keys_of
from .values import Array, External

SIMPLE = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.dtype, np.generic)
CONTAINERS = (list, tuple, dict)
TRUSTED = ("numpy", "math", "cmath", "builtins", "operator", "functools", "scipy", "recto", "itertools", "typing",
           "collections", "dataclasses", "types", "enum")


class Outside:
    """Reads outside objects for the interpreter.

    guards     path -> the value the specialisation is for
    assumed    path -> what nobody replaces while a process runs, but another may have otherwise: modules, builtins,
               objects that were taken as a whole
    functions  the functions that were read
    captures   path -> the Array (a hidden parameter) that stands for it
    decisions  (operator, left, right, place) for every comparison of numbers that was decided while reading
    """

    def __init__(self, is_array: Callable[[Any], bool] = lambda value: isinstance(value, np.ndarray)):
        self.is_array = is_array
        self.guards: dict[Path, Any] = {}
        self.assumed: dict[Path, Any] = {}
        self.functions: dict[types.FunctionType, None] = {}
        self.captures: dict[Path, Array] = {}
        self.hosts: dict[Path, Any] = {}
        self.decisions: list[tuple[str, Any, Any, Any]] = []

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
            self.assume(Path(("name", Space(space), name)), getattr(builtins, name))
            return getattr(builtins, name)
        known = [n for n in (*frame.variables, *space, *dir(builtins)) if n.isidentifier()]
        raise CompileError(f"NameError: name {name!r} is not defined", did_you_mean(name, known) or None)

    def wrap(self, interp: Any, value: Any, path: Path) -> Any:
        """An outside object as an abstract value."""
        if self.is_array(value):
            return self.capture(interp, value, path)
        if isinstance(value, SIMPLE):
            if not _of_a_library(path):
                self.guards[path] = value
            return value
        if isinstance(value, types.ModuleType):
            self.assume(path, value)
            return External(value, path)
        if isinstance(value, enum.Enum):
            self.guards[path] = value
            return External(value, path)
        if callable(value) and not _is_object(value):
            if not (_trusted(value) and _of_a_library(path)):
                self.guards[path] = value
            return value
        if isinstance(value, type):
            self.guards[path] = value
            return value
        if isinstance(value, (set, frozenset)):
            self.guards[path.then("keys", None)] = keys_of(value)
            return frozenset(value)
        self.guards[path.then("attribute", "__class__")] = type(value)
        if isinstance(value, CONTAINERS):
            self.guards[path.then("length", None)] = len(value)
        return External(value, path)

    def assume(self, path: Path, value: Any) -> None:
        """Note what was found, unless it was found by code of recto's own."""
        if not (path.root[0] in ("global", "name") and _is_own(path.root[1])):
            self.assumed[path] = value

    def whole(self, value: Any) -> Any:
        """The object behind an External, for what looks at all of it; any other value itself."""
        if not isinstance(value, External):
            return value
        if value.path not in self.guards:
            self.assumed[value.path] = value.value
        return value.value

    def keys(self, value: External) -> list:
        """The keys of an outside dict."""
        self.guards[value.path.then("keys", None)] = keys_of(value.value)
        return list(value.value)

    def items(self, interp: Any, value: External) -> Any:
        """The items of an outside container, each wrapped."""
        inner = value.value
        if isinstance(inner, dict):
            return self.keys(value)
        if isinstance(inner, (str, range)):
            return inner
        if not isinstance(inner, (list, tuple)):
            raise CompileError(f"{value.path} ({type(inner).__name__}) can't be iterated over",
                               "make it a list, a tuple or an array")
        return [self.wrap(interp, v, value.path.then("item", k)) for k, v in enumerate(inner)]

    def capture(self, interp: Any, value: Any, path: Path) -> Array:
        """An outside array: a hidden parameter of the whole program, fetched at every call."""
        if isinstance(value, np.ma.MaskedArray):
            raise CompileError(f"{path} is a masked array",
                               "masks are not supported: use np.where with a boolean array")
        if isinstance(value, np.matrix):
            raise CompileError(f"{path} is a np.matrix",
                               "convert it with np.asarray: then * is elementwise and @ is the matrix product")
        if path not in self.captures:
            dtype = canonical(value.dtype)
            if not supported(dtype):
                raise CompileError(f"{path} has dtype {value.dtype}, which compiled code can't hold",
                                   "arrays hold booleans, integers, floats or complex numbers")
            root = interp.builder
            while root.parent is not None:
                root = root.parent
            name = str(path.steps[-1][1] if path.steps else path.root[-1])
            array = Array(root.parameter(Type(dtype, tuple(value.shape)), name if name.isidentifier() else "captured"))
            array.frozen = f"{path} belongs to the outside of the function"
            self.captures[path] = array
        return self.captures[path]


def _is_object(value: Any) -> bool:
    """An instance of a user's class that happens to be callable."""
    return not isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type, np.ufunc)) \
        and not type(value).__module__.split(".")[0] in TRUSTED


def _of_a_library(path: Path) -> bool:
    """Is it read where nobody puts another in its place: in a library's module (np.sin), in code of recto's own?"""
    if not path.steps:
        kind, holder = path.root[:2]
        return kind == "global" and _is_own(holder) or kind == "default" and is_own(holder)
    holder = fetch(Path(path.root, path.steps[:-1]))
    return isinstance(holder, types.ModuleType) and holder.__name__.split(".")[0] in TRUSTED


def _is_own(space: Space) -> bool:
    return space.space.get("__name__", "").startswith("recto.")


def _trusted(value: Any) -> bool:
    module = getattr(value, "__module__", None) or ""
    return module.split(".")[0] in TRUSTED or isinstance(value, np.ufunc)
