"""Dead-code elimination before printing: unused results, calls, carries and operands, and the counter that
orders effects.

    unused = sin(x);  counter_1 = print(counter, y);  return counter_1, y       =>      print(y);  return y
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ...analysis.constants import is_zero
from ...analysis.def_use import maker, makers
from ...analysis.regions import region
from ...ir.program import Atom, Call, Program, const, walk, with_programs
from ...passes.simplify.dead_code import dead_code
from ..tapes.taping import tapes_of
from .shown import Silent


def without_returned_masks(program: Program, parts: Sequence[tuple[int, dict[int, Any]]]) -> Program:
    """The program, whose results are not set to 0 behind the part of them that is returned.

    parts: for results of which a part is returned, that only once: which of an axis, so many positions (a result, or
    what is known).
    """
    made, results = makers(program.body), list(program.results)
    for k, sizes in parts:
        call = maker(results[k], made, "select_region")
        if call is not None and all(
            axis in sizes and is_zero(lo, made) and same_size(hi, sizes[axis], program.results)
            for axis, (lo, hi) in region(call).items()
        ):
            results[k] = call.operands[0]
    return (
        program if results == list(program.results) else dataclasses.replace(program, results=tuple(results))
    )


def same_size(end: Atom, size: Any, results: Sequence[Atom]) -> bool:
    """Whether a region ends where as many positions end as a result says."""
    return type(size) is int and results[size] == end


def trim(program: Program, wanted: Sequence[bool]) -> Program:
    """The program with its wanted results only, and what they need; its parameters stay."""
    found = dead_code(without_counter(program), frozenset(k for k, w in enumerate(wanted) if w))
    read = {c.param("tape") for c in walk(found) if c.primitive.name in ("recall", "recorded")}
    return found if read.issuperset(tapes_of(found)) else dead_code(without_tapes(found, read))


def without_tapes(program: Program, read: set[int]) -> Program:
    """The program without what it puts on lists that nothing reads."""
    calls = [c for c in program.body if c.primitive.name != "record" or c.param("tape") in read]
    body = tuple([with_programs(c, lambda p: without_tapes(p, read)) for c in calls])
    return dataclasses.replace(program, body=body)


def without_counter(program: Program) -> Program:
    """Effects without the counter that they take first and give back."""
    counters: dict[Atom, Atom] = {}
    body = []
    for call in program.body:
        call = with_programs(call, without_counter)
        if counters:
            operands = tuple([counters.get(o, o) for o in call.operands])
            call = Call(call.outputs, call.primitive, operands, call.params, call.span)
        if call.primitive.name == "host_call":
            counters[call.outputs[0]] = call.operands[0]
            operands = const(0), *call.operands[1:]
            call = Call(call.outputs[1:], Silent(call.primitive), operands, call.params, call.span)
        body.append(call)
    return dataclasses.replace(
        program, body=tuple(body), results=tuple(counters.get(r, r) for r in program.results)
    )
