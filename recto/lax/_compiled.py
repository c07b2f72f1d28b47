"""How functions of `recto.lax` are made from their signatures: the library of the compiler says what they mean."""
from __future__ import annotations

from collections.abc import Callable

from .._jit import Function, Options


def compiled(*static: str) -> Callable[[Callable], Function]:
    """A function that is compiled for the types it meets. `static`: the parameters that are known while compiling."""
    def make(described: Callable) -> Function:
        described.__recto_always__ = True       # there is no plain Python to run under disable_jit
        return Function(described, Options(static_argnames=static))
    return make
