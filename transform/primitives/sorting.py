"""Sorting along an axis and searching sorted arrays. NaN comes last; complex numbers go by real part first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.dtypes import canonical, is_complex, is_inexact
from ..core.errors import CompileError
from ..ir.primitive import Primitive
from ..ir.program import Type
from ._rules import all_batched, known_axes
from .data_movement.shape import inverse
from .lowering.gather_scatter import lower_gather
from .lowering.common_forms import compare, i64, i64s, like, real_and_imaginary, pick
from .reductions import INT64, axis_text, batch_axis, emit_reduce, kept_axes, take_along


def sort_type(x: Type, *, axis: int) -> Type:
    known_axes(x, (axis,))
    return Type(x.dtype, x.shape)


def argsort_type(x: Type, *, axis: int) -> Type:
    return sort_type(x, axis=axis).update(dtype=canonical(INT64))


# -- sort, argsort -----------------------------------------------------------------------------------------------


def precedes(emit: Any, x: Any, y: Any) -> Any:
    """x < y, with NaN after all numbers."""
    if is_complex(x.type.dtype):
        return complex_precedes(emit, x, y)
    before = compare(emit, "LT", x, y)
    if not is_inexact(x.type.dtype):
        return before
    y_alone = emit("stablehlo.and", compare(emit, "NE", y, y), compare(emit, "EQ", x, x))
    return emit("stablehlo.or", before, y_alone)


def complex_precedes(emit: Any, x: Any, y: Any) -> Any:
    """Numbers, then those with a NaN imaginary, a NaN real, two NaN parts; in a class by real part, then imaginary."""
    (xr, xi), (yr, yi) = real_and_imaginary(emit, x), real_and_imaginary(emit, y)
    both, either = (lambda a, b: emit("stablehlo.and", a, b)), (lambda a, b: emit("stablehlo.or", a, b))
    real_less, real_more = compare(emit, "LT", xr, yr), compare(emit, "GT", xr, yr)
    same_real = emit("stablehlo.not", either(real_less, real_more))
    inside = either(real_less, both(same_real, compare(emit, "LT", xi, yi)))
    x_nan, y_nan = ([compare(emit, "NE", part, part) for part in pair] for pair in ((xr, xi), (yr, yi)))
    same = [compare(emit, "EQ", a, b) for a, b in zip(x_nan, y_nan)]
    behind = [both(emit("stablehlo.not", a), b) for a, b in zip(x_nan, y_nan)]
    return either(behind[0], both(same[0], either(behind[1], both(same[1], inside))))


def emit_sort(emit: Any, values: Any, axis: int, comes_before: Any, stable: bool) -> Any:
    scalars = [Type(v.type.dtype) for v in values for _ in range(2)]
    block = emit.block(scalars, lambda arguments: [comes_before(emit, *arguments[:2])])
    out = tuple(v.type for v in values)
    return emit(
        "stablehlo.sort",
        *values,
        out=out,
        regions=f" ({block})",
        dimension=i64(axis),
        is_stable="true" if stable else "false",
    )


def sort_plainly(emit: Any, x: Any, axis: int) -> Any:
    """Sort by one comparison, for which XLA's CPU code is three times as fast as for any other order."""
    return emit_sort(emit, [x], axis, lambda emit, a, b: compare(emit, "LT", a, b), stable=False)[0]


def lower_sort(emit: Any, x: Any, *, out: Any, axis: int) -> Any:
    """NaNs are sorted as infinities and put back in the last places."""
    if not out.size:
        return x
    if is_complex(out.dtype):
        return emit_sort(emit, [x], axis, precedes, stable=False)[0]
    if not is_inexact(out.dtype):
        return sort_plainly(emit, x, axis)
    real = compare(emit, "EQ", x, x)
    counted = emit("stablehlo.convert", real, out=out.update(dtype=INT64))
    count = emit(
        "stablehlo.broadcast_in_dim",
        emit_reduce(emit, "add", counted, (axis,)),
        out=counted.type,
        broadcast_dimensions=i64s(kept_axes(out.ndim, (axis,))),
    )
    place = emit("stablehlo.iota", out=counted.type, iota_dimension=i64(axis))
    ordered = sort_plainly(emit, pick(emit, real, x, like(emit, x, np.inf)), axis)
    return pick(emit, compare(emit, "LT", place, count), ordered, like(emit, x, np.nan))


def lower_argsort(emit: Any, x: Any, *, out: Any, axis: int) -> Any:
    """Sort by integer keys. Keys of 64 bits are sorted by their lower halves, then, stably, by their upper
    halves."""
    places = emit("stablehlo.iota", out=out, iota_dimension=i64(axis))
    if not out.size:
        return places
    if is_complex(x.type.dtype):
        return emit_sort(emit, [x, places], axis, precedes, stable=True)[1]
    order = *(a for a in range(out.ndim) if a != axis), axis
    key = permute_axes(emit, integer_key(emit, x), order)
    key = emit("stablehlo.convert", key, out=key.type.update(dtype=INT64))
    index = argsort_halves(emit, key) if x.type.dtype.itemsize == 8 else argsort_packed(emit, key)
    return emit("stablehlo.convert", permute_axes(emit, index, inverse(order)), out=out)


def permute_axes(emit: Any, x: Any, order: tuple[int, ...]) -> Any:
    if order == tuple(range(len(order))):
        return x
    shape = tuple(x.type.shape[a] for a in order)
    return emit("stablehlo.transpose", x, out=x.type.update(shape=shape), permutation=i64s(order))


def argsort_halves(emit: Any, key: Any) -> Any:
    lower = emit("stablehlo.and", key, like(emit, key, 2**32 - 1))
    first = argsort_packed(emit, emit("stablehlo.subtract", lower, like(emit, key, 2**31)))
    upper = emit("stablehlo.shift_right_arithmetic", take_last(emit, key, first), like(emit, key, 32))
    return take_last(emit, first, argsort_packed(emit, upper))


def argsort_packed(emit: Any, key: Any) -> Any:
    """For keys of 32 bits: each and its index in one int64, so that the plain sort does."""
    last = key.type.ndim - 1
    places = emit("stablehlo.iota", out=key.type, iota_dimension=i64(last))
    packed = emit("stablehlo.or", emit("stablehlo.shift_left", key, like(emit, key, 32)), places)
    return emit("stablehlo.and", sort_plainly(emit, packed, last), like(emit, packed, 2**32 - 1))


def take_last(emit: Any, x: Any, index: Any) -> Any:
    """x at the indices given, along the last axis."""
    last = x.type.ndim - 1
    return lower_gather(emit, x, index, out=x.type.update(shape=index.type.shape), axes=(last,), batch=last)


def integer_key(emit: Any, x: Any) -> Any:
    """Signed integers in the order of x: a float's bits, those of a negative one turned round; NaN last; one zero."""
    if not is_inexact(x.type.dtype):
        return order_as_signed(emit, x) if x.type.dtype == np.uint64 or x.type.dtype == np.uint32 else x
    if x.type.dtype.itemsize == 2:
        x = emit("stablehlo.convert", x, out=x.type.update(dtype=np.dtype(np.float32)))
    x = pick(emit, compare(emit, "EQ", x, like(emit, x, 0)), like(emit, x, 0), x)
    bits = emit(
        "stablehlo.bitcast_convert", x, out=x.type.update(dtype=np.dtype(f"i{x.type.dtype.itemsize}"))
    )
    greatest = like(emit, bits, np.iinfo(bits.type.dtype).max)
    turned = pick(
        emit, compare(emit, "LT", bits, like(emit, bits, 0)), emit("stablehlo.xor", bits, greatest), bits
    )
    return pick(emit, compare(emit, "NE", x, x), greatest, turned)


def order_as_signed(emit: Any, x: Any) -> Any:
    """Unsigned integers less half their range."""
    dtype = np.dtype(f"i{x.type.dtype.itemsize}")
    flipped = emit("stablehlo.xor", x, like(emit, x, 2 ** (8 * dtype.itemsize - 1)))
    return emit("stablehlo.bitcast_convert", flipped, out=x.type.update(dtype=dtype))


sort = Primitive(
    "sort",
    lambda x, *, axis: np.sort(x, axis),
    sort_type,
    lower_sort,
    batch_axis,
    "smooth",
    jvp=(lambda t, out, x, *, axis: take_along(t, argsort(x, axis=axis), axis),),
    show=lambda call: f"np.sort(_0{axis_text(call)})",
)
argsort = Primitive(
    "argsort",
    lambda x, *, axis: np.argsort(x, axis, kind="stable").astype(canonical(INT64)),
    argsort_type,
    lower_argsort,
    batch_axis,
    "discrete",
    show=lambda call: f"np.argsort(_0{axis_text(call)}, kind='stable')",
)


# -- searchsorted: where elements of v go in the sorted last axis of x, whose first `batch` axes are those of v ------


def searchsorted_type(x: Type, v: Type, *, side: str, batch: int = 0) -> Type:
    fits = x.ndim == batch + 1 and x.dtype == v.dtype and x.shape[:batch] == v.shape[:batch]
    if not fits or side not in ("left", "right"):
        raise CompileError(
            f"searchsorted needs a sorted vector and values of one dtype, not {x} and {v}", kind=ValueError
        )
    return Type(canonical(INT64), v.shape)


def searchsorted_value(x: Any, v: Any, *, side: Any, batch: int = 0) -> Any:
    x, v = np.asarray(x), np.asarray(v)
    out = np.empty(v.shape, canonical(INT64))
    for k in np.ndindex(x.shape[:batch]):
        out[k] = np.searchsorted(x[k], v[k], side)
    return out


def lower_searchsorted(emit: Any, x: Any, v: Any, *, out: Any, side: Any, batch: int = 0) -> Any:
    """Bisection with steps of 2^k, for all values at once."""
    size = x.type.shape[-1]
    zero = emit.constant(np.broadcast_to(np.zeros((), out.dtype), out.shape))
    if not size or not out.size:
        return zero
    flat = emit("stablehlo.reshape", x, out=Type(x.type.dtype, (x.type.size,)))
    base = row_starts(emit, out, batch, size) if batch else zero
    types = (Type(out.dtype), out)
    number = lambda value: emit.constant(np.array(value, out.dtype))
    test = emit.block(types, lambda arguments: [compare(emit, "GT", arguments[0], number(0))])

    def body(arguments: Any) -> Any:
        width, count = arguments
        half = emit("stablehlo.shift_right_logical", width, number(1))
        return [half, bisection_step(emit, flat, v, side, base, size, width, count)]

    loop = f" ({test}, {emit.block(types, body)})"
    return emit("stablehlo.while", number(1 << size.bit_length() - 1), zero, out=types, regions=loop)[1]


def bisection_step(
    emit: Any, flat: Any, v: Any, side: Any, base: Any, size: int, width: Any, count: Any
) -> Any:
    """`count` elements are known to come before v: `width` more, if the last of them does."""
    end = like(emit, count, size)
    probe = emit("stablehlo.broadcast_in_dim", width, out=count.type, broadcast_dimensions=i64s(()))
    probe = emit("stablehlo.add", count, probe)
    inside = compare(emit, "LE", probe, end)
    last = emit("stablehlo.subtract", pick(emit, inside, probe, end), like(emit, count, 1))
    found = take(emit, flat, emit("stablehlo.add", last, base))
    before = precedes(emit, found, v) if side == "left" else emit("stablehlo.not", precedes(emit, v, found))
    return pick(emit, emit("stablehlo.and", inside, before), probe, count)


def row_starts(emit: Any, out: Type, batch: int, size: int) -> Any:
    """The start, in the flattened x, of the row that each value belongs to."""
    count = int(np.prod(out.shape[:batch], dtype=np.int64))
    starts = emit.constant(np.arange(0, count * size, size, dtype=out.dtype).reshape(out.shape[:batch]))
    return emit("stablehlo.broadcast_in_dim", starts, out=out, broadcast_dimensions=i64s(range(batch)))


def take(emit: Any, flat: Any, index: Any) -> Any:
    """flat[index] of a vector, for indices in range."""
    ndim = index.type.ndim
    numbers = (
        f"#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {ndim}>"
    )
    return emit(
        "stablehlo.gather",
        flat,
        index,
        out=flat.type.update(shape=index.type.shape),
        dimension_numbers=numbers,
        slice_sizes=i64s((1,)),
        indices_are_sorted="false",
    )


def batch_searchsorted(p: Any, n: int, operands: Any, batched: Any, *, side: Any, batch: int = 0) -> Any:
    if not batched[0] and not batch:
        return p(*operands, side=side)
    return p(*all_batched(n, operands, batched), side=side, batch=batch + 1)


def show_searchsorted(call: Any) -> str:
    side = "" if call.param("side") == "left" else ", side='right'"
    batch = dict(call.params).get("batch", 0)
    if not batch:
        return f"np.searchsorted(_0, _1{side})"
    sorted_rows, rows = "_0", "_1"
    shape = call.operands[1].type.shape
    if batch > 1:
        sorted_rows = "_0.reshape(-1, _0.shape[-1])"
        rows = f"_1.reshape({', '.join(map(str, (-1, *shape[batch:])))})"
    text = f"np.array([np.searchsorted(x, v{side}) for x, v in zip({sorted_rows}, {rows})])"
    return f"{text}.reshape({', '.join(map(str, shape))})" if batch > 1 else text


searchsorted = Primitive(
    "searchsorted",
    searchsorted_value,
    searchsorted_type,
    lower_searchsorted,
    batch_searchsorted,
    "discrete",
    show=show_searchsorted,
)
