"""scipy.optimize.minimize_scalar: Brent's method, with and without bounds, and golden sections. The minimum moves with
the data as an implicit function: f'(x) = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import grad, stop_gradient
from ...._api.host import host
from ....lax._implicit import as_implicit, order_of_derivatives
from .minimize import host_object

NEAR = 1e-4  # a bound that is nearer may be active
SMALLEST = 1e-21  # of a denominator
SHARE, REST = 1.0 - 0.61803399, 0.61803399  # of golden sections
FOUND, TOO_MANY, NOT_A_NUMBER, NO_BRACKET = range(4)


class Bracket(NamedTuple):
    """Three places, and values of which the middle one is the least; `valid`: whether they are so."""

    low: Any
    middle: Any
    high: Any
    at_low: Any
    at_middle: Any
    at_high: Any
    calls: Any
    valid: Any


def bracketed(f: Callable[..., Any], given: Any) -> Bracket:
    """Downhill from two places, in steps that grow (Press et al.: Numerical recipes, 10.1)."""
    if given is not None and len(given) == 3:
        return checked(f, given)
    if given is not None and len(given) != 2:
        raise ValueError("Bracketing interval must be length 2 or 3 sequence.")
    a, b = (0.0, 1.0) if given is None else given
    a, b = np.float64(a), np.float64(b)
    at_a, at_b = f(a), f(b)
    if at_a < at_b:
        a, b, at_a, at_b = b, a, at_b, at_a
    c = b + 1.618034 * (b - a)
    at_c, calls, rounds, going = f(c), 3, 0, True
    while going and at_c < at_b:
        if rounds > 1000:
            raise RuntimeError(
                "No valid bracket was found before the iteration limit was reached. Consider trying "
                "different initial points or increasing `maxiter`."
            )
        rounds += 1
        w, limit = lowest_of_parabola(a, b, c, at_a, at_b, at_c), b + 110.0 * (c - b)
        inside, beyond = (w - c) * (b - w) > 0.0, (w - limit) * (limit - c) >= 0.0
        farther = not inside and not beyond and (w - limit) * (c - w) > 0.0
        w = limit if beyond and not inside else w if inside or farther else c + 1.618034 * (c - b)
        at_w, calls = f(w), calls + 1
        if inside and at_w < at_c:
            a, b, at_a, at_b, going = b, w, at_b, at_w, False
        elif inside and at_w > at_b:
            c, at_c, going = w, at_w, False
        else:
            again = inside or farther and at_w < at_c
            if farther and again:
                b, c, at_b, at_c = c, w, at_c, at_w
            if again:
                w = c + 1.618034 * (c - b)
                at_w, calls = f(w), calls + 1
            a, b, c, at_a, at_b, at_c = b, c, w, at_b, at_c, at_w
    lowest = (at_b < at_c) & (at_b <= at_a) | (at_b < at_a) & (at_b <= at_c)
    ordered = (a < b) & (b < c) | (c < b) & (b < a)
    return Bracket(a, b, c, at_a, at_b, at_c, calls, lowest & ordered & np.isfinite(a + b + c))


def lowest_of_parabola(a: Any, b: Any, c: Any, at_a: Any, at_b: Any, at_c: Any) -> Any:
    first, second = (b - a) * (at_b - at_c), (b - c) * (at_b - at_a)
    twice = 2.0 * (second - first)
    return b - ((b - c) * second - (b - a) * first) / (
        2 * SMALLEST if np.abs(twice) < 2 * SMALLEST else twice
    )


def checked(f: Callable[..., Any], given: Any) -> Bracket:
    """The user's bracket."""
    a, b, c = [np.float64(x) for x in given]
    if a > c:
        a, c = c, a
    if not (a < b and b < c):
        raise ValueError(
            "Bracketing values (xa, xb, xc) do not fulfill this requirement: (xa < xb) and (xb < xc)"
        )
    at_a, at_b, at_c = f(a), f(b), f(c)
    if not (at_b < at_a and at_b < at_c):
        raise ValueError(
            "Bracketing values (xa, xb, xc) do not fulfill this requirement: (f(xb) < f(xa)) and (f(xb) < f(xc))"
        )
    return Bracket(a, b, c, at_a, at_b, at_c, 3, np.bool_(True))


class Found(NamedTuple):
    x: Any
    value: Any
    rounds: Any
    calls: Any
    status: Any


def parabolic(x: Any, w: Any, v: Any, at_x: Any, at_w: Any, at_v: Any) -> tuple:
    """p, q: the parabola through three places is least at x + p / q; q ≥ 0."""
    r, q = (x - w) * (at_x - at_v), (x - v) * (at_x - at_w)
    p, q = (x - v) * q - (x - w) * r, 2.0 * (q - r)
    return np.where(q > 0.0, -p, p), np.abs(q)


def next_step(
    a: Any, b: Any, x: Any, step: Any, last: Any, fit: tuple, tolerance: Any, share: float
) -> tuple:
    """The next step and the one before it: to the least value of a parabola, or a golden section."""
    (p, q), middle = fit, 0.5 * (a + b)
    accepted = (np.abs(last) > tolerance) & (np.abs(p) < np.abs(0.5 * q * last))
    accepted = accepted & (p > q * (a - x)) & (p < q * (b - x))
    if accepted:
        u = x + p / q
        edge = (u - a < 2 * tolerance) | (b - u < 2 * tolerance)
        found = (np.where(edge, np.where(middle >= x, tolerance, -tolerance), p / q), step)
    else:
        side = np.where(x >= middle, a - x, b - x)
        found = (share * side, side)
    return found


def refined(
    f: Callable[..., Any], start: tuple, tolerances: tuple, share: float, limit: int, skips_nan: bool
) -> tuple:
    """Brent: Algorithms for minimization without derivatives (1973), chapter 5: x, f(x), rounds, the last value."""
    a, b, x, at_x = start
    w, v, at_w, at_v, step, last, rounds, at_u = x, x, at_x, at_x, np.float64(0), np.float64(0), 0, at_x
    tolerance = tolerances[0] * np.abs(x) + tolerances[1]
    while np.abs(x - 0.5 * (a + b)) > 2.0 * tolerance - 0.5 * (b - a) and rounds < limit:
        fit = parabolic(x, w, v, at_x, at_w, at_v)
        step, last = next_step(a, b, x, step, last, fit, tolerance, share)
        u = x + np.where(step >= 0, 1.0, -1.0) * np.maximum(np.abs(step), tolerance)
        at_u = f(u)
        if at_u <= at_x or not skips_nan and not at_u > at_x:
            a, b = np.where(u >= x, x, a), np.where(u >= x, b, x)
            v, w, x, at_v, at_w, at_x = w, x, u, at_w, at_x, at_u
        else:
            a, b = np.where(u < x, u, a), np.where(u < x, b, u)
            if at_u <= at_w or w == x:
                v, w, at_v, at_w = w, u, at_w, at_u
            elif at_u <= at_v or v == x or v == w:
                v, at_v = u, at_u
        rounds += 1
        tolerance = tolerances[0] * np.abs(x) + tolerances[1]
    return x, at_x, rounds, at_u


def by_parabolas(f: Callable[..., Any], bracket: Any, xtol: Any = 1.48e-8, maxiter: int = 500) -> Found:
    if xtol < 0:
        raise ValueError(f"tolerance should be >= 0, got {xtol!r}")
    near = bracketed(f, bracket)
    start = (np.minimum(near.low, near.high), np.maximum(near.low, near.high), near.middle, near.at_middle)
    x, value, rounds, _ = refined(f, start, (xtol, 1e-11), 0.3819660, np.where(near.valid, maxiter, 0), False)
    return recovered(near, x, value, rounds, near.calls + rounds, maxiter)


def by_sections(f: Callable[..., Any], bracket: Any, xtol: Any = 2.0**-26, maxiter: int = 5000) -> Found:
    near = bracketed(f, bracket)
    low, high, b = near.low, near.high, near.middle
    right = np.abs(high - b) > np.abs(b - low)
    first = np.where(right, b, b - SHARE * (b - low))
    second = np.where(right, b + SHARE * (high - b), b)
    at_first, at_second, rounds = f(first), f(second), 0
    limit = np.where(near.valid, maxiter, 0)
    while np.abs(high - low) > xtol * (np.abs(first) + np.abs(second)) and rounds < limit:
        if at_second < at_first:
            low, first, second = first, second, REST * second + SHARE * high
            at_first, at_second = at_second, f(second)
        else:
            high, second, first = second, first, REST * first + SHARE * low
            at_first, at_second = f(first), at_first
        rounds += 1
    x, value = np.where(at_first < at_second, first, second), np.minimum(at_first, at_second)
    return recovered(near, x, value, rounds, near.calls + 2 + rounds, maxiter)


def recovered(near: Bracket, x: Any, value: Any, rounds: Any, calls: Any, limit: Any) -> Found:
    """The result; without a bracket, the best of the places that were tried."""
    places, values = (
        np.stack([near.low, near.middle, near.high]),
        np.stack([near.at_low, near.at_middle, near.at_high]),
    )
    places, values = np.where(np.any(np.isnan(places + values)), np.nan, np.stack([places, values]))
    best = np.argmin(values)
    status = np.where(np.isnan(x) | np.isnan(value), NOT_A_NUMBER, np.where(rounds >= limit, TOO_MANY, FOUND))
    return Found(
        np.where(near.valid, x, places[best]),
        np.where(near.valid, value, values[best]),
        np.where(near.valid, rounds, 0),
        np.where(near.valid, calls, near.calls),
        np.where(near.valid, status, NO_BRACKET),
    )


def within(f: Callable[..., Any], bounds: Any, xatol: Any = 1e-5, maxiter: int = 500) -> Found:
    if len(bounds) != 2:
        raise ValueError("bounds must have two elements.")
    a, b = np.float64(bounds[0]), np.float64(bounds[1])
    if not np.isfinite(a + b):
        raise ValueError("Optimization bounds must be finite scalars.")
    if a > b:
        raise ValueError("The lower bound exceeds the upper bound.")
    share = 0.5 * (3.0 - np.sqrt(5.0))
    x = a + share * (b - a)
    tolerances = (np.sqrt(2.2e-16), xatol / 3.0)
    x, value, rounds, last = refined(f, (a, b, x, f(x)), tolerances, share, maxiter - 1, True)
    nan = np.isnan(x) | np.isnan(value) | np.isnan(last)
    status = np.where(nan, NOT_A_NUMBER, np.where(rounds + 1 >= maxiter, TOO_MANY, FOUND))
    return Found(x, value, rounds + 1, rounds + 1, status)


@host(result=int, pure=True)
def message_of(method: str, status: int, xtol: float) -> int:
    if status == NOT_A_NUMBER:
        text = "NaN result encountered."
    elif status == NO_BRACKET:
        text = "The algorithm terminated without finding a valid bracket. Consider trying different initial points."
    elif method == "bounded":
        text = "Solution found." if status == FOUND else "Maximum number of function calls reached."
    elif status == TOO_MANY:
        text = "\nMaximum number of iterations exceeded"
    else:
        text = (
            "\nOptimization terminated successfully;\nThe returned value satisfies the termination criteria\n"
            f"(using xtol = {xtol} )"
        )
    return handle_of(text)


def moved(f: Callable[..., Any], x: Any, bounds: Any) -> Any:
    """The minimum with the derivatives of an implicit function: of f'(x) = 0, or of the bound on which it lies."""
    if order_of_derivatives() == 0:
        return x
    curvature = stop_gradient(grad(grad(f))(x))
    newton = lambda x: grad(f)(x) / np.where(curvature == 0, np.inf, curvature)
    if bounds is None:
        return as_implicit(x, newton)
    low, high = np.float64(bounds[0]), np.float64(bounds[1])
    target = stop_gradient(x - newton(x))
    on_low, on_high = (x - low < NEAR) & (target < low), (high - x < NEAR) & (target > high)
    offset = stop_gradient(np.where(on_low, x - low, x - high))
    return as_implicit(
        x, lambda x: np.where(on_low, x - low - offset, np.where(on_high, x - high - offset, newton(x)))
    )


@read_as("scipy.optimize.minimize_scalar")
def minimize_scalar(
    fun: Callable[..., Any],
    bracket: Any = None,
    bounds: Any = None,
    args: Any = (),
    method: Any = None,
    tol: Any = None,
    options: Any = None,
) -> Any:
    more = args if isinstance(args, tuple) else (args,)
    if method is not None and not isinstance(method, str):
        unsupported("minimize_scalar: compiled code has SciPy's methods, given by name")
    name = ("brent" if bounds is None else "bounded") if method is None else method.lower()
    if name not in ("brent", "golden", "bounded"):
        raise ValueError(f"Unknown solver {method}")
    if bounds is not None and name != "bounded":
        raise ValueError(f"Use of `bounds` is incompatible with 'method={method}'.")
    if bounds is None and name == "bounded":
        raise ValueError("The `bounds` parameter is mandatory for method `bounded`.")
    how = {} if options is None else dict(options)
    if how.pop("disp", 0):
        unsupported("minimize_scalar: compiled code prints nothing: leave disp= out")
    tolerance = "xatol" if name == "bounded" else "xtol"
    if tol is not None and tolerance not in how:
        how[tolerance] = tol

    def f(x: Any) -> Any:
        value = np.asarray(fun(x, *more))
        if value.ndim:
            unsupported("minimize_scalar: compiled code wants a function that gives a number")
        return value.astype(np.float64)[()]

    solver = {"brent": by_parabolas, "golden": by_sections, "bounded": within}[name]
    found = solver(f, bounds if name == "bounded" else bracket, **how)
    usual = {"brent": 1.48e-8, "golden": 2.0**-26, "bounded": 1e-5}[name]
    return told(f, found, name, bounds, how.get(tolerance, usual))


def told(f: Callable[..., Any], found: Found, name: str, bounds: Any, tolerance: Any) -> Any:
    """SciPy's result."""
    x = moved(f, found.x, bounds)
    status = found.status
    more = {"status": status} if name == "bounded" else {}
    return optimize.OptimizeResult(
        fun=f(x) if order_of_derivatives() else found.value,
        x=x,
        nit=found.rounds,
        nfev=found.calls,
        success=status == FOUND,
        message=host_object(message_of(name, status, tolerance)),
        **more,
    )
