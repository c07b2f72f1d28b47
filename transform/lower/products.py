"""Contraction order in memory: products with transposed arrays contract the axis that is contiguous in
memory.

    At = transpose(A); y = dot(At, x, contract=((1,), (0,)))   ⇒   y = dot(A, x, contract=((0,), (0,)))

XLA does so by itself for matrices, but not where one operand is a vector or has a single column: there it writes the
transposed matrix first, in one thread, which takes up to 20 times as long as the product.
"""

from __future__ import annotations

from typing import Any

from ..analysis.def_use import chains_of, maker
from ..ir.program import Call, Program, with_programs


def with_direct_products(program: Program) -> Program:
    """The program, and those that it holds, with such products."""
    body = tuple([with_programs(call, with_direct_products) for call in program.body])
    made = chains_of(program).made
    body = tuple([direct(call, made) if call.primitive.name == "dot" else call for call in body])
    same = all(a is b for a, b in zip(body, program.body))
    return program if same else Program(program.name, program.parameters, body, program.results)


def direct(call: Call, made: dict[str, Call]) -> Call:
    """The product of what its operands are transposed from, where its other axes keep their order."""
    operands, params = list(call.operands), {k: list(call.param(k)) for k in ("batch", "contract")}
    for k in (0, 1):
        while (moved := maker(operands[k], made, "transpose")) is not None:
            axes: tuple[int, ...] = moved.param("axes")
            bound = {axes[a] for pair in params.values() for a in pair[k]}
            free = [a for a in axes if a not in bound]
            if free != sorted(free):
                break
            operands[k] = moved.operands[0]
            for pair in params.values():
                pair[k] = tuple([axes[a] for a in pair[k]])
    if operands == list(call.operands):
        return call
    changed: dict[str, Any] = {k: tuple(pair) for k, pair in params.items()}
    return Call(call.outputs, call.primitive, tuple(operands), tuple(sorted(changed.items())), call.span)
