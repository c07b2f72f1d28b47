"""Regions: a sum or an update over part of its axes, the calls that feed it, and the loops over that part,
block by block.

    s = sum over 0:n of select_region(f(x), 0, lo, hi)
        ⇒ for k in range(lo, hi, 16): s += f(x[k:k + 16])

Region      a call, what its operands are computed from, and the axes of it all
Line        an axis of a region                     Position    where a loop is on it
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...analysis.regions import Ends
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for, as_counter
from ...ir.program import Atom, Call, Const, Var
from ...primitives._rules import pointwise
from .blocks import PARTS, WRITERS, constant_block, form, lengths
from .extents import Extents

SHORT = 64  # positions of an axis from which on slices with bounds from data are done apart
NARROW = 128  # positions: an axis that is not cut is done at once up to here
# elementwise primitives that cost less than keeping their results
CHEAP = ("linear", "multilinear", "discrete")


class LoopAxis(NamedTuple):
    """An axis of a region: its positions, and the bounds of those that count."""

    size: int
    bounds: Ends | None = None

    @property
    def cut(self) -> bool:
        return self.bounds is not None


class LoopPosition(NamedTuple):
    """A loop's position on an axis: the first of `length` positions, and which of them count (None: all)."""

    start: Any
    length: int
    live: Sym | None = None


# the carry after a position of the loops: (builder, axis -> position, carry)
Turn = Callable[[Builder, dict[int, LoopPosition], list[Sym]], Sequence[Sym]]


class Region:
    """A call, what its operands are computed from, and the axes of it all."""

    lanes = 16  # positions of the last axis that are done at once
    aligned = True  # is what is overwritten still as it was where the loops are?

    def __init__(self, body: Extents, call: Call, place: int, lines: Sequence[LoopAxis]):
        self.body, self.call, self.at, self.lines = body, call, place, list(lines)
        self.old: Call | None = None  # the read of what is written back
        self.target: str | None = None  # the array that is overwritten

    def possible(self) -> bool:
        """Whether all that it needs can be had here. (The parts are found out about by reading them.)"""
        return any(line.cut and line.size >= self.least() for line in self.lines) and all(
            self.usable(atom, axes) for atom, axes in self.needs()
        )

    def least(self) -> int:
        """The least length of an axis for which this pays."""
        raise NotImplementedError

    def needs(self) -> list[tuple[Atom, tuple[int, ...]]]:
        """The values of which blocks are needed, with the axes of the region that theirs are."""
        raise NotImplementedError

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        """Append the loops; their result."""
        raise NotImplementedError

    # -- what blocks are made from -------------------------------------------------------------------------------------

    def usable(self, atom: Atom, axes: tuple[int, ...]) -> bool:
        """Whether a block of this value is to be had, computed or read."""
        return isinstance(atom, Const) or self.computed(atom, axes) or self.readable(atom, axes)

    def readable(self, atom: Var, axes: tuple[int, ...]) -> bool:
        """Whether the whole value is there, and not overwritten before."""
        if atom.name == self.target:
            return self.aligned and axes == tuple(range(len(self.lines))) and atom.type.ndim == len(axes)
        return not atom.type.shape or self.body.changed.get(atom.name, self.at) >= self.at

    def computed(self, atom: Var, axes: tuple[int, ...]) -> bool:
        """Whether a block of this value is computed from blocks of others."""
        call = self.body.made.get(atom.name)
        if call is None or not atom.type.shape or self.body.place[atom.name] >= self.at:
            return False
        if call is self.old:
            return True
        several = len(self.body.uses[atom.name]) > 1
        if several and call.primitive.kind not in CHEAP and call.primitive.batch is pointwise:
            return False
        parts = PARTS[form(call)](self, call, axes) if form(call) in PARTS else None
        return parts is not None and all(self.usable(o, a) for o, a in parts)

    # -- blocks --------------------------------------------------------------------------------------------------------

    def block(self, atom: Atom, axes: tuple[int, ...], env: dict[str, Sym], where: Any) -> Sym:
        """The block of a value."""
        if isinstance(atom, Const):
            return constant_block(atom, axes, where)
        if self.computed(atom, axes):
            call = self.body.made[atom.name]
            if call is self.old:
                return self.old_block(env, where)
            return WRITERS[form(call)](self, call, axes, env, where)
        value = env[atom.name]
        if not atom.type.shape:
            return value
        return TABLE["dynamic_slice"](
            value, *[where[a].start for a in axes], sizes=lengths(axes, where), drop=()
        )

    def old_block(self, env: dict[str, Sym], where: Sequence[LoopPosition]) -> Sym:
        raise NotImplementedError

    # -- loops ---------------------------------------------------------------------------------------------------------

    def nest(
        self,
        b: Builder,
        env: dict[str, Sym],
        order: Sequence[int],
        carry: list[Sym],
        turn: Turn,
        where: dict[int, LoopPosition] | None = None,
    ) -> list[Sym]:
        """The carry after loops over these axes, the last one by blocks: carry = turn(positions, carry)."""
        axis, *rest = order
        line, where = self.lines[axis], where or {}
        if not rest and not line.cut and line.size <= NARROW:
            return list(turn(b, {**where, axis: LoopPosition(as_counter(b, 0), line.size)}, carry))
        lo, hi = self.bounds(line, env, b)
        if rest:
            one = lambda inner, i, given: self.nest(
                inner, env, rest, given, turn, {**where, axis: LoopPosition(i, 1)}
            )
            return append_for(b, lo, hi, carry, one)

        def some(inner: Builder, t: Sym, given: list[Sym]) -> Sequence[Sym]:
            return turn(inner, {**where, axis: self.position(inner, line, t, lo, hi)}, given)

        return append_for(b, 0, self.blocks(b, line, lo, hi), carry, some)

    def blocks(self, b: Builder, line: LoopAxis, lo: Sym, hi: Sym) -> Sym:
        """The number of blocks between bounds."""
        length = min(self.lanes, line.size)
        return TABLE["shift_right"](
            hi - lo + as_counter(b, length - 1), as_counter(b, int(math.log2(length)))
        )

    def position(self, b: Builder, line: LoopAxis, t: Sym, lo: Sym, hi: Sym) -> LoopPosition:
        """The place of a block, by number."""
        length = min(self.lanes, line.size)
        first = lo + t * as_counter(b, length)
        begin = TABLE["minimum"](first, as_counter(b, line.size - length))
        live = None
        if line.cut or line.size % length:
            live = TABLE["inside"](b.lift(first - begin), b.lift(hi - begin), size=length)
        return LoopPosition(begin, length, live)

    def bounds(self, line: LoopAxis, env: dict[str, Sym], b: Builder) -> tuple[Sym, Sym]:
        """Those of an axis, inside of it."""
        if line.bounds is None:
            return as_counter(b, 0), as_counter(b, line.size)
        lo, hi = [as_counter(b, env[o.name] if isinstance(o, Var) else Sym(b, o)) for o in line.bounds]
        return TABLE["maximum"](lo, as_counter(b, 0)), TABLE["minimum"](hi, as_counter(b, line.size))
