"""Exit statements: calls that leave a loop or the function => if p: … break, or return."""

from __future__ import annotations

import ast

from ...ir.program import Call, Var
from ..text.trees import opposite
from ..text.values import exact
from .block import Block


def leave(block: Block, call: Call) -> None:
    """Write a `leave` call: the calls of its branch are computed in the branch, since none concerns the code
    that follows."""
    for atom in call.operands[1:]:
        if isinstance(atom, Var) and block.is_waiting(atom.name) and not block.is_short(block.env[atom.name]):
            block.materialise(atom.name)
    predicate = call.operands[0]
    block.settle_raising(n for n in block.wanted_variables(block.index) if block.variables[n] != predicate)
    test = exact(block.value(predicate))
    before = block.storage.snapshot()
    inner = inside(block, call)
    values = inner.run()
    if call.param("how") == "break":
        block.loop.broken(inner, values, call.param("places"))
        inner.emit(ast.Break())
    else:
        nodes = [exact(v, inner.like(v.type, "")) for v in values]
        shared = [block.storage.shared_with(v.change(node=n)) for n, v in zip(nodes, values)]
        block.function.shared.append(shared)
        for statement in block.function.ending(values, nodes):
            inner.emit(statement)
    block.storage.restore(before)
    block.emit(ast.If(opposite(test) if call.param("opposite") else test, inner.statements, []), call.span)


def inside(block: Block, call: Call) -> Block:
    """The branch; nothing that it leaves behind is wanted but what the loop carries."""
    program, loop = call.param("branch"), block.loop
    arguments = [block.value(o) for o in call.operands[1:]]
    breaks = call.param("how") == "break"
    results = dict(zip(program.results, call.param("places"))) if breaks else {}
    once = lambda r: isinstance(r, Var) and program.results.count(r) == 1 and r not in program.parameters
    prefer = {r.name: loop.carried[k].name for r, k in results.items() if once(r)}
    protected, keep = (loop.protected(), loop.kept()) if breaks else (block.protected, block.keep)
    return Block(
        block.function,
        program,
        arguments,
        prefer=prefer,
        protected=protected,
        keep=keep,
        depth=block.depth + 1,
        repeated=block.repeated,
        loop=loop,
    )
