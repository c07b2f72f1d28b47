"""A budget for unrolling and inlining: unrolled loops and recursive calls are read once for each iteration
and each call.

Work is counted in expressions read and calls appended (see `Site.work`), so a function is accepted or refused
the same way every time. The budget is for the whole function: nested loops multiply.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Iterator, Set
from typing import Any

from ...core.errors import CompileError, Span, span_of
from ..interpreter import Interpreter
from ..lists.items import ask_for
from ..lists.places import is_keyed
from ..state.integer_facts import origins_of

WORK = 600_000  # 20 to 30 s of compiling
READINGS = 3  # a function may be read several times, by which so much work is done at most
LIGHT = 6_000  # lists that make a loop longer than this, unrolled, are arrays if they can be


class Exhausted(CompileError):
    """The budget is used up; whoever opened it refuses the program at its own place."""

    def __init__(self) -> None:
        super().__init__("too much is unrolled")

    def at(self, span: Span | None) -> "Exhausted":
        return self


def ask_for_lists(interp: Interpreter, places: Iterable[Any]) -> None:
    """Read again with arrays for the lists that are made at these places, which a loop goes through."""
    for place in places:
        if not is_keyed(place):
            ask_for(interp, place)


@dataclasses.dataclass
class Budget:
    """The work that is left; while something is unrolled, the count of work at which it is used up.

    total: what is left for all readings of the function.
    rounds: what the numbers of iterations are computed from, of loops that would have to be unrolled.
    in_vain: signatures of calls that can't be programs of their own, which earlier readings have found out."""

    iterations: frozenset = frozenset()
    in_vain: set = dataclasses.field(default_factory=set)
    left: int = dataclasses.field(default_factory=lambda: WORK)
    limit: int | None = None
    total: int = WORK * READINGS

    def begin_reading(self) -> None:
        """The function is read again: what the reading before has unrolled is not in the program."""
        self.total -= WORK - self.left
        self.left = min(WORK, self.total)

    def is_decided(self, passed_as_arrays: Set) -> bool:
        """Whether arguments would decide these numbers if they were static. (Not lists that are passed as
        arrays.)"""
        return any(isinstance(s, tuple) and s not in passed_as_arrays for s in self.iterations)

    def note_iterations(self, bounds: Iterable[Any]) -> None:
        """A loop between these bounds would have to be unrolled."""
        found = [origins_of(b) for b in bounds]
        self.iterations |= (
            frozenset().union(*[f for f in found if f is not None]) if None not in found else frozenset()
        )

    @staticmethod
    def check_light(
        interp: Interpreter, begun: int, done: int, iterations: int, places: Iterable[Any]
    ) -> None:
        """So many iterations of a loop are unrolled, since the count of work was at `begun`: if all of them
        are much work, read again with arrays for the lists that are made at these places, which may make it a
        loop."""
        if (interp.builder.site.work - begun) * iterations > LIGHT * done:
            ask_for_lists(interp, places)

    @contextlib.contextmanager
    def unrolling(
        self, interp: Interpreter, frame: Any, node: Any, function: str | None = None
    ) -> Iterator[None]:
        """Count what is read inside as one iteration of an unrolled loop, or one call of a function."""
        site = interp.builder.site
        if self.limit is not None:
            if site.work > self.limit:
                raise Exhausted()
            yield
            return
        self.limit = site.work + self.left
        try:
            if self.left < 0:
                raise Exhausted()
            yield
        except Exhausted:
            raise too_long(function).at(span_of(node, frame.file, frame.name)) from None
        finally:
            self.left, self.limit = self.limit - site.work, None


def too_long(function: str | None) -> CompileError:
    """The refusal of a program that would be far longer than its source."""
    if function is None:
        return CompileError(
            "this loop is unrolled, and the unrolled program becomes too long",
            "use arrays instead of lists (np.array(…)): a loop over arrays stays a loop",
        )
    return CompileError(
        f"{function} calls itself so often that the program becomes too long: every call is read",
        "write it as a loop over arrays (np.array(…)), or make what it depends on static",
    )
