"""Loop adjoints: the iterations of a loop, run forward, recorded, and pulled back.

for i in range(n): x = x * a[i]     =>      forward     y = x * a[i]
                                            record      y, (x,)                 # and what its pullback needs
                                            pullback    x_bar = y_bar * a[i];  a_bar[i] += y_bar * x
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...analysis.affine import Affine, affine, constant, follow, plus, symbol
from ...analysis.array_dependence import TapeElision
from ...analysis.counters import counting
from ...analysis.loop_exits import ExitFact, codes, exit_facts
from ...core.dtypes import canonical, settings
from ...core.errors import CompileError
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Atom, Call, Program, Type, Var, with_programs
from ..simplify.dead_code import Sweep
from ..simplify.inlining import inline
from .jvp import Activity, zeros
from .vjp import Bar, Split, both, place_cotangents, ranges_around

MANY = 1 << 16  # rounds: the same, where the size of arrays is not to matter
FEW = 8  # snapshots, at least


class LoopAdjoint:
    """The body of a loop as rounds that are run forward, recorded, and pulled back.

    plain, body the body as it is, and with a first parameter: the index, in a `while` the number of the round
    start       what the loop begins with; fixed: its invariants
    carried     which carries have cotangents; held: which invariants have
    told        truth values that an exit code of the loop tells: not recorded, but for the code behind the round
    record      a Program: a round that also gives the values that its pulling back needs (`taped`)
    """

    def __init__(
        self, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
    ):
        params, n = dict(call.params), call.param("invariant")
        self.plain: Program = params["body"]
        self.step, self.test, self.count = params.get("step", 1), params.get("test"), len(inputs)
        self.skip = 0 if self.test else 2
        exits = [k - n for k in codes(self.test, call.operands)] if self.test else []
        self.tells = {name: (k, how) for k in exits for name, how in exit_facts(self.plain, k).items()}
        self.bounds, values = inputs[: self.skip], inputs[self.skip :]
        self.fixed, self.start = values[:n], values[n:]
        self.limit = activity.limit(call)
        flags = active[self.skip :]
        self.body, self.counter = self.plain, None  # a carry of a `while` that is the number of the round
        if self.test:
            self.counter = next(
                (
                    k
                    for k, x in enumerate(self.start)
                    if is_zero_count(x) and counting(self.plain, n + k) == 1
                ),
                None,
            )
            self.body, more = with_round_number(self.plain, n, self.start)
            self.fixed, flags = [*self.fixed, *more], [*flags[:n], *[False] * len(more), *flags[n:]]
        n = len(self.fixed)
        self.held = flags[:n]
        self.carried = both(
            activity.carries(self.body, 1, n, flags), activity.useful_carries(self.body, wanted)
        )
        b = inputs[0].builder
        around = ranges_around(b, self.fixed, 1)
        own = TapeElision(self.body, n, self.step, self.extent(b), around)
        self.split, self.residuals = self.best_split(activity, own)
        self.told = {
            var: how
            for var, how in self.told_in(self.split).items()
            if var in {s.atom for s in self.split.saved}
        }
        self.codes = list(dict.fromkeys(k for k, _ in self.told.values()))
        self.finals: Sequence[Sym] = ()  # the carry at the end of the loop, once it is swept
        self.record = self.split.first.finish([*self.split.outs, *self.residuals], self.body.name)
        self.names = [p.name for p in self.body.parameters[n + 1 :]]
        self.tape_names = [f"{self.split.first.hint(s) or 'value'}_saved" for s in self.residuals]

    def best_split(self, activity: Activity, own: TapeElision) -> tuple[Split, list[Sym]]:
        """The body as a forward and a backward sweep, and what has to be taped.

        Inner loops may leave what they need in their arrays; not if these had to be taped whole.
        """
        n = len(self.fixed)
        everything = [False, *self.held, *self.carried]
        lasting = [k + 1 for k, a in enumerate(self.held) if a]
        tried = []
        for inner in (True, False):
            before, activity.own_tapes = activity.own_tapes, activity.own_tapes and inner
            split = Split(
                self.body,
                everything,
                self.carried,
                activity,
                range(n + 1),
                lasting,
                own if before else None,
                own.ranges[:-1],
                self.tells,
            )
            activity.own_tapes = before
            free = {s.atom for s in split.inputs[: n + 1]} | set(split.finals) | set(self.told_in(split))
            tried.append((split, [s for s in split.saved if s.atom not in free]))
            if not before or not split.inner_tapes or not any(s.shape for s in tried[0][1]):
                break
        return min(tried, key=lambda pair: sum(map(size_of, pair[1])))

    def told_in(self, split: Split) -> dict[Var, tuple[int, ExitFact]]:
        """The truth values of a round that exit codes tell: the number of the carry, and which code it is."""
        return {a: how for name, how in self.tells.items() if type(a := split.seen[name].atom) is Var}

    # -- sizes ---------------------------------------------------------------------------------------------------------

    def carry_taped(self, k: int) -> int | None:
        """The carry that a taped value is, as it was before the round: it is stored before the round
        overwrites it."""
        first = 1 + len(self.fixed)
        value = self.record.results[len(self.start) + k]
        return (
            self.record.parameters.index(value) - first if value in self.record.parameters[first:] else None
        )

    @property
    def row_bytes(self) -> int:
        return sum(size_of(s) for s in self.residuals)

    def needed(self) -> list[int]:
        """The carries that the recorded values depend on, in whatever round."""
        recorded = frozenset(range(len(self.split.outs), len(self.record.results)))
        first, sweep = 1 + len(self.fixed), Sweep()
        found: frozenset[int] = frozenset()
        while True:
            parameters = sweep.needs(self.record, recorded | found)
            more = frozenset(k - first for k in parameters if k >= first)
            if more <= found:
                return sorted(found)
            found |= more

    @property
    def state_bytes(self) -> int:
        return sum(size_of(self.start[k]) for k in self.needed())

    def extent(self, b: Builder) -> tuple[Affine | None, Affine | None]:
        """The least and the greatest index, in terms of invariants (p1, p2 …)."""
        if self.test:
            return constant(0), None if self.limit is None else constant(self.limit - 1)
        env = {
            x.atom.name: symbol(f"p{k + 1}")
            for k, x in enumerate(self.fixed)
            if type(x.atom) is Var and not x.shape and x.dtype.kind in "iu"
        }
        for call in b.body if env else ():
            follow(call, env)
        lo, hi = (affine(x.atom, env) for x in self.bounds)
        shifted = None if hi is None else plus(hi, constant(-1 if self.step > 0 else 1))
        return (lo, shifted) if self.step > 0 else (shifted, lo)

    def trips(self) -> int | None:
        """The trip count, if it is static."""
        if self.test or not all(x.is_const for x in self.bounds):
            return None
        return len(range(int(self.bounds[0].value), int(self.bounds[1].value), self.step))

    @property
    def most(self) -> int | None:
        """The most rounds that there may be."""
        trips = self.trips()
        return self.limit if trips is None else trips

    def fits_tape(self) -> bool:
        """Whether a tape of all rounds is possible, and better than snapshots."""
        if not self.residuals:
            return True
        if self.most is None:
            return False
        if settings.any_size:
            return self.most <= MANY
        tape = self.most * self.row_bytes
        snapshots = 2 * FEW * self.state_bytes
        return tape <= settings.tape_limit or tape <= 4 * snapshots

    # -- one round -----------------------------------------------------------------------------------------------------

    def run(
        self, inner: Builder, index: list[Sym], carry: Sequence[Sym], program: Program | None = None
    ) -> list[Sym]:
        return inline(inner, program or self.body, [*index, *self.fixed, *carry])

    def pull(self, inner: Builder, index: list[Sym], taped: Sequence[Sym], bars: Sequence[Sym]) -> list[Sym]:
        """Cotangents of the active carries and invariants before a round, from those behind it; exit codes too: the
        round before did not leave."""
        split, active, bars, left = (
            self.split,
            sum(self.carried),
            bars[: len(bars) - len(self.codes)],
            dict(zip(self.codes, bars[len(bars) - len(self.codes) :])),
        )
        at = {s.atom: x for s, x in zip(split.inputs, [*index, *self.fixed])}
        for var, (k, how) in self.told.items():
            at[var] = TABLE["eq" if how.holds else "ne"](left[k], np.asarray(how.code, left[k].dtype))
        at.update((s.atom, x) for s, x in zip(self.residuals, taped))
        at.update(
            (var, (self.start if begins else self.finals)[k]) for var, (k, begins) in split.finals.items()
        )
        saved = [at[s.atom] for s in split.saved]
        results = inline(inner, split.program, [*saved, *bars])
        held = len(results) - active
        return [
            *results[held:],
            *results[:held],
            *(inner.lift(np.asarray(0, x.dtype)) for x in left.values()),
        ]

    def first_bars(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Sym]:
        """The cotangents behind the last round: of the active carries, and of the active invariants so far. And with
        which codes it left."""
        active = [(bar, x.type) for bar, x, a in zip(bars, self.start, self.carried) if a]
        active += [(bar, x.type) for bar, x, a in zip(known[self.skip :], self.fixed, self.held) if a]
        codes = [back.lift(self.finals[k]) for k in self.codes]
        return [*(zeros(back, kind) if bar is None else bar for bar, kind in active), *codes]

    @property
    def bar_names(self) -> list[str]:
        split = self.split.program.parameters[len(self.split.saved) :]
        return [*(p.name for p in split), *(self.names[k] for k in self.codes)]

    def given(self, results: Sequence[Sym]) -> list[Any]:
        """The cotangents of the loop's operands."""
        shift, n = self.skip, self.count - self.skip - len(self.start)
        carried = [shift + n + k for k, a in enumerate(self.carried) if a]
        held = [shift + k for k, a in enumerate(self.held) if a]
        results = results[: len(results) - len(self.codes)]
        return place_cotangents(results, carried + held, self.count, held)


def unheard(program: Program) -> Program:
    """The program as it is run again: what it prints has been printed.

    Raises:
        CompileError: the host gives it something, which it would not give twice (random numbers).
    """
    counters: dict[Atom, Atom] = {}
    body = []
    for call in program.body:
        call = with_programs(call, unheard)
        operands = tuple([counters.get(o, o) for o in call.operands])
        if call.primitive.name != "host_call":
            body.append(Call(call.outputs, call.primitive, operands, call.params, call.span))
            continue
        if len(call.outputs) > 1:
            error = CompileError(
                "reverse mode runs this loop again, which draws random numbers, or calls the host",
                "give it a bound, for _ in range(recto.bound(n, 1000)), or pass the numbers as an "
                "array; or use recto.random, whose keys give the same numbers again",
            )
            raise error.at(call.span)
        counters[call.outputs[0]] = operands[0]
    return dataclasses.replace(
        program, body=tuple(body), results=tuple([counters.get(r, r) for r in program.results])
    )


def with_round_number(body: Program, invariant: int, start: Sequence[Sym]) -> tuple[Program, list[Sym]]:
    """The body of a `while` with the number of the round as first parameter.

    Carries that count (i += 1) are computed from it; what they begin with becomes an invariant, if it is not constant.
    """
    b = Builder()
    position = b.parameter(Type(canonical(np.int64)), "k")
    values = [b.parameter(p.type, p.name) for p in body.parameters[:invariant]]
    steps = [counting(body, invariant + k) for k in range(len(start))]
    more = [x for x, c in zip(start, steps) if c and not x.is_const]
    begins = [b.parameter(x.type.update(weak=False), "start") for x in more]
    carry = [b.parameter(p.type, p.name) for p in body.parameters[invariant:]]
    rest = iter(begins)
    for k, (x, c) in enumerate(zip(start, steps)):
        if c:
            kind = carry[k].dtype
            moved = position if position.dtype == kind else position.astype(kind)
            moved = moved if c == 1 else moved * np.asarray(c, kind)
            begin = np.asarray(x.value, kind) if x.is_const else next(rest)
            carry[k] = moved if x.is_const and not x.value else moved + begin
    return b.finish(inline(b, body, [*values, *carry]), body.name), more


def is_zero_count(x: Sym) -> bool:
    return x.is_const and x.dtype == canonical(np.int64) and not x.shape and not x.value


def size_of(x: Sym) -> int:
    return x.type.size * x.dtype.itemsize
