"""Slices of computed length that are invariant in a loop are taken inside of it, as the user wrote them.

    c = select_region(a[:, i], 0, i + 1, n)                         for j in …:
    for j in …: … dot(c, select_region(b, 0, i + 1, n))     =>          … a[i + 1:, i] @ b[i + 1:]

The compiler takes them out of loops, where they are arrays with zeros in them; inside they are slices.
"""
from __future__ import annotations

import dataclasses

from ...analysis.constants import is_zero
from ...analysis.def_use import maker, makers
from ...ir.program import Atom, Call, Program, Var, with_programs

LOOPS = ("fori_loop", "while_loop")
SCALARS = frozenset(["add", "sub", "neg", "minimum", "maximum", "cast"])


def sunk(program: Program) -> Program:
    """The program with such slices in its loops, here and in the programs it holds."""
    if not any(call.programs() for call in program.body):
        return program
    made = makers(program.body)
    return dataclasses.replace(program, body=tuple(with_programs(sunk_into(call, made), sunk) for call in program.body))


def sunk_into(call: Call, made: dict[str, Call]) -> Call:
    if call.primitive.name not in LOOPS:
        return call
    first = 2 * (call.primitive.name == "fori_loop")
    places = [k for k in range(call.param("invariant")) if is_slice(call.operands[first + k], made)]
    return Sinking(call, made, first, places).loop() if places else call


def is_slice(atom: Atom, made: dict[str, Call]) -> bool:
    """Is it select_region(x, 0, …)?"""
    call = maker(atom, made, "select_region")
    return call is not None and is_zero(call.operands[1], made)


class Sinking:
    """One loop: what its body needs in place of the slices, and the calls that make them there."""

    def __init__(self, call: Call, made: dict[str, Call], first: int, places: list[int]):
        self.call, self.made, self.first = call, made, first
        self.invariant = call.param("invariant")
        self.carried = {o.name for o in call.operands[first + self.invariant:] if isinstance(o, Var)}
        body = call.param("body")
        self.taken = {v.name for p in call.programs() for v in
                      (*p.parameters, *(v for c in p.body for v in c.outputs))}
        lead = len(body.parameters) - len(call.operands) + first        # the counter
        self.lead = lead
        self.given: dict[str, Var] = {}             # operands of the loop -> its parameters
        for k in range(self.invariant):
            o = call.operands[first + k]
            if isinstance(o, Var) and k not in places:
                self.given[o.name] = body.parameters[lead + k]
        self.places = places
        self.added: list[tuple[Var, Var]] = []      # operand, parameter
        self.calls: list[Call] = []

    def loop(self) -> Call:
        call, body = self.call, self.call.param("body")
        for k in self.places:
            self.inner(call.operands[self.first + k], body.parameters[self.lead + k])
        kept = [k for k in range(self.invariant) if k not in self.places]
        operands = (*call.operands[:self.first], *(call.operands[self.first + k] for k in kept),
                    *(o for o, _ in self.added), *call.operands[self.first + self.invariant:])

        def change(p: Program) -> Program:
            lead = len(p.parameters) - len(call.operands) + self.first
            new = (*p.parameters[:lead], *(p.parameters[lead + k] for k in kept), *(v for _, v in self.added),
                   *p.parameters[lead + self.invariant:])
            return dataclasses.replace(p, parameters=new, body=(*self.calls, *p.body))
        params = tuple((k, change(v) if isinstance(v, Program) else len(kept) + len(self.added)
                        if k == "invariant" else v) for k, v in call.params)
        return dataclasses.replace(call, operands=operands, params=params)

    def inner(self, atom: Atom, name: Var | None = None) -> Atom:
        """The value inside of the loop: a parameter, or a call like the one outside."""
        if not isinstance(atom, Var):
            return atom
        if atom.name not in self.given:
            call = self.made.get(atom.name)
            if call is not None and (name or self.movable(call)):
                out = name or self.fresh(atom)
                operands = tuple(map(self.inner, call.operands))
                self.calls.append(dataclasses.replace(call, operands=operands, outputs=(out,)))
            else:
                out = self.fresh(atom)
                self.added.append((atom, out))
            self.given[atom.name] = out
        return self.given[atom.name]

    def movable(self, call: Call) -> bool:
        name, out = call.primitive.name, call.outputs[0].type
        if name in ("dynamic_slice", "slice_"):         # a window of an array that the loop leaves alone
            return isinstance(call.operands[0], Var) and call.operands[0].name not in self.carried
        return name == "broadcast" or name in SCALARS and not out.shape and out.dtype.kind in "iu"

    def fresh(self, like: Var) -> Var:
        name, n = like.name, 0
        while name in self.taken:
            n += 1
            name = f"{like.name}_{n}"
        self.taken.add(name)
        return Var(name, like.type)
