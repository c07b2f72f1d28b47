"""Functions and texts that depend on data: where paths join, a flag says which of two it is."""
from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ...ir.unions import number_type
from ..state.texts import ChosenText
from ..state.values import NEVER, Bound, Chosen, Closure, Partial

FUNCTIONS = (Closure, Partial, Bound, types.FunctionType, types.BuiltinFunctionType, np.ufunc)
CHOSEN = (*FUNCTIONS, Chosen)
TEXTS = (str, ChosenText)
CHOICES = (Chosen, ChosenText)


def choose_function(joining: Any, a: Any, b: Any, name: str) -> Chosen:
    """One of two functions, each of which may be a choice itself."""
    return Chosen(joining.slot(number_type(True), True, False, name), carried(joining, a, 0, name),
                  carried(joining, b, 1, name))


def carried(joining: Any, value: Any, side: int, name: str) -> Any:
    """A function of path 0 or 1, with the flags that choose it there."""
    if not isinstance(value, (Chosen, ChosenText)):
        return value
    flags = [NEVER, NEVER]
    flags[side] = value.flag
    flag = joining.slot(number_type(True), *flags, name)
    return with_parts(value, lambda v: flag if v is value.flag else carried(joining, v, side, name))


def with_parts(value: Any, change: Callable) -> Any:
    """A choice with its parts changed."""
    parts = [change(v) for v in (value.flag, value.then, value.orelse)]
    return Chosen(*parts) if isinstance(value, Chosen) else ChosenText(*parts, value.sources)


def choose_text(joining: Any, a: Any, b: Any, name: str) -> ChosenText:
    """One of two texts, each of which may be a choice itself."""
    sources = [s for s in (joining.sources, *(getattr(v, "sources", None) for v in (a, b))) if s]
    return ChosenText(joining.slot(number_type(True), True, False, name), carried(joining, a, 0, name),
                      carried(joining, b, 1, name), frozenset().union(*sources) if sources else None)
