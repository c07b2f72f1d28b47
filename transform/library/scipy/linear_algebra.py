"""The functions of scipy.linalg; SciPy is not imported here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_complex, real_dtype
from ...core.errors import CompileError
from ...ir.builder import Sym, broadcast_to, convert
from ..core.arrays import (
    arrays,
    describe,
    full_like,
    iota_like,
    strong,
    strong_array,
    window,
)
from ..core.loops import repeat_times
from ..core.python_numbers import python_number
from ..core.reading import read_late_if
from ..core.table import implements, prim
from ..core.versions import CHO_FACTOR_IS_TRIANGULAR, LSTSQ_RANK_IS_NUMPYS
from ..numpy import linear_algebra as numpy_linalg
from ..numpy.linear_algebra import (
    adjoint,
    det,
    floating,
    identity_like,
    inv,
    largest,
    matrix,
    norm,
    matrix_rank,
    pinv,
    same_batches,
    square,
    svdvals,
)
from ..numpy.operators import to_int
from ..numpy.products.matmul import matmul
from ..numpy.selection.by_condition import where
from ..numpy.shapes import (
    diagonal_mask,
    insert_axes,
    matrix_transpose,
    reshape_to,
    take_static,
    tril,
    triu,
)

SMALL = [np.dtype(name) for name in ("bool", "int8", "uint8", "int16", "uint16")]


def lapack(function: Callable) -> Callable:
    """Small integers and bools become float32, as in scipy.linalg.lapack.find_best_blas_type."""

    def enter(x: Any) -> Any:
        if isinstance(x, (Sym, np.ndarray, np.generic)):
            return convert(x, np.dtype(np.float32)) if x.dtype in SMALL and x.ndim else x
        return tuple(map(enter, x)) if isinstance(x, tuple) else x

    @functools.wraps(function)
    def implementation(*args: Any, **kwargs: Any) -> Any:
        return function(*map(enter, args), **{name: enter(value) for name, value in kwargs.items()})

    return implementation


# -- the same as NumPy's -------------------------------------------------------------------------------------


@implements("scipy.linalg.inv", static=("overwrite_a", "check_finite", "assume_a", "lower"))
@lapack
def scipy_inv(
    a: Any, overwrite_a: bool = False, check_finite: bool = True, *, assume_a: Any = None, lower: bool = False
) -> Any:
    return inv(a)


@implements("scipy.linalg.det", static=("overwrite_a", "check_finite"))
def scipy_det(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """The determinant: float32 is computed in float64, and complex64 in complex128."""
    x = square(a)
    return det(convert(x, canonical(np.complex128 if is_complex(x.dtype) else np.float64)))


@implements("scipy.linalg.pinv", static=("return_rank", "check_finite"))
@lapack
def scipy_pinv(
    a: Any, *, atol: Any = None, rtol: Any = None, return_rank: bool = False, check_finite: bool = True
) -> Any:
    if atol is not None:
        raise CompileError(
            "pinv with atol is not supported", "give rtol, the share of the largest singular value"
        )
    x = matrix(a)
    rtol = max(x.shape[-2:]) * float(np.finfo(x.dtype).eps) if rtol is None else rtol
    found = pinv(x, rtol)
    return (found, matrix_rank(x, rtol=rtol)) if return_rank else found


@implements("scipy.linalg.norm", static=("ord", "axis", "keepdims", "check_finite"))
def scipy_norm(
    a: Any, ord: Any = None, axis: Any = None, keepdims: bool = False, check_finite: bool = True
) -> Any:
    """NumPy's; BLAS gives numbers of Python's: the length of a vector, the largest sum in a row or column."""
    x, result = strong_array(a), norm(a, ord, axis, keepdims)
    by_blas = x.ndim == 1 and ord in (None, 2) or x.ndim == 2 and min(x.shape) > 1 and ord in (1, np.inf)
    whole = x.dtype.char in "fdFD" and x.size and axis is None and not keepdims
    return python_number(result, np.float64) if by_blas and whole else result


@implements("scipy.linalg.svdvals", static=("overwrite_a", "check_finite"))
@lapack
def scipy_svdvals(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    return svdvals(a)


@implements(
    "scipy.linalg.svd", static=("full_matrices", "compute_uv", "overwrite_a", "check_finite", "lapack_driver")
)
@lapack
def svd(
    a: Any,
    full_matrices: bool = True,
    compute_uv: bool = True,
    overwrite_a: bool = False,
    check_finite: bool = True,
    lapack_driver: str = "gesdd",
) -> Any:
    return numpy_linalg.svd(a, full_matrices, compute_uv)


@implements(
    "scipy.linalg.eigh",
    static=(
        "lower",
        "eigvals_only",
        "overwrite_a",
        "overwrite_b",
        "type",
        "check_finite",
        "driver",
        "subset_by_index",
    ),
)
@lapack
def eigh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    type: int = 1,
    check_finite: bool = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: Any = None,
) -> Any:
    if subset_by_value is not None:
        raise CompileError("eigh of a range of values is not supported")
    if b is not None:
        if type != 1:
            raise CompileError("eigh of a pair of matrices is supported for type=1: a v = w b v")
        standard, root = as_standard(a, b, lower)
        options = {"eigvals_only": eigvals_only, "subset_by_index": subset_by_index}
        if eigvals_only:
            return eigh(standard, **options)
        values, vectors = eigh(standard, **options)
        return values, prim.triangular_solve(
            adjoint(root), vectors, lower=False, transpose_a=False, unit_diagonal=False
        )
    uplo = "L" if lower else "U"
    if subset_by_index is None:
        return numpy_linalg.eigvalsh(a, uplo) if eigvals_only else numpy_linalg.eigh(a, uplo)
    (first, last), n = subset_by_index, matrix(a).shape[-1]
    if not 0 <= first <= last < n:
        raise CompileError(
            f"Requested eigenvalue indices are not valid. Valid range is [0, {n - 1}] and start <= end, but "
            f"start={first}, end={last} is given",
            kind=ValueError,
        )
    if eigvals_only:
        values = numpy_linalg.eigvalsh(a, uplo)
        return window(values, values.ndim - 1, first, last + 1)
    values, vectors = numpy_linalg.eigh(a, uplo)
    return (
        window(values, values.ndim - 1, first, last + 1),
        window(vectors, vectors.ndim - 1, first, last + 1),
    )


def as_standard(a: Any, b: Any, lower: bool) -> tuple:
    """c with c y = w y where a v = w b v, and the root r of b = r rᴴ, so that rᴴ v = y (Golub, van Loan: Matrix
    computations, 8.7.2). One triangle of a and b is read."""
    x, y = floating(a, b)
    if x.shape[-2:] != y.shape[-2:]:
        raise CompileError(
            f"wrong b dimensions ({y.shape[-2]}, {y.shape[-1]}) should be {x.shape[-2:]}", kind=ValueError
        )
    x, y = same_batches(square(x), square(y))
    half = tril(x, -1) if lower else triu(x, 1)
    diagonal = tril(triu(x))
    real = convert(prim.real(diagonal), x.dtype) if is_complex(x.dtype) else diagonal
    root = numpy_linalg.cholesky(y) if lower else adjoint(numpy_linalg.cholesky(y, upper=True))
    left = prim.triangular_solve(
        root, half + real + adjoint(half), lower=True, transpose_a=False, unit_diagonal=False
    )
    return adjoint(
        prim.triangular_solve(root, adjoint(left), lower=True, transpose_a=False, unit_diagonal=False)
    ), root


@implements("scipy.linalg.eigvalsh", static=("lower", "overwrite_a", "overwrite_b", "check_finite"))
@lapack
def eigvalsh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    return eigh(a, b, lower=lower, eigvals_only=True)


def has_second(a: Any, b: Any = None, *more: Any, **named: Any) -> bool:
    return b is not None


def has_pivots(
    a: Any,
    overwrite_a: Any = False,
    lwork: Any = None,
    mode: Any = "full",
    pivoting: Any = False,
    **more: Any,
) -> bool:
    return bool(pivoting)


read_late_if("scipy.linalg.eig", has_second)
read_late_if("scipy.linalg.eigvals", has_second)
read_late_if("scipy.linalg.qr", has_pivots)

HANDED_OVER = ("overwrite_a", "overwrite_b", "check_finite", "homogeneous_eigvals")


@implements("scipy.linalg.eig", static=("left", "right", *HANDED_OVER))
@lapack
def eig(
    a: Any,
    b: Any = None,
    left: bool = False,
    right: bool = True,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    homogeneous_eigvals: bool = False,
) -> Any:
    if b is not None or left or homogeneous_eigvals:
        raise CompileError(
            "generalised eigenvalues, left eigenvectors and homogeneous_eigvals are not supported"
        )
    return numpy_linalg.eig(a) if right else numpy_linalg.eigvals(a)


@implements("scipy.linalg.eigvals", static=HANDED_OVER)
@lapack
def eigvals(
    a: Any,
    b: Any = None,
    overwrite_a: bool = False,
    check_finite: bool = True,
    homogeneous_eigvals: bool = False,
) -> Any:
    return eig(a, b, right=False, homogeneous_eigvals=homogeneous_eigvals)


@implements("scipy.linalg.cholesky", static=("lower", "overwrite_a", "check_finite"))
@lapack
def cholesky(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    return numpy_linalg.cholesky(a, upper=not lower)


@implements("scipy.linalg.qr", static=("overwrite_a", "lwork", "mode", "pivoting", "check_finite"))
@lapack
def qr(
    a: Any,
    overwrite_a: bool = False,
    lwork: Any = None,
    mode: str = "full",
    pivoting: bool = False,
    check_finite: bool = True,
) -> Any:
    if pivoting or mode not in ("full", "economic", "r"):
        raise CompileError("qr with pivoting or mode='raw' is not supported")
    x = matrix(a)
    complete = mode != "economic" and x.shape[-2] > x.shape[-1]
    q, r = prim.qr(x, mode="complete" if complete else "reduced")
    return (r,) if mode == "r" else (q, r)


@implements("scipy.linalg.lstsq", static=("overwrite_a", "overwrite_b", "check_finite", "lapack_driver"))
@lapack
def lstsq(
    a: Any,
    b: Any,
    cond: Any = None,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    lapack_driver: Any = None,
) -> tuple:
    x, _ = floating(a, b)
    solution, residuals, rank, s = numpy_linalg.lstsq(
        a, b, float(np.finfo(x.dtype).eps) if cond is None else cond
    )
    vector = solution.ndim == 1 and residuals.shape == (1,)
    rank = rank.astype(canonical(np.int64)) if LSTSQ_RANK_IS_NUMPYS else to_int(rank)
    return solution, reshape_to(residuals, ()) if vector else residuals, rank, s


# -- solving with factors ------------------------------------------------------------------------------------


def columns(a: Any, b: Any) -> tuple[Any, Any, bool]:
    """The operands of a x = b with b as columns; whether it was a vector."""
    a, b = floating(a, b)
    vector = b.ndim == 1
    right = reshape_to(b, (b.size, 1)) if vector else b
    if right.ndim < 2 or right.shape[-2] != a.shape[-1]:
        raise CompileError(f"shapes differ: {describe(a)} and {describe(b)}", kind=ValueError)
    return *same_batches(a, right), vector


def as_given(x: Any, vector: bool) -> Any:
    return reshape_to(x, x.shape[:-1]) if vector else x


@implements(
    "scipy.linalg.solve",
    static=("lower", "overwrite_a", "overwrite_b", "check_finite", "assume_a", "transposed"),
)
def solve(
    a: Any,
    b: Any,
    lower: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    assume_a: Any = None,
    transposed: bool = False,
) -> Any:
    if assume_a not in (None, "gen", "general"):
        return solve_assuming(a, b, lower, assume_a, transposed)
    return numpy_linalg.solve(matrix_transpose(matrix(a)) if transposed else a, b)


def solve_assuming(a: Any, b: Any, lower: bool, kind: str, transposed: bool) -> Any:
    """Only one triangle of a Hermitian (symmetric, positive) matrix is read."""
    x, right, vector = columns(a, b)
    if kind in ("pos", "positive definite"):
        factor = prim.cholesky(x if lower else adjoint(x))
        return as_given(_solve_with_cholesky(factor, right), vector)
    if kind in ("sym", "her", "symmetric", "hermitian"):
        half = tril(x, -1) if lower else triu(x, 1)
        other = adjoint(half) if kind in ("her", "hermitian") else matrix_transpose(half)
        x = half + other + x * identity_like(x)
    elif kind not in ("diagonal", "tridiagonal", "banded"):
        return solve_triangular(a, b, int(transposed), "lower" in kind)
    return as_given(prim.solve(x, right, transpose=transposed), vector)


def _solve_with_cholesky(lower: Any, right: Any) -> Any:
    first = prim.triangular_solve(lower, right, lower=True, transpose_a=False, unit_diagonal=False)
    return prim.triangular_solve(adjoint(lower), first, lower=False, transpose_a=False, unit_diagonal=False)


@implements(
    "scipy.linalg.solve_triangular", static=("trans", "lower", "unit_diagonal", "overwrite_b", "check_finite")
)
@lapack
def solve_triangular(
    a: Any,
    b: Any,
    trans: Any = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    x, right, vector = columns(a, b)
    back = trans in (1, "T")
    if trans in (2, "C"):
        x, lower = adjoint(x), not lower
    result = prim.triangular_solve(
        x, right, lower=bool(lower), transpose_a=back, unit_diagonal=bool(unit_diagonal)
    )
    return as_given(result, vector)


@implements("scipy.linalg.cho_factor", static=("lower", "overwrite_a", "check_finite"))
@lapack
def cho_factor(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> tuple:
    """Before SciPy 1.18, the other triangle is that of `a`."""
    x = square(a)
    factor = cholesky(x, lower)
    if CHO_FACTOR_IS_TRIANGULAR:
        return factor, np.asarray(lower)
    rest = triu(x, 1) if lower else tril(x, -1)
    return factor + rest, lower


@implements("scipy.linalg.cho_solve", static=("overwrite_b", "check_finite"))
@lapack
def cho_solve(c_and_lower: Any, b: Any, overwrite_b: bool = False, check_finite: bool = True) -> Any:
    c, lower = c_and_lower
    factor, right, vector = columns(c, b)
    if isinstance(lower, Sym) and not lower.is_const:  # as cho_factor outside of compiled code gives it
        factor = where(lower, tril(factor), adjoint(triu(factor)))
    else:
        factor = factor if lower else adjoint(factor)
    return as_given(_solve_with_cholesky(tril(factor), right), vector)


@implements("scipy.linalg.lu_factor", static=("overwrite_a", "check_finite"))
@lapack
def lu_factor(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> tuple:
    factors, pivots, _ = prim.lu(matrix(a))
    return factors, pivots


@implements("scipy.linalg.lu_solve", static=("trans", "overwrite_b", "check_finite"))
@lapack
def lu_solve(
    lu_and_piv: Any, b: Any, trans: int = 0, overwrite_b: bool = False, check_finite: bool = True
) -> Any:
    lu, pivots = lu_and_piv
    x, right, vector = columns(lu, b)
    if x.ndim > 2:
        raise CompileError(f"lu_solve of a stack of matrices: {describe(x)}")
    order = order_of(strong(arrays(pivots, x)[0]), x.shape[-1])
    half = lambda m, r, lower, back: prim.triangular_solve(
        m, r, lower=lower, transpose_a=back, unit_diagonal=lower
    )
    if trans == 0:
        right = prim.gather(right, order, axes=(0,))
        return as_given(half(x, half(x, right, True, False), False, False), vector)
    x = prim.conj(x) if trans == 2 and is_complex(x.dtype) else x
    solved = half(x, half(x, right, False, True), True, True)
    return as_given(prim.gather(solved, prim.argsort(order, axis=0), axes=(0,)), vector)


def order_of(pivots: Any, size: int) -> Any:
    """The permutation that a sequence of row exchanges makes."""
    order = iota_like(pivots, size, pivots.dtype)
    for k in range(pivots.shape[0]):
        other = prim.slice_(pivots, starts=(k,), limits=(k + 1,), strides=(1,), drop=())
        here = full_like(other, k)
        there = prim.gather(order, other, axes=(0,))
        order = prim.scatter(order, prim.gather(order, here, axes=(0,)), other, axes=(0,))
        order = prim.scatter(order, there, here, axes=(0,))
    return order


@implements("scipy.linalg.lu", static=("permute_l", "overwrite_a", "check_finite", "p_indices"))
@lapack
def lu(
    a: Any,
    permute_l: bool = False,
    overwrite_a: bool = False,
    check_finite: bool = True,
    p_indices: bool = False,
) -> tuple:
    x = matrix(a)
    if x.ndim > 2:
        raise CompileError(f"lu of a stack of matrices: {describe(x)}")
    m, k = x.shape[0], min(x.shape)
    factors, _, order = prim.lu(x)
    lower = tril(take_static(factors, np.arange(k), 1), -1)
    lower = lower + convert(_eye(lower), lower.dtype)
    upper = triu(take_static(factors, np.arange(k), 0))
    back = prim.argsort(order, axis=0)
    if permute_l:
        return prim.gather(lower, back, axes=(0,)), upper
    if p_indices:
        return convert(back, np.int32), lower, upper
    places = broadcast_to(insert_axes(back, (1,)), (m, m))
    own = broadcast_to(iota_like(back, m, back.dtype), (m, m))
    return convert(prim.eq(places, own), real_dtype(x.dtype)), lower, upper


def _eye(x: Any) -> Any:
    rows, cols = x.shape
    return diagonal_mask(x, rows, cols)


# -- functions of matrices -----------------------------------------------------------------------------------

PADE = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
THETA = 5.371920351148152


@implements("scipy.linalg.expm")
def expm(A: Any) -> Any:
    """Scaling, the Padé approximation of order 13, squaring (Higham 2005)."""
    x = square(A)
    size = largest(prim.reduce_sum(prim.abs(x), axes=(x.ndim - 2,)), tuple(range(x.ndim - 1)))
    safe = prim.select(prim.gt(size, full_like(size, THETA)), size, full_like(size, THETA))
    count = prim.ceil(prim.log2(safe / THETA))
    count = prim.minimum(prim.maximum(count, full_like(count, 0)), full_like(count, 1000))
    scale = convert(prim.exp2(-count), x.dtype)
    small = x * broadcast_to(scale, x.shape)
    result = repeat_times(convert(count, canonical(np.int64)), lambda r: [matmul(r, r)], _pade(small))[0]
    diagonal, value = _of_diagonal(x)
    failed = prim.not_(prim.reduce_all(prim.isfinite(result), axes=(x.ndim - 2, x.ndim - 1)))
    chosen = insert_axes(prim.and_(diagonal, failed), (x.ndim - 2, x.ndim - 1))
    return prim.select(broadcast_to(chosen, x.shape), value, result)


def _of_diagonal(x: Any) -> tuple[Any, Any]:
    """The matrices that are diagonal, as a mask, and the exponentials of these."""
    on = prim.ne(identity_like(x), full_like(x, 0))
    off = prim.and_(prim.not_(on), prim.ne(x, full_like(x, 0)))
    diagonal = prim.not_(prim.reduce_any(off, axes=(x.ndim - 2, x.ndim - 1)))
    exponents = prim.select(on, x, full_like(x, 0))
    value = prim.select(on, prim.exp(exponents), full_like(x, 0))
    return diagonal, value


def _pade(x: Any) -> Any:
    c, one = PADE, identity_like(x)
    x2 = matmul(x, x)
    x4 = matmul(x2, x2)
    x6 = matmul(x4, x2)
    odd = matmul(x6, x6 * c[13] + x4 * c[11] + x2 * c[9]) + x6 * c[7] + x4 * c[5] + x2 * c[3] + one * c[1]
    odd = matmul(x, odd)
    even = matmul(x6, x6 * c[12] + x4 * c[10] + x2 * c[8]) + x6 * c[6] + x4 * c[4] + x2 * c[2] + one * c[0]
    return prim.solve(even - odd, even + odd, transpose=False)
