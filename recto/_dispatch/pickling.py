"""Pickle compiled functions: by name if possible, as for plain functions, otherwise with the function that they
were made from.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import sys
import types
from collections.abc import Iterator
from typing import Any

from recto.transform.core import sources


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
    """Whether this is called by cloudpickle. It sends what __main__ defines by value: the other process may
    have another."""
    caller = sys._getframe(3).f_globals.get("__name__", "")
    return caller.endswith("cloudpickle.cloudpickle")


def texts_of(function: Any) -> tuple[sources.Lines, ...]:
    """The texts of the functions that cloudpickle sends with a function by value: it keeps no names of files."""
    if not sent_by_value():
        return ()
    files = dict.fromkeys(f.__code__.co_filename for f in reached(function, {}))
    return tuple(text for name in files if (text := next(sources.texts(name), None)))


def reached(function: Any, seen: dict[int, Any]) -> Iterator[types.FunctionType]:
    """A function, and those that it refers to in closures and globals."""
    inner = inspect.unwrap(function) if callable(function) else function
    inner = getattr(inner, "__func__", inner)
    if not isinstance(inner, types.FunctionType) or id(inner) in seen:
        return
    seen[id(inner)] = inner
    yield inner
    names = inner.__globals__.keys() & set(inner.__code__.co_names)
    for cell in inner.__closure__ or ():
        with contextlib.suppress(ValueError):  # an empty cell
            yield from reached(cell.cell_contents, seen)
    for name in sorted(names):
        if getattr(inner.__globals__[name], "__module__", None) == inner.__module__:
            yield from reached(inner.__globals__[name], seen)
