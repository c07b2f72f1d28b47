"""Constant folding: compute calls on constants while compiling, by their primitive's NumPy meaning.

exp(2.0)  =>  7.38905609893065
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.dtypes import settings
from ...ir.program import Atom, Call, Const

if TYPE_CHECKING:
    from .rewriter import Rewriter

FOLD_OPERANDS = 4096  # elements: no call on larger constants is computed while compiling


def fold_constants(scope: "Rewriter", call: Call) -> list[Atom] | None:
    """f(2.0) ⇒ its value, where that is small. So is sum([]): an array without elements holds nothing unknown."""
    for o in call.operands:
        if type(o) is not Const and (o.type.size or settings.any_size):
            return None
    most, size = 1 if settings.any_size else FOLD_OPERANDS, sum(v.type.size for v in call.outputs)
    known = [o.value if type(o) is Const else np.empty(o.type.shape, o.type.dtype) for o in call.operands]
    if size > settings.fold_limit or any(v.size > most for v in known) or not size and not all_known(call):
        return None
    try:
        with np.errstate(all="ignore"):
            values = call.primitive.numpy(*known, **dict(call.params))
    except (ArithmeticError, ValueError):  # it will show where the program runs
        return None
    values = values if call.primitive.multiple else (values,)
    return [Const(np.asarray(v, o.type.dtype), o.type) for o, v in zip(call.outputs, values)]


def all_known(call: Call) -> bool:
    return all(type(o) is Const for o in call.operands)
