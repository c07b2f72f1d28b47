"""Objects of plain classes as trees, outside compiled code.

The leaves of an object are the floating-point arrays and numbers that it holds, and those of the containers
and objects inside. Its other content is shared with the objects that are rebuilt from it.
"""

from __future__ import annotations

import collections
import enum
import sys
import types
import weakref
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from recto.runtime import has_own_equality, pytree
from recto.transform import Instance
from recto.transform.core.hosted.handles import is_handled_class
from recto.transform.frontend.outside.foreign_arrays import PROTOCOLS
from recto.transform.frontend.outside.derived_containers import SHARED, content_name, is_derived, plain
from recto.transform.frontend.outside.kinds import TRUSTED
from recto.transform.frontend.outside.snapshot import is_of_python
from recto.transform.frontend.state.entered import LIBRARY, own_names

from .arguments import is_array
from .tree_classes import is_registered, is_tree_dataclass, put_together

LEAF, CONTAINER, OBJECT = range(3)
NO_OBJECTS = (
    type,
    types.ModuleType,
    enum.Enum,
    BaseException,
    str,
    bytes,
    bytearray,
    int,
    float,
    complex,
    np.generic,
    np.ndarray,
    np.dtype,
    list,
    tuple,
    dict,
    set,
    frozenset,
    pytree.Constant,
    Instance,
)
_kinds: weakref.WeakKeyDictionary[type, int] = weakref.WeakKeyDictionary()


def kind_of(cls: type) -> int:
    """LEAF: taken as it is; CONTAINER: may hold objects; OBJECT: of a plain class, or a container of Python's library
    that is no tree."""
    if is_registered(cls):  # which a class may become
        return LEAF
    found = _kinds.get(cls)
    if found is None:
        found = _kinds[cls] = (
            OBJECT if is_object(cls) else CONTAINER if issubclass(cls, (list, tuple, dict)) else LEAF
        )
    return found


def has_apart_keys(value: dict) -> bool:
    """Whether a dict is no tree to C++: its keys can't be sorted, or members of enumerations would be hashed
    by their class. (Classes with a comparison of their own are refused.)"""
    if all(type(key) is str for key in value):
        return False
    own = [part for key in value for part in parts_of_key(key) if has_own_equality(part)]
    if own:
        return all(isinstance(part, enum.Enum) and type(part).__eq__ is object.__eq__ for part in own)
    if type(value) is dict:
        try:
            sorted(value)
        except TypeError:
            return True
    return False


def parts_of_key(key: Any) -> Iterator[Any]:
    """The key, or what the tuple consists of that it is."""
    if type(key) is tuple:
        for part in key:
            yield from parts_of_key(part)
    else:
        yield key


def is_object(cls: type) -> bool:
    if (
        cls in LIBRARY
        and cls is not collections.OrderedDict
        or cls is types.SimpleNamespace
        or is_derived(cls)
    ):
        return True
    library = cls.__module__.split(".")[0]
    written_in_python = (
        is_of_python(cls) and library not in TRUSTED and library not in sys.stdlib_module_names
    )
    return (
        bool(written_in_python or cls.__module__ == "__main__")
        and not issubclass(cls, NO_OBJECTS)
        and not (
            is_tree_dataclass(cls)
            or is_handled_class(cls)
            or any(hasattr(cls, name) for name in (*PROTOCOLS, "__recto_call__", "__recto_function__"))
        )
    )


# -- as trees --------------------------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """An object taken apart."""

    cls: type
    attributes: dict[str, Any]


class Rest:
    """The content of an object that is no leaf and has none. It may differ between trees that are alike."""

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rest)

    def __hash__(self) -> int:
        return 0


def put_back(shape: tuple[type, tuple[str, ...]], parts: Iterable) -> Any:
    cls, names = shape
    return put_together(cls, dict(zip(names, parts)))


pytree.register_class(Rest, lambda rest: ((), rest), lambda rest, _: rest.value)
pytree.register_class(
    Opened, lambda o: (tuple(o.attributes.values()), (o.cls, tuple(o.attributes))), put_back
)


def open_objects(value: Any, around: tuple = (), inside: bool = False) -> Any:
    """A tree in which objects that hold floating-point numbers are taken apart.

    Args:
        around: the objects and containers that hold the value; inside: whether one of them is an object.
    """
    kind = kind_of(type(value))
    if kind == LEAF or type(value) in LIBRARY and kind == OBJECT:
        return Rest(value) if inside and not is_floating(value) else value
    if any(value is outer for outer in around):
        raise ValueError(f"an object of class {type(value).__name__} holds itself: it is no tree")
    part = lambda v: open_objects(v, (*around, value), inside or kind == OBJECT)
    if kind == OBJECT:
        made: Any = Opened(type(value), {name: part(v) for name, v in parts_of(value)})
    elif isinstance(value, dict):
        known = type(value) in (dict, collections.OrderedDict)
        made = type(value)((k, part(v)) for k, v in value.items()) if known else value
    else:
        items = [part(v) for v in value]
        made = type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if (inside or kind == OBJECT) and not has_leaves(made):
        return Rest(value) if inside else value
    return made


def parts_of(value: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object; of one that is a container, its items as well."""
    shared = getattr(value, "__dict__", None) is value
    if is_derived(type(value)):
        yield content_name(type(value)), plain(value)
    if shared:
        yield SHARED, True
    for name in () if shared else own_names(value):
        yield name, getattr(value, name)


def has_leaves(value: Any) -> bool:
    """Whether there is a floating-point number or array in what was opened."""
    if isinstance(value, (list, tuple, dict, Opened)):
        inside = value.attributes if isinstance(value, Opened) else value
        return any(map(has_leaves, inside.values() if isinstance(inside, dict) else inside))
    return not isinstance(value, Rest) and value is not None


def is_floating(value: Any) -> bool:
    return (
        isinstance(value, (float, complex, np.inexact))
        or is_array(value)
        and np.dtype(value.dtype).kind in "fcV"
    )
