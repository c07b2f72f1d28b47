"""Arrays that are several arrays inside: a structured array has one for each field.

    np.zeros(3, [("x", float), ("k", int)])    ⇒    Structured: {"x": f64[3], "k": i64[3]}, and the dtype

In compiled code they are objects of the classes of `structured.py`, which are read like a user's. Here they are taken
apart on the way in, and put together on the way out.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.registered import STRUCTURE
from .structured import RecArray, Record, Structured

CLASSES = (Structured, Record, RecArray)
OWN = ("recto_fields", "recto_dtype")               # the attributes of their objects
STRUCTURE.update({cls: frozenset(["recto_dtype"]) for cls in CLASSES})


class Parts(NamedTuple):
    """The class that stands for an array, and its attributes: those that hold arrays, and those that are fixed."""
    cls: type
    children: dict[str, Any]
    fixed: dict[str, Any]


def is_composite(value: Any) -> bool:
    """Is it a structured array or a record?"""
    return isinstance(value, (np.ndarray, np.void)) and value.dtype.names is not None and \
        not isinstance(value, np.ma.MaskedArray)


def stands_for_composite(cls: Any) -> bool:
    return cls in CLASSES


def parts_of_composite(value: Any) -> Parts:
    """What a structured array is made of: views of it, by the attributes of the class that stands for it."""
    cls: type = RecArray if isinstance(value, np.recarray) else Structured
    if isinstance(value, np.void):
        cls, value = Record, np.asarray(value)
        value.flags.writeable = False               # it is a copy
    fields = {name: value[name] for name in value.dtype.names}
    return Parts(cls, {"recto_fields": fields}, {"recto_dtype": value.dtype})


def put_together(cls: type, attributes: dict[str, Any]) -> Any:
    """The array that an object of one of the classes stands for."""
    fields, dtype = attributes["recto_fields"], attributes["recto_dtype"]
    first = dtype.names[0]
    shape = np.shape(fields[first])
    made: Any = np.empty(shape[:len(shape) - len(dtype[first].shape)], dtype)
    for name in dtype.names:
        made[name] = np.asarray(fields[name])
    if cls is RecArray:
        return made.view(np.recarray)
    return made[()] if cls is Record and not made.shape else made
