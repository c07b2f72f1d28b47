"""Operators of the user's classes with an operand that is None on some paths: on each path as Python calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.errors import CompileError, RaisesWhenReached
from ...ir.builder import Sym
from ..interpreter import Interpreter
from ..state.values import External, Instance, Option, is_host_object, is_record


def operands_told_apart(
    interp: Interpreter, operands: Sequence[Any], run: Callable[..., Any]
) -> tuple[Any, ...] | None:
    """A tuple with the result of an operator that runs on each path by itself, where an object may have a method for
    it, and an operand may be None; None where it need not."""
    operands = [interp.read(v) for v in operands]
    option = next((v for v in operands if is_unsettled(interp, v)), None)
    if option is None or not any(map(may_have_methods, operands)):
        return None
    given, absent = ([side if v is option else v for v in operands] for side in (option.value, None))
    return (interp.fork(interp.sym(option.flag), lambda: run(*given), lambda: unless_refused(run, absent)),)


def unless_refused(run: Callable[..., Any], operands: Sequence[Any]) -> Any:
    """The result on the path on which an operand is None; what Python raises there."""
    try:
        return run(*operands)
    except CompileError as error:
        if not isinstance(error.raised, TypeError):
            raise
        raise RaisesWhenReached(str(error.raised), TypeError) from None


def is_unsettled(interp: Interpreter, value: Any) -> bool:
    """May it be None, for all that is known here?"""
    return isinstance(value, Option) and isinstance(value.flag, Sym) and value.flag.atom not in interp.present


def may_have_methods(value: Any) -> bool:
    """Is it an object of a class of the user's, if it is not None?"""
    value = value.value if isinstance(value, Option) else value
    if isinstance(value, External):
        return hasattr(type(value.unread), "__dict__")
    own = (
        isinstance(value, Instance)
        and not hasattr(value.cls, "__recto_class__")
        and not is_host_object(value)
    )
    return own or is_record(value)
