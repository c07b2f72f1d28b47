"""Ranges of the integers that library functions return: indices and counts lie within the array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import is_bool
from ...ir.builder import Sym
from ..interpreter import Interpreter
from ..state.integer_facts import learn
from ..state.values import Array
from .extents import within


def _size(args: list) -> int | None:
    return args[0].size if isinstance(args[0], (Array, np.ndarray)) else None


def _first_axis(args: list) -> int | None:
    return args[0].shape[0] if isinstance(args[0], (Array, np.ndarray)) and args[0].ndim else None


def _of_bools(args: list) -> int | None:
    return _size(args) if isinstance(args[0], Array) and is_bool(args[0].dtype) else None


def _index(args: list) -> int | None:
    return _size(args) - 1 if _size(args) else None


LAST: dict[str, Callable[[list], int | None]] = {
    "argmax": _index,
    "argmin": _index,
    "count_nonzero": _size,
    "searchsorted": _first_axis,
    "sum": _of_bools,
}


def learn_result(interp: Interpreter, host: Any, args: list, result: Any) -> Any:
    """Note what a function's name says of an integer that it returns."""
    name = host.function.__name__.strip("_")
    if name in ("min", "max") and len(args) == 2:
        return learn(result, name, *args)
    if name in LAST and args and isinstance(result, Sym) and not result.ndim and not result.is_const:
        last = LAST[name](args)
        return result if last is None else within(interp, result, 0, last)
    return result
