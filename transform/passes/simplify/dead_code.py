"""Dead-code elimination: unread calls, outputs of branches and loops with the calls that only feed them, and
unread operands.

    unread = sin(x);  y = cos(x);  return y     =>      y = cos(x);  return y

A carry is dead unless something other than itself needs it (optimistic, as in Cytron and others, "Efficiently
computing static single assignment form and the control dependence graph", 1991, section 7.1).

>>> from ...reader import read
>>> print(dead_code(read('''
... from recto.transform import primitives as prim
... def f(x: "f64[]", n: "i64[]"):
...     unread = prim.sin(x)
...     def body(i: "i64[]", c: "f64[]", y: "f64[]", z: "f64[]"):
...         y_1 = prim.mul(y, c)
...         z_1 = prim.add(z, y)
...         return y_1, z_1
...     y, z = prim.fori_loop(0, n, x, x, 1.0, body=body, invariant=1, step=1)
...     return y
... ''')))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[]", n: "i64[]"):
<BLANKLINE>
    def body(i: "i64[]", c: "f64[]", y: "f64[]"):
        y_1 = prim.mul(y, c)  # f64[]
        return y_1
<BLANKLINE>
    (y,) = prim.fori_loop(0, n, x, x, body=body, invariant=1, step=1)  # f64[]
    return y
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ...analysis.loops import LoopView
from ...ir.builder import has_effects
from ...ir.program import Call, Program, Var

Places = frozenset[int]


class Ends(NamedTuple):
    """The uses of the values with which a program is left early: which carries are read behind the loop
    around, which of them it has at all, and which results of the function are read."""

    carried: Places
    kept: Places
    returned: Places


def dead_code(program: Program, wanted: Places | None = None) -> Program:
    """The program without calls, outputs and operands that no effect depends on, and no result.

    Args:
        wanted: the results that are read; without it all are.
    """
    results = frozenset(range(len(program.results))) if wanted is None else wanted
    return Sweep().program(program, results, frozenset(range(len(program.parameters))))


class Sweep:
    """Each program is looked at once for each set of results that are read."""

    def __init__(self) -> None:
        self.read_by: dict[tuple[int, Places, Ends], tuple[Places, Program]] = {}
        self.done: dict[tuple[int, Places, Places, Ends], tuple[Program, Program]] = {}

    # -- which parameters are read -------------------------------------------------------------------------------------

    def needs(self, program: Program, results: Places, ends: Ends | None = None) -> Places:
        """The parameters that some of the results, or effects, depend on. `ends`: if it is no function of its own."""
        ends = ends or Ends(frozenset(), frozenset(), results)
        key = id(program), results, ends
        if key not in self.read_by:
            live = {r.name for r in map(program.results.__getitem__, results) if type(r) is Var}
            for call in reversed(program.body):
                outputs = positions_of(v.name in live for v in call.outputs)
                if outputs or has_effects(call):
                    live.update(names_of(call, self.operands(call, outputs, ends)))
            self.read_by[key] = positions_of(p.name in live for p in program.parameters), program
        return self.read_by[key][0]

    def operands(self, call: Call, outputs: Places, ends: Ends) -> Iterable[int]:
        """The operands that some of the outputs, or effects, depend on."""
        rule = OPERANDS.get(call.primitive.name)
        return rule(self, call, outputs, ends) if rule else range(len(call.operands))

    def of_call(self, call: Call, outputs: Places, ends: Ends) -> Places:
        return self.needs(call.param("program"), outputs)

    def of_cond(self, call: Call, outputs: Places, ends: Ends) -> set[int]:
        return {0} | {1 + k for branch in call.param("branches") for k in self.needs(branch, outputs, ends)}

    def of_leave(self, call: Call, outputs: Places, ends: Ends) -> set[int]:
        return {0} | {1 + k for k in self.needs(call.param("branch"), given_by(call, ends), ends)}

    def of_loop(self, call: Call, outputs: Places, ends: Ends) -> set[int]:
        """Bounds, and what the carries need that are read behind the loop, by its test, or for other such carries."""
        lead = LoopView(call).lead
        return {*range(lead), *(lead + k for k in self.of_turns(call, outputs, ends))}

    def of_turns(self, call: Call, outputs: Places, ends: Ends) -> Places:
        """The operands, without bounds, that a loop needs."""
        loop = LoopView(call)
        body, test, invariant, skip = loop.body, loop.test, loop.first - loop.lead, len(loop.index)
        tested = self.needs(test, frozenset([0])) if test else frozenset()
        behind = Ends(outputs, outputs, ends.returned)
        read = tested | {invariant + k for k in outputs}
        while True:
            live = frozenset([k - invariant for k in read if k >= invariant])
            more = read | {k - skip for k in self.needs(body, live, behind) if k >= skip}
            if more == read:
                return read
            read = more

    # -- the program without the rest ----------------------------------------------------------------------------------

    def program(
        self, program: Program, results: Places, parameters: Places, ends: Ends | None = None
    ) -> Program:
        """The program with these results and parameters only."""
        ends = ends or Ends(frozenset(), frozenset(), results)
        key = id(program), results, parameters, ends
        if key not in self.done:
            self.done[key] = self._without(program, results, parameters, ends), program
        return self.done[key][0]

    def _without(self, program: Program, results: Places, parameters: Places, ends: Ends) -> Program:
        kept = select_items(program.results, results)
        live = {r.name for r in kept if type(r) is Var}
        body = []
        for call in reversed(program.body):
            outputs = positions_of(v.name in live for v in call.outputs)
            if outputs or has_effects(call):
                shrink = SHRINK.get(call.primitive.name)
                call = shrink(self, call, outputs, ends) if shrink else call
                live.update(names_of(call, range(len(call.operands))))
                body.append(call)
        shorter = Program(program.name, select_items(program.parameters, parameters), tuple(body[::-1]), kept)
        return program if is_same(shorter, program) else shorter

    def call(self, call: Call, outputs: Places, ends: Ends) -> Call:
        operands = self.of_call(call, outputs, ends)
        return change_call(
            call, outputs, operands, 0, {"program": self.program(call.param("program"), outputs, operands)}
        )

    def cond(self, call: Call, outputs: Places, ends: Ends) -> Call:
        operands = frozenset([k - 1 for k in self.of_cond(call, outputs, ends) - {0}])
        branches = tuple([self.program(p, outputs, operands, ends) for p in call.param("branches")])
        return change_call(call, outputs, operands, 1, {"branches": branches})

    def leave(self, call: Call, outputs: Places, ends: Ends) -> Call:
        given, operands = (
            given_by(call, ends),
            frozenset([k - 1 for k in self.of_leave(call, outputs, ends) - {0}]),
        )
        branch = self.program(call.param("branch"), given, operands, ends)
        order = {k: n for n, k in enumerate(sorted(ends.kept))}
        where = select_items(call.param("places"), given) if call.param("how") == "break" else ()
        return change_call(
            call, outputs, operands, 1, {"branch": branch, "places": tuple([order[k] for k in where])}
        )

    def loop(self, call: Call, outputs: Places, ends: Ends) -> Call:
        operands, loop = self.of_turns(call, outputs, ends), LoopView(call)
        invariant, skip = loop.first - loop.lead, len(loop.index)
        carried = frozenset([k - invariant for k in operands if k >= invariant])
        parameters = frozenset([*range(skip), *(k + skip for k in operands)])
        new = {
            "invariant": len(operands) - len(carried),
            "body": self.program(loop.body, carried, parameters, Ends(outputs, carried, ends.returned)),
        }
        if loop.test:
            new["test"] = self.program(loop.test, frozenset([0]), operands)
        return change_call(call, carried, operands, loop.lead, new)


OPERANDS = {
    "call": Sweep.of_call,
    "cond": Sweep.of_cond,
    "fori_loop": Sweep.of_loop,
    "while_loop": Sweep.of_loop,
    "iterate": Sweep.of_loop,
    "leave": Sweep.of_leave,
}
SHRINK = {
    "call": Sweep.call,
    "cond": Sweep.cond,
    "fori_loop": Sweep.loop,
    "while_loop": Sweep.loop,
    "iterate": Sweep.loop,
    "leave": Sweep.leave,
}


def given_by(call: Call, ends: Ends) -> Places:
    """The results of a `leave`'s branch that are read where it leads."""
    if call.param("how") == "return":
        return ends.returned
    return positions_of(k in ends.carried for k in call.param("places"))


def positions_of(flags: Iterable[bool]) -> Places:
    return frozenset([k for k, flag in enumerate(flags) if flag])


def select_items(items: Sequence[Any], kept: Places) -> tuple[Any, ...]:
    return tuple([x for k, x in enumerate(items) if k in kept])


def is_same(a: Program, b: Program) -> bool:
    """Whether these are the same calls, parameters and results."""
    parts = (a.body, b.body), (a.parameters, b.parameters), (a.results, b.results)
    return all(len(x) == len(y) and all(map(operator.is_, x, y)) for x, y in parts)


def names_of(call: Call, operands: Iterable[int]) -> list[str]:
    return [o.name for k in operands if type(o := call.operands[k]) is Var]


def change_call(call: Call, outputs: Places, operands: Places, lead: int, params: dict[str, Any]) -> Call:
    """The call with other programs, some of its outputs, and its operands but for some after the first `lead`."""
    new = tuple(sorted({**dict(call.params), **params}.items()))
    same = len(outputs) == len(call.outputs) and len(operands) == len(call.operands) - lead
    if same and all(
        a is b or type(a) is tuple and all(x is y for x, y in zip(a, b)) or type(a) is int and a == b
        for (_, a), (_, b) in zip(new, call.params)
    ):
        return call
    kept = (*call.operands[:lead], *select_items(call.operands[lead:], operands))
    return Call(select_items(call.outputs, outputs), call.primitive, kept, new, call.span)
