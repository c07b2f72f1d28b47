"""Modules with the functions of a host module, each compiled on first use for the types of its arguments."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from recto.transform.core.spelling import no_attribute

from .._boundary.tracebacks import boundary
from .jit import jit


def mirror(
    names: dict[str, Any], host: types.ModuleType
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module with these names, where `host`'s functions are found compiled."""

    @boundary
    def find(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {names['__name__']!r} has no attribute {name!r}")
        function = getattr(host, name, names)
        if function is names:
            raise no_attribute(names["__name__"], name, listed())
        if not callable(function) or isinstance(function, type):
            return function
        compiled = names[name] = jit(function)
        return compiled

    def listed() -> list[str]:
        return sorted({*names, *(n for n in dir(host) if not n.startswith("_"))})

    return find, listed
