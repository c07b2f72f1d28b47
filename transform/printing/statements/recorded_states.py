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

from ...analysis.def_use import makers
from ...analysis.loops import LoopView
from ...ir.program import Call, Type, Var
from ..structure.loop_carries import updated_arrays
from ..text.buffers import NOTHING, Buffer, Buffers
from ..text.names import unique
from ..text.trees import call as np_call, integer, method, name, subscript
from ..text.values import Value, exact, exactly
from .assignments import perhaps_python
from .block import Block
from .calls import unpack
from .loops import Loop, counted, new_name


def record(block: Block, call: Call) -> None:
    """states.append((x, y)), with copies of arrays that are written later."""
    values = [block.value(o) for o in call.operands]
    nodes = [listed(block, v) for v in values]
    tape = block.function.tapes[call.param("tape")]
    block.function.items[tape] = values
    block.emit(ast.Expr(method(name(tape), "append", as_tuple(nodes))), call.span)


def listed(block: Block, value: Value) -> ast.expr:
    """A value as it is put on a list, which from then on has it too."""
    node = exact(value)
    if not value.type.shape:
        return node
    owned = {b for b in block.storage.shared_with(value) if b.owned}
    own = node.id if isinstance(node, ast.Name) else None
    changed = any(c.written and c.name == own for c in block.loop.carried)
    if changed or any(n != own and held & owned for n, held in block.storage.buffers.items()):
        return method(node, "copy")
    for buffer in owned:
        buffer.owned = False
    return node


def last_state_index(block: Block, call: Call) -> None:
    """The index of the last of them: len(states) - 1."""
    tape = block.function.tapes[call.param("tape")]
    (var,) = call.outputs
    length = np_call("len", name(tape))
    node = ast.BinOp(length, ast.Sub(), integer(1))
    block.env[var.name] = exactly(node, var.type, perhaps_python(var.type))


def recall(block: Block, call: Call) -> None:
    """x, y = states[k]"""
    tape = block.function.tapes[call.param("tape")]
    node = subscript(name(tape), [exact(block.value(call.operands[0]))])
    items = block.function.items[tape]
    if len(call.outputs) == 1:
        value = exactly(node, call.outputs[0].type, items[0].python)
        return block.settle(call.outputs[0], value, call.span)
    unpack(block, call, node, names=[[base_name(block, v, i)] for v, i in zip(call.outputs, items)])
    for var, item in zip(call.outputs, items):
        block.env[var.name] = block.env[var.name].change(python=item.python)


def base_name(block: Block, var: Var, item: Value) -> str:
    """The name of a value taken from a list: the program's, or its name when it was put there."""
    chosen = block.function.names
    nameless = chosen.is_technical(var.name) or chosen.is_made_up(var.name)
    if nameless:
        return item.node.id if isinstance(item.node, ast.Name) else chosen.printed(var.name, "")
    return chosen.base(var.name)


def recalling(block: Block, call: Call, taken: Sequence[Call]) -> None:
    """for x, y in reversed(states)"""
    tapes = [block.function.tapes[c.param("tape")] for c in taken]
    items = [item for t in tapes for item in block.function.items[t]]
    outputs = [v for c in taken for v in c.outputs]
    wished = [base_name(block, v, item) for v, item in zip(outputs, items)]
    headers = [np_call("reversed", name(t)) for t in tapes]
    python = [item.python for item in items]
    over_states(Loop(block, call), taken, True, python, headers, np_call("len", name(tapes[0])), wished)


def recording(
    block: Block, view: LoopView, puts: Sequence[Call], printed: Callable[[Block, Call], None]
) -> None:
    """states = [], and a loop that puts its states there."""
    function, makes = block.function, makers(view.body.body)
    changed = updated_arrays(view.body, len(view.carries))
    made = []
    for put in puts:
        tape = unique(wished_name(block, put, view, makes), function.reserved | function.names.all)
        function.reserved.add(tape)
        function.tapes[put.param("tape")] = tape
        block.storage.bind(tape, frozenset({Buffer(owned=False)}), None)
        for o, p, is_changed in zip(view.carries, view.inner_carries, changed):
            if p in put.operands and not is_changed:  # the list will have it too
                for buffer in block.storage.shared_with(block.value(o)):
                    buffer.owned = False
        begin = ast.Assign([ast.Name(tape, ast.Store())], ast.List([], ast.Load()))
        made.append(begin)
    printed(block, view.call)
    *before, loop = block.statements
    block.statements = before
    for begin, put in zip(made, puts):
        begin.kept = remark(function.items[function.tapes[put.param("tape")]])
        block.emit(begin, view.call.span)
    block.statements.append(loop)


def wished_name(block: Block, put: Call, view: LoopView, makes: dict[str, Call]) -> str:
    """x_saved for one variable; states for what the rounds begin with, saved for others."""
    if len(put.operands) > 1:
        return "states" if all(o in view.body.parameters for o in put.operands) else "saved"
    (value,) = put.operands
    made = makes[value.name].primitive.name if value.name in makes else ""
    found = block.function.names.printed(value.name, made)
    return "saved" if block.function.names.is_made_up(found) else f"{found}_saved"


def remark(items: list[Value]) -> str:
    """The remark about a list, if all values put there have a name."""
    found = [item.node.id for item in items if isinstance(item.node, ast.Name)]
    return f"{', '.join(found)} of each iteration" if len(found) == len(items) else ""


# -- loops over states ----------------------------------------------------------------------------------------


def over_states(
    loop: Loop,
    asked: Sequence[Call],
    foreign: bool,
    python: Sequence[frozenset[bool]],
    headers: list[ast.expr],
    iterations: ast.expr,
    wished: Sequence[str],
    before: Sequence[ast.stmt] = (),
) -> None:
    """for x, y in header: … , with the states that each of the calls `asked` gives.

    foreign: may they lie in arrays of the caller? python: whether each may be a number of Python's. before: statements
    above it.
    """
    block, body, view = loop.block, loop.body, LoopView(loop.call)
    arguments = loop.enter()
    calls = tuple([c for c in body.body if not any(c is a for a in asked)])
    loop.body = dataclasses.replace(body, body=calls)
    counter = counted(loop)
    given = [v for a in asked for v in a.outputs]
    loop.body = dataclasses.replace(body, parameters=(*given, *body.parameters), body=calls)
    # a state is read once
    steps = [o for a in asked if a.primitive.name == "iterate" for o in a.operands[1 : LoopView(a).first]]
    read = {o for c in calls for o in c.operands} | set(steps)
    loop.fixed = tuple([o for p, o in zip(view.inner_invariants, view.invariants) if p in read])
    used = {o for c in calls for o in c.operands} | set(body.results)
    chosen: list[str] = []
    for var, wish in zip(given, wished):
        target = new_name(loop, var, chosen, wish) if var in used else "_"
        block.storage.bind(target, not_ours(var.type, foreign), var.type)
        chosen.append(target)
    values = [exactly(name(t), v.type, p) for t, v, p in zip(chosen, given, python)]
    state = block.storage.snapshot()
    statements = loop.run([*values, counter, *arguments], [counter.node.id]) or [ast.Pass()]
    rest = iter(chosen)
    targets = [as_tuple([ast.Name(next(rest), ast.Store()) for _ in a.outputs], ast.Store()) for a in asked]
    if counter.node.id != "_":
        headers = [np_call("reversed", np_call("range", iterations)), *headers]
        targets = [ast.Name(counter.node.id, ast.Store()), *targets]
    header = headers[0] if len(headers) == 1 else ast.Call(name("zip"), headers, [])
    for statement in before:
        block.emit(statement, asked[0].span)
    block.emit(ast.For(as_tuple(targets, ast.Store()), header, statements, []), loop.call.span)
    loop.leave(state)


def as_tuple(nodes: Sequence[ast.expr], context: ast.expr_context | None = None) -> ast.expr:
    """The parts of a state; one part is the state."""
    return nodes[0] if len(nodes) == 1 else ast.Tuple(list(nodes), context or ast.Load())


def not_ours(type: Type, foreign: bool) -> Buffers:
    """The buffers in which a part of a state lies, for those who are given it."""
    return frozenset({Buffer(owned=False)}) if type.shape or foreign else NOTHING
