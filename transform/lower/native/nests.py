"""Program -> Program: loop nests of numbers, and sorts, become calls of native kernels.

    y, = fori_loop(0, 1000, x, y, body=…)       ⇒       y, = native(x, y, kernel=…)

Those are sorts of long rows (sorting.py), the places that long masks choose (compaction.py), and loops whose bodies
compute with numbers, read and write elements of arrays, branch, and loop again: the outermost for which a kernel can be
written (kernel.py), and pays (cost.py). All others stay as they are.
"""

from __future__ import annotations

from ...analysis.loops import LoopView, is_loop
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Program, walk, with_programs
from ..in_place.loop_carries import Loop, rename_operands, drop_constant_carries
from .compaction import with_compactions
from .cost import WORTH, WORTH_IN_LOOP, estimate_saving
from .kernel import kernel_of
from .scalars import Refused
from .sorts.sorting import with_sorts


def with_kernels(
    program: Program, polls: bool = False, worth: float = WORTH, in_loop: bool = False
) -> Program:
    """The program with such calls.

    Args:
        polls: do kernels ask whether they are to stop?
        worth: ns that a kernel has to save in a call.
        in_loop: is the program inside of a loop that XLA may compile to one function? A kernel in it costs more.
    """
    least = max(worth, WORTH_IN_LOOP) if in_loop else worth
    program = with_compactions(with_sorts(program, least), least)
    env: dict[str, Atom] = {}
    body: list[Call] = []
    for old in program.body:
        call = old
        if env:
            call = Call(
                call.outputs, call.primitive, rename_operands(call.operands, env), call.params, call.span
            )
        found = kernel_call(call, least, polls) if is_loop(call) else None
        if found:
            call, same = found
            env |= same
        else:
            inside = may_be_one_function(call) if is_loop(call) else in_loop
            call = with_programs(call, lambda p: with_kernels(p, polls, worth, inside))
        body.append(call)
    if all(a is b for a, b in zip(body, program.body)):
        return program
    return Program(program.name, program.parameters, tuple(body), rename_operands(program.results, env))


def may_be_one_function(loop: Call) -> bool:
    """Whether a loop does nothing for which XLA leaves its functions, as calls of the host are."""
    return not any(c.primitive.effect for p in loop.programs() for c in walk(p))


def with_drawing_kernels(program: Program, in_loop: bool = False) -> Program:
    """The program, in whose loops kernels draw random numbers one by one."""
    body: list[Call] = []
    for old in program.body:
        call = with_programs(old, lambda p: with_drawing_kernels(p, in_loop or is_loop(old)))
        if in_loop and call.primitive.name == "host_call" and call.param("callee").draw is not None:
            call = drawing_kernel(call)
        body.append(call)
    same = all(a is b for a, b in zip(body, program.body))
    return program if same else Program(program.name, program.parameters, tuple(body), program.results)


def drawing_kernel(call: Call) -> Call:
    """The call of a kernel that draws; the call itself where there is none."""
    try:
        kernel, operands = kernel_of(call, False)
    except Refused:
        return call
    return Call(call.outputs, TABLE["acting_native"], operands, (("kernel", kernel),), call.span)


def kernel_call(call: Call, worth: float, polls: bool) -> tuple[Call, dict[str, Atom]] | None:
    """The call of a kernel in the place of a loop, and outputs that are operands; None where there is none."""
    if estimate_saving(call) < worth:
        return None
    loop, same = without_unchanged(call)
    try:
        kernel, operands = kernel_of(loop, polls)
    except Refused:
        return None
    primitive = TABLE["acting_native" if kernel.acts else "native"]
    return Call(loop.outputs, primitive, operands, (("kernel", kernel),), call.span), same


def without_unchanged(call: Call) -> tuple[Call, dict[str, Atom]]:
    """A loop without the carries that its body returns as they came, and the operands that these outputs are."""
    view = LoopView(call)
    programs = {"body": view.body} | ({"test": view.test} if view.test else {})
    found, changed = drop_constant_carries(
        Loop(list(call.operands[view.lead :]), programs, call.param("invariant"))
    )
    outputs = tuple([call.outputs[k] for k in changed])
    same = {v.name: view.carries[k] for k, v in enumerate(call.outputs) if k not in changed}
    params = {**dict(call.params), **found.programs, "invariant": found.invariant}
    operands = (*view.bounds, *found.values)
    return Call(outputs, call.primitive, operands, tuple(sorted(params.items())), call.span), same
