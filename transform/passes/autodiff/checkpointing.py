"""Checkpointing: sweeps over the states of a sequence, last first, keep snapshots of some and recompute the
others.

    for k in reversed(range(n)):            forward     a snapshot every `stride` rounds
        x = iterate(k, x_0)         =>      backward    from the last snapshot back: its rounds are run again, onto a
        …                                               tape of `capacity` rounds, and pulled back; where there are more
                                                        rounds than that, a new snapshot is made half-way first

So memory is bounded, nothing is ever cut off, and the rounds are run once more as long as there are no more of them
than the tape has rows, twice more up to snapshots × rows, with half a run more each time their number doubles beyond
that (as in bisection checkpointing; compare Wang, Moin, Iaccarino 2009, and Stumm, Walther 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from ...analysis.counters import counting
from ...analysis.loops import LoopView, asks_for_states
from ...core.dtypes import settings
from ...ir.builder import TABLE, Builder, Sym, variable
from ...ir.loop_builder import choose, append_for, fetch, append_while, rows, store, as_counter
from ...ir.program import Atom, Call, Const, Program, Type, walk, with_programs
from ..simplify.inlining import inline
from .loop_fusion import fused
from .rematerialization import Replay, used_captures

CACHED = 1 << 20  # bytes: a buffer of snapshots, and a tape, of this size stay in the cache …
SHARE = 8  # … or they are this part of `tape_limit`, where that is larger: memory that has no such cache
LARGE = 1 << 26  # bytes: the most that snapshots of a loop of known length may take
MANY = 1024  # snapshots, at most
SOME = 128  # snapshots, and rows of tape, where their size is not to matter
FEW = 8  # snapshots, at least


class Plan:
    """A plan: how many states are kept.

    again       the tape has the states, and the round is run once more to pull it back; else it has what that needs
    room, slots rows of the tape, and snapshots of the forward sweep
    spare       snapshots made on the way back; -1 where none are, as every segment fits the tape (`exact`)
    """

    def __init__(self, state: int, row: int, trips: int | None):
        self.again = row > 4 * state + 64
        size = max(CACHED, settings.tape_limit // SHARE)
        self.capacity = between(size // max(1, state if self.again else row))
        self.slots = between(size // max(1, state))
        self.spare = 40 if state < 4096 else 8
        if settings.any_size:
            self.capacity = self.slots = SOME
            self.spare = 40
        self.exact = trips is not None and trips // self.capacity * state <= LARGE
        if trips is not None and self.exact:
            self.capacity = max(1, min(self.capacity, int(np.ceil(np.sqrt(trips)))))
            self.slots, self.spare = -(-trips // self.capacity), -1

    @property
    def rows(self) -> int:
        return self.slots + self.spare + 1


def with_checkpoints(program: Program, shown: bool = False, kept: Call | None = None) -> Program:
    """The program without `iterate`: states are computed from snapshots where a loop asks for them one after the
    other, else from the first.

    Args:
        shown: leave loops as they are that ask for states.
        kept: a call that is left as it is.
    """
    if not any(c.primitive.name == "iterate" for c in walk(program)):
        return program
    b = Builder()
    env: dict[Atom, Sym] = {p: b.parameter(p.type, p.name) for p in program.parameters}
    value = lambda atom: Sym(b, atom) if isinstance(atom, Const) else env[atom]
    for call in program.body:
        b.site.span = call.span
        operands = [value(o) for o in call.operands]
        outs = expand_iterate(b, call, operands, shown, call is kept)
        for var, out in zip(call.outputs, outs, strict=True):
            env[var] = out
            b.name(out, var.name)
    return b.finish([value(r) for r in program.results], program.name)


def expand_iterate(b: Builder, call: Call, operands: list[Sym], shown: bool, kept: bool) -> Sequence[Sym]:
    """The results of a call, without `iterate`."""
    asked = asks_for_states(call)
    if asked and not shown:
        return Reversal(call, asked, operands).sweep(b)
    call = with_programs(call, partial(with_checkpoints, shown=shown, kept=asked))
    if kept or call.primitive.name != "iterate":
        out = b.bind(call.primitive, operands, dict(call.params))
        return out if call.primitive.multiple else (out,)
    first = LoopView(call).first
    turn = lambda inner, i, xs: inline(inner, call.param("body"), [*operands[1:first], *xs])
    return append_for(b, 0, operands[0], operands[first:], turn)


class Reversal:
    """A loop that goes through the states of a sequence, the last first.

    record      a round up to the values that the rest of it needs (`taped`), of position, invariants and state
    rest        a Program: what depends on the carries, of `saved` values and carries
    """

    def __init__(self, call: Call, asked: Call, operands: Sequence[Sym]):
        view, steps = LoopView(call), LoopView(asked)
        self.last, self.invariants, self.start = (
            operands[0],
            operands[view.lead : view.first],
            operands[view.first :],
        )
        self.names = [p.name for p in view.inner_carries]
        at = dict(zip(view.inner_invariants, self.invariants))
        outside = [Sym(self.last.builder, o) if isinstance(o, Const) else at[o] for o in asked.operands[1:]]
        self.fixed, self.first = outside[: steps.first - 1], outside[steps.first - 1 :]
        self.step = with_checkpoints(steps.body)
        self.kinds = [o.type for o in asked.outputs]
        self.counts = [counting(self.step, len(self.fixed) + k) for k in range(len(self.kinds))]
        self.kept = [k for k, c in enumerate(self.counts) if not c]
        self.state_names = [p.name for p in steps.inner_carries]
        self.split(view, asked)
        trips = int(self.last.value) + 1 if self.last.is_const else None
        self.plan = Plan(
            sum(map(bytes_of, map(self.kinds.__getitem__, self.kept))),
            sum(bytes_of(s.type) for s in self.residuals),
            None if trips is None else max(trips, 0),
        )

    def split(self, view: LoopView, asked: Call) -> None:
        """The body in what does not depend on the carries and the rest; what the rest computes again is not saved."""
        first = Builder()
        parameters = [view.index[0], *view.inner_invariants, *asked.outputs]
        env: dict[Atom, Sym] = {p: first.parameter(p.type.update(weak=False), p.name) for p in parameters}
        self.inputs = list(env.values())
        free = [
            x for k, x in enumerate(self.inputs, len(asked.outputs) - len(self.inputs)) if k not in self.kept
        ]
        depends: set[Atom] = set(view.inner_carries)
        later = []
        for call in view.body.body:
            if call is asked:
                continue
            if call.primitive.effect or any(o in depends for o in call.operands):
                depends.update(call.outputs)
                later.append(call)
                continue
            run(first, call, env)
        back = Replay(first, map(variable, free))
        env.update((p, back.parameter(p.type.update(weak=False), p.name)) for p in view.inner_carries)
        for call in later:
            run(back, call, env)
        results = [back.lift(Sym(back, r) if isinstance(r, Const) else env[r]) for r in view.body.results]
        back.spare(used_captures(back, results))
        kept = used_captures(back, results)
        back.captured = {var: back.captured[var] for var in kept}
        self.saved = [Sym(first, var) for var in kept]
        at_hand = {x.atom for x in free}
        self.residuals = [s for s in self.saved if s.atom not in at_hand]
        self.tape_names = [f"{first.hint(s) or 'value'}_saved" for s in self.residuals]
        self.rest = with_checkpoints(back.finish(results, view.body.name))
        self.record = with_checkpoints(first.finish(self.residuals, view.body.name))
        self.round = self.recording_iteration()

    def recording_iteration(self) -> Program:
        """A round that also records: of position, what both are given, and state; the state behind it, and `taped`."""
        b = Builder()
        position = b.parameter(self.inputs[0].type, "k")
        state = self.step.parameters[len(self.fixed) :]
        fixed = [b.parameter(p.type, p.name) for p in self.step.parameters[: len(self.fixed)]]
        given: dict[Atom, Sym] = {x.atom: y for x, y in zip(self.fixed, fixed)}
        rest = []
        for x, p in zip(self.invariants, self.record.parameters[1:]):
            if x.atom not in given:
                given[x.atom] = b.parameter(p.type, p.name)
                rest.append(x)
        values = [b.parameter(p.type, p.name) for p in state]
        after = inline(b, self.step, [*fixed, *values])
        taped = inline(b, self.record, [position, *(given[x.atom] for x in self.invariants), *values])
        self.around = [*self.fixed, *rest]
        return fused(b.finish([*(after[k] for k in self.kept), *taped], self.step.name))

    # -- rounds --------------------------------------------------------------------------------------------------------

    def state(self, b: Builder, position: Sym, kept: Sequence[Sym]) -> list[Sym]:
        """The state at a position: what counts follows from that."""
        at = dict(zip(self.kept, kept))
        return [at[k] if k in at else self.moved(b, position, k) for k in range(len(self.kinds))]

    def moved(self, b: Builder, position: Sym, k: int) -> Sym:
        begin, by = b.lift(self.first[k]), self.counts[k]
        moved = position if position.dtype == begin.dtype else position.astype(begin.dtype)
        moved = moved if by == 1 else moved * np.asarray(by, begin.dtype)
        return moved if begin.is_const and not begin.value else begin + moved

    def advance(self, b: Builder, begin: Sym, end: Sym, kept: Sequence[Sym]) -> list[Sym]:
        """The state kept after the rounds from one position to another."""

        def turn(inner: Builder, p: Sym, xs: Sequence[Sym]) -> list[Sym]:
            results = inline(inner, self.step, [*self.fixed, *self.state(inner, p, xs)])
            return [results[k] for k in self.kept]

        return append_for(
            b, begin, end, kept, turn, index="p", names=[self.state_names[k] for k in self.kept]
        )

    # -- the sweep -----------------------------------------------------------------------------------------------------

    def sweep(self, b: Builder) -> list[Sym]:
        start = [b.lift(self.first[k]) for k in self.kept]
        self.total = self.last + as_counter(b, 1)
        return self.exactly(b, start) if self.plan.exact else self.bisecting(b, start)

    def snapshots(self, b: Builder, count: int, filled: Any, stride: Any, start: list[Sym]) -> list[Sym]:
        """Rows for snapshots, the first `filled` of them made."""
        n = len(start)
        names = [self.state_names[k] for k in self.kept]

        def segment(inner: Builder, s: Sym, xs: Sequence[Sym]) -> list[Sym]:
            begin = s * as_counter(inner, stride)
            last = (as_counter(inner, filled) - as_counter(inner, 1)) * as_counter(
                inner, stride
            )  # nothing behind the last
            end = TABLE["minimum"](begin + as_counter(inner, stride), last)
            return [
                *self.advance(inner, begin, end, xs[:n]),
                *(store(a, x, s) for a, x in zip(xs[n:], xs[:n])),
            ]

        blank = [rows(b, count, x.type) for x in start]
        return append_for(
            b,
            0,
            as_counter(b, filled),
            [*start, *blank],
            segment,
            index="segment",
            names=[*names, *(f"{name}_snapshots" for name in names)],
        )[n:]

    def exactly(self, b: Builder, start: list[Sym]) -> list[Sym]:
        """Segment by segment, each from its snapshot."""
        slots, capacity = self.plan.slots, self.plan.capacity
        if slots <= 1:
            tapes = self.tape(b, self.total, as_counter(b, 0), start)
            return self.pulled(b, self.total, as_counter(b, 0), tapes, self.start)
        buffers = self.snapshots(b, slots, slots, capacity, start)

        def segment(inner: Builder, s: Sym, bars: Sequence[Sym]) -> list[Sym]:
            begin = s * as_counter(inner, capacity)
            count = TABLE["minimum"](inner.lift(self.total) - begin, as_counter(inner, capacity))
            tapes = self.tape(inner, count, begin, [fetch(inner.lift(x), s) for x in buffers])
            return self.pulled(inner, count, begin, tapes, bars)

        return append_for(b, slots - 1, -1, self.start, segment, -1, "segment", self.names)

    def bisecting(self, b: Builder, start: list[Sym]) -> list[Sym]:
        """From the last snapshot back, with more of them half-way."""
        m, plan = len(start), self.plan
        stride = TABLE["maximum"](ceiling(self.total, plan.slots), as_counter(b, plan.capacity))
        filled = TABLE["maximum"](ceiling(self.total, stride), as_counter(b, 0))
        b.name(stride, "stride")
        b.name(filled, "snapshots")
        kept = self.snapshots(b, plan.rows, filled, stride, start)
        top = filled - as_counter(b, 1)
        places = b.bind(TABLE["iota"], (), {"shape": (plan.rows,), "axis": 0, "dtype": top.dtype})
        places = places * TABLE["broadcast"](stride, shape=(plan.rows,), axes=())

        def segment(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            end, top, places, kept, bars = xs[0], xs[1], xs[2], list(xs[3 : 3 + m]), list(xs[3 + m :])
            begin, top, places, kept, state = self.approach(inner, end, top, places, kept)
            tapes = self.tape(inner, end - begin, begin, state)
            bars = self.pulled(inner, end - begin, begin, tapes, bars)
            used = fetch(places, top) == begin
            return [begin, choose(used, top - as_counter(inner, 1), top), places, *kept, *bars]

        names = [f"{self.state_names[k]}_snapshots" for k in self.kept]
        return append_while(
            b,
            [self.total, top, places, *kept, *self.start],
            lambda test, xs: xs[0] > as_counter(test, 0),
            segment,
            ["end", "top", "places", *names, *self.names],
        )[3 + m :]

    def approach(
        self, b: Builder, end: Sym, top: Sym, places: Sym, kept: list[Sym]
    ) -> tuple[Sym, Sym, Sym, list[Sym], list[Sym]]:
        """From the last snapshot to where the rounds left fit the tape, with new snapshots half-way."""
        m, capacity = len(kept), self.plan.capacity
        begin, state = fetch(places, top), [fetch(x, top) for x in kept]

        def nearer(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            begin, top, places, kept, state = xs[0], xs[1], xs[2], xs[3 : 3 + m], xs[3 + m :]
            left = inner.lift(end) - begin
            inner.name(left, "rounds_left")
            last = as_counter(inner, self.plan.rows - 1)
            free = top + as_counter(inner, 1) < last
            inner.name(free, "fits")
            far = choose(
                free, TABLE["floor_divide"](left, as_counter(inner, 2)), left - as_counter(inner, capacity)
            )
            middle = begin + far
            inner.name(middle, "middle")
            state = self.advance(inner, begin, middle, state)
            begin, above = middle, choose(free, top + as_counter(inner, 1), last)
            inner.name(above, "above")
            kept = [store(a, x, above) for a, x in zip(kept, state)]
            return [begin, choose(free, above, top), store(places, begin, above), *kept, *state]

        names = [self.state_names[k] for k in self.kept]
        results = append_while(
            b,
            [begin, top, places, *kept, *state],
            lambda test, xs: test.lift(end) - xs[0] > as_counter(test, capacity),
            nearer,
            ["begin", "top", "places", *(f"{name}_snapshots" for name in names), *names],
        )
        return results[0], results[1], results[2], list(results[3 : 3 + m]), list(results[3 + m :])

    def tape(self, b: Builder, count: Sym, begin: Sym, state: Sequence[Sym]) -> list[Sym]:
        """The rounds once more, onto the tape."""
        m, plan = len(state), self.plan
        kinds = [x.type for x in state] if plan.again else [s.type for s in self.residuals]
        names = [self.state_names[k] for k in self.kept]

        def turn(inner: Builder, j: Sym, xs: Sequence[Sym]) -> list[Sym]:
            position = inner.lift(begin) + j
            given = self.state(inner, position, xs[:m])
            if plan.again:
                results = inline(inner, self.step, [*self.fixed, *given])
                results = [*(results[k] for k in self.kept), *xs[:m]]
            else:
                results = inline(inner, self.round, [position, *self.around, *given])
            return [*results[:m], *(store(t, x, j) for t, x in zip(xs[m:], results[m:]))]

        blank = [rows(b, plan.capacity, t) for t in kinds]
        return append_for(
            b,
            0,
            count,
            [*state, *blank],
            turn,
            index="j",
            names=[*names, *([f"{n}_saved" for n in names] if plan.again else self.tape_names)],
        )[m:]

    def recorded(self, b: Builder, position: Sym, state: Sequence[Sym]) -> list[Sym]:
        return inline(b, self.record, [position, *self.invariants, *state])

    def pulled(
        self, b: Builder, count: Sym, begin: Sym, tapes: Sequence[Sym], bars: Sequence[Sym]
    ) -> list[Sym]:
        """The rounds on the tape, backwards."""

        def turn(inner: Builder, j: Sym, xs: Sequence[Sym]) -> list[Sym]:
            position = inner.lift(begin) + j
            taped = [fetch(inner.lift(t), j) for t in tapes]
            if self.plan.again:
                taped = self.recorded(inner, position, self.state(inner, position, taped))
            at = dict(zip([s.atom for s in self.inputs], [position, *self.invariants]))
            at.update(
                (s.atom, self.moved(inner, position, k))
                for k, s in enumerate(self.inputs[1 + len(self.invariants) :])
                if k not in self.kept
            )
            at.update((s.atom, x) for s, x in zip(self.residuals, taped))
            return inline(inner, self.rest, [*(at[s.atom] for s in self.saved), *xs])

        return append_for(b, count - as_counter(b, 1), -1, bars, turn, -1, "j", self.names)


def run(b: Builder, call: Call, env: dict[Atom, Sym]) -> None:
    """A call in a builder, on values of it or of those around."""
    b.site.span = call.span
    operands = [b.lift(Sym(b, o) if isinstance(o, Const) else env[o]) for o in call.operands]
    out = b.bind(call.primitive, operands, dict(call.params))
    for var, x in zip(call.outputs, out if call.primitive.multiple else (out,), strict=True):
        env[var] = x
        b.name(x, var.name)


def bytes_of(kind: Type) -> int:
    return kind.size * kind.dtype.itemsize


def between(count: int) -> int:
    """An even number of rows that is neither too small nor too large."""
    return min(max(count, FEW), MANY) // 2 * 2


def ceiling(x: Sym, y: Sym | int) -> Sym:
    """x / y, rounded up; y is positive."""
    by, one = y if isinstance(y, Sym) else np.asarray(y, x.dtype), np.asarray(1, x.dtype)
    return TABLE["floor_divide"](x + (by - one), by)
