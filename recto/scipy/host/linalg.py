"""scipy.linalg: banded systems, matrix equations, square roots. (Its other functions are in `transform/library`.)"""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from recto.transform.library import read_as


def across(values: Any, like: Any) -> Any:
    return np.reshape(values, values.shape + (1,) * (like.ndim - 1))


# -- bands ---------------------------------------------------------------------------------------------------

def solve_tridiagonal(below: Any, diagonal: Any, above: Any, right: Any) -> Any:
    """Gaussian elimination with exchanges of neighbouring rows, as LAPACK's gtsv."""
    n = len(diagonal)
    d, up, far, x = diagonal.copy(), np.concatenate([above, np.zeros(1)]), np.zeros(n), right.copy()
    for i in range(n - 1):
        swap = np.abs(d[i]) < np.abs(below[i])
        pivot, lower = np.where(swap, below[i], d[i]), np.where(swap, d[i], below[i])
        next_pivot, next_lower = np.where(swap, d[i + 1], up[i]), np.where(swap, up[i], d[i + 1])
        far[i], last = np.where(swap, up[i + 1], 0.0), np.where(swap, 0.0, up[i + 1])
        factor = lower / pivot
        here, there = np.where(swap, x[i + 1], x[i]), np.where(swap, x[i], x[i + 1])
        d[i], up[i], x[i] = pivot, next_pivot, here
        d[i + 1], up[i + 1], x[i + 1] = next_lower - factor * next_pivot, last - factor * far[i], there - factor * here
    x[n - 1] = x[n - 1] / d[n - 1]
    for i in range(n - 2, -1, -1):
        beyond = far[i] * x[i + 2] if i + 2 < n else 0.0 * x[i]
        x[i] = (x[i] - up[i] * x[i + 1] - beyond) / d[i]
    return x


@read_as("scipy.linalg.solve_banded")
def solve_banded(l_and_u: tuple, ab: Any, b: Any, overwrite_ab: bool = False, overwrite_b: bool = False,
                 check_finite: bool = True) -> Any:
    """Tridiagonal systems in linear time; wider bands as full matrices."""
    low, up = l_and_u
    ab, b = np.asarray(ab), np.asarray(b)
    if ab.shape[0] != low + up + 1:
        raise ValueError("invalid values for the number of lower and upper diagonals: l+u+1 does not equal ab.shape[0]")
    dtype = np.result_type(ab, b, np.float64)
    if low == 1 and up == 1 and ab.shape[1] > 2 and dtype.kind == "f":
        ab = ab.astype(dtype)
        return solve_tridiagonal(ab[2, :-1], ab[1], ab[0, 1:], b.astype(dtype))
    n = ab.shape[1]
    full = sum([np.diag(ab[up - k, max(k, 0):n + min(k, 0)], k) for k in range(-low, up + 1)])
    return np.linalg.solve(full, b)


@read_as("scipy.linalg.solveh_banded")
def solveh_banded(ab: Any, b: Any, overwrite_ab: bool = False, overwrite_b: bool = False, lower: bool = False,
                  check_finite: bool = True) -> Any:
    ab = np.asarray(ab)
    width, n = ab.shape[0] - 1, ab.shape[1]
    rows = [ab[k, :n - k] if lower else ab[width - k, k:] for k in range(width + 1)]
    half = sum([np.diag(rows[k], -k) if lower else np.diag(rows[k], k) for k in range(1, width + 1)])
    full = np.diag(rows[0]) + half + np.conj(half).T if width else np.diag(rows[0])
    return linalg.cho_solve(linalg.cho_factor(full), b)


@read_as("scipy.linalg.solve_toeplitz")
def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: bool = True) -> Any:
    """By the full matrix; SciPy uses Levinson's recursion."""
    c, r = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    return np.linalg.solve(linalg.toeplitz(c, r), b)


# -- matrix equations, by the Kronecker product (Horn, Johnson: Topics in matrix analysis, 4.4) ---------------

@read_as("scipy.linalg.solve_sylvester")
def solve_sylvester(a: Any, b: Any, q: Any) -> Any:
    """a x + x b = q."""
    a, b, q = np.asarray(a), np.asarray(b), np.asarray(q)
    system = np.kron(a, np.eye(len(b))) + np.kron(np.eye(len(a)), b.T)
    return np.reshape(np.linalg.solve(system, np.ravel(q)), q.shape)


@read_as("scipy.linalg.solve_continuous_lyapunov", "scipy.linalg.solve_lyapunov")
def solve_continuous_lyapunov(a: Any, q: Any) -> Any:
    """a x + x aᴴ = q."""
    a = np.asarray(a)
    return solve_sylvester(a, np.conj(a).T, q)


@read_as("scipy.linalg.solve_discrete_lyapunov")
def solve_discrete_lyapunov(a: Any, q: Any, method: Any = None) -> Any:
    """a x aᴴ - x + q = 0."""
    if method not in (None, "direct", "bilinear"):
        raise ValueError(f"Unknown solver {method}")
    a, q = np.asarray(a), np.asarray(q)
    system = np.eye(len(a) ** 2) - np.kron(a, np.conj(a))
    return np.reshape(np.linalg.solve(system, np.ravel(q)), q.shape)


# -- functions of matrices -----------------------------------------------------------------------------------

@read_as("scipy.linalg.sqrtm")
def sqrtm(A: Any, disp: Any = None, blocksize: Any = None) -> Any:
    """The principal square root, by the product form of Denman and Beavers' iteration with scaling (Higham: Functions
    of matrices, 6.3). The root of a real matrix is real; where there is none it is NaN (SciPy's is complex)."""
    A = np.asarray(A)
    a = A if A.dtype.kind in "fc" else A.astype(np.float64)
    n, one = len(a), np.eye(len(a))
    x, m, step, change = a, a, 0, np.float64(1.0)
    while change > 1e-15 * n and step < 40:
        inverse = np.linalg.inv(m)
        scale = np.abs(np.linalg.det(m)) ** (-1 / (2 * n)) if change > 1e-2 else 1.0
        x = 0.5 * scale * x @ (one + inverse / scale ** 2)
        m = 0.5 * (one + 0.5 * (scale ** 2 * m + inverse / scale ** 2))
        change = np.max(np.abs(m - one))
        step += 1
    return np.where(np.max(np.abs(x @ x - a)) <= 1e-9 * n * np.max(np.abs(a)), x, np.nan)


@read_as("scipy.linalg.polar")
def polar(a: Any, side: str = "right") -> tuple:
    """a = u p, or a = p u, with u unitary and p positive semi-definite."""
    w, s, vh = np.linalg.svd(np.asarray(a), full_matrices=False)
    if side not in ("right", "left"):
        raise ValueError("`side` must be either 'right' or 'left'")
    u = w @ vh
    return u, (np.conj(vh).T * s) @ vh if side == "right" else (w * s) @ np.conj(w).T


@read_as("scipy.linalg.companion")
def companion(a: Any) -> Any:
    """The matrix whose characteristic polynomial has these coefficients."""
    a = np.asarray(a)
    a = a if a.dtype.kind in "fc" else a.astype(np.float64)
    return np.concatenate([-a[None, 1:] / a[0], np.eye(len(a) - 1)[:-1].astype(a.dtype)])


# -- sparse matrices, which are no arrays --------------------------------------------------------------------

@read_as("scipy.sparse.issparse", "scipy.sparse.isspmatrix", "scipy.sparse.isspmatrix_csr",
         "scipy.sparse.isspmatrix_csc")
def issparse(x: Any) -> bool:
    """Compiled code has arrays only: sparse matrices are refused where they come in."""
    return False
