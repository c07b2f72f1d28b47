"""Masked reductions and matrix–vector products, as blocked loops over the active range or as an unmasked
product.

    reduce_sum(select_region(x, 0, lo, hi))
        ⇒ acc = 0, …, 0;  for k in range(lo, hi, 16): acc += x[k:k + 16];  sum(acc)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...analysis.regions import Region as Ranges, region
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for
from ...ir.program import Atom, Call, Const, Program, Var
from .blocks import lengths
from .extents import Extents, same
from .regions import SHORT, LoopAxis, LoopPosition, Region

LONG = 256  # positions: shorter vectors are summed whole, under a mask
SMALL = 2048  # elements: parts of matrices of at most so many are multiplied element by element
MATRIX = 1024  # elements: smaller ones are masked sooner than it is found out whether they must be


class Sum(Region):
    """dot(a, b) or reduce_sum(a) over one axis, the result a number or a vector."""

    combine, reduce, neutral = "add", "reduce_sum", 0

    def __init__(
        self,
        body: Extents,
        call: Call,
        place: int,
        lines: Sequence[LoopAxis],
        summed: int,
        parts: Sequence[tuple[Atom, tuple[int, ...]]],
    ):
        super().__init__(body, call, place, lines)
        self.summed, self.parts = summed, list(parts)

    def least(self) -> int:
        if len(self.lines) > 1:
            return self.lanes
        bounds = self.lines[0].bounds
        return SHORT if bounds is not None and self.body.from_data(bounds) else LONG

    def needs(self) -> list[tuple[Atom, tuple[int, ...]]]:
        return self.parts

    def terms(self, env: dict[str, Sym], where: Any) -> Sym:
        """The block of what is summed, over all axes."""
        shape = lengths(tuple(range(len(self.lines))), where)
        blocks = []
        for atom, axes in self.parts:
            value = self.block(atom, axes, env, where)
            blocks.append(
                value if value.shape == shape else TABLE["broadcast"](value, shape=shape, axes=axes)
            )
        return TABLE["mul"](*blocks) if len(blocks) == 2 else blocks[0]

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        free = [a for a in range(len(self.lines)) if a != self.summed]
        kind = self.call.outputs[0].type
        if not free:
            return self.total(b, env, {})
        (axis,) = free
        found = b.lift(np.broadcast_to(np.zeros((), kind.dtype), kind.shape))
        if self.summed > axis:
            lo, hi = self.bounds(self.lines[axis], env, b)

            def one(inner: Builder, i: Sym, given: list[Sym]) -> list[Sym]:
                value = self.total(inner, env, {axis: LoopPosition(i, 1)})
                return [TABLE["update_slice"](given[0], value, i, sizes=(1,), drop=(0,))]

            return append_for(b, lo, hi, [found], one)[0]

        def some(inner: Builder, where: dict[int, LoopPosition], given: list[Sym]) -> list[Sym]:
            position = where[axis]
            new = TABLE["reshape"](self.terms(env, where), shape=(position.length,))
            if position.live is not None:
                new = TABLE["select"](position.live, new, np.zeros(new.shape, kind.dtype))
            if position.length == kind.shape[0]:
                return [given[0] + new]
            old = TABLE["dynamic_slice"](given[0], position.start, sizes=new.shape, drop=())
            return [TABLE["update_slice"](given[0], old + new, position.start, sizes=new.shape, drop=())]

        return self.nest(b, env, range(len(self.lines)), [found], some)[0]

    def total(self, b: Builder, env: dict[str, Sym], where: dict[int, LoopPosition]) -> Sym:
        """The sum at a place, a number."""
        dtype = self.parts[0][0].type.dtype
        length = min(self.lanes, self.lines[self.summed].size)
        start = b.lift(np.broadcast_to(np.asarray(self.neutral, dtype), (length,)))

        def some(inner: Builder, where: dict[int, LoopPosition], given: list[Sym]) -> list[Sym]:
            terms = TABLE["reshape"](self.terms(env, where), shape=(length,))
            return [TABLE[self.combine](given[0], terms)]

        (lanes,) = self.nest(b, env, (self.summed,), [start], some, where)
        return TABLE[self.reduce](lanes, axes=(0,))


def dot_region(body: Extents, call: Call, place: int) -> Region | None:
    """A product with a vector, over an axis of which only a slice counts, or of a matrix of which only a part does."""
    x, y = call.operands
    (contract_x, contract_y), ranks = call.param("contract"), (x.type.ndim, y.type.ndim)
    if len(contract_x) != 1 or any(call.param("batch")) or sorted(ranks) not in ([1, 1], [1, 2]):
        return None
    if x.type.dtype != y.type.dtype or x.type.dtype != call.outputs[0].type.dtype:
        return None
    if ranks[0] < ranks[1]:
        x, y, contract_x, contract_y = y, x, contract_y, contract_x
    known, (summed,) = body.support(x), contract_x
    bounds = known.get(summed) or body.support(y).get(0)
    lines = [LoopAxis(n, bounds if a == summed else known.get(a)) for a, n in enumerate(x.type.shape)]
    if x.type.ndim == 1 or all(line.cut for line in lines) and x.type.size <= SMALL:
        return Sum(body, call, place, lines, summed, [(x, tuple(range(len(lines)))), (y, (summed,))])
    return product(body, call, place, x, y, summed)


def reduce_region(body: Extents, call: Call, place: int) -> Sum | None:
    """The sum of a vector of which only a slice counts."""
    (x,) = call.operands
    bounds = body.support(x).get(0) if x.type.ndim == 1 else None
    if bounds is None or x.type.dtype != call.outputs[0].type.dtype:
        return None
    return Sum(body, call, place, [LoopAxis(x.type.shape[0], bounds)], 0, [(x, (0,))])


class Product(Region):
    """select_region(a, 0, …) @ v without a masked copy of the matrix: the mask goes to the result.

    What the product sums over may be masked too, in the vector as well as in the matrix: then only a NaN or an infinity
    in what is left out of the matrix could show in the result. A result that is finite has met none; another is
    computed again, with the mask.
    """

    def __init__(
        self, body: Extents, call: Call, place: int, bare: Atom, ranges: Ranges, negative: bool, summed: int
    ):
        super().__init__(
            body, call, place, [LoopAxis(n, ranges.get(a)) for a, n in enumerate(bare.type.shape)]
        )
        self.bare, self.negative, self.summed = bare, negative, summed

    def possible(self) -> bool:
        return self.bare.type.size >= MATRIX and (
            isinstance(self.bare, Const) or self.readable(self.bare, ())
        )

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        operands = [env[o.name] if isinstance(o, Var) else Sym(b, o) for o in self.call.operands]
        matrix = next(k for k, o in enumerate(operands) if o.ndim == 2)
        operands[matrix] = env[self.bare.name] if isinstance(self.bare, Var) else Sym(b, self.bare)
        free = self.lines[1 - self.summed]
        if free.cut:
            mask = TABLE["inside"](*self.bounds(free, env, b), size=free.size)
        found = self.product(b, operands)
        found = TABLE["select"](mask, found, zeros(b, found)) if free.cut else found
        if not self.lines[self.summed].cut:
            return found
        sound = TABLE["isfinite"](TABLE["reduce_sum"](found, axes=(0,)))
        bounds = [x for line in self.lines if line.cut for x in self.bounds(line, env, b)]
        values = [found, *operands, *bounds]
        return b.bind(
            TABLE["cond"],
            [sound, *values],
            {
                "branches": (
                    close_program(values, lambda inner, given: given[0]),
                    close_program(
                        values, lambda inner, given: self.masked(inner, given[1:3], given[3:], matrix)
                    ),
                )
            },
        )[0]

    def product(self, b: Builder, operands: Sequence[Sym]) -> Sym:
        found = self.call.primitive(*operands, **dict(self.call.params))
        return TABLE["neg"](found) if self.negative else found

    def masked(self, b: Builder, operands: Sequence[Sym], bounds: Sequence[Sym], matrix: int) -> Sym:
        """The product with what is masked set to 0."""
        operands, shape = list(operands), operands[matrix].shape
        cut = [a for a, line in enumerate(self.lines) if line.cut]
        for n, axis in enumerate(cut):
            mask = TABLE["inside"](*bounds[2 * n : 2 * n + 2], size=shape[axis])
            wide = TABLE["broadcast"](mask, shape=shape, axes=(axis,))
            operands[matrix] = TABLE["select"](wide, operands[matrix], zeros(b, operands[matrix]))
        return self.product(b, operands)


def zeros(b: Builder, like: Sym) -> Sym:
    return b.lift(np.broadcast_to(np.zeros((), like.dtype), like.shape))


def close_program(values: Sequence[Sym], make: Callable[[Builder, list[Sym]], Sym]) -> Program:
    """A program of these values with one result."""
    b = Builder()
    return b.finish([make(b, [b.parameter(x.type) for x in values])], "branch")


def product(body: Extents, call: Call, place: int, x: Atom, y: Atom, summed: int) -> Product | None:
    """The product of a masked matrix and a vector."""
    ranges, negative = body.support(x), False
    bare = x
    while (made := body.maker(bare, "select_region", "neg")) is not None:
        if made.primitive.name == "neg":
            bare, negative = made.operands[0], not negative
            continue
        if not body.is_zero(made.operands[1]) or any(
            a not in ranges or not same(ranges[a], ends) for a, ends in region(made).items()
        ):
            break
        bare = made.operands[0]
    if bare is x or not ranges or summed in ranges and not same(ranges[summed], body.support(y).get(0, ())):
        return None
    return Product(body, call, place, bare, ranges, negative, summed)
