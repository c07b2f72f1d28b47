"""Loops in composites: a `while_loop` whose test and body are functions of the carried values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...ir.builder import Builder, builder_of
from ...ir.program import Program
from .table import prim


def repeat_while(
    test: Callable[..., Any], body: Callable[..., Sequence[Any]], *carry: Any, fixed: Sequence[Any] = ()
) -> tuple:
    """The carried values after `while test(*fixed, *carry): carry = body(*fixed, *carry)`.

    The functions may use their arguments and constants only: they become closed programs.
    """
    builder = builder_of((*fixed, *carry))
    if builder is None:
        while test(*fixed, *carry):
            carry = tuple(body(*fixed, *carry))
        return tuple(carry)
    operands = [builder.lift(x) for x in (*fixed, *carry)]
    return prim.while_loop(
        *operands,
        test=_program(builder, lambda *xs: [test(*xs)], operands, "test"),
        body=_program(builder, body, operands, "body"),
        invariant=len(fixed),
    )


def repeat_times(count: Any, body: Callable[..., Sequence[Any]], *carry: Any) -> tuple:
    """The carried values after `count` steps `carry = body(*carry)`; the count may be dynamic."""
    builder = builder_of((count, *carry))
    if builder is None:
        for _ in range(int(count)):
            carry = tuple(body(*carry))
        return tuple(carry)
    count, *operands = [builder.lift(x) for x in (count, *carry)]
    lo = builder.lift(np.zeros((), count.dtype))
    step = _program(builder, lambda i, *xs: body(*xs), [count, *operands], "body")
    return prim.fori_loop(lo, count, *operands, body=step, step=1, invariant=0)


def count_to(count: int, body: Callable[..., Sequence[Any]], *carry: Any, fixed: Sequence[Any] = ()) -> tuple:
    """The carried values after `for i in range(count): carry = body(i, *fixed, *carry)`."""
    builder, number = builder_of((*fixed, *carry)), canonical(np.int64).type
    if builder is None:
        for i in range(count):
            carry = tuple(body(number(i), *fixed, *carry))
        return tuple(carry)
    lo, hi, *operands = [builder.lift(x) for x in (number(0), number(count), *fixed, *carry)]
    step = _program(builder, body, [lo, *operands], "body")
    return prim.fori_loop(lo, hi, *operands, body=step, step=1, invariant=len(fixed))


def _program(builder: Builder, function: Callable, operands: Sequence[Any], name: str) -> Program:
    inner = Builder(builder)
    return inner.finish(function(*(inner.parameter(x.type) for x in operands)), name)
