"""Lowering of collectives for SPMD programs (`pmap`): communication between replicas."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_complex, kind as kind_of
from ...core.errors import CompileError
from ...ir.program import Type
from ..lowering.common_forms import compare, i64, like, pick
from ..reductions import HALVES, combine, emit_reduce


def lower_collective(emit: Any, *xs: Any, out: Type, kind: str, name: str, size: int, **params: Any) -> Any:
    """One operation over all devices. Raises CompileError where the axis is no axis of devices."""
    if emit.module.members.get(name) != size:
        raise CompileError(
            f"the axis name {name!r} is not bound",
            f"call the function by vmap(…, axis_name={name!r}) or pmap",
        )
    return RULES[kind](emit, *xs, out=out, size=size, **params)


def groups(size: int) -> str:
    """All devices together."""
    return f"dense<[[{', '.join(map(str, range(size)))}]]> : tensor<1x{size}xi64>"


def reduced_by(name: str) -> Any:
    def lower(emit: Any, x: Any, *, out: Type, size: int) -> Any:
        if name == "add" and x.type.dtype in HALVES:
            wide = emit("stablehlo.convert", x, out=x.type.update(dtype=np.dtype(np.float32)))
            return emit("stablehlo.convert", all_reduce(emit, name, wide, size), out=out)
        if name == "add" or kind_of(x.type.dtype) in "biu":
            return all_reduce(emit, name, x, size)
        if is_complex(x.type.dtype):  # XLA compares real numbers only
            return emit_reduce(emit, name, gather_members(emit, x, 0, size), (0,))
        return order_as_integers(
            emit, all_reduce(emit, name, order_as_integers(emit, loud(emit, x, name)), size), out
        )

    return lower


def loud(emit: Any, x: Any, name: str) -> Any:
    """x with every NaN so that it is the greatest (or least) of all numbers as `order_as_integers` has them."""
    nan = np.copysign(np.asarray(np.nan, x.type.dtype), 1 if name == "maximum" else -1)
    return pick(emit, compare(emit, "NE", x, x), like(emit, x, nan), x)


def order_as_integers(emit: Any, x: Any, back: Type | None = None) -> Any:
    """Floats as integers in the same order, or back: where the sign is set, the other bits are turned.

    XLA's CPU collectives compare floats so that a NaN may be lost; those of integers give the same everywhere.
    """
    bits = np.dtype(f"int{8 * x.type.dtype.itemsize}")
    whole = x if back else emit("stablehlo.bitcast_convert", x, out=x.type.update(dtype=bits))
    sign = emit("stablehlo.shift_right_arithmetic", whole, like(emit, whole, 8 * bits.itemsize - 1))
    turned = emit("stablehlo.and", sign, like(emit, whole, np.iinfo(bits).max))
    found = emit("stablehlo.xor", whole, turned)
    return emit("stablehlo.bitcast_convert", found, out=back) if back else found


def all_reduce(emit: Any, name: str, x: Any, size: int) -> Any:
    scalar, step = Type(x.type.dtype), combine(name)
    block = emit.block((scalar, scalar), lambda pair: [step(emit, *pair)])
    return emit("stablehlo.all_reduce", x, regions=f" ({block})", replica_groups=groups(size))


def gather_members(emit: Any, x: Any, axis: int, size: int) -> Any:
    """All members' x along a new axis."""
    shape = (*x.shape[:axis], 1, *x.shape[axis:])
    row = emit("stablehlo.reshape", x, out=x.type.update(shape=shape))
    out = x.type.update(shape=(*x.shape[:axis], size, *x.shape[axis:]))
    return emit("stablehlo.all_gather", row, out=out, all_gather_dim=i64(axis), replica_groups=groups(size))


def all_gather(emit: Any, x: Any, *, out: Type, size: int, axis: int) -> Any:
    return gather_members(emit, x, axis, size)


def all_to_all(emit: Any, x: Any, *, out: Type, size: int, split: int, concat: int) -> Any:
    """The k-th part goes to member k; what arrives stands where the parts stood, and moves to `concat`."""
    found = emit(
        "stablehlo.all_to_all",
        x,
        out=x.type,
        split_dimension=i64(split),
        concat_dimension=i64(split),
        split_count=i64(size),
        replica_groups=groups(size),
    )
    rest = [k for k in range(len(x.shape)) if k != split]
    order = ", ".join(map(str, [*rest[:concat], split, *rest[concat:]]))
    return emit("stablehlo.transpose", found, out=out, permutation=f"array<i64: {order}>")


def ppermute(emit: Any, x: Any, *, out: Type, size: int, perm: tuple[tuple[int, int], ...]) -> Any:
    if not perm:
        return emit.constant(np.broadcast_to(np.zeros((), out.dtype), out.shape))
    pairs = ", ".join(f"[{source}, {target}]" for source, target in perm)
    return emit(
        "stablehlo.collective_permute",
        x,
        out=out,
        source_target_pairs=f"dense<[{pairs}]> : tensor<{len(perm)}x2xi64>",
    )


def axis_index(emit: Any, *, out: Type, size: int) -> Any:
    number = emit("stablehlo.replica_id", out=Type(np.dtype(np.uint32)))
    return emit("stablehlo.convert", number, out=out)


RULES = {
    "psum": reduced_by("add"),
    "pmax": reduced_by("maximum"),
    "pmin": reduced_by("minimum"),
    "all_gather": all_gather,
    "all_to_all": all_to_all,
    "ppermute": ppermute,
    "axis_index": axis_index,
}
