"""scipy.optimize: roots of scalar functions, and fixed points.

Roots are differentiated by the implicit function theorem, with respect to everything that the equation
depends on, not through the solver's steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ..._api.derivatives import grad, jacfwd, stop_gradient
from ..._api.host import host
from ...lax._implicit import as_implicit
from .minima.minimize import host_object

EPSILON = 2.0**-52


def as_arguments(args: Any) -> tuple:
    return args if isinstance(args, tuple) else (args,)


def implicit(f: Callable[..., Any], root: Any) -> Any:
    """The root with the derivatives of the implicit function: dx = -df / f'(x)."""
    slope = stop_gradient(grad(f)(root))
    return as_implicit(root, lambda x: f(x) / np.where(slope == 0, np.inf, slope))


# -- roots ---------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    root: Any
    iterations: Any
    calls: Any
    converged: Any


class RootResults(NamedTuple):
    """The result of root_scalar."""

    root: Any
    iterations: Any
    function_calls: Any
    converged: Any
    flag: Any
    method: str


def flag(converged: Any) -> Any:
    return handle_of("converged" if converged else "convergence error")


flag_of = host(flag, result=int, pure=True)


def result_of(root: Any, found: Found, method: str) -> RootResults:
    told = host_object(flag_of(found.converged))
    return RootResults(root, found.iterations, found.calls, found.converged, told, method)


def check_bracket(at_a: Any, at_b: Any) -> None:
    if at_a * at_b > 0:
        raise ValueError("f(a) and f(b) must have different signs")


def brent(
    f: Callable[..., Any], a: Any, b: Any, xtol: Any, rtol: Any, maxiter: int, hyperbolic: bool = False
) -> Found:
    """Brent: Algorithms for minimization without derivatives (1973), chapter 4, step by step as SciPy's brentq; with
    hyperbolic extrapolation as its brenth (Bus, Dekker: Two efficient algorithms with guaranteed convergence for
    finding a zero of a function. ACM Trans. Math. Softw. 1 (1975))."""
    before, now, other = np.float64(a), np.float64(b), np.float64(0.0)
    f_before, f_now, f_other = np.float64(f(before)), np.float64(f(now)), np.float64(0.0)
    check_bracket(f_before, f_now)
    step, last_step = np.float64(0.0), np.float64(0.0)
    if f_before == 0:
        now, f_now = before, f_before
    done, k = f_now == 0, 0
    while not done and k < maxiter:
        k += 1
        if f_before != 0 and f_now != 0 and np.signbit(f_before) != np.signbit(f_now):
            other, f_other, step = before, f_before, now - before
            last_step = step
        if np.abs(f_other) < np.abs(f_now):
            before, now, other = now, other, now
            f_before, f_now, f_other = f_now, f_other, f_now
        delta, half = (xtol + rtol * np.abs(now)) / 2, (other - now) / 2
        done = f_now == 0 or np.abs(half) < delta
        if not done:
            step, last_step = next_step(
                before, now, other, f_before, f_now, f_other, step, last_step, delta, half, hyperbolic
            )
            before, f_before = now, f_now
            now = now + step if np.abs(step) > delta else now + (delta if half > 0 else -delta)
            f_now = np.float64(f(now))
    return Found(now, k, k + 2 - (1 if done and f_now != 0 else 0), done)


def next_step(
    before: Any,
    now: Any,
    other: Any,
    f_before: Any,
    f_now: Any,
    f_other: Any,
    step: Any,
    last_step: Any,
    delta: Any,
    half: Any,
    hyperbolic: bool,
) -> tuple:
    """The secant, or inverse quadratic (or hyperbolic) interpolation, where that is short enough; else the middle."""
    if not (np.abs(last_step) > delta and np.abs(f_now) < np.abs(f_before)):
        return half, half
    if before == other:
        attempt = -f_now * (now - before) / (f_now - f_before)
    else:
        first, second = (f_before - f_now) / (before - now), (f_other - f_now) / (other - now)
        attempt = -f_now * (f_other * second - f_before * first) / (second * first * (f_other - f_before))
        if hyperbolic:
            attempt = -f_now * (f_other - f_before) / (f_other * first - f_before * second)
    if 2 * np.abs(attempt) < np.minimum(np.abs(last_step), 3 * np.abs(half) - delta):
        return attempt, step
    return half, half


def halving(f: Callable[..., Any], a: Any, b: Any, xtol: Any, rtol: Any, maxiter: int) -> Found:
    low, width = np.float64(a), np.float64(b) - np.float64(a)
    at_low, at_high = np.float64(f(low)), np.float64(f(np.float64(b)))
    check_bracket(at_low, at_high)
    middle, done, k = np.where(at_low == 0, low, np.float64(b))[()], (at_low == 0) | (at_high == 0), 0
    while not done and k < maxiter:
        k += 1
        width = width * 0.5
        middle = low + width
        at_middle = np.float64(f(middle))
        low = middle if at_middle * at_low >= 0 else low
        done = at_middle == 0 or np.abs(width) < xtol + rtol * np.abs(middle)
    return Found(middle, k, k + 2, done)


def told(found: Found, f: Callable[..., Any], full_output: bool, disp: bool, method: str) -> Any:
    if disp:
        if not found.converged:
            raise RuntimeError("Failed to converge")
    root = implicit(f, found.root)
    return (root, result_of(root, found, method)) if full_output else root


def ridders(f: Callable[..., Any], a: Any, b: Any, xtol: Any, rtol: Any, maxiter: int) -> Found:
    """Ridders: A new algorithm for computing a single root of a real continuous function. IEEE Trans. Circuits Syst. 26
    (1979)."""
    low, high = np.float64(a), np.float64(b)
    at_low, at_high = np.float64(f(low)), np.float64(f(high))
    check_bracket(at_low, at_high)
    x, done, k, calls = np.where(at_low == 0, low, high)[()], (at_low == 0) | (at_high == 0), 0, 2
    while not done and k < maxiter:
        k += 1
        half = 0.5 * (high - low)
        middle = low + half
        at_middle = np.float64(f(middle))
        aside = half * (at_middle / np.sqrt(at_middle * at_middle - at_low * at_high))
        x = middle + np.where(at_low < at_high, -aside, aside)
        at_x = np.float64(f(x))
        if np.signbit(at_x) != np.signbit(at_middle):
            low, at_low, high, at_high = x, at_x, middle, at_middle
        elif np.signbit(at_x) != np.signbit(at_low):
            high, at_high = x, at_x
        else:
            low, at_low = x, at_x
        calls = calls + 2
        done = at_x == 0 or np.abs(high - low) < xtol + rtol * np.abs(x)
    return Found(x, k, calls, done)


BRACKETING = {
    "brentq": lambda f, *how: brent(f, *how),
    "brenth": lambda f, *how: brent(f, *how, hyperbolic=True),
    "bisect": halving,
    "ridder": ridders,
}


def between(
    name: str,
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    xtol: Any = 2e-12,
    rtol: Any = 4 * EPSILON,
    maxiter: int = 100,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """scipy.optimize.<name>: a root between two places where the function has different signs."""
    at = lambda x: f(x, *as_arguments(args))
    return told(BRACKETING[name](at, a, b, xtol, rtol, maxiter), at, full_output, disp, name)


for _name in BRACKETING:
    read_as(f"scipy.optimize.{_name}", first=(_name,))(between)


def newtons(
    f: Callable[..., Any],
    x: Any,
    slope: Callable[..., Any],
    bend: Callable[..., Any] | None,
    tol: Any,
    rtol: Any,
    maxiter: int,
) -> Found:
    """Newton's method; with the second derivative, Halley's."""
    x, done, k, calls = np.float64(x), False, 0, 0
    while not done and k < maxiter:
        value, d = f(x), slope(x)
        step = value / d
        if bend is not None:
            adjustment = step * bend(x) / d / 2
            step = step / (1.0 - adjustment) if np.abs(adjustment) < 1 else step
        new = x if value == 0 else x - step
        done = value == 0 or np.abs(new - x) <= tol + rtol * np.abs(x)
        x, k, calls = new, k + 1, calls + (2 if bend is None else 3)
    return Found(x, k, calls, done)


def secants(f: Callable[..., Any], first: Any, second: Any, tol: Any, rtol: Any, maxiter: int) -> Found:
    x0, x1 = np.float64(first), np.float64(second)
    q0, q1, done, k = f(x0), f(x1), False, 0
    if np.abs(q1) < np.abs(q0):
        x0, x1, q0, q1 = x1, x0, q1, q0
    x = x1
    while not done and k < maxiter:
        if q1 == q0:
            x, done = (x1 + x0) / 2, True
        else:
            x = (
                (-q0 / q1 * x1 + x0) / (1 - q0 / q1)
                if np.abs(q1) > np.abs(q0)
                else (-q1 / q0 * x0 + x1) / (1 - q1 / q0)
            )
            done = np.abs(x - x1) <= tol + rtol * np.abs(x1)
            if not done:
                x0, q0, x1 = x1, q1, x
                q1 = f(x1)
        k += 1
    return Found(x, k, k + 2, done)


@read_as("scipy.optimize.newton")
def newton(
    func: Callable[..., Any],
    x0: Any,
    fprime: Any = None,
    args: Any = (),
    tol: Any = 1.48e-8,
    maxiter: int = 50,
    fprime2: Any = None,
    x1: Any = None,
    rtol: Any = 0.0,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    if np.ndim(x0) > 0:
        unsupported("newton: compiled code starts from one number; recto.vmap takes many")
    more = as_arguments(args)
    at = lambda x: func(x, *more)
    if fprime is not None:
        bend = None if fprime2 is None else lambda x: fprime2(x, *more)
        return told(
            newtons(at, x0, lambda x: fprime(x, *more), bend, tol, rtol, maxiter),
            at,
            full_output,
            disp,
            "newton" if fprime2 is None else "halley",
        )
    step = 1e-4 if x0 >= 0 else -1e-4
    return told(
        secants(at, x0, x0 * (1 + 1e-4) + step if x1 is None else x1, tol, rtol, maxiter),
        at,
        full_output,
        disp,
        "secant",
    )


@read_as("scipy.optimize.root_scalar")
def root_scalar(
    f: Callable[..., Any],
    args: Any = (),
    method: Any = None,
    bracket: Any = None,
    fprime: Any = None,
    fprime2: Any = None,
    x0: Any = None,
    x1: Any = None,
    xtol: Any = None,
    rtol: Any = None,
    maxiter: Any = None,
    options: Any = None,
) -> RootResults:
    if method is None:
        method = "brentq" if bracket is not None else "newton" if fprime is not None else "secant"
    more = as_arguments(args)
    at = lambda x: f(x, *more)
    method = method.lower()
    if method in BRACKETING:
        found = BRACKETING[method](
            at,
            bracket[0],
            bracket[1],
            2e-12 if xtol is None else xtol,
            4 * EPSILON if rtol is None else rtol,
            100 if maxiter is None else maxiter,
        )
    elif method in ("newton", "secant", "halley"):
        rest = (
            1.48e-8 if xtol is None else xtol,
            0.0 if rtol is None else rtol,
            50 if maxiter is None else maxiter,
        )
        if method == "secant":
            found = secants(
                at, x0, x0 * (1 + 1e-4) + (1e-4 if x0 >= 0 else -1e-4) if x1 is None else x1, *rest
            )
        else:
            bend = (lambda x: fprime2(x, *more)) if method == "halley" else None
            found = newtons(at, x0, lambda x: fprime(x, *more), bend, *rest)
    else:
        unsupported(f"root_scalar: compiled code knows no method={method!r}")
    return result_of(implicit(at, found.root), found, method)


@read_as("scipy.optimize.fixed_point")
def fixed_point(
    func: Callable[..., Any],
    x0: Any,
    args: Any = (),
    xtol: Any = 1e-8,
    maxiter: int = 500,
    method: str = "del2",
) -> Any:
    """Steffensen's method, or plain iteration (Burden, Faires: Numerical analysis, 2.5)."""
    more = as_arguments(args)
    at = lambda x: np.asarray(func(x, *more), np.float64)
    p0, done, k = np.asarray(x0, np.float64), False, 0
    while not done and k < maxiter:
        p1 = at(p0)
        p = p1
        if method == "del2":
            p2 = at(p1)
            bend = p2 - 2.0 * p1 + p0
            p = np.where(bend != 0, p0 - (p1 - p0) ** 2 / np.where(bend == 0, 1.0, bend), p2)
        apart = np.where(p0 != 0, (p - p0) / np.where(p0 == 0, 1.0, p0), p)
        done, p0, k = np.all(np.abs(apart) < xtol), p, k + 1
    if not done:
        raise RuntimeError(f"Failed to converge after {maxiter} iterations")
    flat = lambda x: np.ravel(np.reshape(x, p0.shape) - at(np.reshape(x, p0.shape)))
    slopes = stop_gradient(jacfwd(flat)(np.ravel(p0)))
    return np.reshape(as_implicit(np.ravel(p0), lambda x: np.linalg.solve(slopes, flat(x))), p0.shape)[()]
