"""Convolution and correlation of vectors: np.convolve, np.correlate."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from ....core.dtypes import HALF, canonical, is_bool
from ....core.errors import CompileError
from ....ir.builder import broadcast_to, convert
from ...core.arrays import describe, full_like, iota_like, window
from ...core.loops import count_to
from ...core.table import implements, prim
from ..joining import common_arrays
from ..padding import pad
from ..shapes import ravel, reshape_to
from .matmul import conjugate


def _vectors(a: Any, v: Any, name: str) -> list[Any]:
    xs = common_arrays((a, v))
    xs = [reshape_to(x, (1,)) if not x.ndim else x for x in xs]
    if any(x.ndim != 1 for x in xs):
        raise CompileError(
            f"{name} needs one dimension: {describe(xs[0])} and {describe(xs[1])}", kind=ValueError
        )
    if not all(x.size for x in xs):
        raise CompileError(f"{name} of an empty array", kind=ValueError)
    return xs


@implements(np.convolve, static=("mode",))
def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    x, y = _vectors(a, v, "convolve")
    if y.size > x.size:
        x, y = y, x
    return _slide(x, prim.flip(y, axes=(0,)), mode)


@implements(np.correlate, static=("mode",))
def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    if not np.ndim(a) or not np.ndim(v):
        raise CompileError("np.correlate needs two vectors, not a number", kind=ValueError)
    x, y = _vectors(a, v, "correlate")
    y = conjugate(y)
    if y.size > x.size:  # NumPy correlates the longer with the shorter, then turns the result round
        return prim.flip(_slide(y, x, mode), axes=(0,))
    return _slide(x, y, mode)


def _slide(x: Any, y: Any, mode: str) -> Any:
    """sum over k of x[i + k] y[k], for the places i that the mode asks for; x is the longer.

    Where only a part of y meets x, the rest of it does not count, be it infinite or nan. Products in half precision are
    added in float32, as NumPy does.
    """
    if x.dtype in HALF:
        wide = canonical(np.float32)
        return convert(_slide(convert(x, wide), convert(y, wide), mode), x.dtype)
    m = y.size
    if mode not in ("full", "same", "valid"):
        raise CompileError(f"mode must be one of 'full', 'same', 'valid', not {mode!r}", kind=ValueError)
    before, after = {"full": (m - 1, m - 1), "same": (m // 2, m - 1 - m // 2), "valid": (0, 0)}[mode]
    if is_bool(x.dtype):  # is any product true?
        x, y = (convert(v, canonical(np.int64)) for v in (x, y))
        return convert(_slide(x, y, mode), bool)
    if before + after and m <= 8:
        return _sum_of_terms(x, y, before, x.size + before + after - m + 1)
    inside = _convolve(x, y) if m > 32 else _sum_of_terms(x, y, 0, x.size - m + 1)
    if not before + after:
        return inside
    back = prim.flip(y, axes=(0,))
    head = window(_beginning(window(x, 0, 0, m - 1), window(back, 0, 0, m - 1)), 0, m - 1 - before, m - 1)
    x, back = (prim.flip(window(v, 0, v.size - m + 1, v.size), axes=(0,)) for v in (x, back))
    tail = window(prim.flip(_beginning(x, back), axes=(0,)), 0, 0, after)
    return prim.concatenate(head, inside, tail, axis=0)


def _sum_of_terms(x: Any, y: Any, before: int, size: int) -> Any:
    """sum over k of x[i + k - before] y[k] for i < size."""
    return functools.reduce(
        operator.add, [_term(x, window(y, 0, k, k + 1), k - before, size) for k in range(y.size)]
    )


def _term(x: Any, factor: Any, shift: int, size: int) -> Any:
    """x[i + shift] * factor for i < size; 0 where x has no such element: that is not multiplied, for 0 * inf is nan."""
    start, stop = max(shift, 0), min(shift + size, x.size)
    product = window(x, 0, start, stop) * broadcast_to(factor, (stop - start,))
    return product if stop - start == size else pad(product, (start - shift, shift + size - stop))


def _beginning(x: Any, y: Any) -> Any:
    """The first places of the convolution of two vectors of one length: sum over k <= i of x[i - k] y[k]."""
    size = x.size

    def step(k: Any, padded: Any, y: Any, total: Any) -> list:
        factor = broadcast_to(prim.dynamic_slice(y, k, sizes=(1,), drop=()), (size,))
        places = iota_like(k, size)
        inside = prim.ge(places, broadcast_to(convert(k, places.dtype), (size,)))
        term = prim.dynamic_slice(padded, size - k, sizes=(size,), drop=()) * factor
        return [total + prim.select(inside, term, full_like(term, 0))]

    return count_to(size, step, full_like(x, 0), fixed=(pad(x, (size, 0)), y))[0]


def _convolve(x: Any, y: Any) -> Any:
    """As one convolution of XLA."""
    one = lambda v: reshape_to(v, (1, 1, v.size))
    result = prim.conv(
        one(x), one(y), strides=(1,), padding=((0, 0),), lhs_dilation=(1,), rhs_dilation=(1,), groups=1
    )
    return ravel(result)
