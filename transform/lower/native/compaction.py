"""Stream compaction, from Program to Program: the places that a long mask selects become calls of a native
kernel.

    numbers = cumsum(cast(mask, dtype=i64), axis=0) - 1
    places = scatter(0, iota(…), select(mask, numbers, n), axes=(0,), mode="skip")

        ⇒   places, = native(mask, kernel=…)

The kernel writes each place behind those before it, and goes on from there where the mask chooses it.
"""

from __future__ import annotations

import numpy as np

from ...analysis.def_use import chains_of, maker
from ...ir.builder import TABLE, Builder, broadcast_to
from ...ir.mlir_text import Value
from ...ir.program import Atom, Call, Const, Program, Type, Var
from ...primitives.control.native import Kernel
from .arrays import Array, clear, load, element_address, store
from .kernel import finish_kernel
from .loops import INT64, times
from .scalars import BOOL
from .writer import Writer

SAVED = 4.0  # ns, a place: XLA's sum and scatter take 5 with 10,000 places and 9 with a million, the kernel 1


def with_compactions(program: Program, worth: float) -> Program:
    """The program with kernels for those that it makes faster by so many ns."""
    if not any(call.primitive.name == "scatter" for call in program.body):
        return program
    made = chains_of(program).made
    body: list[Call] = []
    for call in program.body:
        mask = mask_of(call, made) if call.primitive.name == "scatter" else None
        if mask is not None and SAVED * mask.type.size >= worth:
            kernel = compaction_kernel(mask.type, call.outputs[0].type)
            call = Call(call.outputs, TABLE["native"], (mask,), (("kernel", kernel),), call.span)
        body.append(call)
    return Program(program.name, program.parameters, tuple(body), program.results)


def mask_of(call: Call, made: dict[str, Call]) -> Var | None:
    """The mask of whose places a scatter is the list, with 0 behind the last."""
    out, params = call.outputs[0].type, dict(call.params)
    line, target = maker(call.operands[1], made, "iota"), maker(call.operands[2], made, "select")
    if (
        out.ndim != 1
        or line is None
        or target is None
        or params.get("mode") != "skip"
        or params.get("batch", 0)
    ):
        return None
    mask, number, outside = target.operands
    less = maker(number, made, "sub")
    total = maker(less.operands[0], made, "cumsum") if less else None
    ones = maker(total.operands[0], made, "cast") if total and not total.param("reverse") else None
    if ones is None or less is None or ones.operands[0] != mask or not isinstance(mask, Var):
        return None
    filled = (call.operands[0], 0), (less.operands[1], 1), (outside, out.size)
    known = all(is_filled(atom, value, made) for atom, value in filled)
    fits = mask.type.dtype == BOOL and mask.type.shape == line.outputs[0].type.shape == out.shape
    return mask if known and fits else None


def is_filled(atom: Atom, value: int, made: dict[str, Call]) -> bool:
    """Whether an array is known to be of one value."""
    call = maker(atom, made, "broadcast")
    atom = call.operands[0] if call else atom
    return isinstance(atom, Const) and bool(np.all(atom.value == value))


def compaction_kernel(mask: Type, out: Type) -> Kernel:
    w, number = Writer(1), Type(out.dtype)
    given, made = Array("%given.0", mask), Array("%made.0", out)

    def turn(i: Value, carry: list[Value]) -> list[Value]:
        narrow = w.op(f"trunc i64 {i.name} to i32", number) if out.dtype.itemsize == 4 else i
        store(w, Value(narrow.name, number), element_address(w, made, carry))
        chosen = load(w, element_address(w, given, [i]), Type(BOOL))
        one = w.op(f"zext i1 {chosen.name} to i64", INT64)
        return [w.op(f"add nuw nsw i64 {carry[0].name}, {one.name}", INT64)]

    [count] = times(w, out.size, [Value("0", INT64)], turn)
    rest = w.op(f"sub nuw nsw i64 {out.size}, {count.name}", INT64)
    size = w.op(f"mul nuw nsw i64 {rest.name}, {out.dtype.itemsize}", INT64)
    clear(w, element_address(w, made, [count]), size.name)
    w.line("ret i32 0")
    return finish_kernel(w, compaction(mask, out), [given.pointer], [made.pointer], {}, None)


def compaction(mask: Type, out: Type) -> Program:
    """The program that the kernel stands for."""
    b = Builder()
    chosen = b.parameter(mask, "mask")
    filled = lambda value: broadcast_to(b.lift(out.dtype.type(value)), out.shape)
    numbers = TABLE["cumsum"](chosen.astype(out.dtype), axis=0, reverse=False) - filled(1)
    line = b.bind(TABLE["iota"], (), {"shape": out.shape, "axis": 0, "dtype": out.dtype})
    target = TABLE["select"](chosen, numbers, filled(out.size))
    return b.finish([TABLE["scatter"](filled(0), line, target, axes=(0,), mode="skip")], "kernel")
