"""Random Python functions, read as source: Recto does what Python does, and every stage of the compiler means the same.

`RECTO_RANDOM_PROGRAMS=20` tries twenty times as many, and prints the smallest program that fails alike (hypothesis
takes minutes to find it); `python -m random_programs` looks for more of its kind.
"""
from __future__ import annotations

import collections
import os
import pathlib
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from strategies import randoms

from .trial import HONEST, PROFILES, case, honest, reason, refusal_of, tried

TIMES = int(os.environ.get("RECTO_RANDOM_PROGRAMS", "1"))
PHASES = [Phase.generate, Phase.shrink] if TIMES > 1 else [Phase.generate]
PART = 60               # programs in a test
COMPILED_PART = 16      # programs in a test that compiles
PARTS = {"exact": 2, "smooth": 1}
COMPILED_PARTS = {"exact": 1, "smooth": 1}
MOST_REFUSED = 0.05
SETTINGS = settings(max_examples=PART, derandomize=True, deadline=None, database=None, phases=PHASES,
                    suppress_health_check=list(HealthCheck))


def parts(counts: dict[str, int]) -> list[tuple[str, int]]:
    return [(name, part) for name, count in counts.items() for part in range(count * TIMES)]


def each(part: int, see: Callable[[Random], None], how: settings = SETTINGS) -> None:
    """Shows `see` the programs of a part: what they are chosen by."""
    seed(part)(how(given(randoms)(see)))()


def obeyed(name: str, part: int, compiled: bool) -> int:
    """How many programs of a part were tried; the smallest one that breaks a law is raised."""
    count = 0

    def see(random: Random) -> None:
        nonlocal count
        count += 1
        verdict = tried(random, name, compiled)
        assert verdict.good, f"\n{verdict}"
    each(part, see, settings(SETTINGS, max_examples=COMPILED_PART) if compiled else SETTINGS)
    return count


@pytest.mark.parametrize("name, part", parts(PARTS))
def test_recto_does_what_python_does(name, part):
    """Values, dtypes, mutated arguments and exceptions, and every stage (see `laws.stages`), in the NumPy
    interpreter."""
    assert obeyed(name, part, compiled=False) >= PART


@pytest.mark.parametrize("name, part", parts(COMPILED_PARTS))
def test_xla_does_what_python_does(name, part):
    """Also: no loop copies a long array that is written in parts."""
    assert obeyed(name, 1000 + part, compiled=True) >= COMPILED_PART


@pytest.mark.parametrize("name", PROFILES)
def test_few_programs_are_refused(name):
    """And those for a reason that docs/language.md gives."""
    refused: list[str] = []
    each(2000, lambda random: refused.append(refusal_of(random, name)), settings(SETTINGS, max_examples=100))
    why = collections.Counter(map(reason, filter(None, refused)))
    assert all(map(honest, why)), why
    assert len(refused) >= 100 and why.total() < MOST_REFUSED * len(refused), why


def test_the_documentation_gives_every_reason():
    text = " ".join((pathlib.Path(__file__).parents[2] / "docs" / "language.md").read_text().split())
    assert [phrase for phrase in HONEST if phrase not in text] == []


@pytest.mark.parametrize("name", PROFILES)
def test_programs_hold_what_they_are_to_try(name):
    """Of 300 programs that many have, at least, a …"""
    least = {"for ": 140, "while ": 60, "if ": 140, "break": 25, "else:": 80, "[:": 90, "return": 300, "raise": 15,
             " += ": 140, "lambda": 20, "G[": 40, "None]": 5, ".copy()": 60, ":= ": 15}
    texts: list[str] = []
    see = lambda random: texts.append(case(random, PROFILES[name][0]).source)
    each(3001, see, settings(SETTINGS, max_examples=300))
    found = {word: sum(word in text for text in texts) for word in least}
    assert {word: found[word] for word, number in least.items() if found[word] < number} == {}
