"""scipy.optimize: functions for single methods, differences, and test functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import fmin as fmin_of_scipy

from recto.transform.library import read_as, unsupported

from .minimize import minimize, number


def quiet(name: str, full_output: Any, disp: Any, retall: Any, callback: Any) -> None:
    if full_output or retall:
        unsupported(f"{name}: compiled code knows no full_output and retall: minimize gives an object")
    if disp:
        unsupported(f"{name}: compiled code prints nothing: give disp=False")


def given(**options: Any) -> dict:
    """The options that are not None."""
    return {name: options[name] for name in options if options[name] is not None}


@read_as("scipy.optimize.fmin")
def fmin(
    func: Callable[..., Any],
    x0: Any,
    args: Any = (),
    xtol: Any = 1e-4,
    ftol: Any = 1e-4,
    maxiter: Any = None,
    maxfun: Any = None,
    full_output: Any = 0,
    disp: Any = 1,
    retall: Any = 0,
    callback: Any = None,
    initial_simplex: Any = None,
) -> Any:
    quiet("fmin", full_output, disp, retall, callback)
    how = given(xatol=xtol, fatol=ftol, maxiter=maxiter, maxfev=maxfun, initial_simplex=initial_simplex)
    return minimize(func, x0, args, "nelder-mead", callback=callback, options=how).x


@read_as("scipy.optimize.fmin_powell")
def fmin_powell(
    func: Callable[..., Any],
    x0: Any,
    args: Any = (),
    xtol: Any = 1e-4,
    ftol: Any = 1e-4,
    maxiter: Any = None,
    maxfun: Any = None,
    full_output: Any = 0,
    disp: Any = 1,
    retall: Any = 0,
    callback: Any = None,
    direc: Any = None,
) -> Any:
    quiet("fmin_powell", full_output, disp, retall, callback)
    how = given(xtol=xtol, ftol=ftol, maxiter=maxiter, maxfev=maxfun, direc=direc)
    return minimize(func, x0, args, "powell", callback=callback, options=how).x


@read_as("scipy.optimize.fmin_bfgs")
def fmin_bfgs(
    f: Callable[..., Any],
    x0: Any,
    fprime: Any = None,
    args: Any = (),
    gtol: Any = 1e-5,
    norm: Any = np.inf,
    epsilon: Any = None,
    maxiter: Any = None,
    full_output: Any = 0,
    disp: Any = 1,
    retall: Any = 0,
    callback: Any = None,
    **more: Any,
) -> Any:
    quiet("fmin_bfgs", full_output, disp, retall, callback)
    how = given(gtol=gtol, norm=norm, eps=epsilon, maxiter=maxiter, **more)
    return minimize(f, x0, args, "bfgs", fprime, callback=callback, options=how).x


@read_as("scipy.optimize.fmin_cg")
def fmin_cg(
    f: Callable[..., Any],
    x0: Any,
    fprime: Any = None,
    args: Any = (),
    gtol: Any = 1e-5,
    norm: Any = np.inf,
    epsilon: Any = None,
    maxiter: Any = None,
    full_output: Any = 0,
    disp: Any = 1,
    retall: Any = 0,
    callback: Any = None,
    **more: Any,
) -> Any:
    quiet("fmin_cg", full_output, disp, retall, callback)
    how = given(gtol=gtol, norm=norm, eps=epsilon, maxiter=maxiter, **more)
    return minimize(f, x0, args, "cg", fprime, callback=callback, options=how).x


@read_as("scipy.optimize.fmin_l_bfgs_b")
def fmin_l_bfgs_b(
    func: Callable[..., Any],
    x0: Any,
    fprime: Any = None,
    args: Any = (),
    approx_grad: Any = 0,
    bounds: Any = None,
    m: int = 10,
    factr: Any = 1e7,
    pgtol: Any = 1e-5,
    epsilon: Any = 1e-8,
    maxfun: int = 15000,
    maxiter: int = 15000,
    callback: Any = None,
    maxls: int = 20,
) -> tuple:
    jac = None if approx_grad else True if fprime is None else fprime
    how = given(maxcor=m, gtol=pgtol, eps=epsilon, maxfun=maxfun, maxiter=maxiter, maxls=maxls)
    how = {**how, "ftol": factr * np.finfo(float).eps}
    found = minimize(func, x0, args, "l-bfgs-b", jac, bounds=bounds, callback=callback, options=how)
    told = {"grad": found.jac, "task": found.message, "funcalls": found.nfev, "nit": found.nit}
    return found.x, found.fun, {**told, "warnflag": np.where(found.success, 0, 2)[()]}


def grid_of(ranges: Any, count: int) -> Any:
    """All points of a grid, by rows: between two ends, or as a slice says."""
    lines = []
    for given in ranges:
        if not isinstance(given, slice):
            lines.append(np.linspace(given[0], given[1], count))
        elif isinstance(given.step, complex):
            lines.append(np.linspace(given.start, given.stop, int(abs(given.step))))
        else:
            lines.append(np.arange(given.start, given.stop, 1.0 if given.step is None else given.step))
    return np.stack([np.ravel(axis) for axis in np.meshgrid(*lines, indexing="ij")], axis=1)


@read_as("scipy.optimize.brute")
def brute(
    func: Callable[..., Any],
    ranges: Any,
    args: Any = (),
    Ns: int = 20,
    full_output: Any = 0,
    finish: Any = fmin_of_scipy,
    disp: Any = False,
    workers: Any = 1,
) -> Any:
    """The best point of a grid, and from there the minimum by Nelder's and Mead's method."""
    if full_output or not (finish is None or finish is fmin_of_scipy):
        unsupported("brute: compiled code has finish=fmin or None, without full_output")
    more = args if isinstance(args, tuple) else (args,)
    points = grid_of(ranges, Ns)
    values = np.zeros(len(points))
    for k in range(len(points)):
        values[k] = number(func(points[k], *more))
    best = points[np.argmin(values)]
    if finish is None:
        return best if len(ranges) > 1 else best[0]
    return fmin(func, best, more, disp=False)


@read_as("scipy.optimize.approx_fprime")
def approx_fprime(xk: Any, f: Callable[..., Any], epsilon: Any = None, *args: Any) -> Any:
    """Forward differences."""
    x = np.atleast_1d(np.asarray(xk, np.float64))
    epsilon = np.sqrt(np.finfo(float).eps) if epsilon is None else epsilon
    steps = np.broadcast_to(np.asarray(epsilon, np.float64), x.shape)
    at = np.asarray(f(x, *args), np.float64)
    slopes = []
    for k in range(len(x)):
        ahead = np.where(np.arange(len(x)) == k, x + steps, x)
        slopes.append((np.asarray(f(ahead, *args), np.float64) - at) / (ahead[k] - x[k]))
    return np.stack(slopes, axis=-1)


@read_as("scipy.optimize.check_grad")
def check_grad(
    func: Callable[..., Any],
    grad: Callable[..., Any],
    x0: Any,
    *args: Any,
    epsilon: Any = None,
    **options: Any,
) -> Any:
    """The distance of a gradient from forward differences."""
    if options:
        unsupported("check_grad: compiled code has direction='all'")
    x = np.asarray(x0, np.float64)
    apart = np.asarray(grad(x, *args)) - approx_fprime(x, lambda x: number(func(x, *args)), epsilon)
    return np.sqrt(np.sum(np.abs(apart) ** 2))


@read_as("scipy.optimize.rosen")
def rosen(x: Any) -> Any:
    """Rosenbrock: An automatic method for finding the greatest or least value of a function. Comput. J. 3 (1960)."""
    x = np.asarray(x)
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0, axis=0)


@read_as("scipy.optimize.rosen_der")
def rosen_der(x: Any) -> Any:
    x = np.asarray(x)
    apart = x[1:] - x[:-1] ** 2
    none = np.zeros_like(x[:1])
    own = np.concatenate([-400 * x[:-1] * apart - 2 * (1 - x[:-1]), none])
    return own + np.concatenate([none, 200 * apart])


@read_as("scipy.optimize.rosen_hess")
def rosen_hess(x: Any) -> Any:
    x = np.atleast_1d(x)
    inner = 202 + 1200 * x[1:-1] ** 2 - 400 * x[2:]
    first = 1200 * x[:1] ** 2 - 400 * x[1:2] + 2
    diagonal = np.concatenate([first, inner, np.full(1, 200.0)])
    return np.diag(-400 * x[:-1], 1) + np.diag(-400 * x[:-1], -1) + np.diag(diagonal)
