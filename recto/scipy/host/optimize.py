"""scipy.optimize: roots of scalar functions, minima, curve fitting.

Roots are differentiated by the implicit function theorem, with respect to everything that the equation
depends on, not through the solver's steps.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from recto.transform.library import read_as, unsupported

from ..._api.derivatives import grad, jacfwd, stop_gradient
from ...lax._implicit import as_implicit

EPSILON = 2.0**-52
PLACES = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def as_arguments(args: Any) -> tuple:
    return args if isinstance(args, tuple) else (args,)


def implicit(f: Callable, root: Any) -> Any:
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
    """What root_scalar finds."""

    root: Any
    iterations: Any
    function_calls: Any
    converged: Any


def check_bracket(at_a: Any, at_b: Any) -> None:
    if at_a * at_b > 0:
        raise ValueError("f(a) and f(b) must have different signs")


def brent(f: Callable, a: Any, b: Any, xtol: Any, rtol: Any, maxiter: int) -> Found:
    """Brent: Algorithms for minimization without derivatives (1973), chapter 4, step by step as SciPy's brentq."""
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
                before, now, other, f_before, f_now, f_other, step, last_step, delta, half
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
) -> tuple:
    """The secant, or inverse quadratic interpolation, where that is short enough; else the middle."""
    if not (np.abs(last_step) > delta and np.abs(f_now) < np.abs(f_before)):
        return half, half
    if before == other:
        attempt = -f_now * (now - before) / (f_now - f_before)
    else:
        first, second = (f_before - f_now) / (before - now), (f_other - f_now) / (other - now)
        attempt = -f_now * (f_other * second - f_before * first) / (second * first * (f_other - f_before))
    if 2 * np.abs(attempt) < np.minimum(np.abs(last_step), 3 * np.abs(half) - delta):
        return attempt, step
    return half, half


def halving(f: Callable, a: Any, b: Any, xtol: Any, rtol: Any, maxiter: int) -> Found:
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


def told(found: Found, f: Callable, full_output: bool, disp: bool) -> Any:
    if disp:
        if not found.converged:
            raise RuntimeError("Failed to converge")
    root = implicit(f, found.root)
    return (root, RootResults(root, found.iterations, found.calls, found.converged)) if full_output else root


@read_as("scipy.optimize.brentq")
def brentq(
    f: Callable,
    a: Any,
    b: Any,
    args: Any = (),
    xtol: Any = 2e-12,
    rtol: Any = 4 * EPSILON,
    maxiter: int = 100,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    at = lambda x: f(x, *as_arguments(args))
    return told(brent(at, a, b, xtol, rtol, maxiter), at, full_output, disp)


@read_as("scipy.optimize.bisect")
def bisect(
    f: Callable,
    a: Any,
    b: Any,
    args: Any = (),
    xtol: Any = 2e-12,
    rtol: Any = 4 * EPSILON,
    maxiter: int = 100,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    at = lambda x: f(x, *as_arguments(args))
    return told(halving(at, a, b, xtol, rtol, maxiter), at, full_output, disp)


def newtons(
    f: Callable, x: Any, slope: Callable, bend: Callable | None, tol: Any, rtol: Any, maxiter: int
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


def secants(f: Callable, first: Any, second: Any, tol: Any, rtol: Any, maxiter: int) -> Found:
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
    func: Callable,
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
            newtons(at, x0, lambda x: fprime(x, *more), bend, tol, rtol, maxiter), at, full_output, disp
        )
    step = 1e-4 if x0 >= 0 else -1e-4
    return told(
        secants(at, x0, x0 * (1 + 1e-4) + step if x1 is None else x1, tol, rtol, maxiter),
        at,
        full_output,
        disp,
    )


@read_as("scipy.optimize.root_scalar")
def root_scalar(
    f: Callable,
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
    if method in ("brentq", "bisect"):
        solver = brent if method == "brentq" else halving
        found = solver(
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
    return RootResults(implicit(at, found.root), found.iterations, found.calls, found.converged)


# -- curves --------------------------------------------------------------------------------------------------


@read_as("scipy.optimize.curve_fit")
def curve_fit(
    f: Callable,
    xdata: Any,
    ydata: Any,
    p0: Any = None,
    sigma: Any = None,
    absolute_sigma: bool = False,
    check_finite: Any = None,
    bounds: Any = None,
    method: Any = None,
    jac: Any = None,
) -> tuple:
    """Least squares by Levenberg's and Marquardt's method with exact derivatives; the parameters move with the data as
    those of the normal equations do."""
    if bounds is not None or method not in (None, "lm") or sigma is not None and np.ndim(sigma) != 1:
        unsupported("curve_fit: compiled code has method='lm', without bounds, and sigma as a vector")
    if isinstance(xdata, (list, tuple, np.ndarray)):
        xdata = np.asarray(xdata, np.float64)
    start = np.ones(count_of_parameters(f)) if p0 is None else np.atleast_1d(np.asarray(p0, np.float64))
    weights = 1.0 if sigma is None else 1.0 / np.asarray(sigma)
    y = np.asarray(ydata, np.float64)

    def misfit(p: Any) -> Any:
        return (f(xdata, *[p[k] for k in range(len(start))]) - y) * weights

    def slope(p: Any) -> Any:
        return jacfwd(misfit)(p).T @ misfit(p)

    p = damped(misfit, start)
    curvature = stop_gradient(jacfwd(slope)(p))
    p = as_implicit(p, lambda p: np.linalg.solve(curvature, slope(p)))
    residual, slopes = misfit(p), jacfwd(misfit)(p)
    covariance = np.linalg.inv(slopes.T @ slopes)
    if not absolute_sigma:
        covariance = covariance * (np.sum(residual * residual) / (len(y) - len(start)))
    return p, covariance


def count_of_parameters(f: Callable) -> int:
    """How many arguments a function has behind the first."""
    parameters = inspect.signature(f).parameters
    kinds = [parameters[name].kind for name in parameters]
    count = len([kind for kind in kinds if kind in PLACES])
    if count < 2:
        raise ValueError("Unable to determine number of fit parameters.")
    return count - 1


def damped(misfit: Callable, p: Any) -> Any:
    """Moré: The Levenberg-Marquardt algorithm. Lecture Notes in Math. 630 (1978); the damping after Nielsen (1999)."""
    r = misfit(p)
    cost, slopes = np.sum(r * r), jacfwd(misfit)(p)
    damping, growth, done, k = np.float64(1e-3), np.float64(2.0), False, 0
    while not done and k < 500:
        curvature, gradient = slopes.T @ slopes, slopes.T @ r
        scale = np.maximum(np.diag(curvature), 1e-300)
        step = -np.linalg.solve(curvature + damping * np.diag(scale), gradient)
        new = p + step
        r_new = misfit(new)
        cost_new = np.sum(r_new * r_new)
        predicted = np.dot(step, damping * scale * step - gradient)
        done = np.max(np.abs(step)) <= 1e-14 * (np.max(np.abs(p)) + 1e-14) or predicted <= 1e-16 * cost
        if cost_new <= cost:
            ratio = (cost - cost_new) / np.where(predicted > 0, predicted, 1.0)
            damping, growth = damping * np.maximum(1 / 3, 1 - (2 * ratio - 1) ** 3), np.float64(2.0)
            p, r, cost, slopes = new, r_new, cost_new, jacfwd(misfit)(new)
        else:
            damping, growth = damping * growth, growth * 2
        k += 1
    return p


# -- systems of equations ------------------------------------------------------------------------------------


class RootOfSystem(NamedTuple):
    """What root finds."""

    x: Any
    fun: Any
    success: Any


def zero_of(f: Callable, x0: Any) -> Any:
    """Where a function of a vector is 0: by `damped`, and moved as the implicit function."""
    x0 = np.asarray(x0, np.float64)
    shape = np.shape(np.atleast_1d(x0))
    flat = lambda v: np.ravel(np.asarray(f(np.reshape(v, shape)), np.float64))
    x = damped(flat, np.ravel(x0))
    slopes = stop_gradient(jacfwd(flat)(x))
    return np.reshape(as_implicit(x, lambda v: np.linalg.solve(slopes, flat(v))), shape)


def is_zero(values: Any, x: Any) -> Any:
    return np.max(np.abs(values)) <= 1e-8 * (1.0 + np.max(np.abs(x)))


@read_as("scipy.optimize.root")
def root(
    fun: Callable,
    x0: Any,
    args: Any = (),
    method: str = "hybr",
    jac: Any = None,
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> RootOfSystem:
    """With exact derivatives, whatever `jac` is, and to the last digits, whatever `tol` is."""
    if method not in ("hybr", "lm") or callback is not None or options is not None:
        unsupported("root: compiled code has method='hybr' and 'lm', without callback and options")
    more = as_arguments(args)
    f = (lambda x: fun(x, *more)[0]) if jac is True else (lambda x: fun(x, *more))
    x = zero_of(f, x0)
    values = np.asarray(f(x))
    return RootOfSystem(x, values, is_zero(values, x))


@read_as("scipy.optimize.fsolve")
def fsolve(
    func: Callable,
    x0: Any,
    args: Any = (),
    fprime: Any = None,
    full_output: Any = 0,
    col_deriv: Any = 0,
    xtol: Any = 1.49012e-08,
    maxfev: int = 0,
    band: Any = None,
    epsfcn: Any = None,
    factor: Any = 100,
    diag: Any = None,
) -> Any:
    if full_output:
        unsupported("fsolve: compiled code knows no full_output; root returns an object with success and fun")
    more = as_arguments(args)
    return zero_of(lambda x: func(x, *more), x0)


class LeastSquares(NamedTuple):
    """What least_squares finds."""

    x: Any
    cost: Any
    fun: Any
    jac: Any
    grad: Any
    optimality: Any
    success: Any


@read_as("scipy.optimize.least_squares")
def least_squares(
    fun: Callable,
    x0: Any,
    jac: Any = "2-point",
    bounds: Any = None,
    method: str = "trf",
    ftol: Any = 1e-8,
    xtol: Any = 1e-8,
    gtol: Any = 1e-8,
    x_scale: Any = None,
    loss: str = "linear",
    args: Any = (),
    kwargs: Any = None,
    **options: Any,
) -> LeastSquares:
    """With exact derivatives, whatever `jac` is, and to the last digits, whatever the tolerances are."""
    if bounds is not None or loss != "linear" or options:
        unsupported("least_squares: compiled code has loss='linear', without bounds and further options")
    more, named = as_arguments(args), {} if kwargs is None else kwargs
    misfit = lambda p: np.atleast_1d(np.asarray(fun(p, *more, **named), np.float64))

    def slope(p: Any) -> Any:
        return jacfwd(misfit)(p).T @ misfit(p)

    p = damped(misfit, np.atleast_1d(np.asarray(x0, np.float64)))
    curvature = stop_gradient(jacfwd(slope)(p))
    p = as_implicit(p, lambda p: np.linalg.solve(curvature, slope(p)))
    residual, slopes = misfit(p), jacfwd(misfit)(p)
    gradient = slopes.T @ residual
    largest = np.max(np.abs(gradient))
    return LeastSquares(
        p, np.sum(residual * residual) / 2, residual, slopes, gradient, largest, largest <= 1e-6
    )
