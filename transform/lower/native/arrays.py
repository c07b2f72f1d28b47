"""Array representations in native code: arrays in memory, and lazy arrays whose elements are computed on
demand.

Starts of windows are clamped, and updates at indices out of range are dropped, as the primitives define it,
unless the bounds of the integers prove that neither occurs.
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
from .loops import INT64, each
from .scalars import BOOL, BY_SHIFTS, Refused, convert, is_power, llvm
from .writer import Writer

COMBINED = {
    "scatter": None,
    "scatter_add": "add",
    "scatter_mul": "mul",
    "scatter_min": "minimum",
    "scatter_max": "maximum",
}
Index = list[Value]
Limits = Callable[[int], Interval | None]  # the bounds of an operand, by number


class Array(NamedTuple):
    """An array in memory, by rows."""

    pointer: str
    type: Type


Place = (
    tuple[Any, ...] | str
)  # which element of an array in memory an element is made from: of a window, that of its own place …
OWN, OTHER = "own", "other"  # … or any


class View(NamedTuple):
    """An array whose elements are computed when they are asked for.

    sources: the arrays in memory that it needs, and where.
    cheap: whether it may be computed several times.
    """

    type: Type
    at: Callable[[Index], Value]
    sources: frozenset[tuple[str, Place]]
    cheap: bool = False


Operand = Value | Array | View


def sources(*operands: Operand) -> frozenset[tuple[str, Place]]:
    """The arrays in memory that elements of operands need."""
    found: list[tuple[str, Place]] = []
    for o in operands:
        found += o.sources if isinstance(o, View) else [(o.pointer, OWN)] if isinstance(o, Array) else []
    return frozenset(found)


def reads(*operands: Operand) -> frozenset[str]:
    return frozenset([pointer for pointer, _ in sources(*operands)])


def elsewhere(*operands: Operand) -> frozenset[tuple[str, Place]]:
    """The same for what reads any elements."""
    return frozenset([(pointer, OTHER) for pointer in reads(*operands)])


def is_cheap(*operands: Operand) -> bool:
    return all(o.cheap for o in operands if isinstance(o, View))


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


def clear(w: Writer, pointer: str, size: int | str) -> None:
    """Fill so many bytes with 0."""
    w.declared.add("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    w.line(f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {size}, i1 false)")


def wide(w: Writer, index: Value) -> Value:
    return convert(w, index, out=INT64)


def plus(w: Writer, x: Value, y: Value, factor: int = 1) -> Value:
    """x + factor * y, of indices."""
    if y.name == "0":
        return x
    far = y if factor == 1 else w.op(f"mul nsw i64 {y.name}, {factor}", INT64)
    return far if x.name == "0" else w.op(f"add nsw i64 {x.name}, {far.name}", INT64)


def clamp_index(w: Writer, index: Value, limits: Interval | None, top: int) -> Value:
    """An index within 0 … top."""
    if within(limits or full(index.dtype), (0, top)):
        return wide(w, index)
    low = w.intrinsic("smax", (wide(w, index), Value("0", INT64)), INT64)
    return w.intrinsic("smin", (low, Value(str(top), INT64)), INT64)


def element_address(w: Writer, array: Array, indices: Index) -> str:
    """The address of an element."""
    flat = Value("0", INT64)
    for axis, index in enumerate(indices):
        flat = plus(w, flat, index, math.prod(array.type.shape[axis + 1 :]))
    if flat.name == "0":
        return array.pointer
    t = cell(array.type)
    return w.op(f"getelementptr inbounds {t}, ptr {array.pointer}, i64 {flat.name}", INT64).name


def element(w: Writer, operand: Operand, indices: Index) -> Value:
    if isinstance(operand, View):
        return operand.at(indices)
    if isinstance(operand, Array):
        return load(w, element_address(w, operand, indices), Type(operand.type.dtype))
    return operand


def fill(w: Writer, array: Array, source: Operand) -> Array:
    """Write all elements of an array."""

    def turn(indices: Index, carry: list[Value]) -> list[Value]:
        store(w, element(w, source, indices), element_address(w, array, indices))
        return carry

    each(w, array.type.shape, [], turn)
    return array


def in_memory(w: Writer, operand: Operand) -> Array:
    """The array in memory; one that is computed gets a buffer."""
    if isinstance(operand, Array):
        return operand
    return fill(w, Array(w.buffer(operand.type), operand.type), operand)


# -- windows: which element of an array belongs to an index of the window ----------------------------------------------


class Window(NamedTuple):
    """at: the indices of an element of the window, and whether they are in range (None: they are)."""

    at: Callable[[Index], tuple[Index, Value | None]]
    place: Place = OTHER


def window(w: Writer, call: Call, starts: Sequence[Operand], limits: Limits) -> Window:
    shape, params, name = call.operands[0].type.shape, dict(call.params), call.primitive.name
    if name in ("slice_", "put_slice"):
        first = [Value(str(start), INT64) for start in params["starts"]]
        return block(w, first, params["strides"], params["drop"])
    if name in ("dynamic_slice", "update_slice"):
        tops = [n - size for n, size in zip(shape, params["sizes"])]
        first = [
            clamp_index(w, element(w, s, []), limits(k), top) for k, (s, top) in enumerate(zip(starts, tops))
        ]
        return block(w, first, (1,) * len(shape), params["drop"])
    if name != "gather" and name not in COMBINED or params.get("batch", 0):
        raise Refused(f"{name} in a batch")
    return points(w, call, starts, limits)


def block(w: Writer, first: Index, strides: Sequence[int], drop: Sequence[int]) -> Window:
    """The window of slices."""

    def at(indices: Index) -> tuple[Index, None]:
        left = iter(indices)
        along = [
            start if axis in drop else plus(w, start, next(left), strides[axis])
            for axis, start in enumerate(first)
        ]
        return along, None

    return Window(at, (tuple([i.name for i in first]), tuple(strides), tuple(drop)))


def points(w: Writer, call: Call, numbers: Sequence[Operand], limits: Limits) -> Window:
    """The window of arrays of indices."""
    shape, axes, before = call.operands[0].type.shape, call.param("axes"), dict(call.params).get("at", 0)
    count = numbers[0].type.ndim
    rest = [axis for axis in range(len(shape)) if axis not in axes]

    def at(indices: Index) -> tuple[Index, Value | None]:
        own = [*indices[:before], *indices[before + count :]]
        found, ok = dict(zip(rest, own)), None
        for k, (axis, number) in enumerate(zip(axes, numbers)):
            index = element(w, number, indices[before : before + count])
            top = shape[axis] - 1
            found[axis] = clamp_index(w, index, limits(k), top)
            if not within(limits(k) or full(index.dtype), (0, top)):
                inside = w.test("ule", wide(w, index), str(top))
                ok = inside if ok is None else w.op(f"and i1 {ok.name}, {inside.name}", Type(BOOL))
        return [found[axis] for axis in range(len(shape))], ok

    return Window(at)


def read_window(w: Writer, call: Call, operands: Sequence[Operand], limits: Limits) -> View:
    """The result of a call that reads a window."""
    array, out = operands[0], call.outputs[0].type
    find = window(w, call, operands[1:], lambda k: limits(1 + k))
    clips = dict(call.params).get("mode", "clip") == "clip"

    def at(indices: Index) -> Value:
        places, ok = find.at(indices)
        found = element(w, array, places)
        if ok is None or clips:
            return found
        return w.pick(ok, found, w.constant(np.zeros((), out.dtype)))

    found = elsewhere(*operands)
    if isinstance(array, Array) and find.place != OTHER:
        found = elsewhere(*operands[1:]) | {(array.pointer, find.place)}
    return View(out, at, found, is_cheap(*operands))


def write(w: Writer, call: Call, operands: Sequence[Operand], limits: Limits) -> Operand:
    """Overwrite a window; the array."""
    array, update, *starts = operands
    if isinstance(array, Value):
        return written_number(w, call, array, update, starts, limits)
    array = in_memory(w, array)
    starts = [in_memory(w, o) if array.pointer in reads(o) else o for o in starts]
    find = window(w, call, starts, lambda k: limits(2 + k))
    if any(place != find.place or place == OTHER for p, place in sources(update) if p == array.pointer):
        update = in_memory(w, update)
    clips = dict(call.params).get("mode", "drop") == "clip"

    def turn(indices: Index, carry: list[Value]) -> list[Value]:
        places, ok = find.at(indices)
        after = w.label()
        value = element(w, update, indices)
        if ok is not None and not clips:
            inside = w.label()
            w.branch(ok, inside, after)
            w.begin(inside)
        pointer = element_address(w, array, places)
        plain = Type(array.type.dtype)
        old = load(w, pointer, plain) if COMBINED.get(call.primitive.name) else Value("", plain)
        store(w, combine_values(w, call, old, value), pointer)
        if ok is not None and not clips:
            w.jump(after)
            w.begin(after)
        return carry

    each(w, call.operands[1].type.shape, [], turn)
    return array


def number(w: Writer, operand: Operand) -> Value:
    """The only element of an array."""
    zero = Value("0", INT64)
    return Value(element(w, operand, [zero] * operand.type.ndim).name, operand.type)


def written_number(
    w: Writer, call: Call, old: Value, update: Operand, starts: Sequence[Operand], limits: Limits
) -> Value:
    """An array of one element, which is in a register, with an update of one element."""
    if update.type.size != 1:
        raise Refused("several updates of one element")
    zero = [Value("0", INT64)] * update.type.ndim
    _, ok = window(w, call, starts, lambda k: limits(2 + k)).at(zero)
    new = combine_values(w, call, old, number(w, update))
    keeps = ok is not None and dict(call.params).get("mode", "drop") != "clip"
    return Value(w.pick(ok, new, old).name if keeps and ok else new.name, old.type)


def combine_values(w: Writer, call: Call, old: Value, value: Value) -> Value:
    name = COMBINED.get(call.primitive.name)
    return value if name is None else scalar(w, TABLE[name], [old, value], Type(old.dtype), {})


def scalar(w: Writer, primitive: Any, values: Sequence[Value], out: Type, params: dict[str, Any]) -> Value:
    """The result of an elementwise primitive for numbers, by its rule of lowering; quotients by powers of two
    by shifts."""
    if primitive.name in BY_SHIFTS and is_power(values[1]):
        return Value(BY_SHIFTS[primitive.name](w, values[0], int(values[1].name)).name, out)
    if isinstance(primitive.lower, str):
        return w(primitive.lower, *values, out=out)
    return Value(primitive.lower(w, *values, out=out, **params).name, out)
