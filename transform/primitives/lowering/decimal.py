"""Decimal rounding, Python's round(x, digits): the decimal number nearest to the exact value of a float, ties
to the even digit.

The product x * 10**digits is split into its rounded value and its error (Veltkamp 1968, Dekker 1971), which
distinguishes ties from near ties. The power of ten stands behind a barrier: XLA would divide by a constant
with the rounded inverse.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .common_forms import compare, like, pick


def python_round(x: Any, *, digits: int) -> Any:
    """round(x, digits), element by element."""
    x = np.asarray(x)
    return np.asarray([round(v, digits) for v in x.ravel().tolist()], x.dtype).reshape(x.shape)


class Floats:
    """Arithmetic on values of one floating dtype in a program that is being lowered."""

    def __init__(self, emit: Any, x: Any):
        self.emit, self.x, self.bits = emit, x, np.finfo(x.type.dtype).nmant + 1

    def __getattr__(self, name: str) -> Any:
        return lambda *operands: self.emit(f"stablehlo.{name}", *operands)

    def number(self, value: float) -> Any:
        return like(self.emit, self.x, value)

    def is_(self, direction: str, x: Any, y: Any) -> Any:
        return compare(self.emit, direction, x, y)

    def halves(self, x: Any) -> tuple[Any, Any]:
        """A float as a sum of two of half its length."""
        scaled = self.multiply(x, self.number(2.0 ** -(-self.bits // 2) + 1))
        high = self.subtract(scaled, self.subtract(scaled, x))
        return high, self.subtract(x, high)

    def product(self, x: Any, y: Any) -> tuple[Any, Any]:
        """x * y as a rounded product and its error."""
        product = self.multiply(x, y)
        (a, b), (c, d) = self.halves(x), self.halves(y)
        error = self.subtract(self.multiply(a, c), product)
        for pair in ((a, d), (b, c), (b, d)):
            error = self.add(error, self.multiply(*pair))
        return product, error

    def moved(self, whole: Any, up: Any, down: Any) -> Any:
        """A whole number, one more where `up` holds, one less where `down` does."""
        one = self.number(1.0)
        less = pick(self.emit, down, self.subtract(whole, one), whole)
        return pick(self.emit, up, self.add(whole, one), less)


def lower_round_decimal(emit: Any, x: Any, *, out: Any, digits: int) -> Any:
    f = Floats(emit, x)
    scale = f.optimization_barrier(f.number(10.0 ** abs(digits)))
    return to_multiple(f, x, scale) if digits < 0 else to_places(f, x, scale)


def to_places(f: Floats, x: Any, scale: Any) -> Any:
    product, error = f.product(x, scale)
    whole = f.round_nearest_even(product)
    rest, half, zero = f.subtract(product, whole), f.number(0.5), f.number(0.0)
    up = getattr(f, "and")(f.is_("EQ", rest, half), f.is_("GT", error, zero))
    down = getattr(f, "and")(f.is_("EQ", rest, f.negate(half)), f.is_("LT", error, zero))
    fits = f.is_("LT", f.abs(product), f.number(2.0 ** (f.bits - 1)))
    return pick(f.emit, fits, f.divide(f.moved(whole, up, down), scale), x)


def to_multiple(f: Floats, x: Any, unit: Any) -> Any:
    both, either = getattr(f, "and"), getattr(f, "or")
    whole = f.round_nearest_even(f.divide(x, unit))
    product, error = f.product(whole, unit)
    rest, half = f.subtract(f.subtract(x, product), error), f.multiply(unit, f.number(0.5))
    even = f.multiply(f.round_nearest_even(f.multiply(whole, f.number(0.5))), f.number(2.0))
    odd = f.is_("NE", whole, even)
    up = either(f.is_("GT", rest, half), both(f.is_("EQ", rest, half), odd))
    low = f.negate(half)
    down = either(f.is_("LT", rest, low), both(f.is_("EQ", rest, low), odd))
    rounded = f.multiply(f.moved(whole, up, down), unit)
    exact = f.is_("LT", f.abs(whole), f.number(2.0**f.bits))  # else floats lie further apart than multiples
    return pick(f.emit, exact, rounded, x)
