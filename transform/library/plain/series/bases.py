"""The bases of numpy.polynomial. Each is orthogonal, and so has a recurrence (Abramowitz and Stegun, 22.7):

    x p[k] = up[k] p[k + 1] + level[k] p[k] + down[k] p[k - 1]

`of_bases` enters one function for all of them, with the name of the basis as its first argument:

    @of_bases("add")                numpy.polynomial.chebyshev.chebadd, numpy.polynomial.legendre.legadd …
    def add(basis, c1, c2): …
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.reading import read_as

PREFIXES = {
    "polynomial": "poly",
    "chebyshev": "cheb",
    "legendre": "leg",
    "hermite": "herm",
    "hermite_e": "herme",
    "laguerre": "lag",
}


def of_bases(*names: str, without: tuple[str, ...] = ()) -> Callable:
    """Read a function, whose first argument is a basis, in place of NumPy's functions for all bases."""

    def enter(function: Callable) -> Callable:
        for basis in [basis for basis in PREFIXES if basis not in without]:
            for name in names:
                full = name.replace("*", PREFIXES[basis]) if "*" in name else PREFIXES[basis] + name
                read_as(f"numpy.polynomial.{basis}.{full}", first=(basis,))(function)
        return function

    return enter


def recurrence(basis: str, n: int) -> tuple:
    """`up`, `level` and `down` of the first n polynomials."""
    k = np.arange(n) * 1.0
    if basis == "chebyshev":
        return np.where(k == 0, 1.0, 0.5), 0 * k, np.where(k == 0, 0.0, 0.5)
    if basis == "legendre":
        return (k + 1) / (2 * k + 1), 0 * k, k / (2 * k + 1)
    if basis == "hermite":
        return 0 * k + 0.5, 0 * k, k
    if basis == "hermite_e":
        return 0 * k + 1, 0 * k, k
    if basis == "laguerre":
        return -(k + 1), 2 * k + 1, -k
    return 0 * k + 1, 0 * k, 0 * k


def as_series(*given: Any) -> list:
    """Coefficients as vectors of one inexact dtype. (NumPy takes zeros at the end away: compiled code keeps them.)"""
    vectors = [floating(c) for c in given]
    for c in vectors:
        if c.size == 0:
            raise ValueError("Coefficient array is empty")
        if c.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
    dtype = np.result_type(*[c.dtype for c in vectors])
    return [c.astype(dtype) for c in vectors]


def floating(c: Any) -> Any:
    """An array with an axis; integers and truth values are float64."""
    c = np.atleast_1d(c)
    return c.astype(np.float64) if c.dtype.kind in "biu" else c


def along_first(numbers: Any, c: Any) -> Any:
    """Numbers of the places on the first axis of c, in its dtype."""
    return numbers.astype(c.dtype).reshape((-1,) + (1,) * (c.ndim - 1))
