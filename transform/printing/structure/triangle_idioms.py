"""Recognise triangles: selections by matrix position => np.tril, np.triu, np.tri, np.eye.

np.where(np.arange(n)[:, None] >= np.arange(n), x, 0)        =>  np.tril(x)
np.where(np.arange(n)[:, None] >= np.arange(n), 1.0, 0.0)    =>  np.tri(n)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...analysis.constants import everywhere, uniform
from ...analysis.def_use import maker
from ...ir.program import Atom, Call, Const, Type

BELOW = {"ge": 0, "gt": -1}  # i ≥ j: the places below the diagonal, and how far it is moved
ABOVE = {"le": 0, "lt": 1}


class Triangle(NamedTuple):
    """The places with j - i ≤ k, or with j - i ≥ k."""

    lower: bool
    k: int

    def other(self) -> "Triangle":
        """The places that it lacks."""
        return Triangle(not self.lower, self.k + 1 if self.lower else self.k - 1)


def triangle(call: Call, calls: dict[str, Call]) -> tuple[str, tuple[Atom, ...]] | None:
    """The form of a choice between a matrix and 0 that keeps one of its triangles, and its operands."""
    test, x, y = call.operands
    out = call.outputs[0].type
    found = _places(test, calls) if out.ndim >= 2 else None
    if found is None:
        return None
    if everywhere(x, 0, calls):
        x, y, found = y, x, found.other()
    if not everywhere(y, 0, calls):
        return None
    if (
        found.lower
        and everywhere(x, 1, calls)
        and out.matches(Type(np.dtype(float), out.shape))
        and out.ndim == 2
    ):
        return f"np.tri({tri_arguments(*out.shape, found.k)})", ()
    return f"np.tri{'l' if found.lower else 'u'}(_0{f', {found.k}' * bool(found.k)})", (x,)


def identity(call: Call, calls: dict[str, Call]) -> str | None:
    """np.eye for the places with i == j, as truth values or as numbers."""
    out, compared = call.outputs[0].type, call
    if call.primitive.name == "cast":
        compared = maker(call.operands[0], calls)
    if compared is None or compared.primitive.name != "eq" or out.ndim != 2:
        return None
    if [_counted_along(o, calls) for o in compared.operands] != [0, 1]:
        return None
    dtype = "" if out.dtype == float else f", dtype={'bool' if out.dtype == bool else 'np.' + out.dtype.name}"
    return f"np.eye({tri_arguments(*out.shape, 0)}{dtype})"


def _counted_along(atom: Atom, calls: dict[str, Call]) -> int | None:
    """The axis along which an array counts 0, 1, 2 …"""
    call = maker(atom, calls)
    if call is not None and call.primitive.name == "iota":
        return call.param("axis")
    return next((a for a in range(atom.type.ndim) if _counted(atom, a - atom.type.ndim, calls) == 0), None)


def tri_arguments(rows: int, columns: int, k: int) -> str:
    """What np.tri and np.eye are given."""
    return ", ".join([str(rows), *([str(columns)] if columns != rows else []), *([f"k={k}"] if k else [])])


def _places(test: Atom, calls: dict[str, Call]) -> Triangle | None:
    if isinstance(test, Const):
        k = lower_triangle(test.value)
        return None if k is None else Triangle(True, k)
    made = calls.get(test.name)
    shift = made and {**BELOW, **ABOVE}.get(made.primitive.name)
    if shift is None:
        return None
    i, j = (_counted(o, a, calls) for o, a in zip(made.operands, (-2, -1)))
    return None if i is None or j is None else Triangle(made.primitive.name in BELOW, shift + i - j)


def lower_triangle(mask: np.ndarray) -> int | None:
    """k for np.tri(…, k=k)."""
    if mask.ndim != 2 or not mask.size:
        return None
    rows, columns = mask.shape
    matching = (k for k in range(-rows + 1, columns - 1) if np.array_equal(mask, np.tri(rows, columns, k)))
    return next(matching, None)


def _counted(atom: Atom, axis: int, calls: dict[str, Call]) -> int | None:
    """c for 0 + c, 1 + c, 2 + c … along an axis of a matrix."""
    call = maker(atom, calls)
    if call is None or call.primitive.name != "broadcast" or call.param("axes") != (atom.type.ndim + axis,):
        return None
    return _offset(call.operands[0], calls)


def _offset(atom: Atom, calls: dict[str, Call]) -> int | None:
    call = maker(atom, calls)
    if call is None:
        return None
    if call.primitive.name == "iota":
        return 0
    number = uniform(call.operands[1], calls) if call.primitive.name == "add" else None
    start = _offset(call.operands[0], calls) if number is not None else None
    return None if start is None else start + int(number)
