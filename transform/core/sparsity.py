"""Sparsity patterns: the positions of a sparse matrix's stored numbers, which are static as a shape is.

    [[5, 0], [0, 7]] as csr  ⇒  Pattern("csr", (2, 2), (2,), "<i4", (indices, indptr))

There is one object for each pattern, so that patterns are compared by identity. The pattern of a matrix is found by its
index arrays, whose content is compared at every call: they may have been changed in place.
"""

from __future__ import annotations

import dataclasses
import functools
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from .errors import CompileError

FORMATS = ("csr", "csc", "coo", "dia", "bsr")
TURNED = {"csr": "csc", "csc": "csr", "coo": "coo"}
_patterns: weakref.WeakValueDictionary[tuple[Any, ...], Pattern] = weakref.WeakValueDictionary()
_seen: dict[int, tuple[weakref.ref[Any], Pattern]] = {}  # by the id of a matrix's first index array
MANY = 1 << 12


@dataclasses.dataclass(frozen=True, eq=False)
class Pattern:
    """The pattern of a matrix.

    format   SciPy's name of the class of its storage: csr csc coo dia bsr
    shape    of the matrix
    stored   the shape of the array `data`
    index    the dtype of the index arrays
    parts    their bytes: (indices, indptr), (row, col) or (offsets,)
    """

    format: str
    shape: tuple[int, ...]
    stored: tuple[int, ...]
    index: str
    parts: tuple[bytes, ...]

    def __new__(
        cls, format: str, shape: tuple[Any, ...], stored: tuple[Any, ...], index: str, parts: tuple[Any, ...]
    ) -> Pattern:
        key = format, shape, stored, index, parts
        found = _patterns.get(key)
        return _patterns.setdefault(key, object.__new__(cls)) if found is None else found

    def __reduce__(self) -> tuple[Any, ...]:
        return Pattern, (self.format, self.shape, self.stored, self.index, self.parts)

    def __str__(self) -> str:
        return f"{self.format} {self.shape[0]}x{self.shape[1]} of {len(self.rows)}"

    @functools.cached_property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The index arrays, which can't be written."""
        return tuple([np.frombuffer(part, self.index) for part in self.parts])

    @functools.cached_property
    def places(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For each number of the matrix: its row, its column, and its place in `data.ravel()`."""
        first, last = self.arrays[0].astype(np.int64), self.arrays[-1].astype(np.int64)
        if self.format == "coo":
            return first, last, np.arange(len(first))
        if self.format == "dia":
            return of_diagonals(first, self.shape, self.stored[1])
        lines = np.repeat(np.arange(len(last) - 1), np.diff(last))
        if self.format == "bsr":
            return of_blocks(lines, first, self.stored)
        return (
            (lines, first, np.arange(len(first)))
            if self.format == "csr"
            else (first, lines, np.arange(len(first)))
        )

    @property
    def rows(self) -> np.ndarray:
        return self.places[0]

    @property
    def columns(self) -> np.ndarray:
        return self.places[1]

    @functools.cached_property
    def flat(self) -> np.ndarray:
        """The place of each number if the matrix is one row."""
        places: np.ndarray = self.rows * self.shape[1] + self.columns
        return places

    @functools.cached_property
    def T(self) -> Pattern:
        """The pattern of the transposed matrix with the same `data` (csr, csc and coo)."""
        parts = self.parts[::-1] if self.format == "coo" else self.parts
        return Pattern(TURNED[self.format], self.shape[::-1], self.stored, self.index, parts)

    @functools.cached_property
    def is_canonical(self) -> bool:
        """Whether there are no two numbers at one place, and each row (of csc: column) is in order."""
        order = self.flat if self.format != "csc" else self.columns * self.shape[0] + self.rows
        return self.format in TURNED and bool(np.all(np.diff(order) > 0))

    def describes(self, matrix: Any, parts: Sequence[np.ndarray]) -> bool:
        return (
            self.format == matrix.format
            and self.shape == matrix.shape
            and self.stored == matrix.data.shape
            and all([p.dtype == self.index and np.array_equal(p, own) for p, own in zip(parts, self.arrays)])
        )


def of_diagonals(offsets: np.ndarray, shape: tuple[Any, ...], length: int) -> tuple[Any, ...]:
    """Column j of `data` belongs to column j of the matrix."""
    _, columns = np.indices((len(offsets), length))
    rows = columns - offsets[:, None]
    inside = (rows >= 0) & (rows < shape[0]) & (columns < shape[1])
    return rows[inside], columns[inside], np.flatnonzero(inside)


def of_blocks(lines: np.ndarray, blocks: np.ndarray, stored: tuple[Any, ...]) -> tuple[Any, ...]:
    _, i, j = np.indices(stored)
    rows = lines[:, None, None] * stored[1] + i
    return rows.ravel(), (blocks[:, None, None] * stored[2] + j).ravel(), np.arange(rows.size)


def make(format: str, shape: Sequence[int], stored: tuple[Any, ...], *parts: np.ndarray) -> Pattern:
    """The pattern with these index arrays. Raises ValueError if they do not fit."""
    index = np.result_type(*parts) if parts[0].dtype.kind == "i" else np.dtype(np.int32)
    m, n = (int(k) for k in shape)
    found = Pattern(
        format, (m, n), stored, index.str, tuple([np.ascontiguousarray(p, index).tobytes() for p in parts])
    )
    if format in ("csr", "csc", "bsr"):
        ends, lines = parts[1], (m if format != "csc" else n) // (stored[1] if format == "bsr" else 1)
        if len(ends) != lines + 1 or ends[0] != 0 or np.any(np.diff(ends) < 0) or ends[-1] != len(parts[0]):
            raise ValueError(f"the index arrays of a {format} matrix do not fit its shape {(m, n)}")
    if format != "dia" and stored[0] != len(parts[0]):
        raise ValueError(f"a {format} matrix has {stored[0]} numbers for {len(parts[0])} places")
    rows, columns, _ = found.places
    if rows.size and not (0 <= rows.min() and rows.max() < m and 0 <= columns.min() and columns.max() < n):
        raise ValueError(f"an index leads out of a matrix of shape {(m, n)}")
    return found


def pattern_of(matrix: Any) -> Pattern:
    """The pattern of a matrix of SciPy's.

    Raises:
        CompileError: it has other dimensions than two, or index arrays that do not fit.
    """
    parts = (
        matrix.coords
        if matrix.format == "coo"
        else (matrix.offsets,)
        if matrix.format == "dia"
        else (matrix.indices, matrix.indptr)
    )
    known = _seen.get(id(parts[0]))
    if known is not None and known[0]() is parts[0] and known[1].describes(matrix, parts):
        return known[1]
    if len(matrix.shape) != 2:
        raise CompileError(f"a sparse array of {len(matrix.shape)} dimensions", "two can be compiled")
    if len(_seen) > MANY:
        _seen.clear()
    try:
        found = make(matrix.format, matrix.shape, matrix.data.shape, *parts)
    except ValueError as error:
        raise CompileError(
            f"ValueError: {error}", "matrix.prune() drops what is stored behind the last number"
        ) from None
    _seen[id(parts[0])] = weakref.ref(parts[0]), found
    return found


def is_sparse(value: Any) -> bool:
    """Whether it is a sparse matrix or array of SciPy's of a format that has a pattern."""
    kind: Any = type(value)
    return is_sparse_class(kind)


@functools.lru_cache(1024)
def is_sparse_class(kind: Any) -> bool:
    """(By name: most processes need no SciPy.)"""
    name, _, family = kind.__name__.partition("_")
    return (
        str(kind.__module__).startswith("scipy.sparse.") and name in FORMATS and family in ("matrix", "array")
    )
