"""Def-use chains of one block of calls: the definition of each variable, and its uses.

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3]"):
...     y = prim.sin(x)
...     z = prim.mul(y, x)
...     return y, z
... ''')
>>> chains = DefUse(program.body, program.results)
>>> chains.made["z"].primitive.name, chains.place["z"]
('mul', 1)
>>> [(use.call and use.call.primitive.name, use.number) for use in chains.uses["y"]]
[('mul', 0), (None, 0)]
>>> chains.used_once(program.parameters[0]), chains.used_once(program.results[1])
(False, True)
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..ir.program import Atom, Call, Program, Var


class Use(NamedTuple):
    """An operand of a call, by number; or, where the call is None, a result of the block."""

    call: Call | None
    number: int


class DefUse:
    """The definitions and uses of the variables of a block, by name.

    made     the call that makes a variable
    place    its number in the block
    uses     who reads it, in order, the results last; for parameters and variables of blocks around too
    """

    def __init__(self, calls: Sequence[Call], results: Sequence[Atom] = ()):
        self._block = calls, results
        self.made = makers(calls)

    @functools.cached_property
    def place(self) -> dict[str, int]:
        return {v.name: k for k, call in enumerate(self._block[0]) for v in call.outputs}

    @functools.cached_property
    def uses(self) -> dict[str, list[Use]]:
        found: dict[str, list[Use]] = {}
        for call in self._block[0]:
            for k, o in enumerate(call.operands):
                if type(o) is Var:
                    found.setdefault(o.name, []).append(Use(call, k))
        for k, r in enumerate(self._block[1]):
            if type(r) is Var:
                found.setdefault(r.name, []).append(Use(None, k))
        return found

    def maker(self, atom: Atom, *names: str) -> Call | None:
        """The call that makes a variable, if it is of one of these primitives."""
        return maker(atom, self.made, *names)

    def used_once(self, atom: Atom) -> bool:
        return type(atom) is Var and len(self.uses.get(atom.name, ())) == 1

    def only_returned(self, var: Var) -> bool:
        """Whether a variable is one result of the block, and read by none of its calls."""
        return [use.call for use in self.uses.get(var.name, ())] == [None]


def chains_of(program: Program) -> DefUse:
    return DefUse(program.body, program.results)


def makers(calls: Sequence[Call]) -> dict[str, Call]:
    """The call that makes each variable."""
    return {v.name: call for call in calls for v in call.outputs}


def maker(atom: Atom, made: Mapping[str, Call], *names: str) -> Call | None:
    """The call that makes a variable, if it is of one of these primitives; of any if none is given."""
    call = made.get(atom.name) if type(atom) is Var else None
    return call if call is not None and (not names or call.primitive.name in names) else None


def behind(atom: Atom, made: dict[str, Call], *names: str) -> Atom:
    """The value that one was made from by calls of these primitives, each of its first operand."""
    while call := maker(atom, made, *names):
        atom = call.operands[0]
    return atom


def in_order(calls: Sequence[Call]) -> list[Call]:
    """The calls, each behind those that make its operands, otherwise in their order."""
    made, done = makers(calls), set()
    order: list[Call] = []

    def put(call: Call) -> None:
        done.add(id(call))
        for o in call.operands:
            before = maker(o, made)
            if before is not None and id(before) not in done:
                put(before)
        order.append(call)

    for call in calls:
        if id(call) not in done:
            put(call)
    return order
