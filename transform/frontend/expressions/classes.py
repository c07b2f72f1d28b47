"""Type tests: `isinstance` and `type` of abstract values."""

from __future__ import annotations

import functools
import sys
import types
from typing import Any

import numpy as np

from ...core.dtypes import PYTHON_CLASSES, kind
from ...core.errors import CompileError
from ...ir.builder import Sym
from ...ir.program import Type
from .containers import is_element
from .union_types import depends_on_path
from ..dispatch import CLASS
from ..interpreter import Interpreter, operation
from ..state.sets import Set
from ..state.values import (
    Array,
    Bound,
    Closure,
    DynamicText,
    External,
    HostMethod,
    Instance,
    Option,
    Partial,
    class_of,
    compute,
    describe,
    is_of_several,
)


@operation
def isinstance_(interp: Interpreter, value: Any, classes: Any) -> bool:
    if isinstance(value, Option):
        return isinstance_of_option(interp, value, classes)
    given = classes if isinstance(classes, tuple) else (classes,)
    classes = tuple(map(interp.outside.whole, given))
    for cls in classes:
        refuse_own_test(cls, "__instancecheck__")
    if isinstance(value, Sym) and value.members is not None:
        found = {compute(issubclass, class_of_number(m), classes) for m in value.members}
        return found.pop() if len(found) == 1 else refuse_union(value, "isinstance")
    if is_element(value):
        found = {compute(interp.outside.subclass, cls, classes) for cls in classes_of_element(value)}
        return found.pop() if len(found) == 1 else refuse_element(value)
    if is_of_several(value):
        return interp.is_of_class(value, classes)
    return compute(interp.outside.subclass, type_of(interp, value), classes)


def refuse_own_test(cls: Any, name: str) -> None:
    """Refuse a class whose metaclass says itself what belongs to it. (Those of abc and typing ask for methods.)"""
    found = getattr(type(cls), name, None)
    if (
        isinstance(found, types.FunctionType)
        and found.__module__.split(".")[0] not in sys.stdlib_module_names
    ):
        raise CompileError(
            f"{type(cls).__name__}, the metaclass of {cls.__name__}, defines {name}", "ask for a class"
        )


def isinstance_of_option(interp: Interpreter, value: Option, classes: Any) -> Any:
    """isinstance of what is None on some paths."""
    of_value, of_none = (isinstance_(interp, v, classes) for v in (interp.read(value.value), None))
    if isinstance(of_value, Sym):
        return interp.fork(
            interp.sym(interp.compare("IsNot", value, None)), lambda: of_value, lambda: of_none
        )
    return of_value if of_value == of_none else interp.compare("IsNot" if of_value else "Is", value, None)


def class_of_number(t: Type) -> type:
    return PYTHON_CLASSES[kind(t.dtype)] if t.weak else t.dtype.type


def refuse_union(value: Sym, what: str) -> Any:
    raise depends_on_path(value, what)


def classes_of_element(value: Instance) -> tuple[type, type]:
    """The classes that an element of a masked array may have."""
    return type(np.ma.masked), value.attributes["recto_data"].dtype.type


def refuse_element(value: Instance) -> Any:
    raise CompileError(
        "the class of an element of a masked array depends on data", "compare it with np.ma.masked by `is`"
    )


def type_of(interp: Interpreter, value: Any) -> type:
    return CLASS(interp, value)


@CLASS.of(Option)
def class_of_option(interp: Interpreter, value: Option) -> type:
    raise CompileError(f"the type of {describe(value)}", "compare it with None first")


@CLASS.of(Sym)
def class_of_scalar(interp: Interpreter, value: Sym) -> type:
    return class_of_number(value.type) if value.members is None else refuse_union(value, "type")


CLASS.of(object)(lambda interp, value: type(value))
CLASS.of(Array)(lambda interp, value: np.ndarray)
CLASS.of(Instance)(
    lambda interp, value: (
        refuse_element(value)
        if is_element(value)
        else interp.known_class(value)
        if is_of_several(value)
        else class_of(value)
    )
)
CLASS.of(External)(lambda interp, value: type(value.unread))
CLASS.of(Closure)(lambda interp, value: types.FunctionType)
CLASS.of(Bound)(lambda interp, value: types.MethodType)
CLASS.of(HostMethod)(lambda interp, value: types.BuiltinFunctionType)
CLASS.of(Partial)(lambda interp, value: functools.partial)
CLASS.of(DynamicText)(lambda interp, value: str)
CLASS.of(Set)(lambda interp, value: set)
