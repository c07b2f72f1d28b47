"""Random Python functions, read as source: Recto does what Python does, and every stage of the compiler means the same.

`RECTO_RANDOM_PROGRAMS=20` tries twenty times as many. A failure prints a small program; `python -m random_programs`
looks for
more of its kind.
"""
from __future__ import annotations

import collections
import os

import pytest

from .choices import Choices, shrunk
from .trial import programs

TIMES = int(os.environ.get("RECTO_RANDOM_PROGRAMS", "1"))
CHUNK = 50
COUNTS = {("exact", False): 1450, ("smooth", False): 500, ("exact", True): 150, ("smooth", True): 50}
CHUNKS = [
    (name, compiled, first) for (name, compiled), count in COUNTS.items() for first in range(0, count * TIMES, CHUNK)
]
MOST_REFUSED = 0.05


@pytest.mark.parametrize("name, compiled, first", CHUNKS)
def test_recto_does_what_python_does(name, compiled, first):
    """Values, dtypes, mutated arguments and exceptions; in the NumPy interpreter also every stage (see
    `laws.stages`)."""
    verdicts = programs(name, range(first, first + CHUNK), compiled)
    assert len(verdicts) == CHUNK


@pytest.mark.parametrize("name", ["exact", "smooth"])
def test_few_programs_are_refused(name):
    verdicts = programs(name, range(10**6, 10**6 + 200 * TIMES))
    why = collections.Counter(v.like for v in verdicts if v.kind == "refused")
    assert why.total() <= MOST_REFUSED * len(verdicts), why


def test_shrinking_finds_the_least_choices():
    """Of 40 random numbers the least that still have a 7 behind a 5."""
    def fails(choices: Choices) -> bool:
        with choices.span():
            made = [choices(10) for _ in range(choices(41))]
        return any(x == 5 and y == 7 for x, y in zip(made, made[1:]))
    found = shrunk([40, *range(10), 5, 7, *range(10), *range(10), *range(8)], fails)
    assert found.made == [2, 5, 7]
