"""Householder's reflectors, as LAPACK keeps them: H = I - tau v vᴴ, where v is 0 above its place and 1 there. What is
below stands in a column of a matrix (Anderson et al.: LAPACK users' guide, 1999, section 5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._compiled import compiled_function

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array


def _reflector(x: Any, place: Any) -> tuple[Any, Any, Any]:
    """(v, tau, beta) with Hᴴ x = beta at the place, and 0 below; LAPACK's larfg."""
    rows = np.arange(len(x))
    below = np.where(rows > place, x, 0)
    alpha, size = np.sum(np.where(rows == place, x, 0)), np.sum(np.abs(below) ** 2)
    length = np.sqrt(size + np.abs(alpha) ** 2)
    beta = np.where(np.real(alpha) >= 0, -length, length)
    none = (size == 0) & (np.imag(alpha) == 0)
    beta = np.where(none, np.real(alpha), beta)
    tau = np.where(none, 0, (beta - alpha) / np.where(none, 1, beta))
    v = np.where(rows == place, 1, below / np.where(none, 1, alpha - beta))
    return v.astype(x.dtype), tau.astype(x.dtype), beta


def _from_left(v: Any, tau: Any, c: Any) -> Any:
    """H c"""
    return c - tau * np.outer(v, np.conj(v) @ c)


def _from_right(c: Any, v: Any, tau: Any) -> Any:
    """c H"""
    return c - tau * np.outer(c @ v, np.conj(v))


@compiled_function()
def hessenberg(a: ArrayLike) -> tuple:
    """(packed, taus): the Hessenberg form Qᴴ a Q of a matrix, with the reflectors of Q below it.

    >>> import numpy as np
    >>> from recto import lax
    >>> packed, taus = lax.linalg.hessenberg(np.array([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0], [4.0, 1.0, 2.0]]))
    >>> packed[1]
    Array([-5. ,  5.6, -0.2], dtype=float64)
    """
    n = a.shape[0]
    h, packed, taus = a.copy(), np.zeros_like(a), np.zeros(max(n - 1, 0), a.dtype)
    rows = np.arange(n)
    for k in range(n - 1):
        v, tau, _ = _reflector(h[:, k], k + 1)
        h = _from_left(v, np.conj(tau), _from_right(h, v, tau))
        packed[:, k] = np.where(rows > k + 1, v, 0)
        taus[k] = tau
    upper = rows[:, None] <= rows[None, :] + 1
    return np.where(upper, h, packed), taus


@compiled_function()
def householder_product(a: ArrayLike, taus: ArrayLike) -> Array:
    """The first columns of H₀ H₁ …, the product of the reflectors below the diagonal of a."""
    return _applied(a, taus, np.eye(*a.shape, dtype=a.dtype), False)


def _applied(a: Any, taus: Any, c: Any, transpose: bool) -> Any:
    """Q c, or Qᴴ c."""
    rows, count = np.arange(a.shape[0]), taus.shape[0]
    for step in range(count):
        k = step if transpose else count - 1 - step
        v = np.where(rows > k, a[:, k], np.where(rows == k, 1, 0)).astype(a.dtype)
        c = _from_left(v, np.conj(taus[k]) if transpose else taus[k], c)
    return c


@compiled_function("left", "transpose")
def ormqr(
    a: ArrayLike, taus: ArrayLike, c: ArrayLike, *, left: bool = True, transpose: bool = False
) -> Array:
    """Q c, for the product Q of the reflectors below the diagonal of a; or c Q (`left`), or with Qᴴ (`transpose`)."""
    if left:
        return _applied(a, taus, c, transpose)
    return np.conj(_applied(a, taus, np.conj(c).T, not transpose)).T


@compiled_function("lower")
def tridiagonal(a: ArrayLike, *, lower: bool = True) -> tuple:
    """(packed, d, e, taus): the tridiagonal form of a Hermitian matrix, its diagonal d and the one beside it, e. The
    reflectors of Q stand beside them, in the triangle that is used."""
    if lower:
        return _lower_tridiagonal(a)
    packed, d, e, taus = _lower_tridiagonal(a[::-1, ::-1])
    return packed[::-1, ::-1], d[::-1], e[::-1], taus[::-1]


def _lower_tridiagonal(a: Any) -> tuple:
    n = a.shape[0]
    rows = np.arange(n)
    below = rows[:, None] > rows[None, :]
    t = np.where(below, a, 0) + np.conj(np.where(below, a, 0)).T + np.diag(np.real(np.diag(a)))
    packed, taus = np.zeros_like(a), np.zeros(max(n - 1, 0), a.dtype)
    for k in range(n - 1):
        v, tau, _ = _reflector(t[:, k], k + 1)
        t = _from_left(v, np.conj(tau), _from_right(t, v, tau))
        packed[:, k] = np.where(rows > k + 1, v, 0)
        taus[k] = tau
    inner = below & (rows[:, None] <= rows[None, :] + 1)
    kept = np.where(below & ~inner, packed, np.where(inner, t, a))
    kept = np.where(rows[:, None] == rows[None, :], np.diag(np.real(np.diag(t))), kept)
    return kept, np.real(np.diag(t)), np.real(np.diag(t, -1)), taus


@compiled_function("is_hermitian", "max_iterations", "eps", "dynamic_shape")
def qdwh(
    x: ArrayLike,
    *,
    is_hermitian: bool = False,
    max_iterations: int | None = None,
    eps: float | None = None,
    dynamic_shape: Any = None,
) -> tuple:
    """(u, h, number of iterations, whether they converged) with x = u h, u unitary and h positive semi-definite.

    By Halley's iteration with dynamic weights (Nakatsukasa, Bai, Gygi: Optimizing Halley's iteration for computing the
    matrix polar decomposition, 2010).
    """
    if dynamic_shape is not None:
        raise NotImplementedError("qdwh: dynamic_shape is not supported")
    m, n = x.shape
    if m < n:
        raise ValueError("The input matrix of shape M x N must have M >= N.")
    eps = float(np.finfo(x.dtype).eps) if eps is None else eps
    limit = 10 if max_iterations is None else max_iterations
    size = np.sqrt(np.max(np.sum(np.abs(x), axis=0)) * np.max(np.sum(np.abs(x), axis=1)))
    u, least, k, change, edge = (
        x / size,
        eps * np.ones_like(size),
        0,
        np.inf * np.ones_like(size),
        (4 * eps) ** (1 / 3),
    )
    while k < limit and (change > edge * np.linalg.norm(u) or np.abs(1 - least) > 10 * eps):
        square = least * least
        d = np.cbrt(4 * (1 - square) / (square * square))
        a = np.sqrt(1 + d) + 0.5 * np.sqrt(8 - 4 * d + 8 * (2 - square) / (square * np.sqrt(1 + d)))
        b = (a - 1) ** 2 / 4
        c = a + b - 1
        q, _ = np.linalg.qr(np.concatenate([np.sqrt(c) * u, np.eye(n, dtype=x.dtype)]))
        after = (b / c) * u + (a - b / c) / np.sqrt(c) * (q[:m] @ np.conj(q[m:]).T)
        least = np.minimum(least * (a + b * square) / (1 + c * square), 1.0)
        change = np.linalg.norm(after - u)
        u, k = after, k + 1
    done = (change <= edge * np.linalg.norm(u)) & (np.abs(1 - least) <= 10 * eps)
    h = np.conj(u).T @ x
    return u, (h + np.conj(h).T) / 2, k, done
