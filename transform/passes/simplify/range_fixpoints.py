"""Fixpoint iteration of the range analysis at the heads of loops: widening, then one step of narrowing (Cousot
and Cousot, "Abstract interpretation", 1977). Widening first tries the thresholds that the loop compares with
(Blanchet and others, "A static analyzer for large safety-critical software", 2003).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...analysis.intervals import Interval, full, union, within
from ...ir.program import Atom, Program
from .integer_facts import NONE, Pairs

Known = tuple[Interval | None, ...]
Reading = tuple[Program, Known, Any]  # of a body; last its RegionRanges


class Fixpoint(NamedTuple):
    """The facts that hold of a loop: the reading of its body (program, bounds of its results, region); bounds
    of the carries where rounds begin and behind the loop (`limits`), and where all exit codes are 0
    (`staying`), as they are if a round begins; and how far invariants and carries are apart, where the codes
    are 0 (`pairs`) and `always`."""

    reading: Reading
    limits: Known
    staying: Known
    pairs: Pairs
    always: Pairs


def fixpoint(
    turn: Any,
    inputs: Known,
    pairs: Pairs,
    invariant: int,
    operands: Sequence[Atom],
    codes: Sequence[int] = (),
    compared: Sequence[int] = (),
) -> Fixpoint:
    """The facts that hold in every iteration of a loop.

    A bound that turns move for ever becomes infinite, if it then stays (see `intervals`), or is given up.

    Args:
        turn: reads the body for such bounds and pairs.
        inputs, pairs: what holds of the operands, the first of which are the invariants.
        codes: the carries that are exit codes: another round begins only if they are 0.
        compared: the numbers with which the loop compares others: bounds that move become such numbers first.
    """
    fixed, start, given = inputs[:invariant], inputs[invariant:], pairs
    begins = tuple((0, 0) if k in codes else limits for k, limits in enumerate(start))
    kinds = [o.type.dtype for o in operands[invariant:]]
    carry = begins
    steps: list[Callable[[Interval, Interval, np.dtype], Interval]] = [join_ranges]
    steps += [partial(widen_to, thresholds=compared, part=part) for part in PARTS if compared]
    for widen in (*steps, widen_ranges, widen_ranges, *[given_up] * GIVEN_UP):
        end = End(turn((*fixed, *carry), pairs), invariant, codes)
        after, kept = end.limits(carry), end.held(pairs)
        if kept == pairs and all_within(after, carry):
            end, carry = narrow_ranges(turn, fixed, pairs, begins, carry, end)
            break
        pairs = kept
        carry = tuple(c and a and widen(c, a, k) for c, a, k in zip(carry, after, kinds))
    else:
        pairs, carry = NONE, tuple(c and full(k) for c, k in zip(carry, kinds))
        end = End(turn((*fixed, *carry), pairs), invariant, codes)
    limits = tuple(a and b and union(a, b) for a, b in zip(start, end.reading[1]))
    if not codes:
        return Fixpoint(end.reading, carry, carry, pairs, pairs)
    return Fixpoint(end.reading, limits, carry, pairs, end.held_always([p for p in pairs if p in given]))


PARTS = (
    0.0,
    0.5,
    1.0,
)  # bounds move to the next number that is compared, then half of the way to the last, then there
GIVEN_UP = 4  # turns in which bounds and pairs that do not stay are given up, before all are


class End:
    """The end of a round from which another one begins, if any does."""

    def __init__(self, reading: Reading, invariant: int, codes: Sequence[int]):
        self.reading, self.codes, region = reading, codes, reading[2]
        lead = len(region.source.parameters) - len(region.results) - invariant  # an index comes first
        self.atoms = [*region.source.parameters[lead : lead + invariant], *region.results]
        self.results, self.all = region.results, region.facts
        self.facts = region.facts.copy() if codes else region.facts
        self.goes_on = all([self.facts.require(region.results[k], 0) for k in codes])
        if codes:
            self.facts.settle(region.results)

    def limits(self, carry: Known) -> Known:
        """The bounds with which the next round begins; those of this one, if there is none."""
        return tuple([self.facts.closer_bounds(r) for r in self.results]) if self.goes_on else carry

    def held(self, pairs: Pairs) -> Pairs:
        """The pairs that hold where the next round begins."""
        return self.facts.held(pairs, self.atoms) if self.goes_on else pairs

    def held_always(self, pairs: Sequence[tuple[int, int, int]]) -> Pairs:
        return self.all.held(tuple(pairs), self.atoms)


def all_within(new: Known, old: Known) -> bool:
    return all(a is None or b is None or within(a, b) for a, b in zip(new, old))


def join_ranges(old: Interval, new: Interval, kind: np.dtype) -> Interval:
    return union(old, new)


def widen_to(
    old: Interval, new: Interval, kind: np.dtype, thresholds: Sequence[int], part: float
) -> Interval:
    """Bounds that moved, at one of the thresholds behind them: the first of these, the last, or one between."""
    lo, hi = widen_ranges(old, new, kind)
    below, above = ([t for t in thresholds[::-1] if t <= new[0]], [t for t in thresholds if t >= new[1]])
    if lo < old[0] and below:
        lo = below[round(part * (len(below) - 1))]
    if hi > old[1] and above:
        hi = above[round(part * (len(above) - 1))]
    return lo, hi


def widen_ranges(old: Interval, new: Interval, kind: np.dtype) -> Interval:
    """Infinite bounds for those that moved, but for dtypes that are soon counted through."""
    if within(new, old):
        return old
    (least, most), endless = full(kind), kind.itemsize == 8
    lo = old[0] if new[0] >= old[0] else -inf if endless and new[0] > least and kind.kind == "i" else least
    hi = old[1] if new[1] <= old[1] else inf if endless and new[1] < most else most
    return lo, hi


def given_up(old: Interval, new: Interval, kind: np.dtype) -> Interval:
    return old if within(new, old) else full(kind)


def narrow_ranges(
    turn: Any, fixed: Known, pairs: Pairs, start: Known, carry: Known, end: End
) -> tuple[End, Known]:
    """The same with bounds no wider than what the loop begins with and what a turn gives, if these hold as well."""
    closer = tuple(s and a and union(s, a) for s, a in zip(start, end.limits(start)))
    if closer != carry:
        narrower = End(turn((*fixed, *closer), pairs), len(fixed), end.codes)
        if all_within(narrower.limits(closer), closer) and narrower.held(pairs) == pairs:
            return narrower, closer
    return end, carry
