"""Make functions of `recto.lax` from their signatures; the compiler's library defines their meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._boundary.tracebacks import boundary
from .._convention.methods import P, R
from .._api.jit import Function
from .._dispatch.options import Options


class Described(Function[P, R]):
    """A function compiled for the types it meets; its static arguments may be lists, or arrays of numbers."""

    def __init__(self, described: Callable[..., Any], static: tuple[str, ...]):
        described.__recto_always__ = True  # there is no plain Python to run under disable_jit
        super().__init__(described, Options(static_argnames=static))
        names = described.__code__.co_varnames[: described.__code__.co_argcount]
        self.static, self.places = frozenset(static), [name in static for name in names]

    @boundary
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self.static:
            args = (
                tuple([hashable_static(a) if static else a for a, static in zip(args, self.places)])
                + args[len(self.places) :]
            )
            kwargs = {name: hashable_static(a) if name in self.static else a for name, a in kwargs.items()}
        return super().__call__(*args, **kwargs)


def hashable_static(value: Any) -> Any:
    """A static argument that can be told from others: tuples in the place of lists."""
    if type(value) in (list, tuple):
        return tuple([hashable_static(v) for v in value])
    return hashable_static(value.tolist()) if isinstance(value, np.ndarray) else value


def compiled_function(*static: str) -> Callable[[Callable[P, R]], Described[P, R]]:
    """Makes a function of a signature. `static`: the parameters that are known while compiling."""
    return lambda described: Described(described, static)
