"""What Python itself says where an operation does not suit its operands, for handlers that catch its TypeError.

A user who is told by a CompileError learns more of a value than its class; `str(error)` in a handler is Python's text.
"""

from __future__ import annotations

from typing import Any

from ..core.dtypes import PYTHON_CLASSES
from ..core.errors import CompileError
from ..ir.builder import Sym
from .outside.paths import ABSENT
from .state.values import (
    Array,
    Bound,
    Closure,
    DynamicText,
    External,
    Instance,
    Iterator,
    Sealed,
    View,
    describe,
    is_host_object,
    raised_by,
)

CONCATENATED = ("str", "list", "tuple")  # whose + takes nothing else
LACKING = {
    "__len__": "object of type {!r} has no len()",
    "__getitem__": "{!r} object is not subscriptable",
    "__setitem__": "{!r} object does not support item assignment",
    "__delitem__": "{!r} object doesn't support item deletion",
    "__contains__": "argument of type {!r} is not iterable",
    "__iter__": "{!r} object is not iterable",
    "__next__": "{!r} object is not an iterator",
    "__call__": "{!r} object is not callable",
    "__neg__": "bad operand type for unary -: {!r}",
    "__pos__": "bad operand type for unary +: {!r}",
    "__invert__": "bad operand type for unary ~: {!r}",
    "__abs__": "bad operand type for abs(): {!r}",
    "__float__": "float() argument must be a string or a real number, not {!r}",
    "__int__": "int() argument must be a string, a bytes-like object or a real number, not {!r}",
    "__complex__": "complex() first argument must be a string or a number, not {!r}",
    "__round__": "type {} doesn't define __round__ method",
    "__index__": "{!r} object cannot be interpreted as an integer",
    "__enter__": "{!r} object does not support the context manager protocol",
}


def class_name(value: Any) -> str | None:
    """The name of the class of a value; None of NumPy's arrays and numbers, and where it is not known."""
    match value:
        case Sym():
            known = not value.shape and value.weak and value.union is None
            return PYTHON_CLASSES[value.dtype.kind].__name__ if known else None
        case Array() | Sealed():
            return None
        case Instance():
            if is_host_object(value):
                return None
            name = getattr(value.cls, "__recto_class__", value.cls).__name__
            return None if name == "ndarray" else name
        case External():
            return class_name(value.unread)
        case Closure():
            return "function"
        case Bound():
            return "method"
        case DynamicText():
            return "str"
        case Iterator() | View():
            return value.kind.__name__
    cls = type(value)
    return cls.__name__ if cls.__module__.partition(".")[0] not in ("numpy", "transform", "recto") else None


def type_error(message: str, said: str | None, hint: str | None = None) -> CompileError:
    """The refusal with a message for the user, as the TypeError that Python raises. said: its text, if it is known."""
    refusal = CompileError(f"TypeError: {message}", hint)
    if said is not None:
        refusal.raised = TypeError(said)
    return refusal


def lacks(value: Any, method: str, message: str, hint: str | None = None) -> CompileError:
    """The refusal of an operation for which a value has no such method."""
    name = class_name(value)
    return type_error(message, None if name is None else LACKING[method].format(name), hint)


def unsupported_operands(symbol: str, x: Any, y: Any, hint: str | None = None) -> CompileError:
    """The refusal of an operator of two values."""
    names, said = [class_name(v) for v in (x, y)], None
    if None not in names:
        one, two = names
        symbol_there = "** or pow()" if symbol == "**" else symbol
        said = f"unsupported operand type(s) for {symbol_there}: {one!r} and {two!r}"
        if symbol == "+" and one in CONCATENATED:
            said = f'can only concatenate {one} (not "{two}") to {one}'
        if symbol in ("<", "<=", ">", ">="):
            said = f"{symbol!r} not supported between instances of {one!r} and {two!r}"
    return type_error(f"unsupported operands for {symbol}: {describe(x)} and {describe(y)}", said, hint)


def check_has_method(outside: Any, value: Any, name: str) -> None:
    """Raises CompileError, as the TypeError that it is, if an operation needs a method that the class of an object does
    not have. (Python does not ask `__getattr__` for those.)"""
    if name not in LACKING or not isinstance(value, (Instance, External)) or is_host_object(value):
        return
    cls = value.cls if isinstance(value, Instance) else type(value.unread)
    if outside.member(cls, name) is ABSENT:
        said = getattr(cls, "__recto_class__", cls).__name__
        raise raised_by(TypeError(LACKING[name].format(said)), f"define {name}")
