"""Regions: slices of computed length, as an array on the axes of their base and the region of it that they
cover.

    select_region(x, y, lo, hi, …, *, axes)     x where lo <= position < hi along each of the axes, y elsewhere
    shift(x, by, *, axis, size)                 position p of the result is position p + by of x, and 0 where x has none
    inside(lo, hi, *, size)                     which of the positions 0 … size - 1 are in lo … hi - 1

x[lo:hi] is select_region(x, 0, lo, hi), and x[lo:hi] = u is select_region(u, x, lo, hi). One stage makes masks of
regions (`passes.masks`), before StableHLO is written, and before what is no slice is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import TABLE, convert
from ...ir.primitive import Primitive
from ...ir.program import Const, Type
from .._rules import BOOL, PerOperand, add_batch_axis, dtype_text, equal_types, full, known_axes, tuple_text
from ..elementwise import maximum, minimum
from ..lowering.common_forms import compare, i64s, pick
from .shape import iota_along, pad


# -- inside --------------------------------------------------------------------------------------------------------


def check_integers(*types: Type) -> None:
    if any(t.shape or t.dtype.kind not in "iu" for t in types):
        raise CompileError(
            "bounds must be integer scalars, not " + " and ".join(map(str, types)), kind=TypeError
        )


def inside_type(lo: Type, hi: Type, *, size: int) -> Type:
    check_integers(lo, hi)
    return Type(BOOL, (size,))


def inside_value(lo: Any, hi: Any, *, size: int) -> Any:
    places = np.arange(size)
    return (places >= int(lo)) & (places < int(hi))


def lower_inside(emit: Any, lo: Any, hi: Any, *, size: int, out: Any = None) -> Any:
    line = Type(np.dtype(np.int32), (size,))
    count = emit("stablehlo.iota", out=line, iota_dimension="0 : i64")
    ends = [
        emit("stablehlo.broadcast_in_dim", narrow(emit, b, size), out=line, broadcast_dimensions=i64s(()))
        for b in (lo, hi)
    ]
    return emit("stablehlo.and", compare(emit, "GE", count, ends[0]), compare(emit, "LT", count, ends[1]))


def narrow(emit: Any, bound: Any, size: int) -> Any:
    """A bound between 0 and size as an int32."""
    wide = emit("stablehlo.convert", bound, out=Type(np.dtype(np.int64)))
    number = lambda k: emit.constant(np.asarray(k, np.int64))
    return emit(
        "stablehlo.convert",
        emit("stablehlo.clamp", number(0), wide, number(size)),
        out=Type(np.dtype(np.int32)),
    )


def batch_inside(p: Any, n: int, operands: Any, batched: Any, *, size: int) -> Any:
    dtype = canonical(np.int64)
    ends = [add_batch_axis(convert(b, dtype), n, known) for b, known in zip(operands, batched)]
    rows = [TABLE["broadcast"](b, shape=(n, size), axes=(0,)) for b in ends]
    places = iota_along(rows[0], 1, dtype)
    return TABLE["and_"](TABLE["ge"](places, rows[0]), TABLE["lt"](places, rows[1]))


def show_inside(call: Any) -> str:
    return line_text(call.operands, call.param("size"), 0)


inside = Primitive(
    "inside",
    inside_value,
    inside_type,
    lower_inside,
    batch_inside,
    "discrete",
    show=show_inside,
    foldable=False,
)


# -- select_region -------------------------------------------------------------------------------------------------


def region_type(x: Type, y: Type, *bounds: Type, axes: tuple[int, ...]) -> Type:
    out = equal_types(x, y)
    check_integers(*bounds)
    if len(bounds) != 2 * len(known_axes(x, axes)):
        raise CompileError(f"{len(axes)} axes with {len(bounds)} bounds", kind=ValueError)
    return out


def along(axis: int, line: Any, shape: tuple[int, ...]) -> Any:
    """A line of truth values along an axis of this shape."""
    return line if len(shape) == 1 else TABLE["broadcast"](line, shape=tuple(shape), axes=(axis,))


def mask_of_region(bounds: Sequence[Any], axes: Sequence[int], shape: tuple[int, ...]) -> Any:
    """The elements of an array that are in a region of it, as an array of its shape."""
    result = None
    for k, axis in enumerate(axes):
        line = along(axis, inside(*bounds[2 * k : 2 * k + 2], size=shape[axis]), shape)
        result = line if result is None else TABLE["and_"](result, line)
    return result


def region_value(x: Any, y: Any, *bounds: Any, axes: tuple[int, ...]) -> Any:
    x, y = np.asarray(x), np.array(y)
    places = [slice(None)] * x.ndim
    for k, axis in enumerate(axes):
        lo, hi = (max(0, int(b)) for b in bounds[2 * k : 2 * k + 2])
        places[axis] = slice(lo, max(lo, hi))
    y[tuple(places)] = x[tuple(places)]
    return y


def lower_region(emit: Any, x: Any, y: Any, *bounds: Any, out: Any, axes: tuple[int, ...]) -> Any:
    mask = None
    for k, axis in enumerate(axes):
        line = lower_inside(emit, *bounds[2 * k : 2 * k + 2], size=x.shape[axis])
        line = emit(
            "stablehlo.broadcast_in_dim", line, out=Type(BOOL, x.shape), broadcast_dimensions=i64s((axis,))
        )
        mask = line if mask is None else emit("stablehlo.and", mask, line)
    return pick(emit, mask, x, y)


def batch_region(p: Any, n: int, operands: Any, batched: Any, *, axes: tuple[int, ...]) -> Any:
    x, y = (add_batch_axis(o, n, known) for o, known in zip(operands[:2], batched))
    bounds, known = operands[2:], batched[2:]
    if not any(known):
        return p(x, y, *bounds, axes=tuple(a + 1 for a in axes))
    result, shape = x, x.shape
    for k, axis in enumerate(axes):
        pair, which = bounds[2 * k : 2 * k + 2], known[2 * k : 2 * k + 2]
        if not any(which):
            result = p(result, y, *pair, axes=(axis + 1,))
            continue
        rows = batch_inside(inside, n, pair, which, size=shape[axis + 1])
        result = TABLE["select"](TABLE["broadcast"](rows, shape=shape, axes=(0, axis + 1)), result, y)
    return result


def region_transpose(k: int) -> Any:
    """The transpose: x has the values in the region, y the rest; the bounds are integers."""

    def rule(ct: Any, x: Any, y: Any, *bounds: Any, axes: tuple[int, ...]) -> Any:
        zero = full(ct, 0)
        return select_region(*((ct, zero) if k == 0 else (zero, ct)), *bounds, axes=axes)

    return rule if k < 2 else None


def show_region(call: Any) -> str:
    """np.where of a mask, for a region that is not printed as a slice."""
    rank, texts = call.operands[0].type.ndim, []
    for k, axis in enumerate(call.param("axes")):
        text = line_text(call.operands[2 * k + 2 : 2 * k + 4], call.operands[0].type.shape[axis], 2 * k + 2)
        column = f"[:{', None' * (rank - axis - 1)}]" if axis < rank - 1 else ""
        texts.append(f"({text})" + column)
    mask = " & ".join(texts) if len(texts) > 1 or column else text
    return f"np.where({mask}, _0, _1)"


def line_text(bounds: Sequence[Any], size: int, first: int) -> str:
    """The mask of an axis, over the holes `first` and the one behind it."""
    (lo, hi), places = bounds, f"np.arange({size})"
    if isinstance(lo, Const) and lo.value <= 0:
        return f"{places} < _{first + 1}"
    if isinstance(hi, Const) and hi.value >= size:
        return f"{places} >= _{first}"
    return f"({places} >= _{first}) & ({places} < _{first + 1})"


select_region = Primitive(
    "select_region",
    region_value,
    region_type,
    lower_region,
    batch_region,
    "linear",
    transpose=PerOperand(region_transpose),
    show=show_region,
    foldable=False,
)


# -- shift ---------------------------------------------------------------------------------------------------------


def shift_type(x: Type, by: Type, *, axis: int, size: int) -> Type:
    check_integers(by)
    known_axes(x, (axis,))
    return Type(x.dtype, (*x.shape[:axis], size, *x.shape[axis + 1 :]))


def shift_value(x: Any, by: Any, *, axis: int, size: int) -> Any:
    x = np.asarray(x)
    out = np.zeros((*x.shape[:axis], size, *x.shape[axis + 1 :]), x.dtype)
    by, n = int(by), x.shape[axis]
    first, last = max(0, -by), min(size, n - by)
    if first < last:
        places = lambda lo, hi: (*[slice(None)] * axis, slice(lo, hi))
        out[places(first, last)] = x[places(first + by, last + by)]
    return out


def window_of(x: Any, by: Any, axis: int, size: int) -> tuple[Any, list[Any], tuple[int, ...]]:
    """x with zeros around it, and the window of that which the result is: starts and sizes."""
    n = x.shape[axis]
    around = tuple(size * (a == axis) for a in range(x.ndim))
    padded = pad(x, np.zeros((), x.dtype), low=around, high=around, interior=(0,) * x.ndim)
    by = convert(by, canonical(np.int64))
    by = maximum(minimum(by, by * 0 + n), by * 0 - size)
    starts = [by + np.asarray(size, by.dtype) if a == axis else by * 0 for a in range(x.ndim)]
    return padded, starts, tuple(size if a == axis else m for a, m in enumerate(x.shape))


def lower_shift(emit: Any, x: Any, by: Any, *, out: Any, axis: int, size: int) -> Any:
    n, wide = x.shape[axis], Type(np.dtype(np.int64))
    rank = len(x.shape)
    around = [size * (a == axis) for a in range(rank)]
    spread = emit(
        "stablehlo.pad",
        x,
        emit.constant(np.zeros((), x.dtype)),
        out=Type(x.dtype, tuple(m + 2 * k for m, k in zip(x.shape, around))),
        edge_padding_low=i64s(around),
        edge_padding_high=i64s(around),
        interior_padding=i64s([0] * rank),
    )
    number = lambda k: emit.constant(np.asarray(k, np.int64))
    by = by if by.dtype == wide.dtype else emit("stablehlo.convert", by, out=wide)
    start = emit("stablehlo.add", emit("stablehlo.clamp", number(-size), by, number(n)), number(size))
    starts = [start if a == axis else number(0) for a in range(rank)]
    return emit("stablehlo.dynamic_slice", spread, *starts, out=out, slice_sizes=i64s(out.shape))


def shift_transpose(ct: Any, x: Any, by: Any, *, axis: int, size: int) -> Any:
    return shift(ct, -by, axis=axis, size=x.shape[axis])


def batch_shift(p: Any, n: int, operands: Any, batched: Any, *, axis: int, size: int) -> Any:
    x, by = operands
    if not batched[1]:
        return p(x, by, axis=axis + 1, size=size)
    if not batched[0]:
        x = add_batch_axis(x, n, False)
    padded, starts, sizes = window_of(x, by, axis + 1, size)
    starts, sizes = [s for a, s in enumerate(starts) if a], sizes[1:]
    given = tuple(a == axis for a in range(len(starts)))
    starts = [s if g else np.int64(0) for s, g in zip(starts, given)]
    return TABLE["dynamic_slice"].batch(
        TABLE["dynamic_slice"], n, (padded, *starts), (True, *given), sizes=sizes, drop=()
    )


def show_shift(call: Any) -> str:
    axis, size, out = call.param("axis"), call.param("size"), call.outputs[0].type
    if not call.operands[0].type.size:
        return f"np.zeros({tuple_text(out.shape)}, dtype={dtype_text(out.dtype)})"
    n, lead = call.operands[0].type.shape[axis], call.operands[0].type.ndim - axis - 1
    column = f"[:{', None' * lead}]" if lead else ""
    places = f"np.arange({size}) + _1"
    taken = f"_0.take({places}, axis={axis}, mode='clip')"
    return f"np.where((({places} >= 0) & ({places} < {n})){column}, {taken}, {zero_text(call)})"


def zero_text(call: Any) -> str:
    kind = call.operands[0].type.dtype.kind
    return "False" if kind == "b" else "0"


shift = Primitive(
    "shift",
    shift_value,
    shift_type,
    lower_shift,
    batch_shift,
    "linear",
    transpose=(shift_transpose, None),
    show=show_shift,
)
