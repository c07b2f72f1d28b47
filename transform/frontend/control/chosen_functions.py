"""Functions that depend on data: where paths join, a flag says which of two is called."""
from __future__ import annotations

import types
from typing import Any

import numpy as np

from ...ir.unions import number_type
from ..state.values import NEVER, Bound, Chosen, Closure, Partial

FUNCTIONS = (Closure, Partial, Bound, types.FunctionType, types.BuiltinFunctionType, np.ufunc)
CHOSEN = (*FUNCTIONS, Chosen)


def choose_function(joining: Any, a: Any, b: Any, name: str) -> Chosen:
    """One of two functions, each of which may be a choice itself."""
    return Chosen(joining.slot(number_type(True), True, False, name), carried(joining, a, 0, name),
                  carried(joining, b, 1, name))


def carried(joining: Any, value: Any, side: int, name: str) -> Any:
    """A function of path 0 or 1, with the flags that choose it there."""
    if not isinstance(value, Chosen):
        return value
    flags = [NEVER, NEVER]
    flags[side] = value.flag
    return Chosen(joining.slot(number_type(True), *flags, name), carried(joining, value.then, side, name),
                  carried(joining, value.orelse, side, name))
