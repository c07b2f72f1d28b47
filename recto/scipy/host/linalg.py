"""scipy.linalg: banded systems, matrix equations, square roots. (Its other functions are in `transform/library`.)"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg, special

from recto.transform.library import read_as, unsupported
from recto.transform.library.scipy.linear_algebra import SMALL

from ..._api.derivatives import stop_gradient
from ..._api.host import host
from ...lax._implicit import as_implicit


def lapack(x: Any) -> Any:
    """An array; small integers and bools become float32, as in scipy.linalg.lapack.find_best_blas_type."""
    x = np.asarray(x)
    return x.astype(np.float32) if x.dtype in SMALL else x


def as_wide_as(found: Any, *given: Any) -> Any:
    """In single precision if all that was given is."""
    if all([x.dtype in (np.float32, np.complex64) for x in given]):
        return found.astype(np.complex64 if found.dtype.kind == "c" else np.float32)
    return found


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
        d[i + 1], up[i + 1], x[i + 1] = (
            next_lower - factor * next_pivot,
            last - factor * far[i],
            there - factor * here,
        )
    x[n - 1] = x[n - 1] / d[n - 1]
    for i in range(n - 2, -1, -1):
        beyond = far[i] * x[i + 2] if i + 2 < n else 0.0 * x[i]
        x[i] = (x[i] - up[i] * x[i + 1] - beyond) / d[i]
    return x


@read_as("scipy.linalg.solve_banded")
def solve_banded(
    l_and_u: tuple,
    ab: Any,
    b: Any,
    overwrite_ab: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """Tridiagonal systems in linear time; wider bands as full matrices."""
    low, up = l_and_u
    ab, b = np.asarray(ab), np.asarray(b)
    if ab.shape[0] != low + up + 1:
        raise ValueError(
            "invalid values for the number of lower and upper diagonals: l+u+1 does not equal ab.shape[0]"
        )
    given, dtype = (ab, b), np.result_type(ab, b, np.float64)
    if low == 1 and up == 1 and ab.shape[1] > 2 and dtype.kind == "f":
        ab = ab.astype(dtype)
        return as_wide_as(solve_tridiagonal(ab[2, :-1], ab[1], ab[0, 1:], b.astype(dtype)), *given)
    n = ab.shape[1]
    full = sum([np.diag(ab[up - k, max(k, 0) : n + min(k, 0)], k) for k in range(-low, up + 1)])
    return as_wide_as(np.linalg.solve(full, b), *given)


@read_as("scipy.linalg.solveh_banded")
def solveh_banded(
    ab: Any,
    b: Any,
    overwrite_ab: bool = False,
    overwrite_b: bool = False,
    lower: bool = False,
    check_finite: bool = True,
) -> Any:
    ab = np.asarray(ab)
    width, n = ab.shape[0] - 1, ab.shape[1]
    rows = [ab[k, : n - k] if lower else ab[width - k, k:] for k in range(width + 1)]
    half = sum([np.diag(rows[k], -k) if lower else np.diag(rows[k], k) for k in range(1, width + 1)])
    full = np.diag(rows[0]) + half + np.conj(half).T if width else np.diag(rows[0])
    return linalg.cho_solve(linalg.cho_factor(full), b)


@read_as("scipy.linalg.solve_toeplitz")
def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: bool = True) -> Any:
    """Solve with the full matrix; SciPy uses Levinson's recursion."""
    c, r = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    matrix, b = linalg.toeplitz(c, r), np.asarray(b)
    return np.linalg.solve(matrix.astype(np.result_type(matrix, np.float64)), b)


# -- matrix equations, by the Kronecker product (Horn, Johnson: Topics in matrix analysis, 4.4) ---------------


@read_as("scipy.linalg.solve_sylvester")
def solve_sylvester(a: Any, b: Any, q: Any) -> Any:
    """a x + x b = q."""
    a, b, q = np.asarray(a), np.asarray(b), np.asarray(q)
    system = np.kron(a, np.eye(len(b))) + np.kron(np.eye(len(a)), b.T)
    return as_wide_as(np.reshape(np.linalg.solve(system, np.ravel(q)), q.shape), a, b, q)


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


@host(result=lambda a: np.empty(a.shape, np.result_type(a.dtype, np.complex64)), pure=True)
def complex_root(a: Any) -> Any:
    return linalg.sqrtm(a)


@read_as("scipy.linalg.sqrtm")
def sqrtm(A: Any, disp: Any = None, blocksize: Any = None) -> Any:
    """The principal square root, which SciPy computes; its derivative solves x dx + dx x = da (Higham: Functions of
    matrices, 3.1). The root of a real matrix is real here, without imaginary parts that rounding made of eigenvalues
    0; if there is no real root, ValueError is raised."""
    if disp is not None and not disp:
        unsupported("sqrtm: compiled code has disp=True")
    (a,) = floating(A)
    if a.ndim != 2:
        unsupported("sqrtm: compiled code takes one matrix")
    found = complex_root(stop_gradient(a))
    if a.dtype.kind == "f":
        noise = 4 * np.sqrt(len(a) * np.finfo(a.dtype).eps)
        if np.any(np.abs(np.imag(found)) > noise * np.max(np.abs(found))):
            raise ValueError(
                "sqrtm: the principal square root of this real matrix is complex: pass a complex matrix, a + 0j"
            )
        found = np.real(found)
    root = stop_gradient(found)
    return as_implicit(found, lambda x: solve_sylvester(root, root, x @ x - a))


@read_as("scipy.linalg.polar")
def polar(a: Any, side: str = "right") -> tuple:
    """a = u p, or a = p u, with u unitary and p positive semi-definite."""
    a = lapack(a)
    w, _, vh = np.linalg.svd(a, full_matrices=False)
    if side not in ("right", "left"):
        raise ValueError("`side` must be either 'right' or 'left'")
    u = w @ vh
    p = np.conj(u).T @ a if side == "right" else a @ np.conj(u).T  # Hermitian, but for rounding
    return u, (p + np.conj(p).T) / 2


@read_as("scipy.linalg.companion")
def companion(a: Any) -> Any:
    """The matrix whose characteristic polynomial has these coefficients."""
    a = np.asarray(a)
    a = a if a.dtype.kind in "fc" else a.astype(np.float64)
    return np.concatenate([-a[None, 1:] / a[0], np.eye(len(a) - 1)[:-1].astype(a.dtype)])


@read_as("scipy.linalg.pinvh")
def pinvh(
    a: Any,
    atol: Any = None,
    rtol: Any = None,
    lower: bool = True,
    return_rank: bool = False,
    check_finite: bool = True,
) -> Any:
    """The pseudo-inverse of a Hermitian matrix, of which one triangle is read."""
    a = lapack(a)
    if atol is None and rtol is None and not return_rank:
        half = np.tril(a, -1) if lower else np.triu(a, 1)
        whole = half + np.conj(half).T + np.diag(np.real(np.diagonal(a)))
        return np.linalg.pinv(whole, len(a) * np.finfo(whole.dtype).eps)
    values, vectors = np.linalg.eigh(a, "L" if lower else "U")
    sizes = np.abs(values)
    rtol = len(a) * np.finfo(vectors.dtype).eps if rtol is None else rtol
    above = sizes > (0.0 if atol is None else atol) + np.max(sizes) * rtol
    found = (vectors * np.where(above, 1.0 / np.where(above, values, 1.0), 0.0)) @ np.conj(vectors).T
    return (found, np.sum(above)) if return_rank else found


# -- factors that SciPy computes; they have no derivatives here ----------------------------------------------


def floating(*matrices: Any, output: str = "real") -> list:
    """The matrices in one dtype that LAPACK has; complex, if that is asked for."""
    if output not in ("real", "r", "complex", "c"):
        raise ValueError("argument must be 'real', or 'complex'")
    made = [np.asarray(x) for x in matrices]
    dtype = np.result_type(*made, *([] if output in ("real", "r") else [np.complex64]))
    dtype = dtype if dtype.kind in "fc" else np.result_type(dtype, np.float64)
    return [x.astype(dtype) for x in made]


@host(result=lambda a, output: (a, a), pure=True)
def schur_factors(a: Any, output: str) -> tuple:
    return linalg.schur(a, output)


@host(result=lambda a, output, sort: (a, a, int), pure=True)
def sorted_schur_factors(a: Any, output: str, sort: str) -> tuple:
    return linalg.schur(a, output, sort=sort)


@host(result=lambda a, b, output: (a, a, a, a), pure=True)
def qz_factors(a: Any, b: Any, output: str) -> tuple:
    return linalg.qz(a, b, output)


def ordered_types(a: Any, b: Any, sort: str, output: str) -> tuple:
    alpha, beta = np.empty(a.shape[0], np.result_type(a.dtype, np.complex64)), np.empty(a.shape[0], a.dtype)
    return a, a, alpha, beta, a, a


@host(result=ordered_types, pure=True)
def ordered_qz_factors(a: Any, b: Any, sort: str, output: str) -> tuple:
    return linalg.ordqz(a, b, sort, output)


@host(result=lambda a: (a, a), pure=True)
def hessenberg_factors(a: Any) -> tuple:
    return linalg.hessenberg(a, calc_q=True)


@read_as("scipy.linalg.schur")
def schur(
    a: Any,
    output: str = "real",
    lwork: Any = None,
    overwrite_a: bool = False,
    sort: Any = None,
    check_finite: bool = True,
) -> tuple:
    (a,) = floating(a, output=output)
    if sort is None:
        return schur_factors(a, output)
    if not isinstance(sort, str):
        unsupported("schur: compiled code knows the names of sort=, and no function")
    return sorted_schur_factors(a, output, sort)


@read_as("scipy.linalg.qz")
def qz(
    A: Any,
    B: Any,
    output: str = "real",
    lwork: Any = None,
    sort: Any = None,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> tuple:
    if sort is not None:
        raise ValueError(
            "The 'sort' input of qz() has to be None and will be removed in a future release. Use ordqz "
            "instead."
        )
    a, b = floating(A, B, output=output)
    return qz_factors(a, b, output)


@read_as("scipy.linalg.ordqz")
def ordqz(
    A: Any,
    B: Any,
    sort: Any = "lhp",
    output: str = "real",
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> tuple:
    if not isinstance(sort, str):
        unsupported("ordqz: compiled code knows the names of sort=, and no function")
    a, b = floating(A, B, output=output)
    return ordered_qz_factors(a, b, sort, output)


@read_as("scipy.linalg.hessenberg")
def hessenberg(a: Any, calc_q: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    a = np.asarray(a)
    if a.shape in ((1, 1), (2, 2)):  # it is one already, of its own dtype
        return (a.copy(), np.eye(len(a))) if calc_q else a.copy()
    (a,) = floating(lapack(a))
    h, q = hessenberg_factors(a)
    return (h, q) if calc_q else h


# -- matrices of a pattern -----------------------------------------------------------------------------------


def row_and_column_indices(n: int) -> tuple[Any, Any]:
    """The row and the column of every element."""
    return np.arange(n)[:, None], np.arange(n)[None, :]


@read_as("scipy.linalg.hilbert")
def hilbert(n: int) -> Any:
    i, j = row_and_column_indices(n)
    return 1.0 / (i + j + 1)


@read_as("scipy.linalg.hadamard")
def hadamard(n: int, dtype: Any = int) -> Any:
    if n < 1 or n & (n - 1):
        raise ValueError("n must be an positive integer, and n must be a power of 2")
    i, j = row_and_column_indices(n)
    signs, common = np.ones((n, n), dtype), i & j
    for k in range(n.bit_length() - 1):
        signs = np.where((common >> k) & 1 == 1, -signs, signs)
    return signs


@read_as("scipy.linalg.helmert")
def helmert(n: int, full: bool = False) -> Any:
    i, j = row_and_column_indices(n)
    rows = np.where(j < i, 1.0, np.where(j == i, -1.0 * i, 0.0)) / np.sqrt(np.maximum(i * (i + 1.0), 1.0))
    rows = np.where(i == 0, 1.0 / np.sqrt(n), rows)
    return rows if full else rows[1:]


@read_as("scipy.linalg.dft")
def dft(n: int, scale: str | None = None) -> Any:
    if scale not in (None, "sqrtn", "n"):
        raise ValueError("scale must be None, 'sqrtn', or 'n'")
    i, j = row_and_column_indices(n)
    matrix = np.exp(-2j * np.pi * ((i * j) % n) / n)
    return matrix / np.sqrt(n) if scale == "sqrtn" else matrix / n if scale == "n" else matrix


@read_as("scipy.linalg.leslie")
def leslie(f: Any, s: Any) -> Any:
    matrix = np.zeros((f.shape[-1], f.shape[-1]), f.dtype)
    matrix[0] = f
    return matrix + np.diag(s, -1)


@read_as("scipy.linalg.fiedler")
def fiedler(a: Any) -> Any:
    return np.abs(a[..., :, None] - a[..., None, :])


@read_as("scipy.linalg.fiedler_companion")
def fiedler_companion(a: Any) -> Any:
    """Five diagonals (Fiedler, A note on companion matrices, 2003)."""
    c, n = a / a[0], len(a) - 1
    matrix = np.zeros((n, n), c.dtype)
    for k in range(n):
        if k % 2:
            matrix[k, max(k - 2, 0)] = 1.0
        else:
            matrix[k, max(k - 1, 0)] = -c[k + 1]
            if k + 1 < n:
                matrix[k, k + 1] = -c[k + 2]
            if k + 2 < n:
                matrix[k, k + 2] = 1.0
    return matrix


@read_as("scipy.linalg.convolution_matrix")
def convolution_matrix(a: Any, n: int, mode: str = "full") -> Any:
    m = len(a)
    i, j = np.arange(m + n - 1)[:, None], np.arange(n)[None, :]
    inside = (i - j >= 0) & (i - j < m)
    rows = np.where(inside, a[np.where(inside, i - j, 0)], 0 * a[0])
    if mode == "full":
        return rows
    if mode not in ("same", "valid"):
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    cut = min(m, n) - 1
    return rows[cut : m + n - 1 - cut] if mode == "valid" else rows[cut // 2 : cut // 2 + max(m, n)]


@read_as("scipy.linalg.pascal")
def pascal(n: int, kind: str = "symmetric", exact: bool = True) -> Any:
    lower = np.zeros((n, n), np.uint64 if exact else float)
    lower[:, 0] = 1
    for k in range(1, n):
        lower[k, 1:] = lower[k - 1, 1:] + lower[k - 1, :-1]
    if exact and n > 34:
        unsupported("pascal: exact numbers above 64 bits are not supported: pass exact=False")
    return lower if kind == "lower" else lower.T if kind == "upper" else lower @ lower.T


@read_as("scipy.linalg.eigh_tridiagonal")
def eigh_tridiagonal(
    d: Any,
    e: Any,
    eigvals_only: bool = False,
    select: str = "a",
    select_range: Any = None,
    check_finite: bool = True,
    tol: float = 0.0,
    lapack_driver: str = "auto",
) -> Any:
    if select not in ("a", "all", 0):
        unsupported("eigh_tridiagonal: only all eigenvalues (select='a') are supported")
    d, e = lapack(d), lapack(e)
    if d.dtype.kind == "c" or e.dtype.kind == "c":
        raise TypeError("Only real arrays currently supported")
    matrix = np.diag(d) + np.diag(e, 1) + np.diag(e, -1)
    return np.linalg.eigvalsh(matrix) if eigvals_only else linalg.eigh(matrix)


# -- and others ----------------------------------------------------------------------------------------------


@read_as("scipy.linalg.expm_frechet")
def expm_frechet(
    A: Any, E: Any, method: Any = None, compute_expm: bool = True, check_finite: bool = True
) -> Any:
    """The Fréchet derivative, from the exponential of a block matrix (Higham: Functions of matrices, 3.2)."""
    A, E = floating(A, E)
    n = len(A)
    whole = linalg.expm(np.block([[A, E], [np.zeros_like(A), A]]))
    return (whole[:n, :n], whole[:n, n:]) if compute_expm else whole[:n, n:]


@read_as("scipy.linalg.qr_multiply")
def qr_multiply(
    a: Any,
    c: Any,
    mode: str = "right",
    pivoting: bool = False,
    conjugate: bool = False,
    overwrite_a: bool = False,
    overwrite_c: bool = False,
) -> tuple:
    if mode not in ("left", "right"):
        raise ValueError("Mode argument can only be 'left' or 'right' but not 'raw'")
    if pivoting:
        unsupported("qr_multiply: pivoting is not supported")
    a, c = np.asarray(a), np.asarray(c)
    square = mode == "left" and c.shape[0] == a.shape[0]
    q, r = np.linalg.qr(a, "complete" if square and a.shape[0] > a.shape[1] else "reduced")
    q = np.conj(q) if conjugate else q
    return (q @ c if mode == "left" else c @ q), r[: min(a.shape)]


@read_as("scipy.linalg.rq")
def rq(
    a: Any, overwrite_a: bool = False, lwork: Any = None, mode: str = "full", check_finite: bool = True
) -> Any:
    """The RQ factors, from the QR factors of the reversed rows and columns (Golub, van Loan, 5.2)."""
    if mode not in ("full", "r", "economic"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    (a,) = floating(lapack(a))
    if a.ndim != 2:
        unsupported("rq: compiled code takes one matrix")
    q, r = np.linalg.qr(np.conj(a[::-1, ::-1]).T, "reduced" if mode == "economic" else "complete")
    r = np.conj(r).T[::-1, ::-1]
    return r if mode == "r" else (r, np.conj(q).T[::-1, ::-1])


def rank_of(s: Any, shape: tuple, rcond: Any) -> Any:
    """The number of singular values above a part of the largest one."""
    rcond = np.finfo(s.dtype).eps * max(shape) if rcond is None else rcond
    return np.sum(s > np.max(s) * rcond)


@read_as("scipy.linalg.orth")
def orth(A: Any, rcond: Any = None) -> Any:
    """A basis of the range: of a width that the data decide."""
    (a,) = floating(lapack(A))
    u, s, _ = np.linalg.svd(a, full_matrices=False)
    return u[:, : rank_of(s, a.shape, rcond)]


@read_as("scipy.linalg.null_space")
def null_space(
    A: Any,
    rcond: Any = None,
    *,
    overwrite_a: bool = False,
    check_finite: bool = True,
    lapack_driver: str = "gesdd",
) -> Any:
    """A basis of the kernel: of a width that the data decide."""
    (a,) = floating(lapack(A))
    _, s, vh = np.linalg.svd(a)
    return np.conj(vh[rank_of(s, a.shape, rcond) :]).T


@host(result=lambda t, z: (t, t), pure=True)
def complex_schur_factors(t: Any, z: Any) -> tuple:
    return linalg.rsf2csf(t, z)


@read_as("scipy.linalg.rsf2csf")
def rsf2csf(T: Any, Z: Any, check_finite: bool = True) -> tuple:
    """SciPy computes it; it has no derivative here."""
    t, z = floating(T, Z, output="complex")
    return complex_schur_factors(t, z)


@read_as("scipy.linalg.invhilbert")
def invhilbert(n: int, exact: bool = False) -> Any:
    if exact:
        unsupported("invhilbert: exact integers are not supported: pass exact=False")
    i, j = row_and_column_indices(n)
    i, j = i + 1.0, j + 1.0
    signs = np.where((i + j) % 2 == 0, 1.0, -1.0)
    size = (
        special.binom(n + i - 1, n - j)
        * special.binom(n + j - 1, n - i)
        * special.binom(i + j - 2, i - 1) ** 2
    )
    return signs * (i + j - 1) * np.round(size)


@read_as("scipy.linalg.invpascal")
def invpascal(n: int, kind: str = "symmetric", exact: bool = True) -> Any:
    if kind not in ("symmetric", "lower", "upper"):
        raise ValueError("'kind' must be 'symmetric', 'lower' or 'upper'.")
    if exact and n > 34:
        unsupported("invpascal: exact numbers above 64 bits are not supported: pass exact=False")
    i, j = row_and_column_indices(n)
    signs = np.where((i + j) % 2 == 0, 1, -1)
    lower = pascal(n, "lower", exact)
    signed = signs * (lower.astype(np.int64) if exact else lower)
    return signed.T @ signed if kind == "symmetric" else signed if kind == "lower" else signed.T
