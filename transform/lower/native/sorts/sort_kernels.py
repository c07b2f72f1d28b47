"""Kernels that sort the rows of an array, or select ranks of them.

The sorted sample of a row gives two bounds, between which a rank lies most probably. The elements between them are
sorted (Floyd and Rivest, "Expected time bounds for selection", 1975); if the rank is not there, all elements are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from ....core.dtypes import canonical
from ....ir.builder import TABLE, Builder
from ....ir.mlir_text import Value
from ....ir.program import Call, Program, Type
from ....primitives.control.native import Kernel
from ..arrays import Array, element_address, plus, store
from ..kernel import finish_kernel
from ..loops import INT64, go_on, loop, repeat, times
from ..scalars import BOOL
from ..writer import Writer
from .radix import INT32, ZERO, Key, Radix

DEVIATIONS = 3  # of a rank in a sample, to both sides: so far are the bounds
Carry = list[Value]


def sort_kernel(call: Call) -> Kernel:
    b = Builder()
    x = b.parameter(call.operands[0].type, "x")
    program = b.finish([b.bind(call.primitive, [x], dict(call.params))], "kernel")
    w, given, made = arrays_of(program, call.param("axis"))
    indices = call.primitive.name == "argsort"
    rows, n, columns = given.type.shape
    radix = Radix(w, Key(w, x.dtype), n, indices)

    def sort(row: Value, column: Value) -> None:
        radix.clear()
        repeat(w, n, lambda i: radix.enter(element_address(w, given, [row, i, column]), i))
        first = radix.sort(n)
        repeat(w, n, lambda i: leave(plus(w, first, i), element_address(w, made, [row, i, column])))

    def leave(item: Value, pointer: str) -> None:
        if not indices:
            radix.leave(item, pointer)
            return
        index, narrow = radix.index(item), made.type.dtype.itemsize == 4
        store(w, w.op(f"trunc i64 {index.name} to i32", INT32) if narrow else index, pointer)

    repeat(w, rows, lambda row: repeat(w, columns, lambda column: sort(row, column)))
    return complete_sort(w, program, given, made)


def selection_kernel(call: Call, ranks: Sequence[range]) -> Kernel:
    """The kernel of a sort of which these ranks are the result; the ranges are in ascending order."""
    axis, b = call.param("axis"), Builder()
    x = b.parameter(call.operands[0].type, "x")
    ordered = b.bind(call.primitive, [x], dict(call.params))
    program = b.finish(
        [
            TABLE["gather"](
                ordered, b.lift(np.concatenate(ranks).astype(canonical(np.int64))), axes=(axis,), at=axis
            )
        ],
        "kernel",
    )
    w, given, made = arrays_of(program, axis)
    rows, n, columns = given.type.shape
    size, key = sample_size(n), Key(w, x.dtype)
    sample, between = Radix(w, key, size), Radix(w, key, n)

    def select(row: Value, column: Value) -> None:
        at = lambda i: element_address(w, given, [row, i, column])
        sample.clear()
        step = n // size
        repeat(w, size, lambda i: sample.enter(at(w.op(f"mul nuw nsw i64 {i.name}, {step}", INT64)), i))
        first = sample.sort(size)
        number = 0
        for group in groups(ranks, n):
            low, high = (bound(sample, first, k) for k in bounds(group, n))
            before, items = sort_between(between, low, high, group, at)
            for each in group:
                item = plus(w, items, w.op(f"sub nsw i64 {each.start}, {before.name}", INT64))
                leave(item, number, each, row, column)
                number += len(each)

    def leave(item: Value, number: int, each: range, row: Value, column: Value) -> None:
        """Write the elements of a range of ranks, from an item on, as results from a number on."""
        result = lambda k: element_address(w, made, [row, plus(w, Value(str(number), INT64), k), column])
        repeat(w, len(each), lambda k: between.leave(plus(w, item, k), result(k)))

    repeat(w, rows, lambda row: repeat(w, columns, lambda column: select(row, column)))
    return complete_sort(w, program, given, made)


def arrays_of(program: Program, axis: int) -> tuple[Writer, Array, Array]:
    """A writer, and the operand and the result of a program, as arrays of three axes: those before an axis, the axis,
    those behind it."""
    given, made = (
        Array(
            f"%{name}.0",
            Type(t.dtype, (math.prod(t.shape[:axis]), t.shape[axis], math.prod(t.shape[axis + 1 :]))),
        )
        for name, [t] in (("given", program.parameter_types), ("made", program.result_types))
    )
    return Writer(1), given, made


def complete_sort(w: Writer, program: Program, given: Array, made: Array) -> Kernel:
    w.line("ret i32 0")
    return finish_kernel(w, program, [given.pointer], [made.pointer], {}, None)


# -- selection ---------------------------------------------------------------------------------------------------------


def sample_size(n: int) -> int:
    return max(round(n ** (2 / 3)), 1)


def groups(ranks: Sequence[range], n: int) -> list[list[range]]:
    """Ranges near to each other, which share their bounds."""
    found: list[list[range]] = []
    for each in ranks:
        if found and each.start - found[-1][-1].stop < n / sample_size(n):
            found[-1].append(each)
        else:
            found.append([each])
    return found


def bounds(group: Sequence[range], n: int) -> tuple[int, int]:
    """Places in the sorted sample, between which ranks lie most probably; also before its first or behind its last."""
    sample = sample_size(n)
    shares = [group[0].start / n, group[-1].stop / n]
    far = [DEVIATIONS * math.sqrt(sample * share * (1 - share)) + 2 for share in shares]
    return math.floor(shares[0] * sample - far[0]), math.ceil(shares[1] * sample + far[1])


def bound(sample: Radix, first: Value, k: int) -> Value:
    """The key at a place of the sorted sample."""
    if 0 <= k < sample.most:
        return sample.order(plus(sample.w, first, Value(str(k), INT64)))
    return sample.key.least_key if k < 0 else sample.key.most_key


def sort_between(
    items: Radix, low: Value, high: Value, group: Sequence[range], at: Callable[[Value], str]
) -> tuple[Value, Value]:
    """Sort the elements between two bounds, or all if not all ranks of a group are among them.

    Returns:
        how many elements are below; where the first of the sorted items is.
    """
    w, key, n = items.w, items.key, Value(str(items.most), INT64)

    def test(state: Carry, after: str) -> None:
        _, _, before, count = state
        end = w.op(f"add nsw i64 {before.name}, {count.name}", INT64)
        outside = w.test("sgt", before, str(group[0].start)), w.test("slt", end, str(group[-1].stop))
        go_on(w, w.op(f"or i1 {outside[0].name}, {outside[1].name}", Type(BOOL)), after)

    def turn(state: Carry) -> Carry:
        return [key.least_key, key.most_key, *times(w, items.most, [ZERO, ZERO], entering(*state[:2]))]

    def entering(low: Value, high: Value) -> Callable[[Value, Carry], Carry]:
        def enter(i: Value, carry: Carry) -> Carry:
            before, count = carry
            word = key.of(at(i))
            store(w, word, items.words.at(w, count))
            order = key.collapsed(word)
            below = w.test("ult", order, low.name)
            above = w.test("ugt", order, high.name)
            inside = w.op(f"or i1 {below.name}, {above.name}", Type(BOOL))
            inside = w.op(f"xor i1 {inside.name}, true", Type(BOOL))
            return [added(before, below), added(count, inside)]

        return enter

    def added(number: Value, condition: Value) -> Value:
        one = w.op(f"zext i1 {condition.name} to i64", INT64)
        return w.op(f"add nuw nsw i64 {number.name}, {one.name}", INT64)

    _, _, before, count = loop(w, [low, high, n, ZERO], test, turn)
    items.clear()
    repeat(w, count, lambda i: items.note(items.order(i)))
    return before, items.sort(count)
