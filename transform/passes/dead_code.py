"""What nobody reads goes: calls, outputs of branches and loops and what only computes them, operands.

>>> from ..reader import read
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
from typing import Any, Iterable, Sequence

from ..program import Call, Program, Var
from .rules import has_effects

Places = frozenset[int]


def dead_code(program: Program) -> Program:
    """The program without calls, outputs and operands that no result and no effect depends on."""
    return Sweep().program(program, frozenset(range(len(program.results))), frozenset(range(len(program.parameters))))


class Sweep:
    """Each program is looked at once for each set of results that are read."""

    def __init__(self) -> None:
        self.read_by: dict[tuple[int, Places], tuple[Places, Program]] = {}
        self.done: dict[tuple[int, Places, Places], tuple[Program, Program]] = {}

    # -- which parameters are read -------------------------------------------------------------------------------------

    def needs(self, program: Program, results: Places) -> Places:
        """The parameters that some of the results, or effects, depend on."""
        key = id(program), results
        if key not in self.read_by:
            live = {program.results[k].name for k in results if type(program.results[k]) is Var}
            for call in reversed(program.body):
                outputs = places(v.name in live for v in call.outputs)
                if outputs or has_effects(call):
                    live.update(names_of(call, self.operands(call, outputs)))
            self.read_by[key] = places(p.name in live for p in program.parameters), program
        return self.read_by[key][0]

    def operands(self, call: Call, outputs: Places) -> Iterable[int]:
        """The operands that some of the outputs, or effects, depend on."""
        rule = OPERANDS.get(call.primitive.name)
        return rule(self, call, outputs) if rule else range(len(call.operands))

    def of_call(self, call: Call, outputs: Places) -> Places:
        return self.needs(call.param("program"), outputs)

    def of_cond(self, call: Call, outputs: Places) -> set[int]:
        return {0} | {1 + k for branch in call.param("branches") for k in self.needs(branch, outputs)}

    def of_loop(self, call: Call, outputs: Places) -> set[int]:
        """Bounds, and what the carries need that are read behind the loop, by its test, or for other such carries."""
        lead = 2 * (call.primitive.name == "fori_loop")
        return {*range(lead), *(lead + k for k in self.of_turns(call, outputs))}

    def of_turns(self, call: Call, outputs: Places) -> Places:
        """The operands, without bounds, that a loop needs."""
        params = dict(call.params)
        body, test, invariant = params["body"], params.get("test"), params["invariant"]
        skip = len(body.parameters) - len(call.operands) + 2 * (test is None)       # the index
        tested = self.needs(test, frozenset([0])) if test else frozenset()
        read = tested | {invariant + k for k in outputs}
        while True:
            live = frozenset([k - invariant for k in read if k >= invariant])
            more = read | {k - skip for k in self.needs(body, live) if k >= skip}
            if more == read:
                return read
            read = more

    # -- the program without the rest ----------------------------------------------------------------------------------

    def program(self, program: Program, results: Places, parameters: Places) -> Program:
        """The program with these results and parameters only."""
        key = id(program), results, parameters
        if key not in self.done:
            self.done[key] = self._without(program, results, parameters), program
        return self.done[key][0]

    def _without(self, program: Program, results: Places, parameters: Places) -> Program:
        kept = chosen(program.results, results)
        live = {r.name for r in kept if type(r) is Var}
        body = []
        for call in reversed(program.body):
            outputs = places(v.name in live for v in call.outputs)
            if outputs or has_effects(call):
                shrink = SHRINK.get(call.primitive.name)
                call = shrink(self, call, outputs) if shrink else call
                live.update(names_of(call, range(len(call.operands))))
                body.append(call)
        shorter = Program(program.name, chosen(program.parameters, parameters), tuple(body[::-1]), kept)
        return program if is_same(shorter, program) else shorter

    def call(self, call: Call, outputs: Places) -> Call:
        return self._shrunk(call, outputs, self.of_call(call, outputs), 0, ("program",))

    def cond(self, call: Call, outputs: Places) -> Call:
        operands = self.of_cond(call, outputs) - {0}
        return self._shrunk(call, outputs, frozenset([k - 1 for k in operands]), 1, ("branches",))

    def fori_loop(self, call: Call, outputs: Places) -> Call:
        return self._loop(call, outputs, 2)

    def while_loop(self, call: Call, outputs: Places) -> Call:
        return self._loop(call, outputs, 0)

    def _shrunk(self, call: Call, outputs: Places, operands: Places, lead: int, names: Sequence[str]) -> Call:
        """A call whose programs get its operands after the first `lead`, and whose outputs are their results."""
        shrink = lambda p: self.program(p, outputs, operands)
        return changed(call, outputs, operands, lead, {n: each(shrink, call.param(n)) for n in names})

    def _loop(self, call: Call, outputs: Places, lead: int) -> Call:
        operands, params = self.of_turns(call, outputs), dict(call.params)
        invariant, body = params["invariant"], params["body"]
        carried = frozenset([k - invariant for k in operands if k >= invariant])
        skip = len(body.parameters) - (len(call.operands) - lead)
        new = {"invariant": len(operands) - len(carried),
               "body": self.program(body, carried, frozenset([*range(skip), *(k + skip for k in operands)]))}
        if "test" in params:
            new["test"] = self.program(params["test"], frozenset([0]), operands)
        return changed(call, carried, operands, lead, new)


OPERANDS = {"call": Sweep.of_call, "cond": Sweep.of_cond, "fori_loop": Sweep.of_loop, "while_loop": Sweep.of_loop}
SHRINK = {"call": Sweep.call, "cond": Sweep.cond, "fori_loop": Sweep.fori_loop, "while_loop": Sweep.while_loop}


def places(flags: Iterable[bool]) -> Places:
    return frozenset([k for k, flag in enumerate(flags) if flag])


def chosen(items: Sequence[Any], kept: Places) -> tuple:
    return tuple([x for k, x in enumerate(items) if k in kept])


def is_same(a: Program, b: Program) -> bool:
    """Are these the same calls, parameters and results?"""
    parts = (a.body, b.body), (a.parameters, b.parameters), (a.results, b.results)
    return all(len(x) == len(y) and all(map(operator.is_, x, y)) for x, y in parts)


def names_of(call: Call, operands: Iterable[int]) -> list[str]:
    return [o.name for k in operands if type(o := call.operands[k]) is Var]


def each(function: Any, value: Any) -> Any:
    return tuple(map(function, value)) if type(value) is tuple else function(value)


def changed(call: Call, outputs: Places, operands: Places, lead: int, params: dict[str, Any]) -> Call:
    """The call with other programs, some of its outputs, and its operands but for some after the first `lead`."""
    new = tuple(sorted({**dict(call.params), **params}.items()))
    same = len(outputs) == len(call.outputs) and len(operands) == len(call.operands) - lead
    if same and all(a is b or type(a) is tuple and all(x is y for x, y in zip(a, b)) or type(a) is int and a == b
                    for (_, a), (_, b) in zip(new, call.params)):
        return call
    kept = (*call.operands[:lead], *chosen(call.operands[lead:], operands))
    return Call(chosen(call.outputs, outputs), call.primitive, kept, new, call.span)
