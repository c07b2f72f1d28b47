"""Bits of bytes: packbits and unpackbits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.dtypes import kind
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import constant_like, describe, full_like, window
from ...core.table import implements, prim
from ..joining import flat_or_axis
from ..padding import pad
from ..shapes import reshape_to
from .by_condition import truth_of


@implements(np.unpackbits, static=("axis", "count", "bitorder"))
def unpackbits(a: Any, /, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> Any:
    x, axis = flat_or_axis(a, axis)
    if x.dtype != np.uint8:
        raise CompileError(f"unpackbits needs bytes (uint8), not {describe(x)}", kind=TypeError)
    places = np.arange(8)[::-1] if bitorder == "big" else np.arange(8)
    shape = (*x.shape[: axis + 1], 8, *x.shape[axis + 1 :])
    spread = broadcast_to(reshape_to(x, (*x.shape[: axis + 1], 1, *x.shape[axis + 1 :])), shape)
    counts = places.astype(np.uint8).reshape([8 if k == axis + 1 else 1 for k in range(len(shape))])
    bits = prim.and_(
        prim.shift_right(spread, broadcast_to(constant_like(x, counts), shape)), full_like(spread, 1)
    )
    bits = reshape_to(bits, (*x.shape[:axis], 8 * x.shape[axis], *x.shape[axis + 1 :]))
    return bits if count is None else window(bits, axis, 0, count if count >= 0 else bits.shape[axis] + count)


@implements(np.packbits, static=("axis", "bitorder"))
def packbits(a: Any, /, axis: int | None = None, bitorder: str = "big") -> Any:
    x, axis = flat_or_axis(a, axis)
    if kind(x.dtype) not in "biu":
        raise CompileError("Expected an input array of integer or boolean data type", kind=TypeError)
    missing = -x.shape[axis] % 8
    bits = convert(truth_of(x), np.uint8)
    bits = pad(bits, [(0, missing if k == axis else 0) for k in range(x.ndim)])
    size = bits.shape[axis] // 8
    groups = reshape_to(bits, (*x.shape[:axis], size, 8, *x.shape[axis + 1 :]))
    places = np.arange(8)[::-1] if bitorder == "big" else np.arange(8)
    weights = (1 << places).astype(np.uint8).reshape([8 if k == axis + 1 else 1 for k in range(groups.ndim)])
    return prim.reduce_sum(groups * broadcast_to(constant_like(x, weights), groups.shape), axes=(axis + 1,))
