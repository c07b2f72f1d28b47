"""Calls of native functions that stand for loops.

native(*operands, kernel)               the results of the kernel's program
"""

from __future__ import annotations

import dataclasses

from ...ir.evaluate import evaluate
from ...ir.primitive import Primitive
from ...ir.program import Program, Type
from .control_flow import expect


@dataclasses.dataclass(frozen=True, eq=False)
class Kernel:
    """A function in the language of LLVM.

    in_place: results, each with the operand whose buffer it takes.
    buffers: results behind those of the program, which are memory for it alone.
    polls: its last operand is the number of interrupts when it is called, by which it finds out that it is to stop.
    """

    name: str
    text: str
    program: Program
    in_place: tuple[tuple[int, int], ...]
    buffers: tuple[Type, ...] = ()
    polls: bool = False

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"


def native_types(*types: Type, kernel: Kernel) -> tuple[Type, ...]:
    expect(f"arguments of {kernel.name}", kernel.program.parameter_types, types)
    return kernel.program.result_types


native = Primitive(
    "native",
    lambda *xs, kernel: evaluate(kernel.program, *xs),
    native_types,
    lambda emit, *xs, out, kernel: emit.native(kernel, xs, out),
    None,
    "control",
    multiple=True,
    foldable=False,
)
