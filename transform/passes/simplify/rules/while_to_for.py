"""Induction variable recognition: while loops that count become counted loops, which can be reversed, batched
and fused.

    while i < 10: y = sin(y); i += 2        =>      for i in range(i, 10, 2): y = sin(y)

(Induction variables: Aho, Lam, Sethi and Ullman, Compilers, 9.1.8.)

>>> from ....reader import read
>>> from ....ir.stages import through
>>> from ... import dead_code, simplify
>>> print(through(read('''
... from recto.transform import primitives as prim
... def f(x: "f64[]", n: "i64[]"):
...     def body(i: "i64[]", y: "f64[]"):
...         y_1 = prim.sin(y)
...         i_1 = prim.add(i, 2)
...         return i_1, y_1
...     def test(i: "i64[]", y: "f64[]"):
...         lt = prim.lt(i, 10)
...         return lt
...     i, y = prim.while_loop(n, x, body=body, test=test, invariant=0)
...     return y
... '''), [simplify, dead_code]))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[]", n: "i64[]"):
<BLANKLINE>
    def body(i: "i64[]", y: "f64[]"):
        y_1 = prim.sin(y)  # f64[]
        return y_1
<BLANKLINE>
    (y,) = prim.fori_loop(n, 10, x, body=body, invariant=0, step=2)  # f64[]
    return y
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....analysis.comparisons import SWAPPED
from ....analysis.def_use import maker, makers
from ....analysis.loop_exits import conjuncts
from ....analysis.loops import LoopView, is_loop
from ....ir.builder import TABLE
from ....ir.program import Atom, Call, Const, Program, Var
from .algebraic import OFFSETS, offset
from ..rewriter import Rewriter

UPWARDS, DOWNWARDS = ("lt", "le"), ("gt", "ge")
INCLUSIVE = ("le", "ge")


class Count(NamedTuple):
    """`while i < end: …; i += step`: the position of i among the operands, where it ends, and by how much it grows."""

    place: int
    end: Atom
    inclusive: bool
    step: int


def counted_outputs(scope: Rewriter, call: Call) -> list[Atom] | None:
    """The outputs of a while loop, as those of a counted loop, if it is one."""
    count = counting(call)
    if count is None:
        return None
    body, invariant, k = call.param("body"), call.param("invariant"), count.place
    lo, end = call.operands[k], exclusive_end(scope, call, count)
    carried = [n for n in range(invariant, len(call.operands)) if n != k]
    parameters = (body.parameters[k], *body.parameters[:invariant], *(body.parameters[n] for n in carried))
    turn = Program(body.name, parameters, body.body, tuple(body.results[n - invariant] for n in carried))
    operands = (lo, end, *call.operands[:invariant], *(call.operands[n] for n in carried))
    outputs = tuple(call.outputs[n - invariant] for n in carried)
    params = (("body", turn), ("invariant", invariant), ("step", count.step))
    results = dict(zip(carried, scope.add(Call(outputs, TABLE["fori_loop"], operands, params, call.span))))
    results[k] = last(scope, call, lo, end, count.step)
    return [results[n] for n in range(invariant, len(call.operands))]


def counting(call: Call) -> Count | None:
    """The counter of a while loop, if its test compares a carry, which a turn moves by a constant, with a
    fixed value."""
    test, body, invariant = call.param("test"), call.param("body"), call.param("invariant")
    made = makers(test.body)
    parts = [part for part in conjuncts(test) if not notes_failures(call, maker(part, made))]
    compare = maker(parts[0], made, *SWAPPED) if len(parts) == 1 else None
    if compare is None:
        return None
    written = compare.primitive.name
    for (x, y), name in ((compare.operands, written), (compare.operands[::-1], SWAPPED[written])):
        k = position(test, x)
        if k is None or k < invariant or x.type.dtype.kind not in "iu":
            continue
        end, step = fixed_value(call, test, y), increment(body, k, k - invariant)
        if end is not None and step and name in (UPWARDS if step > 0 else DOWNWARDS):
            count = Count(k, end, name in INCLUSIVE, step)
            return None if may_wrap(count) else count
    return None


def notes_failures(call: Call, part: Call | None) -> bool:
    """Whether a part of a loop's test ends it where a failure has been noted. A loop that counts ends without
    it."""
    if (
        part is None
        or part.primitive.name != "eq"
        or not (type(zero := part.operands[1]) is Const and zero.value == 0)
    ):
        return False
    k, invariant = position(call.param("test"), part.operands[0]), call.param("invariant")
    body = call.param("body")
    return k is not None and k >= invariant and noted_in(body, body.results[k - invariant]) == k


def noted_in(program: Program, atom: Atom) -> int | None:
    """The parameter that a code was, before the program noted failures in it."""
    made = makers(program.body)
    while (call := maker(atom, made)) is not None:
        if call.primitive.name == "note_failure":
            atom = call.operands[0]
        elif call.primitive.name == "cond":
            k = call.outputs.index(atom)
            first, *others = [noted_in(branch, branch.results[k]) for branch in call.param("branches")]
            if first is None or any(origin != first for origin in others):
                return None
            atom = call.operands[1 + first]
        elif is_loop(call):
            loop, k = LoopView(call), call.outputs.index(atom)
            if noted_in(loop.body, loop.body.results[k]) != loop.first + loop.shift + k:
                return None
            atom = loop.carries[k]
        else:
            return None
    return position(program, atom)


def position(program: Program, atom: Atom) -> int | None:
    return program.parameters.index(atom) if type(atom) is Var and atom in program.parameters else None


def fixed_value(call: Call, test: Program, atom: Atom) -> Atom | None:
    """A value that the loop does not change, as the scope around knows it."""
    if type(atom) is Const:
        return atom
    k = position(test, atom)
    return call.operands[k] if k is not None and k < call.param("invariant") else None


def increment(body: Program, k: int, result: int) -> int | None:
    """The constant by which an iteration changes the carry at parameter k."""
    made = next((c for c in body.body if body.results[result] in c.outputs), None)
    found = offset(made) if made and made.primitive.name in OFFSETS else None
    return found[1] if found and found[0] == body.parameters[k] else None


def may_wrap(count: Count) -> bool:
    """Whether the carry may come round at the limits of its dtype, where a range ends. With 64 bits not
    within our time."""
    end, step, dtype = count.end, count.step, count.end.type.dtype
    limits = np.iinfo(dtype)
    if dtype.kind == "u" and step < 0:
        return True
    if type(end) is Const:
        furthest = int(end.value) + step + count.inclusive * int(np.sign(step))
        return not limits.min <= furthest <= limits.max
    return dtype.itemsize < 8 and (count.inclusive or abs(step) > 1)


def exclusive_end(scope: Rewriter, call: Call, count: Count) -> Atom:
    """The end that range(lo, end, step) has."""
    if not count.inclusive:
        return count.end
    one = Const(np.asarray(1, count.end.type.dtype), count.end.type)
    return scope.emit("add" if count.step > 0 else "sub", count.end, one, like=call)


def last(scope: Rewriter, call: Call, lo: Atom, end: Atom, step: int) -> Atom:
    """The value with which the carry leaves the loop: `lo`, or the first one that is not before `end`."""
    number = lambda value: Const(np.asarray(value, lo.type.dtype), lo.type)
    emit = lambda name, *operands: scope.emit(name, *operands, like=call)
    if abs(step) == 1:
        return emit("maximum" if step > 0 else "minimum", lo, end)
    distance = emit("maximum", emit("sub", *((end, lo) if step > 0 else (lo, end))), number(0))
    turns = emit("floor_divide", emit("add", distance, number(abs(step) - 1)), number(abs(step)))
    return emit("add" if step > 0 else "sub", lo, emit("mul", turns, number(abs(step))))
