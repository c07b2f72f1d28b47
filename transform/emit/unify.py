"""Trees of one function, printed for several sizes => one tree, with expressions of the sizes for what differs.

>>> trees = [ast.parse(f"y = np.zeros(({n}, 3)); y[{n - 1}] = 1 / {n}").body for n in (101, 106, 124)]
>>> from ..printing.unparse import source
>>> print(source(unified(trees, {"n": (101, 106, 124)})))
y = np.zeros((n, 3))
y[n - 1] = 1 / n
"""
from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from ..printing.unparse import text
from .fits import Rows, fitted

ATTRIBUTES = ("span", "origin", "comment", "lead")     # what the printer notes on nodes


LONGEST = 30                    # characters that a reason quotes


class Differs(Exception):
    """The texts for two assignments of sizes are not the same text with other numbers."""


def unified(items: Sequence[Any], rows: Rows) -> Any:
    """One tree for all.

    Raises:
        Differs: the trees are no instances of one.
    """
    first = items[0]
    if isinstance(first, list):
        if any(not isinstance(i, list) or len(i) != len(first) for i in items):
            raise Differs
        return [unified(parts, rows) for parts in zip(*items)]
    if not isinstance(first, ast.AST):
        if any(type(i) is not type(first) or i != first for i in items):
            raise Differs
        return first
    if any(type(i) is not type(first) for i in items):
        raise Differs(both(items))
    if isinstance(first, ast.Constant):
        return constant(items, rows)
    return node(items, rows)


def node(items: Sequence[ast.AST], rows: Rows) -> ast.AST:
    """A node whose fields are unified; the place in the user's source stays on it."""
    first = items[0]
    fields = [f for f in first._fields if hasattr(first, f)]
    if any([f for f in i._fields if hasattr(i, f)] != fields for i in items):
        raise Differs
    made = type(first)(**{f: unified([getattr(i, f) for i in items], rows) for f in fields})
    for attribute in ATTRIBUTES:
        if hasattr(first, attribute):
            setattr(made, attribute, getattr(first, attribute))
    return made


def constant(items: Sequence[ast.Constant], rows: Rows) -> ast.expr:
    values = tuple(i.value for i in items)
    if len({(type(v), repr(v)) for v in values}) == 1:
        return items[0]
    found = fitted(rows, values)
    if found is None:
        raise Differs(both(items))
    return found


def both(items: Sequence[Any]) -> str:
    """What is printed for one assignment of sizes, and what for another."""
    texts = [text(i) for i in items if isinstance(i, ast.expr)]
    other = next((t for t in texts if t != texts[0]), None)
    short = other is not None and max(len(texts[0]), len(other)) <= LONGEST
    return f"{texts[0]} for some is {other} for others" if short else ""
