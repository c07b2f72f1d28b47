"""Jump threading: successive tests of one flag become one branch, which tests the flag's definition if the
flag has no other use.

if far:                         if x > 50.0:
    n = x                           n = x
if not far:             =>      else:
    x += 1.0                        x += 1.0
"""

from __future__ import annotations

import ast

from ...core.parsing import nodes_in
from ..text.trees import opposite
from .break_flags import LEAVING, bodies
from .dead_stores import assigned_names

ENDING = (*LEAVING, ast.Break, ast.Continue)


def with_joined_branches(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function in which no two questions for one truth value follow each other."""
    for block in bodies(statements):
        k = 0
        while k < len(block):
            if k + 1 < len(block) and join(block[k], block[k + 1]):
                del block[k + 1]
            elif ask_at_once(statements, block, k):
                k -= 1
            else:
                k += 1
    return statements


def join(first: ast.stmt, second: ast.stmt) -> bool:
    """Put what the second statement does into the branches of the first, if both ask for one truth value."""
    if not isinstance(first, ast.If) or not isinstance(second, ast.If):
        return False
    (name, holds), (other, same) = tested_variable(first.test), tested_variable(second.test)
    if name is None or name != other or name in assigned_names(first):
        return False
    then, orelse = (second.body, second.orelse) if holds is same else (second.orelse, second.body)
    for side, more in ((first.body, then), (first.orelse, orelse)):
        if not side or not isinstance(side[-1], ENDING):
            side[:] = [s for s in (*side, *more) if not isinstance(s, ast.Pass)] or side or more
    return True


def tested_variable(test: ast.expr) -> tuple[str | None, bool]:
    """The variable that is asked for, and whether it has to hold."""
    match test:
        case ast.Name(name):
            return name, True
        case ast.UnaryOp(ast.Not(), ast.Name(name)):
            return name, False
    return None, True


def ask_at_once(statements: list[ast.stmt], block: list[ast.stmt], k: int) -> bool:
    """Put the definition of a tested flag in its place, where it is computed right before and nobody else
    tests it; whether that has been done."""
    question = block[k]
    name, holds = tested_variable(question.test) if isinstance(question, ast.If) else (None, True)
    match block[k - 1] if k else None:
        case ast.Assign([ast.Name(given)], value) if given == name and mentions(statements, name) == 2:
            question.test = value if holds else opposite(value)
            del block[k - 1]
            return True
    return False


def mentions(statements: list[ast.stmt], name: str) -> int:
    return sum(isinstance(n, ast.Name) and n.id == name for s in statements for n in nodes_in(s))
