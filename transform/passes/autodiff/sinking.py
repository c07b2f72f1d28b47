"""Sink computations out of loops: values that only the last iteration contributes to the result are computed
after the loop.

    for i in range(n):                      for i in range(n):
        s += x[i] ** 2                          s += x[i] ** 2
        if s > limit:               =>          if s > limit:
            r = s * i                               left = 1
            break                                   break
                                            r = s * i if left == 1 else 0.0

So reverse mode finds rounds that are all alike. Of `r` it is asked that no round reads what the one before
left there (such are the results of a function that returns from a loop), and that where the choice goes the
other way it is the value with which the loop starts. What the choice reads is what the loop ends with, or
follows from the index and invariants by few cheap operations, or is carried out of the last round, if it is
a number.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...analysis.counters import counting
from ...analysis.def_use import chains_of
from ...analysis.loop_exits import ExitFact, codes, exit_facts
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_cond
from ...ir.program import Atom, Call, Const, Program, Var, walk, with_programs
from ..simplify.dead_code import dead_code
from ..simplify.inlining import inline
from ...ir.builder import has_effects
from .rematerialization import way

STEPS = 4  # operations that compute an operand of the choice again
NUMBERS = 4  # numbers that a loop carries instead of one value


def sink_exits(program: Program) -> Program:
    """The program with such values behind their loops, in the programs that it holds too."""
    if not any(call.primitive.name == "while_loop" for call in walk(program)):
        return program
    body = [with_programs(call, sink_exits) for call in program.body]
    program = dataclasses.replace(program, body=tuple(body))
    found = {id(call): Exits(call) for call in body if call.primitive.name == "while_loop"}
    if not any(exits.sunk for exits in found.values()):
        return program
    b = Builder()
    env = {p.name: b.parameter(p.type, p.name) for p in program.parameters}
    value = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom.name]
    for call in body:
        b.site.span = call.span
        operands = [value(o) for o in call.operands]
        exits = found.get(id(call))
        if exits is not None and exits.sunk:
            outs: Any = exits.behind(b, operands)
        else:
            outs = b.bind(call.primitive, operands, dict(call.params))
        for var, out in zip(call.outputs, outs if call.primitive.multiple else (outs,)):
            env[var.name] = out
            b.name(out, var.name)
    return dead_code(b.finish([value(r) for r in program.results], program.name))


@dataclasses.dataclass
class Sunk:
    """Carries that one choice makes, which is computed behind the loop, and what that asks."""

    carries: list[int]
    choice: Call
    predicate: Var  # what it is chosen by: a truth value that is not known
    taken: Program  # the branch that computes them, with these results only
    operands: list[Atom]  # its operands, in the loop's body
    side: bool  # is it the first branch?
    code: tuple[int, ExitFact] | None  # the exit code that tells of the predicate


class Exits:
    """A while loop, and its carries that can be sunk."""

    def __init__(self, call: Call):
        params = dict(call.params)
        self.call, self.invariant = call, params["invariant"]
        self.body, self.test = params["body"], params["test"]
        self.start = call.operands[self.invariant :]
        self.chains = chains_of(self.body)
        self.told = {
            name: (k - self.invariant, how)
            for k in codes(self.test, call.operands)
            for name, how in exit_facts(self.body, k - self.invariant).items()
        }
        self.gone: set[int] = set()  # the carries that may be sunk
        self.carried: dict[Var, bool] = {}  # what the loop gives besides of its last round: values at first
        self.sunk = self.chosen()

    def chosen(self) -> list[Sunk]:
        """The carries to sink: of the carries that one select defines, all or none."""
        tested, n = chains_of(self.test), self.invariant
        groups: dict[int, list[int]] = {}
        for k, (parameter, asked) in enumerate(zip(self.body.parameters[n:], self.test.parameters[n:])):
            choice = self.chains.maker(self.body.results[k], "cond", "select")
            read = parameter.name in self.chains.uses or asked.name in tested.uses
            if choice is not None and not read and type(self.start[k]) is Const:
                groups.setdefault(id(choice), []).append(k)
        found = [sunk for carries in groups.values() if (sunk := self.candidate(carries))]
        self.gone = {k for sunk in found for k in sunk.carries}
        return [sunk for sunk in found if self.affordable(sunk)]

    def candidate(self, carries: list[int]) -> Sunk | None:
        """The choice of these carries, if one side of it is what the loop starts with."""
        results, starts = [self.body.results[k] for k in carries], [self.start[k] for k in carries]
        choice = self.chains.maker(results[0], "cond", "select")
        predicate = choice.operands[0] if choice is not None and not has_effects(choice) else None
        if choice is None or type(predicate) is not Var or predicate.type.shape:
            return None
        sides = branches(choice, [choice.outputs.index(r) for r in results])
        for side, (taken, operands), (other, _) in zip((True, False), sides, sides[::-1]):
            if all(map(is_same, other.results, starts)):
                return Sunk(carries, choice, predicate, taken, operands, side, self.code_of(predicate, side))
        return None

    def code_of(self, predicate: Var, side: bool) -> tuple[int, ExitFact] | None:
        """The exit code that says whether the predicate is `side`: never so where there was no round."""
        place, how = self.told.get(predicate.name, (0, None))
        if how is None:
            return None
        how = ExitFact(how.code, how.holds == side)
        return (place, how) if how.holds == (how.code != 0) else None

    def affordable(self, sunk: Sunk) -> bool:
        """Whether its operands can be had behind the loop. Those that must be carried out are noted."""
        wanted = {
            o: False
            for o in sunk.operands
            if type(o) is Var and not self.is_there(o, sunk) and self.again(o, sunk) is None
        }
        wanted |= {} if sunk.code else {sunk.predicate: not sunk.side}  # not so where there is no round
        carried = wanted | self.carried
        if any(o.type.shape for o in wanted) or len(carried) > NUMBERS:
            return False
        if any(carried[o] != wanted[o] for o in wanted):
            return False
        self.carried = carried
        return True

    def is_there(self, atom: Atom, sunk: Sunk) -> bool:
        """Whether it is a constant, an invariant, a counter, or what the loop ends with."""
        if type(atom) is Const or atom in self.body.parameters[: self.invariant] or atom in self.carried:
            return True
        return self.end(atom, sunk) is not None or self.step(atom) != 0

    def end(self, atom: Var, sunk: Sunk) -> int | None:
        """The carry that ends as this value where the loop is left this way."""
        kept = [k for k in range(len(self.start)) if k not in self.gone]
        return next((k for k in kept if atom in (self.body.results[k], self.taken(k, sunk))), None)

    def taken(self, k: int, sunk: Sunk) -> Atom | None:
        """The value of a carry that the same predicate selects, in terms of the iteration."""
        result = self.body.results[k]
        choice = self.chains.maker(result, "cond", "select")
        if choice is None or choice.operands[0] != sunk.predicate:
            return None
        side = 0 if sunk.side else 1
        if choice.primitive.name == "select":
            return choice.operands[1 + side]
        branch = choice.param("branches")[side]
        atom = branch.results[choice.outputs.index(result)]
        return choice.operands[1 + branch.parameters.index(atom)] if atom in branch.parameters else None

    def step(self, atom: Atom) -> int:
        if atom not in self.body.parameters[self.invariant :]:
            return 0
        return counting(self.body, self.body.parameters.index(atom))

    def again(self, atom: Var, sunk: Sunk) -> list[Call] | None:
        """The few calls that compute it from what is there."""
        made = {v: call for call in self.body.body for v in call.outputs}
        near = {v for call in self.body.body for v in (*call.outputs, *call.operands) if type(v) is Var}
        return way(made, atom, {v for v in near - {atom} if self.is_there(v, sunk)}, STEPS)

    # -- the loop, and what comes behind it

    def behind(self, b: Builder, operands: Sequence[Sym]) -> list[Sym]:
        """The loop without these carries, and its outputs."""
        n, gone = self.invariant, {k for sunk in self.sunk for k in sunk.carries}
        kept = [k for k in range(len(self.start)) if k not in gone]
        names = {v.name for p in (self.body, self.test) for v in variables(p)}
        more = tuple([Var(fresh(f"{o.name}_last", names), o.type.update(weak=False)) for o in self.carried])

        def shorter(p: Program, results: Sequence[Atom]) -> Program:
            parameters = (*p.parameters[:n], *(p.parameters[n + k] for k in kept), *more)
            return dead_code(Program(p.name, parameters, p.body, tuple(results)))

        body = shorter(self.body, [*(self.body.results[k] for k in kept), *self.carried])
        first = [b.lift(np.asarray(start, o.type.dtype)) for o, start in self.carried.items()]
        given = b.bind(
            self.call.primitive,
            [*operands[:n], *(operands[n + k] for k in kept), *first],
            {"body": body, "test": shorter(self.test, self.test.results), "invariant": n},
        )
        outs: dict[int, Sym] = dict(zip(kept, given))
        for k, out in outs.items():
            b.name(out, self.call.outputs[k].name)
        last = dict(zip(self.carried, given[len(kept) :]))
        for sunk in self.sunk:
            outs.update(zip(sunk.carries, self.values(b, sunk, operands, outs, last)))
        return [outs[k] for k in range(len(self.start))]

    def values(
        self, b: Builder, sunk: Sunk, operands: Sequence[Sym], outs: dict[int, Sym], last: dict[Var, Sym]
    ) -> list[Sym]:
        b.site.span = sunk.choice.span
        if sunk.code:
            place, how = sunk.code
            asked = TABLE["eq" if how.holds else "ne"](outs[place], np.asarray(how.code, outs[place].dtype))
        else:
            asked = last[sunk.predicate]
            asked = asked if sunk.side else ~asked
        ends = Ends(self, sunk, operands, outs, last)

        def taken(inner: Builder) -> list[Sym]:
            return inline(inner, sunk.taken, [ends.of(inner, o) for o in sunk.operands])

        return append_cond(b, asked, taken, lambda inner: [Sym(inner, self.start[k]) for k in sunk.carries])


@dataclasses.dataclass
class Ends:
    """The values of the last iteration after the loop."""

    exits: Exits
    sunk: Sunk
    operands: Sequence[Sym]
    outs: dict[int, Sym]
    last: dict[Var, Sym]

    def of(self, inner: Builder, atom: Atom) -> Sym:
        exits, body = self.exits, self.exits.body
        if type(atom) is Const:
            return Sym(inner, atom)
        if atom in self.last:
            return inner.lift(self.last[atom])
        if atom in body.parameters[: exits.invariant]:
            return inner.lift(self.operands[body.parameters.index(atom)])
        end = exits.end(atom, self.sunk)
        if end is not None:
            return inner.lift(self.outs[end])
        if step := exits.step(atom):
            out = inner.lift(self.outs[body.parameters.index(atom) - exits.invariant])
            return named(inner, out - np.asarray(step, out.dtype), atom)
        made: dict[Atom, Sym] = {}
        for call in exits.again(atom, self.sunk) or ():
            values = [made[o] if o in made else self.of(inner, o) for o in call.operands]
            (var,) = call.outputs
            made[var] = named(inner, inner.bind(call.primitive, values, dict(call.params)), var)
        return made[atom]


def named(b: Builder, value: Sym, var: Var) -> Sym:
    b.name(value, var.name)
    return value


def branches(choice: Call, numbers: list[int]) -> list[tuple[Program, list[Atom]]]:
    """The two sides of a choice as programs with some of its results, and their operands."""
    if choice.primitive.name == "select":
        given = [(o, (o,) if type(o) is Var else ()) for o in choice.operands[1:]]
        return [
            (Program("side", parameters, (), (o,) * len(numbers)), [*parameters]) for o, parameters in given
        ]
    found = []
    for branch in choice.param("branches"):
        taken = dead_code(dataclasses.replace(branch, results=tuple(branch.results[n] for n in numbers)))
        used = chains_of(taken).uses
        read = [k for k, p in enumerate(taken.parameters) if p.name in used]
        taken = dataclasses.replace(taken, parameters=tuple(taken.parameters[k] for k in read))
        found.append((taken, [choice.operands[1 + k] for k in read]))
    return found


def variables(program: Program) -> list[Var]:
    return [*program.parameters, *(v for call in program.body for v in call.outputs)]


def is_same(a: Atom, b: Atom) -> bool:
    """Whether these are the same constant, bit by bit."""
    if type(a) is Var or type(b) is Var:
        return False
    return a.type.matches(b.type) and a.value.tobytes() == b.value.tobytes()


def fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
