"""Interval arithmetic on integers: the bounds of a result, from the bounds of its operands.

An interval is (lo, hi), inclusive. Arithmetic that may leave the range of the dtype wraps around, so nothing
is known of its result. There is one exception: a 64-bit counter that a loop changes by small steps does not
wrap around within the life of a computer. Its bound is infinite, and only small steps keep it so.
(The domain of intervals: Cousot and Cousot, "Abstract interpretation", 1977.)

>>> i64 = np.dtype(np.int64)
>>> plus((0, 9), (1, 1), i64), plus((0, inf), (1, 1), i64), plus((0, inf), (0, inf), i64) == full(i64)
((1, 10), (1, inf), True)
"""

from __future__ import annotations

from math import inf
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..ir.program import Call, Const

Interval = tuple[float, float]  # Python ints or an infinity
SMALL_STEP = 1 << 16
LARGEST_CONSTANT = 4096  # elements: the bounds of larger constants are not looked for


def full(dtype: np.dtype) -> Interval:
    """All values of a dtype."""
    if dtype.kind == "b":
        return 0, 1
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)


def fit(lo: float, hi: float, dtype: np.dtype) -> Interval:
    """The interval, if every value of it has the dtype."""
    least, most = full(dtype)
    endless = dtype.itemsize == 8
    fits = (lo >= least or lo == -inf and endless and least < 0) and (hi <= most or hi == inf and endless)
    return (lo, hi) if fits else (least, most)


def union(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def within(a: Interval, b: Interval) -> bool:
    return b[0] <= a[0] and a[1] <= b[1]


def is_finite(a: Interval) -> bool:
    return -inf < a[0] and a[1] < inf


def plus(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    for x, y in ((a, b), (b, a)):
        if not is_finite(x) and not (is_finite(y) and max(abs(y[0]), abs(y[1])) <= SMALL_STEP):
            return full(dtype)
    return fit(a[0] + b[0], a[1] + b[1], dtype)


def negative(a: Interval, dtype: np.dtype) -> Interval:
    return fit(-a[1], -a[0], dtype)


def minus(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    for x, y in ((a, b), (b, a)):
        if not is_finite(x) and not (is_finite(y) and max(abs(y[0]), abs(y[1])) <= SMALL_STEP):
            return full(dtype)
    return fit(a[0] - b[1], a[1] - b[0], dtype)


def times(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    if not (is_finite(a) and is_finite(b)):
        return full(dtype)
    corners = [x * y for x in a for y in b]
    return fit(min(corners), max(corners), dtype)


def quotient(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    """a // b, where b is positive."""
    if b[0] < 1 or not (is_finite(a) and is_finite(b)):
        return (0, a[1]) if a[0] >= 0 and b[0] >= 1 else full(dtype)
    corners = [x // y for x in a for y in b]
    return min(corners), max(corners)


def shifted(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    """a >> b, by a number of bits that the dtype has."""
    if b[0] < 0 or b[1] >= 8 * dtype.itemsize or not (is_finite(a) and is_finite(b)):
        return (0, a[1]) if a[0] >= 0 else full(dtype)
    corners = [int(x) >> int(y) for x in a for y in b]
    return min(corners), max(corners)


def modulo(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    """a % b, where b is positive."""
    if b[0] < 1:
        return full(dtype)
    return a if a[0] >= 0 and a[1] < b[0] else (0, b[1] - 1)


def magnitude(a: Interval, dtype: np.dtype) -> Interval:
    if a[0] >= 0:
        return a
    return fit(0 if a[1] >= 0 else -a[1], max(-a[0], a[1]), dtype)


def sign(x: float) -> int:
    return (x > 0) - (x < 0)


def both_bits(a: Interval, b: Interval, dtype: np.dtype) -> Interval:
    """a & b is not negative, nor above either, if one of them is not negative."""
    tops = [x[1] for x in (a, b) if x[0] >= 0]
    return (0, min(tops)) if tops else full(dtype)


def of_constant(atom: Const) -> Interval:
    value = atom.value
    if not 0 < value.size <= LARGEST_CONSTANT:
        return full(value.dtype)
    return int(value.min()), int(value.max())


# -- what the bounds of a call's result are, from those of its operands ------------------------------------------------
#    (call, bounds of the operands, dtype of the result) -> Interval; operands without bounds have None


def binary(rule: Callable[..., Any]) -> Callable[..., Any]:
    return lambda call, xs, dtype: rule(xs[0], xs[1], dtype)


def unary(rule: Callable[..., Any]) -> Callable[..., Any]:
    return lambda call, xs, dtype: rule(xs[0], dtype)


def same(call: Call, xs: Sequence[Interval], dtype: np.dtype) -> Interval:
    return xs[0]


def hull(call: Call, xs: Sequence[Interval], dtype: np.dtype) -> Interval:
    return min(x[0] for x in xs), max(x[1] for x in xs)


def interval_of_select(call: Call, xs: Sequence[Interval], dtype: np.dtype) -> Interval:
    p = xs[0]
    return union(xs[1], xs[2]) if p[0] < p[1] else xs[1] if p[0] else xs[2]


def interval_of_update(call: Call, xs: Sequence[Interval], dtype: np.dtype) -> Interval:
    return union(xs[0], xs[1])


def interval_of_positions(call: Call, xs: Sequence[Interval], dtype: np.dtype) -> Interval:
    return 0, max(0, call.operands[0].type.shape[call.param("axis")] - 1)


RESULT: dict[str, Callable[..., Any]] = {
    "add": binary(plus),
    "sub": binary(minus),
    "mul": binary(times),
    "neg": unary(negative),
    "abs": unary(magnitude),
    "floor_divide": binary(quotient),
    "shift_right": binary(shifted),
    "remainder": binary(modulo),
    "and_": binary(both_bits),
    "maximum": lambda call, xs, dtype: (max(xs[0][0], xs[1][0]), max(xs[0][1], xs[1][1])),
    "minimum": lambda call, xs, dtype: (min(xs[0][0], xs[1][0]), min(xs[0][1], xs[1][1])),
    "sign": lambda call, xs, dtype: (sign(xs[0][0]), sign(xs[0][1])),
    "cast": lambda call, xs, dtype: fit(xs[0][0], xs[0][1], dtype) if xs[0] else full(dtype),
    "select": interval_of_select,
    "concatenate": hull,
    **dict.fromkeys(["select_region", "put_slice", "update_slice", "scatter"], interval_of_update),
    "iota": lambda call, xs, dtype: (0, max(0, call.param("shape")[call.param("axis")] - 1)),
    "argmax": interval_of_positions,
    "argmin": interval_of_positions,
    "argsort": interval_of_positions,
    **dict.fromkeys(
        [
            "broadcast",
            "reshape",
            "transpose",
            "flip",
            "copy",
            "slice_",
            "dynamic_slice",
            "gather",
            "sort",
            "reduce_max",
            "reduce_min",
            "cummax",
            "cummin",
        ],
        same,
    ),
}


def of_result(call: Call, xs: Sequence[Interval | None]) -> Interval | None:
    """The bounds of a call's only result; None if it is no integer."""
    kind = call.outputs[0].type.dtype
    if kind.kind not in "iub":
        return None
    rule: Callable[..., Interval | None] | None = RESULT.get(call.primitive.name)
    if (
        rule is None
        or None in xs
        and rule is not RESULT["cast"]
        or kind.kind == "b"
        and rule not in (same, interval_of_select)
    ):
        return full(kind)
    return rule(call, xs, kind)
