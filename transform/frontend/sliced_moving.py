"""Slices of computed length reversed, transposed, joined, rolled, repeated."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..build import TABLE
from .extents import Extent, Sliced, bounded, count, make, plus, to_front, unsupported
from .facts import interval
from .sliced import sliced_item
from .sliced_calls import RULES, arithmetic, axes_of, name_of, rule, run
from .sliced_operations import listed, shape_of


@rule(np.flip)
def flip(interp: Any, m: Any, axis: Any = None) -> Any:
    axes = axes_of(interp, m, axis)
    return sliced_item(interp, m, tuple(slice(None, None, -1 if k in axes else None) for k in range(m.ndim)))


@rule(np.flipud)
def flipud(interp: Any, m: Any) -> Any:
    return flip(interp, m, 0)


@rule(np.fliplr)
def fliplr(interp: Any, m: Any) -> Any:
    return flip(interp, m, 1)


@rule(np.transpose)
def transpose(interp: Any, a: Any, axes: Any = None) -> Any:
    order = tuple(range(a.ndim))[::-1]
    if axes is not None:
        order = tuple(int(interp.static(k, "an axis")) % a.ndim for k in axes)
    moved = {order.index(k): e for k, e in a.extents.items()}
    return make(interp, run(interp, np.transpose, a.data, order), moved, a.safe, a.zeroed)


def at_the_front(interp: Any, value: Any) -> tuple[Any, Any]:
    """A line as an array that begins with its elements, and how many these are."""
    if not isinstance(value, Sliced):
        return value, shape_of(value)[0]
    value = to_front(interp, value, 0)
    return value.data, count(interp, value.extents[0])


def filled(function: Any) -> None:
    def make_like(interp: Any, a: Any, *args: Any, dtype: Any = None, **kwargs: Any) -> Any:
        named = {} if dtype is None else {"dtype": dtype}
        if any(isinstance(v, Sliced) for v in args):
            raise unsupported(f"this use of {name_of(function)}", a, *args)
        return make(interp, run(interp, function, a.data, *args, **named), a.extents, safe=True,
                    zeroed=function is np.zeros_like)
    RULES[function] = make_like


for function in (np.zeros_like, np.ones_like, np.empty_like, np.full_like):
    filled(function)


@rule(np.concatenate, np.hstack)
def concatenate(interp: Any, arrays: Any, axis: Any = 0) -> Any:
    """The pieces written one behind the other into an array that has room for all."""
    arrays = [listed(interp, a) for a in arrays]
    k = int(interp.static(axis, "an axis")) % max(len(shape_of(a)) for a in arrays)
    if any(j != k for a in arrays if isinstance(a, Sliced) for j in a.extents):
        raise unsupported("np.concatenate along another axis", *arrays)
    room = sum(shape_of(a)[k] for a in arrays)
    dtype = np.result_type(*(a.dtype for a in arrays))
    shape = list(shape_of(arrays[0]))
    shape[k] = room
    result = interp.sym(run(interp, np.zeros, tuple(shape), dtype=dtype))
    at: Any = 0
    for a in arrays:
        piece = to_front(interp, a, k) if isinstance(a, Sliced) and k in a.extents else a
        n = count(interp, piece.extents[k]) if isinstance(piece, Sliced) else shape_of(piece)[k]
        content = interp.content(piece.data) if isinstance(piece, Sliced) else interp.sym(piece)
        starts = [interp.sym(at if j == k else 0) for j in range(len(shape))]
        result = TABLE["update_slice"](result, content.astype(dtype) if content.dtype != dtype else content, *starts,
                                       sizes=content.shape, drop=())
        at = plus(interp, at, n)
    bounded(interp, at, room)
    size = min(room, interval(at)[1] if interval(at)[1] is not None else room)
    result = resized_down(result, k, size)
    return make(interp, interp.array(result), {k: Extent(size, 0, bounded(interp, at, size))})


def resized_down(content: Any, axis: int, size: int) -> Any:
    """Cut behind the largest length that the pieces have together."""
    if content.shape[axis] == size:
        return content
    limits = tuple(size if k == axis else n for k, n in enumerate(content.shape))
    one = (1,) * content.ndim
    return TABLE["slice_"](content, starts=(0,) * content.ndim, limits=limits, strides=one, drop=())


@rule(np.append)
def append(interp: Any, arr: Any, values: Any, axis: Any = None) -> Any:
    values = listed(interp, values)
    if not shape_of(values):
        values = run(interp, np.reshape, values, (1,))
    return concatenate(interp, [arr, values], 0 if axis is None else axis)


@rule(np.ediff1d)
def ediff1d(interp: Any, ary: Any) -> Any:
    return diff(interp, ary)


@rule(np.diff)
def diff(interp: Any, a: Any, n: Any = 1, axis: Any = -1) -> Any:
    k = axes_of(interp, a, axis)[0]
    for _ in range(int(interp.static(n, "n of np.diff"))):
        later, earlier = ((*[slice(None)] * k, s) for s in (slice(1, None), slice(None, -1)))
        a = arithmetic(interp, "Sub", sliced_item(interp, a, later), sliced_item(interp, a, earlier))
    return a


@rule(np.roll)
def roll(interp: Any, a: Any, shift: Any, axis: Any = None) -> Any:
    if a.ndim > 1:
        raise unsupported("np.roll of several axes", a)
    n = count(interp, a.extents[0])
    places = arithmetic(interp, "Mod", arithmetic(interp, "Sub", arange_like(interp, to_front(interp, a, 0)), shift), n)
    return sliced_item(interp, a, places)


def arange_like(interp: Any, a: Sliced) -> Sliced:
    """0 1 2 … as long as a one-dimensional value that lies at the front."""
    return make(interp, run(interp, np.arange, a.data.shape[0]), a.extents, safe=True)
