"""Calls of native kernels: custom calls whose results may take the buffers of operands."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...core.hosted.handles import addresses
from ...ir.mlir_text import Value, by_rows
from ...ir.program import Type
from ...primitives.control.native import Hosted, Kernel
from .polls import now

if TYPE_CHECKING:
    from .emitter import Emitter, Module

NUMBERS = itertools.count(1)  # of the Python functions that kernels of the process call


def call_kernel(
    emit: Emitter, kernel: Kernel, values: Sequence[Value], out: tuple[Type, ...]
) -> tuple[Value, ...]:
    emit.module.kernels[kernel.name] = kernel.text
    values = [*values, now(emit)] if kernel.polls else [*values]
    if kernel.hosted:
        first, table = number_hosted(emit.module, kernel.hosted), ctypes.addressof(addresses())
        values.append(emit.constant(np.array([first, table])))
    if emit.tokens:  # an operand more, which the kernel does not look at
        values.append(emit.fenced(emit.constant(np.asarray(True))))
    made = (*out, *kernel.buffers)
    places = lambda n: f"[{n}]" if len(made) > 1 else "[]"
    aliases = [
        f"#stablehlo.output_operand_alias<output_tuple_indices = {places(n)}, operand_index = {k}, "
        "operand_tuple_indices = []>"
        for n, k in kernel.in_place
    ]
    results = emit(
        "stablehlo.custom_call",
        *values,
        out=made,
        call_target_name=f'"{kernel.name}"',
        api_version="4 : i32",
        has_side_effect=str(kernel.acts).lower(),
        operand_layouts=by_rows([v.type for v in values]),
        result_layouts=by_rows(made),
        output_operand_aliases=f"[{', '.join(aliases)}]",
    )
    return results[: len(out)]


def number_hosted(module: Module, functions: Sequence[Hosted]) -> int:
    """The number of the first of the Python functions that a kernel calls; those of the others follow."""
    numbers = [next(NUMBERS) for _ in functions]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):  # another thread took some
        return number_hosted(module, functions)
    module.hosted |= dict(zip(numbers, functions))
    return numbers[0]
