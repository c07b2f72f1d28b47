"""Host functions whose results are views of their arguments: reshape, transpose, split, broadcast_arrays."""
from __future__ import annotations

from typing import Any

from ..build import broadcast_to
from .aliases import consistent
from .interpreter import Interpreter
from .layout import contiguous, shares_memory
from .values import Array, Lens


def view_of(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> Any:
    """The result of reshape, transpose …: a view of its first argument, `base`."""
    if host.pieces:
        return view_pieces(interp, host, base, rest, named)
    if host.layout in ("reshape", "ravel") and not contiguous(base) or by_columns(host, base, rest, named):
        return strided_reshape(interp, host, base, rest, named)
    put = host.view if isinstance(host.view, str) else lambda x, new: host.view(x, new, *rest, **named)
    return interp.view(base, Lens(lambda x: host(x, *rest, **named), put, keeps=host.layout is not None))


def by_columns(host: Any, base: Array, rest: list, named: dict) -> bool:
    """Does the result follow the columns (order="F")? It is a copy, unless the array is one of columns (x.T)."""
    ordered = host.layout == "columns" or any(type(v) is str and v == "F" for v in (*rest, *named.values()))
    return host.layout is not None and ordered and sum(n > 1 for n in base.shape) > 1


def strided_reshape(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> Array:
    """ravel of an array that is not contiguous is a copy. reshape is a view where the strides allow one; where they are
    not known, it may share memory with its base."""
    either = host.layout == "reshape" or by_columns(host, base, rest, named)
    shared = shares_memory(base, lambda x: host(x, *rest, **named)) if either else False
    if shared:
        get, put = (lambda x: host(x, *rest, **named)), (lambda x, new: host.view(x, new, *rest, **named))
        return interp.view(base, Lens(get, put))
    array = interp.array(host(interp.content(base), *rest, **named))
    if shared is None:
        array.shadows = (base.root, *base.root.shadows)
        consistent(interp.trail, [array])
    return array


def view_pieces(interp: Interpreter, host: Any, base: Array, rest: list, named: dict) -> list | tuple:
    pieces = host(interp.content(base), *rest, **named)
    def piece(k: int) -> Array:
        return interp.view(base, Lens(lambda x: host(x, *rest, **named)[k],
                                      lambda x, new: host.view(x, new, *rest, piece=k, **named)))
    views = [piece(k) for k in range(len(pieces))]
    return tuple(views) if isinstance(pieces, tuple) else interp.trail.birth(views)


def views_of_each(interp: Interpreter, host: Any, args: list, results: tuple) -> tuple:
    """np.broadcast_arrays: a view of every argument; what has its shape already is given back itself."""
    def view(k: int, value: Any) -> Any:
        if not isinstance(args[k], Array):
            return interp.wrap(value)
        if args[k].shape == value.shape:
            return args[k]
        return interp.view(args[k], Lens(lambda x: broadcast_to(x, value.shape), host.each))
    return tuple(view(k, value) for k, value in enumerate(results))
