"""Exit analysis of loops: the carries that encode how a loop was left, and the facts that they imply about
the last iteration.

A loop with `break` or `return` carries an integer, its exit code: 0 at first, and tested to be 0. So it is 0
at the start of every iteration, and differs from 0 only after the last one.

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[]"):
...     def body(left: "i64[]", x: "f64[]"):
...         x_1 = prim.mul(x, x)
...         large = prim.gt(x_1, 10.0)
...         left_1 = prim.select(large, 3, 0)
...         return left_1, x_1
...     def test(left: "i64[]", x: "f64[]"):
...         stays = prim.eq(left, 0)
...         return stays
...     left, y = prim.while_loop(0, x, body=body, test=test, invariant=0)
...     return y
... ''')
>>> (loop,) = program.body
>>> list(codes(loop.param("test"), loop.operands)), exit_facts(loop.param("body"), 0)
([0], {'large': ExitFact(code=3, holds=True)})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ..ir.program import Atom, Call, Const, Var
from .def_use import maker, makers

Known = Mapping[str, set[int]]
NOTHING: Known = MappingProxyType({})
FEW = 8  # codes that a value may be, followed through choices


class ExitFact(NamedTuple):
    """Behind an iteration a truth value is (or is not) that the exit code is this one."""

    code: int
    holds: bool


def conjuncts(test: Any) -> list[Atom]:
    """The parts of a loop's test: a and b and c."""
    return _conjuncts_of(test.results[0], makers(test.body))


def _conjuncts_of(atom: Atom, made: dict[str, Call]) -> list[Atom]:
    call = maker(atom, made, "and_")
    return [part for o in call.operands for part in _conjuncts_of(o, made)] if call else [atom]


def codes(test: Any, start: Sequence[Atom]) -> dict[int, Atom]:
    """The exit codes among what a loop starts with: number, part of the test. `test`: of these parameters."""
    return {k: part for k, part in tested_to_be_0(test).items() if integer(start[k]) == 0}


def tested_to_be_0(test: Any) -> dict[int, Atom]:
    """The parameters of a loop's test that are integers which have to be 0: number, part of the test."""
    made, found = makers(test.body), dict[int, Atom]()
    for part in conjuncts(test):
        call = maker(part, made, "eq")
        if call is not None and integer(call.operands[1]) == 0 and call.operands[0] in test.parameters:
            found[test.parameters.index(call.operands[0])] = part
    return found


def integer(atom: Atom) -> int | None:
    """The integer that it is, if that is known."""
    if isinstance(atom, Const) and not atom.type.shape and atom.type.dtype.kind == "i":
        return int(atom.value)
    return None


def exit_facts(body: Any, result: int) -> dict[str, ExitFact]:
    """The facts that an exit code, a result of a loop's body, implies about truth values of the iteration, by
    name."""
    made = makers(body.body)
    atom, becomes = body.results[result], dict[int, int]()
    renumbered = maker(atom, made, "select")
    if renumbered and (found := renumbering(renumbered, made)):  # behind the iteration a `continue` is over
        atom, becomes = found
    choice = maker(atom, made, "select", "cond")
    if choice is None or type(choice.operands[0]) is not Var:
        return {}
    given = alternatives(choice, atom, made)
    sides = [side for parts in given if (side := values(*parts)) is not None]
    if len(sides) < len(given):
        return {}
    then, orelse = ({becomes.get(n, n) for n in side} for side in sides)
    if then & orelse:
        return {}
    ends = (
        ExitFact(min(then), True)
        if len(then) == 1
        else ExitFact(min(orelse), False)
        if len(orelse) == 1
        else None
    )
    return {} if ends is None else {choice.operands[0].name: ends}


def renumbering(select: Call, made: dict[str, Call]) -> tuple[Atom, dict[int, int]] | None:
    """For `0 if left == 2 else left`: left, and {2: 0}."""
    asked, then, orelse = select.operands
    equal = maker(asked, made, "eq")
    if equal is None or equal.operands[0] != orelse:
        return None
    old, new = integer(equal.operands[1]), integer(then)
    return None if old is None or new is None else (orelse, {old: new})


def alternatives(
    choice: Call, atom: Atom, made: dict[str, Call], known: Known = NOTHING
) -> list[tuple[Any, ...]]:
    """The two values of a choice, one for each side, each with the calls around and the known facts."""
    if choice.primitive.name == "select":
        return [(side, made, known) for side in choice.operands[1:]]
    k, operands = choice.outputs.index(atom), choice.operands[1:]
    given = {
        n: found
        for n, o in enumerate(operands)
        if o.type.dtype.kind == "i" and not o.type.shape and (found := values(o, made, known)) is not None
    }
    return [
        (branch.results[k], makers(branch.body), {branch.parameters[n].name: v for n, v in given.items()})
        for branch in choice.param("branches")
    ]


def values(atom: Atom, made: dict[str, Call], known: Known = NOTHING) -> set[int] | None:
    """The integers that a value may be, if they are few and known. `known`: those of some variables."""
    if isinstance(atom, Const):
        number = integer(atom)
        return None if number is None else {number}
    if atom.name in known:
        return known[atom.name]
    choice = maker(atom, made, "select", "cond", "while_loop", "fori_loop")
    if choice is None:
        return None
    if choice.primitive.name.endswith("_loop"):
        return final(atom, choice, made, known)
    given = alternatives(choice, atom, made, known)
    sides = [side for parts in given if (side := values(*parts)) is not None]
    return None if len(sides) < len(given) or len(sides[0] | sides[1]) > FEW else sides[0] | sides[1]


def final(output: Atom, loop: Call, made: dict[str, Call], known: Known = NOTHING) -> set[int] | None:
    """The integers with which a loop may end."""
    k, body = loop.outputs.index(output), loop.param("body")
    start = values(loop.operands[len(loop.operands) - len(loop.outputs) + k], made, known)
    if start is None:
        return None
    carry = body.parameters[len(body.parameters) - len(loop.outputs) + k]
    ends = values(body.results[k], makers(body.body), {carry.name: start})
    return None if ends is None or len(start | ends) > FEW else start | ends
