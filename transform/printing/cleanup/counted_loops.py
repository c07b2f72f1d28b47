"""Recognition of counted loops: while v < n, which counts v, => for v in range(n).

v = 0
while v < 4:                    for v in range(4):
    total += x[v]        ⇒          total += x[v]
    v += 1
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...core.parsing import nodes_in
from .dead_stores import Liveness, assigned_names, every, names_read
from .break_flags import bodies, jumps

PLAIN = (ast.Name, ast.Constant, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.expr_context)


def with_counted_loops(statements: list[ast.stmt], integers: frozenset[str] = frozenset()) -> list[ast.stmt]:
    """The statements of a function, whose loops that count are for loops, if nobody asks for the last number.

    integers: parameters that are.
    """
    live = Liveness.of(statements)
    for block in bodies(statements):
        for k, loop in enumerate(block):
            found = counted(block[:k], loop, live, integers) if isinstance(loop, ast.While) else None
            if found is not None:
                start, bound, name = found
                first = (
                    [] if isinstance(start.value, ast.Constant) and start.value.value == 0 else [start.value]
                )
                many = ast.Call(ast.Name("range", ast.Load()), [*first, bound], [])
                new = ast.For(ast.Name(name, ast.Store()), many, loop.body[:-1] or [ast.Pass()], loop.orelse)
                new.span = getattr(loop, "span", None)
                block[k] = new
                block.remove(start)
                return with_counted_loops(statements, integers)
    return statements


def counted(
    before: Sequence[ast.stmt], loop: ast.While, live: Liveness, integers: frozenset[str]
) -> tuple[ast.Assign, ast.expr, str] | None:
    """The start of the number, its upper bound, and its name."""
    match loop:
        case ast.While(
            test=ast.Compare(ast.Name(name), [ast.Lt()], [bound]),
            body=[*body, ast.AugAssign(ast.Name(counter), ast.Add(), ast.Constant(1))],
        ) if name == counter:
            inside = frozenset().union(*(assigned_names(s) for s in body))
            whole = all(
                isinstance(n, PLAIN) and isinstance(getattr(n, "value", 0), int) for n in nodes_in(bound)
            )
            steady = whole and every(bound) <= integers - live.stored
            skips = any(isinstance(j, ast.Continue) for j in jumps(body))
            if not steady or skips or name in inside or name in live.behind[id(loop)]:
                return None
            start = next((s for s in reversed(before) if name in assigned_names(s) | names_read(s)), None)
            match start:
                case ast.Assign([ast.Name()], ast.Constant(int() as value)) if type(value) is int:
                    return start, bound, name
    return None
