"""Value range analysis (bounds-check elimination): decide comparisons of integers from their intervals.

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

from math import inf
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...analysis.def_use import maker, makers
from ...analysis.intervals import Interval, full, of_constant, of_result, union, within
from ...ir.program import Atom, Call, Const, Program, Type, Var
from .rules.algebraic import COMPARE, OPPOSITE, SWAPPED, fill_output

Known = tuple[Interval | None, ...]
COUNTED = 1 << 31  # a counter with more values than this does not tell how long a loop is


def bounds(program: Program) -> Program:
    """The program with the comparisons decided that bounds of integers decide; the same object if there are none."""
    return Bounds().program(program, tuple(full_of(p.type) for p in program.parameters))[0]


Limits = dict[int, tuple[int | None, Call]]  # by the id of a call, which is kept so that the id stays its own


def trip_limits(program: Program) -> Limits:
    """The most rounds that its counted loops may take, where the bounds of integers tell."""
    owner = Bounds()
    owner.program(program, tuple(full_of(p.type) for p in program.parameters))
    return owner.trips


def full_of(kind: Type) -> Interval | None:
    return full(kind.dtype) if kind.dtype.kind in "iub" else None


class Bounds:
    """Each program is read once for each set of bounds of its parameters."""

    def __init__(self) -> None:
        self.done: dict[tuple[int, Known], tuple[Program, Known, "Region", Program]] = {}
        self.trips: Limits = {}

    def note_trips(self, call: Call, lo: Interval, hi: Interval, step: int) -> None:
        most, (before, _) = hi[1] - lo[0] if step > 0 else lo[1] - hi[0], self.trips.get(id(call), (0, call))
        finite = before is not None and most < full(np.dtype(np.int32))[1]
        self.trips[id(call)] = max(before or 0, -(-int(most) // abs(step))) if finite else None, call

    def program(self, program: Program, inputs: Known) -> tuple[Program, Known, "Region"]:
        """The program for parameters within these bounds, those of its results, and what is known at its end."""
        key = id(program), inputs
        if key not in self.done:
            region = Region(self, program, inputs)
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


class Region:
    """A program being read: the bounds of its integers, and what its variables have become."""

    def __init__(self, owner: Bounds, program: Program, inputs: Known):
        self.owner, self.source = owner, program
        named = zip(program.parameters, inputs, strict=True)
        self.known: dict[str, Interval] = {p.name: limits for p, limits in named if limits is not None}
        self.env: dict[str, Atom] = {}
        self.made: dict[str, Call] = {}

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
        results = tuple([self.read(r) for r in self.source.results])
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

    def bounds(self, atom: Atom) -> Interval | None:
        if type(atom) is Var:
            return self.known.get(atom.name)
        return of_constant(atom) if atom.type.dtype.kind in "iub" else None

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
        return call

    def decided(self, call: Call, xs: Sequence[Interval | None]) -> Atom | Call | None:
        """What the output is, if the bounds tell."""
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
            answer = outcome(name, a, b)
            return None if answer is None else fill_output(call, answer)
        if name == "maximum":
            return x if a[0] >= b[1] else y if b[0] >= a[1] else None
        if name == "minimum":
            return x if a[1] <= b[0] else y if b[1] <= a[0] else None
        return x if name == "remainder" and 0 <= a[0] and a[1] < b[0] else None

    def counts(self, x: Atom) -> bool:
        """Is a vector 0, 1, 2, …, as np.arange makes it?"""
        if isinstance(x, Const):
            return x.type.ndim == 1 and np.array_equal(x.value, np.arange(x.type.size))
        made = maker(x, self.made, "iota")
        return made is not None and x.type.ndim == 1

    # -- calls that do -----------------------------------------------------------------------------------------------

    def control(self, call: Call) -> Call:
        rule = CONTROL.get(call.primitive.name)
        params, limits = rule(self, call) if rule else ({}, [full_of(v.type) for v in call.outputs])
        for var, found in zip(call.outputs, limits):
            if found is not None:
                self.known[var.name] = found
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
        program, limits, _ = self.owner.program(
            call.param("program"), tuple(full_of(o.type) for o in call.operands)
        )
        return {"program": program}, limits

    def answer(self, predicate: Atom) -> bool | None:
        """The truth value that a predicate has, if it is known."""
        limits = self.bounds(predicate)
        return bool(limits[0]) if limits is not None and limits[0] == limits[1] else None

    def known_in_branches(self, call: Call) -> list[Known]:
        """The bounds of the parameters of both branches."""
        predicate, *values = call.operands
        found = []
        for answer in (True, False):
            known = self.assuming(predicate, answer)
            found.append(tuple([known.get(v.name) if type(v) is Var else self.bounds(v) for v in values]))
        return found

    def cond(self, call: Call) -> tuple[dict[str, Any], Known]:
        branches, given = call.param("branches"), self.known_in_branches(call)
        if (answer := self.answer(call.operands[0])) is not None:  # the other branch is never taken
            k = 0 if answer else 1
            program, limits, _ = self.owner.program(branches[k], given[k])
            return {"branches": tuple(program if b is branches[k] else b for b in branches)}, limits
        read = [self.owner.program(branch, inputs) for branch, inputs in zip(branches, given)]
        limits = tuple(a and b and union(a, b) for a, b in zip(read[0][1], read[1][1]))
        return {"branches": tuple(program for program, _, _ in read)}, limits

    def fori_loop(self, call: Call) -> tuple[dict[str, Any], Known]:
        lo, hi = (self.bounds(o) or full(o.type.dtype) for o in call.operands[:2])
        self.owner.note_trips(self.old, lo, hi, call.param("step"))
        (body, _, _), limits = self.fori_fixpoint(call)
        return {"body": body}, limits

    def fori_fixpoint(self, call: Call) -> tuple[tuple[Program, Known, Region], Known]:
        """The reading of the body of a counted loop that holds for every round; the bounds of its results."""
        lo, hi = (self.bounds(o) or full(o.type.dtype) for o in call.operands[:2])
        step, invariant = call.param("step"), call.param("invariant")
        index = (lo[0], max(lo[0], hi[1] - 1)) if step > 0 else (min(lo[1], hi[0] + 1), lo[1])
        turn = lambda inputs: self.owner.program(call.param("body"), (index, *inputs))
        inputs = tuple(self.bounds(o) for o in call.operands[2:])
        return fixpoint(turn, inputs, invariant, call.operands[2:])

    def while_loop(self, call: Call) -> tuple[dict[str, Any], Known]:
        (body, _, _), limits = self.while_fixpoint(call)
        self.owner.note_counter(self.old, limits)
        fixed = tuple(self.bounds(o) for o in call.operands[: call.param("invariant")])
        return {"body": body, "test": self.owner.program(call.param("test"), (*fixed, *limits))[0]}, limits

    def while_fixpoint(self, call: Call) -> tuple[tuple[Program, Known, Region], Known]:
        """The same for a loop with a test."""
        test = call.param("test")

        def turn(inputs: Known) -> tuple[Program, Known, Region]:
            region = self.owner.program(test, inputs)[2]
            known = region.assuming(test.results[0], True)
            return self.owner.program(call.param("body"), tuple(known.get(p.name) for p in test.parameters))

        inputs = tuple(self.bounds(o) for o in call.operands)
        return fixpoint(turn, inputs, call.param("invariant"), call.operands)

    def iterate(self, call: Call) -> tuple[dict[str, Any], Known]:
        turn = lambda inputs: self.owner.program(call.param("body"), inputs)
        inputs = tuple(self.bounds(o) for o in call.operands[1:])
        (body, _, _), limits = fixpoint(turn, inputs, call.param("invariant"), call.operands[1:])
        return {"body": body}, limits

    # -- what conditions tell ----------------------------------------------------------------------------------------

    def assuming(self, predicate: Atom, answer: bool) -> dict[str, Interval]:
        """The bounds of the variables where a predicate has this answer."""
        known = dict(self.known)
        self._assume(known, self.read(predicate), answer)
        return known

    def _assume(self, known: dict[str, Interval], predicate: Atom, answer: bool) -> None:
        if type(predicate) is Const:
            return
        known[predicate.name] = (int(answer), int(answer))
        call = self.made.get(predicate.name)
        if call is None:
            return
        name = call.primitive.name
        if name == "not_":
            self._assume(known, call.operands[0], not answer)
        elif name == ("and_" if answer else "or_"):
            for operand in call.operands:
                self._assume(known, operand, answer)
        elif name in COMPARE and not call.operands[0].type.shape:
            name = name if answer else OPPOSITE[name]
            x, y = call.operands
            self._narrow(known, x, name, y)
            self._narrow(known, y, SWAPPED[name], x)

    def _narrow(self, known: dict[str, Interval], x: Atom, name: str, y: Atom) -> None:
        """The bounds of x where `x name y`."""
        limit = known.get(y.name) if type(y) is Var else self.bounds(y)
        if type(x) is Const or x.name not in known or limit is None:
            return
        (lo, hi), (least, most) = known[x.name], limit
        if name in ("lt", "le", "eq"):
            hi = min(hi, most - (name == "lt"))
        if name in ("gt", "ge", "eq"):
            lo = max(lo, least + (name == "gt"))
        if lo <= hi:  # else it never comes to this
            known[x.name] = lo, hi


CONNECTIVES: dict[str, Callable[..., int]] = {
    "and_": min,
    "or_": max,
    "not_": lambda x: 1 - x,
}  # of truth values as 0 and 1; each end of the result comes from ends


def of_connective(name: str, xs: Sequence[Interval | None]) -> Interval:
    """The bounds of a truth value, from those of its operands."""
    ends = [int(CONNECTIVES[name](*each)) for each in zip(*(x for x in xs if x is not None))]
    return min(ends), max(ends)


CONTROL = {
    "call": Region.call,
    "cond": Region.cond,
    "fori_loop": Region.fori_loop,
    "while_loop": Region.while_loop,
    "iterate": Region.iterate,
}


def outcome(name: str, a: Interval, b: Interval) -> bool | None:
    """The result of a comparison of integers within these bounds, if it is always the same."""
    if name in ("gt", "ge", "ne"):
        answer = outcome(OPPOSITE[name], a, b)
        return None if answer is None else not answer
    if name == "eq":
        return True if a == b and a[0] == a[1] else False if a[1] < b[0] or b[1] < a[0] else None
    below = (lambda x, y: x < y) if name == "lt" else (lambda x, y: x <= y)
    return True if below(a[1], b[0]) else False if not below(a[0], b[1]) else None


def fixpoint(turn: Any, inputs: Known, invariant: int, operands: Sequence[Atom]) -> tuple[tuple, Known]:
    """Bounds that hold for the carries of a loop in every turn and behind it; the reading of its body for them.

    A bound that turns move for ever becomes infinite, if it then stays (see `intervals`), or is given up.
    """
    fixed, start = inputs[:invariant], inputs[invariant:]
    kinds = [o.type.dtype for o in operands[invariant:]]
    carry = start
    for widen in (join_ranges, widen_ranges, widen_ranges, given_up, given_up):
        after = turn((*fixed, *carry))[1]
        if all_within(after, carry):
            return narrow_ranges(turn, fixed, start, carry, after)
        carry = tuple(c and a and widen(c, a, k) for c, a, k in zip(carry, after, kinds))
    carry = tuple(c and full(k) for c, k in zip(carry, kinds))
    return turn((*fixed, *carry)), carry


def all_within(new: Known, old: Known) -> bool:
    return all(a is None or b is None or within(a, b) for a, b in zip(new, old))


def join_ranges(old: Interval, new: Interval, kind: np.dtype) -> Interval:
    return union(old, new)


def widen_ranges(old: Interval, new: Interval, kind: np.dtype) -> Interval:
    """Infinite bounds for those that moved, but for dtypes that are soon counted through."""
    if within(new, old):
        return old
    (least, most), endless = full(kind), kind.itemsize == 8
    lo = old[0] if new[0] >= old[0] else -inf if endless and new[0] > least and kind.kind == "i" else least
    hi = old[1] if new[1] <= old[1] else inf if endless and new[1] < most else most
    return lo, hi


def given_up(old: Interval, new: Interval, kind: np.dtype) -> Interval:
    return old if within(new, old) else full(kind)


def narrow_ranges(turn: Any, fixed: Known, start: Known, carry: Known, after: Known) -> tuple[tuple, Known]:
    """The same with bounds no wider than what the loop begins with and what a turn gives, if these hold as well."""
    closer = tuple(s and a and union(s, a) for s, a in zip(start, after))
    if closer != carry:
        reading = turn((*fixed, *closer))
        if all_within(reading[1], closer):
            return reading, closer
    return turn((*fixed, *carry)), carry
