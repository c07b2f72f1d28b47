"""Contraction (`dot`): the product of two arrays summed over pairs of axes, as in matmul, tensordot, outer
and einsum of two operands.
"""

from __future__ import annotations

import math

from typing import Any

import numpy as np

from ...core.dtypes import bfloat16, is_bool
from ...core.errors import CompileError
from ...ir.primitive import Primitive
from ...ir.program import Type
from .._rules import all_batched, dtype_text
from ..data_movement.shape import inverse, transpose
from ..lowering.common_forms import compare, i64s, like, product_precision

LETTERS = "ijklmnopqrstuvwxyzabcdefghIJKLMNOPQRSTUVWXYZABCDEFGH"
FLOAT32 = np.dtype(np.float32)


def free_axes(ndim: int, contracted: tuple[int, ...], batched: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a for a in range(ndim) if a not in contracted and a not in batched)


def dot_type(x: Type, y: Type, *, contract: Any, batch: Any) -> Type:
    if x.dtype != y.dtype:
        raise CompileError(f"dtypes differ: {x} and {y}", kind=TypeError)
    for xs, ys in (contract, batch):
        sizes = [tuple(t.shape[a] for a in axes) for t, axes in ((x, xs), (y, ys))]
        if sizes[0] != sizes[1]:
            raise CompileError(
                f"shapes differ: axes {list(xs)} of {x} and axes {list(ys)} of {y}", kind=ValueError
            )
    shape = [x.shape[a] for a in batch[0]]
    shape += [t.shape[a] for t, c, b in zip((x, y), contract, batch) for a in free_axes(t.ndim, c, b)]
    return Type(x.dtype, tuple(shape))


def dot_value(x: Any, y: Any, *, contract: Any, batch: Any) -> Any:
    """Both as stacks of matrices: (batch, free, contracted) @ (batch, contracted, free).

    They are made contiguous: how NumPy rounds depends on how the operands lie in memory.
    """
    x, y = np.ascontiguousarray(x).reshape(np.shape(x)), np.ascontiguousarray(y).reshape(np.shape(y))
    free = [free_axes(a.ndim, c, b) for a, c, b in zip((x, y), contract, batch)]
    if not contract[0] and not batch[0]:
        return np.multiply.outer(x, y)  # a sum of one product is 0 where that is -0.0
    lead = tuple(x.shape[a] for a in batch[0])
    rows, columns = (tuple(a.shape[k] for k in f) for a, f in zip((x, y), free))
    inner = math.prod(x.shape[a] for a in contract[0])
    left = x.transpose((*batch[0], *free[0], *contract[0])).reshape((*lead, math.prod(rows), inner))
    right = y.transpose((*batch[1], *contract[1], *free[1])).reshape((*lead, inner, math.prod(columns)))
    return np.matmul(left, right).reshape((*lead, *rows, *columns)).astype(x.dtype, copy=False)


def lower_dot(emit: Any, x: Any, y: Any, *, out: Any, contract: Any, batch: Any) -> Any:
    """Bool counts in float32, which can't overflow to 0."""
    if is_bool(out.dtype):
        parts = (emit("stablehlo.convert", v, out=v.type.update(dtype=FLOAT32)) for v in (x, y))
        count = lower_dot(emit, *parts, out=out.update(dtype=FLOAT32), contract=contract, batch=batch)
        return compare(emit, "GT", count, like(emit, count, 0))
    if not contract[0] and not batch[0]:
        spread = lambda v, axes: emit(
            "stablehlo.broadcast_in_dim", v, out=out, broadcast_dimensions=i64s(axes)
        )
        rows = x.type.ndim
        return emit("stablehlo.multiply", spread(x, range(rows)), spread(y, range(rows, out.ndim)), out=out)
    pairs = (("batching", batch), ("contracting", contract))
    numbers = ", ".join(
        f"{side}hs_{what}_dimensions = {list(axes)}" for what, pair in pairs for side, axes in zip("lr", pair)
    )
    return emit(
        "stablehlo.dot_general",
        x,
        y,
        out=out,
        dot_dimension_numbers=f"#stablehlo.dot<{numbers}>",
        **product_precision(emit, out.dtype),
    )


# -- derivative --------------------------------------------------------------------------------------------------


def dot_in_order(x: Any, y: Any, contract: Any, batch: Any, order: tuple[int, ...]) -> Any:
    """dot(x, y) with its axes permuted by `order`; the operands swapped if that spares the transpose."""
    lead = len(batch[0])
    rows = len(x.shape) - len(contract[0]) - lead
    columns = len(y.shape) - len(contract[1]) - lead
    swapped = (*range(lead), *(lead + columns + k for k in range(rows)), *(lead + k for k in range(columns)))
    if order != tuple(range(len(order))) and tuple(swapped[a] for a in order) == tuple(range(len(order))):
        return dot(y, x, contract=contract[::-1], batch=batch[::-1])
    out = dot(x, y, contract=contract, batch=batch)
    return out if order == tuple(range(len(order))) else transpose(out, axes=order)


def cotangent(ct: Any, x: Any, y: Any, contract: Any, batch: Any, ct_free: tuple[int, ...]) -> Any:
    """The cotangent of x: the other operand y is contracted with its free axes in ct, where they are `ct_free`."""
    (x_contract, y_contract), (x_batch, y_batch) = contract, batch
    x_free, y_free = (free_axes(len(a.shape), c, b) for a, c, b in zip((x, y), contract, batch))
    from_y = tuple(x_contract[y_contract.index(a)] for a in sorted(y_contract))
    order = inverse((*x_batch, *x_free, *from_y))
    return dot_in_order(ct, y, (ct_free, y_free), (tuple(range(len(x_batch))), y_batch), order)


def dot_transpose_x(ct: Any, x: Any, y: Any, *, contract: Any, batch: Any) -> Any:
    columns = len(y.shape) - len(contract[1]) - len(batch[1])
    return cotangent(ct, x, y, contract, batch, tuple(range(len(ct.shape) - columns, len(ct.shape))))


def dot_transpose_y(ct: Any, x: Any, y: Any, *, contract: Any, batch: Any) -> Any:
    lead, columns = len(batch[0]), len(y.shape) - len(contract[1]) - len(batch[1])
    rows = tuple(range(lead, len(ct.shape) - columns))
    return cotangent(ct, y, x, contract[::-1], batch[::-1], rows)


# -- batching ----------------------------------------------------------------------------------------------------


def batch_dot(p: Any, n: int, operands: Any, batched: Any, *, contract: Any, batch: Any) -> Any:
    """One batched operand: its batch axis is one more free axis, first where the order of operands allows."""
    x, y = operands
    shift = lambda axes, by: tuple(a + by for a in axes)
    moved = [tuple(shift(axes, b) for axes, b in zip(pair, batched)) for pair in (contract, batch)]
    if not all(batched):
        lead, place = len(batch[0]), len(batch[0])
        if batched[1]:
            place += len(x.shape) - len(contract[0]) - lead
        ndim = len(x.shape) + len(y.shape) - lead - 2 * len(contract[0])
        order = (place, *(a for a in range(ndim) if a != place))
        return dot_in_order(x, y, moved[0], moved[1], order)
    x_batch, y_batch = moved[1]
    return p(*all_batched(n, operands, batched), contract=moved[0], batch=((0, *x_batch), (0, *y_batch)))


# -- printing ----------------------------------------------------------------------------------------------------


def show_dot(call: Any) -> str:
    """In bfloat16 NumPy's products are float32."""
    text, dtype = show_product(call), call.operands[0].type.dtype
    return f"({text}).astype({dtype_text(dtype)})" if dtype == bfloat16 else text


def show_product(call: Any) -> str:
    """_0 @ _1 (one of them transposed) where NumPy's matmul means it, else np.einsum."""
    contract, batch = call.param("contract"), call.param("batch")
    m, n = (o.type.ndim for o in call.operands)
    if not m or not n:
        return "_0 * _1"
    if (m, n) == (1, 1) and not contract[0] and not batch[0]:
        return "np.outer(_0, _1)"
    if not any(batch) and len(contract[0]) == 1:
        return show_matmul(m, n, contract[0][0], contract[1][0]) or show_einsum(m, n, contract, batch)
    lead = tuple(range(m - 2))
    if m == n > 2 and batch == (lead, lead) and contract == ((m - 1,), (m - 2,)):
        return "_0 @ _1"
    return show_einsum(m, n, contract, batch)


def show_matmul(m: int, n: int, i: int, j: int) -> str | None:
    left = "_0" if i == m - 1 else "_0.T" if m == 2 else None
    right = "_1" if j == 0 and n <= 2 else "_1.T" if n == 2 else None
    return f"{left} @ {right}" if left and right else None


def show_einsum(m: int, n: int, contract: Any, batch: Any) -> str:
    x, y = list(LETTERS[:m]), list(LETTERS[m : m + n])
    for pair in (contract, batch):
        for i, j in zip(*pair):
            y[j] = x[i]
    out = [x[a] for a in batch[0]]
    out += [
        letters[a] for letters, c, b in zip((x, y), contract, batch) for a in free_axes(len(letters), c, b)
    ]
    return f"np.einsum('{''.join(x)},{''.join(y)}->{''.join(out)}', _0, _1)"


dot = Primitive(
    "dot",
    dot_value,
    dot_type,
    lower_dot,
    batch_dot,
    "multilinear",
    transpose=(dot_transpose_x, dot_transpose_y),
    show=show_dot,
)
