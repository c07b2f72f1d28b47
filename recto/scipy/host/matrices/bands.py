"""scipy.linalg: banded, tridiagonal, circulant and Toeplitz matrices, which are computed with as full ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from recto.transform.library import read_as, unsupported

from ..linalg import floating


def full_half(ab: Any, lower: bool) -> Any:
    """The triangle of a symmetric matrix whose bands these are."""
    width, n = ab.shape[0] - 1, ab.shape[1]
    rows = [ab[k, : n - k] if lower else ab[width - k, k:] for k in range(width + 1)]
    parts = [np.diag(rows[k], -k if lower else k) for k in range(width + 1)]
    return sum(parts[1:], parts[0])


def bands_of(x: Any, width: int, lower: bool) -> Any:
    n = len(x)
    rows = []
    for k in range(width + 1):
        diagonal = np.diagonal(x, -k if lower else k)
        rows.append(
            np.concatenate([diagonal, np.zeros(k, x.dtype)] if lower else [np.zeros(k, x.dtype), diagonal])
        )
    return np.stack(rows if lower else rows[::-1]) if n else x


@read_as("scipy.linalg.eig_banded")
def eig_banded(
    a_band: Any,
    lower: bool = False,
    eigvals_only: bool = False,
    overwrite_a_band: bool = False,
    select: str = "a",
    select_range: Any = None,
    max_ev: int = 0,
    check_finite: bool = True,
) -> Any:
    if select not in ("a", "i"):
        unsupported("eig_banded: compiled code selects eigenvalues by index, select='i', or takes all")
    (ab,) = floating(a_band)
    half = full_half(ab, lower)
    span = None if select == "a" else [int(select_range[0]), int(select_range[1])]
    return linalg.eigh(half, lower=lower, eigvals_only=eigvals_only, subset_by_index=span)


@read_as("scipy.linalg.eigvals_banded")
def eigvals_banded(
    a_band: Any,
    lower: bool = False,
    overwrite_a_band: bool = False,
    select: str = "a",
    select_range: Any = None,
    check_finite: bool = True,
) -> Any:
    return eig_banded(a_band, lower, True, select=select, select_range=select_range)


@read_as("scipy.linalg.eigvalsh_tridiagonal")
def eigvalsh_tridiagonal(
    d: Any,
    e: Any,
    select: str = "a",
    select_range: Any = None,
    check_finite: bool = True,
    tol: Any = 0.0,
    lapack_driver: str = "auto",
) -> Any:
    d, e = floating(d, e)
    if d.dtype.kind == "c":
        raise TypeError("Only real arrays currently supported")
    return eig_banded(
        np.stack([d, np.concatenate([e, np.zeros(1)])]), True, True, False, select, select_range
    )


@read_as("scipy.linalg.cholesky_banded")
def cholesky_banded(
    ab: Any, overwrite_ab: bool = False, lower: bool = False, check_finite: bool = True
) -> Any:
    (ab,) = floating(ab)
    half = full_half(ab, lower)
    whole = half + np.conj(half).T - np.diag(np.diagonal(half))
    return bands_of(linalg.cholesky(whole, lower), ab.shape[0] - 1, lower)


@read_as("scipy.linalg.cho_solve_banded")
def cho_solve_banded(
    cb_and_lower: tuple, b: Any, overwrite_b: bool = False, check_finite: bool = True
) -> Any:
    ab, lower = cb_and_lower
    return linalg.cho_solve((full_half(np.asarray(ab), lower), lower), b)


@read_as("scipy.linalg.solve_circulant")
def solve_circulant(
    c: Any,
    b: Any,
    singular: str = "raise",
    tol: Any = None,
    caxis: int = -1,
    baxis: int = 0,
    outaxis: int = 0,
) -> Any:
    """Solve by the Fourier transform, which diagonalises the matrix."""
    if singular != "raise" or np.ndim(c) != 1:
        unsupported("solve_circulant: compiled code has one matrix and singular='raise'")
    c, b = np.asarray(c), np.moveaxis(np.asarray(b), baxis, 0)
    values = np.fft.fft(c)
    tiny = np.max(np.abs(values)) * len(c) * np.finfo(np.float64).eps if tol is None else tol
    if np.any(np.abs(values) <= tiny):
        raise np.linalg.LinAlgError("near singular circulant matrix.")
    found = np.fft.ifft(np.fft.fft(b, axis=0) / np.reshape(values, (-1,) + (1,) * (b.ndim - 1)), axis=0)
    real = c.dtype.kind != "c" and b.dtype.kind != "c"
    return np.moveaxis(np.real(found) if real else found, 0, outaxis)


@read_as("scipy.linalg.matmul_toeplitz")
def matmul_toeplitz(c_or_cr: Any, x: Any, check_finite: bool = False, workers: Any = None) -> Any:
    c, r = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    return linalg.toeplitz(c, r) @ np.asarray(x)
