"""Contraction of two operands: a dot, or a multiplication if no label is summed."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any

from ....core.dtypes import is_bool
from ....core.errors import CompileError
from ....ir.builder import broadcast_to
from ...core.arrays import describe
from ...core.table import prim
from ..shapes import insert_axes, permute

LETTERS = string.ascii_letters


def multiply(x: Any, y: Any) -> Any:
    return prim.and_(x, y) if is_bool(x.dtype) else prim.mul(x, y)


def sum_axes(x: Any, axes: Iterable[int]) -> Any:
    axes = tuple(axes)
    if not axes:
        return x
    return prim.reduce_any(x, axes=axes) if is_bool(x.dtype) else prim.reduce_sum(x, axes=axes)


def drop_labels(x: Any, labels: str, keep: str) -> tuple[Any, str]:
    """Sum over the axes whose label nobody needs."""
    x = sum_axes(x, [k for k, label in enumerate(labels) if label not in keep])
    return x, "".join(label for label in labels if label in keep)


def align_labels(x: Any, labels: str, out: str, sizes: dict[str, int]) -> Any:
    """x with its axes in the order of `out`, broadcast along the labels that it lacks."""
    x = permute(x, sorted(range(len(labels)), key=lambda k: out.index(labels[k])))
    return broadcast_to(
        insert_axes(x, [k for k, label in enumerate(out) if label not in labels]),
        tuple(sizes[c] for c in out),
    )


def contract(x: Any, xs: str, y: Any, ys: str, out: str) -> Any:
    """einsum(f"{xs},{ys}->{out}"), for operands of one dtype without repeated labels."""
    x, xs = drop_labels(x, xs, ys + out)
    y, ys = drop_labels(y, ys, xs + out)
    summed = [c for c in xs if c in ys and c not in out]
    if not summed:
        sizes = dict(zip(xs + ys, (*x.shape, *y.shape)))
        return multiply(align_labels(x, xs, out, sizes), align_labels(y, ys, out, sizes))
    batch = [c for c in xs if c in ys and c in out]
    pairs = lambda labels: (tuple(xs.index(c) for c in labels), tuple(ys.index(c) for c in labels))
    result = prim.dot(x, y, contract=pairs(summed), batch=pairs(batch))
    order = batch + [c for c in xs if c not in ys] + [c for c in ys if c not in xs]
    return permute(result, [order.index(c) for c in out])


def same_size(x: Any, axis: int, y: Any, other: int, name: str) -> None:
    if x.shape[axis] != y.shape[other]:
        first, second = axis % x.ndim, other % y.ndim
        sizes = f"axis {first} of the first has {x.shape[axis]} elements, axis {second} of the second {y.shape[other]}"
        raise CompileError(
            f"shapes differ: {describe(x)} and {describe(y)}; {sizes}",
            f"{name} sums over axis {first} of the first and axis {second} of the second",
            kind=ValueError,
        )
