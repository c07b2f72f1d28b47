"""Where a user says what the derivative is: primitives that only the derivative passes see.

stop_gradient(x)                    x, a constant for derivatives
fence(x)                            x, which no compiler recognises as what it was computed from: values computed again
                                    in a backward sweep stay computed again
ruled_call(*operands, program, rule)    a function of the user with a derivative rule of its own

`passes.ruled.erased` takes the first and the last out of finished programs.
"""
from __future__ import annotations

import dataclasses
from typing import Any, Callable

import numpy as np

from ..evaluate import evaluate
from ..primitive import Primitive
from ..program import Program, Type
from ._rules import pointwise
from .control import call_types


@dataclasses.dataclass(frozen=True, eq=False)
class JvpRule:
    """program: operands, tangents of the inexact ones -> results, tangents of the inexact ones."""
    program: Program


class LazyJvpRule(JvpRule):
    """A JvpRule whose program is made where it is asked for: it may hold the call with this rule again."""

    def __init__(self, make: Callable[[], Program]):
        object.__setattr__(self, "make", make)

    @property
    def program(self) -> Program:
        return self.make()


@dataclasses.dataclass(frozen=True, eq=False)
class VjpRule:
    """forward: operands -> results, residuals. backward: residuals, cotangents of the inexact results -> cotangents of
    the inexact operands."""
    forward: Program
    backward: Program


@dataclasses.dataclass(frozen=True, eq=False)
class Recompute:
    """The backward sweep computes the function again instead of keeping its values; policy "dots" keeps matrix
    products."""
    policy: str


Rule = JvpRule | VjpRule | Recompute


def same(x: Type) -> Type:
    return x


def ruled_types(*types: Type, program: Program, rule: Rule) -> tuple[Type, ...]:
    return call_types(*types, program=program)


stop_gradient = Primitive("stop_gradient", np.array, same, lambda emit, x, *, out: x, pointwise, "discrete", show="_0",
                          foldable=False)
fence = Primitive("fence", np.array, same, "stablehlo.optimization_barrier", pointwise, "linear", show="_0",
                  transpose=(lambda ct, x: ct,), foldable=False)
ruled_call = Primitive("ruled_call", lambda *xs, program, rule: evaluate(program, *xs), ruled_types,
                       lambda emit, *xs, out, program, rule: emit.call(program, xs), None, "control", multiple=True,
                       foldable=False)
