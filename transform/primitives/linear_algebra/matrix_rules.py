"""Matrix arithmetic for derivative rules, on Syms and NumPy arrays alike; matrices are the last two axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_complex
from ...ir.builder import TABLE
from .._rules import full
from ..data_movement.shape import iota_along
from ..elementwise import cast, conj, real
from .contraction import dot

INT32 = np.dtype(np.int32)


def where(mask: Any, x: Any) -> Any:
    return TABLE["select"](mask, x, full(x, 0))


def row_and_column(x: Any) -> tuple[Any, Any]:
    """The row and the column of every element."""
    return iota_along(x, x.ndim - 2, INT32), iota_along(x, x.ndim - 1, INT32)


def tril(x: Any, k: int = 0) -> Any:
    """The lower triangles of matrices, up to the k-th diagonal. An infinite or NaN element elsewhere does no harm."""
    rows, columns = row_and_column(x)
    return TABLE["select"](rows + np.int32(k) >= columns, x, np.broadcast_to(np.zeros((), x.dtype), x.shape))


def triu(x: Any, k: int = 0) -> Any:
    rows, columns = row_and_column(x)
    return TABLE["select"](rows + np.int32(k) <= columns, x, np.broadcast_to(np.zeros((), x.dtype), x.shape))


def nan_unless(ok: Any, x: Any) -> Any:
    """x where the flag of its matrix is set, else NaN."""
    mask = TABLE["broadcast"](ok, shape=x.shape, axes=tuple(range(ok.ndim)))
    return TABLE["select"](mask, x, np.broadcast_to(np.asarray(np.nan, x.dtype), x.shape))


def transpose_matrices(x: Any) -> Any:
    return TABLE["transpose"](x, axes=(*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def leading_block(x: Any, rows: int, columns: int) -> Any:
    """The first rows and columns of matrices."""
    limits = (*x.shape[:-2], rows, columns)
    if limits == tuple(x.shape):
        return x
    return TABLE["slice_"](x, starts=(0,) * x.ndim, limits=limits, strides=(1,) * x.ndim, drop=())


def pad_matrices(x: Any, rows: int, columns: int) -> Any:
    """Matrices with rows and columns of zeros added."""
    if (rows, columns) == tuple(x.shape[-2:]):
        return x
    none = (0,) * x.ndim
    high = (*none[2:], rows - x.shape[-2], columns - x.shape[-1])
    return TABLE["pad"](x, np.zeros((), x.dtype), low=none, high=high, interior=none)


def mm(*factors: Any) -> Any:
    """The product of matrices, from the left."""
    x, *rest = factors
    lead = tuple(range(x.ndim - 2))
    for y in rest:
        x = dot(x, y, contract=((x.ndim - 1,), (x.ndim - 2,)), batch=(lead, lead))
    return x


def adjoint(x: Any) -> Any:
    return conj(transpose_matrices(x)) if is_complex(x.dtype) else transpose_matrices(x)


def diagonal(x: Any) -> Any:
    """The main diagonals of square matrices."""
    rows, columns = row_and_column(x)
    return TABLE["reduce_sum"](where(rows == columns, x), axes=(x.ndim - 1,))


def on_diagonal(x: Any) -> Any:
    rows, columns = row_and_column(x)
    return where(rows == columns, x)


def as_rows(v: Any, rows: int) -> Any:
    """Matrices with v in every row: element [i, j] is v[j]."""
    last = v.ndim - 1
    return TABLE["broadcast"](v, shape=(*v.shape[:-1], rows, v.shape[-1]), axes=(*range(last), last + 1))


def as_columns(v: Any, columns: int) -> Any:
    """Element [i, j] is v[i]."""
    return TABLE["broadcast"](v, shape=(*v.shape, columns), axes=tuple(range(v.ndim)))


def reciprocal(x: Any) -> Any:
    """1 / x, and 0 where x is 0."""
    zero = x == 0
    return TABLE["select"](zero, full(x, 0), 1 / TABLE["select"](zero, full(x, 1), x))


def like(x: Any, y: Any) -> Any:
    """A real x in the dtype of y."""
    return cast(x, dtype=y.dtype) if x.dtype != y.dtype else x


def real_part(x: Any) -> Any:
    return real(x) if is_complex(x.dtype) else x


def hermitian(t: Any) -> Any:
    """The Hermitian matrix whose lower triangle is that of t."""
    below = tril(t, -1)
    middle = on_diagonal(t)
    return below + adjoint(below) + (like(real(middle), t) if is_complex(t.dtype) else middle)


def identity_like(x: Any, first: int = 0) -> Any:
    """Ones on the diagonal from place `first` on, zeros elsewhere."""
    rows, columns = row_and_column(x)
    here = rows == columns
    return cast(here & (rows >= np.int32(first)) if first else here, dtype=x.dtype)


def columns_from(x: Any, first: int) -> Any:
    starts = (*(0,) * (x.ndim - 1), first)
    return TABLE["slice_"](x, starts=starts, limits=tuple(x.shape), strides=(1,) * x.ndim, drop=())


def column_sums(x: Any) -> Any:
    return TABLE["reduce_sum"](x, axes=(x.ndim - 2,))
