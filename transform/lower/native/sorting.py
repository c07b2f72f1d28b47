"""Radix sort: `sort` and `argsort` as native functions.

Each element becomes a word, an unsigned integer of the same order; argsort keeps the index beside it. The words are
distributed by one digit after the other, from the last to the first, and stay in order where digits are equal (Knuth,
The Art of Computer Programming, volume 3, section 5.2.5). A digit that all words of a row share is left out.

    float       its bits, all of them turned round if it is negative, less those of -inf: NaN comes last
    integer     its bits, with the sign turned round

For the order the two zeros are equal, and all NaNs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...core.dtypes import kind
from ...ir.mlir_text import Value
from ...ir.program import Call, Program, Type, Var
from ...primitives.control.native import Kernel
from .arrays import Array, load, place, plus, store
from .kernel import finished
from .loops import INT64, times
from .scalars import BOOL, LLVM, Refused, llvm
from .writer import Writer

DIGIT = 8  # bits: with 11 a million elements take twice as long, and short rows, too
# Measured with rows of 16 to 1024 elements of int8, int32, float32, int64 and float64, in ns: kernels are faster from
# 24 elements (int8) or 100 (float64) on.
COMPARED = 3.0  # XLA's sort: an element, times the logarithm of the length
DISTRIBUTED = 1.3  # here: an element, for each digit and twice …
COUNTED = 90.0  # … and the counts of a digit, in each row
INT32 = Type(np.dtype(np.int32))


def saved_by_sort(call: Call) -> float:
    """A rough estimate of how many ns the kernel of a sort saves."""
    x, n = call.operands[0].type, length(call)
    digits = math.ceil(8 * x.dtype.itemsize / DIGIT)
    here = x.size * DISTRIBUTED * (digits + 2) + x.size / max(n, 1) * COUNTED * digits
    return x.size * COMPARED * math.log2(max(n, 1)) - here


def length(call: Call) -> int:
    return call.operands[0].type.shape[call.param("axis")]


def sort_kernel(call: Call) -> Kernel:
    """The kernel of a sort. Raises Refused."""
    x, out = call.operands[0].type, call.outputs[0].type
    if x.dtype.name not in LLVM or not x.size or length(call) >= 2**31:
        raise Refused(f"sorting {x}")
    w = Writer(1)
    given = Array("%given.0", Type(x.dtype, split(x.shape, call.param("axis"))))
    made = Array("%made.0", Type(out.dtype, given.type.shape))
    rows, _, columns = given.type.shape
    sorts = Radix(w, given, made, call.primitive.name == "argsort")

    def column(row: Value, k: Value) -> list[Value]:
        sorts.row(row, k)
        return []

    times(w, rows, [], lambda row, _: times(w, columns, [], lambda k, _: column(row, k)))
    w.line("ret i32 0")
    parameter, result = Var("x", x), Var("r", out)
    program = Program(
        "kernel",
        (parameter,),
        (Call((result,), call.primitive, (parameter,), call.params, call.span),),
        (result,),
    )
    return finished(w, program, [given.pointer], [made.pointer], {}, None)


def split(shape: tuple[int, ...], axis: int) -> tuple[int, int, int]:
    """A shape as that of three axes: those before an axis, the axis, those behind it."""
    return math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1 :])


class Words(NamedTuple):
    """The words of a row, and room for as many: each item is `wide` words, of which the first has the key."""

    array: Array
    wide: int

    def at(self, w: Writer, item: Value, part: int = 0) -> str:
        index = plus(w, Value(str(part), INT64), item, self.wide)
        return place(w, self.array, [index])


class Radix:
    """Writes the sort of a row.

    Args:
        given: [rows, n, columns], of which the second axis is sorted.
        made: the same, for the elements, or for their indices.
    """

    def __init__(self, w: Writer, given: Array, made: Array, indices: bool) -> None:
        self.w, self.given, self.made, self.indices = w, given, made, indices
        self.key = Key(w, given.type.dtype)
        self.n, self.bits = given.type.shape[1], 8 * given.type.dtype.itemsize
        self.shift = (
            32 if indices and self.bits <= 32 else 0
        )  # where the key is in a word that has the index, too
        self.word = Type(np.dtype(np.uint64)) if indices else self.key.type
        wide = 2 if indices and not self.shift else 1
        self.words = Words(self.room(self.word.update(shape=(2 * self.n * wide,))), wide)
        self.digits = math.ceil(self.bits / DIGIT)
        self.counts = self.room(INT32.update(shape=(self.digits, 1 << DIGIT)))

    def room(self, t: Type) -> Array:
        return Array(self.w.buffer(t), t)

    def row(self, row: Value, column: Value) -> None:
        self.clear()
        self.each(lambda i: self.enter(row, i, column))
        first = Value("0", INT64)
        [source] = times(self.w, self.digits, [first], lambda digit, carry: [self.digit(digit, carry[0])])
        self.each(lambda i: self.leave(row, i, column, source))

    def each(self, turn: Callable[[Value], None]) -> None:
        def again(i: Value, carry: list[Value]) -> list[Value]:
            turn(i)
            return carry

        times(self.w, self.n, [], again)

    def clear(self) -> None:
        size = self.counts.type.size * 4
        self.w.declared.add("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.w.line(f"call void @llvm.memset.p0.i64(ptr {self.counts.pointer}, i8 0, i64 {size}, i1 false)")

    def enter(self, row: Value, i: Value, column: Value) -> None:
        """Write the word of an element, and count its digits."""
        w = self.w
        key = self.key.of(place(w, self.given, [row, i, column]))
        order = self.key.collapsed(key)
        for digit in range(self.digits):
            self.count(Value(str(digit), INT64), self.figure(order, Value(str(digit * DIGIT), order.type)), 1)
        if not self.indices:
            store(w, key, self.words.at(w, i))
            return
        t = llvm(self.word)
        wide = order if self.bits == 64 else w.op(f"zext {llvm(order.type)} {order.name} to {t}", self.word)
        if self.shift:
            wide = w.op(f"shl {t} {wide.name}, {self.shift}", self.word)
            wide = w.op(f"or {t} {wide.name}, {i.name}", self.word)
        else:
            store(w, Value(i.name, self.word), self.words.at(w, i, 1))
        store(w, wide, self.words.at(w, i))

    def figure(self, word: Value, shift: Value) -> Value:
        """The digit of a word, as an index."""
        w, t = self.w, llvm(word.type)
        moved = w.op(f"lshr {t} {word.name}, {shift.name}", word.type)
        digit = w.op(f"and {t} {moved.name}, {(1 << min(DIGIT, self.bits)) - 1}", word.type)
        return w.op(f"zext {t} {digit.name} to i64", INT64) if t != "i64" else Value(digit.name, INT64)

    def count(self, digit: Value, figure: Value, more: int) -> Value:
        """Add to a count; what it was."""
        w, pointer = self.w, place(self.w, self.counts, [digit, figure])
        old = load(w, pointer, INT32)
        store(w, w.op(f"add i32 {old.name}, {more}", INT32), pointer)
        return w.op(f"zext i32 {old.name} to i64", INT64)

    def digit(self, digit: Value, source: Value) -> Value:
        """Distribute the words by a digit; where they are then."""
        w = self.w
        bits = w.op(f"mul nuw nsw i64 {digit.name}, {DIGIT}", INT64)
        if self.shift:
            bits = w.op(f"add nuw nsw i64 {bits.name}, {self.shift}", INT64)
        t = llvm(self.word)
        shift = Value(
            bits.name if t == "i64" else w.op(f"trunc i64 {bits.name} to {t}", self.word).name, self.word
        )
        first = load(w, self.words.at(w, source), self.word)
        shared = load(w, place(w, self.counts, [digit, self.figure(self.ordered(first), shift)]), INT32)
        before, work, after = w.current, w.label(), w.label()
        w.branch(w.test("eq", shared, str(self.n)), after, work)
        w.begin(work)
        self.first_places(digit)
        target = w.op(f"sub nuw nsw i64 {self.n}, {source.name}", INT64)
        self.each(lambda i: self.move(digit, shift, plus(w, source, i), target))
        last = w.current
        w.jump(after)
        w.begin(after)
        return w.merged([(source, before), (target, last)])

    def first_places(self, digit: Value) -> None:
        """Counts become the number of words before."""
        w = self.w

        def turn(figure: Value, carry: list[Value]) -> list[Value]:
            pointer = place(w, self.counts, [digit, figure])
            here = load(w, pointer, INT32)
            store(w, carry[0], pointer)
            return [w.op(f"add i32 {carry[0].name}, {here.name}", INT32)]

        times(w, 1 << DIGIT, [Value("0", INT32)], turn)

    def move(self, digit: Value, shift: Value, item: Value, target: Value) -> None:
        w = self.w
        words = [load(w, self.words.at(w, item, part), self.word) for part in range(self.words.wide)]
        place_before = self.count(digit, self.figure(self.ordered(words[0]), shift), 1)
        new = plus(w, target, place_before)
        for part, word in enumerate(words):
            store(w, word, self.words.at(w, new, part))

    def ordered(self, word: Value) -> Value:
        return word if self.indices else self.key.collapsed(word)

    def leave(self, row: Value, i: Value, column: Value, source: Value) -> None:
        """Write a result."""
        w = self.w
        word = load(w, self.words.at(w, plus(w, source, i), self.words.wide - 1), self.word)
        pointer = place(w, self.made, [row, i, column])
        if not self.indices:
            self.key.back(word, pointer)
            return
        if self.shift:
            word = w.op(f"and {llvm(self.word)} {word.name}, {2**32 - 1}", self.word)
        narrow = self.made.type.dtype.itemsize == 4
        index = w.op(f"trunc i64 {word.name} to i32", INT32) if narrow else Value(word.name, INT64)
        store(w, index, pointer)


class Key:
    """Unsigned integers in the order of the elements of a dtype."""

    def __init__(self, w: Writer, dtype: np.dtype) -> None:
        bits = 8 * dtype.itemsize
        self.w, self.dtype, self.type = w, dtype, Type(np.dtype(f"u{dtype.itemsize}"))
        self.last, self.sign = bits - 1, -(2 ** (bits - 1))
        if kind(dtype) == "f":
            most = int(np.array(np.inf, dtype).view(self.type.dtype))
            self.least = 2 ** (bits - 1) - 1 - most  # of -inf, before it is subtracted
            self.nan = 2 * most + 2
            self.zero = most + 1

    def op(self, text: str) -> Value:
        return self.w.op(text, self.type)

    def of(self, pointer: str) -> Value:
        """The key of an element in memory, from which the element can be made again."""
        t = llvm(self.type)
        bits = self.op(f"load {t}, ptr {pointer}")
        match kind(self.dtype):
            case "i":
                return self.op(f"xor {t} {bits.name}, {self.sign}")
            case "f":
                signs = self.op(f"ashr {t} {bits.name}, {self.last}")
                turned = self.op(f"or {t} {signs.name}, {self.sign}")
                key = self.op(f"xor {t} {bits.name}, {turned.name}")
                return self.op(f"sub {t} {key.name}, {self.least}")
        return bits

    def collapsed(self, key: Value) -> Value:
        """One key for what is equal: the zeros, and all NaNs."""
        if kind(self.dtype) != "f":
            return key
        t = llvm(self.type)
        positive = self.w.op(f"icmp eq {t} {key.name}, {self.zero}", Type(BOOL))
        key = self.op(f"select i1 {positive.name}, {t} {self.zero - 1}, {t} {key.name}")
        return self.w.intrinsic("umin", (key, Value(str(self.nan), self.type)), self.type)

    def back(self, key: Value, pointer: str) -> None:
        """Write the element."""
        t = llvm(self.type)
        match kind(self.dtype):
            case "i":
                key = self.op(f"xor {t} {key.name}, {self.sign}")
            case "f":
                key = self.op(f"add {t} {key.name}, {self.least}")
                signs = self.op(f"ashr {t} {key.name}, {self.last}")
                turned = self.op(f"xor {t} {signs.name}, -1")
                turned = self.op(f"or {t} {turned.name}, {self.sign}")
                key = self.op(f"xor {t} {key.name}, {turned.name}")
        self.w.line(f"store {t} {key.name}, ptr {pointer}")
