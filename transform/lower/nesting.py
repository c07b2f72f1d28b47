"""Nesting depth: XLA recurs into regions, and ends the process where that is too deep: refused."""

from __future__ import annotations

from ..core.errors import CompileError, Span
from ..ir.program import Program

DEEPEST = 200  # branches and loops in each other, on a stack of 8 MB; XLA 0.9 ends at some 230


def with_bounded_nesting(program: Program) -> Program:
    """The program, if its branches, loops and calls don't nest too deeply.

    Raises:
        CompileError: at the innermost of them.
    """
    depth, place = nesting(program, {})
    if depth > DEEPEST:
        raise CompileError(
            f"branches and loops nest {depth} deep; {DEEPEST} is the limit", "break it up", place
        )
    return program


def nesting(program: Program, known: dict[int, tuple[int, Span | None]]) -> tuple[int, Span | None]:
    """The depth to which branches, loops and calls nest, and the place of the innermost."""
    if id(program) not in known:
        deepest: tuple[int, Span | None] = 0, None
        for call in program.body:
            for inner in call.programs():
                depth, place = nesting(inner, known)
                if depth + 1 > deepest[0]:
                    deepest = depth + 1, place or call.span
        known[id(program)] = deepest
    return known[id(program)]
