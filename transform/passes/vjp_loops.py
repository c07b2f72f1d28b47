"""Reverse mode through loops.

A loop whose trip count is known, or bounded, keeps a *tape* of what the backward rounds need: arrays with a row for
every round (`Taped`). The index runs backwards, and nothing is taped that follows from it.

A loop of unknown length keeps *snapshots* of its state instead (`Snapshots`), as do counted loops whose tape would not
stay in the cache:

    forward     a snapshot every `stride` rounds; when the buffer is full, every other one goes and the stride doubles
    backward    from the last snapshot back: its rounds are run again, onto a tape of `ROOM` rounds, and pulled back;
                where there are more rounds than that, a new snapshot is made half-way first

So memory is bounded, nothing is ever cut off, and the primal is run once more as long as the number of rounds is below
snapshots × tape rows, with half a run more each time it doubles beyond that (as in bisection checkpointing; compare
Wang, Moin, Iaccarino 2009, and Stumm, Walther 2010, for online schedules).
"""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ..build import TABLE, Builder, Sym
from ..program import Call, Program
from .dead_code import Sweep
from .jvp import Activity, zeros
from .structured import choose, counted, fetch, looped, rows, store, whole
from .vjp import CONTROL, Bar, Pullback, Split, inline, placed, ranges_around
from .written_once import Affine, Kept, Ranges, affine, constant, follow, plus, symbol

CACHED = 1 << 20                # bytes: a buffer of snapshots, and a tape, of this size stay in the cache
LONG = 1 << 23                  # bytes: a tape beyond this is slower than running the loop twice
LARGE = 1 << 26                 # bytes: the most that snapshots of a loop of known length may take
FEW, MANY = 8, 1024             # snapshots, at least and at most


def forward_fori(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity
) -> tuple[Sequence[Sym], Pullback]:
    rounds = Rounds(call, inputs, active, activity, 1)
    limit = activity.limit(call)
    loop = Taped(rounds, limit) if rounds.fits_tape(limit) else Snapshots(rounds)
    return loop.sweep(b), loop.pull


def forward_while(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity
) -> tuple[Sequence[Sym], Pullback]:
    if not any(activity.outputs(call, active)):
        return b.bind(call.primitive, inputs, dict(call.params)), lambda back, bars, known: [None] * len(inputs)
    rounds = Rounds(call, inputs, active, activity, 0)
    loop = Snapshots(rounds) if rounds.taped else Bare(rounds)
    return loop.sweep(b), loop.pull


CONTROL.update(fori_loop=forward_fori, while_loop=forward_while)


class Rounds:
    """The body of a loop as rounds that are run forward, recorded, and pulled back.

    start       what the loop begins with; fixed: its invariants
    carried     which carries have cotangents; held: which invariants have
    record      a Program: a round that also gives the values that its pulling back needs (`taped`)
    """

    def __init__(self, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, lead: int):
        params = dict(call.params)
        self.call, self.lead, self.body, self.count = call, lead, params["body"], len(inputs)
        n = params["invariant"]
        self.bounds, values = inputs[:2 * lead], inputs[2 * lead:]
        self.step, self.test = params.get("step", 1), params.get("test")
        self.fixed, self.start = values[:n], values[n:]
        flags = active[2 * lead:]
        self.held, self.carried = flags[:n], activity.carries(self.body, lead, n, flags)
        b = inputs[0].builder
        around = ranges_around(b, self.fixed, 1)
        own = Kept(self.body, n, self.step, self.extent(b), around) if lead else None
        self.split, self.taped = self.best_split(activity, own, own.ranges[:-1] if own else ())
        self.finals: Sequence[Sym] = ()                 # the carry at the end of the loop, once it is swept
        self.record = self.split.first.finish([*self.split.outs, *self.taped], self.body.name)
        self.names = [p.name for p in self.body.parameters[n + lead:]]
        self.tape_names = [f"{self.split.first.hint(s) or 'value'}_saved" for s in self.taped]

    def best_split(self, activity: Activity, own: Kept | None, ranges: Ranges) -> tuple[Split, list[Sym]]:
        """The body as a forward and a backward sweep, and what has to be taped.

        Inner loops may leave what they need in their arrays; not if these had to be taped whole.
        """
        lead, n = self.lead, len(self.fixed)
        everything = [*[False] * lead, *self.held, *self.carried]
        lasting = [k + lead for k, a in enumerate(self.held) if a]
        tried = []
        for inner in (True, False):
            before, activity.own_tapes = activity.own_tapes, activity.own_tapes and inner
            split = Split(self.body, everything, self.carried, activity, range(n + lead), lasting,
                          own if before else None, ranges)
            activity.own_tapes = before
            free = {s.atom for s in split.inputs[:n + lead]} | set(split.finals)
            tried.append((split, [s for s in split.saved if s.atom not in free]))
            if not before or not any(s.shape for s in tried[0][1]) or not has_loops(self.body):
                break
        return min(tried, key=lambda pair: sum(map(size_of, pair[1])))

    # -- sizes ---------------------------------------------------------------------------------------------------------

    @property
    def row_bytes(self) -> int:
        return sum(size_of(s) for s in self.taped)

    def needed(self) -> list[int]:
        """The carries that the recorded values depend on, in whatever round."""
        recorded = frozenset(range(len(self.split.outs), len(self.record.results)))
        first, sweep = self.lead + len(self.fixed), Sweep()
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
        env = {x.atom.name: symbol(f"p{k + 1}") for k, x in enumerate(self.fixed)
               if not x.is_const and not x.shape and x.dtype.kind in "iu"}
        for call in b.body if env else ():
            follow(call, env)
        lo, hi = (affine(x.atom, env) for x in self.bounds)
        shifted = None if hi is None else plus(hi, constant(-1 if self.step > 0 else 1))
        return (lo, shifted) if self.step > 0 else (shifted, lo)

    def trips(self) -> int | None:
        """The trip count, if it is static."""
        if not self.lead or not all(x.is_const for x in self.bounds):
            return None
        return len(range(int(self.bounds[0].value), int(self.bounds[1].value), self.step))

    def fits_tape(self, limit: int | None) -> bool:
        """Is a tape of all rounds possible, and better than snapshots?"""
        if not self.taped:
            return True
        trips = self.trips() if limit is None else limit
        if trips is None:
            return False
        tape = trips * self.row_bytes
        snapshots = 2 * FEW * self.state_bytes
        return tape <= LONG or tape <= 4 * snapshots

    # -- one round -----------------------------------------------------------------------------------------------------

    def run(self, inner: Builder, index: list[Sym], carry: Sequence[Sym], program: Program | None = None) -> list[Sym]:
        return inline(inner, program or self.body, [*index, *self.fixed, *carry])

    def pull(self, inner: Builder, index: list[Sym], taped: Sequence[Sym], bars: Sequence[Sym]) -> list[Sym]:
        """Cotangents of the active carries and invariants before a round, from those behind it."""
        split, active = self.split, sum(self.carried)
        at = {s.atom: x for s, x in zip(split.inputs, [*index, *self.fixed])}
        at.update((s.atom, x) for s, x in zip(self.taped, taped))
        at.update((var, self.finals[k]) for var, k in split.finals.items())
        saved = [at[s.atom] for s in split.saved]
        results = inline(inner, split.program, [*saved, *bars])
        held = len(results) - active
        return [*results[held:], *results[:held]]

    def first_bars(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Sym]:
        """The cotangents behind the last round: of the active carries, and of the active invariants so far."""
        active = [(bar, x.type) for bar, x, a in zip(bars, self.start, self.carried) if a]
        active += [(bar, x.type) for bar, x, a in zip(known[2 * self.lead:], self.fixed, self.held) if a]
        return [zeros(back, kind) if bar is None else bar for bar, kind in active]

    @property
    def bar_names(self) -> list[str]:
        split = self.split.program.parameters[len(self.split.saved):]
        return [p.name for p in split]

    def given(self, results: Sequence[Sym]) -> list[Any]:
        """The cotangents of the loop's operands."""
        shift, n = 2 * self.lead, len(self.fixed)
        carried = [shift + n + k for k, a in enumerate(self.carried) if a]
        held = [shift + k for k, a in enumerate(self.held) if a]
        return placed(results, carried + held, self.count, held)


def has_loops(program: Program) -> bool:
    return any(call.primitive.name.endswith("_loop") or any(map(has_loops, call.programs())) for call in program.body)


def size_of(x: Sym) -> int:
    return x.type.size * x.dtype.itemsize


# -- tapes -------------------------------------------------------------------------------------------------------------

class Taped:
    """A counted loop of at most `limit` rounds, with a row of tape for each."""

    def __init__(self, rounds: Rounds, limit: int | None):
        self.rounds, trips = rounds, rounds.trips()
        self.room = max(trips if trips is not None else limit or 0, 1)      # a row even where there is no round
        self.tapes: list[Sym] = []

    def position(self, inner: Builder, i: Sym) -> Sym:
        """Which round an index belongs to."""
        lo, step = self.rounds.bounds[0], self.rounds.step
        if not (lo.is_const and int(lo.value) == 0):
            i = i - inner.lift(lo)
        return i if step == 1 else -i if step == -1 else TABLE["floor_divide"](i, np.asarray(step, i.dtype))

    def sweep(self, b: Builder) -> list[Sym]:
        """The forward loop, which also fills the tapes."""
        r = self.rounds
        count = len(r.start)
        blank = [rows(b, self.room, s.type) for s in r.taped]

        def turn(inner: Builder, i: Sym, xs: Sequence[Sym]) -> list[Sym]:
            results = r.run(inner, [i], xs[:count], r.record)
            p = self.position(inner, i) if blank else i
            return [*results[:count], *(store(t, x, p) for t, x in zip(xs[count:], results[count:]))]
        results = counted(b, *r.bounds, [*r.start, *blank], turn, r.step, r.body.parameters[0].name,
                          [*r.names, *r.tape_names])
        self.tapes, r.finals = results[count:], results[:count]
        return results[:count]

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        """The backward loop: carries the cotangents of the carry and of the active invariants."""
        r = self.rounds

        def turn(inner: Builder, i: Sym, xs: Sequence[Sym]) -> list[Sym]:
            p = self.position(inner, i) if self.tapes else i
            taped = [fetch(inner.lift(t), p) for t in self.tapes]
            for x, s in zip(taped, r.taped):
                inner.name(x, r.split.first.hint(s) or "value")
            return r.pull(inner, [i], taped, xs)
        start = r.first_bars(back, bars, known)
        last, end = self.ends(back)
        return r.given(counted(back, last, end, start, turn, -r.step, r.body.parameters[0].name, r.bar_names))

    def ends(self, back: Builder) -> tuple[Any, Any]:
        """The index of the last round, and the one that would come before the first."""
        (lo, hi), step = self.rounds.bounds, self.rounds.step
        if self.rounds.trips() is not None:
            first, last = int(lo.value), int(lo.value) + (self.rounds.trips() - 1) * step
            return np.asarray(last, lo.dtype), np.asarray(first - step, lo.dtype)
        lo, hi, by = back.lift(lo), back.lift(hi), np.asarray(step, lo.dtype)
        if abs(step) == 1:
            return hi - by, lo - by
        return lo + TABLE["floor_divide"](hi - lo - np.asarray(np.sign(step), lo.dtype), by) * by, lo - by


class Bare:
    """A `while` loop of which the backward rounds need nothing but their number."""

    def __init__(self, rounds: Rounds):
        self.rounds = rounds

    def sweep(self, b: Builder) -> list[Sym]:
        r, n = self.rounds, len(self.rounds.start)
        results = looped(b, [*r.start, whole(b, 0)],
                         lambda inner, xs: inline(inner, r.test, [*r.fixed, *xs[:n]])[0],
                         lambda inner, xs: [*r.run(inner, [], xs[:n]), xs[n] + whole(inner, 1)], [*r.names, "rounds"])
        self.total = results[n]
        return results[:n]

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        r = self.rounds
        return r.given(counted(back, 0, self.total, r.first_bars(back, bars, known),
                               lambda inner, k, xs: r.pull(inner, [], [], xs), index="k", names=r.bar_names))


# -- snapshots ---------------------------------------------------------------------------------------------------------

class Snapshots:
    """A loop of unknown or large trip count."""

    def __init__(self, rounds: Rounds):
        self.rounds = r = rounds
        self.needed = r.needed()
        state, row = r.state_bytes, r.row_bytes
        self.again = row > 4 * state + 64               # tape the state, and run the round once more to pull it back
        self.kinds = [r.start[k].type.update(weak=False) for k in self.needed]
        self.room = between(CACHED // max(1, state if self.again else row))
        self.slots = between(CACHED // max(1, state))
        self.spare = 40 if state < 4096 else 8          # snapshots made on the way back
        trips = r.trips()
        self.exact = trips is not None and trips // self.room * state <= LARGE
        if self.exact:                                  # a segment fits the tape
            self.room = min(self.room, int(np.ceil(np.sqrt(trips))))
            self.slots, self.spare = -(-trips // self.room), -1

    # -- forward -------------------------------------------------------------------------------------------------------

    def sweep(self, b: Builder) -> list[Sym]:
        blank = [rows(b, self.slots + self.spare + 1, t) for t in self.kinds]
        names = [f"{self.rounds.names[k]}_snapshots" for k in self.needed]
        results = (self.counted if self.rounds.lead else self.endless)(b, blank, names)
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
        goes_on = lambda inner, xs: inline(inner, r.test, [*r.fixed, *xs[:n]])[0]

        def segment(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            kept, (filled, stride, total) = xs[n:n + m], xs[n + m:]
            kept, filled, stride = self.thinned(inner, kept, filled, stride)
            kept = [store(a, x, filled) for a, x in zip(kept, self.state(xs[:n]))]
            done = looped(inner, [*xs[:n], whole(inner, 0)],
                          lambda test, ys: (ys[n] < test.lift(stride)) & goes_on(test, ys),
                          lambda body, ys: [*r.run(body, [], ys[:n]), ys[n] + whole(body, 1)], [*r.names, "k"])
            one = whole(inner, 1)
            return [*done[:n], *kept, filled + one, stride, total + done[n]]
        counters = [whole(b, 0), whole(b, self.room), whole(b, 0)]
        results = looped(b, [*r.start, *blank, *counters], goes_on, segment,
                         [*r.names, *names, "snapshots", "stride", "rounds"])
        self.filled, self.stride, self.total = results[n + m:]
        return results

    def thinned(self, inner: Builder, kept: Sequence[Sym], filled: Sym, stride: Sym) -> tuple[list[Sym], Sym, Sym]:
        """If the buffer is full: every other snapshot, with a stride of twice the length."""
        full = filled >= whole(inner, self.slots)
        half, two = whole(inner, self.slots // 2), whole(inner, 2)
        turns = choose(full, half, whole(inner, 0))
        kept = counted(inner, 0, turns, kept,
                       lambda body, j, xs: [store(x, fetch(x, j * whole(body, 2)), j) for x in xs], index="j")
        return kept, choose(full, half, filled), choose(full, stride * two, stride)

    # -- rounds again --------------------------------------------------------------------------------------------------

    def index(self, inner: Builder, position: Sym) -> list[Sym]:
        """The index of the round at a position; a `while` has none."""
        r = self.rounds
        if not r.lead:
            return []
        lo = inner.lift(r.bounds[0])
        i = position if position.dtype == lo.dtype else position.astype(lo.dtype)
        i = i if r.step == 1 else i * np.asarray(r.step, lo.dtype)
        return [i if lo.is_const and int(lo.value) == 0 else lo + i]

    def advance(self, b: Builder, begin: Sym, end: Sym, carry: Sequence[Sym], program: Program) -> list[Sym]:
        """The carry after the rounds from one position to another."""
        r = self.rounds
        return counted(b, begin, end, carry, lambda inner, p, xs: r.run(inner, self.index(inner, p), xs, program),
                       index="p" if r.lead == 0 else r.body.parameters[0].name, names=r.names)

    def whole_carry(self, b: Builder, state: Sequence[Sym]) -> list[Sym]:
        """The state among carries that it does not depend on."""
        at = dict(zip(self.needed, state))
        return [at[k] if k in at else zeros(b, x.type) for k, x in enumerate(self.rounds.start)]

    def restart(self, b: Builder, begin: Sym, end: Sym, state: Sequence[Sym]) -> list[Sym]:
        """The state after some rounds more."""
        r = self.rounds

        def turn(inner: Builder, p: Sym, xs: Sequence[Sym]) -> list[Sym]:
            return self.state(r.run(inner, self.index(inner, p), self.whole_carry(inner, xs)))
        return counted(b, begin, end, state, turn, index="p", names=[r.names[k] for k in self.needed])

    # -- backward ------------------------------------------------------------------------------------------------------

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        r, m = self.rounds, len(self.kinds)
        start = r.first_bars(back, bars, known)
        if self.exact:
            return r.given(self.pull_exact(back, start))
        kept = [back.lift(x) for x in self.buffers]
        size, top = self.slots + self.spare + 1, back.lift(self.filled) - whole(back, 1)
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
            last = whole(inner, self.slots + self.spare)
            free = top + whole(inner, 1) < last
            far = choose(free, TABLE["floor_divide"](left, whole(inner, 2)), left - whole(inner, room))
            state = self.restart(inner, begin, begin + far, state)
            begin, above = begin + far, choose(free, top + whole(inner, 1), last)
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
                results, taped = r.run(inner, index, carry), xs[:m]
            else:
                results = r.run(inner, index, carry, r.record)
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
                taped = r.run(inner, index, self.whole_carry(inner, taped), r.record)[n:]
            return r.pull(inner, index, taped, xs)
        return counted(b, count - whole(b, 1), -1, bars, turn, -1, "j", r.bar_names)


def between(count: int) -> int:
    """An even number of rows that is neither too small nor too large."""
    return min(max(count, FEW), MANY) // 2 * 2


def ceiling(x: Sym, y: Sym | int) -> Sym:
    """x / y, rounded up; both positive."""
    y = y if isinstance(y, Sym) else np.asarray(y, x.dtype)
    one = np.asarray(1, x.dtype)
    return TABLE["floor_divide"](x + (y - one), y)
