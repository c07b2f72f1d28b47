"""Lower regions to masks: a choice between whole arrays, by a boolean mask.

                                            m = inside(lo, hi)
    select_region(x, y, lo, hi, axes=(1,))  ⇒   select(broadcast(m, axes=(1,)), x, y)

The masks of one program are made once.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from ...analysis.constants import is_zero
from ...analysis.def_use import makers
from ...analysis.regions import region
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Type, Var, with_programs
from .naming import Names

BOOL = np.dtype(bool)


def with_masks(program: Program) -> Program:
    """An equal program without regions, here and in the programs it holds."""
    done: dict[int, tuple[Program, Program]] = {}

    def visit(p: Program) -> Program:
        if id(p) not in done:
            done[id(p)] = of_one(p, [with_programs(call, visit) for call in p.body]), p
        return done[id(p)][0]

    return visit(program)


def of_one(program: Program, calls: Sequence[Call]) -> Program:
    """The program with these calls, those that take regions under masks."""
    if any(call.primitive.name == "select_region" for call in calls):
        masks = Masks(program)
        for call in calls:
            masks.add(call)
        calls = masks.calls
    same = len(calls) == len(program.body) and all(a is b for a, b in zip(calls, program.body))
    return program if same else dataclasses.replace(program, body=tuple(calls))


class Masks:
    """The calls of one program, made anew."""

    def __init__(self, program: Program):
        self.names, self.made = Names(program), makers(program.body)
        self.given = {p.name for p in program.parameters}
        self.calls: list[Call] = []
        self.known: dict[Hashable, Var] = {}

    def add(self, call: Call) -> None:
        """Append a call, or what it is under a mask."""
        if call.primitive.name != "select_region":
            self.calls.append(call)
            if call.primitive.name == "inside":
                self.known.setdefault(
                    key_of(call.primitive.name, call.operands, call.params), call.outputs[0]
                )
            return
        x, y, *_ = call.operands
        lines = [self.line(call, axis, ends) for axis, ends in region(call).items()]
        mask = functools.reduce(lambda mask, line: self.once("and_", (mask, line), line.type, call), lines)
        name, operands = ("and_", (mask, x)) if self.is_false(y) else ("select", (mask, x, y))
        self.calls.append(Call(call.outputs, TABLE[name], operands, (), call.span))

    def line(self, call: Call, axis: int, ends: tuple[Atom, ...]) -> Var:
        """The mask of what is inside along one axis."""
        shape = call.outputs[0].type.shape
        line = self.once("inside", ends, Type(BOOL, (shape[axis],)), call, size=shape[axis])
        if len(shape) == 1:
            return line
        return self.once("broadcast", (line,), Type(BOOL, shape), call, shape=shape, axes=(axis,))

    def is_false(self, atom: Atom) -> bool:
        return atom.type.dtype == BOOL and is_zero(atom, self.made)

    def once(self, name: str, operands: tuple[Atom, ...], kind: Type, like: Call, **params: Any) -> Var:
        """The value of a call, which may be there already."""
        ordered = tuple(sorted(params.items()))
        key = key_of(name, operands, ordered)
        if key not in self.known:
            of = next((o.name for o in operands if isinstance(o, Var) and o.name in self.given), "")
            hint = f"{name}_{of}" if of else name.rstrip("_")
            out = self.known[key] = Var(self.names.fresh(hint), kind)
            self.calls.append(Call((out,), TABLE[name], operands, ordered, like.span))
        return self.known[key]


def key_of(name: str, operands: Sequence[Atom], params: tuple[Any, ...]) -> Hashable:
    return name, tuple(int(o.value) if isinstance(o, Const) else o for o in operands), params
