"""Blocks of values: compute the block at a loop's position from blocks of the operands.

    block of sin(a) * b at k:k + 16     =>      sin(a[k:k + 16]) * b[k:k + 16]

For each primitive that may stand before a sum or an update: the parts of its operands that it needs, with
the axes of the region that their axes are (None: it can't be done by parts), and the calls that compute it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...analysis.regions import Ends, region as region_of
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import as_counter
from ...ir.program import Atom, Call, Const, Var
from ...primitives._rules import pointwise
from ...primitives.data_movement.regions import along
from .extents import same

Parts = list[tuple[Atom, tuple[int, ...]]] | None


def form(call: Call) -> str:
    """The key of a call in the tables below."""
    return "pointwise" if call.primitive.batch is pointwise else call.primitive.name


def innermost(where: Any) -> Builder:
    """The builder of the innermost of the loops around."""
    return max((p.start.builder for p in where.values()), key=lambda b: b.depth)


def constant_block(atom: Const, axes: tuple[int, ...], where: Any) -> Sym:
    """The block of a constant."""
    value, b, shape = atom.value, innermost(where), lengths(axes, where)
    if value.size and value.tobytes() == value.flat[0].tobytes() * value.size:
        return b.lift(np.broadcast_to(value.flat[0], shape))
    return TABLE["dynamic_slice"](b.lift(value), *[where[a].start for a in axes], sizes=shape, drop=())


def lengths(axes: tuple[int, ...], where: Any) -> tuple[int, ...]:
    return tuple(where[a].length for a in axes)


def pointwise_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    return [(o, axes if o.type.shape else ()) for o in call.operands] if len(call.outputs) == 1 else None


def pointwise_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    values = [region.block(o, axes if o.type.shape else (), env, where) for o in call.operands]
    return call.primitive(*values, **dict(call.params))


def region_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    x, y, *bounds = call.operands
    return [(x, axes), (y, axes), *((o, ()) for o in bounds)]


def region_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    return within(
        region, call, axes, env, where, *(region.block(o, axes, env, where) for o in call.operands[:2])
    )


def within(
    region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any, x: Sym, y: Sym
) -> Sym:
    """The block of x where it is in the region that the call takes, of y elsewhere."""
    shape = lengths(axes, where)
    for axis, ends in region_of(call).items():
        line = live(region, ends, axes[axis], env, where)
        x = x if line is None else TABLE["select"](along(axis, line, shape), x, y)
    return x


def live(region: Any, ends: Ends, axis: int, env: dict[str, Sym], where: Any) -> Sym | None:
    """The positions of the block that count: None for all, where the loop leaves the others out."""
    line, position, b = region.lines[axis], where[axis], innermost(where)
    if line.cut and same(line.bounds, ends):
        return position.live
    lo, hi = [as_counter(b, env[o.name] if isinstance(o, Var) else int(o.value)) for o in ends]
    return TABLE["inside"](lo - position.start, hi - position.start, size=position.length)


def broadcast_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    return [(call.operands[0], tuple(axes[a] for a in call.param("axes")))]


def broadcast_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    own = tuple(axes[a] for a in call.param("axes"))
    value = region.block(call.operands[0], own, env, where)
    return TABLE["broadcast"](value, shape=lengths(axes, where), axes=call.param("axes"))


def slice_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    """A read of whole rows, where the array is still as it was."""
    array = call.operands[0]
    kept = kept_axes(call)
    if not isinstance(array, Var) or any(call.param("sizes")[d] != array.type.shape[d] for d in kept):
        return None
    if array.name == region.target or not region.readable(array, ()):
        return None
    return []


def kept_axes(call: Call) -> list[int]:
    return [d for d in range(call.operands[0].type.ndim) if d not in call.param("drop")]


def slice_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    return read_block(array_of(call, env), call, axes, env, where)


def array_of(call: Call, env: dict[str, Sym]) -> Sym:
    """The array that the call reads, as it is here."""
    array = call.operands[0]
    assert isinstance(array, Var), "constants are no parts of a region"
    return env[array.name]


def read_block(array: Sym, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    """The block of the rows that the call reads, or writes."""
    starts, sizes = part_window(array, call, axes, env, where)
    return TABLE["dynamic_slice"](array, *starts, sizes=sizes, drop=call.param("drop"))


def part_window(
    array: Sym, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any
) -> tuple[list[Sym], tuple[int, ...]]:
    kept, given = kept_axes(call), call.operands[-array.ndim :]
    starts, sizes = [], []
    for d in range(array.ndim):
        if d in kept:
            position = where[axes[kept.index(d)]]
            starts.append(position.start)
            sizes.append(position.length)
        else:
            o = given[d]
            starts.append(as_counter(innermost(where), env[o.name] if isinstance(o, Var) else int(o.value)))
            sizes.append(1)
    return starts, tuple(sizes)


def static_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    """A part of which the axes that are kept are whole: a column."""
    array = call.operands[0]
    starts, limits, strides = (call.param(name) for name in ("starts", "limits", "strides"))
    whole_axes = all(
        (starts[d], limits[d], strides[d]) == (0, array.type.shape[d], 1) for d in kept_axes(call)
    )
    if not isinstance(array, Var) or not whole_axes or array.name == region.target:
        return None
    return [] if region.readable(array, ()) else None


def static_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    array, kept = array_of(call, env), kept_axes(call)
    starts: list[Any] = []
    sizes = []
    for d, start in enumerate(call.param("starts")):
        position = where[axes[kept.index(d)]] if d in kept else None
        starts.append(as_counter(innermost(where), start) if position is None else position.start)
        sizes.append(1 if position is None else position.length)
    return TABLE["dynamic_slice"](array, *starts, sizes=tuple(sizes), drop=call.param("drop"))


def gather_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    """x[i] where x is a vector that is still as it was."""
    x, index = call.operands[0], call.operands[1]
    if x.type.ndim != 1 or len(axes) != 1 or not isinstance(x, Var):
        return None
    if x.name == region.target or not region.readable(x, ()):
        return None
    return [(index, axes)]


def gather_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    index = region.block(call.operands[1], axes, env, where)
    return TABLE["gather"](array_of(call, env), index, **dict(call.params))


def outer_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    """x[:, None] * y"""
    x, y = call.operands
    if any(call.param("contract")) or any(call.param("batch")):
        return None
    return [(x, axes[: x.type.ndim]), (y, axes[x.type.ndim :])]


def outer_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    shape, values, count = lengths(axes, where), [], 0
    for o in call.operands:
        own = tuple(range(count, count + o.type.ndim))
        value = region.block(o, tuple(axes[a] for a in own), env, where)
        values.append(value if value.shape == shape else TABLE["broadcast"](value, shape=shape, axes=own))
        count += o.type.ndim
    return TABLE["mul"](*values)


def flip_parts(region: Any, call: Call, axes: tuple[int, ...]) -> Parts:
    """A vector from its end, read whole where it is kept."""
    x = call.operands[0]
    plain = x.type.ndim == 1 and isinstance(x, Var) and x.name != region.target
    return [] if plain and region.readable(x, ()) else None


def flip_block(region: Any, call: Call, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
    x, position = array_of(call, env), where[axes[0]]
    begin = as_counter(position.start.builder, x.shape[0] - position.length) - position.start
    return TABLE["flip"](TABLE["dynamic_slice"](x, begin, sizes=(position.length,), drop=()), axes=(0,))


PARTS: dict[str, Callable[[Any, Call, tuple[int, ...]], Parts]] = {
    "pointwise": pointwise_parts,
    "select_region": region_parts,
    "broadcast": broadcast_parts,
    "dynamic_slice": slice_parts,
    "slice_": static_parts,
    "gather": gather_parts,
    "dot": outer_parts,
    "flip": flip_parts,
}
WRITERS: dict[str, Callable[[Any, Call, tuple[int, ...], dict[str, Sym], Any], Sym]] = {
    "pointwise": pointwise_block,
    "select_region": region_block,
    "broadcast": broadcast_block,
    "dynamic_slice": slice_block,
    "slice_": static_block,
    "gather": gather_block,
    "dot": outer_block,
    "flip": flip_block,
}
