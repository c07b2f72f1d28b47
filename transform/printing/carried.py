"""What a loop does to the values it carries, told from its body: does it update them, add to them, outgrow them?"""
from __future__ import annotations

import re

from ..program import Atom, Call, Const, Program, Var, walk
from .trees import is_default

PULLBACK = re.compile(r"_vjp(_\d+)*$")
COTANGENT = re.compile(r"_bar(_\d+)*$")
OVERFLOWING = {"mul", "shift_left", "integer_pow", "pow"}
SMALL = 1024
LOOPS = ("fori_loop", "while_loop")
PASSING = ("select", "cast", "reshape", "copy", "broadcast", "call")       # may give an operand back as it is


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
        small = any(isinstance(o, Const) and abs(int(o.value)) <= SMALL for o in call.operands if not o.type.shape)
        return not (small and index in call.operands and call.primitive.name == "mul")
    return any(_may_overflow(c, p.parameters[0] if call.primitive.name == "fori_loop" else None)
               for p in call.programs() for c in p.body)


def written(body: Program, carried: int) -> list[bool]:
    """Which of the last parameters are arrays that are updated, in this iteration or, under another name, later."""
    inner = body.parameters[len(body.parameters) - carried:]
    found = [bool(p.type.shape) and is_written(body, p) for p in inner]
    for _ in found:
        for k, parameter in enumerate(inner):
            found[k] = found[k] or any(r == parameter and w for r, w in zip(body.results, found))
    return found


def is_written(program: Program, parameter: Var) -> bool:
    """Whether a parameter's array is updated, directly or in an inner program."""
    for call in program.body:
        places = [j for j, o in enumerate(call.operands) if o == parameter]
        if call.primitive.access == "write" and places[:1] == [0]:
            return True
        if any(is_written(p, p.parameters[i]) for j in places for p, i in _inner_places(call, j)):
            return True
    return False


def _inner_places(call: Call, j: int) -> list[tuple[Program, int]]:
    """The programs that operand j of a control primitive goes to and may be written in, and its place there."""
    match call.primitive.name:
        case "cond":
            return [(p, j - 1) for p in call.param("branches")] if j else []
        case "leave":
            return [(call.param("branch"), j - 1)] if j else []
        case "call":
            return [(call.param("program"), j)] if j in taken_over(call.param("program")) else []
        case "while_loop":
            return [(call.param("body"), j)] if j >= call.param("invariant") else []
        case "fori_loop":
            return [(call.param("body"), j - 1)] if j - 2 >= call.param("invariant") else []
    return []


def taken_over(program: Program) -> frozenset[int]:
    """The arrays that a called program is given to write into: the cotangents that a pullback adds to."""
    if not PULLBACK.search(program.name) or any(c.primitive.name == "leave" for c in walk(program)):
        return frozenset()
    adds = lambda p: any(accumulates(program, k, p) for k in range(len(program.results)))
    given = [(k, p) for k, p in enumerate(program.parameters) if p.type.shape and COTANGENT.search(p.name)]
    return frozenset(k for k, p in given if is_written(program, p) or adds(p))


def accumulates(body: Program, k: int, parameter: Var) -> bool:
    """Whether the k-th carried array only ever has something added to it, here or in an inner loop."""
    made = next((c for c in body.body if body.results[k] in c.outputs), None)
    if made is None or parameter not in made.operands or not parameter.type.shape:
        return False
    if made.primitive.name not in LOOPS:
        return made.primitive.name in ("add", "sub")
    inner, j = made.param("body"), made.outputs.index(body.results[k])
    at = j - len(made.outputs)                          # counted from the end, as the carried values are
    return made.operands[at] == parameter and accumulates(inner, j, inner.parameters[at])


# -- scalars that may be the caller's: an array without axes, which += would change --------------------------

def foreign(body: Program, given: set[Var], carried: int) -> set[Var]:
    """The parameters of a loop's body that may be such a scalar in some iteration, if `given` are in the first."""
    inner = body.parameters[len(body.parameters) - carried:]
    found = set(given)
    while True:
        same = passed_on(body, found)
        new = {p for p, r in zip(inner, body.results) if not p.type.shape and r in same}
        if new <= found:
            return found
        found |= new


def passed_on(program: Program, found: set[Var]) -> set[Atom]:
    """The values of a program that may be one of these parameters itself."""
    same: set[Atom] = set(found)
    for call in program.body:
        given = [o in same for o in call.operands]
        if any(given):
            same.update(handed_on(call, given))
    return same


def handed_on(call: Call, given: list[bool]) -> list[Var]:
    """The outputs of a call that may be one of the given operands itself."""
    outputs, count = call.outputs, len(call.outputs)
    match call.primitive.name:
        case "cond":
            ends = [(p, passed_on(p, {q for q, g in zip(p.parameters, given[1:]) if g})) for p in call.param("branches")]
            return [v for k, v in enumerate(outputs) if any(p.results[k] in same for p, same in ends)]
        case "fori_loop" | "while_loop":
            inner = call.param("body").parameters
            lead = given[-len(inner):] if call.primitive.name == "while_loop" else [False, *given[2:]]
            inside = foreign(call.param("body"), {p for p, g in zip(inner, lead) if g}, count)
            return [v for v, p in zip(outputs, inner[len(inner) - count:]) if p in inside]
    return list(outputs) if call.primitive.name in PASSING else []
