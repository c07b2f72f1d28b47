"""Custom calls of XLA's typed FFI to libraries of linear algebra: matrices are column-major in the last two axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.errors import CompileError
from ...ir.program import Type
from .matrix_rules import INT32


def layout(ndim: int, matrix: bool) -> str:
    """Minor to major: the rows of a matrix vary fastest, batch axes are outermost."""
    order = [*range(ndim - 1, -1, -1)]
    if matrix:
        order[:2] = [ndim - 2, ndim - 1]
    return f"dense<{order}> : tensor<{ndim}xindex>" if ndim else "dense<> : tensor<0xindex>"


def alias(operand: int, result: list[int]) -> str:
    return (
        f"#stablehlo.output_operand_alias<output_tuple_indices = {result}, operand_index = {operand}, "
        "operand_tuple_indices = []>"
    )


def call_solver(
    emit: Any,
    target: str,
    operands: Sequence[Any],
    results: Sequence[Type],
    batch: int,
    aliases: Sequence[tuple[int, int]],
    config: str,
) -> tuple[Any, ...]:
    """One custom call. Values with two axes more than `batch` are matrices.

    Args:
        results: the types of what the routine returns.
        aliases: (operand, result) pairs: the routine overwrites the operand.
        config: the routine's attributes, as text.
    """
    places = lambda shapes: "[" + ", ".join(layout(len(s), len(s) == batch + 2) for s in shapes) + "]"
    shared = ", ".join(alias(operand, [k] if len(results) > 1 else []) for operand, k in aliases)
    return emit(
        "stablehlo.custom_call",
        *operands,
        out=tuple(results),
        api_version="4 : i32",
        call_target_name=f'"{target}"',
        backend_config=f"{{{config}}}",
        operand_layouts=places([o.shape for o in operands]),
        result_layouts=places([t.shape for t in results]),
        output_operand_aliases=f"[{shared}]",
    )


def info_type(shape: tuple[int, ...]) -> Type:
    """The routine's report, one for each matrix: 0 if all went well."""
    return Type(INT32, shape)


def refuse(emit: Any, what: str) -> CompileError:
    return CompileError(
        f"{what} on {emit.module.platform.name}: there is no library of linear algebra for it",
        'compute it on the CPU: recto.jit(f, device=recto.devices("cpu")[0])',
    )
