"""Counted loops whose body exchanges arrays, unrolled until every array is back where it was.

    for i in range(n): a, b = b, a      ⇒      for i in range(0, n - n % 2, 2): the body for i, the body for i + 1
                                               if n % 2: the body for n - 1

A loop gives each carry a place; only in an unrolled body is an exchange a change of names.
"""
from __future__ import annotations

import math
from typing import Any, Sequence

import numpy as np

from ..build import TABLE
from ..program import Atom, Call, Const, Program, Type, Var, const
from .inplace import Analysis, large

FLAG = Type(np.dtype(bool))
MOST_TURNS, MOST_CALLS = 4, 400


def period(body: Program, invariant: int, analysis: Analysis) -> int:
    """After how many turns every large array is back in its place; 1 if arrays stay or are not exchanged."""
    lead = 1 + invariant
    roots = analysis.roots(body)
    moves = {k: root - lead for k, root in enumerate(roots)
             if root is not None and root >= lead and large(body.results[k].type)}
    if set(moves) != set(moves.values()) or all(k == v for k, v in moves.items()):
        return 1
    turns = math.lcm(*(_cycle(moves, k) for k in moves))
    return turns if turns <= MOST_TURNS and turns * len(body.body) <= MOST_CALLS else 1


def _cycle(moves: dict[int, int], start: int) -> int:
    length, k = 1, moves[start]
    while k != start:
        length, k = length + 1, moves[k]
    return length


def unrolled(body: Program, turns: int, invariant: int, step: int, inner: Any) -> Program:
    """The program of several turns; `inner` is an empty Body to write it in."""
    index, *rest = body.parameters
    fixed, carry = rest[:invariant], rest[invariant:]
    for turn in range(turns):
        if turn:
            stride = const(step, index.type.dtype)
            index = inner.add("add", (index, stride), Var("i", index.type), None)
        carry = inner.inline(body, (index, *fixed, *carry))
    return Program(body.name, body.parameters, tuple(inner.calls), tuple(carry))


def rotate(into: Any, call: Call, lo: Atom, hi: Atom, values: Sequence[Atom], body: Program, turns: int, inner: Any,
           invariant: int, step: int) -> list[Atom]:
    """Append the loop of unrolled turns and what remains; gives the carries."""
    wide = unrolled(body, turns, invariant, step, inner)
    fixed, carry = list(values[:invariant]), list(values[invariant:])

    def main(end: Atom) -> list[Atom]:
        outputs = tuple(into.fresh(Var("x", c.type)) for c in carry)
        params = {"body": wide, "step": step * turns, "invariant": invariant}
        into.calls.append(Call(outputs, TABLE["fori_loop"], (lo, end, *fixed, *carry), tuple(sorted(params.items())), call.span))
        return list(outputs)

    if isinstance(lo, Const) and isinstance(hi, Const):
        indices = range(int(lo.value), int(hi.value), step)
        whole = len(indices) - len(indices) % turns
        if whole:
            carry = main(const(int(lo.value) + whole * step, lo.type.dtype))
        for i in indices[whole:]:
            carry = into.inline(body, (const(i, lo.type.dtype), *fixed, *carry))
        return carry
    return _remaining(into, call, main, lo, hi, fixed, carry, body, turns, step)


def _remaining(into: Any, call: Call, main: Any, lo: Atom, hi: Atom, fixed: list, carry: list, body: Program, turns: int,
               step: int) -> list[Atom]:
    """The loop and then the turns that are left, when their number is known only as the program runs."""
    like, span = Var("n", lo.type), call.span
    number = lambda v: const(v, lo.type.dtype)
    add = lambda name, *operands: into.add(name, operands, like, span)
    span_length = add("maximum", add("sub", *((hi, lo) if step > 0 else (lo, hi))), number(0))
    count = add("floor_divide", add("add", span_length, number(abs(step) - 1)), number(abs(step)))
    left = add("remainder", count, number(turns))
    end = add("add", lo, add("mul", add("sub", count, left), number(step)))
    carry = main(end)
    for turn in range(turns - 1):
        test = into.add("gt", (left, number(turn)), Var("p", FLAG), span)
        index = add("add", end, number(turn * step))
        parameters = tuple(Var(f"x~{k}", v.type) for k, v in enumerate((index, *fixed, *carry)))
        stay = Program("stay", parameters, (), parameters[1 + len(fixed):])
        outputs = tuple(into.fresh(Var("x", c.type)) for c in carry)
        into.calls.append(Call(outputs, TABLE["cond"], (test, index, *fixed, *carry), (("branches", (body, stay)),), span))
        carry = list(outputs)
    return carry
