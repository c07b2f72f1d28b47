"""Statements, one rule for each class of node. (`if` is run by `Interpreter.block`, because it may absorb the
statements after it.)
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import types
from collections.abc import Callable
from typing import Any

import gast

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..assignment.attributes import delete_attribute
from ..assignment.augmented import augmented_assignment
from ..assignment.targets import exchanges_rows
from ..expressions.containers import delete_item
from ..frame import BREAK, CONTINUE, EXIT, RESULT, RETURN, Frame
from ..interpreter import STATEMENTS, Interpreter, operation
from ..state.diagnostics import DELETE, RERAISE
from ..outside.paths import Path
from ..models.returned import check_returned
from ..state.texts import made_with
from ..state.values import NEVER, UNSET, Closure, compute, describe
from .context_managers import run_with
from .generators import split_yields, run_suspension
from .looping.loops import run_for, run_while
from .match_statement import run_cases


def suspending(run: Callable[[Interpreter, Frame, Any], None]) -> Callable[[Interpreter, Frame, Any], None]:
    """A statement whose value may be a `yield`: the rest of it is a statement behind that."""

    def rule(interp: Interpreter, frame: Frame, node: Any) -> None:
        if isinstance(node.value, (gast.Yield, gast.YieldFrom)):
            return interp.block(frame, split_yields(node))
        run(interp, frame, node)

    return rule


@suspending
def run_assign(interp: Interpreter, frame: Frame, node: gast.Assign) -> None:
    if interp.growing is not None and exchanges_rows(interp, frame, node):
        return
    value = interp.evaluate(frame, node.value)
    for target in node.targets:
        interp.assign(frame, target, value)


@suspending
def run_annotated(interp: Interpreter, frame: Frame, node: gast.AnnAssign) -> None:
    if node.value is not None:
        interp.assign(frame, node.target, interp.evaluate(frame, node.value))


def run_expression(interp: Interpreter, frame: Frame, node: gast.Expr) -> None:
    if isinstance(node.value, (gast.Yield, gast.YieldFrom)):
        run_suspension(interp, frame, node.value)
    elif not isinstance(node.value, gast.Constant):
        interp.evaluate(frame, node.value)


@suspending
def run_return(interp: Interpreter, frame: Frame, node: gast.Return) -> None:
    value = interp.evaluate(frame, node.value) if node.value is not None else None
    if len(interp.calls) == 1:
        check_returned(value)
    interp.trail.write(frame, RESULT, value)
    interp.trail.write(frame, EXIT, RETURN)


def run_break(interp: Interpreter, frame: Frame, node: gast.Break) -> None:
    interp.trail.write(frame, EXIT, BREAK)


def run_continue(interp: Interpreter, frame: Frame, node: gast.Continue) -> None:
    interp.trail.write(frame, EXIT, CONTINUE)


def run_pass(interp: Interpreter, frame: Frame, node: Any) -> None:
    pass


def run_raise(interp: Interpreter, frame: Frame, node: gast.Raise) -> None:
    """The exception is raised at the end of the call, where this is reached."""
    if node.exc is None:
        if not interp.run_again(frame):
            raise RERAISE.error()
        return
    exception, arguments, names = exception_class(interp, frame, node.exc)
    if node.cause is not None and any(isinstance(n, gast.Call) for n in gast.walk(node.cause)):
        interp.evaluate(frame, node.cause)  # (the cause itself is not kept)
    interp.unless_failed(frame, lambda: interp.leave_with_error(frame, exception, arguments, names))


def exception_class(interp: Interpreter, frame: Frame, node: Any) -> tuple[Any, tuple, tuple[str, ...]]:
    """The exception class and its arguments, the last of which are passed by these names."""
    names: tuple[str, ...] = ()
    if isinstance(node, gast.Call):
        exception = interp.evaluate(frame, node.func)
        arguments, names = raised_arguments(interp, frame, exception, node)
    else:
        exception, arguments = interp.evaluate(frame, node), ()
    if isinstance(exception, BaseException):
        exception, arguments = type(exception), exception.args
    if not (isinstance(exception, type) and issubclass(exception, BaseException)):
        raise CompileError(
            f"{describe(exception)} can't be raised", "raise an exception class or an instance of one"
        )
    if any(isinstance(v, Closure) for cls in exception.__mro__ for v in vars(cls).values()):
        raise CompileError(
            f"an exception of class {exception.__name__}, which is made here and has methods, can't be raised",
            "define the class outside of the function",
        )
    own = exception.__init__ if inspect.isfunction(exception.__init__) else None
    return (exception, arguments, names) if own is None else made_of(exception, arguments, names)


def made_of(
    exception: type[BaseException], arguments: tuple, names: tuple[str, ...]
) -> tuple[type[BaseException], tuple, tuple[str, ...]]:
    """The exception that comes of making one with its own `__init__`: TypeError, if the arguments don't fit."""
    first = len(arguments) - len(names)
    try:
        named = dict(zip(names, arguments[first:]))
        inspect.signature(exception.__init__).bind(None, *arguments[:first], **named)
    except TypeError:
        try:
            made_with(exception, arguments, names)
        except TypeError as error:
            return TypeError, error.args, ()
    return exception, arguments, names


def raised_arguments(
    interp: Interpreter, frame: Frame, exception: Any, node: gast.Call
) -> tuple[tuple, tuple[str, ...]]:
    """The arguments with which an exception is made, and the names of the last, where they have to be passed so."""
    given: list = []
    for a in node.args:
        if isinstance(a, gast.Starred):
            given += interp.known_items(interp.evaluate(frame, a.value), "a starred argument")
        else:
            given.append(interp.evaluate(frame, a))
    named = {k.arg: interp.evaluate(frame, k.value) for k in node.keywords}
    if not named:
        return tuple(given), ()
    made = getattr(exception, "__init__", None)
    found = by_position(made, given, named) if inspect.isfunction(made) else None
    if None in named:
        raise CompileError(
            f"arguments of {getattr(exception, '__name__', describe(exception))} in a dict can't be kept",
            "pass them one by one",
        )
    return ((*given, *named.values()), tuple(named)) if found is None else (found, ())


def by_position(made: types.FunctionType, given: list, named: dict) -> tuple | None:
    """The arguments of an __init__, which sets .args anew, by position; None where one can be passed by name alone."""
    try:
        bound = inspect.signature(made).bind(None, *given, **named)
    except TypeError:
        return None
    bound.apply_defaults()
    anew = "__init__" in made.__code__.co_names  # or else .args is what was passed by position
    return bound.args[1:] if anew and not bound.kwargs else None


@operation
def leave_with_error(
    interp: Interpreter, frame: Frame, exception: type, arguments: tuple, names: tuple[str, ...] = ()
) -> None:
    payload = interp.payload(arguments)
    code = interp.error_site(exception, dataclasses.replace(payload, names=names) if names else payload)
    interp.trail.write(interp.registers, "error", code)
    interp.trail.write(frame, RESULT, NEVER)
    interp.trail.write(frame, EXIT, RETURN)


def run_assert(interp: Interpreter, frame: Frame, node: gast.Assert) -> None:
    condition = interp.truth(frame, node.test)

    def failed() -> None:
        arguments = (interp.evaluate(frame, node.msg),) if node.msg is not None else ()
        interp.unless_failed(frame, lambda: interp.leave_with_error(frame, AssertionError, arguments))

    if isinstance(condition, Sym):
        interp.unless_failed(frame, lambda: interp.fork(condition, lambda: None, failed))
    elif not condition:
        interp.unless_failed(frame, failed)


def run_def(interp: Interpreter, frame: Frame, node: gast.FunctionDef) -> None:
    decorators = [interp.evaluate(frame, decorator) for decorator in node.decorator_list]
    value: Any = interp.make_closure(frame, node, node.name)
    for decorator in reversed(decorators):
        value = interp.call(decorator, [value], {})
    interp.assign_name(frame, node.name, value)


def run_global(interp: Interpreter, frame: Frame, node: gast.Global) -> None:
    frame.globals_declared.update(node.names)


def run_nonlocal(interp: Interpreter, frame: Frame, node: gast.Nonlocal) -> None:
    frame.nonlocals.update(node.names)


def run_delete(interp: Interpreter, frame: Frame, node: gast.Delete) -> None:
    for target in node.targets:
        with interp.at(frame, target):
            delete(interp, frame, target)


def delete(interp: Interpreter, frame: Frame, target: Any) -> None:
    if isinstance(target, gast.Name):
        interp.lookup(frame, target.id)
        interp.trail.write(frame.owner(target.id) or frame, target.id, UNSET)
    elif isinstance(target, gast.Subscript):
        owner, index = interp.evaluate(frame, target.value), interp.evaluate(frame, target.slice)
        interp.unless_failed(frame, lambda: delete_item(interp, owner, index))
    elif isinstance(target, gast.Attribute):
        delete_attribute(interp, interp.evaluate(frame, target.value), target.attr)
    else:
        raise DELETE.error()


def run_import(interp: Interpreter, frame: Frame, node: Any) -> None:
    """import inside a function: the module as it is now."""
    for alias in node.names:
        if isinstance(node, gast.ImportFrom):
            package = frame.host.__globals__.get("__package__") if frame.host else None
            value = imported_from(interp, "." * (node.level or 0) + (node.module or ""), package, alias.name)
        else:
            value = imported_module(interp, alias.name)
            value = value if alias.asname else imported_module(interp, alias.name.split(".")[0])
        interp.assign_name(frame, alias.asname or alias.name.split(".")[0], value)


def imported_module(interp: Interpreter, name: str, package: str | None = None) -> Any:
    """The module that an import statement gives."""
    module = compute(importlib.import_module, name, package)
    return interp.external(
        module, Path(("import", module.__spec__.name if module.__spec__ else module.__name__))
    )


def imported_from(interp: Interpreter, name: str, package: str | None, member: str) -> Any:
    """The value of `from name import member`: an attribute of the module, else a module in it."""
    module = imported_module(interp, name, package)
    if member == "*":
        raise CompileError("SyntaxError: import * only allowed at module level")
    if not hasattr(module.unread, member) and hasattr(module.unread, "__path__"):
        return imported_module(interp, f"{module.unread.__name__}.{member}")
    return interp.get_attribute(module, member)


def run_match(interp: Interpreter, frame: Frame, node: Any) -> None:
    run_cases(interp, frame, node)


STATEMENTS |= {
    gast.Assign: run_assign,
    gast.AugAssign: augmented_assignment,
    gast.AnnAssign: run_annotated,
    gast.Expr: run_expression,
    gast.Return: run_return,
    gast.Break: run_break,
    gast.Continue: run_continue,
    gast.Pass: run_pass,
    gast.For: run_for,
    gast.While: run_while,
    gast.Raise: run_raise,
    gast.Assert: run_assert,
    gast.FunctionDef: run_def,
    gast.Global: run_global,
    gast.Nonlocal: run_nonlocal,
    gast.Delete: run_delete,
    gast.Import: run_import,
    gast.ImportFrom: run_import,
    gast.With: run_with,
    gast.Match: run_match,
}
