"""Polling in loops: loops test at intervals whether to stop, so that Ctrl-C and time limits reach compiled
code.

XLA runs a loop of short operations as one native function, some 1 ns an operation, and a custom call is no part of such
a function: it takes 100 ns. So a loop that asks becomes two,

    while test: state = body(state)
        =>  while test: left = check(); while test and left > 0: state, left = body(state), left - 1

with as many iterations in a block as are estimated to take some 20 ms. Loops around which one native function
may be made stay as they are: those inside of loops, unless an operation there is worth several threads, and
those whose iterations are known to be over soon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...ir.mlir_text import Value
from ...ir.program import Call, Const, Program, Type
from .loop_kernels import accessed_bytes, in_loops, products, short

INT64 = Type(np.dtype(np.int64))
BLOCK, SOON = 2e7, 1e8  # ns
LONGEST = 100_000  # rounds of a block
GUESS = 100  # rounds of a loop inside, if unknown
OPERATION, BYTE, PRODUCT = 2.0, 0.1, 0.1  # ns
SLOW = {"sort": 30.0, "argsort": 30.0}  # ns an element


# the names of custom calls: the number of interrupts, and a check that it is the same
Polls = tuple[str, str]
Write = Callable[[list[Value]], list[Value]]  # of a region: its results, of its arguments


def cost(program: Program) -> float:
    """A rough estimate of how many ns a program takes."""
    return sum(map(cost_of, program.body))


def cost_of(call: Call) -> float:
    name, inner = call.primitive.name, [cost(p) for p in call.programs()]
    if name == "fori_loop":
        return max(inner) * (GUESS if (count := iterations(call)) is None else count)
    if name == "while_loop":
        return sum(inner) * GUESS
    if inner:
        return max(inner) if name == "cond" else sum(inner)
    whole = SLOW.get(name, 0.0) * call.outputs[0].type.size
    return (
        OPERATION + BYTE * accessed_bytes(call) + whole + (PRODUCT * products(call) if name == "dot" else 0.0)
    )


def iterations(call: Call) -> int | None:
    """The trip count of a counted loop, if its ends are known."""
    lo, hi = call.operands[:2]
    if not (isinstance(lo, Const) and isinstance(hi, Const)):
        return None
    return len(range(int(lo.value), int(hi.value), call.param("step")))


def is_heavy(body: Program) -> bool:
    """Whether an operation in a loop's body, or in loops inside, is worth several threads, so that XLA runs
    them one by one."""
    return not all(map(short, in_loops(body, True)))


def block_iterations(iteration_cost: float) -> int:
    return int(min(max(BLOCK / max(iteration_cost, 1.0), 1), LONGEST))


def now(emit: Any) -> Value:
    return emit(
        "stablehlo.custom_call",
        out=INT64,
        call_target_name=f'"{emit.module.polls[0]}"',
        api_version="4 : i32",
        has_side_effect="true",
    )


def check_interrupt(emit: Any, number: Value, start: Value) -> Value:
    """The number, after a check that there was no interrupt since the start."""
    return emit(
        "stablehlo.custom_call",
        number,
        start,
        out=INT64,
        call_target_name=f'"{emit.module.polls[1]}"',
        api_version="4 : i32",
        has_side_effect="true",
    )


def emit_polled_loop(
    emit: Any,
    loop: Callable[..., Sequence[Value]],
    carry: Sequence[Value],
    write_test: Write,
    write_body: Write,
    block: int,
) -> Sequence[Value]:
    """A loop that checks before every block of rounds."""
    start, number = now(emit), lambda n: emit.constant(np.asarray(n, np.int64))

    def outer(arguments: list[Value]) -> list[Value]:
        left = check_interrupt(emit, number(block), start)
        if block == 1:
            return write_body(arguments)
        return list(loop(emit, (left, *arguments), test_of_block, body_of_block)[1:])

    def test_of_block(arguments: list[Value]) -> list[Value]:
        (go,) = write_test(arguments[1:])
        more = emit(
            "stablehlo.compare",
            arguments[0],
            number(0),
            out=Type(np.dtype(bool)),
            comparison_direction="#stablehlo<comparison_direction GT>",
            compare_type="#stablehlo<comparison_type SIGNED>",
        )
        return [emit("stablehlo.and", go, more)]

    def body_of_block(arguments: list[Value]) -> list[Value]:
        return [emit("stablehlo.subtract", arguments[0], number(1)), *write_body(arguments[1:])]

    return loop(emit, carry, write_test, outer)
