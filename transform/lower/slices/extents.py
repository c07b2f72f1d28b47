"""Active range analysis of the values in a loop: the active range of their axes, their uses, and the call
that overwrites them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...analysis.constants import is_zero, uniform
from ...analysis.def_use import DefUse
from ...analysis.loops import LoopView, is_loop
from ...analysis.regions import Ends, Region, region
from ...ir.builder import Sym
from ...ir.program import Atom, Call, Const, Program, Var

ITEMS = frozenset("fciu")


class Extents(DefUse):
    """The calls of the body of a loop.

    changed     array -> the number of the first call that may overwrite it
    found       mask, and what is looked for in it -> is there such an element, and where is the first
    """

    def __init__(self, program: Program, owned: frozenset[str]):
        super().__init__(program.body, program.results)
        self.program, self.owned = program, owned
        self.changed: dict[str, int] = {}
        self.found: dict[tuple[Atom, bool], tuple[Sym, Sym]] = {}
        for k, call in enumerate(program.body):
            for o in overwritten_operands(call):
                if isinstance(o, Var):
                    self.changed.setdefault(o.name, k)

    def is_zero(self, atom: Atom) -> bool:
        return atom.type.dtype.kind in ITEMS and is_zero(atom, self.made)

    def from_data(self, bounds: Ends) -> bool:
        """Whether the bounds are read from arrays. Such slices are mostly short, while those of loop indices
        hold half the axis."""
        pending, seen = [o for o in bounds if isinstance(o, Var)], set()
        while pending:
            call = self.made.get(pending.pop().name)
            if call is None or id(call) in seen:
                continue
            if call.primitive.access == "read":
                return True
            seen.add(id(call))
            pending += [o for o in call.operands if isinstance(o, Var) and not o.type.shape]
        return False

    def support(self, atom: Atom) -> Region:
        """Outside of which region a value is 0."""
        call = self.maker(atom)
        if call is None:
            return {}
        name = call.primitive.name
        if name == "select_region":
            value, other, *_ = call.operands
            return {**self.support(value), **region(call)} if self.is_zero(other) else {}
        if name in ("neg", "cast", "copy"):
            return self.support(call.operands[0])
        if name in ("add", "sub", "mul"):
            first, second = map(self.support, call.operands)
            if name == "mul":
                return {**first, **second}
            return {a: r for a, r in first.items() if a in second and same(r, second[a])}
        if name == "broadcast":
            return {call.param("axes")[a]: r for a, r in self.support(call.operands[0]).items()}
        if name == "dot" and not any(call.param("contract")) and not any(call.param("batch")):
            first, second = map(self.support, call.operands)
            return {**first, **{a + call.operands[0].type.ndim: r for a, r in second.items()}}
        return {}

    def neutral_outside(self, atom: Atom, neutral: Any) -> Region:
        """Outside of which region a value is this number."""
        call = self.maker(atom, "select_region", "add", "and_", "or_", "not_", "copy")
        if call is None:
            return {}
        name, operands = call.primitive.name, call.operands
        if name == "select_region":
            value, other = operands[:2]
            outside = uniform(other, self.made)
            return {**self.neutral_outside(value, neutral), **region(call)} if outside == neutral else {}
        if name == "copy":
            return self.neutral_outside(operands[0], neutral)
        if name == "add":
            for x, y in (operands, operands[::-1]):
                if uniform(x, self.made) == neutral:
                    return self.support(y)
        if atom.type.dtype.kind != "b":
            return {}
        if name == "not_":
            return self.neutral_outside(operands[0], not neutral)
        first, second = (self.neutral_outside(o, neutral) for o in operands)
        if (name == "and_") is not neutral:  # one operand decides
            return {**first, **second}
        return {a: r for a, r in first.items() if a in second and same(r, second[a])}


def overwritten_operands(call: Call) -> Sequence[Atom]:
    """The operands that a call may overwrite."""
    if call.primitive.access == "write":
        return call.operands[:1]
    if is_loop(call):
        return LoopView(call).carries
    return call.operands if call.primitive.kind == "control" else ()


def same(first: Sequence[Atom], second: Sequence[Atom]) -> bool:
    return len(first) == len(second) and all(
        x.name == y.name
        if isinstance(x, Var) and isinstance(y, Var)
        else isinstance(x, Const) and isinstance(y, Const) and int(x.value) == int(y.value)
        for x, y in zip(first, second)
    )
