"""scipy.interpolate: splines through points, and splines of least squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ..interpolate import check_increasing
from .bsplines import BSpline, bases, intervals_of

ENDS = {"natural": (2, 0.0), "clamped": (1, 0.0)}


def knots_for(x: Any, k: int) -> Any:
    """The knots of the spline of degree k through points at x, without conditions at the ends: the points, or those in
    the middle between them for an even degree, without some near the ends."""
    half = (k - 1) // 2
    inner = x[half + 1 : len(x) - half - 1] if k % 2 else ((x[1:] + x[:-1]) / 2)[k // 2 : len(x) - 1 - k // 2]
    return with_ends(inner, x[0], x[-1], k)


def with_ends(inner: Any, low: Any, high: Any, k: int) -> Any:
    """Knots with the ends k + 1 times."""
    return np.concatenate([np.full(k + 1, low), inner, np.full(k + 1, high)])


def conditions_of(bc_type: Any, like: Any) -> tuple:
    """The derivatives that are given at each end: pairs of an order and a value of the shape of a point."""
    if bc_type is None or isinstance(bc_type, str) and bc_type == "not-a-knot":
        return (), ()
    sides = (bc_type, bc_type) if isinstance(bc_type, str) else bc_type
    return conditions_at(sides[0], like), conditions_at(sides[1], like)


def conditions_at(side: Any, like: Any) -> tuple:
    if side is None:
        return ()
    if isinstance(side, str) and side not in ENDS:
        raise ValueError(f"Unknown boundary condition: {side}")
    given = (ENDS[side],) if isinstance(side, str) else side
    return tuple([(order, np.broadcast_to(np.asarray(value), like.shape)) for order, value in given])


def placed(rows: Any, at: Any, k: int) -> Any:
    """Rows of a banded matrix, from the entries of each row in k + 1 columns that end at `at`: rows × bands, the
    diagonal in the middle of 2 k + 1 bands."""
    n = len(at)
    first = at - np.arange(n)
    if np.any((first < 0) | (first > k)):
        raise ValueError("The points and the knots do not meet the conditions of Schoenberg and Whitney")
    column = np.arange(2 * k + 1) - np.clip(first, 0, k)[:, None]
    inside = (column >= 0) & (column <= k)
    return np.where(inside, np.take_along_axis(rows, np.clip(column, 0, k), axis=1), 0.0)


def solve_bands(bands: Any, right: Any, k: int) -> Any:
    """Gaussian elimination without exchanges of rows, which is stable for totally positive matrices (de Boor, Pinkus:
    Backward error analysis for totally positive linear systems. Numer. Math. 27 (1977))."""
    n = len(right)
    filled = np.zeros((k, 2 * k + 1))
    filled[:, k] = 1.0
    a, x = np.concatenate([bands, filled]), np.concatenate([right, np.zeros((k,) + right.shape[1:])])
    for i in range(n):
        for j in range(1, k + 1):
            factor = a[i + j, k - j] / a[i, k]
            a[i + j, k - j : 2 * k + 1 - j] -= factor * a[i, k:]
            x[i + j] -= factor * x[i]
    for i in range(n - 1, -1, -1):
        above = x[i]
        for j in range(1, k + 1):
            above = above - a[i, k + j] * x[i + j]
        x[i] = above / a[i, k]
    return x[:n]


def collocation(t: Any, k: int, x: Any, orders: tuple) -> Any:
    """The matrix of the values at points, in bands; orders: those of the derivatives that are given at both ends, in
    rows behind the first and before the last one."""
    left, right = orders
    at, values = intervals_of(t, k, x), bases(t, k, x)
    if left == () and right == ():
        return placed(values, at, k)
    rows = [values[:1], *[bases(t, k, x[:1], nu) for nu in left], values[1:-1]]
    rows += [*[bases(t, k, x[-1:], nu) for nu in right[::-1]], values[-1:]]
    places = np.concatenate([np.repeat(at[:1], 1 + len(left)), at[1:-1], np.repeat(at[-1:], 1 + len(right))])
    return placed(np.concatenate(rows), places, k)


@read_as("scipy.interpolate.make_interp_spline")
def make_interp_spline(
    x: Any,
    y: Any,
    k: int = 3,
    t: Any = None,
    bc_type: Any = None,
    axis: int = 0,
    check_finite: bool = True,
) -> BSpline:
    x, y = np.asarray(x, np.float64), np.asarray(y)
    axis = axis % y.ndim
    y = np.moveaxis(y if y.dtype.kind == "c" else y.astype(np.float64), axis, 0)
    if len(x) != len(y):
        raise ValueError(f"Shapes of x {x.shape} and y {y.shape} are incompatible")
    check_increasing(x)
    if isinstance(bc_type, str) and bc_type == "periodic":
        return periodic_spline(x, y, k, t, axis)
    if k == 0:
        t = np.concatenate([x, x[-1:]]) if t is None else t
        return laid(BSpline(t, y, 0), axis)
    left, right = conditions_of(bc_type, y[0])
    if t is None:
        t = knots_for(x, k) if not (left or right) else with_ends(x[1:-1], x[0], x[-1], k)
        if k == 1:
            t = with_ends(x[1:-1], x[0], x[-1], 1)
    t = np.asarray(t, np.float64)
    count = len(t) - k - 1 - len(x)
    if count != len(left) + len(right):
        raise ValueError(
            f"The number of derivatives at boundaries does not match: expected {count}, got "
            f"{len(left)}+{len(right)}"
        )
    before = [np.asarray(value, y.dtype)[None] for _, value in left]
    after = [np.asarray(value, y.dtype)[None] for _, value in right[::-1]]
    values = np.concatenate([y[:1], *before, y[1:-1], *after, y[-1:]])
    orders = tuple([order for order, _ in left]), tuple([order for order, _ in right])
    c = solve_bands(collocation(t, k, x, orders), np.reshape(values, (len(values), -1)), k)
    return laid(BSpline(t, np.reshape(c, values.shape), k), axis)


def laid(spline: BSpline, axis: int) -> BSpline:
    """With the interpolated axis where that of the points was."""
    spline.axis = axis
    return spline


def periodic_spline(x: Any, y: Any, k: int, t: Any, axis: int) -> BSpline:
    """A periodic spline, from a full system for one period of coefficients."""
    if t is not None:
        unsupported("make_interp_spline: compiled code chooses the knots t of a periodic spline itself")
    if np.any(np.abs(y[0] - y[-1]) > 1e-15 + 1e-12 * np.abs(y[-1])):
        raise ValueError("First and last points does not match while periodic case expected")
    n = len(x) - 1
    if k % 2 == 0:
        unsupported("make_interp_spline: compiled code has periodic splines of odd degrees k")
    period = x[-1] - x[0]
    places = np.arange(-k, n + k + 1)
    t = x[places % n] + period * (places // n)
    at = intervals_of(t, k, x[:-1])
    matrix = np.zeros((n, n))
    rows = bases(t, k, x[:-1])
    for j in range(k + 1):
        columns = (at - k + j) % n
        matrix[np.arange(n), columns] += rows[:, j]
    c = np.linalg.solve(matrix.astype(y.dtype), np.reshape(y[:-1], (n, -1)))
    whole = np.reshape(c, y[:-1].shape)[np.arange(n + k) % n]
    return laid(BSpline(t, whole, k, "periodic"), axis)


@read_as("scipy.interpolate.make_lsq_spline")
def make_lsq_spline(
    x: Any,
    y: Any,
    t: Any,
    k: int = 3,
    w: Any = None,
    axis: int = 0,
    check_finite: bool = True,
    *,
    method: str = "qr",
) -> BSpline:
    x, y, t = np.asarray(x, np.float64), np.asarray(y), np.asarray(t, np.float64)
    axis = axis % y.ndim
    y = np.moveaxis(y if y.dtype.kind == "c" else y.astype(np.float64), axis, 0)
    n = len(t) - k - 1
    columns = intervals_of(t, k, x)[:, None] - k + np.arange(k + 1)
    design = np.zeros((len(x), n))
    design[np.arange(len(x))[:, None], columns] = bases(t, k, x)
    weights = np.ones(len(x)) if w is None else np.asarray(w, np.float64)
    q, r = np.linalg.qr(design * weights[:, None])
    c = np.linalg.solve(r, q.T @ (weights[:, None] * np.reshape(y, (len(x), -1))))
    return laid(BSpline(t, np.reshape(c, (n,) + y.shape[1:]), k), axis)


@read_as("scipy.interpolate.make_smoothing_spline")
def make_smoothing_spline(x: Any, y: Any, w: Any = None, lam: Any = None, *, axis: int = 0) -> BSpline:
    """Reinsch's system for the second derivatives (Green, Silverman: Nonparametric regression and generalized linear
    models, 1994, 2.3)."""
    if lam is None:
        unsupported("make_smoothing_spline: compiled code does not choose lam= by cross-validation: give it")
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    axis = axis % y.ndim
    y = np.moveaxis(y, axis, 0)
    check_increasing(x)
    if len(x) < 5:
        raise ValueError("``x`` and ``y`` length must be at least 5")
    inverse = np.ones(len(x)) if w is None else 1.0 / np.asarray(w, np.float64)
    h, n = np.diff(x), len(x)
    q = [1 / h[:-1], -1 / h[:-1] - 1 / h[1:], 1 / h[1:]]  # of second differences, from the point before
    share = [inverse[j : n - 2 + j] for j in range(3)]
    bands = np.zeros((n - 2, 5))
    bands[:, 2] = (h[:-1] + h[1:]) / 3 + lam * (
        q[0] ** 2 * share[0] + q[1] ** 2 * share[1] + q[2] ** 2 * share[2]
    )
    next_one = h[1:-1] / 6 + lam * (
        q[1][:-1] * q[0][1:] * share[1][:-1] + q[2][:-1] * q[1][1:] * share[2][:-1]
    )
    over_next = lam * q[2][:-2] * q[0][2:] * share[2][:-2]
    bands[:-1, 3], bands[1:, 1] = next_one, next_one
    bands[:-2, 4], bands[2:, 0] = over_next, over_next
    flat = np.reshape(y, (n, -1))
    rises = np.diff(flat, axis=0) / h[:, None]
    bends = solve_bands(bands, np.diff(rises, axis=0), 2)
    pull = np.zeros(flat.shape)
    for j in range(3):
        pull[j : n - 2 + j] += q[j][:, None] * bends
    fitted = np.reshape(flat - lam * inverse[:, None] * pull, y.shape)
    return laid(make_interp_spline(x, fitted, bc_type="natural"), axis)
