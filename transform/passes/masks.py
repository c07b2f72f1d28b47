"""Rules for the masks of slices of computed length: x[lo:hi] += t is a sum, not a choice between two arrays."""
from __future__ import annotations

import numpy as np

from ..analysis.constants import is_zero
from ..analysis.def_use import maker
from ..program import Atom, Call, Const, Type, Var
from .rules import instead, rule
from .scope import Scope


def is_mask(scope: Scope, atom: Atom) -> bool:
    """Does it say which positions of slices count?"""
    call = maker(atom, scope.made)
    if call is None:
        return False
    if call.primitive.name in ("broadcast", "and_"):
        return all(is_mask(scope, o) for o in call.operands)
    return call.primitive.name == "inside"


@rule("select")
def changed_inside(scope: Scope, call: Call) -> Call | None:
    """select(m, select(m, x, 0) + t, x) ⇒ x + select(m, t, -0.0), likewise for differences: -0.0 changes no x"""
    mask, new, old = call.operands
    change = maker(new, scope.made)
    if (
        change is None
        or change.primitive.name not in ("add", "sub")
        or type(old) is not Var
        or not is_mask(scope, mask)
    ):
        return None
    for k, part in enumerate(change.operands[:2 if change.primitive.name == "add" else 1]):
        if stripped(scope, part, mask) == old:
            zero = filler(scope, call, -0.0 if change.primitive.name == "add" else 0.0)
            inner = scope.emit("select", mask, change.operands[1 - k], zero, like=call)
            return instead(call, change.primitive.name, old, inner)
    return None


@rule("dot")
def multiple_of_slice(scope: Scope, call: Call) -> Call | None:
    """s * select(m, x, 0) ⇒ select(m, s * x, 0) for a number s: what is beside a slice is nobody's, whatever s is"""
    for k, part in enumerate(call.operands):
        made = maker(part, scope.made)
        if made is None or made.primitive.name != "select" or call.operands[1 - k].type.shape or \
                not is_mask(scope, made.operands[0]) or part.type != call.outputs[0].type:
            continue
        mask, x, rest = made.operands
        if is_zero(rest, scope.made, signs=(1,)):
            pair = (x, call.operands[1]) if k == 0 else (call.operands[0], x)
            return instead(call, "select", mask, scope.emit("dot", *pair, like=call, **dict(call.params)), rest)
    return None


@rule("shift")
def unmoved(scope: Scope, call: Call) -> Atom | None:
    """shift(x, 0) ⇒ x, where the size stays"""
    x, by = call.operands
    return x if type(by) is Const and not by.value and x.type.shape == call.outputs[0].type.shape else None


def stripped(scope: Scope, atom: Atom, mask: Atom) -> Atom:
    """What a value is where the mask holds."""
    made = maker(atom, scope.made)
    if made is not None and made.primitive.name == "select" and made.operands[0] == mask:
        return made.operands[1]
    return atom


def filler(scope: Scope, call: Call, value: float) -> Atom:
    kind = call.outputs[0].type
    number = Const(
        np.asarray(complex(value, value) if kind.dtype.kind == "c" else value, kind.dtype), Type(kind.dtype)
    )
    return scope.emit("broadcast", number, like=call, shape=kind.shape, axes=()) if kind.shape else number
