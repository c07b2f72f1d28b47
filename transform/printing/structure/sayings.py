"""Prints that a call which is begun again leaves out (`Once`) => prints.

if said >= before: print(x)         print(x)
said += 1                   =>
"""

from __future__ import annotations

import dataclasses

from ...ir.callee import Once
from ...ir.program import Call, Program, with_programs


def with_plain_prints(program: Program) -> Program:
    """The program, which prints whatever it comes to."""
    body = tuple([plain(with_programs(call, with_plain_prints)) for call in program.body])
    return dataclasses.replace(program, body=body)


def plain(call: Call) -> Call:
    callee = call.param("callee") if call.primitive.name == "host_call" else None
    if not isinstance(callee, Once):
        return call
    world, _, *values = call.operands
    return dataclasses.replace(call, operands=(world, *values), params=(("callee", callee.callee),))
