"""Static arguments, told apart where Python takes different values for equal: 1, 1.0 and True; 0.0 and -0.0."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class Exact:
    """A static argument that is equal only to what is the same: of the same types, with the same signs."""

    __slots__ = ("value", "key")

    def __init__(self, value: Any) -> None:
        self.value, self.key = value, exact_key(value)

    def __eq__(self, other: Any) -> bool:
        return type(other) is Exact and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def exact_key(value: Any) -> Any:
    """What tells a value from those that are equal to it: 1, 1.0 and True; 0.0 and -0.0."""
    if isinstance(value, slice):        # does not hash before Python 3.12
        return slice, *map(exact_key, (value.start, value.stop, value.step))
    if isinstance(value, (tuple, frozenset)):
        parts = map(exact_key, value)
        return type(value), tuple(parts) if isinstance(value, tuple) else frozenset(parts)
    return type(value), repr(value) if isinstance(value, (float, complex)) else value


def has_equals(value: Any) -> bool:
    """May another value of its type be equal to it, and yet not the same?"""
    if isinstance(value, (tuple, frozenset)):
        return any(isinstance(v, (int, float, complex, np.generic)) or has_equals(v) for v in value)
    if isinstance(value, slice):
        return True
    return isinstance(value, (float, complex)) and (not value or value != value)


def bare(argument: Any) -> Any:
    return argument.value if type(argument) is Exact else argument


def exactly(value: Any) -> Exact:
    return value if type(value) is Exact else Exact(value)


def on_exact(route: Callable) -> Callable:
    """A fast route that tells static arguments apart which C++ takes for the same."""
    positions, names = route.static

    def call(*args: Any, **kwargs: Any) -> Any:
        mine = list(args)
        for n in positions:
            if -len(args) <= n < len(args):
                mine[n] = exactly(args[n])
        return route(*mine, **{name: exactly(value) if name in names else value for name, value in kwargs.items()})
    call.finish, call.static = route.finish, route.static
    return call
