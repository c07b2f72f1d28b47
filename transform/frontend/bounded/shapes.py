"""Reshape, stack, repeat and pad bounded arrays; their diagonals and triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_bool
from ...core.errors import CompileError
from ...ir.builder import TABLE, broadcast_to
from ...library.core.versions import MESHGRID_GIVES_TUPLES
from ...library.numpy.joining import negative_count
from ...library.plain.other_modes import insert_at
from ...library.plain.sized_by_data import padded, repeated, without_part, without_places
from ..interpreter import Interpreter
from ..state.aliases import may_be
from ..state.integer_facts import difference, interval
from ..state.values import Array
from .creation import check_size, capacity
from .data_movement import concatenate
from .elementwise import elementwise, stack_list, place_at_extents, align_values
from .extents import (
    BoundedExtent,
    BoundedArray,
    bound_count,
    check_lengths,
    count,
    equal,
    extent_along,
    larger,
    make,
    mask_of,
    mask_outside,
    moved_to,
    not_below,
    one_or_other,
    only_inside,
    positions,
    shape_of,
    smaller,
    to_front,
    unsupported,
    array_under,
)
from .functions import arithmetic, axes_of, axis_of, known_integer, read_sized, rule, run
from .slicing import place_inside


def item(interp: Interpreter, value: Any, index: Any) -> Any:
    return interp.get_item(value, index)


def index_array(interp: Interpreter, part: Any) -> Any:
    """A list or tuple of arrays of computed length inside an index, x[np.where(mask), 0], as one array."""
    several = isinstance(part, (list, tuple)) and any(
        isinstance(interp.settled(p), BoundedArray) for p in part
    )
    return run(interp, np.stack, list(part)) if several else part


# -- reshape -------------------------------------------------------------------------------------------------------


@rule(np.ravel)
def ravel(interp: Interpreter, a: Any, order: Any = "C") -> Any:
    """In one axis; what counts is a mask where there were several."""
    if a.ndim == 1:
        return a
    if order != "C":
        raise unsupported("np.ravel by columns", a)
    content = interp.content(a.data)
    line = interp.array(TABLE["reshape"](content, shape=(content.size,)))
    mask = TABLE["reshape"](mask_of(interp, a.extents, content.shape), shape=(content.size,))
    may_be(interp.trail, line, a.data)  # in NumPy a view, if the slice has no gaps
    return make(interp, line, {0: BoundedExtent(content.size, mask=interp.array(mask))})


@rule(np.reshape)
def reshape(interp: Interpreter, a: BoundedArray, shape: Any) -> Any:
    """To one axis, a line with axes of length 1 before and behind it, or to axes all of whose lengths are given."""
    sizes = list(shape) if isinstance(shape, (list, tuple)) else [shape]
    wide = [k for k, n in enumerate(sizes) if not (isinstance(n, int) and n == 1)]
    line = ravel(interp, a)
    if len(wide) != 1:
        return fold_axis(interp, line, sizes)
    n, length = sizes[wide[0]], count(interp, line.extents[0])
    if not (isinstance(n, int) and n == -1) and difference(n, length) != 0:
        raise unsupported("np.reshape to a length that may be another", a)
    return item(interp, line, tuple(slice(None) if k in wide else None for k in range(len(sizes))))


def fold_axis(interp: Interpreter, line: BoundedArray, sizes: list) -> Any:
    """A line in several axes: the element at i, j … is that with the number i * (size of the later axes) + j …"""
    if any(isinstance(n, int) and n < 0 for n in sizes):
        raise unsupported("np.reshape to a length that is left open (-1)", line)
    most = line.data.size
    found = [capacity(interp, length_up_to(interp, n, most), "the size in np.reshape") for n in sizes]
    numbers: Any = 0
    step: Any = 1
    for k in reversed(range(len(sizes))):
        places = interp.array(interp.sym(np.arange(found[k][0]).reshape(-1, *[1] * (len(sizes) - 1 - k))))
        numbers = arithmetic(interp, "Add", numbers, arithmetic(interp, "Mult", places, step))
        step = arithmetic(interp, "Mult", step, found[k][1])
    front = to_front(interp, line, 0)
    total = front.extents[0]
    check_lengths(interp, total, BoundedExtent(total.size, 0, step), "cannot reshape array")
    index = run(interp, np.minimum, numbers, max(total.size - 1, 0))
    return make(
        interp,
        item(interp, front.data, index),
        {k: BoundedExtent(most, 0, n) for k, (most, n) in enumerate(found)},
    )


def length_up_to(interp: Interpreter, n: Any, most: int) -> Any:
    """A length that is given to np.reshape, which is not negative and no larger than the base."""
    n = check_size(interp, n, "a computed length in np.reshape is negative")
    if not_below(interp, most, n):
        return n
    interp.fail_if(
        interp.sym(interp.compare("Gt", n, most)),
        ValueError,
        ("cannot reshape array: a computed length is larger than the array",),
    )
    return bound_count(interp, smaller(interp, n, most), most)


@rule(np.expand_dims)
def expand_dims(interp: Interpreter, a: BoundedArray, axis: Any) -> Any:
    k = axis_of(interp, axis, a.ndim + 1)
    return item(interp, a, (*[slice(None)] * k, None))


@rule(np.squeeze)
def squeeze(interp: Interpreter, a: Any, axis: Any = None) -> Any:
    extents, shape = a.extents, a.data.shape
    ones = {k for k, n in enumerate(shape) if n == 1 and k not in extents}
    axes = ones if axis is None else set(axes_of(interp, a, axis))
    if axes - ones:
        raise unsupported("np.squeeze of an axis of computed length", a)
    if axis is None and any(may_be_one(interp, e) for e in extents.values()):
        error = unsupported("np.squeeze, whose number of axes depends on the data,", a)
        error.hint = "leave it out, or name the axes of length 1: np.squeeze(x, axis=…)"
        raise error
    return item(interp, a, tuple(0 if k in axes else slice(None) for k in range(a.ndim)))


@rule(np.broadcast_to)
def broadcast_bounded(interp: Interpreter, array: Any, shape: Any) -> Any:
    value = stack_list(interp, array)
    sizes = list(shape) if isinstance(shape, (list, tuple)) else [shape]
    more = len(sizes) - len(shape_of(value))
    if more < 0:
        raise CompileError(
            "input operand has more dimensions than allowed by the axis remapping", kind=ValueError
        )
    like = run(interp, np.zeros, tuple(sizes), bool)
    for k in range(len(shape_of(value))):
        extent = extent_along(value, k)
        if extent.mask is not None or not equal(count(interp, extent), 1):
            unlike = "operands could not be broadcast together with remapped shapes"
            check_lengths(interp, extent, extent_along(like, more + k), unlike)
    return elementwise(interp, lambda x, y: broadcast_to(x, y.shape), [value, like])


def may_be_one(interp: Interpreter, extent: BoundedExtent) -> bool:
    """Whether an axis of computed length may have the length 1."""
    length = count(interp, extent)
    if isinstance(length, int):
        return length == 1
    low, high = interval(length)
    return (low is None or low < 2) and (high is None or high > 0)


# -- joined and repeated -------------------------------------------------------------------------------------------


@rule(np.stack)
def stack(interp: Interpreter, arrays: Any, axis: Any = 0) -> Any:
    arrays = [stack_list(interp, a) for a in arrays]
    rank = len(shape_of(arrays[0]))
    if any(len(shape_of(a)) != rank for a in arrays):
        raise CompileError("ValueError: all input arrays must have the same shape")
    k = axis_of(interp, axis, rank + 1)
    arrays, extents = align_values(interp, arrays)
    ready = [interp.array(interp.sym(place_at_extents(interp, a, extents))) for a in arrays]
    moved = {a + rank + (a + rank >= k): e for a, e in extents.items()}
    return make(interp, run(interp, np.stack, ready, axis=k), moved, safe=True)


@rule(np.array)
def array(interp: Interpreter, a: Any, dtype: Any = None, copy: Any = None) -> Any:
    """np.array of a slice, a copy (np.asarray: itself); of a list of slices, their stack."""
    value = stack(interp, a) if isinstance(a, (list, tuple)) else elementwise(interp, lambda x: x, [a], True)
    return value if dtype is None else elementwise(interp, lambda x: x.astype(np.dtype(dtype)), [value], True)


@rule(np.asarray)
def asarray(interp: Interpreter, a: Any, dtype: Any = None) -> Any:
    plain = isinstance(a, BoundedArray) and (dtype is None or a.dtype == dtype)
    return a if plain else array(interp, a, dtype)


@rule(np.repeat)
def repeat(interp: Interpreter, a: Any, repeats: Any, axis: Any = None) -> Any:
    """Each element so many times, one behind the other."""
    if not isinstance(repeats, (int, np.integer)):
        return read_sized(interp, "np.repeat", repeated, a, repeats, axis)
    times = repeats
    if times < 0:
        raise negative_count()
    if axis is None:
        a, axis = ravel(interp, a), 0
    k = axis_of(interp, axis, a.ndim)
    if k in a.extents and a.extents[k].mask is not None:
        a = to_front(interp, a, k)
    extents = a.extents
    if k in extents:
        e = extents[k]
        extents[k] = BoundedExtent(
            e.size * times, *(arithmetic(interp, "Mult", b, times) for b in (e.lo, e.hi))
        )
    return make(interp, run(interp, np.repeat, a.data, times, axis=k), extents)


@rule(np.tile)
def tile(interp: Interpreter, A: Any, reps: Any) -> Any:
    times = interp.static(reps, "how often to repeat")
    if not isinstance(times, int) or A.ndim != 1:
        raise unsupported("np.tile in several axes", A)
    return concatenate(interp, [A] * times)


@rule(np.pad)
def pad(
    interp: Interpreter, array: BoundedArray, pad_width: Any, mode: Any = "constant", constant_values: Any = 0
) -> Any:
    array, mode = stack_list(interp, array), interp.static(mode, "the mode of np.pad")
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        raise unsupported(f"mode={mode!r} of np.pad", array)
    widths = interp.static(pad_width, "the widths of np.pad")
    pairs = np.shape(widths) in ((), (1,), (2,), (1, 2), (array.ndim, 2))
    if isinstance(widths, dict) or not pairs or isinstance(constant_values, (Array, BoundedArray)):
        raise unsupported("this use of np.pad", array)
    return interp.call(padded, [array, listed(widths), mode, constant_values], {})


def listed(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


@rule(np.delete)
def delete(interp: Interpreter, arr: Any, obj: Any, axis: Any = None) -> Any:
    """Without the elements at one place, at those of a slice or an array, or those that a mask marks."""
    x = stack_list(interp, arr)
    if isinstance(x, BoundedArray) and x.ndim == 1 and isinstance(obj, int):
        place_inside(
            interp, x.extents[axis_of(interp, axis or 0, 1)], obj
        )  # an IndexError where there is none
        behind = slice(obj + 1, None) if obj != -1 else slice(0, 0)
        return concatenate(interp, [item(interp, x, slice(None, obj)), item(interp, x, behind)])
    if axis is not None:
        axis = axis_of(interp, axis, len(shape_of(x)))
    if isinstance(obj, (list, tuple)) and not obj:
        obj = interp.array(interp.builder.lift(np.zeros(0, np.int64)))
    obj = stack_list(interp, obj)
    if len(shape_of(obj)) > 1:
        raise unsupported("this use of np.delete", x, obj)
    function = without_places if len(shape_of(obj)) == 1 else without_part
    return read_sized(interp, "np.delete", function, x, obj, axis)


@rule(np.insert)
def insert(interp: Interpreter, arr: BoundedArray, obj: Any, values: Any, axis: Any = None) -> Any:
    if isinstance(obj, (list, tuple)) and len(obj) > 1:
        return interp.call(insert_at, [stack_list(interp, arr), stack_list(interp, obj), values, axis], {})
    arr = ravel(interp, arr) if axis is None else arr
    if arr.ndim != 1 or isinstance(obj, (Array, BoundedArray, list, tuple, slice)):
        raise unsupported("this use of np.insert", arr)
    n = count(interp, arr.extents[0])
    beyond = f"the index of np.insert is out of bounds for axis {axis_of(interp, axis or 0, 1)}"
    for wrong in (interp.compare("Gt", obj, n), interp.compare("Lt", obj, arithmetic(interp, "Sub", 0, n))):
        interp.fail_if(interp.sym(wrong), IndexError, (beyond,))
    piece = run(interp, np.reshape, run(interp, np.asarray, values, dtype=arr.dtype), (-1,))
    return concatenate(
        interp, [item(interp, arr, slice(None, obj)), piece, item(interp, arr, slice(obj, None))]
    )


@rule(np.meshgrid)
def meshgrid(
    interp: Interpreter, *xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy"
) -> Any:
    """Each vector along an axis of its own, repeated along those of the others."""
    rank, order = len(xi), interp.static(indexing, "indexing of np.meshgrid")
    if order not in ("xy", "ij"):
        raise CompileError("Valid values for `indexing` are 'xy' and 'ij'.", kind=ValueError)
    axes = [1, 0, *range(2, rank)] if rank > 1 and order == "xy" else list(range(rank))
    lines = [run(interp, np.ravel, stack_list(interp, v)) for v in xi]
    alone = [
        item(interp, line, tuple(slice(None) if k == axis else None for k in range(rank)))
        for axis, line in zip(axes, lines)
    ]

    def repeated_along(x: Any, *others: Any) -> Any:
        return broadcast_to(x, np.broadcast_shapes(x.shape, *(v.shape for v in others)))

    sparse, copy = (interp.static(v, "an option of np.meshgrid") for v in (sparse, copy))
    found = [
        (run(interp, np.copy, v) if copy else v)
        if sparse
        else elementwise(interp, repeated_along, [v, *(w for w in alone if w is not v)])
        for v in alone
    ]
    listed = sparse and not copy and not MESHGRID_GIVES_TUPLES
    return found if listed else tuple(found)


@rule(np.ix_)
def ix_(interp: Interpreter, *args: Any) -> tuple:
    """An open mesh of index arrays: each along an axis of its own."""
    lines = [stack_list(interp, v) for v in args]
    lines = [run(interp, np.flatnonzero, v) if is_bool(v.dtype) else v for v in lines]
    if any(len(shape_of(v)) != 1 for v in lines):
        raise CompileError("Cross index must be 1 dimensional", kind=ValueError)
    axes = range(len(lines))
    at = lambda k: tuple([slice(None) if axis == k else None for axis in axes])
    return tuple([interp.get_item(v, at(k)) for k, v in enumerate(lines)])


# -- diagonals -----------------------------------------------------------------------------------------------------


def check_square(interp: Interpreter, a: Any) -> BoundedArray:
    """A matrix whose rows and columns begin at the same place of their axes, of which a part counts along both."""
    if not isinstance(a, BoundedArray) or a.ndim != 2:
        raise unsupported("an operation on matrices", a)
    whole = {k: BoundedExtent(n, 0, n) for k, n in enumerate(a.data.shape)} | a.extents
    if any(e.mask is not None for e in whole.values()) or not equal(whole[0].lo, whole[1].lo):
        for k in a.extents:
            a = to_front(interp, a, k)
        whole = {k: BoundedExtent(n, 0, n) for k, n in enumerate(a.data.shape)} | a.extents
    bounds = {f"{end}{k}": getattr(e, end) for k, e in whole.items() for end in ("lo", "hi")}
    return BoundedArray({"data": a.data, **bounds}, a.safe, a.zeroed)


@rule(np.tril)
def tril(interp: Interpreter, m: Any, k: Any = 0, function: Any = np.tril) -> Any:
    m = check_square(interp, m)
    return make(interp, run(interp, function, m.data, k), m.extents)


@rule(np.triu)
def triu(interp: Interpreter, m: Any, k: Any = 0) -> Any:
    return tril(interp, m, k, np.triu)


@rule(np.diagonal)
def diagonal(interp: Interpreter, a: Any, offset: Any = 0) -> Any:
    a, k = check_square(interp, a), known_integer(interp, offset, "the offset of a diagonal")
    if k:
        a = to_front(interp, to_front(interp, a, 0), 1)
    e, data = a.extents, run(interp, np.diagonal, a.data, k)
    rows, columns = e[0].hi, e[1].hi
    if k < 0:
        rows = arithmetic(interp, "Add", rows, k)
    elif k > 0:
        columns = arithmetic(interp, "Sub", columns, k)
    end = smaller(interp, rows, columns)
    return make(
        interp, data, {0: BoundedExtent(data.shape[0], e[0].lo, larger(interp, end, 0) if k else end)}
    )


@rule(np.diag)
def diag(interp: Interpreter, v: Any, k: Any = 0) -> Any:
    k = known_integer(interp, k, "the number of a diagonal")
    if v.ndim == 2:
        return run(interp, np.copy, diagonal(interp, v, k))
    v = to_front(interp, v, 0) if k else v
    data, extent = run(interp, np.diag, interp.array(mask_outside(interp, v)), k), v.extents[0]
    if k:
        extent = BoundedExtent(data.shape[0], 0, arithmetic(interp, "Add", count(interp, extent), abs(k)))
    return make(interp, data, {0: extent, 1: extent})


@rule(np.trace)
def trace(interp: Interpreter, a: Any) -> Any:
    return run(interp, np.sum, diagonal(interp, a))


# -- linear algebra ------------------------------------------------------------------------------------------------


def complete_with_identity(interp: Interpreter, a: Any) -> tuple[BoundedArray, Any]:
    """A square matrix with the identity where it does not count: solves, inverses and determinants are the same."""
    a = check_square(interp, a)
    rows, columns = a.extents[0], a.extents[1]
    if a.data.shape[0] != a.data.shape[1]:
        raise unsupported("a square matrix that is a part of one that is not square", a)
    check_lengths(interp, rows, columns, "Last 2 dimensions of the array must be square")
    eye = run(interp, np.eye, rows.size, dtype=a.dtype)
    return a, interp.array(one_or_other(interp, a.extents, interp.content(a.data), interp.content(eye)))


@rule(np.kron)
def kron(interp: Interpreter, a: Any, b: Any) -> Any:
    """np.kron: a position counts if it counts in both factors."""
    a, b = stack_list(interp, a), stack_list(interp, b)
    rank = len(shape_of(a))
    if len(shape_of(b)) != rank:
        raise unsupported("np.kron of arrays with different numbers of axes", a, b)
    parts = [array_under(v) for v in (a, b)]
    extents = [v.extents if isinstance(v, BoundedArray) else {} for v in (a, b)]
    chosen = {}
    for k in sorted({*extents[0], *extents[1]}):
        lines = [
            interp.array(positions(interp, e[k])) if k in e else np.ones(v.shape[k], bool)
            for e, v in zip(extents, parts)
        ]
        mask = interp.array(interp.sym(run(interp, np.kron, *lines)))
        chosen[k] = BoundedExtent(mask.shape[0], mask=mask)
    return make(interp, run(interp, np.kron, *parts), chosen)


@rule(np.linalg.solve, "scipy.linalg.solve")
def solve(interp: Interpreter, a: Any, b: Any) -> Any:
    if not isinstance(a, BoundedArray):
        size = len(shape_of(a)) and shape_of(a)[0]
        a = BoundedArray({"data": a, "lo0": 0, "hi0": size, "lo1": 0, "hi1": size})
    a, full = complete_with_identity(interp, a)
    right = placed_right(interp, b, a.extents[0])
    result = run(interp, np.linalg.solve, full, right)
    others = b.extents if isinstance(b, BoundedArray) else {}
    return make(interp, result, {**others, 0: a.extents[1]})


def placed_right(interp: Interpreter, b: Any, rows: BoundedExtent) -> Array:
    """A right side at the places of the rows."""
    content = mask_outside(interp, b) if isinstance(b, BoundedArray) else interp.sym(stack_list(interp, b))
    own = b.extents.get(0) if isinstance(b, BoundedArray) else None
    if own is not None and own.mask is not None:
        b = to_front(interp, b, 0)
        content, own = mask_outside(interp, b), b.extents[0]
    own = own or BoundedExtent(content.shape[0], 0, content.shape[0])
    check_lengths(interp, own, rows, "solve: Input operand 1 has a mismatch in its core dimension 0")
    return interp.array(only_inside(interp, moved_to(interp, content, 0, own, rows), {0: rows}))


def of_matrix(function: Any, matrix: bool, *names: str) -> None:
    @rule(function, *names)
    def compute(interp: Interpreter, a: Any) -> Any:
        a, full = complete_with_identity(interp, a)
        result = run(interp, function, full)
        return make(interp, result, a.extents) if matrix else result


for function, matrix, names in (
    (np.linalg.inv, True, ["scipy.linalg.inv"]),
    (np.linalg.cholesky, True, []),
    (np.linalg.det, False, ["scipy.linalg.det"]),
    (np.linalg.slogdet, False, []),
):
    of_matrix(function, matrix, *names)
