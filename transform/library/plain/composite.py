"""Composite arrays: arrays that consist of several arrays; a structured array has one for each field.

    np.zeros(3, [("x", float), ("k", int)])    ⇒    Structured: {"x": f64[3], "k": i64[3]}, and the dtype

In compiled code they are objects of the classes of `structured.py`, which are read like a user's. Here they are taken
apart on the way in, and put together on the way out.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import CompileError
from ...core.registered import STRUCTURE
from ..core.reading import fill
from .structured import RecArray, Record, Structured

CLASSES = (Structured, Record, RecArray)
MASKED: list[type] = []  # those of masked.py, once it is loaded
# the attributes of their objects
OWN = ("recto_fields", "recto_dtype", "recto_data", "recto_mask", "recto_fill")
STRUCTURE.update({cls: frozenset(["recto_dtype"]) for cls in CLASSES})


def enter_masked(array: type, element: type) -> None:
    """Enter the classes that stand for masked arrays and for their elements."""
    MASKED.extend([array, element])
    STRUCTURE.update({array: frozenset(), element: frozenset()})


class HeldArray:
    """Stands for an array of texts or dates that compiled code returns: it is made of its bytes at every call."""


STRUCTURE[HeldArray] = frozenset(["recto_kind", "recto_dtype", "recto_shape", "recto_bytes"])


def parts_of_held(array: np.ndarray) -> dict[str, Any]:
    return dict(
        recto_kind=type(array), recto_dtype=array.dtype, recto_shape=array.shape, recto_bytes=array.tobytes()
    )


class Parts(NamedTuple):
    """The class that stands for an array, and its attributes: those that hold arrays, and those that are fixed."""

    cls: type
    children: dict[str, Any]
    fixed: dict[str, Any]


def is_composite(value: Any) -> bool:
    """Whether it is a structured array, a record or a masked array."""
    if not isinstance(value, (np.ndarray, np.void)):
        return False
    return is_masked(value) if value.dtype.names is None else not is_masked(value)


def is_masked(value: Any) -> bool:
    """Whether it is a masked array. (numpy.ma takes long to import, and no array is masked before.)"""
    return "numpy.ma" in sys.modules and (type(value) is np.ma.MaskedArray or value is np.ma.masked)


def stands_for_composite(cls: Any) -> bool:
    return cls in CLASSES or cls in MASKED or cls is HeldArray


def parts_of_composite(value: Any) -> Parts:
    """The parts of a structured array: views of it, by the attributes of the class that stands for it."""
    cls: type
    if is_masked(value):
        fill("numpy.ma")
        if value.hardmask:
            raise CompileError("a masked array with a hard mask", "use x.soften_mask()")
        if value.ndim == 0 and value is not np.ma.masked:
            raise CompileError("a masked array without axes", "pass a number, or an array with one element")
        mask = None if value.mask is np.ma.nomask else value.mask
        cls = MASKED[value is np.ma.masked]
        return Parts(cls, {"recto_data": value.data, "recto_mask": mask, "recto_fill": value._fill_value}, {})
    cls = RecArray if isinstance(value, np.recarray) else Structured
    if isinstance(value, np.void):
        cls, value = Record, np.asarray(value)
        value.flags.writeable = False  # it is a copy
    fields = {name: value[name] for name in value.dtype.names}
    return Parts(cls, {"recto_fields": fields}, {"recto_dtype": value.dtype})


def put_together(cls: type, attributes: dict[str, Any]) -> Any:
    """The array that an object of one of the classes stands for."""
    if cls is HeldArray:
        kind, dtype, shape, held = attributes.values()
        return np.frombuffer(held, dtype).reshape(shape).copy().view(kind)
    if cls in MASKED:
        return put_together_masked(
            cls, attributes["recto_data"], attributes["recto_mask"], attributes["recto_fill"]
        )
    fields, dtype = attributes["recto_fields"], attributes["recto_dtype"]
    first = dtype.names[0]
    shape = np.shape(fields[first])
    made: Any = np.empty(shape[: len(shape) - len(dtype[first].shape)], dtype)
    for name in dtype.names:
        made[name] = np.asarray(fields[name])
    if cls is RecArray:
        return made.view(np.recarray)
    return made[()] if cls is Record and not made.shape else made


def put_together_masked(cls: type, data: Any, mask: Any, fill_value: Any) -> Any:
    """A masked array; for an element a number, or np.ma.masked; for a batch of elements a masked array."""
    if cls is MASKED[1] and np.ndim(mask) == 0:
        return np.ma.masked if np.asarray(mask) else np.asarray(data)[()]
    mask = np.ma.nomask if mask is None else np.array(mask)
    return np.ma.MaskedArray(
        np.array(data), mask=mask, fill_value=None if fill_value is None else np.array(fill_value)
    )
