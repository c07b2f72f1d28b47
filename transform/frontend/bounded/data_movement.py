"""Data movement of bounded arrays: reversal, transposition, concatenation, np.roll, repetition."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_bool
from ...core.errors import CompileError
from ...ir.builder import TABLE
from ...library.numpy.joining import blocks_in, depth_of_blocks
from ...library.plain.pieces import split_at, split_at_places, split_evenly, split_nearly_evenly
from ..interpreter import Interpreter
from ..outside.kinds import Held, not_of_held
from ..state.aliases import may_be
from ..state.integer_facts import interval
from .elementwise import holds_sliced, stack_list
from .extents import (
    BoundedExtent,
    BoundedArray,
    bound_count,
    check_lengths,
    count,
    larger,
    make,
    plus,
    resize_axis,
    shape_of,
    to_front,
    unsupported,
    array_under,
)
from .functions import RULES, arithmetic, axes_of, axis_of, known_integer, name_of, rule, run
from .slicing import sliced_item


@rule(np.flip)
def flip(interp: Interpreter, m: Any, axis: Any = None) -> Any:
    axes = axes_of(interp, m, axis)
    return sliced_item(interp, m, tuple(slice(None, None, -1 if k in axes else None) for k in range(m.ndim)))


@rule(np.flipud)
def flipud(interp: Interpreter, m: Any) -> Any:
    return flip(interp, m, 0)


@rule(np.fliplr)
def fliplr(interp: Interpreter, m: Any) -> Any:
    if m.ndim < 2:
        raise CompileError("ValueError: Input must be >= 2-d.")
    return flip(interp, m, 1)


@rule(np.swapaxes)
def swapaxes(interp: Interpreter, a: BoundedArray, axis1: Any, axis2: Any) -> Any:
    order = list(range(a.ndim))
    j, k = (axis_of(interp, axis, a.ndim) for axis in (axis1, axis2))
    order[j], order[k] = k, j
    return transpose(interp, a, tuple(order))


@rule(np.moveaxis)
def moveaxis(interp: Interpreter, a: BoundedArray, source: Any, destination: Any) -> Any:
    pairs = [
        [axis_of(interp, k, a.ndim) for k in (v if isinstance(v, (list, tuple)) else [v])]
        for v in (source, destination)
    ]
    order = [k for k in range(a.ndim) if k not in pairs[0]]
    for end, start in sorted(zip(pairs[1], pairs[0])):
        order.insert(end, start)
    return transpose(interp, a, tuple(order))


@rule(np.transpose)
def transpose(interp: Interpreter, a: BoundedArray, axes: Any = None) -> Any:
    order = tuple(range(a.ndim))[::-1]
    if axes is not None:
        if not isinstance(axes, (list, tuple)):
            raise unsupported("these axes of np.transpose", a)
        order = tuple(axis_of(interp, k, a.ndim) for k in axes)
        if sorted(order) != list(range(a.ndim)):
            raise CompileError("ValueError: axes don't match array")
    moved = {order.index(k): e for k, e in a.extents.items()}
    return make(interp, run(interp, np.transpose, a.data, order), moved, a.safe, a.zeroed)


def at_the_front(interp: Interpreter, value: Any) -> tuple[Any, Any]:
    """A line as an array that begins with its elements, and how many these are."""
    if not isinstance(value, BoundedArray):
        return value, shape_of(value)[0]
    value = to_front(interp, value, 0)
    return value.data, count(interp, value.extents[0])


def implement_full_like(function: Any) -> None:
    def make_like(interp: Interpreter, a: Any, fill_value: Any = None, dtype: Any = None) -> Any:
        named = {} if dtype is None else {"dtype": dtype}
        given = [] if fill_value is None else [fill_value]
        if given and (shape_of(fill_value) or not isinstance(a, BoundedArray)):
            raise unsupported(f"this use of {name_of(function)}", a, fill_value)
        return make(
            interp,
            run(interp, function, a.data, *given, **named),
            a.extents,
            safe=True,
            zeroed=function is np.zeros_like,
        )

    RULES[function] = make_like


for function in (np.zeros_like, np.ones_like, np.empty_like, np.full_like):
    implement_full_like(function)


# -- joined --------------------------------------------------------------------------------------------------------


@rule(np.concatenate)
def concatenate(interp: Interpreter, arrays: Any, axis: Any = 0) -> Any:
    """The pieces written one behind the other into an array that has room for all."""
    arrays = [stack_list(interp, a) for a in arrays]
    if axis is None:
        arrays, axis = [run(interp, np.ravel, a) for a in arrays], 0
    if any(isinstance(a, (str, Held)) for a in arrays):
        raise not_of_held("joining arrays")
    ranks = {len(shape_of(a)) for a in arrays}
    if ranks == {0}:
        raise CompileError("ValueError: zero-dimensional arrays cannot be concatenated")
    if len(ranks) > 1:
        raise CompileError(
            "ValueError: all the input array dimensions must match exactly: there are arrays of "
            + " and ".join(map(str, sorted(ranks)))
            + " dimensions"
        )
    k = axis_of(interp, axis, ranks.pop())
    arrays, beside = beside_each_other(interp, arrays, k)
    dtype = np.result_type(*(a.dtype for a in arrays))
    shape = list(shape_of(arrays[0]))
    shape[k] = capacity = sum(shape_of(a)[k] for a in arrays)
    result = interp.sym(run(interp, np.zeros, tuple(shape), dtype=dtype))
    at: Any = 0
    for a in arrays:
        piece = to_front(interp, a, k) if has_extent(a, k) else a
        n = count(interp, piece.extents[k]) if has_extent(piece, k) else shape_of(piece)[k]
        content = interp.content(piece.data) if isinstance(piece, BoundedArray) else interp.sym(piece)
        starts = [interp.sym(at if j == k else 0) for j in range(len(shape))]
        result = TABLE["update_slice"](
            result,
            content.astype(dtype) if content.dtype != dtype else content,
            *starts,
            sizes=content.shape,
            drop=(),
        )
        at = plus(interp, at, n)
    bound_count(interp, at, capacity)
    size = min(capacity, interval(at)[1] if interval(at)[1] is not None else capacity)
    result = resized_down(result, k, size)
    return make(
        interp, interp.array(result), {**beside, k: BoundedExtent(size, 0, bound_count(interp, at, size))}
    )


def beside_each_other(interp: Interpreter, arrays: list, axis: int) -> tuple[list, dict[int, BoundedExtent]]:
    """Pieces to be joined along an axis, the same positions of every other axis in each, and the extents of these."""
    beside: dict[int, BoundedExtent] = {}
    for j in sorted({j for a in arrays if isinstance(a, BoundedArray) for j in a.extents} - {axis}):
        arrays = [to_front(interp, a, j) if has_extent(a, j) else a for a in arrays]
        own = [
            a.extents[j] if has_extent(a, j) else BoundedExtent(shape_of(a)[j], 0, shape_of(a)[j])
            for a in arrays
        ]
        beside[j] = max(own, key=lambda e: e.size)
        for extent in own:
            check_lengths(interp, beside[j], extent, UNLIKE)
        arrays = [as_wide(interp, a, j, beside[j].size) for a in arrays]
    shapes = {tuple(n for j, n in enumerate(shape_of(a)) if j != axis) for a in arrays}
    if len(shapes) > 1:
        raise CompileError(f"ValueError: {UNLIKE}")
    return arrays, beside


def has_extent(value: Any, axis: int) -> bool:
    return isinstance(value, BoundedArray) and axis in value.extents


UNLIKE = "all the input array dimensions except for the concatenation axis must match exactly"


def as_wide(interp: Interpreter, value: Any, axis: int, size: int) -> Any:
    """The value with so many positions along an axis."""
    if shape_of(value)[axis] == size:
        return value
    content = interp.content(value.data) if isinstance(value, BoundedArray) else interp.sym(value)
    wide = interp.array(resize_axis(interp.builder, content, axis, size))
    return BoundedArray({**value.attributes, "data": wide}) if isinstance(value, BoundedArray) else wide


def resized_down(content: Any, axis: int, size: int) -> Any:
    """Cut behind the largest length that the pieces have together."""
    if content.shape[axis] == size:
        return content
    limits = tuple(size if k == axis else n for k, n in enumerate(content.shape))
    one = (1,) * content.ndim
    return TABLE["slice_"](content, starts=(0,) * content.ndim, limits=limits, strides=one, drop=())


@rule(np.append)
def append(interp: Interpreter, arr: Any, values: Any, axis: Any = None) -> Any:
    return concatenate(interp, [stack_list(interp, arr), stack_list(interp, values)], axis)


@rule(np.hstack)
def hstack(interp: Interpreter, tup: Any) -> Any:
    """Along the second axis; along the first where there is only one."""
    arrays = [run(interp, np.atleast_1d, a) for a in tup]
    return concatenate(interp, arrays, 0 if len(shape_of(arrays[0])) == 1 else 1)


@rule(np.vstack)
def vstack(interp: Interpreter, tup: Any) -> Any:
    return concatenate(interp, [run(interp, np.atleast_2d, a) for a in tup], 0)


@rule(np.column_stack)
def column_stack(interp: Interpreter, tup: Any) -> Any:
    columns = [run(interp, np.atleast_1d, a) for a in tup]
    return concatenate(
        interp,
        [sliced_item(interp, a, (slice(None), None)) if len(shape_of(a)) == 1 else a for a in columns],
        1,
    )


@rule(np.block)
def block(interp: Interpreter, arrays: Any) -> Any:
    """Nested lists of blocks: the innermost along the last axis, those around along the axes before it."""
    depth = depth_of_blocks(arrays, ())
    rank = max(depth, *(len(shape_of(block)) for block in blocks_in(arrays)))

    def joined(value: Any, deep: int) -> Any:
        if isinstance(value, list):
            return concatenate(interp, [joined(item, deep - 1) for item in value], rank - deep)
        value = value if len(shape_of(value)) else run(interp, np.reshape, value, (1,))
        more = rank - len(shape_of(value))
        return interp.get_item(value, (None,) * more) if more else value

    return joined(arrays, depth)


@rule(np.atleast_1d)
def atleast_1d(interp: Interpreter, a: Any) -> Any:
    return a if len(shape_of(a)) else run(interp, np.reshape, a, (1,))


@rule(np.atleast_2d)
def atleast_2d(interp: Interpreter, a: Any) -> Any:
    return interp.get_item(a, None) if len(shape_of(a)) == 1 else a


# -- taken apart ---------------------------------------------------------------------------------------------------


def taken_apart(function: Any, evenly: Any) -> None:
    def split(interp: Interpreter, ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
        """A list of views; where the number of places is computed, one that makes them when they are asked for."""
        value, places = stack_list(interp, ary), indices_or_sections
        k = axis_of(interp, axis, len(shape_of(value)))
        if not shape_of(places):
            return interp.call(evenly, [value, interp.static(places, "the number of sections"), k], {})
        value = movable(interp, value)
        places = (
            stack_list(interp, places)
            if isinstance(places, (list, tuple)) and holds_sliced(places)
            else places
        )
        return interp.call(
            split_at_places if isinstance(places, BoundedArray) else split_at, [value, places, k], {}
        )

    RULES[function] = split


taken_apart(np.split, split_evenly)
taken_apart(np.array_split, split_nearly_evenly)


def movable(interp: Interpreter, value: Any) -> Any:
    """The same elements without masks, which loops can't carry. What is written there may be written in the value."""
    found = value
    for axis, extent in value.extents.items() if isinstance(value, BoundedArray) else ():
        found = to_front(interp, found, axis) if extent.mask is not None else found
    if found is not value:
        may_be(interp.trail, array_under(found), value.data)
    return found


@rule(np.hsplit)
def hsplit(interp: Interpreter, ary: Any, indices_or_sections: Any) -> Any:
    return run(interp, np.split, ary, indices_or_sections, 0 if len(shape_of(ary)) == 1 else 1)


@rule(np.vsplit)
def vsplit(interp: Interpreter, ary: Any, indices_or_sections: Any) -> Any:
    if len(shape_of(ary)) < 2:
        raise CompileError("vsplit only works on arrays of 2 or more dimensions", kind=ValueError)
    return run(interp, np.split, ary, indices_or_sections, 0)


# -- differences ---------------------------------------------------------------------------------------------------


@rule(np.ediff1d)
def ediff1d(interp: Interpreter, ary: Any) -> Any:
    return diff(interp, run(interp, np.ravel, ary))


@rule(np.diff)
def diff(
    interp: Interpreter, a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None
) -> Any:
    k = axis_of(interp, axis, len(shape_of(a)))
    ends = [broadcast_like(interp, v, a, k) for v in (prepend, append) if v is not None]
    if ends:
        a = concatenate(interp, [*ends[: prepend is not None], a, *ends[prepend is not None :]], k)
    for _ in range(known_integer(interp, n, "n of np.diff")):
        later, earlier = ((*[slice(None)] * k, s) for s in (slice(1, None), slice(None, -1)))
        operation = "BitXor" if is_bool(a.dtype) else "Sub"
        a = arithmetic(interp, operation, sliced_item(interp, a, later), sliced_item(interp, a, earlier))
    return a


def broadcast_like(interp: Interpreter, value: Any, like: Any, axis: int) -> Any:
    """The operand that np.diff puts before or behind an array: a number once along the axis."""
    value = stack_list(interp, value)
    if shape_of(value):
        return value
    value = run(interp, np.asarray, value)
    one = (
        sliced_item(interp, like, (*[slice(None)] * axis, None, 0))
        if len(shape_of(like)) > 1
        else np.zeros(1)
    )
    return arithmetic(interp, "Add", run(interp, np.zeros_like, one, value.dtype), value)


@rule(np.roll)
def roll(interp: Interpreter, a: BoundedArray, shift: Any, axis: Any = None) -> Any:
    if a.ndim > 1 and (axis is None or isinstance(axis, tuple)):
        raise unsupported("np.roll of several axes", a)
    k = 0 if axis is None else axis_of(interp, axis, a.ndim)
    if len(shape_of(shift)) == 1:  # one after the other; a sum of large ones would wrap around
        size = count(interp, a.extents[k]) if k in a.extents else a.data.shape[k]
        shift = run(
            interp, np.sum, arithmetic(interp, "Mod", stack_list(interp, shift), larger(interp, size, 1))
        )
    if k not in a.extents:
        return make(interp, run(interp, np.roll, a.data, shift, k), a.extents, a.safe, a.zeroed)
    a = to_front(interp, a, k)
    n = larger(interp, count(interp, a.extents[k]), 1)
    numbers = make(interp, run(interp, np.arange, a.data.shape[k]), {0: a.extents[k]}, safe=True)
    places = arithmetic(interp, "Mod", arithmetic(interp, "Sub", numbers, shift), n)
    return sliced_item(interp, a, (*[slice(None)] * k, places))
