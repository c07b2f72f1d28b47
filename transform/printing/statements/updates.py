"""Folding updates: successive additions to one variable that stem from one line of the user's.

    E_bar += t * e * np.sin(E)
    E_bar -= t                          =>      E_bar += t * e * np.sin(E) - t + t * e * np.cos(E)
    E_bar += t * e * np.cos(E)

The terms are added up before they meet the variable, which rounds otherwise. They stay apart where a line would get too
long, where a term reads the variable, or where one has a narrower dtype than the variable: truth values and small
integers would be added up in their own. A zero to which is added in a cotangent goes: x_bar[i] = 0 + u.
"""

from __future__ import annotations

import ast

from ..text.templates import converts
from ..text.trees import names
from ..text.unparse import text

LONGEST = 64  # columns of the terms


def fold_updates(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a block, and those of the blocks in them, with such updates in one."""
    found: list[ast.stmt] = []
    for statement in statements:
        for field in ("body", "orelse"):
            if inner := getattr(statement, field, None):
                setattr(statement, field, fold_updates(inner))
        if isinstance(statement, ast.Assign) and any(n.endswith("_bar") for n in bound(statement.targets[0])):
            statement.value = without_zero(statement.value)
        both = join_updates(found[-1], statement) if found else None
        if both is None:
            found.append(statement)
        else:
            found[-1] = both
    return found


def without_zero(value: ast.expr) -> ast.expr:
    """u for 0 + u"""
    match value:
        case ast.BinOp(ast.Constant(number), ast.Add(), added) if (
            type(number) in (int, float) and number == 0
        ):
            return added
    return value


def join_updates(first: ast.stmt, second: ast.stmt) -> ast.stmt | None:
    """One statement that does what the two do."""
    if not isinstance(second, ast.AugAssign) or not isinstance(second.op, (ast.Add, ast.Sub)):
        return None
    if line(first) is None or line(first) != line(second):
        return None
    target = target_of(first)
    if target is None or text(target) != text(second.target) or bound(target) & names(second.value):
        return None
    if isinstance(first, ast.AugAssign) and (converts(first) or converts(second)):
        return None
    value, adds = first.value, not isinstance(getattr(first, "op", None), ast.Sub)
    if adds:
        value = ast.BinOp(value, second.op, second.value)
    elif isinstance(second.op, ast.Sub):
        value = ast.BinOp(value, ast.Add(), second.value)
    else:
        value, adds = ast.BinOp(second.value, ast.Sub(), value), True
    if len(text(value)) > LONGEST:
        return None
    new: ast.stmt = ast.Assign([target], value)
    if isinstance(first, ast.AugAssign):
        new = ast.AugAssign(first.target, ast.Add() if adds else ast.Sub(), value)
    new.span = first.span
    return new


def target_of(statement: ast.stmt) -> ast.expr | None:
    """The target of an assignment of a computed value, or an addition."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, (ast.Add, ast.Sub)):
        return statement.target
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
        if isinstance(target, ast.Name) and isinstance(value, ast.BinOp) and target.id not in names(value):
            return target
    return None


def bound(target: ast.expr) -> set[str]:
    """The name of what is changed."""
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
    return names(target)


def line(statement: ast.stmt) -> tuple[str, int] | None:
    span = getattr(statement, "span", None)
    return (span.file, span.line) if span else None
