"""Indexing: x[index], and x with x[index] replaced; the front end indexes arrays only through this module.

    getitem(x, index)                       x[index]
    setitem(x, index, value)                x after x[index] = value
    augment(x, index, function, value)      x after x[index] = function(x[index], value), also for masks
    accumulate(x, index, value, "add")      x after np.add.at(x, index, value)

`index` is an Index, or whatever stands between the brackets. Dynamic scalars and index arrays wrap once if negative;
then reads clamp and writes out of range are dropped. `in_range(i)` may give an interval in which a dynamic integer is
known to lie: what need not be tested is not tested.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_complex, short_name
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, builder_of, convert
from ..core.arrays import as_array, as_dtype, full_like, type_of
from ..core.index import (
    Fancy,
    Index,
    Known,
    Mask,
    NewAxis,
    Place,
    Point,
    Range,
    Term,
    Window,
    checked_index,
    compose,
    interval,
    parse_index,
    size_depends_on_data,
)
from ..core.python_numbers import raise_if
from ..core.table import prim

__all__ = ["Index", "Window", "parse_index", "compose", "getitem", "setitem", "augment", "accumulate"]

ACCUMULATE = {
    "add": "scatter_add",
    "multiply": "scatter_mul",
    "minimum": "scatter_min",
    "maximum": "scatter_max",
}
COMBINE = {"add": "add", "multiply": "mul", "minimum": "minimum", "maximum": "maximum"}


def as_index(shape: tuple[int, ...], index: Any) -> Index:
    return index if isinstance(index, Index) else parse_index(shape, index)


# -- the three ways to index ---------------------------------------------------------------------------------


def getitem(x: Any, index: Any, in_range: Known | None = None) -> Any:
    """x[index] of a Sym or NumPy array.

    Raises:
        CompileError: where NumPy raises IndexError, and for a dynamic mask: the size of the result depends on data.
    """
    index = as_index(x.shape, index)
    if index.masks:
        raise size_depends_on_data()
    read = read_basic if index.basic else read_advanced
    return reshaped(read(x, index, in_range), index.result_shape)


def setitem(x: Any, index: Any, value: Any, in_range: Known | None = None) -> Any:
    """x after x[index] = value: the value is broadcast, and cast to the dtype of x."""
    index = as_index(x.shape, index)
    value = cast_stored(value, x, index)
    if index.masks:
        return write_masked(x, index, lambda old, new: new, value, in_range)
    value = broadcast_value(value, index.result_shape)
    if index.basic:
        return write_basic(x, index, value, in_range)
    return write_advanced(x, index, value, in_range, prim.scatter)


def augment(
    x: Any, index: Any, function: Callable[[Any, Any], Any], value: Any, in_range: Known | None = None
) -> Any:
    """x after x[index] = function(x[index], value); `function` must be elementwise."""
    index = as_index(x.shape, index)
    if index.masks:
        return write_masked(x, index, function, value, in_range)
    return setitem(x, index, function(getitem(x, index, in_range), value), in_range)


def accumulate(x: Any, index: Any, value: Any, operation: str = "add", in_range: Known | None = None) -> Any:
    """x after np.<operation>.at(x, index, value), operation one of add, multiply, minimum, maximum."""
    index = as_index(x.shape, index)
    value = cast_stored(value, x, index)
    if index.basic or index.masks:
        combine = lambda old, new: getattr(prim, COMBINE[operation])(old, broadcast_value(new, old.shape))
        return augment(x, index, combine, value, in_range)
    value = broadcast_value(value, index.result_shape)
    return write_advanced(x, index, value, in_range, getattr(prim, ACCUMULATE[operation]))


# -- values that are written ---------------------------------------------------------------------------------


def cast_stored(value: Any, x: Any, index: Index) -> Any:
    """The value in the dtype of x; refused where NumPy would have to drop an imaginary part."""
    builder = builder_of((x, value, *dynamic_parts(index)))
    array = as_array(value, builder)
    if is_complex(array.dtype) and not is_complex(x.dtype):
        raise CompileError(
            f"can't store {type_of(array)} in an array of {short_name(x.dtype)}",
            "store the real part, or make the array complex",
            kind=TypeError,
        )
    return (
        as_dtype(value, x.dtype, builder)
        if not isinstance(value, (Sym, list, tuple))
        else convert(array, x.dtype)
    )


def dynamic_parts(index: Index) -> list[Any]:
    places = [item.place for item in index.items if isinstance(item, (Point, Range))]
    arrays = [i.mask if isinstance(i, Mask) else i.index for i in index.items if isinstance(i, (Mask, Fancy))]
    return [*(t.at for p in places for t in p.terms), *arrays]


def broadcast_value(value: Any, shape: tuple[int, ...]) -> Any:
    """The value in the shape of the place it goes to; leading axes of size 1 too many are no fault."""
    given = tuple(value.shape)
    extra = max(0, len(given) - len(shape))
    fits = all(n == 1 for n in given[:extra])
    kept = given[extra:]
    if not fits or any(n not in (1, m) for n, m in zip(kept[::-1], shape[::-1])):
        raise CompileError(
            f"could not broadcast input array from shape {given} into shape {tuple(shape)}", kind=ValueError
        )
    return broadcast_to(reshaped(value, kept), shape)


def reshaped(x: Any, shape: tuple[int, ...]) -> Any:
    return x if tuple(x.shape) == tuple(shape) else prim.reshape(x, shape=tuple(shape))


# -- dynamic coordinates -------------------------------------------------------------------------------------


def index_integer(i: Any) -> Any:
    """A strong integer, wide enough that adding a size can't overflow."""
    wide = i.dtype.name in ("int32", "int64")
    return convert(i, i.dtype if wide else canonical(np.int64))


def wrap_negative(at: Any, size: int, in_range: Known | None) -> Any:
    """A negative index counts from the end."""
    low, high = interval(at, in_range)
    i = index_integer(at)
    if low >= 0:
        return i
    if high < 0:
        return i + size
    return prim.select(i < 0, i + size, i)


def fancy_index(item: Fancy, size: int, in_range: Known | None) -> Any:
    """A dynamic index array, its negative elements counted from the beginning."""
    assert item.axis is not None  # it is dynamic
    return wrap_negative(checked_index(item.index, size, item.axis, in_range), size, in_range)


def coordinate(place: Place, in_range: Known | None) -> Any:
    """A place as an integer, dynamic where the place is."""
    total = None
    for term in place.terms:
        is_window = term.high < term.size - 1  # the front end has moved it inside
        at = term.at if is_window else checked_index(term.at, term.size, term.axis, in_range)
        part = wrap_negative(at, term.size, in_range)
        part = part * term.step if term.step != 1 else part
        total = part if total is None else total + part
    if total is None:
        return place.const
    return total + place.const if place.const else total


def in_bounds_test(term: Term, in_range: Known | None) -> list[Any]:
    """The conditions for a write that are not known to hold."""
    low, high = interval(term.at, in_range)
    i = wrap_negative(term.at, term.size, in_range)
    largest = max(high if high >= 0 else 0, min(high, -1) + term.size if low < 0 else 0)  # of i
    below = [] if low >= -term.size else [i >= 0]
    return below + ([] if largest <= term.high else [i <= term.high])


def all_of(tests: list[Any]) -> Any:
    """The conjunction; None of none."""
    result = None
    for test in tests:
        result = test if result is None else prim.and_(result, test)
    return result


# -- basic indices -------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, eq=False)
class Box:
    """The smallest block of x around a basic index, and what is left to do within it."""

    starts: tuple[Any, ...]  # int, or a dynamic integer
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    drop: tuple[int, ...]  # the axes that disappear
    flips: tuple[int, ...]  # axes of the result, before new axes

    @property
    def dynamic(self) -> bool:
        return not all(isinstance(s, int) for s in self.starts)

    @property
    def limits(self) -> tuple[int, ...]:
        return tuple(s + n for s, n in zip(self.starts, self.sizes))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the result, before new axes."""
        return tuple(
            -(-n // k) for a, (n, k) in enumerate(zip(self.sizes, self.strides)) if a not in self.drop
        )

    def within(self) -> dict[str, tuple]:
        """The strided window that the result is of the block, whose dropped axes are gone."""
        kept = [a for a in range(len(self.sizes)) if a not in self.drop]
        sizes, strides = (tuple(v[a] for a in kept) for v in (self.sizes, self.strides))
        return dict(starts=(0,) * len(kept), limits=sizes, strides=strides, drop=())

    def start_operands(self) -> tuple[Any, ...]:
        dtypes = {s.dtype for s in self.starts if not isinstance(s, int)}
        dtype = dtypes.pop() if len(dtypes) == 1 else canonical(np.int64)
        return tuple(np.asarray(s, dtype) if isinstance(s, int) else s for s in self.starts)


def box_of(index: Index, in_range: Known | None) -> Box:
    starts, sizes, strides, drop, flips = [], [], [], [], []
    for item in index.items:
        if isinstance(item, Point):
            drop.append(item.axis)
            starts.append(coordinate(item.place, in_range))
            sizes.append(1)
            strides.append(1)
        elif isinstance(item, Range):
            span = max(item.size - 1, 0) * abs(item.step)
            if item.step < 0:
                flips.append(item.axis - len(drop))
            starts.append(coordinate(item.place.plus(-span) if item.step < 0 else item.place, in_range))
            sizes.append(span + 1 if item.size else 0)
            strides.append(abs(item.step))
    return Box(tuple(starts), tuple(sizes), tuple(strides), tuple(drop), tuple(flips))


def read_basic(x: Any, index: Index, in_range: Known | None) -> Any:
    """x[index], without the new axes."""
    box = box_of(index, in_range)
    if box.dynamic:
        out = prim.dynamic_slice(x, *box.start_operands(), sizes=box.sizes, drop=box.drop)
        out = prim.slice_(out, **box.within()) if max(box.strides) > 1 else out
    elif (box.sizes, box.strides, box.drop) == (tuple(x.shape), (1,) * len(x.shape), ()):
        out = x
    else:
        out = prim.slice_(x, starts=box.starts, limits=box.limits, strides=box.strides, drop=box.drop)
    return prim.flip(out, axes=box.flips) if box.flips else out


def write_basic(x: Any, index: Index, value: Any, in_range: Known | None) -> Any:
    """x with x[index] replaced by a value of the index's result shape."""
    if not math.prod(index.result_shape):
        return x
    box = box_of(index, in_range)
    value = reshaped(value, box.shape)
    value = prim.flip(value, axes=box.flips) if box.flips else value
    if not box.dynamic:
        if box.sizes == tuple(x.shape) and max(box.strides, default=1) == 1:
            return reshaped(value, x.shape)
        return prim.put_slice(
            x, value, starts=box.starts, limits=box.limits, strides=box.strides, drop=box.drop
        )
    window = dict(sizes=box.sizes, drop=box.drop)
    starts = box.start_operands()
    terms = [t for item in index.items if isinstance(item, (Point, Range)) for t in item.place.terms]
    ok = all_of([test for term in terms for test in in_bounds_test(term, in_range)])
    if ok is not None or max(box.strides) > 1:
        old = prim.dynamic_slice(x, *starts, **window)
        value = prim.put_slice(old, value, **box.within()) if max(box.strides) > 1 else value
        value = value if ok is None else prim.select(broadcast_to(ok, value.shape), value, old)
    return prim.update_slice(x, value, *starts, **window)


# -- index arrays --------------------------------------------------------------------------------------------


def basic_part(index: Index) -> Index:
    """The scalars and slices of an advanced index, all of the axes that have index arrays or masks."""
    items: list[Any] = []
    for item in index.items:
        if isinstance(item, (Point, Range)):
            items.append(item)
        elif not isinstance(item, NewAxis):
            axes = item.axes if isinstance(item, Mask) else () if item.axis is None else (item.axis,)
            items += [Range(a, Place(), index.shape[a]) for a in axes]
    return Index(index.shape, tuple(items))


def has_partial_ranges(index: Index) -> bool:
    return any(isinstance(i, Range) and not i.is_all_of(index.shape[i.axis]) for i in index.items)


def index_arrays(index: Index, points: bool, in_range: Known | None) -> dict[int, Any]:
    """For each axis its array of indices, all of one shape and dtype; `points`: also for the axes that have scalars."""
    arrays = {}
    for item in index.items:
        if isinstance(item, Fancy) and item.axis is not None:
            static = isinstance(item.index, np.ndarray)
            arrays[item.axis] = item.index if static else fancy_index(item, index.shape[item.axis], in_range)
        elif isinstance(item, Point) and points:
            arrays[item.axis] = coordinate(item.place, in_range)
    dtypes = {a.dtype for a in arrays.values() if isinstance(a, Sym)}
    dtype = dtypes.pop() if len(dtypes) == 1 else canonical(np.int64)
    return {axis: broadcast_to(convert(a, dtype), index.common_shape) for axis, a in arrays.items()}


def ranges_before(index: Index) -> int:
    """The number of sliced axes of x that precede the axes of the index arrays in the result."""
    count = index.advanced_at
    kept = [item for item in index.items if isinstance(item, (Range, NewAxis))]
    return sum(isinstance(item, Range) for item in kept[:count])


def read_advanced(x: Any, index: Index, in_range: Known | None) -> Any:
    """Slices and scalars first (scalars become index arrays where what they cut out is much larger than the result)."""
    rest = basic_part(index)
    merged = math.prod(rest.result_shape) > 4 * max(
        1, math.prod(index.result_shape)
    ) and not has_partial_ranges(index)
    arrays = index_arrays(index, merged, in_range)
    if not merged:
        x = read_basic(x, rest, in_range)
        arrays = {axis_after(index, axis): a for axis, a in arrays.items()}
    if not arrays:  # x[True], x[False]
        count = math.prod(index.common_shape)
        shape, at = tuple(x.shape), ranges_before(index)
        x = reshaped(x, (*shape[:at], 1, *shape[at:]))
        return x if count else prim.slice_(x, **empty_window(x.shape, at))
    return prim.gather(x, *arrays.values(), axes=tuple(arrays), **where(index))


def empty_window(shape: tuple[int, ...], axis: int) -> dict[str, tuple]:
    limits = tuple(0 if a == axis else n for a, n in enumerate(shape))
    return dict(starts=(0,) * len(shape), limits=limits, strides=(1,) * len(shape), drop=())


def axis_after(index: Index, axis: int) -> int:
    """An axis of x, counted once the scalars have removed theirs."""
    return axis - sum(isinstance(item, Point) and item.axis < axis for item in index.items)


def where(index: Index) -> dict[str, int]:
    at = ranges_before(index)
    return {"at": at} if at else {}


def write_advanced(x: Any, index: Index, value: Any, in_range: Known | None, scatter: Any) -> Any:
    """Into the whole of x where nothing is sliced, else into the part that the slices and scalars cut out."""
    if not math.prod(index.result_shape):
        return x
    if not any(isinstance(item, Fancy) and item.axis is not None for item in index.items):  # x[True] = value
        rest = basic_part(index)
        return write_basic(x, rest, reshaped(value, rest.result_shape), in_range)
    partial = has_partial_ranges(index)
    arrays = index_arrays(index, not partial, in_range)
    value = reshaped(value, without_new_axes(index))
    if not partial:
        return scatter(x, value, *arrays.values(), axes=tuple(arrays), **where(index))
    rest = basic_part(index)
    part = read_basic(x, rest, in_range)
    arrays = {axis_after(index, axis): a for axis, a in arrays.items()}
    part = scatter(part, value, *arrays.values(), axes=tuple(arrays), **where(index))
    return write_basic(x, rest, part, in_range)


def without_new_axes(index: Index) -> tuple[int, ...]:
    sizes = tuple(item.size for item in index.items if isinstance(item, Range))
    at = ranges_before(index)
    return sizes[:at] + index.common_shape + sizes[at:]


# -- masks ---------------------------------------------------------------------------------------------------


def write_masked(
    x: Any, index: Index, function: Callable[[Any, Any], Any], value: Any, in_range: Known | None
) -> Any:
    """x with function(old, value) for the elements under a mask."""
    if len(index.masks) > 1 or any(isinstance(item, (Fancy, NewAxis)) for item in index.items):
        raise CompileError(
            "a mask that is not known while compiling can't stand beside other index arrays",
            "write to the array through the mask alone",
        )
    rest = basic_part(index)
    old = read_basic(x, rest, in_range)
    (mask,) = index.masks
    axes, first = tuple(axis_after(index, a) for a in mask.axes), ranges_before(index)
    value = as_array(value, builder_of((x, value, *dynamic_parts(index))))
    along = axis_along_mask(value, first, len(axes), len(old.shape))
    marked = mask.mask
    if along >= 0 and value.shape[along] != 1:
        fits = check_count(value, along, marked, old.shape, axes, len(axes) == len(x.shape))
        marked = prim.and_(marked, broadcast_to(fits, marked.shape))
    new = function(old, under_mask(value, along, mask.mask))
    new = broadcast_value(cast_stored(new, x, index), old.shape)
    chosen = prim.broadcast(marked, shape=tuple(old.shape), axes=axes)
    return write_basic(x, rest, prim.select(chosen, new, old), in_range)


def axis_along_mask(value: Any, first: int, count: int, ndim: int) -> int:
    """The axis of a value for x[mask] that the chosen elements lie along; negative if it has none."""
    return len(value.shape) - (ndim - count - first) - 1


def check_count(
    value: Any, along: int, mask: Any, shape: tuple[int, ...], axes: tuple[int, ...], whole: bool
) -> Any:
    """Whether as many elements are chosen as there are values. Where not, the call raises NumPy's error; a
    program that has no place for errors is refused."""
    if mask.builder.site.fail is None:
        raise CompileError(
            f"the size of x[mask] depends on data: it can't be set to an array of shape {tuple(value.shape)}",
            "np.where(mask, values, x), with values for all elements",
        )
    count = prim.reduce_sum(convert(mask, canonical(np.int64)), axes=tuple(range(mask.ndim)))
    given = value.shape[along]
    if whole and value.ndim == 1:
        before = f"NumPy boolean array indexing assignment cannot assign {given} input values to the "
        behind = " output values where the mask is true"
    else:
        first, last = shape[: axes[0]], shape[axes[-1] + 1 :]
        before = f"shape mismatch: value array of shape {shape_text(value.shape)} could not be broadcast to "
        before += "indexing result of shape (" + "".join(f"{n}," for n in first)
        behind = ("".join(f",{n}" for n in last) or "," * (not first)) + ")"
    fits = prim.eq(count, full_like(count, given))
    raise_if(prim.not_(fits), ValueError, (before, count, behind), native=False)
    return fits


def shape_text(shape: tuple[int, ...]) -> str:
    """(2,3) and (2,), as NumPy's messages have it."""
    return f"({','.join(map(str, shape))}{',' * (len(shape) == 1)})"


def under_mask(value: Any, along: int, mask: Any) -> Any:
    """A value for x[mask], where one axis stands for all that the mask covers, as a value for x: the k-th element that
    is chosen gets the k-th value."""
    if along < 0:
        return value
    shape = tuple(value.shape)
    if shape[along] == 1:
        return reshaped(value, shape[:along] + (1,) * mask.ndim + shape[along + 1 :])
    if shape[along] == 0:  # nothing is chosen, or the call raises
        return full_like(value, 0, shape=shape[:along] + tuple(mask.shape) + shape[along + 1 :])
    rank = ranks(reshaped(mask, (mask.size,)))
    rank = prim.minimum(rank, full_like(rank, shape[along] - 1))
    chosen = prim.gather(value, rank, axes=(along,), at=along)
    return reshaped(chosen, shape[:along] + tuple(mask.shape) + shape[along + 1 :])


def ranks(mask: Any) -> Any:
    """For each element of a mask with one axis, how many marked ones stand before the last marked one up to it."""
    rank = prim.cumsum(convert(mask, canonical(np.int64)), axis=0, reverse=False)
    return prim.maximum(rank - 1, full_like(rank, 0))
