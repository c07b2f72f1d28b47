"""Returnability check: refuses abstract values that compiled code can't return."""

from __future__ import annotations

import enum
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.sparsity import Pattern
from ...ir.builder import Sym
from ..interpreter import Interpreter
from ..outside.kinds import Held
from ..outside.other_libraries import INSTEAD
from ..state.texts import Text
from ..state.values import (
    NUMBERS,
    Array,
    Counted,
    DynamicText,
    External,
    Instance,
    Iterator,
    Maybe,
    Picked,
    Poison,
    Sealed,
    Sentinel,
    View,
    contains_dynamic,
    describe,
    is_dynamic,
    is_made,
)
from ..state.signature import Unless

RETURNED = (
    Held,
    enum.Enum,
    Sealed,
    Pattern,
    Text,
    str,
    bytes,
    type(None),
    *NUMBERS,
    np.dtype,
    type,
    range,
    slice,
    frozenset,
)


def is_function(value: Any) -> bool:
    """Whether it is a function that was not made in compiled code. Objects that are returned may hold
    those."""
    return isinstance(value, (np.ufunc, types.FunctionType, types.BuiltinFunctionType)) or hasattr(
        value, "__wrapped__"
    )


def check_returned(value: Any) -> None:
    """Refuse what compiled code can't return."""
    match value:
        case Counted() if value.length is None or is_dynamic(value.length):
            raise CompileError(
                "an iterable of computed length can't be returned from compiled code",
                "return its parts: the bounds of a range, the arrays of a zip",
            )
        case (
            Sym()
            | Array()
            | Maybe()
            | Poison()
            | External()
            | Counted()
            | Sentinel()
            | DynamicText()
            | Picked()
        ):
            return
        case BaseException() if contains_dynamic(value):
            raise CompileError(
                "an exception with dynamic values can't be returned from compiled code",
                "return the values, and format it outside the compiled function",
            )
        case Iterator() | View():
            raise CompileError(
                f"{describe(value)} can't be returned from compiled code", "return a list: list(…)"
            )
        case list() | tuple():
            for item in value:
                check_returned(item)
        case dict():
            check_returned(list(value.values()))
        case Instance():
            if is_made(value.cls):
                raise CompileError(
                    f"{describe(value)} can't be returned: its class is made in the function",
                    "define the class outside of the function",
                )
            check_returned([v for v in value.attributes.values() if not is_function(v)])
        case type() if is_made(value):
            if not hasattr(value, "_fields"):
                raise CompileError(
                    "a class that is made in the function can't be returned", "define it outside"
                )
        case _ if not isinstance(value, RETURNED):
            home = type(value).__module__.partition(".")[0]
            way_out = INSTEAD.get(home, "return arrays, numbers and containers of them")
            raise CompileError(f"{describe(value)} can't be returned from compiled code", way_out)


def chosen_of(
    interp: Interpreter, picked: Picked, structure: Callable[[Any], Any], leave: Callable[[Sym], Any]
) -> Any:
    """The structure of an object that data choose: of each that it may be, with the truth value that says whether it
    is that one. structure, leave: how an object, and a truth value, leave."""
    *others, (_, last) = picked.members.items()
    found = structure(last)
    for number, member in reversed(others):
        found = Unless(structure(member), leave(interp.sym(picked.number) == number), found)
    return found
