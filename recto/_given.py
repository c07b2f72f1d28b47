"""Transformations that are decorators too: without a function they return a decorator, and None is not a function."""
from __future__ import annotations

from ._boundary import F, boundary


def needs_function(transformation: F) -> F:
    """The transformation, which refuses None in the place of its function."""
    def check(args: tuple, kwargs: dict) -> None:
        if args and args[0] is None or kwargs.get("function", check) is None:
            raise TypeError(f"{call.__name__} needs a function, not None")
    call = boundary(transformation, check)
    return call
