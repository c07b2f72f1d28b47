"""Reverse mode through loops.

    for i in range(n):                      for i in range(n):
        x = sin(x)                  =>          tape[i] = x
                                                x = sin(x)
                                            for i in reversed(range(n)):
                                                x_bar = x_bar * cos(tape[i])

A loop whose trip count is known, or bounded, keeps a *tape* of the values that the backward iterations need:
arrays with a row for every iteration (`tapes`). The index runs backwards, and nothing is taped that follows
from it, or that an array which the loop writes still holds at its end (`analysis.array_dependence`). The
states of a loop of unknown length are computed again from the first instead (`append_iterate`), as are those of
counted loops whose tape would not stay in the cache.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...ir.builder import Builder, Sym
from ...ir.program import Call
from .iterated import Iterated
from .jvp import Activity
from .loop_adjoint import LoopAdjoint
from .tapes import Short, Taped
from .vjp import CONTROL, Pullback, both


def forward_loop(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    if not any(both(activity.outputs(call, active), wanted)):
        return b.bind(
            call.primitive, inputs, dict(call.params)
        ), lambda back, bars, known: [None] * len(inputs)
    iterations = LoopAdjoint(call, inputs, active, activity, wanted)
    loop = (
        Iterated(iterations, call, inputs)
        if not iterations.fits_tape()
        else Short(iterations)
        if iterations.test
        else Taped(iterations)
    )
    note = f"{call.span or 'a loop'}: {describe_tapes(iterations, loop)}"
    if note not in activity.notes:
        activity.notes.append(note)
    return loop.sweep(b), loop.pull


def describe_tapes(iterations: LoopAdjoint, loop: Iterated | Short | Taped) -> str:
    """Describe the values that are saved for the backward sweep of a loop, and why."""
    kept = ", ".join(
        dict.fromkeys(name_in_messages(iterations.split.first.hint(s)) for s in iterations.residuals)
    )
    there = dict.fromkeys(iterations.split.finals.values())
    ends = " and ".join(
        f"{', '.join(iterations.names[k] for k, begins in there if begins is at_first)} {word} the loop"
        for at_first, word in ((False, "after"), (True, "before"))
        if any(b is at_first for _, b in there)
    )
    read = f"; the backward sweep also reads {ends}" if ends and kept else ""
    if not iterations.residuals:
        return f"no tape: the backward sweep reads {ends or 'no value of the forward iterations'}"
    if isinstance(loop, Iterated):
        state = ", ".join(iterations.names[k] for k in loop.needed)
        why = (
            "the trip count is unknown"
            if iterations.most is None
            else "a tape of all iterations would be too long"
        )
        again = f"recomputes {loop.plan.capacity} iterations at a time"
        if not state:
            return f"{again} for {kept}, from the index alone, because {why}{read}"
        return f"snapshots of {state} (capacity {loop.plan.rows}), {again}, because {why}{read}"
    return f"a tape of {loop.capacity} iterations for {kept} ({loop.capacity * iterations.row_bytes} bytes){read}"


def name_in_messages(name: str | None) -> str:
    """The name of a value in messages: the user's name, or the name of its source."""
    if name is None:
        return "a value"
    found = re.fullmatch(r"(?:dynamic_slice|slice|gather)_(\w+?)(?:_\d+)?", name)
    return f"an element of {found[1]}" if found else name


CONTROL.update(fori_loop=forward_loop, while_loop=forward_loop)
