"""Constructors of scipy.sparse. The positions of the numbers must be static; their values need not be."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from recto.transform.library import read_as, unsupported
from recto.transform.library.scipy import sparse as of

from . import unplaced
from .formats import flat, in_format, is_sparse, new, plain


BY_ELEMENT = (sparse.lil_matrix, sparse.dok_matrix, sparse.lil_array, sparse.dok_array)


def family_of(*xs: Any) -> str:
    """SciPy gives an array if there is one among them."""
    return "array" if any([isinstance(x, sparse.sparray) for x in xs]) else "matrix"


def with_dtype(x: Any, dtype: Any) -> Any:
    return x if dtype is None else x.astype(dtype)


def made(family: str, format: str, arg1: Any, shape: Any, dtype: Any) -> Any:
    """The matrix that a class of SciPy makes from its first argument."""
    if isinstance(arg1, BY_ELEMENT):
        return made(family, format, arg1.tocoo(), shape, dtype)
    if is_sparse(arg1):
        found = new(family, arg1.data, arg1.pattern)
        return with_dtype(in_format(found, format, format != "coo"), dtype)
    if isinstance(arg1, tuple):
        if (
            len(arg1) == 2
            and isinstance(arg1[0], (int, np.integer))
            and isinstance(arg1[1], (int, np.integer))
        ):
            return empty(family, format, arg1, dtype)
        return with_dtype(of_parts(family, format, arg1, shape), dtype)
    dense = np.asarray(arg1)
    if dense.ndim != 2:
        unsupported(f"{format}_{family} of a dense array of {dense.ndim} dimensions: compiled code wants two")
    if of.unknown(dense):
        return unplaced.CLASSES[family, format](with_dtype(dense, dtype))
    pattern = of.where_not_zero(dense)
    return with_dtype(in_format(new(family, of.entries(dense, pattern), pattern), format), dtype)


def empty(family: str, format: str, shape: tuple, dtype: Any) -> Any:
    none = np.zeros(0, np.int32)
    pattern = of.known_pattern("coo", shape, (0,), (none, none))
    return in_format(new(family, np.zeros(0, float if dtype is None else dtype), pattern), format)


def of_parts(family: str, format: str, parts: tuple, shape: Any) -> Any:
    data = np.asarray(parts[0])
    if format == "dia":
        data, offsets = np.atleast_2d(data), np.atleast_1d(np.asarray(parts[1]))
        if shape is None:
            raise ValueError("expected a shape argument")
        return new(family, data, of.known_pattern("dia", shape, data.shape, (offsets,)))
    if len(parts) == 3:
        found, kept = tuple(parts[1:]), format
    else:
        found, kept = tuple(parts[1]), "coo"
    if of.unknown(np.asarray(found[0])) or of.unknown(np.asarray(found[1])):
        unsupported(
            "the places of a sparse matrix must be known while compiling: make the index arrays of constants, "
            "or pass the matrix as an argument"
        )
    size = of.shape_for(found, kept) if shape is None else shape
    pattern = of.known_pattern(kept, size, data.shape, found)
    return in_format(new(family, data, pattern), format, kept != format)


@read_as("scipy.sparse.csr_matrix")
def csr_matrix(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return made("matrix", "csr", arg1, shape, dtype)


@read_as("scipy.sparse.csc_matrix")
def csc_matrix(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return made("matrix", "csc", arg1, shape, dtype)


@read_as("scipy.sparse.coo_matrix")
def coo_matrix(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return made("matrix", "coo", arg1, shape, dtype)


@read_as("scipy.sparse.dia_matrix")
def dia_matrix(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return with_dtype(of_parts("matrix", "dia", arg1, shape), dtype)


@read_as("scipy.sparse.csr_array")
def csr_array(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return made("array", "csr", arg1, shape, dtype)


@read_as("scipy.sparse.csc_array")
def csc_array(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return made("array", "csc", arg1, shape, dtype)


@read_as("scipy.sparse.coo_array")
def coo_array(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return made("array", "coo", arg1, shape, dtype)


@read_as("scipy.sparse.dia_array")
def dia_array(
    arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: Any = None
) -> Any:
    return with_dtype(of_parts("array", "dia", arg1, shape), dtype)


# -- diagonals -------------------------------------------------------------------------------------------------------


def in_wanted(x: Any, format: Any, usual: str) -> Any:
    format = usual if format is None else format
    if format not in ("csr", "csc", "coo", "dia"):
        unsupported(f"compiled code makes sparse matrices in the formats csr, csc, coo and dia, not {format}")
    return x if format == of.format_of(x.pattern) else in_format(x, format, format != "coo")


@read_as("scipy.sparse.spdiags", host_if_static=True)
def spdiags(data: Any, diags: Any, m: Any = None, n: Any = None, format: Any = None) -> Any:
    m, n = m if n is None else (m, n)
    return in_wanted(dia_matrix((data, diags), (m, n)), format, "dia")


def of_diagonals(family: str, diagonals: Any, offsets: Any, shape: Any, format: Any, dtype: Any) -> Any:
    if isinstance(offsets, (int, np.integer)):
        diagonals = [diagonals[0]] if np.ndim(diagonals[0]) == 1 else [diagonals]
        offsets = [offsets]
    columns = [np.atleast_1d(np.asarray(d)) for d in diagonals]
    offsets = of.as_integers(offsets)
    if shape is None:
        side = len(columns[0]) + abs(offsets[0])
        shape = (side, side)
    lengths = [min(shape[0] + min(k, 0), shape[1] - max(k, 0)) for k in offsets]
    for column, length in zip(columns, lengths):
        if len(column) != length and len(column) != 1:
            raise ValueError(f"Diagonal length ({len(column)} for {length}) does not agree with array size")
    width = max([length + max(k, 0) for length, k in zip(lengths, offsets)])
    lines = []
    for column, k, length in zip(columns, offsets, lengths):
        line = np.broadcast_to(column, (length,))
        lines.append(np.concatenate([np.zeros(max(k, 0)), line, np.zeros(width - length - max(k, 0))]))
    data = np.stack(lines)
    pattern = of.known_pattern("dia", shape, data.shape, (np.array(offsets),))
    return in_wanted(with_dtype(new(family, data, pattern), dtype), format, "dia")


@read_as("scipy.sparse.diags", host_if_static=True)
def diags(diagonals: Any, offsets: Any = 0, shape: Any = None, format: Any = None, dtype: Any = None) -> Any:
    return of_diagonals("matrix", diagonals, offsets, shape, format, dtype)


@read_as("scipy.sparse.diags_array", host_if_static=True)
def diags_array(
    diagonals: Any, /, *, offsets: Any = 0, shape: Any = None, format: Any = None, dtype: Any = None
) -> Any:
    return of_diagonals("array", diagonals, offsets, shape, format, dtype)


# -- of other matrices -----------------------------------------------------------------------------------------------


def as_sparse(x: Any) -> Any:
    """A dense array among the operands has all of its elements stored."""
    if is_sparse(x):
        return flat(x)
    dense = np.atleast_2d(np.asarray(x))
    return new("matrix", np.ravel(dense), of.full(*dense.shape))


@read_as("scipy.sparse.kron", host_if_static=True)
def kron(A: Any, B: Any, format: Any = None) -> Any:
    family = family_of(A, B)
    a, b = as_sparse(A), as_sparse(B)
    data = np.ravel(a.data[:, None] * b.data[None, :])
    return in_wanted(new(family, data, of.of_kron(a.pattern, b.pattern)), format, "coo")


@read_as("scipy.sparse.kronsum", host_if_static=True)
def kronsum(A: Any, B: Any, format: Any = None) -> Any:
    a, b = as_sparse(A), as_sparse(B)
    one = lambda x: (
        sparse.eye_array(x.shape[0]) if family_of(A, B) == "array" else sparse.identity(x.shape[0])
    )
    return in_wanted(kron(one(b), a, "csr") + kron(b, one(a), "csr"), format, "csr")


def beside(blocks: list, places: list, shape: tuple, family: str, format: Any) -> Any:
    data = np.concatenate([x.data for x in blocks])
    pattern = of.joined(tuple([x.pattern for x in blocks]), tuple(places), shape)
    return in_wanted(new(family, data, pattern), format, "coo")


@read_as("scipy.sparse.hstack", host_if_static=True)
def hstack(blocks: Any, format: Any = None, dtype: Any = None) -> Any:
    return with_dtype(joined([blocks], common_format(blocks) if format is None else format), dtype)


@read_as("scipy.sparse.vstack", host_if_static=True)
def vstack(blocks: Any, format: Any = None, dtype: Any = None) -> Any:
    return with_dtype(
        joined([[x] for x in blocks], common_format(blocks) if format is None else format), dtype
    )


def common_format(blocks: Any) -> Any:
    """csr or csc, if all have it."""
    formats = [of.format_of(x.pattern) if is_sparse(x) else "" for x in blocks]
    return formats[0] if formats[0] in ("csr", "csc") and all([f == formats[0] for f in formats]) else None


@read_as("scipy.sparse.bmat", "scipy.sparse.block_array", host_if_static=True)
def bmat(blocks: Any, format: Any = None, dtype: Any = None) -> Any:
    return with_dtype(joined(blocks, format), dtype)


@read_as("scipy.sparse.block_diag", host_if_static=True)
def block_diag(mats: Any, format: Any = None, dtype: Any = None) -> Any:
    blocks = [as_sparse(x) for x in mats]
    places, i, j = [], 0, 0
    for x in blocks:
        places.append((i, j))
        i, j = i + x.shape[0], j + x.shape[1]
    return with_dtype(beside(blocks, places, (i, j), family_of(*mats), format), dtype)


def joined(rows: Any, format: Any) -> Any:
    """Blocks in rows and columns; None is a block of zeros."""
    blocks = [[None if x is None else as_sparse(x) for x in row] for row in rows]
    heights = [max([x.shape[0] for x in row if x is not None]) for row in blocks]
    widths = [max([row[j].shape[1] for row in blocks if row[j] is not None]) for j in range(len(blocks[0]))]
    found, places, i = [], [], 0
    for row, height in zip(blocks, heights):
        j = 0
        for x, width in zip(row, widths):
            if x is not None:
                if x.shape != (height, width):
                    raise ValueError("blocks have incompatible dimensions")
                found.append(x)
                places.append((i, j))
            j = j + width
        i = i + height
    family = family_of(*[x for row in rows for x in row])
    return beside(found, places, (sum(heights), sum(widths)), family, format)


def part(A: Any, k: int, lower: bool, format: Any) -> Any:
    x = as_sparse(A)
    pattern, places = of.triangle(x.pattern, k, lower)
    return in_wanted(new(family_of(A), x.data[places], pattern), format, "coo")


@read_as("scipy.sparse.tril", host_if_static=True)
def tril(A: Any, k: int = 0, format: Any = None) -> Any:
    return part(A, k, True, format)


@read_as("scipy.sparse.triu", host_if_static=True)
def triu(A: Any, k: int = 0, format: Any = None) -> Any:
    return part(A, k, False, format)


# -- questions -------------------------------------------------------------------------------------------------------


@read_as("scipy.sparse.issparse")
def issparse(x: Any) -> bool:
    return is_sparse(x)


@read_as("scipy.sparse.isspmatrix")
def isspmatrix(x: Any) -> bool:
    return isinstance(x, sparse.spmatrix)


@read_as("scipy.sparse.isspmatrix_csr")
def isspmatrix_csr(x: Any) -> bool:
    return isinstance(x, sparse.csr_matrix)


@read_as("scipy.sparse.isspmatrix_csc")
def isspmatrix_csc(x: Any) -> bool:
    return isinstance(x, sparse.csc_matrix)


@read_as("scipy.sparse.isspmatrix_coo")
def isspmatrix_coo(x: Any) -> bool:
    return isinstance(x, sparse.coo_matrix)


# -- element by element ----------------------------------------------------------------------------------------------


class ByElement:
    """lil and dok matrices that the function makes: numbers at places that are known, in a dict, and those of the
    matrix that they began as."""

    family, ndim = "matrix", 2

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False):
        self.numbers, self.base = {}, None
        if is_sparse(arg1):
            self.base = with_dtype(plain(arg1.tocoo() if isinstance(arg1, BY_ELEMENT) else arg1), dtype)
            self.shape, self.dtype = self.base.shape, self.base.dtype
        elif isinstance(arg1, tuple):
            self.shape, self.dtype = arg1, np.dtype(float if dtype is None else dtype)
        else:
            unsupported(
                "lil_matrix and dok_matrix are made of a shape or of a sparse matrix in compiled code"
            )

    def at(self, key: Any) -> tuple:
        i, j = key
        if isinstance(i, slice) or isinstance(j, slice) or np.ndim(i) != 0 or np.ndim(j) != 0:
            unsupported(
                "a lil or dok matrix that is made in compiled code is filled one element after the other"
            )
        return of.nonnegative_position((i, j), self.shape)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.numbers[self.at(key)] = value

    def __getitem__(self, key: Any) -> Any:
        at = self.at(key)
        if at in self.numbers:
            return self.numbers[at]
        return np.zeros((), self.dtype)[()] if self.base is None else self.base[at]

    def tocoo(self, copy: bool = True) -> Any:
        keys = list(self.numbers.keys())
        if not keys:
            return (
                empty(self.family, "coo", self.shape, self.dtype) if self.base is None else self.base.tocoo()
            )
        parts = (np.array([k[0] for k in keys]), np.array([k[1] for k in keys]))
        data = np.array([self.numbers[k] for k in keys]).astype(self.dtype)
        pattern = of.known_pattern("coo", self.shape, data.shape, parts)
        if self.base is None:
            return new(self.family, data, pattern)
        rest, places = of.without(self.base.pattern, pattern)
        return beside(
            [new(self.family, self.base.data[places], rest), new(self.family, data, pattern)],
            [(0, 0), (0, 0)],
            self.shape,
            self.family,
            "coo",
        )

    def __truediv__(self, other: Any) -> Any:
        return self.tocoo().tocsr() / other

    def tocsr(self, copy: bool = False) -> Any:
        return self.tocoo().tocsr()

    def tocsc(self, copy: bool = False) -> Any:
        return self.tocoo().tocsc()

    def asformat(self, format: str, copy: bool = False) -> Any:
        return self.tocoo().asformat(format)

    def toarray(self, order: Any = None, out: Any = None) -> Any:
        return self.tocoo().toarray()

    def __matmul__(self, other: Any) -> Any:
        return self.tocsr() @ other

    def __mul__(self, other: Any) -> Any:
        return self.tocsr() * other

    def dot(self, other: Any) -> Any:
        return self.tocsr().dot(other)

    @property
    def T(self) -> Any:
        return self.tocsr().T


@read_as("scipy.sparse.lil_matrix")
class Lil(ByElement):
    __recto_class__ = sparse.lil_matrix


@read_as("scipy.sparse.dok_matrix")
class Dok(ByElement):
    __recto_class__ = sparse.dok_matrix


@read_as("scipy.sparse.lil_array")
class LilArray(ByElement):
    __recto_class__, family = sparse.lil_array, "array"


@read_as("scipy.sparse.dok_array")
class DokArray(ByElement):
    __recto_class__, family = sparse.dok_array, "array"
