"""Dtype promotion in text: write operands so that NumPy's promotion gives exactly the program's dtypes."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import EXAMPLE, kind
from ...ir.program import Type
from .constants import literal
from .trees import is_default
from .values import PYTHONIC, STRONG, Value, exact

PYTHON_KIND: dict[str, np.dtype | type] = {"b": np.dtype(bool), "i": int, "u": int, "f": float, "c": complex}
KINDS: dict[Any, str] = {int: "i", float: "f", complex: "c"}
ORDER = "biufc"
TRUTHS = (
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
    np.equal,
    np.not_equal,
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
)  # of Python's truth values: these; what else there is computes with integers


def candidates(values: Sequence[Value]) -> Iterator[list[Value]]:
    """The operands written, nicest way first: 2 for 2.0, plain numbers, casts left to NumPy; then with the casts."""
    for cast in (False, True):
        for integral in (True, False):
            yield [write_operand(v, integral, cast) for v in values]


def write_operand(v: Value, integral: bool, cast: bool) -> Value:
    """An operand with its number written as an integer, if wanted, and with its cast, if wanted."""
    if v.number is None:
        return strong(v) if cast and v.dtype != v.type.dtype else v
    node = literal(v.number, integral)
    return v.change(node=node, dtype=np.dtype(int) if is_int(node) and kind(v.dtype) in "fc" else v.dtype)


def is_int(node: ast.expr) -> bool:
    """Whether a literal is an integer, with a sign or without."""
    return type(getattr(getattr(node, "operand", node), "value", None)) is int


def is_python(node: ast.expr) -> bool:
    """Whether it is int(e), float(e), bool(e), or round(float(e), 2)."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("int", "float", "bool", "round")
    )


def is_right(v: Value) -> bool:
    """Whether the expression has the program's dtype, as NumPy's or as a Python number that becomes it."""
    return v.dtype == v.type.dtype and (True not in v.python or is_default(v.dtype))


def strong(v: Value) -> Value:
    """The operand in the dtype that the program says, as a NumPy number where Python's would be another."""
    if v.number is not None:
        return strong_number(v)
    if is_right(v):
        return v
    flat = v.change(type=Type(v.type.dtype, v.shape, v.type.weak), place=tuple(range(len(v.shape))))
    node = exact(flat)
    python = PYTHONIC if is_python(node) else STRONG
    return v.change(node=node, dtype=v.type.dtype, python=python, reduced=None, summed=0)


def strong_number(v: Value) -> Value:
    dtype = v.type.dtype
    if is_default(dtype):
        return v.change(node=literal(v.number), dtype=dtype, python=PYTHONIC)
    return v.change(node=exact(v.change(type=Type(dtype), place=())), dtype=dtype, python=STRONG)


def mixes(values: Sequence[Value]) -> Iterator[tuple[bool, ...]]:
    """The cases of which operands may be Python numbers when the text runs."""
    return itertools.product(*(sorted(v.python) for v in values))


def computes_as(
    values: Sequence[Value], ufunc: np.ufunc, infix: bool, wanted: Sequence[np.dtype], out: Type
) -> bool:
    """Whether NumPy computes in the program's dtypes, in all cases; `infix`: Python does where all are its numbers."""
    return all(_computes_as(values, mix, ufunc, infix, wanted, out) for mix in mixes(values))


def _computes_as(
    values: Sequence[Value],
    mix: tuple[bool, ...],
    ufunc: np.ufunc,
    infix: bool,
    wanted: Sequence[np.dtype],
    out: Type,
) -> bool:
    given = tuple(PYTHON_KIND[kind(v.dtype)] if python else v.dtype for v, python in zip(values, mix))
    if infix and all(mix):  # Python's numbers do not wrap around, and round once for two conversions
        return all(map(is_default, wanted)) and _python_kind(given, ufunc) == kind(wanted[0])
    if all(g in KINDS for g in given) and not all(map(is_default, wanted)):
        return False
    try:
        *loop, result = ufunc.resolve_dtypes((*given, None))
    except TypeError:
        return False
    return loop == list(wanted) and result == out.dtype


def _python_kind(given: tuple[Any, ...], ufunc: np.ufunc) -> str:
    """The kind of number that Python computes with."""
    if ufunc is np.true_divide:
        return "f"
    found = max((KINDS.get(g, "b") for g in given), key=ORDER.index)
    return "i" if found == "b" and ufunc not in TRUTHS else found


def where_gives(pair: Sequence[Value], dtype: np.dtype) -> bool:
    """Whether np.where of two operands has this dtype, in all cases."""
    return all(_where_dtype(pair, mix) == dtype for mix in mixes(pair))


def _where_dtype(pair: Sequence[Value], mix: tuple[bool, ...]) -> np.dtype:
    if all(mix):
        return np.result_type(*(np.asarray(EXAMPLE[kind(v.dtype)]).dtype for v in pair))
    return np.result_type(*(EXAMPLE[kind(v.dtype)] if python else v.dtype for v, python in zip(pair, mix)))
