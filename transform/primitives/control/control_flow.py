"""Control flow: primitives that hold closed programs.

cond(p, *operands, branches=(then, orelse))                      then(*operands) if p else orelse(*operands)
while_loop(*operands, test, body, invariant)                     the first `invariant` operands are read-only, the
                                                                 others
                                                                 carried: test(*all) -> bool, body(*all) -> carry
fori_loop(lo, hi, *operands, body, step, invariant)              for i in range(lo, hi, step): carry = body(i, *all)
iterate(k, *operands, body, invariant)                           for _ in range(k): carry = body(*all)
call(*operands, program)                                         a function of the user
"""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable
from typing import Any


from ...core.errors import CompileError
from ...ir.evaluate import evaluate
from ...ir.primitive import Primitive
from ...ir.program import Program, Type
from .._rules import BOOL


def expect(what: str, wanted: tuple[Type, ...], given: tuple[Type, ...]) -> None:
    if len(wanted) != len(given) or not all(w.matches(g) for w, g in zip(wanted, given)):
        show = lambda types: "(" + ", ".join(map(str, types)) + ")"
        raise CompileError(f"{what}: {show(wanted)} expected, {show(given)} given")


def by_the_emitter(name: str) -> Callable[..., Any]:
    """A lowering that leaves control flow to the emitter: it depends on what is done in place."""
    return lambda emit, *xs, **params: emit.control(name, *xs, **params)


# -- call --------------------------------------------------------------------------------------------------------


def call_types(*types: Type, program: Program) -> tuple[Type, ...]:
    expect(f"arguments of {program.name}", program.parameter_types, types)
    return program.result_types


call = Primitive(
    "call",
    lambda *xs, program: evaluate(program, *xs),
    call_types,
    lambda emit, *xs, out, program: emit.call(program, xs),
    None,
    "control",
    multiple=True,
    foldable=False,
)


# -- cond --------------------------------------------------------------------------------------------------------


def cond_types(predicate: Type, *types: Type, branches: tuple[Program, Program]) -> tuple[Type, ...]:
    if predicate.dtype != BOOL or predicate.shape:
        raise CompileError(f"the condition must be bool[], not {predicate}", kind=TypeError)
    for branch in branches:
        expect("operands of a branch", branch.parameter_types, types)
    expect("results of the branches", branches[0].result_types, branches[1].result_types)
    return branches[0].result_types


def cond_value(predicate: Any, *xs: Any, branches: tuple[Program, Program]) -> tuple[Any, ...]:
    return evaluate(branches[0] if predicate else branches[1], *xs)


cond = Primitive(
    "cond", cond_value, cond_types, by_the_emitter("cond"), None, "control", multiple=True, foldable=False
)


# -- while_loop --------------------------------------------------------------------------------------------------


def while_types(*types: Type, test: Program, body: Program, invariant: int) -> tuple[Type, ...]:
    expect("parameters of the test", test.parameter_types, types)
    expect("parameters of the body", body.parameter_types, types)
    expect("result of the test", test.result_types, (Type(BOOL),))
    expect("results of the body", types[invariant:], body.result_types)
    return body.result_types


def while_value(*xs: Any, test: Program, body: Program, invariant: int) -> tuple[Any, ...]:
    fixed, carry = xs[:invariant], xs[invariant:]
    while evaluate(test, *fixed, *carry)[0]:
        carry = evaluate(body, *fixed, *carry)
    return tuple(carry)


while_loop = Primitive(
    "while_loop",
    while_value,
    while_types,
    by_the_emitter("while_loop"),
    None,
    "control",
    multiple=True,
    foldable=False,
)


# -- fori_loop ---------------------------------------------------------------------------------------------------


def fori_types(
    lo: Type, hi: Type, *types: Type, body: Program, step: int, invariant: int
) -> tuple[Type, ...]:
    if lo.shape or not lo.matches(hi) or lo.dtype.kind not in "iu":
        raise CompileError(
            f"bounds of a counted loop must be integers of one type, not {lo} and {hi}", kind=TypeError
        )
    expect("parameters of the body", body.parameter_types, (lo, *types))
    expect("results of the body", types[invariant:], body.result_types)
    return body.result_types


def fori_value(lo: Any, hi: Any, *xs: Any, body: Program, step: int, invariant: int) -> tuple[Any, ...]:
    fixed, carry = xs[:invariant], xs[invariant:]
    for i in range(int(lo), int(hi), step):
        carry = evaluate(body, i, *fixed, *carry)
    return tuple(carry)


fori_loop = Primitive(
    "fori_loop",
    fori_value,
    fori_types,
    by_the_emitter("fori_loop"),
    None,
    "control",
    multiple=True,
    foldable=False,
)


# -- iterate -----------------------------------------------------------------------------------------------------


def iterate_types(iterations: Type, *types: Type, body: Program, invariant: int) -> tuple[Type, ...]:
    if iterations.shape or iterations.dtype.kind not in "iu":
        raise CompileError(f"the number of iterations must be an integer, not {iterations}", kind=TypeError)
    expect("parameters of the body", body.parameter_types, types)
    expect("results of the body", types[invariant:], body.result_types)
    return body.result_types


def iterate_value(iterations: Any, *xs: Any, body: Program, invariant: int) -> tuple[Any, ...]:
    return _states.before(int(iterations), body, xs, invariant)


class _States(threading.local):
    """The states of the last one asked for: a backward sweep asks for every one of them, the last first."""

    def __init__(self) -> None:
        self.body: Program | None = None
        self.operands: tuple[Any, ...] = ()
        self.states: list[tuple[Any, ...]] = []

    def before(self, iterations: int, body: Program, xs: tuple[Any, ...], invariant: int) -> tuple[Any, ...]:
        fixed = xs[:invariant]
        known = self.body is body and all(map(operator.is_, xs, self.operands))
        states = self.states if known else [xs[invariant:]]
        while len(states) <= iterations:
            states.append(tuple(evaluate(body, *fixed, *states[-1])))
        self.body, self.operands, self.states = body, xs, states
        return states[max(iterations, 0)]


_states = _States()
iterate = Primitive(
    "iterate",
    iterate_value,
    iterate_types,
    by_the_emitter("iterate"),
    None,
    "control",
    multiple=True,
    foldable=False,
)
