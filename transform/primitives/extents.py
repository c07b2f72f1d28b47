"""The part of an axis that counts, and data moved along an axis by a computed distance.

    inside(lo, hi, *, size)         which of the positions 0 … size - 1 are in lo … hi - 1
    shift(x, by, *, axis, size)     position p of the result is position p + by of x, and 0 where x has none

What a slice of computed length (x[lo:hi]) is made of: data on the axis of its base, and which part of it counts.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..build import TABLE, convert
from ..dtypes import canonical
from ..errors import CompileError
from ..primitive import Primitive
from ..program import Const, Type
from ._lowering import compare, i64s
from ._rules import BOOL, add_batch_axis, dtype_text, known_axes, tuple_text
from .elementwise import maximum, minimum
from .shape import iota_along, pad


# -- inside --------------------------------------------------------------------------------------------------------

def check_integers(*types: Type) -> None:
    if any(t.shape or t.dtype.kind not in "iu" for t in types):
        raise CompileError("bounds must be integer scalars, not " + " and ".join(map(str, types)),
                           kind=TypeError)


def inside_type(lo: Type, hi: Type, *, size: int) -> Type:
    check_integers(lo, hi)
    return Type(BOOL, (size,))


def inside_value(lo, hi, *, size):
    places = np.arange(size)
    return (places >= int(lo)) & (places < int(hi))


def lower_inside(emit, lo, hi, *, out, size):
    line = Type(np.dtype(np.int32), (size,))
    count = emit("stablehlo.iota", out=line, iota_dimension="0 : i64")
    ends = [emit("stablehlo.broadcast_in_dim", narrow(emit, b, size), out=line, broadcast_dimensions=i64s(()))
            for b in (lo, hi)]
    return emit("stablehlo.and", compare(emit, "GE", count, ends[0]), compare(emit, "LT", count, ends[1]))


def narrow(emit: Any, bound: Any, size: int) -> Any:
    """A bound between 0 and size as an int32."""
    wide = emit("stablehlo.convert", bound, out=Type(np.dtype(np.int64)))
    number = lambda k: emit.constant(np.asarray(k, np.int64))
    return emit("stablehlo.convert", emit("stablehlo.clamp", number(0), wide, number(size)),
                out=Type(np.dtype(np.int32)))


def batch_inside(p, n, operands, batched, *, size):
    dtype = canonical(np.int64)
    ends = [add_batch_axis(convert(b, dtype), n, known) for b, known in zip(operands, batched)]
    rows = [TABLE["broadcast"](b, shape=(n, size), axes=(0,)) for b in ends]
    places = iota_along(rows[0], 1, dtype)
    return TABLE["and_"](TABLE["ge"](places, rows[0]), TABLE["lt"](places, rows[1]))


def show_inside(call) -> str:
    size, (lo, hi) = call.param("size"), call.operands
    places = f"np.arange({size})"
    if isinstance(lo, Const) and lo.value <= 0:
        return f"{places} < _1"
    return f"{places} >= _0" if isinstance(hi, Const) and hi.value >= size else f"({places} >= _0) & ({places} < _1)"


inside = Primitive("inside", inside_value, inside_type, lower_inside, batch_inside, "discrete", show=show_inside,
                   foldable=False)


# -- shift ---------------------------------------------------------------------------------------------------------

def shift_type(x: Type, by: Type, *, axis: int, size: int) -> Type:
    check_integers(by)
    known_axes(x, (axis,))
    return Type(x.dtype, (*x.shape[:axis], size, *x.shape[axis + 1:]))


def shift_value(x, by, *, axis, size):
    x = np.asarray(x)
    out = np.zeros((*x.shape[:axis], size, *x.shape[axis + 1:]), x.dtype)
    by, n = int(by), x.shape[axis]
    first, last = max(0, -by), min(size, n - by)
    if first < last:
        places = lambda lo, hi: (*[slice(None)] * axis, slice(lo, hi))
        out[places(first, last)] = x[places(first + by, last + by)]
    return out


def window_of(x: Any, by: Any, axis: int, size: int) -> tuple[Any, list, tuple[int, ...]]:
    """x with zeros around it, and the window of that which the result is: starts and sizes."""
    n = x.shape[axis]
    around = tuple(size * (a == axis) for a in range(x.ndim))
    padded = pad(x, np.zeros((), x.dtype), low=around, high=around, interior=(0,) * x.ndim)
    by = convert(by, canonical(np.int64))
    by = maximum(minimum(by, by * 0 + n), by * 0 - size)
    starts = [by + np.asarray(size, by.dtype) if a == axis else by * 0 for a in range(x.ndim)]
    return padded, starts, tuple(size if a == axis else m for a, m in enumerate(x.shape))


def lower_shift(emit, x, by, *, out, axis, size):
    n, wide = x.shape[axis], Type(np.dtype(np.int64))
    rank = len(x.shape)
    around = [size * (a == axis) for a in range(rank)]
    spread = emit("stablehlo.pad", x, emit.constant(np.zeros((), x.dtype)),
                  out=Type(x.dtype, tuple(m + 2 * k for m, k in zip(x.shape, around))),
                  edge_padding_low=i64s(around), edge_padding_high=i64s(around), interior_padding=i64s([0] * rank))
    number = lambda k: emit.constant(np.asarray(k, np.int64))
    by = by if by.dtype == wide.dtype else emit("stablehlo.convert", by, out=wide)
    start = emit("stablehlo.add", emit("stablehlo.clamp", number(-size), by, number(n)), number(size))
    starts = [start if a == axis else number(0) for a in range(rank)]
    return emit("stablehlo.dynamic_slice", spread, *starts, out=out, slice_sizes=i64s(out.shape))


def shift_transpose(ct, x, by, *, axis, size):
    return shift(ct, -by, axis=axis, size=x.shape[axis])


def batch_shift(p, n, operands, batched, *, axis, size):
    x, by = operands
    if not batched[1]:
        return p(x, by, axis=axis + 1, size=size)
    if not batched[0]:
        x = add_batch_axis(x, n, False)
    padded, starts, sizes = window_of(x, by, axis + 1, size)
    starts, sizes = [s for a, s in enumerate(starts) if a], sizes[1:]
    given = tuple(a == axis for a in range(len(starts)))
    starts = [s if g else np.int64(0) for s, g in zip(starts, given)]
    return TABLE["dynamic_slice"].batch(TABLE["dynamic_slice"], n, (padded, *starts), (True, *given), sizes=sizes,
                                        drop=())


def show_shift(call) -> str:
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


shift = Primitive("shift", shift_value, shift_type, lower_shift, batch_shift, "linear",
                  transpose=(shift_transpose, None), show=show_shift)
