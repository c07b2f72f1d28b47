"""Value range analysis (bounds-check elimination): decide comparisons of integers from their intervals.

    for i in range(n): y += x[i + 8 if i < 0 else i]        =>      for i in range(n): y += x[i]

(Harrison, "Compiler analysis of the value ranges for variables", 1977; Cousot and Cousot, "Abstract
interpretation", 1977.)

>>> from ...reader import read
>>> from ...ir.stages import through
>>> from .. import dead_code, simplify
>>> print(through(read('''
... from recto.transform import primitives as prim
... def f(x: "f64[8]", n: "i64[]"):
...     def body(x: "f64[8]", i: "i64[]", y: "f64[]"):
...         lt = prim.lt(i, 0)
...         last = prim.add(i, 8)
...         place = prim.select(lt, last, i)
...         xi = prim.dynamic_slice(x, place, sizes=(1,), drop=(0,))
...         y_1 = prim.add(y, xi)
...         i_1 = prim.add(i, 1)
...         return i_1, y_1
...     def test(x: "f64[8]", i: "i64[]", y: "f64[]"):
...         gt = prim.gt(y, 0.0)
...         return gt
...     i, y = prim.while_loop(x, 0, 1.0, body=body, test=test, invariant=1)
...     return i
... '''), [bounds, simplify, dead_code]))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[8]", n: "i64[]"):
<BLANKLINE>
    def body(x: "f64[8]", i: "i64[]", y: "f64[]"):
        xi = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))  # f64[]
        y_1 = prim.add(y, xi)                                 # f64[]
        i_1 = prim.add(i, 1)                                  # i64[]
        return i_1, y_1
<BLANKLINE>
    def test(x: "f64[8]", i: "i64[]", y: "f64[]"):
        gt = prim.gt(y, 0.0)  # bool[]
        return gt
<BLANKLINE>
    i, y = prim.while_loop(x, 0, 1.0, body=body, invariant=1, test=test)  # i64[], f64[]
    return i
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np

from ...analysis.comparisons import COMPARE
from ...analysis.def_use import maker, makers
from ...analysis.loop_exits import tested_to_be_0
from ...analysis.intervals import Interval, full, of_result, union
from ...ir.program import Atom, Call, Const, Program, Type, Var, walk
from .integer_facts import CONNECTIVES, NONE, Facts, Inside, Pairs, Staying, is_integer, of_connective
from .range_fixpoints import Known, fixpoint
from .rules.algebraic import fill_output

MOST_READINGS = 500  # of programs, with how far integers are apart; behind these, with their bounds alone
COUNTED = 1 << 31  # a counter with more values than this does not tell how long a loop is


def bounds(program: Program) -> Program:
    """The program with the comparisons decided that bounds of integers decide; the same object if there are none."""
    compared = any(c.primitive.name in COMPARE and are_numbers(c.operands) for c in walk(program))
    return RangeAnalysis(compared).program(program, tuple(full_of(p.type) for p in program.parameters))[0]


def are_numbers(atoms: Sequence[Atom]) -> bool:
    """Whether they are integers of which none is known, so that it may matter how far they are apart."""
    return all(type(atom) is Var and is_integer(atom.type) for atom in atoms)


Limits = dict[int, tuple[int | None, Call]]  # by the id of a call, which is kept so that the id stays its own


def trip_limits(program: Program) -> Limits:
    """The most rounds that its counted loops may take, where the bounds of integers tell."""
    owner = RangeAnalysis()
    owner.program(program, tuple(full_of(p.type) for p in program.parameters))
    return owner.trips


def full_of(kind: Type) -> Interval | None:
    return full(kind.dtype) if kind.dtype.kind in "iub" else None


class RangeAnalysis:
    """Each program is read once for each set of facts about its parameters. `differences`: whether it is
    followed how far integers are apart."""

    def __init__(self, differences: bool = False) -> None:
        self.done: dict[tuple[int, Known, Pairs], tuple[Program, Known, "RegionRanges", Program]] = {}
        self.trips: Limits = {}
        self.differences = differences
        self.numbers: dict[int, tuple[tuple[int, ...], Call]] = {}

    def compared(self, loop: Call) -> tuple[int, ...]:
        """The numbers with which a loop compares others, and those beside them."""
        if not self.differences:
            return ()
        if id(loop) not in self.numbers:
            found = {
                int(o.value) + k
                for call in walk(loop.param("body"))
                if call.primitive.name in COMPARE
                for o in call.operands
                if type(o) is Const and is_integer(o.type)
                for k in (-1, 0, 1)
            }
            self.numbers[id(loop)] = tuple(sorted(found)), loop
        return self.numbers[id(loop)][0]

    def note_trips(self, call: Call, lo: Interval, hi: Interval, step: int) -> None:
        most, (before, _) = hi[1] - lo[0] if step > 0 else lo[1] - hi[0], self.trips.get(id(call), (0, call))
        finite = before is not None and most < full(np.dtype(np.int32))[1]
        self.trips[id(call)] = max(before or 0, -(-int(most) // abs(step))) if finite else None, call

    def program(
        self, program: Program, inputs: Known, pairs: Pairs = NONE
    ) -> tuple[Program, Known, "RegionRanges"]:
        """The program for parameters within these bounds, those of its results, and what is known at its end. `pairs`:
        how far parameters are apart."""
        key = id(program), inputs, pairs
        if key not in self.done:
            self.differences &= len(self.done) < MOST_READINGS
            region = RegionRanges(self, program, inputs, pairs)
            self.done[key] = *region.run(), region, program
        return self.done[key][:3]

    def note_counter(self, call: Call, limits: Known) -> None:
        """A `while` has no more iterations than a carry that it counts up can take."""
        body, found = call.param("body"), []
        made = makers(body.body)
        for parameter, result, known in zip(body.parameters[call.param("invariant") :], body.results, limits):
            add = maker(result, made, "add")
            if add is None or known is None or known[1] - known[0] > COUNTED:
                continue
            steps = [int(o.value) for o in add.operands if isinstance(o, Const) and not o.type.shape]
            if parameter in add.operands and steps and steps[0] > 0:
                found.append((int(known[1]) - int(known[0])) // steps[0])
        self.trips[id(call)] = min(found) if found else None, call


class RegionRanges:
    """A program being read: the bounds of its integers, and what its variables have become."""

    def __init__(self, owner: RangeAnalysis, program: Program, inputs: Known, pairs: Pairs):
        self.owner, self.source = owner, program
        named = zip(program.parameters, inputs, strict=True)
        self.facts = Facts({p.name: limits for p, limits in named if limits is not None})
        self.facts.note_pairs(pairs, program.parameters)
        self.known, self.made, self.bounds = self.facts.known, self.facts.made, self.facts.bounds
        self.env: dict[str, Atom] = {}
        self.results: tuple[Atom, ...] = ()
        self.held: list[
            RegionRanges
        ] = []  # those of the programs that its calls hold, as they are in the end
        self.identify(pairs, program.parameters)

    def identify(self, pairs: Pairs, atoms: Sequence[Atom]) -> None:
        """Represent equal integers by the first of them."""
        equal = {(j, k) for j, k, c in pairs if c == 0}
        for j, k in sorted(equal):
            x, y = atoms[j], atoms[k]
            if j < k and (k, j) in equal and type(y) is Var and y.name not in self.env and x.type == y.type:
                self.env[y.name] = self.read(x)

    @functools.cached_property
    def end(self) -> Inside:
        """The facts at its end, once it has been read."""
        return Inside(self.source.parameters, self.results, self.facts)

    def run(self) -> tuple[Program, Known]:
        body: list[Call] = []
        changed = False
        for old in self.source.body:
            self.old, call = old, self.renamed(old)
            if call.primitive.kind == "control":
                new: Call | None = self.control(call)
            else:
                new = self.plain(call)
            changed = changed or new is not old
            if new is not None:
                body.append(new)
        self.results = results = tuple([self.read(r) for r in self.source.results])
        limits = tuple([self.bounds(r) for r in results])
        if not changed:
            return self.source, limits
        return Program(self.source.name, self.source.parameters, tuple(body), results), limits

    def read(self, atom: Atom) -> Atom:
        return self.env.get(atom.name, atom) if type(atom) is Var else atom

    def renamed(self, call: Call) -> Call:
        env = self.env
        if not env or not any([type(o) is Var and o.name in env for o in call.operands]):
            return call
        return Call(
            call.outputs, call.primitive, tuple([self.read(o) for o in call.operands]), call.params, call.span
        )

    # -- calls that hold no programs -----------------------------------------------------------------------------------

    def plain(self, call: Call) -> Call | None:
        """The call, or one in its place; None if its output is known and needs none."""
        output = call.outputs[0] if call.outputs else None
        if output is None or output.type.dtype.kind not in "iub":
            return call
        xs = [self.bounds(o) for o in call.operands]
        found = self.decided(call, xs)
        if isinstance(found, Call):
            call = found
            xs = [self.bounds(o) for o in call.operands]
        elif found is not None:
            self.env[output.name] = found
            return None
        self.made[output.name] = call
        for var in call.outputs[1:]:
            limits = full_of(var.type)
            if limits:
                self.known[var.name] = limits
        limits = of_result(call, xs) if not call.primitive.multiple else full_of(output.type)
        if limits is not None:
            self.known[output.name] = limits
            if self.owner.differences:
                self.facts.relate(call)
        return call

    def decided(self, call: Call, xs: Sequence[Interval | None]) -> Atom | Call | None:
        """The output of a comparison that the bounds decide."""
        if call.outputs[0].type.dtype.kind == "b" and call.primitive.name in CONNECTIVES and None not in xs:
            least, most = of_connective(call.primitive.name, xs)
            return fill_output(call, bool(least)) if least == most else None
        if len(xs) != 2:
            return None
        (x, y), (a, b), name = call.operands, xs, call.primitive.name
        if a is None or b is None:
            return None
        if name == "dynamic_slice":
            within_it = 0 <= b[0] and b[1] < x.type.size and call.param("drop") == (0,)
            return y if within_it and x.type.dtype == y.type.dtype and self.counts(x) else None
        if name in COMPARE:
            answer = self.facts.decided(name, x, y)
            return None if answer is None else fill_output(call, answer)
        if name == "maximum":
            return x if self.facts.apart(y, x) <= 0 else y if self.facts.apart(x, y) <= 0 else None
        if name == "minimum":
            return x if self.facts.apart(x, y) <= 0 else y if self.facts.apart(y, x) <= 0 else None
        return x if name == "remainder" and 0 <= a[0] and a[1] < b[0] else None

    def counts(self, x: Atom) -> bool:
        """Whether a vector is 0, 1, 2, …, as np.arange makes it."""
        if isinstance(x, Const):
            return x.type.ndim == 1 and np.array_equal(x.value, np.arange(x.type.size))
        made = maker(x, self.made, "iota")
        return made is not None and x.type.ndim == 1

    # -- calls that do -----------------------------------------------------------------------------------------------

    def control(self, call: Call) -> Call:
        rule = CONTROL.get(call.primitive.name)
        self.inside: tuple[Inside, ...] = ()
        self.staying: Staying | None = None
        params, limits = rule(self, call) if rule else ({}, [full_of(v.type) for v in call.outputs])
        for var, found in zip(call.outputs, limits):
            if found is not None:
                self.known[var.name] = found
        new = self.with_params(call, params)
        self.made.update((v.name, new) for v in call.outputs)
        if self.inside:
            self.facts.branches[id(new)] = self.inside
            self.relate_outputs(new)
        if self.staying is not None:
            self.facts.loops[id(new)] = self.staying
        return new

    def with_params(self, call: Call, params: dict[str, Any]) -> Call:
        """The call with other programs in it, if any is another one."""
        old = dict(call.params)
        if all(
            old[n] is p or type(p) is tuple and all(a is b for a, b in zip(old[n], p))
            for n, p in params.items()
        ):
            return call
        return Call(
            call.outputs, call.primitive, call.operands, tuple(sorted({**old, **params}.items())), call.span
        )

    def call(self, call: Call) -> tuple[dict[str, Any], Known]:
        """A function is the same for all who call it: nothing is taken to be known of its arguments."""
        program, limits, region = self.owner.program(
            call.param("program"), tuple(full_of(o.type) for o in call.operands)
        )
        self.held.append(region)
        return {"program": program}, limits

    def answer(self, predicate: Atom) -> bool | None:
        """The truth value that a predicate has, if it is known."""
        limits = self.bounds(predicate)
        return bool(limits[0]) if limits is not None and limits[0] == limits[1] else None

    def assuming(self, predicate: Atom, answer: bool) -> Facts:
        """The facts where a predicate has this value."""
        return self.facts.assuming(self.read(predicate), answer)

    def known_in_branches(self, call: Call) -> list[Known]:
        """The bounds of the parameters of both branches."""
        return [known for known, _ in self.given_to_branches(call)]

    def given_to_branches(self, call: Call) -> list[tuple[Known, Pairs]]:
        """The bounds of the parameters of both branches, and how far they are apart."""
        predicate, *values = call.operands
        sides = [self.assuming(predicate, answer) for answer in (True, False)]
        return [(tuple([f.bounds(v) for v in values]), self.pairs(f, values)) for f in sides]

    def pairs(self, facts: Facts, atoms: Sequence[Atom], with_bounds: bool = False) -> Pairs:
        return facts.pairs(atoms, with_bounds) if self.owner.differences else NONE

    def cond(self, call: Call) -> tuple[dict[str, Any], Known]:
        branches, given = call.param("branches"), self.given_to_branches(call)
        if (answer := self.answer(call.operands[0])) is not None:  # the other branch is never taken
            k = 0 if answer else 1
            program, limits, region = self.owner.program(branches[k], *given[k])
            self.inside = (region.end,) * 2
            self.held.append(region)
            return {"branches": tuple(program if b is branches[k] else b for b in branches)}, limits
        read = [self.owner.program(branch, *inputs) for branch, inputs in zip(branches, given)]
        limits = tuple(a and b and union(a, b) for a, b in zip(read[0][1], read[1][1]))
        self.inside = tuple(region.end for _, _, region in read)
        self.held += [region for _, _, region in read]
        return {"branches": tuple(program for program, _, _ in read)}, limits

    def relate_outputs(self, call: Call) -> None:
        """Note how far the outputs of a cond are apart from others: as far as in either branch."""
        if self.owner.differences:
            self.facts.join_pairs(self.inside, [*call.operands[1:], *call.outputs], len(call.operands) - 1)
            given = [dict(zip([p.name for p in i.parameters], call.operands[1:])) for i in self.inside]
            for k, out in enumerate(call.outputs):
                each = [i.results[k] for i in self.inside]
                found = [g.get(r.name) if type(r) is Var else r for g, r in zip(given, each)]
                passed = [atom for atom in found if atom is not None]
                if is_integer(out.type) and len(passed) == 2:
                    self.facts.relate_choice(out, call.operands[0], passed)

    def fori_loop(self, call: Call) -> tuple[dict[str, Any], Known]:
        lo, hi = (self.bounds(o) or full(o.type.dtype) for o in call.operands[:2])
        self.owner.note_trips(self.old, lo, hi, call.param("step"))
        (body, _, _), limits = self.fori_fixpoint(call)
        return {"body": body}, limits

    def fori_fixpoint(self, call: Call) -> tuple[tuple[Program, Known, RegionRanges], Known]:
        """The reading of the body of a counted loop that holds for every round; the bounds of its results."""
        lo, hi = (self.bounds(o) or full(o.type.dtype) for o in call.operands[:2])
        step, invariant = call.param("step"), call.param("invariant")
        index = (lo[0], max(lo[0], hi[1] - 1)) if step > 0 else (min(lo[1], hi[0] + 1), lo[1])
        at_index = self.pairs_of_index(call)

        def turn(inputs: Known, pairs: Pairs) -> tuple[Program, Known, RegionRanges]:
            inner = (*at_index, *((j + 1, k + 1, c) for j, k, c in pairs)) if self.owner.differences else NONE
            return self.owner.program(call.param("body"), (index, *inputs), inner)

        return self.fixpoint(call, turn, call.operands[2:], invariant)

    def pairs_of_index(self, call: Call) -> Pairs:
        """The distances of the index of a counted loop, which comes first, from the invariants."""
        lo, hi = call.operands[:2] if call.param("step") > 0 else call.operands[1::-1]
        shift = 0 if call.param("step") > 0 else 1
        found: list[tuple[int, int, int]] = []
        for k, o in enumerate(call.operands[2 : 2 + call.param("invariant")], 1):
            if self.owner.differences and type(o) is Var and is_integer(o.type):
                ends = (0, k, self.facts.apart(hi, o) - 1 + shift), (k, 0, self.facts.apart(o, lo) - shift)
                found += [(i, j, int(c)) for i, j, c in ends if c < inf]
        return tuple(found)

    def while_loop(self, call: Call) -> tuple[dict[str, Any], Known]:
        (body, _, _), limits = self.while_fixpoint(call)
        self.owner.note_counter(self.old, limits)
        fixed = tuple(self.bounds(o) for o in call.operands[: call.param("invariant")])
        test, _, region = self.owner.program(call.param("test"), (*fixed, *limits))
        self.held.append(region)
        return {"body": body, "test": test}, limits

    def while_fixpoint(self, call: Call) -> tuple[tuple[Program, Known, RegionRanges], Known]:
        """The same for a loop with a test."""
        test = call.param("test")

        def turn(inputs: Known, pairs: Pairs) -> tuple[Program, Known, RegionRanges]:
            region = self.owner.program(test, inputs, pairs)[2]
            found = region.assuming(test.results[0], True)
            given = tuple([found.get(p.name) for p in test.parameters])
            return self.owner.program(call.param("body"), given, self.pairs(found, test.parameters))

        return self.fixpoint(call, turn, call.operands, call.param("invariant"))

    def fixpoint(
        self, call: Call, turn: Any, operands: Sequence[Atom], invariant: int
    ) -> tuple[tuple[Program, Known, RegionRanges], Known]:
        """The reading of a loop's body that holds for every round; the bounds of its results."""
        inputs = tuple(self.bounds(o) for o in operands)
        pairs, test = self.pairs(self.facts, operands, with_bounds=True), dict(call.params).get("test")
        codes = tuple(k - invariant for k in tested_to_be_0(test) if k >= invariant) if test else ()
        found = fixpoint(turn, inputs, pairs, invariant, operands, codes, self.owner.compared(call))
        self.facts.note_pairs(found.always, [*operands[:invariant], *call.outputs])
        self.identify(found.always, [*operands[:invariant], *call.outputs])
        self.staying = Staying(codes, found.staying, found.pairs) if codes else None
        self.held.append(found.reading[2])
        return found.reading, found.limits

    def iterate(self, call: Call) -> tuple[dict[str, Any], Known]:
        turn = lambda inputs, pairs: self.owner.program(call.param("body"), inputs, pairs)
        (body, _, _), limits = self.fixpoint(call, turn, call.operands[1:], call.param("invariant"))
        return {"body": body}, limits


CONTROL = {
    "call": RegionRanges.call,
    "cond": RegionRanges.cond,
    "fori_loop": RegionRanges.fori_loop,
    "while_loop": RegionRanges.while_loop,
    "iterate": RegionRanges.iterate,
}
