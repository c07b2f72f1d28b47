"""Passes: functions from Program to Program with the same meaning. `optimise` is the standard list."""

from __future__ import annotations

from ..core.errors import CompileError
from ..ir.program import Program, check
from ..ir.stages import Proved, Stage, through
from .autodiff import branches as _branches, custom_rules as _ruled, loops as _loops
from .simplify.dead_code import dead_code
from .simplify.dead_writes import without_dead_writes
from .simplify.driver import simplify
from .simplify.value_ranges import bounds
from .vectorize import collectives as _collectives, lanes as _lanes

__all__ = ["AGAIN", "STANDARD", "bounds", "dead_code", "optimise", "simplify"]

STANDARD: tuple[Stage, ...] = (
    simplify,  # identities, constants, calls that are equal, branches and loops with nothing in them
    dead_code,  # what no result needs
    without_dead_writes,  # writes to arrays that nobody reads any more
    bounds,  # comparisons that the values of integers decide
)
SHORT = STANDARD[:2]
AGAIN: tuple[Stage, ...] = SHORT  # if the others have found something
ITERATIONS = 3


def optimise(program: Program) -> Program:
    """An equal program that costs less: the standard list of passes, checked at the end; if that fails, after each."""
    proved: Proved = {}
    try:
        return check(_standard(program, proved), proved)
    except CompileError:
        raise
    except Exception:
        return _standard(check(program), {}, checked=True)  # names the pass that is at fault


def _standard(program: Program, proved: Proved, checked: bool = False) -> Program:
    short = through(program, SHORT, checked, proved)
    for _ in range(ITERATIONS):  # what is decided shows what else is
        decided = through(short, STANDARD[2:], checked, proved)
        if decided is short:
            break
        short = through(decided, AGAIN, checked, proved)
    return short
