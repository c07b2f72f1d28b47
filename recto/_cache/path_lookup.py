"""Follow an access path from a file to an object, without running any code.

`transform.fetch` follows a path as Python does: attributes may be properties, items may come from a `__getitem__`,
and a root may import a module. That is right for what this process recorded itself. A path from a file is followed
only through what is stored: variables of loaded modules, cells, defaults, attributes that no code computes, and items
of built-in containers. A module is imported only where the function that is called, or one that it calls, says so.
"""

from __future__ import annotations

import abc
import collections
import dis
import enum
import functools
import gc
import inspect
import sys
import types
from collections.abc import Callable, Collection, Iterator
from typing import Any

import numpy as np

from recto.transform import Path, Slot, Snapshot, found_in, keys_of
from recto.transform.frontend.outside.derived_containers import plain
from recto.transform.frontend.outside.number_lists import array_of_numbers, form_of

from .fingerprints import first, object_named, is_builtin, is_open, is_plain

LAZY = ("recto", "numpy", "scipy")  # import modules of their own where one is asked for
ABSTRACT = ("abc", "collections", "typing", "numbers", "_collections_abc")  # whose classes ask themselves
CONTAINERS = (dict, list, tuple, collections.deque, range, str, bytes)
FIELD = type(collections.namedtuple("Named", "field").field)
STORED = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    staticmethod,
    functools.partial,
    functools._lru_cache_wrapper,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    FIELD,
)
COMPUTING = (property, functools.cached_property)  # for objects; of a class they give themselves
OF_ENUM = tuple(vars(enum.Enum)[name] for name in ("name", "value"))


class Refused(LookupError):
    """A path can't be followed without running code, or does not lead anywhere."""


def look(path: Path, functions: Collection[types.FunctionType] = ()) -> Any:
    """The object that a path leads to now. Raises Refused, or what a missing attribute or item raises.

    Args:
        functions: those whose `import` statements may be carried out.
    """
    kind, *places = path.root
    value = module(places[0], functions) if kind == "import" else ROOTS[kind](*places)
    for step, key in path.steps:
        value = STEPS[step](value, key)
    if not is_open(value):
        raise Refused(type(value).__name__)
    return value


# -- roots -----------------------------------------------------------------------------------------------------------


def module(name: str, functions: Collection[types.FunctionType] = ()) -> types.ModuleType:
    """A module that is loaded, or that one of the functions imports."""
    if name not in sys.modules:
        if not any(name in imports(f.__code__, f.__globals__.get("__package__")) for f in functions):
            raise Refused(name)
        __import__(name)
    return sys.modules[name]


def imports(code: types.CodeType, package: str | None) -> Iterator[str]:
    """The modules that a function imports where it runs."""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IMPORT_NAME":
            name = instruction.argval
            yield from (name[:k] for k, letter in enumerate(name + ".") if letter == ".")
            yield from (f"{package}.{name}" for _ in [0] if package)
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from imports(inner, package)


def bases(cls: type) -> tuple[type, ...]:
    return type.__dict__["__mro__"].__get__(cls)


def subclass(cls: type, classes: tuple) -> bool:
    """issubclass, where no user's class has a say in it."""
    for other in classes:
        hook = first(other, "__subclasshook__") if isinstance(other, type) else None
        of_user = type(hook) is classmethod and hook.__func__.__module__.split(".")[0] not in ABSTRACT
        if type(other) not in (type, abc.ABCMeta, enum.EnumMeta) or of_user:
            raise Refused(other)
    return issubclass(cls, classes)


def default(owner: Any, name: str) -> Any:
    code = of_type(owner, types.FunctionType).__code__
    place = code.co_varnames.index(name) - code.co_argcount
    return owner.__defaults__[place] if place < 0 else owner.__kwdefaults__[name]


def cell(function: Any, name: str) -> Any:
    free = of_type(function, types.FunctionType).__code__.co_freevars
    return function.__closure__[free.index(name)].cell_contents


def of_type(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise Refused(type(value).__name__)
    return value


ROOTS: dict[str, Callable] = {
    "global": lambda space, name: space.space[name],
    "name": lambda space, name: (
        space.space[name] if name in space.space else vars(sys.modules["builtins"])[name]
    ),
    "cell": cell,
    "argument": lambda value: value,
    "slot": lambda slot: of_type(slot, Slot).value,
    "nones": lambda shape: np.full(shape, None),
    "default": default,
    "class": lambda cls, name: attribute(cls, name),
    "member": lambda cls, name: found_in(bases(cls), name),
    "override": lambda cls, name: found_in(bases(cls)[:-1], name),
    "super": lambda kind, cls, name: found_in(bases(kind)[bases(kind).index(cls) + 1 :], name),
    "subclass": lambda cls, classes: subclass(cls, classes),
}


# -- steps -----------------------------------------------------------------------------------------------------------


def attribute(value: Any, name: str) -> Any:
    """An attribute that is stored: no property, no `__getattr__`."""
    kind = type(value)
    if kind is types.ModuleType:
        lazy = name not in vars(value) and value.__name__.split(".")[0] in LAZY
        return getattr(value, name) if lazy else vars(value)[name]
    if not is_open(value):
        raise Refused(kind.__name__)
    raw = inspect.getattr_static(value, name)
    of_class = issubclass(kind, type)
    if not is_stored(first(kind, name)) or not (is_stored(raw) or of_class and type(raw) in COMPUTING):
        raise Refused(name)
    return (type if of_class else object).__getattribute__(value, name)


def is_stored(raw: Any) -> bool:
    """Whether what stands in a class or an object is given as it is, or bound by code of Python's or recto's
    own."""
    kind = type(raw)
    if kind is property:  # of recto's own, such as __recto_function__
        return type(raw.fget) is types.FunctionType and raw.fget.__globals__.get("__name__", "").startswith(
            "recto."
        )
    if kind is classmethod:
        return type(raw.__func__) is types.FunctionType
    if kind in STORED or any(raw is one for one in OF_ENUM):
        return True
    own = kind.__module__.startswith("recto.") and object_named(kind.__module__, kind.__qualname__) is kind
    return own or not any("__get__" in vars(k) for k in kind.__mro__)


def item(value: Any, key: Any) -> Any:
    if type(value) is types.MappingProxyType:
        (value,) = gc.get_referents(value)  # the dictionary of a class
    owner = next((k for k in type(value).__mro__ if "__getitem__" in vars(k)), None)
    if owner not in CONTAINERS or not is_quiet(key):
        raise Refused(type(value).__name__)
    if owner is dict and not dict.__contains__(value, key):  # no default is made
        raise Refused(key)
    return owner.__getitem__(value, key)


def is_quiet(key: Any) -> bool:
    """Whether a key can be hashed, compared and printed without running a user's code."""
    if type(key) in (tuple, frozenset):
        return all(map(is_quiet, key))
    special = [first(type(key), name) for name in ("__hash__", "__eq__", "__repr__")]
    return is_plain(key) or all(
        type(s) is types.WrapperDescriptorType or any(s is v for v in vars(enum.Enum).values())
        for s in special
    )


def length(value: Any, _: Any) -> int:
    if not is_builtin(type(value), "__len__"):
        raise Refused(type(value).__name__)
    return len(value)


def keys(value: Any, _: Any) -> Snapshot:
    if not isinstance(value, dict) or not all(map(is_quiet, dict.keys(value))):
        raise Refused(type(value).__name__)
    return keys_of(value)


def has(value: Any, name: str) -> bool:
    if first(type(value), "__getattr__") or type(value) is types.ModuleType and "__getattr__" in vars(value):
        raise Refused(name)
    return inspect.getattr_static(value, name, Refused) is not Refused


def has_own(value: Any, name: str) -> bool:
    return inspect.getattr_static(value, "__dict__", None) is not None and name in attribute(
        value, "__dict__"
    )


STEPS: dict[str, Callable] = {
    "attribute": attribute,
    "item": item,
    "length": length,
    "keys": keys,
    "has": has,
    "own": has_own,
    "contents": lambda value, _: Snapshot(value),
    "numbers": lambda value, _: array_of_numbers(value),
    "form": lambda value, _: form_of(value),
    "base": lambda value, _: plain(value),
}
