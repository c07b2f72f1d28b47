"""Operations of the user in a program: consecutive calls of one place, as a library function makes them.

What goes wrong inside of one counts if it gets out: NaN that nobody reads is none.
"""
from __future__ import annotations

from typing import Any, Iterator, Sequence

import numpy as np

from ..build import TABLE, Sym
from ..dtypes import is_complex, is_inexact
from ..primitives._rules import pointwise
from ..program import Call, Const, Program, Var, walk
from .check_rules import Done, Wrong, expression, makes_nan, slots

FEW = 6             # calls of an operation that are looked at one by one, to tell which made NaN
STRUCTURED = ("call", "cond", "lanes", "fori_loop", "while_loop")


def is_whole(call: Call) -> bool:
    """Is it a loop or a branch within one operation of the user's: a library function's?"""
    return all([inner.span is None or inner.span == call.span for p in call.programs() for inner in walk(p)])


def is_structured(call: Call) -> bool:
    """Is it a loop, a branch or a function that holds operations of its own?"""
    return call.primitive.name in STRUCTURED and not is_whole(call)


def operations(program: Program) -> Iterator[tuple[list[Call], set[str]]]:
    """Consecutive calls of one place, and which variables are read behind them."""
    groups: list[list[Call]] = []
    for call in program.body:
        last = groups[-1][-1] if groups else None
        if last is None or place(last) != place(call) or is_structured(last) or is_structured(call):
            groups.append([])
        groups[-1].append(call)
    behind = {r.name for r in program.results if isinstance(r, Var)}
    reads = []
    for group in reversed(groups):
        reads.append(set(behind))
        behind.update(o.name for call in group for o in call.operands if isinstance(o, Var))
    yield from zip(groups, reversed(reads))


def place(call: Call) -> tuple:
    return type(call.span), call.span


# -- NaN ---------------------------------------------------------------------------------------------------------------

def results_of(done: list[Done], outside: set[str]) -> list[tuple[Done, Sym]]:
    """The floating results that are read outside of an operation."""
    return [(d, x) for d in done for v, x in zip(d.call.outputs, d.outs) if v.name in outside and is_inexact(x.dtype)]


def operands_of(done: list[Done]) -> list[Sym]:
    """The floating operands that come from outside of an operation."""
    own = {v.name for d in done for v in d.call.outputs}
    found = {(o.name if isinstance(o, Var) else id(o)): x for d in done for o, x in zip(d.call.operands, d.operands)
             if not (isinstance(o, Var) and o.name in own) and is_inexact(x.dtype)}
    return list(found.values())


def born_nan(done: list[Done], outside: set[str]) -> Iterator[Wrong]:
    """NaN among the results of an operation whose operands hold none."""
    makers = [d for d in done if makes_nan(d.call)]
    if not makers or any(holds_nan(p) for d in done for p in d.call.programs()):
        return
    for _, out in results_of(done, outside):
        operands = elements(done, out)
        if operands is None:
            where = TABLE["and_"](anywhere(TABLE["isnan"](out)), none_of(operands_of(done)))
        else:
            where = is_born(out, operands)
            for maker in makers[:FEW] if len(makers) > 1 else []:
                if maker.outs[0].shape == out.shape:
                    yield nan_at(TABLE["and_"](where, is_born(maker.outs[0], floating(maker))), maker)
        yield nan_at(where, makers[0] if len(makers) == 1 else None)


def is_born(out: Sym, operands: Sequence[Sym]) -> Sym:
    """Where is a result NaN, and none of the operands?"""
    where = TABLE["isnan"](out)
    for x in operands:
        where = TABLE["and_"](where, TABLE["not_"](TABLE["isnan"](x)))
    return where


def floating(done: Done) -> list[Sym]:
    return [x for x in done.operands if is_inexact(x.dtype)]


def holds_nan(program: Program) -> bool:
    """Is there a NaN that the user has written?"""
    atoms = [*program.results, *(o for call in program.body for o in call.operands)]
    return any(is_inexact(a.type.dtype) and np.isnan(a.value).any() for a in atoms if isinstance(a, Const)) or \
        any(holds_nan(p) for call in program.body for p in call.programs())


def nan_at(where: Sym, maker: Done | None) -> Wrong:
    """NaN, with the call that made it if that is known, and its operands if they are elements at the same places."""
    if maker is None:
        return Wrong(where, FloatingPointError, ("NaN from operands that are not NaN",), {})
    alike = len(maker.operands) <= 2 and all(x.shape == where.shape and not is_complex(x.dtype) for x in maker.operands)
    values = slots(**dict(zip(("left", "right"), maker.operands))) if alike else {}
    return Wrong(where, FloatingPointError, (*expression(maker, alike), " is NaN"), values)


def elements(done: list[Done], out: Sym) -> list[Sym] | None:
    """What goes into the elementwise calls of an operation, if that is all of it: of the shape of a result."""
    own = {v.name for d in done if d.call.primitive.batch is pointwise for v in d.call.outputs}
    found = []
    for d in done:
        if d.call.primitive.batch is not pointwise:
            if makes_nan(d.call):
                return None
            continue
        found += [x for o, x in zip(d.call.operands, d.operands)
                  if not (isinstance(o, Var) and o.name in own) and is_inexact(x.dtype)]
    return found if all(x.shape == out.shape for x in found) else None


def seen_outside(wrong: Wrong, done: list[Done], outside: set[str]) -> Wrong | None:
    """A division by zero in a library function, if what comes out of that is not finite although its operands are."""
    outs = [x for _, x in results_of(done, outside)]
    if not outs:
        return None
    bad = none_of(operands_of(done), "isfinite", True)
    some = anywhere(TABLE["not_"](TABLE["isfinite"](outs[0])))
    for x in outs[1:]:
        some = TABLE["or_"](some, anywhere(TABLE["not_"](TABLE["isfinite"](x))))
    where = TABLE["and_"](TABLE["and_"](anywhere(wrong.where), some), bad)
    return Wrong(where, wrong.exception, ("division by zero",), {})


def anywhere(where: Sym) -> Sym:
    return TABLE["reduce_any"](where, axes=tuple(range(where.ndim))) if where.ndim else where


def none_of(values: Sequence[Sym], test: str = "isnan", wanted: bool = False) -> Any:
    """Is the test False (or as wanted) for all elements of all values?"""
    result: Any = np.asarray(True)
    for x in values:
        found = TABLE[test](x)
        fault = anywhere(TABLE["not_"](found) if wanted else found)
        result = TABLE["and_"](result, TABLE["not_"](fault))
    return result
