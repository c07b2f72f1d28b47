"""scipy.optimize: least squares, and curves through data.

Without bounds, and for the sum of squares itself, by Levenberg's and Marquardt's method with exact derivatives in
compiled code. Otherwise SciPy searches on the host, and compiled code computes the functions. What is found moves with
the data as an implicit function.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import linalg, optimize

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import jacfwd, stop_gradient
from ...._api.host import host
from ....lax._implicit import as_implicit, order_of_derivatives
from . import searches
from .conditions import moved
from .minimize import host_object, sides_of

PLACES = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
LOSSES = {
    "linear": lambda z: z,
    "soft_l1": lambda z: 2 * (np.sqrt(1 + z) - 1),
    "huber": lambda z: np.where(z <= 1, z, 2 * np.sqrt(np.where(z <= 1, 1.0, z)) - 1),
    "cauchy": np.log1p,
    "arctan": np.arctan,
}


class Damped(NamedTuple):
    """The parameters with the least sum of squares, and how often the misfit and its derivatives were computed."""

    p: Any
    calls: Any
    slopes: Any


def damped(misfit: Callable[..., Any], p: Any) -> Damped:
    """Moré: The Levenberg-Marquardt algorithm. Lecture Notes in Math. 630 (1978); the damping after Nielsen (1999)."""
    r = misfit(p)
    cost, slopes = np.sum(r * r), jacfwd(misfit)(p)
    damping, growth, done, k, better = np.float64(1e-3), np.float64(2.0), False, 0, 0
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
            better += 1
        else:
            damping, growth = damping * growth, growth * 2
        k += 1
    return Damped(p, k + 1, better + 1)


def least_of(misfit: Callable[..., Any], start: Any) -> Damped:
    """Minimise by `damped`; the derivatives of the parameters are those of the normal equations."""

    def slope(p: Any) -> Any:
        return jacfwd(misfit)(p).T @ misfit(p)

    found = damped(misfit, start)
    curvature = stop_gradient(jacfwd(slope)(found.p))
    return found._replace(p=as_implicit(found.p, lambda p: np.linalg.solve(curvature, slope(p))))


# -- SciPy's search --------------------------------------------------------------------------------------------


def run(x: Any, jac: Any, limits: Any, how: dict, function: Callable[..., Any]) -> Any:
    bounds = (-np.inf, np.inf) if limits is None else tuple([np.asarray(side) for side in limits])
    slopes = function(searches.GRADIENT) if jac is True else jac
    return optimize.least_squares(function(searches.FUNCTION), x, slopes, bounds, **how)


@host(result=lambda x, *given: (np.int64, np.int64, x, x))
def begin(x: Any, jac: Any, limits: Any, how: dict) -> tuple:
    return searches.enter(functools.partial(run, np.array(x), jac, limits, how), x)


def types_of(search: Any, x: Any, r: Any) -> tuple:
    point, misfit = np.zeros(x.shape), np.zeros(r.shape)
    count, matrix = np.int64(0), np.zeros((*r.shape, *x.shape))
    return (
        *(point, np.float64(0.0), misfit, matrix, point, np.float64(0.0), np.zeros(x.shape, np.int64)),
        *(count, count, count, count, np.bool_(True)),
    )


@host(result=types_of)
def outcome(search: Any, x: Any, r: Any) -> tuple:
    found = searches.found_by(search)
    arrays = [np.asarray(v, np.float64) for v in (found.x, found.cost, found.fun, found.jac, found.grad)]
    counts = [np.int64(found.nfev), np.int64(found.njev or 0), np.int64(found.status)]
    return (
        *(*arrays, np.float64(found.optimality), np.asarray(found.active_mask, np.int64)),
        *(*counts, handle_of(found.message), np.bool_(found.success)),
    )


NAMES = (
    "x",
    "cost",
    "fun",
    "jac",
    "grad",
    "optimality",
    "active_mask",
    "nfev",
    "njev",
    "status",
    "message",
    "success",
)


def searched(misfit: Callable[..., Any], slopes: Any, start: Any, limits: Any, how: dict) -> dict:
    """Search by SciPy (reverse communication): the loop computes the functions that SciPy requests."""
    start = stop_gradient(start)
    kind = True if callable(slopes) else slopes
    search, asked, x, _ = begin(start, kind, limits, how)
    try:
        while asked != searches.DONE:
            if asked == searches.GRADIENT and callable(slopes):
                asked, x, _ = searches.answer(search, start, stop_gradient(np.asarray(slopes(x), np.float64)))
            else:
                asked, x, _ = searches.answer(search, start, stop_gradient(misfit(x)))
        values = outcome(search, start, stop_gradient(misfit(start)))
    finally:
        searches.close(search)
    found = dict(zip(NAMES, values))
    return {**found, "message": host_object(found["message"])}


def cost_of(misfit: Callable[..., Any], loss: str, scale: Any) -> Callable[..., Any]:
    rho = LOSSES[loss]
    return lambda p: 0.5 * scale**2 * np.sum(rho((misfit(p) / scale) ** 2))


def limits_of(bounds: Any) -> Any:
    """The lower and upper bounds; None if there are none."""
    if isinstance(bounds, (optimize.Bounds, optimize._constraints.Bounds)):
        return sides_of(bounds)
    if bounds is None or is_free(bounds[0]) and is_free(bounds[1]):
        return None
    return np.asarray(bounds[0], np.float64), np.asarray(bounds[1], np.float64)


def is_free(side: Any) -> bool:
    return isinstance(side, float) and np.isinf(side)


@read_as("scipy.optimize.least_squares")
def least_squares(
    fun: Callable[..., Any],
    x0: Any,
    jac: Any = "2-point",
    bounds: Any = None,
    method: str = "trf",
    ftol: Any = 1e-8,
    xtol: Any = 1e-8,
    gtol: Any = 1e-8,
    x_scale: Any = None,
    loss: str = "linear",
    f_scale: Any = 1.0,
    diff_step: Any = None,
    tr_solver: Any = None,
    tr_options: Any = None,
    jac_sparsity: Any = None,
    max_nfev: Any = None,
    verbose: int = 0,
    args: Any = (),
    kwargs: Any = None,
    callback: Any = None,
    workers: Any = None,
) -> Any:
    """Without bounds, loss and limits: with exact derivatives, whatever `jac` is, to the last digits, whatever the
    tolerances are."""
    if loss not in LOSSES or callback is not None or verbose or jac_sparsity is not None:
        unsupported(
            "least_squares: compiled code knows no callback, verbose, jac_sparsity, and loss as a function"
        )
    more, named = args if isinstance(args, tuple) else (args,), {} if kwargs is None else kwargs
    misfit = lambda p: np.atleast_1d(np.asarray(fun(p, *more, **named), np.float64))
    start, limits = np.atleast_1d(np.asarray(x0, np.float64)), limits_of(bounds)
    if limits is None and loss == "linear" and max_nfev is None:
        return squares_of(misfit, least_of(misfit, start))
    how = {"method": method, "ftol": ftol, "xtol": xtol, "gtol": gtol, "loss": loss, "f_scale": f_scale}
    scales = {"x_scale": x_scale, "diff_step": diff_step, "tr_solver": tr_solver, "max_nfev": max_nfev}
    how = {**how, **{name: value for name, value in scales.items() if value is not None}}
    slopes = (lambda p: jac(p, *more, **named)) if callable(jac) else jac
    found = searched(misfit, slopes, start, limits, how)
    if not order_of_derivatives():
        return optimize.OptimizeResult(**found)
    cost = cost_of(misfit, loss, f_scale)
    x = moved(found["x"], cost, (), limits)
    known = {name: found[name] for name in ("active_mask", "nfev", "njev", "status", "message", "success")}
    return optimize.OptimizeResult(**known, x=x, cost=cost(x), fun=misfit(x))


def squares_of(misfit: Callable[..., Any], found: Damped) -> Any:
    p = found.p
    residual, slopes = misfit(p), jacfwd(misfit)(p)
    gradient = slopes.T @ residual
    largest = np.max(np.abs(gradient))
    return optimize.OptimizeResult(
        x=p,
        cost=np.sum(residual * residual) / 2,
        fun=residual,
        jac=slopes,
        grad=gradient,
        optimality=largest,
        active_mask=np.zeros(len(p), np.int64),
        nfev=found.calls,
        njev=found.slopes,
        status=np.where(largest <= 1e-6, 1, 0)[()],
        success=largest <= 1e-6,
    )


@read_as("scipy.optimize.leastsq")
def leastsq(
    func: Callable[..., Any],
    x0: Any,
    args: Any = (),
    Dfun: Any = None,
    full_output: Any = False,
    col_deriv: Any = False,
    **options: Any,
) -> tuple:
    """With exact derivatives, whatever Dfun is, to the last digits."""
    more = args if isinstance(args, tuple) else (args,)
    misfit = lambda p: np.atleast_1d(np.asarray(func(p, *more), np.float64))
    found = least_of(misfit, np.atleast_1d(np.asarray(x0, np.float64)))
    if not full_output:
        return found.p, 1
    slopes = jacfwd(misfit)(found.p)
    told = {"fvec": misfit(found.p), "nfev": found.calls}
    message = "Both actual and predicted relative reductions in the sum of squares are small."
    return found.p, np.linalg.inv(slopes.T @ slopes), told, message, 1


# -- curves ----------------------------------------------------------------------------------------------------


@read_as("scipy.optimize.curve_fit")
def curve_fit(
    f: Callable[..., Any],
    xdata: Any,
    ydata: Any,
    p0: Any = None,
    sigma: Any = None,
    absolute_sigma: bool = False,
    check_finite: Any = None,
    bounds: Any = None,
    method: Any = None,
    jac: Any = None,
    *,
    full_output: bool = False,
    nan_policy: Any = None,
    **options: Any,
) -> tuple:
    if nan_policy == "omit":
        unsupported("curve_fit: compiled code omits no NaN: give data without any")
    if isinstance(xdata, (list, tuple, np.ndarray)):
        xdata = np.asarray(xdata, np.float64)
    limits = limits_of(bounds)
    if limits is not None and method == "lm":
        raise ValueError("Method 'lm' only works for unconstrained problems. Use 'trf' or 'dogbox' instead.")
    start = first_parameters(f, p0, limits)
    y = np.asarray(ydata, np.float64)
    weigh = weighed_by(sigma, len(y))
    misfit = lambda p: weigh(f(xdata, *[p[k] for k in range(len(start))]) - y)
    calls = 0
    if limits is None and method in (None, "lm"):
        found = least_of(misfit, start)
        p, calls = found.p, found.calls
    else:
        slopes = "2-point" if jac is None else jac
        if callable(jac):
            slopes = lambda p: weigh(np.asarray(jac(xdata, *[p[k] for k in range(len(start))])))
        result = searched(misfit, slopes, start, limits, {"method": method or "trf", **options})
        if not result["success"]:
            raise RuntimeError("Optimal parameters not found: the search ended before it converged")
        p, calls = moved(result["x"], cost_of(misfit, "linear", 1.0), (), limits), result["nfev"]
    residual, slopes = misfit(p), jacfwd(misfit)(p)
    covariance = np.linalg.inv(slopes.T @ slopes)
    if not absolute_sigma:
        free = len(residual) - len(start)
        covariance = covariance * (np.sum(residual * residual) / free if free > 0 else np.inf)
    if full_output:
        message = "Both actual and predicted relative reductions in the sum of squares are small."
        return p, covariance, {"nfev": calls, "fvec": residual}, message, 1
    return p, covariance


def first_parameters(f: Callable[..., Any], p0: Any, limits: Any) -> Any:
    """Those that are given; 1 for each, or within bounds the middle, or 1 from the only one."""
    if p0 is not None:
        return np.atleast_1d(np.asarray(p0, np.float64))
    n = count_of_parameters(f)
    if limits is None:
        return np.ones(n)
    low, high = [np.broadcast_to(np.asarray(side, np.float64), (n,)) for side in limits]
    below, above = np.isfinite(low), np.isfinite(high)
    safe_low, safe_high = np.where(below, low, 0.0), np.where(above, high, 0.0)
    one_sided = np.where(below, safe_low + 1.0, np.where(above, safe_high - 1.0, 1.0))
    return np.where(below & above, 0.5 * (safe_low + safe_high), one_sided)


def weighed_by(sigma: Any, count: int) -> Callable[..., Any]:
    """The function that weighs a misfit or its derivatives by the errors of the data, or their covariance."""
    if sigma is None:
        return lambda r: r
    sigma = np.asarray(sigma, np.float64)
    if sigma.ndim < 2:
        return lambda r: r / (sigma[:, None] if sigma.ndim and r.ndim > 1 else sigma)
    if sigma.shape != (count, count):
        raise ValueError("`sigma` has incorrect shape.")
    factor = np.linalg.cholesky(sigma)
    return lambda r: linalg.solve_triangular(factor, r, lower=True)


def count_of_parameters(f: Callable[..., Any]) -> int:
    """The number of arguments that a function has behind the first."""
    parameters = inspect.signature(f).parameters
    kinds = [parameters[name].kind for name in parameters]
    count = len([kind for kind in kinds if kind in PLACES])
    if count < 2:
        raise ValueError("Unable to determine number of fit parameters.")
    return count - 1
