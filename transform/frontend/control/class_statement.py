"""The class statement in a function: `class C: …` becomes a Python class whose methods are closures of the
function that is read.

class Running:                      Running = type("Running", (), {"total": 0.0, "add": Closure(add)})
    total = 0.0             ⇒
    def add(self, v): …
"""

from __future__ import annotations

import types
from typing import Any, ClassVar

import gast

from ...core.errors import CompileError
from ...core.source import Names
from ..frame import EXIT, NORMAL, Frame
from ..interpreter import STATEMENTS, Interpreter
from ..outside.paths import found_in
from ..state.diagnostics import CLASS
from ..state.values import MADE, Closure, Instance, compute, describe


def run_class(interp: Interpreter, frame: Frame, node: gast.ClassDef) -> None:
    if node.keywords:
        raise CLASS.error()
    bases = tuple(base_of(interp, interp.evaluate(frame, base)) for base in node.bases)
    inner = interp.trail.allocate(
        Frame(node.name, frame.file, Names(node.body).local, frame, frame.host, node)
    )
    interp.block(inner, node.body)
    if inner.variables[EXIT] is not NORMAL:
        raise CompileError("the body of a class in a function raises, or may raise", "raise in a method")
    names = {
        name: interp.read(value, name) for name, value in inner.variables.items() if not name.startswith("<")
    }
    noted = {
        n.target.id: read_annotation(n.annotation)
        for n in node.body
        if isinstance(n, gast.AnnAssign) and isinstance(n.target, gast.Name)
    }
    space = {"__annotations__": noted, **names, "__module__": MADE}
    made: Any = compute(type, node.name, bases, space)
    data = {name: value for name, value in names.items() if not (functions_in(value) or callable(value))}
    # it may be assigned later
    interp.classes[made] = interp.trail.allocate(Instance(types.SimpleNamespace, data))
    for function in [f for value in names.values() for f in functions_in(value)]:
        if function.frame is inner:  # and not what a decorator gives, or another function of this one
            function.frame, function.home = frame, made  # methods do not see the names of their class
    for decorator in reversed(node.decorator_list):
        made = interp.call(interp.evaluate(frame, decorator), [made], {})
    interp.assign_name(frame, node.name, made)


def base_of(interp: Interpreter, base: Any) -> type:
    hook = "__init_subclass__"
    if (
        not isinstance(base, type)
        or type(base) is not type
        or found_in(base.__mro__, hook) is not vars(object)[hook]
    ):
        raise CompileError(f"{describe(base)} can't be the base of a class in a function", CLASS.hint)
    return base


def read_annotation(annotation: Any) -> Any:
    """The annotation as far as a dataclass needs it, and whether it is that of a field."""
    return ClassVar if "ClassVar" in gast.dump(annotation) else object


def functions_in(value: Any) -> list[Closure]:
    """The functions in what a class holds under a name."""
    match value:
        case Closure():
            return [value]
        case property():
            return [f for f in (value.fget, value.fset, value.fdel) if isinstance(f, Closure)]
        case staticmethod() | classmethod():
            return functions_in(value.__func__)
    return []


STATEMENTS[gast.ClassDef] = run_class
