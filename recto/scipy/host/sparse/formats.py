"""Formats of sparse matrices: their classes, and conversions between them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from recto.transform.library.scipy import sparse as of

CLASSES: dict[tuple[str, str], type] = {}  # by family ("matrix" or "array") and format


def is_sparse(x: Any) -> bool:
    return isinstance(x, (sparse.spmatrix, sparse.sparray))


def new(family: str, data: Any, pattern: Any) -> Any:
    return CLASSES[family, of.format_of(pattern)](data, pattern)


def moved(data: Any, places: Any, into: Any, count: int) -> Any:
    """The numbers at these places of what is stored, added up where `into` says so."""
    found = np.ravel(data)[places]
    if into is None:
        return found
    out = np.zeros(count, found.dtype)
    np.add.at(out, into, found)
    return out


def in_format(x: Any, format: str, canonical: bool = False) -> Any:
    if of.format_of(x.pattern) == format and (not canonical or of.is_canonical(x.pattern)):
        return x
    pattern, places, into = of.converted(x.pattern, format, canonical)
    return new(x.family, moved(x.data, places, into, of.count_of(pattern)), pattern)


def plain(x: Any) -> Any:
    """The matrix as csr, csc or coo, without a place twice."""
    if of.is_canonical(x.pattern):
        return x
    return in_format(x, "csc" if of.format_of(x.pattern) == "csc" else "csr", True)


def flat(x: Any) -> Any:
    """The matrix as csr, csc or coo; a place may be there twice."""
    return in_format(x, "coo") if of.format_of(x.pattern) in ("dia", "bsr") else x


def given(x: Any) -> Any:
    """The dense matrix without np.matrix's meaning."""
    return x.dense if isinstance(x, np.matrix) else np.asarray(x)
