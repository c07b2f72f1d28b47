"""Rewriting rules for slices of computed length: x[lo:hi] += t becomes a sum instead of a choice between two
arrays.

    select_region(x + t, x, lo, hi)     =>      x + select_region(t, -0.0, lo, hi)
"""

from __future__ import annotations

import numpy as np

from ....analysis.constants import is_zero
from ....analysis.def_use import maker
from ....analysis.regions import all_in, is_empty, is_everything, none_in, same_region
from ....ir.program import Atom, Call, Const, Type, Var
from .algebraic import fill_output, same_atom
from ..rewriter import Rewriter
from ..rule_table import instead, rule


@rule("select_region")
def known_region(scope: Rewriter, call: Call) -> Atom | None:
    """select_region(x, y, 0, len(x)) ⇒ x;  select_region(x, y, 3, 3) ⇒ y;  select_region(x, x, lo, hi) ⇒ x"""
    x, y, *_ = call.operands
    if is_everything(call) or same_atom(x, y):
        return x
    return y if is_empty(call) else None


@rule("select_region")
def region_of_region(scope: Rewriter, call: Call) -> Call | None:
    """select_region(select_region(x, y, lo, hi), z, lo, hi) ⇒ select_region(x, z, lo, hi), and where it is the other
    operand, select_region(x, z, lo, hi) for select_region(x, select_region(y, z, lo, hi), lo, hi)"""
    for k, part in enumerate(call.operands[:2]):
        made = maker(part, scope.made, "select_region")
        if made is not None and same_region(made, call):
            operands = list(call.operands)
            operands[k] = made.operands[k]
            return instead(call, "select_region", *operands, **dict(call.params))
    return None


@rule("select_region")
def changed_inside(scope: Rewriter, call: Call) -> Call | None:
    """select_region(x + t, x, lo, hi) ⇒ x + select_region(t, -0.0, lo, hi), likewise for differences: -0.0 changes no
    x"""
    new, old, *bounds = call.operands
    change = maker(new, scope.made, "add", "sub")
    if change is None or type(old) is not Var:
        return None
    name = change.primitive.name
    for k, part in enumerate(change.operands[: 2 if name == "add" else 1]):
        if within(scope, part, call) == old:
            zero = filler(scope, call, -0.0 if name == "add" else 0.0)
            inner = scope.emit(
                "select_region", change.operands[1 - k], zero, *bounds, like=call, **dict(call.params)
            )
            return instead(call, name, old, inner)
    return None


@rule("dot")
def multiple_of_slice(scope: Rewriter, call: Call) -> Call | None:
    """s * select_region(x, 0, …) ⇒ select_region(s * x, 0, …) for a number s: what is beside a slice is nobody's,
    whatever s is"""
    for k, part in enumerate(call.operands):
        made = maker(part, scope.made, "select_region")
        if made is None or call.operands[1 - k].type.shape or part.type != call.outputs[0].type:
            continue
        x, rest, *bounds = made.operands
        if is_zero(rest, scope.made, signs=(1,)):
            pair = (x, call.operands[1]) if k == 0 else (call.operands[0], x)
            product = scope.emit("dot", *pair, like=call, **dict(call.params))
            return instead(call, "select_region", product, rest, *bounds, **dict(made.params))
    return None


@rule("inside")
def known_mask(scope: Rewriter, call: Call) -> Const | Call | None:
    """inside(0, n, size=n) ⇒ True everywhere;  inside(3, 3, …) ⇒ False everywhere"""
    ends, size = call.operands, call.param("size")
    return fill_output(call, all_in(ends, size)) if all_in(ends, size) or none_in(ends) else None


@rule("shift")
def drop_zero_shift(scope: Rewriter, call: Call) -> Atom | None:
    """shift(x, 0) ⇒ x, where the size stays"""
    x, by = call.operands
    return x if type(by) is Const and not by.value and x.type.shape == call.outputs[0].type.shape else None


def within(scope: Rewriter, atom: Atom, call: Call) -> Atom:
    """The value of an atom inside the region that a call takes."""
    made = maker(atom, scope.made, "select_region")
    return made.operands[0] if made is not None and same_region(made, call) else atom


def filler(scope: Rewriter, call: Call, value: float) -> Atom:
    kind = call.outputs[0].type
    number = Const(
        np.asarray(complex(value, value) if kind.dtype.kind == "c" else value, kind.dtype), Type(kind.dtype)
    )
    return scope.emit("broadcast", number, like=call, shape=kind.shape, axes=()) if kind.shape else number
