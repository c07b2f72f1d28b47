"""Exceptions as users see them: only their own frames, the message, the place and the hint.

At its public entries Recto takes its own frames out of a traceback, with those of the libraries that it called, and
raises the compiler's errors as the classes that are documented. RECTO_TRACEBACK=full leaves the frames in.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from recto import transform
from recto.transform.core.frames import is_users, own_frames
from recto.transform.core.public import public
from recto.transform.core.spelling import no_attribute

F = TypeVar("F", bound=Callable)
# Modules of XLA's errors: JAX, where it is imported, puts them into one of its own.
OF_XLA = "jaxlib", "jax.errors"


def full() -> bool:
    """Whether the user wants to see all frames."""
    return os.environ.get("RECTO_TRACEBACK", "") == "full"


def public_error(error: Exception) -> Exception:
    """The error to be raised in place of this one."""
    found = error
    if isinstance(error, transform.CompileError):
        found = public(error)
    elif is_of_collective(error):
        found = RuntimeError(f"another process has ended, or cannot be reached, in a collective: {error}")
    elif type(error).__module__.startswith(OF_XLA):
        found = of_the_machine(str(error))
    return found.with_traceback(error.__traceback__) if full() else found


def of_the_machine(text: str) -> Exception:
    """Python's exception for an error of XLA."""
    kind, _, said = text.partition(": ")
    if kind == "RESOURCE_EXHAUSTED":
        return MemoryError(said[:1].lower() + said[1:])
    if "deleted or donated" in text:
        return RuntimeError("this array has been deleted, or donated to a compiled function")
    return RuntimeError(text)


def is_of_collective(error: Exception) -> bool:
    """Whether an error says that processes could not communicate. C++ raises it as one of several classes."""
    return isinstance(error, (RuntimeError, ValueError)) and str(error).startswith("UNKNOWN: Gloo ")


def tidy(error: BaseException) -> None:
    """Take our frames out of the traceback of an error, and hide the errors inside Recto that led to it."""
    if full():
        return
    error.__traceback__ = own_frames(error.__traceback__)
    before = error.__context__
    while before is not None and arose_inside(before):
        before = before.__context__
    if before is error.__context__:
        return
    error.__cause__ = None
    if before is not None:
        error.__suppress_context__ = False
    if before is not None or not isinstance(error, transform.InternalError):
        error.__context__ = before


def arose_inside(error: BaseException) -> bool:
    """Whether an error was caught by ours or by a library, not by the user's code."""
    return error.__traceback__ is None or not is_users(error.__traceback__.tb_frame, False)


def boundary(function: F, check: Callable[[tuple, dict], None] | None = None) -> F:
    """A public function whose errors are raised as users are to see them; `check` looks at the arguments first."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            if check is not None:
                check(args, kwargs)
            return function(*args, **kwargs)
        except Exception as error:
            try:
                raise public_error(error)
            except Exception as final:
                tidy(final)
                raise  # the frame that raises again is not put into the traceback

    return cast(F, call)


def refuse_other_names(names: dict[str, Any]) -> None:
    """Give a module with these names a `__getattr__` that raises an error with the name that was meant. Type checkers
    would take every name for defined if they saw one in the module's text."""

    @boundary
    def refuse(name: str) -> Any:
        raise no_attribute(names["__name__"], name, names)

    names["__getattr__"] = refuse
