"""scipy.interpolate: polynomials through points, and Akima's cubics."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ..interpolate import PchipInterpolator, PiecewisePolynomial, across, check_increasing, hermite, prepared


class ThroughPoints:
    """The base class of interpolants by one polynomial: values of any shape along an axis, at places of any
    shape."""

    def __init__(self, yi: Any, axis: int):
        yi = np.asarray(yi)
        self.axis = axis % yi.ndim
        yi = np.moveaxis(yi if yi.dtype.kind == "c" else yi.astype(np.float64), axis, 0)
        self.shape = yi.shape[1:]
        self.yi = np.reshape(yi, (len(yi), -1))

    def laid(self, found: Any, places: Any) -> Any:
        """Values of one row for each place, with the axes of the places and of the values."""
        found = np.reshape(found, places.shape + self.shape)
        count = places.ndim
        return (
            found if self.axis == 0 else np.moveaxis(found, range(count), range(self.axis, self.axis + count))
        )


def newton_derivatives(xi: Any, c: Any, flat: Any, count: int) -> list:
    """The polynomial in Newton's form and its first derivatives, by Horner's rule."""
    found = [np.zeros((len(flat), c.shape[1]), c.dtype) for _ in range(count)]
    for k in range(len(c) - 1, -1, -1):
        part = (flat - xi[k])[:, None]
        for r in range(count - 1, 0, -1):
            found[r] = found[r] * part + r * found[r - 1]
        found[0] = found[0] * part + c[k]
    return found


def divided_differences(xi: Any, yi: Any) -> Any:
    """The coefficients of Newton's form; at a place that is given several times, the values behind the first are
    derivatives (Stoer, Bulirsch: Introduction to numerical analysis, 2.1.5)."""
    n = len(xi)
    first = np.concatenate([np.ones(1, bool), xi[1:] != xi[:-1]])
    start = np.maximum.accumulate(np.where(first, np.arange(n), 0))
    row, c, factorial = yi[start], [yi[0]], 1.0
    for k in range(1, n):
        factorial = factorial * k
        apart = xi[k:] - xi[:-k]
        same = apart == 0
        given = yi[np.minimum(start[: n - k] + k, n - 1)] / factorial
        row = np.where(same[:, None], given, (row[1:] - row[:-1]) / np.where(same, 1.0, apart)[:, None])
        c.append(row[0])
    return np.stack(c)


class WithDerivatives(ThroughPoints):
    """The base class of KroghInterpolator and BarycentricInterpolator, which also give derivatives."""

    def series(self, x: Any, count: int) -> tuple:
        places = np.asarray(x, np.float64)
        c = divided_differences(self.xi, self.yi)
        return places, newton_derivatives(self.xi, c, np.ravel(places), count)

    def derivatives(self, x: Any, der: Any = None) -> Any:
        count = len(self.xi) if der is None else der
        places, found = self.series(x, count)
        return np.stack([self.laid(one, places) for one in found])

    def derivative(self, x: Any, der: int = 1) -> Any:
        places, found = self.series(x, der + 1)
        return self.laid(found[der], places)


@read_as("scipy.interpolate.KroghInterpolator")
class KroghInterpolator(WithDerivatives):
    def __init__(self, xi: Any, yi: Any, axis: int = 0):
        ThroughPoints.__init__(self, yi, axis)
        self.xi = np.asarray(xi, np.float64)
        self.n = len(self.xi)

    def __call__(self, x: Any) -> Any:
        places, found = self.series(x, 1)
        return self.laid(found[0], places)


@read_as("scipy.interpolate.BarycentricInterpolator")
class BarycentricInterpolator(WithDerivatives):
    """Lagrange's form, whose products need no scaling (Berrut, Trefethen: Barycentric Lagrange interpolation. SIAM Rev.
    46 (2004))."""

    def __init__(
        self, xi: Any, yi: Any = None, axis: int = 0, *, wi: Any = None, rng: Any = None, **more: Any
    ):
        self.xi = np.asarray(xi, np.float64)
        self.n = len(self.xi)
        if yi is not None:
            ThroughPoints.__init__(self, yi, axis)

    def set_yi(self, yi: Any, axis: Any = None) -> None:
        ThroughPoints.__init__(self, yi, 0 if axis is None else axis)

    def add_xi(self, xi: Any, yi: Any = None) -> None:
        unsupported("BarycentricInterpolator.add_xi: compiled code makes a new one of all points")

    def __call__(self, x: Any) -> Any:
        places = np.asarray(x, np.float64)
        return self.laid(lagrange_factors(self.xi, np.ravel(places)) @ self.yi, places)


def lagrange_factors(xi: Any, flat: Any) -> Any:
    """The polynomials that are 1 at one point and 0 at the others: places × points."""
    n = len(xi)
    found = np.ones((len(flat), n))
    for i in range(n):
        others = np.arange(n) != i
        apart = np.where(others, xi - xi[i], 1.0)
        found = found * np.where(others, (flat[:, None] - xi[i]) / apart, 1.0)
    return found


@read_as("scipy.interpolate.barycentric_interpolate")
def barycentric_interpolate(xi: Any, yi: Any, x: Any, axis: int = 0, *, der: Any = 0, rng: Any = None) -> Any:
    made = BarycentricInterpolator(xi, yi, axis)
    return made(x) if der == 0 else made.derivative(x, der)


@read_as("scipy.interpolate.krogh_interpolate")
def krogh_interpolate(xi: Any, yi: Any, x: Any, der: Any = 0, axis: int = 0) -> Any:
    made = KroghInterpolator(xi, yi, axis)
    return made(x) if der == 0 else made.derivative(x, der)


@read_as("scipy.interpolate.pchip_interpolate")
def pchip_interpolate(xi: Any, yi: Any, x: Any, der: Any = 0, axis: int = 0) -> Any:
    from_points = PchipInterpolator(xi, yi, axis)
    if isinstance(der, (list, tuple)):
        return [from_points(x, nu) for nu in der]
    return from_points(x, der)


@read_as("scipy.interpolate.lagrange")
def lagrange(x: Any, w: Any) -> Any:
    """The polynomial through points, as np.poly1d."""
    x, w = np.asarray(x, np.float64), np.asarray(w, np.float64)
    total = np.zeros(len(x))
    for j in range(len(x)):
        others = np.concatenate([x[:j], x[j + 1 :]])
        total = total + np.poly(others) * (w[j] / np.prod(x[j] - others))
    return np.poly1d(total)


@read_as("scipy.interpolate.PPoly")
class PPoly(PiecewisePolynomial):
    def __init__(self, c: Any, x: Any, extrapolate: Any = None, axis: int = 0):
        c, x = np.asarray(c), np.asarray(x, np.float64)
        c = c if c.dtype.kind == "c" else c.astype(np.float64)
        check_increasing(x)
        if axis != 0:
            c = np.moveaxis(np.moveaxis(c, axis + 1, 0), axis + 1, 0)
        PiecewisePolynomial.__init__(self, c, x, True if extrapolate is None else extrapolate, axis)


@read_as("scipy.interpolate.Akima1DInterpolator")
class Akima1DInterpolator(PiecewisePolynomial):
    """Cubics with slopes from the four lines around (Akima: A new method of interpolation and smooth curve fitting
    based on local procedures. J. ACM 17 (1970))."""

    def __init__(self, x: Any, y: Any, axis: int = 0, *, method: str = "akima", extrapolate: Any = None):
        if method not in ("akima", "makima"):
            raise NotImplementedError(f"`method`={method} is unsupported.")
        x, y, axis = prepared(x, y, axis)
        check_increasing(x)
        slopes = akima_slopes(x, y, method == "makima")
        how = False if extrapolate is None else extrapolate
        PiecewisePolynomial.__init__(self, hermite(x, y, slopes), x, how, axis)


def akima_slopes(x: Any, y: Any, modified: bool) -> Any:
    """Two lines more at each end continue the parabola of the last two. modified: weights with the mean size of the
    slopes, which does not overshoot where they are 0."""
    rise = np.diff(y, axis=0) / across(np.diff(x), y)
    if len(x) == 2:
        return np.concatenate([rise, rise])
    before, after = 2 * rise[0] - rise[1], 2 * rise[-1] - rise[-2]
    m = np.concatenate(
        [
            (2 * before - rise[0])[None],
            before[None],
            rise,
            after[None],
            (2 * after - rise[-1])[None],
        ]
    )
    bend = np.abs(np.diff(m, axis=0))
    if modified:
        bend = bend + 0.5 * np.abs(m[1:] + m[:-1])
    right, left = bend[2:], bend[:-2]
    total = right + left
    free = total > 1e-9 * np.max(total)
    share = np.where(free, left / np.where(free, total, 1.0), 0.5)
    at = m[1:-2] + share * (m[2:-1] - m[1:-2])
    return np.where(free, at, 0.5 * (m[3:] + m[:-3]))
