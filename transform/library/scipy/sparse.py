"""Sparse patterns at compile time: the functions and primitives that plain Python of scipy.sparse
(recto/scipy/host/sparse/) calls.

Functions of patterns are called with nothing dynamic, as those of NumPy are on static arguments.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.sparsity import Pattern, make
from ...ir.builder import Sym
from ..core.arrays import arrays, promote_arrays
from ..core.table import implements, prim

LARGEST = 1 << 24  # pairs of numbers that a product of two matrices multiplies


def static(function: Callable) -> Callable:
    """A function that is called while compiling: all of its arguments are known."""
    return implements(function, static=tuple(inspect.signature(function).parameters))(function)


@static
def shape_of(pattern: Pattern) -> tuple:
    return pattern.shape


@static
def stored_of(pattern: Pattern) -> tuple:
    return pattern.stored


@static
def format_of(pattern: Pattern) -> str:
    return pattern.format


@static
def count_of(pattern: Pattern) -> int:
    return len(pattern.rows)


@static
def parts_of(pattern: Pattern) -> tuple:
    """The index arrays."""
    return pattern.arrays


@static
def rows_of(pattern: Pattern) -> np.ndarray:
    return pattern.rows


@static
def columns_of(pattern: Pattern) -> np.ndarray:
    return pattern.columns


@static
def is_canonical(pattern: Pattern) -> bool:
    return pattern.is_canonical


@static
def turned(pattern: Pattern) -> Pattern:
    return pattern.T


@static
def known_pattern(format: str, shape: tuple, stored: tuple, parts: tuple) -> Pattern:
    """The pattern with these index arrays."""
    return make(format, shape, stored, *map(np.asarray, parts))


@static
def shape_for(parts: tuple, format: str) -> tuple:
    """The shape that SciPy takes index arrays for."""
    first, last = map(np.asarray, parts)
    size = lambda at: int(at.max()) + 1 if at.size else 0
    return (
        (size(first), size(last))
        if format == "coo"
        else (len(last) - 1, size(first))
        if format == "csr"
        else (size(first), len(last) - 1)
    )


@static
def places_of(pattern: Pattern) -> np.ndarray:
    """The positions of the stored numbers in `data.ravel()`."""
    return pattern.places[2]


@static
def same(one: Pattern, other: Pattern) -> bool:
    return one is other


@static
def is_zero(number: Any) -> bool:
    return bool(number == 0)


@static
def as_integers(offsets: Any) -> list:
    return [int(k) for k in np.atleast_1d(np.asarray(offsets))]


@static
def nonnegative_position(key: tuple, shape: tuple) -> tuple:
    """Two integers as positions that do not count from the end."""
    if any(not -n <= k < n for k, n in zip(key, shape)):
        raise IndexError(f"index {key} is out of bounds for a matrix of shape {shape}")
    return tuple([int(k) % n for k, n in zip(key, shape)])


@static
def where_not_zero(dense: np.ndarray) -> Pattern:
    return placed("csr", np.shape(dense), *np.nonzero(dense))


def unknown(x: Any) -> bool:
    """Whether an array is not known while compiling."""
    return False


@implements(unknown)
def unknown_in_program(x: Any) -> bool:
    return isinstance(x, Sym) and not x.is_const


# -- numbers that move -----------------------------------------------------------------------------------------------


def placed(
    format: str, shape: tuple, rows: np.ndarray, columns: np.ndarray, index: Any = np.int32
) -> Pattern:
    """The pattern of places in order, none of them twice. (csc: by columns.)"""
    m, n = shape
    if format == "coo":
        return make("coo", shape, (len(rows),), rows.astype(index), columns.astype(index))
    lines, inside, count = (rows, columns, m) if format == "csr" else (columns, rows, n)
    ends = np.concatenate([[0], np.cumsum(np.bincount(lines, minlength=count))])
    return make(format, shape, (len(rows),), inside.astype(index), ends.astype(index))


def in_order(format: str, shape: tuple, rows: np.ndarray, columns: np.ndarray) -> tuple[Pattern, np.ndarray]:
    """The canonical pattern of some places, and which of its numbers each belongs to."""
    m, n = shape
    by_columns = format == "csc"
    key = columns * m + rows if by_columns else rows * n + columns
    found, into = np.unique(key, return_inverse=True)
    first, last = np.divmod(found, max(m if by_columns else n, 1))
    rows, columns = (last, first) if by_columns else (first, last)
    return placed(format, shape, rows, columns), into.reshape(-1)


@static
def converted(pattern: Pattern, format: str, canonical: bool) -> tuple:
    """A pattern of another format (with `canonical`: without a place twice), the places of the numbers in
    `data.ravel()`, and if some are added up which of the new numbers each is part of (else None)."""
    rows, columns, places = pattern.places
    if format == "coo" and not canonical:
        return placed("coo", pattern.shape, rows, columns), places, None
    new, into = in_order(format, pattern.shape, rows, columns)
    if len(new.rows) == len(rows):
        return new, places[np.argsort(into)], None
    return new, places, into


@static
def united(one: Pattern, other: Pattern) -> tuple:
    """The pattern of a sum, and where the numbers of each are in it."""
    format = "csc" if one.format == "csc" else "csr"
    rows, columns = (np.concatenate([getattr(p, name) for p in (one, other)]) for name in ("rows", "columns"))
    new, into = in_order(format, one.shape, rows, columns)
    return new, into[: len(one.rows)], into[len(one.rows) :]


@static
def common(one: Pattern, other: Pattern) -> tuple:
    """The pattern of a product by elements, and the places of its factors."""
    found, first, last = np.intersect1d(one.flat, other.flat, return_indices=True)
    new, into = in_order(
        "csc" if one.format == "csc" else "csr", one.shape, *np.divmod(found, max(one.shape[1], 1))
    )
    order = np.argsort(into)
    return new, first[order], last[order]


@static
def multiplied(one: Pattern, other: Pattern) -> tuple:
    """The pattern of a matrix product, the places of the factors of each term, and which number it is part of."""
    order = np.argsort(other.rows, kind="stable")
    ends = np.searchsorted(other.rows[order], np.arange(other.shape[0] + 1))
    counts = np.diff(ends)[one.columns]
    if counts.sum() > LARGEST:
        raise CompileError(
            f"a product of sparse matrices with {counts.sum()} terms is too large to be compiled",
            "multiply one after the other with vectors: A @ (B @ x)",
        )
    left = np.repeat(np.arange(len(one.rows)), counts)
    within = np.arange(len(left)) - np.repeat(np.cumsum(counts) - counts, counts)
    right = order[np.repeat(ends[:-1][one.columns], counts) + within]
    format = "csc" if one.format == "csc" else "csr"
    new, into = in_order(format, (one.shape[0], other.shape[1]), one.rows[left], other.columns[right])
    return new, left, right, into


@static
def selected(pattern: Pattern, rows: Any, columns: Any) -> tuple:
    """The pattern of chosen rows and columns, and the places of its numbers."""
    chosen = [np.arange(n)[k] for n, k in zip(pattern.shape, (rows, columns))]
    if any(k.ndim != 1 for k in chosen):
        raise CompileError("a sparse matrix is indexed by slices and arrays with one axis")
    places, counts = [], []
    for lines, wanted, n in zip((pattern.rows, pattern.columns), chosen, pattern.shape):
        order = np.argsort(wanted, kind="stable")
        ends = np.searchsorted(wanted[order], np.arange(n + 1))
        counts.append(np.diff(ends)[lines])
        places.append((order, ends[:-1][lines]))
    every = counts[0] * counts[1]
    k = np.repeat(np.arange(len(pattern.rows)), every)
    within = np.arange(len(k)) - np.repeat(np.cumsum(every) - every, every)
    i, j = np.divmod(within, counts[1][k])
    new_rows, new_columns = ((order[start[k] + at]) for (order, start), at in zip(places, (i, j)))
    shape = tuple(map(len, chosen))
    new, into = in_order("csc" if pattern.format == "csc" else "csr", shape, new_rows, new_columns)
    return new, k[np.argsort(into)]


@static
def on_diagonal(pattern: Pattern, k: int) -> tuple:
    """The numbers on a diagonal, their places, and its length."""
    (m, n), (rows, columns) = pattern.shape, (pattern.rows, pattern.columns)
    length = max(0, min(m + min(k, 0), n - max(k, 0)))
    found = np.flatnonzero(columns - rows == k)
    return found, (rows[found] if k >= 0 else columns[found]), length


@static
def triangle(pattern: Pattern, k: int, lower: bool) -> tuple:
    """The pattern of a triangle, and the places of its numbers."""
    distance = pattern.columns - pattern.rows
    found = np.flatnonzero(distance <= k if lower else distance >= k)
    format = pattern.format if pattern.format in ("csr", "csc") else "coo"
    if format == "coo":
        return placed("coo", pattern.shape, pattern.rows[found], pattern.columns[found]), found
    new, into = in_order(format, pattern.shape, pattern.rows[found], pattern.columns[found])
    return new, found[np.argsort(into)]


@static
def without(pattern: Pattern, other: Pattern) -> tuple:
    """The pattern of the numbers where another matrix has none, and their places."""
    kept = np.flatnonzero(~np.isin(pattern.flat, other.flat))
    return placed("coo", pattern.shape, pattern.rows[kept], pattern.columns[kept]), kept


@static
def joined(patterns: tuple, offsets: tuple, shape: tuple) -> Pattern:
    """The pattern of matrices side by side, and the place of each number in the concatenated ones."""
    rows = np.concatenate([p.rows + i for p, (i, _) in zip(patterns, offsets)])
    columns = np.concatenate([p.columns + j for p, (_, j) in zip(patterns, offsets)])
    return placed("coo", shape, rows, columns)


@static
def of_kron(one: Pattern, other: Pattern) -> Pattern:
    m, n = other.shape
    rows, columns = (
        np.add.outer(getattr(one, name) * size, getattr(other, name)).ravel()
        for name, size in (("rows", m), ("columns", n))
    )
    return placed("coo", (one.shape[0] * m, one.shape[1] * n), rows, columns)


@static
def full(m: int, n: int) -> Pattern:
    """The pattern of a dense matrix, which stores every element."""
    rows, columns = np.indices((m, n)).reshape(2, -1)
    return placed("coo", (m, n), rows, columns)


# -- numbers that are computed ---------------------------------------------------------------------------------------


def product(data: Any, x: Any, pattern: Pattern) -> Any:
    """A @ x, for x with one axis or two."""
    raise NotImplementedError("in compiled code only")


@implements(product, static=("pattern",))
def product_in_program(data: Any, x: Any, pattern: Pattern) -> Any:
    data, x = promote_arrays(*arrays(data, x))
    if x.shape[0] != pattern.shape[1]:
        raise CompileError(f"ValueError: matmul: dimension mismatch: {pattern.shape} and {x.shape}")
    return prim.sparse_dot(data, x, pattern=pattern)


def dense(data: Any, pattern: Pattern) -> Any:
    """A.toarray()"""
    raise NotImplementedError("in compiled code only")


@implements(dense, static=("pattern",))
def dense_in_program(data: Any, pattern: Pattern) -> Any:
    return prim.sparse_dense(*arrays(data), pattern=pattern)


def entries(x: Any, pattern: Pattern) -> Any:
    """x[rows, columns]"""
    raise NotImplementedError("in compiled code only")


@implements(entries, static=("pattern",))
def entries_in_program(x: Any, pattern: Pattern) -> Any:
    return prim.sparse_entries(*arrays(x), pattern=pattern)


def sampled(u: Any, v: Any, pattern: Pattern) -> Any:
    """The entries of u vᵀ."""
    raise NotImplementedError("in compiled code only")


@implements(sampled, static=("pattern",))
def sampled_in_program(u: Any, v: Any, pattern: Pattern) -> Any:
    return prim.sampled_dot(*promote_arrays(*arrays(u, v)), pattern=pattern)


def solution(data: Any, b: Any, pattern: Pattern, factors: bool = False, order: Any = None) -> Any:
    """The x of A @ x = b. factors: by splu, not spsolve; order: of the columns, `permc_spec`."""
    raise NotImplementedError("in compiled code only")


@implements(solution, static=("pattern", "factors", "order"))
def solution_in_program(data: Any, b: Any, pattern: Pattern, factors: bool = False, order: Any = None) -> Any:
    data, b = promote_arrays(*arrays(data, b))
    if b.shape[0] != pattern.shape[0]:
        raise CompileError(f"ValueError: matrix - rhs dimension mismatch ({pattern.shape} - {b.shape[0]})")
    given = {"factors": factors or None, "order": None if order == "COLAMD" else order}
    return prim.sparse_solve(data, b, pattern=pattern, **{k: v for k, v in given.items() if v is not None})
