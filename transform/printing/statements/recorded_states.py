"""Tapes as lists, and loops that go through states, the last first => `states.append(…)` and `for … in reversed(…)`.

while goes_on(x):                               x_saved = []
    record(x)                                   while goes_on(x):
    x = step(x)                     =>              x_saved.append(x)
for k in reversed(range(recorded())):               x = step(x)
    x = recall()                                for x in reversed(x_saved):
    …                                               …
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Sequence

from ...analysis.loops import LoopView
from ...ir.program import Call, Type, Var
from ..structure.loop_carries import written
from ..text.buffers import NOTHING, Buffer, Buffers
from ..text.names import unique
from ..text.trees import call as np_call, integer, method, name
from ..text.values import exact, exactly
from .assignments import perhaps_python
from .block import Block
from .loops import Loop, counted, new_name


def record(block: Block, call: Call) -> None:
    """states.append((x, y)), with copies of arrays that the round writes into."""
    parts = [block.value(o) for o in call.operands]
    changed = {c.name for c in block.loop.carried if c.written}
    nodes = [
        method(v.node, "copy") if v.type.shape and is_one_of(v.node, changed) else exact(v) for v in parts
    ]
    tape = block.function.tapes[call.param("tape")]
    block.emit(ast.Expr(method(name(tape), "append", as_tuple(nodes))), call.span)


def recorded(block: Block, call: Call) -> None:
    """The index of the last of them: len(states) - 1."""
    tape = block.function.tapes[call.param("tape")]
    (var,) = call.outputs
    length = np_call("len", name(tape))
    node = ast.BinOp(length, ast.Sub(), integer(1))
    block.env[var.name] = exactly(node, var.type, perhaps_python(var.type))


def recalling(block: Block, call: Call, taken: Call) -> None:
    """for x, y in reversed(states)"""
    tape = block.function.tapes[taken.param("tape")]
    loop = Loop(block, call)
    rounds = np_call("len", name(tape))
    over_states(loop, taken, True, np_call("reversed", name(tape)), rounds)


def recording(block: Block, view: LoopView, put: Call, printed: Callable[[Block, Call], None]) -> None:
    """states = [], and a loop that puts its states there."""
    chosen, function = block.function.names, block.function
    parts = [chosen.base(o.name) for o in put.operands if isinstance(o, Var)]
    tape = unique(f"{parts[0]}_saved" if len(parts) == 1 else "states", function.reserved | chosen.all)
    function.reserved.add(tape)
    function.tapes[put.param("tape")] = tape
    changed = written(view.body, len(view.carries))
    for o, p, is_changed in zip(view.carries, view.inner_carries, changed):
        if p in put.operands and not is_changed:  # the list will have it too
            for buffer in block.storage.shared_with(block.value(o)):
                buffer.owned = False
    printed(block, view.call)
    *before, loop = block.statements
    block.statements = before
    made = ast.Assign([ast.Name(tape, ast.Store())], ast.List([], ast.Load()))
    made.kept = f"{', '.join(parts)} of each round"
    block.emit(made, view.call.span)
    block.statements.append(loop)


def is_one_of(node: ast.expr, found: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in found


# -- loops over states ----------------------------------------------------------------------------------------


def over_states(
    loop: Loop,
    asked: Call,
    foreign: bool,
    header: ast.expr,
    rounds: ast.expr,
    before: Sequence[ast.stmt] = (),
) -> None:
    """for x, y in header: … , with the states that `asked` gives; the statements `before` stand above it."""
    block, body, view = loop.block, loop.body, LoopView(loop.call)
    arguments = loop.enter()
    calls = tuple([c for c in body.body if c is not asked])
    loop.body = dataclasses.replace(body, body=calls)
    counter = counted(loop)
    loop.body = dataclasses.replace(body, parameters=(*asked.outputs, *body.parameters), body=calls)
    # a state is read once
    steps = LoopView(asked) if asked.primitive.name == "iterate" else None
    read = {o for c in calls for o in c.operands} | set(asked.operands[1 : steps.first] if steps else ())
    loop.fixed = tuple([o for p, o in zip(view.inner_invariants, view.invariants) if p in read])
    used = {o for c in calls for o in c.operands} | set(body.results)
    targets: list[str] = []
    for var in asked.outputs:
        target = new_name(loop, var, targets) if var in used else "_"
        block.storage.bind(target, not_ours(var.type, foreign), var.type)
        targets.append(target)
    values = [exactly(name(t), v.type, perhaps_python(v.type)) for t, v in zip(targets, asked.outputs)]
    state = block.storage.snapshot()
    statements = loop.run([*values, counter, *arguments], [counter.node.id]) or [ast.Pass()]
    target = as_tuple([ast.Name(t, ast.Store()) for t in targets], ast.Store())
    if counter.node.id != "_":
        header = ast.Call(name("zip"), [np_call("reversed", np_call("range", rounds)), header], [])
        target = ast.Tuple([ast.Name(counter.node.id, ast.Store()), target], ast.Store())
    for statement in before:
        block.emit(statement, asked.span)
    block.emit(ast.For(target, header, statements, []), loop.call.span)
    loop.leave(state)


def as_tuple(nodes: Sequence[ast.expr], context: ast.expr_context | None = None) -> ast.expr:
    """The parts of a state; one part is the state."""
    return nodes[0] if len(nodes) == 1 else ast.Tuple(list(nodes), context or ast.Load())


def not_ours(type: Type, foreign: bool) -> Buffers:
    """What a part of a state lies in, for those who are given it."""
    return frozenset({Buffer(owned=False)}) if type.shape or foreign else NOTHING
