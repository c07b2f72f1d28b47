"""Calls of Python functions from a kernel.

The kernel passes the number that the process has for the function, the addresses of operands and results, and room for
the text of an exception. `recto_host_call` (runtime/host/kernel_calls.py) reads and writes what is there; after an
exception the kernel ends, and XLA's error has the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...ir.mlir_text import Value
from ...ir.program import Call, Type
from ...primitives.control.native import Hosted
from .arrays import Array, Operand, cell, in_memory, load, store
from .loops import INT64, go_on
from .scalars import Refused
from .writer import Writer

LONGEST_TEXT = 512  # bytes of an exception
MOST = 1 << 12  # functions that a kernel calls
FAILED = "failed"  # where a kernel ends after an exception
INT32 = Type(np.dtype(np.int32))


def host_call(w: Writer, call: Call, operands: Sequence[Operand]) -> list[Operand]:
    """The results of a host_call or host_value; those of a host_call come behind the counter of effects."""
    callee, acts = call.param("callee"), call.primitive.effect
    given, outputs = (operands[1:], call.outputs[1:]) if acts else (operands, call.outputs)
    found = on_host(w, lambda *values: callee(values), given, [v.type for v in outputs])
    return [operands[0], *found] if acts else found


def on_host(
    w: Writer,
    function: Callable[..., tuple[np.ndarray | np.generic, ...]],
    operands: Sequence[Operand],
    results: Sequence[Type],
    ends: bool = True,
) -> list[Operand]:
    """Call function(*operands) on the host. `ends`: whether the kernel ends after an exception."""
    if any(t.size == 0 for t in (*results, *[o.type for o in operands])):
        raise Refused("an array without elements")
    if len(w.hosted) == MOST:
        raise Refused("too many calls of the host")
    number = w.op(f"add i64 %hosted.first, {len(w.hosted)}", INT64)
    w.hosted.append(Hosted(function, tuple([o.type for o in operands]), tuple(results)))
    made = [Array(w.slot(cell(t)) if t.size == 1 else w.buffer(t), t) for t in results]
    places = [address(w, o) for o in operands] + [array.pointer for array in made]
    slots = w.slot(f"[{max(1, len(places))} x ptr]")
    for k, place in enumerate(places):
        at = w.op(f"getelementptr i8, ptr {slots}, i64 {8 * k}", INT64)
        w.line(f"store ptr {place}, ptr {at.name}")
    w.declared.add("declare i32 @recto_host_call(i64, ptr, ptr)")
    status = w.op(f"call i32 @recto_host_call(i64 {number.name}, ptr {slots}, ptr %message)", INT32)
    if ends:
        go_on(w, w.test("eq", status, "0"), FAILED)
    return [load(w, a.pointer, a.type) if a.type.size == 1 else a for a in made]


def address(w: Writer, operand: Operand) -> str:
    """The address of an operand in memory."""
    if not isinstance(operand, Value):
        return in_memory(w, operand).pointer
    slot = w.slot(cell(operand.type))
    store(w, operand, slot)
    return slot
