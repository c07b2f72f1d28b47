"""Radix sort of words in memory.

Each element becomes a word, an unsigned integer of the same order; its index may be beside it. The words are
distributed by one digit after the other, from the last to the first, and stay in order where digits are equal (Knuth,
The Art of Computer Programming, volume 3, section 5.2.5). A digit that all words share is left out.

    float       its bits, all of them turned round if it is negative, less those of -inf: NaN comes last
    integer     its bits, with the sign turned round

For the order the two zeros are equal, and all NaNs.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ....core.dtypes import kind
from ....ir.mlir_text import Value
from ....ir.program import Type
from ..arrays import Array, clear, load, element_address, plus, store
from ..loops import INT64, repeat, times
from ..scalars import BOOL, llvm
from ..writer import Writer

DIGIT = 8  # bits: with 11 a million elements take twice as long, and short rows, too
INT32 = Type(np.dtype(np.int32))
ZERO = Value("0", INT64)


def digits_of(dtype: np.dtype) -> int:
    return math.ceil(8 * dtype.itemsize / DIGIT)


class Words(NamedTuple):
    """Room for items of `wide` words each, of which the first has the key."""

    array: Array
    wide: int

    def at(self, w: Writer, item: Value, part: int = 0) -> str:
        index = plus(w, Value(str(part), INT64), item, self.wide)
        return element_address(w, self.array, [index])


class Radix:
    """Writes the sort of up to `most` words.

        clear(), then for each element enter(), or write a word and note() its order; sort(n)

    Args:
        indices: has an item an index? Of 32 bits it is in the word of the key, otherwise in a word behind.
    """

    def __init__(self, w: Writer, key: Key, most: int, indices: bool = False) -> None:
        self.w, self.key, self.most, self.indices = w, key, most, indices
        self.bits = 8 * key.dtype.itemsize
        self.shift = 32 if indices and self.bits <= 32 else 0  # where the key is in its word
        self.word = Type(np.dtype(np.uint64)) if indices else key.type
        wide = 2 if indices and not self.shift else 1
        self.words = Words(self.room(self.word.update(shape=(2 * most * wide,))), wide)
        self.digits = digits_of(key.dtype)
        self.counts = self.room(INT32.update(shape=(self.digits, 1 << DIGIT)))

    def room(self, t: Type) -> Array:
        return Array(self.w.buffer(t), t)

    def clear(self) -> None:
        clear(self.w, self.counts.pointer, self.counts.type.size * INT32.dtype.itemsize)

    def enter(self, element: str, i: Value) -> None:
        """Write item i, of an element in memory, and count its digits."""
        w = self.w
        key = self.key.of(element)
        order = self.key.collapsed(key)
        self.note(order)
        if not self.indices:
            store(w, key, self.words.at(w, i))
            return
        t = llvm(self.word)
        word = order if self.bits == 64 else w.op(f"zext {llvm(order.type)} {order.name} to {t}", self.word)
        if self.shift:
            word = w.op(f"shl {t} {word.name}, {self.shift}", self.word)
            word = w.op(f"or {t} {word.name}, {i.name}", self.word)
        else:
            store(w, Value(i.name, self.word), self.words.at(w, i, 1))
        store(w, word, self.words.at(w, i))

    def note(self, order: Value) -> None:
        """Count the digits of a key."""
        for digit in range(self.digits):
            self.count(Value(str(digit), INT64), self.figure(order, Value(str(digit * DIGIT), order.type)))

    def figure(self, word: Value, shift: Value) -> Value:
        """The digit of a word, as an index."""
        w, t = self.w, llvm(word.type)
        moved = w.op(f"lshr {t} {word.name}, {shift.name}", word.type)
        digit = w.op(f"and {t} {moved.name}, {(1 << min(DIGIT, self.bits)) - 1}", word.type)
        return w.op(f"zext {t} {digit.name} to i64", INT64) if t != "i64" else Value(digit.name, INT64)

    def count(self, digit: Value, figure: Value) -> Value:
        """Add 1 to a count; what it was."""
        w, pointer = self.w, element_address(self.w, self.counts, [digit, figure])
        old = load(w, pointer, INT32)
        store(w, w.op(f"add i32 {old.name}, 1", INT32), pointer)
        return w.op(f"zext i32 {old.name} to i64", INT64)

    def sort(self, n: int | Value) -> Value:
        """Sort n items; where the first of them is then."""
        turn = lambda digit, carry: [self.by_digit(digit, carry[0], n)]
        return times(self.w, self.digits, [ZERO], turn)[0]

    def by_digit(self, digit: Value, source: Value, n: int | Value) -> Value:
        """Distribute the items by a digit; where they are then."""
        w, t, length = self.w, llvm(self.word), n.name if isinstance(n, Value) else str(n)
        bits = w.op(f"mul nuw nsw i64 {digit.name}, {DIGIT}", INT64)
        if self.shift:
            bits = w.op(f"add nuw nsw i64 {bits.name}, {self.shift}", INT64)
        narrow = bits if t == "i64" else w.op(f"trunc i64 {bits.name} to {t}", self.word)
        shift = Value(narrow.name, self.word)
        first = load(w, self.words.at(w, source), self.word)
        sharing = load(
            w, element_address(w, self.counts, [digit, self.figure(self.ordered(first), shift)]), INT32
        )
        shared = w.test("eq", w.op(f"zext i32 {sharing.name} to i64", INT64), length)
        before, work, after = w.current, w.label(), w.label()
        w.branch(shared, after, work)
        w.begin(work)
        self.first_places(digit)
        target = w.op(f"sub nuw nsw i64 {self.most}, {source.name}", INT64)
        repeat(w, n, lambda i: self.move(digit, shift, plus(w, source, i), target))
        last = w.current
        w.jump(after)
        w.begin(after)
        return w.merged([(source, before), (target, last)])

    def first_places(self, digit: Value) -> None:
        """Counts become the number of words before."""
        w = self.w

        def turn(figure: Value, carry: list[Value]) -> list[Value]:
            pointer = element_address(w, self.counts, [digit, figure])
            here = load(w, pointer, INT32)
            store(w, carry[0], pointer)
            return [w.op(f"add i32 {carry[0].name}, {here.name}", INT32)]

        times(w, 1 << DIGIT, [Value("0", INT32)], turn)

    def move(self, digit: Value, shift: Value, item: Value, target: Value) -> None:
        w = self.w
        words = [load(w, self.words.at(w, item, part), self.word) for part in range(self.words.wide)]
        new = plus(w, target, self.count(digit, self.figure(self.ordered(words[0]), shift)))
        for part, word in enumerate(words):
            store(w, word, self.words.at(w, new, part))

    def ordered(self, word: Value) -> Value:
        return word if self.indices else self.key.collapsed(word)

    def index(self, item: Value) -> Value:
        """The index of an item."""
        w = self.w
        word = load(w, self.words.at(w, item, self.words.wide - 1), self.word)
        if self.shift:
            word = w.op(f"and {llvm(self.word)} {word.name}, {2**32 - 1}", self.word)
        return Value(word.name, INT64)

    def order(self, item: Value) -> Value:
        """The key of an item, by which it is ordered."""
        return self.key.collapsed(load(self.w, self.words.at(self.w, item), self.word))

    def leave(self, item: Value, pointer: str) -> None:
        """Write the element of an item."""
        self.key.back(load(self.w, self.words.at(self.w, item), self.word), pointer)


class Key:
    """Unsigned integers in the order of the elements of a dtype."""

    def __init__(self, w: Writer, dtype: np.dtype) -> None:
        bits = 8 * dtype.itemsize
        self.w, self.dtype, self.type = w, dtype, Type(np.dtype(f"u{dtype.itemsize}"))
        self.last, self.sign = bits - 1, -(2 ** (bits - 1))
        self.least_key, self.most_key = Value("0", self.type), Value("-1", self.type)  # as unsigned integers
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
