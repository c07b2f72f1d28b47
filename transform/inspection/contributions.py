"""Contributions of the user's lines to a gradient.

The gradient by x is a sum over the places where x is read. Each line gets a copy of x as a parameter of its own; the
gradient by the copy is the line's contribution, and they add up to the gradient.

    def f(x):                           def f(x_5, x_6):
        y = prim.sin(x)     # :5   ⇒        y = prim.sin(x_5)
        z = prim.mul(y, x)  # :6            z = prim.mul(y, x_6)
        return z                            return z
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..analysis.loops import LoopView, is_loop
from ..core.errors import Span
from ..ir.evaluate import evaluate
from ..ir.program import Atom, Call, Program, Var
from ..passes import optimise
from ..passes.autodiff.vjp import vjp

Line = tuple[str, int] | None  # file and number; None: it is returned as it is


class Share(NamedTuple):
    """A line's contribution to the gradient by one parameter."""

    span: Span | None
    gradient: np.ndarray


def contributions(program: Program, k: int, arguments: Sequence[Any], bars: Sequence[Any]) -> list[Share]:
    """The shares of the gradient by the k-th parameter, the largest first.

    Args:
        bars: cotangents of the differentiable results.
    """
    split = Split(program.parameters[k])
    found = split.program(program, k)
    count = len(found.parameters) - len(program.parameters) + 1
    if not count:
        return []
    given = [*arguments[:k], *[arguments[k]] * count, *arguments[k + 1 :]]
    active = [k <= j < k + count for j in range(len(given))]
    derivative, takes = vjp(optimise(found), active)
    with np.errstate(all="ignore"):
        results = evaluate(optimise(derivative), *given, *bars)[len(takes) :]
    shares = [Share(split.spans[line], g) for line, g in zip(split.order(found, k, count), results)]
    size = lambda share: -np.nan_to_num(np.linalg.norm(np.ravel(share.gradient)), nan=np.inf)
    return sorted(shares, key=size)


class Split:
    """Gives a parameter one copy for each line that reads it."""

    def __init__(self, parameter: Var):
        self.type, self.spans = parameter.type, {}  # type: ignore[var-annotated]

    def variable(self, call: Call | None) -> Var:
        span = call.span if call else None
        line: Line = (span.file, span.line) if span else None
        self.spans.setdefault(line, span)
        return Var(f"line_{list(self.spans).index(line)}", self.type.update(weak=False))

    def order(self, program: Program, k: int, count: int) -> list[Line]:
        lines = list(self.spans)
        return [lines[int(p.name.removeprefix("line_"))] for p in program.parameters[k : k + count]]

    def program(self, program: Program, k: int, wanted: Sequence[Var] = ()) -> Program:
        """The program, whose k-th parameter is as many as there are lines that read it (and those wanted)."""
        name, used = program.parameters[k].name, dict.fromkeys(wanted)

        def own(call: Call | None) -> Var:
            var = self.variable(call)
            used.setdefault(var)
            return var

        body = [self.call(call, name, own, used) for call in program.body]
        results = tuple([own(None) if is_named(r, name) else r for r in program.results])
        parameters = (*program.parameters[:k], *used, *program.parameters[k + 1 :])
        return dataclasses.replace(program, parameters=parameters, body=tuple(body), results=results)

    def call(self, call: Call, name: str, own: Any, used: dict[Var, None]) -> Call:
        for j in reversed([j for j, o in enumerate(call.operands) if is_named(o, name)]):
            call = self.entered(call, j, used) or replace_operand(call, j, [own(call)])
        return call

    def entered(self, call: Call, j: int, used: dict[Var, None]) -> Call | None:
        """The call, in whose programs the lines are told apart; None: the operand has no parameter of its own there."""
        params = dict(call.params)
        if call.primitive.name in ("call", "ruled_call") and "rule" not in params:
            inner = [("program", params["program"], j)]
        elif call.primitive.name == "cond" and j:
            return self.branches(call, j, used)
        elif is_loop(call) and (view := LoopView(call)).lead <= j < view.first:
            inner = [("body", view.body, j + view.shift)]
        else:
            return None
        ((key, program, place),) = inner
        found = self.program(program, place)
        copies = list(found.parameters[place : place + len(found.parameters) - len(program.parameters) + 1])
        if not copies and is_read(params.get("test"), j):
            return None
        used.update(dict.fromkeys(copies))
        params[key] = found
        if key == "body":
            params["invariant"] += len(copies) - 1
            if params.get("test") is not None:
                params["test"] = widen_test(params["test"], j, len(copies))
        return dataclasses.replace(replace_operand(call, j, copies), params=tuple(params.items()))

    def branches(self, call: Call, j: int, used: dict[Var, None]) -> Call:
        copies: dict[Var, None] = {}
        for branch in call.param("branches"):
            found = self.program(branch, j - 1)
            count = len(found.parameters) - len(branch.parameters) + 1
            copies.update(dict.fromkeys(found.parameters[j - 1 : j - 1 + count]))
        branches = tuple([self.program(b, j - 1, list(copies)) for b in call.param("branches")])
        used.update(copies)
        params = {**dict(call.params), "branches": branches}
        return dataclasses.replace(replace_operand(call, j, list(copies)), params=tuple(params.items()))


def is_read(program: Program | None, j: int) -> bool:
    """Whether a program uses its j-th parameter."""
    if program is None:
        return False
    name = program.parameters[j].name
    return any(is_named(a, name) for a in (*program.results, *(o for c in program.body for o in c.operands)))


def widen_test(test: Program, j: int, count: int) -> Program:
    """The test of a loop that has more parameters, of which it reads the first; or none in this place."""
    if not count:
        return dataclasses.replace(test, parameters=(*test.parameters[:j], *test.parameters[j + 1 :]))
    more = tuple(
        [Var(f"{test.parameters[j].name}_copy_{k}", test.parameters[j].type) for k in range(1, count)]
    )
    parameters = (*test.parameters[: j + 1], *more, *test.parameters[j + 1 :])
    return dataclasses.replace(test, parameters=parameters)


def replace_operand(call: Call, j: int, new: Sequence[Atom]) -> Call:
    return dataclasses.replace(call, operands=(*call.operands[:j], *new, *call.operands[j + 1 :]))


def is_named(atom: Atom, name: str) -> bool:
    return isinstance(atom, Var) and atom.name == name
