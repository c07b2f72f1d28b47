"""Taping: reverse mode through loops with a row of tape for each iteration.

    for i in range(n): x = sin(x)       =>      for i in range(n): tape[i] = x; x = sin(x)
                                                for i in reversed(range(n)): x_bar *= cos(tape[i])

(Griewank and Walther, "Evaluating Derivatives", 2nd edition, 2008, chapter 4.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for, fetch, append_while, rows, store, as_counter
from ..simplify.inlining import inline
from .first_writes import with_first_writes
from .loop_adjoint import LoopAdjoint
from .vjp import Bar


class Taped:
    """A counted loop with a row of tape for each round that there may be."""

    def __init__(self, iterations: LoopAdjoint):
        self.iterations = iterations
        self.capacity = max(iterations.most or 0, 1)  # a row even where there is no round
        self.tapes: dict[int, Sym] = {}
        self.shifted = shift_tapes(iterations)  # values that are those of the round behind it, in another row
        self.kept = [k for k in range(len(iterations.residuals)) if k not in self.shifted]

    def position(self, inner: Builder, i: Sym) -> Sym:
        """The round to which an index belongs."""
        lo, step = self.iterations.bounds[0], self.iterations.step
        if not (lo.is_const and int(lo.value) == 0):
            i = i - inner.lift(lo)
        return i if step == 1 else -i if step == -1 else TABLE["floor_divide"](i, np.asarray(step, i.dtype))

    def sweep(self, b: Builder) -> list[Sym]:
        """The forward loop, which also fills the tapes."""
        r = self.iterations
        count = len(r.start)
        longer = {before for before, _ in self.shifted.values()}
        blank = [rows(b, self.capacity + (k in longer), r.residuals[k].type) for k in self.kept]

        def turn(inner: Builder, i: Sym, xs: Sequence[Sym]) -> list[Sym]:
            p = self.position(inner, i) if blank else i
            tapes = {
                k: store(t, xs[c], p)
                for t, k in zip(xs[count:], self.kept)
                if (c := r.carry_taped(k)) is not None
            }
            results = r.run(inner, [i], xs[:count], r.record)
            return [
                *results[:count],
                *(
                    tapes[k] if k in tapes else store(t, results[count + k], p)
                    for t, k in zip(xs[count:], self.kept)
                ),
            ]

        lo, hi = r.bounds
        results = append_for(
            b,
            lo,
            hi,
            [*r.start, *blank],
            turn,
            r.step,
            r.body.parameters[0].name,
            [*r.names, *(r.tape_names[k] for k in self.kept)],
        )
        self.tapes, r.finals = dict(zip(self.kept, results[count:])), results[:count]
        for before, carry in dict(self.shifted.values()).items():
            end = np.asarray(self.capacity, self.iterations.bounds[0].dtype)
            self.tapes[before] = store(self.tapes[before], results[carry], b.lift(end))
            b.name(self.tapes[before], r.tape_names[before])
        return results[:count]

    def rows_of(self, inner: Builder, p: Sym) -> list[Sym]:
        """The rows that the iteration at a position has left on the tapes."""
        found = {k: fetch(inner.lift(tape), p) for k, tape in self.tapes.items()}
        one = np.asarray(1, p.dtype)
        found.update(
            (k, fetch(inner.lift(self.tapes[before]), p + one)) for k, (before, _) in self.shifted.items()
        )
        return [found[k] for k in range(len(self.iterations.residuals))]

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        """The backward loop: carries the cotangents of the carry and of the active invariants."""
        r = self.iterations

        def turn(inner: Builder, i: Sym, xs: Sequence[Sym]) -> list[Sym]:
            taped = self.rows_of(inner, self.position(inner, i) if self.tapes else i)
            for x, s in zip(taped, r.residuals):
                inner.name(x, r.split.first.hint(s) or "value")
            return r.pull(inner, [i], taped, xs)

        start = r.first_bars(back, bars, known)
        last, end = self.ends(back)
        results = append_for(back, last, end, start, turn, -r.step, r.body.parameters[0].name, r.bar_names)
        with_first_writes(back)
        return r.given(results)

    def ends(self, back: Builder) -> tuple[Any, Any]:
        """The index of the last round, and the one that would come before the first."""
        (lo, hi), step = self.iterations.bounds, self.iterations.step
        trips = self.iterations.trips()
        if trips is not None:
            first, last = int(lo.value), int(lo.value) + (trips - 1) * step
            return np.asarray(last, lo.dtype), np.asarray(first - step, lo.dtype)
        lo, hi, by = back.lift(lo), back.lift(hi), np.asarray(step, lo.dtype)
        if abs(step) == 1:
            return hi - by, lo - by
        return lo + TABLE["floor_divide"](hi - lo - np.asarray(np.sign(step), lo.dtype), by) * by, lo - by


def shift_tapes(r: LoopAdjoint) -> dict[int, tuple[int, int]]:
    """Taped values that a carry has behind the round, where its value before the round is taped too: what is before a
    round is behind the one before. Gives the number of the other and the carry, by number. (Of known trip count.)"""
    if r.trips() is None or not r.trips():
        return {}
    n = 1 + len(r.fixed)
    place = {s.atom: k for k, s in enumerate(r.residuals)}
    found: dict[int, tuple[int, int]] = {}
    for carry, (before, after) in enumerate(zip(r.split.inputs[n:], r.split.outs)):
        a, b = place.get(after.atom), place.get(before.atom)
        if a is not None and b is not None and a != b and a not in found and after.type.matches(before.type):
            found[a] = b, carry
    return {a: (b, c) for a, (b, c) in found.items() if b not in found}


class Short:
    """A `while` loop of few rounds, with a row of tape for each that there may be; or one that needs no tape."""

    def __init__(self, iterations: LoopAdjoint):
        self.iterations = iterations
        self.capacity = max(iterations.most or 0, 1)

    def sweep(self, b: Builder) -> list[Sym]:
        r, n, m = self.iterations, len(self.iterations.start), len(self.iterations.residuals)
        blank = [rows(b, self.capacity, s.type) for s in r.residuals]
        own = [] if r.counter is not None else [as_counter(b, 0)]  # a counter, if the loop has none itself
        counter = n + m if r.counter is None else r.counter

        def turn(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            k = as_counter(inner, xs[counter])
            more = [k + as_counter(inner, 1)] if own else []
            if not m:
                return [*plain_iteration(r, inner, xs[:n]), *more]
            tapes = xs[n : n + m]
            early = {
                j: store(t, xs[c], k) for j, t in enumerate(tapes) if (c := r.carry_taped(j)) is not None
            }
            results = r.run(inner, [k], xs[:n], r.record)
            late = results[n:]
            stored = [early[j] if j in early else store(t, late[j], k) for j, t in enumerate(tapes)]
            return [*results[:n], *stored, *more]

        names = [*r.names, *r.tape_names, *(["rounds"] if own else [])]
        results = append_while(b, [*r.start, *blank, *own], goes_on(r), turn, names)
        self.tapes, self.total, r.finals = results[n : n + m], results[counter], results[:n]
        return results[:n]

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        r = self.iterations

        def turn(inner: Builder, k: Sym, xs: Sequence[Sym]) -> list[Sym]:
            taped = [fetch(inner.lift(t), k) for t in self.tapes]
            for x, s in zip(taped, r.residuals):
                inner.name(x, r.split.first.hint(s) or "value")
            return r.pull(inner, [k], taped, xs)

        last = as_counter(back, self.total) - as_counter(back, 1)
        results = append_for(back, last, -1, r.first_bars(back, bars, known), turn, -1, "k", r.bar_names)
        with_first_writes(back)
        return r.given(results)


def plain_iteration(r: LoopAdjoint, inner: Builder, carry: Sequence[Sym]) -> list[Sym]:
    """The body of a `while` as the user wrote it."""
    return inline(inner, r.plain, [*r.fixed[: len(r.plain.parameters) - len(carry)], *carry])


def goes_on(r: LoopAdjoint) -> Any:
    """The test of a `while`."""
    n, test = len(r.start), r.test
    assert test is not None, "counted loops have none"
    return lambda inner, xs: inline(inner, test, [*r.fixed[: len(r.plain.parameters) - n], *xs[:n]])[0]
