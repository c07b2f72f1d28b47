"""Reverse mode through loops of unknown or great length: every state is computed again from the first.

    while goes_on(x):                           for k in reversed(range(rounds)):
        x = step(x)                 =>              x = iterate(k, x_0)             # k rounds of step
        rounds += 1                                 …                               # the round again, and its adjoint

Which of the states are kept, and which computed again from these, is decided later (`checkpointing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...analysis.def_use import maker, makers
from ...ir.builder import Builder, Sym
from ...ir.loop_builder import append_for, append_iterate, append_while, as_counter
from ...ir.program import Call
from .checkpointing import Plan, ceiling
from .jvp import zeros
from .rematerialization import is_cheap
from .loop_adjoint import LoopAdjoint, unheard
from .tapes import goes_on, plain_iteration
from .vjp import Bar


class Iterated:
    """A loop of unknown or large trip count."""

    def __init__(self, iterations: LoopAdjoint, call: Call, inputs: Sequence[Sym]):
        self.iterations, self.call, self.inputs = iterations, call, inputs
        self.body, self.record = unheard(iterations.body), unheard(iterations.record)  # as they are run again
        self.needed = iterations.needed()
        self.nexts = self.next_states()
        self.plan = Plan(iterations.state_bytes, iterations.row_bytes, iterations.trips())

    # -- forward -------------------------------------------------------------------------------------------------------

    def sweep(self, b: Builder) -> list[Sym]:
        """The loop as it is; a `while` counts its rounds."""
        r, n = self.iterations, len(self.iterations.start)
        if r.test is None or r.counter is not None:
            results = list(b.bind(self.call.primitive, list(self.inputs), dict(self.call.params)))
            r.finals = results
            self.total = self.trips(b) if r.test is None else results[r.counter or 0]
            return results
        results = append_while(
            b,
            [*r.start, as_counter(b, 0)],
            goes_on(r),
            lambda inner, xs: [*plain_iteration(r, inner, xs[:n]), xs[n] + as_counter(inner, 1)],
            [*r.names, "rounds"],
        )
        r.finals, self.total = results[:n], results[n]
        return results[:n]

    def trips(self, b: Builder) -> Sym:
        """The trip count of a counted loop; where it is not positive, no round is run."""
        r = self.iterations
        lo, hi = (as_counter(b, x) for x in r.bounds)
        if r.step == 1:
            return hi - lo if not lo.is_const or int(lo.value) else hi
        if r.step == -1:
            return lo - hi
        span = hi - lo if r.step > 0 else lo - hi
        return ceiling(span, as_counter(b, abs(r.step)))

    # -- backward ------------------------------------------------------------------------------------------------------

    def pull(self, back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        r, behind = self.iterations, list(dict.fromkeys(self.nexts.values()))
        first = r.first_bars(back, bars, known)

        def turn(inner: Builder, k: Sym, xs: Sequence[Sym]) -> list[Sym]:
            after = dict(zip(behind, xs[len(first) :]))  # the state behind the round
            index, *state = self.states(inner, k)
            carry = self.whole_carry(inner, state)
            taped = r.run(inner, [index], carry, self.record)[len(r.start) :]
            taped = [after[self.nexts[n]] if n in self.nexts else x for n, x in enumerate(taped)]
            return [*r.pull(inner, [index], taped, xs[: len(first)]), *(carry[j] for j in behind)]

        last = as_counter(back, self.total) - as_counter(back, 1)
        begin = [*first, *(back.lift(r.finals[j]) for j in behind)]
        names = [*r.bar_names, *(f"{r.names[j]}_next" for j in behind)]
        return r.given(append_for(back, last, -1, begin, turn, -1, "k", names)[: len(first)])

    def next_states(self) -> dict[int, int]:
        """The recorded values that are parts of the state behind the round, and which: the round before, as the sweep
        goes, began with them. Those that cost little are computed again, and so is what loops and functions give:
        they are run again for their own residuals."""
        made, count = makers(self.record.body), len(self.iterations.start)
        results, taped = self.record.results[:count], self.record.results[count:]
        found = {}
        for n, value in enumerate(taped):
            call = maker(value, made)
            places = [j for j in self.needed if results[j] == value]
            if places and call is not None and call.primitive.kind != "control" and not is_cheap(call):
                found[n] = places[0]
        return found

    def states(self, b: Builder, k: Sym) -> list[Sym]:
        """The index and the state before the k-th round."""
        r = self.iterations
        begin = as_counter(b, 0) if r.test else b.lift(r.bounds[0])
        by = np.asarray(1 if r.test else r.step, begin.dtype)
        index = r.names[r.counter] if r.counter is not None else r.body.parameters[0].name

        def turn(inner: Builder, xs: Sequence[Sym]) -> list[Sym]:
            results = r.run(inner, [xs[0]], self.whole_carry(inner, xs[1:]), self.body)
            return [xs[0] + by, *(results[j] for j in self.needed)]

        names = [index, *(r.names[j] for j in self.needed)]
        states = append_iterate(b, k, [begin, *(r.start[j] for j in self.needed)], turn, names)
        for x, name in zip(states, names):
            b.name(x, name)
        return states

    def whole_carry(self, b: Builder, state: Sequence[Sym]) -> list[Sym]:
        """The state among carries that it does not depend on."""
        at = dict(zip(self.needed, state))
        return [at[j] if j in at else zeros(b, x.type) for j, x in enumerate(self.iterations.start)]
