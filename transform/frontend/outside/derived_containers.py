"""Classes that users derive from containers: the part of their objects that is the container's own.

class Settings(dict): __getattr__ = dict.get        ⇒       base_of(Settings) is dict, plain(settings) is a dict
"""

from __future__ import annotations

import collections
from typing import Any

from .snapshot import is_of_python

BASES = (dict, list, collections.deque, collections.OrderedDict, collections.defaultdict, collections.Counter)
SHARED = "shares items"  # the attribute of its Instance that says so of an object that is its own __dict__


def base_of(cls: type) -> type | None:
    """The container of Python's library that a class is, or is derived from."""
    return next((kind for kind in cls.__mro__ if kind in BASES), None)


def is_derived(cls: Any) -> bool:
    """Whether it is a class that a user has derived from a container alone, whose objects their __init__
    makes."""
    base = base_of(cls) if isinstance(cls, type) else None
    if base is None or cls is base or is_special(type(cls)):
        return False
    others = [kind for kind in cls.__mro__ if kind not in base.__mro__]
    return cls.__new__ is base.__new__ and all(
        is_of_python(kind) and "__getattribute__" not in vars(kind) for kind in others
    )


def is_special(meta: type) -> bool:
    """Whether the classes of a metaclass make their objects, or look up their members, in a way of their
    own."""
    return any(getattr(meta, name) is not getattr(type, name) for name in ("__call__", "__getattribute__"))


def content_name(cls: type) -> str:
    """The attribute that holds the items in the compiler's model of a derived class."""
    return "recto_items" if issubclass(cls, dict) else "entries"


def plain(value: Any) -> list[Any] | dict[Any, Any]:
    """The items of an object of a derived class, as a list or dict of their own. No code of the user's runs."""
    if isinstance(value, dict):
        return dict(dict.items(value))
    return list((list if isinstance(value, list) else collections.deque).__iter__(value))
