"""Sensitivity of minima: the derivative of a minimum with respect to data, by implicit differentiation of the
Karush–Kuhn–Tucker conditions.

Fiacco: Sensitivity analysis for nonlinear programming using penalty methods. Math. Programming 10 (1976).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...._api.derivatives import grad, jacfwd, stop_gradient
from ....lax._implicit import as_implicit, order_of_derivatives

NEAR = 1e-4  # how near a bound its constraint is active, if the multiplier has the right sign
TINY = 1e-6  # multipliers that count as 0


def moved(
    x: Any,
    f: Callable[..., Any],
    constraints: Sequence[tuple[Callable[..., Any], Any, Any]] = (),
    limits: Any = None,
) -> Any:
    """The minimum of f with its derivatives.

    Args:
        constraints: functions of x, with lower and upper bounds for them
        limits: lower and upper bounds of x
    """
    if order_of_derivatives() == 0:
        return x
    if not constraints and limits is None:
        return implicit_zero(x, grad(f))
    if not constraints:
        lower, upper = [like(x, side) for side in limits]
        active, target = active_bounds(stop_gradient(grad(f)(x)), stop_gradient(x), lower, upper)
        return implicit_zero(x, lambda x: np.where(active, x - target, grad(f)(x)))
    return moved_in_constraints(
        x, f, constraints if limits is None else [*constraints, (lambda x: x, *limits)]
    )


def moved_in_constraints(
    x: Any, f: Callable[..., Any], constraints: Sequence[tuple[Callable[..., Any], Any, Any]]
) -> Any:
    n = len(x)
    values = lambda x: np.concatenate([np.atleast_1d(c(x)) for c, _, _ in constraints])
    sides = [np.concatenate([like(c(x), side[k]) for c, *side in constraints]) for k in (0, 1)]
    multipliers, active, target = acting(x, f, values, *sides)

    def conditions(z: Any) -> Any:
        lagrangian = lambda x: f(x) - np.sum(np.where(active, z[n:], 0.0) * values(x))
        return np.concatenate([grad(lagrangian)(z[:n]), np.where(active, values(z[:n]) - target, z[n:])])

    return implicit_zero(np.concatenate([x, multipliers]), conditions)[:n]


def implicit_zero(z: Any, conditions: Callable[..., Any]) -> Any:
    """z with the derivatives of the zero of a function that is near it."""
    zero, better, k = stop_gradient(z), True, 0
    while better and k < 10:  # the derivatives of a zero that is known roughly would be rough
        nearer = zero - np.linalg.solve(jacfwd(conditions)(zero), conditions(zero))
        better = np.sum(conditions(nearer) ** 2) < np.sum(conditions(zero) ** 2)
        zero = stop_gradient(nearer if better else zero)
        k += 1
    slopes = stop_gradient(jacfwd(conditions)(zero))
    moving = as_implicit(zero, lambda z: np.linalg.solve(slopes, conditions(z)))
    return moving - stop_gradient(moving) + stop_gradient(z)


def like(value: Any, side: Any) -> Any:
    return np.broadcast_to(np.asarray(side, np.float64), np.atleast_1d(value).shape)


def acting(x: Any, f: Callable[..., Any], values: Callable[..., Any], lower: Any, upper: Any) -> tuple:
    """The multipliers, which constraints are active, and the bounds that these are at."""
    now, low, high = stop_gradient(values(x)), stop_gradient(lower), stop_gradient(upper)
    slopes, gradient = stop_gradient(jacfwd(values)(x)), stop_gradient(grad(f)(x))
    near = (low == high) | is_near(now, low) | is_near(now, high)
    found = np.linalg.pinv(np.where(near[:, None], slopes, 0.0).T) @ gradient
    active, target = active_bounds(found, now, lower, upper)
    return np.linalg.pinv(np.where(active[:, None], slopes, 0.0).T) @ gradient, active, target


def active_bounds(multipliers: Any, values: Any, lower: Any, upper: Any) -> tuple:
    """The bounds that hold a minimum back, as a mask, and these bounds (0 for the others)."""
    low, high = stop_gradient(lower), stop_gradient(upper)
    least = TINY * (1.0 + np.max(np.abs(multipliers)))
    at_lower = (low == high) | (is_near(values, low) & (multipliers > least))
    at_upper = is_near(values, high) & (multipliers < -least)
    return at_lower | at_upper, np.where(at_lower, lower, np.where(at_upper, upper, 0.0))


def is_near(value: Any, bound: Any) -> Any:
    finite = np.isfinite(bound)
    place = np.where(finite, bound, 0.0)
    return finite & (np.abs(value - place) <= NEAR * (1.0 + np.abs(place)))
