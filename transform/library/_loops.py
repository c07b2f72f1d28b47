"""Loops in composites: a `while_loop` whose test and body are ordinary functions of the carried values."""
from __future__ import annotations

from typing import Any, Callable, Sequence

from ..build import Builder, builder_of
from ..program import Program
from ._table import prim


def repeat_while(test: Callable[..., Any], body: Callable[..., Sequence[Any]], *carry: Any, fixed: Sequence[Any] = ()) -> tuple:
    """The carried values after `while test(*fixed, *carry): carry = body(*fixed, *carry)`.

    The functions may use their arguments and constants only: they become closed programs.
    """
    builder = builder_of((*fixed, *carry))
    if builder is None:
        while test(*fixed, *carry):
            carry = tuple(body(*fixed, *carry))
        return tuple(carry)
    operands = [builder.lift(x) for x in (*fixed, *carry)]
    return prim.while_loop(*operands, test=_program(builder, lambda *xs: [test(*xs)], operands, "test"),
                           body=_program(builder, body, operands, "body"), invariant=len(fixed))


def _program(builder: Builder, function: Callable, operands: Sequence[Any], name: str) -> Program:
    inner = Builder(builder)
    return inner.finish(function(*(inner.parameter(x.type) for x in operands)), name)
