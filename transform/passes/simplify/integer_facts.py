"""Integer analysis at a program point: intervals and difference constraints, refined by path conditions.

>>> import numpy as np
>>> from ...ir.program import Type, Var
>>> i, n = (Var(name, Type(np.dtype(np.int64))) for name in "in")
>>> facts = Facts({"i": (0, 9), "n": (5, 5)})
>>> facts.apart(i, n), facts.decided("lt", i, n)
(4, None)
>>> facts.differences.note("i", "n", -1)
>>> facts.apart(i, n), facts.decided("lt", i, n)
(-1, True)
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...analysis.comparisons import COMPARE, OPPOSITE, SWAPPED
from ...analysis.def_use import maker
from ...analysis.differences import Differences
from ...analysis.intervals import Interval, of_constant, of_result, plus, union
from ...ir.program import Atom, Call, Const, Type, Var

Pairs = tuple[tuple[int, int, int], ...]  # (j, k, c): the j-th of some values is at most the k-th plus c
NONE: Pairs = ()
FAR = 1 << 40  # that integers are less apart says nothing about places in arrays
CONNECTIVES: dict[str, Callable[..., int]] = {
    "and_": min,
    "or_": max,
    "not_": lambda x: 1 - x,
}  # of truth values as 0 and 1


def of_connective(name: str, xs: Sequence[Interval | None]) -> Interval:
    """The bounds of a truth value, from those of its operands."""
    ends = [int(CONNECTIVES[name](*each)) for each in zip(*(x for x in xs if x is not None))]
    return min(ends), max(ends)


def is_integer(kind: Type) -> bool:
    """Whether it is a number of which it is followed how far it is apart from others."""
    return not kind.shape and kind.dtype.kind == "i"


class Inside:
    """A branch: its parameters and results, and what is known at its end, which stays as it is."""

    def __init__(self, parameters: tuple[Var, ...], results: tuple[Atom, ...], facts: Facts) -> None:
        self.parameters, self.results, self.facts = parameters, results, facts
        self.atoms: list[Atom] = [*parameters, *results]
        self.asked: dict[tuple[int, int], Inside | None] = {}

    def giving(self, k: int, number: int) -> Inside | None:
        """The branch where its k-th result is this number; None if it cannot be."""
        if (k, number) not in self.asked:
            facts = self.facts.copy()
            can_be = facts.require(self.results[k], number)
            if can_be:
                facts.settle(self.results)
            self.asked[k, number] = Inside(self.parameters, self.results, facts) if can_be else None
        return self.asked[k, number]

    @functools.cached_property
    def limits(self) -> list[Interval | None]:
        """The bounds of parameters and results."""
        return [self.facts.closer_bounds(atom) for atom in self.atoms]

    @functools.cached_property
    def pairs(self) -> Mapping[tuple[int, int], int]:
        """{(j, k): c} where it is known that the j-th of parameters and results is at most the k-th plus c."""
        return {(j, k): c for j, k, c in self.facts.pairs(self.atoms, with_bounds=False)}


class Staying(NamedTuple):
    """A loop: which of its outputs are exit codes, and if these are 0, the bounds of all, and how far they and the
    invariants, which come first, are apart."""

    codes: tuple[int, ...]
    limits: tuple[Interval | None, ...]
    pairs: Pairs


@dataclasses.dataclass
class Facts:
    """The known facts at a place of a program: bounds of integers and truth values; how far integers are
    apart; by what calls variables are made; and by the ids of calls the facts inside of branches, and of
    loops where an exit code is 0.
    """

    known: dict[str, Interval]
    differences: Differences = dataclasses.field(default_factory=Differences)
    made: dict[str, Call] = dataclasses.field(default_factory=dict)
    branches: dict[int, tuple[Inside, ...]] = dataclasses.field(default_factory=dict)
    loops: dict[int, Staying] = dataclasses.field(default_factory=dict)

    def get(self, name: str) -> Interval | None:
        return self.known.get(name)

    def bounds(self, atom: Atom) -> Interval | None:
        if type(atom) is Var:
            return self.known.get(atom.name)
        return of_constant(atom) if atom.type.dtype.kind in "iub" else None

    def closer_bounds(self, atom: Atom, depth: int = 4) -> Interval | None:
        """The bounds of a value, by what is known by now of what it was computed from."""
        limits = self.bounds(atom)
        call = self.made.get(atom.name) if type(atom) is Var and depth else None
        if limits is None or call is None or call.primitive.kind == "control" or call.primitive.multiple:
            return limits
        found = of_result(call, [self.closer_bounds(o, depth - 1) for o in call.operands])
        return limits if found is None else intersection(limits, found)

    # -- how far integers are apart ------------------------------------------------------------------------------------

    def apart(self, x: Atom, y: Atom) -> float:
        """The least c for which x <= y + c is known; infinity if none is."""
        if type(x) is Var and type(y) is Var and is_integer(x.type) and is_integer(y.type):
            found = self.differences.bound(x.name, y.name)
            return min(self.apart_by_bounds(x, y), inf if found is None else found)
        return self.apart_by_bounds(x, y)

    def apart_by_bounds(self, x: Atom, y: Atom) -> float:
        """The same, by the bounds of both alone."""
        a, b = self.bounds(x), self.bounds(y)
        return inf if a is None or b is None or inf in (a[1], -b[0]) else a[1] - b[0]

    def decided(self, name: str, x: Atom, y: Atom) -> bool | None:
        """The result of a comparison of integers, if how far they are apart tells."""
        if name in ("gt", "ge", "ne"):
            answer = self.decided(OPPOSITE[name], x, y)
            return None if answer is None else not answer
        above, below = self.apart(x, y), self.apart(y, x)
        if name == "eq":
            return True if above == 0 == below else False if above < 0 or below < 0 else None
        least = -1 if name == "lt" else 0
        return True if above <= least else False if below < -least else None

    def pairs(self, atoms: Sequence[Atom], with_bounds: bool) -> Pairs:
        """The known distances between these. `with_bounds`: also as far as their bounds tell."""
        places = [k for k, atom in enumerate(atoms) if is_integer(atom.type)]
        named: dict[str, list[int]] = {}
        for k in places:
            y = atoms[k]
            if type(y) is Var:
                named.setdefault(y.name, []).append(k)
        found: list[tuple[int, int, int]] = []
        for j in places:
            above = self.above_of(atoms[j])
            known = {k: above[name] for name in above.keys() & named.keys() for k in named[name]}
            for k in places if with_bounds else sorted(known):
                if j != k:
                    c = min(known.get(k, inf), self.apart_by_bounds(atoms[j], atoms[k]))
                    found += [(j, k, int(c))] if c < FAR else []
        return tuple(found)

    def above_of(self, x: Atom) -> dict[str, int]:
        """{name: c} for each variable, x itself among them, of which it has been noted that x <= it + c."""
        return {**self.differences.above_of(x.name), x.name: 0} if type(x) is Var else {}

    def held(self, pairs: Pairs, atoms: Sequence[Atom]) -> Pairs:
        """Those pairs that hold of these values as well."""
        above: dict[int, dict[str, int]] = {}
        kept = []
        for j, k, c in pairs:
            x, y = atoms[j], atoms[k]
            if self.apart_by_bounds(x, y) > c:
                if j not in above:
                    above[j] = self.above_of(x)
                if type(y) is not Var or above[j].get(y.name, inf) > c:
                    continue
            kept.append((j, k, c))
        return tuple(kept)

    def note_pairs(self, pairs: Pairs, atoms: Sequence[Atom]) -> None:
        for j, k, c in pairs:
            self.note(atoms[j], atoms[k], c)

    def note(self, x: Atom, y: Atom, c: float) -> None:
        """It is known that x <= y + c."""
        if type(x) is Var and type(y) is Var and is_integer(x.type) and is_integer(y.type):
            self.differences.note(x.name, y.name, c)

    def relate(self, call: Call) -> None:
        """Note how far the integer that a call makes is apart from its operands."""
        rule = RELATE.get(call.primitive.name)
        out = call.outputs[0]
        if rule is None or not is_integer(out.type) or out.name not in self.known:
            return
        for x, y, c in rule(self, call, out):
            self.note(x, y, c)

    def relate_choice(self, out: Var, predicate: Atom, values: Sequence[Atom]) -> None:
        """Note how far a number is apart from others that is the first of two values where a predicate holds."""
        for x, y, c in of_choice(self, out, predicate, values):
            self.note(x, y, c)

    # -- what conditions tell ------------------------------------------------------------------------------------------

    def copy(self) -> Facts:
        return Facts(dict(self.known), Differences(self.differences), self.made, self.branches, self.loops)

    def assuming(self, predicate: Atom, answer: bool) -> Facts:
        """The facts where a predicate has this value."""
        found = self.copy()
        found.assume(predicate, answer)
        return found

    def assume(self, predicate: Atom, answer: bool) -> None:
        if type(predicate) is Const or predicate.type.shape:
            return
        self.known[predicate.name] = (int(answer), int(answer))
        call = self.made.get(predicate.name)
        if call is None:
            return
        name = call.primitive.name
        if name == "not_":
            self.assume(call.operands[0], not answer)
        elif name == ("and_" if answer else "or_"):
            for operand in call.operands:
                self.assume(operand, answer)
        elif name in ("and_", "or_"):  # one of them is the reason: which, if the others are not
            left = [o for o in call.operands if self.truth(o) is not (not answer)]
            if len(left) == 1:
                self.assume(left[0], answer)
        elif name in COMPARE and not call.operands[0].type.shape:
            name = name if answer else OPPOSITE[name]
            x, y = call.operands
            self._narrow(x, name, y)
            self._narrow(y, SWAPPED[name], x)
            for number, other in ((x, y), (y, x)):
                if name == "eq" and type(number) is Const and is_integer(other.type):
                    self.require(other, int(number.value))
        else:
            self._require_of(call, predicate, int(answer))

    def truth(self, predicate: Atom) -> bool | None:
        """The truth value that a predicate has, if it is known by now."""
        limits = self.bounds(predicate)
        if limits is not None and limits[0] == limits[1]:
            return bool(limits[0])
        call = maker(predicate, self.made, *COMPARE)
        return None if call is None else self.decided(call.primitive.name, *call.operands)

    def require(self, atom: Atom, number: int) -> bool:
        """Note that an integer, or a truth value, is this number. False if it cannot be."""
        limits = self.bounds(atom)
        if limits is None or type(atom) is Const:
            return limits is None or limits[0] <= number <= limits[1]
        if not limits[0] <= number <= limits[1]:
            return False
        self.known[atom.name] = (number, number)
        call = self.made.get(atom.name)
        return call is None or self._require_of(call, atom, number)

    def _require_of(self, call: Call, output: Var, number: int) -> bool:
        """Propagate the fact that a call gives this number to its operands."""
        name = call.primitive.name
        if name == "cast" and is_integer(call.operands[0].type):
            return self.require(call.operands[0], number)
        if name == "select" and not call.operands[0].type.shape:
            predicate, *sides = call.operands
            limits = [self.bounds(v) for v in sides]
            possible = [found is None or found[0] <= number <= found[1] for found in limits]
            if all(possible) or not any(possible):
                return any(possible)
            can_be = self.require(sides[0 if possible[0] else 1], number)
            self.assume(predicate, possible[0])
            return can_be
        if name == "cond" and id(call) in self.branches:
            return self._require_of_branches(call, call.outputs.index(output), number)
        staying = self.loops.get(id(call))
        codes = [call.outputs[k] for k in staying.codes] if staying is not None else []
        if staying is not None and output in codes and all(self.bounds(v) == (0, 0) for v in codes):
            self._narrow_to(call.outputs, staying.limits)
            first = len(call.operands) - len(call.outputs)
            lead = first - call.param("invariant")
            self.note_pairs(staying.pairs, [*call.operands[lead:first], *call.outputs])
        return True

    def _require_of_branches(self, call: Call, k: int, number: int) -> bool:
        """The known facts about the operands and outputs of a cond where one output is this number: in each
        branch that may give it."""
        ends = {
            answer: inside.giving(k, number) for answer, inside in zip((True, False), self.branches[id(call)])
        }
        possible = {answer: end for answer, end in ends.items() if end is not None}
        if len(possible) == 1:
            self.assume(call.operands[0], *possible)
        if possible:
            self.join(list(possible.values()), [*call.operands[1:], *call.outputs])
        return bool(possible)

    def settle(self, atoms: Sequence[Atom]) -> None:
        """Note what is known of numbers that a cond gives of which it is known by now which branch it takes."""
        for call in {
            id(c): c for atom in atoms if (c := maker(atom, self.made, "cond")) is not None
        }.values():
            answer = self.truth(call.operands[0]) if id(call) in self.branches else None
            if answer is not None:
                inside = self.branches[id(call)][0 if answer else 1]
                self.join([inside], [*call.operands[1:], *call.outputs])

    def join(self, ends: Sequence[Inside], here: Sequence[Atom]) -> None:
        """Note the bounds of values, and how far they are apart, as is known at each of several ends, where they have
        other names."""
        self._narrow_to(here, [joined_bounds(each) for each in zip(*[end.limits for end in ends])])
        self.join_pairs(ends, here)

    def join_pairs(self, ends: Sequence[Inside], here: Sequence[Atom], first: int = 0) -> None:
        """Note how far values are apart: those pairs of which one is behind the first."""
        for j, k in set().union(*[end.pairs for end in ends]):
            if max(j, k) >= first:
                each = [
                    end.pairs[j, k]
                    if (j, k) in end.pairs
                    else end.facts.apart_by_bounds(end.atoms[j], end.atoms[k])
                    for end in ends
                ]
                self.note(here[j], here[k], max(each))

    def _narrow_to(self, atoms: Sequence[Atom], limits: Sequence[Interval | None]) -> None:
        for atom, found in zip(atoms, limits):
            mine = self.known.get(atom.name) if type(atom) is Var else None
            if type(atom) is Var and mine is not None and found is not None:
                lo, hi = self.known[atom.name] = intersection(mine, found)
                if lo == hi and mine != (lo, hi):
                    self.require(atom, int(lo))

    def _narrow(self, x: Atom, name: str, y: Atom) -> None:
        """The bounds of x where `x name y` holds."""
        limit = self.bounds(y)
        if type(x) is Const or x.name not in self.known or limit is None:
            return
        if name in ("lt", "le", "eq"):
            self.note(x, y, -1 if name == "lt" else 0)
        (lo, hi), (least, most) = self.known[x.name], limit
        if name in ("lt", "le", "eq"):
            hi = min(hi, most - (name == "lt"))
        if name in ("gt", "ge", "eq"):
            lo = max(lo, least + (name == "gt"))
        if name == "ne" and least == most:
            lo, hi = lo + (lo == least), hi - (hi == least)
        if lo <= hi:  # else it never comes to this
            self.known[x.name] = lo, hi
            difference = maker(x, self.made, "sub")
            if difference is not None:
                self.relate(difference)


def intersection(a: Interval, b: Interval) -> Interval:
    """The intersection of two bounds of one number. (If they are contradictory, the code is unreachable.)"""
    lo, hi = max(a[0], b[0]), min(a[1], b[1])
    return (lo, hi) if lo <= hi else a


def joined_bounds(given: Sequence[Interval | None]) -> Interval | None:
    """The bounds of a value that is one of several."""
    known = [limits for limits in given if limits is not None]
    return functools.reduce(union, known) if len(known) == len(given) else None


Relation = tuple[Atom, Atom, float]  # (x, y, c): x <= y + c


def of_sum(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """x + y is as far from x as y is from 0."""
    for x, y in (call.operands, call.operands[::-1]):
        a, b = facts.bounds(x), facts.bounds(y)
        if a is not None and b is not None and is_within(a[0] + b[0], a[1] + b[1], out.type):
            yield from ((out, x, b[1]), (x, out, -b[0]))


def of_difference(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """x - y is as far from x as 0 is from y; and x is as far from y as x - y is from 0."""
    (x, y), (lo, hi) = call.operands, facts.known[out.name]
    a, b = facts.bounds(x), facts.bounds(y)
    if a is None or b is None or not is_within(a[0] - b[1], a[1] - b[0], out.type):
        return
    lo, hi = max(lo, -facts.apart(y, x)), min(hi, facts.apart(x, y))
    if lo <= hi:
        facts.known[out.name] = lo, hi
        yield from ((x, y, hi), (y, x, -lo))
    yield from ((out, x, -b[0]), (x, out, b[1]))


def of_quotient(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """n // 2 and n >> 1 are not above n, which is not negative; below it, if it is not 0."""
    x, by = call.operands
    a, b = facts.bounds(x), facts.bounds(by)
    if a is not None and b is not None and a[0] >= 0 and b[0] >= 1:
        shrinks = a[0] >= 1 and (b[0] >= 2 or call.primitive.name == "shift_right")
        yield out, x, -1 if shrinks else 0


def of_remainder(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """n % m is below m, which is positive."""
    limits = facts.bounds(call.operands[1])
    if limits is not None and limits[0] >= 1:
        yield out, call.operands[1], -1


def of_extremum(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """The larger of two is not below either, and as far above any other as one of them is."""
    is_max = call.primitive.name == "maximum"
    for x in call.operands:
        yield (x, out, 0) if is_max else (out, x, 0)
    yield from of_either(out, [facts, facts], call.operands, above=is_max, below=not is_max)


def of_select(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """The facts about x where a select chooses it, and about y where it chooses y."""
    predicate, *values = call.operands
    if predicate.type.shape:
        return
    yield from of_choice(facts, out, predicate, values)


def of_choice(facts: Facts, out: Var, predicate: Atom, values: Sequence[Atom]) -> Iterator[Relation]:
    """The facts about the first value where the predicate holds, and about the second where it does not."""
    sides = [facts.assuming(predicate, answer) for answer in (True, False)]
    yield from of_either(out, sides, values)


def of_either(
    out: Var, sides: Sequence[Facts], values: Sequence[Atom], above: bool = True, below: bool = True
) -> Iterator[Relation]:
    """The distances from others of a value that is one of two; the facts about each hold on its side."""
    tables = ("above_of", "below_of")
    known = [
        {
            table: {**getattr(side.differences, table)(v.name), v.name: 0} if type(v) is Var else {}
            for table in tables
        }
        for side, v in zip(sides, values)
    ]
    for name in {name for each in known for table in tables for name in each[table]} - {out.name}:
        other = Var(name, out.type)
        apart = lambda table: [
            min(
                each[table].get(name, inf),
                side.apart_by_bounds(*((v, other) if table == "above_of" else (other, v))),
            )
            for each, side, v in zip(known, sides, values)
        ]
        if above:
            yield out, other, max(apart("above_of"))
        if below:
            yield other, out, max(apart("below_of"))


def of_cast(facts: Facts, call: Call, out: Var) -> Iterator[Relation]:
    """An integer of another dtype is the same number, if that has it."""
    (x,) = call.operands
    limits = facts.bounds(x)
    if limits is not None and is_integer(x.type) and is_within(*limits, out.type):
        yield from ((out, x, 0), (x, out, 0))


def is_within(lo: float, hi: float, kind: Type) -> bool:
    """Whether every number between these bounds is one of this type. (Endless counters are: see
    `intervals`.)"""
    return plus((lo, hi), (0, 0), kind.dtype) == (lo, hi)


RELATE: dict[str, Callable[[Facts, Call, Var], Iterator[Relation]]] = {
    "add": of_sum,
    "sub": of_difference,
    "floor_divide": of_quotient,
    "shift_right": of_quotient,
    "remainder": of_remainder,
    "maximum": of_extremum,
    "minimum": of_extremum,
    "select": of_select,
    "cast": of_cast,
}
