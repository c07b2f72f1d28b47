"""Congruent loop carries: those that are equal in every turn, because they begin alike and stay so if they are
(optimistic value numbering; Alpern, Wegman and Zadeck, "Detecting equality of variables in programs", 1988).

def body(n, m):                     def body(n):
    return n + 1, m + 1      ⇒          return n + 1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..ir.program import Atom, Call, Program, Var

DEPTH = 8  # of the calls between a carry and what it becomes
Alias = Mapping[str, str]  # parameter -> the parameter that it is equal to


def congruent_carries(body: Program, values: Sequence[Atom], invariant: int, lead: int) -> dict[int, int]:
    """The operands of carries that are equal to an earlier carry in every turn, with that one's.

    Args:
        values: the operands of the loop, of which the first are invariant.
        lead: parameters of the body before those for the operands.
    """
    first: dict[object, int] = {}
    found: dict[int, int] = {}
    for k, result in enumerate(body.results, invariant):
        parameter = body.parameters[lead + k]
        if result != parameter:
            key = key_of(values[k]), parameter.type
            if first.setdefault(key, k) != k:
                found[k] = first[key]
    names = [p.name for p in body.parameters[lead:]]
    while found:
        same = Same(body, {names[k]: names[other] for k, other in found.items()})
        wrong = [
            k
            for k, other in found.items()
            if not same(body.results[k - invariant], body.results[other - invariant])
        ]
        if not wrong:
            break
        found = {k: other for k, other in found.items() if k not in wrong}
    return found


def key_of(atom: Atom) -> object:
    return atom.name if type(atom) is Var else atom


class Same:
    """Whether two values of a program are the same, if parameters are equal."""

    def __init__(self, program: Program, alias: Alias):
        self.made = {v.name: (call, k) for call in program.body for k, v in enumerate(call.outputs)}
        self.alias = alias
        self.known: dict[tuple[str, str], bool] = {}

    def __call__(self, a: Atom, b: Atom, depth: int = DEPTH) -> bool:
        if self.number(a) == self.number(b):
            return True
        if type(a) is not Var or type(b) is not Var or not depth:
            return False
        pair = a.name, b.name
        if pair not in self.known:
            self.known[pair] = self.made_alike(a, b, depth)
        return self.known[pair]

    def made_alike(self, a: Var, b: Var, depth: int) -> bool:
        (one, i), (other, j) = (self.made.get(v.name, (None, 0)) for v in (a, b))
        if one is None or other is None:
            return False
        if one is other:
            return self.outputs(one, i, j, depth)
        return (
            one.primitive.name == other.primitive.name
            and one.primitive.kind != "control"
            and not one.primitive.effect
            and i == j
            and one.params == other.params
            and len(one.operands) == len(other.operands)
            and all(self(x, y, depth - 1) for x, y in zip(one.operands, other.operands))
        )

    def number(self, atom: Atom) -> object:
        return self.alias.get(atom.name, atom.name) if type(atom) is Var else atom

    def outputs(self, call: Call, i: int, j: int, depth: int) -> bool:
        """Whether two results of a cond or a loop are the same."""
        if call.primitive.name == "cond":
            return all(
                Same(b, self.inside(b.parameters, call.operands[1:]))(b.results[i], b.results[j], depth - 1)
                for b in call.param("branches")
            )
        if call.primitive.name not in ("fori_loop", "while_loop"):
            return False
        body, invariant = call.param("body"), call.param("invariant")
        lead = len(body.parameters) - len(call.operands) + (2 if call.primitive.name == "fori_loop" else 0)
        operands = call.operands[2:] if call.primitive.name == "fori_loop" else call.operands
        if not self(operands[invariant + i], operands[invariant + j], depth - 1):
            return False
        parameters = body.parameters[lead:]
        alias = self.inside(parameters[:invariant], operands[:invariant])
        alias |= {parameters[invariant + j].name: parameters[invariant + i].name}
        return Same(body, alias)(body.results[i], body.results[j], depth - 1)

    def inside(self, parameters: Iterable[Var], operands: Iterable[Atom]) -> dict[str, str]:
        """The parameters of a program that is called here that are equal."""
        first: dict[object, str] = {}
        return {p.name: first.setdefault(self.number(o), p.name) for p, o in zip(parameters, operands)}
