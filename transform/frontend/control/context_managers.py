"""`with`: context managers made by generators, objects with __enter__ and __exit__, and those that are
entered while compiling.

    @contextmanager                    log.append(1)
    def noted(log):                    try:
        log.append(1)                      body
        try: yield             =>      finally:
        finally: log.append(2)             log.append(2)
    with noted(log): body

The body is read where the generator yields. What it raises is raised there; where it leaves by `return`, `break` or
`continue`, the generator runs to its end first.
"""

from __future__ import annotations

import contextlib
import functools
import operator
from typing import Any

import gast
import numpy as np

from ...core.errors import CompileError
from ...ir.builder import Sym
from ...primitives import select
from ..calls.host_library import check_settings
from ..expressions.effects import context_manager
from ..expressions.operators import defines_method
from ..generator_functions import managed
from ..frame import EXIT, NORMAL, Frame
from ..interpreter import Interpreter
from ..state.values import Poison, compute
from .exceptions import exception_value
from .generators import (
    CLOSED,
    RAISED,
    START,
    Consumer,
    Generator,
    begin,
    read_generator_body,
    follow,
    leave_where,
)

GIVEN = "<given>"  # a frame's register: has its generator yielded?
MANAGING = contextlib.contextmanager(managed).__code__  # that of all functions with @contextmanager


class ContextManager:
    """The result of a generator function with @contextmanager."""

    def __init__(self, generator: Generator):
        self.generator = generator


class BlockManager:
    """A context manager of recto's own, which reads the body itself."""

    def run(self, interp: Interpreter, frame: Frame, node: gast.With) -> None:
        raise NotImplementedError


class Block(Consumer):
    """The body of a with statement."""

    def give(self, interp: Interpreter, body: Frame, value: Any) -> None:
        frame, node, error = self.frame, self.node, interp.registers["error"]
        if body.variables[GIVEN] is not False:
            raise CompileError(
                f"the context manager {body.name} may yield more than once",
                "let it yield once, and not in a loop",
            )
        interp.trail.write(body, GIVEN, True)
        before = frame.error
        with self.around(interp, thrown=True):
            frame.error = error
            target = node.items[0].optional_vars
            if target is not None:
                interp.assign(frame, target, value)
            interp.unless_failed(frame, lambda: interp.block(frame, node.body))
            interp.note_error(frame)
        frame.error = before
        interp.trail.write(body, RAISED, interp.registers["error"])
        follow(interp, body, frame.variables.get(CLOSED, NORMAL))  # GeneratorExit goes through it


def run_with(interp: Interpreter, frame: Frame, node: gast.With) -> None:
    if len(node.items) > 1:
        node = parted_items(node)
    item = node.items[0]
    manager = interp.evaluate(frame, item.context_expr)
    with interp.at(frame, item.context_expr):
        if isinstance(manager, BlockManager):
            return manager.run(interp, frame, node)
        generator = generator_of(interp, manager)
    if generator is not None:
        interp.unless_failed(frame, lambda: run_managed(interp, frame, node, generator))
        return
    with contextlib.ExitStack() as stack:  # entered while the block is read
        with interp.at(frame, item.context_expr):
            before = np.geterr()
            value = compute(stack.enter_context, context_manager(manager))
            check_settings([how for kind, how in np.geterr().items() if how != before[kind]])
        if item.optional_vars is not None:
            interp.assign(frame, item.optional_vars, value)
        interp.block(frame, node.body)


def generator_of(interp: Interpreter, manager: Any) -> Generator | None:
    """The generator that a context manager runs; None for one that is known now."""
    if isinstance(manager, ContextManager):
        return manager.generator
    if defines_method(interp, manager, "__enter__") and defines_method(interp, manager, "__exit__"):
        return interp.generator(managed, manager)
    return None


@functools.lru_cache(1024)
def parted_items(node: gast.With) -> gast.With:
    """with a, b: body   =>   with a: with b: body"""
    inner = gast.copy_location(gast.With(node.items[1:], node.body, None), node)
    return gast.copy_location(gast.With(node.items[:1], [inner], None), node)


def run_managed(interp: Interpreter, frame: Frame, node: gast.With, value: Generator) -> None:
    body, entry = value.frame, interp.registers["error"]
    if value.state[0] != START:
        raise CompileError("a context manager is entered twice", "make a new one: call the function again")
    value.close(interp)
    body.consumer = Block(frame, node, value, [*interp.calls], [*interp.trying], [*interp.handled])
    begin(interp, body, entry)
    interp.trail.write(body, GIVEN, False)
    with read_generator_body(interp, body):
        interp.resume(value, START)
    check_given(interp, frame, body.variables[GIVEN])
    raised, error = body.variables[RAISED], interp.registers["error"]
    if error is not entry:
        leave_where(interp, frame, error)
    if raised is not error:
        go_on_where_suppressed(interp, frame, raised, error)
    frame.error = error


def check_given(interp: Interpreter, frame: Frame, given: Any) -> None:
    """A generator that ends without a yield is an error, unless it has failed."""
    message, error = "generator didn't yield", interp.registers["error"]
    if isinstance(given, Sym):
        interp.fail_if(~interp.sym(given), RuntimeError, (message,))
    elif not given and not isinstance(error, Sym) and not error:
        interp.leave_with_error(frame, RuntimeError, (message,))
    elif not given and isinstance(error, Sym):
        interp.fail_if(interp.builder.lift(np.True_), RuntimeError, (message,))


def go_on_where_suppressed(interp: Interpreter, frame: Frame, raised: Any, error: Any) -> None:
    """Behind a body that has raised what the context manager has caught."""
    if not isinstance(raised, Sym) and not isinstance(error, Sym):
        if raised and not error:
            interp.trail.write(frame, EXIT, NORMAL)
        return
    exit = interp.sym(frame.exit)
    suppressed = (interp.sym(raised) != 0) & (interp.sym(error) == 0)
    interp.trail.write(
        frame, EXIT, select(suppressed, interp.builder.lift(np.asarray(NORMAL, exit.dtype)), exit)
    )


def managed_by(interp: Interpreter, function: Any, *args: Any, **kwargs: Any) -> ContextManager:
    """The context manager that a function with @contextmanager returns. It must be a generator function."""
    generator = interp.call(function, list(args), kwargs)
    if not isinstance(generator, Generator):
        raise CompileError("contextmanager of a function that is no generator", "let it yield once")
    return ContextManager(generator)


def leave_manager(interp: Interpreter, manager: Any) -> Any:
    """manager.__exit__ with the exception that is handled; of several classes, with the one that it is."""
    codes, error = interp.handled[-1]
    kind = interp.errors[codes[0] - 1][0]
    same = [code for code in codes if interp.errors[code - 1][0] is kind]
    if len(same) == len(codes):
        return exit_with(interp, manager, kind, exception_value(interp, codes))
    others = [code for code in codes if code not in same]
    matches = functools.reduce(operator.or_, [interp.sym(error) == code for code in same])
    return interp.fork(
        matches,
        lambda: leave_with(interp, manager, same, error),
        lambda: leave_with(interp, manager, others, error),
    )


def leave_with(interp: Interpreter, manager: Any, codes: list[int], error: Any) -> Any:
    """The same where the exception is one of these."""
    interp.handled.append((codes, error))
    try:
        return leave_manager(interp, manager)
    finally:
        interp.handled.pop()


def exit_with(interp: Interpreter, manager: Any, kind: type, value: Any) -> Any:
    trace = Poison("the traceback of an exception", "use the exception, or its class")
    return interp.call_method(manager, "__exit__", [kind, value, trace])
