"""Solutions of equations, whose derivatives are those of implicit functions and not those of the solvers' steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import tree
from .._api.derivatives import jvp, stop_gradient
from ._implicit import as_implicit
from .._boundary.argument_checks import checked_outside


@checked_outside
def custom_root(
    f: Callable[..., Any],
    initial_guess: Any,
    solve: Callable[..., Any],
    tangent_solve: Callable[..., Any],
    has_aux: bool = False,
) -> Any:
    """solve(f, initial_guess), a root of f, with the derivatives of the implicit function f(x) = 0.

    Derivatives are with respect to what f closes over.

    Args:
        tangent_solve: tangent_solve(g, y) is x with g(x) = y, for the linear function g that f is near the root.
        has_aux: solve returns a pair, of the root and something else.

    >>> import recto
    >>> from recto import lax
    >>> def bisected(f, x):
    ...     low, high = 0.0, 10.0
    ...     for _ in range(60):
    ...         x = (low + high) / 2
    ...         low, high = (x, high) if f(x) < 0 else (low, x)
    ...     return x
    >>> root = lambda a: lax.custom_root(lambda x: x * x - a, 1.0, bisected, lambda g, y: y / g(1.0))
    >>> round(float(recto.grad(root)(4.0)), 6)
    0.25
    """
    found = solve(f, initial_guess)
    solution, aux = found if has_aux else (found, None)
    slope = lambda v: jvp(f, (stop_gradient(solution),), (v,))[1]
    solution = as_implicit(solution, lambda x: tangent_solve(slope, f(x)))
    return (solution, aux) if has_aux else solution


@checked_outside
def custom_linear_solve(
    matvec: Callable[..., Any],
    b: Any,
    solve: Callable[..., Any],
    transpose_solve: Callable[..., Any] | None = None,
    symmetric: bool = False,
    has_aux: bool = False,
) -> Any:
    """solve(matvec, b), x with matvec(x) = b, with the derivatives of the solution of a linear system.

    Derivatives are with respect to b and to what matvec closes over. `transpose_solve` and `symmetric` are accepted:
    reverse mode transposes `solve` itself.

    >>> import numpy as np, recto
    >>> from recto import lax
    >>> a, b = np.array([[3.0, 1.0], [1.0, 2.0]]), np.array([1.0, 0.0])
    >>> x = lambda a: lax.custom_linear_solve(lambda x: a @ x, b, lambda _, b: np.linalg.solve(a, b))
    >>> x(a)
    array([ 0.4, -0.2])
    >>> recto.grad(lambda a: x(a)[0])(a)
    Array([[-0.16,  0.08],
           [ 0.08, -0.04]], dtype=float64)
    """
    solved = (lambda y: solve(matvec, y)[0]) if has_aux else (lambda y: solve(matvec, y))
    found = solve(matvec, b)
    solution, aux = found if has_aux else (found, None)
    residual = lambda x: tree.map(lambda image, wanted: image - wanted, matvec(x), b)
    solution = as_implicit(solution, lambda x: solved(residual(x)))
    return (solution, aux) if has_aux else solution
