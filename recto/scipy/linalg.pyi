# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike, DTypeLike
from recto._api.jit import jit as _jit
from recto.runtime import Array as _Array
from typing import Any, SupportsIndex

from numpy.linalg import LinAlgError as LinAlgError

@_jit
def bandwidth(a: ArrayLike) -> tuple[_Array, _Array]: ...

@_jit
def block_diag(*arrs: Sequence[ArrayLike] | ArrayLike) -> _Array: ...

@_jit
def cho_factor(a: ArrayLike, lower: bool = False, overwrite_a: bool = False, check_finite: bool =
    True) -> tuple[_Array, bool | _Array]: ...

@_jit
def cho_solve(c_and_lower: ArrayLike, b: ArrayLike, overwrite_b: bool = False, check_finite: bool =
    True) -> _Array: ...

@_jit
def cho_solve_banded(cb_and_lower: ArrayLike, b: ArrayLike, overwrite_b: bool = False, check_finite: bool
    = True) -> _Array: ...

@_jit
def cholesky(a: ArrayLike, lower: bool = False, overwrite_a: bool = False, check_finite: bool =
    True) -> _Array: ...

@_jit
def cholesky_banded(ab: ArrayLike, overwrite_ab: bool = False, lower: bool = False, check_finite: bool =
    True) -> _Array: ...

@_jit
def circulant(c: ArrayLike) -> _Array: ...

@_jit
def companion(a: ArrayLike) -> _Array: ...

@_jit
def convolution_matrix(a: ArrayLike, n: ArrayLike, mode: Any = 'full') -> _Array: ...

@_jit
def coshm(A: ArrayLike) -> _Array: ...

@_jit
def cosm(A: ArrayLike) -> _Array: ...

@_jit
def det(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> _Array: ...

@_jit
def dft(n: ArrayLike, scale: Any = None) -> _Array: ...

@_jit
def diagsvd(s: ArrayLike, M: ArrayLike, N: ArrayLike) -> _Array: ...

@_jit
def eig(a: ArrayLike, b: Any = None, left: bool = False, right: bool = True, overwrite_a: bool = False,
    overwrite_b: bool = False, check_finite: bool = True, homogeneous_eigvals: bool = False) -> Any: ...

@_jit
def eig_banded(a_band: ArrayLike, lower: bool = False, eigvals_only: bool = False, overwrite_a_band:
    bool = False, select: str = 'a', select_range: Any = None, max_ev: ArrayLike = 0, check_finite: bool =
    True) -> Any: ...

@_jit
def eigh(a: ArrayLike, b: Any = None, *, lower: bool = True, eigvals_only: bool = False, overwrite_a:
    bool = False, overwrite_b: bool = False, type: Any = 1, check_finite: bool = True, subset_by_index:
    Any = None, subset_by_value: Any = None, driver: Any = None) -> Any: ...

@_jit
def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: bool = False, select: str = 'a',
    select_range: Any = None, check_finite: bool = True, tol: ArrayLike = 0.0, lapack_driver: str =
    'auto') -> Any: ...

@_jit
def eigvals(a: ArrayLike, b: Any = None, overwrite_a: bool = False, check_finite: bool = True,
    homogeneous_eigvals: bool = False) -> _Array: ...

@_jit
def eigvals_banded(a_band: ArrayLike, lower: bool = False, overwrite_a_band: bool = False, select: str =
    'a', select_range: Any = None, check_finite: bool = True) -> _Array: ...

@_jit
def eigvalsh(a: ArrayLike, b: Any = None, *, lower: bool = True, overwrite_a: bool = False, overwrite_b:
    bool = False, type: ArrayLike = 1, check_finite: bool = True, subset_by_index: Any = None,
    subset_by_value: Any = None, driver: Any = None) -> _Array: ...

@_jit
def eigvalsh_tridiagonal(d: ArrayLike, e: ArrayLike, select: str = 'a', select_range: Any = None,
    check_finite: bool = True, tol: ArrayLike = 0.0, lapack_driver: str = 'auto') -> _Array: ...

@_jit
def expm(A: ArrayLike) -> _Array: ...

@_jit
def expm_frechet(A: ArrayLike, E: ArrayLike, method: str | None = None, compute_expm: bool = True,
    check_finite: bool = True) -> Any: ...

@_jit
def fiedler(a: ArrayLike) -> _Array: ...

@_jit
def fiedler_companion(a: ArrayLike) -> _Array: ...

@_jit
def fractional_matrix_power(A: ArrayLike, t: ArrayLike) -> _Array: ...

@_jit
def funm(A: ArrayLike, func: Any, disp: bool = True) -> Any: ...

@_jit
def hadamard(n: ArrayLike, dtype: DTypeLike | None = ...) -> _Array: ...

@_jit
def hankel(c: ArrayLike, r: Any = None) -> _Array: ...

@_jit
def helmert(n: ArrayLike, full: bool = False) -> _Array: ...

@_jit
def hessenberg(a: ArrayLike, calc_q: bool = False, overwrite_a: bool = False, check_finite: bool =
    True) -> Any: ...

@_jit
def hilbert(n: ArrayLike) -> _Array: ...

@_jit
def inv(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True, *, assume_a: Any = None,
    lower: bool = False) -> _Array: ...

@_jit
def invhilbert(n: ArrayLike, exact: bool = False) -> _Array: ...

@_jit
def invpascal(n: ArrayLike, kind: str = 'symmetric', exact: bool = True) -> _Array: ...

@_jit
def ishermitian(a: ArrayLike, atol: Any = None, rtol: Any = None) -> bool | _Array: ...

@_jit
def issymmetric(a: ArrayLike, atol: Any = None, rtol: Any = None) -> bool | _Array: ...

@_jit
def khatri_rao(a: ArrayLike, b: ArrayLike) -> _Array: ...

@_jit
def ldl(A: ArrayLike, lower: bool = True, hermitian: bool = True, overwrite_a: bool = False,
    check_finite: bool = True) -> tuple[_Array, _Array, _Array]: ...

@_jit
def leslie(f: ArrayLike, s: ArrayLike) -> _Array: ...

@_jit
def logm(A: ArrayLike, disp: Any = ...) -> Any: ...

@_jit
def lstsq(a: ArrayLike, b: ArrayLike, cond: Any = None, overwrite_a: bool = False, overwrite_b: bool =
    False, check_finite: bool = True, lapack_driver: Any =
    None) -> tuple[_Array, _Array, _Array, _Array]: ...

@_jit
def lu(a: ArrayLike, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True,
    p_indices: bool = False) -> tuple[_Array, ...]: ...

@_jit
def lu_factor(a: ArrayLike, overwrite_a: bool = False, check_finite: bool =
    True) -> tuple[_Array, _Array]: ...

@_jit
def lu_solve(lu_and_piv: ArrayLike, b: ArrayLike, trans: Any = 0, overwrite_b: bool = False, check_finite:
    bool = True) -> _Array: ...

@_jit
def matmul_toeplitz(c_or_cr: ArrayLike, x: ArrayLike, check_finite: bool = False, workers: Any =
    None) -> _Array: ...

@_jit
def norm(a: ArrayLike, ord: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, keepdims:
    bool = False, check_finite: bool = True) -> _Array: ...

@_jit
def null_space(A: ArrayLike, rcond: Any = None, *, overwrite_a: bool = False, check_finite: bool = True,
    lapack_driver: str = 'gesdd') -> _Array: ...

@_jit
def ordqz(A: ArrayLike, B: ArrayLike, sort: str = 'lhp', output: str = 'real', overwrite_a: bool = False,
    overwrite_b: bool = False, check_finite: bool = True) -> Any: ...

@_jit
def orth(A: ArrayLike, rcond: Any = None) -> _Array: ...

@_jit
def orthogonal_procrustes(A: ArrayLike, B: ArrayLike, check_finite: bool =
    True) -> tuple[_Array, _Array]: ...

@_jit
def pascal(n: ArrayLike, kind: str = 'symmetric', exact: bool = True) -> _Array: ...

@_jit
def pinv(a: ArrayLike, *, atol: Any = None, rtol: Any = None, return_rank: bool = False, check_finite:
    bool = True) -> _Array: ...

@_jit
def pinvh(a: ArrayLike, atol: Any = None, rtol: Any = None, lower: bool = True, return_rank: bool = False,
    check_finite: bool = True) -> Any: ...

@_jit
def polar(a: ArrayLike, side: str = 'right') -> tuple[_Array, _Array]: ...

@_jit
def qr(a: ArrayLike, overwrite_a: bool = False, lwork: Any = None, mode: Any = 'full', pivoting: bool =
    False, check_finite: bool = True) -> tuple[_Array, _Array]: ...

@_jit
def qr_multiply(a: ArrayLike, c: ArrayLike, mode: Any = 'right', pivoting: bool = False, conjugate: bool =
    False, overwrite_a: bool = False, overwrite_c: bool = False) -> Any: ...

@_jit
def qz(A: ArrayLike, B: ArrayLike, output: str = 'real', lwork: Any = None, sort: Any = None, overwrite_a:
    bool = False, overwrite_b: bool = False, check_finite: bool =
    True) -> tuple[_Array, _Array, _Array, _Array]: ...

@_jit
def rq(a: ArrayLike, overwrite_a: bool = False, lwork: Any = None, mode: Any = 'full', check_finite: bool
    = True) -> Any: ...

@_jit
def rsf2csf(T: ArrayLike, Z: ArrayLike, check_finite: bool = True) -> tuple[_Array, _Array]: ...

@_jit
def schur(a: ArrayLike, output: str = 'real', lwork: Any = None, overwrite_a: bool = False, sort: Any =
    None, check_finite: bool = True) -> tuple[_Array, _Array]: ...

@_jit
def signm(A: ArrayLike, disp: Any = ...) -> Any: ...

@_jit
def sinhm(A: ArrayLike) -> _Array: ...

@_jit
def sinm(A: ArrayLike) -> _Array: ...

@_jit
def solve(a: ArrayLike, b: ArrayLike, lower: bool = False, overwrite_a: bool = False, overwrite_b: bool
    = False, check_finite: bool = True, assume_a: Any = None, transposed: bool = False) -> _Array: ...

@_jit
def solve_banded(l_and_u: ArrayLike, ab: ArrayLike, b: ArrayLike, overwrite_ab: bool = False, overwrite_b:
    bool = False, check_finite: bool = True) -> _Array: ...

@_jit
def solve_circulant(c: ArrayLike, b: ArrayLike, singular: str = 'raise', tol: Any = None, caxis: ArrayLike =
    -1, baxis: ArrayLike = 0, outaxis: ArrayLike = 0) -> _Array: ...

@_jit
def solve_continuous_are(a: ArrayLike, b: ArrayLike, q: ArrayLike, r: ArrayLike, e: Any = None, s: Any = None,
    balanced: bool = True) -> _Array: ...

@_jit
def solve_continuous_lyapunov(a: ArrayLike, q: ArrayLike) -> _Array: ...

@_jit
def solve_discrete_are(a: ArrayLike, b: ArrayLike, q: ArrayLike, r: ArrayLike, e: Any = None, s: Any = None,
    balanced: bool = True) -> _Array: ...

@_jit
def solve_discrete_lyapunov(a: ArrayLike, q: ArrayLike, method: str | None = None) -> _Array: ...

@_jit
def solve_lyapunov(a: ArrayLike, q: ArrayLike) -> _Array: ...

@_jit
def solve_sylvester(a: ArrayLike, b: ArrayLike, q: ArrayLike) -> _Array: ...

@_jit
def solve_toeplitz(c_or_cr: ArrayLike, b: ArrayLike, check_finite: bool = True) -> _Array: ...

@_jit
def solve_triangular(a: ArrayLike, b: ArrayLike, trans: Any = 0, lower: bool = False, unit_diagonal: bool
    = False, overwrite_b: bool = False, check_finite: bool = True) -> _Array: ...

@_jit
def solveh_banded(ab: ArrayLike, b: ArrayLike, overwrite_ab: bool = False, overwrite_b: bool = False,
    lower: bool = False, check_finite: bool = True) -> _Array: ...

@_jit
def sqrtm(A: ArrayLike, disp: Any = ..., blocksize: Any = ...) -> _Array: ...

@_jit
def subspace_angles(A: ArrayLike, B: ArrayLike) -> _Array: ...

@_jit
def svd(a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True, overwrite_a: bool = False,
    check_finite: bool = True, lapack_driver: str = 'gesdd') -> tuple[_Array, _Array, _Array]: ...

@_jit
def svdvals(a: ArrayLike, overwrite_a: bool = False, check_finite: bool = True) -> _Array: ...

@_jit
def tanhm(A: ArrayLike) -> _Array: ...

@_jit
def tanm(A: ArrayLike) -> _Array: ...

@_jit
def toeplitz(c: ArrayLike, r: Any = None) -> _Array: ...
