"""Dead-code elimination before printing: unused results, calls, carries and operands, and the counter that
orders effects.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from ...ir.program import Atom, Call, Program, const, with_programs
from ...passes.simplify.dead_code import dead_code
from .shown import Silent


def trim(program: Program, wanted: Sequence[bool]) -> Program:
    """The program with its wanted results only, and what they need; its parameters stay."""
    return dead_code(without_counter(program), frozenset(k for k, w in enumerate(wanted) if w))


def without_counter(program: Program) -> Program:
    """Effects without the counter that they take first and give back."""
    counters: dict[Atom, Atom] = {}
    body = []
    for call in program.body:
        call = with_programs(call, without_counter)
        if counters:
            operands = tuple([counters.get(o, o) for o in call.operands])
            call = Call(call.outputs, call.primitive, operands, call.params, call.span)
        if call.primitive.name == "host_call":
            counters[call.outputs[0]] = call.operands[0]
            operands = const(0), *call.operands[1:]
            call = Call(call.outputs[1:], Silent(call.primitive), operands, call.params, call.span)
        body.append(call)
    return dataclasses.replace(
        program, body=tuple(body), results=tuple(counters.get(r, r) for r in program.results)
    )
