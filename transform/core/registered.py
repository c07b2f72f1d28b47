"""Registries of classes: those that users register with the facade, and those that a library module registers
for its library.
"""

import dataclasses
import types
import operator
from collections.abc import Callable
from typing import Any

STRUCTURE: dict[type, frozenset[str]] = {}  # of classes that are trees: the attributes that are no children


def slice_of(**bounds: Any) -> slice:
    """A slice with Python's integers, from results."""
    return slice(*[None if v is None else operator.index(v) for v in bounds.values()])


ORIGINALS: dict[type, Callable[..., Any]] = {
    slice: slice_of
}  # makes what an object stands for outside, from its attributes


def structural_attributes(cls: type) -> frozenset[str]:
    """The attributes of a class that are no children; of a dataclass that nobody registered, its static fields."""
    if cls in STRUCTURE or not dataclasses.is_dataclass(cls):
        return STRUCTURE.get(cls, frozenset())
    return frozenset(f.name for f in dataclasses.fields(cls) if is_static_field(f))


def is_static_field(field: dataclasses.Field[Any]) -> bool:
    """Whether a field is marked as JAX, Equinox and Flax mark them: field(metadata={"static": True})."""
    return bool(field.metadata.get("static", False))


def is_generated(function: types.FunctionType) -> bool:
    """Whether a method is made by a class decorator (dataclass), which runs a text of its own."""
    return function.__code__.co_qualname.startswith("__create_fn__.")
