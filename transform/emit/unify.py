"""Anti-unification (Plotkin 1970) of the syntax trees of one function printed for several sizes: one tree,
with expressions of the sizes where the trees differ.

>>> trees = [ast.parse(f"y = np.zeros(({n}, 3)); y[{n - 1}] = 1 / {n}").body for n in (101, 106, 124)]
>>> from ..printing.text.unparse import source
>>> print(source(unify_trees(trees, {"n": (101, 106, 124)})))
y = np.zeros((n, 3))
y[n - 1] = 1 / n
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from ..printing.text.unparse import text
from .fits import Rows, fit_expression

ATTRIBUTES = ("span", "origin", "comment", "lead", "kept")  # what the printer notes on nodes


LONGEST = 30  # characters that a reason quotes


class Differs(Exception):
    """The texts for two assignments of sizes are not the same text with other numbers."""


def unify_trees(items: Sequence[Any], rows: Rows) -> Any:
    """One tree for all.

    Raises:
        Differs: the trees are no instances of one.
    """
    first = items[0]
    if isinstance(first, list):
        if any(not isinstance(i, list) or len(i) != len(first) for i in items):
            raise Differs
        return [unify_trees(parts, rows) for parts in zip(*items)]
    if not isinstance(first, ast.AST):
        if any(type(i) is not type(first) or i != first for i in items):
            raise Differs
        return first
    numbers = [literal_value(i) for i in items]
    values = [v for v in numbers if v is not None]
    if len(values) == len(numbers) and len(set(map(repr, values))) > 1:
        return number(items, values, rows)
    if any(type(i) is not type(first) for i in items):
        raise Differs(both(items))
    return node(items, rows)


def node(items: Sequence[ast.AST], rows: Rows) -> ast.AST:
    """A node whose fields are unified; the place in the user's source stays on it."""
    first = items[0]
    fields = [f for f in first._fields if hasattr(first, f)]
    if any([f for f in i._fields if hasattr(i, f)] != fields for i in items):
        raise Differs
    made = type(first)(**{f: unify_trees([getattr(i, f) for i in items], rows) for f in fields})
    for attribute in ATTRIBUTES:
        if hasattr(first, attribute):
            setattr(made, attribute, getattr(first, attribute))
    return made


def literal_value(item: ast.AST) -> int | float | None:
    """The number that a literal is: 3, -0.5, 1 / 101; None for anything else."""
    match item:
        case ast.Constant(int() | float() as value) if type(value) is not bool:
            return value
        case ast.UnaryOp(ast.USub(), operand):
            inner = literal_value(operand)
            return None if inner is None else -inner
        case ast.BinOp(left, ast.Div(), ast.Constant(int(below))) if below:
            above = literal_value(left)
            return None if above is None else above / below
    return None


def number(items: Sequence[ast.AST], values: Sequence[int | float], rows: Rows) -> ast.expr:
    """The expression for a number that differs."""
    found = fit_expression(rows, tuple(values))
    if found is None:
        raise Differs(both(items))
    return found


def both(items: Sequence[Any]) -> str:
    """The texts of one node under two assignments of sizes, for an error."""
    texts = [text(i) for i in items if isinstance(i, ast.expr)]
    other = next((t for t in texts if t != texts[0]), None)
    short = other is not None and max(len(texts[0]), len(other)) <= LONGEST
    return f"{texts[0]} for some is {other} for others" if short else ""
