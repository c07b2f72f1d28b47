"""Random programs of slices with computed bounds, against NumPy; their derivatives, against each other and differences.

`RECTO_RANDOM_PROGRAMS=20` tries twenty times as many; `python -m windows` looks for more of their kind.
"""
from __future__ import annotations

import collections
import warnings
from random import Random

import corpus
import numpy as np
import pytest
from derivatives.laws import derivatives_hold
from hypothesis import settings
from random_programs.laws import load
from random_programs.test_random_programs import SETTINGS, TIMES, each
from recto.transform import CompileError

from .laws import obeys
from .programs import arguments, program

PART, PARTS, COMPILED, DERIVED = 100, 10, 4, 3


def verdicts(part: int, number: int = PART, smooth: bool = False, run=corpus.run_interpreted) -> collections.Counter:
    """What became of the programs of a part; the smallest one that breaks a law is raised."""
    counts: collections.Counter = collections.Counter()

    def see(random: Random) -> None:
        source, given = program(random, smooth), arguments(random)
        try:
            counts[obeys(source, given, run).split()[0]] += 1
        except Exception as error:
            raise AssertionError(f"\n{error}\n\n{source}\n# {given!r}") from error
    each(part, see, settings(SETTINGS, max_examples=number))
    return counts


@pytest.mark.parametrize("part", range(PARTS * TIMES))
def test_slices_mean_what_they_mean_in_numpy(part):
    counts = verdicts(50_000 + part, smooth=part % 3 == 2)
    assert counts.total() >= PART and counts["same"] >= 0.55 * PART, counts


@pytest.mark.parametrize("part", range(COMPILED * TIMES))
def test_xla_agrees_on_slices(part):
    counts = verdicts(60_000 + part, 8, run=lambda case: corpus.compiled_runner()(case))
    assert counts["same"] >= 3, counts


def derived(source: str, given: tuple) -> int:
    """For how many programs the laws of derivatives were held against; none where there is nothing finite to derive."""
    case = corpus.Case(load(source)["f"], given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = corpus.observe(case, corpus.run_python)
    if want.exception is not None or not all(np.isfinite(v).all() for v in (*want.value, *want.args)):
        return 0
    try:
        made = corpus.read(case)
    except CompileError:
        return 0
    operands = [np.asarray(x, p.type.dtype) for x, p in zip(made.operands, made.program.parameters)]
    active = [x.dtype == np.float64 for x in operands]
    with np.errstate(all="ignore"):
        return derivatives_hold(made.program, operands, active, 1, differences=False)


@pytest.mark.parametrize("part", range(DERIVED * TIMES))
def test_vjp_of_slices_is_the_transpose_of_jvp(part):
    held = 0

    def see(random: Random) -> None:
        nonlocal held
        source, given = program(random, True), arguments(random)
        try:
            held += bool(derived(source, given))
        except Exception as error:
            raise AssertionError(f"\n{error}\n\n{source}\n# {given!r}") from error
    each(70_000 + part, see, settings(SETTINGS, max_examples=50))
    assert held >= 20
