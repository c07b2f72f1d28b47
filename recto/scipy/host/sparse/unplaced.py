"""Sparse matrices of dense arrays with unknown pattern, which keep the dense array.

Operations that do not need the pattern compute with the array; those that do (nnz, indices, a sum with a
sparse matrix) are refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from recto.transform.library import unsupported

from .dense import is_number, matrix
from .formats import given, is_sparse

TURNED = {"csr": "csc", "csc": "csr", "coo": "coo"}
CLASSES: dict[tuple[str, str], type] = {}  # by family ("matrix" or "array") and format


def refuse() -> None:
    unsupported(
        "the sparsity pattern of a dense array is not static: pass the pattern, "
        "csr_matrix((data, (row, col)), shape), or keep the array dense"
    )


class Unplaced:
    """A sparse matrix of a dense array, in a family and format."""

    family, format, ndim = "matrix", "csr", 2

    def __init__(self, dense: Any):
        self.dense = dense

    def like(self, dense: Any) -> Any:
        return CLASSES[self.family, self.format](dense)

    # -- what needs places -----------------------------------------------------------------------------------------

    @property
    def pattern(self) -> Any:
        return refuse()

    @property
    def data(self) -> Any:
        return refuse()

    @property
    def nnz(self) -> Any:
        return refuse()

    @property
    def size(self) -> Any:
        return refuse()

    @property
    def indices(self) -> Any:
        return refuse()

    @property
    def indptr(self) -> Any:
        return refuse()

    @property
    def row(self) -> Any:
        return refuse()

    @property
    def col(self) -> Any:
        return refuse()

    @property
    def coords(self) -> Any:
        return refuse()

    def getnnz(self, axis: Any = None) -> Any:
        return refuse()

    def count_nonzero(self, axis: Any = None) -> Any:
        return np.count_nonzero(self.dense, axis)

    def nonzero(self) -> Any:
        return refuse()

    # -- what does not ---------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple:
        return self.dense.shape

    @property
    def dtype(self) -> Any:
        return self.dense.dtype

    def toarray(self) -> Any:
        return self.dense.copy()

    def todense(self) -> Any:
        return matrix(self.dense.copy()) if self.family == "matrix" else self.dense.copy()

    def asformat(self, format: str, copy: bool = False) -> Any:
        if format not in TURNED:
            unsupported(f"compiled code converts sparse matrices to csr, csc and coo, not to {format}")
        return CLASSES[self.family, format](self.dense)

    def tocsr(self, copy: bool = False) -> Any:
        return self.asformat("csr")

    def tocsc(self, copy: bool = False) -> Any:
        return self.asformat("csc")

    def tocoo(self, copy: bool = True) -> Any:
        return self.asformat("coo")

    def copy(self) -> Any:
        return self.like(self.dense.copy())

    def astype(self, dtype: Any) -> Any:
        return self.like(self.dense.astype(dtype))

    def transpose(self) -> Any:
        return CLASSES[self.family, TURNED[self.format]](self.dense.T)

    @property
    def T(self) -> Any:
        return self.transpose()

    def diagonal(self, k: int = 0) -> Any:
        return np.diagonal(self.dense, k)

    def trace(self) -> Any:
        return np.trace(self.dense)

    def sum(self, axis: Any = None) -> Any:
        if axis is None or self.family == "array":
            return np.sum(self.dense, axis)
        return matrix(np.sum(self.dense, axis, keepdims=True))

    def __getitem__(self, key: Any) -> Any:
        found = self.dense[key]
        if self.format == "coo" or np.ndim(found) == 1:
            unsupported("an item of a sparse matrix of a dense array is read by two integers, or as a matrix")
        return found if np.ndim(found) == 0 else self.like(found)

    # -- products --------------------------------------------------------------------------------------------------

    def dot(self, other: Any) -> Any:
        if is_sparse(other):
            return refuse()
        if is_number(other):
            return self.like(self.dense * other)
        found = self.dense @ given(other)
        return matrix(found) if isinstance(other, np.matrix) else found

    def __matmul__(self, other: Any) -> Any:
        return self.dot(other)

    def __rmatmul__(self, other: Any) -> Any:
        return given(other) @ self.dense

    def __mul__(self, other: Any) -> Any:
        return refuse() if self.family == "array" and not is_number(other) else self.dot(other)

    def __rmul__(self, other: Any) -> Any:
        return self.like(other * self.dense) if is_number(other) else refuse()

    def __neg__(self) -> Any:
        return self.like(-self.dense)


for _format in TURNED:
    for _family in ("matrix", "array"):
        _base = type(
            f"of_{_format}", (Unplaced,), {"__recto_class__": getattr(sparse, f"{_format}_{_family}")}
        )
        CLASSES[_family, _format] = type(
            f"{_format}_{_family}", (_base,), {"family": _family, "format": _format, "__module__": __name__}
        )
