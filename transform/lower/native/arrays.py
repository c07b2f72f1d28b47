"""Elements of arrays in memory: where they are, reading and writing them.

Starts of windows are clamped, and updates at indices out of range dropped, as the primitives say, where the bounds of
integers do not show that this is idle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...analysis.intervals import Interval, full, within
from ...ir.builder import TABLE
from ...ir.mlir_text import Value
from ...ir.program import Call, Type
from .scalars import BOOL, Refused, convert, llvm
from .writer import Writer

INT64 = Type(np.dtype(np.int64))
COMBINED = {
    "scatter": None,
    "scatter_add": "add",
    "scatter_mul": "mul",
    "scatter_min": "minimum",
    "scatter_max": "maximum",
}


class Array(NamedTuple):
    """An array in memory, by rows."""

    pointer: str
    type: Type


Operand = Value | Array
Limits = Callable[[int], Interval | None]  # the bounds of an operand, by number


def cell(t: Type) -> str:
    """The type of an element in memory."""
    return "i8" if t.dtype == BOOL else llvm(t)


def load(w: Writer, pointer: str, t: Type) -> Value:
    found = w.op(f"load {cell(t)}, ptr {pointer}", t)
    return w.op(f"icmp ne i8 {found.name}, 0", t) if t.dtype == BOOL else found


def store(w: Writer, value: Value, pointer: str) -> None:
    if value.dtype == BOOL:
        value = w.op(f"zext i1 {value.name} to i8", value.type)
    w.line(f"store {cell(value.type)} {value.name}, ptr {pointer}")


def wide(w: Writer, index: Value) -> Value:
    return convert(w, index, out=INT64)


def clamped(w: Writer, index: Value, limits: Interval | None, top: int) -> Value:
    """An index within 0 … top."""
    if within(limits or full(index.dtype), (0, top)):
        return wide(w, index)
    low = w.intrinsic("smax", (wide(w, index), Value("0", INT64)), INT64)
    return w.intrinsic("smin", (low, Value(str(top), INT64)), INT64)


def element(w: Writer, array: Array, indices: Sequence[Value]) -> str:
    """The address of an element."""
    strides = [math.prod(array.type.shape[axis + 1 :]) for axis in range(array.type.ndim)]
    place = Value("0", INT64)
    for index, stride in zip(indices, strides):
        if index.name == "0":
            continue
        far = index if stride == 1 else w.op(f"mul nsw i64 {index.name}, {stride}", INT64)
        place = far if place.name == "0" else w.op(f"add nsw i64 {place.name}, {far.name}", INT64)
    if place.name == "0":
        return array.pointer
    t = cell(array.type)
    return w.op(f"getelementptr inbounds {t}, ptr {array.pointer}, i64 {place.name}", INT64).name


# -- reads and writes --------------------------------------------------------------------------------------------------


def read(w: Writer, call: Call, operands: Sequence[Operand], limits: Limits) -> Value:
    """The result of a call that reads one element."""
    out = call.outputs[0].type
    if out.size != 1:
        raise Refused("a window of several elements")
    array = operands[0]
    if not isinstance(array, Array):
        return Value(array.name, out)
    indices, ok = window(w, call, operands[1:], lambda k: limits(1 + k))
    found = load(w, element(w, array, indices), Type(out.dtype, out.shape))
    if ok is None or call.primitive.name == "gather" and dict(call.params).get("mode", "clip") == "clip":
        return found
    return w.pick(ok, found, w.constant(np.zeros((), out.dtype)), out)


def write(w: Writer, call: Call, operands: Sequence[Operand], limits: Limits) -> Operand:
    """Overwrite one element; the array."""
    array, value, *starts = operands
    if call.operands[1].type.size != 1 or not isinstance(value, Value):
        raise Refused("an update of several elements")
    indices, ok = window(w, call, starts, lambda k: limits(2 + k))
    keeps = ok is not None and dict(call.params).get("mode", "drop") != "clip"
    if not isinstance(array, Array):
        new = combined(w, call, array, value)
        return Value(w.pick(ok, new, array).name if keeps and ok else new.name, array.type)
    after = w.label()
    if keeps and ok is not None:
        inside = w.label()
        w.branch(ok, inside, after)
        w.begin(inside)
    pointer = element(w, array, indices)
    number = Type(array.type.dtype)
    old = load(w, pointer, number) if COMBINED.get(call.primitive.name) else Value("", number)
    store(w, combined(w, call, old, value), pointer)
    if keeps:
        w.jump(after)
        w.begin(after)
    return array


def combined(w: Writer, call: Call, old: Value, value: Value) -> Value:
    name = COMBINED.get(call.primitive.name)
    return value if name is None else scalar(w, TABLE[name], [old, value], old.type, {})


def scalar(w: Writer, primitive: Any, values: Sequence[Value], out: Type, params: dict[str, Any]) -> Value:
    """What an elementwise primitive makes of numbers, by its rule of lowering."""
    if isinstance(primitive.lower, str):
        return w(primitive.lower, *values, out=out)
    return Value(primitive.lower(w, *values, out=out, **params).name, out)


def window(
    w: Writer, call: Call, starts: Sequence[Operand], limits: Limits
) -> tuple[list[Value], Value | None]:
    """The index of the element along every axis, and whether the indices are in range, where that is not certain."""
    shape, params = call.operands[0].type.shape, dict(call.params)
    name = call.primitive.name
    if name in ("slice_", "put_slice"):
        return [Value(str(start), INT64) for start in params["starts"]], None
    numbers = [s for s in starts if isinstance(s, Value)]
    if name in ("dynamic_slice", "update_slice"):
        top = [n - 1 for n in shape]
        return [clamped(w, s, limits(k), t) for k, (s, t) in enumerate(zip(numbers, top))], None
    if name != "gather" and name not in COMBINED or len(numbers) < len(starts):
        raise Refused(f"{name} of several elements")
    indices, ok = [Value("0", INT64)] * len(shape), None
    for k, (axis, index) in enumerate(zip(params["axes"], numbers)):
        indices[axis] = clamped(w, index, limits(k), shape[axis] - 1)
        if not within(limits(k) or full(index.dtype), (0, shape[axis] - 1)):
            inside = w.test("ult", wide(w, index), str(shape[axis]))
            ok = inside if ok is None else w.op(f"and i1 {ok.name}, {inside.name}", Type(BOOL))
    return indices, ok
