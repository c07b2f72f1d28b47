"""Maxima, minima, products and searches of part of a vector, as loops over the active range.

reduce_max(select_region(x, -inf, lo, hi))
    ⇒ acc = -inf, …, -inf;  for k in range(lo, hi, 16): acc = maximum(acc, x[k:k + 16]);  max(acc)
reduce_any(select_region(x == y, False, lo, hi))
    ⇒ for k in range(lo, hi, 32): if any(x[k:k + 32] == y): break
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import highest, is_bool, is_complex, is_float, lowest
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_while, as_counter
from ...ir.program import Call, Type
from .extents import Extents
from .regions import LoopAxis, LoopPosition, Region
from .sums import Sum

NEUTRAL: dict[str, Callable[[np.dtype], Any]] = {
    "reduce_prod": lambda dtype: 1,
    "reduce_max": lowest,
    "reduce_min": highest,
    "reduce_any": lambda dtype: False,
    "reduce_all": lambda dtype: True,
    "argmax": lowest,
    "argmin": highest,
}
COMBINED = {"reduce_prod": "mul", "reduce_max": "maximum", "reduce_min": "minimum"}
OF_PLACES = {"argmax": "reduce_max", "argmin": "reduce_min"}


class Fold(Sum):
    """A maximum, minimum or product of the part of a vector that counts."""

    def __init__(self, body: Extents, call: Call, place: int, line: LoopAxis):
        super().__init__(body, call, place, [line], 0, [(call.operands[0], (0,))])
        name = call.primitive.name
        self.neutral = NEUTRAL[name](self.kind.dtype)
        self.reduce = OF_PLACES.get(name, name)
        self.combine = COMBINED.get(self.reduce, "")

    @property
    def kind(self) -> Type:
        return self.call.operands[0].type


class Search(Fold):
    """Whether there is an element that decides. The loop ends with the first block that has one."""

    lanes = 32

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        if self.call.primitive.name == "reduce_any":
            return self.first_true(b, env)[0]
        return TABLE["not_"](self.first_false(b, env)[0])

    def first_true(self, b: Builder, env: dict[str, Sym]) -> tuple[Sym, Sym]:
        return self.found_once(b, env, True, lambda block: block)

    def first_false(self, b: Builder, env: dict[str, Sym]) -> tuple[Sym, Sym]:
        return self.found_once(b, env, False, TABLE["not_"])

    def found_once(
        self, b: Builder, env: dict[str, Sym], wanted: bool, decides: Callable[[Sym], Sym]
    ) -> tuple[Sym, Sym]:
        """Whether there is such an element of a mask, and where the first is. A mask is searched once for
        both questions."""
        key = self.parts[0][0], wanted
        if key not in self.body.found:
            self.body.found[key] = self.place(b, env, decides)
        return self.body.found[key]

    def place(self, b: Builder, env: dict[str, Sym], decides: Callable[[Sym], Sym]) -> tuple[Sym, Sym]:
        """Whether there is an element that decides, and where the first is. At 0 if there is none."""
        found, position = self.first(b, env, decides)
        block = decides(self.terms(env, {0: position}))
        place = position.start + TABLE["argmax"](block, axis=0)
        return found, TABLE["select"](found, place, as_counter(b, 0))

    def first(
        self, b: Builder, env: dict[str, Sym], decides: Callable[[Sym], Sym]
    ) -> tuple[Sym, LoopPosition]:
        """Is there an element that decides, and the block of the first; else, the last block."""
        (line,) = self.lines
        lo, hi = self.bounds(line, env, b)
        count = self.blocks(b, line, lo, hi)

        def goes_on(inner: Builder, carry: Sequence[Sym]) -> Sym:
            t, found = carry
            return TABLE["and_"](TABLE["lt"](t, inner.lift(count)), TABLE["not_"](found))

        def turn(inner: Builder, carry: Sequence[Sym]) -> list[Sym]:
            t, _ = carry
            place = self.position(inner, line, t, inner.lift(lo), inner.lift(hi))
            return [
                t + as_counter(inner, 1),
                TABLE["reduce_any"](decides(self.terms(env, {0: place})), axes=(0,)),
            ]

        t, found = append_while(b, [as_counter(b, 0), b.lift(np.asarray(False))], goes_on, turn)
        last = TABLE["maximum"](t - as_counter(b, 1), as_counter(b, 0))
        return found, self.position(b, line, last, lo, hi)


class Place(Search):
    """The place of the first extreme. The extreme of a mask is true, or false."""

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        if is_bool(self.kind.dtype):
            first = self.first_true if self.reduce == "reduce_max" else self.first_false
            return first(b, env)[1]
        extreme = self.total(b, env, {})

        def is_extreme(block: Sym) -> Sym:
            equal = TABLE["eq"](block, TABLE["broadcast"](extreme, shape=block.shape, axes=()))
            return TABLE["or_"](equal, TABLE["ne"](block, block)) if is_float(block.dtype) else equal

        # what is as everywhere outside of the region stands at the beginning of all
        none = TABLE["eq"](extreme, np.asarray(self.neutral, self.kind.dtype))
        return TABLE["select"](none, as_counter(b, 0), self.place(b, env, is_extreme)[1])


def fold_region(body: Extents, call: Call, place: int) -> Region | None:
    """The reduction of a vector of which only a slice counts."""
    (x,), name = call.operands, call.primitive.name
    if x.type.ndim != 1 or is_complex(x.type.dtype):
        return None
    bounds = body.neutral_outside(x, NEUTRAL[name](x.type.dtype)).get(0)
    if bounds is None:
        return None
    form = Place if name in OF_PLACES else Search if name in ("reduce_any", "reduce_all") else Fold
    return form(body, call, place, LoopAxis(x.type.shape[0], bounds))
