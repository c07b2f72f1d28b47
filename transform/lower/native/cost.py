"""Does a native kernel pay for a loop nest?

A kernel saves what XLA's loops take for numbers: reads and writes of elements are calls that it does not look into, and
branches are loops of one round. Arrays it computes no faster than XLA, which fuses more, and divides work among threads.
"""

from __future__ import annotations

from typing import NamedTuple

from ...ir.program import Call, Program
from ..stablehlo.polls import rounds

GUESS = 100  # rounds of a loop, if unknown
SAVED = 1.0  # ns an operation: XLA's loops take about 1.5, kernels 0.5 (benchmarks/native.py)
LOST = 0.1  # ns an element
FEW = 16  # elements: smaller arrays are as good as numbers
WORTH = 2_000.0  # ns a call: what a kernel takes to compile (20 ms) is saved within 10,000 calls


class Work(NamedTuple):
    """Of a program: operations on numbers, and elements of larger arrays that are computed or moved."""

    numbers: float = 0.0
    elements: float = 0.0

    def times(self, n: float) -> Work:
        return Work(n * self.numbers, n * self.elements)


def saved(call: Call) -> float:
    """A rough estimate of how many ns a kernel saves in a call of a loop."""
    work = work_of(call)
    return SAVED * work.numbers - LOST * work.elements


def total(parts: list[Work]) -> Work:
    return Work(sum(p.numbers for p in parts), sum(p.elements for p in parts))


def work_in(program: Program) -> Work:
    return total([Work(1.0), *map(work_of, program.body)])


def work_of(call: Call) -> Work:
    inner = [work_in(p) for p in call.programs()]
    match call.primitive.name:
        case "fori_loop" | "while_loop":
            count = rounds(call) if call.primitive.name == "fori_loop" else None
            return total(inner).times(GUESS if count is None else count)
        case "cond":
            return max(inner)
    if inner:
        return total(inner)
    sizes = [v.type.size for v in call.outputs]
    if call.primitive.access == "write":
        sizes = [call.operands[1].type.size]
    elif call.primitive.name.startswith("reduce_") or call.primitive.name == "dot":
        sizes = [o.type.size for o in call.operands]
    large = sum(n for n in sizes if n > FEW)
    return Work(0.0, float(large)) if large else Work(1.0)
