"""scipy.optimize: linear programs, least squares of linear systems, and monotonic regression.

SciPy finds them on the host; they move with the data as the active constraints do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import optimize

from recto.transform.core.hosted.handles import handle_of
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ....lax._implicit import order_of_derivatives
from .conditions import moved
from .minimize import LinearConstraint, host_object, sides_of
from .squares import limits_of


def bounds_of(bounds: Any, n: int) -> tuple:
    """Lower and upper bounds: of pairs, of one pair, or of an array with two columns."""
    if isinstance(bounds, np.ndarray):
        pairs = np.broadcast_to(bounds, (n, 2))
        return pairs[:, 0], pairs[:, 1]
    listed = list(bounds)
    if len(listed) == 0:
        return np.zeros(n), np.full(n, np.inf)
    if len(listed) == 2 and not isinstance(listed[0], (tuple, list, np.ndarray)):
        listed = [listed] * n
    elif len(listed) == 1:
        listed = listed * n
    low = np.stack([np.float64(-np.inf if pair[0] is None else pair[0]) for pair in listed])
    high = np.stack([np.float64(np.inf if pair[1] is None else pair[1]) for pair in listed])
    return low, high


def matrix_of(A: Any, n: int) -> Any:
    return np.zeros((0, n)) if A is None else np.atleast_2d(np.asarray(A, np.float64))


def vector_of(b: Any) -> Any:
    return np.zeros(0) if b is None else np.atleast_1d(np.asarray(b, np.float64))


def types_of_program(
    c: Any, upper: Any, b: Any, equal: Any, d: Any, low: Any, high: Any, *more: Any
) -> tuple:
    x, over, same = np.zeros(c.shape), np.zeros(b.shape), np.zeros(d.shape)
    return x, over, same, x, x, np.int64(0), np.int64(0), np.int64(0)


@host(result=types_of_program, pure=True)
def best(
    c: Any, upper: Any, b: Any, equal: Any, d: Any, low: Any, high: Any, method: str, whole: Any, options: Any
) -> tuple:
    """The point, the marginals of all constraints, status, rounds and message; NaN if there is no point."""
    found = optimize.linprog(
        *(c, upper if len(b) else None, b if len(b) else None),
        *(equal if len(d) else None, d if len(d) else None),
        bounds=np.stack([low, high], axis=1),
        method=method,
        integrality=whole,
        options=options,
    )
    x = np.full(len(c), np.nan) if found.x is None else np.asarray(found.x, np.float64)
    shapes = (b.shape, d.shape, c.shape, c.shape)
    parts = [found.get(name) for name in ("ineqlin", "eqlin", "lower", "upper")]
    marginals = [
        np.full(shape, np.nan)
        if part is None or part.marginals is None
        else np.reshape(part.marginals, shape)
        for part, shape in zip(parts, shapes)
    ]
    counts = np.int64(found.status), np.int64(found.nit), np.int64(handle_of(found.message))
    return (x, *[np.asarray(m, np.float64) for m in marginals], *counts)


@read_as("scipy.optimize.linprog")
def linprog(
    c: Any,
    A_ub: Any = None,
    b_ub: Any = None,
    A_eq: Any = None,
    b_eq: Any = None,
    bounds: Any = (0, None),
    method: str = "highs",
    callback: Any = None,
    options: Any = None,
    x0: Any = None,
    integrality: Any = None,
) -> Any:
    """Linear programming; where SciPy finds no point, x and fun are NaN, and not None."""
    if callback is not None or method not in ("highs", "highs-ds", "highs-ipm"):
        unsupported("linprog: compiled code has the methods highs, highs-ds and highs-ipm, without callback")
    c = np.atleast_1d(np.asarray(c, np.float64))
    n = len(c)
    upper, b, equal, d = matrix_of(A_ub, n), vector_of(b_ub), matrix_of(A_eq, n), vector_of(b_eq)
    low, high = bounds_of(bounds, n)
    data = [stop_gradient(v) for v in (c, upper, b, equal, d, low, high)]
    x, *marginals, status, rounds, message = best(*data, method, integrality, options)
    if order_of_derivatives() and integrality is None:
        constraints = [(lambda x: upper @ x, np.full(len(b), -np.inf), b)] if len(b) else []
        constraints = constraints + ([(lambda x: equal @ x, d, d)] if len(d) else [])
        x = moved(x, lambda x: c @ x, constraints, (low, high))
    found = {
        "x": x,
        "fun": c @ x,
        "slack": b - upper @ x,
        "con": d - equal @ x,
        "success": status == 0,
        "status": status,
        "nit": rounds,
        "message": host_object(message),
    }
    if order_of_derivatives():
        return optimize.OptimizeResult(**found)
    rest = (found["slack"], found["con"], x - low, high - x)
    names = ("ineqlin", "eqlin", "lower", "upper")
    parts = [optimize.OptimizeResult(residual=r, marginals=m) for r, m in zip(rest, marginals)]
    return optimize.OptimizeResult(**found, **dict(zip(names, parts)))


def types_of_mixed(c: Any, *more: Any) -> tuple:
    number = np.float64(0.0)
    return np.zeros(c.shape), np.int64(0), np.int64(0), np.int64(0), number, number


@host(result=types_of_mixed, pure=True)
def best_mixed(
    c: Any, whole: Any, low: Any, high: Any, matrix: Any, lower: Any, upper: Any, options: Any
) -> tuple:
    limits = optimize.LinearConstraint(matrix, lower, upper) if len(lower) else None
    found = optimize.milp(
        c, integrality=whole, bounds=optimize.Bounds(low, high), constraints=limits, options=options
    )
    x = np.full(len(c), np.nan) if found.x is None else np.asarray(found.x, np.float64)
    numbers = [np.float64(np.nan if v is None else v) for v in (found.mip_dual_bound, found.mip_gap)]
    count = np.int64(found.mip_node_count or 0)
    return (x, np.int64(found.status), np.int64(handle_of(found.message)), count, *numbers)


@read_as("scipy.optimize.milp")
def milp(
    c: Any, *, integrality: Any = None, bounds: Any = None, constraints: Any = None, options: Any = None
) -> Any:
    """x is constant between two changes of the optimum; fun moves with c. Where SciPy finds no point, they are NaN."""
    c = np.atleast_1d(np.asarray(c, np.float64))
    n = len(c)
    low, high = (np.zeros(n), np.full(n, np.inf)) if bounds is None else sides_of(bounds)
    low, high = np.broadcast_to(low, (n,)), np.broadcast_to(high, (n,))
    listed = [] if constraints is None else constraints if isinstance(constraints, list) else [constraints]
    if isinstance(constraints, tuple) and not isinstance(
        constraints[0], (LinearConstraint, optimize.LinearConstraint)
    ):
        listed = [LinearConstraint(*constraints)]
    elif isinstance(constraints, tuple):
        listed = list(constraints)
    rows = [np.atleast_2d(np.asarray(one.A, np.float64)) for one in listed]
    ends = [
        [np.broadcast_to(side, (len(row),)) for side in (one.lb, one.ub)] for one, row in zip(listed, rows)
    ]
    matrix = np.concatenate([np.zeros((0, n)), *rows])
    lower = np.concatenate([np.zeros(0), *[side[0] for side in ends]])
    upper = np.concatenate([np.zeros(0), *[side[1] for side in ends]])
    data = [stop_gradient(v) for v in (low, high, matrix, lower, upper)]
    x, status, message, count, bound, gap = best_mixed(stop_gradient(c), integrality, *data, options)
    return optimize.OptimizeResult(
        x=x,
        fun=c @ x,
        status=status,
        success=status == 0,
        message=host_object(message),
        mip_node_count=count,
        mip_dual_bound=bound,
        mip_gap=gap,
    )


def types_of_system(a: Any, *more: Any) -> tuple:
    count = np.int64(0)
    return np.zeros(a.shape[1]), np.float64(0.0), np.zeros(a.shape[1], np.int64), count, count, count


@host(result=types_of_system, pure=True)
def least(a: Any, b: Any, low: Any, high: Any, how: dict) -> tuple:
    found = optimize.lsq_linear(a, b, (low, high), **how)
    counts = [np.int64(v) for v in (found.nit, found.status, handle_of(found.message))]
    mask = np.asarray(found.active_mask, np.int64)
    return (np.asarray(found.x, np.float64), np.float64(found.optimality), mask, *counts)


@read_as("scipy.optimize.lsq_linear")
def lsq_linear(A: Any, b: Any, bounds: Any = None, method: str = "trf", **how: Any) -> Any:
    a, b = np.atleast_2d(np.asarray(A, np.float64)), np.asarray(b, np.float64)
    n = a.shape[1]
    sides = limits_of(bounds)
    free = sides is None
    sides = (-np.inf, np.inf) if sides is None else sides
    limits = [np.broadcast_to(np.asarray(side, np.float64), (n,)) for side in sides]
    data = [stop_gradient(v) for v in (a, b, *limits)]
    x, optimality, mask, rounds, status, message = least(*data, {"method": method, **how})
    cost = lambda x: 0.5 * np.sum((a @ x - b) ** 2)
    x = moved(x, cost) if free else moved(x, cost, (), limits)
    found = {"x": x, "fun": a @ x - b, "cost": cost(x), "nit": rounds, "status": status, "active_mask": mask}
    found = {**found, "message": host_object(message), "success": status > 0}
    return optimize.OptimizeResult(**found, **({} if order_of_derivatives() else {"optimality": optimality}))


@host(result=lambda y, w: np.zeros(y.shape, np.int64), pure=True)
def pools(y: Any, w: Any) -> Any:
    """To which block of equal values each element belongs."""
    ends = optimize.isotonic_regression(y, weights=w).blocks
    return np.repeat(np.arange(len(ends) - 1), np.diff(ends)).astype(np.int64)


@read_as("scipy.optimize.isotonic_regression")
def isotonic_regression(y: Any, *, weights: Any = None, increasing: bool = True) -> Any:
    """The means of the blocks, which SciPy finds on the host (Barlow, Bartholomew, Bremner, Brunk: Statistical
    inference under order restrictions, 1972)."""
    y = np.atleast_1d(np.asarray(y, np.float64))
    w = np.ones(y.shape) if weights is None else np.atleast_1d(np.asarray(weights, np.float64))
    if y.shape != w.shape:
        raise ValueError("Input arrays y and w must have one dimension of equal length.")
    if np.any(w <= 0):
        raise ValueError("Weights w must be strictly positive.")
    values, heavy = (y, w) if increasing else (y[::-1], w[::-1])
    block = pools(stop_gradient(values), stop_gradient(heavy))
    n = len(y)
    same = np.zeros(n)
    np.add.at(same, block, heavy)
    sums = np.zeros(n)
    np.add.at(sums, block, heavy * values)
    x = (sums / np.where(same == 0, 1.0, same))[block]
    count = block[-1] + 1
    ends = np.searchsorted(block, np.arange(n + 1))[: count + 1]
    total = same[:count]
    if not increasing:
        x, total, ends = x[::-1], total[::-1], n - ends[::-1]
    return optimize.OptimizeResult(x=x, weights=total, blocks=ends)
