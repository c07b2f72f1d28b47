"""Code generation choice for loops: whether loops of short operations run as one piece.

XLA's CPU backend runs the operations of a loop one by one, at 50 ns each before any computation. It compiles
a loop that accesses few bytes in an iteration as one function, in which an operation costs next to nothing;
but it does not divide the work of such a function among threads. The limit in bytes is an option.

On a GPU the host starts each operation, at 4 µs, and waits for the test of a `while` in each iteration. A graph of
the whole loop, with its test, runs without the host; but an iteration of it costs 5 µs, which is more than the
host needs to start operations that take longer than that.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.loops import is_loop
from ...ir.program import Call, Program, Type, walk
from .platforms import CPU, Platform

SHORT = 3 << 17  # bytes that an operation accesses; XLA divides it among threads from 1 << 19
PRODUCT = 1 << 18  # multiplications in a product of matrices
GPU_SHORT, GPU_PRODUCT = 1 << 24, 1 << 30  # the same, of an operation that takes less than 10 µs


def short_rounds(program: Program, platform: Platform = CPU) -> bool:
    """Whether the program has loops, and every operation in them is short; on a GPU, whether there are loops
    that data end."""
    calls = list(in_loops(program))
    if platform.fast_steps:
        return bool(calls) and all(map(short, calls))
    ended_by_data = any(call.primitive.name == "while_loop" for call in walk(program))
    return ended_by_data or bool(calls) and all(short(call, GPU_SHORT, GPU_PRODUCT) for call in calls)


def in_loops(program: Program, inside: bool = False) -> Iterator[Call]:
    """The calls in the program's loops, each once."""
    for call in program.body:
        if inside:
            yield call
        for held in call.programs():
            yield from in_loops(held, inside or is_loop(call))


def short(call: Call, most_bytes: int = SHORT, most_products: int = PRODUCT) -> bool:
    if call.primitive.kind == "control":
        return True
    if call.primitive.name == "dot" and products(call) > most_products:
        return False
    return accessed_bytes(call) <= most_bytes


def accessed_bytes(call: Call) -> int:
    """The bytes that it reads and writes."""
    match call.primitive.access:
        case "read":
            return 2 * size(call.outputs[0].type)
        case "write":
            return 2 * size(call.operands[1].type)
    return sum(size(v.type) for v in (*call.operands, *call.outputs))


def size(t: Type) -> int:
    return t.size * t.dtype.itemsize


def products(call: Call) -> int:
    """The multiplications of a dot of two matrices; 0 where one of them is a vector."""
    x, y = [o.type for o in call.operands]
    axes = call.param("contract")[0]
    depth = 1
    for axis in axes:
        depth *= x.shape[axis]
    count = call.outputs[0].type.size * depth
    return 0 if count in (x.size, y.size) else count
