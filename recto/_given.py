"""Transformations that are decorators too: without a function they give one, and None is no function."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def needs_function(transformation: Callable) -> Callable:
    """The transformation, which refuses None in the place of its function."""
    @functools.wraps(transformation)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and args[0] is None or kwargs.get("function", call) is None:
            raise TypeError(f"{call.__name__} needs a function, not None")
        return transformation(*args, **kwargs)
    return call
