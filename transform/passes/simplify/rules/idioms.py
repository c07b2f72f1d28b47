"""Idiom recognition: expressions that have a function of their own, whose derivative is stated in terms of
its result.

    1 / (1 + exp(-x))       =>      sigmoid(x)
"""

from __future__ import annotations

from ....core.dtypes import is_complex
from ....ir.program import Atom, Call
from .algebraic import number
from ..rewriter import Rewriter
from ..rule_table import instead, rule


@rule("div")
def sigmoid(scope: Rewriter, call: Call) -> Call | None:
    """1 / (1 + exp(-x)) ⇒ sigmoid(x), which is computed in the same way"""
    if number(scope, call.operands[0]) != 1 or is_complex(call.outputs[0].type.dtype):
        return None
    below = scope.maker(call.operands[1], "add")
    for one, rest in (below.operands, below.operands[::-1]) if below else ():
        x = exponent_of_inverse(scope, rest) if number(scope, one) == 1 else None
        if x is not None and x.type.update(weak=False) == call.outputs[0].type.update(weak=False):
            return instead(call, "sigmoid", x)
    return None


def exponent_of_inverse(scope: Rewriter, atom: Atom) -> Atom | None:
    """x of exp(-x)."""
    power = scope.maker(atom, "exp")
    negative = scope.maker(power.operands[0], "neg") if power else None
    return negative.operands[0] if negative else None


@rule("sigmoid")
def sigmoid_of_difference(scope: Rewriter, call: Call) -> Call | None:
    """sigmoid(0 - x) ⇒ sigmoid(-x): both zeros give 1 / 2"""
    difference = scope.maker(call.operands[0], "sub")
    if difference is None or number(scope, difference.operands[0]) != 0:
        return None
    return instead(call, "sigmoid", scope.emit("neg", difference.operands[1], like=difference))
