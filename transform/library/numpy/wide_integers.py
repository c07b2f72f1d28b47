"""Python integers of more than 64 bits beside dynamic numbers: comparisons, min and max, which are exact.

An integer of 64 bits is on one side of such an integer, whatever its value. A float is compared with the neighbouring
floats, as the integer itself may lie between two of them.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import kind
from ...core.errors import CompileError
from ..core.arrays import as_array, describe, dtype_of, full_like, is_python_number

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def is_wide(value: Any) -> bool:
    """Whether it is a Python integer that int64 does not hold."""
    return type(value) is int and not -(2**63) <= value < 2**63


def with_wide(x: Any, y: Any) -> bool:
    """Whether one of them is such an integer, which the dtype of the other one does not hold."""
    return any(is_wide(v) and not holds(beside, v) for v, beside in ((x, y), (y, x)))


def holds(x: Any, value: int) -> bool:
    """Whether a number, or an array, has a dtype of NumPy's that holds the integer."""
    return not is_python_number(x) and kind(dtype_of(x)) == "u" and 0 <= value <= np.iinfo(dtype_of(x)).max


def refuse_wide(*values: Any) -> None:
    """Raise CompileError for such an integer."""
    for value in filter(is_wide, values):
        raise CompileError(
            f"Python integer {value} is too large for 64 bits",
            "integers have 64 bits in compiled code: make it a float, or keep it below 2 ** 63",
            kind=OverflowError,
        )


def compare_wide(op: str, x: Any, y: Any, compare: Callable[[str, Any, Any], Any]) -> Any:
    """x op y, one of which is such an integer. `compare` compares other numbers."""
    if is_wide(x) and is_wide(y):
        return np.asarray(COMPARE[op](x, y))
    if is_wide(x):
        return compare_wide(SWAPPED.get(op, op), y, x, compare)
    if kind(dtype_of(x)) in "biu":
        return full_like(as_array(x), COMPARE[op](0, y), bool)
    if not is_python_number(x):  # NumPy makes a float of the integer
        return compare(op, x, as_float(y))
    if op in ("==", "!="):
        return compare(op, x, float_below(y) if float_below(y) == y else math.nan)
    return compare(op, x, float_above(y) if op in ("<", ">=") else float_below(y))


def extreme_of_wide(better: str, item: Any, result: Any, choose: Callable[[str, Any, Any], Any]) -> Any:
    """Python's choice of two numbers, one of which is such an integer: `item` if it compares as better. `choose`
    chooses from other numbers."""
    wide, other = (item, result) if is_wide(item) else (result, item)
    if is_wide(other):
        return item if COMPARE[better](item, result) else result
    if kind(dtype_of(other)) not in "biu":
        if not is_python_number(other) and as_float(wide) == wide:
            return choose(better, *(as_float(v) if is_wide(v) else v for v in (item, result)))
        raise CompileError(
            f"the lesser or greater of {describe(other)} and {wide}, a Python integer of more than 64 bits",
            "compare with a float: float(…) or math.inf",
        )
    return item if COMPARE[better](*(v if is_wide(v) else 0 for v in (item, result))) else result


def as_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        raise CompileError("int too large to convert to float", kind=OverflowError) from None


def float_above(value: int) -> float:
    """The least float that is no less than an integer."""
    return -float_below(-value)


def float_below(value: int) -> float:
    """The greatest float that is no greater than an integer."""
    try:
        nearest = float(value)
    except OverflowError:
        nearest = math.inf if value > 0 else -math.inf
    return nearest if nearest <= value else math.nextafter(nearest, -math.inf)
