"""Roots of series, least squares, interpolation, and the points of quadrature rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from .bases import as_series, of_bases, recurrence
from .evaluation import vander


@of_bases("companion")
def companion(basis: str, c: Any) -> Any:
    """The matrix of the product with x modulo the series, in polynomials that are scaled so that all of it but its last
    column is symmetric."""
    [c] = as_series(c)
    n = len(c) - 1
    if n < 1:
        raise ValueError("Series must have maximum degree of at least 1.")
    up, level, down = recurrence(basis, n)
    ratio = c[:-1] / c[-1]
    if basis == "polynomial":
        fixed, scale = np.diag(up[:-1], -1), np.ones(n)
    else:
        side = np.sign(up[:-1]) * np.sqrt(np.abs(up[:-1] * down[1:]))
        fixed = np.diag(side, -1) + np.diag(level) + np.diag(side, 1)
        scale = np.cumprod(np.append(1.0, np.sqrt(np.abs(down[1:] / up[:-1]))))
        scale = scale / scale[-1]
    last = ratio * (scale * up[-1]).astype(c.dtype)
    return fixed.astype(c.dtype) - padded_columns(last, n)


def padded_columns(column: Any, n: int) -> Any:
    """A matrix of zeros with this last column."""
    return np.pad(column[:, None], ((0, 0), (n - 1, 0)))


@of_bases("roots")
def roots(basis: str, c: Any) -> Any:
    """The eigenvalues of the companion matrix, always as complex numbers unless there is only one."""
    [c] = as_series(c)
    if len(c) < 2:
        return np.zeros(0, c.dtype)
    if c[-1] == 0:
        raise ValueError(
            "the last coefficient must not be 0, as the number of roots is known while compiling"
        )
    if len(c) == 2:
        return companion(basis, c)[0]
    return np.sort(np.linalg.eigvals(companion(basis, c)[::-1, ::-1]))


@of_bases("fit")
def fit(basis: str, x: Any, y: Any, deg: Any, rcond: Any = None, full: bool = False, w: Any = None) -> Any:
    """Least squares, with columns of length 1; coefficients of degrees that are not in a list `deg` are 0."""
    x, y = np.asarray(x) + 0.0, np.asarray(y) + 0.0
    check_points(x, y, w)
    degrees = list(range(deg + 1)) if isinstance(deg, int) else sorted(deg)
    if not degrees or min(degrees) < 0:
        raise ValueError("expected deg >= 0")
    columns = vander(basis, x, degrees[-1])[:, degrees].T
    values = y.T
    if w is not None:
        columns, values = columns * w, values * w
    rcond = len(x) * np.finfo(x.dtype).eps if rcond is None else rcond
    scale = np.sqrt(np.sum(np.abs(columns) ** 2, axis=1))
    scale = np.where(scale == 0, 1, scale)
    found, residuals, rank, singular = np.linalg.lstsq(columns.T / scale, values.T, rcond)
    found = (found.T / scale).T
    if len(degrees) <= degrees[-1]:
        rows = {degree: k for k, degree in enumerate(degrees)}
        zero = found[0] * 0
        found = np.stack([found[rows[k]] if k in rows else zero for k in range(degrees[-1] + 1)])
    return (found, [residuals, rank, singular, rcond]) if full else found


def check_points(x: Any, y: Any, w: Any) -> None:
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    if w is not None and np.ndim(w) != 1:
        raise TypeError("expected 1D vector for w")
    if w is not None and len(x) != len(w):
        raise TypeError("expected x and w to have same length")


@of_bases("interpolate", without=("polynomial", "legendre", "hermite", "hermite_e", "laguerre"))
def interpolate(basis: str, func: Any, deg: int, args: Any = ()) -> Any:
    """At the Chebyshev points of the first kind."""
    points = np.polynomial.chebyshev.chebpts1(deg + 1)
    c = vander(basis, points, deg).T @ func(points, *args)
    return np.concatenate([c[:1] / (deg + 1), c[1:] / (0.5 * (deg + 1))])
