"""scipy.interpolate.BSpline: splines as sums of B-splines (de Boor: A practical guide to splines, IX and X)."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ..interpolate import across


def intervals_of(t: Any, k: int, places: Any) -> Any:
    """The index of the last knot at or before each place, among the knots that bound the base interval."""
    return np.clip(np.searchsorted(t, places, side="right") - 1, k, len(t) - k - 2)


def value_of_spline(t: Any, c: Any, k: int, places: Any, nu: int = 0) -> Any:
    """The spline, or a derivative of it, at places on a line. c: coefficients × …"""
    if nu > k:
        return np.zeros(places.shape + c.shape[1:], c.dtype)
    at = intervals_of(t, k, places)
    d = c[at - k + np.arange(k + 1)[:, None]]
    for r in range(1, k + 1):  # coefficients of the derivative, then de Boor's algorithm
        j = np.arange(r, k + 1)[:, None]
        low, high = t[at - k + j], t[at + 1 + j - r]
        if r <= nu:
            d = np.diff(d, axis=0) * across((k - r + 1) / (high - low), c)
        else:
            part = across((places - low) / (high - low), c)
            d = (1.0 - part) * d[:-1] + part * d[1:]
    return d[0]


def bases(t: Any, k: int, places: Any, nu: int = 0) -> Any:
    """The B-splines that are not 0 at each place, or their derivatives: places × (k + 1); the first of them belongs to
    the coefficient `intervals_of(…) - k`."""
    at = intervals_of(t, k, places)
    found, none = np.ones((1,) + places.shape), np.zeros((1,) + places.shape)
    for r in range(1, k + 1):  # from degree r - 1 to degree r
        j = np.arange(1, r + 1)[:, None]
        low, high = t[at + j - r], t[at + j]
        share = found / (high - low)
        before, after = (-r, r) if r > k - nu else (high - places, places - low)
        found = np.concatenate([before * share, none]) + np.concatenate([none, after * share])
    return found.T


def antiderivative_of(t: Any, c: Any, k: int) -> tuple:
    """Knots, coefficients and degree of the antiderivative that is 0 at the first knot."""
    widths = across(t[k + 1 :] - t[: -k - 1], c)
    total = np.cumsum(c * widths[: len(c)], axis=0) / (k + 1)
    return np.concatenate([t[:1], t, t[-1:]]), np.concatenate([np.zeros_like(total[:1]), total]), k + 1


def derivative_of(t: Any, c: Any, k: int) -> tuple:
    widths = t[k + 1 : -1] - t[1 : -k - 1]
    apart = across(np.where(widths == 0, 1.0, widths) / k, c)
    return t[1:-1], np.diff(c, axis=0) / apart, k - 1


def padded(c: Any, t: Any, tail: Any) -> Any:
    """As many coefficients as knots, those behind the last one equal."""
    return np.concatenate([c, np.broadcast_to(tail, (len(t) - len(c), *c.shape[1:]))])


class Spline:
    """The methods of BSpline, and of splines that SciPy made outside of compiled code."""

    def __init__(self, t: Any, c: Any, k: int, extrapolate: Any, axis: int):
        self.t, self.c, self.k, self.extrapolate, self.axis = t, c, k, extrapolate, axis

    @property
    def tck(self) -> tuple:
        return self.t, self.c, self.k

    def ends(self) -> tuple:
        return self.t[self.k], self.t[len(self.t) - self.k - 1]

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        how = self.extrapolate if extrapolate is None else extrapolate
        places = np.asarray(x, np.float64)
        flat = np.ravel(places)
        low, high = self.ends()
        if isinstance(how, str):
            flat = low + (flat - low) % (high - low)
        found = value_of_spline(self.t, self.c, self.k, flat, nu)
        beyond = np.isnan(flat) if how is not False else ~((flat >= low) & (flat <= high))
        found = np.where(across(beyond, self.c), np.nan, found)
        found = np.reshape(found, places.shape + self.c.shape[1:])
        count = places.ndim
        return (
            found if self.axis == 0 else np.moveaxis(found, range(count), range(self.axis, self.axis + count))
        )

    def derivative(self, nu: int = 1) -> Spline:
        if nu < 0:
            return self.antiderivative(-nu)
        t, c, k = self.t, self.c[: len(self.t) - self.k - 1], self.k
        for _ in range(nu):
            t, c, k = derivative_of(t, c, k)
        c = padded(c, t, 0.0) if nu else self.c
        return Spline(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> Spline:
        t, c, k = self.t, self.c[: len(self.t) - self.k - 1], self.k
        for _ in range(nu):
            t, c, k = antiderivative_of(t, c, k)
        c = padded(c, t, c[-1]) if nu else self.c
        how = False if isinstance(self.extrapolate, str) else self.extrapolate
        return Spline(t, c, k, how, self.axis)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        how = self.extrapolate if extrapolate is None else extrapolate
        whole = Spline(*self.antiderivative().tck, True, 0)
        low, high = self.ends()
        if isinstance(how, str):
            return over_periods(whole, b, low, high) - over_periods(whole, a, low, high)
        if not how:
            a, b = np.clip(a, low, high), np.clip(b, low, high)
        return whole(b) - whole(a)


def over_periods(whole: Spline, x: Any, low: Any, high: Any) -> Any:
    """An antiderivative beyond its ends, if that of which it is one is periodic."""
    count = np.floor((x - low) / (high - low))
    return count * (whole(high) - whole(low)) + whole(x - count * (high - low))


@read_as("scipy.interpolate.BSpline")
class BSpline(Spline):
    def __init__(self, t: Any, c: Any, k: int, extrapolate: Any = True, axis: int = 0):
        c, t = np.asarray(c), np.asarray(t, np.float64)
        c = np.moveaxis(c if c.dtype.kind == "c" else c.astype(np.float64), axis, 0)
        n = len(t) - k - 1
        if n < k + 1:
            raise ValueError(f"Need at least {2 * k + 2} knots for degree {k}")
        if len(c) < n:
            raise ValueError("Knots, coefficients and degree are inconsistent.")
        if np.any(np.diff(t) < 0):
            raise ValueError("Knots must be in a non-decreasing order.")
        how = extrapolate if isinstance(extrapolate, str) else bool(extrapolate)
        Spline.__init__(self, t, c, k, how, axis % c.ndim)


@read_as("scipy.interpolate.BSpline.basis_element")
def basis_element(t: Any, extrapolate: Any = True) -> BSpline:
    """One B-spline, whose knots these are."""
    k, t = len(t) - 2, np.asarray(t, np.float64)
    whole = np.concatenate([np.full(k, t[0] - 1.0), t, np.full(k, t[-1] + 1.0)])
    return BSpline(whole, np.where(np.arange(2 * k + 1) == k, 1.0, 0.0), k, extrapolate)


def as_ours(spline: Any) -> Spline:
    """A spline that SciPy made outside of compiled code."""
    how = spline.extrapolate if isinstance(spline.extrapolate, str) else bool(spline.extrapolate)
    return Spline(spline.t, spline.c, int(spline.k), how, spline.axis)


@read_as("scipy.interpolate.BSpline.__call__")
def value_of_outside(spline: Any, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
    return as_ours(spline)(x, nu, extrapolate)


@read_as("scipy.interpolate.BSpline.integrate")
def integral_of_outside(spline: Any, a: Any, b: Any, extrapolate: Any = None) -> Any:
    return as_ours(spline).integrate(a, b, extrapolate)


@read_as("scipy.interpolate.BSpline.design_matrix")
def design_matrix(x: Any, t: Any, k: int, extrapolate: bool = False) -> Any:
    unsupported("BSpline.design_matrix: compiled code evaluates a BSpline whose coefficients are np.eye(n)")
