"""Error context: give each error of a reading its place, and tell the compiler's faults from the user's."""

from __future__ import annotations

import contextlib
import os
import types
from collections.abc import Iterator
from typing import Any

from ..core.errors import CompileError, InternalError, NeedsArrays, NeedsSize, NeedsSlots, Span, span_of
from ..core.frames import deep_stack, is_library, own_frames
from ..core.source import function_tree, unwrap
from .bounded.assumed_sizes import NeedsOrder
from .lists.places import NeedsType
from .interpreter import Interpreter
from .state.entered import ReadAgain
from .outside.other_libraries import place_at_users_line


@contextlib.contextmanager
def reading(interp: Interpreter, function: Any) -> Iterator[None]:
    """Around the reading of a function.

    Raises:
        CompileError: the user's; without a place so far it is placed at the function's definition.
        InternalError: for anything else that is raised inside, with the line that was being read.
    """
    try:
        with deep_stack(lambda: interp.span):
            yield
    except CompileError as error:
        place_at_users_line(error)
        if not error.spans:
            error.at(error.origin or definition(function))
        raise
    except (InternalError, NeedsArrays, NeedsOrder, NeedsSize, NeedsSlots, NeedsType, ReadAgain):
        raise
    except Exception as error:
        theirs = own_frames(error.__traceback__)
        if theirs is not None:
            raise users_fault(error, theirs).at(interp.span) from None
        message = f"the compiler failed here: {type(error).__name__}: {error}"
        raise InternalError(message, interp.span) from error


def users_fault(error: Exception, trace: types.TracebackType) -> CompileError:
    """The error where code of the user's failed that was run while compiling: a __getattr__, an __eq__."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return CompileError(
        f"{type(error).__name__}: {error}",
        f"{code.co_qualname}, line {trace.tb_lineno} of {os.path.basename(code.co_filename)}, raised "
        "it: it was run while compiling",
    )


def definition(function: Any) -> Span | None:
    """The place of a function's definition; None if it is unknown, or not the user's."""
    plain = unwrap(function)
    if not isinstance(plain, types.FunctionType) or is_library(plain.__code__.co_filename):
        return None
    try:
        return span_of(function_tree(plain), plain.__code__.co_filename, function.__name__)
    except CompileError:
        return None
