"""Reverse mode through loops of unknown or great length: snapshots of the state, from which rounds are run again.

    forward     a snapshot every `stride` rounds; when the buffer is full, every other one goes and the stride doubles
    backward    from the last snapshot back: its rounds are run again, onto a tape of `room` rounds, and pulled back;
                where there are more rounds than that, a new snapshot is made half-way first

So memory is bounded, nothing is ever cut off, and the primal is run once more as long as the number of rounds is below
snapshots × tape rows, with half a run more each time it doubles beyond that (as in bisection checkpointing; compare
Wang, Moin, Iaccarino 2009, and Stumm, Walther 2010, for online schedules).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import settings
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import choose, counted, fetch, looped, rows, store, whole
from ...ir.program import Program
from .jvp import zeros
from .rounds import FEW, Rounds, unheard
from .tapes import goes_on, plain_round
from .vjp import Bar

CACHED = 1 << 20                # bytes: a buffer of snapshots, and a tape, of this size stay in the cache
LARGE = 1 << 26                 # bytes: the most that snapshots of a loop of known length may take
MANY = 1024                     # snapshots, at most
SOME = 128                      # snapshots, and rows of tape, where their size is not to matter


class Snapshots:
    """A loop of unknown or large trip count."""

    def __init__(self, rounds: Rounds):
        self.rounds = r = rounds
        self.body, self.record = unheard(r.body), unheard(r.record)         # as they are run again
        self.needed = r.needed()
        state, row = r.state_bytes, r.row_bytes
        self.again = row > 4 * state + 64               # tape the state, and run the round once more to pull it back
        self.kinds = [r.start[k].type.update(weak=False) for k in self.needed]
        self.room = between(CACHED // max(1, state if self.again else row))
        self.slots = between(CACHED // max(1, state))
        self.spare = 40 if state < 4096 else 8          # snapshots made on the way back
        if settings.any_size:
            self.room = self.slots = SOME
            self.spare = 40
        trips = r.trips()
        self.exact = False
        if trips is not None and trips // self.room * state <= LARGE:       # a segment fits the tape
            self.exact = True
            self.room = min(self.room, int(np.ceil(np.sqrt(trips))))
            self.slots, self.spare = -(-trips // self.room), -1

    @property
    def rows(self) -> int:
        """How many snapshots there is room for: those of the forward sweep, and those made on the way back."""
        return self.slots + self.spare + 1

    # -- forward -------------------------------------------------------------------------------------------------------

    def sweep(self, b: Builder) -> list[Sym]:
        blank = [rows(b, self.rows, t) for t in self.kinds]
        names = [f"{self.rounds.names[k]}_snapshots" for k in self.needed]
        results = (self.endless if self.rounds.test else self.counted)(b, blank, names)
        n, m = len(self.rounds.start), len(blank)
        self.buffers, self.rounds.finals = results[n:n + m], results[:n]
        return results[:n]

    def state(self, carry: Sequence[Sym]) -> list[Sym]:
        return [carry[k] for k in self.needed]

    def counted(self, b: Builder, blank: list[Sym], names: list[str]) -> list[Sym]:
        """A counted loop, in as many segments as there are snapshots."""
        r, n = self.rounds, len(self.rounds.start)
        lo, hi = (whole(b, x) for x in r.bounds)
        by = whole(b, r.step)
        span = hi - lo + by - whole(b, np.sign(r.step))
        self.total = TABLE["maximum"](TABLE["floor_divide"](span, by), whole(b, 0))
        self.stride = TABLE["maximum"](ceiling(self.total, self.slots), whole(b, self.room))
        self.filled = ceiling(self.total, self.stride)
        for x, name in ((self.total, "rounds"), (self.stride, "stride"), (self.filled, "snapshots")):
            b.name(x, name)

        def segment(inner: Builder, s: Sym, xs: Sequence[Sym]) -> list[Sym]:
            kept = [store(a, x, s) for a, x in zip(xs[n:], self.state(xs[:n]))]
            begin = s * inner.lift(self.stride)
            end = TABLE["minimum"](begin + inner.lift(self.stride), inner.lift(self.total))
            return [*self.advance(inner, begin, end, xs[:n], r.body), *kept]
        return counted(b, 0, self.filled, [*r.start, *blank], segment, index="segment", names=[*r.names, *names])

    def endless(self, b: Builder, blank: list[Sym], names: list[str]) -> list[Sym]:
        """A `while` loop: its rounds are counted, and snapshots thinned when the buffer is full."""
        r, n, m = self.rounds, len(self.rounds.start), len(blank)
        more = goes_on(r)

        def segment(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            kept, (filled, stride, total) = xs[n:n + m], xs[n + m:]
            kept, filled, stride = self.thinned(inner, kept, filled, stride)
            kept = [store(a, x, filled) for a, x in zip(kept, self.state(xs[:n]))]
            done = looped(inner, [*xs[:n], whole(inner, 0)],
                          lambda test, ys: (ys[n] < test.lift(stride)) & more(test, ys),
                          lambda body, ys: [*plain_round(r, body, ys[:n]), ys[n] + whole(body, 1)], [*r.names, "k"])
            one = whole(inner, 1)
            return [*done[:n], *kept, filled + one, stride, total + done[n]]
        counters = [whole(b, 0), whole(b, self.room), whole(b, 0)]
        results = looped(b, [*r.start, *blank, *counters], more, segment,
                         [*r.names, *names, "snapshots", "stride", "rounds"])
        self.filled, self.stride, self.total = results[n + m:]
        return results

    def thinned(self, inner: Builder, kept: Sequence[Sym], filled: Sym, stride: Sym) -> tuple[list[Sym], Sym, Sym]:
        """If the buffer is full: every other snapshot, with a stride of twice the length."""
        full = filled >= whole(inner, self.slots)
        inner.name(full, "full")
        half, two = whole(inner, self.slots // 2), whole(inner, 2)
        turns = choose(full, half, whole(inner, 0))
        kept = counted(inner, 0, turns, kept,
                       lambda body, j, xs: [store(x, fetch(x, j * whole(body, 2)), j) for x in xs], index="j")
        filled, stride = choose(full, half, filled), choose(full, stride * two, stride)
        inner.name(filled, "snapshots")
        inner.name(stride, "stride")
        return kept, filled, stride

    # -- rounds again --------------------------------------------------------------------------------------------------

    def index(self, inner: Builder, position: Sym) -> list[Sym]:
        """The index of the round at a position; in a `while` it is the position."""
        r = self.rounds
        if r.test:
            return [position]
        lo = inner.lift(r.bounds[0])
        i = position if position.dtype == lo.dtype else position.astype(lo.dtype)
        i = i if r.step == 1 else i * np.asarray(r.step, lo.dtype)
        return [i if lo.is_const and int(lo.value) == 0 else lo + i]

    def advance(self, b: Builder, begin: Sym, end: Sym, carry: Sequence[Sym], program: Program) -> list[Sym]:
        """The carry after the rounds from one position to another."""
        r = self.rounds
        return counted(b, begin, end, carry, lambda inner, p, xs: r.run(inner, self.index(inner, p), xs, program),
                       index=r.body.parameters[0].name, names=r.names)

    def whole_carry(self, b: Builder, state: Sequence[Sym]) -> list[Sym]:
        """The state among carries that it does not depend on."""
        at = dict(zip(self.needed, state))
        return [at[k] if k in at else zeros(b, x.type) for k, x in enumerate(self.rounds.start)]

    def restart(self, b: Builder, begin: Sym, end: Sym, state: Sequence[Sym]) -> list[Sym]:
        """The state after some rounds more."""
        r = self.rounds

        def turn(inner: Builder, p: Sym, xs: Sequence[Sym]) -> list[Sym]:
            return self.state(r.run(inner, self.index(inner, p), self.whole_carry(inner, xs), self.body))
        return counted(b, begin, end, state, turn, index="p", names=[r.names[k] for k in self.needed])

    # -- backward ------------------------------------------------------------------------------------------------------

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        r, m = self.rounds, len(self.kinds)
        start = r.first_bars(back, bars, known)
        if self.exact:
            return r.given(self.pull_exact(back, start))
        kept = [back.lift(x) for x in self.buffers]
        size, top = self.rows, back.lift(self.filled) - whole(back, 1)
        places = back.bind(TABLE["iota"], (), {"shape": (size,), "axis": 0, "dtype": top.dtype})
        places = places * TABLE["broadcast"](back.lift(self.stride), shape=(size,), axes=())

        def segment(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            end, top, places, kept, bars = xs[0], xs[1], xs[2], list(xs[3:3 + m]), list(xs[3 + m:])
            begin, top, places, kept, state = self.approach(inner, end, top, places, kept)
            tapes = self.taped(inner, end - begin, begin, state)
            bars = self.pulled(inner, end - begin, begin, tapes, bars)
            used = fetch(places, top) == begin
            return [begin, choose(used, top - whole(inner, 1), top), places, *kept, *bars]
        results = looped(back, [self.total, top, places, *kept, *start],
                         lambda test, xs: xs[0] > whole(test, 0), segment,
                         ["end", "top", "places", *(f"{r.names[k]}_snapshots" for k in self.needed), *r.bar_names])
        return r.given(results[3 + m:])

    def pull_exact(self, back: Builder, start: list[Sym]) -> list[Sym]:
        """Segment by segment, each from its snapshot."""
        def segment(inner: Builder, s: Sym, bars: Sequence[Sym]) -> list[Sym]:
            begin = s * whole(inner, self.room)
            count = TABLE["minimum"](inner.lift(self.total) - begin, whole(inner, self.room))
            tapes = self.taped(inner, count, begin, [fetch(inner.lift(x), s) for x in self.buffers])
            return self.pulled(inner, count, begin, tapes, bars)
        return counted(back, self.slots - 1, -1, start, segment, -1, "segment", self.rounds.bar_names)

    def approach(self, b: Builder, end: Sym, top: Sym, places: Sym, kept: list[Sym]) -> tuple:
        """From the last snapshot to where the rounds left fit the tape, with new snapshots half-way."""
        m, room = len(kept), self.room
        begin, state = fetch(places, top), [fetch(x, top) for x in kept]

        def nearer(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            begin, top, places, kept, state = xs[0], xs[1], xs[2], xs[3:3 + m], xs[3 + m:]
            left = inner.lift(end) - begin
            inner.name(left, "rounds_left")
            last = whole(inner, self.rows - 1)
            free = top + whole(inner, 1) < last
            inner.name(free, "fits")
            far = choose(free, TABLE["floor_divide"](left, whole(inner, 2)), left - whole(inner, room))
            middle = begin + far
            inner.name(middle, "middle")
            state = self.restart(inner, begin, middle, state)
            begin, above = middle, choose(free, top + whole(inner, 1), last)
            inner.name(above, "above")
            kept = [store(a, x, above) for a, x in zip(kept, state)]
            return [begin, choose(free, above, top), store(places, begin, above), *kept, *state]
        names = ["begin", "top", "places", *(f"{self.rounds.names[k]}_snapshots" for k in self.needed),
                 *(self.rounds.names[k] for k in self.needed)]
        results = looped(b, [begin, top, places, *kept, *state],
                         lambda test, xs: test.lift(end) - xs[0] > whole(test, room), nearer, names)
        return results[0], results[1], results[2], list(results[3:3 + m]), list(results[3 + m:])

    def taped(self, b: Builder, count: Sym, begin: Sym, state: Sequence[Sym]) -> list[Sym]:
        """The rounds once more, onto the tape."""
        r, m, n = self.rounds, len(state), len(self.rounds.start)
        kinds = self.kinds if self.again else [s.type for s in r.taped]
        names = [f"{r.names[k]}_saved" for k in self.needed] if self.again else r.tape_names

        def turn(inner: Builder, j: Sym, xs: Sequence[Sym]) -> list[Sym]:
            carry = self.whole_carry(inner, xs[:m])
            index = self.index(inner, inner.lift(begin) + j)
            if self.again:
                results, taped = r.run(inner, index, carry, self.body), xs[:m]
            else:
                results = r.run(inner, index, carry, self.record)
                taped = results[n:]
            return [*self.state(results), *(store(t, x, j) for t, x in zip(xs[m:], taped))]
        blank = [rows(b, self.room, t) for t in kinds]
        results = counted(b, 0, count, [*state, *blank], turn, index="j",
                          names=[*(r.names[k] for k in self.needed), *names])
        return results[m:]

    def pulled(self, b: Builder, count: Sym, begin: Sym, tapes: Sequence[Sym], bars: Sequence[Sym]) -> list[Sym]:
        """The rounds on the tape, backwards."""
        r, n = self.rounds, len(self.rounds.start)

        def turn(inner: Builder, j: Sym, xs: Sequence[Sym]) -> list[Sym]:
            index = self.index(inner, inner.lift(begin) + j)
            taped = [fetch(inner.lift(t), j) for t in tapes]
            if self.again:
                taped = r.run(inner, index, self.whole_carry(inner, taped), self.record)[n:]
            return r.pull(inner, index, taped, xs)
        return counted(b, count - whole(b, 1), -1, bars, turn, -1, "j", r.bar_names)


def between(count: int) -> int:
    """An even number of rows that is neither too small nor too large."""
    return min(max(count, FEW), MANY) // 2 * 2


def ceiling(x: Sym, y: Sym | int) -> Sym:
    """x / y, rounded up; both positive."""
    by, one = y if isinstance(y, Sym) else np.asarray(y, x.dtype), np.asarray(1, x.dtype)
    return TABLE["floor_divide"](x + (by - one), by)
