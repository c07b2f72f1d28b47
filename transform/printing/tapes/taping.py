"""The table of primitives of printing alone: a list that a loop fills and a later loop goes through.

record(x, y)        puts values on a list: states.append((x, y))
x, y = recall()     takes the last ones that are left: for x, y in reversed(states)
x, y = recall(k)    reads the k-th: x, y = states[k]
n = recorded()      the index of the last
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ...core.errors import Span
from ...ir.program import Atom, Call, Program, Type, Var


@dataclasses.dataclass(frozen=True)
class Taping:
    """One of them. The parameter `tape` of a call is the number of the list."""

    name: str
    types: tuple[Type, ...] = ()
    kind: str = "control"
    access: None = None
    batch: None = None
    foldable: bool = False

    @property
    def effect(self) -> bool:
        return self.name == "record"

    @property
    def multiple(self) -> bool:
        return self.name != "recorded"

    def output_types(self, types: tuple[Type, ...], params: dict[str, Any]) -> tuple[Type, ...]:
        return self.types


def record(tape: int, values: Sequence[Atom], span: Span | None) -> Call:
    primitive: Any = Taping("record")
    return Call((), primitive, tuple(values), (("tape", tape),), span)


def recall(tape: int, outputs: Sequence[Var], span: Span | None, *index: Atom) -> Call:
    primitive: Any = Taping("recall", tuple(v.type for v in outputs))
    return Call(tuple(outputs), primitive, index, (("tape", tape),), span)


def recorded(tape: int, output: Var, span: Span | None) -> Call:
    primitive: Any = Taping("recorded", (output.type,))
    return Call((output,), primitive, (), (("tape", tape),), span)


def tapes_of(program: Program) -> list[int]:
    """The numbers of the lists that are filled in a program, at any depth."""
    found = [c.param("tape") for c in program.body if c.primitive.name == "record"]
    return [*found, *(n for c in program.body for p in c.programs() for n in tapes_of(p))]


def with_body(loop: Call, body: Program) -> Call:
    return dataclasses.replace(loop, params=tuple(sorted({**dict(loop.params), "body": body}.items())))
