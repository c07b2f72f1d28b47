"""BFGS, after Nocedal, Wright: Numerical optimization (2006), algorithm 6.1. Plain NumPy, which Recto reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ... import tree
from ..._api.derivatives import value_and_grad
from ..._api.jit import jit
from ._line_search import Point, line_search


class OptimizeResults(NamedTuple):
    """The result of a minimisation.

    Attributes:
        x: where the function is smallest, a tree like x0
        success: is the gradient small enough?
        status: 0 if so; 1: too many iterations; 3: no step makes the function smaller
        fun, jac, hess_inv: the value, the gradient and the estimated inverse Hessian there, of x as a vector
        nfev, njev, nit: how often the function and its gradient were computed; how many iterations
    """

    x: Any
    success: Any
    status: Any
    fun: Any
    jac: Any
    hess_inv: Any
    nfev: Any
    njev: Any
    nit: Any


def minimize(
    fun: Callable[..., Any],
    x0: Any,
    args: tuple[Any, ...] = (),
    *,
    method: str = "BFGS",
    tol: Any = None,
    options: Mapping[str, Any] | None = None,
) -> OptimizeResults:
    """The minimum of fun(x, *args) near x0.

    Args:
        x0: a tree of floating arrays
        method: "BFGS"
        tol: of the largest component of the gradient, 1e-5 by default
        options: gtol (as tol), norm (the order of that norm, inf), maxiter (200 times the number of unknowns)

    Raises:
        ValueError: there is no such method or option.
    """
    if method.lower() != "bfgs":
        raise ValueError(f"method is 'BFGS', not {method!r}")
    options = dict(options or {})
    unknown = [name for name in options if name not in ("gtol", "norm", "maxiter")]
    if unknown:
        raise ValueError(f"options are gtol, norm and maxiter, not {', '.join(unknown)}")
    gtol = options.get("gtol", 1e-5 if tol is None else tol)
    return _minimize(fun, x0, tuple(args), gtol, options.get("norm", np.inf), options.get("maxiter"))


@jit
def _minimize(
    fun: Callable[..., Any], x0: Any, args: tuple[Any, ...], gtol: Any, order: Any, maxiter: Any
) -> OptimizeResults:
    x, unravel = tree.ravel(x0)
    limit = 200 * len(x) if maxiter is None else maxiter

    def flat(x: Any) -> Any:
        return fun(unravel(x), *args)

    found = bfgs(value_and_grad(flat), x, gtol, order, limit)
    return found._replace(x=unravel(found.x))


def bfgs(
    value_and_gradient: Callable[..., Any], x: Any, gtol: Any, order: Any, limit: Any
) -> OptimizeResults:
    """From a vector, until the norm of the gradient is below gtol."""
    f, g = value_and_gradient(x)
    inverse = np.eye(len(x), dtype=x.dtype)
    previous = f + norm(g, 2) / 2  # of which the first step's length follows
    count, rounds, failed = 1, 0, False
    while norm(g, order) > gtol and rounds < limit and not failed:
        direction = -(inverse @ g)
        start = Point(np.zeros((), x.dtype)[()], f, g, np.dot(g, direction))
        first = first_length(start, previous)
        search = line_search(lambda a: point_at(value_and_gradient, x, direction, a), start, first)
        count += search.evaluations
        new = search.point
        failed = not search.found and new.f >= f
        if not failed:
            inverse = updated(inverse, new.a * direction, new.g - g)
            previous = f
            x, f, g = x + new.a * direction, new.f, new.g
        rounds += 1
    good = norm(g, order) <= gtol
    status = np.where(good, 0, np.where(failed, 3, 1))
    return OptimizeResults(x, good, status, f, g, inverse, count, count, rounds)


def norm(g: Any, order: Any) -> Any:
    return np.max(np.abs(g)) if order == np.inf else np.sum(np.abs(g) ** order) ** (1 / order)


def first_length(start: Point, previous: Any) -> Any:
    """1, or less where the function fell by little in the step before."""
    guess = 1.01 * 2 * (start.f - previous) / start.d if start.d != 0 else 1.0
    return min(1.0, guess) if guess > 0 else 1.0


def point_at(value_and_gradient: Callable[..., Any], x: Any, direction: Any, a: Any) -> Point:
    f, g = value_and_gradient(x + a * direction)
    return Point(a, f, g, np.dot(g, direction))


def updated(inverse: Any, s: Any, y: Any) -> Any:
    """The inverse Hessian after a step s that changed the gradient by y; itself, where that curves downwards."""
    curvature = np.dot(s, y)
    if curvature <= 0:
        return inverse
    left = np.eye(len(s), dtype=s.dtype) - np.outer(s, y) / curvature
    return left @ inverse @ left.T + np.outer(s, s) / curvature
