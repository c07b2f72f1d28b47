"""Unroll counted loops whose body permutes arrays, by the period of the permutation.

    for i in range(n): a, b = b, a      ⇒      for i in range(0, n - n % 2, 2): the body for i, the body for i + 1
                                               if n % 2: the body for n - 1

A loop gives each carry a buffer; only in an unrolled body is an exchange of arrays a change of names.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Type, Var, const
from ..stablehlo.schedule import Analysis, large
from .loop_carries import Loop

FLAG = Type(np.dtype(bool))
MOST_TURNS, MOST_CALLS = 4, 400


def period(loop: Loop, analysis: Analysis) -> int:
    """After how many turns every large array is back in its place; 1 if arrays stay or are not exchanged."""
    body, lead = loop.programs["body"], 1 + loop.invariant
    moves = {
        k: root - lead
        for k, root in enumerate(analysis.roots(body))
        if root is not None and root >= lead and large(body.results[k].type)
    }
    if set(moves) != set(moves.values()) or all(k == v for k, v in moves.items()):
        return 1
    turns = math.lcm(*(_cycle(moves, k) for k in moves))
    return turns if turns <= MOST_TURNS and turns * len(body.body) <= MOST_CALLS else 1


def _cycle(moves: dict[int, int], start: int) -> int:
    length, k = 1, moves[start]
    while k != start:
        length, k = length + 1, moves[k]
    return length


def rotate(into: Any, call: Call, bounds: tuple[Atom, Atom], loop: Loop, turns: int) -> list[Atom]:
    """Append the loop of unrolled turns and the turns that remain; gives the carries."""
    (lo, hi), step, body = bounds, call.param("step"), loop.programs["body"]
    fixed = loop.values[: loop.invariant]
    if not (isinstance(lo, Const) and isinstance(hi, Const)):
        return _unroll_by_branches(into, call, lo, hi, loop, turns)
    indices = range(int(lo.value), int(hi.value), step)
    whole = len(indices) - len(indices) % turns
    end = const(int(lo.value) + whole * step, lo.type.dtype)
    carry = _main(into, call, lo, end, loop, turns) if whole else loop.carry
    for i in indices[whole:]:
        carry = into.inline(body, (const(i, lo.type.dtype), *fixed, *carry))
    return carry


def _main(into: Any, call: Call, lo: Atom, end: Atom, loop: Loop, turns: int) -> list[Atom]:
    """Append the unrolled loop."""
    outputs = [into.fresh(Var("x", c.type)) for c in loop.carry]
    step, invariant = call.param("step"), loop.invariant
    body = unroll_body(loop, turns, step, into.inner())
    into.append(call, (lo, end, *loop.values), outputs, body=body, step=step * turns, invariant=invariant)
    return outputs


def unroll_body(loop: Loop, turns: int, step: int, inner: Any) -> Program:
    """The program of several turns; `inner` is an empty Body to write it in."""
    body = loop.programs["body"]
    index, *rest = body.parameters
    fixed, carry = rest[: loop.invariant], rest[loop.invariant :]
    for turn in range(turns):
        if turn:
            index = inner.add("add", (index, const(step, index.type.dtype)), Var("i", index.type), None)
        carry = inner.inline(body, (index, *fixed, *carry))
    return Program(body.name, body.parameters, tuple(inner.calls), tuple(carry))


def _unroll_by_branches(into: Any, call: Call, lo: Atom, hi: Atom, loop: Loop, turns: int) -> list[Atom]:
    """The same when the number of turns is known only as the program runs: a branch for each turn that may remain."""
    step, span, kind = call.param("step"), call.span, lo.type
    number = lambda v: const(v, kind.dtype)
    add = lambda name, *operands: into.add(name, operands, Var("n", kind), span)
    first, last = (lo, hi) if step > 0 else (hi, lo)
    distance = add("sub", add("maximum", first, last), first)
    count = add("floor_divide", add("add", distance, number(abs(step) - 1)), number(abs(step)))
    left = add("remainder", count, number(turns))
    end = add("add", lo, add("mul", add("sub", count, left), number(step)))
    carry = _main(into, call, lo, end, loop, turns)
    for turn in range(turns - 1):
        test = into.add("gt", (left, number(turn)), Var("p", FLAG), span)
        index = add("add", end, number(turn * step))
        values = (index, *loop.values[: loop.invariant], *carry)
        carry = _once_if(into, test, values, loop.programs["body"], len(carry), span)
    return carry


def _once_if(
    into: Any, test: Atom, values: tuple[Atom, ...], body: Program, carried: int, span: Any
) -> list[Atom]:
    """Append a branch that runs the body or leaves the carries, the last of the values, alone."""
    parameters = tuple(Var(f"x~{k}", v.type) for k, v in enumerate(values))
    stay = Program("stay", parameters, (), parameters[len(parameters) - carried :])
    outputs = [into.fresh(Var("x", p.type)) for p in stay.results]
    into.calls.append(
        Call(tuple(outputs), TABLE["cond"], (test, *values), (("branches", (body, stay)),), span)
    )
    return outputs
