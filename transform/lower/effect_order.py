"""Effect ordering: the effects of a backward sweep are sequenced after the preceding effects.

    world_1 = prim.host_call(world, x)          world_1 = prim.host_call(world, x)
    world_2 = prim.host_call(0, y)      =>      world_2 = prim.host_call(world_1, y)

The effects of a block of `cotangent_of` begin with a separate counter (0), because the forward sweep has
ended by then. XLA runs independent operations in any order, so the counter of the preceding effect becomes an
operand.
"""

from __future__ import annotations

import dataclasses

from ..ir.program import Atom, Call, Const, Program, Var, walk, with_programs

HOST = "host_call"


def with_effect_order(program: Program) -> Program:
    """The program, in which each effect takes the counter of the one before it in the same block."""
    if not any(call.primitive.name == HOST and isinstance(call.operands[0], Const) for call in walk(program)):
        return program
    last: Atom | None = None
    body = []
    for call in program.body:
        call = with_programs(call, with_effect_order)
        if call.primitive.name == HOST and isinstance(call.operands[0], Const) and last is not None:
            call = dataclasses.replace(call, operands=(last, *call.operands[1:]))
        body.append(call)
        last = next((v for k, v in enumerate(call.outputs) if is_counter(call, k)), last)
    return dataclasses.replace(program, body=tuple(body))


def is_counter(call: Call, k: int) -> bool:
    """Whether the k-th result of a call is the counter of effects."""
    if call.primitive.name == HOST:
        return k == 0
    return any(is_counter_of(p, k) for p in call.programs() if len(p.results) == len(call.outputs))


def is_counter_of(program: Program, k: int) -> bool:
    result = program.results[k]
    made = next((c for c in program.body if result in c.outputs), None) if isinstance(result, Var) else None
    return made is not None and is_counter(made, made.outputs.index(result))
