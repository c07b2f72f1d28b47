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
from collections.abc import Mapping
from math import inf

NO_EDGES: Mapping[str, int] = {}
STEPS = 4096  # of one search, so that contradictions, which only unreachable code has, end it


class Differences:
    """x <= y + c for variables x and y, by name: the shortest path from x to y; an edge is what has been noted."""

    __slots__ = ("around", "above", "below")

    def __init__(self, around: "Differences | None" = None):
        self.around = around
        self.above: dict[str, dict[str, int]] = {}  # x -> {y: c}
        self.below: dict[str, dict[str, int]] = {}  # y -> {x: c}

    def note(self, x: str, y: str, c: float) -> None:
        """It is known that x <= y + c. (What is infinite says nothing.)"""
        if x != y and -inf < c < inf:
            for table, one, other in ((self.above, x, y), (self.below, y, x)):
                table.setdefault(one, {})[other] = min(int(c), table.get(one, {}).get(other, int(c)))

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
        levels = [getattr(self, table)]
        level = self.around
        while level is not None:
            levels.append(getattr(level, table))
            level = level.around
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
