"""Recovery of NumPy idioms before printing: removes operations that NumPy and Python do implicitly.

    wrapped = i + n if i < 0 else i;  x[wrapped]                 =>  x[i]
    x[i] = v if 0 <= i <= n - 1 else x[i]                        =>  x[i] = v
    b if b > a else a                                            =>  max(a, b)
    y = x with x[i] = v;  t = x[i]                               =>  t = x[i];  y = x with x[i] = v
    x[i] = 0;  x[i - 1] += u;  x[i] += v                         =>  x[i - 1] += u;  x[i] = v

Both sides are equivalent, except that in the second rule the program drops a write that is out of range, and
NumPy raises. After the fourth rule, the old x is dead at the write, which may then be in place.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ...analysis.constants import uniform
from ...analysis.def_use import maker, makers
from ...ir.program import Atom, Call, Const, Program, Var
from .accumulation_idioms import without_zeros
from .loop_carries import is_written
from .shown import Like, text_call
from .triangle_idioms import (
    diagonal_matrix,
    diagonal_part,
    gathered_diagonal,
    identity,
    scattered_diagonal,
    solved_with_factor,
    triangle,
)

FIRST_INDEX = {
    "dynamic_slice": 1,
    "update_slice": 2,
    "gather": 1,
    "scatter": 2,
    "scatter_add": 2,
    "scatter_mul": 2,
    "scatter_min": 2,
    "scatter_max": 2,
}


EXTREMA = {"gt": "max(_0, _1)", "lt": "min(_0, _1)"}


def natural(program: Program) -> Program:
    """The program as its print form reads, here and in the programs it holds."""
    done: dict[int, Program] = {}

    def visit(p: Program) -> Program:
        if id(p) not in done:
            calls = makers(p.body)
            body = [_natural_call(_inner(call, visit), calls) for call in p.body]
            body = without_zeros(p, body, lambda atom: _offset(atom, calls))
            done[id(p)] = dataclasses.replace(p, body=tuple(reads_first(p, body)))
        return done[id(p)]

    return visit(program)


def reads_first(program: Program, body: list[Call]) -> list[Call]:
    """The calls, with those reads before a write to the same array that are all that is still wanted of the old one."""
    place = {v: k for k, call in enumerate(body) for v in call.outputs}
    consumers: dict[Atom, list[int]] = {}
    for k, call in enumerate(body):
        for o in call.operands:
            consumers.setdefault(o, []).append(k)
    before: dict[int, list[Call]] = {}
    for k, call in enumerate(body):
        for array in _changed(call):
            later = [j for j in consumers[array] if j > k]
            if array not in program.results and all(_may_precede(body[j], array, k, place) for j in later):
                before.setdefault(k, []).extend(body[j] for j in later)
    moved = {id(call) for calls in before.values() for call in calls}
    return [
        c
        for k, call in enumerate(body)
        for c in (*before.get(k, ()), call)
        if c is not call or id(c) not in moved
    ]


def _changed(call: Call) -> list[Atom]:
    """The arrays that a call writes, itself or in a branch."""
    if call.primitive.name == "cond":
        parameters = zip(call.operands[1:], *(p.parameters for p in call.param("branches")))
        return [
            o
            for o, *inner in parameters
            if o.type.shape and any(is_written(b, p) for b, p in zip(call.param("branches"), inner))
        ]
    return [call.operands[0]] if call.primitive.access == "write" else []


def _may_precede(read: Call, array: Atom, k: int, place: dict[Var, int]) -> bool:
    """Whether a call only reads a window of an array, or saves it, at a place known before the k-th call."""
    window = read.primitive.name in ("slice_", "dynamic_slice") and read.operands[0] == array
    saved = read.primitive.name == "update_slice" and read.operands[1] == array and read.operands[0] != array
    return (window or saved) and all(place.get(o, -1) < k for o in read.operands if isinstance(o, Var))


def _inner(call: Call, visit: Any) -> Call:
    change = lambda v: visit(v) if isinstance(v, Program) else v
    if not any(call.programs()):
        return call
    params = tuple((k, tuple(map(change, v)) if isinstance(v, tuple) else change(v)) for k, v in call.params)
    return dataclasses.replace(call, params=params)


def _natural_call(call: Call, calls: dict[str, Call]) -> Call:
    if call.primitive.name == "select" and not call.outputs[0].type.shape:
        return _extremum(call, calls)
    if call.primitive.name == "select" and (found := triangle(call, calls)):
        show, operands = found
        return text_call(call.outputs[0], "triangle_of", show, operands, call.span)
    if call.primitive.name == "select" and (found := diagonal_matrix(call, calls)):
        return text_call(call.outputs[0], "diagonal", found[0], found[1], call.span)
    if call.primitive.name in ("reduce_sum", "slice_") and (found := diagonal_part(call, calls)):
        return text_call(call.outputs[0], "diagonal", found[0], found[1], call.span, access="read")
    if call.primitive.name == "gather" and (matrix := gathered_diagonal(call)):
        return text_call(call.outputs[0], "diagonal", "np.diag(_0)", (matrix,), call.span, access="read")
    if call.primitive.name == "scatter_add" and (vector := scattered_diagonal(call, calls)):
        return text_call(call.outputs[0], "diagonal", "np.diag(_0)", (vector,), call.span)
    if call.primitive.name == "triangular_solve" and (show := solved_with_factor(call, calls)):
        return text_call(call.outputs[0], "triangular_solve", show, call.operands, call.span)
    if call.primitive.name == "solve" and not isinstance(call.primitive, Like) and _is_inverse(call, calls):
        return text_call(call.outputs[0], "solve", "np.linalg.inv(_0)", call.operands[:1], call.span)
    if call.primitive.name in ("cast", "eq") and (show := identity(call, calls)):
        return text_call(call.outputs[0], "eye", show, (), call.span)
    first = FIRST_INDEX.get(call.primitive.name)
    if first is None:
        return call
    operands = list(call.operands)
    if call.primitive.name == "update_slice":
        operands[1] = _unguarded(call, calls)
    for k, axis in zip(range(first, len(operands)), indexed_axes(call)):
        operands[k] = _unwrapped(operands[k], operands[0].type.shape[axis], calls)
    return dataclasses.replace(call, operands=tuple(operands))


def _is_inverse(call: Call, calls: dict[str, Call]) -> bool:
    """Whether a call solves a matrix for the identity."""
    right, made = call.operands[1], maker(call.operands[1], calls)
    if isinstance(right, Const):
        eye = right.type.ndim == 2 and np.array_equal(right.value, np.eye(*right.type.shape))
    else:
        eye = made is not None and bool(identity(made, calls))
    return eye and not call.param("transpose")


def _extremum(call: Call, calls: dict[str, Call]) -> Call:
    """max(a, b) for `b if b > a else a`, which is what Python's max does."""
    test, b, a = call.operands
    for compare, text in EXTREMA.items():
        if _made_by(test, compare, calls) == (b, a):
            return text_call(call.outputs[0], "select", text, (a, b), call.span)
    return call


def indexed_axes(call: Call) -> range | tuple[int, ...]:
    return call.param("axes") if "axes" in dict(call.params) else range(call.operands[0].type.ndim)


def _made_by(atom: Atom, primitive: str, calls: dict[str, Call]) -> tuple[Atom, ...] | None:
    """The operands of the call that an atom comes from, if it is of this primitive."""
    call = maker(atom, calls)
    return call.operands if call and call.primitive.name == primitive else None


def _is_number(atom: Atom, number: int, calls: dict[str, Call]) -> bool:
    if isinstance(atom, Const):
        return bool(atom.value.size) and bool((atom.value == number).all())
    inner = _made_by(atom, "broadcast", calls)
    return inner is not None and _is_number(inner[0], number, calls)


def _unwrapped(atom: Atom, size: int, calls: dict[str, Call]) -> Atom:
    """i for `i + size if i < 0 else i`."""
    choice = _made_by(atom, "select", calls)
    if choice is None:
        return atom
    i = choice[2]
    test = _made_by(choice[0], "lt", calls)
    negative = test is not None and test[0] == i and _is_number(test[1], 0, calls)
    base, offset = _offset(i, calls)
    return i if negative and _offset(choice[1], calls) == (base, offset + size) else atom


def _offset(atom: Atom, calls: dict[str, Call]) -> tuple[Atom, int]:
    """(j, -1) for j - 1, (j, 2) for j + 1 + 1."""
    for name, sign in (("add", 1), ("sub", -1)):
        made = _made_by(atom, name, calls)
        number = (
            uniform(made[1], calls) if made is not None and made[0].type.shape == atom.type.shape else None
        )
        if number is not None:
            base, offset = _offset(made[0], calls)
            return base, offset + sign * int(number)
    return atom, 0


def _unguarded(call: Call, calls: dict[str, Call]) -> Atom:
    """v for `v if the index is in range else x[index]`, or for `… else c` if x is c everywhere."""
    x, update, *starts = call.operands
    parts = set().union(*(_parts(s, calls) for s in starts))
    filled = uniform(x, calls)
    if (
        filled is not None
        and update.type.dtype == bool
        and not filled
        and _is_range_test(update, parts, calls)
    ):
        return Const(np.asarray(True), update.type)  # True if the index is in range else False
    choice = _made_by(update, "select", calls)
    if choice is None:
        return update
    other = uniform(choice[2], calls)
    known = filled is not None and other is not None and np.array_equal(filled, other, equal_nan=True)
    if not known and _made_by(choice[2], "dynamic_slice", calls) != (x, *starts):
        return update
    test = (_made_by(choice[0], "broadcast", calls) or (choice[0],))[0]
    return choice[1] if _is_range_test(test, parts, calls) else update


def _is_range_test(test: Atom, parts: set, calls: dict[str, Call]) -> bool:
    """Whether a condition only compares the integers that an index is computed from with bounds."""
    both = _made_by(test, "and_", calls)
    if both:
        return all(_is_range_test(t, parts, calls) for t in both)
    compared = _made_by(test, "ge", calls) or _made_by(test, "le", calls)
    return compared is not None and isinstance(compared[1], Const) and _key(compared[0], calls) in parts


def _key(atom: Atom, calls: dict[str, Call], depth: int = 4) -> Any:
    """The same for two atoms that are computed in the same way."""
    call = calls.get(atom.name) if isinstance(atom, Var) and depth else None
    if call is None or call.primitive.name not in ("select", "add", "lt", "cast"):
        return atom
    return call.primitive.name, call.params, tuple(_key(o, calls, depth - 1) for o in call.operands)


def _parts(atom: Atom, calls: dict[str, Call], depth: int = 4) -> set:
    """The keys of an index and of the integers it is computed from."""
    call = calls.get(atom.name) if isinstance(atom, Var) and depth else None
    inner = call.operands if call and call.primitive.name in ("select", "add", "mul", "cast") else ()
    return {_key(atom, calls)}.union(*(_parts(o, calls, depth - 1) for o in inner))
