"""Lists on which a loop of unknown length puts the state of every round, as handwritten and printed adjoints do.

    states = []                                     states = []
    while abs(x * x - a) > 1e-9:                    while abs(x * x - a) > 1e-9:
        states.append(x)                ⇒               x = step(x); rounds += 1
        x = 0.5 * (x + a / x)                       for k in reversed(range(rounds)):
    for x in reversed(states):                          x = iterate(k, x_0)         # k rounds of step
        …                                               …

There is no array for such a list, as nobody knows how long it gets: its items are the states of the loop, which are
computed again from the first. Which of them are kept while running is decided later
(passes/autodiff/checkpointing.py). The list is one that nothing else is done with.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any

import gast

from ....core.errors import CompileError
from ....core.source import stored_names
from ....ir.builder import Sym
from ...expressions.iterables import counted_length
from ...frame import Frame
from ...interpreter import Interpreter
from ...state.aliases import arrays_may_alias
from ...state.values import UNSET, Array, Counted, Instance, is_number
from .loop_carries import arrays_of
from .loop_names import contains, yields

LEAVING = (gast.Break, gast.Return, gast.Raise, gast.Assert)  # what may leave a loop early


class Recorded:
    """The list within its loop: how many rounds have begun."""

    iterations: int

    def append(self, value):
        self.iterations += 1


@dataclasses.dataclass(frozen=True)
class Recording:
    """A loop that does `name.append(…)` once in each round, before it changes what it appends.

    place: which statement of the body that is. parts: the variables that are put on the list; single: one alone, no
    tuple. copied: of those, of which a copy is. changed: the variables that the loop assigns, or assigns items of.
    """

    name: str
    place: int
    parts: tuple[str, ...]
    single: bool
    copied: frozenset[str]
    changed: tuple[str, ...]


@functools.lru_cache(1024)
def recording(function: Any, loop: Any) -> Recording | None:
    """The list and values that a loop records, by the syntax of its function; None if it does not, or more is
    done with the list."""
    if function is None or loop.orelse or yields(loop):
        return None
    found = (recording_at(loop, k) for k in range(len(loop.body)))
    return next((r for r in found if r is not None and is_tape(function, loop, r.name)), None)


@functools.lru_cache(1024)
def keeps_tape(function: Any, loop: Any) -> bool:
    """Whether a loop appends something to a list in each round, that is read in reverse, or by a variable,
    alone."""
    names = [found[0] for s in loop.body if (found := appended(s)) is not None]
    return function is not None and any(is_tape(function, loop, n, indexed=True) for n in names)


def appended(statement: Any) -> tuple[str, Any] | None:
    """The list and the item, of name.append(item)."""
    match statement:
        case gast.Expr(
            value=gast.Call(
                func=gast.Attribute(value=gast.Name(id=name), attr="append"), args=[item], keywords=[]
            )
        ):
            return name, item
    return None


def recording_at(loop: Any, k: int) -> Recording | None:
    """The values that a statement of the body records."""
    found = appended(loop.body[k])
    if found is None:
        return None
    name, item = found
    items = item.elts if isinstance(item, gast.Tuple) else [item]
    parts = [p for i in items if (p := part_of(i)) is not None]
    names = tuple([n for n, _ in parts])
    copied = frozenset(n for n, is_copy in parts if is_copy)
    before, behind = tuple(loop.body[:k]), tuple(loop.body[k + 1 :])
    early = {*stored_names(before), *written_names(before)}
    if len(parts) < len(items) or early.intersection(names) or before and copied:
        return None
    if any(contains(s, gast.Continue) for s in before):
        return None
    changed = {*stored_names((*before, *behind)), *written_names((*before, *behind))}
    if isinstance(loop, gast.For) and (not isinstance(loop.target, gast.Name) or loop.target.id in changed):
        return None
    return Recording(name, k, names, not isinstance(item, gast.Tuple), copied, tuple(sorted(changed)))


def part_of(node: Any) -> tuple[str, bool] | None:
    """The variable, and whether it is copied: x, x.copy()."""
    match node:
        case gast.Name(id=name):
            return name, False
        case gast.Call(func=gast.Attribute(value=gast.Name(id=name), attr="copy"), args=[], keywords=[]):
            return name, True
    return None


def is_tape(function: Any, loop: Any, name: str, indexed: bool = False) -> bool:
    """Whether `name = []` is the only assignment of it, in the loop's own block, and it is read by reversed
    and len alone.

    indexed: it may be read as name[k] as well.
    """
    begins = [
        block.index(node)
        for block in blocks(function)
        if loop in block
        for node in block[: block.index(loop)]
        if is_beginning(node, name)
    ]
    uses = [n for n in gast.walk(function) if isinstance(n, gast.Name) and n.id == name]
    reads = [n for n in gast.walk(function) if is_read(n, name, indexed)]
    others = [
        n for n in gast.walk(function) if isinstance(n, (gast.Global, gast.Nonlocal)) and name in n.names
    ]
    return len(begins) == 1 and len(uses) == 2 + len(reads) > 2 and not others


def is_read(node: Any, name: str, indexed: bool) -> bool:
    if isinstance(node, gast.Call):
        return is_named(node.func, "reversed", "len") and bool(node.args) and is_named(node.args[0], name)
    loaded = isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load)
    return indexed and loaded and is_named(node.value, name) and isinstance(node.slice, gast.Name)


def is_beginning(node: Any, name: str) -> bool:
    match node:
        case gast.Assign(targets=[gast.Name(id=target)], value=gast.List(elts=[])):
            return target == name
    return False


def is_named(node: Any, *wanted: str) -> bool:
    return isinstance(node, gast.Name) and node.id in wanted


def blocks(node: Any) -> Iterator[list]:
    """The lists of statements in a function."""
    for n in gast.walk(node):
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(n, field, None), list):
                yield getattr(n, field)


def written_names(body: tuple) -> set[str]:
    """The variables of which items are assigned: x for x[i] = v."""
    found = set()
    for n in (n for s in body for n in gast.walk(s)):
        if isinstance(n, gast.Subscript) and isinstance(n.ctx, gast.Store):
            while isinstance(n, (gast.Subscript, gast.Attribute)):
                n = n.value
            found.update([n.id] if isinstance(n, gast.Name) else [])
    return found


# -- the step ----------------------------------------------------------------------------------------------------


@functools.lru_cache(1024)
def step_of(loop: Any, found: Recording, state: tuple[str, ...], by: int) -> Any:
    """def step(…): a round of the loop, from state to state. `by`: the step of a `for`, whose index comes first."""
    place = lambda node: gast.copy_location(node, loop)
    read = lambda name: place(gast.Name(name, gast.Load(), None, None))
    stored = lambda name: place(gast.Name(name, gast.Store(), None, None))
    index = loop.target.id if isinstance(loop, gast.For) else None
    moved = [place(gast.BinOp(read(index), gast.Add(), place(gast.Constant(by, None))))] if index else []
    leave = place(gast.Return(place(gast.Tuple([*moved, *map(read, state)], gast.Load()))))
    copies = [
        place(
            gast.Assign(
                [stored(n)], place(gast.Call(place(gast.Attribute(read(n), "copy", gast.Load())), [], []))
            )
        )
        for n in state
        if n in found.copied
    ]
    body = Leaving(leave).block(copy.deepcopy(loop.body[: found.place] + loop.body[found.place + 1 :]))
    parameters = [
        place(gast.Name(n, gast.Param(), None, None)) for n in ([index] if index else []) + list(state)
    ]
    arguments = gast.arguments(parameters, [], None, [], [], None, [])
    return place(gast.FunctionDef("step", arguments, [*copies, *body, leave], [], None, None, []))


class Leaving(gast.NodeTransformer):
    """The end of an iteration, where the step returns the state; whoever leaves the loop asks for no further
    one."""

    def __init__(self, leave: Any):
        self.leave, self.depth = leave, 0

    def block(self, nodes: list) -> list:
        return [self.visit(n) for n in nodes]

    def visit_For(self, node: Any) -> Any:
        self.depth += 1
        node.body = self.block(node.body)
        self.depth -= 1
        node.orelse = self.block(node.orelse)
        return node

    visit_While = visit_For

    def visit_Break(self, node: Any) -> Any:
        return node if self.depth else self.leave

    visit_Continue = visit_Break

    def visit_Return(self, node: Any) -> Any:
        return self.leave

    def visit_FunctionDef(self, node: Any) -> Any:
        return node

    visit_Lambda = visit_FunctionDef


# -- reading -----------------------------------------------------------------------------------------------------


def is_recording(interp: Interpreter, frame: Frame, loop: Any) -> bool:
    """Whether a loop puts its states on a list that is empty before it."""
    found = recording(frame.node, loop)
    tape = frame.variables.get(found.name) if found else None
    return type(tape) is list and not tape


def run_recorded(
    interp: Interpreter, frame: Frame, loop: Any, run: Callable[[], None], items: Counted | None = None
) -> bool:
    """Read a loop that records its states, if it is one: `run` reads the loop. `items`: what a `for` counts.

    Gives whether it was read; else nothing has changed.
    """
    found = recording(frame.node, loop)
    if found is None or not is_recording(interp, frame, loop):
        return False
    state = tuple([n for n in found.changed if frame.variables.get(n, UNSET) is not UNSET])
    values = [frame.variables[n] for n in state]
    fixed = {n: interp.lookup(frame, n) for n in found.parts if n not in state and not is_index(loop, n)}
    if not may_be_recorded(frame, found, state, fixed):
        return False
    bounds = items.bounds if items else None
    mark = interp.mark()
    step = interp.make_closure(frame, step_of(loop, found, state, bounds[2] if bounds else 0), "step")
    try:
        begin = [interp.array(v.sym) if isinstance(v, Array) else v for v in values]
        before = interp.states(step, (*([bounds[0]] if bounds else []), *begin))
    except CompileError:
        interp.undo(mark)
        return False
    begun = interp.trail.allocate(Instance(Recorded, {"iterations": 0}))
    interp.assign_name(frame, found.name, begun)
    run()
    shared = {n for n in found.parts if n not in found.copied}
    ends = [
        v
        for n in shared
        for v in (*values_of(n, state, values), frame.variables.get(n))
        if isinstance(v, Array)
    ]
    contents = [(v, content_of(v)) for v in ends]
    names = [*([loop.target.id] if bounds else []), *state]

    def item(k: Any) -> Any:
        if any(content_of(array) != content for array, content in contents):
            raise CompileError(
                f"an array on the list {found.name} is written behind the loop that put it there",
                f"put a copy on the list: {found.name}.append(….copy())",
            )
        at = {**fixed, **dict(zip(names, before(k)))}
        return at[found.parts[0]] if found.single else tuple([at[n] for n in found.parts])

    iterations = begun.attributes["iterations"]
    end = counted_length(interp, items) if items and not contains(loop, LEAVING) else iterations
    interp.assign_name(frame, found.name, Counted(iterations, item, (0, end, 1), item))
    return True


def content_of(array: Array) -> Any:
    """The atom that an array is now; None where paths differ."""
    return array.sym.atom if isinstance(array.sym, Sym) else None


def values_of(name: str, state: tuple[str, ...], values: list[Any]) -> list[Any]:
    return [v for n, v in zip(state, values) if n == name]


def is_index(loop: Any, name: str) -> bool:
    return isinstance(loop, gast.For) and loop.target.id == name


def may_be_recorded(frame: Frame, found: Recording, state: tuple[str, ...], fixed: dict[str, Any]) -> bool:
    """Whether these are numbers and arrays, and those that the loop writes share memory with nothing else."""
    values = [*(frame.variables[n] for n in state), *fixed.values()]
    if not all(isinstance(v, Array) or is_number(v) for v in values):
        return False
    written = {n: frame.variables[n] for n in found.copied if n in state}
    others = [a for n, v in variables_around(frame) for a in arrays_of(v) if v is not written.get(n)]
    return not any(arrays_may_alias(a, b) for a in written.values() for b in others)


def variables_around(frame: Frame | None) -> Iterator[tuple[str, Any]]:
    while frame is not None:
        yield from frame.variables.items()
        frame = frame.outer
