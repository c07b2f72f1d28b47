"""Gather and scatter at indices: take, put, choose, copyto; indices of flattened arrays; windows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....core.dtypes import canonical, is_bool, is_integer, kind
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import (
    Casting,
    arrays,
    as_cast,
    builder_in,
    common_dtype,
    common_shape,
    constant_like,
    constant_of,
    describe,
    element,
    full_like,
    iota_like,
    normalize_axis,
    strong,
    strong_array,
)
from ...core.index import checked_index
from ...core.python_numbers import is_caught, raise_if
from ...core.table import implements, prim
from ..indexing import broadcast_value, getitem, ranks
from ..joining import flat_or_axis, resize
from ..reductions import any_, argmax
from ..shapes import permute, ravel, reshape_to, take_static
from .by_condition import DEPENDS, HINT, pick, rows_of, truth_of


# what NumPy raises for an index out of range, and its message, if these are not IndexError and "index 3 is out of …"
INVALID = {"choose": "invalid entry in choice array"}


def bounded_index(index: Any, size: int, mode: str, name: str, axis: int = 0) -> Any:
    """Indices in range: negative ones wrap once; others are refused if they are known, raise if a handler is around,
    else are clamped."""
    if not is_integer(index.dtype) and not is_bool(index.dtype):
        raise CompileError(f"indices must be integers, not {describe(index)}", kind=IndexError)
    if mode not in ("raise", "wrap", "clip"):
        raise CompileError(f"mode must be one of 'raise', 'wrap', 'clip', not {mode!r}", kind=ValueError)
    index = convert(index, canonical(np.int64)) if not is_integer(index.dtype) else index
    known = constant_of(index)
    if known is not None and mode == "raise" and known.size and (known.min() < -size or known.max() >= size):
        worst = int(known.max() if known.max() >= size else known.min())
        raise CompileError(f"index {worst} is out of bounds for size {size} ({name})", kind=IndexError)
    if mode == "wrap":
        return prim.remainder(index, full_like(index, size))
    if mode == "clip":
        return prim.minimum(prim.maximum(index, full_like(index, 0)), full_like(index, size - 1))
    if known is None:
        index = checked_index(tested_index(index, size, axis, name), size, axis)
    if kind(index.dtype) == "u" or known is not None and (known >= 0).all():
        return index
    return prim.select(prim.lt(index, full_like(index, 0)), index + full_like(index, size), index)


def tested_index(index: Any, size: int, axis: int, name: str) -> Any:
    """The index, with 0 for places out of range, for which the call raises where a handler is around."""
    exception = ValueError if name in INVALID else IndexError
    if not is_caught(index, exception) or not index.size:
        return index
    wide = convert(index, canonical(np.int64))
    below = prim.lt(wide, full_like(wide, 0 if name in INVALID else -size))
    outside = prim.or_(below, prim.ge(wide, full_like(wide, size)))
    message: tuple = (INVALID.get(name),)
    if name not in INVALID:
        message = ("index ", first_of(wide, outside), f" is out of bounds for axis {axis} with size {size}")
    raise_if(any_(outside), exception, message, False)
    return prim.select(outside, full_like(index, 0), index)


def first_of(index: Any, chosen: Any) -> Any:
    return getitem(ravel(index), (argmax(chosen),)) if index.size > 1 else prim.reshape(index, shape=())


@implements(np.take, static=("axis", "mode"), method="take")
def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> Any:
    x, axis = flat_or_axis(a, axis)
    x, index = arrays(x, indices)
    index = bounded_index(strong(index), x.shape[axis], mode, "take", axis)
    known = constant_of(index)
    if known is not None and known.ndim == 0:
        return element(x, axis, int(known))
    if known is not None and known.ndim == 1:
        return take_static(x, known, axis)
    return prim.gather(x, index, axes=(axis,), at=axis)


@implements(np.choose, static=("mode",), method="choose")
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    items = rows_of(choices)
    index, *items = arrays(a, *items)
    dtype = common_dtype(*items)
    items = [as_cast(v, dtype, builder_in(index, *items)) for v in items]
    shape = common_shape(index, *items)
    index = bounded_index(strong(index), len(items), mode, "choose")
    index = broadcast_to(index, shape)
    result = broadcast_to(items[-1], shape)
    for k in range(len(items) - 2, -1, -1):
        result = prim.select(prim.eq(index, full_like(index, k)), broadcast_to(items[k], shape), result)
    return result


def along(x: Any, index: Any, axis: int) -> tuple[Any, Any, list[int]]:
    """x and index, broadcast against each other off the axis, with the axis last; and the order that takes it there."""
    if x.ndim != index.ndim:
        raise CompileError(
            f"indices need the dimensions of the array: {describe(index)} for {describe(x)}", kind=ValueError
        )
    order = [*(k for k in range(x.ndim) if k != axis), axis]
    x, index = permute(x, order), permute(index, order)
    lead = np.broadcast_shapes(x.shape[:-1], index.shape[:-1])
    return broadcast_to(x, (*lead, x.shape[-1])), broadcast_to(index, (*lead, index.shape[-1])), order


def unpermute(x: Any, order: Sequence[int]) -> Any:
    return permute(x, [int(k) for k in np.argsort(order)])


@implements(np.take_along_axis, static=("axis",))
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    x, axis = flat_or_axis(arr, axis)
    x, index = arrays(x, indices)
    if not is_integer(index.dtype):
        raise CompileError("`indices` must be an integer array", kind=IndexError)
    index = bounded_index(strong(index), x.shape[axis], "raise", "take_along_axis", axis)
    x, index, order = along(x, index, axis)
    last = x.ndim - 1
    return unpermute(prim.gather(x, index, axes=(last,), batch=last), order)


@implements(np.put_along_axis, static=("axis",), writes=True)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: int | None) -> Any:
    base = strong_array(arr)
    x, axis = flat_or_axis(base, axis)
    x, index, values = arrays(x, indices, values)
    values = broadcast_to(convert(values, x.dtype), index.shape)
    index = bounded_index(strong(index), x.shape[axis], "raise", "put_along_axis", axis)
    moved, index, order = along(x, index, axis)
    last = moved.ndim - 1
    values = permute(values, order)
    return reshape_to(
        unpermute(prim.scatter(moved, values, index, axes=(last,), batch=last), order), base.shape
    )


@implements(np.put, static=("mode",), writes=True, method="put")
def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> Any:
    x, index, values = arrays(a, ind, v)
    if not values.size:
        return x
    index = ravel(bounded_index(strong(index), x.size, mode, "put"))
    values = repeat_to_size(ravel(convert(values, x.dtype)), index.size)
    return reshape_to(prim.scatter(ravel(x), values, index, axes=(0,)), x.shape)


def repeat_to_size(values: Any, size: int) -> Any:
    """The first `size` elements of a vector that is repeated."""
    return values if values.size == size else resize(values, (size,))


@implements(np.putmask, writes=True)
def putmask(a: Any, mask: Any, values: Any) -> Any:
    x, mask, values = arrays(a, mask, values)
    if not values.size:
        return x
    new = reshape_to(repeat_to_size(ravel(convert(values, x.dtype)), x.size), x.shape)
    return prim.select(broadcast_to(truth_of(mask), x.shape), new, x)


@implements(np.place, writes=True)
def place(arr: Any, mask: Any, vals: Any) -> Any:
    """The n-th marked element becomes the n-th value."""
    x, mask, values = arrays(arr, mask, vals)
    mask, values = ravel(truth_of(mask)), ravel(convert(values, x.dtype))
    if not values.size:
        raise_if(any_(mask), ValueError, "Cannot insert from an empty array!", False)
        return x
    rank = ranks(mask)
    rank = prim.remainder(rank, full_like(rank, values.size))
    chosen = prim.gather(values, rank, axes=(0,))
    return reshape_to(prim.select(mask, chosen, ravel(x)), x.shape)


# numbers of Python's become those of a kind not below
PYTHON_KINDS = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


@implements(np.copyto, static=("casting",), writes=True)
def copyto(dst: Any, src: Any, casting: Casting = "same_kind", where: Any = True) -> Any:
    x, new = arrays(dst, src)
    python = getattr(new, "weak", False) and PYTHON_KINDS[kind(new.dtype)] <= PYTHON_KINDS[kind(x.dtype)]
    if not np.can_cast(new.dtype, x.dtype, casting) and not python:
        raise CompileError(
            f"{describe(new)} can't be copied to {describe(x)} according to the rule {casting!r}",
            kind=TypeError,
        )
    new = broadcast_value(convert(new, x.dtype), x.shape)
    return new if where is True else pick(where, new, x)


@implements(np.fill_diagonal, static=("wrap",), writes=True)
def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> Any:
    x, value = arrays(a, val)
    if x.ndim < 2 or x.ndim > 2 and len(set(x.shape)) > 1:
        raise CompileError(f"fill_diagonal needs a matrix or equal sides, not {describe(x)}", kind=ValueError)
    if not value.size:
        return x
    stand_in = np.zeros(x.shape, bool)
    np.fill_diagonal(stand_in, True, wrap)
    places = np.flatnonzero(stand_in)
    values = repeat_to_size(ravel(convert(value, x.dtype)), places.size)
    return reshape_to(prim.scatter(ravel(x), values, constant_like(x, places), axes=(0,)), x.shape)


@implements(np.compress, static=("axis",))
def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    mask = constant_of(condition)
    if mask is None:
        raise CompileError(DEPENDS, HINT)
    x, axis = flat_or_axis(a, axis)
    if mask.ndim != 1:
        raise CompileError("the condition of compress must have one dimension", kind=ValueError)
    return take_static(x, np.flatnonzero(mask), axis)


# -- indices of flattened arrays -----------------------------------------------------------------------------


def refuse_outside(index: Any, size: int, message: str, behind: str = "") -> None:
    """NumPy's error for indices out of range, none of which count from the end: where they are known, or a handler is
    around. The message: with the first wrong one, before `behind`."""
    known = constant_of(index)
    if known is not None:
        wrong = known[(known < 0) | (known >= size)]
        if wrong.size:
            raise CompileError(f"{message}{wrong[0]}{behind}" if behind else message, kind=ValueError)
    elif index.size and is_caught(index, ValueError):
        outside = prim.or_(prim.lt(index, full_like(index, 0)), prim.ge(index, full_like(index, size)))
        said = (message, first_of(index, outside), behind) if behind else message
        raise_if(any_(outside), ValueError, said, False)


@implements(np.unravel_index, static=("shape", "order"))
def unravel_index(indices: Any, shape: Any, order: str = "C") -> tuple:
    index = strong_array(indices)
    index = convert(index, canonical(np.int64))
    sizes = [shape] if np.ndim(shape) == 0 else list(shape)
    whole = math.prod(sizes)
    refuse_outside(index, whole, "index ", f" is out of bounds for array with size {whole}")
    out = []
    for n in sizes[::-1] if order == "C" else sizes:
        out.append(prim.remainder(index, full_like(index, n)))
        index = prim.floor_divide(index, full_like(index, n))
    return tuple(out[::-1] if order == "C" else out)


@implements(np.ravel_multi_index, static=("dims", "mode", "order"))
def ravel_multi_index(multi_index: Any, dims: Any, mode: str = "raise", order: str = "C") -> Any:
    parts = [convert(strong(v), canonical(np.int64)) for v in arrays(*rows_of(multi_index))]
    shape = common_shape(*parts)
    inside = lambda v, n: broadcast_to(bounded_index(v, n, mode, "ravel_multi_index"), shape)
    for v, n in zip(parts, dims, strict=True) if mode == "raise" else ():
        refuse_outside(v, n, "invalid entry in coordinates array")
    parts = [inside(v, n) for v, n in zip(parts, dims, strict=True)]
    total = None
    for part, n in zip(parts, dims) if order == "C" else zip(parts[::-1], dims[::-1]):
        total = part if total is None else total * full_like(total, n) + part
    return total


# -- windows -------------------------------------------------------------------------------------------------


def strided_places(x: Any, shape: Sequence[int], steps: Sequence[int]) -> Any:
    """The sum of an element's indices, each times its step: computed, for a constant of so many numbers is slow to
    compile, and to print."""
    places = None
    for axis, (n, step) in enumerate(zip(shape, steps)):
        line = iota_like(x, n) if step == 1 else iota_like(x, n) * step
        line = reshape_to(line, [n if k == axis else 1 for k in range(len(shape))])
        line = broadcast_to(line, tuple(shape))
        places = line if places is None else places + line
    return places


def windows(x: Any, size: int) -> Any:
    """The windows of a vector: row i is x[i:i + size]."""
    return prim.gather(x, strided_places(x, (x.shape[0] - size + 1, size), (1, 1)), axes=(0,))


@implements(
    np.lib.stride_tricks.sliding_window_view,
    static=("window_shape", "axis"),
    view="assignment destination is read-only",
)
def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> Any:
    x = strong_array(x)
    shape = tuple(np.atleast_1d(window_shape).tolist())
    axes = (
        range(x.ndim)
        if axis is None
        else [normalize_axis(k, x.ndim, x) for k in np.atleast_1d(axis).tolist()]
    )
    if len(shape) != len(axes):
        raise CompileError(f"window_shape has {len(shape)} sizes for {len(axes)} axes", kind=ValueError)
    for size, k in zip(shape, axes):
        count = x.shape[k] - size + 1
        if count < 1:
            raise CompileError(
                f"a window of {size} is larger than axis {k} of {describe(x)}", kind=ValueError
            )
        gathered = prim.gather(x, strided_places(x, (count, size), (1, 1)), axes=(k,), at=k)
        x = permute(gathered, [*range(k + 1), *range(k + 2, gathered.ndim), k + 1])
    return x
