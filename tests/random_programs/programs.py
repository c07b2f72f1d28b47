"""Whole random programs: a function `f`, the functions it calls, and arguments."""
from __future__ import annotations

import dataclasses
import re
from random import Random
from typing import Any

import numpy as np

from . import containers, functions, helpers, recurrences, statements     # noqa: F401 (a table of statements)
from .blocks import block
from .control import give_back
from .writer import LENGTH, Profile, Writer

PARAMETERS = [
    ("a", "V4"),
    ("s", "F"),
    ("k", "I"),
    ("b", "V4"),
    ("A", "M"),
    ("d", "J"),
    ("x", "V3"),
    ("t", "F"),
    ("m", "I"),
    ("G", "G"),
    ("H", "G"),
]
RESULTS = ["F", "V4", "I", "V4", "M", "V3", "F", "V2", "J", "B"]


@dataclasses.dataclass(frozen=True)
class Case:
    """The text of a module whose function `f` is tried, and argument lists of the same types."""
    source: str
    arguments: tuple[tuple[Any, ...], ...]

    def __repr__(self) -> str:
        rows = [", ".join(map(shown, row)) for row in self.arguments]
        return self.source + "".join(f"\n# f({row})" for row in rows)


def shown(argument: Any) -> str:
    if np.size(argument) == LENGTH["G"]:
        period = int(argument.max()) + 1
        return f"np.arange({LENGTH['G']}.0) % {period}" + (f" + {argument[0]}" if argument[0] else "")
    return re.sub(r"\s+", " ", repr(argument))


def case(random: Random, profile: Profile = Profile(), calls: int = 2) -> Case:
    """A random program with so many lists of arguments."""
    known = {
        n: k
        for n, k in helpers.KINDS.items()
        if n not in (helpers.EXACT_ONLY if profile.smooth else helpers.SMOOTH_ONLY)
    }
    first = Writer(random, profile, ())
    own = ""
    if first.chance(25):
        own, known["helper"] = helper(random, profile)
    chosen = [p for p in PARAMETERS if first.chance(60)] or PARAMETERS[:1]
    returns = tuple(first.pick(RESULTS) for _ in range(1 + first.below(3)))
    text = function(random, profile, "f", chosen, returns, known)
    own = own if "helper(" in text else ""
    parts = ["import numpy as np", *helpers.needed(text + own), *([own] if own else []), text]
    seed = first.below(50)
    kinds = ["number" if k == "F" and first.chance(20) else k for _, k in chosen]
    arguments = tuple(
        tuple(argument(k, np.random.default_rng((seed, n, m)), profile.between) for m, k in enumerate(kinds))
        for n in range(calls)
    )
    return Case("\n\n\n".join(parts) + "\n", arguments)


def function(
    random: Random,
    profile: Profile,
    name: str,
    parameters: list[tuple[str, str]],
    returns: tuple[str, ...],
    known: dict,
) -> str:
    w = Writer(random, profile, returns, known)
    for p, kind in parameters:
        w.set(p, kind)
    w.arguments = {p for p, _ in parameters}
    with w.indented(f"def {name}({', '.join(p for p, _ in parameters)}):"):
        if not block(w, profile.statements, 85):
            give_back(w)
    return "\n".join(w.lines)


def helper(random: Random, profile: Profile) -> tuple[str, tuple]:
    """A random function that `f` may call; it may write into its first argument."""
    w = Writer(random, profile, ())
    parameters = [("a", "V4"), ("s", "F"), *([("k", "I")] if w.chance(50) else [])]
    returns = w.pick((("F",), ("V4", "F"), ("I",), ("F", "F")))
    small = dataclasses.replace(profile, statements=2)
    text = function(random, small, "helper", parameters, returns, {})
    return text, (tuple(k for _, k in parameters), " ".join(returns))


def argument(kind: str, rng: np.random.Generator, between: bool = False) -> Any:
    shape = (3, 4) if kind == "M" else (LENGTH.get(kind, 0),)
    off = np.round(rng.uniform(0.05, 0.45, shape if kind[0] in "VMG" else ()), 3) * between
    if kind in ("F", "number"):
        return (float if kind == "F" else np.float64)(np.round(rng.integers(-3, 6) + off, 3))
    if kind == "I":
        return int(rng.integers(-1, 6))
    if kind == "G":
        return np.arange(float(LENGTH["G"])) % int(rng.integers(3, 9)) + off[0]
    values = rng.integers(-3, 6, shape)
    return values if kind == "J" else np.round(values + off, 3)
