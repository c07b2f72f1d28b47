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
from collections.abc import Iterator, Sequence

import numpy as np

from ...analysis.affine import Affine, Env, affine, constant, follow, minus, plus, symbol
from ...analysis.counters import counting
from ...analysis.def_use import maker, makers
from ...analysis.loop_exits import conjuncts
from ...analysis.loops import LoopView, asks_for_states, is_loop
from ...core.dtypes import canonical
from ...ir.builder import TABLE, has_effects
from ...ir.program import Atom, Call, Const, Program, Type, Var, walk, with_programs
from ...passes.simplify.dead_code import dead_code
from ..text.names import unique
from .shared_steps import Asked, is_step, partners
from .taping import record, recall, recorded, with_body


def with_recorded_states(program: Program, tapes: Iterator[int] | None = None) -> Program:
    """The program with lists for the states of such loops. `tapes`: numbers for them."""
    tapes = itertools.count() if tapes is None else tapes
    body = [with_programs(c, lambda p: with_recorded_states(p, tapes)) for c in program.body]
    taken, found = names_in(program), False
    for k, call in enumerate(body):
        asked = asks_for_states(call)
        if asked is None:
            continue
        alike = [j for j, other in enumerate(body[:k]) if are_as_many(other, call, body[:k])]
        if is_known(call.operands[0], body[:k]) or any(is_bounded(LoopView(body[j])) for j in alike):
            continue
        tape = next(tapes)
        found_at = next(((j, p) for j in alike if (p := places_of(body[j], call, asked, body[:k]))), None)
        if found_at is not None:
            j, places = found_at
            body[j], body[k : k + 1] = recording(body[j], call, asked, places, tape)
        else:
            before = own_loop(call, asked, body[:k], taken)
            places = list(range(len(asked.outputs)))
            loop, behind = recording(before[-1], call, asked, places, tape)
            body[k : k + 1] = [*before[:-1], loop, *behind]
        found = True
    program = dataclasses.replace(program, body=tuple(body))
    return dead_code(program) if found else program


def places_of(loop: Call, sweep: Call, asked: Call, before: list[Call]) -> list[int | None] | None:
    """The positions at which a loop carries the parts of the states that a sweep asks for, if it does."""
    view = LoopView(loop)
    if any(map(acts, walk(view.body))):
        return None
    step = Asked(sweep, asked)
    places = partners(view, step)
    if places is None:
        return None
    given = tuple(dict.fromkeys([*view.invariants, *(o for o in step.fixed if isinstance(o, Var))]))
    return places if is_step(view, step, places, given, makers(before)) else None


def are_as_many(loop: Call, sweep: Call, before: list[Call]) -> bool:
    """Whether a loop makes as many rounds as there are states that a sweep asks for."""
    if not is_loop(loop) or loop.primitive.name == "iterate":
        return False
    env = affine_forms(before)
    last, iterations = affine(sweep.operands[0], env), trips(LoopView(loop), env)
    return (
        last is not None
        and iterations is not None
        and minus(plus(last, constant(1)), iterations) == constant(0)
    )


def names_in(program: Program) -> set[str]:
    return {v.name for v in (*program.parameters, *(o for c in program.body for o in c.outputs))}


def is_known(last: Atom, before: list[Call]) -> bool:
    """Whether it is known how many states there are."""
    form = affine(last, affine_forms(before))
    return form is not None and not form.terms


def own_loop(sweep: Call, asked: Call, before: list[Call], taken: set[str]) -> list[Call]:
    """A loop that makes the states that a sweep asks for; and before it, how many there are. `taken`: all names of the
    program, to which new ones are added."""
    step, last = Asked(sweep, asked), sweep.operands[0]

    def fresh(name: str, type: Type) -> Var:
        taken.add(found := unique(name, taken))
        return Var(found, type)

    kind, calls = last.type, []
    less = maker(last, makers(before), "sub")
    iterations: Atom = (total := fresh("rounds", kind))
    if less is not None and isinstance(less.operands[1], Const) and int(less.operands[1].value) == 1:
        iterations = less.operands[0]
    else:
        one = Const(np.asarray(1, kind.dtype), kind)
        calls.append(Call((total,), TABLE["add"], (last, one), (), sweep.span))
    used = {v.name for c in step.body.body for v in c.outputs} | {p.name for p in step.body.parameters}
    index = Var(unique("i", used), LoopView(sweep).index[0].type)
    body = dataclasses.replace(step.body, name="body", parameters=(index, *step.body.parameters))
    params = (("body", body), ("invariant", len(step.fixed)), ("step", 1))
    outputs = tuple([fresh(p.name, p.type) for p in step.parameters])
    zero = Const(np.asarray(0, kind.dtype), kind)
    operands = (zero, iterations, *step.fixed, *step.start)
    return [*calls, Call(outputs, TABLE["fori_loop"], operands, params, sweep.span)]


def acts(call: Call) -> bool:
    return has_effects(call) or call.primitive.name == "iterate"


def is_bounded(view: LoopView) -> bool:
    """Whether it is known how many rounds there are at most."""
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


def affine_forms(calls: Sequence[Call]) -> Env:
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
    """The number of rounds that a loop makes."""
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
    inner, view = LoopView(sweep), LoopView(loop)
    read = {o for c in inner.body.body for o in c.operands} | set(inner.body.results)
    wanted = [k for k, v in enumerate(asked.outputs) if v in read]
    parts: list[Atom] = [view.index[0] if (p := places[k]) is None else view.inner_carries[p] for k in wanted]
    put = record(tape, parts, loop.span)
    loop = with_body(loop, dataclasses.replace(view.body, body=(put, *view.body.body)))
    taken = recall(tape, [asked.outputs[k] for k in wanted], asked.span)
    calls = tuple([taken if c is asked else c for c in inner.body.body])
    sweep = with_body(sweep, dataclasses.replace(inner.body, body=calls))
    whole = Type(canonical(np.int64))
    first = sweep.operands[0]
    last = Var(f"last_of_tape_{tape}", whole if isinstance(first, Const) else first.type)
    count = recorded(tape, last, sweep.span)
    return loop, [count, dataclasses.replace(sweep, operands=(last, *sweep.operands[1:]))]
