"""Lowering of gather and scatter to StableHLO: dimension numbers, one index tensor, clamped or dropped
indices; of several updates of one element, the last.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...ir.program import Type
from .common_forms import BOOL, compare, i64, i64s, like, part_of, pick

INT64 = np.dtype(np.int64)
FEW = 32  # indices: so many are read one by one in loops


def wide_dtype(index: Any) -> np.dtype:
    return index.dtype if index.dtype.name in ("int32", "int64") else INT64


def wide_index(emit: Any, index: Any) -> Any:
    """The indices as i32 or i64."""
    t = Type(wide_dtype(index), index.shape)
    return index if index.dtype == t.dtype else emit("stablehlo.convert", index, out=t)


def narrow_index(emit: Any, index: Any, n: int) -> Any:
    """The index as int32, where XLA divides the program. What is out of range stays so.

    XLA's partitioner dies of scatters with int64 indices, where it has to pad them.
    """
    if index.dtype == np.int32 or n >= 2**31:
        return index
    return emit(
        "stablehlo.convert", clamp_index(emit, index, -1, n), out=Type(np.dtype(np.int32), index.shape)
    )


def clamp_index(emit: Any, index: Any, least: int, greatest: int) -> Any:
    bounds = [emit.constant(np.asarray(v, index.dtype)) for v in (least, greatest)]
    return emit("stablehlo.clamp", bounds[0], index, bounds[1], out=index.type)


def index_tensor(emit: Any, x: Any, indices: tuple[Any, ...], axes: tuple[int, ...], clip: bool) -> Any:
    """The index arrays as one tensor, the coordinates along a last axis (without that axis if there is one only)."""
    parts = []
    for index, axis in zip(indices, axes):
        index = wide_index(emit, index)
        if clip:
            index = clamp_index(emit, index, 0, x.shape[axis] - 1)
        parts.append(narrow_index(emit, index, x.shape[axis]) if emit.module.partitioned else index)
    if len(parts) == 1:
        return parts[0]
    column = Type(parts[0].dtype, (*parts[0].shape, 1))
    parts = [emit("stablehlo.reshape", p, out=column) for p in parts]
    return emit(
        "stablehlo.concatenate",
        *parts,
        out=Type(column.dtype, (*column.shape[:-1], len(parts))),
        dimension=f"{len(column.shape) - 1} : i64",
    )


def numbers(values: Any) -> str:
    return "[" + ", ".join(map(str, values)) + "]"


def window_axes(out_ndim: int, index_ndim: int, batch: int, at: int) -> list[int]:
    """The axes of the result that come from remaining axes of x."""
    return [a for a in range(batch, out_ndim) if not batch + at <= a < at + index_ndim]


def lower_gather(
    emit: Any,
    x: Any,
    *indices: Any,
    out: Any,
    axes: tuple[int, ...],
    batch: int = 0,
    at: int = 0,
    mode: str = "clip",
) -> Any:
    ndim = len(indices[0].shape)
    if 0 in x.shape or 0 in out.shape:
        return emit.constant(np.zeros(out.shape, x.dtype))
    if emit.depth and not batch and 1 < indices[0].type.size <= FEW:
        result = gather_few(emit, x, indices, out, axes, at)
    else:
        own = numbers(range(batch))
        dims = (
            f"offset_dims = {numbers(window_axes(len(out.shape), ndim, batch, at))}, "
            f"collapsed_slice_dims = {numbers(sorted(axes))}, operand_batching_dims = {own}, "
            f"start_indices_batching_dims = {own}, start_index_map = {numbers(axes)}, index_vector_dim = {ndim}"
        )
        sizes = [1 if a < batch or a in axes else n for a, n in enumerate(x.shape)]
        result = emit(
            "stablehlo.gather",
            x,
            index_tensor(emit, x, indices, axes, False),
            out=out,
            dimension_numbers=f"#stablehlo.gather<{dims}>",
            slice_sizes=i64s(sizes),
            indices_are_sorted="false",
        )
    if mode == "clip":
        return result
    ok = in_range(emit, x, indices, axes)
    where = [a for a in range(len(out.shape)) if a not in window_axes(len(out.shape), ndim, batch, at)]
    ok = emit("stablehlo.broadcast_in_dim", ok, out=Type(BOOL, out.shape), broadcast_dimensions=i64s(where))
    return pick(emit, ok, result, like(emit, result, 0))


def gather_few(emit: Any, x: Any, indices: tuple[Any, ...], out: Type, axes: tuple[int, ...], at: int) -> Any:
    """One dynamic_slice for each index. In loops XLA takes a gather for as much work as all of x: it starts threads."""
    count = indices[0].type.size
    flat = [
        emit("stablehlo.reshape", wide_index(emit, i), out=Type(wide_dtype(i), (count,))) for i in indices
    ]
    sizes = [1 if a in axes else n for a, n in enumerate(x.shape)]
    rest = [n for a, n in enumerate(x.shape) if a not in axes]
    zero = emit.constant(np.zeros((), flat[0].dtype))
    parts = []
    for k in range(count):
        starts = [zero] * len(x.shape)
        for axis, index in zip(axes, flat):
            one = part_of(emit, index, 0, k, k + 1)
            starts[axis] = emit("stablehlo.reshape", one, out=Type(index.dtype))
        window = emit(
            "stablehlo.dynamic_slice", x, *starts, out=Type(x.dtype, tuple(sizes)), slice_sizes=i64s(sizes)
        )
        parts.append(emit("stablehlo.reshape", window, out=Type(x.dtype, (*rest[:at], 1, *rest[at:]))))
    joined = Type(x.dtype, (*rest[:at], count, *rest[at:]))
    return emit(
        "stablehlo.reshape", emit("stablehlo.concatenate", *parts, out=joined, dimension=i64(at)), out=out
    )


def in_range(emit: Any, x: Any, indices: tuple[Any, ...], axes: tuple[int, ...]) -> Any:
    tests = []
    for index, axis in zip(indices, axes):
        index = emit("stablehlo.convert", index, out=Type(INT64, index.shape))
        tests += [
            compare(emit, "GE", index, like(emit, index, 0)),
            compare(emit, "LT", index, like(emit, index, x.shape[axis])),
        ]
    ok = tests[0]
    for test in tests[1:]:
        ok = emit("stablehlo.and", ok, test)
    return ok


def lower_op(op: str) -> Callable[..., Any]:
    return lambda emit, x, y, *, out: emit(f"stablehlo.{op}", x, y, out=out)


def lower_assignment(
    emit: Any,
    x: Any,
    u: Any,
    *indices: Any,
    out: Any,
    axes: tuple[int, ...],
    batch: int = 0,
    at: int = 0,
    mode: str = "drop",
) -> Any:
    """The last update of an element stays, as in NumPy: where they come in any order, the others are dropped."""
    several = math.prod(indices[0].shape[batch:]) > 1 and 0 not in x.shape and 0 not in u.shape
    if several and not emit.platform.in_order:
        if mode == "clip":
            indices = tuple([clamp_index(emit, i, 0, x.shape[a] - 1) for i, a in zip(indices, axes)])
        indices, mode = last_of_each(emit, x.type, indices, axes, batch), "drop"
    return ASSIGN(emit, x, u, *indices, out=out, axes=axes, batch=batch, at=at, mode=mode)


def last_of_each(
    emit: Any, t: Type, indices: tuple[Any, ...], axes: tuple[int, ...], batch: int
) -> tuple[Any, ...]:
    """The indices, those of elements that a later one names too out of range.

    The greatest position among those that name an element is written there, which any order gives, and read back.
    """
    indices = tuple([wide_index(emit, i) for i in indices])
    order = Type(np.dtype(np.int32), indices[0].shape)
    position = element_positions(emit, order, batch)
    named = Type(order.dtype, (*t.shape[:batch], *(t.shape[a] for a in axes)))
    where: dict[str, Any] = {"axes": tuple(range(batch, batch + len(axes))), "batch": batch, "at": 0}
    least = emit.constant(np.broadcast_to(np.asarray(-1, order.dtype), named.shape))
    last = GREATEST(emit, least, position, *indices, out=named, **where)
    stays = compare(emit, "EQ", lower_gather(emit, last, *indices, out=order, **where), position)
    return tuple([pick(emit, stays, i, like(emit, i, t.shape[a])) for i, a in zip(indices, axes)])


def element_positions(emit: Any, t: Type, batch: int) -> Any:
    """The position of each element along the axes behind the first `batch` ones."""
    flat = Type(t.dtype, (math.prod(t.shape[batch:]),))
    line = emit("stablehlo.iota", out=flat, iota_dimension=i64(0))
    inner = emit("stablehlo.reshape", line, out=Type(t.dtype, t.shape[batch:]))
    return emit(
        "stablehlo.broadcast_in_dim", inner, out=t, broadcast_dimensions=i64s(range(batch, len(t.shape)))
    )


def lower_scatter(combine: Callable[..., Any]) -> Callable[..., Any]:
    """A scatter whose region combines the old value and the update."""

    def lower(
        emit: Any,
        x: Any,
        u: Any,
        *indices: Any,
        out: Any,
        axes: tuple[int, ...],
        batch: int = 0,
        at: int = 0,
        mode: str = "drop",
    ) -> Any:
        if 0 in x.shape or 0 in u.shape:
            return x
        ndim = len(indices[0].shape)
        own = numbers(range(batch))
        dims = (
            f"update_window_dims = {numbers(window_axes(len(u.shape), ndim, batch, at))}, "
            f"inserted_window_dims = {numbers(sorted(axes))}, input_batching_dims = {own}, "
            f"scatter_indices_batching_dims = {own}, scatter_dims_to_operand_dims = {numbers(axes)}, "
            f"index_vector_dim = {ndim}"
        )
        scalar = Type(x.dtype)
        index = index_tensor(emit, x, indices, axes, mode == "clip")
        region = emit.block((scalar, scalar), lambda pair: [combine(emit, *pair, out=scalar)])
        return emit(
            "stablehlo.scatter",
            x,
            index,
            u,
            out=out,
            regions=f" ({region})",
            indices_are_sorted="false",
            unique_indices="false",
            scatter_dimension_numbers=f"#stablehlo.scatter<{dims}>",
        )

    return lower


ASSIGN, GREATEST = lower_scatter(lambda emit, x, u, *, out: u), lower_scatter(lower_op("maximum"))
