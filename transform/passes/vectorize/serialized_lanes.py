"""Lane serialisation: run lanes one after the other if that costs less than running them together.

Few that take a heavy branch: the others do not run it at all.

    lanes(p, x, branches=(then, orelse))    =>      if 8 * np.count_nonzero(p) <= len(p):
                                                        for lane in range(len(p)):
                                                            y[lane] = then(x[lane]) if p[lane] else orelse(x[lane])
                                                    else:
                                                        y = np.where(p, then(x), orelse(x))

A branch is heavy if it loops over arrays, which are wide enough to keep a processor busy lane by lane. Where many
lanes take it all of them together keep all processors busy, and are better done at once. Branches that overwrite
single elements of an operand are left alone: masked, they cost what they write, and here whole rows would be copied.

Loops that go on for as long as each lane needs, and read and write elements of its arrays:

    while j > 0 and a[j - 1] > a[j]: swap; j -= 1       =>      for lane in range(n): while …, on a[lane]

In step, each iteration would gather and scatter the elements of all lanes, until the last of them is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...analysis.loops import is_loop
from ...core.dtypes import canonical
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for, fetch, rows, store, as_counter
from ...ir.program import Call, Const, Program, Var

WIDE = 64  # elements of an array that a loop carries
LONG = 8  # rounds
FEW = 8  # one lane of so many

FEW_NUMBERS = 8  # of a value that is not an array

Make = Callable[[Builder, list[Sym]], Sequence[Sym]]


def is_profitable(call: Call) -> bool:
    """Whether one of the branches is heavy, and may be run for a lane alone."""
    branches = call.param("branches")
    enough = len(call.param("levels")) == 1 and call.operands[0].type.size >= FEW
    return enough and sum(map(heavy, branches)) == 1 and not any(map(overwrites, branches))


def heavy(program: Program) -> bool:
    """Whether it loops over wide arrays."""
    return any(map(heavy_call, program.body))


def heavy_call(call: Call) -> bool:
    loop = is_loop(call) and not short(call)
    return loop and any(v.type.size >= WIDE for v in call.outputs) or any(map(heavy, call.programs()))


def short(call: Call) -> bool:
    """Whether a loop has few iterations for sure."""
    bounds = (
        [x for x in call.operands[:2] if isinstance(x, Const)] if call.primitive.name == "fori_loop" else []
    )
    if len(bounds) < 2:
        return False
    lo, hi = (int(x.value) for x in bounds)
    return abs(hi - lo) < LONG * abs(call.param("step"))


def overwrites(program: Program) -> bool:
    """Whether it updates a parameter, outside of loops."""
    given = {p.name for p in program.parameters}
    targets = [call.operands[0] for call in program.body if call.primitive.access == "write"]
    return any(isinstance(x, Var) and x.name in given for x in targets)


def dispatch_on_count(
    b: Builder, call: Call, values: list[Sym], branches: tuple[Program, ...], together: Make
) -> Sequence[Sym]:
    """The results: lane by lane, or all `together`, by how many lanes take the heavy branch.

    Args:
        branches: those of the call, finished.
    """
    mask, n = values[0], values[0].shape[0]
    taken = mask if heavy(branches[0]) else TABLE["not_"](mask)
    count = TABLE["reduce_sum"](taken.astype(canonical(np.int64)), axes=(0,))
    alone = lambda inner, given: lane_by_lane(inner, call.param("levels")[0], given, branches)
    names = ["chosen", *(b.hint(x) for x in values[1:])]
    made = tuple([close_program(values, names, make) for make in (alone, together)])
    return b.bind(TABLE["cond"], [count <= as_counter(b, n // FEW), *values], {"branches": made})


def close_program(values: Sequence[Sym], names: Sequence[str | None], make: Make) -> Program:
    """A program of these values."""
    b = Builder()
    given = [b.parameter(x.type, name) for x, name in zip(values, names, strict=True)]
    return b.finish(make(b, given), "branch")


def lane_by_lane(
    b: Builder, level: Sequence[bool], values: list[Sym], branches: tuple[Program, ...]
) -> list[Sym]:
    """The results of all lanes; `level` says which operands have the batch axis."""
    mask, *operands = values
    start = [rows(b, mask.shape[0], t) for t in branches[0].result_types]

    def turn(inner: Builder, lane: Sym, found: Sequence[Sym]) -> list[Sym]:
        own = [
            fetch(inner.lift(x), lane) if has else inner.lift(x)
            for x, has in zip(operands, level, strict=True)
        ]
        results = inner.bind(TABLE["cond"], [fetch(inner.lift(mask), lane), *own], {"branches": branches})
        return [store(array, result, lane) for array, result in zip(found, results)]

    return append_for(b, 0, mask.shape[0], start, turn, index="lane")


# -- loops -------------------------------------------------------------------------------------------------------------


def is_serializable(call: Call) -> bool:
    """Whether it is a loop over single elements, some of which it writes."""
    return all(map(elementary, call.programs())) and any(map(writes, call.programs()))


def elementary(program: Program) -> bool:
    """Whether it computes numbers, reads and writes elements of arrays, and does nothing else."""
    return all(elementary_call(call) for call in program.body)


def elementary_call(call: Call) -> bool:
    if call.primitive.kind == "control":
        return (
            call.primitive.name in ("while_loop", "fori_loop", "cond", "lanes", "guard")
            and not call.primitive.effect
            and all(map(elementary, call.programs()))
        )
    if call.primitive.access == "write":
        return call.operands[1].type.size <= FEW_NUMBERS
    return all(v.type.size <= FEW_NUMBERS for v in call.outputs)


def writes(program: Program) -> bool:
    return any(call.primitive.access == "write" or any(map(writes, call.programs())) for call in program.body)


def one_by_one(
    b: Builder,
    call: Call,
    values: Sequence[Sym],
    mask: Sequence[bool],
    start: Sequence[Sym],
    apart: Sequence[bool],
    n: int,
) -> list[Sym]:
    """The loop for one lane after the other.

    Args:
        mask: which of the operands have the batch axis.
        start: what the loop carries, with the batch axis where `apart` says so; the others end the same in all lanes.
    """
    first = len(values) - len(start)

    def turn(inner: Builder, lane: Sym, found: Sequence[Sym]) -> list[Sym]:
        fixed = [fetch(inner.lift(x), lane) if m else inner.lift(x) for x, m in zip(values[:first], mask)]
        own = [
            (fetch(array if array.ndim > 1 else inner.lift(x), lane) if a else inner.lift(x))
            for array, x, a in zip(found, start, apart)
        ]
        results = inner.bind(call.primitive, [*fixed, *own], dict(call.params))
        return [
            store(array, result, lane) if a else result
            for array, result, a in zip(found, results, apart, strict=True)
        ]

    names = [p.name for p in call.param("body").parameters[-len(start) :]]
    return append_for(b, 0, n, start, turn, index="lane", names=names)
