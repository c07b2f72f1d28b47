"""The parts of arrays that the iterations of a counted loop read or write, all at once.

for i in range(n):                      =>      window of all parts     x[:, c:n + c]
    … x[:, i + c] …                             rows of it              x[:, c:n + c].T
    … x[i, i] …                                 rows of it              np.diagonal(x)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...analysis.affine import Affine
from ...core.dtypes import canonical
from ...ir.builder import TABLE, Builder, Sym

INDEX = "%"  # the symbol of the index in affine forms: no variable has this name


class IterationParts(NamedTuple):
    """The indices of a loop, in ascending order, n of them: the order of independent iterations is no
    matter."""

    first: int
    n: int


class Part(NamedTuple):
    """The part of an array that an iteration reads or writes."""

    starts: tuple[Affine, ...]
    sizes: tuple[int, ...]
    drop: tuple[int, ...]

    @property
    def moving(self) -> tuple[int, ...]:
        """The axes along which it depends on the index."""
        return tuple(
            a for a, start in enumerate(self.starts) if any(name == INDEX for name, _ in start.terms)
        )

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(size for a, size in enumerate(self.sizes) if a not in self.drop)


class Unfit(Exception):
    """A loop can't become array operations, or nothing is gained."""


class Windows:
    """Reads and writes the parts of all iterations, in a builder.

    numbers         what the symbols of affine forms stand for
    """

    def __init__(self, b: Builder, iterations: IterationParts):
        self.b, self.iterations = b, iterations
        self.numbers: dict[str, Sym] = {}

    def window(self, part: Part, shape: Sequence[int]) -> tuple[int, list[Any], dict[str, tuple[int, ...]]]:
        """The place of the axis of iterations, and the starts and parameters, of the window of all rounds."""
        if len(part.moving) != 1:
            raise Unfit
        ((axis,), (first, n)) = part.moving, self.iterations
        start = part.starts[axis]
        first = start.const + (first if not is_turned(part) else 1 - first - n)
        if abs(start.terms[0][1]) != 1 or len(start.terms) > 1 or part.sizes[axis] != 1:
            raise Unfit
        if first < 0 or first + n > shape[axis]:
            raise Unfit
        sizes = tuple(n if a == axis else size for a, size in enumerate(part.sizes))
        drop = tuple(a for a in part.drop if a != axis)
        place = sum(a not in drop for a in range(axis))
        return place, self.starts(part, axis, first), {"sizes": sizes, "drop": drop}

    def starts(self, part: Part, axis: int | None = None, first: int = 0) -> list[Any]:
        """The starts of a window, which are the same in all iterations but along one axis."""
        return [
            self.b.lift(np.asarray(first)) if a == axis else self.number(start)
            for a, start in enumerate(part.starts)
        ]

    def number(self, form: Affine) -> Sym:
        """An integer that is the same in all rounds."""
        found: Any = self.b.lift(np.asarray(form.const))
        for name, factor in form.terms:
            x = self.numbers[name].astype(found.dtype)
            found = found + (x if factor == 1 else x * factor)
        return found

    def rows(self, array: Sym, part: Part) -> Sym:
        """The parts of all iterations, one after the other along a first axis."""
        if len(part.moving) == 2:
            return self.diagonal_rows(array, part)
        place, starts, window = self.window(part, array.shape)
        found = self.b.bind(TABLE["dynamic_slice"], [array, *starts], window)
        if place:
            found = TABLE["transpose"](found, axes=(place, *(a for a in range(found.ndim) if a != place)))
        shape = (self.iterations.n, *part.shape)
        found = found if found.shape == shape else TABLE["reshape"](found, shape=shape)
        return in_order(found, part)

    def put_rows(self, array: Sym, values: Sym, part: Part) -> Sym:
        """The array with the parts of all iterations in their places."""
        if len(part.moving) == 2:
            return self.put_diagonal(array, values, part, add=False)
        place, starts, window = self.window(part, array.shape)
        laid = self.laid(in_order(values, part), place, window)
        return self.b.bind(TABLE["update_slice"], [array, laid, *starts], window)

    def laid(self, values: Sym, place: int, window: dict[str, tuple[int, ...]]) -> Sym:
        """The parts of all iterations, with the axis of iterations where it is in the window of all."""
        kept = [n for a, n in enumerate(window["sizes"]) if a not in window["drop"]]
        shape = self.iterations.n, *kept[:place], *kept[place + 1 :]
        if values.shape != shape:
            values = TABLE["reshape"](values, shape=shape)
        axes = (*range(1, place + 1), 0, *range(place + 1, values.ndim))
        return TABLE["transpose"](values, axes=axes) if place else values

    def plus(self, array: Sym, values: Sym, part: Part) -> Sym:
        """The array with the parts of all iterations added in their places."""
        if len(part.moving) == 2:
            return self.put_diagonal(array, values, part, add=True)
        place, starts, window = self.window(part, array.shape)
        more = self.laid(in_order(values, part), place, window)
        return self.added(array, more, starts, window)

    def added(self, array: Sym, more: Sym, starts: Sequence[Any], window: dict[str, tuple[int, ...]]) -> Sym:
        old = self.b.bind(TABLE["dynamic_slice"], [array, *starts], window)
        return self.b.bind(TABLE["update_slice"], [array, old + more, *starts], window)

    # -- along a diagonal

    def diagonal(self, part: Part, shape: Sequence[int]) -> list[int]:
        """The first positions along both axes of parts of one element at i + c, i + d; the other axes as a whole."""
        first, n = self.iterations
        found = []
        for axis, (start, size) in enumerate(zip(part.starts, part.sizes)):
            if axis not in part.moving:
                if start.terms or start.const or size != shape[axis] or axis in part.drop:
                    raise Unfit
                continue
            if start.terms != ((INDEX, 1),) or size != 1 or axis not in part.drop:
                raise Unfit
            found.append(start.const + first)
            if found[-1] < 0 or found[-1] + n > shape[axis]:
                raise Unfit
        if len(found) != 2:
            raise Unfit
        return found

    def on_diagonal(self, array: Sym, firsts: Sequence[int], axes: Sequence[int]) -> Sym:
        """The elements of an array that are in the parts of some iteration, as a mask."""
        kind, n = canonical(np.int64), self.iterations.n
        one, other = (
            self.b.bind(TABLE["iota"], [], {"axis": a, "dtype": kind, "shape": array.shape}) for a in axes
        )
        lined = TABLE["eq"](other - one, self.spread(np.asarray(firsts[1] - firsts[0], kind), array.shape))
        begins = TABLE["ge"](one, self.spread(np.asarray(firsts[0], kind), array.shape))
        ends = TABLE["lt"](one, self.spread(np.asarray(firsts[0] + n, kind), array.shape))
        return TABLE["and_"](lined, TABLE["and_"](begins, ends))

    def spread(self, value: Any, shape: Sequence[int]) -> Sym:
        return TABLE["broadcast"](self.b.lift(value), shape=tuple(shape), axes=())

    def diagonal_rows(self, array: Sym, part: Part) -> Sym:
        """The parts of all iterations, one after the other along a first axis."""
        firsts, axes = self.diagonal(part, array.shape), part.moving
        for axis, first in zip(axes, firsts):
            sizes = tuple(self.iterations.n if a == axis else size for a, size in enumerate(array.shape))
            starts = [np.asarray(first if a == axis else 0) for a in range(array.ndim)]
            array = self.b.bind(TABLE["dynamic_slice"], [array, *starts], {"sizes": sizes, "drop": ()})
        held = self.on_diagonal(array, (0, 0), axes)
        # one element of each row is not zero: no other one is added to it, whatever it is
        line = TABLE["reduce_sum"](
            TABLE["select"](held, array, self.spread(np.zeros((), array.dtype), array.shape)), axes=(axes[1],)
        )
        order = (axes[0], *(a for a in range(line.ndim) if a != axes[0]))
        return line if order == tuple(range(line.ndim)) else TABLE["transpose"](line, axes=order)

    def put_diagonal(self, array: Sym, values: Sym, part: Part, add: bool) -> Sym:
        """The array with the parts of all iterations in their places, or added to what is there."""
        firsts, axes = self.diagonal(part, array.shape), part.moving
        kept = [a for a in range(array.ndim) if a != axes[1]]
        order = [a for a in kept if a != axes[0]]
        order.insert(0, axes[0])
        if order != kept:
            values = TABLE["transpose"](values, axes=tuple(order.index(a) for a in kept))
        line = self.spread(np.zeros((), array.dtype), [array.shape[a] for a in kept])
        starts = [np.asarray(firsts[0] if a == axes[0] else 0) for a in kept]
        line = self.b.bind(
            TABLE["update_slice"], [line, values, *starts], {"sizes": values.shape, "drop": ()}
        )
        wide = TABLE["broadcast"](line, shape=array.shape, axes=tuple(kept))
        return TABLE["select"](self.on_diagonal(array, firsts, axes), array + wide if add else wide, array)


def is_turned(part: Part) -> bool:
    """Whether a part is at c - i along its axis."""
    return any(
        factor < 0 for axis in part.moving for name, factor in part.starts[axis].terms if name == INDEX
    )


def in_order(values: Sym, part: Part) -> Sym:
    """The parts of all iterations in the order of their indices or, from that, in the order of the array."""
    return TABLE["flip"](values, axes=(0,)) if is_turned(part) else values
