"""Transformations that are decorators too: without a function they give one, and None is no function."""
from __future__ import annotations

from collections.abc import Callable

from ._boundary import boundary


def needs_function(transformation: Callable) -> Callable:
    """The transformation, which refuses None in the place of its function."""
    def check(args: tuple, kwargs: dict) -> None:
        if args and args[0] is None or kwargs.get("function", check) is None:
            raise TypeError(f"{call.__name__} needs a function, not None")
    call = boundary(transformation, check)
    return call
