"""Bit-level arithmetic: the high half of integer products, and floats of reduced precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._compiled import compiled_function
from ._elementwise import bitcast_convert_type, shift_right_logical

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array


@compiled_function()
def mulhi(x: ArrayLike, y: ArrayLike) -> Array:
    """The upper half of the product of integers, which has twice their bits.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.mulhi(np.uint8(200), np.uint8(200))         # 40000 = 156 * 256 + 64
    Array(156, dtype=uint8)
    """
    bits = 8 * x.dtype.itemsize
    if bits < 64:
        wide = np.int64 if x.dtype.kind == "i" else np.uint64
        return ((x.astype(wide) * y.astype(wide)) >> np.asarray(bits, wide)).astype(x.dtype)
    upper = _upper_half(x.astype(np.uint64), y.astype(np.uint64))
    if x.dtype.kind == "u":
        return upper
    # As signed numbers, x is x - 2**64 where it is negative: Hacker's Delight, 8-3.
    return upper.astype(np.int64) - np.where(x < 0, y, 0) - np.where(y < 0, x, 0)


def _upper_half(x: Any, y: Any) -> Any:
    """The upper half of an integer product, by products of halves: Hacker's Delight, 8-2."""
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    x0, x1, y0, y1 = x & mask, x >> half, y & mask, y >> half
    middle = x1 * y0 + ((x0 * y0) >> half)
    return x1 * y1 + (middle >> half) + ((x0 * y1 + (middle & mask)) >> half)


@compiled_function("exponent_bits", "mantissa_bits")
def reduce_precision(operand: ArrayLike, exponent_bits: int, mantissa_bits: int) -> Array:
    """The numbers of a float format with fewer bits, in the dtype of the operand: rounded to nearest, ties to even.

    What is too large for the exponent becomes infinite; what is too small for a normal number becomes 0.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.reduce_precision(np.float32(3.14159), exponent_bits=8, mantissa_bits=7)     # bfloat16
    Array(3.140625, dtype=float32)
    """
    if exponent_bits < 1 or mantissa_bits < 0:
        raise ValueError(
            "reduce_precision needs at least one bit of exponent, and no negative number of bits"
        )
    info = np.finfo(operand.dtype)
    whole = _with_mantissa(operand, info.nmant - mantissa_bits) if mantissa_bits < info.nmant else operand
    if exponent_bits >= info.bits - 1 - info.nmant:
        return whole
    bias = 2 ** (exponent_bits - 1) - 1
    largest = 2.0**bias * (2.0 - 2.0 ** -min(mantissa_bits, info.nmant))
    whole = np.where(np.abs(whole) > largest, np.copysign(np.asarray(np.inf, operand.dtype), whole), whole)
    whole = np.where(
        np.abs(whole) < 2.0 ** (1 - bias), np.copysign(np.asarray(0, operand.dtype), whole), whole
    )
    return np.where(np.isnan(operand), operand, whole)


def _with_mantissa(x: Any, dropped: int) -> Any:
    """Without the last bits of the mantissa; a carry goes into the exponent, as it should."""
    dtype = np.dtype(f"uint{8 * x.dtype.itemsize}")
    number = lambda value: np.asarray(value, dtype)
    word = bitcast_convert_type(x, dtype)
    even = shift_right_logical(word, number(dropped)) & number(1)
    rounded = word + number((1 << (dropped - 1)) - 1) + even
    rounded = rounded & number((1 << 8 * x.dtype.itemsize) - (1 << dropped))
    return np.where(np.isfinite(x), bitcast_convert_type(rounded, x.dtype), x)
