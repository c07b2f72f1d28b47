"""Sorting along an axis and searching sorted arrays. NaN is greater than every number; complex numbers go by real part first."""
from __future__ import annotations

import numpy as np

from ..dtypes import canonical, is_inexact
from ..errors import CompileError
from ..primitive import Primitive
from ..program import Type
from ._lowering import compare, i64, i64s, like, lower_compare, pick
from ._rules import all_batched, known_axes
from .reductions import INT64, axis_text, batch_axis, take_along

less = lower_compare("LT")


def sort_type(x: Type, *, axis: int) -> Type:
    known_axes(x, (axis,))
    return Type(x.dtype, x.shape)


def argsort_type(x: Type, *, axis: int) -> Type:
    return sort_type(x, axis=axis).update(dtype=canonical(INT64))


# -- sort, argsort -----------------------------------------------------------------------------------------------

def precedes(emit, x, y):
    """x < y, with NaN after all numbers."""
    before = less(emit, x, y, out=None)
    if not is_inexact(x.type.dtype):
        return before
    y_alone = emit("stablehlo.and", compare(emit, "NE", y, y), compare(emit, "EQ", x, x))
    return emit("stablehlo.or", before, y_alone)


def emit_sort(emit, values, axis: int, stable: bool):
    scalars = [Type(v.type.dtype) for v in values for _ in range(2)]
    block = emit.block(scalars, lambda arguments: [precedes(emit, *arguments[:2])])
    out = tuple(v.type for v in values)
    return emit("stablehlo.sort", *values, out=out, regions=f" ({block})", dimension=i64(axis),
                is_stable="true" if stable else "false")


def lower_sort(emit, x, *, out, axis):
    return emit_sort(emit, [x], axis, stable=False)[0]


def lower_argsort(emit, x, *, out, axis):
    places = emit("stablehlo.iota", out=out, iota_dimension=i64(axis))
    return emit_sort(emit, [x, places], axis, stable=True)[1]


sort = Primitive("sort", lambda x, *, axis: np.sort(x, axis), sort_type, lower_sort, batch_axis, "smooth",
                 jvp=(lambda t, out, x, *, axis: take_along(t, argsort(x, axis=axis), axis),),
                 show=lambda call: f"np.sort(_0{axis_text(call)})")
argsort = Primitive("argsort", lambda x, *, axis: np.argsort(x, axis, kind="stable").astype(canonical(INT64)),
                    argsort_type, lower_argsort, batch_axis, "discrete",
                    show=lambda call: f"np.argsort(_0{axis_text(call)}, kind='stable')")


# -- searchsorted: where elements of v go in the sorted last axis of x, whose first `batch` axes are those of v ------

def searchsorted_type(x: Type, v: Type, *, side: str, batch: int = 0) -> Type:
    if x.ndim != batch + 1 or x.dtype != v.dtype or x.shape[:batch] != v.shape[:batch] or side not in ("left", "right"):
        raise CompileError(f"searchsorted needs a sorted vector and values of one dtype, not {x} and {v}")
    return Type(canonical(INT64), v.shape)


def searchsorted_value(x, v, *, side, batch=0):
    x, v = np.asarray(x), np.asarray(v)
    out = np.empty(v.shape, canonical(INT64))
    for k in np.ndindex(x.shape[:batch]):
        out[k] = np.searchsorted(x[k], v[k], side)
    return out


def lower_searchsorted(emit, x, v, *, out, side, batch=0):
    """Bisection with steps of 2^k, for all values at once; `count` elements are known to come before."""
    size = x.type.shape[-1]
    zero = emit.constant(np.broadcast_to(np.zeros((), out.dtype), out.shape))
    if not size or not out.size:
        return zero
    flat = emit("stablehlo.reshape", x, out=Type(x.type.dtype, (x.type.size,)))
    base = row_starts(emit, out, batch, size) if batch else None
    scalar = Type(out.dtype)
    number = lambda value: emit.constant(np.array(value, out.dtype))
    full = lambda value: emit("stablehlo.broadcast_in_dim", value, out=out, broadcast_dimensions=i64s(()))

    def body(arguments):
        width, count = arguments
        probe = emit("stablehlo.add", count, full(width))
        inside = compare(emit, "LE", probe, like(emit, count, size))
        place = emit("stablehlo.subtract", emit("stablehlo.minimum", probe, like(emit, count, size)), like(emit, count, 1))
        found = take(emit, flat, emit("stablehlo.add", place, base) if batch else place)
        before = precedes(emit, found, v) if side == "left" else emit("stablehlo.not", precedes(emit, v, found))
        ahead = emit("stablehlo.and", inside, before)
        return [emit("stablehlo.shift_right_logical", width, number(1)), pick(emit, ahead, probe, count)]

    types = (scalar, out)
    test = emit.block(types, lambda arguments: [compare(emit, "GT", arguments[0], number(0))])
    loop = f" ({test}, {emit.block(types, body)})"
    return emit("stablehlo.while", number(1 << size.bit_length() - 1), zero, out=types, regions=loop)[1]


def row_starts(emit, out: Type, batch: int, size: int):
    """Where the row of x that each value belongs to starts in the flattened x."""
    count = int(np.prod(out.shape[:batch], dtype=np.int64))
    starts = emit.constant(np.arange(0, count * size, size, out.dtype).reshape(out.shape[:batch]))
    return emit("stablehlo.broadcast_in_dim", starts, out=out, broadcast_dimensions=i64s(range(batch)))


def take(emit, flat, index):
    """flat[index] of a vector, for indices in range."""
    ndim = index.type.ndim
    numbers = f"#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {ndim}>"
    return emit("stablehlo.gather", flat, index, out=Type(flat.type.dtype, index.type.shape), dimension_numbers=numbers,
                slice_sizes=i64s((1,)), indices_are_sorted="false")


def batch_searchsorted(p, n, operands, batched, *, side, batch=0):
    if not batched[0] and not batch:
        return p(*operands, side=side)
    return p(*all_batched(n, operands, batched), side=side, batch=batch + 1)


def show_searchsorted(call) -> str:
    side = "" if call.param("side") == "left" else ", side='right'"
    batch = dict(call.params).get("batch", 0)
    if not batch:
        return f"np.searchsorted(_0, _1{side})"
    shape = call.operands[1].type.shape
    rows = "zip(_0, _1)" if batch == 1 else f"zip(_0.reshape(-1, _0.shape[-1]), _1.reshape(-1, {', '.join(map(str, shape[batch:]))}))"
    text = f"np.array([np.searchsorted(x, v{side}) for x, v in {rows}])"
    return text if batch == 1 else f"{text}.reshape({', '.join(map(str, shape))})"


searchsorted = Primitive("searchsorted", searchsorted_value, searchsorted_type, lower_searchsorted, batch_searchsorted,
                         "discrete", show=show_searchsorted)
