"""What nobody wants is taken out before a program is printed for people: results, calls, carried values, operands.

    i = 0; found = False; for i, found, s carried …; return s        =>  for s carried …; return s

Calls with an effect stay. The counter that orders effects goes, for in Python the lines are in order.
"""
from __future__ import annotations

import dataclasses
from typing import Any, Iterable, Sequence

from ..program import Atom, Call, Program, Var, const, walk
from .shown import Silent


def trim(program: Program, wanted: Sequence[bool]) -> Program:
    """The program with its wanted results only, and what they need; its parameters stay."""
    program = _without_counter(program)
    results = tuple(r for r, w in zip(program.results, wanted) if w)
    needed = _names(results)
    body: list[Call] = []
    for call in reversed(program.body):
        live = [v.name in needed for v in call.outputs]
        if any(live) or has_effect(call):
            call = _trimmed(call, live)
            body.insert(0, call)
            needed |= _names(call.operands)
    return dataclasses.replace(program, body=tuple(body), results=results)


def with_leaves(program: Program, how: str, wanted: Sequence[bool]) -> Program:
    """The program with only the wanted results where it is left: a loop by break, a function by return."""
    def change(call: Call) -> Call:
        branch = dict(call.params).get("branch")
        if branch is not None:
            branch = with_leaves(branch, how, wanted)
            if call.param("how") != how:
                return with_params(call, branch=branch)
            places = tuple(k for k, w in enumerate(wanted) if w)
            branch = dataclasses.replace(branch, results=_kept(branch.results, wanted))
            return with_params(call, branch=branch, places=places)
        if call.primitive.name == "cond":
            branches = tuple(with_leaves(p, how, wanted) for p in call.param("branches"))
            return with_params(call, branches=branches)
        if how == "return" and call.primitive.name in ("fori_loop", "while_loop"):
            return with_params(call, body=with_leaves(call.param("body"), how, wanted))
        return call

    return dataclasses.replace(program, body=tuple(map(change, program.body)))


def renumbered(program: Program, kept: Sequence[bool]) -> Program:
    """The body of a loop of whose carried values some are gone."""
    def change(call: Call) -> Call:
        if call.primitive.name == "cond":
            return with_params(call, branches=tuple(renumbered(p, kept) for p in call.param("branches")))
        if call.primitive.name == "leave" and call.param("how") == "break":
            return with_params(call, places=tuple(sum(kept[:k]) for k in call.param("places")))
        return call

    return dataclasses.replace(program, body=tuple(map(change, program.body)))


def has_effect(call: Call) -> bool:
    return call.primitive.effect or any(c.primitive.effect for p in call.programs() for c in walk(p))


def _names(atoms: Iterable[Atom]) -> set[str]:
    return {a.name for a in atoms if isinstance(a, Var)}


def _without_counter(program: Program) -> Program:
    """Effects without the counter that they take first and give back."""
    counters: dict[Atom, Atom] = {}
    body = []
    for call in program.body:
        call = dataclasses.replace(call, operands=tuple(counters.get(o, o) for o in call.operands))
        if call.primitive.name == "host_print":
            counters[call.outputs[0]] = call.operands[0]
            operands = const(0), *call.operands[1:]
            call = Call((), Silent(call.primitive), operands, call.params, call.span)
        body.append(call)
    return dataclasses.replace(program, body=tuple(body), results=tuple(counters.get(r, r) for r in program.results))


def _trimmed(call: Call, live: list[bool]) -> Call:
    match call.primitive.name:
        case "cond":
            return _cond(call, live)
        case "fori_loop":
            return _loop(call, live, 2)
        case "while_loop":
            return _loop(call, live, 0)
        case "leave":
            branch = trim(call.param("branch"), [True] * len(call.param("branch").results))
            used = _used(branch)
            operands = (call.operands[0], *_kept(call.operands[1:], used))
            call = with_params(call, branch=_with_parameters(branch, used))
            return dataclasses.replace(call, operands=operands)
        case "call":
            program = call.param("program")
            return with_params(call, program=trim(program, [True] * len(program.results)))
    return call


def with_params(call: Call, **changes: Any) -> Call:
    return dataclasses.replace(call, params=tuple((k, changes.get(k, v)) for k, v in call.params))


def _used(program: Program) -> list[bool]:
    """Which parameters a program needs."""
    found = _names(program.results).union(*(_names(c.operands) for c in program.body))
    return [p.name in found for p in program.parameters]


def _kept(items: Sequence, mask: Sequence[bool]) -> tuple:
    return tuple(item for item, keep in zip(items, mask, strict=True) if keep)


def _with_parameters(program: Program, mask: Sequence[bool]) -> Program:
    return dataclasses.replace(program, parameters=_kept(program.parameters, mask))


def _cond(call: Call, live: list[bool]) -> Call:
    branches = [trim(p, live) for p in call.param("branches")]
    mask = [any(u) for u in zip(*map(_used, branches))]
    call = with_params(call, branches=tuple(_with_parameters(p, mask) for p in branches))
    operands = (call.operands[0], *_kept(call.operands[1:], mask))
    return dataclasses.replace(call, outputs=_kept(call.outputs, live), operands=operands)


def _loop(call: Call, live: list[bool], lead: int) -> Call:
    """A carried value stays if it is a result, or if what stays reads it."""
    body, test = with_leaves(call.param("body"), "break", live), dict(call.params).get("test")
    fixed = call.param("invariant")
    while True:
        trimmed = trim(body, live)
        used = _used(trimmed)
        tested = _used(test) if test else [False] * (len(used) - (lead > 0))
        reads = [u or t for u, t in zip(used[lead > 0:], tested)]
        more = [a or b for a, b in zip(live, reads[fixed:])]
        if more == live:
            break
        live = more
    mask = [*reads[:fixed], *live]
    body = renumbered(_with_parameters(trimmed, [True] * (lead > 0) + mask), live)
    changes = {"body": body, "invariant": sum(reads[:fixed])}
    if test:
        changes["test"] = _with_parameters(test, mask)
    operands = (*call.operands[:lead], *_kept(call.operands[lead:], mask))
    return dataclasses.replace(with_params(call, **changes), outputs=_kept(call.outputs, live), operands=operands)
