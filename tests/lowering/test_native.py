"""Native loops compute what the NumPy interpreter does, and what XLA's loops do.

A failure names the seed and profile: `print(random_program([(seed, profile)]))` shows the program.
"""
from __future__ import annotations

import numpy as np
import pytest

from recto import runtime
from recto.transform import lowered
from recto.transform.ir.evaluate import evaluate
from recto.transform.lower.native import nests

from .harness import run
from .random_programs import NAMES, PROFILES, random_arguments, random_program

pytest.importorskip("llvmlite")
SEEDS = 8


@pytest.fixture
def everywhere(monkeypatch):
    """Kernels also where they do not pay."""
    monkeypatch.setattr(nests, "saved", lambda call: np.inf)


def native(p, polls=False):
    return lowered(p, native=True, polls=runtime.polls() if polls else None)


@pytest.mark.parametrize("polls", [False, True])
@pytest.mark.parametrize("profile", PROFILES)
def test_equals_interpreter(profile, polls, everywhere):
    cases = [(seed, profile) for seed in range(SEEDS * polls, SEEDS * (1 + polls))]
    p, arguments = random_program(cases), random_arguments(cases, 7)
    found = native(p, polls)
    assert "@recto_native_" in found.text
    wanted, given = evaluate(p, *arguments), run(runtime.compile(found.text), arguments)
    pairs = enumerate(zip(wanted, given, strict=True))
    assert not {cases[k // len(NAMES)] for k, (w, g) in pairs if not np.array_equal(w, g)}
