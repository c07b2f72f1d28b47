"""Reverse mode through loops with a row of tape for every round."""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ..build import TABLE, Builder, Sym
from .rounds import Rounds
from .structured import counted, fetch, looped, rows, store, whole
from .vjp import Bar, inline


class Taped:
    """A counted loop with a row of tape for each round that there may be."""

    def __init__(self, rounds: Rounds):
        self.rounds = rounds
        self.room = max(rounds.most or 0, 1)            # a row even where there is no round
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


class Short:
    """A `while` loop of few rounds, with a row of tape for each that there may be; or one that needs no tape."""

    def __init__(self, rounds: Rounds):
        self.rounds = rounds
        self.room = max(rounds.most or 0, 1)

    def sweep(self, b: Builder) -> list[Sym]:
        r, n, m = self.rounds, len(self.rounds.start), len(self.rounds.taped)
        blank = [rows(b, self.room, s.type) for s in r.taped]
        own = [] if r.counter is not None else [whole(b, 0)]         # a counter, if the loop has none itself

        def turn(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            k = whole(inner, xs[n + m] if own else xs[r.counter])
            more = [k + whole(inner, 1)] if own else []
            if not m:
                return [*plain_round(r, inner, xs[:n]), *more]
            results = r.run(inner, [k], xs[:n], r.record)
            return [*results[:n], *(store(t, x, k) for t, x in zip(xs[n:n + m], results[n:])), *more]
        names = [*r.names, *r.tape_names, *(["rounds"] if own else [])]
        results = looped(b, [*r.start, *blank, *own], goes_on(r), turn, names)
        self.tapes, self.total, r.finals = results[n:n + m], results[n + m if own else r.counter], results[:n]
        return results[:n]

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        r = self.rounds

        def turn(inner: Builder, k: Sym, xs: Sequence[Sym]) -> list[Sym]:
            taped = [fetch(inner.lift(t), k) for t in self.tapes]
            for x, s in zip(taped, r.taped):
                inner.name(x, r.split.first.hint(s) or "value")
            return r.pull(inner, [k], taped, xs)
        last = whole(back, self.total) - whole(back, 1)
        return r.given(counted(back, last, -1, r.first_bars(back, bars, known), turn, -1, "k", r.bar_names))


def plain_round(r: Rounds, inner: Builder, carry: Sequence[Sym]) -> list[Sym]:
    """The body of a `while` as the user wrote it."""
    return inline(inner, r.plain, [*r.fixed[:len(r.plain.parameters) - len(carry)], *carry])


def goes_on(r: Rounds) -> Any:
    """The test of a `while`."""
    n = len(r.start)
    return lambda inner, xs: inline(inner, r.test, [*r.fixed[:len(r.plain.parameters) - n], *xs[:n]])[0]
