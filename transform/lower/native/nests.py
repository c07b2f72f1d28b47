"""Program -> Program: loop nests of numbers become calls of native kernels.

    y, = fori_loop(0, 1000, x, y, body=…)       ⇒       y, = native(x, y, kernel=…)

Those are loops outside of all others whose bodies compute with numbers, read and write single elements of arrays,
branch, and loop again: where a kernel can be written (kernel.py) and pays (cost.py). All others stay as they are.
"""

from __future__ import annotations

import dataclasses
import functools

from ...analysis.loops import is_loop
from ...ir.builder import TABLE
from ...ir.program import Call, Program, with_programs
from .cost import WORTH, saved
from .kernel import kernel_of
from .scalars import Refused


def with_kernels(program: Program, polls: bool = False, worth: float = WORTH) -> Program:
    """The program with such calls.

    Args:
        polls: do kernels ask whether they are to stop?
        worth: ns that a kernel has to save in a call.
    """
    changed = functools.partial(with_kernels, polls=polls, worth=worth)
    body = tuple(
        [kernel_call(c, worth, polls) if is_loop(c) else with_programs(c, changed) for c in program.body]
    )
    if all(a is b for a, b in zip(body, program.body)):
        return program
    return dataclasses.replace(program, body=body)


def kernel_call(call: Call, worth: float, polls: bool) -> Call:
    """The call of a kernel in the place of a loop; the loop itself where there is none."""
    if saved(call) < worth:
        return call
    try:
        kernel, operands = kernel_of(call, polls)
    except Refused:
        return call
    return Call(call.outputs, TABLE["native"], operands, (("kernel", kernel),), call.span)
