"""MLIR texts with holes for expressions of sizes, which are filled without running any code.

tensor<⟨n⟩x3xf64>  =>  tensor<5x3xf64>
"""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

FLOATS = {18: ("<u8", "<f8", 12), 10: ("<u4", "<f4", 6)}  # length of 0x… -> bits, float, digits of a factor


class Hole(NamedTuple):
    """An expression of the sizes. `digits`: the length of its text if it is a float, by its bits; 0 for an integer."""

    expression: str
    digits: int


class Template(NamedTuple):
    """Texts, and the holes between them; the sizes fulfil the conditions, and are at least `least`."""

    texts: tuple[str, ...]
    holes: tuple[Hole, ...]
    conditions: tuple[str, ...] = ()
    least: int = 0

    def text(self, sizes: Mapping[str, int]) -> str:
        """The text for these sizes."""
        filled = [hole_text(hole, sizes) for hole in self.holes]
        return "".join(itertools.chain(*itertools.zip_longest(self.texts, filled, fillvalue="")))


def hole_text(hole: Hole, sizes: Mapping[str, int]) -> str:
    value = value_of_sizes(hole.expression, sizes)
    return float_text(value, hole.digits) if hole.digits else str(value)


def float_text(value: Any, digits: int) -> str:
    bits, kind, _ = FLOATS[digits]
    return f"0x{int(np.asarray(value, kind).view(bits)):0{digits - 2}X}"


# -- arithmetic of sizes -----------------------------------------------------------------------------------------------

OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "float": float}


def value_of_sizes(text: str, sizes: Mapping[str, int]) -> Any:
    """The value of an expression. Raises ValueError for what is no arithmetic of these sizes.

    >>> value_of_sizes("max(n, 3) // 2 + m", {"n": 9, "m": 1}), value_of_sizes("3 <= n != 5", {"n": 4})
    (5, True)
    """
    try:
        return _value(ast.parse(text, mode="eval").body, sizes)
    except (KeyError, SyntaxError) as error:
        raise ValueError(f"{text!r} is no arithmetic of {', '.join(sizes)}: {error}") from None


def _value(node: ast.expr, sizes: Mapping[str, int]) -> Any:
    match node:
        case ast.Constant(int() | float() as value):
            return value
        case ast.Name(name):
            return sizes[name]
        case ast.UnaryOp(op, inner):
            return OPERATORS[type(op)](_value(inner, sizes))
        case ast.BinOp(left, op, right):
            return OPERATORS[type(op)](_value(left, sizes), _value(right, sizes))
        case ast.BoolOp(op, values):
            return (all if isinstance(op, ast.And) else any)(_value(v, sizes) for v in values)
        case ast.Compare(left, ops, rights):
            items = [_value(n, sizes) for n in (left, *rights)]
            return all(OPERATORS[type(op)](a, b) for op, a, b in zip(ops, items, items[1:]))
        case ast.Call(ast.Name(name), args, []):
            return FUNCTIONS[name](*[_value(a, sizes) for a in args])
    raise KeyError(ast.dump(node))
