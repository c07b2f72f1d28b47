"""The table from host functions (NumPy's, math's, Python's) to their meaning in terms of primitives.

    @implements(np.clip)
    def clip(a, a_min=None, a_max=None): …

The implementation has the host function's signature. Dynamic arguments arrive as Syms (or, in rules and tests, NumPy
arrays), static ones as the Python values they are: numbers, strings, None, dtypes, shapes, tuples or lists of all these.
"""
from __future__ import annotations

import dataclasses
from typing import Any, Callable

from ..build import Sym
from ..errors import NeedsStatic

HOST: dict[Any, "Host"] = {}


@dataclasses.dataclass(frozen=True)
class Host:
    """How the compiler understands a host function.

    static    parameters that must be static (an axis, a shape, a dtype): a dynamic value there raises NeedsStatic
    builder   True: the implementation is given the builder as keyword `builder` (functions that make arrays from nothing)
    view      the result is a view of the first argument: view(base, new, *args, **kwargs) gives the base with the view's
              content replaced by `new`. A string: why NumPy refuses writes to it (broadcast_to, diagonal)
    """
    function: Callable[..., Any]
    static: frozenset[str]
    builder: bool = False
    view: Callable[..., Any] | str | None = None


def implements(*hosts: Any, static: tuple[str, ...] = (), builder: bool = False, view: Any = None) -> Callable:
    """Enter an implementation into the table, for one or several host functions."""
    def enter(function: Callable) -> Callable:
        for host in hosts:
            if host in HOST:
                raise TypeError(f"{host} is implemented twice")
            HOST[host] = Host(function, frozenset(static), builder, view)
        return function
    return enter


def require_static(value: Any, what: str) -> Any:
    """The value itself, which must not be dynamic."""
    if isinstance(value, Sym) and not value.is_const:
        raise NeedsStatic(f"{what} must be static (known while compiling), not a value computed from arrays")
    return value.value.item() if isinstance(value, Sym) else value
