"""The functions of numpy.linalg. A singular matrix gives NaN or infinity where NumPy raises LinAlgError."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import HALF, canonical, is_complex, is_inexact, settings
from ...core.errors import CompileError
from ...ir.builder import Builder, broadcast_to, builder_of, convert
from ...ir.program import Program, Type
from ...primitives.control.custom_rules import LazyJvpRule, ruled_call
from ..core.arrays import (
    as_array,
    constant_like,
    constant_of,
    describe,
    element,
    full_like,
    normalize_axes,
    normalize_axis,
    strong_array,
)
from ..core.table import implements, prim
from ..core.versions import RANK_OF_INFINITE_FAILS
from .joining import common_arrays
from .operators import to_int
from .products.matmul import matmul
from .reductions import keep_axes, reduce_with, squared_modulus
from .shapes import (
    diagonal_mask,
    insert_axes,
    matrix_transpose,
    permute,
    ravel,
    reshape_to,
    same_shape_as_base,
)


NEGLIGIBLE = (
    1e-6  # singular values that count as zero, by the largest: their squares are left out of derivatives
)

# -- operands ------------------------------------------------------------------------------------------------


def floating(*values: Any) -> list[Any]:
    """Arrays in their common dtype of linear algebra: integers become float64."""
    xs = common_arrays(values)
    for x in xs:
        if x.dtype in HALF:
            raise CompileError(f"{describe(x)} is not supported in linear algebra", "convert it to float32")
    return [x if is_inexact(x.dtype) else convert(x, canonical(np.float64)) for x in xs]


def matrix(a: Any) -> Any:
    (x,) = floating(a)
    if x.ndim < 2:
        raise CompileError(
            f"{describe(x)} given: the array must be at least two-dimensional", kind=np.linalg.LinAlgError
        )
    return x


def square(a: Any) -> Any:
    x = matrix(a)
    if x.shape[-1] != x.shape[-2]:
        raise not_square(x)
    return x


def not_square(x: Any) -> CompileError:
    message = f"{describe(x)} given: the last two dimensions must be square"
    error = CompileError(message, kind=np.linalg.LinAlgError)
    error.raised = np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return error


def adjoint(x: Any) -> Any:
    x = matrix_transpose(x)
    return prim.conj(x) if is_complex(x.dtype) else x


def identity_like(x: Any) -> Any:
    """The identity in the shape of square matrices."""
    n = x.shape[-1]
    small = n * n <= settings.largest_constant
    mask = constant_like(x, np.eye(n, dtype=x.dtype)) if small else convert(diagonal_mask(x, n, n), x.dtype)
    return broadcast_to(mask, x.shape)


def same_batches(a: Any, b: Any) -> tuple[Any, Any]:
    """Two stacks of matrices with their leading axes broadcast."""
    try:
        lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    except ValueError:
        raise CompileError(f"shapes differ: {describe(a)} and {describe(b)}", kind=ValueError) from None
    return broadcast_to(a, (*lead, *a.shape[-2:])), broadcast_to(b, (*lead, *b.shape[-2:]))


# -- solving -------------------------------------------------------------------------------------------------


@implements(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    a, b = floating(a, b)
    square(a)
    vector = b.ndim == 1
    right = reshape_to(b, (b.size, 1)) if vector else b
    if right.ndim < 2 or right.shape[-2] != a.shape[-1]:
        raise CompileError(
            f"shapes differ: {describe(a)} and {describe(b)}",
            "a x = b needs as many rows in b as in a",
            kind=ValueError,
        )
    if vector and a.ndim == 2:
        return prim.solve(a, b, transpose=False)
    x = prim.solve(*same_batches(a, right), transpose=False)
    return reshape_to(x, x.shape[:-1]) if vector else x


@implements(np.linalg.inv)
def inv(a: Any) -> Any:
    return prim.inv(square(a))


@implements(np.linalg.tensorsolve, static=("axes",), array=True)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    a, b = floating(a, b)
    if axes is not None:
        moved = [normalize_axis(k, a.ndim, a) for k in axes]
        a = permute(a, [*(k for k in range(a.ndim) if k not in moved), *moved])
    shape = a.shape[b.ndim :]
    if a.size != b.size**2:
        raise CompileError(
            f"{describe(a)} given: tensorsolve needs prod(a.shape[b.ndim:]) == prod(b.shape)", kind=ValueError
        )
    return reshape_to(solve(reshape_to(a, (b.size, b.size)), ravel(b)), shape)


@implements(np.linalg.tensorinv, static=("ind",))
def tensorinv(a: Any, ind: int = 2) -> Any:
    (x,) = floating(a)
    if ind <= 0:
        raise CompileError("tensorinv needs ind > 0", kind=ValueError)
    rows = int(np.prod(x.shape[:ind]))
    inverse = inv(reshape_to(x, (rows, x.size // max(rows, 1))))
    return reshape_to(inverse, (*x.shape[ind:], *x.shape[:ind]))


def cutoff_of(x: Any, rtol: Any, default: float, s: Any) -> Any:
    """Singular values at or below it count as zero."""
    factor = as_array(default if rtol is None else rtol, getattr(x, "builder", None))
    factor = convert(factor, s.dtype)
    if factor.ndim:
        factor = insert_axes(factor, (factor.ndim,))
    top = insert_axes(largest(s, (s.ndim - 1,)), (s.ndim - 1,))
    return broadcast_to(factor, s.shape) * broadcast_to(top, s.shape)


def largest(sizes: Any, axes: tuple[int, ...]) -> Any:
    """The largest of numbers that are not negative; 0 if there are none."""
    if all(sizes.shape[k] for k in axes):
        return prim.reduce_max(sizes, axes=axes)
    return full_like(sizes, 0, shape=tuple(n for k, n in enumerate(sizes.shape) if k not in axes))


def epsilon(x: Any) -> float:
    return float(np.finfo(x.dtype).eps)


@implements(np.linalg.pinv, static=("hermitian",))
def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    x = matrix(a)
    # of what is computed in float64
    default = 1e-15 if settings.enable_x64 else epsilon(x) * max(x.shape[-2:])
    given = rcond if rtol is None else rtol
    least = constant_of(given) if given is not None else np.asarray(default)
    builder = builder_of((x,))
    if builder is None or least is None or least.ndim or least > NEGLIGIBLE:
        return pinv_by_svd(x, given, default)
    return pinv_by_rule(builder, x, float(least))


def pinv_by_rule(builder: Builder, x: Any, rtol: float) -> Any:
    """The pseudo-inverse with the derivative of Golub and Pereyra (1973), which does not divide by differences of
    singular values, as that of their vectors does. What counts as zero must be negligible."""
    params = {
        "program": pinv_program(x.type, rtol),
        "rule": LazyJvpRule(lambda: pinv_jvp_program(x.type, rtol)),
    }
    builder.site.ruled = True
    (result,) = builder.bind(ruled_call, [x], params)
    return result


@functools.lru_cache(256)
def pinv_program(t: Type, rtol: float) -> Program:
    b = Builder()
    return b.finish([pinv_by_svd(b.parameter(t, "a"), rtol, rtol)], "pinv")


@functools.lru_cache(256)
def pinv_jvp_program(t: Type, rtol: float) -> Program:
    """The pseudo-inverse p of a, and its tangent: -p a_dot p + p pᴴ a_dotᴴ (1 - a p) + (1 - p a) a_dotᴴ pᴴ p."""
    b = Builder()
    a, a_dot = b.parameter(t, "a"), b.parameter(t, "a_dot")
    p = pinv_by_rule(b, a, rtol)
    turned, mirrored = adjoint(a_dot), adjoint(p)
    columns = turned - matmul(matmul(turned, a), p)
    rows = turned - matmul(matmul(p, a), turned)
    tangent = matmul(matmul(p, mirrored), columns) + matmul(rows, matmul(mirrored, p))
    return b.finish([p, tangent - matmul(matmul(p, a_dot), p)], "pinv_jvp")


def pinv_by_svd(x: Any, rtol: Any, default: float) -> Any:
    u, s, vh = prim.svd(x, full_matrices=False, compute_uv=True)
    large = prim.not_(prim.le(s, cutoff_of(x, rtol, default, s)))  # NaN is large
    inverse = prim.select(large, 1 / prim.select(large, s, full_like(s, 1)), full_like(s, 0))
    inverse = broadcast_to(insert_axes(convert(inverse, x.dtype), (s.ndim,)), (*s.shape, u.shape[-2]))
    return matmul(adjoint(vh), inverse * adjoint(u))


@implements(np.linalg.lstsq)
def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple:
    """The residuals are given whenever there are more equations than unknowns (NumPy: and the rank is full)."""
    a, b = floating(a, b)
    if a.ndim != 2 or b.ndim not in (1, 2) or a.shape[0] != b.shape[0]:
        raise CompileError(
            f"shapes differ: {describe(a)} and {describe(b)}",
            "a x = b needs as many rows in b as in a",
            kind=ValueError,
        )
    m, n = a.shape
    (s,) = prim.svd(a, full_matrices=False, compute_uv=False)
    default = epsilon(a) * max(m, n)
    large = prim.gt(s, cutoff_of(a, rcond, default, s))
    x = matmul(pinv(a, default if rcond is None else rcond), b)
    rank = prim.reduce_sum(convert(large, canonical(np.int32)), axes=(0,))
    if m > n:
        residuals = prim.reduce_sum(squared_modulus(b - matmul(a, x)), axes=(0,))
        residuals = reshape_to(residuals, b.shape[1:] or (1,))
    else:
        residuals = full_like(s, 0, shape=(0,))
    return x, residuals, rank, s


# -- determinants and powers ---------------------------------------------------------------------------------


@implements(np.linalg.det)
def det(a: Any) -> Any:
    return prim.det(square(a))


class SlogdetResult(NamedTuple):
    sign: Any
    logabsdet: Any


@implements(np.linalg.slogdet)
def slogdet(a: Any) -> SlogdetResult:
    return SlogdetResult(*prim.slogdet(square(a)))


def is_first_power(a: Any, n: int) -> bool:
    return isinstance(n, int | np.integer) and n == 1


@implements(np.linalg.matrix_power, static=("n",), view=same_shape_as_base, layout="K", when=is_first_power)
def matrix_power(a: Any, n: int) -> Any:
    """Square and multiply."""
    x = strong_array(a)
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise not_square(x)
    if n < 0:
        x, n = inv(x), -n
    if n == 0:
        return identity_like(x)
    result = None
    while n:
        if n & 1:
            result = x if result is None else matmul(result, x)
        n >>= 1
        x = matmul(x, x) if n else x
    return result


@implements(np.linalg.matrix_rank, static=("hermitian",))
def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """-1 where NumPy raises LinAlgError: an integer can't be NaN."""
    (x,) = floating(A)
    if x.ndim < 2:
        nonzero = prim.ne(x, full_like(x, 0))
        return to_int(prim.reduce_any(nonzero, axes=tuple(range(x.ndim))))
    s = svdvals(x)
    if tol is None:
        bound = cutoff_of(x, rtol, epsilon(x) * max(x.shape[-2:]), s)
    else:
        bound = convert(as_array(tol, getattr(x, "builder", None)), s.dtype)
        bound = broadcast_to(insert_axes(bound, (bound.ndim,)) if bound.ndim else bound, s.shape)
    rank = prim.reduce_sum(convert(prim.gt(s, bound), canonical(np.int64)), axes=(s.ndim - 1,))
    wrong = is_nan(x)
    if RANK_OF_INFINITE_FAILS:
        wrong = prim.or_(wrong, is_nan(prim.sub(x, x)))
    failed = prim.reduce_any(wrong, axes=(x.ndim - 2, x.ndim - 1))
    return prim.select(failed, full_like(rank, -1), rank)


def is_nan(x: Any) -> Any:
    return (
        prim.or_(prim.isnan(prim.real(x)), prim.isnan(prim.imag(x))) if is_complex(x.dtype) else prim.isnan(x)
    )


@implements(np.linalg.cond, static=("p",))
def cond(x: Any, p: Any = None) -> Any:
    x = matrix(x)
    if not x.size:
        raise CompileError("cond is not defined on empty arrays", kind=np.linalg.LinAlgError)
    if p in (None, 2, -2):
        s = svdvals(x)
        ends = [element(s, s.ndim - 1, k) for k in (0, s.shape[-1] - 1)]
        result = ends[1] / ends[0] if p == -2 else ends[0] / ends[1]
    else:
        result = norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))
    given = prim.reduce_any(is_nan(x), axes=(x.ndim - 2, x.ndim - 1))
    bad = prim.and_(prim.isnan(result), prim.not_(given))
    return prim.select(bad, full_like(result, np.inf), result)


# -- factorisations ------------------------------------------------------------------------------------------


@implements(np.linalg.cholesky, static=("upper",))
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    x = square(a)
    return adjoint(prim.cholesky(adjoint(x))) if upper else prim.cholesky(x)


class QRResult(NamedTuple):
    Q: Any
    R: Any


@implements(np.linalg.qr, static=("mode",))
def qr(a: Any, mode: str = "reduced") -> Any:
    x = matrix(a)
    if mode not in ("reduced", "complete", "r"):
        raise CompileError(f"qr with mode={mode!r} is not supported", "reduced, complete and r are")
    complete = mode == "complete" and x.shape[-2] > x.shape[-1]
    q, r = prim.qr(x, mode="complete" if complete else "reduced")
    return r if mode == "r" else QRResult(q, r)


class SVDResult(NamedTuple):
    U: Any
    S: Any
    Vh: Any


@implements(np.linalg.svd, static=("full_matrices", "compute_uv", "hermitian"))
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    x = matrix(a)
    if not compute_uv:
        return svdvals(x)
    square_shaped = x.shape[-1] == x.shape[-2]  # nothing to complete, and differentiable
    return SVDResult(*prim.svd(x, full_matrices=full_matrices and not square_shaped, compute_uv=True))


@implements(np.linalg.svdvals)
def svdvals(x: Any, /) -> Any:
    return prim.svd(matrix(x), full_matrices=False, compute_uv=False)[0]


class EighResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class EigResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


def lower_triangle(a: Any, uplo: str) -> Any:
    """A Hermitian matrix whose lower triangle is the one that is meant."""
    x = square(a)
    if uplo.upper() not in ("L", "U"):
        raise CompileError("UPLO argument must be 'L' or 'U'", kind=ValueError)
    return adjoint(x) if uplo.upper() == "U" else x


@implements(np.linalg.eigh, static=("UPLO",))
def eigh(a: Any, UPLO: str = "L") -> EighResult:
    return EighResult(*prim.eigh(lower_triangle(a, UPLO), vectors=True))


@implements(np.linalg.eigvalsh, static=("UPLO",))
def eigvalsh(a: Any, UPLO: str = "L") -> Any:
    return prim.eigh(lower_triangle(a, UPLO), vectors=False)[0]


@implements(np.linalg.eig)
def eig(a: Any) -> EigResult:
    """Always complex: NumPy's are real if all of them happen to be."""
    return EigResult(*prim.eig(square(a), vectors=True))


@implements(np.linalg.eigvals)
def eigvals(a: Any) -> Any:
    return prim.eig(square(a), vectors=False)[0]


# -- norms ---------------------------------------------------------------------------------------------------


@implements(np.linalg.norm, static=("ord", "axis", "keepdims"), named=True)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    x = strong_array(x)
    x = x if is_inexact(x.dtype) else convert(x, canonical(np.float64))
    if axis is None and (ord is None or ord in ("f", "fro") and x.ndim == 2 or ord == 2 and x.ndim == 1):
        return euclidean(x, tuple(range(x.ndim)), keepdims)
    axes = (
        tuple(range(x.ndim))
        if axis is None
        else tuple(
            normalize_axis(k, x.ndim, x) for k in (axis if isinstance(axis, (tuple, list)) else (axis,))
        )
    )
    if len(axes) == 1:
        return vector_norm_along(x, ord, axes, keepdims)
    if len(axes) != 2 or axes[0] == axes[1]:
        raise CompileError(
            f"norm of {describe(x)} over axes {axes}: one or two different axes are needed", kind=ValueError
        )
    return matrix_norm_along(x, ord, axes, keepdims)


def euclidean(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return prim.sqrt(reduce_with("reduce_sum", squared_modulus(x), axes, keepdims))


def vector_norm_along(x: Any, order: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    if order is None or order == 2:
        return euclidean(x, axes, keepdims)
    if isinstance(order, str):
        raise CompileError(f"invalid norm order {order!r} for vectors", kind=ValueError)
    size = prim.abs(x)
    if order == np.inf:
        return keep_axes(x, largest(size, axes), axes, keepdims)
    if order == -np.inf:
        return reduce_with("reduce_min", size, axes, keepdims)
    if order == 0:
        return reduce_with("reduce_sum", convert(prim.ne(x, full_like(x, 0)), size.dtype), axes, keepdims)
    if order == 1:
        return reduce_with("reduce_sum", size, axes, keepdims)
    whole = isinstance(order, int) and order > 0
    power = prim.integer_pow(size, exponent=order) if whole else prim.pow(size, full_like(size, order))
    total = reduce_with("reduce_sum", power, axes, keepdims)
    return prim.pow(total, full_like(total, 1 / order))


def matrix_norm_along(x: Any, order: Any, axes: tuple[int, int], keepdims: bool) -> Any:
    rows, columns = axes
    both = tuple(sorted(axes))
    if order in (None, "fro", "f"):
        return euclidean(x, both, keepdims)
    if order in (2, -2, "nuc"):
        last = permute(x, [*(k for k in range(x.ndim) if k not in axes), rows, columns])
        s = svdvals(last)
        reduce = {2: largest, -2: prim.reduce_min, "nuc": prim.reduce_sum}[order]
        return keep_axes(x, reduce(s, axes=(s.ndim - 1,)), both, keepdims)
    if order not in (1, -1, np.inf, -np.inf):
        raise CompileError(f"invalid norm order {order!r} for matrices", kind=ValueError)
    summed, other = (rows, columns) if abs(order) == 1 else (columns, rows)
    sums = prim.reduce_sum(prim.abs(x), axes=(summed,))
    place = other - (other > summed)
    return keep_axes(x, (largest if order > 0 else prim.reduce_min)(sums, axes=(place,)), both, keepdims)


@implements(np.linalg.vector_norm, static=("axis", "keepdims", "ord"))
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    x = strong_array(x)
    x = x if is_inexact(x.dtype) else convert(x, canonical(np.float64))
    return vector_norm_along(x, ord, normalize_axes(axis, x.ndim, x), keepdims)


@implements(np.linalg.matrix_norm, static=("keepdims", "ord"))
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    return norm(x, ord, (-2, -1), keepdims)
