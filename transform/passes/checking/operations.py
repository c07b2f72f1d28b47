"""Operation analysis: group the calls of a program by the user's operation, that is consecutive calls at one
place, as a library function makes them.

A fault inside a group counts only if it reaches a result: a NaN that is not read is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_complex, is_inexact
from ...core.errors import Span
from ...ir.builder import TABLE, Sym
from ...ir.program import Atom, Call, Const, Program, Var, walk
from ...primitives._rules import pointwise
from .rules import Done, Wrong, expression, makes_nan, slots

FEW = 6  # calls of an operation that are looked at one by one, to tell which made NaN
MOVES = frozenset("cast reshape broadcast transpose concatenate flip pad shift copy constrain fence".split())
STRUCTURED = ("call", "cond", "lanes", "fori_loop", "while_loop")


def is_whole(call: Call) -> bool:
    """Whether it is a loop or a branch within one operation of the user's: a library function's."""
    return all([inner.span is None or inner.span == call.span for p in call.programs() for inner in walk(p)])


def is_structured(call: Call) -> bool:
    """Whether it is a loop, a branch or a function that holds operations of its own."""
    return call.primitive.name in STRUCTURED and not is_whole(call)


def operations(program: Program) -> Iterator[tuple[list[Call], set[str]]]:
    """Consecutive calls of one place, and which variables are read behind them."""
    groups: list[list[Call]] = []
    for call in program.body:
        last = groups[-1][-1] if groups else None
        if (
            last is None
            or operation_key(last) != operation_key(call)
            or is_structured(last)
            or is_structured(call)
        ):
            groups.append([])
        groups[-1].append(call)
    behind = {r.name for r in program.results if isinstance(r, Var)}
    reads = []
    for group in reversed(groups):
        reads.append(set(behind))
        behind.update(o.name for call in group for o in call.operands if isinstance(o, Var))
    yield from zip(groups, reversed(reads))


def operation_key(call: Call) -> tuple[type, Span | None]:
    return type(call.span), call.span


# -- NaN ---------------------------------------------------------------------------------------------------------------


def escaping(done: list[Done], outside: set[str]) -> list[Sym]:
    """The floating values that get out of an operation, as they are before they are only moved: what is written into an
    array, and not the array."""
    made = {v.name: (d, x) for d in done for v, x in zip(d.call.outputs, d.outs)}

    def sources(atom: Atom) -> list[Sym]:
        if isinstance(atom, Const) or atom.name not in made or not is_inexact(atom.type.dtype):
            return []
        maker, value = made[atom.name]
        if maker.call.primitive.access is None and maker.name not in MOVES:
            return [value]
        return [x for operand in maker.call.operands for x in sources(operand)]

    found = [x for d in done for v in d.call.outputs if v.name in outside for x in sources(v)]
    return list({x.atom: x for x in found}.values())


def operands_of(makers: Sequence[Done]) -> list[Sym]:
    """The floating operands of calls that none of these has made."""
    own = {v.name for d in makers for v in d.call.outputs}
    found = {
        x.atom: x
        for d in makers
        for o, x in zip(d.call.operands, d.operands)
        if not (isinstance(o, Var) and o.name in own) and is_inexact(x.dtype)
    }
    return list(found.values())


def born_nan(done: list[Done], outside: set[str]) -> Iterator[Wrong]:
    """NaN that gets out of an operation, and was made by calls whose operands hold none."""
    makers = [d for d in done if makes_nan(d.call)]
    values = escaping(done, outside) if makers else []
    if not values:
        return
    if len(makers) > FEW:
        yield nan_at(
            TABLE["and_"](some(values, "isnan"), TABLE["not_"](some(operands_of(makers), "isnan"))), None
        )
        return
    atoms = [x.atom for x in values]
    for maker in makers:
        for out in [x for x in maker.outs if is_inexact(x.dtype)]:
            where = is_born(maker, out)
            yield nan_at(where if out.atom in atoms else and_seen(where, values), maker)


def is_born(maker: Done, out: Sym) -> Sym:
    """The mask of NaNs in a result without a NaN in the operands; for operations that are not elementwise one
    truth value."""
    operands = [x for x in maker.operands if is_inexact(x.dtype)]
    if maker.call.primitive.batch is not pointwise:
        return TABLE["and_"](anywhere(TABLE["isnan"](out)), TABLE["not_"](some(operands, "isnan")))
    where = TABLE["isnan"](out)
    for x in operands:
        where = TABLE["and_"](where, TABLE["not_"](TABLE["isnan"](x)))
    return where


def and_seen(where: Sym, values: Sequence[Sym]) -> Sym:
    """The faults from which NaN gets out, as a mask: of their elements, if the values that do have the same
    elements."""
    if any(x.shape != where.shape for x in values):
        return TABLE["and_"](anywhere(where), some(values, "isnan"))
    seen = TABLE["isnan"](values[0])
    for x in values[1:]:
        seen = TABLE["or_"](seen, TABLE["isnan"](x))
    return TABLE["and_"](where, seen)


def nan_at(where: Sym, maker: Done | None) -> Wrong:
    """NaN, with the call that made it if that is known, and its operands if they are elements at the same places."""
    if maker is None:
        return Wrong(where, FloatingPointError, ("NaN from operands that are not NaN",), {})
    alike = len(maker.operands) <= 2 and all(
        x.shape == where.shape and not is_complex(x.dtype) for x in maker.operands
    )
    values = slots(**dict(zip(("left", "right"), maker.operands))) if alike else {}
    return Wrong(where, FloatingPointError, (*expression(maker, alike), " is NaN"), values)


def seen_outside(wrong: Wrong, done: list[Done], outside: set[str]) -> Wrong | None:
    """A division by zero in a library function, if what gets out of that is not finite although its operands are."""
    values = escaping(done, outside)
    if not values:
        return None
    finite = TABLE["not_"](some(operands_of([d for d in done if makes_nan(d.call)]), "isfinite", False))
    where = TABLE["and_"](TABLE["and_"](anywhere(wrong.where), some(values, "isfinite", False)), finite)
    return Wrong(where, wrong.exception, ("division by zero",), {})


def anywhere(where: Sym) -> Sym:
    return TABLE["reduce_any"](where, axes=tuple(range(where.ndim))) if where.ndim else where


def some(values: Sequence[Sym], test: str, wanted: bool = True) -> Any:
    """Whether a test gives this answer for some element of some value."""
    result: Any = np.asarray(False)
    for x in values:
        found = TABLE[test](x)
        result = TABLE["or_"](result, anywhere(found if wanted else TABLE["not_"](found)))
    return result
