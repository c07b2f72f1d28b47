"""scipy.interpolate: piecewise polynomials through points on a line."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from .linalg import solve_tridiagonal


def across(values: Any, like: Any) -> Any:
    """Numbers along the first axis, to be combined with rows of another array."""
    return np.reshape(values, values.shape + (1,) * (like.ndim - 1))


# -- piecewise polynomials -----------------------------------------------------------------------------------


def value_at(c: Any, knots: Any, places: Any, nu: int, extrapolate: Any) -> Any:
    """Piecewise polynomials, or derivatives of them. c: powers, highest first × intervals × …; the result has the axes
    of the places, then those behind the intervals."""
    places = np.asarray(places)
    places = places if places.dtype.kind == "f" else places.astype(np.float64)
    flat = np.ravel(places)
    if extrapolate == "periodic":
        flat = knots[0] + (flat - knots[0]) % (knots[-1] - knots[0])
    interval = np.clip(np.searchsorted(knots, flat, side="right") - 1, 0, len(knots) - 2)
    part = across(flat - knots[interval], c[0])
    found = np.zeros((flat.shape[0],) + c.shape[2:], c.dtype)
    for k in range(len(c) - nu):
        power = len(c) - 1 - k
        factor = 1.0
        for j in range(nu):
            factor = factor * (power - j)
        found = found * part + factor * c[k][interval]
    if extrapolate is False:
        outside = across((flat < knots[0]) | (flat > knots[-1]), c[0])
        found = np.where(outside, np.nan, found)
    found = np.where(across(np.isnan(flat), c[0]), np.nan, found)
    return np.reshape(found, places.shape + c.shape[2:])[()]


class PiecewisePolynomial:
    """Coefficients for powers of x - knots[k], the highest first; with the interpolated axis in front."""

    def __init__(self, c: Any, x: Any, extrapolate: Any, axis: int):
        self.c, self.x, self.extrapolate, self.axis = c, x, extrapolate, axis

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        how = self.extrapolate if extrapolate is None else extrapolate
        found = value_at(self.c, self.x, x, nu, how)
        count = np.ndim(x)
        return (
            found if self.axis == 0 else np.moveaxis(found, range(count), range(self.axis, self.axis + count))
        )

    def derivative(self, nu: int = 1) -> PiecewisePolynomial:
        c = self.c
        for _ in range(nu):
            c = np.stack([(len(c) - 1 - k) * c[k] for k in range(len(c) - 1)])
        return PiecewisePolynomial(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> PiecewisePolynomial:
        c = self.c
        for _ in range(nu):
            c = integrated(c, self.x)
        return PiecewisePolynomial(c, self.x, self.extrapolate, self.axis)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        whole, how = self.antiderivative(), self.extrapolate if extrapolate is None else extrapolate
        if isinstance(how, str):
            return whole.over_periods(b) - whole.over_periods(a)
        return whole(b, 0, how) - whole(a, 0, how)

    def over_periods(self, x: Any) -> Any:
        """An antiderivative beyond its ends, if that of which it is one is periodic."""
        first, period = self.x[0], self.x[-1] - self.x[0]
        count = np.floor((x - first) / period)
        return count * self(self.x[-1], 0, True) + self(x - count * period, 0, True)


def integrated(c: Any, knots: Any) -> Any:
    """The antiderivative that is 0 at the first knot."""
    raised = np.stack([c[k] / (len(c) - k) for k in range(len(c))])
    width = across(np.diff(knots), c[0])
    ends = sum([raised[k] * width ** (len(c) - k) for k in range(len(c))])
    before = np.concatenate([np.zeros((1,) + ends.shape[1:]), np.cumsum(ends, axis=0)[:-1]])
    return np.concatenate([raised, before[None]])


@read_as(
    "scipy.interpolate._interpolate._PPolyBase.__call__", "scipy.interpolate._interpolate.PPoly.__call__"
)
def of_made_outside(polynomial: Any, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
    """A spline that SciPy made outside of compiled code."""
    how = polynomial.extrapolate if extrapolate is None else extrapolate
    made = PiecewisePolynomial(
        polynomial.c, polynomial.x, how if isinstance(how, str) else bool(how), polynomial.axis
    )
    return made(x, nu)


@read_as("scipy.interpolate.PPoly.integrate")
def integral_of_made_outside(polynomial: Any, a: Any, b: Any, extrapolate: Any = None) -> Any:
    how = polynomial.extrapolate if extrapolate is None else extrapolate
    how = how if isinstance(how, str) else bool(how)
    return PiecewisePolynomial(polynomial.c, polynomial.x, how, polynomial.axis).integrate(a, b)


def hermite(x: Any, y: Any, slopes: Any) -> Any:
    """The coefficients of the cubics with these values and slopes at the knots."""
    width = across(np.diff(x), y)
    rise = np.diff(y, axis=0) / width
    bend = (slopes[:-1] + slopes[1:] - 2 * rise) / width
    return np.stack([bend / width, (rise - slopes[:-1]) / width - bend, slopes[:-1], y[:-1]])


def prepared(x: Any, y: Any, axis: int) -> tuple:
    """Knots, and values with the interpolated axis in front."""
    x, y = np.asarray(x, np.float64), np.moveaxis(np.asarray(y), axis, 0)
    if x.shape[0] != y.shape[0]:
        raise ValueError("The length of `y` along `axis` doesn't match the length of `x`")
    return x, y if y.dtype.kind == "c" else y.astype(np.float64), axis % y.ndim


def check_increasing(x: Any) -> None:
    if np.any(np.diff(x) <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")


# -- cubic splines -------------------------------------------------------------------------------------------


@read_as("scipy.interpolate.CubicSpline")
class CubicSpline(PiecewisePolynomial):
    """The spline through the points with two continuous derivatives (de Boor: A practical guide to splines, IV)."""

    def __init__(self, x: Any, y: Any, axis: int = 0, bc_type: Any = "not-a-knot", extrapolate: Any = None):
        x, y, axis = prepared(x, y, axis)
        check_increasing(x)
        periodic = isinstance(bc_type, str) and bc_type == "periodic"
        if periodic:
            slopes = periodic_slopes(x, y, axis)
        else:
            ends = (bc_type, bc_type) if isinstance(bc_type, str) else bc_type
            slopes = spline_slopes(x, y, [condition(end) for end in ends])
        beyond = ("periodic" if periodic else True) if extrapolate is None else extrapolate
        PiecewisePolynomial.__init__(self, hermite(x, y, slopes), x, beyond, axis)


def condition(end: Any) -> tuple:
    """(order of the derivative that is given, its value); order 0: not-a-knot."""
    if not isinstance(end, str):
        return end
    known = {"not-a-knot": (0, 0.0), "natural": (2, 0.0), "clamped": (1, 0.0)}
    if end not in known:
        raise ValueError(f"bc_type={end} is not allowed")
    return known[end]


def spline_slopes(x: Any, y: Any, ends: list) -> Any:
    n = len(x)
    dx = np.diff(x)
    rise = np.diff(y, axis=0) / across(dx, y)
    if n < 4:  # a not-a-knot end of so few points: a line, or a parabola
        free = [order == 0 for order, _ in ends]
        if n == 3 and free[0] and free[1]:
            bend = (rise[1] - rise[0]) / (x[2] - x[0])
            return np.stack([rise[0] - bend * dx[0], rise[0] + bend * dx[0], rise[1] + bend * dx[1]])
        ends = [(1, rise[0] if k == 0 else rise[-1]) if free[k] and n == 2 else ends[k] for k in range(2)]
    below, diagonal, above = np.zeros(n), np.zeros(n), np.zeros(n)
    right = np.zeros(y.shape, y.dtype)
    diagonal[1:-1] = 2 * (dx[:-1] + dx[1:])
    above[1:-1], below[1:-1] = dx[:-1], dx[1:]
    right[1:-1] = 3 * (across(dx[1:], y) * rise[:-1] + across(dx[:-1], y) * rise[1:])
    diagonal[0], above[0], right[0] = end_row(ends[0], dx, rise, 1.0)
    diagonal[-1], below[-1], right[-1] = end_row(ends[1], dx[::-1], rise[::-1], -1.0)
    return solve_tridiagonal(below[1:], diagonal, above[:-1], right)


def periodic_slopes(x: Any, y: Any, axis: int) -> Any:
    """Solve for the slopes, a tridiagonal system plus a matrix of rank 1 (Golub, van Loan, 4.8)."""
    if np.any(np.abs(y[0] - y[-1]) > 1e-15 + 1e-15 * np.abs(y[-1])):
        raise ValueError(
            f"The first and last `y` point along axis {axis} must be identical (within machine precision) when "
            "bc_type='periodic'."
        )
    dx, count = np.diff(x), len(x) - 1
    rise = np.diff(y, axis=0) / across(dx, y)
    if count == 1:
        return np.zeros(y.shape, y.dtype)
    before, rise_before = np.roll(dx, 1), np.roll(rise, 1, axis=0)
    right = 3 * (across(dx, y) * rise_before + across(before, y) * rise)
    diagonal = 2 * (before + dx)
    if count == 2:  # both neighbours of a knot are the other one
        found = np.linalg.solve(
            np.diag(diagonal) + np.fliplr(np.diag(before + dx)), np.reshape(right, (2, -1))
        )
        found = np.reshape(found, right.shape)
    else:
        corner, last = -diagonal[0], np.zeros(count)
        u = np.where(np.arange(count) == 0, corner, np.where(np.arange(count) == count - 1, before[-1], last))
        v = np.where(
            np.arange(count) == 0, 1.0, np.where(np.arange(count) == count - 1, dx[0] / corner, last)
        )
        diagonal = diagonal - u * v
        flat = np.concatenate([np.reshape(right, (count, -1)), u[:, None].astype(right.dtype)], axis=1)
        solved = solve_tridiagonal(dx[1:], diagonal, before[:-1], flat)
        q = solved[:, -1]
        found = solved[:, :-1] - q[:, None] * (v @ solved[:, :-1]) / (1.0 + v @ q)
        found = np.reshape(found, right.shape)
    return np.concatenate([found, found[:1]])


def end_row(end: tuple, dx: Any, rise: Any, sign: float) -> tuple:
    """The equation of the first knot: the coefficients of its slope and the next one's, and the right side."""
    order, value = end
    if order == 1:
        return 1.0, 0.0, value
    if order == 2:
        return 2.0, 1.0, 3 * rise[0] - sign * 0.5 * value * dx[0]
    width = dx[0] + dx[1]
    return dx[1], width, ((dx[0] + 2 * width) * dx[1] * rise[0] + dx[0] ** 2 * rise[1]) / width


@read_as("scipy.interpolate.CubicHermiteSpline")
class CubicHermiteSpline(PiecewisePolynomial):
    """Cubics with given slopes at the knots."""

    def __init__(self, x: Any, y: Any, dydx: Any, axis: int = 0, extrapolate: Any = None):
        slopes = np.moveaxis(np.asarray(dydx), axis, 0)
        x, y, axis = prepared(x, y, axis)
        check_increasing(x)
        PiecewisePolynomial.__init__(
            self, hermite(x, y, slopes), x, True if extrapolate is None else extrapolate, axis
        )


@read_as("scipy.interpolate.PchipInterpolator")
class PchipInterpolator(PiecewisePolynomial):
    """Monotonic cubics (Fritsch, Butland: A method for constructing local monotone piecewise cubic interpolants. SIAM
    J. Sci. Stat. Comput. 5 (1984))."""

    def __init__(self, x: Any, y: Any, axis: int = 0, extrapolate: Any = None):
        x, y, axis = prepared(x, y, axis)
        check_increasing(x)
        if not np.all(np.isfinite(y)):
            raise ValueError("`y` must contain only finite values.")
        c = hermite(x, y, monotonic_slopes(x, y))
        PiecewisePolynomial.__init__(self, c, x, True if extrapolate is None else extrapolate, axis)


def monotonic_slopes(x: Any, y: Any) -> Any:
    dx = across(np.diff(x), y)
    rise = np.diff(y, axis=0) / dx
    if len(x) == 2:
        return np.concatenate([rise, rise])
    flat = (np.sign(rise[1:]) != np.sign(rise[:-1])) | (rise[1:] == 0) | (rise[:-1] == 0)
    first, second = 2 * dx[1:] + dx[:-1], dx[1:] + 2 * dx[:-1]
    low, high = np.where(flat, 1.0, rise[:-1]), np.where(flat, 1.0, rise[1:])
    inner = np.where(flat, 0.0, (first + second) / (first / low + second / high))
    return np.concatenate(
        [
            one_sided(dx[0], dx[1], rise[0], rise[1])[None],
            inner,
            one_sided(dx[-1], dx[-2], rise[-1], rise[-2])[None],
        ]
    )


def one_sided(h0: Any, h1: Any, m0: Any, m1: Any) -> Any:
    """The slope at an end, by a parabola that keeps the shape (Moler: Numerical computing with MATLAB, 3.6)."""
    slope = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    steep = (np.sign(m0) != np.sign(m1)) & (np.abs(slope) > 3 * np.abs(m0))
    return np.where(np.sign(slope) != np.sign(m0), 0.0, np.where(steep, 3 * m0, slope))


def quadratic_spline(x: Any, y: Any) -> PiecewisePolynomial:
    """The spline through the points with one continuous derivative, its knots between them but for the first and the
    last two (de Boor: A practical guide to splines, XIII)."""
    n = len(x)
    if n < 3:
        raise ValueError(f"The number of derivatives at boundaries does not match: expected {3 - n}, got 0+0")
    check_increasing(x)
    breaks = np.concatenate([x[:1], ((x[1:] + x[:-1]) / 2)[1:-1], x[-1:]])
    knots = np.concatenate([x[:1], x[:1], breaks, x[-1:], x[-1:]])
    low, high = knots[2:n], knots[3 : n + 1]
    before, after = (high - knots[1 : n - 1]) * (high - low), (knots[4 : n + 2] - low) * (high - low)
    first, third = (high - x[1:-1]) ** 2 / before, (x[1:-1] - low) ** 2 / after
    one, zero = np.ones(1), np.zeros(1)
    c = solve_tridiagonal(
        np.concatenate([first, zero]),
        np.concatenate([one, 1 - first - third, one]),
        np.concatenate([zero, third]),
        y,
    )
    left, right = (c[:-2] - c[1:-1]) / across(before, y), (c[2:] - c[1:-1]) / across(after, y)
    width = across(high - low, y)
    pieces = np.stack([left + right, -2 * left * width, left * width**2 + c[1:-1]])
    return PiecewisePolynomial(pieces, breaks, True, 0)


# -- interp1d ------------------------------------------------------------------------------------------------


@read_as("scipy.interpolate.interp1d")
class interp1d:
    """Lines, steps, or a quadratic or cubic spline through points. Beyond the ends there is no previous, or no next,
    point."""

    def __init__(
        self,
        x: Any,
        y: Any,
        kind: Any = "linear",
        axis: int = -1,
        copy: bool = True,
        bounds_error: Any = None,
        fill_value: Any = np.nan,
        assume_sorted: bool = False,
    ):
        x, y, self.axis = prepared(x, y, axis)
        numbered = {0: "zero", 1: "linear", 2: "quadratic", 3: "cubic", "slinear": "linear"}
        kind = numbered.get(kind, kind)
        if kind not in ("linear", "nearest", "nearest-up", "previous", "next", "zero", "quadratic", "cubic"):
            unsupported(f"interp1d: compiled code knows no kind={kind!r}")
        order = np.argsort(x, kind="stable")
        self.x, self.y = (x, y) if assume_sorted else (x[order], y[order])
        self.kind, self.fill = kind, fill_value
        self.extrapolates = isinstance(fill_value, str)
        given = isinstance(fill_value, tuple) or not (
            isinstance(fill_value, float) and fill_value != fill_value
        )
        self.checked = not given and not self.extrapolates if bounds_error is None else bounds_error
        made = {"cubic": CubicSpline, "quadratic": quadratic_spline}
        self.spline = made[kind](self.x, self.y) if kind in ("cubic", "quadratic") else None

    def __call__(self, x: Any) -> Any:
        places = np.asarray(x, np.float64)
        flat = np.ravel(places)
        below, above = flat < self.x[0], flat > self.x[-1]
        if self.checked:
            if np.any(below):
                raise ValueError("A value in x_new is below the interpolation range.")
            if np.any(above):
                raise ValueError("A value in x_new is above the interpolation range.")
        found = self.between(flat)
        if not self.extrapolates:
            low, high = self.fill if isinstance(self.fill, tuple) else (self.fill, self.fill)
            found = np.where(across(below, self.y), low, np.where(across(above, self.y), high, found))
        # (At NaN, which is sorted behind all numbers, a nearest, previous or next value is the last one.)
        if self.kind in ("linear", "zero", "quadratic", "cubic"):
            found = np.where(across(np.isnan(flat), self.y), np.nan, found)
        found = np.reshape(found, places.shape + self.y.shape[1:])
        return np.moveaxis(found, range(places.ndim), range(self.axis, self.axis + places.ndim))

    def between(self, flat: Any) -> Any:
        """The values at places, those beyond the ends by the first or last piece."""
        if self.spline is not None:
            return self.spline(flat)
        last = len(self.x) - 1
        if self.kind in ("nearest", "nearest-up"):
            middles = self.x[:-1] + np.diff(self.x) / 2
            side = "left" if self.kind == "nearest" else "right"
            return self.y[np.clip(np.searchsorted(middles, flat, side=side), 0, last)]
        if self.kind in ("previous", "zero"):
            found = self.y[np.clip(np.searchsorted(self.x, flat, side="right") - 1, 0, last)]
            absent = flat < self.x[0]
            return found if self.kind == "zero" else np.where(across(absent, self.y), np.nan, found)
        if self.kind == "next":
            found = self.y[np.clip(np.searchsorted(self.x, flat, side="left"), 0, last)]
            return np.where(across(flat > self.x[-1], self.y), np.nan, found)
        right = np.clip(np.searchsorted(self.x, flat, side="left"), 1, last)
        left = right - 1
        slope = (self.y[right] - self.y[left]) / across(self.x[right] - self.x[left], self.y)
        return slope * across(flat - self.x[left], self.y) + self.y[left]
