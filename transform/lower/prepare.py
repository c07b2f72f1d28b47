"""A Program in the form whose loops run in place, before any text is written.

In the order in which each call is treated, inner programs first:

    for i in range(0, 1): …        ⇒  the body, once                             (`turns` known and 0 or 1)
    carry that the body returns    ⇒  operand that the loop only reads           (`tidy_loop`)
    helper(a) that writes a        ⇒  its calls, here                            (in loops)
    a[2:5] = u                     ⇒  update_slice, whose index can be fenced    (in loops)
    a[1:-1] = u                    ⇒  concatenate([a[:1], u, a[-1:]])            (a large part of a large array)
    if p: a[i] = v                 ⇒  a[i] = v if p else a[i]                    (`branches.flat`)
    for …: a, b = b, a             ⇒  two turns in one                           (`rotate`)
"""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ..build import TABLE
from ..program import Atom, Call, Const, Program, Type, Var, const
from .branches import flat
from .inplace import WINDOW, Analysis
from .rotate import period, rotate

MANY = 2048              # elements: a large part of an array at least this large is replaced by concatenation
HOLDERS = ("call", "cond", "while_loop", "fori_loop")


def prepare(program: Program, analysis: Analysis) -> Program:
    """The program itself where nothing is to be done."""
    return Preparation(analysis).program(program, in_loop=False)


class Body:
    """The calls of a program that is being rewritten; `env` says what its variables have become."""

    def __init__(self, owner: "Preparation", in_loop: bool):
        self.owner, self.in_loop = owner, in_loop
        self.calls: list[Call] = []

    def fresh(self, var: Var) -> Var:
        self.owner.count += 1
        return Var(f"{var.name.split('~')[0]}~{self.owner.count}", var.type)

    def add(self, primitive: str, operands: Sequence[Atom], like: Var, span: Any, **params: Any) -> Var:
        """Append a call that gives one value of the type of `like`."""
        out = self.fresh(like)
        self.calls.append(Call((out,), TABLE[primitive], tuple(operands), tuple(sorted(params.items())), span))
        return out

    def inline(self, program: Program, values: Sequence[Atom]) -> list[Atom]:
        """The calls of a prepared program with values for its parameters, under new names; its results."""
        env = dict(zip([p.name for p in program.parameters], values))
        for call in program.body:
            outputs = tuple(self.fresh(v) for v in call.outputs)
            self.calls.append(Call(outputs, call.primitive, renamed(call.operands, env), call.params, call.span))
            env.update(zip([v.name for v in call.outputs], outputs))
        return list(renamed(program.results, env))


def renamed(atoms: Sequence[Atom], env: dict[str, Atom]) -> tuple[Atom, ...]:
    return tuple([env.get(a.name, a) if isinstance(a, Var) else a for a in atoms])


class Preparation:
    """Rewrites programs, each once for each context."""

    def __init__(self, analysis: Analysis):
        self.analysis, self.count = analysis, 0
        self.done: dict[tuple[int, bool], tuple[Program, Program]] = {}

    def program(self, program: Program, in_loop: bool) -> Program:
        key = id(program), in_loop
        if key not in self.done:
            self.done[key] = self._rewrite(program, in_loop), program
        return self.done[key][0]

    def _rewrite(self, program: Program, in_loop: bool) -> Program:
        if not in_loop and not any(c.primitive.name in TREATMENTS or c.primitive.kind == "control" for c in program.body):
            return program
        body, env = Body(self, in_loop), {}
        for call in program.body:
            if env:
                call = Call(call.outputs, call.primitive, renamed(call.operands, env), call.params, call.span)
            treat = TREATMENTS.get(call.primitive.name)
            results = treat(self, call, body) if treat else None
            if results is None:
                body.calls.append(self._with_prepared_programs(call, in_loop))
            else:
                env.update(zip([v.name for v in call.outputs], results, strict=True))
        return Program(program.name, program.parameters, tuple(body.calls), renamed(program.results, env))

    def _with_prepared_programs(self, call: Call, in_loop: bool) -> Call:
        if call.primitive.kind != "control" or not any(call.programs()):
            return call
        prepared = lambda v: self.program(v, in_loop) if isinstance(v, Program) else v
        params = tuple((name, tuple(map(prepared, value)) if isinstance(value, tuple) else prepared(value))
                       for name, value in call.params)
        return Call(call.outputs, call.primitive, call.operands, params, call.span)

    # Each treatment gives what the outputs of the call have become, or None: the call stays as it is.

    def call(self, call: Call, body: Body) -> list[Atom] | None:
        inner = self.program(call.param("program"), body.in_loop)
        if body.in_loop and self.analysis.overwrites(inner):
            return body.inline(inner, call.operands)
        return append(body, call, call.operands, program=inner)

    def cond(self, call: Call, body: Body) -> list[Atom] | None:
        branches = tuple(self.program(b, body.in_loop) for b in call.param("branches"))
        predicate, *values = call.operands
        if isinstance(predicate, Const):
            return body.inline(branches[0 if predicate.value else 1], values)
        return flat(body, call, branches, self.analysis) or choose(body, call, branches)

    def fori_loop(self, call: Call, body: Body) -> list[Atom] | None:
        lo, hi, *values = call.operands
        inner = self.program(call.param("body"), True)
        invariant, step = call.param("invariant"), call.param("step")
        if isinstance(lo, Const) and isinstance(hi, Const):
            turns = len(range(int(lo.value), int(hi.value), step))
            if turns == 0:
                return values[invariant:]
            if turns == 1:
                once = inner if body.in_loop else self.program(call.param("body"), False)
                return body.inline(once, (lo, *values))
        values, (inner,), kept, invariant = tidy_loop(values, (inner,), invariant, 1)
        turns = period(inner, invariant, self.analysis)
        if turns > 1:
            results = iter(rotate(body, call, lo, hi, values, inner, turns, Body(self, True), invariant, step))
            return [next(results) if stays else value for stays, value in kept]
        return loop(body, call, (lo, hi, *values), kept, body=inner, step=step, invariant=invariant)

    def while_loop(self, call: Call, body: Body) -> list[Atom] | None:
        programs = tuple(self.program(call.param(name), True) for name in ("body", "test"))
        values, (inner, test), kept, invariant = tidy_loop(list(call.operands), programs, call.param("invariant"), 0)
        return loop(body, call, tuple(values), kept, body=inner, test=test, invariant=invariant)

    def put_slice(self, call: Call, body: Body) -> list[Atom] | None:
        x, u = call.operands
        starts, limits, strides, drop = (call.param(name) for name in ("starts", "limits", "strides", "drop"))
        if any(k > 1 and stop - start > 1 for start, stop, k in zip(starts, limits, strides)):
            return None
        sizes = tuple(stop - start for start, stop in zip(starts, limits))
        if u.type.size * WINDOW > x.type.size >= MANY:
            return [pieced(body, x, u, starts, limits, call.outputs[0], call.span)]
        if not body.in_loop:
            return None
        return [body.add("update_slice", (x, u, *(const(s, np.int64) for s in starts)), call.outputs[0], call.span,
                         sizes=sizes, drop=drop)]


TREATMENTS = {name: getattr(Preparation, name) for name in (*HOLDERS, "put_slice")}


def pieced(into: Body, x: Atom, u: Atom, starts: Sequence[int], limits: Sequence[int], like: Var, span: Any) -> Atom:
    """x with a window replaced by u, put together from u and what is around it: one pass, by all threads."""
    shape, dtype = x.type.shape, x.type.dtype
    made = into.add("reshape", (u,), Var(like.name, Type(dtype, sizes_of(starts, limits))), span, shape=sizes_of(starts, limits))
    for axis in reversed(range(len(shape))):
        def part(start: int, limit: int) -> list[Atom]:
            low = (*starts[:axis], start, *(0 for _ in shape[axis + 1:]))
            high = (*limits[:axis], limit, *shape[axis + 1:])
            window = {"starts": low, "limits": high, "strides": (1,) * len(shape), "drop": ()}
            return [into.add("slice_", (x,), Var(like.name, Type(dtype, sizes_of(low, high))), span, **window)] if limit > start else []
        pieces = [*part(0, starts[axis]), made, *part(limits[axis], shape[axis])]
        if len(pieces) > 1:
            whole = (*sizes_of(starts[:axis], limits[:axis]), *shape[axis:])
            made = into.add("concatenate", pieces, Var(like.name, Type(dtype, whole)), span, axis=axis)
    return made


def sizes_of(starts: Sequence[int], limits: Sequence[int]) -> tuple[int, ...]:
    return tuple(limit - start for start, limit in zip(starts, limits))


def append(into: Body, call: Call, operands: Sequence[Atom], outputs: Sequence[Var] | None = None, **params: Any) -> list[Atom]:
    """Append the call with other operands and parameters."""
    params = {**dict(call.params), **params}
    outputs = tuple(call.outputs if outputs is None else outputs)
    into.calls.append(Call(outputs, call.primitive, tuple(operands), tuple(sorted(params.items())), call.span))
    return list(call.outputs)


def loop(into: Body, call: Call, operands: Sequence[Atom], kept: list[tuple[bool, Any]], **params: Any) -> list[Atom]:
    """Append a loop whose carries are some of those it had; `kept` says for each output: (True, _) or (False, its value)."""
    append(into, call, operands, [v for v, (stays, _) in zip(call.outputs, kept) if stays], **params)
    return [v if stays else value for v, (stays, value) in zip(call.outputs, kept)]


def choose(into: Body, call: Call, branches: tuple[Program, Program]) -> list[Atom]:
    """Append a cond without the results that are the same operand in both branches."""
    passed = [same_operand(branches, k) for k in range(len(call.outputs))]
    if not any(k is None for k in passed) and not into.owner.analysis.effects(call):
        return [call.operands[1 + k] for k in passed]
    kept = [n for n, k in enumerate(passed) if k is None]
    branches = tuple(Program(b.name, b.parameters, b.body, tuple(b.results[n] for n in kept)) for b in branches)
    append(into, call, call.operands, [call.outputs[n] for n in kept], branches=branches)
    return [v if k is None else call.operands[1 + k] for v, k in zip(call.outputs, passed)]


def same_operand(branches: Sequence[Program], k: int) -> int | None:
    """The parameter that result k is in every branch."""
    places = [b.parameters.index(b.results[k]) if b.results[k] in b.parameters else None for b in branches]
    return places[0] if places[0] == places[1] else None


def tidy_loop(values: list[Atom], programs: tuple[Program, ...], invariant: int, lead: int) -> tuple:
    """A loop without carries that its body returns as they came, and without operands that are constants.

    The body is the first of `programs`; it has `lead` parameters before the operands.
    """
    body = programs[0]
    unchanged = [r == p for r, p in zip(body.results, body.parameters[lead + invariant:])]
    changed = [k for k, same in enumerate(unchanged) if not same]
    fixed = [*range(invariant), *(invariant + k for k, same in enumerate(unchanged) if same)]
    folded = [k for k in fixed if isinstance(values[k], Const)]
    fixed = [k for k in fixed if k not in folded]
    order = [*fixed, *(invariant + k for k in changed)]
    kept = [(not same, values[invariant + k]) for k, same in enumerate(unchanged)]
    if not any(unchanged) and not folded:
        return values, programs, kept, invariant
    programs = tuple(reordered(p, lead if p is body else 0, order, {k: values[k] for k in folded},
                               changed if p is body else range(len(p.results))) for p in programs)
    return [values[k] for k in order], programs, kept, len(fixed)


def reordered(program: Program, lead: int, order: Sequence[int], folded: dict[int, Const], results: Sequence[int]) -> Program:
    """The program with some of its parameters after the first `lead`, the constants put in, and some of its results."""
    parameters = program.parameters
    env = {parameters[lead + k].name: value for k, value in folded.items()}
    body = program.body
    if env:
        body = tuple(Call(c.outputs, c.primitive, renamed(c.operands, env), c.params, c.span) for c in body)
    return Program(program.name, (*parameters[:lead], *(parameters[lead + k] for k in order)), body,
                   renamed([program.results[k] for k in results], env))
