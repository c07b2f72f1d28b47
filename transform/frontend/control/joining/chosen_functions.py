"""Choices among static values (functions, texts) that depend on data: a flag is carried instead of the value."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import Any

from ....ir.unions import number_type
from ...outside.kinds import OF_NUMPY
from ...state.texts import ChosenText
from ...state.values import (
    NEVER,
    Bound,
    Chosen,
    Closure,
    DynamicText,
    Partial,
    contains_dynamic,
)
from ...lists.text_forms import is_numbered
from .carried_texts import carry_text

FUNCTIONS = (Closure, Partial, Bound, types.FunctionType, types.BuiltinFunctionType, *OF_NUMPY)
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
    """A function of path 0 or 1, with the flags that choose it there, and the values that it was made with."""
    if isinstance(value, Partial) or isinstance(value, Closure) and not joining.was_there(side, value):
        return with_held(value, lambda v: carry_held(joining, v, side, name))
    if not isinstance(value, (Chosen, ChosenText)):
        return value
    flags = [NEVER, NEVER]
    flags[side] = value.flag
    flag = joining.slot(number_type(True), *flags, name)
    return with_parts(value, lambda v: flag if v is value.flag else carry_choice(joining, v, side, name))


def carry_held(joining: Any, value: Any, side: int, name: str) -> Any:
    """The values that a function of path 0 or 1 holds."""
    if not contains_dynamic(value):
        return value
    return joining.join(*((value, NEVER) if side == 0 else (NEVER, value)), name)


def with_held(function: Closure | Partial, change: Callable) -> Any:
    """A function whose defaults, or whose arguments that are given, are others; itself if they are the same."""
    fields = ("defaults", "kw_defaults") if isinstance(function, Closure) else ("args", "kwargs")
    given, named = (getattr(function, field) for field in fields)
    changed = type(given)(map(change, given)), {k: change(v) for k, v in named.items()}
    same = all(a is b for a, b in zip(given, changed[0])) and all(
        v is changed[1][k] for k, v in named.items()
    )
    return function if same else dataclasses.replace(function, **dict(zip(fields, changed)))


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
