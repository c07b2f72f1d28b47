"""`jax.lax.linalg`: factors of matrices, and solvers with triangular matrices, in terms of NumPy's and SciPy's.

>>> import numpy as np
>>> from recto import lax
>>> vectors, values = lax.linalg.eigh(np.diag([2.0, 1.0]))
>>> values
Array([1., 2.], dtype=float64)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import linalg as _scipy

from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._compiled import compiled_function
from ._reflectors import hessenberg, householder_product, ormqr, qdwh, tridiagonal

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

__all__ = [
    "cholesky",
    "cholesky_update",
    "eig",
    "eigh",
    "hessenberg",
    "householder_product",
    "lu",
    "lu_pivots_to_permutation",
    "ormqr",
    "qdwh",
    "qr",
    "schur",
    "svd",
    "symmetric_product",
    "triangular_solve",
    "tridiagonal",
    "tridiagonal_solve",
]


def _adjoint(x: Any) -> Any:
    return np.conj(np.swapaxes(x, -1, -2))


@compiled_function("symmetrize_input")
def cholesky(x: ArrayLike, *, symmetrize_input: bool = True) -> Array:
    """The lower factor of a positive definite matrix."""
    return np.linalg.cholesky((x + _adjoint(x)) / 2 if symmetrize_input else x)


@compiled_function()
def cholesky_update(r_matrix: ArrayLike, w_vector: ArrayLike) -> Array:
    """The upper factor of rᵀr + w wᵀ."""
    return np.swapaxes(np.linalg.cholesky(r_matrix.T @ r_matrix + np.outer(w_vector, w_vector)), -1, -2)


@compiled_function(
    "compute_left_eigenvectors", "compute_right_eigenvectors", "enable_eigvec_derivs", "implementation"
)
def eig(
    x: ArrayLike,
    *,
    compute_left_eigenvectors: bool = True,
    compute_right_eigenvectors: bool = True,
    enable_eigvec_derivs: bool = False,
    implementation: Any = None,
) -> list:
    """[eigenvalues, left eigenvectors, right eigenvectors] of a square matrix, those that are asked for; complex.

    Vectors have length 1, and the left ones a largest element that is real.
    """
    if not (compute_left_eigenvectors or compute_right_eigenvectors):
        return [np.linalg.eigvals(x + 0j)]
    values, right = np.linalg.eig(x + 0j)
    if not compute_left_eigenvectors:
        return [values, right]
    left = np.conj(np.linalg.inv(right)).T
    left = left / np.sqrt(np.sum(np.abs(left) ** 2, axis=0))
    largest = np.take_along_axis(left, np.argmax(np.abs(left), axis=0)[None, :], axis=0)
    left = left * (np.conj(largest) / np.abs(largest))
    return [values, left, right] if compute_right_eigenvectors else [values, left]


@compiled_function("lower", "symmetrize_input", "sort_eigenvalues")
def eigh(
    x: ArrayLike, *, lower: bool = True, symmetrize_input: bool = True, sort_eigenvalues: bool = True
) -> tuple:
    """(eigenvectors, eigenvalues) of a Hermitian matrix, in ascending order."""
    values, vectors = np.linalg.eigh((x + _adjoint(x)) / 2 if symmetrize_input else x, "L" if lower else "U")
    return vectors, values


@compiled_function("full_matrices")
def qr(x: ArrayLike, *, full_matrices: bool = True) -> tuple:
    """(q, r), the orthogonal and the upper triangular factor."""
    q, r = np.linalg.qr(x, "complete" if full_matrices else "reduced")
    return q, r


@compiled_function("compute_schur_vectors")
def schur(x: ArrayLike, *, compute_schur_vectors: bool = True) -> tuple:
    """(t, z) with x = z t zᴴ."""
    t, z = _scipy.schur(x)
    return (t, z) if compute_schur_vectors else (t,)


@compiled_function("full_matrices", "compute_uv")
def svd(x: ArrayLike, *, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """(u, s, vᴴ), or the singular values alone."""
    if not compute_uv:
        return np.linalg.svd(x, compute_uv=False)
    u, s, v = np.linalg.svd(x, full_matrices)
    return u, s, v


@compiled_function()
def lu(x: ArrayLike) -> tuple:
    """(factors in one matrix, exchanged rows, the permutation of the rows), with partial pivoting; of one matrix."""
    factors, pivots = _scipy.lu_factor(x)
    pivots = pivots.astype(np.int32)
    return factors, pivots, lu_pivots_to_permutation(pivots, x.shape[0])


@compiled_function("permutation_size")
def lu_pivots_to_permutation(pivots: ArrayLike, permutation_size: int) -> Array:
    """The permutation that exchanging row k and row pivots[k], k = 0, 1 …, makes of rows."""
    order = np.arange(permutation_size, dtype=np.int32)
    for k in range(pivots.shape[-1]):
        held = order[k]
        order[k] = order[pivots[k]]
        order[pivots[k]] = held
    return order


@compiled_function("alpha", "beta", "symmetrize_output")
def symmetric_product(
    a_matrix: ArrayLike,
    c_matrix: ArrayLike,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    symmetrize_output: bool = False,
) -> Array:
    """alpha * a aᵀ + beta * c."""
    total = alpha * (a_matrix @ np.swapaxes(a_matrix, -1, -2)) + beta * c_matrix
    return (total + np.swapaxes(total, -1, -2)) / 2 if symmetrize_output else total


@compiled_function("left_side", "lower", "transpose_a", "conjugate_a", "unit_diagonal")
def triangular_solve(
    a: ArrayLike,
    b: ArrayLike,
    *,
    left_side: bool = False,
    lower: bool = False,
    transpose_a: bool = False,
    conjugate_a: bool = False,
    unit_diagonal: bool = False,
) -> Array:
    """The solution of a x = b, or of x a = b by default, for a triangular matrix; `transpose_a`: of its transpose."""
    a = np.conj(a) if conjugate_a else a
    if left_side:
        return _scipy.solve_triangular(a, b, 1 if transpose_a else 0, lower, unit_diagonal)
    turned = _scipy.solve_triangular(a, np.swapaxes(b, -1, -2), 0 if transpose_a else 1, lower, unit_diagonal)
    return np.swapaxes(turned, -1, -2)


@compiled_function()
def tridiagonal_solve(dl: ArrayLike, d: ArrayLike, du: ArrayLike, b: ArrayLike) -> Array:
    """The solution of a tridiagonal system: dl[0] and du[-1] are not used; b has a column for each system."""
    matrix = np.diag(d) + np.diag(dl[1:], -1) + np.diag(du[:-1], 1)
    return np.linalg.solve(matrix, b)


_refuse_other_names(globals())
