"""Run stages (functions from Program to Program) one after another; check and show the result of each.

A fault names the stage, and the user's line of the call that it was busy with. Programs are checked after every stage
under RECTO_CHECK=1 (as in the tests), else where a list of stages asks for it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from types import TracebackType

from ..core.errors import CompileError, InternalError, Span
from ..core.frames import deep_stack
from .program import Call, Program, check

Stage = Callable[[Program], Program]
Show = Callable[[str, Program], None]
Proved = dict[int, Program | Call]
CHECKED: bool = os.environ.get("RECTO_CHECK", "") not in ("", "0")
_shows: ContextVar[tuple[Show, ...]] = ContextVar("shows", default=())


def through(
    program: Program, stages: Sequence[Stage], checked: bool = False, proved: Proved | None = None
) -> Program:
    """The program after these stages.

    Args:
        checked: whether each stage is checked, RECTO_CHECK or not.
        proved: the parts of programs that were checked before; those that are checked here are added.

    Raises:
        CompileError: what a stage refuses to do with the user's program.
        InternalError: a fault of a stage, named, with the user's line.
    """
    proved = {} if proved is None else proved
    for stage in stages:
        try:
            with deep_stack():
                program = stage(program)
        except CompileError:
            raise
        except Exception as error:
            raise fault(stage, error) from error
        if checked or CHECKED:
            prove(stage, program, proved)
        for show in _shows.get():
            show(name_of(stage), program)
    return program


def prove(stage: Stage, program: Program, proved: Proved) -> None:
    """Check what a stage has left. What its primitives refuse is a fault too: the user has not written it."""
    try:
        check(program, proved)
    except Exception as error:
        raise fault(stage, error) from error


def name_of(stage: Stage) -> str:
    """The name of a stage; for one with arguments (`functools.partial`) that of its function."""
    return getattr(getattr(stage, "func", stage), "__name__", str(stage))


@contextlib.contextmanager
def showing(show: Show) -> Iterator[None]:
    """Inside, every program that a stage leaves is shown: `show(name, program)`."""
    token = _shows.set((*_shows.get(), show))
    try:
        yield
    finally:
        _shows.reset(token)


def fault(stage: Stage, error: Exception) -> InternalError:
    """The error for a fault in a stage, with the stage and the user's line."""
    span = place_of_fault(error.__traceback__)
    text = f"stage {name_of(stage)}: {type(error).__name__}: {error}"
    return InternalError(f"{text}\n{span.excerpt()}" if span else text)


def place_of_fault(traceback: TracebackType | None) -> Span | None:
    """The user's line of the innermost call that a function on the stack was busy with."""
    span = None
    while traceback:
        call = traceback.tb_frame.f_locals.get("call")
        span = call.span or span if isinstance(call, Call) else span
        traceback = traceback.tb_next
    return span
