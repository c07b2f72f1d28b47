"""Read and replace windows of an array, at static or dynamic positions.

    slice_(x, *, starts, limits, strides, drop)            x[starts:limits:strides], strides >= 1
    put_slice(x, u, *, starts, limits, strides, drop)      x with that window replaced by u
    dynamic_slice(x, *starts, sizes, drop)                 x[i:i + size], one integer start an axis; clamped into x
    update_slice(x, u, *starts, sizes, drop)               x with that window replaced by u

`drop` names axes of x, along which the window has size 1, that the window lacks. Arrays of indices are in gather.py.

The print form of a write is a statement that changes _0.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import TABLE, broadcast_to, convert
from ...ir.primitive import Primitive
from ...ir.program import Const, Type
from .._rules import BOOL, add_batch_axis
from ..elementwise import maximum, minimum
from .gather_scatter import (
    INT64,
    gather,
    permute_axes,
    scatter,
    scatter_add,
    scatter_max,
    scatter_min,
    scatter_mul,
    leading,
    without_tail,
    zeros_like,
)
from ..lowering.common_forms import compare, i64s, pick

SMALL = 1024  # elements: smaller arrays are written in place whatever is written

__all__ = [
    "slice_",
    "put_slice",
    "dynamic_slice",
    "update_slice",
    "gather",
    "scatter",
    "scatter_add",
    "scatter_mul",
    "scatter_min",
    "scatter_max",
]


def kept_axes(shape: tuple[int, ...], drop: tuple[int, ...]) -> tuple[int, ...]:
    """The shape without the dropped axes."""
    return tuple(n for a, n in enumerate(shape) if a not in drop)


def shift_axes(drop: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + 1 for a in drop)


# -- type rules ----------------------------------------------------------------------------------------------------


def slice_sizes(
    starts: tuple[int, ...], limits: tuple[int, ...], strides: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(
        max(0, -(-(limit - start) // stride)) for start, limit, stride in zip(starts, limits, strides)
    )


def slice_type(
    x: Type,
    *,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> Type:
    if not len(starts) == len(limits) == len(strides) == x.ndim:
        raise CompileError(
            f"{len(starts)} starts, {len(limits)} limits and {len(strides)} strides for {x}", kind=ValueError
        )
    if any(not 0 <= s <= e <= n or k < 1 for s, e, k, n in zip(starts, limits, strides, x.shape)):
        raise CompileError(
            f"the window {list(starts)} to {list(limits)} by {list(strides)} is not within {x}",
            kind=ValueError,
        )
    sizes = slice_sizes(starts, limits, strides)
    check_drop(x, sizes, drop)
    return Type(x.dtype, kept_axes(sizes, drop))


def check_drop(x: Type, sizes: tuple[int, ...], drop: tuple[int, ...]) -> None:
    if any(not 0 <= a < x.ndim or sizes[a] != 1 for a in drop):
        raise CompileError(
            f"axes {list(drop)} of a window {list(sizes)} of {x} can't be dropped: their size is not 1",
            kind=ValueError,
        )


def put_slice_type(x: Type, u: Type, **window: Any) -> Type:
    return replaced_type(x, u, slice_type(x, **window))


def replaced_type(x: Type, u: Type, window: Type) -> Type:
    if not u.matches(window):
        raise CompileError(f"a window {window} of {x} can't be replaced by {u}", kind=ValueError)
    return Type(x.dtype, x.shape)


def dynamic_slice_type(x: Type, *starts: Type, sizes: tuple[int, ...], drop: tuple[int, ...]) -> Type:
    if len(starts) != x.ndim or len(sizes) != x.ndim:
        raise CompileError(f"{len(starts)} starts and {len(sizes)} sizes for {x}", kind=ValueError)
    if any(s.shape or s.dtype.kind not in "iu" for s in starts):
        raise CompileError(
            "starts must be integer scalars, not " + " and ".join(map(str, starts)), kind=TypeError
        )
    if any(not 0 <= k <= n for k, n in zip(sizes, x.shape)):
        raise CompileError(f"a window {list(sizes)} does not fit into {x}", kind=ValueError)
    check_drop(x, sizes, drop)
    return Type(x.dtype, kept_axes(sizes, drop))


def update_slice_type(x: Type, u: Type, *starts: Type, sizes: tuple[int, ...], drop: tuple[int, ...]) -> Type:
    return replaced_type(x, u, dynamic_slice_type(x, *starts, sizes=sizes, drop=drop))


# -- NumPy meaning -------------------------------------------------------------------------------------------------


def static_index(
    starts: tuple[int, ...], limits: tuple[int, ...], strides: tuple[int, ...], drop: tuple[int, ...]
) -> tuple[Any, ...]:
    return tuple(
        start if a in drop else slice(start, limit, stride)
        for a, (start, limit, stride) in enumerate(zip(starts, limits, strides))
    )


def dynamic_index(
    x: np.ndarray, starts: tuple[Any, ...], sizes: tuple[int, ...], drop: tuple[int, ...]
) -> tuple[Any, ...]:
    index: list[int | slice] = []
    for axis, (start, size, length) in enumerate(zip(starts, sizes, x.shape)):
        start = min(max(int(start), 0), length - size)
        index.append(start if axis in drop else slice(start, start + size))
    return tuple(index)


def with_window(x: Any, index: tuple[Any, ...], u: Any) -> np.ndarray:
    out = np.array(x)
    out[index] = u
    return out


def slice_value(
    x: Any,
    *,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> Any:
    return np.asarray(x)[static_index(starts, limits, strides, drop)]


def put_slice_value(
    x: Any,
    u: Any,
    *,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> Any:
    return with_window(x, static_index(starts, limits, strides, drop), u)


def dynamic_slice_value(
    x: Any, *starts: tuple[int, ...], sizes: tuple[int, ...], drop: tuple[int, ...]
) -> Any:
    x = np.asarray(x)
    return x[dynamic_index(x, starts, sizes, drop)]


def update_slice_value(
    x: Any, u: Any, *starts: tuple[int, ...], sizes: tuple[int, ...], drop: tuple[int, ...]
) -> Any:
    return with_window(x, dynamic_index(np.asarray(x), starts, sizes, drop), u)


# -- lowering ------------------------------------------------------------------------------------------------------


def reshape_if_needed(emit: Any, x: Any, shape: tuple[int, ...]) -> Any:
    """x reshaped; nothing where it is."""
    return x if x.shape == tuple(shape) else emit("stablehlo.reshape", x, out=Type(x.dtype, tuple(shape)))


def emit_slice(
    emit: Any, x: Any, starts: tuple[int, ...], limits: tuple[int, ...], strides: tuple[int, ...]
) -> Any:
    sizes = slice_sizes(starts, limits, strides)
    if sizes == x.shape:
        return x
    return emit(
        "stablehlo.slice",
        x,
        out=Type(x.dtype, sizes),
        start_indices=i64s(starts),
        limit_indices=i64s(limits),
        strides=i64s(strides),
    )


def lower_slice(
    emit: Any,
    x: Any,
    *,
    out: Any,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> Any:
    return reshape_if_needed(emit, emit_slice(emit, x, starts, limits, strides), out.shape)


def emit_update(emit: Any, x: Any, u: Any, starts: tuple[Any, ...]) -> Any:
    if u.shape == x.shape:
        return u
    return emit("stablehlo.dynamic_update_slice", x, u, *starts, out=x.type)


def lower_put_slice(
    emit: Any,
    x: Any,
    u: Any,
    *,
    out: Any,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> Any:
    """In place where that pays, else as a new array; a strided window within the block around it."""
    sizes = slice_sizes(starts, limits, strides)
    if not all(sizes):
        return x
    u = reshape_if_needed(emit, u, sizes)
    block = tuple((n - 1) * k + 1 for n, k in zip(sizes, strides))
    if is_fresh(emit, x, u, starts, block):
        return put_spread(emit, x, u, starts, strides)
    if block != sizes:
        old = emit_slice(emit, x, starts, tuple(s + n for s, n in zip(starts, block)), (1,) * len(block))
        u = put_spread(emit, old, u, (0,) * len(block), strides)
    return emit_update(emit, x, u, tuple(emit.constant(np.asarray(s, np.int64)) for s in starts))


def is_fresh(emit: Any, x: Any, u: Any, starts: tuple[int, ...], block: tuple[int, ...]) -> bool:
    """Whether the result had better be a new array, computed in one pass over x.

    So it is for a large window outside of loops (x must be copied anyway), for one with strides, and for a stencil:
    where the new content comes from windows of x of the same size at other places, x would be copied before it is
    overwritten. Measured on loops over 8 MB: a stencil takes 0.6 ms (in place: 1.5 to 2.6), other writes take 0.3 ms in
    place (0.6).
    """
    if x.type.size <= SMALL or 4 * math.prod(block) < x.type.size or block == x.shape == u.shape:
        return False
    if not emit.depth or u.shape != block:
        return True
    return reads_elsewhere(emit.lines, x.name, u.name, f"start_indices = {i64s(starts)}")


FUSED = re.compile(
    r'^\s*(%\S+) = "stablehlo\.(?!dynamic|scatter|gather|while|optimization|case|reduce|sort|dot|conv)\w+"\(([^)]*)\)'
)


def reads_elsewhere(lines: Sequence[str], x: str, u: str, place: str) -> bool:
    """Whether u is computed, in operations that XLA fuses with its writing, from windows of x at other places."""
    made = {found[1]: (found[2], line) for line in lines if (found := FUSED.match(line))}
    left, seen = [u], {u}
    while left:
        operands, line = made.get(left.pop(), ("", ""))
        for name in operands.split(", ") if operands else ():
            if name == x and '"stablehlo.slice"' in line and place not in line:
                return True
            if name not in seen:
                seen.add(name)
                left.append(name)
    return False


def put_spread(emit: Any, x: Any, u: Any, starts: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    """x with every strides[a]-th element from starts[a] on replaced by those of u, in one pass over x."""
    after = [n - s - (m - 1) * k - 1 for n, m, s, k in zip(x.shape, u.shape, starts, strides)]
    spread = emit(
        "stablehlo.pad",
        u,
        emit.constant(np.zeros((), x.dtype)),
        out=x.type,
        edge_padding_low=i64s(starts),
        edge_padding_high=i64s(after),
        interior_padding=i64s(k - 1 for k in strides),
    )
    mask = None
    for axis, n in enumerate(x.shape):
        if u.shape[axis] != n:
            places = range(starts[axis], n - after[axis], strides[axis])
            here = emit(
                "stablehlo.broadcast_in_dim",
                among(emit, places, n),
                out=Type(BOOL, x.shape),
                broadcast_dimensions=i64s([axis]),
            )
            mask = here if mask is None else emit("stablehlo.and", mask, here)
    return spread if mask is None else pick(emit, mask, spread, x)


def among(emit: Any, places: range, n: int) -> Any:
    """The numbers of 0 … n - 1 that are in a range, as a mask."""
    line = Type(np.dtype(np.int32), (n,))
    count = emit("stablehlo.iota", out=line, iota_dimension="0 : i64")
    number = lambda k: emit.constant(np.broadcast_to(np.asarray(k, line.dtype), line.shape))
    tests = [compare(emit, "GE", count, number(places.start))] if places.start else []
    tests += [compare(emit, "LT", count, number(places.stop))] if places.stop < n else []
    if places.step > 1 and len(places) > 1:
        offset = emit("stablehlo.subtract", count, number(places.start))
        tests.append(compare(emit, "EQ", emit("stablehlo.remainder", offset, number(places.step)), number(0)))
    return functools.reduce(lambda p, q: emit("stablehlo.and", p, q), tests)


def index_operands(emit: Any, starts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The starts in one type, i32 or i64."""
    names = {s.dtype.name for s in starts}
    if len(names) == 1 and names <= {"int32", "int64"}:
        return starts
    return tuple(s if s.dtype == INT64 else emit("stablehlo.convert", s, out=Type(INT64)) for s in starts)


def lower_dynamic_slice(
    emit: Any, x: Any, *starts: tuple[int, ...], out: Any, sizes: tuple[int, ...], drop: tuple[int, ...]
) -> Any:
    if sizes == x.shape:
        return reshape_if_needed(emit, x, out.shape)
    window = emit(
        "stablehlo.dynamic_slice",
        x,
        *index_operands(emit, starts),
        out=Type(x.dtype, tuple(sizes)),
        slice_sizes=i64s(sizes),
    )
    return reshape_if_needed(emit, window, out.shape)


def lower_update_slice(
    emit: Any,
    x: Any,
    u: Any,
    *starts: tuple[int, ...],
    out: Any,
    sizes: tuple[int, ...],
    drop: tuple[int, ...],
) -> Any:
    return emit_update(emit, x, reshape_if_needed(emit, u, sizes), index_operands(emit, starts))


# -- batching ------------------------------------------------------------------------------------------------------


def batch_slice(
    p: Any,
    n: int,
    operands: Any,
    batched: Any,
    *,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> Any:
    return p(
        *operands, starts=(0, *starts), limits=(n, *limits), strides=(1, *strides), drop=shift_axes(drop)
    )


def batch_put_slice(p: Any, n: int, operands: Any, batched: Any, **window: Any) -> Any:
    return batch_slice(p, n, [add_batch_axis(x, n, b) for x, b in zip(operands, batched)], batched, **window)


def batch_dynamic_slice(
    p: Any, n: int, operands: Any, batched: Any, *, sizes: tuple[int, ...], drop: tuple[int, ...]
) -> Any:
    x, *starts = operands
    if not any(batched[1:]):
        return p(x, np.int64(0), *starts, sizes=(n, *sizes), drop=shift_axes(drop))
    shape = x.shape[1:] if batched[0] else x.shape
    axes, indices = window_indices(n, shape, starts, batched[1:], sizes)
    if not axes:
        return add_batch_axis(taken_axes(x, drop, batched[0]), n, batched[0])
    lead = int(batched[0])
    out = gather(x, *indices, axes=tuple(a + lead for a in axes), batch=lead)
    order = (*axes, *(a for a in range(len(shape)) if a not in axes))
    out = permute_axes(
        reshape(out, (n, *(sizes[a] for a in order))), (0, *(1 + order.index(a) for a in range(len(shape))))
    )
    return reshape(out, (n, *kept_axes(sizes, drop)))


def batch_update_slice(
    p: Any, n: int, operands: Any, batched: Any, *, sizes: tuple[int, ...], drop: tuple[int, ...]
) -> Any:
    x, u, *starts = operands
    x, u = add_batch_axis(x, n, batched[0]), add_batch_axis(u, n, batched[1])
    if not any(batched[2:]):
        return p(x, u, np.int64(0), *starts, sizes=(n, *sizes), drop=shift_axes(drop))
    axes, indices = window_indices(n, x.shape[1:], starts, batched[2:], sizes)
    if not axes:
        return reshape(u, x.shape)
    order = (*axes, *(a for a in range(len(sizes)) if a not in axes))
    u = permute_axes(reshape(u, (n, *sizes)), (0, *shift_axes(order)))
    rest = tuple(sizes[a] for a in order[len(axes) :])
    return scatter(x, reshape(u, (*indices[0].shape, *rest)), *indices, axes=shift_axes(axes), batch=1)


def window_indices(
    n: int, shape: tuple[int, ...], starts: Any, batched: tuple[bool, ...], sizes: tuple[int, ...]
) -> tuple[tuple[int, ...], list[Any]]:
    """Index arrays [n, window sizes above 1…] for the axes along which the window is not the whole of x."""
    axes = tuple(a for a in range(len(shape)) if sizes[a] != shape[a])
    wide = [a for a in axes if sizes[a] != 1]
    common, dtype = (n, *(sizes[a] for a in wide)), canonical(INT64)
    indices = []
    for a in axes:
        start = clamp_index(convert(add_batch_axis(starts[a], n, batched[a]), dtype), shape[a] - sizes[a])
        index = reshape(start, (n,) + (1,) * len(wide))
        if a in wide:
            index = index + np.arange(sizes[a], dtype=dtype).reshape(
                [sizes[a] if w == a else 1 for w in wide]
            )
        indices.append(broadcast_to(index, common))
    return axes, indices


def clamp_index(i: Any, high: int) -> Any:
    zero = i * 0
    return minimum(maximum(i, zero), zero + high)


def reshape(x: Any, shape: tuple[int, ...]) -> Any:
    return x if tuple(x.shape) == tuple(shape) else TABLE["reshape"](x, shape=tuple(shape))


def taken_axes(x: Any, drop: tuple[int, ...], batched: bool) -> Any:
    return reshape(x, kept_axes(x.shape, shift_axes(drop) if batched else drop))


# -- derivatives ---------------------------------------------------------------------------------------------------


def slice_back(ct: Any, x: Any, **window: Any) -> Any:
    return put_slice(zeros_like(ct, x.shape), ct, **window)


def put_slice_back(ct: Any, x: Any, u: Any, **window: Any) -> Any:
    return put_slice(ct, zeros_like(ct, u.shape), **window)


def dynamic_slice_back(ct: Any, x: Any, *starts: tuple[int, ...], **window: Any) -> Any:
    return update_slice(zeros_like(ct, x.shape), ct, *starts, **window)


def update_slice_back(ct: Any, x: Any, u: Any, *starts: tuple[int, ...], **window: Any) -> Any:
    return update_slice(ct, zeros_like(ct, u.shape), *starts, **window)


# -- print forms ---------------------------------------------------------------------------------------------------


COUNTED = 4  # the last one of so few is told by its number: x, y, z


def bound(k: int, n: int) -> str:
    """A limit counted from the end where that is shorter to read: 1:-1, :-2."""
    return str(k - n) if 0 < n - k <= 2 < k else str(k)


def slice_item(start: int, limit: int, stride: int, n: int) -> str:
    head = str(start) if start else ""
    last = start + (max(limit - start, 1) - 1) // stride * stride
    tail = bound(limit, n) if last + stride < n or limit <= start else ""
    return f"{head}:{tail}" + (f":{stride}" if stride > 1 else "")


def static_items(
    shape: tuple[int, ...],
    *,
    starts: tuple[int, ...],
    limits: tuple[int, ...],
    strides: tuple[int, ...],
    drop: tuple[int, ...],
) -> str:
    items = [
        (str(start) if start < n - 1 or n <= COUNTED else "-1")
        if a in drop
        else slice_item(start, limit, stride, n)
        for a, (start, limit, stride, n) in enumerate(zip(starts, limits, strides, shape))
    ]
    return ", ".join(without_tail(items)) or "()"


def show_slice(call: Any) -> str:
    return f"_0[{static_items(call.operands[0].type.shape, **dict(call.params))}]"


def show_put_slice(call: Any) -> str:
    return f"{show_slice(call)} = _1"


def start_text(atom: Any, k: int, offset: int) -> str:
    """Operand k plus an offset; a constant start is a number."""
    if isinstance(atom, Const):
        return str(int(atom.value) + offset)
    return f"_{k} + {offset}" if offset else f"_{k}"


def dynamic_items(call: Any, first: int) -> str:
    params, items = dict(call.params), []
    for a, (size, n) in enumerate(zip(params["sizes"], call.operands[0].type.shape)):
        start = call.operands[first + a]
        low, high = start_text(start, first + a, 0), start_text(start, first + a, size)
        item = low if a in params["drop"] else ":" if size == n else f"{low}:{high}"
        items.append(item)
    return ", ".join(without_tail(items)) or "()"


def show_dynamic_slice(call: Any) -> str:
    return f"_0[{dynamic_items(call, 1)}]"


def show_update_slice(call: Any) -> str:
    return f"_0[{dynamic_items(call, 2)}] = _1"


slice_ = Primitive(
    "slice_",
    slice_value,
    slice_type,
    lower_slice,
    batch_slice,
    "linear",
    access="read",
    transpose=(slice_back,),
    show=show_slice,
)
put_slice = Primitive(
    "put_slice",
    put_slice_value,
    put_slice_type,
    lower_put_slice,
    batch_put_slice,
    "linear",
    access="write",
    transpose=(put_slice_back, lambda ct, x, u, **window: slice_(ct, **window)),
    show=show_put_slice,
)
dynamic_slice = Primitive(
    "dynamic_slice",
    dynamic_slice_value,
    dynamic_slice_type,
    lower_dynamic_slice,
    batch_dynamic_slice,
    "linear",
    access="read",
    transpose=leading(dynamic_slice_back),
    show=show_dynamic_slice,
)
update_slice = Primitive(
    "update_slice",
    update_slice_value,
    update_slice_type,
    lower_update_slice,
    batch_update_slice,
    "linear",
    access="write",
    show=show_update_slice,
    transpose=leading(
        update_slice_back, lambda ct, x, u, *starts, **window: dynamic_slice(ct, *starts, **window)
    ),
)
