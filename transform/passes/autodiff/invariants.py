"""Sinking transposes of loop invariants into loops, before reverse mode.

    At = transpose(A)                           for i in range(n):
    for i in range(n):              =>              At = transpose(A)
        P = A @ P @ At                              P = A @ P @ At

The cotangent of A then has one accumulator, to which `temp.T @ P_bar` adds; that of At, which is as large, would be
carried beside it and transposed behind the loop. (Loop-invariant code motion hoists the transpose again.)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from ...analysis.def_use import maker, makers
from ...analysis.loops import LoopView, is_loop
from ...core.dtypes import is_inexact
from ...ir.program import Atom, Call, Program, Var, with_programs
from ..simplify.naming import Names


def with_invariants_sunk(program: Program) -> Program:
    """The program whose loops transpose what they do not change by themselves, at any depth."""
    made = makers(program.body)
    body = [
        with_programs(sink_transposes(c, made) if is_loop(c) else c, with_invariants_sunk)
        for c in program.body
    ]
    if all(a is b for a, b in zip(body, program.body)):
        return program
    return dataclasses.replace(program, body=tuple(body))


def sink_transposes(call: Call, made: dict[str, Call]) -> Call:
    """The loop, with the transposes among its invariants in its programs."""
    view = LoopView(call)
    moves = {
        o: move for o in view.invariants if (move := maker(o, made, "transpose")) and is_inexact(o.type.dtype)
    }
    if not moves:
        return call
    kept = [o for o in view.invariants if o not in moves]
    given = list(dict.fromkeys([*kept, *(move.operands[0] for move in moves.values())]))
    params = {**dict(call.params), "invariant": len(given)}
    params["body"] = with_moves(view.body, len(view.index), view.invariants, given, moves)
    if view.test is not None:
        params["test"] = with_moves(view.test, 0, view.invariants, given, moves)
    operands = (*view.bounds, *given, *view.carries)
    return dataclasses.replace(call, operands=operands, params=tuple(sorted(params.items())))


def with_moves(
    program: Program, lead: int, old: Sequence[Atom], new: Sequence[Atom], moves: Mapping[Atom, Call]
) -> Program:
    """A program of a loop that takes the invariants `new` in place of `old`, and makes the `moves` of them.

    Each call that takes one has its own before it, so that its cotangent is added to where that call is pulled back.

    Args:
        lead: how many parameters stand before the invariants.
    """
    inner = dict(zip(old, program.parameters[lead : lead + len(old)]))
    names = Names(program)
    values = {o: inner[o] if o in inner else Var(names.fresh(str(o)), o.type) for o in new}
    given = {inner[o]: (move, values[move.operands[0]]) for o, move in moves.items()}
    body: list[Call] = []

    def moved(atom: Atom) -> Atom:
        if type(atom) is not Var or atom not in given:
            return atom
        move, value = given[atom]
        body.append(
            dataclasses.replace(move, outputs=(Var(names.fresh(atom.name), atom.type),), operands=(value,))
        )
        return body[-1].outputs[0]

    for call in program.body:
        operands = tuple(map(moved, call.operands))
        changed = any(a is not b for a, b in zip(operands, call.operands))
        body.append(dataclasses.replace(call, operands=operands) if changed else call)
    results = tuple(map(moved, program.results))
    parameters = (*program.parameters[:lead], *values.values(), *program.parameters[lead + len(old) :])
    return dataclasses.replace(program, parameters=parameters, body=tuple(body), results=results)
