"""Batching: a Program for one value becomes a Program for n of them, the batch axis first.

    def f(x):                                       def f_batch(x):
        y = prim.sin(x)     # f64[3]        =>          y = prim.sin(x)     # f64[8,3]
        return y                                        return y

Values that do not depend on a batched one stay as they are: a loop whose bounds are not batched stays one loop, a
branch on an unbatched condition a branch.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ...core.errors import CompileError
from ...ir.builder import Builder, Sym, has_effects
from ...ir.program import Call, Const, Program
from ...primitives._rules import add_batch_axis
from ...primitives.control.custom_rules import JvpRule, LazyJvpRule, VjpRule
from ..autodiff.checkpointing import with_checkpoints

Mask = tuple[bool, ...]


def batch(
    program: Program,
    batched: Sequence[bool],
    n: int,
    force: Sequence[bool] | None = None,
    name: str | None = None,
) -> tuple[Program, Mask]:
    """The program over n values of the batched parameters; which of its results are batched.

    Args:
        name: of the batch axis, for collectives.
        force: results that are batched in any case (their values are repeated where they do not depend on the batch).
    """
    forced = None if force is None else tuple(force)
    return Batching(n, name).program(with_checkpoints(program), tuple(batched), forced)


class Batching:
    """Each program is batched once for each set of batched parameters."""

    def __init__(self, n: int, name: str | None = None):
        self.n, self.name = n, name
        self.done: dict[Hashable, tuple[Program, Mask, Program, int]] = {}
        self.turns = 0  # how many loops are run for one lane after the other

    def program(self, program: Program, mask: Mask, force: Mask | None = None) -> tuple[Program, Mask]:
        key = id(program), mask, force
        if key in self.done:
            self.turns += self.done[key][3]
        else:
            before, b = self.turns, Builder()
            inputs = [
                b.parameter(with_axis(p.type, self.n) if m else p.type, p.name)
                for p, m in zip(program.parameters, mask, strict=True)
            ]
            outs, found = self.run(b, program, inputs, mask)
            if force is not None:
                outs, found = self.forced(outs, found, force)
            self.done[key] = (
                b.finish(outs, f"{program.name}_batch"),
                tuple(found),
                program,
                self.turns - before,
            )
        return self.done[key][:2]

    def forced(
        self, outs: Sequence[Sym], found: Sequence[bool], force: Sequence[bool]
    ) -> tuple[list[Sym], list[bool]]:
        return [self.axis(x, m) if f else x for x, m, f in zip(outs, found, force)], [
            m or f for m, f in zip(found, force)
        ]

    def axis(self, x: Sym, batched: bool) -> Sym:
        """x with the batch axis."""
        return add_batch_axis(x, self.n, batched)

    def run(
        self, b: Builder, program: Program, inputs: Sequence[Sym], mask: Sequence[bool]
    ) -> tuple[list[Sym], list[bool]]:
        """Run a program in a builder on values that may be batched."""
        env: dict[str, tuple[Sym, bool]] = {
            p.name: (x, m) for p, x, m in zip(program.parameters, inputs, mask)
        }
        read = lambda atom: (Sym(b, atom), False) if isinstance(atom, Const) else env[atom.name]
        for call in program.body:
            b.site.span = call.span
            values, batched = zip(*map(read, call.operands)) if call.operands else ((), ())
            outs, found = self.call(b, call, list(values), tuple(batched))
            for var, out, m in zip(call.outputs, outs, found, strict=True):
                env[var.name] = out, m
                b.name(out, var.name)
        results = [read(r) for r in program.results]
        return [x for x, _ in results], [m for _, m in results]

    def call(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        primitive, params = call.primitive, dict(call.params)
        if not any(mask) and not self.concerns(call):
            out = b.bind(primitive, values, params)
            outs = out if primitive.multiple else (out,)
            return outs, [False] * len(outs)
        if primitive.kind == "control" and acts_by_lane(call, mask):
            raise CompileError(
                "a host call that only some members of the batch reach",
                "call it for all members, and select the results with np.where",
            ).at(call.span)
        rule = CONTROL.get(primitive.name)
        if rule is not None:
            return rule(self, b, call, values, mask)
        if primitive.batch is None:
            raise CompileError(f"{primitive.name} can't be batched")
        out = primitive.batch(primitive, self.n, tuple(values), mask, **params)
        outs = tuple(out) if primitive.multiple else (out,)
        return outs, [True] * len(outs)

    def concerns(self, call: Call) -> bool:
        """Whether a call asks for other members of the batch."""
        if self.name is None or call.primitive.kind != "control":
            return False
        own = call.primitive.name == "collective" and call.param("name") == self.name
        return own or any(self.concerns(c) for p in call.programs() for c in p.body)

    # -- control flow ----------------------------------------------------------------------------------------------

    def function(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        program, found = self.program(call.param("program"), mask)
        return b.bind(call.primitive, values, {"program": program}), found

    def cond(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        if mask[0]:
            raise CompileError("a batched condition is not supported yet", "np.where chooses between values")
        found = [self.program(branch, mask[1:])[1] for branch in call.param("branches")]
        force = tuple(a or c for a, c in zip(*found))
        branches = tuple(self.program(branch, mask[1:], force)[0] for branch in call.param("branches"))
        return b.bind(call.primitive, values, {"branches": branches}), force

    def fori_loop(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        if any(mask[:2]):
            raise CompileError("a loop with batched bounds is not supported yet")
        params = dict(call.params)
        carry, program = self.settled(params["body"], params["invariant"], mask[2:], 1)
        operands = [*values[:2], *self.carried(values[2:], mask[2:], params["invariant"], carry)]
        return b.bind(call.primitive, operands, {**params, "body": program}), carry

    def while_loop(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        params = dict(call.params)
        carry, program = self.settled(params["body"], params["invariant"], mask, 0)
        whole = (*mask[: params["invariant"]], *carry)
        test, (batched,) = self.program(params["test"], whole)
        if batched:
            raise CompileError("a loop with a batched condition is not supported yet")
        operands = self.carried(values, mask, params["invariant"], carry)
        return b.bind(call.primitive, operands, {**params, "body": program, "test": test}), carry

    def settled(self, body: Program, invariant: int, mask: Mask, lead: int) -> tuple[Mask, Program]:
        """The carries that are batched (the least fix-point), and the body for them."""
        fixed, carry = mask[:invariant], mask[invariant:]
        while True:
            found = self.program(body, (False,) * lead + fixed + carry)[1]
            wider = tuple(a or c for a, c in zip(carry, found))
            if wider == carry:
                return carry, self.program(body, (False,) * lead + fixed + carry, carry)[0]
            carry = wider

    def carried(self, values: Sequence[Sym], mask: Mask, invariant: int, carry: Mask) -> list[Sym]:
        rest = zip(values[invariant:], mask[invariant:], carry)
        return [*values[:invariant], *(self.axis(x, m) if c else x for x, m, c in rest)]

    def host_call(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        """A host function that gives nothing is called for one member after the other."""
        callee = call.param("callee")
        if callee.results or mask[0]:
            raise CompileError(
                "a batch of calls of the host whose results are used", "use recto.pure_callback"
            )
        return b.bind(call.primitive, values, {"callee": callee.for_each_lane(self.n, mask[1:])}), [False]

    def ruled(
        self, b: Builder, call: Call, values: list[Sym], mask: Mask
    ) -> tuple[Sequence[Sym], Sequence[bool]]:
        """A function with its own derivative: everything is batched, the rule too."""
        program, rule = call.param("program"), call.param("rule")

        def every(p: Program) -> Program:
            return self.program(p, (True,) * len(p.parameters), (True,) * len(p.results))[0]

        if isinstance(rule, JvpRule):
            eager = rule
            rule = LazyJvpRule(lambda: every(eager.program))
        elif isinstance(rule, VjpRule):
            rule = dataclasses.replace(rule, forward=every(rule.forward), backward=every(rule.backward))
        operands = [self.axis(x, m) for x, m in zip(values, mask)]
        outs = b.bind(call.primitive, operands, {"program": every(program), "rule": rule})
        return outs, [True] * len(outs)


def acts_by_lane(call: Call, mask: Mask) -> bool:
    """Whether it is a branch or loop with effects that members of the batch may go through on ways of their
    own."""
    lead = {"cond": 1, "lanes": 1, "fori_loop": 2, "while_loop": len(mask)}.get(call.primitive.name, 0)
    return any(mask[:lead]) and has_effects(call)


def with_axis(t: Any, n: int) -> Any:
    return t.update(shape=(n, *t.shape), weak=False)


CONTROL: dict[str, Callable[..., tuple[Sequence[Sym], Sequence[bool]]]] = {
    "call": Batching.function,
    "host_call": Batching.host_call,
    "cond": Batching.cond,
    "fori_loop": Batching.fori_loop,
    "while_loop": Batching.while_loop,
    "ruled_call": Batching.ruled,
}
