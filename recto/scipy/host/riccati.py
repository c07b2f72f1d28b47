"""scipy.linalg: algebraic Riccati equations. SciPy's own functions solve them; the derivatives are those of the
implicit function, whose Newton step is a Lyapunov equation (Kleinman: On an iterative technique for Riccati equation
computations. IEEE Trans. Autom. Control 13 (1968))."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import linalg

from recto.transform.library import read_as

from ..._api.derivatives import stop_gradient
from ..._api.host import host
from ...lax._implicit import as_implicit


def like_q(a: Any, b: Any, q: Any, r: Any, e: Any, s: Any, balanced: bool) -> Any:
    """The type of the solution."""
    given = [x.dtype for x in (a, b, q, r, e, s) if x is not None]
    return np.empty(q.shape, np.result_type(np.float64, *given))


@host(result=like_q, pure=True)
def discrete_riccati(a: Any, b: Any, q: Any, r: Any, e: Any, s: Any, balanced: bool) -> Any:
    return linalg.solve_discrete_are(a, b, q, r, e, s, balanced)


@host(result=like_q, pure=True)
def continuous_riccati(a: Any, b: Any, q: Any, r: Any, e: Any, s: Any, balanced: bool) -> Any:
    return linalg.solve_continuous_are(a, b, q, r, e, s, balanced)


def matrices(*given: Any) -> list:
    return [None if x is None else np.atleast_2d(np.asarray(x)) for x in given]


def ct(x: Any) -> Any:
    return np.conj(x).T if x.dtype.kind == "c" else x.T


def between(left: Any, x: Any, right: Any) -> Any:
    """leftᴴ x right; None stands for the identity."""
    x = x if left is None else ct(left) @ x
    return x if right is None else x @ right


def plus(x: Any, s: Any) -> Any:
    return x if s is None else x + s


def kron(left: Any, right: Any, like: Any) -> Any:
    """The matrix of the map x => left x right."""
    one = np.eye(len(like))
    return np.kron(one if left is None else left, one if right is None else right.T)


@read_as("scipy.linalg.solve_discrete_are")
def solve_discrete_are(
    a: Any, b: Any, q: Any, r: Any, e: Any = None, s: Any = None, balanced: bool = True
) -> Any:
    """aᴴ x a - eᴴ x e - (aᴴ x b + s)(r + bᴴ x b)⁻¹(bᴴ x a + sᴴ) + q = 0."""
    a, b, q, r, e, s = matrices(a, b, q, r, e, s)

    def gain(x: Any) -> Any:
        return np.linalg.solve(r + between(b, x, b), ct(plus(between(a, x, b), s)))

    def residual(x: Any) -> Any:
        return between(a, x, a) - between(e, x, e) - plus(between(a, x, b), s) @ gain(x) + q

    x = discrete_riccati(a, b, q, r, e, s, balanced)
    closed = a - b @ gain(x)
    return implicit(x, residual, kron(ct(closed), closed, x) - kron(None if e is None else ct(e), e, x))


@read_as("scipy.linalg.solve_continuous_are")
def solve_continuous_are(
    a: Any, b: Any, q: Any, r: Any, e: Any = None, s: Any = None, balanced: bool = True
) -> Any:
    """eᴴ x a + aᴴ x e - (eᴴ x b + s) r⁻¹ (bᴴ x e + sᴴ) + q = 0."""
    a, b, q, r, e, s = matrices(a, b, q, r, e, s)

    def gain(x: Any) -> Any:
        return np.linalg.solve(r, ct(plus(between(e, x, b), s)))

    def residual(x: Any) -> Any:
        return between(e, x, a) + between(a, x, e) - plus(between(e, x, b), s) @ gain(x) + q

    x = continuous_riccati(a, b, q, r, e, s, balanced)
    closed = a - b @ gain(x)
    return implicit(x, residual, kron(ct(closed), e, x) + kron(None if e is None else ct(e), closed, x))


def implicit(x: Any, residual: Callable[..., Any], system: Any) -> Any:
    """The solution; system: the derivative of the residual, there."""
    system = stop_gradient(system)
    return as_implicit(x, lambda x: np.reshape(np.linalg.solve(system, np.ravel(residual(x))), x.shape))
