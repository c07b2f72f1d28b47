"""Write to slices with computed bounds: x[lo:hi] = …, A[i, :j] op= …, x[mask] = y[mask], x[indices] = …"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_complex, short_name
from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym, broadcast_to, convert
from ...library.numpy.ufunc_methods.at_indices import check_accumulation
from ...primitives import select
from ..interpreter import Interpreter, operation
from ..state.values import Array, describe
from .elementwise import align_stored_value, stack_list
from .extents import (
    BoundedExtent,
    BoundedArray,
    alike,
    check_casting,
    check_lengths,
    count,
    extent_along,
    in_bounds,
    make,
    mask_outside,
    moved_to,
    not_below,
    numbers_from_0,
    one_or_other,
    plus,
    resize_axis,
    shape_of,
    smaller,
    take,
    to_front,
    unsupported,
    array_under,
)
from .functions import rule, run
from .slicing import (
    all_axes,
    check_index,
    is_scalar,
    mask_extent,
    merge_mask_axes,
    one_index,
    open_part,
    resolve_index,
    sliced_item,
)


def assign_sliced(interp: Interpreter, array: Any, index: Any, new: Any, op: str | None = None) -> bool:
    """array[index] = new, or op= new, where a length is computed. False if none is after all."""
    return all_or_nothing(interp, array, lambda: assign_where(interp, array, index, new, op))


def all_or_nothing(interp: Interpreter, array: Any, change: Callable[[], Any]) -> Any:
    """A change of an array that a handler, which catches the exception of the lengths, does not see a part of."""
    if not interp.trying:
        return change()
    written = array_under(array)
    return interp.unchanged_if_raised(written, interp.registers["error"], change)


def assign_where(interp: Interpreter, array: Any, index: Any, new: Any, op: str | None) -> bool:
    """The assignment, by what kinds of parts the index has."""
    parts = [interp.settled(p) for p in (index if isinstance(index, tuple) else (index,))]
    scattered = [p for p in parts if isinstance(p, (Array, BoundedArray, list)) and not is_scalar(p)]
    if scattered and not any(isinstance(p, (Array, BoundedArray)) and is_bool(p.dtype) for p in scattered):
        write_indices(interp, array, parts, new, op)
        return True
    if scattered:
        return write_mask(interp, array, parts, new, op)
    if isinstance(array, BoundedArray):
        write_part(interp, array, all_axes(parts, array.ndim), new, op)
        return True
    target = sliced_item(interp, array, index)
    if isinstance(target, Array) and isinstance(new, BoundedArray):
        write_whole(interp, target, new, op)
        return True
    if not isinstance(target, BoundedArray):
        return False
    write_sliced(interp, target, new, op)
    return True


def write_part(interp: Interpreter, array: BoundedArray, parts: list, new: Any, op: str | None) -> None:
    """x[lo:hi][parts] = new, or op= new, with integers and slices."""
    places = [p for p in parts if p is not None]
    leaving = [k for k, p in enumerate(places) if may_leave(interp, array.extents.get(k), p)]
    if leaving:
        return write_if_there(interp, array, parts, leaving, new, op)
    target = sliced_item(interp, array, tuple(parts))
    if isinstance(target, BoundedArray):
        write_sliced(interp, target, new, op)
    elif isinstance(target, Array) and isinstance(new, BoundedArray):
        write_whole(interp, target, new, op)
    else:  # nothing is left of the extents
        data, plain, *_ = resolve_index(interp, array, parts)
        index = plain if len(plain) > 1 else plain[0]
        interp.set_item(data, index, new) if op is None else interp.change_item(op, data, index, new)


def write_if_there(
    interp: Interpreter, array: BoundedArray, parts: list, leaving: list[int], new: Any, op: str | None
) -> None:
    """A write at computed positions that may be out of the extents, where it is dropped."""
    if any(p is None for p in parts):
        raise unsupported("an assignment with a new axis beside a computed index", array)
    part = one_position(interp, array, [p if k in leaving else None for k, p in enumerate(parts)])
    rest = tuple(slice(None) if k in leaving else p for k, p in enumerate(parts))
    target = sliced_item(interp, part, rest)
    new = stack_list(interp, new)
    if shape_of(new):  # the axes of the positions are between those that the value has
        own = [k not in leaving for k, p in enumerate(parts) if k in leaving or isinstance(p, slice)]
        new = interp.get_item(
            new, tuple(slice(None) if k else None for k in trailing(own, len(shape_of(new))))
        )
    write_sliced(interp, target, new, op) if isinstance(target, BoundedArray) else write_whole(
        interp, target, new, op
    )


def trailing(own: list[bool], rank: int) -> list[bool]:
    """The last axes of a target, as many as hold those of a value."""
    first = next((k for k in reversed(range(len(own))) if sum(own[k:]) == rank), 0)
    return own[first:]


def may_leave(interp: Interpreter, extent: BoundedExtent | None, part: Any) -> bool:
    """Whether an index that is computed may be out of an extent. A write there must not reach what stands
    beside it."""
    if isinstance(part, Array):
        part = interp.wrap(interp.sym(part))
    if extent is None or not isinstance(part, Sym) or part.is_const:
        return False
    return not (
        not_below(interp, part, 0) and not_below(interp, count(interp, extent), plus(interp, part, 1))
    )


def one_position(interp: Interpreter, array: BoundedArray, parts: list) -> BoundedArray:
    """The array at these positions of some axes (None: all), as slices of length 1, or 0 where there is none such."""
    value: Any = array
    for k, part in enumerate(parts):
        if part is None:
            continue
        place = interp.wrap(interp.sym(part))
        n = (
            count(interp, value.extents[k])
            if isinstance(value, BoundedArray) and k in value.extents
            else array_under(value).shape[k]
        )
        check_index(interp, place, n)
        first = in_bounds(interp, place, n, 0)
        there = interp.sym(interp.compare("GtE", interp.binary("Add", place, n), 0))
        behind = interp.wrap(select(there, *alike(interp, plus(interp, first, 1), first)))
        value = sliced_item(interp, value, (*[slice(None)] * k, slice(first, smaller(interp, behind, n))))
    return value


def mask_of_places(interp: Interpreter, array: Any, index: Any, new: Any) -> Any:
    """The mask in place of the index arrays that np.where(mask) or np.nonzero gave for it, where one number is written:
    x[np.where(x < 0)] = 0 is a choice between x and 0 then, as x[x < 0] = 0 is."""
    parts = index if type(index) is tuple else (index,)
    if (
        not parts
        or not isinstance(array, Array)
        or not all(isinstance(v, BoundedArray) and v.chosen_by for v in parts)
    ):
        return index
    found = [v.chosen_by for v in parts]
    mask = found[0].mask
    whole = len(found) == len(mask.shape) and array.shape[: len(found)] == mask.shape
    if not whole or isinstance(new, (BoundedArray, list, tuple)) or getattr(new, "shape", ()) != ():
        return index
    for axis, (places, held) in enumerate(zip(found, parts)):
        now = held.attributes
        same = places.parts.keys() == now.keys() and all(places.parts[k] is now[k] for k in now)
        if not same or places.mask.atom is not mask.atom or places.axis != axis:
            return index
        if interp.content(held.data).atom is not places.content:
            return index
    return interp.array(mask)


@operation
def write_sliced(interp: Interpreter, target: BoundedArray, new: Any, op: str | None = None) -> None:
    """The part of the target that counts is replaced (or combined with new); the rest stays."""
    old = interp.content(target.data)
    value = align_stored_value(interp, new if op is None else combine(interp, op, target, new), target)
    if op is not None:
        check_casting(value, target)
    value = broadcast_to(as_stored(value, old.dtype), old.shape)
    interp.overwrite(target.data, one_or_other(interp, target.extents, value, old))


def as_stored(value: Sym, dtype: Any) -> Sym:
    """A value in the dtype of the array that it goes into."""
    if is_complex(value.dtype) and not is_complex(dtype):
        raise CompileError(
            f"can't store {value.type} in an array of {short_name(dtype)}",
            "store the real part, or make the array complex",
            kind=TypeError,
        )
    return convert(value, dtype)


def write_whole(interp: Interpreter, array: Array, new: BoundedArray, op: str | None = None) -> None:
    """array[...] op= a slice of computed length, which must be as long as the array."""
    whole = BoundedArray(
        {
            "data": array,
            **{k: v for axis, n in enumerate(array.shape) for k, v in ((f"lo{axis}", 0), (f"hi{axis}", n))},
        }
    )
    write_sliced(interp, whole, new, op)


def combine(interp: Interpreter, op: str, target: BoundedArray, new: Any) -> Any:
    return interp.binary(op, target, new)


def write_mask(interp: Interpreter, array: Any, parts: list, new: Any, op: str | None) -> bool:
    """x[mask] = new where a length is computed; anything else is a plain write."""
    if len(parts) == 1 and isinstance(parts[0], BoundedArray) and parts[0].ndim > 1:
        return write_where(interp, array, parts[0], new, op)
    basic = [p for p in parts if not (isinstance(p, (Array, BoundedArray)) and is_bool(p.dtype))]
    if not any(isinstance(v, BoundedArray) for v in (array, new, *parts)) and not any(
        open_part(interp, p) for p in basic
    ):
        return False
    parts = all_axes(parts, array.ndim)
    flat, parts = merge_mask_axes(interp, array, parts)
    wide = [k for k, p in enumerate(parts) if isinstance(p, (Array, BoundedArray, list)) and not is_scalar(p)]
    if len(wide) > 1 or any(p is None for p in parts):
        raise unsupported(
            "a mask beside another index array", *[v for v in (array, new) if isinstance(v, BoundedArray)]
        )
    value, at, mask = one_index(interp, flat, parts, wide[0])
    data, extents = (value.data, value.extents) if isinstance(value, BoundedArray) else (value, {})
    extent = mask_extent(interp, data.shape[at], extents.get(at), mask)
    write_sliced(interp, make(interp, data, {**extents, at: extent}), new, op)
    if flat is not array:
        interp.overwrite(array, TABLE["reshape"](interp.content(flat), shape=array.shape))
    return True


def write_where(interp: Interpreter, array: Any, mask: BoundedArray, new: Any, op: str | None) -> bool:
    """A[mask] = number where the mask has several axes, one at least of computed length."""
    if not isinstance(array, BoundedArray) or shape_of(new) or array.ndim != mask.ndim:
        raise unsupported("an assignment to what a mask of several axes chooses", array, mask)
    new = new if op is None else combine(interp, op, array, new)
    write_sliced(interp, array, interp.call_host(np.where, [fitting(interp, mask, array), new, array], {}))
    return True


def fitting(interp: Interpreter, mask: BoundedArray, array: BoundedArray) -> Any:
    """A mask of several axes where the array's elements lie; one that is empty chooses nothing."""
    for k in range(mask.ndim):
        given, own = extent_along(mask, k), extent_along(array, k)
        check_lengths(
            interp, given, own, "boolean index did not match indexed array", IndexError, or_none=True
        )
        if not given.same(own) and isinstance(mask, BoundedArray) and (given.mask or own.mask):
            mask = to_front(interp, mask, k) if k in mask.extents else mask
    content = mask_outside(interp, mask) if isinstance(mask, BoundedArray) else interp.content(mask)
    for k in range(array.ndim):
        given, own = extent_along(mask, k), extent_along(array, k)
        if own.mask is not None and not given.same(
            own
        ):  # the k-th of the mask is for the k-th that was chosen
            content = take(resize_axis(interp.builder, content, k, own.size), numbers_from_0(interp, own), k)
        else:
            content = moved_to(interp, content, k, given, own)
    return make(interp, interp.array(content), array.extents)


def write_indices(
    interp: Interpreter, array: Any, parts: list, new: Any, op: str | None, scatter: str = "scatter"
) -> None:
    """x[indices] = new where the indices have a computed length: what does not count goes nowhere."""
    wide = [k for k, p in enumerate(parts) if isinstance(p, (Array, BoundedArray, list)) and not is_scalar(p)]
    if (
        len(wide) == 1
        and (len(parts) > 1 or isinstance(array, BoundedArray))
        and not any(p is None for p in parts)
    ):
        parts = all_axes(parts, array.ndim)
        wide = [
            k for k, p in enumerate(parts) if isinstance(p, (Array, BoundedArray, list)) and not is_scalar(p)
        ]
        array, at, index = one_index(interp, array, parts, wide[0])
        if isinstance(array, BoundedArray):
            return write_rows(interp, array, at, index, new, op)
        if at:
            new, array = with_axis_first(interp, new, array.ndim, at), run(interp, np.moveaxis, array, at, 0)
        return write_indices(interp, array, [index], new, op, scatter)
    parts, new = without_unit_axes(interp, parts, new)
    lead = next((p for p in parts if isinstance(p, BoundedArray)), None)
    basic = isinstance(array, BoundedArray) or any(isinstance(p, slice) or p is None for p in parts)
    if lead is None or lead.ndim != 1 or basic:
        raise unsupported(
            "an assignment by index arrays", *[v for v in (array, new, *parts) if isinstance(v, BoundedArray)]
        )
    if op is not None:
        new = interp.binary(op, sliced_item(interp, array, tuple(parts)), new)
    parts = moved_together(interp, parts)
    lead = next(p for p in parts if isinstance(p, BoundedArray))
    indices = [index_of(interp, p, lead, array.shape[axis]) for axis, p in enumerate(parts)]
    shape = (*lead.data.shape, *array.shape[len(parts) :])
    target = BoundedArray(
        {**lead.attributes, "data": interp.array(interp.builder.lift(np.zeros(shape, array.dtype)))}
    )
    value = align_stored_value(interp, new, target)
    if op is not None:
        check_casting(value, target)
    value = broadcast_to(as_stored(value, array.dtype), shape)
    axes = tuple(range(len(parts)))
    interp.overwrite(array, TABLE[scatter](interp.content(array), value, *indices, axes=axes, mode="skip"))


def with_axis_first(interp: Interpreter, new: Any, ndim: int, at: int) -> Any:
    """The values for an array of so many axes, one of which is first now."""
    new = stack_list(interp, new)
    rank = len(shape_of(new))
    if rank <= ndim - 1 - at or rank > ndim:  # it has no such axis, or more than NumPy broadcasts
        return new
    return run(
        interp, np.moveaxis, interp.get_item(new, (None,) * (ndim - rank)) if rank < ndim else new, at, 0
    )


def moved_together(interp: Interpreter, parts: list) -> list:
    """Index arrays of computed length at the same places: what different masks chose, at the front."""
    extents = [p.extents[0] for p in parts if isinstance(p, BoundedArray)]
    if all(e.mask is None for e in extents) or all(e.same(extents[0]) for e in extents):
        return parts
    return [to_front(interp, p, 0) if isinstance(p, BoundedArray) else p for p in parts]


def without_unit_axes(interp: Interpreter, parts: list, new: Any) -> tuple[list, Any]:
    """One index array with axes of length 1 before its axis of computed length, x[np.where(mask),] = …, as a line, and
    the values for it."""
    part = parts[0]
    more = part.ndim - 1 if len(parts) == 1 and isinstance(part, BoundedArray) else 0
    if more < 1 or part.data.shape[:more] != (1,) * more or list(part.extents) != [more]:
        return parts, new
    new = stack_list(interp, new)
    while len(shape_of(new)) > 1 and shape_of(new)[0] == 1:
        new = interp.get_item(new, 0)
    return [interp.get_item(part, (0,) * more)], new


def write_rows(
    interp: Interpreter, array: BoundedArray, at: int, index: Any, new: Any, op: str | None
) -> None:
    """Index arrays into a slice of computed length: along an axis all of which counts, or along the only one that does
    not."""
    extents, lead = array.extents, (slice(None),) * at
    if at not in extents and not isinstance(index, BoundedArray):
        rows = interp.array_item(array.data, (*lead, index))
        more = rows.ndim - array.ndim
        write_sliced(
            interp, make(interp, rows, {k + more * (k > at): e for k, e in extents.items()}), new, op
        )
        return interp.set_array_item(array.data, (*lead, index), rows)
    if at or list(extents) != [0] or extents[0].mask is not None:
        raise unsupported("an assignment by index arrays", array)
    if isinstance(index, list):
        index = interp.wrap(interp.stack_numbers(index))
    n, size = interp.sym(count(interp, extents[0])), array.data.shape[0]
    content = interp.content(array_under(index))
    check_index(interp, content, n, index.extents if isinstance(index, BoundedArray) else None)
    places = select(content < 0, *alike(interp, content + n, content))
    inner = (places >= 0) & (places < n)
    places = interp.sym(places + interp.sym(extents[0].lo))
    end = broadcast_to(interp.builder.lift(np.asarray(size, places.dtype)), places.shape)
    given = index.attributes if isinstance(index, BoundedArray) else {"lo0": 0, "hi0": index.shape[0]}
    moved = BoundedArray({**given, "data": interp.array(select(inner, places, end))})
    write_indices(interp, array.data, [moved], new, op)


def index_of(interp: Interpreter, part: Any, lead: BoundedArray, size: int) -> Sym:
    """One of the indices of an assignment, at the places of the first that has a computed length."""
    if isinstance(part, BoundedArray):
        own, extent = part.extents[0], lead.extents[0]
        unlike = "shape mismatch: indexing arrays could not be broadcast"
        check_lengths(interp, own, extent, unlike, repeated=(own, extent))
        return masked_out(interp, part, lead, size)
    if isinstance(part, (Array, list)) and not is_scalar(part):
        raise unsupported("index arrays of which only some have a computed length", lead)
    return broadcast_to(scalar_index(interp, part, size), lead.data.shape)


def masked_out(interp: Interpreter, part: BoundedArray, lead: BoundedArray, size: int) -> Sym:
    """Index values, those that do not count behind the end of the axis: a write there is dropped."""
    extent = lead.extents[0]
    moved = moved_to(interp, interp.content(part.data), 0, part.extents[0], extent)
    check_index(interp, moved, size, {0: extent})
    end = broadcast_to(interp.builder.lift(np.asarray(size, moved.dtype)), moved.shape)
    moved, behind = select(moved < 0, *alike(interp, moved + end, moved)), end
    return one_or_other(interp, {0: extent}, moved, behind)


def scalar_index(interp: Interpreter, part: Any, size: int) -> Sym:
    """An integer index, counted from the front."""
    check_index(interp, part, size)
    place = interp.sym(in_bounds(interp, interp.wrap(interp.sym(part)), size, 0))
    return convert(place, canonical(np.int64))


# -- functions that write ------------------------------------------------------------------------------------------


@rule(np.add.at)
def add_at(interp: Interpreter, a: Any, indices: Any, b: Any) -> None:
    """Each element added where its index says, equal indices one after the other."""
    if isinstance(a, BoundedArray) or not isinstance(indices, BoundedArray) or is_bool(indices.dtype):
        raise unsupported("np.add.at", a, indices, b)
    values = interp.stack_numbers(b) if isinstance(b, (list, tuple)) else interp.sym(array_under(b))
    check_accumulation(np.add, interp.content(a), convert(values, values.dtype))
    all_or_nothing(interp, a, lambda: write_indices(interp, a, [indices], b, None, "scatter_add"))


@rule(np.copyto)
def copyto(interp: Interpreter, dst: Any, src: Any) -> None:
    if not isinstance(dst, (Array, BoundedArray)):
        raise CompileError(f"TypeError: np.copyto writes into an array, not {describe(dst)}")
    write = write_sliced if isinstance(dst, BoundedArray) else write_whole
    all_or_nothing(interp, dst, lambda: write(interp, dst, src))
