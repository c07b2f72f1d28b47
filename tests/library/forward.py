"""Forward derivatives of a program by the primitives' rules, in NumPy: to try what composites differentiate to."""
from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.ir.evaluate import evaluate
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.ir.program import Const, Program


def value_and_tangent(program: Program, inputs: list, tangents: list) -> tuple[list, list]:
    """The results on the inputs, and their derivatives along the tangents (None: no derivative)."""
    if any(call.primitive.kind == "control" for call in program.body):
        return of_loops(program, inputs, tangents)
    values = {p.name: np.asarray(x) for p, x in zip(program.parameters, inputs)}
    dots = {p.name: t for p, t in zip(program.parameters, tangents)}
    read = lambda atom: atom.value if isinstance(atom, Const) else values[atom.name]
    dot_of = lambda atom: None if isinstance(atom, Const) else dots[atom.name]
    for call in program.body:
        xs, ts = [read(o) for o in call.operands], [dot_of(o) for o in call.operands]
        out = call.primitive.numpy(*xs, **dict(call.params))
        outs = out if call.primitive.multiple else (out,)
        made = step(call.primitive, out, xs, ts, dict(call.params), len(outs))
        for var, value, dot in zip(call.outputs, outs, made):
            values[var.name], dots[var.name] = np.asarray(value), dot
    return [read(r) for r in program.results], [dot_of(r) for r in program.results]


def of_loops(program: Program, inputs: list, tangents: list) -> tuple[list, list]:
    """As `value_and_tangent`, by the pass."""
    forward, kept = jvp(program, [t is not None for t in tangents])
    found = evaluate(forward, *inputs, *(t for t in tangents if t is not None))
    values, dots = found[:len(kept)], iter(found[len(kept):])
    return list(values), [next(dots) if k else None for k in kept]


def step(primitive: Any, out: Any, xs: list, ts: list, params: dict, count: int) -> tuple:
    if primitive.kind == "control":
        raise NotImplementedError(primitive.name)
    if primitive.kind == "discrete" or all(t is None for t in ts):
        return (None,) * count
    if primitive.kind == "smooth":
        rules = [(primitive.jvp_rule(k), t) for k, t in enumerate(ts) if t is not None]
        parts = [rule(t, out, *xs, **params) for rule, t in rules if rule is not None]
        return combine(parts if count > 1 or primitive.multiple else [(p,) for p in parts], count)
    linear = [k for k, _ in enumerate(xs) if k < len(xs) and primitive.transpose[k] is not None]
    if primitive.kind == "linear":
        moved = [(np.zeros_like(x) if ts[k] is None else ts[k]) if k in linear else x for k, x in enumerate(xs)]
        return (primitive.numpy(*moved, **params),)
    parts = [(primitive.numpy(*xs[:k], ts[k], *xs[k + 1:], **params),) for k in linear if ts[k] is not None]
    return combine(parts, count)


def combine(parts: list, count: int) -> tuple:
    """The sums of the contributions of all operands."""
    total: list = [None] * count
    for part in parts:
        for k, value in enumerate(part):
            if value is not None:
                total[k] = value if total[k] is None else total[k] + value
    return tuple(total)
