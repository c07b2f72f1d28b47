"""Trying random programs: what became of each, and which refusals are right."""
from __future__ import annotations

import dataclasses
import re
from random import Random

from recto.transform import CompileError

from .laws import Broken, load, obeys, obeys_compiled, reading_of
from .programs import Case, case
from .writer import Profile

PROFILES: dict[str, tuple[Profile, float]] = {
    "exact": (Profile(), 0.0), "smooth": (Profile(smooth=True, between=True), 1e-9)}

# what a program may be refused for, and why that is right; docs/language.md has the same phrases
HONEST = {
    "may share memory with another one that was written": "a name stands for a view of one array or of another",
    "may be the same as another one that was written": "a name stands for one container or for another",
    "may be an alias of": "… and gets or loses items",
    "is read before it is set": "no path that goes on has set it",
    "the array that it is added to": "the value of a[mask] += f(a) writes a",
    "its else leaves the loop around it": "`while x := …: … else: break`",
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


def tried(random: Random, name: str, compiled: bool = False) -> Verdict:
    """The verdict on one program by the laws of a profile; compiled: through XLA instead."""
    profile, tolerance = PROFILES[name]
    written = case(random, profile)
    try:
        refused = (obeys_compiled if compiled else obeys)(written.source, written.arguments, tolerance)
    except Broken as broken:
        return Verdict(broken.law, str(broken), written)
    except Exception as error:
        return Verdict(type(error).__name__, str(error), written)
    return Verdict("refused", str(refused), written) if refused else Verdict("obeys", "", written)


def refusal_of(random: Random, name: str) -> str | None:
    """Why a program is refused; None if it is read."""
    written = case(random, PROFILES[name][0])
    try:
        reading_of(load(written.source)["f"], written.arguments[0])
    except CompileError as error:
        return str(error)
    return None
