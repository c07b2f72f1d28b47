"""Rematerialisation: the backward sweep computes cheap values again instead of reading them from a tape.

    s_saved[i] = s                                  s_saved[i] = s
    t_saved[i] = t = s * x[i]           =>          …
    …                                               t = s_saved[i] * x[i]

Values that follow from loop indices, invariants and other saved values by a few cheap operations are not saved (the
to-be-recorded analysis decides what is needed at all: what the backward sweep captures; this makes it less).
(Briggs, Cooper and Torczon, "Rematerialization", 1992; Hascoët, Naumann and Pascual, "To be recorded
analysis in reverse-mode automatic differentiation", 2005.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ...analysis.def_use import in_order
from ...core.dtypes import settings
from ...core.errors import derived_span
from ...ir.builder import TABLE, Builder, Sym, live_calls, variable
from ...ir.program import Atom, Call, Const, Var
from ...primitives._rules import pointwise

MOVES = frozenset(
    [
        "broadcast",
        "reshape",
        "transpose",
        "slice_",
        "dynamic_slice",
        "flip",
        "iota",
        "copy",
        "inside",
        "shift",
        "gather",
        "select_region",
        "concatenate",
    ]
)
SUMS = frozenset(["dot", "reduce_sum", "reduce_max", "reduce_min"])
QUICK = frozenset(["div", "integer_pow", "sqrt"])  # smooth functions that cost no more than a quotient
COSTLY = frozenset(["erf", "erfc", "erfinv", "lgamma", "digamma"])
SHORT = 4  # an axis up to here is meant so: coordinates, components
STEPS = 4  # operations to compute a value again


def is_cheap(call: Call) -> bool:
    """Whether it costs less to compute than to save and read back."""
    primitive = call.primitive
    if primitive.kind == "control" or primitive.effect or primitive.multiple:
        return False
    if (
        primitive.name in MOVES
        or primitive.name in SUMS
        and all(n <= SHORT for n in call.operands[0].type.shape)
    ):
        return True
    if primitive.batch is not pointwise or primitive.name in COSTLY:
        return False
    return primitive.kind != "smooth" or primitive.name in QUICK or call.outputs[0].type.size == 1


class Replay(Builder):
    """A backward builder that computes again what follows cheaply from values that are there anyway.

    Args:
        parent: the forward sweep.
        free: what needs no saving: indices, invariants, arguments.
    """

    parent: Builder

    def __init__(self, parent: Builder, free: Iterable[Var]):
        super().__init__(parent)
        self.site = parent.site
        self.free = set(free)
        self.calls: dict[Var, Call] = {}
        for call in parent.body:
            if is_cheap(call) and all(isinstance(o, Const) or o in self.free for o in call.operands):
                self.calls[call.outputs[0]] = call
                self.free.add(call.outputs[0])
        self.replayed: dict[Var, Sym] = {}

    def _capture(self, value: Sym) -> Sym:
        var = variable(value)
        call = self.calls.get(var)
        if value.builder is not self.parent or call is None:
            return super()._capture(value)
        if var not in self.replayed:
            operands = [self.lift(Sym(self.parent, o)) for o in call.operands]
            again = self.repeat(call, operands)
            self.name(again, self.parent.hint(value) or "value")
            self.replayed[var] = again
        return self.replayed[var]

    def repeat(self, call: Call, operands: Sequence[Sym]) -> Sym:
        """A call of the forward sweep once more, which stems from the same line."""
        now, self.site.span = self.site.span, derived_span(call.span) if settings.faults else call.span
        again = self.bind(call.primitive, operands, dict(call.params))
        self.site.span = now
        return again

    def spare(self, saved: Sequence[Var], held: Iterable[Var] = ()) -> None:
        """Recompute those captured values that can be recomputed; the others stay captured.

        held: values that need not be saved either, as an array holds them to the end.
        """
        made = {v: call for call in self.parent.body for v in call.outputs}
        place = {v: k for k, v in enumerate(made)}
        held = set(held)
        kept = [v for v in saved if v not in self.free and v not in held]
        have = self.free | set(saved) | held | common(made, kept, self.free | held)
        again: dict[Var, Call] = {}
        for var in sorted(saved, key=lambda v: place.get(v, -1)):
            if var in self.free or var in held:
                continue
            have.discard(var)
            steps = way(made, var, have, STEPS)
            have.add(var)
            if steps is None and spreads(made.get(var)):
                steps = [made[var]]  # the number is saved, not the array of it
            for call in steps or ():
                again.setdefault(call.outputs[0], call)
        if again:
            self.insert(list(again.values()))

    def insert(self, calls: list[Call]) -> None:
        """Compute these outputs, which may have been captured, from what is captured or computed before."""
        old, self.body = self.body, []
        outputs = {v for call in calls for v in call.outputs}
        taken = {v: self.captured.pop(v) for v in list(self.captured) if v in outputs}
        new: dict[Atom, Sym] = {}
        for call in calls:
            operands = [new[o] if o in new else self.lift(Sym(self.parent, o)) for o in call.operands]
            (var,) = call.outputs
            new[var] = self.repeat(call, operands)
            if var in taken:
                new[var] = self.called(new[var], taken[var])
        self.body = in_order([*self.body, *old])

    def called(self, value: Sym, parameter: Sym) -> Sym:
        """Let what was just computed be the variable that was the parameter for it."""
        last = self.body[-1]
        if last.outputs != (value.atom,):
            raise AssertionError(f"{value!r} was not computed last")
        self.body[-1] = Call((variable(parameter),), last.primitive, last.operands, last.params, last.span)
        return parameter

    def is_free(self, atom: Atom) -> bool:
        return isinstance(atom, Const) or atom in self.free

    def read_final(
        self, var: Var, final: Var, starts: Sequence[Atom] | None, region: Call | None, **params: Any
    ) -> None:
        """Instead of having `var` saved, read it from an array as it is at the end of the loop.

        Args:
            starts: of the window that is read; None for all of the array.
            region: the call by which a region of that was taken.
        """
        old, self.body = self.body, []
        parameter = self.captured.pop(var)
        value = self.final(final)
        lifted = lambda atom: self.lift(Sym(self.parent, atom))
        if starts is not None:
            value = self.bind(TABLE["dynamic_slice"], [value, *map(lifted, starts)], params)
        if region is not None:
            value = self.bind(
                region.primitive, [value, *map(lifted, region.operands[1:])], dict(region.params)
            )
        self.called(value, parameter)
        self.body = in_order([*self.body, *old])

    def final(self, final: Var) -> Sym:
        """The parameter for an array as it is at the end of the loop."""
        if final not in self.captured:
            self.captured[final] = Sym(self, self.fresh(final.type, self.site.hints.get(final.name)))
        return self.captured[final]

    def use_final(self, var: Var, final: Var) -> None:
        """Let an array as it is at the end of the loop stand for a captured version of it."""
        old = self.captured.pop(var).atom
        new = self.final(final).atom
        swap = lambda atoms: tuple([new if a == old else a for a in atoms])
        self.body = [Call(c.outputs, c.primitive, swap(c.operands), c.params, c.span) for c in self.body]


def common(made: dict[Var, Call], saved: Sequence[Var], have: set[Var]) -> set[Var]:
    """Values that are better saved, as several of the saved ones follow from them."""
    chosen: set[Var] = set()
    left = [v for v in saved if v.type.shape]
    reached = {v: dict.fromkeys(behind(made, v, STEPS)) for v in left}
    while len(left) > 1:
        users: dict[Var, list[Var]] = {}  # a source -> what is computed from it
        for v in left:
            for s in reached[v]:
                if s not in have and s.type.shape:
                    users.setdefault(s, []).append(v)
        follows = {v for v in left if way(made, v, have, STEPS) is not None}
        all_that_follow = sum(map(extent, follows))
        found: dict[Var, set[Var]] = {}  # of what is computed from a source, what follows if that is at hand
        gain: dict[Var, int] = {}
        for s, vs in users.items():
            have.add(s)
            found[s] = {v for v in vs if v != s and way(made, v, have, STEPS) is not None}
            have.discard(s)
            without = sum([extent(v) for v in {*vs, s} if v in follows])
            gain[s] = (
                all_that_follow - without + sum(map(extent, found[s])) - (0 if s in saved else extent(s))
            )
        best = max(gain, key=gain.__getitem__, default=None)
        if best is None or gain[best] <= 0 or best in saved:
            return chosen
        chosen.add(best)
        kept = follows - {*users[best], best} | found[best]
        left = [v for v in left if v not in kept]
    return chosen


def extent(var: Var) -> int:
    """The number of elements of a value. Where sizes may be any, all but the shortest axes count as equally
    long."""
    if not settings.any_size:
        return var.type.size
    return math.prod(n if n <= SHORT else SHORT**3 for n in var.type.shape)


def behind(made: dict[Var, Call], var: Var, steps: int) -> list[Var]:
    """The variables from which a variable is computed by few cheap calls, those on the way included."""
    call = made.get(var)
    if call is None or not steps or not is_cheap(call):
        return []
    operands = [o for o in call.operands if isinstance(o, Var)]
    return [*operands, *(v for o in operands for v in behind(made, o, steps - 1))]


def spreads(call: Call | None) -> bool:
    """Whether a call makes a larger array of what it is given."""
    return (
        call is not None
        and call.primitive.name == "broadcast"
        and isinstance(call.operands[0], Var)
        and call.operands[0].type.size < call.outputs[0].type.size
    )


def way(made: dict[Var, Call], var: Var, have: set[Var], steps: int) -> list[Call] | None:
    """The calls that compute a variable from those at hand, if they are few and cheap."""
    call = made.get(var)
    if call is None or not steps or not is_cheap(call):
        return None
    found: list[Call] = []
    for operand in call.operands:
        if isinstance(operand, Const) or operand in have or any(operand in c.outputs for c in found):
            continue
        more = way(made, operand, have, steps - 1 - len(found))
        if more is None:
            return None
        found += more
    return [*found, call] if len(found) < steps else None


def used_captures(back: Builder, results: Sequence[Sym]) -> list[Var]:
    """The captures of a builder on which its results depend."""
    atoms = [r.atom for r in results]
    needed = {o for call in live_calls(back.body, atoms) for o in call.operands} | set(atoms)
    return [outer for outer, sym in back.captured.items() if sym.atom in needed]
