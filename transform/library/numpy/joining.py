"""Concatenate, split, repeat, pad and shift arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_float
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import (
    Casting,
    check_casts,
    array_dtype,
    arrays,
    describe,
    element,
    full_like,
    iota_like,
    normalize_axis,
    normalize_shape,
    put_window,
    strong,
    strong_array,
    window,
)
from ..core.python_numbers import python_integer
from ..core.table import implements, prim
from .shapes import atleast_1d, atleast_2d, atleast_3d, insert_axes, permute, ravel, reshape_to, take_static

# -- joining -------------------------------------------------------------------------------------------------


def common_arrays(values: Sequence[Any], dtype: Any = None) -> list[Any]:
    """Arrays in their common dtype; Python numbers count with their default dtype."""
    xs = [strong(x) for x in arrays(*values)]
    dtype = array_dtype(dtype) if dtype is not None else canonical(np.result_type(*(x.dtype for x in xs)))
    return [convert(x, dtype) for x in xs]


def sequence(values: Any, name: str) -> list[Any]:
    """The arrays to join: the items of a list, or of an array along its first axis."""
    if isinstance(values, (list, tuple)):
        items = list(values)
    else:
        x = strong_array(values)
        if x.ndim == 0:
            raise CompileError(f"{name} needs a sequence of arrays, not {describe(x)}")
        items = [reshape_to(window(x, 0, k, k + 1), x.shape[1:]) for k in range(x.shape[0])]
    if not items:
        raise CompileError(f"{name} needs at least one array", kind=ValueError)
    return items


@implements(np.concatenate, static=("axis", "dtype", "casting"))
def concatenate(
    arrays: Any, axis: int | None = 0, out: Any = None, *, dtype: Any = None, casting: Casting = "same_kind"
) -> Any:
    given = sequence(arrays, "concatenate")
    check_casts(given, dtype, casting)
    xs = common_arrays(given, dtype)
    if axis is None:
        xs, axis = [ravel(x) for x in xs], 0
    if any(x.ndim == 0 for x in xs):
        raise CompileError(
            "zero-dimensional arrays cannot be concatenated", "use np.stack or np.array", kind=ValueError
        )
    axis = normalize_axis(axis, xs[0].ndim, xs[0])
    rest = [(x.ndim, x.shape[:axis], x.shape[axis + 1 :]) for x in xs]
    if any(r != rest[0] for r in rest):
        raise CompileError(
            f"shapes differ off axis {axis}: " + " and ".join(dict.fromkeys(map(describe, xs))),
            kind=ValueError,
        )
    return xs[0] if len(xs) == 1 else prim.concatenate(*xs, axis=axis)


@implements(np.stack, static=("axis", "dtype", "casting"))
def stack(
    arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: Casting = "same_kind"
) -> Any:
    given = sequence(arrays, "stack")
    check_casts(given, dtype, casting)
    xs = common_arrays(given, dtype)
    if any(x.shape != xs[0].shape for x in xs):
        raise CompileError(
            "shapes differ: " + " and ".join(dict.fromkeys(map(describe, xs))),
            "np.stack needs one shape",
            kind=ValueError,
        )
    axis = normalize_axis(axis, xs[0].ndim + 1)
    return concatenate([insert_axes(x, (axis,)) for x in xs], axis)


def _at_least(function: Callable, tup: Any, name: str) -> list[Any]:
    return [function(x) for x in arrays(*sequence(tup, name))]


@implements(np.hstack, static=("dtype", "casting"))
def hstack(tup: Any, *, dtype: Any = None, casting: Casting = "same_kind") -> Any:
    xs = _at_least(atleast_1d, tup, "hstack")
    return concatenate(xs, 0 if xs[0].ndim == 1 else 1, dtype=dtype, casting=casting)


@implements(
    np.vstack,
    *(getattr(np, name) for name in ("row_stack",) if name in np.__all__),
    static=("dtype", "casting"),
)
def vstack(tup: Any, *, dtype: Any = None, casting: Casting = "same_kind") -> Any:
    return concatenate(_at_least(atleast_2d, tup, "vstack"), 0, dtype=dtype, casting=casting)


@implements(np.dstack)
def dstack(tup: Any) -> Any:
    return concatenate(_at_least(atleast_3d, tup, "dstack"), 2)


@implements(np.column_stack)
def column_stack(tup: Any) -> Any:
    xs = [strong(x) for x in arrays(*sequence(tup, "column_stack"))]
    return concatenate([reshape_to(x, (x.size, 1)) if x.ndim < 2 else x for x in xs], 1)


@implements(np.block, array=True)
def block(arrays: Any) -> Any:
    depth = depth_of_blocks(arrays, ())
    xs = [strong_array(block) for block in blocks_in(arrays)]
    ndim = max(depth, *(x.ndim for x in xs)) if xs else depth
    return _join(arrays, ndim, depth)


def depth_of_blocks(value: Any, path: tuple[int, ...]) -> int:
    """The depth to which the lists are nested, which is the same for all blocks. path: where the value is."""
    place = "arrays" + "".join(f"[{k}]" for k in path)
    if isinstance(value, tuple):
        raise CompileError(f"{place} is a tuple: np.block takes nested lists", kind=TypeError)
    if not isinstance(value, list):
        return 0
    if not value:
        raise CompileError(f"List at {place} cannot be empty", kind=ValueError)
    first, *others = (depth_of_blocks(item, (*path, k)) for k, item in enumerate(value))
    for k, depth in enumerate(others, 1):
        if depth != first:
            raise CompileError(
                "List depths are mismatched. First element was at depth "
                f"{len(path) + 1 + first}, but there is an element at depth {len(path) + 1 + depth} ({place}[{k}])",
                kind=ValueError,
            )
    return 1 + first


def blocks_in(value: Any) -> Iterator[Any]:
    """The blocks in nested lists."""
    if not isinstance(value, list):
        yield value
        return
    for item in value:
        yield from blocks_in(item)


def _join(value: Any, ndim: int, depth: int) -> Any:
    if not isinstance(value, list):
        x = strong_array(value)
        return reshape_to(x, (1,) * (ndim - x.ndim) + tuple(x.shape))
    return concatenate([_join(item, ndim, depth - 1) for item in value], -depth)


@implements(np.append, static=("axis",))
def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    return concatenate((arr, values), axis)


# -- splitting -----------------------------------------------------------------------------------------------


def boundaries(size: int, indices_or_sections: Any, equal: bool) -> list[tuple[int, int]]:
    """Start and stop of each piece."""
    if np.ndim(indices_or_sections) == 0:
        count = int(indices_or_sections)
        if count < 1:
            raise CompileError("the number of sections must be larger than 0", kind=ValueError)
        if equal and size % count:
            raise CompileError(
                f"a split of {size} elements into {count} does not result in an equal division",
                "np.array_split allows unequal pieces",
                kind=ValueError,
            )
        each, extra = divmod(size, count)
        edges = np.cumsum([0] + extra * [each + 1] + (count - extra) * [each]).tolist()
        return list(zip(edges, edges[1:]))
    cuts = [0, *(slice(None, int(k)).indices(size)[1] for k in indices_or_sections), size]
    return [(a, max(a, b)) for a, b in zip(cuts, cuts[1:])]


def _splitter(name: str, axis_of: Callable[[Any], int] | None, equal: bool = True) -> None:
    """Enter one of the split functions; axis_of tells the axis of those which have it in their name."""

    def pieces_of(x: Any, indices_or_sections: Any, axis: int) -> tuple[int, list[tuple[int, int]]]:
        axis = normalize_axis(axis_of(x) if axis_of else axis, x.ndim, x)
        return axis, boundaries(x.shape[axis], indices_or_sections, equal)

    def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
        x = strong_array(ary)
        axis, pieces = pieces_of(x, indices_or_sections, axis)
        return [window(x, axis, *piece) for piece in pieces]

    def split_view(base: Any, new: Any, indices_or_sections: Any, axis: int = 0, *, piece: int) -> Any:
        axis, pieces = pieces_of(base, indices_or_sections, axis)
        return put_window(base, new, axis, *pieces[piece])

    split.__name__ = name
    implements(getattr(np, name), static=("indices_or_sections", "axis"), view=split_view, pieces=True)(split)


_splitter("split", None)
_splitter("array_split", None, equal=False)
_splitter("hsplit", lambda x: 1 if x.ndim > 1 else 0)
_splitter("vsplit", lambda x: 0)
_splitter("dsplit", lambda x: 2)


def unstack_view(base: Any, new: Any, *, axis: int = 0, piece: int) -> Any:
    axis = normalize_axis(axis, base.ndim, base)
    return put_window(base, insert_axes(new, (axis,)), axis, piece, piece + 1)


@implements(
    np.unstack, static=("axis",), view=unstack_view, pieces=True, when=lambda x, /, *, axis=0: x.ndim > 1
)
def unstack(x: Any, /, *, axis: int = 0) -> tuple:
    x = strong_array(x)
    axis = normalize_axis(axis, x.ndim, x)
    rest = [n for k, n in enumerate(x.shape) if k != axis]
    return tuple(reshape_to(window(x, axis, k, k + 1), rest) for k in range(x.shape[axis]))


# -- repeating -----------------------------------------------------------------------------------------------


@implements(np.repeat, static=("repeats", "axis"), method="repeat")
def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    x = strong_array(a)
    if axis is None:
        x, axis = ravel(x), 0
    axis = normalize_axis(axis, x.ndim, x)
    counts = np.asarray(repeats)
    if isinstance(repeats, np.ndarray) and not np.can_cast(counts.dtype, np.int64):
        raise CompileError(
            f"Cannot cast array data from {counts.dtype!r} to dtype('int64') according to the rule 'safe'",
            kind=TypeError,
        )
    counts = counts.astype(np.int64)
    if counts.size == 1:
        count = int(counts.reshape(()))
        if count < 0:
            raise negative_count()
        shape = (*x.shape[: axis + 1], count, *x.shape[axis + 1 :])
        repeated = broadcast_to(insert_axes(x, (axis + 1,)), shape)
        return reshape_to(repeated, (*x.shape[:axis], x.shape[axis] * count, *x.shape[axis + 1 :]))
    if counts.shape != (x.shape[axis],):
        raise CompileError(f"{counts.size} repeats for axis {axis} of {describe(x)}", kind=ValueError)
    return take_static(x, np.repeat(np.arange(x.shape[axis]), counts), axis)


def negative_count() -> CompileError:
    """NumPy's refusal to repeat something less than 0 times."""
    error = CompileError("negative dimensions are not allowed", kind=ValueError)
    error.raised = ValueError("negative dimensions are not allowed")
    return error


@implements(np.tile, static=("reps",), array=True)
def tile(A: Any, reps: Any) -> Any:
    x = strong_array(A)
    reps = [int(r) for r in np.atleast_1d(reps)]
    ndim = max(x.ndim, len(reps))
    reps = [1] * (ndim - len(reps)) + reps
    shape = (1,) * (ndim - x.ndim) + tuple(x.shape)
    pairs = tuple(n for pair in zip(reps, shape) for n in pair)
    x = broadcast_to(reshape_to(x, [n for size in shape for n in (1, size)]), pairs)
    return reshape_to(x, [r * n for r, n in zip(reps, shape)])


@implements(np.resize, static=("new_shape",), array=True)
def resize(a: Any, new_shape: Any) -> Any:
    x, shape = ravel(a), normalize_shape(new_shape)
    size = int(np.prod(shape))
    if not x.size:
        return full_like(x, 0, shape=shape)
    copies = -(-size // x.size)
    return reshape_to(window(tile(x, copies), 0, 0, size), shape)


# -- shifting, inserting, deleting ---------------------------------------------------------------------------


@implements(np.roll, static=("axis",), array=True)
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    x = strong_array(a)
    if isinstance(shift, Sym) and shift.ndim == 1:
        shift = [element(shift, 0, k) for k in range(shift.shape[0])]
    if axis is None:
        return reshape_to(roll(ravel(x), shift, 0), x.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    axes = axes * len(shifts) if len(axes) == 1 else axes
    if len(axes) != len(shifts):
        raise CompileError(f"{len(shifts)} shifts for {len(axes)} axes", kind=ValueError)
    for amount, k in zip(shifts, axes):
        x = _roll_one(x, amount, normalize_axis(k, x.ndim, x))
    return x


def _roll_one(x: Any, shift: Any, axis: int) -> Any:
    size = x.shape[axis]
    if isinstance(shift, Sym):
        whole = python_integer(shift) if is_float(shift.dtype) else shift
        index = iota_like(x, size) - convert(whole, canonical(np.int64))
        return prim.gather(x, prim.remainder(index, full_like(index, max(size, 1))), axes=(axis,), at=axis)
    cut = -int(shift) % size if size else 0
    return prim.concatenate(window(x, axis, cut, size), window(x, axis, 0, cut), axis=axis) if cut else x


def flat_or_axis(arr: Any, axis: int | None) -> tuple[Any, int]:
    x = strong_array(arr)
    if axis is None:
        return ravel(x), 0
    return x, normalize_axis(axis, x.ndim, x)


@implements(np.delete, static=("obj", "axis"))
def delete(arr: Any, obj: Any, axis: int | None = None) -> Any:
    x, axis = flat_or_axis(arr, axis)
    try:
        places = np.delete(np.arange(x.shape[axis]), obj)
    except IndexError as error:
        raise CompileError(str(error)) from None
    return take_static(x, places, axis)


@implements(np.insert, static=("obj", "axis"))
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> Any:
    x, axis = flat_or_axis(arr, axis)
    x, values = arrays(x, values)
    values = convert(values, x.dtype)
    size = x.shape[axis]
    indices = np.arange(*obj.indices(size)) if isinstance(obj, slice) else np.asarray(obj)
    if indices.dtype == bool:
        indices = np.flatnonzero(indices)
    values = reshape_to(values, (1,) * (x.ndim - values.ndim) + tuple(values.shape))
    if indices.size == 1 and indices.ndim == 0:
        values = permute(values, [*range(1, axis + 1), 0, *range(axis + 1, x.ndim)])
    count = values.shape[axis] if indices.size == 1 else indices.size
    places = np.where(indices < 0, indices + size, indices).astype(np.int64)
    if ((places < 0) | (places > size)).any():
        raise CompileError(
            f"index {indices} is out of bounds for axis {axis} with size {size}", kind=IndexError
        )
    values = broadcast_to(values, (*x.shape[:axis], count, *x.shape[axis + 1 :]))
    places = np.repeat(places, count) if indices.size == 1 else places
    order = np.insert(np.arange(size), places, size + np.arange(count))
    return take_static(prim.concatenate(x, values, axis=axis), order, axis)
