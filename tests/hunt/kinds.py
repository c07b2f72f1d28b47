"""What values of a program under construction are: their kind decides where they may stand."""
from __future__ import annotations

import random
from typing import Any

import numpy as np

NUMBERS = (bool, int, float, complex, np.generic)
LARGEST, MOST_AXES, MOST_ITEMS, MOST_MEMBERS = 2 ** 31, 4, 72, 10
SAME_SIZE = {"int": "int64", "float": "float64", "complex": "complex128", "bool": "bool"}


def kind(value: Any) -> Any:
    """A hashable description; two values of one kind may stand in the same variable on two paths."""
    match value:
        case np.ndarray():
            return ("array", value.dtype.name, value.shape)
        case np.generic():
            return ("scalar", value.dtype.name)
        case bool() | int() | float() | complex() | str() | None:
            return type(value).__name__
        case list() | tuple():
            return (type(value).__name__, tuple(map(kind, value)))
        case dict():
            return ("dict", tuple((k, kind(v)) for k, v in value.items()))
        case range():
            return ("range",)
    if is_iterator(value) or is_view(value):
        return (type(value).__name__,)
    if callable(value):
        return ("function", getattr(value, "__qualname__", type(value).__name__))
    if not hasattr(value, "__dict__") or isinstance(value, random.Random):
        return (type(value).__name__,)
    return (type(value).__name__, tuple((k, kind(v)) for k, v in sorted(vars(value).items())))


def exchangeable(old: Any, new: Any, mixing: bool) -> bool:
    """May a variable that holds `old` get `new` on another path? `mixing`: Python and NumPy numbers meet."""
    if kind(old) == kind(new):
        return True
    if not (is_number(old) and is_number(new)):
        return False
    return mixing or dtype_name(old) == dtype_name(new)


def dtype_name(value: Any) -> str:
    return SAME_SIZE.get(type(value).__name__, type(value).__name__)


def is_number(value: Any) -> bool:
    return isinstance(value, NUMBERS) and not isinstance(value, (np.str_, np.bytes_))


def is_plain_int(value: Any) -> bool:
    return type(value) is int


def is_int(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_bool(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def is_real(value: Any) -> bool:
    return is_number(value) and not is_bool(value) and not isinstance(value, (complex, np.complexfloating))


def is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def is_mask(value: Any) -> bool:
    return is_array(value) and value.dtype == bool


def is_vector(value: Any) -> bool:
    return is_array(value) and value.ndim == 1


def is_matrix(value: Any) -> bool:
    return is_array(value) and value.ndim == 2


def is_inexact(value: Any) -> bool:
    return np.asarray(value).dtype.kind in "fc"


def is_iterator(value: Any) -> bool:
    return hasattr(value, "__next__")


def is_view(value: Any) -> bool:
    return isinstance(value, (type({}.keys()), type({}.values()), type({}.items())))


def is_modest(value: Any) -> bool:
    """Small enough to work with: no long arrays, no huge integers, nothing but numbers inside."""
    match value:
        case np.ndarray():
            return value.dtype.kind in "biufc" and value.size <= MOST_ITEMS and value.ndim <= MOST_AXES
        case int():
            return abs(value) < LARGEST
        case list() | tuple():
            return len(value) <= MOST_MEMBERS and all(map(is_modest, value))
        case dict():
            return len(value) <= MOST_MEMBERS and all(map(is_modest, value.values()))
    return True


def is_tame(value: Any) -> bool:
    """Numbers without nan and inf and of moderate size."""
    if is_array(value) or is_number(value):
        with np.errstate(all="ignore"):
            return bool(np.all(np.isfinite(value)) and np.all(np.abs(np.asarray(value, complex)) < 1e6))
    return True
