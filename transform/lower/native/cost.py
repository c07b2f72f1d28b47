"""Cost model: decides whether a loop nest becomes a native kernel.

A kernel saves the overhead of XLA's loops over scalars, where reads and writes of elements are opaque calls
and branches are loops of one iteration. It computes arrays no faster than XLA, which fuses more and has
threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from ...ir.callee import HOSTED
from ...ir.program import Call, Program
from ..stablehlo.polls import iterations

GUESS = 100, 10_000  # rounds of a loop, if unknown: as many as an array has elements, within these
FEW = 16  # elements: smaller arrays are as good as numbers
# Measured on the loops of PolyBench and their derivatives, in ns:
SAVED = 1.0  # an operation on numbers: XLA's loops take about 1.5, kernels 0.5
LOST = 0.006  # an element: with up to 160 for each operation on numbers kernels were faster, with 180 or more XLA
COLUMN = 4  # an element of a column counts as so many
# Beside calls of the host, of which each takes XLA's loops 35,000, and kernels 3,000, or 10 where they draw themselves:
HOST_CALL, LOST_BESIDE = 30_000.0, 0.3
WORTH = 2_000.0  # a call: what a kernel takes to compile (20 ms) is saved within 10,000 calls
# A loop around is no single function of XLA's any more: each of its operations takes 50 ns, the call of a kernel 150.
WORTH_IN_LOOP = 20_000.0


class Work(NamedTuple):
    """The work of a program: operations on numbers, and elements of larger arrays that are computed or
    moved."""

    numbers: float = 0.0
    elements: float = 0.0

    def times(self, n: float) -> Work:
        return Work(n * self.numbers, n * self.elements)


def estimate_saving(call: Call) -> float:
    """A rough estimate of how many ns a kernel saves in a call of a loop."""
    work, calls = work_of(call), host_calls(call)
    if calls:
        return SAVED * work.numbers + HOST_CALL * calls - LOST_BESIDE * beside(call)
    return SAVED * work.numbers - LOST * work.elements


def host_calls(call: Call) -> float:
    """The number of times that a call calls the host."""
    return sum_of_operations(call, lambda c: float(c.primitive.name in HOSTED))


def beside(call: Call) -> float:
    """The elements of larger arrays that are computed or moved, and the products of matrix products."""
    return sum_of_operations(call, lambda c: max(work_of(c).elements, dot_products(c)))


def sum_of_operations(call: Call, number: Callable[[Call], float]) -> float:
    """The sum of a number for all operations that run."""
    inner = [sum(sum_of_operations(c, number) for c in p.body) for p in call.programs()]
    if call.primitive.name == "cond":
        return max(inner)
    return sum(inner) * iterations_of(call) if inner else number(call)


def dot_products(call: Call) -> float:
    """The number of numbers that a product multiplies."""
    if call.primitive.name != "dot":
        return 0.0
    x, y = (o.type.size for o in call.operands)
    return math.sqrt(x * y * call.outputs[0].type.size)


def iterations_of(call: Call) -> float:
    if call.primitive.name not in ("fori_loop", "while_loop"):
        return 1
    count = iterations(call) if call.primitive.name == "fori_loop" else None
    return guess_iterations(call) if count is None else count


def total(parts: list[Work]) -> Work:
    return Work(sum(p.numbers for p in parts), sum(p.elements for p in parts))


def work_in(program: Program) -> Work:
    return total([Work(1.0), *map(work_of, program.body)])


def work_of(call: Call) -> Work:
    inner = [work_in(p) for p in call.programs()]
    match call.primitive.name:
        case "fori_loop" | "while_loop":
            return total(inner).times(iterations_of(call))
        case "cond":
            return max(inner)
    if inner:
        return total(inner)
    sizes = [v.type.size for v in call.outputs]
    if call.primitive.access:
        part = call.operands[1] if call.primitive.access == "write" else call.outputs[0]
        sizes = [part.type.size * (COLUMN if is_column(call, part.type.size) else 1)]
    elif call.primitive.name.startswith("reduce_") or call.primitive.name == "dot":
        sizes = [o.type.size for o in call.operands]
    large = sum(n for n in sizes if n > FEW)
    return Work(0.0, float(large)) if large else Work(1.0)


def guess_iterations(call: Call) -> int:
    least, most = GUESS
    return min(max([least, *[o.type.size for o in call.operands]]), most)


def is_column(call: Call, size: int) -> bool:
    """Whether the elements of a window are far from each other."""
    params = dict(call.params)
    sizes = params.get("sizes", ())
    if "limits" in params:
        sizes = [limit - start for start, limit in zip(params["starts"], params["limits"])]
    return size > 1 and sizes[-1:] in ((1,), [1])
