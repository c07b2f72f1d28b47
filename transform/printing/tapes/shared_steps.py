"""Common-code outlining of rounds: a loop whose states a backward sweep goes through again calls the step of that.

    for _ in range(n):                              for _ in range(n):
        x = sin(x) * a                                  x = iterate(1, a, x)            # x = step(x)
    for k in reversed(range(n)):            =>      for k in reversed(range(n)):
        x = iterate(k, a, x_0)                          x = iterate(k, a, x_0)
        …                                               …

Both do the same if they are congruent: value numbering of the two in one program finds the same values.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from ...analysis.value_numbering import ValueNumbering
from ...analysis.def_use import makers
from ...analysis.loop_exits import codes
from ...analysis.loops import LoopView, asks_for_states, is_loop
from ...ir.builder import TABLE, Builder, Sym, has_effects
from ...ir.program import Atom, Call, Const, Program, Var, walk, with_programs
from ...passes.simplify.dead_code import dead_code
from ...passes.simplify.driver import simplify
from ...passes.simplify.inlining import inline
from ...passes.simplify.rule_table import movable

SHORT = 3  # operations: a round of no more is as short as a call of step
DEPTH = 4  # of the calls before a loop that are looked at: what was moved out of it
NOTHING: dict[str, Call] = {}
OWN = 2  # operations that a round makes beside the step: it counts


def with_shared_steps(program: Program) -> Program:
    """The program with `iterate` in the loops whose rounds are asked for again."""
    program = dataclasses.replace(
        program, body=tuple([with_programs(c, with_shared_steps) for c in program.body])
    )
    swaps: dict[int, Call] = {}
    made = makers(program.body)
    for k, call in enumerate(program.body):
        asked = asks_for_states(call)
        if asked is None or len(asked.param("body").body) <= SHORT:
            continue
        step = Asked(call, asked)
        for j, other in enumerate(program.body[:k]):
            if j not in swaps and is_loop(other) and (found := shared(other, step, made)):
                swaps[j] = found
    return dataclasses.replace(program, body=tuple([swaps.get(j, c) for j, c in enumerate(program.body)]))


class Asked:
    """An `iterate`, in terms of the program around the loop that asks for its states."""

    def __init__(self, loop: Call, asked: Call):
        view = LoopView(loop)
        outside: dict[Atom, Atom] = dict(zip(view.inner_invariants, view.invariants))
        operands = [o if isinstance(o, Const) else outside[o] for o in asked.operands[1:]]
        count: int = asked.param("invariant")
        self.body: Program = asked.param("body")
        self.fixed, self.start = operands[:count], operands[count:]
        self.parameters = self.body.parameters[count:]

    def operands(
        self,
        b: Builder,
        index: list[Sym],
        fixed: dict[Atom, Sym],
        carries: list[Sym],
        places: Sequence[int | None],
    ) -> list[Sym]:
        """The operands that a loop gives it: the invariants, and of its carries those at these places (None:
        the index)."""
        return [
            *(Sym(b, o) if isinstance(o, Const) else fixed[o] for o in self.fixed),
            *(index[0] if k is None else carries[k] for k in places),
        ]


def shared(loop: Call, step: Asked, made: dict[str, Call]) -> Call | None:
    """The loop with the step in its body; None if its rounds are not those of the step."""
    view = LoopView(loop)
    if any(has_effects(c) or c.primitive.name == "iterate" for c in walk(view.body)):
        return None
    if view.test is not None and codes(view.test, loop.operands):  # a `break` stands in the body
        return None
    places = partners(view, step)
    if places is None:
        return None
    given = tuple(dict.fromkeys([*view.invariants, *(o for o in step.fixed if isinstance(o, Var))]))
    return congruent(view, step, places, given, made)


def partners(view: LoopView, step: Asked) -> list[int | None] | None:
    """For each part of the state the carry that it is; None for the index of a counted loop."""
    places: list[int | None] = []
    for begin, p in zip(step.start, step.parameters):
        free = [
            k
            for k, (o, c) in enumerate(zip(view.carries, view.inner_carries))
            if k not in places and o == begin and c.type.matches(p.type)
        ]
        free.sort(key=lambda k: view.inner_carries[k].name != p.name)
        if free:
            places.append(free[0])
        elif view.bounds and begin == view.bounds[0] and None not in places:
            places.append(None)
        else:
            return None
    return places


def congruent(
    view: LoopView,
    step: Asked,
    places: Sequence[int | None],
    given: tuple[Atom, ...],
    made: dict[str, Call],
) -> Call | None:
    """The loop over the operands `given` and its carries, with the step in its body, if that does the same."""
    if not is_step(view, step, places, given, made):
        return None
    round_ = Iteration(view, given)
    b, index, fixed, carries = round_.begun()
    values = step.operands(b, index, fixed, carries, places)
    b.site.span = view.call.span
    after = list(
        b.bind(TABLE["iterate"], [np.asarray(1), *values], {"body": step.body, "invariant": len(step.fixed)})
    )
    for x, p in zip(after, step.parameters):
        b.name(x, p.name)
    at = {k: x for k, x in zip(places, after) if k is not None}
    rest = round_.plain(b, index, fixed, carries)
    found = dead_code(b.finish([at.get(k, x) for k, x in enumerate(rest)], view.body.name))
    if sum(c.primitive.name != "iterate" for c in found.body) > OWN:
        return None
    calls = [dataclasses.replace(c, span=view.call.span) for c in found.body]
    body = dataclasses.replace(found, body=tuple(sorted(calls, key=lambda c: c.primitive.name != "iterate")))
    params = {**dict(view.call.params), "body": body, "invariant": len(given)}
    if view.test is not None:
        t = Builder()
        seen = {o: t.parameter(o.type, round_.names.get(o)) for o in given}
        carried = [t.parameter(p.type, p.name) for p in view.inner_carries]
        params["test"] = t.finish(
            inline(t, view.test, [*(seen[o] for o in view.invariants), *carried]), view.test.name
        )
    return dataclasses.replace(
        view.call, operands=(*view.bounds, *given, *view.carries), params=tuple(sorted(params.items()))
    )


class Iteration:
    """A round of a loop, over the operands `given`, which are those of the loop and others."""

    def __init__(self, view: LoopView, given: tuple[Atom, ...]):
        self.view, self.given = view, given
        inner = dict(zip(view.invariants, view.inner_invariants))
        self.names: dict[Atom, str] = {
            o: inner[o].name if o in inner else o.name for o in given if isinstance(o, Var)
        }

    def begun(self, made: dict[str, Call] = NOTHING) -> tuple[Builder, list[Sym], dict[Atom, Sym], list[Sym]]:
        """A builder with the index, these operands and the carries as parameters. `made`: operands that such calls make
        are computed there."""
        b = Builder()
        index = [b.parameter(p.type, p.name) for p in self.view.index]
        fixed: dict[Atom, Sym] = {}
        for o in self.given:
            self.put(b, o, fixed, made, 0)
        return b, index, fixed, [b.parameter(p.type, p.name) for p in self.view.inner_carries]

    def put(self, b: Builder, atom: Atom, fixed: dict[Atom, Sym], made: dict[str, Call], depth: int) -> Sym:
        if isinstance(atom, Const):
            return Sym(b, atom)
        if atom not in fixed:
            call = made.get(atom.name)
            if call is None or depth == DEPTH or call.primitive.multiple or not movable(call):
                fixed[atom] = b.parameter(atom.type, self.names.get(atom))
            else:
                operands = [self.put(b, o, fixed, made, depth + 1) for o in call.operands]
                fixed[atom] = b.bind(call.primitive, operands, dict(call.params))
        return fixed[atom]

    def plain(self, b: Builder, index: list[Sym], fixed: dict[Atom, Sym], carries: list[Sym]) -> list[Sym]:
        return inline(b, self.view.body, [*index, *(fixed[o] for o in self.view.invariants), *carries])


def is_step(
    view: LoopView,
    step: Asked,
    places: Sequence[int | None],
    given: tuple[Atom, ...],
    made: dict[str, Call],
) -> bool:
    """Whether these carries of a loop, `places`, become in every round what the step makes of them. `made`:
    the calls before the loop."""
    round_ = Iteration(view, given)
    by = dict(view.call.params).get("step")

    def made_of(results: Callable[..., list[Sym]]) -> Program:
        b, index, fixed, carries = round_.begun(made)
        return dead_code(simplify(b.finish(results(b, index, fixed, carries), "round")))

    def want(b: Builder, index: list[Sym], fixed: dict[Atom, Sym], carries: list[Sym]) -> list[Sym]:
        made = round_.plain(b, index, fixed, carries)
        return [index[0] + np.asarray(by, index[0].dtype) if k is None else made[k] for k in places]

    def have(b: Builder, index: list[Sym], fixed: dict[Atom, Sym], carries: list[Sym]) -> list[Sym]:
        return inline(b, step.body, step.operands(b, index, fixed, carries, places))

    numbering = ValueNumbering()
    return numbering.of(made_of(want)) == numbering.of(made_of(have))
