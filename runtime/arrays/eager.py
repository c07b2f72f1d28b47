"""NumPy's functions outside of compiled code: those that NumPy itself computes, on the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..device.client import has_other_devices
from ..settings import settings
from .array import Array
from .boxed import NARROW, ORDINARY, SMALL
from .host_functions import place_elsewhere, wrap

Given = tuple[list[Any], dict[Any, Any]]
PLAIN = frozenset((bool, int, float, complex, str, type(None), type, slice, type(...)))
OTHERS = (np.dtype, np.generic)


class Unfit(Exception):
    """An argument for which a compiled program is the better choice, or the only one."""


def small_values(args: tuple[Any, ...], kwargs: dict[Any, Any], limit: int | None = SMALL) -> Given | None:
    """The arguments as NumPy's values, if none is an array of more bytes than the limit, nor an object that is
    neither an array, nor a number, nor a name; else None."""
    if kwargs and kwargs.get("out") is not None:
        return None
    try:
        values = [a if type(a) in PLAIN else value_of(a, limit) for a in args]
        return values, {key: value_of(v, limit) for key, v in kwargs.items()} if kwargs else kwargs
    except Unfit:
        return None


def value_of(value: Any, limit: int | None) -> Any:
    kind = type(value)
    if kind is Array:
        if limit is not None and has_other_devices() and place_elsewhere((value,)) is not None:
            raise Unfit
        seen = value.seen
        return seen if seen is not None and limit is not None and seen.nbytes <= limit else read(value, limit)
    if kind is np.ndarray:
        return fitting(value, limit)
    if kind is tuple or kind is list:
        return kind([value_of(item, limit) for item in value])
    if kind in PLAIN or isinstance(value, OTHERS):
        return value
    raise Unfit


def read(array: Array, limit: int | None) -> Any:
    if array.dtype not in ORDINARY or limit is not None and array.nbytes > limit:
        raise Unfit
    value = array.read()
    return value.item() if value.ndim == 0 and array.weak_type else value


def fitting(value: np.ndarray, limit: int | None) -> np.ndarray:
    known = ORDINARY if settings.enable_x64 else NARROW
    if value.dtype not in known or limit is not None and value.nbytes > limit:
        raise Unfit
    return value


def boxed(value: Any, fresh: bool) -> Any:
    """NumPy's result with arrays and numbers as `Array`s. `fresh`: nothing else refers to it."""
    return wrap(Array, value, fresh)
