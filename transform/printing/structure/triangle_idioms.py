"""Choices by the place in a matrix => np.tril, np.triu, np.tri, np.eye, np.diag.

np.where(np.arange(n)[:, None] >= np.arange(n), x, 0)        =>  np.tril(x)
np.where(np.arange(n)[:, None] >= np.arange(n), 1.0, 0.0)    =>  np.tri(n)
np.where(np.eye(n, dtype=bool), v[:, None], 0)               =>  np.diag(v)
np.sum(np.where(np.eye(n, dtype=bool), x, 0), axis=1)        =>  np.diag(x)
x[np.arange(n), np.arange(n)]                                =>  np.diag(x)
y = np.zeros((n, n)); y[np.arange(n), np.arange(n)] += v     =>  np.diag(v)
np.where(np.eye(n, dtype=bool), x, 0)                        =>  np.diag(np.diag(x))
np.linalg.solve(np.tril(np.linalg.cholesky(x)), b)           =>  np.linalg.solve(np.linalg.cholesky(x), b)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...analysis.constants import everywhere, is_zero, uniform
from ...analysis.def_use import maker
from ...ir.program import Atom, Call, Const, Type
from ...primitives.linear_algebra.factorisations import transposed_text

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


def diagonal_matrix(call: Call, calls: dict[str, Call]) -> tuple[str, tuple[Atom, ...]] | None:
    """The form of a choice that puts a vector on a diagonal of zeros, or keeps that of a matrix; what it is given."""
    k = _diagonal(call, calls)
    spread = maker(call.operands[1], calls, "broadcast")
    if k is None:
        return None
    if spread is None or spread.param("axes") not in ((0,), (1,)):
        return (f"np.diag(np.diag(_0{f', {k}' * bool(k)}){f', {k}' * bool(k)})", (call.operands[1],))
    (v,) = spread.operands
    if k:
        padded = maker(v, calls, "pad")
        before, behind = (max(-k, 0), max(k, 0)) if spread.param("axes") == (0,) else (max(k, 0), max(-k, 0))
        edges = {"low": (before,), "high": (behind,), "interior": (0,)}
        if padded is None or any(padded.param(name) != n for name, n in edges.items()):
            return None
        if not everywhere(padded.operands[1], 0, calls):
            return None
        v = padded.operands[0]
    return f"np.diag(_0{f', {k}' * bool(k)})", (v,)


def diagonal_part(call: Call, calls: dict[str, Call]) -> tuple[str, tuple[Atom, ...]] | None:
    """The form of the sums along rows, or of a slice of these, that are a diagonal of a matrix, and the matrix."""
    sums = maker(call.operands[0], calls, "reduce_sum") if call.primitive.name == "slice_" else call
    if sums is None or sums.param("axes") not in ((0,), (1,)):
        return None
    chosen = maker(sums.operands[0], calls, "select")
    k = _diagonal(chosen, calls) if chosen else None
    if chosen is None or k is None:
        return None
    along_rows = sums.param("axes") == (1,)
    first = max(-k if along_rows else k, 0)
    window = (first, first + sums.outputs[0].type.shape[0] - abs(k))
    if k and call is sums or call is not sums and _window(call) != window:
        return None
    return f"np.diag(_0{f', {k}' * bool(k)})", (chosen.operands[1],)


def gathered_diagonal(call: Call) -> Atom | None:
    """The matrix of which a call gathers the diagonal."""
    matrix, *indices = call.operands
    return matrix if call.param("axes") == (0, 1) and _is_diagonal(matrix, indices) else None


def scattered_diagonal(call: Call, calls: dict[str, Call]) -> Atom | None:
    """The vector that a call adds to the diagonal of zeros."""
    matrix, vector, *indices = call.operands
    on_diagonal = call.param("axes") == (0, 1) and _is_diagonal(matrix, indices)
    return vector if on_diagonal and is_zero(matrix, calls, signs=(1,)) else None


def _is_diagonal(matrix: Atom, indices: Sequence[Atom]) -> bool:
    """Whether these are the indices of all elements on the diagonal of a square matrix."""
    rows, columns = matrix.type.shape if matrix.type.ndim == 2 else (0, 1)
    counted = [isinstance(i, Const) and np.array_equal(i.value, np.arange(rows)) for i in indices]
    return rows == columns and all(counted)


def solved_with_factor(call: Call, calls: dict[str, Call]) -> str | None:
    """The form of a triangular solve by a matrix that has no other triangle: a Cholesky factor."""
    factor = maker(call.operands[0], calls, "cholesky")
    if factor is None or not call.param("lower") or call.param("unit_diagonal"):
        return None
    return f"np.linalg.solve({transposed_text(call) if call.param('transpose_a') else '_0'}, _1)"


def _window(call: Call) -> tuple[int, int] | None:
    if call.param("strides") != (1,) or call.param("drop"):
        return None
    return call.param("starts")[0], call.param("limits")[0]


def _diagonal(choice: Call, calls: dict[str, Call]) -> int | None:
    """The diagonal of a square matrix that a choice keeps, with zeros elsewhere."""
    test, _, other = choice.operands
    shape = choice.outputs[0].type.shape
    if len(shape) != 2 or shape[0] != shape[1] or not everywhere(other, 0, calls):
        return None
    if isinstance(test, Const):
        rows, columns = np.nonzero(test.value)
        if not rows.size or not np.array_equal(
            test.value, np.eye(shape[0], k=columns[0] - rows[0], dtype=bool)
        ):
            return None
        return int(columns[0] - rows[0])
    compared = maker(test, calls, "eq")
    ends = [] if compared is None else [_counted(o, a, calls) for o, a in zip(compared.operands, (-2, -1))]
    return None if not ends or None in ends else ends[0] - ends[1]  # i + c == j + d, where j - i = c - d


def _counted_along(atom: Atom, calls: dict[str, Call]) -> int | None:
    """The axis along which an array counts 0, 1, 2 …"""
    return next((a for a in range(atom.type.ndim) if _counted(atom, a - atom.type.ndim, calls) == 0), None)


def tri_arguments(rows: int, columns: int, k: int) -> str:
    """The arguments of np.tri and np.eye."""
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
    match call.primitive.name if call is not None else "":
        case "iota" if call.param("axis") == atom.type.ndim + axis:
            return 0
        case "broadcast" if call.param("axes") == (atom.type.ndim + axis,):
            return _offset(call.operands[0], calls)
        case "add" if (number := uniform(call.operands[1], calls)) is not None:
            start = _counted(call.operands[0], axis, calls)
            return None if start is None else start + int(number)
    return None


def _offset(atom: Atom, calls: dict[str, Call]) -> int | None:
    call = maker(atom, calls)
    if call is None:
        return None
    if call.primitive.name == "iota":
        return 0
    number = uniform(call.operands[1], calls) if call.primitive.name == "add" else None
    start = _offset(call.operands[0], calls) if number is not None else None
    return None if start is None else start + int(number)
