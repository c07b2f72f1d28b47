"""Calls of native functions that stand for loops.

native(*operands, kernel)               the results of the kernel's program
acting_native(*operands, kernel)        the same, of a kernel that acts on the host: it draws random numbers, or prints
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ...ir.evaluate import evaluate
from ...ir.primitive import Primitive
from ...ir.program import Program, Type
from .control_flow import expect


@dataclasses.dataclass(frozen=True, eq=False)
class Hosted:
    """A Python function that a kernel calls, of arrays: it gives a tuple of arrays."""

    function: Callable[..., tuple[np.ndarray | np.generic, ...]]
    operands: tuple[Type, ...]
    results: tuple[Type, ...]


@dataclasses.dataclass(frozen=True, eq=False)
class Kernel:
    """A function in the language of LLVM.

    in_place: results, each with the operand whose buffer it takes.
    buffers: results behind those of the program, which are memory for it alone.
    polls: an operand behind the others is the number of interrupts when it is called, by which it finds out that it is
        to stop.
    hosted: the Python functions that it calls; its last operand has then the number of the first in this process, and
        the address of the table of random states.
    acts: whether it acts on the host.
    """

    name: str
    text: str
    program: Program
    in_place: tuple[tuple[int, int], ...]
    buffers: tuple[Type, ...] = ()
    polls: bool = False
    hosted: tuple[Hosted, ...] = ()
    acts: bool = False

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
acting_native = dataclasses.replace(native, name="acting_native", effect=True)
