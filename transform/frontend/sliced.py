"""Slices of computed length, read and written: x[lo:hi], A[i, :j], x[mask], x[a:b][c:d], and assignments to them."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..build import TABLE, Sym, broadcast_to, convert
from ..dtypes import is_bool, is_complex, is_integer, short_name
from ..errors import CompileError
from ..primitives import select
from .extents import (Extent, Sliced, bounds_of, check_lengths, count, in_bounds, larger, make,
                      mask_of, masked, minus, moved_to, not_below, plus, smaller, unsupported)
from .facts import difference, facts_of
from .values import Array


def is_open(interp: Any, array: Any, index: Any) -> bool:
    """Does array[index] have a length that is computed (or does the array have one)?"""
    if isinstance(array, Sliced):
        return True
    parts = index if isinstance(index, tuple) else (index,)
    return any(open_part(interp, p) for p in parts)


def open_part(interp: Any, part: Any) -> bool:
    """A slice whose length depends on loop indices or data, an index array of computed length, a mask."""
    if isinstance(part, Sliced):
        return True
    if isinstance(part, Array):
        return is_bool(part.dtype) and part.ndim == 1 and not interp.sym(part).is_const
    if not isinstance(part, slice):
        return False
    bounds = [interp.settled(b) for b in (part.start, part.stop, part.step) if b is not None]
    dynamic = [b for b in bounds if isinstance(b, Sym) and not b.is_const]
    return bool(dynamic) and not only_arguments(dynamic) and all(is_integer(b.dtype) and not b.shape for b in dynamic)


def only_arguments(bounds: list[Sym]) -> bool:
    """Are they computed from integer arguments alone? Those become static: the length is known for each value."""
    parts = [facts_of(b) for b in bounds]
    return all(f is not None and f.sources is not None and all(isinstance(s, tuple) for s in f.sources) for f in parts)


# -- reading -------------------------------------------------------------------------------------------------------

def sliced_item(interp: Any, array: Any, index: Any) -> Any:
    """array[index] as a view, where a length is computed; None if none is after all (x[i:i + 5])."""
    value = array if isinstance(array, Sliced) else None
    parts = [interp.settled(p) for p in (index if isinstance(index, tuple) else (index,))]
    parts = all_axes(parts, (value.data if value else array).ndim)
    if any(isinstance(p, (Array, Sliced, list)) and not is_scalar(p) for p in parts):
        return advanced_item(interp, array, parts)
    data, plain, kept, strides = resolved(interp, array, parts)
    from .subscripts import array_item
    view = array_item(interp, data, plain)
    if any(strides.values()):
        view = array_item(interp, view, tuple(slice(None, None, strides.get(k) or None) for k in range(view.ndim)))
    return make(interp, view, kept, value.safe if value else False, value.zeroed if value else False) if kept else view


def resolved(interp: Any, array: Any, parts: list) -> tuple[Array, tuple, dict[int, Extent], dict[int, int | None]]:
    """What to index and with what, and of the result's axes the extents, and the strides to take then."""
    if isinstance(array, Sliced) and any(isinstance(p, slice) and steps(interp, p) == -1 for p in parts):
        array, parts = flipped(interp, array, parts)
    data, extents = (array.data, array.extents) if isinstance(array, Sliced) else (array, {})
    plain, kept, strides = [], {}, {}
    axis, out = 0, 0
    for part in parts:
        if part is None:
            plain.append(part)
            out += 1
            continue
        extent = extents.get(axis)
        if extent is None and open_part(interp, part):
            window, strides[out] = strided_window(interp, part, data.shape[axis])
            part = window or part
        part, extent = (part, None) if strides.get(out) else narrowed(interp, data.shape[axis], extent, part)
        plain.append(part)
        if isinstance(part, slice):
            if extent is not None:
                kept[out] = extent
            out += 1
        axis += 1
    return data, tuple(plain), kept, strides


def is_scalar(part: Any) -> bool:
    return isinstance(part, Array) and not part.ndim


def all_axes(parts: list, ndim: int) -> list:
    """The parts with full slices for the ellipsis and for what is left out."""
    used = sum(p is not None and p is not Ellipsis for p in parts)
    if used > ndim:
        raise CompileError(f"too many indices for array: array is {ndim}-dimensional, but {used} were indexed")
    at = next((k for k, p in enumerate(parts) if p is Ellipsis), len(parts))
    return [*parts[:at], *[slice(None)] * (ndim - used), *parts[at + 1:]]


def steps(interp: Any, part: slice) -> Any:
    return 1 if part.step is None else part.step if isinstance(part.step, Sym) and not part.step.is_const else \
        interp.static(part.step, "the step of a slice")


def narrowed(interp: Any, size: int, extent: Extent | None, part: Any) -> tuple[Any, Extent | None]:
    """What to index the data with along an axis, and the extent that is left."""
    if not isinstance(part, slice):
        return (part if extent is None else place_inside(interp, extent, part)), None
    if extent is None and not open_part(interp, part):
        return part, None
    if part.start is None and part.stop is None and steps(interp, part) == 1:
        return part, extent
    step = steps(interp, part)
    if extent is not None and extent.mask is not None:
        raise unsupported("a slice of what a mask chose", Sliced({"data": None}))
    if extent is None and isinstance(step, int) and step == 1:
        window = constant_window(interp, part, size)
        if window is not None:
            return window, None
    n = size if extent is None else count(interp, extent)
    return slice(None), strided(interp, size, extent or Extent(size, 0, size), part, n, step)


def constant_window(interp: Any, part: slice, size: int) -> slice | None:
    """The slice itself where its length is constant and it surely fits: a dynamic slice then."""
    start, stop = (0 if part.start is None else part.start), (size if part.stop is None else part.stop)
    length = difference(stop, start)
    if length is None:
        return None
    fits = not_below(interp, start, 0) and not_below(interp, size, stop)
    known = facts_of(start)
    return part if fits or known is None or known.lo is None or known.hi is None else None


def strided_window(interp: Any, part: slice, size: int) -> tuple[slice | None, int | None]:
    """x[i:i + 6:2]: the window that holds the elements, and the stride within it, where their number is constant."""
    step = steps(interp, part)
    if not isinstance(step, int) or step < 2 or part.start is None or part.stop is None:
        return None, None
    length = difference(part.stop, part.start)
    if length is None or length < 1 or not not_below(interp, part.start, 0):
        return None, None
    window = slice(part.start, plus(interp, part.start, (length - 1) // step * step + 1))
    return (window, step) if not_below(interp, size, window.stop) else (None, None)


def strided(interp: Any, size: int, extent: Extent, part: slice, n: Any, step: Any) -> Extent:
    """The extent of a slice of an extent with n positions."""
    if isinstance(step, int) and step == 1:
        lo, hi = bounds_of(interp, part, n)
        return Extent(size, plus(interp, extent.lo, lo), plus(interp, extent.lo, hi))
    if isinstance(step, int) and step < 1:
        raise CompileError("a slice of computed length with a negative step",
                           "take the slice first and reverse it then: x[lo:hi][::-1]")
    lo, hi = bounds_of(interp, part, n)
    first, last = plus(interp, extent.lo, lo), plus(interp, extent.lo, hi)
    inside = mask_of(interp, {0: Extent(size, first, last)}, (size,))
    from .operations import binary
    places = interp.array(interp.builder.bind(_iota(), (), {"shape": (size,), "axis": 0, "dtype": _whole()}))
    off = binary(interp, "Mod", binary(interp, "Sub", places, first), step)
    return Extent(size, mask=interp.array(inside & (interp.sym(off) == 0)))


def _iota() -> Any:
    from ..build import TABLE
    return TABLE["iota"]


def _whole() -> Any:
    from ..dtypes import canonical
    return canonical(np.int64)


def place_inside(interp: Any, extent: Extent, part: Any) -> Any:
    """The position of element `part` of an extent; an IndexError at the end of the call where there is none."""
    from .operations import compare
    if isinstance(part, Array):
        part = interp.wrap(interp.sym(part))
    if extent.mask is not None:
        raise CompileError("an element of what a mask chose, by its number",
                           "use np.flatnonzero(mask)[k] as the index")
    n = count(interp, extent)
    if not isinstance(part, Sym) or part.is_const:
        part = interp.static(part, "an index")
        need = part + 1 if part >= 0 else -part
        if not not_below(interp, n, need):
            message = f"index {part} is out of bounds for a slice that is shorter"
            interp.fail_if(interp.sym(compare(interp, "Lt", n, need)), IndexError, (message,))
        place = plus(interp, extent.lo, part) if part >= 0 else plus(interp, extent.hi, part)
        return smaller(interp, larger(interp, place, 0), extent.size - 1)
    place = plus(interp, extent.lo, in_bounds(interp, part, n, 0))
    return smaller(interp, place, larger(interp, minus(interp, extent.hi, 1), 0))


def flipped(interp: Any, value: Sliced, parts: list) -> tuple[Any, list]:
    """x[::-1] of a slice of computed length: a view of the base from behind, and the parts that are left."""
    from .subscripts import array_item
    index, extents, out, axis = [], value.extents, [], 0
    for part in parts:
        reverse = isinstance(part, slice) and part.start is None and part.stop is None and steps(interp, part) == -1
        out.append(slice(None) if reverse else part)
        if part is not None:
            index.append(slice(None, None, -1) if reverse else slice(None))
            if reverse and axis in extents:
                extents[axis] = reversed_extent(interp, extents[axis])
            axis += 1
    return make(interp, array_item(interp, value.data, tuple(index)), extents, value.safe, value.zeroed), out


def reversed_extent(interp: Any, extent: Extent) -> Extent:
    if extent.mask is not None:
        from .subscripts import array_item
        return Extent(extent.size, mask=array_item(interp, extent.mask, slice(None, None, -1)))
    return Extent(extent.size, minus(interp, extent.size, extent.hi), minus(interp, extent.size, extent.lo))


# -- index arrays and masks ----------------------------------------------------------------------------------------

def advanced_item(interp: Any, array: Any, parts: list) -> Any:
    """x[mask], x[indices], A[i, indices] where the result has a computed length: a new array."""
    wide = [k for k, p in enumerate(parts) if isinstance(p, (Array, Sliced, list)) and not is_scalar(p)]
    if len(wide) > 1 or any(p is None for p in parts):
        return several_indices(interp, array, parts, wide)
    axis = wide[0]
    part = parts[axis]
    others = [slice(None) if k == axis else p for k, p in enumerate(parts)]
    at = sum(isinstance(p, slice) for p in others[:axis])
    value = sliced_item(interp, array, tuple(others)) if open_or_basic(interp, array, others) else array
    data, extents = (value.data, value.extents) if isinstance(value, Sliced) else (value, {})
    if isinstance(part, Array) and is_bool(part.dtype):
        return by_mask(interp, value, data, extents, at, part)
    if isinstance(part, list):
        from .subscripts import stacked
        part = interp.wrap(stacked(interp, part))
    return by_indices(interp, value, data, extents, at, part)


def open_or_basic(interp: Any, array: Any, parts: list) -> bool:
    return isinstance(array, Sliced) or any(not (isinstance(p, slice) and p == slice(None)) for p in parts)


def by_mask(interp: Any, value: Any, data: Array, extents: dict, at: int, mask: Array) -> Any:
    """What a mask chooses along an axis, left where it lies."""
    if at in extents:
        raise unsupported("a mask as the index", value)
    if mask.ndim != 1 or mask.shape[0] != data.shape[at]:
        raise CompileError(f"boolean index did not match indexed array along axis {at}; size of axis is "
                           f"{data.shape[at]} but size of corresponding boolean axis is {mask.shape[0]}")
    kept = interp.array(interp.content(mask))
    return make(interp, interp.array(interp.content(data)), {**extents, at: Extent(data.shape[at], mask=kept)})


def by_indices(interp: Any, value: Any, data: Array, extents: dict, at: int, part: Any) -> Any:
    """Elements gathered along an axis by an index array, of computed length or into a slice of computed length."""
    from ..library.indexing import getitem
    indices, extent = positions_in(interp, extents.get(at), data.shape[at], part)
    content = masked(interp, value) if isinstance(value, Sliced) else interp.content(data)
    result = interp.array(getitem(content, (*[slice(None)] * at, indices), None))
    shift = indices.ndim - 1
    kept = {k + shift * (k > at): e for k, e in extents.items() if k != at}
    return make(interp, result, {**kept, **{k + at: e for k, e in extent.items()}}, safe=isinstance(value, Sliced))


def positions_in(interp: Any, inner: Extent | None, size: int, part: Any) -> tuple[Sym, dict[int, Extent]]:
    """An index array as positions on the data's axis, and the extents of its own axes."""
    if isinstance(part, Sliced):
        if is_bool(part.dtype):
            raise unsupported("a mask that is a slice as the index", part)
        indices, own = masked(interp, part), part.extents
    else:
        indices, own = interp.sym(part), {}
    if inner is None:
        return indices, own
    if inner.mask is not None:
        raise CompileError("elements of what a mask chose, by their numbers", "index by np.flatnonzero(mask)[…]")
    n = interp.sym(count(interp, inner))
    wrapped = select(indices < 0, *_match(interp, indices + n, indices))
    return interp.sym(wrapped + interp.sym(inner.lo)), own


def _match(interp: Any, *syms: Sym) -> list[Sym]:
    from ..build import match
    return match(*syms)


def several_indices(interp: Any, array: Any, parts: list, wide: list[int]) -> Any:
    """A[rows, columns] of a plain array, index arrays of one computed length."""
    from ..library.indexing import getitem
    if isinstance(array, Sliced):
        raise unsupported("several index arrays", array)
    given = [parts[k] for k in wide]
    lead = next((p for p in given if isinstance(p, Sliced)), None)
    if lead is None or any(is_bool(p.dtype) for p in given if not isinstance(p, list)) or lead.ndim != 1:
        raise unsupported("several index arrays", *given)
    ready = aligned_indices(interp, given, lead)
    index = [interp.sym(p) if isinstance(p, (Sym, Array)) and k not in wide else p for k, p in enumerate(parts)]
    for k, sym in zip(wide, ready):
        index[k] = sym
    if any(isinstance(p, slice) for p in parts):
        raise unsupported("several index arrays beside a slice", *given)
    return make(interp, interp.array(getitem(interp.content(array), tuple(index), None)), lead.extents)


def aligned_indices(interp: Any, given: list, lead: Sliced) -> list[Sym]:
    extent = lead.extents[0]
    ready = []
    for p in given:
        if isinstance(p, Sliced):
            check_lengths(interp, p.extents[0], extent, "shape mismatch: indexing arrays could not be broadcast")
            if extent.mask is not None and p.extents[0].mask is not extent.mask:
                raise unsupported("index arrays chosen by different masks", p)
            ready.append(moved_to(interp, masked(interp, p), 0, p.extents[0], extent))
        else:
            raise unsupported("index arrays of which only some have a computed length", lead)
    return ready


# -- writing -------------------------------------------------------------------------------------------------------

def assign_sliced(interp: Any, array: Any, index: Any, new: Any, op: str | None = None) -> bool:
    """array[index] = new, or op= new, where a length is computed. False if none is after all."""
    parts = [interp.settled(p) for p in (index if isinstance(index, tuple) else (index,))]
    scattered = [p for p in parts if isinstance(p, (Array, Sliced, list)) and not is_scalar(p)]
    if scattered and not any(isinstance(p, Array) and is_bool(p.dtype) for p in scattered):
        write_indices(interp, array, parts, new, op)
        return True
    if scattered:
        return write_mask(interp, array, parts, new, op)
    if isinstance(array, Sliced) and not any(isinstance(p, slice) or p is Ellipsis for p in parts):
        return assign_element(interp, array, parts, new, op)
    target = sliced_item(interp, array, index)
    if isinstance(target, Array) and isinstance(new, Sliced):
        write_whole(interp, target, new, op)
        return True
    if not isinstance(target, Sliced):
        return False
    write_sliced(interp, target, new, op)
    return True


def assign_element(interp: Any, array: Sliced, parts: list, new: Any, op: str | None) -> bool:
    """x[lo:hi][k] = new, or the like with more axes."""
    from .assign import change_item
    from .subscripts import set_item
    data, plain, kept, _ = resolved(interp, array, all_axes(parts, array.ndim))
    if kept:
        write_sliced(interp, sliced_item(interp, array, tuple(parts)), new, op)
        return True
    index = plain if len(plain) > 1 else plain[0]
    if op is None:
        set_item(interp, data, index, new)
    else:
        change_item(interp, op, data, index, new)
    return True


def write_sliced(interp: Any, target: Sliced, new: Any, op: str | None = None) -> None:
    """The part of the target that counts is replaced (or combined with new); the rest stays."""
    from .sliced_operations import arranged
    old = interp.content(target.data)
    value = arranged(interp, new, target)
    if op is not None:
        result = combine(interp, op, target, new)
        value = arranged(interp, result, target)
        check_casting(value, target)
    if is_complex(value.dtype) and not is_complex(old.dtype):
        raise CompileError(f"can't store {value.type} in an array of {short_name(old.dtype)}",
                           "store the real part, or make the array complex")
    value = broadcast_to(convert(value, old.dtype), old.shape)
    interp.overwrite(target.data, select(mask_of(interp, target.extents, old.shape), value, old))


def write_whole(interp: Any, array: Array, new: Sliced, op: str | None = None) -> None:
    """array[...] op= a slice of computed length, which must be as long as the array."""
    whole = Sliced({"data": array, **{k: v for axis, n in enumerate(array.shape)
                                      for k, v in ((f"lo{axis}", 0), (f"hi{axis}", n))}})
    write_sliced(interp, whole, new, op)


def combine(interp: Any, op: str, target: Sliced, new: Any) -> Any:
    from .operations import binary
    return binary(interp, op, target, new)


def check_casting(value: Sym, target: Sliced) -> None:
    if not np.can_cast(value.dtype, target.dtype, "same_kind"):
        raise CompileError(f"Cannot cast ufunc output from {short_name(value.dtype)} to {short_name(target.dtype)} "
                           "with casting rule 'same_kind'", f"convert the array first: a = a.astype({value.dtype})")


def write_mask(interp: Any, array: Any, parts: list, new: Any, op: str | None) -> bool:
    """x[mask] = new with a value of computed length; anything else is a plain write."""
    if not isinstance(array, Sliced) and not isinstance(new, Sliced):
        return False
    if isinstance(array, Sliced) or len(parts) != 1:
        raise unsupported("a mask as the index", *[v for v in (array, new) if isinstance(v, Sliced)])
    mask = interp.array(interp.content(parts[0]))
    write_sliced(interp, make(interp, array, {0: Extent(array.shape[0], mask=mask)}), new, op)
    return True


def write_indices(interp: Any, array: Any, parts: list, new: Any, op: str | None) -> None:
    """x[indices] = new where the indices, or x, have a computed length: what does not count goes nowhere."""
    from .operations import binary
    if isinstance(array, Sliced) or any(isinstance(p, (slice, type(None))) for p in parts):
        raise unsupported("an assignment by index arrays", *[v for v in (array, new, *parts) if isinstance(v, Sliced)])
    lead = next(p for p in parts if isinstance(p, Sliced))
    if op is not None:
        new = binary(interp, op, sliced_item(interp, array, tuple(parts)), new)
    from .sliced_operations import arranged
    extents = lead.extents
    indices = []
    for axis, p in enumerate(parts):
        if isinstance(p, Sliced):
            check_lengths(interp, p.extents[0], extents[0], "shape mismatch: indexing arrays could not be broadcast")
            indices.append(masked_out(interp, p, lead, array.shape[axis]))
        elif isinstance(p, (Array, list)) and not is_scalar(p):
            raise unsupported("index arrays of which only some have a computed length", lead)
        else:
            indices.append(scalar_index(interp, p, array.shape[axis]))
    value = arranged(interp, new, lead)
    shape = (*lead.data.shape, *array.shape[len(parts):])
    value = broadcast_to(convert(value, array.dtype), shape)
    axes = tuple(range(len(parts)))
    indices = [i if i.ndim else broadcast_to(i, lead.data.shape) for i in indices]
    interp.overwrite(array, TABLE["scatter"](interp.content(array), value, *indices, axes=axes, mode="skip"))


def masked_out(interp: Any, part: Sliced, lead: Sliced, size: int) -> Sym:
    """Index values, those that do not count behind the end of the axis: a write there is dropped."""
    extent = lead.extents[0]
    moved = moved_to(interp, interp.content(part.data), 0, part.extents[0], extent)
    end = broadcast_to(interp.builder.lift(np.asarray(size, moved.dtype)), moved.shape)
    moved, behind = select(moved < 0, *_match(interp, moved + end, moved)), end
    return select(mask_of(interp, {0: extent}, moved.shape), moved, behind)


def scalar_index(interp: Any, part: Any, size: int) -> Sym:
    """An integer index, counted from the front."""
    place = interp.sym(in_bounds(interp, interp.wrap(interp.sym(part)), size, 0))
    return convert(place, _whole())
