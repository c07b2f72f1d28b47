"""scipy.optimize: least squares without negative numbers, and assignments. SciPy computes them on the host."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import optimize

from recto.transform.library import read_as

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ....lax._implicit import as_implicit


@host(result=lambda a, b, maxiter: np.empty(a.shape[1]), pure=True)
def nonnegative(a: Any, b: Any, maxiter: int) -> Any:
    return optimize.nnls(a, b, maxiter=maxiter)[0]


@read_as("scipy.optimize.nnls")
def nnls(A: Any, b: Any, *, maxiter: Any = None, atol: Any = None) -> tuple:
    """Lawson, Hanson: Solving least squares problems (1974), chapter 23. The numbers that are not 0 move as the least
    squares of their columns."""
    a, b = np.asarray(A, np.float64), np.asarray(b, np.float64)
    if a.ndim != 2:
        raise ValueError(f"Expected a 2D array, but the shape of A is {a.shape}")
    if b.ndim > 2 or b.ndim == 2 and b.shape[1] != 1:
        raise ValueError(f"Expected a 1D array,(or 2D with one column), but the, shape of b is {b.shape}")
    b = np.ravel(b)
    if a.shape[0] != b.shape[0]:
        raise ValueError(
            f"Incompatible dimensions. The first dimension of A is {a.shape[0]}, while the shape of b is {b.shape}"
        )
    x = nonnegative(a, b, maxiter if maxiter else 3 * a.shape[1])
    free = stop_gradient(x) > 0
    square = np.where(free[:, None] & free, a.T @ a, np.eye(a.shape[1]))
    square = stop_gradient(square)
    x = as_implicit(x, lambda x: np.linalg.solve(square, np.where(free, a.T @ (a @ x - b), 0.0)))
    return x, np.linalg.norm(a @ x - b)


def pairs(cost: Any, maximize: Any) -> tuple:
    found = np.empty(min(cost.shape), np.int64)
    return found, found


@host(result=pairs, pure=True)
def assigned(cost: Any, maximize: bool) -> tuple:
    return optimize.linear_sum_assignment(cost, maximize)


@read_as("scipy.optimize.linear_sum_assignment")
def linear_sum_assignment(cost_matrix: Any, maximize: Any = False) -> tuple:
    """The rows and columns of the assignment with the least sum."""
    cost = np.asarray(cost_matrix)
    if cost.ndim != 2:
        raise ValueError(f"expected a matrix (2-D array), got a {cost.ndim} array")
    return assigned(stop_gradient(cost.astype(np.float64)), maximize)
