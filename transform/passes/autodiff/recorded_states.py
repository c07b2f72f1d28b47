"""Tapes as lists: a loop of unknown length whose states a backward sweep goes through again keeps them on a list.

    while goes_on(x):                               while goes_on(x):
        x = step(x)                                     record(x)                       # states.append(x)
        rounds += 1                     =>              x = step(x)
    for k in reversed(range(rounds)):               for k in reversed(range(recorded())):
        x = iterate(k, x_0)                             x = recall()                    # for x in reversed(states)
        …                                               …

So a person writes it, and so it is printed; the front end reads such a list as `iterate` again
(frontend/control/looping/recorded_states.py). A loop whose rounds are bounded keeps `iterate`: its states are beyond
the limit of tapes (shared_steps.py).
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...analysis.affine import Affine, Env, affine, constant, follow, minus, plus, symbol
from ...analysis.counters import counting
from ...analysis.def_use import maker, makers
from ...analysis.exits import conjuncts
from ...analysis.loops import LoopView, asks_for_states, is_loop
from ...core.dtypes import canonical
from ...ir.program import Atom, Call, Const, Program, Type, Var, walk, with_programs
from ..simplify.dead_code import dead_code
from ..simplify.rule_table import has_effects
from .shared_steps import Asked, is_step, partners


@dataclasses.dataclass(frozen=True)
class Taping:
    """The primitive of a call that puts a state on a list, tells how many there are, or takes the last one.

    The parameter `tape` says on which list.
    """

    name: str  # "record", "recorded" or "recall"
    types: tuple[Type, ...] = ()
    kind: str = "control"
    access: None = None
    batch: None = None
    foldable: bool = False

    @property
    def effect(self) -> bool:
        return self.name == "record"

    @property
    def multiple(self) -> bool:
        return self.name != "recorded"

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        return self.types


def taping(name: str, types: tuple[Type, ...] = ()) -> Any:
    """One of them, in the place of a primitive: printing alone knows it."""
    return Taping(name, types)


def with_recorded_states(program: Program, tapes: Iterator[int] | None = None) -> Program:
    """The program with lists for the states of such loops. `tapes`: numbers for them."""
    tapes = itertools.count() if tapes is None else tapes
    body = [with_programs(c, lambda p: with_recorded_states(p, tapes)) for c in program.body]
    found = False
    for k, call in enumerate(body):
        asked = asks_for_states(call)
        if asked is None:
            continue
        for j, other in enumerate(body[:k]):
            places = recorded(other, call, asked, body[:k]) if is_loop(other) else None
            if places is not None:
                tape = next(tapes)
                body[j], body[k : k + 1] = recording(other, call, asked, places, tape)
                found = True
                break
    return dead_code(dataclasses.replace(program, body=tuple(body))) if found else program


def recorded(loop: Call, sweep: Call, asked: Call, before: list[Call]) -> list[int | None] | None:
    """Where a loop carries the parts of the states that a sweep asks for, if it is of unknown length, and both are of
    as many rounds."""
    view = LoopView(loop)
    if loop.primitive.name == "iterate" or is_bounded(view) or any(map(acts, walk(view.body))):
        return None
    env = affine_forms(before)
    last, rounds = affine(sweep.operands[0], env), trips(view, env)
    if last is None or rounds is None or minus(plus(last, constant(1)), rounds) != constant(0):
        return None
    step = Asked(sweep, asked)
    places = partners(view, step)
    if places is None:
        return None
    given = tuple(dict.fromkeys([*view.invariants, *(o for o in step.fixed if isinstance(o, Var))]))
    return places if is_step(view, step, places, given) else None


def acts(call: Call) -> bool:
    return has_effects(call) or call.primitive.name == "iterate"


def is_bounded(view: LoopView) -> bool:
    """Is it known how many rounds there are at most?"""
    if view.test is None:
        return all(isinstance(o, Const) for o in view.bounds)
    made = makers(view.test.body)
    limits = [maker(part, made, "lt", "le", "gt", "ge", "ne") for part in conjuncts(view.test)]
    counters = {
        view.test.parameters[k]
        for k in range(view.first, len(view.test.parameters))
        if counting(view.body, k)
    }
    return any(
        call is not None
        and any(o in counters for o in call.operands)
        and any(isinstance(o, Const) for o in call.operands)
        for call in limits
    )


def affine_forms(calls: list[Call]) -> Env:
    """The integers of a program in terms of those that are not sums of others."""
    env: Env = {}
    for call in calls:
        for o in call.operands:
            if isinstance(o, Var) and o.type.dtype.kind in "iu" and not o.type.shape:
                env.setdefault(o.name, symbol(o.name))
        follow(call, env)
        for v in call.outputs:
            if v.type.dtype.kind in "iu" and not v.type.shape:
                env.setdefault(v.name, symbol(v.name))
    return env


def trips(view: LoopView, env: Env) -> Affine | None:
    """How many rounds a loop makes."""
    if view.test is None:
        lo, hi = (affine(o, env) for o in view.bounds)
        by = view.call.param("step")
        if lo is None or hi is None or by not in (1, -1):
            return None
        return minus(hi, lo) if by == 1 else minus(lo, hi)
    for k, (begin, output) in enumerate(zip(view.carries, view.call.outputs)):
        if isinstance(begin, Const) and counting(view.body, view.first + k) == 1:
            start, end = affine(begin, env), affine(output, env)
            return None if start is None or end is None else minus(end, start)
    return None


def recording(
    loop: Call, sweep: Call, asked: Call, places: list[int | None], tape: int
) -> tuple[Call, list[Call]]:
    """The loop with `record`; and the sweep with `recall`, behind the number of states."""
    params = (("tape", tape),)
    inner, view = LoopView(sweep), LoopView(loop)
    read = {o for c in inner.body.body for o in c.operands} | set(inner.body.results)
    wanted = [k for k, v in enumerate(asked.outputs) if v in read]
    parts: list[Atom] = [view.index[0] if (p := places[k]) is None else view.inner_carries[p] for k in wanted]
    put = Call((), taping("record"), tuple(parts), params, loop.span)
    loop = with_body(loop, dataclasses.replace(view.body, body=(put, *view.body.body)))
    outputs = tuple(asked.outputs[k] for k in wanted)
    taken = Call(outputs, taping("recall", tuple(v.type for v in outputs)), (), params, asked.span)
    calls = tuple([taken if c is asked else c for c in inner.body.body])
    sweep = with_body(sweep, dataclasses.replace(inner.body, body=calls))
    whole = Type(canonical(np.int64))
    first = sweep.operands[0]
    last = Var(f"last_of_tape_{tape}", whole if isinstance(first, Const) else first.type)
    count = Call((last,), taping("recorded", (last.type,)), (), params, sweep.span)
    return loop, [count, dataclasses.replace(sweep, operands=(last, *sweep.operands[1:]))]


def with_body(loop: Call, body: Program) -> Call:
    return dataclasses.replace(loop, params=tuple(sorted({**dict(loop.params), "body": body}.items())))
