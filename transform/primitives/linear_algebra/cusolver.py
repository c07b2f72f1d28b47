"""Lowering of linear algebra to cuSOLVER, by XLA's custom calls `cusolver_<routine>_ffi`: what differs from LAPACK.

Targets and attributes are those that JAX 0.10.2 emits. All of it compiles for an H100; nothing was run on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.dtypes import is_complex, real_dtype
from ...ir.builder import TABLE
from ...ir.program import Type
from ..lowering.common_forms import inline
from .solver_calls import call_solver, info_type

# LAPACK's routine -> cuSOLVER's and its attributes; operands and results are the same.
ROUTINES = {
    "potrf": ("potrf", "lower = true"),
    "getrf": ("getrf", ""),
    "geqrf": ("geqrf", ""),
    "orgqr": ("orgqr", ""),
    "ungqr": ("orgqr", ""),
    "syevd": ("syevd", "algorithm = 0 : ui8, lower = true"),
    "heevd": ("syevd", "algorithm = 0 : ui8, lower = true"),
}


def cusolver(
    emit: Any,
    routine: str,
    operands: Sequence[Any],
    results: Sequence[Type],
    batch: int,
    aliases: Sequence[tuple[int, int]],
) -> tuple[Any, ...]:
    """The routine in the place of LAPACK's of this name."""
    name, config = ROUTINES[routine]
    return call_solver(emit, f"cusolver_{name}_ffi", operands, results, batch, aliases, config)


def flag(value: bool) -> str:
    return "true" if value else "false"


def transposed(x: Any) -> Any:
    axes = (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2)
    return TABLE["transpose"](x, axes=axes)


def svd(emit: Any, x: Any, full_matrices: bool, compute_uv: bool) -> tuple[Any, Any, Any, Any]:
    """(u, s, vh, info); u and vh are no matrices where they are not computed.

    gesvd takes matrices with at least as many rows as columns; others are transposed: x.T = u s vh is x = vh.T s u.T.
    """
    wide = x.shape[-2] < x.shape[-1]
    if wide:
        x = inline(emit, transposed, x)
    batch, (m, n) = x.shape[:-2], x.shape[-2:]
    values = Type(real_dtype(x.dtype), (*batch, n))
    sides = [Type(x.dtype)] * 2
    if compute_uv:
        sides = [Type(x.dtype, (*batch, m, m if full_matrices else n)), Type(x.dtype, (*batch, n, n))]
    whole = flag(full_matrices and compute_uv)
    config = f"compute_uv = {flag(compute_uv)}, full_matrices = {whole}, transposed = false"
    types = [x.type, values, *sides, info_type(batch)]
    _, s, u, vh, info = call_solver(emit, "cusolver_gesvd_ffi", [x], types, len(batch), [(0, 0)], config)
    if wide and compute_uv:
        u, vh = inline(emit, transposed, vh), inline(emit, transposed, u)
    return u, s, vh, info


def eig(emit: Any, x: Any, out: Sequence[Type], vectors: bool) -> tuple[Any, Any, Any]:
    """(w, v, info). Real matrices are made complex: cuSOLVER packs the vectors of real ones by pairs."""
    if not is_complex(x.dtype):
        x = emit("stablehlo.convert", x, out=x.type.update(dtype=out[0].dtype))
    batch = x.shape[:-2]
    types = [x.type, out[0], x.type, x.type, info_type(batch)]
    config = f"left = false, right = {flag(vectors)}"
    _, w, _, v, info = call_solver(emit, "cusolver_geev_ffi", [x], types, len(batch), [(0, 0)], config)
    return w, v, info
