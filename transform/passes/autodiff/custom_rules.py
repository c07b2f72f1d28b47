"""Custom derivative rules: differentiate functions by their own rules (primitives/control/custom_rules.py),
and strip the rules afterwards.

    y = f(x)    # custom_jvp: rule          =>      y, y_dot = rule(x, x_dot)       # forward mode
    y = f(x)    # custom_vjp: fwd, bwd      =>      y, kept = fwd(x)                # reverse mode
                                                    x_bar = bwd(kept, y_bar)
    y = f(x)    # checkpoint                =>      y = f(x)                        # reverse mode
                                                    x_bar = f_vjp(x, y_bar)         # runs f again
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...ir.builder import Builder, Sym, TABLE, has_effects
from ...ir.program import Atom, Call, Program, Var, walk, with_programs
from ...primitives.control.custom_rules import CotangentRule, JvpRule, Recompute, VjpRule
from ..simplify.inlining import inline
from . import jvp as forward_mode, vjp as reverse_mode
from .jvp import Activity, Tangent, scatter, zeros
from .vjp import Bar, Pullback, forward


def inexact(types: Sequence[Any]) -> list[bool]:
    return [is_inexact(t.dtype) for t in types]


# -- forward mode --------------------------------------------------------------------------------------------------


def push_ruled(
    b: Builder, call: Call, inputs: list[Sym], dots: list[Tangent]
) -> tuple[Sequence[Sym], Sequence[Tangent]]:
    rule, program = call.param("rule"), call.param("program")
    if isinstance(rule, Recompute) or all(dot is None for dot in dots):
        plain = Call(call.outputs, TABLE["call"], call.operands, (("program", program),), call.span)
        return forward_mode.push_through(b, plain, inputs, dots)
    if isinstance(rule, CotangentRule):
        raise CompileError(
            f"forward mode has no cotangents: the block of {rule.written} would do nothing",
            "use reverse mode (grad, vjp, jacrev), or skip the block by a static argument",
        )
    if isinstance(rule, VjpRule):
        raise CompileError(
            f"forward mode through {program.name}, which has a custom_vjp only",
            "give it a custom_jvp: reverse mode follows from it",
        )
    kinds = inexact([x.type for x in inputs])
    given = [zeros(b, x.type) if dot is None else dot for x, dot, k in zip(inputs, dots, kinds) if k]
    results = inline(b, rule.program, [*inputs, *given])
    count = len(program.results)
    return results[:count], scatter(results[count:], inexact(program.result_types))


# -- reverse mode --------------------------------------------------------------------------------------------------


def forward_ruled(
    b: Builder, call: Call, inputs: list[Sym], active: list[bool], activity: Activity, wanted: Sequence[bool]
) -> tuple[Sequence[Sym], Pullback]:
    rule = call.param("rule")
    if isinstance(rule, VjpRule):
        return forward_vjp(b, call, rule, inputs)
    if isinstance(rule, JvpRule):
        return forward_jvp(b, call, rule, inputs, activity)
    return forward_again(b, call, rule, inputs, active, activity, wanted)


def forward_vjp(b: Builder, call: Call, rule: VjpRule, inputs: list[Sym]) -> tuple[Sequence[Sym], Pullback]:
    """The user's forward function; the pullback is the user's backward function of what it keeps."""
    count, types = len(call.outputs), [v.type for v in call.outputs]
    results = inline(b, rule.forward, inputs)

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        given = [zeros(back, t) if bar is None else bar for bar, t in zip(bars, types) if is_inexact(t.dtype)]
        pulled = inline(back, rule.backward, [*(back.lift(x) for x in results[count:]), *given])
        return scatter(pulled, inexact([x.type for x in inputs]))

    return results[:count], pull


def forward_jvp(
    b: Builder, call: Call, rule: JvpRule, inputs: list[Sym], activity: Activity
) -> tuple[Sequence[Sym], Pullback]:
    """The pullback is the transpose of the user's rule, which is linear in the tangents: its vjp at tangents of
    zero. The value keeps its rule: who differentiates once more asks it again."""
    count = len(call.outputs)
    kinds = inexact([x.type for x in inputs])

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        values = [back.lift(x) for x in inputs]
        dots = [zeros(back, x.type) for x, k in zip(inputs, kinds) if k]
        active = [False] * len(values) + [True] * len(dots)
        takes = [False] * count + [True] * (len(rule.program.results) - count)
        _, pull_rule = forward(back, rule.program, [*values, *dots], active, activity, takes)
        out = [bar for bar, v in zip(bars, call.outputs) if is_inexact(v.type.dtype)]
        pulled = pull_rule(back, [None] * count + out, {})
        return scatter(pulled[len(values) :], kinds)

    return b.bind(call.primitive, inputs, dict(call.params)), pull


def forward_again(
    b: Builder,
    call: Call,
    rule: Recompute,
    inputs: list[Sym],
    active: list[bool],
    activity: Activity,
    wanted: Sequence[bool],
) -> tuple[Sequence[Sym], Pullback]:
    """checkpoint: the backward sweep runs the function again, from its arguments."""
    program = call.param("program")
    if any(map(has_effects, program.body)):  # they happen once
        plain = Call(call.outputs, TABLE["call"], call.operands, (("program", program),), call.span)
        return reverse_mode.forward_through(b, plain, inputs, active, activity, wanted)
    kept: dict[str, Sym] = {}
    if rule.policy == "nothing":
        outs = b.bind(TABLE["call"], inputs, {"program": program})
    else:
        outs = inline(b, program, inputs, lambda c, syms: keep(rule, kept, c, syms))

    def pull(back: Builder, bars: list[Bar], known: list[Bar]) -> list[Any]:
        values = [TABLE["fence"](back.lift(x)) for x in inputs]
        values_kept = {name: back.lift(x) for name, x in kept.items()}
        _, pull_again = forward(back, program, values, active, activity, wanted, values_kept)
        return pull_again(back, bars, {})

    return outs, pull


def keep(rule: Recompute, kept: dict[str, Sym], call: Call, outs: Sequence[Sym]) -> None:
    if rule.keeps(call):
        kept |= {v.name: x for v, x in zip(call.outputs, outs)}


forward_mode.CONTROL["ruled_call"] = push_ruled
reverse_mode.CONTROL["ruled_call"] = forward_ruled


# -- blocks that edit cotangents -----------------------------------------------------------------------------------


def without_edits(program: Program) -> Program:
    """A derivative, in which the function is run again as what it is: its cotangents have been edited."""
    if not any(call.primitive.name == "ruled_call" for call in walk(program)):
        return program
    return replace(program, body=tuple(map(unedited, program.body)))


def unedited(call: Call) -> Call:
    """The call, in which no block edits a cotangent."""
    if isinstance(dict(call.params).get("rule"), CotangentRule):
        params = (("program", call.param("program")),)
        return Call(call.outputs, TABLE["call"], call.operands, params, call.span)
    return with_programs(call, without_edits)


# -- the end -------------------------------------------------------------------------------------------------------


def strip_custom_rules(program: Program, done: dict[int, Program] | None = None) -> Program:
    """The program without rules: its functions are called as they are."""
    done = {} if done is None else done
    if id(program) not in done:
        done[id(program)] = _erased(program, done)
    return done[id(program)]


def _erased(program: Program, done: dict[int, Program]) -> Program:
    env: dict[str, Atom] = {}
    read = lambda atom: env.get(atom.name, atom) if isinstance(atom, Var) else atom
    body = []
    for call in program.body:
        operands = tuple([read(o) for o in call.operands])
        if call.primitive.name in ("stop_gradient", "labelled"):
            env[call.outputs[0].name] = operands[0]
            continue
        params = tuple([(k, inner(v, done)) for k, v in call.params if k != "rule"])
        primitive = TABLE["call"] if call.primitive.name == "ruled_call" else call.primitive
        body.append(Call(call.outputs, primitive, operands, params, call.span))
    return Program(program.name, program.parameters, tuple(body), tuple([read(r) for r in program.results]))


def inner(value: Any, done: dict[int, Program]) -> Any:
    if isinstance(value, Program):
        return strip_custom_rules(value, done)
    return tuple([inner(v, done) for v in value]) if isinstance(value, tuple) else value
