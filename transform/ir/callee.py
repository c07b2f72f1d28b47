"""The callee of a host call: a Python function with results of known types, which a compiled program calls as
it runs.
"""

from __future__ import annotations

import dataclasses
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..core.errors import CompileError
from .program import Type

HOSTED = ("host_call", "host_value")  # the primitives with a callee
HOLE = re.compile(r"\b_(\d+)\b")  # a value in the source of a callee


class Operand(NamedTuple):
    """One of the values that a callee is called with, by its number."""

    number: int


class Draw(NamedTuple):
    """A draw of random numbers: generator.method(**given), of a generator of this class, which is the first value.

    given: the parameters of the method, with their defaults; what is not known is an `Operand`.
    """

    cls: str
    method: str
    given: Mapping[str, Any]


class Callee:
    """The callee of a host_call. `results`: the types of what it gives."""

    results: tuple[Type, ...]
    portable: bool  # is its source good anywhere, where NumPy is?
    ahead: bool = False  # may it be called before what stands before it, of another kind?
    says: bool = (
        False  # is it called for its effect alone, on which nothing depends that is computed? (a print)
    )
    draw: Draw | None = None  # what it draws, if it is a method of a generator of random numbers

    @property
    def definition(self) -> str:
        """The def of the function, if printed source has to define it."""
        return ""

    def __call__(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        raise NotImplementedError

    def source(self) -> str:
        """The call as it is written; the values are _1 _2 …"""
        raise NotImplementedError

    def over_lanes(self, n: int, batched: Sequence[bool]) -> Callee:
        """The call for every lane of a batch; these values have the batch axis."""
        raise NotImplementedError

    def for_each_lane(self, n: int, batched: Sequence[bool]) -> Callee:
        """The call, which gives nothing, for one lane of a batch after the other; these values have the batch axis."""
        return EachLane(self, n, tuple(batched))

    def is_constant(self, places: Sequence[int]) -> bool:
        """Whether the derivative with respect to the values at these places is zero."""
        return True

    def check_constant(self, places: Sequence[int]) -> None:
        """Raises CompileError if the derivative with respect to the values at these places is not zero."""


@dataclasses.dataclass(frozen=True, eq=False)
class Once(Callee):
    """A function called for its effect, unless the call was begun before, with less room, and had come to it
    then. The first value: whether it is to be called."""

    callee: Callee
    results = ()

    @property
    def portable(self) -> bool:  # type: ignore[override]
        return self.callee.portable

    @property
    def definition(self) -> str:
        return self.callee.definition

    @property
    def ahead(self) -> bool:  # type: ignore[override]
        return self.callee.ahead

    def __call__(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.callee(values[1:]) if values[0] else ()

    def source(self) -> str:
        return HOLE.sub(lambda hole: f"_{int(hole[1]) - 1}", self.callee.source())

    def over_lanes(self, n: int, batched: Sequence[bool]) -> Callee:
        raise CompileError(
            "the lanes of a batch print beside lists that get longer, and the number of their items has no bound",
            "say how many items they have at most, where they are made: xs = recto.bound([], 1000)",
        )

    def for_each_lane(self, n: int, batched: Sequence[bool]) -> Callee:
        return self.over_lanes(n, batched)


@dataclasses.dataclass(frozen=True, eq=False)
class EachLane(Callee):
    """A function called for its effect, once for each lane of a batch."""

    lane: Callee
    n: int
    batched: tuple[bool, ...]
    results = ()

    @property
    def portable(self) -> bool:  # type: ignore[override]
        return self.lane.portable

    @property
    def definition(self) -> str:
        return self.lane.definition

    def __call__(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        for k in range(self.n):
            self.lane(tuple([v[k] if b else v for v, b in zip(values, self.batched)]))
        return ()

    def source(self) -> str:
        item = lambda hole: f"{hole[0]}[lane]" if self.batched[int(hole[1]) - 1] else hole[0]
        statement = textwrap.indent(HOLE.sub(item, self.lane.source()), "    ")
        return f"for lane in range({self.n}):\n{statement}"
