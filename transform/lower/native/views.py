"""Lazy evaluation of array primitives: results are views whose elements are computed on demand; scalars are
eager."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import highest, kind, lowest, settings
from ...ir.builder import TABLE
from ...ir.mlir_text import Value
from ...ir.program import Call, Type
from ...primitives._rules import pointwise
from .arrays import (
    Array,
    Index,
    Operand,
    View,
    clamp_index,
    element,
    elsewhere,
    in_memory,
    is_cheap,
    element_address,
    plus,
    scalar,
    sources,
    store,
    wide,
)
from .loops import INT64, each
from .scalars import BOOL, Refused, convert, llvm
from .writer import Writer

Rule = Callable[..., Callable[[Index], Value]]


def view(w: Writer, call: Call, operands: Sequence[Operand]) -> View:
    """The result of a call that neither reads nor writes windows."""
    out, name = call.outputs[0].type, call.primitive.name
    if call.primitive.batch is pointwise:
        return View(out, elementwise(w, call, operands), sources(*operands))
    if name not in RULES:
        raise Refused(f"{name} of arrays")
    operands = [o if is_cheap(o) or name not in REPEATED else in_memory(w, o) for o in operands]
    at = RULES[name](w, operands, out, **dict(call.params))
    cheap = is_cheap(*operands) and name not in REDUCTIONS
    return View(out, at, elsewhere(*operands), cheap)


def elementwise(w: Writer, call: Call, operands: Sequence[Operand]) -> Callable[[Index], Value]:
    out, params = Type(call.outputs[0].type.dtype), dict(call.params)

    def at(indices: Index) -> Value:
        values = [element(w, o, indices) for o in operands]
        values = [Value(v.name, Type(v.dtype)) for v in values]
        return scalar(w, call.primitive, values, out, params)

    return at


# -- rules: (writer, operands, type of the result, **params) -> the element at indices ---------------------------------


def broadcast(w: Writer, operands: Sequence[Operand], out: Type, *, shape: Any, axes: Any) -> Any:
    return lambda indices: element(w, operands[0], [indices[a] for a in axes])


def transpose(w: Writer, operands: Sequence[Operand], out: Type, *, axes: Any) -> Any:
    return lambda indices: element(w, operands[0], [indices[axes.index(a)] for a in range(len(axes))])


def flip(w: Writer, operands: Sequence[Operand], out: Type, *, axes: Any) -> Any:
    back = lambda a, i: plus(w, Value(str(out.shape[a] - 1), INT64), i, -1) if a in axes else i
    return lambda indices: element(w, operands[0], [back(a, i) for a, i in enumerate(indices)])


def reshape(w: Writer, operands: Sequence[Operand], out: Type, *, shape: Any) -> Any:
    """Axes of one element come or go; or the place is found by division."""
    given = operands[0].type.shape
    long = lambda dims: [axis for axis, n in enumerate(dims) if n != 1]
    same = [given[a] for a in long(given)] == [shape[a] for a in long(shape)]

    def at(indices: Index) -> Value:
        found = [Value("0", INT64)] * len(given)
        if same:
            for a, b in zip(long(given), long(shape)):
                found[a] = indices[b]
            return element(w, operands[0], found)
        flat = Value("0", INT64)
        for axis, index in enumerate(indices):
            flat = plus(w, flat, index, math.prod(shape[axis + 1 :]))
        for axis in long(given):
            stride = math.prod(given[axis + 1 :])
            part = w.op(f"udiv i64 {flat.name}, {stride}", INT64)
            found[axis] = w.op(f"urem i64 {part.name}, {given[axis]}", INT64)
        return element(w, operands[0], found)

    return at


def iota(w: Writer, operands: Sequence[Operand], out: Type, *, shape: Any, axis: int, dtype: Any) -> Any:
    return lambda indices: convert(w, indices[axis], out=Type(out.dtype))


def inside(w: Writer, operands: Sequence[Operand], out: Type, *, size: int) -> Any:
    lo, hi = (wide(w, element(w, o, [])) for o in operands)

    def at(indices: Index) -> Value:
        after, before = w.test("sge", indices[0], lo.name), w.test("slt", indices[0], hi.name)
        return w.op(f"and i1 {after.name}, {before.name}", Type(BOOL))

    return at


def shift(w: Writer, operands: Sequence[Operand], out: Type, *, axis: int, size: int) -> Any:
    """Zero for what is not in the array, of which another element is read then."""
    x, by = operands[0], wide(w, element(w, operands[1], []))
    top = x.type.shape[axis] - 1

    def at(indices: Index) -> Value:
        source = w.op(f"add i64 {indices[axis].name}, {by.name}", INT64)
        there = w.test("ule", source, str(top))
        nearest = clamp_index(w, source, None, top)
        found = element(w, x, [*indices[:axis], nearest, *indices[axis + 1 :]])
        return w.pick(there, found, w.constant(np.zeros((), out.dtype)))

    return at


def pad(w: Writer, operands: Sequence[Operand], out: Type, *, low: Any, high: Any, interior: Any) -> Any:
    """The second operand around the first, of which another element is read there."""
    x, edge = operands
    if any(interior) or not x.type.size:
        raise Refused("padding between elements, or around none")

    def at(indices: Index) -> Value:
        found, there = list(indices), None
        for axis, (before, after, size) in enumerate(zip(low, high, x.type.shape)):
            if (before, after) == (0, 0):
                continue
            source = plus(w, indices[axis], Value(str(-before), INT64)) if before else indices[axis]
            inside = w.test("ult", source, str(size))
            there = inside if there is None else w.op(f"and i1 {there.name}, {inside.name}", Type(BOOL))
            found[axis] = clamp_index(w, source, None, size - 1)
        value = element(w, x, found)
        return value if there is None else w.pick(there, value, element(w, edge, []))

    return at


def concatenate(w: Writer, operands: Sequence[Operand], out: Type, *, axis: int) -> Any:
    """Read from all parts, within their ends, and choose."""

    def at(indices: Index) -> Value:
        found, start = None, 0
        for part in operands:
            size = part.type.shape[axis]
            if not size:
                continue
            own = clamp_index(w, plus(w, indices[axis], Value(str(-start), INT64)), None, size - 1)
            value = element(w, part, [*indices[:axis], own, *indices[axis + 1 :]])
            before = w.test("slt", indices[axis], str(start))
            found = value if found is None else w.pick(before, found, value)
            start += size
        assert found is not None
        return found

    return at


def reduction(combine: str, start: Any) -> Rule:
    """A reduction over some axes, in order; sums of floats in any order, unless the settings keep it."""

    def rule(w: Writer, operands: Sequence[Operand], out: Type, *, axes: Any) -> Any:
        x = operands[0]
        shape, kept = x.type.shape, [a for a in range(x.type.ndim) if a not in axes]
        plain = Type(out.dtype)

        def at(indices: Index) -> Value:
            fixed = dict(zip(kept, indices))

            def turn(inner: Index, carry: list[Value]) -> list[Value]:
                where = {**fixed, **dict(zip(axes, inner))}
                return [
                    combine_values(w, combine, carry[0], element(w, x, [where[a] for a in range(len(shape))]))
                ]

            first = w.constant(np.asarray(start(out.dtype), out.dtype))
            return each(w, [shape[a] for a in axes], [Value(first.name, plain)], turn)[0]

        return at

    return rule


def running(combine: str) -> Rule:
    """Along an axis, in order: all elements at once, in a buffer."""

    def rule(w: Writer, operands: Sequence[Operand], out: Type, *, axis: int, reverse: bool) -> Any:
        x, made, plain = operands[0], Array(w.buffer(out), out), Type(out.dtype)
        top = Value(str(out.shape[axis] - 1), INT64)

        def line(others: Index, carry: list[Value]) -> list[Value]:
            def turn(inner: Index, so_far: list[Value]) -> list[Value]:
                at = plus(w, top, inner[0], -1) if reverse else inner[0]
                where = [*others[:axis], at, *others[axis:]]
                total = combine_values(w, combine, so_far[0], element(w, x, where))
                store(w, total, element_address(w, made, where))
                return [total]

            first = (
                STARTS[combine](out.dtype) if combine != "add" else out.dtype.type(-0.0)
            )  # of -0.0 it is -0.0
            start = w.constant(np.asarray(first, out.dtype))
            each(w, [out.shape[axis]], [Value(start.name, plain)], turn)
            return carry

        each(w, [*out.shape[:axis], *out.shape[axis + 1 :]], [], line)
        return lambda indices: element(w, made, indices)

    return rule


def combine_values(w: Writer, combine: str, total: Value, value: Value) -> Value:
    value = Value(value.name, total.type)
    if combine == "add" and kind(total.dtype) == "f" and settings.reorder_sums:
        return w.op(f"fadd reassoc {llvm(total.type)} {total.name}, {value.name}", total.type)
    return scalar(w, TABLE[combine], [total, value], total.type, {})


def dot(w: Writer, operands: Sequence[Operand], out: Type, *, contract: Any, batch: Any) -> Any:
    """The sum of products over pairs of axes."""
    x, y = operands
    if out.dtype == BOOL or batch[0]:
        raise Refused("a product of arrays of bool, or in a batch")
    free = [[a for a in range(o.type.ndim) if a not in c] for o, c in zip(operands, contract)]
    plain = Type(out.dtype)

    def at(indices: Index) -> Value:
        left = dict(zip(free[0], indices))
        right = dict(zip(free[1], indices[len(free[0]) :]))

        def turn(inner: Index, carry: list[Value]) -> list[Value]:
            xs, ys = left | dict(zip(contract[0], inner)), right | dict(zip(contract[1], inner))
            values = [element(w, o, [d[a] for a in range(len(d))]) for o, d in ((x, xs), (y, ys))]
            product = scalar(w, TABLE["mul"], [Value(v.name, plain) for v in values], plain, {})
            return [combine_values(w, "add", carry[0], product)]

        zero = Value(w.constant(np.zeros((), out.dtype)).name, plain)
        return each(w, [x.type.shape[a] for a in contract[0]], [zero], turn)[0]

    return at


def place_of_extreme(better: str) -> Rule:
    """The position of the extreme of one axis: the first of equal elements, or the first NaN."""

    def rule(w: Writer, operands: Sequence[Operand], out: Type, *, axis: int) -> Any:
        x = operands[0]

        def at(indices: Index) -> Value:
            def turn(inner: Index, carry: list[Value]) -> list[Value]:
                best, place = carry
                value = Value(element(w, x, [*indices[:axis], *inner, *indices[axis:]]).name, best.type)
                ask = lambda name, *values: scalar(w, TABLE[name], values, Type(BOOL), {})
                wins = ask(better, value, best)
                if kind(best.dtype) == "f":
                    wins = ask("or_", wins, ask("and_", ask("ne", value, value), ask("eq", best, best)))
                return [w.pick(wins, value, best), w.pick(wins, inner[0], place)]

            zero = Value("0", INT64)
            first = element(w, x, [*indices[:axis], zero, *indices[axis:]])
            start = [Value(first.name, Type(x.type.dtype)), zero]
            return convert(w, each(w, [x.type.shape[axis]], start, turn)[1], out=Type(out.dtype))

        return at

    return rule


STARTS: dict[str, Callable[[Any], Any]] = {
    "add": lambda dtype: 0,
    "mul": lambda dtype: 1,
    "maximum": lowest,
    "minimum": highest,
}
REPEATED = frozenset(["broadcast", "dot"])  # that ask for elements of their operands several times
RULES: dict[str, Rule] = {
    "broadcast": broadcast,
    "transpose": transpose,
    "flip": flip,
    "reshape": reshape,
    "iota": iota,
    "inside": inside,
    "shift": shift,
    "pad": pad,
    "concatenate": concatenate,
    "reduce_sum": reduction("add", STARTS["add"]),
    "reduce_prod": reduction("mul", STARTS["mul"]),
    "reduce_max": reduction("maximum", STARTS["maximum"]),
    "reduce_min": reduction("minimum", STARTS["minimum"]),
    "cumsum": running("add"),
    "cumprod": running("mul"),
    "cummax": running("maximum"),
    "cummin": running("minimum"),
    "reduce_all": reduction("and_", lambda dtype: True),
    "reduce_any": reduction("or_", lambda dtype: False),
    "argmax": place_of_extreme("gt"),
    "argmin": place_of_extreme("lt"),
    "dot": dot,
}
REDUCTIONS = frozenset(name for name in RULES if name.startswith(("reduce_", "arg"))) | {"dot"}
