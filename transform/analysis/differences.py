"""Difference constraints between integers: which variables are surely not above others, and by how much.

Zones (Miné, "A new numerical abstract domain based on difference-bound matrices", 2001), of which a bound is looked for
when it is asked for (Bodík, Gupta and Sarkar, "ABCD: eliminating array bounds checks on demand", 2000).

>>> found = Differences()
>>> found.note("i", "n", -1)           # i <= n - 1
>>> found.note("j", "i", 0)            # j <= i
>>> found.bound("j", "n"), found.bound("n", "j")
(-1, None)

What holds on a path alone is noted in constraints of its own, which begin with those around:

>>> path = Differences(found)
>>> path.note("n", "m", 0)
>>> path.bound("j", "m"), found.bound("j", "m")
(-1, None)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import inf

NO_EDGES: Mapping[str, int] = {}
STEPS = 4096  # of one search, so that contradictions, which only unreachable code has, end it
# (start, table): how much had been noted by then, and what was found
Searches = dict[tuple[str, str], tuple[int, dict[str, int]]]


class Differences:
    """x <= y + c for variables x and y, by name: the shortest path from x to y; an edge is what has been noted."""

    __slots__ = ("around", "above", "below", "noted", "found")

    def __init__(self, around: "Differences | None" = None):
        self.around = around
        self.above: dict[str, dict[str, int]] = {}  # x -> {y: c}
        self.below: dict[str, dict[str, int]] = {}  # y -> {x: c}
        self.noted = 0
        self.found: Searches = {}

    def note(self, x: str, y: str, c: float) -> None:
        """It is known that x <= y + c. (What is infinite says nothing.)"""
        if x != y and -inf < c < inf:
            above = self.above.setdefault(x, {})
            if c < above.get(y, inf):
                above[y] = self.below.setdefault(y, {})[x] = int(c)
                self.noted += 1

    def bound(self, x: str, y: str) -> int | None:
        """The least c with which x <= y + c follows from what has been noted; None if none does."""
        return 0 if x == y else self.above_of(x).get(y)

    def above_of(self, x: str) -> dict[str, int]:
        """{y: c} for all that is known of the kind x <= y + c."""
        return self._search(x, "above")

    def below_of(self, y: str) -> dict[str, int]:
        """{x: c} for all that is known of the kind x <= y + c."""
        return self._search(y, "below")

    def _search(self, start: str, table: str) -> dict[str, int]:
        """The shortest distances from a variable; the same object until more constraints are noted."""
        if not self.noted and self.around is not None:
            return self.around._search(start, table)
        levels, noted = [], 0
        level: Differences | None = self
        while level is not None:
            edges = getattr(level, table)
            levels += [edges] if edges else []
            noted += level.noted
            level = level.around
        before = self.found.get((start, table))
        if before is not None and before[0] == noted:
            return before[1]
        found = shortest(start, levels)
        self.found[start, table] = noted, found
        return found


def shortest(start: str, levels: Sequence[Mapping[str, Mapping[str, int]]]) -> dict[str, int]:
    """{node: length} of the shortest paths from one node to all that it reaches by the edges of several graphs."""
    found, waiting, steps = {start: 0}, deque([start]), 0
    while waiting and steps < STEPS:
        here = waiting.popleft()
        so_far = found[here]
        for edges in levels:
            for other, c in edges.get(here, NO_EDGES).items():
                steps += 1
                if so_far + c < found.get(other, inf):
                    found[other] = so_far + c
                    waiting.append(other)
    del found[start]
    return found
