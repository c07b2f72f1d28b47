"""Factorisations and solutions of matrices in the last two axes; leading axes are batches, the same for all operands.

    cholesky(x)                                                  l            x = l l^H; reads the lower triangle of x
    lu(x)                                                        factors, pivots, order    x[order] = l u, packed
    qr(x, *, mode)                                               q, r         mode "reduced" or "complete"
    eigh(x, *, vectors, shared)                                  w[, v]       reads the lower triangle of x
    eig(x, *, vectors, shared)                                   w[, v]       complex
    svd(x, *, full_matrices, compute_uv, shared)                 u, s, vh     or s alone
    triangular_solve(a, b, *, lower, transpose_a, unit_diagonal) x            a x = b, or a^T x = b
    solve(a, b, *, transpose)                                    x            likewise, for any square a
    inv(x)                                                       y            y x = 1
    det(x), slogdet(x)                                           as NumPy's

A matrix that can't be factored gives NaN (NumPy raises LinAlgError). jvp rules of several results give one tangent for
each, None for integers. Sources: Giles, Collected matrix derivative results (2008); Walter and Lehmann, Algorithmic
differentiation of linear algebra functions (2010) for QR; Seeger et al., Auto-differentiating linear algebra (2017).
Where eigenvalues or singular values coincide, the derivatives of their vectors don't exist: see `over_gaps`. `shared`:
another call has the values, of which this one is a part of the derivative.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import complex_dtype, is_complex, real_dtype
from ...core.errors import CompileError
from ...ir.builder import TABLE
from ...ir.primitive import Primitive
from ...ir.program import Type
from .matrix_rules import (
    INT32,
    adjoint,
    as_columns,
    as_rows,
    column_sums,
    columns_from,
    diagonal,
    hermitian,
    identity_like,
    like,
    mm,
    on_diagonal,
    leading_block,
    real_part,
    reciprocal,
    pad_matrices,
    row_and_column,
    transpose_matrices,
    tril,
    triu,
    where,
)
from .._rules import all_batched, dtype_text, full
from ..data_movement.gather_scatter import permute_axes
from ..elementwise import cast, complex_, conj, imag, mul_or_zero, real
from .lapack import (
    LETTER,
    in_double,
    lower_cholesky,
    lower_eig,
    lower_eigh,
    lower_lu,
    lower_qr,
    lower_solve,
    lower_svd,
    lower_triangular_solve,
)
from ..lowering.common_forms import inline
from ..data_movement.shape import concatenate, iota_along, reshape

# -- types -------------------------------------------------------------------------------------------------------------


def matrices(x: Type) -> Type:
    if x.ndim < 2:
        raise CompileError(
            f"{x.ndim}-dimensional array given. Array must be at least two-dimensional",
            f"it is {x}",
            kind=ValueError,
        )
    if x.dtype.name not in LETTER:
        raise CompileError(f"array type {x.dtype.name} is unsupported in linalg", "x.astype(np.float64)")
    return x


def square(x: Type) -> Type:
    if matrices(x).shape[-1] != x.shape[-2]:
        raise CompileError("Last 2 dimensions of the array must be square", f"it is {x}", kind=ValueError)
    return x


def strong(x: Type, shape: tuple[int, ...] | None = None, dtype: Any = None) -> Type:
    return Type(x.dtype if dtype is None else dtype, x.shape if shape is None else shape)


def lu_type(x: Type) -> tuple[Type, Type, Type]:
    batch, (m, n) = matrices(x).shape[:-2], x.shape[-2:]
    return strong(x), Type(INT32, (*batch, min(m, n))), Type(INT32, (*batch, m))


def qr_type(x: Type, *, mode: str) -> tuple[Type, Type]:
    if mode not in ("reduced", "complete"):
        raise CompileError(f"qr has no mode {mode!r}", 'mode="reduced" or mode="complete"')
    batch, (m, n) = matrices(x).shape[:-2], x.shape[-2:]
    k = m if mode == "complete" else min(m, n)
    return strong(x, (*batch, m, k)), strong(x, (*batch, k, n))


def eigh_type(x: Type, *, vectors: bool, shared: bool = False) -> tuple[Type, ...]:
    return (strong(square(x), x.shape[:-1], real_dtype(x.dtype)), strong(x))[: 1 + vectors]


def eig_type(x: Type, *, vectors: bool, shared: bool = False) -> tuple[Type, ...]:
    dtype = complex_dtype(square(x).dtype)
    return (strong(x, x.shape[:-1], dtype), strong(x, dtype=dtype))[: 1 + vectors]


def svd_type(x: Type, *, full_matrices: bool, compute_uv: bool, shared: bool = False) -> tuple[Type, ...]:
    batch, (m, n) = matrices(x).shape[:-2], x.shape[-2:]
    k = min(m, n)
    s = strong(x, (*batch, k), real_dtype(x.dtype))
    if not compute_uv:
        return (s,)
    return (
        strong(x, (*batch, m, m if full_matrices else k)),
        s,
        strong(x, (*batch, n if full_matrices else k, n)),
    )


def solve_type(a: Type, b: Type, **_: Any) -> Type:
    """The right-hand sides are the columns of a matrix, or one vector beside one matrix."""
    square(a)
    if a.dtype == b.dtype and a.ndim == 2 and b.shape == a.shape[:1]:
        return strong(b)
    if a.dtype != b.dtype or b.ndim != a.ndim or b.shape[:-1] != a.shape[:-1]:
        raise CompileError(
            f"shapes differ: {a} and {b}", "the right-hand sides are the columns of a matrix", kind=ValueError
        )
    return strong(b)


def slogdet_type(x: Type) -> tuple[Type, Type]:
    return strong(square(x), x.shape[:-2]), strong(x, x.shape[:-2], real_dtype(x.dtype))


# -- NumPy meaning -----------------------------------------------------------------------------------------------------


def nan_on_failure(function: Callable[..., Any], multiple: bool = False) -> Callable[..., Any]:
    """A function of matrices that gives NaN for those where NumPy raises LinAlgError."""

    def value(*operands: Any, **params: Any) -> Any:
        try:
            return function(*operands, **params)
        except np.linalg.LinAlgError:
            if operands[0].ndim > 2:
                lanes = [value(*(o[k] for o in operands), **params) for k in range(len(operands[0]))]
                return tuple(map(np.stack, zip(*lanes))) if multiple else np.stack(lanes)
            calm = function(
                *(np.eye(*o.shape, dtype=o.dtype) if o.ndim == 2 else np.ones_like(o) for o in operands),
                **params,
            )
            return tuple(r * np.nan for r in calm) if multiple else calm * np.nan

    return value


def lu_value(x: Any) -> tuple[np.ndarray, ...]:
    x = np.asarray(x)
    types = lu_type(Type(x.dtype, x.shape))
    lanes = [lu_factor(m) for m in x.reshape(math.prod(x.shape[:-2]), *x.shape[-2:])]
    return tuple(np.array([lane[k] for lane in lanes], t.dtype).reshape(t.shape) for k, t in enumerate(types))


def lu_factor(a: np.ndarray) -> tuple[np.ndarray, ...]:
    """LU by rows: both factors in one matrix, the pivots, the order of the rows."""
    if a.ndim > 2:
        return tuple(np.stack(part) for part in zip(*map(lu_factor, a)))
    a, order = a.copy(), np.arange(len(a))
    pivots = np.arange(min(a.shape))
    for k in range(len(pivots)):
        p = k + int(np.argmax(np.abs(a[k:, k].real) + np.abs(a[k:, k].imag)))  # as LAPACK chooses its pivots
        pivots[k] = p
        a[[k, p]], order[[k, p]] = a[[p, k]], order[[p, k]]
        if a[k, k] != 0:
            a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a, pivots, order


def qr_value(x: Any, *, mode: Any) -> tuple[np.ndarray, ...]:
    return tuple(np.linalg.qr(x, mode))


def eigh_value(x: Any, *, vectors: bool, shared: bool = False) -> tuple[np.ndarray, ...]:
    return tuple(np.linalg.eigh(x)) if vectors else (np.linalg.eigvalsh(x),)


def eig_value(x: Any, *, vectors: bool, shared: bool = False) -> tuple[np.ndarray, ...]:
    values = np.linalg.eig(x) if vectors else (np.linalg.eigvals(x),)
    return tuple(v.astype(complex_dtype(x.dtype)) for v in values)


def svd_value(
    x: Any, *, full_matrices: bool, compute_uv: bool, shared: bool = False
) -> tuple[np.ndarray, ...]:
    return tuple(np.linalg.svd(x, full_matrices)) if compute_uv else (np.linalg.svd(x, compute_uv=False),)


def triangle(a: Any, lower: bool, unit_diagonal: bool) -> Any:
    """The triangle of a that triangular_solve reads, zeros elsewhere (on a unit diagonal too)."""
    return tril(a, -unit_diagonal) if lower else triu(a, int(unit_diagonal))


def triangular_solve_value(a: Any, b: Any, *, lower: Any, transpose_a: Any, unit_diagonal: Any) -> Any:
    a = triangle(np.asarray(a), lower, unit_diagonal) + (
        np.eye(a.shape[-1], dtype=a.dtype) if unit_diagonal else 0
    )
    return np.linalg.solve(np.swapaxes(a, -1, -2) if transpose_a else a, b)


def solve_value(a: Any, b: Any, *, transpose: Any) -> Any:
    return np.linalg.solve(np.swapaxes(a, -1, -2) if transpose else a, b)


# -- batching ----------------------------------------------------------------------------------------------------------


def batch_factor(p: Any, n: int, operands: Any, batched: Any, **params: Any) -> Any:
    return p(*operands, **params)


def batch_solve(p: Any, n: int, operands: Any, batched: Any, **params: Any) -> Any:
    """One matrix for all right-hand sides: these become columns of one."""
    a, b = operands
    if b.ndim - batched[1] == 1:
        return batch_solve_vector(p, n, operands, batched, **params)
    if batched[0] or a.ndim > 2:
        return p(*all_batched(n, operands, batched), **params)
    size, columns = b.shape[1:]
    wide = reshape(permute_axes(b, (1, 0, 2)), shape=(size, n * columns))
    return permute_axes(reshape(p(a, wide, **params), shape=(size, n, columns)), (1, 0, 2))


def batch_solve_vector(p: Any, n: int, operands: Any, batched: Any, **params: Any) -> Any:
    """A vector of each lane is a column, of one matrix if there is one."""
    a, b = operands
    if not batched[0]:
        return permute_axes(p(a, permute_axes(b, (1, 0)), **params), (1, 0))
    a, b = all_batched(n, operands, batched)
    return reshape(p(a, reshape(b, shape=(*b.shape, 1)), **params), shape=b.shape)


# -- derivatives -------------------------------------------------------------------------------------------------------


def solve_right(t: Any, r: Any, conjugate: bool = False) -> Any:
    """t r^-1 for upper triangular r (t r^-H for lower triangular r where `conjugate`)."""
    r = conj(r) if conjugate and is_complex(r.dtype) else r
    how = dict(lower=conjugate, transpose_a=not conjugate, unit_diagonal=False)
    return transpose_matrices(triangular_solve(r, transpose_matrices(t), **how))


def cholesky_jvp(t: Any, l: Any, x: Any) -> Any:
    """l phi(l^-1 x' l^-H), where phi takes the lower triangle and half of the diagonal."""
    inner = triangular_solve(l, hermitian(t), lower=True, transpose_a=False, unit_diagonal=False)
    inner = solve_right(inner, l, conjugate=True)
    return mm(l, tril(inner) - on_diagonal(inner) * 0.5)


def triangular_solve_jvp_a(
    t: Any, out: Any, a: Any, b: Any, *, lower: Any, transpose_a: Any, unit_diagonal: Any
) -> Any:
    how = dict(lower=lower, transpose_a=transpose_a, unit_diagonal=unit_diagonal)
    t = triangle(t, lower, unit_diagonal)
    return -triangular_solve(a, mm(transpose_matrices(t) if transpose_a else t, out), **how)


def triangular_solve_back(
    ct: Any, a: Any, b: Any, *, lower: Any, transpose_a: Any, unit_diagonal: Any
) -> Any:
    return triangular_solve(a, ct, lower=lower, transpose_a=not transpose_a, unit_diagonal=unit_diagonal)


def solve_jvp_a(t: Any, out: Any, a: Any, b: Any, *, transpose: Any) -> Any:
    t = transpose_matrices(t) if transpose else t
    moved = TABLE["dot"](t, out, contract=((1,), (0,)), batch=((), ())) if out.ndim == 1 else mm(t, out)
    return -solve(a, moved, transpose=transpose)


def inv_jvp(t: Any, out: Any, x: Any) -> Any:
    """-y x' y, without another factorisation."""
    return -mm(out, mm(t, out))


def inverse_by_solve(x: Any) -> Any:
    return solve(x, identity_like(x), transpose=False)


def lu_jvp(t: Any, out: Any, x: Any) -> Any:
    """As for square factors: those of a matrix that is not square are completed by the identity."""
    factors, _, order = out
    m, n = t.shape[-2:]
    k, batch = min(m, n), order.ndim - 1
    t = TABLE["gather"](t, order, axes=(batch,), batch=batch)
    low = pad_matrices(tril(leading_block(factors, m, k), -1), m, m)
    low = low + identity_like(low)
    upper = pad_matrices(triu(leading_block(factors, k, n)), n, n)
    upper = upper + identity_like(upper, k) if k < n else upper
    inner = triangular_solve(low, t, lower=True, transpose_a=False, unit_diagonal=True)
    inner = solve_right(inner, upper)
    return mm(low, tril(inner, -1)) + mm(triu(inner), upper), None, None


def qr_jvp(t: Any, out: Any, x: Any, *, mode: str) -> Any:
    """Walter and Lehmann (2010); of a wide matrix the columns beyond the square follow from q^H x = r."""
    q, r = out
    m, n = t.shape[-2:]
    if mode == "complete" and m > n:
        raise CompileError(
            "the complete QR factorisation of a tall matrix has no derivative",
            'q is not determined by x: use mode="reduced"',
        )
    if m < n:
        q_dot, r_dot = qr_jvp(
            leading_block(t, m, m), (q, leading_block(r, m, m)), leading_block(x, m, m), mode="reduced"
        )
        rest = mm(adjoint(q_dot), columns_from(x, m)) + mm(adjoint(q), columns_from(t, m))
        return q_dot, concatenate(r_dot, rest, axis=r.ndim - 1)
    scaled = solve_right(t, r)
    inner = mm(adjoint(q), scaled)
    low = tril(inner, -1)
    turn = low - adjoint(low)
    if is_complex(t.dtype):
        middle = on_diagonal(inner)
        turn = turn + middle - like(real(middle), t)
    return mm(q, turn - inner) + scaled, mm(inner - turn, r)


ULPS = 32  # of the largest: eigenvalues that are equal come out so close


def over_gaps(x: Any, values: Any, used: bool) -> Any:
    """x[i, j] / (values[j] - values[i]) for eigenvalues, or singular values, and an x in the basis of their vectors.

    The vectors of values that rounding does not tell apart are any basis of their space. What does not depend on
    which one depends on the space alone, and elements of x between them have weight 0; unless the values are `used`
    as well. Then `v f(w) v^H` changes by f'(w), which neither w nor v tells, and the weight is infinite.
    """
    n = values.shape[-1]
    gaps = as_rows(values, n) - as_columns(values, n)
    if n < 2:
        return x * like(gaps, x)  # 0
    sizes = TABLE["abs"](values)
    least = TABLE["reduce_max"](sizes, axes=(sizes.ndim - 1,)) * (
        min(n, ULPS) * float(np.finfo(sizes.dtype).eps)
    )
    equal = TABLE["abs"](gaps) <= TABLE["broadcast"](least, shape=gaps.shape, axes=tuple(range(least.ndim)))
    weights = 1 / TABLE["select"](equal, full(gaps, 1), gaps)
    if not used:
        return x * like(where(~equal, weights), x)
    rows, columns = row_and_column(gaps)
    endless = TABLE["select"](rows == columns, full(gaps, 0), full(gaps, np.inf))
    return mul_or_zero(x, like(TABLE["select"](equal, endless, weights), x))


def eigh_jvp(t: Any, out: Any, x: Any, *, vectors: Any, used: Sequence[bool], shared: bool = False) -> Any:
    w, v = out if vectors else eigh(x, vectors=True, shared=True)
    inner = mm(adjoint(v), hermitian(t), v)
    w_dot = real_part(diagonal(inner))
    return (w_dot, mm(v, over_gaps(inner, w, used[0] or shared))) if vectors else (w_dot,)


def eig_jvp(t: Any, out: Any, x: Any, *, vectors: Any, used: Sequence[bool], shared: bool = False) -> Any:
    """The vectors keep LAPACK's normalisation: length 1, and the largest component real."""
    w, v = out if vectors else eig(x, vectors=True, shared=True)
    inner = solve(v, mm(like(t, v), v), transpose=False)
    if not vectors:
        return (diagonal(inner),)
    v_dot = mm(v, over_gaps(inner, w, used[0] or shared))
    n = v.shape[-1]
    length = like(real(column_sums(conj(v) * v_dot)), v)
    v_dot = v_dot - v * as_rows(length, n)
    size = real(v) ** 2 + imag(v) ** 2
    largest = TABLE["argmax"](size, axis=v.ndim - 2)
    chosen = iota_along(v, v.ndim - 2, largest.dtype) == as_rows(largest, n)
    turn = column_sums(where(chosen, conj(v) * v_dot)) / column_sums(where(chosen, conj(v) * v))
    angle = imag(turn)
    return diagonal(inner), v_dot - v * as_rows(complex_(angle * 0, angle), n)


def svd_jvp(
    t: Any,
    out: Any,
    x: Any,
    *,
    full_matrices: Any,
    compute_uv: Any,
    used: Sequence[bool],
    shared: bool = False,
) -> Any:
    m, n = t.shape[-2:]
    if compute_uv and full_matrices and m != n:
        raise CompileError(
            "the singular value decomposition with full_matrices=True has no derivative",
            "u and vh are not determined by x: use full_matrices=False",
        )
    u, s, vh = out if compute_uv else svd(x, full_matrices=False, compute_uv=True, shared=True)
    v, k = adjoint(vh), min(m, n)
    inner = mm(adjoint(u), t, v)
    s_dot = real_part(diagonal(inner))
    if not compute_uv:
        return (s_dot,)
    # the Hermitian part turns u and v alike, the rest turns them against each other
    turned = adjoint(inner)
    alike = over_gaps((inner + turned) * 0.5, s, used[1] or shared)
    apart = (inner - turned) * 0.5 * like(reciprocal(as_rows(s, k) + as_columns(s, k)), inner)
    u_dot, v_dot = mm(u, alike + apart), mm(v, alike - apart)
    if m > n:
        u_dot = u_dot + outside(u, mm(t, v), s)
    if n > m:
        v_dot = v_dot + outside(v, mm(adjoint(t), u), s)
    return u_dot, s_dot, adjoint(v_dot)


def outside(u: Any, change: Any, s: Any) -> Any:
    """The part of a change that is orthogonal to the columns of u, over s."""
    return (change - mm(u, adjoint(u), change)) * like(as_rows(reciprocal(s), u.shape[-2]), u)


def trace_of_solution(t: Any, x: Any) -> Any:
    """tr(x^-1 x'), whose transpose is x^-T"""
    return TABLE["reduce_sum"](t * transpose_matrices(inv(x)), axes=(x.ndim - 2, x.ndim - 1))


def det_jvp(t: Any, out: Any, x: Any) -> Any:
    """Small matrices by their cofactors, singular ones too; larger ones by their inverse."""
    small = {1: change_of_det_1, 2: change_of_det_2, 3: change_of_det_3}.get(x.shape[-1])
    return small(t, x) if small else trace_of_solution(t, x) * out


def change_of_det_1(t: Any, x: Any) -> Any:
    return TABLE["reduce_sum"](t, axes=(len(x.shape) - 2, len(x.shape) - 1))


def change_of_det_2(t: Any, x: Any) -> Any:
    """t11 x22 - t12 x21 - t21 x12 + t22 x11"""
    axes = (len(x.shape) - 2, len(x.shape) - 1)
    signs = TABLE["broadcast"](np.array([[1, -1], [-1, 1]], x.dtype), shape=x.shape, axes=axes)
    return TABLE["reduce_sum"](t * (TABLE["flip"](x, axes=axes) * signs), axes=axes)


def change_of_det_3(t: Any, x: Any) -> Any:
    """The derivative of a 3 x 3 determinant by cofactors, with cyclic indices of rows and columns."""
    last = len(x.shape) - 1
    below, right = move_first_to_end(x, last - 1), move_first_to_end(x, last)
    once, twice = (
        move_first_to_end(below, last),
        move_first_to_end(move_first_to_end(move_first_to_end(below, last - 1), last), last),
    )
    across = (
        move_first_to_end(move_first_to_end(below, last), last),
        move_first_to_end(move_first_to_end(right, last - 1), last - 1),
    )
    return TABLE["reduce_sum"](t * (once * twice - across[0] * across[1]), axes=(last - 1, last))


def move_first_to_end(x: Any, axis: int) -> Any:
    """With its first element last."""

    def part(start: int, stop: int) -> Any:
        starts, limits = [0] * len(x.shape), list(x.shape)
        starts[axis], limits[axis] = start, stop
        return TABLE["slice_"](
            x, starts=tuple(starts), limits=tuple(limits), strides=(1,) * len(x.shape), drop=()
        )

    return TABLE["concatenate"](part(1, x.shape[axis]), part(0, 1), axis=axis)


def slogdet_jvp(t: Any, out: Any, x: Any) -> Any:
    change = trace_of_solution(t, x)
    if not is_complex(t.dtype):
        return out[0] * 0, change
    angle = imag(change)
    return out[0] * complex_(angle * 0, angle), real(change)


# -- determinants ------------------------------------------------------------------------------------------------------


def diagonal_and_parity(x: Any) -> tuple[Any, Any]:
    """The diagonal of u in x[order] = l u, and -1 or 1, the sign of that order."""
    factors, pivots, _ = lu(x)
    swaps = cast(pivots != iota_along(pivots, pivots.ndim - 1, INT32), dtype=x.dtype)
    return diagonal(factors), TABLE["reduce_prod"](1 - 2 * swaps, axes=(pivots.ndim - 1,))


def det_by_lu(x: Any) -> Any:
    middle, parity = diagonal_and_parity(x)
    return TABLE["reduce_prod"](middle, axes=(middle.ndim - 1,)) * parity


def slogdet_by_lu(x: Any) -> tuple[Any, Any]:
    middle, parity = diagonal_and_parity(x)
    last = (middle.ndim - 1,)
    size = TABLE["abs"](middle)
    unit = middle * like(reciprocal(size), middle) if is_complex(x.dtype) else sign_of_number(middle)
    return TABLE["reduce_prod"](unit, axes=last) * parity, TABLE["reduce_sum"](TABLE["log"](size), axes=last)


def sign_of_number(x: Any) -> Any:
    """That of NaN is 1, as in NumPy."""
    return where(x != full(x, 0), TABLE["select"](x < full(x, 0), full(x, -1), full(x, 1)))


# -- print forms -------------------------------------------------------------------------------------------------------


def transposed_text(call: Any, k: int = 0) -> str:
    return f"_{k}.T" if call.operands[k].type.ndim == 2 else f"np.swapaxes(_{k}, -1, -2)"


def show_solve(call: Any) -> str:
    return f"np.linalg.solve({transposed_text(call) if call.param('transpose') else '_0'}, _1)"


def show_triangular_solve(call: Any) -> str:
    lower, unit = call.param("lower"), call.param("unit_diagonal")
    back = call.param("transpose_a")
    text = transposed_text(call) if back else "_0"
    below = lower != back
    offset = (", -1" if below else ", 1") if unit else ""
    text = f"np.{'tril' if below else 'triu'}({text}{offset})"
    a = call.operands[0].type
    dtype = "" if a.dtype == np.float64 else f", dtype={dtype_text(a.dtype)}"
    return (
        f"np.linalg.solve({text} + np.eye({a.shape[-1]}{dtype}), _1)"
        if unit
        else f"np.linalg.solve({text}, _1)"
    )


def show_qr(call: Any) -> str:
    return "np.linalg.qr(_0)" if call.param("mode") == "reduced" else 'np.linalg.qr(_0, "complete")'


def show_svd(call: Any) -> str:
    if not call.param("compute_uv"):
        return "(np.linalg.svd(_0, compute_uv=False),)"
    return f"np.linalg.svd(_0{'' if call.param('full_matrices') else ', full_matrices=False'})"


def show_eigh(call: Any) -> str:
    return "np.linalg.eigh(_0)" if call.param("vectors") else "(np.linalg.eigvalsh(_0),)"


def show_eig(call: Any) -> str:
    """NumPy's are real if it finds no imaginary part: ours are complex always."""
    text = "np.linalg.eig(_0)" if call.param("vectors") else "(np.linalg.eigvals(_0),)"
    x = call.operands[0].type
    return (
        text
        if is_complex(x.dtype)
        else f"tuple(v.astype({dtype_text(complex_dtype(x.dtype))}) for v in {text})"
    )


# -- records -----------------------------------------------------------------------------------------------------------

cholesky = Primitive(
    "cholesky",
    nan_on_failure(lambda x: np.linalg.cholesky(x)),
    lambda x: strong(square(x)),
    lower_cholesky,
    batch_factor,
    "smooth",
    jvp=(cholesky_jvp,),
    show="np.linalg.cholesky(_0)",
)
lu = Primitive(
    "lu",
    lu_value,
    lu_type,
    lower_lu,
    batch_factor,
    "smooth",
    jvp=(lu_jvp,),
    multiple=True,
    show="lu_factor(_0)",
)
qr = Primitive(
    "qr", qr_value, qr_type, lower_qr, batch_factor, "smooth", jvp=(qr_jvp,), multiple=True, show=show_qr
)
eigh = Primitive(
    "eigh",
    nan_on_failure(eigh_value, True),
    eigh_type,
    lower_eigh,
    batch_factor,
    "smooth",
    jvp=(eigh_jvp,),
    multiple=True,
    partial=True,
    show=show_eigh,
)
eig = Primitive(
    "eig",
    nan_on_failure(eig_value, True),
    eig_type,
    lower_eig,
    batch_factor,
    "smooth",
    jvp=(eig_jvp,),
    multiple=True,
    partial=True,
    show=show_eig,
)
svd = Primitive(
    "svd",
    nan_on_failure(svd_value, True),
    svd_type,
    lower_svd,
    batch_factor,
    "smooth",
    jvp=(svd_jvp,),
    multiple=True,
    partial=True,
    show=show_svd,
)
triangular_solve = Primitive(
    "triangular_solve",
    nan_on_failure(triangular_solve_value),
    solve_type,
    lower_triangular_solve,
    batch_solve,
    "smooth",
    show=show_triangular_solve,
    transpose=(None, triangular_solve_back),
    jvp=(triangular_solve_jvp_a, lambda t, out, a, b, **how: triangular_solve(a, t, **how)),
)
solve = Primitive(
    "solve",
    nan_on_failure(solve_value),
    solve_type,
    lower_solve,
    batch_solve,
    "smooth",
    show=show_solve,
    transpose=(None, lambda ct, a, b, *, transpose: solve(a, ct, transpose=not transpose)),
    jvp=(solve_jvp_a, lambda t, out, a, b, **how: solve(a, t, **how)),
)
inv = Primitive(
    "inv",
    nan_on_failure(np.linalg.inv),
    lambda x: strong(square(x)),
    lambda emit, x, *, out: inline(emit, inverse_by_solve, x),
    batch_factor,
    "smooth",
    jvp=(inv_jvp,),
    show="np.linalg.inv(_0)",
)
det = Primitive(
    "det",
    np.linalg.det,
    lambda x: strong(square(x), x.shape[:-2]),
    in_double(lambda emit, x, *, out: inline(emit, det_by_lu, x)),
    batch_factor,
    "smooth",
    jvp=(det_jvp,),
    show="np.linalg.det(_0)",
)
slogdet = Primitive(
    "slogdet",
    lambda x: tuple(np.linalg.slogdet(x)),
    slogdet_type,
    in_double(lambda emit, x, *, out: inline(emit, slogdet_by_lu, x)),
    batch_factor,
    "smooth",
    jvp=(slogdet_jvp,),
    multiple=True,
    show="np.linalg.slogdet(_0)",
)
