"""Short functions for JAX's style: `custom_gradient`, `closure_convert`, scopes and settings."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from recto.runtime import devices, process_count, process_index

from .. import __version__, debug
from .._boundary.argument_checks import F, check_arguments
from .._dispatch.config import config
from .custom_rules import custom_vjp
from .derivatives import vjp


@check_arguments
def custom_gradient(function: Callable[..., Any]) -> custom_vjp:
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


def closure_convert(fun: Callable[..., Any], *example_args: Any) -> tuple[Callable[..., Any], list]:
    """(fun, []): derivative rules see what functions close over, so that nothing has to become an argument."""
    return fun, []


def named_call(fun: F, *, name: str | None = None) -> F:
    """The function: programs have the names of functions already."""
    return fun


@contextlib.contextmanager
def named_scope(name: str) -> Iterator[None]:
    """A context manager that does nothing: printed programs name lines of source."""
    yield


@contextlib.contextmanager
@check_arguments
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
@check_arguments
def debug_nans(new_val: bool = True) -> Iterator[None]:
    """A context manager: in its block, a NaN that compiled code computes is a FloatingPointError with the user's line.

    It is `recto.debug.checks` of NaN alone.
    """
    with debug.checks(bounds=False, nan=new_val, overflow=False, division=False, keys=False):
        yield


@contextlib.contextmanager
def default_matmul_precision(new_val: Any = None) -> Iterator[None]:
    """A context manager that does nothing: products are computed in the dtype of their operands."""
    yield


@contextlib.contextmanager
def ensure_compile_time_eval() -> Iterator[None]:
    """A context manager that does nothing: what is known while compiling is computed then."""
    yield


def fwd_and_bwd(
    fun: Callable[..., Any], argnums: int | Sequence[int], has_aux: bool = False, jitted: bool = True
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """(forward, backward): forward(*args) gives the value and what the backward sweep needs (and aux with `has_aux`);
    backward(that, cotangent) gives a tuple with the cotangents of the arguments in `argnums`.

    >>> import numpy as np, recto
    >>> forward, backward = recto.fwd_and_bwd(lambda x, y: x * np.sin(y), (0, 1))
    >>> value, residuals = forward(2.0, 0.0)
    >>> [float(bar) for bar in backward(residuals, 1.0)]
    [0.0, 2.0]
    """
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)

    def forward(*args: Any) -> tuple:
        return vjp(fun, *args, has_aux=has_aux)

    def backward(residuals: Any, cotangent: Any) -> tuple:
        bars = residuals(cotangent)
        return tuple([bars[k] for k in numbers])

    return forward, backward


def print_environment_info(return_string: bool = False) -> str | None:
    """Print the versions of Recto, jaxlib, NumPy and Python, the machine and the devices; or return the text."""
    versions = {name: importlib.metadata.version(name) for name in ("jaxlib", "numpy", "scipy")}
    lines = [f"recto:   {__version__}", *[f"{name}: {version:>8}" for name, version in versions.items()]]
    lines += [f"python:  {sys.version}", f"machine: {platform.platform()}", f"devices: {devices()}"]
    if return_string:
        return "\n".join(lines)
    print("\n".join(lines))
    return None


def default_backend() -> str:
    """The platform of the first device."""
    return str(devices()[0].platform)


def process_indices() -> list[int]:
    """The numbers of all processes, see `recto.distributed`."""
    return list(range(process_count()))


host_count, host_id, host_ids = process_count, process_index, process_indices
