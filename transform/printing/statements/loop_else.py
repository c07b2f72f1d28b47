"""What nobody would write: a flag that only tells whether a loop ran to its end => for … else; numbers unread.

left = 0                                for i in range(n):
for i in range(n):                          if x[i] > 0:
    if x[i] > 0:                                break
        left = 1                =>      else:
        break                               y = 1.0
if left == 0:
    y = 1.0
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Sequence

from ..text.trees import names

LOOPS = (ast.For, ast.While)


@dataclasses.dataclass(frozen=True)
class Flag:
    """Where a flag is set and asked for."""

    name: str
    loop: ast.stmt
    question: ast.If


def with_else(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, in which its loops have an else where a flag stood for it."""
    for block in list(bodies(statements)):
        for k in range(len(block) - 1):
            flag = flag_at(block, k)
            if flag and is_only_that(flag, statements):
                flag.loop.orelse = flag.question.body
                flag.question.body = []
                for other in bodies(statements):
                    other[:] = [s for s in other if s is not flag.question and assigned(s) != flag.name]
                return with_else(statements)
    return statements


def without_unread(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function without x = 0 where nobody reads x."""
    nodes = [n for s in statements for n in ast.walk(s)]
    read = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    read |= {n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
    is_dead = lambda s: number_to(s) and number_to(s) not in read
    for block in list(bodies(statements)):
        block[:] = [s for s in block if not is_dead(s)]
    for s in nodes:
        if isinstance(s, (ast.If, *LOOPS)) and not s.body:
            s.body = [ast.Pass()]
    return statements


def number_to(s: ast.stmt) -> str:
    """The one name that a statement assigns a number to."""
    match s:
        case ast.Assign([ast.Name(name)], ast.Constant()):
            return name
    return ""


def bodies(statements: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """All lists of statements, outer before inner."""
    yield statements
    for s in statements:
        for field in ("body", "orelse"):
            inner = getattr(s, field, None)
            if isinstance(inner, list) and inner:
                yield from bodies(inner)


def flag_at(block: Sequence[ast.stmt], k: int) -> Flag | None:
    """The flag that the statement after a loop asks for."""
    loop, question = block[k], block[k + 1]
    if not isinstance(loop, LOOPS) or loop.orelse or not isinstance(question, ast.If) or question.orelse:
        return None
    match question.test:
        case ast.Compare(ast.Name(name), [ast.Eq()], [ast.Constant(0)]):
            return Flag(name, loop, question)
        case ast.Compare(ast.Name(name), [ast.NotEq()], [ast.Constant(1)]):
            return Flag(name, loop, question)
    return None


def is_only_that(flag: Flag, statements: list[ast.stmt]) -> bool:
    """Whether the flag is 0 before the loop, 1 at each of its breaks, and used nowhere else."""
    sets = lambda block: [s for s in block if assigned(s) == flag.name]
    inside = [s for block in bodies(flag.loop.body) for s in sets(block)]
    outside = [s for block in bodies(statements) for s in sets(block) if s not in inside]
    breaks = list(breaking(flag.loop.body))
    reads = sum(flag.name in read(s) for block in bodies(statements) for s in block)
    if not breaks or len(inside) != len(breaks) or reads != 1:
        return False
    told = all(any(value(s) == 1 for s in sets(block)) for block in breaks)
    return told and [value(s) for s in outside] == [0]


def breaking(block: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The lists of statements that end with a break of this loop."""
    for s in block:
        if isinstance(s, ast.Break):
            yield block
        elif isinstance(s, ast.If):
            yield from breaking(s.body)
            yield from breaking(s.orelse)


def assigned(s: ast.stmt) -> str:
    """The one name that a statement assigns a number to."""
    match s:
        case ast.Assign([ast.Name(name)], ast.Constant(int())):
            return name
    return ""


def value(s: ast.Assign) -> int:
    return s.value.value


def read(s: ast.stmt) -> set[str]:
    """The names that a statement itself uses, but for a number assigned to one."""
    if assigned(s):
        return set()
    inner = [getattr(s, field) for field in ("test", "iter", "target") if hasattr(s, field)]
    return set().union(*map(names, inner)) if isinstance(s, (ast.If, *LOOPS)) else names(s)
