"""scipy.sparse: matrices of known pattern, whose numbers are data.

These classes stand for SciPy's in compiled code. What a pattern decides is computed while compiling
(recto/transform/library/scipy/sparse.py); sums keep places whose numbers cancel, which SciPy drops.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from recto.transform.frontend.models.sparse_matrices import stands_for
from recto.transform.library import unsupported
from recto.transform.library.scipy import sparse as of

from .dense import matrix
from .formats import CLASSES, flat, given, in_format, is_sparse, new, plain

COMPARED = "where the elements of sparse matrices compare is data: compare A.data, or A.toarray()"


class Sparse:
    """The common base of all sparse formats."""

    family = "matrix"
    ndim = 2

    def __init__(self, data: Any, pattern: Any):
        self.data, self.pattern = data, pattern

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple:
        return of.shape_of(self.pattern)

    @property
    def dtype(self) -> Any:
        return self.data.dtype

    @property
    def format(self) -> str:
        return of.format_of(self.pattern)

    @property
    def nnz(self) -> int:
        return of.count_of(self.pattern)

    @property
    def size(self) -> int:
        return of.count_of(self.pattern)

    def getnnz(self) -> int:
        return of.count_of(self.pattern)

    def get_shape(self) -> tuple:
        return of.shape_of(self.pattern)

    def getformat(self) -> str:
        return of.format_of(self.pattern)

    def like(self, data: Any) -> Any:
        """A matrix of this pattern."""
        return new(self.family, data, self.pattern)

    # -- formats ---------------------------------------------------------------------------------------------------

    def asformat(self, format: str, copy: bool = False) -> Any:
        if format is None:
            return self
        if format not in ("csr", "csc", "coo"):
            unsupported(
                f"compiled code converts sparse matrices to csr, csc and coo, not to {format}: do it outside"
            )
        return in_format(self, format, format != "coo")

    def tocsr(self, copy: bool = False) -> Any:
        return in_format(self, "csr", not of.format_of(self.pattern) == "csr")

    def tocsc(self, copy: bool = False) -> Any:
        return in_format(self, "csc", not of.format_of(self.pattern) == "csc")

    def tocoo(self, copy: bool = True) -> Any:
        return in_format(self, "coo")

    def copy(self) -> Any:
        return self.like(self.data.copy())

    def astype(self, dtype: Any, casting: str = "unsafe", copy: bool = True) -> Any:
        return self.like(self.data.astype(dtype))

    def toarray(self, order: Any = None, out: Any = None) -> Any:
        if out is not None:
            unsupported("toarray is read without out")
        x = flat(self)
        return of.dense(x.data, x.pattern)

    @property
    def A(self) -> Any:
        return self.toarray()

    def todense(self, order: Any = None, out: Any = None) -> Any:
        found = self.toarray(order, out)
        return found if self.family == "array" else matrix(found)

    def transpose(self, axes: Any = None, copy: bool = False) -> Any:
        x = flat(self)
        return new(x.family, x.data, of.turned(x.pattern))

    @property
    def T(self) -> Any:
        return self.transpose()

    @property
    def H(self) -> Any:
        return self.conjugate().transpose()

    # -- products --------------------------------------------------------------------------------------------------

    def dot(self, other: Any) -> Any:
        if is_sparse(other):
            return times_sparse(self, other)
        if np.ndim(given(other)) == 0:
            return self.like(self.data * other)
        x = flat(self)
        found = of.product(x.data, given(other), x.pattern)
        return matrix(found) if isinstance(other, np.matrix) else found

    def __matmul__(self, other: Any) -> Any:
        if not is_sparse(other):
            if np.ndim(given(other)) == 0:
                raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.dot(other)

    def __rmatmul__(self, other: Any) -> Any:
        if np.ndim(given(other)) == 0:
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        x = self.transpose()
        found = of.product(x.data, given(other).T, x.pattern).T
        return matrix(found) if isinstance(other, np.matrix) else found

    def __mul__(self, other: Any) -> Any:
        if self.family == "matrix":
            return self.dot(other)
        return self.multiply(other)

    def __rmul__(self, other: Any) -> Any:
        if np.ndim(given(other)) == 0:
            return self.like(other * self.data)
        return self.__rmatmul__(other) if self.family == "matrix" else self.multiply(other)

    def __truediv__(self, other: Any) -> Any:
        if is_sparse(other) or np.ndim(given(other)) != 0:
            unsupported("a sparse matrix is divided by numbers alone: use A.multiply(1 / x)")
        return self.like(self.data / other)

    def __pow__(self, power: Any) -> Any:
        if self.family == "array":
            return self.power(power)
        if self.shape[0] != self.shape[1] or power < 1:
            unsupported("powers of square sparse matrices from the first on can be compiled")
        found = self
        for _ in range(power - 1):
            found = found.dot(self)
        return found

    def multiply(self, other: Any) -> Any:
        """Multiply element by element."""
        if is_sparse(other):
            return times_elements(self, other)
        values = given(other)
        if values.ndim == 0:
            return self.like(self.data * other)
        x = flat(self)
        whole = np.broadcast_to(values, self.shape)
        return in_format(new(x.family, x.data * of.entries(whole, x.pattern), x.pattern), "coo")

    def power(self, n: Any, dtype: Any = None) -> Any:
        if dtype is not None:
            unsupported("power is read without dtype")
        if np.ndim(n) == 0:
            if n == 0:
                unsupported("the power 0 of a sparse matrix would be dense")
        x = plain(self)
        return x.like(x.data**n)

    # -- sums ------------------------------------------------------------------------------------------------------

    def __eq__(self, other: Any) -> Any:
        unsupported(COMPARED)

    def __ne__(self, other: Any) -> Any:
        unsupported(COMPARED)

    def __lt__(self, other: Any) -> Any:
        unsupported(COMPARED)

    def __le__(self, other: Any) -> Any:
        unsupported(COMPARED)

    def __gt__(self, other: Any) -> Any:
        unsupported(COMPARED)

    def __ge__(self, other: Any) -> Any:
        unsupported(COMPARED)

    def __iter__(self) -> Any:
        unsupported("loop over the rows by A[[i]], or over A.toarray()")

    def __neg__(self) -> Any:
        return self.like(-self.data)

    def __pos__(self) -> Any:
        return self

    def __add__(self, other: Any) -> Any:
        if is_sparse(other):
            return plus(self, other)
        values = given(other)
        if values.ndim == 0:
            if of.is_zero(other):
                return self.copy()
            unsupported("a number is added to every element, which makes the matrix dense: A.toarray() + x")
        found = self.toarray() + values
        return found if self.family == "array" else matrix(found)

    def __radd__(self, other: Any) -> Any:
        return self.__add__(other)

    def __sub__(self, other: Any) -> Any:
        if is_sparse(other):
            return plus(self, -other)
        values = given(other)
        if values.ndim == 0:
            return self.__add__(other)
        found = self.toarray() - values
        return found if self.family == "array" else matrix(found)

    def __rsub__(self, other: Any) -> Any:
        return (-self).__add__(other)

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        if out is not None:
            unsupported("sum is read without out")
        x = flat(self)
        x = x if dtype is None else x.astype(dtype)
        if axis is None:
            return np.sum(x.data)
        counts = np.sum(x.data[:0])  # NumPy's dtype of sums
        turned = x.transpose() if axis % 2 == 0 else x
        found = of.product(turned.data, np.ones(turned.shape[1], counts.dtype), turned.pattern)
        if self.family == "array":
            return found
        return matrix(found[None, :] if axis % 2 == 0 else found[:, None])

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        m, n = self.shape
        return self.sum(axis, dtype, out) / (m * n if axis is None else n if axis % 2 else m)

    def trace(self, offset: int = 0) -> Any:
        return np.sum(self.diagonal(offset))

    def diagonal(self, k: int = 0) -> Any:
        x = flat(self)
        places, into, length = of.on_diagonal(x.pattern, k)
        out = np.zeros(length, x.dtype)
        np.add.at(out, into, x.data[places])
        return out

    # -- elements --------------------------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        rows, columns = key if isinstance(key, tuple) else (key, slice(None))
        if isinstance(rows, (int, np.integer)) and isinstance(columns, (int, np.integer)):
            chosen = of.selected(self.pattern, [rows], [columns])
            return np.sum(np.ravel(self.data)[of.places_of(self.pattern)][chosen[1]])
        if isinstance(rows, (int, np.integer)) and self.family == "matrix":
            rows = [rows]
        if isinstance(columns, (int, np.integer)) and self.family == "matrix":
            columns = [columns]
        if isinstance(rows, (int, np.integer)) or isinstance(columns, (int, np.integer)):
            unsupported("one row of a sparse array has one dimension: use A[[i]], or A[[i]].toarray()[0]")
        if not isinstance(rows, slice) and not isinstance(columns, slice):
            unsupported("a sparse matrix is indexed by arrays along one axis at a time: A[rows][:, columns]")
        pattern, places = of.selected(self.pattern, rows, columns)
        return new(self.family, np.ravel(self.data)[of.places_of(self.pattern)][places], pattern)

    def __setitem__(self, key: Any, value: Any) -> None:
        unsupported(
            "the places of a sparse matrix do not change in compiled code: make it of its parts, "
            "or write to A.data"
        )

    def __len__(self) -> int:
        raise TypeError("sparse matrix length is ambiguous; use getnnz() or shape[0]")

    def getrow(self, i: int) -> Any:
        return self[[i]]

    def getcol(self, j: int) -> Any:
        return self[:, [j]]

    def nonzero(self) -> Any:
        unsupported(
            "which numbers are zero is data: A.tocoo().row and A.tocoo().col are the places that are stored"
        )

    def __abs__(self) -> Any:
        return self.like(np.abs(self.data))

    def conj(self, copy: bool = True) -> Any:
        return self.like(np.conj(self.data))

    def conjugate(self, copy: bool = True) -> Any:
        return self.like(np.conj(self.data))

    @property
    def real(self) -> Any:
        return self.like(np.real(self.data))

    @property
    def imag(self) -> Any:
        return self.like(np.imag(self.data))

    def sqrt(self) -> Any:
        return mapped(self, np.sqrt)

    def sin(self) -> Any:
        return mapped(self, np.sin)

    def sinh(self) -> Any:
        return mapped(self, np.sinh)

    def tan(self) -> Any:
        return mapped(self, np.tan)

    def tanh(self) -> Any:
        return mapped(self, np.tanh)

    def arcsin(self) -> Any:
        return mapped(self, np.arcsin)

    def arcsinh(self) -> Any:
        return mapped(self, np.arcsinh)

    def arctan(self) -> Any:
        return mapped(self, np.arctan)

    def arctanh(self) -> Any:
        return mapped(self, np.arctanh)

    def expm1(self) -> Any:
        return mapped(self, np.expm1)

    def log1p(self) -> Any:
        return mapped(self, np.log1p)

    def floor(self) -> Any:
        return mapped(self, np.floor)

    def ceil(self) -> Any:
        return mapped(self, np.ceil)

    def rint(self) -> Any:
        return mapped(self, np.rint)

    def trunc(self) -> Any:
        return mapped(self, np.trunc)

    def sign(self) -> Any:
        return mapped(self, np.sign)

    def deg2rad(self) -> Any:
        return mapped(self, np.deg2rad)

    def rad2deg(self) -> Any:
        return mapped(self, np.rad2deg)

    def sum_duplicates(self) -> None:
        if not of.is_canonical(self.pattern):
            unsupported("a matrix that has places twice does not change in place: use A.tocoo().tocsr()")

    def sort_indices(self) -> None:
        self.sum_duplicates()

    def eliminate_zeros(self) -> None:
        unsupported("which numbers are zero is data: compiled code keeps all places")


def mapped(x: Any, function: Any) -> Any:
    """A function that keeps 0, of each element."""
    x = plain(x)
    return x.like(function(x.data))


def times_sparse(a: Any, b: Any) -> Any:
    a, b = flat(a), flat(b)
    if a.shape[1] != b.shape[0]:
        raise ValueError(f"matmul: dimension mismatch with signature {a.shape},{b.shape}")
    pattern, left, right, into = of.multiplied(a.pattern, b.pattern)
    terms = a.data[left] * b.data[right]
    out = np.zeros(of.count_of(pattern), terms.dtype)
    np.add.at(out, into, terms)
    return new(a.family, out, pattern)


def same_shapes(a: Any, b: Any) -> None:
    if a.shape != b.shape:
        raise ValueError("inconsistent shapes")


def times_elements(a: Any, b: Any) -> Any:
    same_shapes(a, b)
    a, b = plain(a), plain(b)
    if of.same(a.pattern, b.pattern):
        return a.like(a.data * b.data)
    pattern, first, last = of.common(a.pattern, b.pattern)
    return new(a.family, a.data[first] * b.data[last], pattern)


def plus(a: Any, b: Any) -> Any:
    same_shapes(a, b)
    if of.same(a.pattern, b.pattern):
        return a.like(a.data + b.data)
    a, b = flat(a), flat(b)
    pattern, first, last = of.united(a.pattern, b.pattern)
    out = np.zeros(of.count_of(pattern), np.result_type(a.dtype, b.dtype))
    np.add.at(out, first, a.data)
    np.add.at(out, last, b.data)
    return new(a.family, out, pattern)


class Compressed(Sparse):
    """csr, csc and bsr."""

    @property
    def indices(self) -> Any:
        return of.parts_of(self.pattern)[0]

    @property
    def indptr(self) -> Any:
        return of.parts_of(self.pattern)[1]

    @property
    def has_sorted_indices(self) -> bool:
        return of.is_canonical(self.pattern)

    @property
    def has_canonical_format(self) -> bool:
        return of.is_canonical(self.pattern)


class Coordinates(Sparse):
    """coo."""

    @property
    def row(self) -> Any:
        return of.parts_of(self.pattern)[0]

    @property
    def col(self) -> Any:
        return of.parts_of(self.pattern)[1]

    @property
    def coords(self) -> Any:
        return of.parts_of(self.pattern)


class Diagonals(Sparse):
    """dia."""

    @property
    def offsets(self) -> Any:
        return of.parts_of(self.pattern)[0]


class Blocks(Compressed):
    """bsr."""

    @property
    def blocksize(self) -> tuple:
        return of.stored_of(self.pattern)[1:]


BASES = {"csr": Compressed, "csc": Compressed, "coo": Coordinates, "dia": Diagonals, "bsr": Blocks}
for _format, _base in BASES.items():
    for _family in ("matrix", "array"):
        CLASSES[_family, _format] = stands_for(
            getattr(sparse, f"{_format}_{_family}"),
            type(f"{_format}_{_family}", (_base,), {"family": _family, "__module__": __name__}),
        )
