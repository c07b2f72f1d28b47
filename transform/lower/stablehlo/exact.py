"""Optimisation barriers against XLA's algebraic simplifier, whose rewrites would change the numbers.

    log(exp(x))         ⇒  x                   exp(1000) is inf
    exp(x) * exp(-x)    ⇒  exp(x - x)          inf * 0 is nan
    x * 10 / 10         ⇒  x * 1               10 * 1e308 is inf
    (x + 1e16) - 1e16   ⇒  x + 0               sums with 1e16 round
    sqrt(x * x)         ⇒  abs(x)              1e200 ** 2 is inf
    log(x ** y)         ⇒  log(abs(x)) * y     log((-3) ** 1) is nan
    a / b / c           ⇒  a / (b * c)         b * c overflows where a / b does not
    x / 1e308           ⇒  x * 1e-308          1e-308 is subnormal, which counts as 0
    rint(x) / 100       ⇒  rint(x) * 0.01      57 * 0.01 is 0.5700000000000001, which is not 0.57 rounded
    z / 0j              ⇒  z * (1 / 0j)        1 / 0j is inf+nanj
    x + 0.0             ⇒  x                   -0.0 + 0.0 is 0.0
    x * (p ? 1 : 0)     ⇒  p ? x : 0           nan * 0 is nan
    abs(x) >= 0         ⇒  True                nan >= 0 is False

A barrier hides an operand from the operation that reads it. XLA removes barriers before it fuses operations, so they
cost nothing while the program runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import ml_dtypes
import numpy as np

from ...core.dtypes import is_complex, is_inexact
from ...ir.mlir_text import Value

# What an operand is, as far as it matters:
CONSTANT, ZERO, MINUS_ZERO, EXTREME, SCALED, SHIFTED, EXP, POWER, SQUARE, QUOTIENT, WHOLE = (
    "constant",
    "zero",
    "minus zero",
    "constant whose inverse loses digits",
    "product with a constant",
    "sum with a constant",
    "exp",
    "power",
    "square",
    "quotient",
    "whole number",
)
NOTHING: frozenset[str] = frozenset()
# a parameter of a function that is called with several
ANYTHING = frozenset([SCALED, SHIFTED, EXP, POWER, SQUARE, QUOTIENT, WHOLE])


class Pattern(NamedTuple):
    """An operand that is hidden: its position, what it is, and what the other operand must be as well."""

    position: int
    is_: str
    other: str | None = None


SCALES = (Pattern(0, SCALED, CONSTANT), Pattern(1, SCALED, CONSTANT), Pattern(0, SCALED, SCALED))
SUM = (Pattern(0, SHIFTED, CONSTANT), Pattern(1, SHIFTED, CONSTANT), Pattern(0, SCALED, SCALED))
PATTERNS: dict[str, tuple[Pattern, ...]] = {
    "stablehlo.multiply": (*SCALES, Pattern(0, EXP, EXP)),
    "stablehlo.divide": (
        *SCALES,
        Pattern(0, EXP, EXP),
        Pattern(0, QUOTIENT),
        Pattern(1, QUOTIENT),
        Pattern(1, EXTREME),
        Pattern(1, CONSTANT, WHOLE),
    ),
    "stablehlo.add": (*SUM, Pattern(0, ZERO), Pattern(1, ZERO)),
    "stablehlo.subtract": (*SUM, Pattern(1, MINUS_ZERO)),
    "stablehlo.log": (Pattern(0, EXP), Pattern(0, POWER)),
    "stablehlo.sqrt": (Pattern(0, SQUARE), Pattern(0, POWER), Pattern(0, QUOTIENT)),
    "stablehlo.power": (Pattern(0, EXP), Pattern(0, POWER)),
    "stablehlo.compare": (Pattern(0, ZERO), Pattern(1, ZERO), Pattern(0, MINUS_ZERO), Pattern(1, MINUS_ZERO)),
}
OR_EQUAL = ("#stablehlo<comparison_direction GE>", "#stablehlo<comparison_direction LE>")  # others are safe
SCALE, SHIFT = (
    frozenset(["stablehlo.multiply", "stablehlo.divide"]),
    frozenset(["stablehlo.add", "stablehlo.subtract"]),
)
MADE = {
    "stablehlo.exponential": frozenset([EXP]),
    "stablehlo.power": frozenset([POWER]),
    "stablehlo.round_nearest_even": frozenset([WHOLE]),
}
THROUGH = frozenset(
    [
        "stablehlo.reshape",
        "stablehlo.transpose",
        "stablehlo.broadcast_in_dim",
        "stablehlo.abs",
        "stablehlo.negate",
        "stablehlo.slice",
        "stablehlo.reverse",
    ]
)
CONCERNED = frozenset([*PATTERNS, *MADE, *THROUGH])


class Origins:
    """The origins of the values of a function, by name."""

    def __init__(self) -> None:
        self.known: dict[str, frozenset[str]] = {}

    def of(self, value: Value) -> frozenset[str]:
        return self.known.get(value.name, NOTHING)

    def note(self, op: str, values: Sequence[Value], result: Value) -> None:
        """Remember what the result of an operation is."""
        found = self._made(op, values)
        if found:
            self.known[result.name] = found

    def _made(self, op: str, values: Sequence[Value]) -> frozenset[str]:
        if op in THROUGH:
            found = self.of(values[0])
            return found - {ZERO, MINUS_ZERO} if op == "stablehlo.negate" else found
        constant = [CONSTANT in self.of(v) for v in values]
        if all(constant):
            return frozenset([CONSTANT])
        if op in SHIFT:
            return frozenset([SHIFTED]) if any(constant) else NOTHING
        if op in SCALE:
            words = [SCALED] if any(constant) else []
            words += (
                [QUOTIENT]
                if op == "stablehlo.divide"
                else [SQUARE]
                if values[0].name == values[1].name
                else []
            )
            return frozenset(words)
        return MADE.get(op, NOTHING)

    def note_constant(self, value: Value, array: np.ndarray) -> None:
        self.known[value.name] = frozenset([CONSTANT, *marks(array)])

    def note_known(self, values: Iterable[Value], origins: Iterable[frozenset[str]]) -> None:
        """Parameters of a function, or results of a call: XLA inlines it."""
        self.known.update({v.name: found for v, found in zip(values, origins) if found})

    def hidden(self, op: str, values: Sequence[Value]) -> list[int]:
        """The operands of an operation that are to be hidden from it."""
        if not is_inexact(values[0].type.dtype):
            return []
        words = [self.of(v) for v in values]
        if all(CONSTANT in w for w in words):
            return []
        return [
            p.position
            for p in PATTERNS[op]
            if p.is_ in words[p.position] and (p.other is None or p.other in words[1 - p.position])
        ]


def is_combined(op: str, attributes: dict[str, str]) -> bool:
    """Whether XLA combines this operation with what it reads."""
    return op in PATTERNS and attributes.get("comparison_direction", OR_EQUAL[0]) in OR_EQUAL


def marks(array: np.ndarray) -> list[str]:
    """The properties of the numbers in a constant that matter here."""
    if not is_inexact(array.dtype):
        return []
    array = array[
        tuple([slice(None) if step else slice(1) for step in array.strides])
    ]  # what is broadcast, once
    numbers = array.astype(complex if is_complex(array.dtype) else float)
    lost = [EXTREME] if is_complex(array.dtype) and not np.all(np.isfinite(numbers) & (numbers != 0)) else []
    if not array.size or not numbers.any():
        minus = np.signbit(numbers.real)
        return [MINUS_ZERO] * bool(minus.any()) + [ZERO] * (not minus.all()) + lost
    limits = ml_dtypes.finfo(array.dtype)
    size = np.abs(numbers)
    finite = size[np.isfinite(size) & (size > 0)]
    inverse_is_normal = (finite <= 1 / float(limits.tiny)) & (finite >= 1 / float(limits.max))
    return lost if inverse_is_normal.all() else [EXTREME]
