"""Names for variables that a pass makes or moves: derived from the values they stand for, unique in their
program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...ir.builder import RESERVED, TABLE
from ...ir.program import Atom, Call, Program, Var


class Names:
    """The names of a program, and new ones. Collected when first asked for."""

    __slots__ = ("program", "taken", "counts", "old")

    def __init__(self, program: Program):
        self.program = program
        self.taken: set[str] | None = None
        self.old: frozenset[str] = frozenset()
        self.counts: dict[str, int] = {}

    def _collect(self) -> set[str]:
        self.old = frozenset(
            [p.name for p in self.program.parameters]
            + [v.name for call in self.program.body for v in call.outputs]
        )
        self.taken = set(self.old)
        return self.taken

    def original(self, name: str) -> bool:
        """Whether the program names a variable so."""
        if self.taken is None:
            self._collect()
        return name in self.old

    def fresh(self, name: str) -> str:
        """The name, or with another number: x, x_1, x_2 …"""
        taken = self._collect() if self.taken is None else self.taken
        name += "_" * (name in RESERVED)
        if name in taken:
            base = re.sub(r"_\d+$", "", name) or name
            count = self.counts.get(base, 0)
            while name in taken:
                count += 1
                name = f"{base}_{count}"
            self.counts[base] = count
        taken.add(name)
        return name


def is_derived(name: str, call: Call) -> bool:
    """Whether the name is one that the builder gives to a nameless output of the call, or the front end to a
    flag."""
    if re.search(r"_is_set(_\d+)?$", name):
        return True
    stem = call.primitive.name.rstrip("_")
    return name.startswith(stem) and name[len(stem) : len(stem) + 1] in ("", "_")


def is_of_primitive(name: str) -> bool:
    """Whether a name was made from a primitive's, or a cotangent's or tangent's from such: sub_x, mul_bar."""
    words = name.split("_")
    return any("_".join(words[:k]) in TABLE for k in range(1, len(words) + 1))


def rename_calls(program: Program, names: Mapping[str, str]) -> Program:
    """The program with other names for some variables that its calls make."""
    new: dict[str, Var] = {}

    def use(atom: Atom) -> Atom:
        return new.get(atom.name, atom) if type(atom) is Var else atom

    body = []
    for call in program.body:
        operands = tuple([use(o) for o in call.operands])
        outputs = call.outputs
        if any(v.name in names for v in outputs):
            outputs = tuple([Var(names.get(v.name, v.name), v.type) for v in outputs])
            new.update((old.name, var) for old, var in zip(call.outputs, outputs) if old.name != var.name)
        body.append(Call(outputs, call.primitive, operands, call.params, call.span))
    return Program(program.name, program.parameters, tuple(body), tuple([use(r) for r in program.results]))
