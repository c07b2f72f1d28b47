"""Stream compaction: functions whose result length depends on data (np.flatnonzero, np.unique, np.compress
…), and indexing by several index arrays of one computed length, A[rows, columns].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import highest, is_bool, is_integer, lowest
from ...core.errors import CompileError, NeedsStatic
from ...ir.builder import TABLE, Sym
from ...library.plain.sets import intersection, unique_along
from ...library.plain.sized_by_data import edges_by_rule, histogram_by_rule
from ..interpreter import Interpreter, operation
from ..state.integer_facts import difference
from ..state.values import Array, DynamicText
from ...library.numpy.indexing import getitem
from ...library.numpy.samples.counting import bincount as numbers_of, check_counted
from ...library.numpy.selection.by_condition import DEPENDS
from .assumed_sizes import assume_size
from .data_movement import concatenate
from .elementwise import all_of, elementwise, holds_sliced, stack_list, with_dtype_of_arrays
from .extents import (
    BoundedExtent,
    MaskPlaces,
    BoundedArray,
    bound_count,
    check_lengths,
    positions_of_mask,
    count,
    extent_along,
    fail_at_end,
    make,
    mask_outside,
    moved_to,
    positions,
    shape_of,
    to_front,
    unsupported,
)
from .functions import (
    arithmetic,
    axes_of,
    axis_of,
    call_elementwise,
    flat_unless,
    known_integer,
    number_of,
    read_sized,
    rule,
    run,
)
from .slicing import open_or_basic, place_inside, positions_in, sliced_item


# -- places --------------------------------------------------------------------------------------------------------


@rule(np.nonzero)
def nonzero(interp: Interpreter, a: Any) -> tuple:
    """The places of what is not 0, an index array an axis."""
    a = stack_list(interp, a)
    if not shape_of(a):
        raise CompileError(
            "Calling nonzero on 0d arrays is not allowed", "np.atleast_1d(x).nonzero()", kind=ValueError
        )
    if isinstance(a, BoundedArray) and a.ndim > 1:
        for axis in a.extents:
            a = to_front(interp, a, axis)
        a = interp.array(mask_outside(interp, a))
    if isinstance(a, BoundedArray):
        return (
            masked_positions(
                interp,
                run(interp, np.not_equal, interp.array(mask_outside(interp, to_front(interp, a, 0))), 0),
            ),
        )
    mask = a if a.dtype == bool else run(interp, np.not_equal, a, 0)
    flat = masked_positions(interp, run(interp, np.ravel, mask))
    found = tuple(coordinates(interp, flat, mask.shape))
    for axis, places in enumerate(found):
        if isinstance(places, BoundedArray):
            content = interp.content(places.data).atom
            places.chosen_by = MaskPlaces(interp.content(mask), axis, dict(places.attributes), content)
    return found


def masked_positions(interp: Interpreter, mask: Array) -> BoundedArray:
    """The positions that a mask chooses, in order."""
    extent = BoundedExtent(mask.shape[0], mask=mask)
    n = bound_count(interp, count(interp, extent), extent.size)
    return make(
        interp,
        interp.array(positions_of_mask(interp, extent)),
        {0: BoundedExtent(extent.size, 0, n)},
        safe=True,
        zeroed=True,
    )


def coordinates(interp: Interpreter, flat: BoundedArray, shape: tuple[int, ...]) -> list[Any]:
    """Positions in a flat array as an index for each axis."""
    found: list[Any] = []
    for n in shape[:0:-1]:
        found.insert(0, arithmetic(interp, "Mod", flat, n))
        flat = arithmetic(interp, "FloorDiv", flat, n)
    return [flat, *found]


@rule(np.flatnonzero)
def flatnonzero(interp: Interpreter, a: Any) -> Any:
    a = stack_list(interp, a)
    return nonzero(interp, run(interp, np.ravel, a))[0]


@rule(np.argwhere)
def argwhere(interp: Interpreter, a: Any) -> Any:
    """The places of what is not 0, a row each; those of a number have no columns."""
    a = stack_list(interp, a)
    if not shape_of(a):
        return sliced_or_plain(interp, argwhere(interp, run(interp, np.ravel, a)), (slice(None), slice(0)))
    columns = nonzero(interp, a)
    extent = columns[0].extents[0]
    data = run(interp, np.stack, [c.data for c in columns], axis=1)
    return make(interp, data, {0: extent}, safe=True)


# -- choosing ------------------------------------------------------------------------------------------------------


@rule(np.extract)
def extract(interp: Interpreter, condition: Any, arr: Any) -> Any:
    return choose(interp, run(interp, np.ravel, condition), run(interp, np.ravel, arr))


@rule(np.compress)
def compress(interp: Interpreter, condition: Any, a: Any, axis: Any = None) -> Any:
    condition, a = stack_list(interp, condition), stack_list(interp, a)
    if len(shape_of(condition)) != 1:
        raise CompileError("condition must be a 1-d array", kind=ValueError)
    if axis is None:
        a, axis = run(interp, np.ravel, a), 0
    k = axis_of(interp, axis, len(shape_of(a)))
    short = shape_of(condition)[0]
    if not isinstance(condition, BoundedArray) and short < shape_of(a)[k]:
        a = sliced_or_plain(interp, a, (*[slice(None)] * k, slice(None, short)))
    return choose(interp, condition, a, k)


def choose(interp: Interpreter, condition: Any, a: Any, axis: int = 0) -> Any:
    """a[condition] along an axis. A condition of another length chooses as its places do."""
    condition = condition if condition.dtype == bool else run(interp, np.not_equal, condition, 0)
    given, own = extent_along(condition, 0), extent_along(a, axis)
    if given.same(own) or difference(count(interp, given), count(interp, own)) == 0:
        index = condition
    else:
        index = run(interp, np.flatnonzero, condition)
        if isinstance(index, BoundedArray):  # (places that are known are checked where they are read)
            check_places(interp, index, count(interp, own), axis)
    return sliced_or_plain(interp, a, (*[slice(None)] * axis, index))


def check_places(interp: Interpreter, index: BoundedArray, n: Any, axis: int) -> None:
    """NumPy's error at the end of the call if a place lies behind the n-th."""
    beyond = run(interp, np.greater_equal, index.data, n)
    found = run(interp, np.logical_and, beyond, interp.array(positions(interp, index.extents[0])))
    text = DynamicText([f"an index is out of bounds for axis {axis} with size ", (n, "", "")])
    interp.fail_if(interp.sym(run(interp, np.any, found)), IndexError, interp.payload((text,), True))


def sliced_or_plain(interp: Interpreter, value: Any, index: Any) -> Any:
    return interp.get_item(value, index)


@rule(np.where)
def where(interp: Interpreter, condition: Any, *values: Any) -> Any:
    return (
        nonzero(interp, condition)
        if not values
        else call_elementwise(interp, np.where, [condition, *values], {})
    )


@rule(np.take)
def take_items(interp: Interpreter, a: Any, indices: Any, axis: Any = None) -> Any:
    a, axis = flat_unless(interp, stack_list(interp, a), axis)
    k = axis_of(interp, axis, len(shape_of(a)))
    return sliced_or_plain(interp, a, (*[slice(None)] * k, stack_list(interp, indices)))


# -- sets ----------------------------------------------------------------------------------------------------------


@rule(np.unique)
def unique(
    interp: Interpreter,
    ar: Any,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    equal_nan: Any = True,
) -> Any:
    """The distinct elements, sorted; with what np.unique can return beside them."""
    if axis is not None:
        return interp.call(unique_along, [ar, axis, return_index, return_inverse, return_counts], {})
    ar = stack_list(interp, ar)
    shape = run(interp, np.shape, ar)
    ar = run(interp, np.ravel, ar)
    if not shape_of(ar)[0]:
        sizes = ((0, return_index), (shape, return_inverse), (0, return_counts))
        places = [run(interp, np.zeros, size, np.int64) for size, asked in sizes if asked]
        return (run(interp, np.copy, ar), *places) if places else run(interp, np.copy, ar)
    ar = front(interp, ar)
    order = front(interp, run(interp, np.argsort, ar, kind="stable"))
    ordered = front(interp, sliced_item(interp, ar, order))
    mask = first_of_each(interp, ordered, interp.static(equal_nan, "equal_nan"))
    result = [distinct(interp, ordered, mask)]
    if return_index:
        result.append(distinct(interp, order, mask))
    if return_inverse:
        places = inverse(interp, order, mask)
        result.append(places if len(shape) == 1 else run(interp, np.reshape, places, shape))
    if return_counts:
        starts = distinct(interp, whole_range(interp, ordered), mask)
        n = count(interp, ordered.extents[0])
        result.append(run(interp, np.diff, concatenate(interp, [starts, n_as_array(interp, n)])))
    return result[0] if len(result) == 1 else tuple(result)


def front(interp: Interpreter, value: Any) -> BoundedArray:
    """A one-dimensional value at the positions from 0 on, with an extent even if all of it counts."""
    if isinstance(value, BoundedArray):
        return to_front(interp, value, 0)
    return interp.trail.allocate(BoundedArray({"data": value, "lo0": 0, "hi0": value.shape[0]}))


def n_as_array(interp: Interpreter, n: Any) -> Any:
    return run(
        interp,
        np.reshape,
        interp.array(interp.sym(n).astype(np.int64))
        if not isinstance(n, int)
        else interp.array(interp.sym(np.int64(n))),
        (1,),
    )


def whole_range(interp: Interpreter, like: BoundedArray) -> BoundedArray:
    data = run(interp, np.arange, like.data.shape[0])
    return interp.trail.allocate(BoundedArray({**like.attributes, "data": data}, safe=True))


def first_of_each(interp: Interpreter, ordered: BoundedArray, equal_nan: bool) -> Array:
    """The mask of sorted values that differ from their predecessor; `equal_nan`: all NaNs count as equal."""
    content, extent = interp.content(ordered.data), ordered.extents[0]
    if extent.size == 1:
        return interp.array(positions(interp, extent))
    later, before = (
        interp.array(
            TABLE["slice_"](content, starts=(lo,), limits=(extent.size - 1 + lo,), strides=(1,), drop=())
        )
        for lo in (1, 0)
    )
    differs = run(interp, np.not_equal, later, before)
    if equal_nan and ordered.dtype.kind in "fc":
        both = run(interp, np.logical_and, run(interp, np.isnan, later), run(interp, np.isnan, before))
        differs = run(interp, np.logical_and, differs, run(interp, np.logical_not, both))
    first = TABLE["concatenate"](interp.builder.lift(np.ones(1, bool)), interp.sym(differs), axis=0)
    return interp.array(first & positions(interp, extent))


def distinct(interp: Interpreter, ordered: BoundedArray, mask: Array) -> Any:
    return to_front(
        interp, make(interp, ordered.data, {0: BoundedExtent(mask.shape[0], mask=mask)}, safe=ordered.safe), 0
    )


def inverse(interp: Interpreter, order: BoundedArray, mask: Array) -> Any:
    """The number of the distinct element that each element is."""
    ranks = arithmetic(interp, "Sub", run(interp, np.cumsum, mask), 1)
    ranks = interp.trail.allocate(BoundedArray({**order.attributes, "data": ranks}, safe=True))
    return sliced_item(interp, ranks, run(interp, np.argsort, order))


@rule(np.union1d)
def union1d(interp: Interpreter, ar1: Any, ar2: Any) -> Any:
    both = with_dtype_of_arrays(interp, [ar1, ar2])
    dtypes = [v.dtype for v in both if isinstance(v, (BoundedArray, Array))]
    both = [np.asarray(v, np.result_type(v, *dtypes)) if isinstance(v, (float, complex)) else v for v in both]
    return unique(interp, concatenate(interp, [run(interp, np.ravel, v) for v in both]))


@rule(np.setdiff1d)
def setdiff1d(interp: Interpreter, ar1: Any, ar2: Any, assume_unique: Any = False) -> Any:
    distinct = interp.static(assume_unique, "assume_unique")
    known = run(interp, np.ravel, stack_list(interp, ar1)) if distinct else unique(interp, ar1)
    return choose(interp, run(interp, np.logical_not, member(interp, known, ar2)), known)


@rule(np.intersect1d)
def intersect1d(
    interp: Interpreter, ar1: Any, ar2: Any, assume_unique: Any = False, return_indices: Any = False
) -> Any:
    options = [interp.static(v, "an option of np.intersect1d") for v in (assume_unique, return_indices)]
    if any(options):
        return interp.call(intersection, [stack_list(interp, ar1), stack_list(interp, ar2), *options], {})
    known = unique(interp, ar1)
    found = choose(interp, member(interp, known, ar2), known)
    dtype = np.result_type(*(run(interp, np.asarray, v).dtype for v in (ar1, ar2)))
    return found if found.dtype == dtype else interp.call_method(found, "astype", [dtype])


@rule(np.isin)
def member(
    interp: Interpreter,
    element: Any,
    test_elements: Any,
    assume_unique: Any = False,
    invert: Any = False,
    kind: Any = None,
) -> Any:
    """The elements that are among others, as a mask; with `invert`, those that are not."""
    if interp.static(invert, "invert"):
        return run(interp, np.logical_not, member(interp, element, test_elements))
    element, others = stack_list(interp, element), stack_list(interp, test_elements)
    if isinstance(others, BoundedArray):
        others = front(interp, run(interp, np.ravel, others))
        if not shape_of(element):
            return run(interp, np.any, run(interp, np.equal, others, element))
        alone = sliced_or_plain(interp, element, (*[slice(None)] * len(shape_of(element)), None))
        return run(interp, np.any, run(interp, np.equal, alone, others), axis=-1)
    return elementwise(interp, lambda x: interp.sym(run(interp, np.isin, interp.array(x), others)), [element])


# -- counting ------------------------------------------------------------------------------------------------------


@rule(np.bincount)
def bincount(interp: Interpreter, x: Any, weights: Any = None, minlength: Any = 0) -> Any:
    """Counts of small integers: as many as a known minlength says, which must be enough, or else as the data
    take."""
    size, least = minimum_count(interp, minlength)
    x, weights = stack_list(interp, x), stack_list(interp, weights)
    if not shape_of(x):
        raise CompileError("object of too small depth for desired array", kind=ValueError)
    if weights is not None:
        x, weights = at_one_place(interp, x, weights)
    one = interp.array(mask_outside(interp, x)) if isinstance(x, BoundedArray) else x
    check_counted(one)
    if one.dtype.kind in "biu" and one.dtype.itemsize < 8:  # one more than the greatest must not wrap around
        one = run(interp, np.asarray, one, dtype=np.int64)
    if size:
        beyond = interp.compare("GtE", one, size)
        fail_where_any(interp, beyond, "np.bincount needs a larger minlength in compiled code")
    if is_integer(one.dtype) and one.dtype.kind != "u":
        below, message = interp.compare("Lt", one, 0), "'list' argument must have no negative elements"
        if interp.trying:
            interp.fail_if(interp.sym(run(interp, np.any, below)), ValueError, (message,))
            one = run(interp, np.maximum, one, 0)
        else:
            fail_where_any(interp, below, message)
    if not size:
        needed = one_more_than_all(interp, x, one)
        needed = needed if least is None else interp.sym(run(interp, np.maximum, needed, least))
        size, n = assume_size(interp, needed, counts_refused(x))
        if not size:
            return run(interp, np.zeros, 0, np.int64 if weights is None else np.float64)
        counts = count_values(interp, x, one, weights, size)
        return make(interp, counts, {0: BoundedExtent(size, 0, n)}, safe=True, zeroed=True)
    return count_values(interp, x, one, weights, size)


def minimum_count(interp: Interpreter, minlength: Any) -> tuple[int, Sym | None]:
    """minlength, if it is known while compiling; else 0, and the dynamic value."""
    try:
        return known_integer(interp, minlength, "minlength of np.bincount"), None
    except NeedsStatic as error:
        least = interp.sym(minlength)
        if error.sources is not None or least.ndim or not is_integer(least.dtype):
            raise
    interp.fail_if(
        interp.sym(interp.compare("Lt", least, 0)), ValueError, ("'minlength' must not be negative",)
    )
    return 0, least


def at_one_place(interp: Interpreter, *values: Any) -> list:
    """Values with one axis, each from position 0 on, if a part of one of them counts."""
    return [to_front(interp, v, 0) if isinstance(v, BoundedArray) and v.ndim == 1 else v for v in values]


def fail_where_any(interp: Interpreter, wrong: Any, message: str) -> None:
    fail_at_end(interp, interp.sym(run(interp, np.any, wrong)), message, asserts=False)


def count_values(interp: Interpreter, x: Any, one: Array, weights: Any, size: int) -> Array:
    values = interp.sym(one)
    counts = lambda w: interp.array(numbers_of(values, None if w is None else interp.sym(w), size))
    if not isinstance(x, BoundedArray) and not isinstance(weights, BoundedArray):
        return counts(weights)
    ones = elementwise(interp, lambda v: v * 0 + 1, [x]) if weights is None else weights
    weight = interp.array(
        mask_outside(interp, run(interp, np.multiply, elementwise(interp, lambda v: v * 0 + 1, [x]), ones))
    )
    return counts(weight) if weights is not None else run(interp, np.asarray, counts(weight), dtype=np.int64)


def one_more_than_all(interp: Interpreter, x: Any, one: Array) -> Any:
    """The number of counts; none for no values. `one`: the values as an array, with 0 for what does not
    count."""
    if not one.size:
        return interp.builder.lift(0)
    most = interp.sym(arithmetic(interp, "Add", run(interp, np.max, one), 1))
    if not isinstance(x, BoundedArray):
        return most
    return interp.sym(run(interp, np.where, interp.compare("Eq", count(interp, x.extents[0]), 0), 0, most))


def counts_refused(x: Any) -> CompileError:
    if isinstance(x, BoundedArray):
        return unsupported("np.bincount without minlength", x)
    return CompileError(f"{DEPENDS}: bincount", "give minlength=, larger than all values")


@rule(np.histogram_bin_edges)
def edges_of_bins(interp: Interpreter, a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    if isinstance(bins, str):
        return read_sized(interp, "np.histogram_bin_edges", edges_by_rule, a, bins, range, weights)
    raise unsupported("np.histogram_bin_edges", a)


@rule(np.histogram)
def histogram(
    interp: Interpreter,
    a: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> Any:
    if isinstance(bins, str):
        return read_sized(interp, "np.histogram", histogram_by_rule, a, bins, range, density, weights)
    a = all_of(interp, a, unsupported("this use of np.histogram", a))
    each = stack_list(interp, weights)
    if holds_sliced([bins, range]):
        raise unsupported("np.histogram with bins of computed length", a)
    if range is None and not shape_of(bins):
        range = ends_of(interp, a)
    ones = elementwise(interp, lambda v: v * 0 + 1, [a])
    if each is not None:
        a, each = at_one_place(interp, a, each)
        if a.ndim > 1 or len(shape_of(each)) != 1:
            raise unsupported("weights of np.histogram of several axes", a, each)
        ones = run(interp, np.multiply, elementwise(interp, lambda v: v * 0 + 1, [a]), each)
    named = {} if range is None else {"range": range}
    counts, edges = run(
        interp,
        np.histogram,
        interp.array(mask_outside(interp, a)),
        bins,
        weights=interp.array(mask_outside(interp, ones)),
        **named,
    )
    if interp.static(density, "density of np.histogram"):
        whole = run(interp, np.sum, counts)
        return arithmetic(
            interp, "Div", arithmetic(interp, "Div", counts, run(interp, np.diff, edges)), whole
        ), edges
    return counts if each is not None else run(interp, np.asarray, counts, dtype=np.int64), edges


def ends_of(interp: Interpreter, a: Any) -> tuple[Any, Any]:
    """The least and the largest element; 0 and 1 where there is none."""
    nothing = interp.compare("Eq", number_of(interp, a, tuple(axes_of(interp, a, None))), 0)
    lines = [interp.array(mask_outside(interp, a, fill(a.dtype))) for fill in (highest, lowest)]
    ends = [run(interp, function, line) for function, line in zip((np.min, np.max), lines)]
    return tuple(run(interp, np.where, nothing, default, end) for default, end in zip((0, 1), ends))


# -- several index arrays ---------------------------------------------------------------------------------------------


@operation
def several_indices(interp: Interpreter, array: Any, parts: list, wide: list[int]) -> Any:
    """A[rows, columns], A[rows, :, columns] …, index arrays of one computed length beside slices and numbers."""
    given = [parts[k] for k in wide]
    lines = open_mesh(interp, parts, wide)
    if lines is not None:
        return item_of_mesh(interp, array, len(parts), dict(zip(wide, lines)))
    lead = next((p for p in given if isinstance(p, BoundedArray)), None)
    if (
        lead is None
        or any(is_bool(p.dtype) for p in given if not isinstance(p, list))
        or lead.ndim != 1
        or any(p is None for p in parts)
    ):
        raise unsupported("several index arrays", array, *given)
    slices = tuple(p if isinstance(p, slice) else slice(None) for p in parts)
    value = sliced_item(interp, array, slices) if open_or_basic(interp, array, list(slices)) else array
    for k in range(len(parts)):
        extent = value.extents.get(k) if isinstance(value, BoundedArray) else None
        if extent is not None and extent.mask is not None and not isinstance(parts[k], slice):
            value = to_front(interp, value, k)
    extents = value.extents if isinstance(value, BoundedArray) else {}
    index: list[Any] = [inside_of(interp, extents.get(k), shape_of(value)[k], p) for k, p in enumerate(parts)]
    ready, extent = aligned_indices(interp, [index[k] for k in wide])
    for k, sym in zip(wide, ready):
        index[k] = sym
    content = mask_outside(interp, value) if isinstance(value, BoundedArray) else interp.content(value)
    result = interp.array(getitem(content, tuple(index), None))
    return make(interp, result, extents_around(parts, extents, extent))


def open_mesh(interp: Interpreter, parts: list, wide: list[int]) -> list | None:
    """The lines of A[rows[:, None], columns]: index arrays side by side, each along an axis of its own; None of
    others."""
    if len(wide) < 2 or wide[-1] - wide[0] != len(wide) - 1 or any(p is None for p in parts):
        return None
    if not all(isinstance(p, slice) for k, p in enumerate(parts) if k not in wide):
        return None
    lines = []
    for axis, k in enumerate(wide):
        part = stack_list(interp, parts[k])
        shape = shape_of(part)
        own = axis - len(wide) + len(shape)
        lengths = part.extents if isinstance(part, BoundedArray) else {}
        if (
            own < 0
            or is_bool(part.dtype)
            or any(a != own and (n != 1 or a in lengths) for a, n in enumerate(shape))
        ):
            return None
        lines.append(
            interp.get_item(part, tuple([slice(None) if a == own else 0 for a in range(len(shape))]))
        )
    return lines


def item_of_mesh(interp: Interpreter, array: Any, rank: int, lines: dict[int, Any]) -> Any:
    """A[rows][:, columns]"""
    for axis, line in lines.items():
        array = interp.get_item(array, tuple([line if k == axis else slice(None) for k in range(rank)]))
    return array


def inside_of(interp: Interpreter, extent: BoundedExtent | None, size: int, part: Any) -> Any:
    """A part of an index as a position, or positions, on the data's axis; all of the axis for a slice."""
    if isinstance(part, slice):
        return slice(None)
    if isinstance(part, list):
        part = interp.wrap(interp.stack_numbers(part))
    if isinstance(part, (Array, BoundedArray)) and part.ndim:
        if extent is None:
            return part
        places, own = positions_in(interp, extent, size, part)
        return make(interp, interp.array(places), own)
    part = part if extent is None else place_inside(interp, extent, part)
    return interp.sym(part) if isinstance(part, (Sym, Array)) else part


def extents_around(
    parts: list, extents: dict[int, BoundedExtent], lead: BoundedExtent
) -> dict[int, BoundedExtent]:
    """The extents of the axes of A[parts], where numbers and index arrays, of extent `lead`, make one axis: the first,
    or where they stand, side by side."""
    slices = [k for k, p in enumerate(parts) if isinstance(p, slice)]
    others = [k for k, p in enumerate(parts) if not isinstance(p, slice)]
    at = others[0] if others[-1] - others[0] == len(others) - 1 else 0
    axes = {k: n + (n >= at) for n, k in enumerate(slices)}
    return {at: lead, **{axes[k]: e for k, e in extents.items() if k in axes}}


def aligned_indices(interp: Interpreter, given: list) -> tuple[list[Sym], BoundedExtent]:
    """Index arrays of one axis at the places of one extent."""
    if len({id(extent_along(p, 0).mask) for p in given}) > 1:
        given = [to_front(interp, p, 0) if isinstance(p, BoundedArray) else p for p in given]
    extent = next(p for p in given if isinstance(p, BoundedArray)).extents[0]
    ready = []
    for p in given:
        own = extent_along(p, 0)
        if p.ndim != 1 or own.same(BoundedExtent(1, 0, 1)):
            raise unsupported("index arrays of different lengths", *given)
        unlike = "shape mismatch: indexing arrays could not be broadcast"
        check_lengths(interp, own, extent, unlike, IndexError, repeated=(own, extent))
        content = mask_outside(interp, p) if isinstance(p, BoundedArray) else interp.content(p)
        ready.append(moved_to(interp, content, 0, own, extent))
    return ready, extent
