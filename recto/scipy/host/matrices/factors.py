"""scipy.linalg: factors with pivots, angles between subspaces, generalised eigenvalues."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from recto.transform.library import read_as, unsupported
from recto.transform.library.core.reading import read_late

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ..linalg import floating, lapack


@host(result=lambda a: np.zeros(a.shape[1], np.int32), pure=True)
def pivots(a: Any) -> Any:
    return np.asarray(linalg.qr(a, mode="r", pivoting=True)[1], np.int32)


@read_late("scipy.linalg.qr")
def qr_with_pivots(
    a: Any,
    overwrite_a: bool = False,
    lwork: Any = None,
    mode: str = "full",
    pivoting: bool = False,
    check_finite: bool = True,
) -> tuple:
    """The order of the columns is found by LAPACK, on the host; it is constant between two orders."""
    a = lapack(a)
    if a.ndim != 2:
        unsupported("qr: compiled code takes one matrix with pivoting")
    order = pivots(stop_gradient(a))
    return (*linalg.qr(a[:, order], mode=mode), order)


@host(result=lambda a, lower, hermitian: (a, a, np.zeros(a.shape[0], np.int64)), pure=True)
def ldl_factors(a: Any, lower: bool, hermitian: bool) -> tuple:
    return linalg.ldl(a, lower, hermitian)


@read_as("scipy.linalg.ldl")
def ldl(
    A: Any, lower: bool = True, hermitian: bool = True, overwrite_a: bool = False, check_finite: bool = True
) -> tuple:
    """The LDL factors, which SciPy computes; they have no derivatives here."""
    (a,) = floating(A)
    factor, diagonal, order = ldl_factors(a, lower, hermitian)
    return factor, diagonal, order


@host(result=lambda a, b: (np.zeros(a.shape[0], a.dtype), a), pure=True)
def pencil_of(a: Any, b: Any) -> tuple:
    return linalg.eig(a, b)


def complex_pair(a: Any, b: Any) -> list:
    dtype = np.result_type(np.asarray(a), np.asarray(b), np.complex64)
    return [np.asarray(x).astype(dtype) for x in (a, b)]


def eigenvalues_of(a: Any, b: Any, homogeneous: Any) -> tuple:
    if homogeneous:
        unsupported("eig: compiled code knows no homogeneous_eigvals")
    return pencil_of(*complex_pair(a, b))


@read_late("scipy.linalg.eig")
def eig_of_pencil(
    a: Any,
    b: Any = None,
    left: bool = False,
    right: bool = True,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    homogeneous_eigvals: bool = False,
) -> Any:
    """Generalised eigenvalues and right eigenvectors, by SciPy; they have no derivatives here."""
    if left:
        unsupported("eig: compiled code has right eigenvectors of two matrices")
    found = eigenvalues_of(a, b, homogeneous_eigvals)
    return found if right else found[0]


@read_late("scipy.linalg.eigvals")
def eigvals_of_pencil(
    a: Any,
    b: Any = None,
    overwrite_a: bool = False,
    check_finite: bool = True,
    homogeneous_eigvals: bool = False,
) -> Any:
    return eigenvalues_of(a, b, homogeneous_eigvals)[0]


@read_as("scipy.linalg.subspace_angles")
def subspace_angles(A: Any, B: Any) -> Any:
    """Knyazev, Argentati: Principal angles between subspaces in an A-based scalar product. SIAM J. Sci. Comput. 23
    (2002). Of matrices whose columns are independent."""
    a, b = floating(A, B)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError(f"expected 2D array, got shape {a.shape if a.ndim != 2 else b.shape}")
    if len(a) != len(b):
        raise ValueError(f"A and B must have the same number of rows, got {len(a)} and {len(b)}")
    for x in (a, b):
        sizes = np.linalg.svd(x, compute_uv=False)
        if np.any(sizes <= np.finfo(x.dtype).eps * max(x.shape) * np.max(sizes)) or x.shape[1] > x.shape[0]:
            raise ValueError("subspace_angles: compiled code wants matrices whose columns are independent")
    first, second = np.linalg.qr(a)[0], np.linalg.qr(b)[0]
    both = np.conj(first).T @ second
    cosines = np.linalg.svd(both, compute_uv=False)
    rest = second - first @ both if first.shape[1] >= second.shape[1] else first - second @ np.conj(both).T
    sines = np.clip(np.linalg.svd(rest, compute_uv=False), -1.0, 1.0)
    small = cosines**2 >= 0.5
    safe = np.where(small, 0.0, np.clip(cosines[::-1], -1.0, 1.0))
    return np.where(small, np.arcsin(np.where(small, sines, 0.0)), np.arccos(safe))


@read_as("scipy.linalg.khatri_rao")
def khatri_rao(a: Any, b: Any) -> Any:
    """The Kronecker products of the columns."""
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError("The both arrays should be 2-dimensional.")
    if a.shape[1] != b.shape[1]:
        raise ValueError("The number of columns for both arrays should be equal.")
    return np.reshape(a[:, None, :] * b[None, :, :], (-1, a.shape[1]))


@read_as("scipy.linalg.diagsvd")
def diagsvd(s: Any, M: int, N: int) -> Any:
    """The singular values in a matrix of that shape."""
    part = np.diag(np.asarray(s))
    if M != len(part) and N != len(part):
        raise ValueError("Length of s must be M or N.")
    return np.pad(part, ((0, M - len(part)), (0, N - len(part))))


@read_as("scipy.linalg.bandwidth")
def bandwidth(a: Any) -> tuple:
    """The distances to which the numbers that are not 0 reach below and above the diagonal."""
    a = np.asarray(a)
    if a.ndim != 2:
        raise ValueError("Input array must be a 2D array.")
    away = np.arange(a.shape[0])[:, None] - np.arange(a.shape[1])
    away = np.where(a != 0, away, 0)
    return np.max(away), -np.min(away)


def is_mirrored(a: Any, other: Any, atol: Any, rtol: Any) -> Any:
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError("Input array should be a 2D square array.")
    if atol is None and rtol is None:
        return np.all(a == other)
    return np.allclose(a, other, 1e-5 if rtol is None else rtol, 0.0 if atol is None else atol)


@read_as("scipy.linalg.issymmetric")
def issymmetric(a: Any, atol: Any = None, rtol: Any = None) -> Any:
    a = np.asarray(a)
    return is_mirrored(a, a.T, atol, rtol)


@read_as("scipy.linalg.ishermitian")
def ishermitian(a: Any, atol: Any = None, rtol: Any = None) -> Any:
    a = np.asarray(a)
    return is_mirrored(a, np.conj(a).T, atol, rtol)
