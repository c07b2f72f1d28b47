"""scipy.interpolate: splines by FITPACK's names (Dierckx: Curve and surface fitting with splines, 1993)."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ..interpolate import across
from .bsplines import (
    BSpline,
    Spline,
    antiderivative_of,
    bases,
    derivative_of,
    intervals_of,
    padded,
    value_of_spline,
)
from .fitting import knots_for, make_interp_spline, make_lsq_spline, with_ends

EXTENSIONS = {"extrapolate": 0, "zeros": 1, "raise": 2, "const": 3}


def split(tck: Any) -> tuple:
    """Knots, coefficients of one curve or a list of those, and the degree."""
    if isinstance(tck, (BSpline, Spline)):
        return tck.tck
    t, c, k = tck
    return np.asarray(t, np.float64), c, k


def checked_increasing(x: Any) -> None:
    if np.any(np.diff(x) <= 0):
        raise ValueError("x must be strictly increasing")


@read_as("scipy.interpolate.splrep")
def splrep(
    x: Any,
    y: Any,
    w: Any = None,
    xb: Any = None,
    xe: Any = None,
    k: int = 3,
    task: int = 0,
    s: Any = None,
    t: Any = None,
    full_output: Any = 0,
    per: Any = 0,
    quiet: Any = 1,
) -> tuple:
    if full_output or per:
        unsupported("splrep: compiled code knows no full_output and per; make_interp_spline has 'periodic'")
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    low, high = x[0] if xb is None else np.float64(xb), x[-1] if xe is None else np.float64(xe)
    if t is not None:
        knots = with_ends(np.asarray(t, np.float64), low, high, k)
        return knots, padded(make_lsq_spline(x, y, knots, k, w).c, knots, 0.0), k
    if task != 0 or (s is None and w is not None) or (s is not None and s != 0):
        unsupported(
            "splrep: compiled code has s=0, a spline through all points, or knots t: smooth outside of compiled code"
        )
    checked_increasing(x)
    knots = knots_for(x, k)
    knots = with_ends(knots[k + 1 : len(knots) - k - 1], low, high, k)
    return knots, padded(make_interp_spline(x, y, k, knots).c, knots, 0.0), k


@read_as("scipy.interpolate.splprep")
def splprep(
    x: Any,
    w: Any = None,
    u: Any = None,
    ub: Any = None,
    ue: Any = None,
    k: int = 3,
    task: int = 0,
    s: Any = None,
    t: Any = None,
    full_output: Any = 0,
    nest: Any = None,
    per: Any = 0,
    quiet: Any = 1,
) -> tuple:
    """A curve through points, over the share of its length."""
    if full_output or per or task != 0 or t is not None or s is None or s != 0:
        unsupported("splprep: compiled code has s=0, a curve through all points")
    rows = [np.asarray(row, np.float64) for row in x]
    if u is None:
        lengths = np.sqrt(sum([np.diff(row) ** 2 for row in rows]))
        u = np.concatenate([np.zeros(1), np.cumsum(lengths)])
        u = u / u[-1]
    u = np.asarray(u, np.float64)
    tck = [splrep(u, row, None, ub, ue, k, 0, 0) for row in rows]
    n = len(tck[0][0]) - k - 1
    return [tck[0][0], [c[:n] for _, c, _ in tck], k], u


@read_as("scipy.interpolate.splev")
def splev(x: Any, tck: Any, der: int = 0, ext: Any = 0) -> Any:
    t, c, k = split(tck)
    if not 0 <= der <= k:
        raise ValueError(f"0<=der={der}<=k={k} must hold")
    if ext not in (0, 1, 2, 3):
        raise ValueError(f"ext = {ext} not in (0, 1, 2, 3) ")
    if isinstance(c, (list, tuple)):
        return [beyond_by_rule(x, t, np.asarray(row), k, der, ext) for row in c]
    return beyond_by_rule(x, t, np.asarray(c), k, der, ext)


def beyond_by_rule(x: Any, t: Any, c: Any, k: int, nu: int, ext: int) -> Any:
    """The spline; beyond its ends it goes on (ext=0), is 0 (1), raises (2) or keeps the value at the end (3)."""
    places = np.asarray(x, np.float64)
    flat = np.ravel(places)
    low, high = t[k], t[len(t) - k - 1]
    outside = (flat < low) | (flat > high)
    if ext == 2:
        if np.any(outside):
            raise ValueError("Found x value not in the domain")
    if ext == 3:
        flat = np.clip(flat, low, high)
    found = value_of_spline(t, c, k, flat, nu)
    found = np.where(across(np.isnan(flat), found), np.nan, found)
    if ext == 1:
        found = np.where(across(outside, found), 0.0, found)
    return np.reshape(found, places.shape + found.shape[1:])


@read_as("scipy.interpolate.splint")
def splint(a: Any, b: Any, tck: Any, full_output: Any = 0) -> Any:
    if full_output:
        unsupported("splint: compiled code knows no full_output")
    t, c, k = split(tck)
    if isinstance(c, (list, tuple)):
        return [integral_within(a, b, t, np.asarray(row), k) for row in c]
    return integral_within(a, b, t, np.asarray(c), k)


def integral_within(a: Any, b: Any, t: Any, c: Any, k: int) -> Any:
    """The integral of a spline that is 0 beyond its ends."""
    whole = antiderivative_of(t, c[: len(t) - k - 1], k)
    low, high = t[k], t[len(t) - k - 1]
    ends = value_of_spline(*whole, np.clip(np.stack([np.float64(a), np.float64(b)]), low, high))
    return ends[1] - ends[0]


@read_as("scipy.interpolate.splder")
def splder(tck: Any, n: int = 1) -> Any:
    if isinstance(tck, Spline):
        return tck.derivative(n)
    if n < 0:
        return splantider(tck, -n)
    t, c, k = split(tck)
    if n > k:
        raise ValueError(f"Order of derivative (n = {n}) must be <= order of spline (k = {k})")
    c = np.asarray(c)[: len(t) - k - 1]
    for _ in range(n):
        t, c, k = derivative_of(t, c, k)
    return t, padded(c, t, 0.0), k


@read_as("scipy.interpolate.splantider")
def splantider(tck: Any, n: int = 1) -> Any:
    if isinstance(tck, Spline):
        return tck.antiderivative(n)
    if n < 0:
        return splder(tck, -n)
    t, c, k = split(tck)
    c = np.asarray(c)[: len(t) - k - 1]
    for _ in range(n):
        t, c, k = antiderivative_of(t, c, k)
    return t, padded(c, t, c[-1]), k


@read_as("scipy.interpolate.spalde")
def spalde(x: Any, tck: Any) -> Any:
    """All derivatives at a place, or at each of several."""
    t, c, k = split(tck)
    places = np.asarray(x, np.float64)
    found = np.stack(
        [value_of_spline(t, np.asarray(c), k, np.ravel(places), nu) for nu in range(k + 1)], axis=-1
    )
    return found[0] if places.ndim == 0 else [found[i] for i in range(len(found))]


# -- objects -------------------------------------------------------------------------------------------------


def as_extension(ext: Any) -> int:
    code = EXTENSIONS.get(ext, ext)
    if code not in (0, 1, 2, 3):
        raise ValueError(f"Unknown extrapolation mode {ext}.")
    return code


class Curve:
    """A spline over a line, as FITPACK keeps it."""

    def __init__(self, t: Any, c: Any, k: int, ext: Any, residual: Any):
        self.t, self.c, self.k, self.ext, self.residual = t, c, k, ext, residual

    def __call__(self, x: Any, nu: int = 0, ext: Any = None) -> Any:
        ext = as_extension(self.ext if ext is None else ext)
        if ext == 3 and nu > 0:
            ext = 0
        return np.asarray(beyond_by_rule(x, self.t, self.c, self.k, nu, ext))

    def derivative(self, n: int = 1) -> Curve:
        t, c, k = splder((self.t, self.c, self.k), n)
        return Curve(t, c[: len(t) - k - 1], k, 1 if as_extension(self.ext) == 3 else self.ext, None)

    def antiderivative(self, n: int = 1) -> Curve:
        t, c, k = splantider((self.t, self.c, self.k), n)
        return Curve(t, c[: len(t) - k - 1], k, self.ext, None)

    def integral(self, a: Any, b: Any) -> Any:
        return integral_within(a, b, self.t, self.c, self.k)

    def derivatives(self, x: Any) -> Any:
        return spalde(x, (self.t, self.c, self.k))

    def get_knots(self) -> Any:
        return self.t[self.k : len(self.t) - self.k]

    def get_coeffs(self) -> Any:
        return self.c

    def get_residual(self) -> Any:
        return self.residual

    def roots(self) -> Any:
        unsupported("roots of a spline: compiled code does not know how many; optimize.brentq finds one")


def within_box(x: Any, bbox: Any) -> tuple:
    low, high = (None, None) if bbox is None else (bbox[0], bbox[1])
    return x[0] if low is None else np.float64(low), x[-1] if high is None else np.float64(high)


@read_as("scipy.interpolate.InterpolatedUnivariateSpline")
class InterpolatedUnivariateSpline(Curve):
    """The spline through points, without knots near the ends."""

    def __init__(
        self, x: Any, y: Any, w: Any = None, bbox: Any = None, k: int = 3, ext: Any = 0, check_finite: Any = 0
    ):
        x = np.asarray(x, np.float64)
        if len(x) <= k:
            raise ValueError("len(x) must be greater than k")
        checked_increasing(x)
        t, c, _ = splrep(x, y, None, *within_box(x, bbox), k)
        Curve.__init__(self, t, c[: len(t) - k - 1], k, ext, np.float64(0.0))


@read_as("scipy.interpolate.UnivariateSpline")
class UnivariateSpline(InterpolatedUnivariateSpline):
    def __init__(
        self,
        x: Any,
        y: Any,
        w: Any = None,
        bbox: Any = None,
        k: int = 3,
        s: Any = None,
        ext: Any = 0,
        check_finite: Any = False,
    ):
        if s is None or s != 0:
            unsupported(
                "UnivariateSpline: compiled code has s=0, a spline through all points; make_smoothing_spline smooths"
            )
        if not np.all(np.diff(np.asarray(x)) > 0):
            raise ValueError("x must be strictly increasing if s = 0")
        InterpolatedUnivariateSpline.__init__(self, x, y, w, bbox, k, ext)


@read_as("scipy.interpolate.LSQUnivariateSpline")
class LSQUnivariateSpline(Curve):
    """The spline of least squares with given knots between the ends."""

    def __init__(
        self,
        x: Any,
        y: Any,
        t: Any,
        w: Any = None,
        bbox: Any = None,
        k: int = 3,
        ext: Any = 0,
        check_finite: Any = False,
    ):
        x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
        if np.any(np.diff(x) < 0):
            raise ValueError("x must be increasing")
        knots = with_ends(np.asarray(t, np.float64), *within_box(x, bbox), k)
        c = make_lsq_spline(x, y, knots, k, w).c
        weights = 1.0 if w is None else np.asarray(w, np.float64)
        misfit = weights * (y - value_of_spline(knots, c, k, x))
        Curve.__init__(self, knots, c, k, ext, np.sum(misfit * misfit))


@read_as("scipy.interpolate.RectBivariateSpline")
class RectBivariateSpline:
    """The product of splines through the values on a grid; beyond it, the value at the nearest place of its border."""

    def __init__(
        self, x: Any, y: Any, z: Any, bbox: Any = None, kx: int = 3, ky: int = 3, s: Any = 0, maxit: int = 20
    ):
        if bbox is not None or s != 0:
            unsupported("RectBivariateSpline: compiled code has s=0, without bbox=")
        x, y, z = np.asarray(x, np.float64), np.asarray(y, np.float64), np.asarray(z, np.float64)
        for name, knots in (("x", x), ("y", y)):
            if np.any(np.diff(knots) <= 0):
                raise ValueError(f"{name} must be strictly increasing")
        along = make_interp_spline(x, z, kx)
        both = make_interp_spline(y, along.c.T, ky)
        self.tx, self.ty, self.c, self.kx, self.ky = along.t, both.t, both.c.T, kx, ky

    def get_knots(self) -> tuple:
        return self.tx, self.ty

    def get_coeffs(self) -> Any:
        return np.ravel(self.c)

    def within(self, x: Any, y: Any, dx: int, dy: int) -> tuple:
        """Places, those beyond the grid moved to its border."""
        if not (0 <= dx < max(self.kx, 1) and 0 <= dy < max(self.ky, 1)):
            raise ValueError("Error code returned by parder: 10")
        x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
        return np.clip(x, self.tx[0], self.tx[-1]), np.clip(y, self.ty[0], self.ty[-1])

    def __call__(self, x: Any, y: Any, dx: int = 0, dy: int = 0, grid: bool = True) -> Any:
        if not grid:
            return self.ev(x, y, dx, dy)
        x, y = self.within(x, y, dx, dy)
        rows = value_of_spline(self.tx, self.c, self.kx, np.ravel(x), dx)
        return value_of_spline(self.ty, rows.T, self.ky, np.ravel(y), dy).T

    def ev(self, xi: Any, yi: Any, dx: int = 0, dy: int = 0) -> Any:
        x, y = np.broadcast_arrays(*self.within(xi, yi, dx, dy))
        from_rows = across_both(self, np.ravel(x), np.ravel(y), dx, dy)
        return np.reshape(from_rows, x.shape)

    def integral(self, xa: Any, xb: Any, ya: Any, yb: Any) -> Any:
        rows = antiderivative_of(self.tx, self.c, self.kx)
        x = np.clip(np.stack([np.float64(xa), np.float64(xb)]), self.tx[0], self.tx[-1])
        ends = value_of_spline(*rows, x)
        return integral_within(ya, yb, self.ty, ends[1] - ends[0], self.ky)


def across_both(spline: RectBivariateSpline, x: Any, y: Any, dx: int, dy: int) -> Any:
    """The values at pairs of places."""
    first = product_of_bases(spline.tx, spline.kx, x, dx)
    second = product_of_bases(spline.ty, spline.ky, y, dy)
    parts = spline.c[first[0][:, :, None], second[0][:, None, :]]
    return np.einsum("pi,pij,pj->p", first[1], parts, second[1])


def product_of_bases(t: Any, k: int, places: Any, nu: int) -> tuple:
    """The coefficients that count at each place, and their weights."""
    return intervals_of(t, k, places)[:, None] - k + np.arange(k + 1), bases(t, k, places, nu)


@read_as("scipy.interpolate.UnivariateSpline.__call__")
def value_of_outside(spline: Any, x: Any, nu: int = 0, ext: Any = None) -> Any:
    """A spline that SciPy made outside of compiled code."""
    t, c, k = spline._eval_args
    return Curve(t, c[: len(t) - k - 1], int(k), spline.ext, None)(x, nu, ext)
