"""Running a Program call by call, with a mark on every value.

A mark says something of a value besides what it is: which inputs it depends on, a second value of it. The marks of
what a call gives are made by `step`; loops and branches hand them on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..analysis.loops import LoopView, is_loop
from ..ir.program import Atom, Call, Const, Program


class Value(NamedTuple):
    """A value with its mark; None: it depends on nothing."""

    value: Any
    mark: Any = None


Step = Callable[[Call, list[Value]], list[Value]]  # what a call gives
Choice = Callable[
    [Call, Value, list[Value], int], None
]  # told of a branch, the operands, and which was taken


def evaluate_call(call: Call, values: Sequence[Any]) -> list[Any]:
    """The results of a call for these arrays."""
    out = call.primitive.numpy(*values, **dict(call.params))
    return list(out) if call.primitive.multiple else [out]


class Run:
    """Runs programs. `iterations`: the rounds of the loops around, the innermost last."""

    def __init__(
        self,
        step: Step,
        choice: Choice | None = None,
        joined: Callable[[Value, list[Value]], list[Value]] | None = None,
    ):
        self.step, self.choice, self.joined = step, choice, joined
        self.iterations: list[int] = []

    def program(self, program: Program, arguments: Sequence[Value]) -> list[Value]:
        env = {p.name: v for p, v in zip(program.parameters, arguments, strict=True)}
        read: Callable[[Atom], Value] = lambda a: Value(a.value) if isinstance(a, Const) else env[a.name]
        for call in program.body:
            outs = self.call(call, [read(o) for o in call.operands])
            env.update(zip([v.name for v in call.outputs], outs, strict=True))
        return [read(r) for r in program.results]

    def call(self, call: Call, values: list[Value]) -> list[Value]:
        if call.primitive.name in ("call", "ruled_call"):
            return self.program(call.param("program"), values)
        if call.primitive.name == "cond":
            return self.branch(call, values[0], values[1:])
        if is_loop(call):
            return self.loop(call, values)
        return self.step(call, values)

    def branch(self, call: Call, predicate: Value, values: list[Value]) -> list[Value]:
        taken = 0 if np.real(predicate.value) else 1
        if self.choice:
            self.choice(call, predicate, values, taken)
        found = self.program(call.param("branches")[taken], values)
        return self.joined(predicate, found) if self.joined else found

    def loop(self, call: Call, values: list[Value]) -> list[Value]:
        view = LoopView(call)
        fixed, carry = values[view.lead : view.first], values[view.first :]
        self.iterations.append(0)
        try:
            for index in self.turns(view, call, values, lambda: [*fixed, *carry]):
                carry = self.program(view.body, [*index, *fixed, *carry])
                self.iterations[-1] += 1
        finally:
            self.iterations.pop()
        return carry

    def turns(self, view: LoopView, call: Call, values: list[Value], state: Callable[[], list[Value]]) -> Any:
        """The index of each iteration, if it has one."""
        if view.test is not None:
            while np.real(self.program(view.test, state())[0].value):
                yield []
        elif call.primitive.name == "iterate":
            yield from ([] for _ in range(int(np.real(values[0].value))))
        else:
            lo, hi = (int(np.real(v.value)) for v in values[:2])
            kind = view.index[0].type.dtype
            yield from ([Value(np.asarray(i, kind))] for i in range(lo, hi, call.param("step")))
