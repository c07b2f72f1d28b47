"""Code generation choice for loops: should short loops become single native kernels?

XLA's CPU backend runs the operations of a loop one by one, at 50 ns each before any computation. It compiles
a loop that accesses few bytes in an iteration as one function, in which an operation costs next to nothing;
but it does not divide the work of such a function among threads. The limit in bytes is an option.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.loops import is_loop
from ...ir.program import Call, Program, Type

SHORT = 3 << 17  # bytes that an operation accesses; XLA divides it among threads from 1 << 19
PRODUCT = 1 << 18  # multiplications in a product of matrices


def short_rounds(program: Program) -> bool:
    """Has the program loops, and is every operation in them short?"""
    calls = list(in_loops(program))
    return bool(calls) and all(map(short, calls))


def in_loops(program: Program, inside: bool = False) -> Iterator[Call]:
    """The calls in the program's loops, each once."""
    for call in program.body:
        if inside:
            yield call
        for held in call.programs():
            yield from in_loops(held, inside or is_loop(call))


def short(call: Call) -> bool:
    if call.primitive.kind == "control":
        return True
    if call.primitive.name == "dot" and products(call) > PRODUCT:
        return False
    return accessed_bytes(call) <= SHORT


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
