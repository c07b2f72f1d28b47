"""Objects among the arguments: instances of classes written in Python, and containers of Python's library.

jaxlib's dispatcher compares what is static by identity, so that every new object would be read again. Slots stand for
them in its place: a program is chosen by its guards, which follow the paths that begin at the slots, as they follow
those that begin at a global.
"""
from __future__ import annotations

import dataclasses
import enum
import sys
import types
import weakref
from collections import OrderedDict
from typing import Any

import numpy as np

from recto.runtime import pytree
from recto.transform import Instance, Slot
from recto.transform.core.handles import is_handled_class
from recto.transform.frontend.outside.foreign_arrays import PROTOCOLS
from recto.transform.frontend.outside.kinds import TRUSTED
from recto.transform.frontend.outside.snapshot import HEAP
from recto.transform.frontend.state.entered import LIBRARY

from .._convention.tree_classes import is_registered

LEAF, CONTAINER, OBJECT = range(3)
NO_OBJECTS = (type, types.ModuleType, enum.Enum, BaseException, str, bytes, bytearray, int, float, complex, np.generic,
              np.ndarray, np.dtype, list, tuple, dict, set, frozenset, pytree.Constant, Instance)
_kinds: weakref.WeakKeyDictionary[type, int] = weakref.WeakKeyDictionary()

pytree.register_class(Slot, lambda slot: ((), slot), lambda slot, _: slot)


def kind_of(cls: type) -> int:
    """LEAF: taken as it is; CONTAINER: may hold objects; OBJECT: a slot stands for it."""
    if is_registered(cls):                      # which a class may become
        return LEAF
    found = _kinds.get(cls)
    if found is None:
        found = _kinds[cls] = OBJECT if is_object(cls) else CONTAINER if issubclass(cls, (list, tuple, dict)) else LEAF
    return found


def is_object(cls: type) -> bool:
    if cls in LIBRARY and cls is not OrderedDict or cls is types.SimpleNamespace:
        return True
    library = cls.__module__.split(".")[0]
    written_in_python = cls.__flags__ & HEAP and library not in TRUSTED and library not in sys.stdlib_module_names
    return bool(written_in_python or cls.__module__ == "__main__") and not issubclass(cls, NO_OBJECTS) and not (
        dataclasses.is_dataclass(cls) or is_handled_class(cls)
        or any(hasattr(cls, name) for name in (*PROTOCOLS, "__recto_call__", "__recto_function__")))


class Held:
    """The objects of a call in their slots, for as long as the call takes: `with Held(…)`.

    args, kwargs: the arguments with the slots in their places.
    """

    def __init__(self, args: tuple, kwargs: dict, found: list[tuple[Slot, Any]]):
        self.args, self.kwargs, self.found = args, kwargs, found
        self.slots = frozenset([slot for slot, _ in found])

    def __enter__(self) -> None:
        self.before = [slot.value for slot, _ in self.found]    # of a call that called this one
        for slot, value in self.found:
            slot.value = value

    def __exit__(self, *error: Any) -> None:
        for (slot, _), value in zip(self.found, self.before):
            slot.value = value


class Holder:
    """The slots of a function.

    Args:
        static: the arguments that the user requested to be static.
    """

    def __init__(self, static: frozenset):
        self.static = static
        self.slots: dict[tuple, Slot] = {}

    def take(self, args: tuple, kwargs: dict) -> Held | None:
        """The objects among these arguments; None if there are none."""
        if not any([kind_of(type(v)) for v in args]) and not any([kind_of(type(v)) for v in kwargs.values()]):
            return None
        found: list[tuple[Slot, Any]] = []
        mine = tuple([self.with_slots(v, (k,), found) for k, v in enumerate(args)])
        named = {k: self.with_slots(v, (k,), found) for k, v in kwargs.items()}
        return Held(mine, named, found) if found else None

    def with_slots(self, value: Any, place: tuple, found: list[tuple[Slot, Any]]) -> Any:
        kind = kind_of(type(value))
        if kind == LEAF or place[0] in self.static:
            return value
        if kind == OBJECT:
            slot = self.slots.get(place)
            if slot is None:
                slot = self.slots.setdefault(place, Slot(place))
            found.append((slot, value))
            return slot
        before = len(found)
        if isinstance(value, dict):
            items = {k: self.with_slots(v, (*place, k), found) for k, v in dict.items(value)}
            made: Any = items if type(value) is dict else OrderedDict(items)
        else:
            parts = [self.with_slots(v, (*place, k), found) for k, v in enumerate(value)]
            made = type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        return made if len(found) > before else value
