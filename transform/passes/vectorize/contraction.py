"""Contraction recognition: sums of products over an axis become `dot`.

    sum over l of A[l, i] * B[l, j]                             ⇒  dot over l of A and B
    sum over l of (u[l, i] + v[l, i]), and the like             ⇒  the sum of each
    sum over l of 1.5 * u[l, i]                                 ⇒  1.5 * (sum over l of u[l, i])
    sum over l of select_region(u[l, i], 0, lo, hi)             ⇒  select_region(sum over l of u[l, i], 0, lo, hi)
    sum over l of select(l <= i, A[l, i] * B[l, j], 0)          ⇒  dot over l of select(l <= i, A[l, i], 0) and B

The factors are what they were before they were broadcast: `thin`. A mask is one more factor. Where it can't be applied
to both factors of the product, the one without it is multiplied by zeros that were not there, so that it has to be
finite: `Contraction.finite`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...analysis.constants import is_zero, uniform
from ...analysis.def_use import makers
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Call, Var
from ...primitives._rules import pointwise

Thin = tuple[Sym, tuple[int, ...]]  # a value without axes along which it is the same; its axes


class Mask(NamedTuple):
    """A mask: the value holds where `held` is true, which has these axes of the value, or in the region
    between bounds along these axes; it is zero elsewhere."""

    axes: tuple[int, ...]
    held: Sym | None
    bounds: tuple[Sym, ...] = ()

    def same(self, other: "Mask") -> bool:
        atoms = lambda m: [x.atom for x in (m.held, *m.bounds) if x is not None]
        return self.axes == other.axes and atoms(self) == atoms(other)

    def applied(self, x: Sym, places: Sequence[int], zero: Sym) -> Sym:
        """x within it, and zero elsewhere, or another value of this shape; `places` are the axes of x that its own
        ones stand for."""
        if self.held is None:
            return TABLE["select_region"](x, zero, *self.bounds, axes=tuple(places))
        held = self.held
        if held.shape != x.shape:
            held = TABLE["broadcast"](held, shape=x.shape, axes=tuple(places))
        return TABLE["select"](held, x, zero)


Masks = tuple[Mask, ...]


def total(b: Builder, x: Sym, axis: int = 0) -> tuple[Sym, bool, list[Sym]]:
    """The sum of x over an axis; is there a product of arrays in it? And the values that have to be finite for that."""
    sums = Contraction(b, axis)
    return sums.total(x, (), ()), sums.products > 0, sums.finite


class Contraction:
    """Sums over one axis of values in a builder.

    Methods are given `masks` outside of which it does not matter what a value is, and `due`, those of them that have
    yet to be applied to it, as they change along the axis.
    """

    def __init__(self, b: Builder, axis: int):
        self.b, self.axis, self.made, self.products = b, axis, makers(b.body), 0
        self.finite: list[Sym] = []

    def maker(self, x: Sym) -> Call | None:
        return self.made.get(x.atom.name) if isinstance(x.atom, Var) else None

    def operands(self, call: Call) -> list[Sym]:
        return [Sym(self.b, o) for o in call.operands]

    def total(self, x: Sym, masks: Masks, due: Masks) -> Sym:
        call = self.maker(x)
        if call is None:
            return self.plain(x, due)
        match call.primitive.name:
            case "mul":
                return self.product(x, masks, due)
            case "add" | "sub" as name:
                first, second = [self.total(o, masks, due) for o in self.operands(call)]
                return first + second if name == "add" else first - second
            case "neg":
                return -self.total(self.operands(call)[0], masks, due)
            case "select_region" | "select":
                return self.of_masked(x, masks, due)
            case "transpose" if self.axis == 0 == call.param("axes")[0] and not due:
                inner = self.total(self.operands(call)[0], (), ())
                return TABLE["transpose"](inner, axes=tuple(a - 1 for a in call.param("axes")[1:]))
            case "dot" if self.axis == 0 and call.param("batch")[0]:
                return self.of_dot(x, call, due)
        return self.plain(x, due)

    def plain(self, x: Sym, due: Masks) -> Sym:
        for mask in due:
            x = mask.applied(x, mask.axes, self.zeros(x))
        return TABLE["reduce_sum"](x, axes=(self.axis,))

    def zeros(self, x: Sym) -> Sym:
        return self.filled(0, x.shape, x.dtype)

    def filled(self, value: int, shape: Sequence[int], dtype: Any) -> Sym:
        return TABLE["broadcast"](self.b.lift(np.asarray(value, dtype)), shape=tuple(shape), axes=())

    # -- masks -------------------------------------------------------------------------------------------------------

    def masked(self, x: Sym) -> tuple[Mask, Sym, Sym] | None:
        """The mask of a value that is zero, or -0.0, outside; the value within it, and that zero."""
        call = self.maker(x)
        if call is None or call.primitive.name not in ("select", "select_region"):
            return None
        operands = self.operands(call)
        if call.primitive.name == "select":
            condition, inner, outside = operands
            held, axes = self.thin(condition, ())
            mask = Mask(axes, held)
        else:
            inner, outside, *bounds = operands
            mask = Mask(call.param("axes"), None, tuple(bounds))
        positive = is_zero(outside.atom, self.made, (1,))
        if not positive and not is_zero(outside.atom, self.made, (-1,)):
            return None
        return mask, inner, self.b.lift(np.asarray(0.0 if positive else -0.0, x.dtype))

    def of_masked(self, x: Sym, masks: Masks, due: Masks) -> Sym:
        """The sum within a mask, and zero elsewhere."""
        found = self.masked(x)
        if found is None:
            return self.plain(x, due)
        mask, inner, zero = found
        if self.axis in mask.axes:
            return self.total(inner, (*masks, mask), (*due, mask))
        return self.outside(self.total(inner, (*masks, mask), due), mask, zero)

    def outside(self, found: Sym, mask: Mask, zero: Sym) -> Sym:
        """A sum within a mask that is the same along the axis, and zero elsewhere."""
        rest = TABLE["broadcast"](zero, shape=found.shape, axes=()) if found.shape else zero
        return mask.applied(found, [a - (a > self.axis) for a in mask.axes], rest)

    # -- products ----------------------------------------------------------------------------------------------------

    def of_dot(self, x: Sym, call: Call, due: Masks) -> Sym:
        """The sum over the first of the batch axes."""
        contract, batch = call.param("contract"), call.param("batch")
        sides = self.operands(call)
        unmasked: list[int] = []
        for mask in due:
            places = {k: own for k in (0, 1) if (own := self.places(call, k, mask.axes)) is not None}
            if not places:
                return self.plain(x, due)
            for k, own in places.items():
                sides[k] = mask.applied(sides[k], own, self.zeros(sides[k]))
            if len(places) == 1:
                (k,) = places
                unmasked.append(1 - k)
        self.finite += [sides[k] for k in set(unmasked)]
        self.products += 1
        more = tuple((*axes, own[0]) for axes, own in zip(contract, batch))
        return TABLE["dot"](*sides, contract=more, batch=tuple(own[1:] for own in batch))

    def places(self, call: Call, side: int, axes: Sequence[int]) -> list[int] | None:
        """The axes of an operand of a product that are these axes of it; None if it does not have all of them."""
        contract, batch = call.param("contract"), call.param("batch")
        kept = [
            [a for a in range(o.type.ndim) if a not in (*contract[k], *batch[k])]
            for k, o in enumerate(call.operands)
        ]
        own = [None if k != side else a for k in (0, 1) for a in kept[k]]
        all_axes = [*batch[side], *own]
        found = [all_axes[a] for a in axes]
        return None if None in found else [a for a in found if a is not None]

    def product(self, x: Sym, masks: Masks, due: Masks) -> Sym:
        """The sum of a product."""
        factors, more = self.without_masks(self.factors(x, masks), x.ndim)
        along = (*due, *(m for m in more if self.axis in m.axes))
        found = self.multiple(factors, along, x.shape)
        found = self.grouped(factors, along, x.shape) if found is None else found
        if found is None:
            return self.plain(x, due)
        for mask in more:
            if self.axis not in mask.axes:
                found = self.outside(found, mask, self.b.lift(np.zeros((), x.dtype)))
        return found

    def factors(self, x: Sym, masks: Masks) -> list[Thin]:
        """The factors of a product of products."""
        call, (small, axes) = self.maker(x), self.thin(x, masks)
        if call is not None and call.primitive.name == "mul" and len(axes) == x.ndim:
            return [f for o in self.operands(call) for f in self.factors(o, masks)]
        return [(small, axes)]

    def without_masks(self, factors: list[Thin], ndim: int) -> tuple[list[Thin], list[Mask]]:
        """The factors without masks that give some of them axes which they do not have, and these masks."""
        more: list[Mask] = []
        bare: list[Thin] = []
        for sym, axes in factors:
            found = self.masked(sym)
            if found is not None and len(axes) == ndim > len(found[0].axes):
                small, kept = self.thin(found[1], ())
                if len(kept) < ndim:
                    more.append(found[0])
                    sym, axes = small, kept
            bare.append((sym, axes))
        return [self.stripped(f, more) for f in bare], more

    def stripped(self, factor: Thin, masks: Sequence[Mask]) -> Thin:
        """A factor without those of its masks that are among these."""
        sym, axes = factor
        while (found := self.masked(sym)) is not None:
            own = found[0]._replace(axes=tuple(axes[a] for a in found[0].axes))
            if not any(own.same(m) for m in masks):
                break
            sym = found[1]
        return sym, axes

    def multiple(self, factors: Sequence[Thin], due: Masks, shape: Sequence[int]) -> Sym | None:
        """The sum of one factor, a sum of products, times constants; None if it is something else."""
        constants = [sym for sym, axes in factors if not axes and sym.is_const and np.isfinite(sym.value)]
        others = [
            (sym, axes) for sym, axes in factors if axes or not sym.is_const or not np.isfinite(sym.value)
        ]
        if len(others) != 1 or not constants or any(a not in others[0][1] for m in due for a in m.axes):
            return None
        (sym, axes), rest = others[0], [a for a in range(len(shape)) if a != self.axis]
        if self.axis not in axes:
            return None
        inner = Contraction(self.b, axes.index(self.axis))
        mine = tuple(m._replace(axes=tuple(axes.index(a) for a in m.axes)) for m in due)
        found = inner.total(sym, mine, mine)
        if not inner.products:
            return None
        self.products += inner.products
        self.finite += inner.finite
        left = tuple(a for a in axes if a != self.axis)
        for c in constants:
            found = found * c
        places = tuple(rest.index(a) for a in left)
        return self.spread(found, places, tuple(range(len(rest))), [shape[a] for a in rest])

    def grouped(self, factors: list[Thin], due: Masks, shape: Sequence[int]) -> Sym | None:
        """The sum of a product whose factors are put into two groups, as a product of arrays; None if it is none."""
        for mask in due:
            if not any(set(mask.axes) <= set(axes) for _, axes in factors):
                ones = self.filled(1, [shape[a] for a in mask.axes], factors[0][0].dtype)
                factors = [*factors, (ones, mask.axes)]
        factors = sorted(factors, key=lambda f: (-len(f[1]), -f[0].type.size))
        first = factors.pop(0)
        summed = [f for f in factors if self.axis in f[1]]
        second = next((f for f in summed if not set(f[1]) <= set(first[1])), summed[0] if summed else None)
        if second is None:
            return None
        factors.remove(second)
        for factor in factors:
            fits = [set(factor[1]) <= set(own[1]) for own in (first, second)]
            if fits[0] and (not fits[1] or first[0].type.size <= second[0].type.size):
                first = self.times(first, factor, shape)
            else:
                second = self.times(second, factor, shape)
        if not self.is_dot(len(shape), first[1], second[1]):
            return None
        sides = [first, second]
        for mask in due:
            within = [k for k, (_, axes) in enumerate(sides) if set(mask.axes) <= set(axes)]
            if not within:
                return None
            for k in within:
                sides[k] = self.under(mask, sides[k])
            self.finite += [sym for k, (sym, _) in enumerate(sides) if k not in within]
        return self.dot(len(shape), *sides[0], *sides[1])

    def under(self, mask: Mask, factor: Thin) -> Thin:
        sym, axes = factor
        return mask.applied(sym, [axes.index(a) for a in mask.axes], self.zeros(sym)), axes

    def times(self, one: Thin, other: Thin, shape: Sequence[int]) -> Thin:
        axes = tuple(sorted({*one[1], *other[1]}))
        spread = [self.spread(small, kept, axes, shape) for small, kept in (one, other)]
        return TABLE["mul"](*spread), axes

    def spread(self, small: Sym, kept: tuple[int, ...], axes: tuple[int, ...], shape: Sequence[int]) -> Sym:
        """A value with some axes, broadcast along others."""
        if kept == axes:
            return small
        wide = tuple(shape[a] for a in axes)
        return TABLE["broadcast"](small, shape=wide, axes=tuple(axes.index(a) for a in kept))

    def is_dot(self, ndim: int, mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
        """Whether the sum of a product of values with these axes is a product of arrays, and not one of
        elements."""
        rest = [a for a in range(ndim) if a != self.axis]
        both = any(a in mine and a in theirs for a in rest)
        some = any((a in mine) != (a in theirs) for a in rest)
        whole = all(a in mine or a in theirs for a in rest)
        return self.axis in mine and self.axis in theirs and whole and (some or not both)

    def dot(self, ndim: int, u: Sym, mine: tuple[int, ...], v: Sym, theirs: tuple[int, ...]) -> Sym:
        rest = [a for a in range(ndim) if a != self.axis]
        both = [a for a in rest if a in mine and a in theirs]
        only = [
            [a for a in rest if a in own and a not in other]
            for own, other in ((mine, theirs), (theirs, mine))
        ]
        self.products += 1
        batch = tuple(tuple(own.index(a) for a in both) for own in (mine, theirs))
        found = TABLE["dot"](
            u, v, contract=((mine.index(self.axis),), (theirs.index(self.axis),)), batch=batch
        )
        order = [*both, *only[0], *only[1]]
        axes = tuple(order.index(a) for a in sorted(order))
        return found if axes == tuple(range(len(axes))) else TABLE["transpose"](found, axes=axes)

    def thin(self, x: Sym, masks: Masks) -> Thin:
        """x without the axes along which it is the same everywhere, and those that it keeps. What is outside of the
        masks does not matter."""
        call, whole = self.maker(x), tuple(range(x.ndim))
        if call is None:
            one = uniform(x.atom, {}) if x.shape else None
            return (x, whole) if one is None or one == 0 else (self.b.lift(one), ())
        operands = self.operands(call)
        if call.primitive.name == "broadcast":
            axes = call.param("axes")
            small, kept = self.thin(operands[0], ())
            return (small, tuple(axes[a] for a in kept)) if list(axes) == sorted(axes) else (x, whole)
        found = self.masked(x) if masks else None
        if found is not None and any(found[0].same(m) for m in masks):
            return self.thin(found[1], masks)
        if call.primitive.batch is not pointwise or call.primitive.multiple or not operands:
            return x, whole
        parts = [self.thin(o, masks) for o in operands]
        if all(part is o for (part, _), o in zip(parts, operands)):
            return x, whole
        axes = tuple(sorted({a for _, kept in parts for a in kept}))
        if axes == whole:
            return x, whole
        spread = [self.spread(part, kept, axes, x.shape) for part, kept in parts]
        return self.b.bind(call.primitive, spread, dict(call.params)), axes
