"""Read slices with computed bounds: x[lo:hi], A[i, :j], x[mask], x[a:b][c:d]."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_integer, settings
from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym, broadcast_to
from ...library.numpy.indexing import getitem
from ...primitives import select
from ..interpreter import Interpreter
from ..state.integer_facts import difference, only_arguments
from ..state.values import Array, DynamicText
from .extents import (
    BoundedExtent,
    BoundedArray,
    alike,
    as_line,
    bound_count,
    bounds_of,
    check_lengths,
    positions_of_mask,
    clip_bound,
    count,
    extent_along,
    in_bounds,
    larger,
    make,
    mask_outside,
    minus,
    moved_to,
    not_below,
    numbers_from_0,
    only_inside,
    plus,
    positions,
    ranks,
    resize_axis,
    smaller,
    take,
    to_front,
    unsupported,
    speculate_full_window,
)


def is_open(interp: Interpreter, array: Any, index: Any) -> bool:
    """Whether array[index] has a length that is computed (or the array has one)."""
    if isinstance(array, BoundedArray):
        return True
    parts = index if isinstance(index, tuple) else (index,)
    return any(open_part(interp, p) for p in parts)


def is_lone_mask(interp: Interpreter, index: Any) -> bool:
    """Whether an index is one truth value that data decide."""
    index = interp.settled(index)
    lone = isinstance(index, (Sym, Array)) and not index.shape and is_bool(index.dtype)
    return lone and not interp.sym(index).is_const


def with_mask_axis(interp: Interpreter, array: Any, index: Any) -> tuple[Any, Any]:
    """x[mask] as x[np.newaxis][[mask]], where the mask is one truth value."""
    if not is_lone_mask(interp, index):
        return array, index
    return interp.get_item(array, None), interp.call_host(
        np.reshape, [interp.array(interp.sym(index)), (1,)], {}
    )


def open_part(interp: Interpreter, part: Any) -> bool:
    """A slice whose length depends on loop indices or data, an index array of computed length, a mask."""
    part = interp.settled(part)
    if isinstance(part, BoundedArray):
        return True
    if isinstance(part, Array):
        return is_bool(part.dtype) and part.ndim > 0 and not interp.sym(part).is_const
    if not isinstance(part, slice):
        return False
    bounds = [interp.settled(b) for b in (part.start, part.stop, part.step) if b is not None]
    dynamic = [b for b in bounds if isinstance(b, Sym) and not b.is_const]
    if not dynamic or not all(is_integer(b.dtype) and not b.shape for b in dynamic):
        return False
    return (
        not only_arguments(dynamic)
        or None not in (part.start, part.stop)
        and difference(*bounds[:2]) is not None
    )


# -- reading -------------------------------------------------------------------------------------------------------


def sliced_item(interp: Interpreter, array: Any, index: Any) -> Any:
    """array[index] as a view, where a length is computed; None if none is after all (x[i:i + 5])."""
    value = array if isinstance(array, BoundedArray) else None
    parts = [interp.settled(p) for p in (index if isinstance(index, tuple) else (index,))]
    parts = all_axes(parts, (value.data if value else array).ndim)
    if any(isinstance(p, (Array, BoundedArray, list)) and not is_scalar(p) for p in parts):
        return advanced_item(interp, array, parts)
    turns = reversed_slice(interp, array, parts)
    if turns is not None:
        return turns
    data, plain, kept, strides, narrower = resolve_index(interp, array, parts)
    view = interp.array_item(data, plain)
    if any(strides.values()):
        view = interp.array_item(
            view, tuple(slice(None, None, strides.get(k) or None) for k in range(view.ndim))
        )
    alike = value is not None and not narrower
    return make(interp, view, kept, alike and value.safe, alike and value.zeroed) if kept else view


def resolve_index(
    interp: Interpreter, array: Any, parts: list
) -> tuple[Array, tuple, dict[int, BoundedExtent], dict[int, int | None], bool]:
    """The value to index and the index, the extents and the strides to take then of the result's axes, and
    whether it selects less than all of the array along some axis."""
    if isinstance(array, BoundedArray) and any(
        isinstance(p, slice) and is_step(interp, p, -1) for p in parts
    ):
        array, parts = reverse_slice(interp, array, parts)
    data, extents = (array.data, array.extents) if isinstance(array, BoundedArray) else (array, {})
    plain, kept, strides = [], {}, {}
    axis, out, narrower = 0, 0, False
    for part in parts:
        if part is None:
            plain.append(part)
            out += 1
            continue
        extent = extents.get(axis)
        if extent is None and open_part(interp, part):
            window, strides[out] = strided_window(interp, part, data.shape[axis])
            part = window or part
        old = extent
        part, extent = (
            (part, None) if strides.get(out) else narrow_axis(interp, data.shape[axis], extent, part)
        )
        narrower |= extent is not old and isinstance(part, slice)
        plain.append(part)
        if isinstance(part, slice):
            if extent is not None:
                kept[out] = extent
            out += 1
        axis += 1
    return data, tuple(plain), kept, strides, narrower


def is_scalar(part: Any) -> bool:
    return isinstance(part, Array) and not part.ndim


def all_axes(parts: list, ndim: int) -> list:
    """The parts with full slices for the ellipsis and for what is left out."""
    used = sum(axes_taken(p) for p in parts)
    if used > ndim:
        raise CompileError(
            f"too many indices for array: array is {ndim}-dimensional, but {used} were indexed",
            kind=IndexError,
        )
    at = next((k for k, p in enumerate(parts) if p is Ellipsis), len(parts))
    return [*parts[:at], *[slice(None)] * (ndim - used), *parts[at + 1 :]]


def axes_taken(part: Any) -> int:
    """The number of axes that a part of an index consumes."""
    if part is None or part is Ellipsis:
        return 0
    return part.ndim if isinstance(part, (Array, BoundedArray)) and is_bool(part.dtype) else 1


def steps(interp: Interpreter, part: slice) -> Any:
    return (
        1
        if part.step is None
        else part.step
        if isinstance(part.step, Sym) and not part.step.is_const
        else interp.static(part.step, "the step of a slice")
    )


def is_step(interp: Interpreter, part: slice, number: int) -> bool:
    step = steps(interp, part)
    return isinstance(step, int) and step == number


def narrow_axis(
    interp: Interpreter, size: int, extent: BoundedExtent | None, part: Any
) -> tuple[Any, BoundedExtent | None]:
    """The index into the data along an axis, and the extent that is left."""
    if not isinstance(part, slice):
        return (part if extent is None else place_inside(interp, extent, part)), None
    if extent is None and not open_part(interp, part):
        return part, None
    if part.start is None and part.stop is None and is_step(interp, part, 1):
        return part, extent
    step = steps(interp, part)
    if extent is not None and extent.mask is not None:
        return slice(None), BoundedExtent(size, mask=chosen_part(interp, extent, part, step))
    if extent is None and isinstance(step, int) and step == 1:
        window = constant_window(interp, part, size)
        if window is not None:
            return window
    n = size if extent is None else count(interp, extent)
    return slice(None), strided_extent(interp, size, extent or BoundedExtent(size, 0, size), part, n, step)


def chosen_part(interp: Interpreter, extent: BoundedExtent, part: slice, step: Any) -> Array:
    """The mask of a slice of what a mask chose: by the number of each among those chosen."""
    n = count(interp, extent)
    lo, hi = bounds_of(interp, part, n)
    numbers = interp.array(ranks(interp, extent))
    return interp.array(positions(interp, extent) & positions_in_range(interp, numbers, lo, hi, step))


def positions_in_range(interp: Interpreter, numbers: Array, lo: Any, hi: Any, step: Any) -> Sym:
    """The numbers that are in range(lo, hi, step), as a mask."""
    result = interp.sym(interp.compare("GtE", numbers, lo)) & interp.sym(interp.compare("Lt", numbers, hi))
    if isinstance(step, int) and step == 1:
        return result
    positive_step(interp, step)
    off = interp.binary("Mod", interp.binary("Sub", numbers, lo), step)
    return result & interp.sym(interp.compare("Eq", off, 0))


def constant_window(interp: Interpreter, part: slice, size: int) -> tuple[slice, BoundedExtent | None] | None:
    """A slice whose bounds are a constant distance apart: a dynamic slice; with an extent unless it surely fits.

    Where it may reach over an end, NumPy gives less: the window is moved inside, and what was asked for counts.
    """
    start, stop = (0 if part.start is None else part.start), (size if part.stop is None else part.stop)
    length = difference(stop, start)
    if length is None or not is_empty_or_window(interp, start, stop, length):
        return None
    fits = length <= size  # it does not, whatever is known of the bounds, on a path that is never taken
    if length <= 0 or fits and not_below(interp, start, 0) and not_below(interp, size, stop):
        return part, None
    if length >= size:
        return None
    lo, hi = bounds_of(interp, part, size)
    first = smaller(interp, lo, size - length)
    extent = BoundedExtent(length, minus(interp, lo, first), minus(interp, hi, first))
    return slice(first, plus(interp, first, length)), speculate_full_window(interp, extent)


def is_empty_or_window(interp: Interpreter, start: Any, stop: Any, length: int) -> bool:
    """Whether a slice is empty where its stop is not behind its start. Not x[i:i - 1] where i is 0: it is
    x[0:-1]."""
    return length >= 0 or not_below(interp, stop, 0) or not_below(interp, -1, start)


def strided_window(interp: Interpreter, part: slice, size: int) -> tuple[slice | None, int | None]:
    """x[i:i + 6:2]: the window that holds the elements, and the stride within it, where their number is constant."""
    step = steps(interp, part)
    if not isinstance(step, int) or step < 2 or part.start is None or part.stop is None:
        return None, None
    length = difference(part.stop, part.start)
    if length is None or length < 1 or not not_below(interp, part.start, 0):
        return None, None
    window = slice(part.start, plus(interp, part.start, (length - 1) // step * step + 1))
    return (window, step) if not_below(interp, size, window.stop) else (None, None)


def strided_extent(
    interp: Interpreter, size: int, extent: BoundedExtent, part: slice, n: Any, step: Any
) -> BoundedExtent:
    """The extent of a slice of an extent with n positions."""
    if isinstance(step, int) and step == 1:
        lo, hi = bounds_of(interp, part, n)
        return BoundedExtent(size, plus(interp, extent.lo, lo), plus(interp, extent.lo, hi))
    lo, hi = bounds_of(interp, part, n)
    first, last = plus(interp, extent.lo, lo), plus(interp, extent.lo, hi)
    places = interp.array(
        interp.builder.bind(TABLE["iota"], (), {"shape": (size,), "axis": 0, "dtype": canonical(np.int64)})
    )
    return BoundedExtent(size, mask=interp.array(positions_in_range(interp, places, first, last, step)))


def positive_step(interp: Interpreter, step: Any) -> None:
    """A ValueError at the end of the call if a computed step is 0 or negative."""
    if not not_below(interp, step, 1):
        interp.fail_if(
            interp.sym(interp.compare("Lt", step, 1)),
            ValueError,
            ("a computed step of a slice must be positive in compiled code",),
        )


def reversed_slice(interp: Interpreter, array: Any, parts: list) -> Any:
    """x[hi:lo:-1] with bounds that are computed: the slice between them, from behind. None if there is none such."""
    extents, shape = (
        (array.extents, array.data.shape) if isinstance(array, BoundedArray) else ({}, array.shape)
    )
    first, second, axis = list(parts), [], 0
    for k, part in enumerate(parts):
        step = steps(interp, part) if isinstance(part, slice) else None
        if (
            isinstance(step, int)
            and step < 0
            and (axis in extents or open_part(interp, part))
            and (part.start, part.stop, step) != (None, None, -1)
        ):
            n = count(interp, extents[axis]) if axis in extents else shape[axis]
            first[k] = slice(
                *(successor_bound(interp, b, n, default) for b, default in ((part.stop, 0), (part.start, n)))
            )
            second.append(step)
        elif isinstance(part, slice) or part is None:
            second.append(1)
        axis += part is not None
    if all(step == 1 for step in second):
        return None
    value = interp.get_item(array, tuple(first))
    value = interp.get_item(value, tuple(slice(None, None, -1 if step < 0 else None) for step in second))
    strides = tuple(slice(None, None, -step if step < -1 else None) for step in second)
    return interp.get_item(value, strides) if any(step < -1 for step in second) else value


def successor_bound(interp: Interpreter, bound: Any, n: Any, default: Any) -> Any:
    """The position behind a bound of a slice that is counted backwards, in 0 … n."""
    if bound is None:
        return default
    if not_below(interp, bound, 0):
        return smaller(interp, plus(interp, bound, 1), n)
    if not_below(interp, -1, bound):
        return larger(interp, plus(interp, plus(interp, bound, n), 1), 0)
    return clip_bound(interp, plus(interp, bound, 1), plus(interp, plus(interp, bound, n), 1), bound, n)


def place_inside(interp: Interpreter, extent: BoundedExtent, part: Any) -> Any:
    """The position of element `part` of an extent; an IndexError at the end of the call where there is none."""
    if isinstance(part, Array):
        part = interp.wrap(interp.sym(part))
    if extent.mask is not None:
        front = BoundedExtent(extent.size, 0, bound_count(interp, count(interp, extent), extent.size))
        places = interp.array(positions_of_mask(interp, extent))
        return bound_count(
            interp, interp.array_item(places, place_inside(interp, front, part)), extent.size - 1
        )
    n = count(interp, extent)
    if not isinstance(part, Sym) or part.is_const:
        part = interp.static(part, "an index")
        need = part + 1 if part >= 0 else -part
        if not not_below(interp, n, need):
            message = f"index {part} is out of bounds for a slice that is shorter"
            interp.fail_if(interp.sym(interp.compare("Lt", n, need)), IndexError, (message,))
        place = plus(interp, extent.lo, part) if part >= 0 else plus(interp, extent.hi, part)
        return smaller(interp, larger(interp, place, 0), extent.size - 1)
    check_index(interp, part, n)
    place = plus(interp, extent.lo, in_bounds(interp, part, n, 0))
    return smaller(interp, place, larger(interp, minus(interp, extent.hi, 1), 0))


def check_index(
    interp: Interpreter, index: Any, n: Any, extents: dict[int, BoundedExtent] | None = None
) -> None:
    """While bounds are checked: an IndexError at the end of the call if an index, or one of several, is not in a slice
    of length n. `extents`: which of several count."""
    if "bounds" not in settings.checks or not interp.sym(index).size:
        return
    n, index = interp.sym(n), interp.sym(index)
    wrong = only_inside(interp, index_outside(index, n), extents or {}, False)
    if index.ndim:
        flat = TABLE["reshape"](wrong, shape=(wrong.size,))
        at = TABLE["argmax"](flat, axis=0)
        index = TABLE["dynamic_slice"](
            TABLE["reshape"](index, shape=(index.size,)), at, sizes=(1,), drop=(0,)
        )
        wrong = TABLE["reduce_any"](flat, axes=(0,))
    text = DynamicText(["index ", (index, "", ""), " is out of bounds for a slice of length ", (n, "", "")])
    interp.fail_if(wrong, IndexError, interp.payload((text,), True))


def index_outside(index: Sym, n: Sym) -> Sym:
    """Whether an index, or each of several, is neither in 0 … n - 1 nor in -n … -1."""
    n = n.astype(np.int64)
    wide = index.astype(np.int64)
    return TABLE["or_"](*(broadcast_to(w, index.shape) for w in (wide < -n, wide >= n)))


def reverse_slice(interp: Interpreter, value: BoundedArray, parts: list) -> tuple[Any, list]:
    """x[::-1] of a slice of computed length: a view of the base from behind, and the parts that are left."""
    index, extents, out, axis = [], value.extents, [], 0
    for part in parts:
        reverse = (
            isinstance(part, slice) and part.start is None and part.stop is None and is_step(interp, part, -1)
        )
        out.append(slice(None) if reverse else part)
        if part is not None:
            index.append(slice(None, None, -1) if reverse else slice(None))
            if reverse and axis in extents:
                extents[axis] = reversed_extent(interp, extents[axis])
            axis += 1
    return make(interp, interp.array_item(value.data, tuple(index)), extents, value.safe, value.zeroed), out


def reversed_extent(interp: Interpreter, extent: BoundedExtent) -> BoundedExtent:
    if extent.mask is not None:
        return BoundedExtent(extent.size, mask=interp.array_item(extent.mask, slice(None, None, -1)))
    return BoundedExtent(
        extent.size, minus(interp, extent.size, extent.hi), minus(interp, extent.size, extent.lo)
    )


# -- index arrays and masks ----------------------------------------------------------------------------------------


def advanced_item(interp: Interpreter, array: Any, parts: list) -> Any:
    """x[mask], x[indices], A[i, indices] where the result has a computed length: a new array."""
    if (
        len(parts) == 1
        and isinstance(parts[0], BoundedArray)
        and is_bool(parts[0].dtype)
        and parts[0].ndim > 1
    ):
        return chosen_of_all(interp, array, parts[0])
    array, parts = merge_mask_axes(interp, array, parts)
    wide = [k for k, p in enumerate(parts) if isinstance(p, (Array, BoundedArray, list)) and not is_scalar(p)]
    if len(wide) > 1:
        return interp.several_indices(array, parts, wide)
    if any(p is None for p in parts):
        return with_new_axes(interp, array, parts, wide[0])
    value, at, part = one_index(interp, array, parts, wide[0])
    data, extents = (value.data, value.extents) if isinstance(value, BoundedArray) else (value, {})
    if isinstance(part, (Array, BoundedArray)) and is_bool(part.dtype):
        extent = mask_extent(interp, data.shape[at], extents.get(at), part)
        return make(interp, interp.array(interp.content(data)), {**extents, at: extent})
    if isinstance(part, list):
        part = interp.wrap(interp.stack_numbers(part))
    return by_indices(interp, value, data, extents, at, part)


def with_new_axes(interp: Interpreter, array: Any, parts: list, at: int) -> Any:
    """x[mask, None, :] is x[mask, :][:, None, :]: beside slices alone, the axis of one line of indices stays where they
    stand."""
    line = isinstance(parts[at], list) or parts[at].ndim == 1
    if not line or not all(p is None or isinstance(p, slice) for p in parts[:at] + parts[at + 1 :]):
        return interp.several_indices(array, parts, [at])
    found = advanced_item(interp, array, [p for p in parts if p is not None])
    return interp.get_item(found, tuple([None if p is None else slice(None) for p in parts]))


def chosen_of_all(interp: Interpreter, array: Any, mask: BoundedArray) -> Any:
    """A[mask] where the mask has all of the axes of A, and one at least a computed length."""
    if not isinstance(array, BoundedArray) or array.ndim != mask.ndim:
        raise unsupported("a mask of several axes", array, mask)
    flat, chosen = (interp.call_host(np.ravel, [v], {}) for v in (array, mask))
    return sliced_item(interp, flat, chosen)


def merge_mask_axes(interp: Interpreter, array: Any, parts: list) -> tuple[Any, list]:
    """A[mask] of several axes: the array with these axes as one (a copy), and the mask as a line."""
    wide = next(
        (k for k, p in enumerate(parts) if isinstance(p, Array) and is_bool(p.dtype) and p.ndim > 1), None
    )
    if wide is None:
        return array, parts
    mask = parts[wide]
    at, end = wide, wide + mask.ndim
    if isinstance(array, BoundedArray) or any(p is None for p in parts[:wide]):
        raise unsupported("a mask of several axes", array)
    if array.shape[at:end] != mask.shape:
        mask = empty_mask(interp, mask.shape, array.shape[at:end])
    line = interp.array(as_line(interp.content(mask)))
    shape = (*array.shape[:at], mask.size, *array.shape[end:])
    flat = interp.array(TABLE["reshape"](interp.content(array), shape=shape))
    return flat, [*parts[:wide], line, *parts[wide + 1 :]]


def empty_mask(interp: Interpreter, shape: tuple[int, ...], axes: tuple[int, ...]) -> Array:
    """A mask that chooses nothing, in place of one with another shape: NumPy takes length 0 for axes of any length."""
    for n, size in zip(shape, axes):
        if n not in (0, size):
            raise CompileError(
                "boolean index did not match indexed array: size of the axis is "
                f"{size} but size of corresponding boolean axis is {n}",
                kind=IndexError,
            )
    return interp.array(interp.sym(np.zeros(axes, bool)))


def one_index(interp: Interpreter, array: Any, parts: list, axis: int) -> tuple[Any, int, Any]:
    """The array as the other parts of an index make it, and on which of its axes the one index array goes."""
    others = [slice(None) if k == axis else p for k, p in enumerate(parts)]
    numbers = [k for k, p in enumerate(others) if not isinstance(p, slice)]
    if any(isinstance(p, slice) for j in numbers for p in parts[min(j, axis) + 1 : max(j, axis)]):
        raise CompileError(
            "an index array and a number with a slice between them",
            "index by the number first: A[i][:, mask]",
        )
    at = sum(isinstance(p, slice) for p in others[:axis])
    value = sliced_item(interp, array, tuple(others)) if open_or_basic(interp, array, others) else array
    return value, at, parts[axis]


def open_or_basic(interp: Interpreter, array: Any, parts: list) -> bool:
    return isinstance(array, BoundedArray) or any(
        not (isinstance(p, slice) and p == slice(None)) for p in parts
    )


def mask_extent(interp: Interpreter, size: int, own: BoundedExtent | None, mask: Any) -> BoundedExtent:
    """The extent of the elements that a mask chooses along an axis with extent `own`, not moved."""
    if mask.ndim != 1:
        raise CompileError("a mask of several axes for one axis")
    if own is None and isinstance(mask, Array):
        if mask.shape[0] != size:
            mask = empty_mask(interp, mask.shape, (size,))
        return BoundedExtent(size, mask=interp.array(interp.content(mask)))
    own = own or BoundedExtent(size, 0, size)
    given = extent_along(mask, 0)
    if (given.mask is not None or own.mask is not None) and not given.same(own):
        mask = to_front(interp, mask, 0) if isinstance(mask, BoundedArray) else mask
        given = mask.extents[0] if isinstance(mask, BoundedArray) else given
    check_lengths(interp, given, own, "boolean index did not match indexed array", IndexError, or_none=True)
    content = mask_outside(interp, mask) if isinstance(mask, BoundedArray) else interp.content(mask)
    if own.mask is not None and not given.same(own):  # the k-th of the mask is for the k-th that was chosen
        content = take(resize_axis(interp.builder, content, 0, size), numbers_from_0(interp, own), 0)
    else:
        content = moved_to(interp, content, 0, given, own)
    return BoundedExtent(size, mask=interp.array(only_inside(interp, content, {0: own})))


def by_indices(interp: Interpreter, value: Any, data: Array, extents: dict, at: int, part: Any) -> Any:
    """Elements gathered along an axis by an index array, of computed length or into a slice of computed length."""
    if at in extents and extents[at].mask is not None:
        value = to_front(interp, value, at)
        data, extents = value.data, value.extents
    indices, extent = positions_in(interp, extents.get(at), data.shape[at], part)
    content = mask_outside(interp, value) if isinstance(value, BoundedArray) else interp.content(data)
    result = interp.array(getitem(content, (*[slice(None)] * at, indices), None))
    shift = indices.ndim - 1
    kept = {k + shift * (k > at): e for k, e in extents.items() if k != at}
    return make(interp, result, {**kept, **{k + at: e for k, e in extent.items()}})


def positions_in(
    interp: Interpreter, inner: BoundedExtent | None, size: int, part: Any
) -> tuple[Sym, dict[int, BoundedExtent]]:
    """An index array as positions on the data's axis, and the extents of its own axes."""
    if isinstance(part, BoundedArray):
        if is_bool(part.dtype):
            raise unsupported("a mask that is a slice as the index", part)
        indices, own = mask_outside(interp, part), part.extents
    else:
        indices, own = interp.sym(part), {}
    if inner is None:
        return indices, own
    n = interp.sym(count(interp, inner))
    check_index(interp, indices, n, own)
    wrapped = select(indices < 0, *alike(interp, indices + n, indices))
    return only_inside(interp, interp.sym(wrapped + interp.sym(inner.lo)), own), own
