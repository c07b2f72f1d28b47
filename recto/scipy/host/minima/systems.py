"""scipy.optimize: systems of equations.

By Levenberg's and Marquardt's method with exact derivatives in compiled code, or by the method that is asked for, on
the host. A root moves with the data as an implicit function.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import optimize

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import jacfwd, stop_gradient
from ...._api.host import host
from ....lax._implicit import as_implicit
from . import searches
from .minimize import host_object
from .squares import damped

METHODS = (
    "broyden1",
    "broyden2",
    "anderson",
    "linearmixing",
    "diagbroyden",
    "excitingmixing",
    "krylov",
    "df-sane",
)


def flat(f: Callable[..., Any], shape: tuple) -> Callable[..., Any]:
    return lambda v: np.ravel(np.asarray(f(np.reshape(v, shape)), np.float64))


def moved_root(f: Callable[..., Any], x: Any) -> Any:
    slopes = stop_gradient(jacfwd(f)(x))
    return as_implicit(x, lambda v: np.linalg.solve(slopes, f(v)))


def zero_of(f: Callable[..., Any], x0: Any) -> tuple:
    """The zero of a function of a vector, and the number of times that it was computed."""
    x0 = np.asarray(x0, np.float64)
    shape = np.shape(np.atleast_1d(x0))
    found = damped(flat(f, shape), np.ravel(x0))
    return np.reshape(moved_root(flat(f, shape), found.p), shape), found.calls


def is_zero(values: Any, x: Any) -> Any:
    return np.max(np.abs(values)) <= 1e-8 * (1.0 + np.max(np.abs(x)))


def told(success: Any) -> Any:
    """SciPy's message about the end of the search, by its handle."""
    return handle_of(
        "The solution converged."
        if success
        else "The iteration is not making good progress, as measured by the \n"
        " improvement from the last ten iterations."
    )


message_of = host(told, result=int, pure=True)


def run(x: Any, method: str, tol: Any, options: Any, function: Callable[..., Any]) -> Any:
    return optimize.root(function(searches.FUNCTION), x, method=method, tol=tol, options=options)


@host(result=lambda x, *given: (np.int64, np.int64, x, x))
def begin(x: Any, method: str, tol: Any, options: Any) -> tuple:
    return searches.enter(functools.partial(run, np.array(x), method, tol, options), x)


@host(result=lambda search, x: (x, np.int64, np.int64, np.int64, np.bool_))
def outcome(search: Any, x: Any) -> tuple:
    found = searches.found_by(search)
    rounds = np.int64(found.get("nit", found.get("nfev", 0)))
    x = np.asarray(found.x, np.float64).reshape(x.shape)
    return x, rounds, np.int64(found.get("status", 1)), handle_of(found.message), np.bool_(found.success)


def searched(f: Callable[..., Any], start: Any, method: str, tol: Any, options: Any) -> tuple:
    """Search by SciPy (reverse communication): the loop computes the function where SciPy requests it."""
    start = stop_gradient(start)
    search, asked, x, _ = begin(start, method, tol, options)
    try:
        while asked != searches.DONE:
            asked, x, _ = searches.answer(search, start, stop_gradient(f(x)))
        values = outcome(search, start)
    finally:
        searches.close(search)
    return values


@read_as("scipy.optimize.root")
def root(
    fun: Callable[..., Any],
    x0: Any,
    args: Any = (),
    method: str = "hybr",
    jac: Any = None,
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> Any:
    """hybr and lm: with exact derivatives, whatever `jac` is, and to the last digits, whatever `tol` is."""
    if callback is not None or method.lower() not in ("hybr", "lm", *METHODS):
        unsupported("root: compiled code has SciPy's methods, given by name, and no callback")
    more = args if isinstance(args, tuple) else (args,)
    f = (lambda x: fun(x, *more)[0]) if jac is True else (lambda x: fun(x, *more))
    if method in ("hybr", "lm") and options is None:
        x, calls = zero_of(f, x0)
        values = np.asarray(f(x))
        success = is_zero(values, x)
        return optimize.OptimizeResult(
            x=x,
            fun=values,
            success=success,
            status=np.where(success, 1, 5)[()],
            message=host_object(message_of(success)),
            nfev=calls,
            method=method,
        )
    start = np.asarray(x0, np.float64)
    shape = np.shape(np.atleast_1d(start))
    x, rounds, status, message, success = searched(
        flat(f, shape), np.ravel(start), method.lower(), tol, options
    )
    x = np.reshape(moved_root(flat(f, shape), x), shape)
    count = {"nfev": rounds} if method in ("hybr", "lm") else {"nit": rounds}
    return optimize.OptimizeResult(
        x=x,
        fun=np.asarray(f(x)),
        success=success,
        status=status,
        message=host_object(message),
        method=method,
        **count,
    )


@read_as("scipy.optimize.fsolve")
def fsolve(
    func: Callable[..., Any],
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
    more = args if isinstance(args, tuple) else (args,)
    x, calls = zero_of(lambda x: func(x, *more), x0)
    if not full_output:
        return x
    values = np.asarray(func(x, *more))
    success = is_zero(values, x)
    told_of = host_object(message_of(success))
    return x, {"nfev": calls, "fvec": values}, np.where(success, 1, 5)[()], told_of
