"""Choices among static values (functions, texts, values of unlike types) that depend on data: a flag is
carried instead of the value.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ...ir.builder import Sym
from ...ir.unions import number_type
from ..state.texts import ChosenText
from ..state.values import (
    NEVER,
    NUMBERS,
    Array,
    Bound,
    Chosen,
    Closure,
    DynamicText,
    Partial,
    Poison,
)
from ..lists.text_forms import is_numbered
from .carried_texts import carry_text

FUNCTIONS = (Closure, Partial, Bound, types.FunctionType, types.BuiltinFunctionType, np.ufunc)
CHOSEN = (*FUNCTIONS, Chosen)
TEXTS = (str, DynamicText)
CHOICES = (Chosen, ChosenText)


def choose_function(joining: Any, a: Any, b: Any, name: str) -> Chosen:
    """One of two functions, each of which may be a choice itself."""
    return Chosen(
        joining.slot(number_type(True), True, False, name),
        carry_choice(joining, a, 0, name),
        carry_choice(joining, b, 1, name),
    )


def carry_choice(joining: Any, value: Any, side: int, name: str) -> Any:
    """A function of path 0 or 1, with the flags that choose it there."""
    if not isinstance(value, (Chosen, ChosenText)):
        return value
    flags = [NEVER, NEVER]
    flags[side] = value.flag
    flag = joining.slot(number_type(True), *flags, name)
    return with_parts(value, lambda v: flag if v is value.flag else carry_choice(joining, v, side, name))


def with_parts(value: Any, change: Callable) -> Any:
    """A choice with its parts changed."""
    parts = [change(v) for v in (value.flag, value.then, value.orelse)]
    return Chosen(*parts) if isinstance(value, Chosen) else ChosenText(*parts, value.sources)


def choose_text(joining: Any, a: Any, b: Any, name: str) -> Any:
    """One of two texts, each of which may be a choice itself; by a number, if one of them is, or has dynamic values."""
    if any(is_numbered(v) or isinstance(v, DynamicText) and not isinstance(v, ChosenText) for v in (a, b)):
        return carry_text(joining, a, b, name) or joining.poison(a, b, name)
    sources = [s for s in (joining.sources, *(getattr(v, "sources", None) for v in (a, b))) if s]
    return ChosenText(
        joining.slot(number_type(True), True, False, name),
        carry_choice(joining, a, 0, name),
        carry_choice(joining, b, 1, name),
        frozenset().union(*sources) if sources else None,
    )


@dataclasses.dataclass(frozen=True, eq=False)
class Unlike(Poison):
    """One of two values that do not fit together, such as arrays of other shapes: it can be stored and returned, and is
    an error where it is read."""

    flag: Any = None
    then: Any = None
    orelse: Any = None

    def plain(self) -> Poison:
        return Poison(*[getattr(self, field.name) for field in dataclasses.fields(Poison)])

    def with_parts(self, change: Callable) -> "Unlike":
        return dataclasses.replace(self, **{k: change(getattr(self, k)) for k in ("flag", "then", "orelse")})


def unlike(joining: Any, found: Poison, a: Any, b: Any, name: str) -> Any:
    """Join incompatible values as a choice of one or the other, if nothing else prevents that."""
    found = found.plain() if isinstance(found, Unlike) else found
    if joining.loop or found.sources or found.grows or found.site or found.lists:
        return found
    if a is NEVER or b is NEVER:
        value = b if a is NEVER else a
        return alone(joining, value, int(a is NEVER), name) if isinstance(value, Unlike) else found
    if not (is_whole(a) and is_whole(b)):
        return found
    flag = joining.slot(number_type(True), True, False, name)
    fields = [getattr(found, field.name) for field in dataclasses.fields(Poison)]
    return Unlike(*fields, flag, alone(joining, a, 0, name), alone(joining, b, 1, name))


def is_whole(value: Any) -> bool:
    """Can a value be carried by itself, without what others know of it?"""
    if isinstance(value, tuple):
        return all(map(is_whole, value))
    return value is None or isinstance(value, (Unlike, Array, Sym, str, *NUMBERS))


def alone(joining: Any, value: Any, side: int, name: str) -> Any:
    """A value of path 0 or 1, as it is carried where the other path has nothing."""
    if isinstance(value, Unlike):
        return value.with_parts(lambda part: alone(joining, part, side, name))
    return joining.join(*((NEVER, value) if side else (value, NEVER)), name)
