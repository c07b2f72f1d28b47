"""Trying random programs: what became of each, why programs were refused, and the smallest one that fails in the same
way."""
from __future__ import annotations

import dataclasses
import re
from typing import Any, Callable

from .choices import Choices, shrunk
from .laws import Broken, obeys, obeys_compiled
from .programs import Case, case
from .writer import Profile

PROFILES: dict[str, tuple[Profile, float]] = {"exact": (Profile(), 0.0), "smooth": (Profile(smooth=True), 1e-9)}

# what a program may be refused for, and why that is right
HONEST = {
    "may share memory": "a name stands for one array or for another, depending on data, and one of them is written",
    "is read before it is set": "no path that goes on has set it",
    "is added to": "the value of a[mask] += f(a) writes a",
    "its else leaves the loop around it": "`while x := …: … else: break`",
    "belongs to the outside": "a module's array is written",
}


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a program. `kind`: "obeys", "refused", a law that is broken, or the class of what was raised."""
    kind: str
    detail: str
    case: Case

    @property
    def good(self) -> bool:
        return self.kind == "obeys" or self.kind == "refused" and honest(self.detail) is not None

    @property
    def like(self) -> tuple[str, str]:
        """What verdicts of the same sort have in common."""
        return self.kind, reason(self.detail) if self.kind == "refused" else ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}\n\n{self.case!r}"


def honest(message: str) -> str | None:
    """The entry of HONEST that a refusal falls under."""
    return next((phrase for phrase in HONEST if phrase in message.split("\n")[0]), None)


def reason(message: str) -> str:
    """The phrase of a refusal, to count it by."""
    return honest(message) or re.sub(r"\b\w\d?\b|\d+", "_", message.split("\n")[0])


def tried(choices: Choices, name: str, compiled: bool = False) -> Verdict:
    """The verdict on the program of some choices, by the laws of a profile; compiled: through XLA instead."""
    profile, tolerance = PROFILES[name]
    written = case(choices, profile)
    try:
        refused = (obeys_compiled if compiled else obeys)(written.source, written.arguments, tolerance)
    except Broken as broken:
        return Verdict(broken.law, str(broken), written)
    except Exception as error:
        return Verdict(type(error).__name__, str(error), written)
    return Verdict("refused", str(refused), written) if refused else Verdict("obeys", "", written)


def smallest(choices: Choices, name: str, compiled: bool = False, attempts: int = 600) -> Verdict:
    """A small program with the same kind of verdict."""
    like = tried(Choices(replay=choices.made), name, compiled).like
    best = shrunk(choices.made, lambda c: tried(c, name, compiled).like == like, attempts)
    return tried(Choices(replay=best.made), name, compiled)


def programs(
    name: str, numbers: Any, compiled: bool = False, see: Callable[[int, Verdict], None] | None = None
) -> list[Verdict]:
    """The verdicts on the programs with these numbers; the first one that is not good is raised, small.

    Raises:
        AssertionError: with the text of the program.
    """
    verdicts = []
    for number in numbers:
        choices = Choices(f"{name} {number}")
        verdict = tried(choices, name, compiled)
        verdicts.append(verdict)
        if see is not None:
            see(number, verdict)
        elif not verdict.good:
            raise AssertionError(f"program {name} {number}\n{smallest(choices, name, compiled)}")
    return verdicts
