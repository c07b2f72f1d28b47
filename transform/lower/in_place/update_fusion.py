"""Update fusion: several whole-array updates after a write in a loop become one pass over the array.

    a_1 = update_slice(a, column, 0, k)             a_1 = update_slice(a, column, 0, k)
    t = mul(broadcast(x), broadcast(y))     ⇒       a_2 = call(a_1, x, y, program: a_1 - x * y)
    a_2 = sub(a_1, t)

What reads an array that is written in the same iteration stays a call of its own (see `schedule`); so what only it
needs goes in there."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.def_use import DefUse
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Var
from ...primitives._rules import pointwise

LARGE = 1024  # elements: below it a pass costs nothing
WRITES = frozenset(["update_slice", "put_slice", "scatter", "scatter_add"])
MOVES = frozenset(["broadcast", "inside", "iota"])


def fuse_updates(body: Sequence[Call], results: Sequence[Atom]) -> list[Call]:
    """The calls of a loop's body, with such updates put together."""
    if not any(call.primitive.name in WRITES for call in body):
        return list(body)
    chains = DefUse(body, results)
    written = {
        call.operands[0].name
        for call in body
        if call.primitive.name in WRITES and isinstance(call.operands[0], Var)
    }
    written |= {v.name for call in body if call.primitive.name in WRITES for v in call.outputs}
    inside: dict[int, list[Call]] = {}
    gone: set[int] = set()
    for call in reversed(body):
        if id(call) in gone or not updates_whole_array(call, written):
            continue
        members = producers(call, chains)
        if members:
            inside[id(call)] = [c for c in body if id(c) in members]
            gone |= members
    return [
        outline_updates(call, inside[id(call)]) if id(call) in inside else call
        for call in body
        if id(call) not in gone
    ]


def updates_whole_array(call: Call, written: set[str]) -> bool:
    """Whether it is elementwise on all of an array that is written in this iteration, before or behind it."""
    if call.primitive.batch is not pointwise or call.outputs[0].type.size < LARGE:
        return False
    return any(isinstance(o, Var) and o.name in written for o in call.operands)


def producers(call: Call, chains: DefUse) -> set[int]:
    """The elementwise calls whose results only this one needs, or others among them."""
    members: dict[int, Call] = {id(call): call}
    pending = [call]
    while pending:
        for operand in pending.pop().operands:
            source = chains.maker(operand)
            if source is None or isinstance(operand, Const) or id(source) in members or not movable(source):
                continue
            if all(use.call is not None and id(use.call) in members for use in chains.uses[operand.name]):
                members[id(source)] = source
                pending.append(source)
    return set(members) - {id(call)}


def movable(call: Call) -> bool:
    return len(call.outputs) == 1 and (
        call.primitive.batch is pointwise or call.primitive.name in MOVES or outer(call)
    )


def outer(call: Call) -> bool:
    """x[:, None] * y"""
    return call.primitive.name == "dot" and not any(call.param("contract")) and not any(call.param("batch"))


def outline_updates(call: Call, members: list[Call]) -> Call:
    """One call of a program that does all of it."""
    calls = [*members, call]
    own = {v.name for c in calls for v in c.outputs}
    given: dict[str, Var] = {
        o.name: o for c in calls for o in c.operands if isinstance(o, Var) and o.name not in own
    }
    program = Program(call.primitive.name, tuple(given.values()), tuple(calls), call.outputs)
    return Call(call.outputs, TABLE["call"], tuple(given.values()), (("program", program),), call.span)
