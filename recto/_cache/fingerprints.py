"""The contents of objects as text that is the same in every process: code, plain data, and the parts of objects.

What compiled code reads from an object as it goes (a function's cells and globals, attributes) is guarded one by one,
by path (transform/frontend/state/environment.py). Here is the rest: which code is read, and values that are taken as a
whole.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import hashlib
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto import transform
from recto.transform.core.sparsity import Pattern
from recto.transform.frontend.outside.snapshot import is_of_python

from .._convention.transformation import Applied

PLAIN = frozenset([bool, int, float, complex, str, bytes, range, type(None), type(...), type(NotImplemented)])
CONTAINERS = (tuple, list, set, frozenset, dict)
LIBRARIES = (
    "numpy",
    "scipy",
    "math",
    "cmath",
    "builtins",
    "operator",
    "functools",
    "itertools",
    "collections",
    "typing",
    "dataclasses",
    "types",
    "enum",
    "contextlib",
    "abc",
    "recto",
)
UFUNCS = ("numpy", "scipy.special")
LARGEST = 1 << 20  # bytes of an array that is taken as a whole

NAMED = (type, types.FunctionType, types.BuiltinFunctionType, np.ufunc, type(np.sum))
READ = (types.FunctionType, property, staticmethod, classmethod, functools.cached_property)  # in classes
WRAPPERS = (functools.partial, types.MethodType, functools._lru_cache_wrapper)
UNREAD = ("__doc__", "__dict__", "__weakref__", "__annotations__")

Steps = tuple[tuple[str, Any], ...]  # as in a Path


class Unstable(Exception):
    """A value that can't be recognised in another process."""


def is_plain(value: Any) -> bool:
    """Whether repr says all there is."""
    of_numpy = isinstance(value, (np.generic, np.dtype)) and type(value).__module__.startswith("numpy")
    return of_numpy or type(value) in PLAIN


def of_library(value: Any) -> bool:
    """Whether it is of a library: found there by its name, and as constant as the version of that library."""
    return library_name(value) is not None


def library_name(value: Any) -> str | None:
    """The full name of what is of a library."""
    place = library_place(value)
    return place and ".".join(place)


def library_place(value: Any) -> tuple[str, str] | None:
    """Module and name of what is of a library."""
    modules = UFUNCS if isinstance(value, np.ufunc) else (getattr(value, "__module__", None),)
    name = getattr(value, "__qualname__", getattr(value, "__name__", None))
    if not isinstance(name, str):
        return None
    for module in modules:
        if isinstance(module, str) and module.split(".")[0].lstrip("_") in LIBRARIES:
            of_c = isinstance(value, type) and not is_of_python(value)
            if of_c or object_named(module, name) is value:
                return module, name
    return None


def object_named(module: str, name: str) -> Any:
    """The object of a module under a dotted name."""
    holder: Any = sys.modules.get(module)
    for part in name.split("."):
        holder = getattr(holder, part, None)
    return holder


# -- what objects are made of ----------------------------------------------------------------------------------------


def first(kind: type, name: str) -> Any:
    """The member of a class under a name, unbound."""
    return next((vars(k)[name] for k in kind.__mro__ if name in vars(k)), None)


def is_builtin(kind: type, name: str) -> bool:
    """Whether a special method of a class is not written in Python."""
    return type(first(kind, name)) is types.WrapperDescriptorType


def is_open(value: Any) -> bool:
    """Whether an object can be asked for its class without running code of a user's."""
    kind = type(value)
    return (
        is_builtin(kind, "__getattribute__") and type(first(kind, "__class__")) is types.GetSetDescriptorType
    )


def is_compiled(value: Any) -> bool:
    """Whether it is a compiled function (or of a kind that is read in the same way). Asks the class: an
    object's own `__getattr__` may be anything."""
    return any("__recto_function__" in vars(cls) for cls in type(value).__mro__)


def parts_of_object(value: Any) -> Iterator[tuple[Steps, Any]]:
    """The functions, classes and other values that an object is made of, each with the steps that lead to it."""
    if isinstance(value, type):
        yield from parts_of_class(value)
    elif isinstance(value, types.MethodType):
        owner, own = value.__self__, (("attribute", "__self__"),)
        yield (("attribute", "__func__"),), value.__func__
        yield (own, owner) if isinstance(owner, type) else ((*own, ("attribute", "__class__")), type(owner))
    elif isinstance(value, (tuple, list, dict)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        yield from (((("item", k),), v) for k, v in items)
    else:
        yield from (((("attribute", n),), getattr(value, n)) for n in made_of(value) if hasattr(value, n))


def made_of(value: Any) -> tuple[str, ...]:
    """The attributes that say what an object is."""
    if is_compiled(value):
        return ("__recto_function__",)
    if kind_of(value) in OWN:
        return OWN[kind_of(value)]
    return next((names for kind, names in ATTRIBUTES.items() if isinstance(value, kind)), ())


def kind_of(value: Any) -> str:
    """The name of the class of recto's own that an object is of."""
    return next(
        (
            cls.__name__
            for cls in type(value).__mro__
            if cls.__module__.startswith("recto._") and cls.__name__ in OWN
        ),
        "",
    )


OWN = {
    "Transformation": ("function", "prefix", "rule", "options"),
    "Parts": ("function", "parts"),
    "Ruled": ("__wrapped__", "rule", "pair", "nondiff"),
    "Axes": ("tree",),
}
ATTRIBUTES: dict[type, tuple[str, ...]] = {
    functools.partial: ("func", "args", "keywords"),
    functools._lru_cache_wrapper: ("__wrapped__",),
    property: ("fget",),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    functools.cached_property: ("func",),
    enum.Enum: ("__class__", "value"),
}


def parts_of_class(cls: type) -> Iterator[tuple[Steps, Any]]:
    """Bases, methods, and what makes the fields of a dataclass. Other attributes are guarded where they are read."""
    for k, base in enumerate(cls.__bases__):
        yield (("attribute", "__bases__"), ("item", k)), base
    for name, member in vars(cls).items():
        if isinstance(member, READ) or is_compiled(member) or kind_of(member):
            yield (("attribute", "__dict__"), ("item", name)), member
    if "__dataclass_fields__" in vars(cls):
        for field in dataclasses.fields(cls):
            if field.default_factory is not dataclasses.MISSING:
                steps = (
                    ("attribute", "__dataclass_fields__"),
                    ("item", field.name),
                    ("attribute", "default_factory"),
                )
                yield steps, field.default_factory


# -- text ------------------------------------------------------------------------------------------------------------


def code_parts(code: types.CodeType) -> tuple:
    """The content of a code object, and its place."""
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_qualname
    counts = code.co_flags, code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount
    place = code.co_filename, code.co_firstlineno, code.co_linetable
    return code.co_code, constant(code.co_consts), code.co_exceptiontable, names, counts, place


def constant(value: Any) -> Any:
    """A constant of code: sets have no order that lasts."""
    match value:
        case types.CodeType():
            return code_parts(value)
        case tuple():
            return ("tuple", *map(constant, value))
        case frozenset():
            return ("frozenset", *sorted(repr(constant(v)) for v in value))
    return type(value).__name__, repr(value)


def code_fingerprint(code: types.CodeType) -> str:
    return _code_fingerprint(code, code.co_filename)


@functools.lru_cache(4096)
def _code_fingerprint(code: types.CodeType, filename: str) -> str:
    """(Code from different files may be equal.)"""
    return hashlib.sha256(repr(code_parts(code)).encode()).hexdigest()


def fingerprint(value: Any) -> str:
    """The same text in every process for the same value; raises Unstable where there is none."""
    try:
        return Contents().of(value)
    except Unstable:
        raise
    except Exception as error:  # too deep, or an object of the user's that raises where it is looked at
        raise Unstable from error


class Contents:
    """Writes one value; what is inside of itself is written as how far out it stands."""

    def __init__(self) -> None:
        self.around: list[Any] = []

    def of(self, value: Any) -> str:
        if is_plain(value):
            return f"{type(value).__name__}:{value!r}"
        for k, outer in enumerate(reversed(self.around)):
            if outer is value:
                return f"around {k}"
        self.around.append(value)
        try:
            return self.whole(value)
        finally:
            self.around.pop()

    def whole(self, value: Any) -> str:
        if not is_open(value):
            raise Unstable
        if type(value) is types.ModuleType:
            return f"module:{value.__name__}"
        if type(value) is types.CodeType:
            return f"code:{code_fingerprint(value)}"
        if type(value) is transform.Snapshot:
            return f"all of {self.of(value.value)}"
        if type(value) is Pattern:
            return f"pattern:{hashlib.sha256(repr(value).encode()).hexdigest()}"
        if isinstance(value, NAMED) and of_library(value):
            return f"named:{library_name(value)}"
        if isinstance(value, np.ndarray):
            return of_array(value)
        if type(value) in (set, frozenset):
            return f"{type(value).__name__}:{sorted(map(self.of, value))}"
        if type(value) is slice:
            return f"slice:{[self.of(v) for v in (value.start, value.stop, value.step)]}"
        inside = [
            f"{[(kind, self.of(key)) for kind, key in steps]} {self.of(part)}"
            for steps, part in parts_of_object(value)
        ]
        return f"{self.head(value)}{inside}"

    def head(self, value: Any) -> str:
        """The description of an object without its parts."""
        kind = type(value)
        if kind is types.FunctionType:
            return f"function:{value.__globals__.get('__name__')} {code_fingerprint(value.__code__)}"
        if isinstance(value, type):
            return self.head_of_class(value)
        if is_compiled(value):
            return f"jit:{getattr(value, 'options', None)!r}"
        if kind is dict:
            return f"dict:{[self.of(key) for key in value]}"
        if kind in CONTAINERS or isinstance(value, READ) or kind in WRAPPERS:
            return kind.__name__
        if isinstance(value, enum.Enum):
            return f"member:{value.name}"
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return f"namedtuple:{self.of(kind)}"
        if kind_of(value):
            return f"own:{kind.__name__}"
        if kind is Applied:
            return self.linear(value.linear)
        raise Unstable

    def linear(self, linear: Any) -> str:
        """A pullback, or a linearised function: its program, and how its arguments and results are built."""
        trees = [self.tree(t) for t in (*linear.takes, linear.gives)]
        kinds = [
            {k: f"{t}{t.weak}" for k, t in types.items()} for types in (linear.types, linear.result_types)
        ]
        return f"linear:{linear.program}{trees}{kinds}{linear.order}{linear.given}{linear.pair}"

    def tree(self, tree: Any) -> str:
        if hasattr(tree, "items"):
            return f"{self.of(tree.kind)}{self.of(tree.keys)}{[self.tree(t) for t in tree.items]}"
        return self.of(tree.value) if hasattr(tree, "value") else repr(tree)

    def head_of_class(self, cls: type) -> str:
        given = (
            f"{self.of(cls._fields)}{self.of(cls._field_defaults)}" if hasattr(cls, "_field_defaults") else ""
        )
        if "__dataclass_fields__" in vars(cls):
            given = str([(f.name, f.init, f.kw_only) for f in dataclasses.fields(cls)])
        if issubclass(cls, enum.Enum):
            given = str([(name, self.of(member.value)) for name, member in cls.__members__.items()])
        given += str(
            [self.of(vars(cls)[name]) for name in ("__slots__", "__match_args__") if name in vars(cls)]
        )
        others = sorted(name for name in vars(cls) if name not in UNREAD)
        return f"class:{cls.__module__}.{cls.__qualname__} {type(cls).__name__} {given}{others}"


def of_array(array: np.ndarray) -> str:
    if array.nbytes > LARGEST or array.dtype.hasobject or type(array) is not np.ndarray:
        raise Unstable
    content = hashlib.sha256(array.tobytes()).hexdigest()
    return f"array:{array.dtype!r}{array.shape}{array.flags.f_contiguous} {content}"
