"""Branches: `cond` => if and else, or a conditional expression."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ...analysis.def_use import maker, makers
from ...analysis.loops import LoopView, is_loop
from ...ir.program import Atom, Call, Program, Var
from ..text.names import SUFFIX
from ..text.trees import name, opposite
from ..text.unparse import text
from ..text.values import exact, exactly
from .assignments import only_here, parallel, perhaps_python, settle_waiting, shared_by
from .block import Block

EXPRESSION = 72  # characters of a conditional expression
EXPRESSION_CALLS = 6  # in one of its branches


def cond(block: Block, call: Call) -> None:
    wanted = [v.name in block.uses.count for v in call.outputs]
    for atom in call.operands[1:]:
        if isinstance(atom, Var) and block.is_waiting(atom.name) and not block.is_short(block.env[atom.name]):
            block.materialise(atom.name)
    if wanted.count(True) == 1 and conditional_expression(block, call, wanted):
        return
    predicate, *operands = call.operands
    settle_waiting(
        block, {predicate.name} if only_here(block, call, predicate) else set(), shared_by(block, operands)
    )
    outputs = [v for v, w in zip(call.outputs, wanted) if w]
    targets: list[str] = []
    for v in outputs:
        targets.append(block.allocate(v, block.index + 1, (), targets, passed(block, call, v)))
    statement(block, call, wanted, targets)
    for v, target in zip(outputs, targets):
        block.env[v.name] = exactly(name(target), v.type, perhaps_python(v.type))
        block.storage.types[target] = v.type


def statement(block: Block, call: Call, wanted: Sequence[bool], targets: Sequence[str]) -> None:
    """if test: … else: …, each of which assigns the targets."""
    test = exact(block.value(call.operands[0]))
    before = block.storage.snapshot()
    then = branch(block, call, 0, wanted, targets)
    after_then = block.storage.snapshot()
    block.storage.restore(before)
    orelse = branch(block, call, 1, wanted, targets)
    block.storage.merge(after_then)
    if then or orelse:
        block.emit(ast.If(test, then, orelse) if then else ast.If(opposite(test), orelse, []), call.span)


def branch(
    block: Block, call: Call, k: int, wanted: Sequence[bool], targets: Sequence[str]
) -> list[ast.stmt]:
    """The statements of one branch."""
    program = call.param("branches")[k]
    results = [r for r, w in zip(program.results, wanted) if w]
    outputs = [v for v, w in zip(call.outputs, wanted) if w]
    once = lambda r: isinstance(r, Var) and results.count(r) == 1 and r not in program.parameters
    inner = inside(block, call, k, wanted, {r.name: t for r, t in zip(results, targets) if once(r)})
    values = inner.run()
    nodes = [exact(v, inner.like(o.type, t)) for v, o, t in zip(values, outputs, targets)]
    parallel(
        inner,
        [(t, n, r if isinstance(r, Var) else o) for t, n, r, o in zip(targets, nodes, results, outputs)],
    )
    return inner.statements


def inside(block: Block, call: Call, k: int, wanted: Sequence[bool], prefer: dict[str, str]) -> Block:
    arguments = [block.value(o) for o in call.operands[1:]]
    return Block(
        block.function,
        call.param("branches")[k],
        arguments,
        wanted,
        prefer,
        block.protected | block.wanted_names(block.index + 1),
        block.shared(block.index + 1),
        block.depth + 1,
        block.repeated,
        block.loop,
    )


def passed(block: Block, call: Call, output: Var) -> list[str]:
    """The names of the operands that a result is, or is an update of, if it has no other name."""
    chosen = block.function.names
    stem = lambda text: SUFFIX.sub("", text)
    made_up, called = chosen.is_made_up(output.name, "cond"), chosen.printed(output.name, "cond")
    found = []
    for program in call.param("branches"):
        result = updated_from(program, program.results[call.outputs.index(output)])
        if result in program.parameters:
            node = block.value(call.operands[1 + program.parameters.index(result)]).node
            if isinstance(node, ast.Name) and (made_up or stem(node.id) == stem(called)):
                found.append(node.id)
    return found


def updated_from(program: Program, atom: Atom) -> Atom:
    """The array of which a value of a program is an update: by writes, in rounds of a loop, and in branches."""
    made = makers(program.body)
    while (call := maker(atom, made)) is not None:
        if call.primitive.access == "write":
            atom = call.operands[0]
        elif is_loop(call):
            atom = LoopView(call).carries[call.outputs.index(atom)]
        elif call.primitive.name == "cond":
            branches, k = call.param("branches"), call.outputs.index(atom)
            given = [(b, updated_from(b, b.results[k])) for b in branches]
            places = [b.parameters.index(v) for b, v in given if v in b.parameters]
            if len(places) < 2 or places[0] != places[1]:
                return atom
            atom = call.operands[1 + places[0]]
        else:
            return atom
    return atom


def conditional_expression(block: Block, call: Call, wanted: Sequence[bool]) -> bool:
    """a if p else b, where both branches are one small expression."""
    large = lambda c: c.primitive.kind == "control" or c.primitive.effect or c.primitive.access == "write"
    if any(len(p.body) > EXPRESSION_CALLS or any(map(large, p.body)) for p in call.param("branches")):
        return False
    state, nodes = block.storage.snapshot(), []
    for k in (0, 1):
        inner = inside(block, call, k, wanted, {})
        (value,) = inner.run()
        nodes.append(exact(value))
        if inner.statements:
            block.storage.restore(state)
            return False
    (var,) = (v for v, w in zip(call.outputs, wanted) if w)
    node = choice(exact(block.value(call.operands[0])), *nodes)
    if len(text(node)) > EXPRESSION or updates_itself(block, var, nodes):
        return False
    block.settle(var, exactly(node, var.type, perhaps_python(var.type)), call.span)
    return True


def choice(test: ast.expr, then: ast.expr, orelse: ast.expr) -> ast.expr:
    """then if test else orelse; `p and q` and `p or q` where one side is True or False."""
    for side, other, asked in ((orelse, then, test), (then, orelse, opposite(test))):
        if isinstance(side, ast.Constant) and isinstance(side.value, bool):
            if side.value:  # p or q: where p is not, it is q
                return ast.BoolOp(ast.Or(), [opposite(asked), *parts_of(other, ast.Or)])
            return ast.BoolOp(ast.And(), [*parts_of(asked, ast.And), *parts_of(other, ast.And)])
    return ast.IfExp(test, then, orelse)


def parts_of(node: ast.expr, operator: type[ast.boolop]) -> list[ast.expr]:
    """The parts of `p and q and r`; any other node is one part."""
    return node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, operator) else [node]


def updates_itself(block: Block, var: Var, nodes: Sequence[ast.expr]) -> bool:
    """Whether one branch leaves a variable as it is: then an if without else says it better."""
    base = block.function.names.base(var.name)
    return any(isinstance(n, ast.Name) and n.id == base for n in nodes) and block.available(
        base, block.index + 1
    )
