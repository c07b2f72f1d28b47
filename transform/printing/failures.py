"""Failures that Python raises by itself are taken out of a program before it is printed for people.

    failed = note_failure(failed, isnan(x), failure=1);  i = to_int(x);  …  if failed == 1: raise …    =>  i = int(x)
"""
from __future__ import annotations

import dataclasses

from ..passes import dead_code, simplify
from ..program import Atom, Program, walk, with_programs


def without_failures(program: Program) -> Program:
    """The program that notes no failure, here or in the programs it holds."""
    if not any(call.primitive.name == "note_failure" for call in walk(program)):
        return program
    return dead_code(simplify(_unnoted(program, {})))


def _unnoted(program: Program, done: dict[int, tuple[Program, Program]]) -> Program:
    if id(program) not in done:
        codes: dict[Atom, Atom] = {}
        read = lambda atom: codes.get(atom, atom)
        body = []
        for call in program.body:
            operands = tuple(map(read, call.operands))
            if call.primitive.name == "note_failure":
                codes[call.outputs[0]] = operands[0]
                continue
            call = dataclasses.replace(call, operands=operands)
            body.append(with_programs(call, lambda p: _unnoted(p, done)))
        results = tuple(map(read, program.results))
        done[id(program)] = program, dataclasses.replace(program, body=tuple(body), results=results)
    return done[id(program)][1]
