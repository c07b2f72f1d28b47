"""The functions of scipy.linalg that lay out given numbers as matrices: toeplitz, hankel, circulant, block_diag."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtypes import is_complex
from ...core.errors import CompileError
from ...ir.builder import broadcast_to
from ..core.arrays import arrays, constant_like, full_like, promote_arrays
from ..core.table import implements, prim
from ..core.versions import ROWS_MAKE_MATRICES
from ..numpy.joining import common_arrays, concatenate
from ..numpy.shapes import flip, permute, ravel, reshape_to, take_static


@implements("scipy.linalg.block_diag")
def block_diag(*arrs: Any) -> Any:
    xs = [reshape_to(x, (1,) * (2 - x.ndim) + tuple(x.shape)) for x in common_arrays(arrs)]
    width = sum(x.shape[1] for x in xs)
    rows, before = [], 0
    for x in xs:
        zero = full_like(x, 0, shape=())
        rows.append(
            prim.pad(x, zero, low=(0, before), high=(0, width - before - x.shape[1]), interior=(0, 0))
        )
        before += x.shape[1]
    return concatenate(rows, 0)


@implements("scipy.linalg.toeplitz")
def toeplitz(c: Any, r: Any = None) -> Any:
    """The matrix with constant diagonals of each row of c, its first column, and of r, its first row."""
    c = rows_for("toeplitz", c)
    if r is None:
        r = prim.conj(c) if is_complex(c.dtype) else c
    c, r = promote_arrays(c, rows_for("toeplitz", r))
    batch = np.broadcast_shapes(c.shape[:-1], r.shape[:-1])
    if 0 in batch:
        raise CompileError("`_toeplitz` does not support zero-size batches.", kind=ValueError)
    height, width = c.shape[-1], r.shape[-1]
    c, r = broadcast_to(c, (*batch, height)), broadcast_to(r, (*batch, width))
    values = concatenate([flip(c, -1), take_static(r, np.arange(1, width), len(batch))], -1)
    return _at(values, np.arange(height)[::-1, None] + np.arange(width))


@implements("scipy.linalg.hankel")
def hankel(c: Any, r: Any = None) -> Any:
    c = ravel(c)
    r = full_like(c, 0) if r is None else ravel(r)
    c, r = promote_arrays(c, r)
    values = concatenate([c, take_static(r, np.arange(1, r.size), 0)])
    return _at(values, np.arange(c.size)[:, None] + np.arange(r.size))


@implements("scipy.linalg.circulant")
def circulant(c: Any) -> Any:
    """The matrix of each row of c, its first column, whose other columns are the one before, turned by one place."""
    c = rows_for("circulant", c)
    n = c.shape[-1]
    return _at(c, (np.arange(n)[:, None] - np.arange(n)) % n)


def rows_for(name: str, value: Any) -> Any:
    """An array of one axis or more, of each row of which a matrix is made."""
    (x,) = arrays(value)
    if x.ndim > 1 and not ROWS_MAKE_MATRICES:
        raise CompileError(
            f"scipy.linalg.{name} of several axes differs between versions of SciPy",
            "give it a row, or x.ravel()",
        )
    return x if x.ndim else reshape_to(x, (1,))


def _at(values: Any, places: np.ndarray) -> Any:
    """The matrix of the values at these places of the last axis."""
    last = values.ndim - 1
    found = prim.gather(values, constant_like(values, places), axes=(last,))
    return permute(found, (*range(2, found.ndim), 0, 1))
