"""Find 0-d arrays that may alias a caller's argument; `+=` on them would mutate it."""

from __future__ import annotations

from ...analysis.loops import LoopView
from ...ir.program import Atom, Call, Program, Var

PASSING = ("select", "cast", "reshape", "copy", "broadcast", "call")  # may give an operand back as it is


def foreign(body: Program, given: set[Var], carried: int) -> set[Var]:
    """The parameters of a loop's body that may be such a scalar in some iteration, if `given` are in the first."""
    inner = body.parameters[len(body.parameters) - carried :]
    found = set(given)
    while True:
        same = passed_on(body, found)
        new = {p for p, r in zip(inner, body.results) if not p.type.shape and r in same}
        if new <= found:
            return found
        found |= new


def passed_on(program: Program, found: set[Var]) -> set[Atom]:
    """The values of a program that may be one of these parameters itself."""
    same: set[Atom] = set(found)
    for call in program.body:
        given = [o in same for o in call.operands]
        if any(given):
            same.update(handed_on(call, given))
    return same


def handed_on(call: Call, given: list[bool]) -> list[Var]:
    """The outputs of a call that may be one of the given operands itself."""
    outputs, count = call.outputs, len(call.outputs)
    match call.primitive.name:
        case "cond":
            entering = lambda p: {q for q, g in zip(p.parameters, given[1:]) if g}
            ends = [(p, passed_on(p, entering(p))) for p in call.param("branches")]
            return [v for k, v in enumerate(outputs) if any(p.results[k] in same for p, same in ends)]
        case "fori_loop" | "while_loop":
            loop = LoopView(call)
            behind = (*loop.inner_invariants, *loop.inner_carries)
            inside = foreign(loop.body, {p for p, g in zip(behind, given[loop.lead :]) if g}, count)
            return [v for v, p in zip(outputs, loop.inner_carries) if p in inside]
    return list(outputs) if call.primitive.name in PASSING else []
