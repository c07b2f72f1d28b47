"""Dead-store elimination in loops: an array of which at most parts are read behind the loop is not written
where neither a later iteration nor the code behind the loop reads it.

    for i in reversed(range(n)):            for i in reversed(range(n)):
        t = y_bar[i]                            t = y_bar[i]
        y_bar[i] = 0                =>          x_bar[i] += t * w
        x_bar[i] += t * w

So do the adjoints of loops that set each element once: an array that is not written any more is no carry.

>>> from ...reader import read
>>> print(without_dead_writes(read('''
... from recto.transform import primitives as prim
... def f(y: "f64[9]"):
...     def body(i: "i64[]", total: "f64[]", y: "f64[9]"):
...         y_i = prim.dynamic_slice(y, i, drop=(0,), sizes=(1,))
...         y_1 = prim.update_slice(y, 0.0, i, drop=(0,), sizes=(1,))
...         total_1 = prim.add(total, y_i)
...         return total_1, y_1
...     total, y_1 = prim.fori_loop(8, -1, 0.0, y, body=body, invariant=0, step=-1)
...     return total
... ''')))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(y: "f64[9]"):
<BLANKLINE>
    def body(i: "i64[]", total: "f64[]", y: "f64[9]"):
        y_i = prim.dynamic_slice(y, i, drop=(0,), sizes=(1,))  # f64[]
        total_1 = prim.add(total, y_i)                         # f64[]
        return total_1, y
<BLANKLINE>
    total, y_1 = prim.fori_loop(8, -1, 0.0, y, body=body, invariant=0, step=-1)  # f64[], f64[9]
    return total
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence

from ...analysis.array_liveness import dead_writes
from ...analysis.def_use import Use, chains_of
from ...ir.program import Atom, Call, Program, Var, with_programs


def without_dead_writes(program: Program) -> Program:
    """The program without such writes, here and in the programs that it holds."""
    return Elimination().of(program)


class Elimination:
    """Each program is looked at once, so that functions that are called at several places stay one."""

    def __init__(self) -> None:
        self.done: dict[int, tuple[Program, Program]] = {}

    def of(self, program: Program) -> Program:
        if id(program) not in self.done:
            self.done[id(program)] = program, self._without(program)
        return self.done[id(program)][1]

    def _without(self, program: Program) -> Program:
        uses = None
        body = []
        for call in program.body:
            if call.primitive.name == "fori_loop" and any(v.type.shape for v in call.outputs):
                uses = uses or chains_of(program).uses
                read = [parts_read(v, uses) if v.type.shape else None for v in call.outputs]
                gone = {
                    id(w)
                    for k, calls in enumerate(read)
                    if calls is not None
                    for w in dead_writes(call, k, calls)
                }
                call = with_programs(call, lambda p: without(p, gone)) if gone else call
            body.append(with_programs(call, self.of))
        if all(a is b for a, b in zip(body, program.body)):
            return program
        return dataclasses.replace(program, body=tuple(body))


def parts_read(array: Var, uses: Mapping[str, Sequence[Use]]) -> list[Call] | None:
    """The calls that read parts of an array, if that is all that becomes of it."""
    calls = [use.call for use in uses.get(array.name, ()) if use.call is not None]
    parts = [call for call in calls if call.primitive.name in ("slice_", "dynamic_slice")]
    return (
        parts
        if len(parts) == len(uses.get(array.name, ())) and all(c.operands[0] == array for c in parts)
        else None
    )


def without(program: Program, writes: Collection[int]) -> Program:
    """The program without some writes: what reads a version that they make reads the one before."""
    before: dict[Atom, Atom] = {}
    body: list[Call] = []
    for call in program.body:
        operands = tuple([before.get(o, o) for o in call.operands])
        if id(call) in writes:
            before[call.outputs[0]] = operands[0]
            continue
        inner = with_programs(call, lambda p: without(p, writes))
        body.append(inner if operands == call.operands else dataclasses.replace(inner, operands=operands))
    results = tuple([before.get(r, r) for r in program.results])
    if len(body) == len(program.body) and all(a is b for a, b in zip(body, program.body)):
        return program
    return dataclasses.replace(program, body=tuple(body), results=results)
