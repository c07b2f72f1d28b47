"""Implicit differentiation: derivatives of solutions of equations, by the implicit function theorem, not
through the solver's steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import tree
from .._api.derivatives import stop_gradient


def order_of_derivatives() -> int:
    """The number of derivatives that will be taken of the code that asks; none outside of compiled code."""
    return 0


setattr(order_of_derivatives, "__recto_call__", lambda interp, args, kwargs: interp.orders)  # noqa: B010


def as_implicit(solution: Any, step: Callable[..., Any]) -> Any:
    """The solution, an array or a tree, with the derivatives of the implicit function. step(x): how far Newton's
    method goes from x, with the slope at the solution as a constant.

    Each of these chord steps from the solution is right to one order more in what the equation depends on (Ortega,
    Rheinboldt: Iterative solution of nonlinear equations, 1970, section 10.2).
    """
    order = order_of_derivatives()
    if order == 0:
        return solution
    solution = stop_gradient(solution)
    near = improved(solution, step, order)
    return tree.map(lambda near, exact: near - stop_gradient(near) + exact, near, solution)


def improved(x: Any, step: Callable[..., Any], count: int) -> Any:
    return improved(tree.map(lambda x, change: x - change, x, step(x)), step, count - 1) if count else x
