"""Generators by inlining: the generator's body is read where it is consumed, and the consumer's body at each
`yield`.

    def gen(n):                        for i in range(n):
        for i in range(n):                 x = i * i
            yield i * i         =>         total += x
    for x in gen(n): total += x

So a loop of the generator stays a loop, with the consumer's body inside. Where the consumer leaves by `break`, `return`
or an exception, the generator leaves too, as by a `return`: its `finally` blocks run and nothing else of it.
What consumes a generator is always a `for` loop; those of `list`, `sum`, `zip` … are in generator_functions.py.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Iterator as Yielding
from typing import Any

import gast
import numpy as np

from ...core.errors import CompileError
from ...ir.builder import Sym
from ...primitives import select
from ..expressions.containers import METHODS
from ..expressions.iterators import EXHAUSTED, UNKNOWN, static_state, set_position
from ..dispatch import ATTRIBUTE, ITERATE
from ..generator_functions import listed
from ..frame import EXIT, NORMAL, RESULT, RETURN, Frame
from ..interpreter import DEPTH_LIMIT, EXPRESSIONS, Interpreter, operation
from ..lists.items import ask_for
from ..lists.places import is_asked_for, is_tried, settled_here
from ..state.diagnostics import YIELD_INSIDE
from ..state.values import END, NEVER, HostMethod, Instance, Iterator, Maybe, describe
from .branches import leave_failed
from .looping.loop_fixpoint import read_body, settle_continue
from .looping.loop_names import contains, yields

START = 0  # how far a generator is: see also EXHAUSTED, UNKNOWN, and stepping.py
RAISED = "<raised>"  # a frame's register: the code of what its consumer has raised
CLOSED = "<closed>"  # … how its consumer has left, for the with statements that it is in
ITEM, SENT = ".item", ".sent"  # variables of a generator: an item of `yield from`, the value of a `yield`


class Generator(Iterator):
    """The result of a generator function: a frame with its arguments, none of whose statements has run.

    state: START, EXHAUSTED, UNKNOWN, or what is left of the body (see stepping.py).
    """

    driven = True

    def __init__(self, interp: Interpreter, frame: Frame, body: list[Any]):
        super().__init__(type(_ for _ in ()), interp.trail.allocate([START]))
        self.frame, self.body = frame, body
        frame.local = frame.local | {ITEM, SENT}
        frame.variables[SENT] = None

    def pull(self, interp: Interpreter) -> Any:
        return interp.step(self)

    def close(self, interp: Interpreter) -> None:
        set_position(interp, self, UNKNOWN)

    def machinery(self) -> set[int]:
        return super().machinery() | {id(self.frame)}

    def place(self, interp: Interpreter) -> Any:
        place = static_state(interp, self)
        if place == UNKNOWN:
            raise CompileError(
                f"{describe(self)} is read after a loop, or in one, that may have read a part of it",
                "make a list of it before the loop: list(…)",
            )
        return place


@dataclasses.dataclass
class Consumer:
    """A for loop that goes through a generator: where it stands, and what the interpreter knows there."""

    frame: Frame
    node: Any
    value: Generator
    calls: list
    trying: list
    handled: list

    @contextlib.contextmanager
    def around(self, interp: Interpreter, thrown: bool = False) -> Yielding[None]:
        """Read the consumer's body inside the generator's. `thrown`: whether the generator may catch what it
        raises."""
        inside = interp.calls, interp.trying, interp.handled
        guarded = [()] if len(interp.trying) > len(self.trying) else []  # a `finally` of the generator's
        interp.calls, interp.handled = [*self.calls], [*self.handled]
        interp.trying = interp.trying if thrown else [*self.trying, *guarded]
        try:
            yield
        finally:
            interp.calls, interp.trying, interp.handled = inside

    def give(self, interp: Interpreter, body: Frame, value: Any) -> None:
        """The consumer's body with an item of the generator."""
        frame, error = self.frame, interp.registers["error"]
        before = frame.error
        with self.around(interp):
            frame.error = error
            interp.trail.write(frame, EXIT, NORMAL)
            if RESULT in frame.variables:
                interp.trail.write(frame, RESULT, NEVER)
            consume(interp, self, value)
        frame.error = before
        if interp.registers["error"] is not error:
            interp.trail.write(body, RAISED, interp.registers["error"])
            interp.trail.write(interp.registers, "error", error)
        follow(interp, body, frame.exit)


@operation
def generator(interp: Interpreter, function: Any, *args: Any) -> Any:
    """A generator of Recto's own."""
    return interp.call_inline(function, list(args), {})


@operation
def generator_of(interp: Interpreter, frame: Frame, body: list[Any]) -> Generator:
    """The generator with this body."""
    return Generator(interp, frame, body)


@ITERATE.of(Generator)
def items_listed(interp: Interpreter, value: Generator) -> Any:
    """All items, one after the other in a list."""
    return interp.iterate(interp.list_of(value))


@ATTRIBUTE.of(Generator)
def method_of_generator(interp: Interpreter, value: Generator, name: str) -> Any:
    if name in METHODS[Generator]:
        return HostMethod(name, value)
    raise CompileError(
        f"a generator has no attribute {name} in compiled code", "consume it by for, next() and send()"
    )


def send(interp: Interpreter, value: Generator, sent: Any) -> Any:
    """The next item of a generator, whose `yield` gives what is sent."""
    if sent is not None and value.place(interp) == START:
        raise CompileError(
            "can't send non-None value to a just-started generator", "call next() on it first", kind=TypeError
        )
    item = interp.step(value, sent)
    if item is END:
        raise CompileError("StopIteration: nothing is left in the generator", "send fewer values")
    return item


def close(interp: Interpreter, value: Generator) -> None:
    """Nothing more is read of it."""
    blocks = [n for s in value.body for n in gast.walk(s) if isinstance(n, (gast.Try, gast.With))]
    if any(map(yields, blocks)) and value.place(interp) not in (START, EXHAUSTED):
        raise CompileError(
            f"{value.frame.name}.close(), with a try or with around its yield",
            "loop over the call itself: for x in gen(…)",
        )
    set_position(interp, value, EXHAUSTED)


METHODS[Generator] = {"send": send, "close": close}


@operation
def consume_generator(interp: Interpreter, function: Any, *args: Any) -> Any:
    """The result of one of Recto's own functions that reads a generator: nothing is read if the statement has
    failed."""
    frame = next(f for f in reversed(interp.calls) if not f.own)
    return interp.value_unless_failed(frame, lambda: interp.call(function, list(args), {}))


@operation
def list_of(interp: Interpreter, iterator: Iterator, what: str = "list", is_long: bool = False) -> Any:
    """list(iterator) by a loop.

    Args:
        what: tells it from other lists that one expression makes.
        is_long: whether it had better be one array.
    """
    span = interp.span
    place = (span.file, what, span.line, span.column) if span else ("", what, 0, 0)
    if is_long:
        ask_for(interp, place)
    return settled_here(interp, place, lambda: list_by_loop(interp, place, iterator))


def list_by_loop(interp: Interpreter, place: tuple, iterator: Iterator) -> Any:
    if not iterator.driven and is_tried(interp, place) and not is_asked_for(interp, place):
        return interp.new_list(interp.known_items(iterator, "list(…)"))
    return interp.consume_generator(listed, interp.empty_list(place), iterator)


# -- the consumer ----------------------------------------------------------------------------------------------------


def run_generator(interp: Interpreter, frame: Frame, node: gast.For, value: Generator) -> None:
    """A for loop over a generator."""
    place, body, entry = value.place(interp), value.frame, interp.registers["error"]
    if place == EXHAUSTED:
        return
    set_position(interp, value, UNKNOWN)
    body.consumer = Consumer(frame, node, value, [*interp.calls], [*interp.trying], [*interp.handled])
    begin(interp, body, entry)
    with read_generator_body(interp, body):
        interp.resume(value, place)
        result = interp.result_of(body) if is_delegation(node) else None
    settle_errors(interp, frame, body, entry)
    if isinstance(frame.exit, Sym) or frame.exit != NORMAL:
        check_closed(frame, node, value)
    else:
        set_position(interp, value, EXHAUSTED)
    if is_delegation(node):
        interp.trail.write(frame, SENT, result)


def begin(interp: Interpreter, body: Frame, error: Any) -> None:
    body.error = error
    interp.trail.write(body, RAISED, 0)
    interp.trail.write(body, CLOSED, NORMAL)


@contextlib.contextmanager
def read_generator_body(interp: Interpreter, frame: Frame) -> Yielding[None]:
    """Read a generator's body."""
    if len(interp.calls) > DEPTH_LIMIT:
        raise CompileError(
            f"{frame.name} iterates over itself, and no static value ends the recursion",
            "recursion must end on static values (shapes, Python ints)",
        )
    interp.calls.append(frame)
    try:
        yield
    finally:
        interp.calls.pop()


def is_temporary(frame: Frame, node: gast.For, value: Generator, calls: list[Frame]) -> bool:
    """Whether the loop alone holds the generator, as in `for x in gen(y)`."""
    consumer = frame.consumer
    if consumer is not None and not is_temporary(
        consumer.frame, consumer.node, consumer.value, consumer.calls
    ):
        return False
    return is_delegation(node) or not any(holds(v, value, set()) for v in visible([*calls, frame]))


def visible(frames: list[Frame]) -> Yielding[Any]:
    """The values of the variables of the user's functions."""
    seen: set[int] = set()
    while frames:
        frame = frames.pop()
        if id(frame) in seen:
            continue
        seen.add(id(frame))
        frames += [
            f for f in (frame.outer, *(frame.consumer.calls if frame.consumer else ())) if f is not None
        ]
        yield from (v for name, v in frame.variables.items() if not frame.own and name[:1] != ".")


def holds(value: Any, wanted: Generator, seen: set[int]) -> bool:
    """Whether a generator can be reached from a value."""
    if value is wanted:
        return True
    if id(value) in seen:
        return False
    seen.add(id(value))
    match value:
        case list() | tuple():
            items = value
        case dict():
            items = list(value.values())
        case Instance():
            items = list(value.attributes.values())
        case Generator():
            items = list(value.frame.variables.values())
        case Iterator():
            items = value.sources
        case Maybe():
            items = [value.value]
        case _:
            return False
    return any(holds(item, wanted, seen) for item in items)


def check_closed(frame: Frame, node: gast.For, value: Generator) -> None:
    """A generator that somebody else holds is not closed where the loop is left: its `finally` blocks run later."""
    blocks = [n for s in value.body for n in gast.walk(s) if isinstance(n, (gast.Try, gast.With))]
    if any(map(yields, blocks)) and not is_temporary(frame, node, value, value.frame.consumer.calls):
        raise CompileError(
            f"a loop may leave {value.frame.name}, which has a try or with around its yield and is "
            "closed when nothing holds it any more",
            "loop over the call itself: for x in gen(…)",
        )


def settle_errors(interp: Interpreter, frame: Frame, body: Frame, entry: Any) -> None:
    """Behind a generator: what it has raised itself leaves the consumer's frame too; what the consumer has raised is
    raised again."""
    own, raised = interp.registers["error"], body.variables[RAISED]
    if own is not entry:
        own = convert_stop_iteration(interp, own)
        leave_where(interp, frame, own)
    if isinstance(raised, Sym) or raised:
        both = (
            raised
            if not isinstance(own, Sym)
            else select(interp.sym(own) != 0, *match_error_codes(interp, own, raised))
        )
        own = own if not isinstance(own, Sym) and own else both
    if own is not interp.registers["error"]:
        interp.trail.write(interp.registers, "error", own)
    frame.error = own


def match_error_codes(interp: Interpreter, *codes: Any) -> list[Sym]:
    """Error codes of one type."""
    return [interp.builder.lift(interp.sym(code).astype(np.int32)) for code in codes]


def leave_where(interp: Interpreter, frame: Frame, error: Any) -> None:
    """A frame leaves where there is an error."""
    if not isinstance(error, Sym):
        if error:
            leave_failed(interp, frame)
        return
    exit = interp.sym(frame.exit)
    returned = interp.builder.lift(np.asarray(RETURN, exit.dtype))
    interp.trail.write(frame, EXIT, select(interp.sym(error) != 0, returned, exit))


def convert_stop_iteration(interp: Interpreter, error: Any) -> Any:
    """StopIteration does not leave a generator: it becomes a RuntimeError."""
    codes = [k for k, site in enumerate(interp.errors, 1) if issubclass(site[0], StopIteration)]
    if not codes or not isinstance(error, Sym) and error not in codes:
        return error
    code = interp.error_site(RuntimeError, ("generator raised StopIteration",))
    if not isinstance(error, Sym):
        return code
    for stop in codes:
        error = select(interp.sym(error) == stop, *match_error_codes(interp, code, error))
    return error


# -- the generator ---------------------------------------------------------------------------------------------------


def run_suspension(interp: Interpreter, frame: Frame, node: Any) -> None:
    """`yield x` or `yield from xs` as a statement."""
    if isinstance(node, gast.YieldFrom):
        interp.trail.write(frame, SENT, None)
        return interp.block(frame, [delegation(node)])
    value = interp.read(interp.evaluate(frame, node.value)) if node.value is not None else None
    if frame.variables[SENT] is not None:
        interp.trail.write(frame, SENT, None)
    interp.unless_failed(frame, lambda: give(interp, frame, value))


def give(interp: Interpreter, body: Frame, value: Any) -> None:
    if body.consumer is None:
        raise CompileError(
            f"it depends on data how far {body.name} is read",
            "consume it by a for loop, or make a list of it: list(…)",
        )
    body.consumer.give(interp, body, value)


def consume(interp: Interpreter, consumer: Consumer, value: Any) -> None:
    frame, node = consumer.frame, consumer.node
    with interp.at(frame, node.target):
        interp.assign(frame, node.target, value)
    interp.unless_failed(frame, lambda: read_body(interp, frame, node))
    interp.note_error(frame)
    settle_continue(interp, frame, node)


def follow(interp: Interpreter, body: Frame, left: Any) -> None:
    """The generator leaves where its consumer has left."""
    if not isinstance(left, Sym) and left == NORMAL:
        return
    depth = len(body.consumer.trying)
    if any(issubclass(GeneratorExit, cls) for caught in interp.trying[depth:] for cls in caught):
        raise CompileError(
            "a consumer leaves a generator where it catches GeneratorExit, or is in a with statement of "
            "an object",
            "catch Exception, or use finally",
        )
    if contains(body.node, gast.With):
        interp.trail.write(body, CLOSED, left)
    interp.trail.write(body, RESULT, NEVER)
    if not isinstance(left, Sym):
        return interp.trail.write(body, EXIT, RETURN)
    if not contains(body.node, gast.Break):  # which no loop takes for its own, then
        return interp.trail.write(body, EXIT, left)
    normal, returned = (interp.builder.lift(np.asarray(code, left.dtype)) for code in (NORMAL, RETURN))
    interp.trail.write(body, EXIT, select(interp.sym(left) == NORMAL, normal, returned))


@functools.lru_cache(1024)
def delegation(node: gast.YieldFrom) -> gast.For:
    """yield from xs   =>   for .item in xs: yield .item"""
    name = lambda ctx: gast.copy_location(gast.Name(ITEM, ctx, None, None), node)
    given = gast.copy_location(gast.Yield(name(gast.Load())), node)
    body = gast.copy_location(gast.Expr(given), node)
    return gast.copy_location(gast.For(name(gast.Store()), node.value, [body], [], None), node)


def is_delegation(node: Any) -> bool:
    return isinstance(node, gast.For) and isinstance(node.target, gast.Name) and node.target.id == ITEM


@functools.lru_cache(1024)
def split_yields(node: Any) -> list[Any]:
    """x = yield v   =>   yield v; x = .sent"""
    sent = gast.Name(SENT, gast.Load(), None, None)
    fields = {name: getattr(node, name) for name in node._fields} | {
        "value": gast.copy_location(sent, node.value)
    }
    return [gast.copy_location(gast.Expr(node.value), node), gast.copy_location(type(node)(**fields), node)]


def yield_inside(interp: Interpreter, frame: Frame, node: Any) -> Any:
    raise YIELD_INSIDE.error()


EXPRESSIONS |= dict.fromkeys((gast.Yield, gast.YieldFrom), yield_inside)
