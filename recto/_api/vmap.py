"""`vmap`: turn a function of one value into a compiled function of a batch; `.source()` prints it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from .._boundary.argument_checks import check_arguments, needs_function
from .._convention.methods import P, R
from .._convention.transformation import batch_function
from .derivatives import compile_transformed
from .jit import Function
from .signatures import Decorator, Ufunc


def _read_vmap(
    function: Any = None,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
) -> Any:
    if function is None:
        return lambda f: _read_vmap(f, in_axes, out_axes, axis_name, axis_size)
    return batch_function(function, in_axes, out_axes, axis_name, axis_size)


Axis = int | tuple | list | dict | None


@overload
def vmap(
    function: Ufunc, in_axes: Axis = 0, out_axes: Any = 0, axis_name: Any = None, axis_size: int | None = None
) -> Function[..., Any]: ...
@overload
def vmap(
    function: Callable[P, R],
    in_axes: Axis = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
) -> Function[P, R]: ...
@overload
def vmap(
    *, in_axes: Axis = 0, out_axes: Any = 0, axis_name: Any = None, axis_size: int | None = None
) -> Decorator: ...


@needs_function
@check_arguments
def vmap(
    function: Callable[..., Any] | None = None,
    in_axes: Axis = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
) -> Any:
    """Turn a function of one value into a function of a batch, as one compiled program.

    Args:
        function: a function of one value. Its loops, branches and writes are batched with it. Without it, a
            decorator is returned.
        in_axes: the batch axis of the arguments: an integer for all, or a tuple with one for each positional argument;
            None if an argument is the same for all lanes; the entry of a container may be a tree prefix.
            Keyword arguments are batched along their first axis.
        out_axes: the position of the batch axis in the results; None for results that do not depend on it.
        axis_name: a name for the axis.
        axis_size: the number of values, if it does not follow from the arguments.

    Raises:
        CompileError: axes that do not exist, batches of different sizes.

    >>> import numpy as np, recto
    >>> def steps(n):
    ...     count = 0
    ...     while n != 1:
    ...         n = n // 2 if n % 2 == 0 else 3 * n + 1
    ...         count += 1
    ...     return count
    >>> recto.vmap(steps)(np.array([1, 6, 7, 27]))
    Array([  0,   8,  16, 111], dtype=int64)
    """
    made = _read_vmap(function, in_axes, out_axes, axis_name, axis_size)
    return compile_transformed(made) if function is not None else lambda f: compile_transformed(made(f))


vmap.__recto_reading__ = _read_vmap
