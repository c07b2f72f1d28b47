"""Suspended generators: read a generator up to its next `yield`, and resume it there.

The state is a stack: the remaining statements of each enclosing block, and the enclosing loops. This needs
conditions and loops whose course is known while compiling; a for loop over a generator accepts any
(generators.py).
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import gast

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..expressions.iterators import EXHAUSTED, UNKNOWN, FarRead, set_position
from ..frame import BREAK, EXIT, NORMAL, RESULT, RETURN, Frame
from ..interpreter import Interpreter, operation
from ..state.values import END, NEVER, Iterator
from .generators import SENT, START, Generator, read_generator_body, delegation, is_delegation, split_yields
from .looping.loop_names import contains, yields

REST = ".rest"  # a variable of a generator: what a loop still goes through


class Rest(NamedTuple):
    """The statements that are left of a block."""

    statements: tuple


class IterationsLeft(NamedTuple):
    """The iterations that are left of a loop; `items`: what a for loop goes through."""

    loop: Any
    items: Iterator | None


def stack_of(value: Generator, place: Any) -> list[Any]:
    return [Rest(tuple(value.body))] if isinstance(place, int) and place == START else list(place)


@operation
def step(interp: Interpreter, value: Generator, sent: Any = None) -> Any:
    """The next item, or END; `sent`: what the `yield` gives at which the generator stands."""
    place, frame = value.place(interp), value.frame
    value.returned = None
    if isinstance(place, int) and place == EXHAUSTED:
        return END
    stack, item, before = stack_of(value, place), END, frame.consumer
    if sent is not None and any(
        isinstance(level, IterationsLeft) and is_delegation(level.loop) for level in stack
    ):
        raise CompileError(
            f"send() to {frame.name}, which is suspended at a yield from",
            "send to the inner generator itself",
        )
    set_position(interp, value, UNKNOWN)
    if sent is not None or frame.variables[SENT] is not None:
        interp.trail.write(frame, SENT, sent)
    frame.consumer, frame.error = None, interp.registers["error"]
    with read_generator_body(interp, frame):
        while stack and item is END:
            item = advance(interp, frame, stack)
    frame.consumer = before
    set_position(interp, value, EXHAUSTED if item is END else tuple(stack))
    if item is END:
        value.returned = returned_value(interp, value)
    return item


def advance(interp: Interpreter, frame: Frame, stack: list[Any]) -> Any:
    """One statement, or the begin of a round. Gives an item where it yields one, else END."""
    top = stack.pop()
    if isinstance(top, IterationsLeft):
        begin_iteration(interp, frame, stack, top)
        return END
    if not top.statements:
        return END
    node, *rest = top.statements
    stack.append(Rest(tuple(rest)))
    if isinstance(node, gast.Expr) and isinstance(node.value, gast.Yield):
        return value_of_yield(interp, frame, node.value)
    if not yields(node):
        interp.block(frame, [node])
        leave(interp, frame, node, stack)
    else:
        with interp.at(frame, node):
            enter(interp, frame, node, stack)
    return END


def value_of_yield(interp: Interpreter, frame: Frame, node: gast.Yield) -> Any:
    value = None if node.value is None else interp.read(interp.evaluate(frame, node.value))
    if interp.registers["error"] is not frame.error:
        raise_dynamic(frame)
    return value


def enter(interp: Interpreter, frame: Frame, node: Any, stack: list[Any]) -> None:
    """A statement with a yield inside."""
    match node:
        case gast.Expr(value=gast.YieldFrom()):
            interp.trail.write(frame, SENT, None)
            enter(interp, frame, delegation(node.value), stack)
        case gast.Assign() | gast.AnnAssign() | gast.Return() if isinstance(
            node.value, (gast.Yield, gast.YieldFrom)
        ):
            stack.append(Rest(tuple(split_yields(node))))
        case gast.If():
            test = known_truth(interp, frame, node.test)
            stack.append(Rest(tuple(node.body if test else node.orelse)))
        case gast.While():
            stack.append(IterationsLeft(node, None))
        case gast.For():
            stack.append(IterationsLeft(node, interp.iterator_over(interp.evaluate(frame, node.iter))))
        case _:
            raise CompileError(
                f"next() of a generator that yields inside {kind_of(node)}",
                "consume it by a for loop, or make a list of it: list(…)",
            )


def kind_of(node: Any) -> str:
    return {gast.Try: "a try statement", gast.With: "a with statement"}.get(type(node), "such a statement")


def known_truth(interp: Interpreter, frame: Frame, test: Any) -> bool:
    """A condition that says whether, or how often, a generator yields."""
    truth = interp.truth(frame, test)
    if not isinstance(truth, Sym):
        return bool(truth)
    raise FarRead(
        f"it depends on data how far {frame.name} is read by next()",
        None,
        "consume it by a for loop, or make a list of it: list(…)",
    )


def begin_iteration(interp: Interpreter, frame: Frame, stack: list[Any], top: IterationsLeft) -> None:
    """The next iteration of a loop, or its `else`."""
    node = top.loop
    if top.items is None:
        more = known_truth(interp, frame, node.test)
    else:
        item = top.items.pull(interp)
        more = item is not END
        if more:
            interp.assign(frame, node.target, item)
        elif is_delegation(node) and isinstance(top.items, Generator):
            interp.trail.write(frame, SENT, returned_value(interp, top.items))
    stack += [top, Rest(tuple(node.body))] if more else [Rest(tuple(node.orelse))]


def returned_value(interp: Interpreter, value: Generator) -> Any:
    """The return value of a generator."""
    result = value.frame.variables.get(RESULT, NEVER)
    return None if result is NEVER else interp.read(result)


def leave(interp: Interpreter, frame: Frame, node: Any, stack: list[Any]) -> None:
    """Behind a statement that may have left."""
    if isinstance(frame.exit, Sym) or interp.registers["error"] is not frame.error:
        raise_dynamic(frame)
    if frame.exit == RETURN and interp.registers["error"] != 0:
        raise_dynamic(frame)
    unwind(stack, frame.exit)
    interp.trail.write(frame, EXIT, NORMAL)


def raise_dynamic(frame: Frame) -> None:
    raise CompileError(
        f"it depends on data whether {frame.name} raises or returns before its next item",
        "consume it by a for loop, or make a list of it: list(…)",
    )


def unwind(stack: list[Any], exit: int) -> None:
    """Leave the blocks that a `return`, `break` or `continue` leaves."""
    if exit == NORMAL:
        return
    while stack and (exit == RETURN or not isinstance(stack[-1], IterationsLeft)):
        stack.pop()
    if exit == BREAK:
        stack.pop()


# -- on from there ---------------------------------------------------------------------------------------------------


@operation
def resume(interp: Interpreter, value: Generator, place: Any) -> None:
    """Resume a suspended generator for a consumer."""
    if isinstance(place, int) and place == START:
        return interp.block(value.frame, value.body)
    if value.frame.variables[SENT] is not None:
        interp.trail.write(value.frame, SENT, None)
    run_stack(interp, value.frame, list(place))


def run_stack(interp: Interpreter, frame: Frame, stack: list[Any]) -> None:
    while stack:
        top = stack.pop()
        inside = any(isinstance(level, IterationsLeft) for level in stack)
        run_level(interp, frame, top, len(stack), inside)
        if isinstance(frame.exit, Sym):
            return run_where_normal(interp, frame, top, stack, inside)
        unwind(stack, frame.exit)
        if frame.exit != RETURN:
            interp.trail.write(frame, EXIT, NORMAL)


def run_level(interp: Interpreter, frame: Frame, top: Any, depth: int, inside: bool) -> None:
    frame.loop_depth += inside
    try:
        if isinstance(top, Rest):
            interp.block(frame, list(top.statements))
        elif top.items is None:
            interp.block(frame, [top.loop])
        else:
            name = f"{REST}{depth}"
            frame.local = frame.local | {name}
            interp.trail.write(frame, name, top.items)
            interp.block(frame, [rest_of(top.loop, name)])
    finally:
        frame.loop_depth -= inside


def run_where_normal(interp: Interpreter, frame: Frame, top: Any, stack: list[Any], inside: bool) -> None:
    if (
        inside
        and isinstance(top, Rest)
        and any(contains(s, (gast.Break, gast.Continue)) for s in top.statements)
    ):
        raise CompileError(
            f"it depends on data how {frame.name} continues after an item that next() has read",
            "consume all of it by one for loop",
        )
    if not stack:
        return

    def proceed() -> None:
        interp.trail.write(frame, EXIT, NORMAL)
        run_stack(interp, frame, stack)

    interp.fork(interp.sym(frame.exit) == NORMAL, proceed, lambda: None)


@functools.lru_cache(1024)
def rest_of(loop: gast.For, name: str) -> gast.For:
    """The iterations that are left of a loop, over what a variable holds."""
    items = gast.copy_location(gast.Name(name, gast.Load(), None, None), loop.iter)
    return gast.copy_location(gast.For(loop.target, items, loop.body, loop.orelse, None), loop)
