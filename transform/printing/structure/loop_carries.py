"""Carry analysis: classify loop carries by their body (updated in place, accumulated, or grown)."""

from __future__ import annotations

import re
from typing import Any

from ...analysis.loops import LoopView, is_loop
from ...ir.program import Call, Const, Program, Var, walk
from ...primitives._rules import pointwise
from ..text.trees import is_default

PULLBACK = re.compile(r"_vjp(_\d+)*$")
COTANGENT = re.compile(r"_bar(_\d+)*$")
OVERFLOWING = {"mul", "shift_left", "integer_pow", "pow"}
SMALL = 1024
NEW = {"dot", "reduce_sum", "reduce_prod"}


def must_be_numpy(body: Program, parameter: Var) -> bool:
    """Whether a carried number must be NumPy's from the start.

    Python has no number of its dtype, or it is an integer that might outgrow 64 bits, as Python's do and NumPy's don't.
    """
    t = parameter.type
    if t.shape or not is_default(t.dtype):
        return not t.shape
    if t.dtype.kind != "i":
        return False
    reached = {parameter}
    for call in body.body:
        if reached.intersection(call.operands):
            if _may_overflow(call):
                return True
            reached.update(call.outputs)
    return False


def _may_overflow(call: Call, index: Var | None = None) -> bool:
    """Whether a call computes an integer that grows fast, itself or inside; `index`: that of the loop around.

    Small multiples of an index do not: that loop would never end.
    """
    if call.primitive.name in OVERFLOWING and call.outputs[0].type.dtype.kind in "iu":
        small = any(
            isinstance(o, Const) and abs(int(o.value)) <= SMALL for o in call.operands if not o.type.shape
        )
        return not (small and index in call.operands and call.primitive.name == "mul")
    return any(
        _may_overflow(c, p.parameters[0] if call.primitive.name == "fori_loop" else None)
        for p in call.programs()
        for c in p.body
    )


def updated_arrays(body: Program, carried: int) -> list[bool]:
    """For each of the last parameters, whether it is an array that is updated, in this iteration or, under
    another name, later."""
    inner = body.parameters[len(body.parameters) - carried :]
    found = [bool(p.type.shape) and is_written(body, p) for p in inner]
    for _ in found:
        for k, parameter in enumerate(inner):
            found[k] = found[k] or any(r == parameter and w for r, w in zip(body.results, found))
    return found


def is_written(program: Program, parameter: Var) -> bool:
    """Whether a parameter's array is updated, directly, in an inner program, or as what a branch gives back."""
    same = {parameter}
    for call in program.body:
        places = [j for j, o in enumerate(call.operands) if o in same]
        if call.primitive.access == "write" and places[:1] == [0]:
            return True
        if any(is_written(p, p.parameters[i]) for j in places for p, i in _inner_places(call, j)):
            return True
        same |= {call.outputs[k] for j in places for k in _given_back(call, j)}
    return False


def _given_back(call: Call, j: int) -> set[int]:
    """The outputs of a cond that may be operand j."""
    if call.primitive.name != "cond" or not j:
        return set()
    return {k for p in call.param("branches") for k in _passed_through(p, p.parameters[j - 1])}


def _passed_through(program: Program, parameter: Var) -> set[int]:
    """The results of a program that may be a parameter."""
    same = {parameter}
    for call in program.body:
        places = [j for j, o in enumerate(call.operands) if o in same]
        same |= {call.outputs[k] for j in places for k in _given_back(call, j)}
    return {k for k, r in enumerate(program.results) if r in same}


def written_operands(call: Call) -> list[Any]:
    """The arrays that a call updates, itself or in a program that it holds."""
    if call.primitive.access == "write":
        return [call.operands[0]]
    return [
        o
        for j, o in enumerate(call.operands)
        if isinstance(o, Var)
        and o.type.shape
        and any(is_written(p, p.parameters[i]) for p, i in _inner_places(call, j))
    ]


def _inner_places(call: Call, j: int) -> list[tuple[Program, int]]:
    """The programs that operand j of a control primitive goes to and may be written in, and its place there."""
    match call.primitive.name:
        case "cond":
            return [(p, j - 1) for p in call.param("branches")] if j else []
        case "leave":
            return [(call.param("branch"), j - 1)] if j else []
        case "call":
            return [(call.param("program"), j)] if j in taken_over(call.param("program")) else []
        case "while_loop" | "fori_loop":
            loop = LoopView(call)
            return [(loop.body, j + loop.shift)] if j >= loop.first else []
    return []


def taken_over(program: Program) -> frozenset[int]:
    """The arrays that a called program is given to write into: the cotangents that a pullback adds to."""
    if not PULLBACK.search(program.name) or any(c.primitive.name == "leave" for c in walk(program)):
        return frozenset()
    adds = lambda p: any(accumulates(program, k, p) for k in range(len(program.results)))
    given = [(k, p) for k, p in enumerate(program.parameters) if p.type.shape and COTANGENT.search(p.name)]
    return frozenset(k for k, p in given if is_written(program, p) or adds(p))


def accumulates(body: Program, k: int, parameter: Var) -> bool:
    """Whether the k-th carried array only ever has something added to it, here, in branches or in an inner loop."""
    made = next((c for c in body.body if body.results[k] in c.outputs), None)
    if made is None or parameter not in made.operands or not parameter.type.shape:
        return False
    if made.primitive.name == "cond":
        place, j = made.operands.index(parameter) - 1, made.outputs.index(body.results[k])
        sides = [(branch, branch.parameters[place]) for branch in made.param("branches")]
        return all(branch.results[j] == p or accumulates(branch, j, p) for branch, p in sides)
    if not is_loop(made):
        return made.primitive.name in ("add", "sub")
    inner, j = made.param("body"), made.outputs.index(body.results[k])
    at = j - len(made.outputs)  # counted from the end, as the carried values are
    return made.operands[at] == parameter and accumulates(inner, j, inner.parameters[at])


def is_renewed(body: Program, k: int) -> bool:
    """Whether the k-th carried array is a new one after every iteration."""
    made = next((c for c in body.body if body.results[k] in c.outputs), None)
    return made is not None and (made.primitive.name in NEW or made.primitive.batch is pointwise)


def saved_row_name(body: Program, parameter: Var) -> str | None:
    """The name of the value that a loop's body saves in rows of a carried array."""
    for call in body.body:
        if (
            call.primitive.access == "write"
            and call.operands[0] == parameter
            and isinstance(call.operands[1], Var)
        ):
            row = call.operands[1]
            made = next((c for c in body.body if row in c.outputs), None)
            if made is None or not is_loop(made):
                return row.name
            inner = made.param("body").parameters
            return inner[len(inner) - len(made.outputs) + made.outputs.index(row)].name
    return None
