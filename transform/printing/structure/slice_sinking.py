"""Sink loop-invariant slices of computed length into the loops that use them.

    c = select_region(a[:, i], 0, i + 1, n)                         for j in …:
    for j in …: … dot(c, select_region(b, 0, i + 1, n))     =>          … a[i + 1:, i] @ b[i + 1:]

The compiler takes them out of loops, where they are arrays with zeros in them; inside they are slices.
"""

from __future__ import annotations

import dataclasses

from ...analysis.constants import is_zero
from ...analysis.def_use import maker, makers
from ...analysis.loops import LoopView, is_loop
from ...ir.program import Atom, Call, Program, Var, with_programs

SCALARS = frozenset(["add", "sub", "neg", "minimum", "maximum", "cast"])


def sunk(program: Program) -> Program:
    """The program with such slices in its loops, here and in the programs it holds."""
    if not any(call.programs() for call in program.body):
        return program
    made = makers(program.body)
    return dataclasses.replace(
        program, body=tuple(with_programs(sunk_into(call, made), sunk) for call in program.body)
    )


def sunk_into(call: Call, made: dict[str, Call]) -> Call:
    if not is_loop(call):
        return call
    loop = LoopView(call)
    places = [k for k, o in enumerate(loop.invariants) if is_slice(o, made)]
    return Sinking(loop, made, places).loop() if places else call


def is_slice(atom: Atom, made: dict[str, Call]) -> bool:
    """Whether it is select_region(x, 0, …)."""
    call = maker(atom, made, "select_region")
    return call is not None and is_zero(call.operands[1], made)


class Sinking:
    """One loop: what its body needs in place of the slices, and the calls that make them there."""

    def __init__(self, view: LoopView, made: dict[str, Call], places: list[int]):
        self.view, self.made = view, made
        self.carried = {o.name for o in view.carries if isinstance(o, Var)}
        self.taken = {
            v.name
            for p in view.call.programs()
            for v in (*p.parameters, *(v for c in p.body for v in c.outputs))
        }
        pairs = zip(view.invariants, view.inner_invariants)
        self.given = {o.name: p for k, (o, p) in enumerate(pairs) if isinstance(o, Var) and k not in places}
        self.places = places
        self.added: list[tuple[Var, Var]] = []  # operand, parameter
        self.calls: list[Call] = []

    def loop(self) -> Call:
        view, call = self.view, self.view.call
        for k in self.places:
            self.inner(view.invariants[k], view.inner_invariants[k])
        kept = [k for k in range(len(view.invariants)) if k not in self.places]
        operands = (
            *view.bounds,
            *(view.invariants[k] for k in kept),
            *(o for o, _ in self.added),
            *view.carries,
        )

        def change(p: Program) -> Program:
            lead = len(p.parameters) - len(view.invariants) - len(view.carries)
            new = (
                *p.parameters[:lead],
                *(p.parameters[lead + k] for k in kept),
                *(v for _, v in self.added),
                *p.parameters[lead + len(view.invariants) :],
            )
            return dataclasses.replace(p, parameters=new, body=(*self.calls, *p.body))

        params = tuple(
            (
                k,
                change(v)
                if isinstance(v, Program)
                else len(kept) + len(self.added)
                if k == "invariant"
                else v,
            )
            for k, v in call.params
        )
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
        if name in ("dynamic_slice", "slice_"):  # a window of an array that the loop leaves alone
            return isinstance(call.operands[0], Var) and call.operands[0].name not in self.carried
        return name == "broadcast" or name in SCALARS and not out.shape and out.dtype.kind in "iu"

    def fresh(self, like: Var) -> Var:
        name, n = like.name, 0
        while name in self.taken:
            n += 1
            name = f"{like.name}_{n}"
        self.taken.add(name)
        return Var(name, like.type)
