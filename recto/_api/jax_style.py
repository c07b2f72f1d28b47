"""Short functions for JAX's style: `custom_gradient`, `closure_convert`, scopes and settings."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from recto.runtime import devices

from .. import debug
from .._boundary.argument_checks import checked
from .._dispatch.config import config
from .custom_rules import custom_vjp


@checked
def custom_gradient(function: Callable) -> custom_vjp:
    """A decorator of a function that returns (value, pull): pull(cotangent) gives the cotangents of its arguments.

    The function is called again in the backward sweep.

    >>> import numpy as np, recto
    >>> @recto.custom_gradient
    ... def clipped(x):
    ...     return x ** 2, lambda bar: np.clip(2 * x * bar, -1.0, 1.0)
    >>> float(clipped(3.0)), float(recto.grad(clipped)(3.0))
    (9.0, 1.0)
    """

    def value(*args: Any) -> Any:
        return function(*args)[0]

    def forward(*args: Any) -> Any:
        return function(*args)[0], args

    def backward(args: Any, bar: Any) -> Any:
        bars = function(*args)[1](bar)
        return bars if isinstance(bars, tuple) else (bars,)

    ruled = custom_vjp(functools.wraps(function)(value))
    ruled.defvjp(forward, backward)
    return ruled


def closure_convert(fun: Callable, *example_args: Any) -> tuple[Callable, list]:
    """(fun, []): derivative rules see what functions close over, so that nothing has to become an argument."""
    return fun, []


def named_call(fun: Callable, *, name: str | None = None) -> Callable:
    """The function: programs have the names of functions already."""
    return fun


@contextlib.contextmanager
def named_scope(name: str) -> Iterator[None]:
    """A context manager that does nothing: printed programs name lines of source."""
    yield


@contextlib.contextmanager
@checked
def enable_x64(new_val: bool = True) -> Iterator[None]:
    """A context manager: in its block, dtypes have 64 bits by default, or 32.

    >>> import numpy as np, recto
    >>> with recto.enable_x64(False):
    ...     recto.jit(np.sin)(0.0).dtype
    dtype('float32')
    """
    before = config.enable_x64
    config.update("enable_x64", new_val)
    try:
        yield
    finally:
        config.update("enable_x64", before)


@contextlib.contextmanager
@checked
def debug_nans(new_val: bool = True) -> Iterator[None]:
    """A context manager: in its block, a NaN that compiled code computes is a FloatingPointError with the user's line.

    It is `recto.debug.checks` of NaN alone.
    """
    with debug.checks(bounds=False, nan=new_val, overflow=False, division=False, keys=False):
        yield


def default_backend() -> str:
    """The platform of the first device."""
    return str(devices()[0].platform)


def process_count() -> int:
    """1: several processes are not supported."""
    return 1


def process_index() -> int:
    """0"""
    return 0


def process_indices() -> list[int]:
    """[0]"""
    return [0]


host_count, host_id, host_ids = process_count, process_index, process_indices
