"""Lowering of exact sums of float64 numbers, rounded once: their digits in base 2**32 are added as integers (a small
superaccumulator: Neal, "Fast exact summation using small and large superaccumulators", 2015)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...ir.builder import TABLE
from .._rules import full
from .common_forms import inline

BASE, LOW = 32, 2**32 - 1
DIGITS = (2046 + 53) // BASE + 3  # of the widest sum of 2**31 numbers
LEAST = -1074  # the exponent of the lowest bit of all


def lower_exact_sum(emit: Any, x: Any, *, out: Any, axes: tuple[int]) -> Any:
    order = (*(a for a in range(x.type.ndim) if a not in axes), *axes)

    def exact(x: Any) -> Any:
        return exact_sum_of(TABLE["transpose"](x, axes=order) if order != tuple(range(len(order))) else x)

    return inline(emit, exact, x)


def exact_sum_of(x: Any) -> Any:
    """The sum over the last axis."""
    axis = (len(x.shape) - 1,)
    plain = TABLE["reduce_sum"](x, axes=axis)
    finite = TABLE["isfinite"](x)
    total = round_to_float(propagate_carries(added_digits(TABLE["select"](finite, x, full(x, 0)))))
    return TABLE["select"](TABLE["reduce_all"](finite, axes=axis), total, plain)


def added_digits(x: Any) -> Any:
    """The sums of the numbers' digits, each of which fits into 64 bits with its sign."""
    bits = bits_of(x)
    integer = lambda value: full(bits, value)
    exponent = shift_right(bits, 52) & integer(2047)
    mantissa = bits & integer(2**52 - 1)
    mantissa = TABLE["select"](exponent > integer(0), mantissa | integer(2**52), mantissa)
    place = TABLE["maximum"](exponent, integer(1)) - integer(1)
    digit, rest = shift_right(place, 5), place & integer(BASE - 1)
    low = TABLE["shift_left"](mantissa & integer(LOW), rest)
    high = TABLE["shift_left"](shift_right(mantissa, BASE), rest)
    parts = low & integer(LOW), shift_right(low, BASE) + (high & integer(LOW)), shift_right(high, BASE)
    lead = x.shape[:-1]
    total = np.zeros((*lead, DIGITS), np.int64)
    for k, part in enumerate(parts):
        signed = TABLE["select"](bits < integer(0), -part, part)
        total = TABLE["scatter_add"](total, signed, digit + integer(k), axes=(len(lead),), batch=len(lead))
    return total


def propagate_carries(total: Any) -> tuple[list[Any], Any]:
    """The digits of the absolute value, from the lowest, and whether the sum is negative."""
    last = len(total.shape) - 1
    columns = [take(total, k, last) for k in range(DIGITS)]
    low = lambda v: v & full(v, LOW)
    carry, digits = full(columns[0], 0), []
    for column in columns:
        moved = column + carry
        digits.append(low(moved))
        carry = shift_right(moved, BASE)
    negative = carry < full(carry, 0)
    # of a two's complement: the digits above the lowest that is not 0 are inverted, that one is negated
    seen, positive = full(negative, False), []
    for digit in digits:
        inverted = TABLE["select"](seen, full(digit, LOW) - digit, low(-digit))
        positive.append(TABLE["select"](negative, inverted, digit))
        seen = TABLE["or_"](seen, digit != full(digit, 0))
    return positive, negative


def round_to_float(sum_of_digits: tuple[list[Any], Any]) -> Any:
    """The float nearest to a sum; ties go to the even one."""
    digits, negative = sum_of_digits
    zero, never = full(digits[0], 0), full(negative, False)
    window = found = (
        zero,
        zero,
        zero,
        never,
        zero,
    )  # three digits, whether those below are not 0, the first's place
    for k, digit in enumerate(digits):
        top, middle, bottom, below, _ = window
        window = digit, top, middle, TABLE["or_"](below, TABLE["ne"](bottom, zero)), full(zero, k)
        here = TABLE["ne"](digit, zero)
        found = tuple(TABLE["select"](here, new, old) for new, old in zip(window, found))
    top, middle, bottom, below, place = found
    top = TABLE["maximum"](top, full(zero, 1))
    length = shift_right(bits_of(top.astype(np.dtype(float))), 52) - full(zero, 1022)
    head = TABLE["shift_left"](TABLE["shift_left"](top, full(zero, BASE)) | middle, full(zero, BASE) - length)
    lost = bottom & (TABLE["shift_left"](full(zero, 1), length) - full(zero, 1))
    last = TABLE["select"](below | (lost != zero), full(zero, 1), zero)
    number = TABLE["bitcast"](head | TABLE["shift_right"](bottom, length) | last, dtype=np.dtype(np.uint64))
    exponent = full(zero, BASE) * place + length + full(zero, LEAST - 2 * BASE)
    half = shift_right(exponent, 1)
    value = number.astype(np.dtype(float)) * power_of_two(half) * power_of_two(exponent - half)
    value = TABLE["select"](negative, -value, value)
    return TABLE["select"](found[0] == zero, full(value, 0), value)


def take(x: Any, k: int, axis: int) -> Any:
    """One element along an axis."""
    starts = tuple(k * (a == axis) for a in range(len(x.shape)))
    limits = tuple(k + 1 if a == axis else n for a, n in enumerate(x.shape))
    return TABLE["slice_"](x, starts=starts, limits=limits, strides=(1,) * len(x.shape), drop=(axis,))


def shift_right(x: Any, by: int) -> Any:
    return TABLE["shift_right"](x, full(x, by))


def bits_of(x: Any) -> Any:
    return TABLE["bitcast"](x, dtype=np.dtype(np.int64))


def power_of_two(exponent: Any) -> Any:
    """A float, from its bits."""
    return TABLE["bitcast"](
        TABLE["shift_left"](exponent + full(exponent, 1023), full(exponent, 52)), dtype=np.dtype(float)
    )


def exact_sum_value(x: Any, *, axes: tuple[int]) -> Any:
    """math.fsum along an axis; of what is not finite, the plain sum."""
    x = np.asarray(x)
    return np.apply_along_axis(
        lambda v: math.fsum(v) if np.all(np.isfinite(v)) else np.sum(v), axes[0], x
    ).astype(x.dtype)
