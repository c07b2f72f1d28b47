"""Lowering of linear algebra to LAPACK, through XLA's custom calls `lapack_<type><routine>_ffi`; on CUDA to cuSOLVER.

The runtime registers the targets when the text of a module contains "lapack_". Matrices are column-major in the last
two axes, leading axes are batches. What surrounds a call (masking a triangle, NaN where LAPACK failed) is written with
primitives, as a function of Syms, and lowered in place (`inline`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_complex, real_dtype, settings
from ...ir.builder import TABLE, Builder
from ...ir.program import Type
from ..data_movement.shape import iota_along
from ..lowering.common_forms import inline
from . import cusolver as gpu
from .cusolver import cusolver
from .matrix_rules import INT32, like, nan_unless, leading_block, pad_matrices, tril, triu, where
from .solver_calls import call_solver, info_type, refuse

LETTER = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}


# -- one custom call ---------------------------------------------------------------------------------------------------


def lapack(
    emit: Any,
    routine: str,
    operands: Sequence[Any],
    results: Sequence[Type],
    batch: int,
    aliases: Sequence[tuple[int, int]] = (),
    **letters: str,
) -> tuple[Any, ...]:
    """One LAPACK routine. Values with two axes more than `batch` are matrices.

    Args:
        results: the types of what the routine returns.
        aliases: (operand, result) pairs: the routine overwrites the operand.
        letters: the routine's character arguments.
    """
    if emit.module.platform.solver == "cusolver":
        return cusolver(emit, routine, operands, results, batch, aliases)
    if emit.module.platform.solver is None:
        raise refuse(emit, f"LAPACK's {routine}")
    config = ", ".join(f"{name} = {ord(letter)} : ui8" for name, letter in letters.items())
    target = f"lapack_{LETTER[operands[0].dtype.name]}{routine}_ffi"
    return call_solver(emit, target, operands, results, batch, aliases, config)


WIDE = {np.dtype(np.float32): np.dtype(np.float64), np.dtype(np.complex64): np.dtype(np.complex128)}


def in_double(rule: Callable[..., Any]) -> Callable[..., Any]:
    """numpy.linalg computes float32 in float64 and rounds the results: so do these rules, where there is float64."""

    def lower(emit: Any, *values: Any, out: Any, **params: Any) -> Any:
        if values[0].dtype not in WIDE or not settings.enable_x64:
            return rule(emit, *values, out=out, **params)
        wide = lambda t: t.update(dtype=WIDE.get(t.dtype, t.dtype))
        kinds = out if isinstance(out, tuple) else (out,)
        given = [emit("stablehlo.convert", v, out=wide(v.type)) for v in values]
        found = rule(
            emit, *given, out=tuple(map(wide, kinds)) if isinstance(out, tuple) else wide(out), **params
        )
        results = found if isinstance(out, tuple) else (found,)
        narrow = [v if v.type == t else emit("stablehlo.convert", v, out=t) for v, t in zip(results, kinds)]
        return tuple(narrow) if isinstance(out, tuple) else narrow[0]

    return lower


# -- the factorisations ------------------------------------------------------------------------------------------------


def is_empty(t: Type) -> bool:
    return not t.size


def empty(emit: Any, types: Sequence[Type]) -> tuple[Any, ...]:
    """Results where there is nothing to factor: identities, where they have elements at all."""
    eye = lambda t: np.eye(*t.shape[-2:], dtype=t.dtype) if t.ndim > 1 else np.zeros((), t.dtype)
    return tuple(emit.constant(np.broadcast_to(eye(t), t.shape).copy()) for t in types)


@in_double
def lower_cholesky(emit: Any, x: Any, *, out: Any) -> Any:
    if is_empty(out):
        return x
    if emit.module.platform.solver is None:
        (factor,) = emit("stablehlo.cholesky", x, out=(out,), lower="true")
        return inline(emit, tril, factor)
    batch = x.shape[:-2]
    factor, info = lapack(emit, "potrf", [x], [out, info_type(batch)], len(batch), [(0, 0)], uplo="L")
    return inline(emit, lambda factor, info: nan_unless(info == 0, tril(factor)), factor, info)


def getrf(emit: Any, x: Any) -> tuple[Any, Any, Any]:
    """Packed factors, pivots (counted from 1), info."""
    batch, k = x.shape[:-2], min(x.shape[-2:])
    return lapack(
        emit, "getrf", [x], [x.type, Type(INT32, (*batch, k)), info_type(batch)], len(batch), [(0, 0)]
    )


def lower_lu(emit: Any, x: Any, *, out: Any) -> Any:
    if is_empty(x.type):
        return (
            x,
            emit.constant(np.zeros(out[1].shape, INT32)),
            inline(emit, lambda x: iota_along(x, x.ndim - 1, INT32), x._replace(type=out[2])),
        )
    factors, pivots, _ = getrf(emit, x)
    finish = lambda pivots: (pivots - np.int32(1), permutation(pivots - np.int32(1), x.shape[-2]))
    return (factors, *inline(emit, finish, pivots))


def permutation(pivots: Any, rows: int) -> Any:
    """The order of the rows after swapping row k with row pivots[k], for k = 0, 1 …"""
    order = TABLE["broadcast"](
        pivots.builder.bind(TABLE["iota"], (), {"shape": (rows,), "axis": 0, "dtype": INT32}),
        shape=(*pivots.shape[:-1], rows),
        axes=(pivots.ndim - 1,),
    )
    body = Builder()
    k, fixed, carried = body.parameter(Type(INT32)), body.parameter(pivots.type), body.parameter(order.type)
    program = body.finish([swap_rows(carried, k, fixed)], "swap_rows")
    count = np.int32(pivots.shape[-1])
    return TABLE["fori_loop"](np.int32(0), count, pivots, order, body=program, step=1, invariant=1)[0]


def swap_rows(order: Any, k: Any, pivots: Any) -> Any:
    """The order with entries k and pivots[k] exchanged."""
    last = order.ndim - 1
    spread = lambda v, axes: TABLE["broadcast"](v, shape=order.shape, axes=axes)
    at = lambda v: TABLE["dynamic_slice"](
        v, *(np.int32(0),) * last, k, sizes=(*v.shape[:-1], 1), drop=(last,)
    )
    place = iota_along(order, last, INT32)
    here, there = place == spread(k, ()), place == spread(at(pivots), tuple(range(last)))
    other = TABLE["reduce_sum"](where(there, order), axes=(last,))
    moved = TABLE["select"](there, spread(at(order), tuple(range(last))), order)
    return TABLE["select"](here, spread(other, tuple(range(last))), moved)


@in_double
def lower_solve(emit: Any, a: Any, b: Any, *, out: Any, transpose: Any) -> Any:
    if is_empty(out) or is_empty(a.type):
        return b
    factors, pivots, info = getrf(emit, a)

    def finish(factors: Any, pivots: Any, info: Any, b: Any) -> Any:
        order = permutation(pivots - np.int32(1), factors.shape[-1])
        column = TABLE["reshape"](b, shape=(*b.shape, 1)) if b.ndim == 1 else b
        found = nan_unless(info == 0, solve_factored(factors, order, column, transpose))
        return TABLE["reshape"](found, shape=b.shape) if b.ndim == 1 else found

    return inline(emit, finish, factors, pivots, info, b)


def solve_factored(factors: Any, order: Any, b: Any, transpose: bool) -> Any:
    """The solution of a x = b (or of its transpose), where a[order] = l u."""
    triangular = TABLE["triangular_solve"]
    lower = dict(lower=True, transpose_a=transpose, unit_diagonal=True)
    upper = dict(lower=False, transpose_a=transpose, unit_diagonal=False)
    if not transpose:
        return triangular(factors, triangular(factors, rows_at(b, order), **lower), **upper)
    x = triangular(factors, triangular(factors, b, **upper), **lower)
    return rows_at(x, TABLE["argsort"](order, axis=order.ndim - 1))


def rows_at(x: Any, order: Any) -> Any:
    """The rows of matrices in another order."""
    batch = order.ndim - 1
    return TABLE["gather"](x, order, axes=(batch,), batch=batch)


def lower_triangular_solve(
    emit: Any, a: Any, b: Any, *, out: Any, lower: Any, transpose_a: Any, unit_diagonal: Any
) -> Any:
    """XLA's own, but for single columns, where LAPACK takes a fifth of the time.

    With more columns OpenBLAS starts threads, which take milliseconds to wake.
    """
    if is_empty(out):
        return b
    if out.shape[-1] == 1 and out.shape[-2] >= 16 and emit.module.platform.solver == "lapack":
        return lapack(
            emit,
            "trsm",
            [a, b],
            [out],
            out.ndim - 2,
            [(1, 0)],
            side="L",
            uplo="L" if lower else "U",
            trans_x="T" if transpose_a else "N",
            diag="U" if unit_diagonal else "N",
        )[0]
    flag = lambda v: "true" if v else "false"
    how = "TRANSPOSE" if transpose_a else "NO_TRANSPOSE"
    return emit(
        "stablehlo.triangular_solve",
        a,
        b,
        out=out,
        left_side="true",
        lower=flag(lower),
        unit_diagonal=flag(unit_diagonal),
        transpose_a=f"#stablehlo<transpose {how}>",
    )


@in_double
def lower_qr(emit: Any, x: Any, *, out: Any, mode: str) -> Any:
    if is_empty(x.type):
        return empty(emit, out)
    batch, (m, n) = x.shape[:-2], x.shape[-2:]
    k = min(m, n)
    scales = Type(x.dtype, (*batch, k))
    packed, scales = lapack(emit, "geqrf", [x], [x.type, scales], len(batch), [(0, 0)])
    columns = out[0].shape[-1]
    reflectors = inline(
        emit, lambda p: pad_matrices(leading_block(p, m, min(n, columns)), m, columns), packed
    )
    routine = "ungqr" if is_complex(x.dtype) else "orgqr"
    (q,) = lapack(emit, routine, [reflectors, scales], [out[0]], len(batch), [(0, 0)])
    return q, inline(emit, lambda p: triu(leading_block(p, out[1].shape[-2], n)), packed)


@in_double
def lower_eigh(emit: Any, x: Any, *, out: Any, vectors: Any, shared: bool = False) -> Any:
    if is_empty(x.type):
        return empty(emit, out)
    batch = x.shape[:-2]
    routine = "heevd" if is_complex(x.dtype) else "syevd"
    v, w, info = lapack(
        emit,
        routine,
        [x],
        [x.type, out[0], info_type(batch)],
        len(batch),
        [(0, 0)],
        mode="V" if vectors else "N",
        uplo="L",
    )
    return nan_where_failed(emit, info, (w, v) if vectors else (w,))


def nan_where_failed(emit: Any, info: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, NaN where LAPACK failed."""
    return inline(emit, lambda info, *values: tuple(nan_unless(info == 0, v) for v in values), info, *values)


@in_double
def lower_svd(
    emit: Any, x: Any, *, out: Any, full_matrices: Any, compute_uv: Any, shared: bool = False
) -> Any:
    if is_empty(x.type):
        return empty(emit, out)
    if emit.module.platform.solver == "cusolver":
        u, s, vh, info = gpu.svd(emit, x, full_matrices, compute_uv)
        return nan_where_failed(emit, info, (u, s, vh) if compute_uv else (s,))
    batch, (m, n) = x.shape[:-2], x.shape[-2:]
    k = min(m, n)
    rows, columns = (m, n) if full_matrices and compute_uv else (k, k)
    types = [
        x.type,
        Type(real_dtype(x.dtype), (*batch, k)),
        Type(x.dtype, (*batch, m, rows)),
        Type(x.dtype, (*batch, columns, n)),
        info_type(batch),
    ]
    mode = "N" if not compute_uv else "A" if full_matrices else "S"
    _, s, u, vh, info = lapack(emit, "gesdd", [x], types, len(batch), [(0, 0)], mode=mode)
    return nan_where_failed(emit, info, (u, s, vh) if compute_uv else (s,))


@in_double
def lower_eig(emit: Any, x: Any, *, out: Any, vectors: Any, shared: bool = False) -> Any:
    """Lower eig for the matrix times a power of 2 where its elements are very large or small: LAPACK scales
    them without scaling the eigenvalues back."""
    if is_empty(x.type):
        return empty(emit, out)
    x, scale = inline(emit, moderate, x)
    if emit.module.platform.solver == "cusolver":
        w, v, info = gpu.eig(emit, x, out, vectors)
        return nan_where_failed(emit, info, (inline(emit, times, w, scale), *([v] if vectors else [])))
    batch = x.shape[:-2]
    values = [out[0]] if is_complex(x.dtype) else [Type(real_dtype(x.dtype), out[0].shape)] * 2
    square = Type(out[0].dtype, x.shape)
    *w, _, v, info = lapack(
        emit,
        "geev",
        [x],
        [*values, square, square, info_type(batch)],
        len(batch),
        compute_left="N",
        compute_right="V" if vectors else "N",
    )
    w = w[0] if len(w) == 1 else emit("stablehlo.complex", *w, out=out[0])
    return nan_where_failed(emit, info, (inline(emit, times, w, scale), *([v] if vectors else [])))


def moderate(x: Any) -> tuple[Any, Any]:
    """The matrices, each divided by a power of 2 if its largest element is far from 1; these powers."""
    parts = [TABLE["abs"](p) for p in ([TABLE["real"](x), TABLE["imag"](x)] if is_complex(x.dtype) else [x])]
    size = TABLE["reduce_max"](TABLE["maximum"](parts[0], parts[-1]), axes=(x.ndim - 2, x.ndim - 1))
    number = lambda v: np.broadcast_to(np.asarray(v, size.dtype), size.shape)
    usual = TABLE["and_"](size > number(0), size < number(np.inf))
    limits = np.finfo(size.dtype)
    power = TABLE["round"](TABLE["log2"](TABLE["select"](usual, size, number(1))))
    power = TABLE["minimum"](power, number(limits.maxexp - 2))
    far = TABLE["abs"](power) > number(limits.maxexp // 4)
    power = TABLE["select"](far, power, number(0))
    scale = TABLE["exp2"](power)
    inverse = TABLE["broadcast"](TABLE["exp2"](-power), shape=x.shape, axes=tuple(range(size.ndim)))
    return x * like(inverse, x), scale


def times(w: Any, scale: Any) -> Any:
    scale = TABLE["broadcast"](scale, shape=w.shape, axes=tuple(range(scale.ndim)))
    return TABLE["complex_"](TABLE["real"](w) * scale, TABLE["imag"](w) * scale)
