"""Distinguish static arguments that Python considers equal: 1, 1.0 and True; 0.0 and -0.0; objects whose class has an
`__eq__` of its own, which may compare only a part of them. No method of such a class is run here.

C++ hashes and compares static arguments while it looks into its tables, and grows them. If that ran a function written
in Python, another thread might change the table meanwhile (a segmentation fault). So what C++ gets is a tuple of one
object, which is the same for equal keys and has neither `__eq__` nor `__hash__`.
"""

from __future__ import annotations

import threading
import types
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from .route import Route, before

HEAP = 1 << 9  # of the flags of classes: made by a class statement


class Only:
    """An object, equal to itself alone."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return type(other) is Only and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


contents: Callable[[Any], Any] = Only


def compare_objects_by(key_of: Callable[[Any], Any]) -> None:
    """Set what tells objects apart whose classes define `__eq__`: equal for those that are the same as arguments."""
    global contents
    contents = key_of


class Token:
    """Stands for all keys that are equal."""

    __slots__ = ("__weakref__",)


TOKENS: weakref.WeakValueDictionary[Any, Token] = weakref.WeakValueDictionary()
LOCK = threading.RLock()


def token_of(key: Any) -> Token:
    with LOCK:
        found = TOKENS.get(key)
        if found is None:
            found = TOKENS[key] = Token()
        return found


class Exact(tuple[Any, ...]):
    """A static argument that is equal only to what is the same: of the same types, with the same signs."""

    value: Any

    def __new__(cls, value: Any) -> "Exact":
        new = super().__new__(cls, (token_of(exact_key(value)),))
        new.value = value
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        return Exact, (self.value,)

    def __repr__(self) -> str:
        return f"Exact({self.value!r})"


def exact_key(value: Any) -> Any:
    """A key that distinguishes a value from those that are equal to it. Raises TypeError if its class says
    that it does not hash."""
    kind = type(value)
    if has_own_equality(value):
        if kind.__hash__ is None:
            raise TypeError(f"unhashable type: {kind.__name__!r}")
        return kind, contents(value)
    if isinstance(value, slice):  # does not hash before Python 3.12
        return slice, *map(exact_key, (value.start, value.stop, value.step))
    if isinstance(value, (tuple, frozenset)):
        parts = map(exact_key, value)
        return type(value), tuple(parts) if isinstance(value, tuple) else frozenset(parts)
    return type(value), repr(value) if isinstance(value, (float, complex)) else value


def has_equals(value: Any) -> bool:
    """Whether another value of its type may be equal to it, and yet not the same."""
    if has_own_equality(value):
        return True
    if isinstance(value, (tuple, frozenset)):
        return any(isinstance(v, (int, float, complex, np.generic)) or has_equals(v) for v in value)
    if isinstance(value, slice):
        return True
    return isinstance(value, (float, complex)) and (not value or value != value)


def has_own_equality(value: Any) -> bool:
    """Whether it is an object of a class that defines `__eq__` or `__hash__` in Python, as enumerations
    do."""
    kind = type(value)
    return bool(kind.__flags__ & HEAP) and types.FunctionType in (type(kind.__eq__), type(kind.__hash__))


PLAIN = frozenset([str, bytes, type(None), type, types.FunctionType, types.BuiltinFunctionType])


def is_alone(value: Any) -> bool:
    """Whether nothing else is equal to the value."""
    return type(value) in PLAIN or type(value) is tuple and all(map(is_alone, value))


def told_apart(value: Any) -> Any:
    """The value, or if it has equals that are not the same, an `Exact` of it. (What does not hash stays as it is.)"""
    if is_alone(value):
        return value
    try:
        return Exact(value)
    except TypeError:
        return value


def bare(argument: Any) -> Any:
    return argument.value if type(argument) is Exact else argument


def exactly(value: Any) -> Exact:
    return value if type(value) is Exact else Exact(value)


def on_exact(route: Route) -> Route:
    """A fast route that tells static arguments apart which C++ takes for the same."""
    positions, names = route.static

    def call(*args: Any, **kwargs: Any) -> Any:
        mine = list(args)
        for n in positions:
            if -len(args) <= n < len(args):
                mine[n] = exactly(args[n])
        return route(
            *mine, **{name: exactly(value) if name in names else value for name, value in kwargs.items()}
        )

    return before(call, route)
