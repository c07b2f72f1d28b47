"""Random Python functions as text: what the writer of one knows, and how it chooses.

Every name has one kind for the whole program, so that programs keep their types on every path:

    F  number (float, or an int where a float stands elsewhere)     I  integer      B  truth value
    V4 V3 V2  1-D float arrays of that length      M  3 x 4 float array      J  1-D int array of length 4
    L  list of two V4      D  {"p": F, "q": V4}    T  (V4, F)    O  Box(value=F, data=V4)
    G  1-D float array of length 512, an argument that is read and written in parts only

Values stay small integers held in floats, so that every operation is exact; the smooth profile has sines and quotients.
"""
from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

NAMES = {"F": "stuz", "I": "kmn", "B": "pq", "V4": "abcv", "V3": "xy", "V2": "hw", "M": "AB", "J": "de",
         "L": ("xs", "ys"), "D": ("table", "other"), "T": ("pair",), "O": ("box",), "G": "GH"}
LENGTH = {"V4": 4, "V3": 3, "V2": 2, "J": 4, "G": 512}
VECTORS = ("V4", "V3", "V2")
ARRAYS = (*VECTORS, "M", "J")
INDICES = "ijlo"


@dataclasses.dataclass(frozen=True)
class Profile:
    """What may be written: `smooth` functions instead of exact ones, `statements` on the top level at most.

    between: arguments between the integers, where few programs have a kink or a jump.
    """
    smooth: bool = False
    between: bool = False
    statements: int = 6
    depth: int = 2


@dataclasses.dataclass
class Scope:
    """What is known at a place of the function: names surely set, names perhaps set, callables, index names in range.

    `memory` numbers the assignments: equal numbers at the ends of two paths mean the same array, negative ones a
    shared one.
    """
    sure: dict[str, str] = dataclasses.field(default_factory=dict)
    maybe: dict[str, str] = dataclasses.field(default_factory=dict)
    memory: dict[str, int] = dataclasses.field(default_factory=dict)
    functions: dict[str, tuple[tuple[str, ...], str | None]] = dataclasses.field(default_factory=dict)
    bounds: dict[str, tuple[int, int]] = dataclasses.field(default_factory=dict)

    def copy(self) -> "Scope":
        return Scope(*(dict(getattr(self, f.name)) for f in dataclasses.fields(self)))


class Writer:
    """Writes one function. `loops` holds the kind of each loop around the present place, innermost last."""

    def __init__(self, random: Random, profile: Profile, returns: tuple[str, ...], helpers: dict | None = None):
        self.random, self.profile, self.returns = random, profile, returns
        self.lines: list[str] = []
        self.scope = Scope()
        self.loops: list[str] = []
        self.depth = 0
        self.counters = self.assignments = 0
        self.arguments: set[str] = set()
        self.fuel = profile.statements * 3
        self.helpers: dict[str, tuple[tuple[str, ...], str | None]] = helpers or {}
        self.inner = False              # in a nested function: no return of the outer kinds

    # -- choices (the first option is the simplest, to which programs shrink) ---------------------------------------

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def pick(self, options: Sequence[Any]) -> Any:
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        return self.below(100) >= 100 - percent

    def weighted(self, options: Sequence[tuple[int, Any]]) -> Any:
        number = self.below(sum(w for w, _ in options))
        for weight, option in options:
            number -= weight
            if number < 0:
                return option
        raise AssertionError

    # -- names -------------------------------------------------------------------------------------------------------

    def names(self, kind: str) -> list[str]:
        """Names of a kind that are set; now and then one that may not be."""
        found = [n for n, k in self.scope.sure.items() if k == kind]
        unsure = [n for n, k in self.scope.maybe.items() if k == kind]
        return found + unsure if unsure and self.chance(4) else found

    def name(self, kind: str) -> str | None:
        found = self.names(kind)
        return self.pick(found) if found else None

    def set(self, name: str, kind: str, shared: bool = False) -> None:
        """A name got a value; `shared`: another name for the same memory."""
        self.assignments += 1
        self.scope.memory[name] = -self.assignments if shared else self.assignments
        self.scope.sure[name] = kind
        self.scope.maybe.pop(name, None)
        self.scope.bounds.pop(name, None)

    def assign(self, name: str, kind: str, text: str) -> None:
        """name = text has been written."""
        self.set(name, kind, kind in ARRAYS and not is_new(text))

    def target(self, kind: str) -> str:
        """A name to assign; it counts as set once `set` is called. In inner blocks seldom an argument that is an
        array."""
        found = [n for n in NAMES[kind] if n not in self.arguments]
        inner = self.depth > 1 and kind in ARRAYS and found and not self.chance(5)
        return self.pick(found if inner else NAMES[kind])

    # -- lines -------------------------------------------------------------------------------------------------------

    def put(self, line: str) -> None:
        self.lines += ["    " * self.depth + part for part in line.split("\n") if part]

    @contextlib.contextmanager
    def indented(self, head: str) -> Iterator[None]:
        self.put(head)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    @property
    def looping(self) -> bool:
        return bool(self.loops)


def is_new(text: str) -> bool:
    """Is an expression surely a new array?"""
    return text.endswith((".copy()", "1.0")) or text.startswith(("(", "np.")) and " if " not in text
