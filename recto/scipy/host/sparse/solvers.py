"""scipy.sparse.linalg: systems of equations, norms, exponentials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import linalg

from recto.transform.library import read_as, unsupported
from recto.transform.library.scipy import sparse as of

from ...._api.derivatives import stop_gradient
from ....lax._implicit import as_implicit
from .formats import flat, given, in_format, is_sparse, new


def as_floating(x: Any) -> Any:
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def system(A: Any) -> Any:
    """The matrix as csr, csc or coo, of floating numbers."""
    if not is_sparse(A):
        unsupported("the matrix of a sparse system must be sparse: np.linalg.solve solves dense ones")
    x = flat(A)
    return x.like(as_floating(x.data))


@read_as("scipy.sparse.linalg.spsolve")
def spsolve(A: Any, b: Any, permc_spec: Any = None, use_umfpack: bool = True) -> Any:
    x = system(A)
    if is_sparse(b) and b.shape[1] > 1:
        found = of.solution(x.data, as_floating(b.toarray()), x.pattern, True)
        return new(b.family, np.ravel(found), of.full(*found.shape)).tocsc()
    right = as_floating(b.toarray() if is_sparse(b) else given(b))
    if right.ndim == 2 and right.shape[1] == 1:
        right = right[:, 0]
    return of.solution(x.data, right, x.pattern, False, permc_spec)


class Factors:
    """The result of splu, which solves systems with the matrix."""

    def __init__(self, A: Any, order: Any = None):
        self.matrix, self.order = system(A), order
        self.shape = self.matrix.shape

    def solve(self, rhs: Any, trans: str = "N") -> Any:
        x = self.matrix if trans == "N" else self.matrix.T if trans == "T" else self.matrix.H
        return of.solution(x.data, as_floating(given(rhs)), x.pattern, True, self.order)


@read_as("scipy.sparse.linalg.splu")
def splu(
    A: Any,
    permc_spec: Any = None,
    diag_pivot_thresh: Any = None,
    relax: Any = None,
    panel_size: Any = None,
    options: Any = None,
) -> Factors:
    if not (diag_pivot_thresh is None and relax is None and panel_size is None and options is None):
        unsupported("splu is read with permc_spec alone")
    return Factors(A, permc_spec)


@read_as("scipy.sparse.linalg.factorized")
def factorized(A: Any) -> Callable[..., Any]:
    return Factors(A).solve


@read_as("scipy.sparse.linalg.inv")
def inv(A: Any) -> Any:
    x = system(A)
    found = of.solution(x.data, np.eye(x.shape[0], dtype=x.dtype), x.pattern, True)
    return in_format(new(x.family, np.ravel(found), of.full(*x.shape)), of.format_of(x.pattern))


@read_as("scipy.sparse.linalg.norm")
def norm(x: Any, ord: Any = None, axis: Any = None) -> Any:
    if axis is not None:
        unsupported("norm of a sparse matrix is read without axis")
    a = flat(x)
    if ord in (None, "fro", "f"):
        return np.sqrt(np.sum(np.abs(a.data) ** 2))
    if ord not in (1, -1, np.inf, -np.inf):
        unsupported(
            f"norm of a sparse matrix is read with ord 1, -1, inf, -inf and 'fro', not with ord={ord}"
        )
    sums = given(abs(a).sum(axis=0 if ord in (1, -1) else 1))
    return np.max(sums) if ord > 0 else np.min(sums)


@read_as("scipy.sparse.linalg.expm_multiply")
def expm_multiply(
    A: Any,
    B: Any,
    start: Any = None,
    stop: Any = None,
    num: Any = None,
    endpoint: Any = None,
    traceA: Any = None,
) -> Any:
    if start is not None or stop is not None or num is not None:
        unsupported("expm_multiply is read without start, stop and num")
    return linalg.expm(A.toarray() if is_sparse(A) else A) @ given(B)


@read_as("scipy.sparse.linalg.cg")
def cg(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: Any = 1e-5,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
    callback: Any = None,
) -> Any:
    """Conjugate gradients (Barrett et al.: Templates for the solution of linear systems, 1994), step by step as
    SciPy's."""
    matrix, fixed, right, limit, x = iterated(A, b, x0, rtol, atol, M, callback)
    r = stop_gradient(right) - fixed @ x
    p, before, k = np.zeros_like(r), np.ones((), r.dtype)[()], 0
    last = len(right) * 10 if maxiter is None else maxiter
    while np.linalg.norm(r) >= limit and np.any(right != 0) and k < last:
        now = np.sum(np.conj(r) * r)
        p = r + (now / before if k > 0 else 0.0) * p
        q = fixed @ p
        alpha = now / np.sum(np.conj(p) * q)
        x, r, before, k = x + alpha * p, r - alpha * q, now, k + 1
    return solved(A, matrix, fixed, right, x, np.linalg.norm(r) < limit, last)


def iterated(A: Any, b: Any, x0: Any, rtol: Any, atol: Any, M: Any, callback: Any) -> tuple:
    """The matrix, the same without derivatives, the right side, when to stop, and where to start."""
    if M is not None or callback is not None:
        unsupported("iterative solvers are read without M and callback")
    matrix = system(A) if is_sparse(A) else np.asarray(A)
    right = as_floating(given(b))
    limit = max(rtol * np.linalg.norm(stop_gradient(right)), atol)
    fixed = matrix.like(stop_gradient(matrix.data)) if is_sparse(A) else stop_gradient(matrix)
    x = (
        np.zeros(len(right), np.result_type(matrix.dtype, right.dtype))
        if x0 is None
        else as_floating(np.array(x0))
    )
    return matrix, fixed, right, limit, stop_gradient(x)


def solved(A: Any, matrix: Any, fixed: Any, right: Any, x: Any, done: Any, last: Any) -> tuple:
    """The solution, with the derivatives of the exact one, and whether it was reached."""

    def step(x: Any) -> Any:
        residual = matrix @ x - right
        return (
            of.solution(fixed.data, residual, fixed.pattern)
            if is_sparse(A)
            else np.linalg.solve(fixed, residual)
        )

    info = np.where(done, 0, last)
    return as_implicit(x, step), np.where(np.any(right != 0), info, 0)[()]


@read_as("scipy.sparse.linalg.bicgstab")
def bicgstab(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: Any = 1e-5,
    atol: Any = 0.0,
    maxiter: Any = None,
    M: Any = None,
    callback: Any = None,
) -> Any:
    """Biconjugate gradients, stabilised (the same book)."""
    matrix, fixed, right, limit, x = iterated(A, b, x0, rtol, atol, M, callback)
    r = stop_gradient(right) - fixed @ x
    shadow, p, v = r, np.zeros_like(r), np.zeros_like(r)
    one = np.ones((), r.dtype)[()]
    before, alpha, omega, k = one, one, one, 0
    last = len(right) * 10 if maxiter is None else maxiter
    while np.linalg.norm(r) >= limit and np.any(right != 0) and k < last:
        now = np.sum(np.conj(shadow) * r)
        p = r + (now / before) * (alpha / omega) * (p - omega * v) if k > 0 else r + 0.0 * p
        v = fixed @ p
        alpha = now / np.sum(np.conj(shadow) * v)
        s = r - alpha * v
        t = fixed @ s
        size = np.sum(np.conj(t) * t)
        omega = np.where(size == 0, 0.0, np.sum(np.conj(t) * s) / np.where(size == 0, 1.0, size))
        x, r, before, k = x + alpha * p + omega * s, s - omega * t, now, k + 1
    return solved(A, matrix, fixed, right, x, np.linalg.norm(r) < limit, last)


@read_as("scipy.sparse.linalg.gmres")
def gmres(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: Any = 1e-5,
    atol: Any = 0.0,
    restart: Any = None,
    maxiter: Any = None,
    M: Any = None,
    callback: Any = None,
    callback_type: Any = None,
) -> Any:
    """Least residuals in Krylov spaces of `restart` dimensions (the same book), each as a whole."""
    matrix, fixed, right, limit, x = iterated(A, b, x0, rtol, atol, M, callback)
    n = len(right)
    size = min(20 if restart is None else restart, n)
    r, k = stop_gradient(right) - fixed @ x, 0
    last = n * 10 if maxiter is None else maxiter
    while np.linalg.norm(r) >= limit and np.any(right != 0) and k < last:
        x = x + correction(fixed, r, size)
        r, k = stop_gradient(right) - fixed @ x, k + size
    return solved(A, matrix, fixed, right, x, np.linalg.norm(r) < limit, last)


def correction(matrix: Any, r: Any, size: int) -> Any:
    """One cycle of GMRES: Arnoldi's method with modified Gram-Schmidt, and least squares."""
    basis, h = np.zeros((size + 1, len(r)), r.dtype), np.zeros((size + 1, size), r.dtype)
    beta = np.linalg.norm(r)
    basis[0] = r / beta
    for j in range(size):
        w = matrix @ basis[j]
        for i in range(size):
            part = np.where(i <= j, np.sum(np.conj(basis[i]) * w), 0.0)
            h[i, j] = part
            w = w - part * basis[i]
        length = np.linalg.norm(w)
        ended = length <= 1e-14 * np.max(np.abs(h[:, j]))
        h[j + 1, j] = np.where(ended, 0.0, length)
        basis[j + 1] = np.where(ended, 0.0, w / np.where(ended, 1.0, length))
    wanted = np.zeros(size + 1, r.dtype)
    wanted[0] = beta
    return np.linalg.lstsq(h, wanted, rcond=None)[0] @ basis[:size]
