"""scipy.linalg: functions of matrices (Higham: Functions of matrices, 2008)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import linalg

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import jacfwd, stop_gradient
from ...._api.host import host
from ....lax._implicit import as_implicit, order_of_derivatives
from ..linalg import as_wide_as, floating, sqrtm


def one_matrix(A: Any, name: str) -> Any:
    (a,) = floating(A)
    if a.ndim != 2:
        unsupported(f"{name}: compiled code takes one matrix")
    if a.shape[0] != a.shape[1]:
        raise ValueError("expected a square matrix")
    return a


@host(result=lambda a: np.empty(a.shape, np.result_type(a.dtype, np.complex64)), pure=True)
def complex_logarithm(a: Any) -> Any:
    return linalg.logm(a)


@read_as("scipy.linalg.logm")
def logm(A: Any, disp: Any = None) -> Any:
    """The principal logarithm, which SciPy computes; its derivative is that of the matrix whose exponential is A. The
    logarithm of a real matrix is real here; if there is no real one, ValueError is raised."""
    if disp is not None and not disp:
        unsupported("logm: compiled code has disp=True")
    a = one_matrix(A, "logm")
    found = complex_logarithm(stop_gradient(a))
    if a.dtype.kind == "f":
        noise = 1e3 * len(a) * np.finfo(a.dtype).eps
        if np.any(np.abs(np.imag(found)) > noise * np.max(np.abs(found))):
            raise ValueError(
                "logm: the principal logarithm of this real matrix is complex: pass a complex matrix, a + 0j"
            )
        found = np.real(found)
    if not order_of_derivatives():
        return found
    if a.dtype.kind == "c":
        unsupported("logm: compiled code has derivatives of logarithms of real matrices")
    root = stop_gradient(found)
    n = len(a)
    slopes = stop_gradient(jacfwd(lambda x: np.ravel(linalg.expm(np.reshape(x, (n, n)))))(np.ravel(root)))
    newton = lambda x: np.linalg.solve(slopes, np.ravel(linalg.expm(x) - a))
    return as_implicit(found, lambda x: np.reshape(newton(x), (n, n)))


@read_as("scipy.linalg.fractional_matrix_power")
def fractional_matrix_power(A: Any, t: Any) -> Any:
    """An integer power by products, any other by the logarithm."""
    a = one_matrix(A, "fractional_matrix_power")
    if isinstance(t, (int, np.integer)):
        return np.linalg.matrix_power(a, t)
    return linalg.expm(t * logm(a))


@read_as("scipy.linalg.signm")
def signm(A: Any, disp: Any = None) -> Any:
    """A times the inverse of the principal square root of A²."""
    a = one_matrix(A, "signm")
    return as_wide_as(np.linalg.solve(sqrtm(a @ a), a), a)


def halves(A: Any, name: str, factor: Any, sign: float) -> Any:
    """(e^(factor A) + sign e^(-factor A)) / 2."""
    a = one_matrix(A, name)
    return 0.5 * (linalg.expm(factor * a) + sign * linalg.expm(-factor * a))


@read_as("scipy.linalg.cosm")
def cosm(A: Any) -> Any:
    a = one_matrix(A, "cosm")
    return np.real(linalg.expm(1j * a)).astype(a.dtype) if a.dtype.kind == "f" else halves(a, "cosm", 1j, 1.0)


@read_as("scipy.linalg.sinm")
def sinm(A: Any) -> Any:
    a = one_matrix(A, "sinm")
    return (
        np.imag(linalg.expm(1j * a)).astype(a.dtype)
        if a.dtype.kind == "f"
        else -1j * halves(a, "sinm", 1j, -1.0)
    )


@read_as("scipy.linalg.tanm")
def tanm(A: Any) -> Any:
    return np.linalg.solve(cosm(A), sinm(A))


@read_as("scipy.linalg.coshm")
def coshm(A: Any) -> Any:
    return halves(A, "coshm", 1.0, 1.0)


@read_as("scipy.linalg.sinhm")
def sinhm(A: Any) -> Any:
    return halves(A, "sinhm", 1.0, -1.0)


@read_as("scipy.linalg.tanhm")
def tanhm(A: Any) -> Any:
    return np.linalg.solve(coshm(A), sinhm(A))


@read_as("scipy.linalg.funm")
def funm(A: Any, func: Callable[..., Any], disp: Any = None) -> Any:
    unsupported(
        "funm: compiled code has expm, logm, sqrtm, signm, cosm, sinm, coshm, sinhm and powers of matrices"
    )
