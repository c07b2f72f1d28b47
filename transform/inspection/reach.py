"""Differentiability analysis at one point: inputs that reach the result, and the calls that stop the others.

Every value is marked with the inputs that it depends on, each with what has stopped its derivative on the way, or None
while nothing has. A second run with one input moved a little finds derivatives that are zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.dtypes import is_inexact
from ..core.errors import Span
from ..ir.program import Call, Program
from ..passes.simplify.dead_code import Sweep
from .running import Run, Value, evaluate_call

MOVE = 1e-6  # relative


class Stop(NamedTuple):
    """Why an input has no derivative.

    kind    "integer", "unused", "branch", "stop_gradient", "discrete", "index", "zero"
    by      the primitive that stops it, if one does
    """

    kind: str
    by: str = ""
    span: Span | None = None


Marks = dict[int, Stop | None]


def stops(
    program: Program, arguments: Sequence[Any], results: Sequence[int], gradients: Sequence[Any]
) -> dict[int, Stop]:
    """The stop of each parameter whose gradient is zero or does not exist.

    Args:
        results: the numbers of those that count.
        gradients: of each parameter; None: it has none.
    """
    reading = Reading(program, arguments, results)
    found = {}
    for k, gradient in enumerate(gradients):
        if gradient is None:
            found[k] = Stop("integer")
        elif not np.any(gradient):
            found[k] = reading.stop(k)
    return found


class Reading:
    """One run of a program with marks."""

    def __init__(self, program: Program, arguments: Sequence[Any], results: Sequence[int]):
        self.program = program
        self.values = [
            np.asarray(a, p.type.dtype) for a, p in zip(arguments, program.parameters, strict=True)
        ]
        self.skipped: dict[int, Span | None] = {}  # inputs of branches that were not taken
        self.sweep = Sweep()
        self.needed = self.sweep.needs(program, frozenset(results))
        with np.errstate(all="ignore"):
            run = Run(mark_results, self.choice, add_control_dependence)
            given = [Value(v, {k: None}) for k, v in enumerate(self.values)]
            outs = run.program(program, given)
        self.marks = merge_marks([outs[k].mark for k in results])

    def choice(self, call: Call, predicate: Value, values: list[Value], taken: int) -> None:
        """Note what the other branch would read."""
        other = call.param("branches")[1 - taken]
        for j in self.sweep.needs(other, frozenset(range(len(other.results)))):
            for k in values[j].mark or ():
                self.skipped.setdefault(k, call.span)

    def stop(self, k: int) -> Stop:
        mark = self.marks.get(k, MISSING)
        if mark is MISSING:
            if k not in self.needed:
                return Stop("unused")
            return Stop("branch", span=self.skipped.get(k))
        return mark or self.zero(k)

    def zero(self, k: int) -> Stop:
        """The first call that gives the same when the input is moved."""
        moved, rng = list(self.values), np.random.default_rng(0)
        step = MOVE * (1 + np.abs(moved[k])) * rng.uniform(0.5, 1, np.shape(moved[k]))
        deaths: list[Call] = []

        def both(call: Call, values: list[Value]) -> list[Value]:
            outs = evaluate_call(call, [v.value for v in values])
            if all(v.mark is None for v in values):
                return [Value(out) for out in outs]
            second = evaluate_call(call, [v.value if v.mark is None else v.mark for v in values])
            pairs = list(zip(outs, second))
            if all(np.array_equal(a, b, equal_nan=True) for a, b in pairs):
                deaths.append(call)
                return [Value(out) for out in outs]
            return [Value(a, b) for a, b in pairs]

        given = [Value(v, v + step.astype(v.dtype) if j == k else None) for j, v in enumerate(moved)]
        with np.errstate(all="ignore"):
            Run(both).program(self.program, given)
        return Stop("zero", deaths[0].primitive.name, deaths[0].span) if deaths else Stop("zero")


MISSING: Any = object()


def mark_results(call: Call, values: list[Value]) -> list[Value]:
    """The results of a call, with the values that they depend on."""
    outs = evaluate_call(call, [v.value for v in values])
    marks = [marks_behind(call, k, v.mark) for k, v in enumerate(values) if v.mark]
    mark = merge_marks(marks) or None
    inert = [not is_inexact(v.type.dtype) for v in call.outputs]
    blocked = mark and {k: s or Stop("discrete", call.primitive.name, call.span) for k, s in mark.items()}
    return [Value(out, blocked if still else mark) for out, still in zip(outs, inert)]


def marks_behind(call: Call, k: int, mark: Marks) -> Marks:
    """The marks of an operand behind a call."""
    primitive = call.primitive
    if primitive.name == "stop_gradient":
        new = Stop("stop_gradient", "stop_gradient", call.span)
    elif primitive.kind == "discrete":
        new = Stop("discrete", primitive.name, call.span)
    elif not differentiable(primitive, k):
        new = Stop("index", primitive.name, call.span)
    else:
        return mark
    return {n: stop or new for n, stop in mark.items()}


def differentiable(primitive: Any, k: int) -> bool:
    """Whether a primitive has a derivative by its k-th operand."""
    rules = [r for r in (primitive.jvp, primitive.transpose) if r is not None]
    return not rules or any(r[k] is not None for r in rules)


def add_control_dependence(predicate: Value, outs: list[Value]) -> list[Value]:
    """The results, decided by the values on which a condition depends, without a derivative."""
    if not predicate.mark:
        return outs
    chosen = {k: stop or Stop("discrete", "cond") for k, stop in predicate.mark.items()}
    return [Value(v.value, merge_marks([v.mark or {}, chosen])) for v in outs]


def merge_marks(marks: Sequence[Marks | None]) -> Marks:
    """A derivative that has not been stopped on one way is there."""
    found: Marks = {}
    for mark in marks:
        for k, stop in (mark or {}).items():
            found[k] = None if k in found and found[k] is None else stop
    return found
