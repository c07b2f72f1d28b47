"""Placeholders: arrays of None in attributes and variables that are later replaced by numbers.

self.z = np.array([[None] * n]).T       # a placeholder: no operation of the program
self.z = z                              # numbers
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..interpreter import Interpreter
from ..outside.kinds import is_placeholder
from ..state.values import External, Path

OBJECTS = (object, "object", "O", np.dtype(object))


def placeholder(interp: Interpreter, function: Any, args: list, kwargs: dict) -> External | None:
    """The array of None that NumPy makes of these arguments; None if it makes another array."""
    shape = RULES[function](*args, **kwargs) if function in RULES and not kwargs.keys() - {"dtype"} else None
    return None if shape is None else make_placeholder(interp, shape)


def make_placeholder(interp: Interpreter, shape: tuple[int, ...]) -> External:
    path = Path(("nones", shape))
    return External(np.full(shape, None), path, interp.outside)


def of_list(value: Any = (), dtype: Any = None, *more: Any) -> tuple[int, ...] | None:
    """np.array of lists that hold nothing but None."""
    unknown = more or not isinstance(value, (list, tuple)) or not is_object(dtype, default=True)
    return None if unknown else shape_of(value)


def shape_of(value: Any) -> tuple[int, ...] | None:
    if value is None:
        return ()
    inner = {shape_of(item) for item in value} if isinstance(value, (list, tuple)) else {None}
    return (len(value), *inner.pop()) if len(inner) == 1 and None not in inner else None


def fill_with_none(
    shape: Any = None, value: Any = 0, dtype: Any = None, *more: Any
) -> tuple[int, ...] | None:
    """np.full with None."""
    return None if value is not None or more or not is_object(dtype, default=True) else static_shape(shape)


def empty(shape: Any = None, dtype: Any = float, *more: Any) -> tuple[int, ...] | None:
    """np.empty of objects holds None."""
    return None if more or not is_object(dtype, default=False) else static_shape(shape)


def static_shape(shape: Any) -> tuple[int, ...] | None:
    sizes = shape if isinstance(shape, (list, tuple)) else [shape]
    return tuple(sizes) if all(isinstance(n, int) for n in sizes) else None


def is_object(dtype: Any, default: bool) -> bool:
    return default if dtype is None else any(dtype is kind or dtype == kind for kind in OBJECTS)


def copy_placeholder(interp: Interpreter, value: External) -> External | None:
    """A copy of a placeholder from outside or from here; None if it is something else."""
    array = value.unread
    if not is_placeholder(array) or any(item is not None for item in array.ravel()):
        return None
    return make_placeholder(interp, np.shape(value.value))


RULES = {np.array: of_list, np.full: fill_with_none, np.empty: empty}
