"""Loops that go through the states of another, the last first => a step function, and `for … in reversed_states(…)`.

for _ in range(n):                              def step(x):
    x = iterate(1, a, x)                            return a * x
for k in reversed(range(n)):        =>
    x = iterate(k, a, x_0)                      for _ in range(n):
    …                                               x = step(x)
                                                for x in reversed_states(step, x_0, n):
                                                    …
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from ...analysis.loops import LoopView, asks_for_states
from ...ir.program import Atom, Call, Const
from ..text.buffers import NOTHING, Buffer, Storage, Summary
from ..text.names import unique
from ..text.trees import name, names
from ..text.values import Value, exact, exactly
from .assignments import perhaps_python
from .block import Block, Function
from .calls import unpack
from .loops import Loop, fori_loop as counted_loop, next_index, while_loop as plain_while
from .recorded_states import as_tuple, not_ours, over_states, recalling, recording
from .signature import definition


def fori_loop(block: Block, call: Call) -> None:
    """A counted loop."""
    asked = asks_for_states(call)
    taken = [c for c in call.param("body").body if c.primitive.name == "recall" and not c.operands]
    if taken:
        recalling(block, call, taken)
    elif asked:
        reversed_loop(block, call, asked)
    else:
        stepping(block, call, counted_loop)


def while_loop(block: Block, call: Call) -> None:
    stepping(block, call, plain_while)


def stepping(block: Block, call: Call, printed: Callable[[Block, Call], None]) -> None:
    """A loop, whose round may be a call of a step function, which is defined before it."""
    view = LoopView(call)
    puts = [c for c in view.body.body if c.primitive.name == "record"]
    if puts:
        return recording(block, view, puts, printed)
    round_ = next((c for c in view.body.body if c.primitive.name == "iterate"), None)
    if round_ is None:
        return printed(block, call)
    outside: dict[Atom, Atom] = dict(
        zip(view.body.parameters[len(view.index) :], [*view.invariants, *view.carries])
    )
    operands = [o if isinstance(o, Const) else outside.get(o, o) for o in round_.operands[1:]]
    steps = LoopView(round_)
    fixed, start = (
        operands[: steps.first - 1],
        [o for o in operands[steps.first - 1 :] if o not in view.index],
    )
    step, around = step_function(block, steps, fixed, shares(block, start))
    block.steps[id(call)] = step
    block.emit(step, round_.span)
    before, block.protected = block.protected, block.protected | around
    printed(block, call)
    block.protected = before


def round_of(block: Block, call: Call) -> None:
    """x, y = step(x, y)"""
    outer = block.loop
    step = outer.block.steps[id(outer.call)]
    state = call.operands[1 + call.param("invariant") :]
    node = block.fitted(state, lambda values: ast.Call(name(step.name), [exact(v) for v in values], []))
    if len(call.outputs) > 1:
        return unpack(block, call, node)
    (var,) = call.outputs
    block.settle(var, exactly(node, var.type, perhaps_python(var.type)), call.span)


def shares(block: Block, start: Sequence[Atom]) -> bool:
    """Whether a state may begin with something of the caller's, even a number."""
    return any(block.storage.shared_with(block.value(o)) for o in start)


def reversed_loop(block: Block, call: Call, asked: Call) -> None:
    """A loop that asks for every state, the last first."""
    view, steps = LoopView(call), LoopView(asked)
    outside = dict(zip(view.inner_invariants, view.invariants))
    operands = [o if isinstance(o, Const) else outside[o] for o in asked.operands[1:]]
    fixed, start = operands[: steps.first - 1], operands[steps.first - 1 :]
    loop = Loop(block, call)
    iterations = next_index(exact(block.value(loop.head[0])))
    begun = [exact(block.value(o)) for o in start]
    foreign = shares(block, start)
    step, _ = step_function(block, steps, fixed, foreign)
    same = next((s for s in block.steps.values() if does_the_same(s, step)), None)
    header = ast.Call(name("reversed_states"), [name((same or step).name), as_tuple(begun), iterations], [])
    python = [perhaps_python(v.type) for v in asked.outputs]
    wished = [""] * len(asked.outputs)
    over_states(loop, [asked], foreign, python, [header], iterations, wished, () if same else (step,))


def does_the_same(one: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    """Whether two functions of a block differ in their names at most. What they read of the block, they read
    when called."""
    parts = lambda function: [ast.dump(function.args), *map(ast.dump, function.body)]
    return parts(one) == parts(other)


def step_function(
    block: Block, steps: LoopView, fixed: Sequence[Atom], foreign: bool
) -> tuple[ast.FunctionDef, frozenset[str]]:
    """def step(x): …, which reads its invariants where it stands; and the names of these."""
    outer = block.function
    given = [block.value(o) for o in fixed]
    around = frozenset().union(*(names(v.node) for v in given))
    storage = Storage(block.storage.summaries)
    for n in around:
        held = frozenset({Buffer(owned=False)}) if block.storage.buffers.get(n) else NOTHING
        storage.bind(n, held, block.storage.types.get(n))
    parameters: list[str] = []
    for p in steps.inner_carries:
        parameters.append(unique(outer.names.base(p.name), {*outer.reserved, *around, *parameters}))
    values: list[Value] = []
    for n, p in zip(parameters, steps.inner_carries):
        storage.bind(n, not_ours(p.type, foreign), p.type)
        values.append(exactly(name(n), p.type, perhaps_python(p.type)))
    function = Function(outer.names, storage, outer.helper, outer.reserved, outer.width, tuple(parameters))
    body = steps.body
    inner = Block(function, body, [*given, *values], protected=around, depth=block.depth + 1)
    results = inner.run()
    like = [inner.like(r.type, n) for r, n in zip(body.results, parameters)]
    returned = ast.Return(as_tuple([exact(v, k) for v, k in zip(results, like)]))
    found = definition(parameters)
    found.name = unique("step", outer.reserved | outer.names.all)
    outer.reserved.add(found.name)
    found.body = folded([*inner.statements, returned])
    storage.summaries[found.name] = Summary(frozenset(range(len(parameters))), False)
    return found, around


def folded(statements: list[ast.stmt]) -> list[ast.stmt]:
    """return e for x = e; return x."""
    match statements:
        case [*before, ast.Assign([ast.Name(target)], value) as last, ast.Return(ast.Name(given))] if (
            target == given
        ):
            leave = ast.Return(value)
            leave.span = getattr(last, "span", None)
            return [*before, leave]
        case [
            *before,
            ast.AugAssign(ast.Name(target), operator, value) as last,
            ast.Return(ast.Name(given)),
        ] if target == given:
            leave = ast.Return(ast.BinOp(ast.Name(target, ast.Load()), operator, value))
            leave.span = getattr(last, "span", None)
            return [*before, leave]
    return statements
