"""Does a native kernel pay for a loop nest?"""

from __future__ import annotations

from ...ir.program import Call
from ..stablehlo.polls import rounds

GUESS = 100  # rounds of a loop, if unknown
SAVED = 1.0  # ns an operation: XLA's loops take about 1.5, kernels 0.5 (benchmarks/native.py)
WORTH = 2_000.0  # ns a call: what a kernel takes to compile (20 ms) is saved within 10,000 calls


def saved(call: Call) -> float:
    """A rough estimate of how many ns a kernel saves in a call of a loop."""
    return SAVED * operations(call)


def operations(call: Call) -> float:
    inner = [sum(map(operations, p.body)) for p in call.programs()]
    match call.primitive.name:
        case "fori_loop":
            count = rounds(call)
            return (GUESS if count is None else count) * (1 + sum(inner))
        case "while_loop":
            return GUESS * (1 + sum(inner))
        case "cond":
            return 1 + max(inner)
    return 1 + sum(inner)
