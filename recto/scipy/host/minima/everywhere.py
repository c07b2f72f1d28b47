"""scipy.optimize: global minima.

SciPy searches on the host, and compiled code computes the function; the minimum moves with the data as an implicit
function.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import optimize

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ....lax._implicit import order_of_derivatives
from . import searches
from .conditions import moved
from .minimize import host_object, number, sides_of


def run(x: Any, name: str, place: Any, how: dict, function: Callable[..., Any]) -> Any:
    search = getattr(optimize, name)
    if name == "basinhopping":
        return search(function(searches.FUNCTION), np.asarray(x), **how)
    limits = list(zip(*[np.asarray(side) for side in place]))
    return search(function(searches.FUNCTION), limits, **how)


@host(result=lambda x, *given: (np.int64, np.int64, x, x))
def begin(x: Any, name: str, place: Any, how: dict) -> tuple:
    return searches.enter(functools.partial(run, np.array(x), name, place, how), x)


@host(result=lambda search, x: (x, np.float64, np.int64, np.int64, np.int64, np.bool_))
def outcome(search: Any, x: Any) -> tuple:
    found = searches.found_by(search)
    text = found.message if isinstance(found.message, str) else found.message[0]
    counts = [np.int64(v) for v in (found.get("nfev", 0), found.get("nit", 0), handle_of(text))]
    best = np.asarray(found.x, np.float64).reshape(x.shape)
    return (best, np.float64(found.fun), *counts, np.bool_(found.get("success", True)))


def searched(name: str, f: Callable[..., Any], start: Any, place: Any, how: dict) -> Any:
    """Search by SciPy (reverse communication): the loop computes the function where SciPy requests it."""
    start = stop_gradient(start)
    search, asked, x, _ = begin(start, name, place, how)
    try:
        while asked != searches.DONE:
            asked, x, _ = searches.answer(search, start, stop_gradient(f(x)))
        values = outcome(search, start)
    finally:
        searches.close(search)
    x, value, calls, rounds, message, success = values
    x = moved(x, f, (), place)
    return optimize.OptimizeResult(
        x=x,
        fun=f(x) if order_of_derivatives() else value,
        nfev=calls,
        nit=rounds,
        message=host_object(message),
        success=success,
    )


def within(name: str, func: Callable[..., Any], bounds: Any, args: Any = (), **how: Any) -> Any:
    """scipy.optimize.<name>."""
    if how.get("callback") is not None or how.get("vectorized") or how.get("constraints"):
        unsupported(f"{name}: compiled code knows no callback, vectorized and constraints")
    more = args if isinstance(args, tuple) else (args,)
    low, high = [np.atleast_1d(np.asarray(side, np.float64)) for side in sides_of(bounds)]
    start = 0.5 * (np.where(np.isfinite(low), low, 0.0) + np.where(np.isfinite(high), high, 0.0))
    return searched(name, lambda x: number(func(x, *more)), start, (low, high), how)


for _name in ("differential_evolution", "dual_annealing", "direct", "shgo"):
    read_as(f"scipy.optimize.{_name}", first=(_name,))(within)


@read_as("scipy.optimize.basinhopping")
def basinhopping(func: Callable[..., Any], x0: Any, niter: int = 100, **how: Any) -> Any:
    if any([callable(how[key]) for key in how if key != "rng"]):
        unsupported("basinhopping: compiled code knows no take_step, accept_test and callback")
    local = how.get("minimizer_kwargs")
    local = {} if local is None else dict(local)
    args = local.pop("args", ())
    more = args if isinstance(args, tuple) else (args,)
    if any([callable(local[key]) for key in local]):
        unsupported("basinhopping: compiled code has minimizer_kwargs without functions")
    f = lambda x: number(func(x, *more))
    start = np.atleast_1d(np.asarray(x0, np.float64))
    return searched("basinhopping", f, start, None, {**how, "niter": niter, "minimizer_kwargs": local})
