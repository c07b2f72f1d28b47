"""Forward mode: a Program that also pushes tangents.

    def f(x):                               def f_jvp(x, x_dot):
        y = prim.sin(x)               =>        y = prim.sin(x)
        return y                                cos_x = prim.cos(x)
                                                y_dot = prim.mul(x_dot, cos_x)
                                                return y, y_dot

(Griewank and Walther, "Evaluating Derivatives", 2nd edition, 2008, chapter 3.)

>>> import numpy as np
>>> from ...ir.builder import Builder
>>> from ...primitives import sin
>>> from ...ir.program import Type
>>> b = Builder()
>>> x = b.parameter(Type(np.dtype(float)), "x")
>>> f = b.finish([sin(x)], "f")
>>> [p.name for p in jvp(f, (True,))[0].parameters]
['x', 'x_dot']
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from ...analysis.cancellation import cancelled_values
from ...analysis.loops import LoopView
from ...core.dtypes import is_inexact
from ...ir.builder import Builder, Sym, builder_of
from ...ir.callee import HOSTED
from ...ir.program import Atom, Call, Const, Program, Type
from ..simplify.rule_table import COMMUTATIVE
from ..simplify.value_ranges import Limits
from .accumulation import CANCELS, nothing
from .checkpointing import with_checkpoints

Tangent = Sym | None  # None: zero
Push = Callable[..., tuple[Sequence[Sym], Sequence[Tangent]]]  # a rule: (b, call, inputs, dots)


class Activity:
    """The results of a program that depend on active parameters in a differentiable way: a data-flow
    analysis, memoised. With it goes what is known of trip counts (`value_ranges.trip_limits`)."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or {}
        self.notes: list[str] = []  # what is saved for the backward sweep, for people to read
        self.own_tapes = True  # may a loop read what it needs from the arrays it leaves behind?
        self.array_tapes = False  # does one so far?
        self.known: dict[Hashable, tuple[Program, tuple[bool, ...]]] = {}
        self.used: dict[Hashable, tuple[Program, set[str]]] = {}

    def limit(self, call: Call) -> int | None:
        """The most rounds that a counted loop takes."""
        return self.limits[id(call)][0] if id(call) in self.limits else None

    def results(self, program: Program, active: Sequence[bool]) -> tuple[bool, ...]:
        key = id(program), tuple(active)
        if key not in self.known:
            self.known[key] = program, self._results(program, active)
        return self.known[key][1]

    def _results(self, program: Program, active: Sequence[bool]) -> tuple[bool, ...]:
        live = self.names(program, active)
        return tuple(not isinstance(r, Const) and r.name in live for r in program.results)

    def names(self, program: Program, active: Sequence[bool]) -> set[str]:
        """The active variables of a program."""
        live = {p.name for p, a in zip(program.parameters, active, strict=True) if a}
        for call in program.body:
            operands = [not isinstance(o, Const) and o.name in live for o in call.operands]
            if any(operands):
                live.update(
                    v.name
                    for v, a in zip(call.outputs, self.outputs(call, operands))
                    if a and is_inexact(v.type.dtype)
                )
        return live

    def outputs(self, call: Call, operands: Sequence[bool]) -> Sequence[bool]:
        """The outputs of a call that are active if these operands are."""
        params = dict(call.params)
        if call.primitive.name in HOSTED:
            return [not params["callee"].is_constant(hosted_places(call, operands))] * len(call.outputs)
        match call.primitive.name:
            case "call":
                return self.results(params["program"], operands)
            case "ruled_call" | "collective":
                return [any(operands)] * len(call.outputs)
            case "cond" | "lanes":
                return [
                    any(column)
                    for column in zip(*(self.results(b, operands[1:]) for b in params["branches"]))
                ]
            case "fori_loop" | "while_loop":
                loop = LoopView(call)
                return self.carries(loop.body, len(loop.index), len(loop.invariants), operands[loop.lead :])
        derivative = call.primitive.jvp or call.primitive.transpose
        moved = derivative is not None and any(
            a and derivative[k] is not None for k, a in enumerate(operands)
        )
        return [moved and call.primitive.kind != "discrete"] * len(call.outputs)

    def carries(self, body: Program, lead: int, invariant: int, operands: Sequence[bool]) -> tuple[bool, ...]:
        """The carries of a loop that are active: the least fix-point."""
        fixed, carried = tuple(operands[:invariant]), tuple(operands[invariant:])
        while True:
            found = self.results(body, (False,) * lead + fixed + carried)
            wider = tuple(a or b for a, b in zip(carried, found))
            if wider == carried:
                return carried
            carried = wider

    def useful(self, program: Program, takes: Sequence[bool]) -> set[str]:
        """The variables that some of the results (those that `takes` names) depend on in a differentiable way."""
        key = id(program), tuple(takes)
        if key not in self.used:
            wanted = [r for r, take in zip(program.results, takes, strict=True) if take]
            names = {r.name for r in wanted if not isinstance(r, Const)}
            zero = cancelled_values(program, wanted)
            for call in reversed(program.body):
                outputs = [v.name in names and v.name not in zero for v in call.outputs]
                if any(outputs):
                    flags = self.operands(call, outputs)
                    names.update(
                        o.name for o, a in zip(call.operands, flags) if a and not isinstance(o, Const)
                    )
            self.used[key] = program, names - zero
        return self.used[key][1]

    def useful_parameters(self, program: Program, takes: Sequence[bool]) -> list[bool]:
        names = self.useful(program, takes)
        return [p.name in names for p in program.parameters]

    def operands(self, call: Call, outputs: Sequence[bool]) -> Sequence[bool]:
        """The operands of a call that are useful if these outputs are."""
        params = dict(call.params)
        match call.primitive.name:
            case "call":
                return self.useful_parameters(params["program"], outputs)
            case "cond" | "lanes":
                each = [self.useful_parameters(b, outputs) for b in params["branches"]]
                return [False, *(any(column) for column in zip(*each))]
            case "fori_loop" | "while_loop":
                loop = LoopView(call)
                carries = self.useful_carries(loop.body, outputs)  # what a loop of no rounds gives back, too
                held = self.useful_parameters(loop.body, carries)[len(loop.index) : -len(carries)]
                return [False] * loop.lead + held + [*carries]
        derivative = call.primitive.jvp or call.primitive.transpose
        if derivative is None or call.primitive.kind == "discrete":
            return [call.primitive.kind != "discrete"] * len(call.operands)
        return [derivative[k] is not None for k in range(len(call.operands))]

    def useful_carries(self, body: Program, outputs: Sequence[bool]) -> tuple[bool, ...]:
        """The carries of a loop that are useful if these are useful behind it: the least fix-point."""
        while True:
            found = self.useful_parameters(body, outputs)[-len(outputs) :]
            wider = tuple(a or b for a, b in zip(outputs, found))
            if wider == tuple(outputs):
                return wider
            outputs = wider


def jvp(program: Program, active: Sequence[bool]) -> tuple[Program, tuple[bool, ...]]:
    """The program with a tangent parameter behind all others for each active parameter.

    Its results: the program's, then the tangents of those results that depend on an active parameter.
    Returns it, and which results have a tangent.
    """
    program = with_checkpoints(program)
    b = Builder()
    inputs = [b.parameter(p.type, p.name) for p in program.parameters]
    dots = [
        b.parameter(p.type, p.name + "_dot") if a and is_inexact(p.type.dtype) else None
        for p, a in zip(program.parameters, active, strict=True)
    ]
    outs, out_dots = push(b, program, inputs, dots)
    return b.finish([*outs, *filter(is_known, out_dots)], program.name + "_jvp"), tuple(
        map(is_known, out_dots)
    )


def is_known(dot: Tangent) -> bool:
    return dot is not None


def push(
    b: Builder, program: Program, inputs: Sequence[Sym], dots: Sequence[Tangent]
) -> tuple[list[Sym], list[Tangent]]:
    """Run a program in a builder on values and their tangents: its results and their tangents."""
    env: dict[str, Sym] = {p.name: x for p, x in zip(program.parameters, inputs)}
    tangents: dict[str, Tangent] = {p.name: t for p, t in zip(program.parameters, dots)}

    def value(atom: Atom) -> Sym:
        return Sym(b, atom) if isinstance(atom, Const) else env[atom.name]

    def tangent(atom: Atom) -> Tangent:
        return None if isinstance(atom, Const) else tangents[atom.name]

    zero = cancelled_values(program, program.results)
    for call in program.body:
        b.site.span = call.span
        if call.primitive.name in HOSTED:
            check_hosted(program, call, [tangent(o) for o in call.operands])
        rule = CONTROL.get(call.primitive.name, push_call)
        if call.primitive.partial:
            useful = useful_of(program)
            rule = functools.partial(push_call, used=tuple(v.name in useful for v in call.outputs))
        moves = not any(v.name in zero for v in call.outputs)
        dots = [tangent(o) if moves else None for o in call.operands]
        outs, out_dots = apart(rule)(b, call, [value(o) for o in call.operands], dots)
        for var, out, dot in zip(call.outputs, outs, out_dots, strict=True):
            env[var.name], tangents[var.name] = out, dot
            b.name(out, var.name)
            b.name(dot, var.name + "_dot")
    return [value(r) for r in program.results], [tangent(r) for r in program.results]


def check_hosted(program: Program, call: Call, dots: Sequence[Tangent]) -> None:
    """Refuse a call of the host on tangents, if results depend on what it gives in a differentiable way."""
    useful = useful_of(program)
    if any(v.name in useful for v in call.outputs):
        call.param("callee").check_constant(hosted_places(call, list(map(is_known, dots))))


def useful_of(program: Program) -> set[str]:
    """The variables that results depend on in a differentiable way."""
    return Activity().useful(program, [is_inexact(t.dtype) for t in program.result_types])


def hosted_places(call: Call, active: Sequence[bool]) -> list[int]:
    """The values of a host call that are active, by their places among its operands. (A counter of effects
    comes before them.)"""
    return [k for k, a in enumerate(active[bool(call.primitive.effect) :]) if a]


def apart(rule: Push) -> Push:
    """A rule for tangents that may be in a builder inside the one of the values (where a function is linearised).

    What moves tangents is run there as a whole, with the values; the values themselves are computed outside too.
    """

    def run(
        b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
    ) -> tuple[Sequence[Sym], Sequence[Tangent]]:
        inner = next((dot.builder for dot in dots if dot is not None and dot.builder is not b), None)
        if inner is None or rule not in CONTROL.values() or rule is push_effect:
            return rule(b, call, inputs, dots)
        outs = b.bind(call.primitive, inputs, dict(call.params))
        _, out_dots = rule(inner, call, inputs, dots)
        return outs if call.primitive.multiple else (outs,), out_dots

    return run


def push_call(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent], used: tuple[bool, ...] = ()
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    """An ordinary primitive, by the derivative in its record. `used`: which results are, for those whose rules ask."""
    primitive, params = call.primitive, dict(call.params)
    out = b.bind(primitive, inputs, params)
    outs = out if primitive.multiple else (out,)
    if (
        primitive.kind == "discrete"
        or not any(map(is_known, dots))
        or not any(is_inexact(o.dtype) for o in outs)
    ):
        return outs, [None] * len(outs)
    if primitive.jvp is not None:
        rules = [primitive.jvp_rule(k, used) if t is not None else None for k, t in enumerate(dots)]
        parts = [
            _parts(rule(t, out, *inputs, **params), primitive)
            for rule, t in zip(rules, dots)
            if rule is not None
        ]
        return outs, [_sum(column) for column in zip(*parts)] if parts else [None] * len(outs)
    push_linear = linear_jvp if primitive.kind == "linear" else one_by_one
    return outs, [push_linear(builder_of(dots) or b, primitive, inputs, dots, params)]


def _parts(tangent: Any, primitive: Any) -> tuple[Tangent, ...]:
    return tuple(tangent) if primitive.multiple else (tangent,)


def _sum(parts: Sequence[Tangent]) -> Tangent:
    total = None
    for part in parts:
        total = part if total is None else total if part is None else total + part
    return total


def linear_jvp(
    b: Builder, primitive: Any, inputs: list[Sym], dots: list[Tangent], params: dict[str, Any]
) -> Tangent:
    """Linear in all its linear operands together: the primitive itself on their tangents."""
    if primitive.name in ("add", "sub"):
        x, y = dots
        if x is None or y is None:
            return x if y is None else y if primitive.name == "add" else -y
    operands = [
        x if primitive.transpose[k] is None else zeros(b, x.type) if t is None else t
        for k, (x, t) in enumerate(zip(inputs, dots))
    ]
    return b.bind(primitive, operands, params)


def one_by_one(
    b: Builder, primitive: Any, inputs: list[Sym], dots: list[Tangent], params: dict[str, Any]
) -> Tangent:
    """Linear in each operand alone: the product rule. Of a square it gives one term twice."""
    if primitive.name in COMMUTATIVE and inputs[0].atom == inputs[1].atom and None not in dots:
        return 2 * b.bind(primitive, [dots[0], inputs[1]], params)
    terms = []
    for k, t in enumerate(dots):
        if t is not None:
            operands = [b.lift(x) for x in (*inputs[:k], t, *inputs[k + 1 :])]
            shorter = CANCELS.get(primitive.name, nothing)(b, operands)
            terms.append(b.bind(primitive, operands, params) if shorter is None else shorter)
    return _sum(terms)


def zeros(b: Builder, t: Type) -> Sym:
    return b.lift(np.broadcast_to(np.zeros((), t.dtype), t.shape))


def fill_tangents(
    b: Builder, dots: Sequence[Tangent], types: Sequence[Type], wanted: Sequence[bool]
) -> list[Sym]:
    """The wanted tangents, zeros where there is none."""
    return [zeros(b, t) if dot is None else dot for dot, t, want in zip(dots, types, wanted) if want]


def scatter(dots: Sequence[Any], wanted: Sequence[bool]) -> list[Any]:
    """Tangents back in their places, None elsewhere."""
    rest = iter(dots)
    return [next(rest) if want else None for want in wanted]


# -- control flow ----------------------------------------------------------------------------------------------------


def tangent_parameters(
    b: Builder, program: Program, known: Sequence[bool]
) -> tuple[list[Sym], list[Tangent]]:
    """Parameters of a nested program: all values, and behind them the known tangents."""
    values = [b.parameter(p.type, p.name) for p in program.parameters]
    return values, [
        b.parameter(p.type, p.name + "_dot") if k else None for p, k in zip(program.parameters, known)
    ]


def push_through(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    """A called function: its own jvp is called."""
    program, has_dot = jvp(call.param("program"), tuple(map(is_known, dots)))
    results = b.bind(call.primitive, [*inputs, *filter(is_known, dots)], {"program": program})
    count = len(has_dot)
    return results[:count], scatter(results[count:], has_dot)


def push_cond(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    """Both branches push tangents; a result has one if it has one in some branch."""
    known = tuple(map(is_known, dots[1:]))
    branches = call.param("branches")
    wanted = Activity().outputs(call, (False, *known))
    pushed = tuple(branch_jvp(branch, known, wanted) for branch in branches)
    results = b.bind(call.primitive, [*inputs, *filter(is_known, dots[1:])], {"branches": pushed})
    return results[: len(wanted)], scatter(results[len(wanted) :], wanted)


def branch_jvp(branch: Program, known: Sequence[bool], wanted: Sequence[bool]) -> Program:
    b = Builder()
    values, dots = tangent_parameters(b, branch, known)
    outs, out_dots = push(b, branch, values, dots)
    return b.finish([*outs, *fill_tangents(b, out_dots, branch.result_types, wanted)], branch.name)


class LoopTangents:
    """The carries of a loop that have tangents, and its body that pushes them.

    The new body's parameters: the lead, the invariants, their tangents, the carries, their tangents.
    """

    def __init__(self, body: Program, lead: int, invariant: int, dots: Sequence[Tangent], activity: Activity):
        self.body, self.lead, self.invariant = body, lead, invariant
        self.fixed = tuple(map(is_known, dots[:invariant]))
        self.carried = activity.carries(body, lead, invariant, tuple(map(is_known, dots)))

    def parameters(self, b: Builder, program: Program, lead: int) -> tuple[list[Sym], list[Tangent]]:
        """Parameters of the new body (or test), as values and tangents of the old one's parameters."""
        old = program.parameters
        split = lead + self.invariant
        first = [b.parameter(p.type, p.name) for p in old[:lead]]
        fixed, fixed_dots = self._group(b, old[lead:split], self.fixed)
        carry, carry_dots = self._group(b, old[split:], self.carried)
        return [*first, *fixed, *carry], [*[None] * lead, *fixed_dots, *carry_dots]

    def _group(
        self, b: Builder, old: Sequence[Any], known: Sequence[bool]
    ) -> tuple[list[Sym], list[Tangent]]:
        values = [b.parameter(p.type, p.name) for p in old]
        return values, [b.parameter(p.type, p.name + "_dot") if k else None for p, k in zip(old, known)]

    def new_body(self) -> Program:
        b = Builder()
        values, dots = self.parameters(b, self.body, self.lead)
        outs, out_dots = push(b, self.body, values, dots)
        return b.finish(
            [*outs, *fill_tangents(b, out_dots, self.body.result_types, self.carried)], self.body.name
        )

    def new_test(self, test: Program) -> Program:
        b = Builder()
        values, _ = self.parameters(b, test, 0)
        outs, _ = push(b, test, values, [None] * len(values))
        return b.finish(outs, test.name)

    def operands(self, b: Builder, inputs: Sequence[Sym], dots: Sequence[Tangent]) -> list[Sym]:
        n = self.invariant
        types = [x.type for x in inputs]
        return [
            *inputs[:n],
            *fill_tangents(b, dots[:n], types[:n], self.fixed),
            *inputs[n:],
            *fill_tangents(b, dots[n:], types[n:], self.carried),
        ]

    @property
    def new_invariant(self) -> int:
        return self.invariant + sum(self.fixed)


def push_fori(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    params = dict(call.params)
    loop = LoopTangents(params["body"], 1, params["invariant"], dots[2:], Activity())
    operands = [*inputs[:2], *loop.operands(b, inputs[2:], dots[2:])]
    results = b.bind(
        call.primitive, operands, {**params, "body": loop.new_body(), "invariant": loop.new_invariant}
    )
    count = len(loop.carried)
    return results[:count], scatter(results[count:], loop.carried)


def push_while(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    params = dict(call.params)
    loop = LoopTangents(params["body"], 0, params["invariant"], dots, Activity())
    new = {
        **params,
        "body": loop.new_body(),
        "test": loop.new_test(params["test"]),
        "invariant": loop.new_invariant,
    }
    results = b.bind(call.primitive, loop.operands(b, inputs, dots), new)
    count = len(loop.carried)
    return results[:count], scatter(results[count:], loop.carried)


def push_effect(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    """Calls of the host happen once, on the values."""
    outs = b.bind(call.primitive, inputs, dict(call.params))
    return outs, (None,) * len(outs)


CONTROL: dict[str, Push] = {
    "call": push_through,
    "cond": push_cond,
    "fori_loop": push_fori,
    "while_loop": push_while,
    "host_call": push_effect,
    "host_value": push_effect,
}
