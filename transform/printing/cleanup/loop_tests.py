"""Loop rotation: a break at the beginning of an endless loop becomes the test of a while loop.

while True:
    if n == 0:              while n != 0 and x[n] > y:
        break         ⇒         n -= 1
    if not x[n] > y:
        break
    n -= 1
"""

from __future__ import annotations

import ast

from ..text.trees import opposite
from .break_flags import bodies


def with_loop_tests(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, whose loops have tests."""
    for block in bodies(statements):
        for loop in block:
            if (
                isinstance(loop, ast.While)
                and isinstance(loop.test, ast.Constant)
                and loop.test.value is True
            ):
                with_test(loop)
    return statements


def with_test(loop: ast.While) -> None:
    """Make the questions that a loop begins with its test."""
    tests: list[ast.expr] = []
    while len(loop.body) > 1:
        match loop.body[0]:
            case ast.If(test, [ast.Break()], []):
                tests.append(opposite(test))
                del loop.body[0]
            case _:
                break
    if tests:
        loop.test = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0]
