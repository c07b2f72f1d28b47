"""Pickle compiled functions: by name if possible, as for plain functions, otherwise with the function that they
were made from.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from typing import Any


def by_name(function: Any) -> tuple | None:
    """The result of `__reduce__` for a function that is found under its name; None if it is not."""
    inner = inspect.unwrap(function)
    place = getattr(inner, "__module__", None), getattr(inner, "__qualname__", None)
    if not all(place) or leads_to(*place) is not function or place[0] == "__main__" and sent_by_value():
        return None
    return named, place


def leads_to(module: str, qualname: str) -> Any:
    """The object of that name; None if there is none."""
    try:
        return functools.reduce(getattr, qualname.split("."), sys.modules[module])
    except (KeyError, AttributeError):
        return None


def named(module: str, qualname: str) -> Any:
    return functools.reduce(getattr, qualname.split("."), importlib.import_module(module))


def sent_by_value() -> bool:
    """Is this called by cloudpickle? It sends what __main__ defines by value: the other process may have another."""
    caller = sys._getframe(3).f_globals.get("__name__", "")
    return caller.endswith("cloudpickle.cloudpickle")
