"""Gather and scatter: read and write an array at arrays of indices.

    gather(x, *indices, axes, batch=0, at=0)          x[…, i, j, …]: index arrays of one shape for the axes `axes` of x
    scatter(x, u, *indices, axes, batch=0, at=0)      x with x[…, i, j, …] = u: of equal indices the last write wins
    scatter_add, scatter_mul, scatter_min, scatter_max   np.add.at(x, (…, i, j, …), u), np.multiply.at …

The first `batch` axes of x and of the index arrays correspond. The axes of the result of gather (and of u) are: the
batch axes, the first `at` of the remaining axes of x, the other axes of the index arrays, the remaining axes of x.
Reads out of range clamp and writes out of range are dropped; `mode` ("clip" or "drop": reads give 0) says otherwise.
"skip" is "drop" where indices behind the end are meant: the print form leaves them out.

The print form of a write is a statement that changes _0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...ir.primitive import Primitive
from ...ir.program import Type
from .._rules import PerOperand, add_batch_axis, all_batched, full
from ..elementwise import cast, select
from ..lowering.extremes import lower_extremum
from ..lowering.gather_scatter import lower_assignment, lower_gather, lower_op, lower_scatter

INT64 = np.dtype(np.int64)


def leading(*rules: Callable[..., Any] | None) -> PerOperand:
    """The derivative rules of the first operands; the others (indices) have none."""
    return PerOperand(lambda k: rules[k] if k < len(rules) else None)


def remaining(ndim: int, axes: tuple[int, ...], batch: int) -> tuple[int, ...]:
    """The axes that are indexed neither by an index array nor by the batch."""
    return tuple(a for a in range(batch, ndim) if a not in axes)


# -- type rules ----------------------------------------------------------------------------------------------


def index_type(x: Type, indices: tuple[Type, ...], axes: tuple[int, ...], batch: int) -> Type:
    """The common type of the index arrays, which must fit x."""
    if not indices or len(indices) != len(axes) or len(set(axes)) != len(axes):
        raise CompileError(f"{len(indices)} index arrays for axes {list(axes)} of {x}")
    if any(a < batch or a >= x.ndim for a in axes):
        raise CompileError(
            f"too many indices: axes {list(axes)} of {x} with {batch} batch axes", kind=IndexError
        )
    index = indices[0]
    if any(i.dtype.kind not in "iu" for i in indices):
        raise CompileError(
            "arrays used as indices must be of integer type, not " + " and ".join(map(str, indices)),
            kind=IndexError,
        )
    if any(not i.matches(index) for i in indices):
        raise CompileError("index arrays differ: " + " and ".join(map(str, indices)), kind=ValueError)
    if index.shape[:batch] != x.shape[:batch]:
        raise CompileError(f"batch axes differ: {x} indexed by {index}", kind=ValueError)
    return index


def gather_type(
    x: Type, *indices: Type, axes: tuple[int, ...], batch: int = 0, at: int = 0, mode: str = "clip"
) -> Type:
    index = index_type(x, indices, axes, batch)
    empty = [a for a in axes if x.shape[a] == 0]
    if index.size and empty:
        raise CompileError(f"index is out of bounds for axis {empty[0]} with size 0", kind=IndexError)
    rest = tuple(x.shape[a] for a in remaining(x.ndim, axes, batch))
    return Type(x.dtype, x.shape[:batch] + rest[:at] + index.shape[batch:] + rest[at:])


def scatter_type(
    x: Type, u: Type, *indices: Type, axes: tuple[int, ...], batch: int = 0, at: int = 0, mode: str = "drop"
) -> Type:
    index = index_type(x, indices, axes, batch)
    rest = tuple(x.shape[a] for a in remaining(x.ndim, axes, batch))
    wanted = Type(x.dtype, x.shape[:batch] + rest[:at] + index.shape[batch:] + rest[at:])
    if not u.matches(wanted):
        raise CompileError(f"the update must be {wanted}, not {u}", kind=TypeError)
    return Type(x.dtype, x.shape)


# -- NumPy meaning -------------------------------------------------------------------------------------------


def index_grids(
    x: np.ndarray, indices: tuple[Any, ...], axes: tuple[int, ...], batch: int
) -> tuple[list[np.ndarray], np.ndarray]:
    """Clamped index arrays for the batch axes and `axes`, and where they were in range."""
    shape = np.shape(indices[0])
    wide = [np.asarray(i).astype(np.int64) for i in indices]
    sizes = [x.shape[a] for a in axes]
    ok = np.logical_and.reduce([(i >= 0) & (i < n) for i, n in zip(wide, sizes)]).reshape(shape)
    own = [
        np.broadcast_to(np.expand_dims(np.arange(shape[b]), [k for k in range(len(shape)) if k != b]), shape)
        for b in range(batch)
    ]
    return own + [np.minimum(np.maximum(i, 0), n - 1) for i, n in zip(wide, sizes)], ok


def indexed_first(x: np.ndarray, axes: tuple[int, ...], batch: int) -> np.ndarray:
    return np.transpose(x, (*range(batch), *axes, *remaining(x.ndim, axes, batch)))


def move_index_axes(x: Any, count: int, batch: int, source: int, target: int) -> Any:
    """x with its `count` index axes moved from after `source` to after `target` remaining axes."""
    if source == target or not count:
        return x
    order = list(range(x.ndim))
    block = order[batch + source : batch + source + count]
    rest = order[: batch + source] + order[batch + source + count :]
    return permute_axes(x, (*rest[: batch + target], *block, *rest[batch + target :]))


def permute_axes(x: Any, axes: tuple[int, ...]) -> Any:
    if axes == tuple(range(len(axes))):
        return x
    return TABLE["transpose"](x, axes=axes) if isinstance(x, Sym) else np.transpose(x, axes)


def gather_value(
    x: Any, *indices: Any, axes: tuple[int, ...], batch: int = 0, at: int = 0, mode: str = "clip"
) -> Any:
    x, index = np.asarray(x), np.asarray(indices[0])
    grids, ok = index_grids(x, indices, axes, batch)
    out = indexed_first(x, axes, batch)[tuple(grids)]
    if mode != "clip":
        out = np.where(ok.reshape(ok.shape + (1,) * (out.ndim - ok.ndim)), out, np.zeros((), x.dtype))
    return move_index_axes(out, index.ndim - batch, batch, 0, at)


def assign(x: np.ndarray, index: tuple[Any, ...], u: np.ndarray) -> None:
    x[index] = u


def scatter_value(update: Callable[..., Any]) -> Callable[..., Any]:
    def value(
        x: Any, u: Any, *indices: Any, axes: tuple[int, ...], batch: int = 0, at: int = 0, mode: str = "drop"
    ) -> Any:
        out = np.array(x)
        grids, ok = index_grids(out, indices, axes, batch)
        if mode == "clip":
            ok = np.ones_like(ok)
        u = move_index_axes(np.asarray(u), ok.ndim - batch, batch, at, 0)
        update(indexed_first(out, axes, batch), tuple(g[ok] for g in grids), u[ok])
        return out

    return value


# -- batching ------------------------------------------------------------------------------------------------


def shift_axes(axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + 1 for a in axes)


def moved_axis(x: Any, source: int, target: int) -> Any:
    order = list(range(x.ndim))
    order.insert(target, order.pop(source))
    return permute_axes(x, tuple(order))


def batch_gather(
    p: Any,
    n: int,
    operands: Any,
    batched: Any,
    *,
    axes: tuple[int, ...],
    batch: int = 0,
    at: int = 0,
    **mode: str,
) -> Any:
    x, *indices = operands
    if not any(batched[1:]) and not batch:
        return p(x, *indices, axes=shift_axes(axes), at=at + 1, **mode)
    indices = all_batched(n, tuple(indices), batched[1:])
    if batched[0]:
        return p(x, *indices, axes=shift_axes(axes), batch=batch + 1, at=at, **mode)
    out = p(x, *(moved_axis(i, 0, batch) for i in indices), axes=axes, batch=batch, **mode)
    first = indices[0].ndim  # of the remaining axes; before them: batch axes, n, index axes
    order = (
        batch,
        *range(batch),
        *range(first, first + at),
        *range(batch + 1, first),
        *range(first + at, out.ndim),
    )
    return permute_axes(out, order)


def batch_scatter(
    p: Any,
    n: int,
    operands: Any,
    batched: Any,
    *,
    axes: tuple[int, ...],
    batch: int = 0,
    at: int = 0,
    **mode: str,
) -> Any:
    x, u, *indices = operands
    x, u = add_batch_axis(x, n, batched[0]), add_batch_axis(u, n, batched[1])
    if not any(batched[2:]) and not batch:
        return p(x, u, *indices, axes=shift_axes(axes), at=at + 1, **mode)
    return p(
        x,
        u,
        *all_batched(n, tuple(indices), batched[2:]),
        axes=shift_axes(axes),
        batch=batch + 1,
        at=at,
        **mode,
    )


# -- derivatives ---------------------------------------------------------------------------------------------


def zeros_like(ct: Any, shape: tuple[int, ...]) -> Any:
    return np.broadcast_to(np.zeros((), ct.dtype), shape)


def broadcast_mask(mask: Any, like: Any, batch: int, at: int) -> Any:
    """A mask of the shape of the index arrays, broadcast to the shape of the updates."""
    count = mask.ndim - batch
    axes = (*range(batch), *range(batch + at, batch + at + count))
    return TABLE["broadcast"](mask, shape=tuple(like.shape), axes=axes)


def positions(indices: tuple[Any, ...]) -> Any:
    """0, 1, 2 … in the shape of the index arrays."""
    first = indices[0]
    size, dtype = math.prod(first.shape), canonical(INT64)
    sym = next((i for i in indices if isinstance(i, Sym)), None)
    if sym is None:
        return np.arange(size, dtype=dtype).reshape(first.shape)
    count = sym.builder.bind(TABLE["iota"], (), {"shape": (size,), "axis": 0, "dtype": dtype})
    return TABLE["reshape"](count, shape=first.shape)


def winners(x: Any, indices: tuple[Any, ...], axes: tuple[int, ...], batch: int, mode: str) -> Any:
    """The updates that are in range and the last at their place, as a mask: they write their positions, then
    look who is there."""
    own = positions(indices) + np.asarray(1, canonical(INT64))  # 0 is what is read out of range
    field = np.broadcast_to(np.asarray(-1, own.dtype), x.shape[:batch] + tuple(x.shape[a] for a in axes))
    kept = dict(axes=tuple(range(batch, batch + len(axes))), batch=batch)
    read = {"mode": mode} if mode == "skip" else {}
    return gather(scatter(field, own, *indices, **kept, mode=mode), *indices, **kept, **read) == own


def gather_back(ct: Any, x: Any, *indices: Any, mode: str = "clip", **where: Any) -> Any:
    return scatter_add(zeros_like(ct, x.shape), ct, *indices, mode=mode, **where)


def scatter_back(ct: Any, x: Any, u: Any, *indices: Any, mode: str = "drop", **where: Any) -> Any:
    return scatter(ct, zeros_like(ct, u.shape), *indices, mode=mode, **where)


def scatter_back_update(
    ct: Any,
    x: Any,
    u: Any,
    *indices: Any,
    axes: tuple[int, ...],
    batch: int = 0,
    at: int = 0,
    mode: str = "drop",
) -> Any:
    if math.prod(indices[0].shape[batch:]) <= 1:
        return gather(ct, *indices, axes=axes, batch=batch, at=at, mode=mode)
    won = winners(x, indices, axes, batch, mode)
    out = gather(ct, *indices, axes=axes, batch=batch, at=at, **({"mode": mode} if mode == "skip" else {}))
    return select(broadcast_mask(won, out, batch, at), out, zeros_like(out, out.shape))


def scatter_add_back_update(ct: Any, x: Any, u: Any, *indices: Any, mode: str = "drop", **where: Any) -> Any:
    return gather(ct, *indices, mode=mode, **where)


def scatter_mul_jvp(t: Any, out: Any, x: Any, u: Any, *indices: Any, **where: Any) -> Any:
    return t * scatter_mul(full(x, 1), u, *indices, **where)


def scatter_mul_jvp_update(
    t: Any, out: Any, x: Any, u: Any, *indices: Any, mode: str = "drop", **where: Any
) -> Any:
    """Each update's share is the product of all other factors at its place.

    Zeros are kept apart, not divided by: the product of the other zeros is written by their sum and the sum of their
    squares, so that derivatives of the share are right as well (up to the third order of the whole).
    """

    def others(v: Any) -> Any:
        return gather(scatter_add(full(x, 0), v, *indices, mode=mode, **where), *indices, **where) - v

    zero, nothing, one = u == 0, full(u, 0), full(u, 1)
    count, total, squares = (others(select(zero, v, nothing)) for v in (one, u, u * u))
    pair = (total * total - squares) / full(u, 2)
    product = select(count == 0, one, select(count == 1, total, select(count == 2, pair, nothing)))
    nonzero = select(zero, one, u)
    rest = gather(scatter_mul(x, nonzero, *indices, mode=mode, **where), *indices, **where) / nonzero
    return scatter_add(full(x, 0), t * (product * rest), *indices, mode=mode, **where)


def extremal_weights(out: Any, x: Any, u: Any, indices: Any, mode: str, where: Any) -> Any:
    """1 where the old value (and where an update) is the extremum, and among how many it is shared."""
    from_x = cast(x == out, dtype=out.dtype)
    from_u = cast(u == gather(out, *indices, **where), dtype=out.dtype)
    return from_x, from_u, scatter_add(from_x, from_u, *indices, mode=mode, **where)


def extremal_jvp(t: Any, out: Any, x: Any, u: Any, *indices: Any, mode: str = "drop", **where: Any) -> Any:
    from_x, _, count = extremal_weights(out, x, u, indices, mode, where)
    return t * (from_x / count)


def extremal_jvp_update(
    t: Any, out: Any, x: Any, u: Any, *indices: Any, mode: str = "drop", **where: Any
) -> Any:
    _, from_u, count = extremal_weights(out, x, u, indices, mode, where)
    return scatter_add(
        full(x, 0), t * (from_u / gather(count, *indices, **where)), *indices, mode=mode, **where
    )


# -- print forms ---------------------------------------------------------------------------------------------


def index_items(call: Any, first: int) -> list[str]:
    """The items between brackets, one for each axis of operand 0; the index arrays are operands from `first`."""
    params = dict(call.params)
    shape = call.operands[first].type.shape
    items = [":"] * call.operands[0].type.ndim
    for b in range(params.get("batch", 0)):
        lead = len(shape) - b - 1
        items[b] = f"np.arange({shape[b]})" + (f"[:{', None' * lead}]" if lead else "")
    for k, axis in enumerate(params["axes"]):
        items[axis] = f"_{first + k}"
    return items


def indexed_form(call: Any, first: int) -> tuple[str, list[str], tuple[str, str] | None]:
    """The base and the items that index it, and from where to where np.moveaxis then has to bring the index axes.

    NumPy leaves the axes of adjacent index arrays in their place and moves those of separated ones to the front; where
    that is not what `at` asks for, the base is transposed first.
    """
    params = dict(call.params)
    axes, batch, at = params["axes"], params.get("batch", 0), params.get("at", 0)
    items = index_items(call, first)
    used = [a for a, item in enumerate(items) if item != ":"]
    adjacent = used == list(range(used[0], used[-1] + 1))
    if at == (used[0] if adjacent else 0):
        return "_0", without_tail(items), None
    rest = remaining(len(items), axes, batch)
    order = (*range(batch), *axes, *rest) if batch else (*rest[:at], *axes, *rest[at:])
    count = call.operands[first].type.ndim - batch
    front, back = (str(tuple(range(k, k + count))) for k in (batch, batch + at))
    base = f"_0.transpose({', '.join(map(str, order))})" if order != tuple(range(len(order))) else "_0"
    return base, without_tail([items[a] for a in order]), (front, back) if batch and at and count else None


def without_tail(items: list[str]) -> list[str]:
    """Without the full slices at the end that NumPy adds by itself."""
    count = len(items)
    while count > 1 and items[count - 1] == ":":
        count -= 1
    return items[:count]


def indices_in_range(call: Any, first: int) -> str | None:
    """The test, as source text, that indices are not behind the end; None where that is not to be tested."""
    if dict(call.params).get("mode") != "skip":
        return None
    shape, axes = call.operands[0].type.shape, call.param("axes")
    tests = [f"_{first + k} < {shape[axis]}" for k, axis in enumerate(axes)]
    return tests[0] if len(tests) == 1 else " & ".join(f"({test})" for test in tests)


def axes_before(call: Any) -> int:
    """The number of axes of what is read or written that stand before those of the indices."""
    params = dict(call.params)
    return 0 if params.get("batch") else params.get("at", 0)


def show_gather(call: Any) -> str:
    base, items, move = indexed_form(call, 1)
    keep = indices_in_range(call, 1)
    if keep is not None:
        ends = {f"_{1 + k}": call.operands[0].type.shape[a] - 1 for k, a in enumerate(call.param("axes"))}
        items = [f"np.minimum({i}, {ends[i]})" if i in ends else i for i in items]
        rest = call.outputs[0].type.ndim - call.operands[1].type.ndim - axes_before(call)
        keep = f"({keep})[..., {', '.join(['None'] * rest)}]" if rest else keep
    text = f"{base}[{', '.join(items)}]"
    text = f"np.where({keep}, {text}, 0)" if keep is not None else text
    return f"np.moveaxis({text}, {move[0]}, {move[1]})" if move else text


def update_form(move: tuple[str, str] | None) -> str:
    return f"np.moveaxis(_1, {move[1]}, {move[0]})" if move else "_1"


def written_form(call: Any) -> tuple[str, list[str], str]:
    """The base, the items that index it and the values that are written there: those within range."""
    base, items, move = indexed_form(call, 2)
    keep, update = indices_in_range(call, 2), update_form(move)
    if keep is None:
        return base, items, update
    own = lambda axis, item: (
        f"np.nonzero({keep})[{axis}]" if item.startswith("np.arange") else f"{item}[{keep}]"
    )
    items = [item if item == ":" else own(axis, item) for axis, item in enumerate(items)]
    return base, items, f"{update}[{', '.join([*[':'] * axes_before(call), keep])}]"


def show_scatter(call: Any) -> str:
    base, items, update = written_form(call)
    return f"{base}[{', '.join(items)}] = {update}"


def show_scatter_at(function: str) -> Callable[..., Any]:
    def show(call: Any) -> str:
        base, items, update = written_form(call)
        index = ", ".join("slice(None)" if i == ":" else i for i in items)
        return f"np.{function}.at({base}, {f'({index})' if len(items) > 1 else index}, {update})"

    return show


gather = Primitive(
    "gather",
    gather_value,
    gather_type,
    lower_gather,
    batch_gather,
    "linear",
    access="read",
    transpose=leading(gather_back),
    show=show_gather,
)
scatter = Primitive(
    "scatter",
    scatter_value(assign),
    scatter_type,
    lower_assignment,
    batch_scatter,
    "linear",
    access="write",
    show=show_scatter,
    transpose=leading(scatter_back, scatter_back_update),
)
scatter_add = Primitive(
    "scatter_add",
    scatter_value(np.add.at),
    scatter_type,
    lower_scatter(lower_op("add")),
    batch_scatter,
    "linear",
    access="write",
    show=show_scatter_at("add"),
    transpose=leading(lambda ct, *inputs, **where: ct, scatter_add_back_update),
)
scatter_mul = Primitive(
    "scatter_mul",
    scatter_value(np.multiply.at),
    scatter_type,
    lower_scatter(lower_op("multiply")),
    batch_scatter,
    "smooth",
    access="write",
    show=show_scatter_at("multiply"),
    jvp=leading(scatter_mul_jvp, scatter_mul_jvp_update),
)
scatter_min = Primitive(
    "scatter_min",
    scatter_value(np.minimum.at),
    scatter_type,
    lower_scatter(lower_extremum("minimum")),
    batch_scatter,
    "smooth",
    access="write",
    show=show_scatter_at("minimum"),
    jvp=leading(extremal_jvp, extremal_jvp_update),
)
scatter_max = Primitive(
    "scatter_max",
    scatter_value(np.maximum.at),
    scatter_type,
    lower_scatter(lower_extremum("maximum")),
    batch_scatter,
    "smooth",
    access="write",
    show=show_scatter_at("maximum"),
    jvp=leading(extremal_jvp, extremal_jvp_update),
)
