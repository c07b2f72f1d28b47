"""Contraction recognition: sums of products over an axis become `dot`.

    sum over l of A[l, i] * B[l, j]                             ⇒  dot over l of A and B
    sum over l of (u[l, i] + v[l, i]), and the like             ⇒  the sum of each
    sum over l of select_region(u[l, i], 0, lo, hi)             ⇒  select_region(sum over l of u[l, i], 0, lo, hi)

The factors are what they were before they were broadcast: `thin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...analysis.def_use import makers
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Call, Var
from ...primitives._rules import pointwise

Region = tuple[tuple[Any, ...], tuple[int, ...]]  # bounds, axes
Regions = tuple[Region, ...]
Thin = tuple[Sym, tuple[int, ...]]  # a value without axes along which it is the same; its axes


def total(b: Builder, x: Sym, axis: int = 0) -> tuple[Sym, bool]:
    """The sum of x over an axis; is there a product of arrays in it?"""
    sums = Contraction(b, axis)
    return sums.total(x, ()), sums.products > 0


class Contraction:
    """Sums over one axis of values in a builder."""

    def __init__(self, b: Builder, axis: int):
        self.b, self.axis, self.made, self.products = b, axis, makers(b.body), 0

    def maker(self, x: Sym) -> Call | None:
        return self.made.get(x.atom.name) if isinstance(x.atom, Var) else None

    def operands(self, call: Call) -> list[Sym]:
        return [Sym(self.b, o) for o in call.operands]

    def total(self, x: Sym, regions: Regions) -> Sym:
        call = self.maker(x)
        if call is None:
            return self.plain(x)
        match call.primitive.name:
            case "mul":
                return self.product(x, regions)
            case "add" | "sub" as name:
                first, second = [self.total(o, regions) for o in self.operands(call)]
                return first + second if name == "add" else first - second
            case "neg":
                return -self.total(self.operands(call)[0], regions)
            case "select_region":
                return self.of_region(call, regions)
            case "transpose" if self.axis == 0 == call.param("axes")[0]:
                inner = self.total(self.operands(call)[0], ())
                return TABLE["transpose"](inner, axes=tuple(a - 1 for a in call.param("axes")[1:]))
            case "dot" if self.axis == 0 and call.param("batch")[0]:
                return self.of_dot(call)
        return self.plain(x)

    def plain(self, x: Sym) -> Sym:
        return TABLE["reduce_sum"](x, axes=(self.axis,))

    def of_region(self, call: Call, regions: Regions) -> Sym:
        """The sum within a region, and zero elsewhere."""
        x, outside, *bounds = self.operands(call)
        axes, (zero, spread) = call.param("axes"), self.thin(outside, ())
        if self.axis in axes or spread or not zero.is_const or zero.value != 0:
            return self.plain(Sym(self.b, call.outputs[0]))
        inner = self.total(x, (*regions, (call.operands[2:], axes)))
        rest = TABLE["broadcast"](zero, shape=inner.shape, axes=())
        return TABLE["select_region"](inner, rest, *bounds, axes=tuple(a - (a > self.axis) for a in axes))

    def of_dot(self, call: Call) -> Sym:
        """The sum over the first of the batch axes."""
        self.products += 1
        contract, batch = call.param("contract"), call.param("batch")
        more = tuple((*axes, own[0]) for axes, own in zip(contract, batch))
        return TABLE["dot"](*self.operands(call), contract=more, batch=tuple(own[1:] for own in batch))

    def product(self, x: Sym, regions: Regions) -> Sym:
        """The sum of a product: its factors in two groups, between which the sum is a product of arrays."""
        factors = sorted(self.factors(x, regions), key=lambda f: (-len(f[1]), -f[0].type.size))
        first = factors.pop(0)
        summed = [f for f in factors if self.axis in f[1]]
        second = next((f for f in summed if not set(f[1]) <= set(first[1])), summed[0] if summed else None)
        if second is None:
            return self.plain(x)
        factors.remove(second)
        for factor in factors:
            fits = [set(factor[1]) <= set(own[1]) for own in (first, second)]
            if fits[0] and (not fits[1] or first[0].type.size <= second[0].type.size):
                first = self.times(first, factor, x.shape)
            else:
                second = self.times(second, factor, x.shape)
        found = self.dot(x.ndim, *first, *second)
        return self.plain(x) if found is None else found

    def factors(self, x: Sym, regions: Regions) -> list[Thin]:
        """The factors of a product of products."""
        call, (small, axes) = self.maker(x), self.thin(x, regions)
        if call is not None and call.primitive.name == "mul" and len(axes) == x.ndim:
            return [f for o in self.operands(call) for f in self.factors(o, regions)]
        return [(small, axes)]

    def times(self, one: Thin, other: Thin, shape: Sequence[int]) -> Thin:
        axes = tuple(sorted({*one[1], *other[1]}))
        spread = [self.spread(small, kept, axes, shape) for small, kept in (one, other)]
        return TABLE["mul"](*spread), axes

    def spread(self, small: Sym, kept: tuple[int, ...], axes: tuple[int, ...], shape: Sequence[int]) -> Sym:
        """What has some axes, with others."""
        if kept == axes:
            return small
        wide = tuple(shape[a] for a in axes)
        return TABLE["broadcast"](small, shape=wide, axes=tuple(axes.index(a) for a in kept))

    def dot(self, ndim: int, u: Sym, mine: tuple[int, ...], v: Sym, theirs: tuple[int, ...]) -> Sym | None:
        rest = [a for a in range(ndim) if a != self.axis]
        both = [a for a in rest if a in mine and a in theirs]
        only = [
            [a for a in rest if a in own and a not in other]
            for own, other in ((mine, theirs), (theirs, mine))
        ]
        whole = all(a in mine or a in theirs for a in rest)
        if self.axis not in mine or self.axis not in theirs or not whole or both and not any(only):
            return None
        self.products += 1
        batch = tuple(tuple(own.index(a) for a in both) for own in (mine, theirs))
        found = TABLE["dot"](
            u, v, contract=((mine.index(self.axis),), (theirs.index(self.axis),)), batch=batch
        )
        order = [*both, *only[0], *only[1]]
        axes = tuple(order.index(a) for a in sorted(order))
        return found if axes == tuple(range(len(axes))) else TABLE["transpose"](found, axes=axes)

    def thin(self, x: Sym, regions: Regions) -> Thin:
        """x without the axes along which it is the same everywhere, and those that it keeps. What is outside of the
        regions does not matter."""
        call, whole = self.maker(x), tuple(range(x.ndim))
        if call is None:
            return x, whole
        operands = self.operands(call)
        if call.primitive.name == "broadcast":
            axes = call.param("axes")
            small, kept = self.thin(operands[0], ())
            return (small, tuple(axes[a] for a in kept)) if list(axes) == sorted(axes) else (x, whole)
        if call.primitive.name == "select_region" and (call.operands[2:], call.param("axes")) in regions:
            return self.thin(operands[0], regions)
        if call.primitive.batch is not pointwise or call.primitive.multiple or not operands:
            return x, whole
        parts = [self.thin(o, regions) for o in operands]
        if all(part is o for (part, _), o in zip(parts, operands)):
            return x, whole
        axes = tuple(sorted({a for _, kept in parts for a in kept}))
        spread = [self.spread(part, kept, axes, x.shape) for part, kept in parts]
        return self.b.bind(call.primitive, spread, dict(call.params)), axes
