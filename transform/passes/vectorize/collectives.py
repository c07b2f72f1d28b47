"""Collectives over a named batch axis (psum, all_gather, …).

    psum(x, "i")            =>      np.sum(x, axis=0)       # batched along "i", the first axis of x
    all_gather(x, "i")      =>      x                       # all members share it

In the program of one member they are calls; batching along the axis of that name turns them into sums over
it, and the like. A value that all members share is unbatched. Derivatives are taken before, for one member,
with JAX's conventions: the transpose of psum is psum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Call
from ..autodiff import jvp as forward_mode, vjp as reverse_mode
from ..autodiff.jvp import Activity, Tangent
from ..autodiff.vjp import Bar, Pullback
from .batch import CONTROL, Batching, Mask

LINEAR = ("psum", "all_gather", "ppermute", "all_to_all")


def collect(b: Builder, kind: str, operands: Sequence[Sym], **params: Any) -> Sym:
    return b.bind(TABLE["collective"], operands, {"kind": kind, **params})


# -- derivatives ---------------------------------------------------------------------------------------------------


def check_linear(call: Call) -> None:
    if call.param("kind") not in LINEAR:
        raise CompileError(f"{call.param('kind')} has no derivative", "psum and pmean have")


def push_collective(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    params = dict(call.params)
    out = b.bind(call.primitive, inputs, params)
    if all(dot is None for dot in dots):
        return (out,), (None,)
    check_linear(call)
    return (out,), (next(dot for dot in dots if dot is not None).builder.bind(call.primitive, dots, params),)


def forward_collective(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    if any(active):
        check_linear(call)

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        bar = bars[0]
        return (
            [None] * len(inputs)
            if bar is None or not any(active)
            else [transpose_collective(back, dict(call.params), bar)]
        )

    return (b.bind(call.primitive, inputs, dict(call.params)),), pull


def transpose_collective(b: Builder, params: dict[str, Any], bar: Sym) -> Sym:
    own = {"name": params["name"], "size": params["size"]}
    match params["kind"]:
        case "psum":
            return collect(b, "psum", [bar], **own)
        case "ppermute":
            return collect(b, "ppermute", [bar], **own, perm=tuple((d, s) for s, d in params["perm"]))
        case "all_to_all":
            return collect(b, "all_to_all", [bar], **own, split=params["concat"], concat=params["split"])
    total, axis = collect(b, "psum", [bar], **own), params["axis"]  # all_gather: the sum of one's own rows
    zero = np.asarray(0, canonical(np.int64))
    starts = [collect(b, "axis_index", [], **own) if k == axis else zero for k in range(bar.ndim)]
    sizes = tuple(1 if k == axis else n for k, n in enumerate(bar.shape))
    return TABLE["dynamic_slice"](total, *starts, sizes=sizes, drop=(axis,))


forward_mode.CONTROL["collective"] = push_collective
reverse_mode.CONTROL["collective"] = forward_collective


# -- batching ------------------------------------------------------------------------------------------------------


def batch_collective(
    self: Batching, b: Builder, call: Call, values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    params = dict(call.params)
    if params["name"] != self.name:
        return along_another_axis(b, params, values, mask)
    rule = RULES[params["kind"]]
    out, batched = rule(self, b, params, values[0] if values else None, any(mask))
    return (out,), (batched,)


def along_another_axis(
    b: Builder, params: dict[str, Any], values: list[Sym], mask: Mask
) -> tuple[Sequence[Sym], Sequence[bool]]:
    """The batch axis, the first, is not the one it is about."""
    moved = {k: v + 1 if k in ("axis", "split", "concat") and any(mask) else v for k, v in params.items()}
    return (b.bind(TABLE["collective"], values, moved),), (any(mask),)


Rule = tuple[Sym, bool]


def psum(self: Batching, b: Builder, params: dict[str, Any], x: Sym, batched: bool) -> Rule:
    if batched:
        return TABLE["reduce_sum"](x, axes=(0,)), False
    return x * np.broadcast_to(np.asarray(self.n, x.dtype), x.shape), False


def extreme(primitive: str) -> Callable[..., Rule]:
    def rule(self: Batching, b: Builder, params: dict[str, Any], x: Sym, batched: bool) -> Rule:
        return (TABLE[primitive](x, axes=(0,)) if batched else x), False

    return rule


def all_gather(self: Batching, b: Builder, params: dict[str, Any], x: Sym, batched: bool) -> Rule:
    x, axis = self.axis(x, batched), params["axis"]
    return TABLE["transpose"](
        x, axes=(*range(1, axis + 1), 0, *range(axis + 1, x.ndim))
    ) if axis else x, False


def ppermute(self: Batching, b: Builder, params: dict[str, Any], x: Sym, batched: bool) -> Rule:
    x = self.axis(x, batched)
    source = {d: s for s, d in params["perm"]}
    places = np.array([source.get(k, 0) for k in range(self.n)], np.int64)
    rows = TABLE["gather"](x, places, axes=(0,))
    if len(source) == self.n:
        return rows, True
    known = np.array([k in source for k in range(self.n)])
    wide = TABLE["broadcast"](b.lift(known), shape=rows.shape, axes=(0,))
    return TABLE["select"](wide, rows, np.broadcast_to(np.zeros((), x.dtype), rows.shape)), True


def all_to_all(self: Batching, b: Builder, params: dict[str, Any], x: Sym, batched: bool) -> Rule:
    x, split, concat = self.axis(x, batched), params["split"] + 1, params["concat"] + 1
    rest = [k for k in range(1, x.ndim) if k != split]
    return TABLE["transpose"](x, axes=(split, *rest[: concat - 1], 0, *rest[concat - 1 :])), True


def axis_index(self: Batching, b: Builder, params: dict[str, Any], x: None, batched: bool) -> Rule:
    return b.bind(TABLE["iota"], (), {"shape": (self.n,), "axis": 0, "dtype": canonical(np.int64)}), True


RULES: dict[str, Callable[..., Rule]] = {
    "psum": psum,
    "pmax": extreme("reduce_max"),
    "pmin": extreme("reduce_min"),
    "all_gather": all_gather,
    "ppermute": ppermute,
    "all_to_all": all_to_all,
    "axis_index": axis_index,
}
CONTROL["collective"] = batch_collective
