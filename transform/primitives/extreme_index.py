"""argmax and argmin along an axis. The first NaN counts as the extreme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.dtypes import canonical, is_complex, is_inexact, kind
from ..ir.primitive import Primitive
from ..ir.program import Type
from .lowering.common_forms import compare, i64, i64s, like, part_of, pick
from .lowering.gather_scatter import lower_gather
from .reductions import (
    HALVES,
    INT64,
    batch_axis,
    combine,
    emit_reduce,
    is_on_one_cpu,
    kept_axes,
    reduced_type,
    start,
    reduced_nonempty,
    show_axis,
)

BLOCK = 1024  # elements of a long row that are searched together
FEW = 1 << 11  # elements that are reduced with their indices; of more, that takes three times as long
LONG = 1 << 14  # measured: from 10,000 elements on, blocks take a quarter of the time


def index_type(x: Type, *, axis: int) -> Type:
    return reduced_nonempty(x, axes=(axis,)).update(dtype=canonical(INT64))


def arg_extreme(function: Any) -> Any:
    def value(x: Any, *, axis: int) -> Any:
        x = np.asarray(x)
        wide = x.astype(np.float32) if x.dtype in HALVES else x
        return function(wide, axis=axis).astype(canonical(INT64))

    return value


def lower_index(name: str) -> Any:
    """Few elements are reduced with their indices. Among many, the extreme is looked for, which XLA's CPU does faster;
    in long rows the extremes of blocks are compared first, so that only one block is searched.

    What makes the elements is computed once for both passes: where XLA fuses it with each, the two may round
    differently, and then no element equals the extreme."""

    def lower(emit: Any, x: Any, *, out: Any, axis: int) -> Any:
        searched = is_on_one_cpu(emit) and x.type.size > FEW or is_complex(x.type.dtype)
        x = emit.hidden(x) if searched and is_inexact(x.type.dtype) else x
        if not searched:
            index = index_with_extreme(emit, name, x, axis)
        elif axis == x.type.ndim - 1 and x.type.shape[axis] >= LONG:
            index = index_in_blocks(emit, name, x)
        else:
            index = first_extreme(emit, name, x, axis)
        return emit("stablehlo.convert", index, out=out)

    return lower


def index_with_extreme(emit: Any, name: str, x: Any, axis: int) -> Any:
    """The index, by one reduction of the elements with their indices."""
    size = x.type.shape[axis]
    index, value = Type(index_dtype(size)), Type(x.type.dtype)
    places = emit("stablehlo.iota", out=x.type.update(dtype=index.dtype), iota_dimension=i64(axis))
    ahead = "GT" if name == "maximum" else "LT"

    def step(given: Sequence[Any]) -> list[Any]:
        x, i, y, j = given
        first, last = compare(emit, ahead, x, y), compare(emit, ahead, y, x)
        if kind(x.type.dtype) == "f":
            first = emit("stablehlo.or", first, compare(emit, "NE", x, x))
            last = emit("stablehlo.or", last, compare(emit, "NE", y, y))
        chosen = pick(emit, compare(emit, "EQ", first, last), compare(emit, "LT", i, j), first)
        return [pick(emit, chosen, x, y), pick(emit, chosen, i, j)]

    ends = emit.constant(start(name, x.type.dtype)), emit.constant(np.asarray(size, index.dtype))
    kept = reduced_type(x.type, axes=(axis,))
    block = emit.block((value, index, value, index), step)
    return emit(
        "stablehlo.reduce",
        x,
        places,
        *ends,
        out=(kept, kept.update(dtype=index.dtype)),
        regions=f" ({block})",
        dimensions=i64s((axis,)),
    )[1]


def first_extreme(emit: Any, name: str, x: Any, axis: int, best: Any = None) -> Any:
    """The least index along an axis of the `best`, by default the extreme, or a NaN; the size where there is none. (XLA
    reduces int32 twice as fast as int64.)"""
    size, kept = x.type.shape[axis], kept_axes(x.type.ndim, (axis,))
    best = emit_reduce(emit, name, x, (axis,)) if best is None else best
    best = emit("stablehlo.broadcast_in_dim", best, out=x.type, broadcast_dimensions=i64s(kept))
    hit = compare(emit, "EQ", x, best)
    if kind(x.type.dtype) in "fc":
        hit = emit("stablehlo.or", hit, compare(emit, "NE", x, x))
    places = emit("stablehlo.iota", out=x.type.update(dtype=index_dtype(size)), iota_dimension=i64(axis))
    return emit_reduce(emit, "minimum", pick(emit, hit, places, like(emit, places, size)), (axis,))


def index_in_blocks(emit: Any, name: str, x: Any) -> Any:
    """The index along the last axis: the block that has the extreme, and the place in it; else one in what is left
    behind the blocks."""
    *lead, size = x.type.shape
    count, last = size // BLOCK, len(lead)
    blocks = emit(
        "stablehlo.reshape",
        part_of(emit, x, last, 0, count * BLOCK),
        out=x.type.update(shape=(*lead, count, BLOCK)),
    )
    extremes = emit_reduce(emit, name, blocks, (last + 1,))
    best = emit_reduce(emit, name, extremes, (last,))
    rest = part_of(emit, x, last, count * BLOCK, size) if size % BLOCK else None
    if rest is not None:
        best = combine(name)(emit, best, emit_reduce(emit, name, rest, (last,)))
    block = first_extreme(emit, name, extremes, last, best)
    found = lower_gather(
        emit, blocks, block, out=x.type.update(shape=(*lead, BLOCK)), axes=(last,), batch=last
    )
    inside = first_extreme(emit, name, found, last, best)
    index = emit("stablehlo.add", emit("stablehlo.multiply", block, like(emit, block, BLOCK)), inside)
    if rest is None:
        return index
    behind = emit(
        "stablehlo.add", first_extreme(emit, name, rest, last, best), like(emit, index, count * BLOCK)
    )
    return pick(emit, compare(emit, "LT", block, like(emit, block, count)), index, behind)


def index_dtype(size: int) -> np.dtype:
    return np.dtype(np.int32 if size < 2**31 else np.int64)


argmax = Primitive(
    "argmax",
    arg_extreme(np.argmax),
    index_type,
    lower_index("maximum"),
    batch_axis,
    "discrete",
    show=show_axis("argmax"),
)
argmin = Primitive(
    "argmin",
    arg_extreme(np.argmin),
    index_type,
    lower_index("minimum"),
    batch_axis,
    "discrete",
    show=show_axis("argmin"),
)
