"""Build loops and branches: the body is a Python function of Syms; values that it captures become invariants.

>>> from .program import Type
>>> b = Builder()
>>> x = b.parameter(Type(np.dtype(float)), "x")
>>> (y,) = append_for(b, 0, 3, [x], lambda inner, i, carry: [carry[0] * x])
>>> print(b.finish([y], "f"))
from recto.transform import primitives as prim
<BLANKLINE>
<BLANKLINE>
def f(x: "f64[]"):
<BLANKLINE>
    def body(i: "i64[]", x: "f64[]", x_1: "f64[]"):
        mul_x = prim.mul(x_1, x)  # f64[]
        return mul_x
<BLANKLINE>
    (fori_loop_x,) = prim.fori_loop(0, 3, x, x, body=body, invariant=1, step=1)  # f64[]
    return fori_loop_x
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.dtypes import canonical
from .builder import TABLE, Builder, Sym, variable
from .program import Type

Turn = Callable[[Builder, Sequence[Sym]], Sequence[Sym]]


def as_counter(b: Builder, value: Any) -> Sym:
    """An integer of the usual type: a counter."""
    if not isinstance(value, Sym):
        return b.lift(np.asarray(value, canonical(np.int64)))
    value = b.lift(value)
    return (
        value if value.dtype == canonical(np.int64) and not value.weak else value.astype(canonical(np.int64))
    )


def parameters(inner: Builder, carry: Sequence[Sym], names: Sequence[str] | None) -> list[Sym]:
    """The carry inside: named as wished, else as outside."""
    hints: Sequence[str | None] = names or [inner.hint(x) for x in carry]
    return [inner.parameter(x.type.update(weak=False), hint) for x, hint in zip(carry, hints, strict=True)]


def append_for(
    b: Builder,
    lo: Any,
    hi: Any,
    carry: Sequence[Sym],
    turn: Callable[..., Any],
    step: int = 1,
    index: str = "i",
    names: Sequence[str] | None = None,
) -> list[Sym]:
    """for i in range(lo, hi, step): carry = turn(builder, i, carry)"""
    lo, hi = (x if isinstance(x, Sym) else as_counter(b, x) for x in (lo, hi))
    carry = [b.lift(x) for x in carry]
    inner = Builder(b)
    i = inner.parameter(lo.type.update(weak=False), index)
    results = turn(inner, i, parameters(inner, carry, names))
    body = inner.finish(results, "body", lead=1)
    fixed = [Sym(b, var) for var in inner.captured]
    return list(
        b.bind(
            TABLE["fori_loop"],
            [lo, hi, *fixed, *carry],
            {"body": body, "step": step, "invariant": len(fixed)},
        )
    )


def append_while(
    b: Builder,
    carry: Sequence[Sym],
    test: Callable[[Builder, Sequence[Sym]], Sym],
    turn: Turn,
    names: Sequence[str] | None = None,
) -> list[Sym]:
    """while test(builder, carry): carry = turn(builder, carry)"""
    carry = [b.lift(x) for x in carry]
    trial, inner = Builder(b), Builder(b)
    answer = trial.lift(test(trial, parameters(trial, carry, names)))
    results = [inner.lift(x) for x in turn(inner, parameters(inner, carry, names))]
    fixed = [Sym(b, var) for var in {**trial.captured, **inner.captured}]
    for builder in (trial, inner):  # both programs get the same invariants, in the same order
        builder.captured = {variable(x): builder.lift(x) for x in fixed}
    return list(
        b.bind(
            TABLE["while_loop"],
            [*fixed, *carry],
            {
                "test": trial.finish([answer], "test"),
                "body": inner.finish(results, "body"),
                "invariant": len(fixed),
            },
        )
    )


def append_iterate(
    b: Builder,
    iterations: Any,
    carry: Sequence[Sym],
    turn: Turn,
    names: Sequence[str] | None = None,
    name: str = "step",
) -> list[Sym]:
    """for _ in range(rounds): carry = turn(builder, carry), as one state of a sequence"""
    carry = [b.lift(x) for x in carry]
    inner = Builder(b)
    results = [inner.lift(x) for x in turn(inner, parameters(inner, carry, names))]
    body = inner.finish(results, name)
    fixed = [Sym(b, var) for var in inner.captured]
    return list(
        b.bind(TABLE["iterate"], [iterations, *fixed, *carry], {"body": body, "invariant": len(fixed)})
    )


def append_cond(
    b: Builder,
    predicate: Sym,
    then: Callable[[Builder], Sequence[Sym]],
    orelse: Callable[[Builder], Sequence[Sym]],
) -> list[Sym]:
    """then(builder) if predicate else orelse(builder)"""
    builders = Builder(b), Builder(b)
    results = [[inner.lift(x) for x in side(inner)] for inner, side in zip(builders, (then, orelse))]
    used = [Sym(b, var) for var in {**builders[0].captured, **builders[1].captured}]
    for builder in builders:  # both branches get the same operands, in the same order
        builder.captured = {variable(x): builder.lift(x) for x in used}
    branches = tuple(
        builder.finish(r, name) for builder, r, name in zip(builders, results, ("then", "orelse"))
    )
    return list(b.bind(TABLE["cond"], [predicate, *used], {"branches": branches}))


def choose(predicate: Any, then: Any, orelse: Any) -> Sym:
    """One of two numbers."""
    return TABLE["select"](predicate, then, orelse)


def rows(b: Builder, count: int, kind: Type) -> Sym:
    """`count` rows of zeros, each a value of this type."""
    return b.lift(np.broadcast_to(np.zeros((), kind.dtype), (count, *kind.shape)))


def fetch(array: Sym, k: Sym) -> Sym:
    """array[k]"""
    shape = array.shape[1:]
    return TABLE["dynamic_slice"](array, *_starts(array, k), sizes=(1, *shape), drop=(0,))


def store(array: Sym, value: Sym, k: Sym) -> Sym:
    """array with array[k] = value"""
    return TABLE["update_slice"](array, value, *_starts(array, k), sizes=(1, *array.shape[1:]), drop=(0,))


def _starts(array: Sym, k: Sym) -> list[Any]:
    return [k, *[np.asarray(0, k.dtype)] * (array.ndim - 1)]
