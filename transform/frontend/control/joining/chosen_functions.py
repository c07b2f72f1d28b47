"""Choices among static values (functions, texts) that depend on data: a flag is carried instead of the value."""

from __future__ import annotations

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
