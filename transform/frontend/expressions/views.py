"""Functions that return views of their arguments: reshape, transpose, split, broadcast_arrays."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import settings
from ...core.errors import CompileError
from ...library.numpy.shapes import same_shape_as_base
from ..interpreter import Interpreter
from ..state.aliases import may_be
from ..state.contiguity import contiguous, lie_in_any_order, ravels_in_place, shares_memory
from ..state.values import Array, Lens


ORDERS = ("K", "C", "F")


def shared_result(
    interp: Interpreter, host: Any, args: list, kwargs: dict, convert: Callable[[Any], Any]
) -> Any:
    """The result of a host function that shares memory with its arguments; None if with these it does not."""
    place = 0 if host.operand is None else host.operand(*args)
    first = place < len(args) and isinstance(args[place], Array)
    if host.each is None and host.returned is None and not first:
        return None
    values, named = list(map(convert, args)), {k: convert(v) for k, v in kwargs.items()}
    if host.returned is not None:
        return with_arguments(
            interp,
            host,
            inspect.signature(host.function).bind(*args, **kwargs).arguments,
            host(*values, **named),
        )
    if host.when is not None and not host.when(*values, **named):
        return None
    if host.each is not None:
        return views_of_each(interp, host, args, values, named)
    before, rest = values[:place], values[place + 1 :]
    if before:
        put = lambda x, new: host.view(x, new, *before, *rest, **named)
        return interp.view(args[place], Lens(lambda x: host(*before, x, *rest, **named), put))
    return view_of(interp, host, args[0], rest, named)


def view_of(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> Any:
    """The result of reshape, transpose …: a view of its first argument, `base`."""
    if host.pieces:
        return view_pieces(interp, host, base, rest, named)
    if host.layout in ORDERS:
        return array_in_order(interp, host, base, rest, named)
    if host.layout in ("reshape", "ravel") and not contiguous(base) or by_columns(host, base, rest, named):
        return strided_reshape(interp, host, base, rest, named)
    put = host.view if isinstance(host.view, str) else lambda x, new: host.view(x, new, *rest, **named)
    return interp.view(base, Lens(lambda x: host(x, *rest, **named), put, keeps=host.layout is not None))


def array_in_order(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> Array:
    """np.asarray and its like: the array itself, unless it has to be copied into the memory order asked for."""
    given = inspect.signature(host.function).bind(base, *rest, **named).arguments
    order = given.get("order") or host.layout
    makes = host.builder  # np.array and np.asarray, and not astype, which copies if it has to
    shared = order == "K" or shares_memory(
        base,
        lambda memory: (
            np.array(memory, copy=None, order=order)
            if makes
            else memory.astype(memory.dtype, order, copy=False)
        ),
    )
    if not shared and makes and given.get("copy") is False:
        raise CompileError(
            "ValueError: unable to avoid a copy while creating an array as requested",
            "np.asarray copies if it has to",
        )
    get, put = (lambda x: host(x, *rest, **named)), (lambda x, new: host.view(x, new, *rest, **named))
    if not shared:
        new = copy_array(interp, base, get, surely=shared is False)
        return lie_in_any_order(new) if order == "F" else new
    view = interp.view(base, Lens(get, put, keeps=True))
    return base if view.shape == base.shape else view


def copy_array(interp: Interpreter, base: Array, get: Callable[[Any], Any], surely: bool) -> Array:
    """A copy of an array, which may share memory with it unless it is `surely` one."""
    array = interp.array(get(interp.content(base)))
    if not surely:
        may_be(interp.trail, array, base)
    return array


def by_columns(host: Any, base: Array, rest: list, named: dict) -> bool:
    """Whether the result follows the columns (order="F"). It is a copy, unless the array is one of columns
    (x.T)."""
    ordered = any(type(v) is str and v == "F" for v in (*rest, *named.values()))
    return host.layout in ("reshape", "ravel") and ordered and sum(n > 1 for n in base.shape) > 1


def strided_reshape(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> Array:
    """ravel of an array that is not contiguous is a copy. reshape is a view where the strides allow one; where they are
    not known, it may share memory with its base."""
    either = host.layout == "reshape" or by_columns(host, base, rest, named)
    get, put = (lambda x: host(x, *rest, **named)), (lambda x, new: host.view(x, new, *rest, **named))
    shared = shares_memory(base, get) if either else ravels_in_place(base)
    if shared is False and settings.any_size:  # an axis of one position has no stride
        shared = None
    if not shared and named.get("copy") is False:
        raise CompileError(
            "ValueError: unable to avoid creating a copy while reshaping", "leave out copy=False"
        )
    return (
        interp.view(base, Lens(get, put)) if shared else copy_array(interp, base, get, surely=shared is False)
    )


def view_pieces(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> list | tuple:
    pieces = host(interp.content(base), *rest, **named)

    def piece(k: int) -> Array:
        return interp.view(
            base,
            Lens(
                lambda x: host(x, *rest, **named)[k],
                lambda x, new: host.view(x, new, *rest, piece=k, **named),
            ),
        )

    views = [piece(k) for k in range(len(pieces))]
    return tuple(views) if isinstance(pieces, tuple) else interp.new_list(views)


def views_of_each(interp: Interpreter, host: Any, args: list, values: list, named: dict) -> Any:
    """np.broadcast_arrays, np.ix_: each result is a view of its argument; of one that has its shape, the argument."""
    results = host(*values, **named)
    several = isinstance(results, (list, tuple))

    def view(k: int, value: Any) -> Any:
        base = args[k]
        if not isinstance(base, Array) or base.dtype != value.dtype:
            return interp.array(value)
        if base.shape == value.shape:
            return base

        def get(x: Any) -> Any:
            found = host(*values[:k], x, *values[k + 1 :], **named)
            return found[k] if several else found

        same_size = base.size == value.size
        return interp.view(base, Lens(get, same_shape_as_base if same_size else host.each, keeps=same_size))

    views = [view(k, value) for k, value in enumerate(results if several else [results])]
    return type(results)(views) if several else views[0]


def with_arguments(interp: Interpreter, host: Any, given: dict, result: Any) -> Any:
    """The results of np.histogram: the edges that it is given are returned themselves."""
    if isinstance(result, (list, tuple)):
        return type(result)(with_arguments(interp, host, given, value) for value in result)
    values = given.get(host.returned)
    for value in values if isinstance(values, (list, tuple)) else [values]:
        if isinstance(value, Array) and interp.content(value).atom is getattr(result, "atom", None):
            return value
    return interp.wrap(result)
