"""Program => Program. A pass is a function; `run` checks the program after each; `optimise` is the standard list."""
from __future__ import annotations

import os
from types import TracebackType
from typing import Callable

from ..errors import CompileError, InternalError, Span
from ..program import Call, Program, check
from .bounds import bounds
from .dead_code import dead_code
from .simplify import simplify
from . import collectives as _collectives, lanes as _lanes, ruled as _ruled, vjp_loops as _loops

__all__ = ["bounds", "dead_code", "dump", "optimise", "run", "simplify"]

Pass = Callable[[Program], Program]
STANDARD: tuple[Pass, ...] = (simplify, dead_code, bounds)
AGAIN: tuple[Pass, ...] = (simplify, dead_code)      # if `bounds` has found something


def run(program: Program, *passes: Pass, show: Callable[[str], None] | None = None) -> Program:
    """The program after these passes, one by one, checked after each.

    Args:
        show: is given the text of every stage.

    Raises:
        CompileError: what a pass refuses to do with the user's program.
        InternalError: a fault of a pass, named, with the user's line of the call that it was at.
    """
    for step in passes:
        try:
            program = check(step(program))
        except CompileError:
            raise
        except Exception as error:
            raise fault(step, error) from error
        if show:
            show(f"# === {step.__name__} ===\n{program}")
    return program


def optimise(program: Program) -> Program:
    """An equal program that costs less: the standard list of passes, checked at the end; if that fails, after each."""
    try:
        return check(_standard(program, _unchecked))
    except CompileError:
        raise
    except Exception:
        return _standard(check(program), run)       # names the pass that is at fault


def _standard(program: Program, run: Callable[..., Program]) -> Program:
    short = run(program, *STANDARD[:-1])
    decided = run(short, STANDARD[-1])
    return short if decided is short else run(decided, *AGAIN)


def _unchecked(program: Program, *passes: Pass) -> Program:
    for step in passes:
        program = step(program)
    return program


def fault(step: Pass, error: Exception) -> InternalError:
    """What went wrong in which pass, at which line of the user's."""
    span = place(error.__traceback__)
    text = f"pass {getattr(step, '__name__', step)}: {type(error).__name__}: {error}"
    return InternalError(f"{text}\n{span.excerpt()}" if span else text)


def place(traceback: TracebackType | None) -> Span | None:
    """The user's line of the innermost call that a function on the stack was busy with."""
    span = None
    while traceback:
        call = traceback.tb_frame.f_locals.get("call")
        span = call.span or span if isinstance(call, Call) else span
        traceback = traceback.tb_next
    return span


def dump(folder: str, number: int, name: str, text: str) -> str:
    """Write a stage for people to look at: `1-program.py`, or `9-stablehlo.mlir` where the name has its own ending.

    Returns:
        The path of the file.
    """
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{number}-{name}" if "." in name else f"{number}-{name}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
