"""Strength reduction of divisions: several quotients with one denominator 1 + exp(x) become products with its
reciprocal.

    a / (1 + exp(x)), b / (1 + exp(x)), c / (1 + exp(x))    ⇒    r = 1 / (1 + exp(x));  a * r, b * r, c * r

The reciprocal of the largest numbers is subnormal, which XLA takes for 0: so r is the reciprocal of a 16th of the
denominator, and a 16th of a is multiplied.

Derivatives of sigmoids are full of such. XLA computes no division twice, so each that has several users is an array in
memory; products go into one pass. A product with the reciprocal is not always the nearest number to the quotient, but
exp, which makes the denominator, is not that exact either. Other denominators are left alone; one that is c > 0 or more
has a reciprocal that does not overflow.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...analysis.def_use import maker, makers
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Var, with_programs

FEW = 3  # quotients: fewer are left as they are
LEAST = 1e-3  # of the constant in the denominator
PART = 1 / 16  # of the denominator


def with_reciprocals(program: Program) -> Program:
    """The program, and those that it holds, with such products."""
    calls = tuple([with_programs(call, with_reciprocals) for call in program.body])
    made = makers(calls)
    counts = Counter(denominator(call) for call in calls)
    shared = {name for name, n in counts.items() if name and n >= FEW and is_sigmoid(made.get(name), made)}
    if shared:
        calls = tuple(products(calls, shared))
    same = len(calls) == len(program.body) and all(x is y for x, y in zip(calls, program.body))
    return program if same else Program(program.name, program.parameters, calls, program.results)


def denominator(call: Call) -> str | None:
    y = call.operands[1] if call.primitive.name == "div" else None
    return y.name if isinstance(y, Var) and y.type.dtype.kind == "f" else None


def is_sigmoid(call: Call | None, made: dict[str, Call]) -> bool:
    """Whether it is c + exp(x), with a constant c that is not too small."""
    if call is None or call.primitive.name != "add":
        return False
    for x, y in (call.operands, call.operands[::-1]):
        source = maker(y, made)
        if source is not None and source.primitive.name == "exp" and (least(x, made) or 0) >= LEAST:
            return True
    return False


def least(atom: Atom, made: dict[str, Call]) -> float | None:
    """The least number in a constant, also if it is broadcast."""
    call = maker(atom, made)
    value = call.operands[0] if call is not None and call.primitive.name == "broadcast" else atom
    return float(np.min(value.value)) if isinstance(value, Const) and value.value.size else None


def products(calls: tuple[Call, ...], shared: set[str]) -> list[Call]:
    """The calls with reciprocals behind the denominators, and products for quotients."""
    found: list[Call] = []
    for call in calls:
        name = denominator(call)
        if name in shared:
            x, y = call.operands
            part, kind = Var(f"{call.outputs[0].name}~part", x.type), y.type.update(weak=False)
            found.append(Call((part,), TABLE["mul"], (x, Var(f"{name}~sixteenth", kind)), (), call.span))
            call = Call(call.outputs, TABLE["mul"], (part, Var(f"{name}~reciprocal", kind)), (), call.span)
        found.append(call)
        for v in call.outputs:
            if v.name in shared:
                found += reciprocal(v, call)
    return found


def reciprocal(y: Var, call: Call) -> list[Call]:
    """1 / (y / 16), and the 16th"""
    kind = y.type.update(weak=False)
    params = (("axes", ()), ("shape", kind.shape))
    calls: list[Call] = []

    def add(name: str, primitive: str, *operands: Atom, params: tuple[tuple[str, Any], ...] = ()) -> Var:
        calls.append(Call((Var(f"{y.name}~{name}", kind),), TABLE[primitive], operands, params, call.span))
        return calls[-1].outputs[0]

    one, part = (Const(np.asarray(number, kind.dtype), kind.update(shape=())) for number in (1, PART))
    add("one", "broadcast", one, params=params)
    add("sixteenth", "broadcast", part, params=params)
    small = add("small", "mul", y, Var(f"{y.name}~sixteenth", kind))
    add("reciprocal", "div", Var(f"{y.name}~one", kind), small)
    return calls
