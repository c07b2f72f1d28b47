"""Prepare a Program for in-place execution: the list of rewrites before any text is written.

Each call is treated once what it holds has been, so inner programs first:

    for i in range(0, 1): …        ⇒  the body, once                             (turns known to be 0 or 1)
    carry that the body returns    ⇒  operand that the loop only reads           (loop_carries)
    33 scalars carried             ⇒  a vector                                   (loop_carries)
    for …: a, b = b, a             ⇒  two turns in one                           (unrolled_swaps)
    helper(a) that writes a        ⇒  its calls, here                            (in loops)
    if p: a[i] = v                 ⇒  a[i] = v if p else a[i]                    (if_conversion)
    a[2:5] = u                     ⇒  update_slice or concatenate                (static_windows)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Type, Var
from ..stablehlo.schedule import Analysis
from .if_conversion import if_converted
from .loop_carries import Loop, crowd, pack_carries, rename_operands, append_unpacking, drop_constant_carries
from .static_windows import is_large, replace_put_slice
from .unrolled_swaps import period, rotate
from .update_fusion import fuse_updates
from .window_sums import gather_windows


def prepare(program: Program, analysis: Analysis) -> Program:
    """The prepared program: the program itself where nothing is to be done."""
    return Preparation(analysis).program(program, in_loop=False)


class Body:
    """The calls of a program that is being rewritten."""

    def __init__(self, owner: "Preparation", in_loop: bool):
        self.owner, self.in_loop = owner, in_loop
        self.calls: list[Call] = []
        self.later: frozenset[str] = frozenset()  # what the calls behind the present one use
        self.again: dict[str, Atom] = {}  # values that these had better read from where they were written

    def inner(self) -> "Body":
        """An empty one, for the body of a loop."""
        return Body(self.owner, True)

    def fresh(self, var: Var) -> Var:
        self.owner.count += 1
        return Var(f"{var.name.split('~')[0]}~{self.owner.count}", var.type)

    def add(self, primitive: str, operands: Sequence[Atom], like: Var, span: Any, **params: Any) -> Var:
        """Append a call that gives one value of the type of `like`."""
        out = self.fresh(like)
        self.calls.append(
            Call((out,), TABLE[primitive], tuple(operands), tuple(sorted(params.items())), span)
        )
        return out

    def append(self, call: Call, operands: Sequence[Atom], outputs: Sequence[Var], **params: Any) -> None:
        """Append the call with other operands, outputs and parameters."""
        changed = tuple(sorted({**dict(call.params), **params}.items()))
        self.calls.append(Call(tuple(outputs), call.primitive, tuple(operands), changed, call.span))

    def inline(self, program: Program, values: Sequence[Atom]) -> list[Atom]:
        """The calls of a prepared program with values for its parameters, under new names; its results."""
        env = dict(zip([p.name for p in program.parameters], values))
        for call in program.body:
            outputs = tuple(self.fresh(v) for v in call.outputs)
            self.calls.append(
                Call(outputs, call.primitive, rename_operands(call.operands, env), call.params, call.span)
            )
            env.update(zip([v.name for v in call.outputs], outputs))
        return list(rename_operands(program.results, env))


class Preparation:
    """Rewrites programs, each once inside loops and once outside of them."""

    def __init__(self, analysis: Analysis):
        self.analysis, self.count = analysis, 0
        self.done: dict[tuple[int, bool], tuple[Program, Program]] = {}

    def program(self, program: Program, in_loop: bool) -> Program:
        key = id(program), in_loop
        if key not in self.done:
            self.done[key] = self._rewritten(program, in_loop), program
        return self.done[key][0]

    def _rewritten(self, program: Program, in_loop: bool) -> Program:
        concerned = lambda call: call.primitive.kind == "control" or call.primitive.name in TREATMENTS
        if not any(map(concerned, program.body)):
            calls = fuse_updates(program.body, program.results) if in_loop else program.body
            same = len(calls) == len(program.body)
            return (
                program if same else Program(program.name, program.parameters, tuple(calls), program.results)
            )
        body = Body(self, in_loop)
        env: dict[str, Atom] = {}
        calls = gather_windows(program.body, program.results, self.made)
        later = used_behind(calls) if in_loop else [frozenset()] * len(calls)
        for call, body.later in zip(calls, later):
            if env:
                call = Call(
                    call.outputs, call.primitive, rename_operands(call.operands, env), call.params, call.span
                )
            treat = TREATMENTS.get(call.primitive.name, Preparation.other)
            results = treat(self, call, body)
            if results is not None:
                env.update(zip([v.name for v in call.outputs], results, strict=True))
            env.update(body.again)
        final = rename_operands(program.results, env)
        calls = fuse_updates(body.calls, final) if in_loop else body.calls
        return Program(program.name, program.parameters, tuple(calls), final)

    def made(
        self,
        calls: list[Call],
        primitive: str,
        operands: Sequence[Atom],
        kind: Type,
        like: Var,
        **params: Any,
    ) -> Var:
        """Append a call that gives one value of this type."""
        self.count += 1
        out = Var(f"{like.name.split('~')[0]}~{self.count}", kind)
        calls.append(Call((out,), TABLE[primitive], tuple(operands), tuple(sorted(params.items())), None))
        return out

    # Each treatment appends calls and gives what the outputs have become; None: they are as they were.

    def other(self, call: Call, body: Body) -> list[Atom] | None:
        if call.primitive.kind == "control" and any(call.programs()):
            prepared = lambda v: self.program(v, body.in_loop) if isinstance(v, Program) else v
            each = lambda v: tuple(map(prepared, v)) if isinstance(v, tuple) else prepared(v)
            body.append(
                call, call.operands, call.outputs, **{name: each(value) for name, value in call.params}
            )
        else:
            body.calls.append(call)
        return None

    def call(self, call: Call, body: Body) -> list[Atom] | None:
        inner = self.program(call.param("program"), body.in_loop)
        if body.in_loop and self.analysis.overwrites(inner):
            return body.inline(inner, call.operands)
        body.append(call, call.operands, call.outputs, program=inner)
        return None

    def cond(self, call: Call, body: Body) -> list[Atom] | None:
        branches = tuple(self.program(b, body.in_loop) for b in call.param("branches"))
        predicate, *values = call.operands
        if isinstance(predicate, Const):
            return body.inline(branches[0 if predicate.value else 1], values)
        return if_converted(body, call, branches, self.analysis) or self._choose(call, branches, body)

    def _choose(self, call: Call, branches: tuple[Program, ...], body: Body) -> list[Atom]:
        """A cond without the results that are the same operand in both branches."""
        passed = [same_operand(branches, k) for k in range(len(call.outputs))]
        kept = [n for n, k in enumerate(passed) if k is None]
        if kept or self.analysis.effects(call):
            branches = tuple(
                Program(b.name, b.parameters, b.body, tuple(b.results[n] for n in kept)) for b in branches
            )
            body.append(call, call.operands, [call.outputs[n] for n in kept], branches=branches)
        return [v if k is None else call.operands[1 + k] for v, k in zip(call.outputs, passed)]

    def fori_loop(self, call: Call, body: Body) -> list[Atom] | None:
        lo, hi, *values = call.operands
        invariant, step = call.param("invariant"), call.param("step")
        if isinstance(lo, Const) and isinstance(hi, Const):
            turns = len(range(int(lo.value), int(hi.value), step))
            if turns == 0:
                return values[invariant:]
            if turns == 1:
                return body.inline(self.program(call.param("body"), body.in_loop), (lo, *values))
        programs = {"body": self.program(call.param("body"), True)}
        return self._loop(call, (lo, hi), Loop(values, programs, invariant), body)

    def while_loop(self, call: Call, body: Body) -> list[Atom] | None:
        programs = {name: self.program(call.param(name), True) for name in ("body", "test")}
        return self._loop(call, (), Loop(list(call.operands), programs, call.param("invariant")), body)

    def _loop(self, call: Call, bounds: tuple[Atom, Atom] | tuple[()], loop: Loop, body: Body) -> list[Atom]:
        results = loop.carry
        loop, changed = drop_constant_carries(loop)
        outputs = [call.outputs[k] for k in changed]
        for k, value in zip(changed, self._append_loop(call, bounds, loop, outputs, body)):
            results[k] = value
        return results

    def _append_loop(
        self, call: Call, bounds: tuple[Atom, Atom] | tuple[()], loop: Loop, outputs: list[Var], body: Body
    ) -> list[Atom]:
        if bounds and (turns := period(loop, self.analysis)) > 1:
            return rotate(body, call, bounds, loop, turns)
        many = crowd(loop.carry)
        if not many:
            body.append(call, (*bounds, *loop.values), outputs, invariant=loop.invariant, **loop.programs)
            return [*outputs]
        loop, first = pack_carries(loop, many, body, call.span)
        vector, others = body.fresh(first), [v for k, v in enumerate(outputs) if k not in many]
        body.append(
            call, (*bounds, *loop.values), [*others, vector], invariant=loop.invariant, **loop.programs
        )
        scalars = dict(zip(many, append_unpacking(body, vector, call.span)))
        return [scalars.get(k, v) for k, v in enumerate(outputs)]

    def put_slice(self, call: Call, body: Body) -> list[Atom] | None:
        made = replace_put_slice(body, call)
        if made is not None:
            return [made]
        body.calls.append(call)
        u, (out,) = call.operands[1], call.outputs
        if body.in_loop and isinstance(u, Var) and u.name in body.later and is_large(call):
            body.again[u.name] = body.add("slice_", (out,), u, call.span, **dict(call.params))
        return None


TREATMENTS = {
    name: getattr(Preparation, name) for name in ("call", "cond", "while_loop", "fori_loop", "put_slice")
}


def used_behind(calls: Sequence[Call]) -> list[frozenset[str]]:
    """For each call the variables that later calls use, where a call may want to know it."""
    if not any(call.primitive.name == "put_slice" and is_large(call) for call in calls):
        return [frozenset()] * len(calls)
    found: list[frozenset[str]] = []
    used: frozenset[str] = frozenset()
    for call in reversed(calls):
        found.append(used)
        used |= {o.name for o in call.operands if isinstance(o, Var)}
    return found[::-1]


def same_operand(branches: Sequence[Program], k: int) -> int | None:
    """The parameter that result k is in every branch."""
    places = [b.parameters.index(b.results[k]) if b.results[k] in b.parameters else None for b in branches]
    return places[0] if places[0] == places[1] else None
