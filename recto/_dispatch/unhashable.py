"""The errors for arguments that C++ refuses: values that are neither arrays nor numbers, and not static
because they are unhashable; keys that can't be sorted; containers that hold themselves.
"""

from __future__ import annotations

import collections
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

from recto.runtime import Array
from recto.transform import CompileError
from recto.transform.core.spelling import with_article

from .._boundary.tracebacks import public_error
from .._convention.arguments import Enter
from .._convention.tree_classes import instances

HINTS: dict[type, str] = {
    slice: "pass its bounds as numbers: start, stop",
    set: "pass a frozenset or a tuple",
    bytearray: "pass bytes, or np.frombuffer(…)",
    types.SimpleNamespace: "make it a dataclass: its numbers and arrays are arguments then",
}
DATA = (np.ndarray, np.generic, Array, list, tuple, dict)
ARRAYS = "to_numpy toarray numpy __array__".split()  # how what holds an array is made one, best first


def shown_of_call(error: Exception, args: tuple, kwargs: Mapping[str, Any], static: frozenset) -> Exception:
    """The error to be raised in place of one that a call with these arguments (some of them static) gave."""
    if type(error) is ValueError and str(error).startswith("Non-hashable static arguments"):
        return public_error(unhashable(args, kwargs, static).with_traceback(error.__traceback__))
    if type(error) is RecursionError and str(error).startswith("Recursively calling jit"):
        return public_error(
            RecursionError(
                "a compiled function is called by a function that it calls on the host, with "
                "arguments of the same types: call the function that is not compiled there"
            ).with_traceback(error.__traceback__)
        )
    try:
        if type(error) is ValueError and str(error).startswith("Comparator raised exception"):
            Enter(frozenset(), converts=False).all(args, dict(kwargs), [])
        if isinstance(error, RecursionError):
            collections.deque(
                instances([*args, *kwargs.values()]), maxlen=0
            )  # one that holds itself is refused
    except CompileError as refusal:
        return public_error(refusal.with_traceback(error.__traceback__))
    return public_error(error)


def unhashable(args: tuple, kwargs: Mapping[str, Any], static: frozenset) -> CompileError:
    """Refuse the first argument that does not hash: one that is no data, or else one made `static`."""
    given = {**dict(enumerate(args)), **kwargs}
    for place, value in given.items():
        if not isinstance(value, DATA) and not hashes(value):
            message = (
                f"argument {place} is {with_article(type(value).__name__)}, which is neither data nor static: "
                "it does not hash"
            )
            return CompileError(message, hint_for(value), kind=TypeError)
    for place, value in given.items():
        if place in static and not hashes(value):
            hint = (
                "leave it dynamic, or pass a tuple" if isinstance(value, (list, dict)) else "leave it dynamic"
            )
            return CompileError(
                f"argument {place} is static, and {with_article(type(value).__name__)} does not hash",
                hint,
                kind=TypeError,
            )
    return CompileError("a static argument does not hash", kind=TypeError)


def hashes(value: Any) -> bool:
    try:
        hash(value)
    except Exception:
        return False
    return True


def hint_for(value: Any) -> str:
    for kind, hint in HINTS.items():
        if isinstance(value, kind):
            return hint
    for name in ARRAYS:
        if hasattr(type(value), name):
            return (
                "pass it as an array: np.asarray(x)"
                if name == "__array__"
                else f"pass it as an array: x.{name}()"
            )
    if type(value).__module__ in ("builtins", "collections"):
        return "pass a tuple, or an array"
    return (
        f"give the class {type(value).__name__} a __hash__ that goes with its __eq__, or make it a dataclass"
    )
