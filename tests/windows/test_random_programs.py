"""Random programs of slices with computed bounds, against NumPy; their derivatives, by each other and by differences.

`RECTO_RANDOM_PROGRAMS=20` tries twenty times as many; `python -m windows` looks for more of their kind.
"""
from __future__ import annotations

import collections
import warnings
from collections.abc import Callable
from random import Random

import corpus
import numpy as np
import pytest
from hypothesis import settings
from random_programs.compiled_derivatives import gradients_obey
from random_programs.derivatives import Looked, Point, point_obeys
from random_programs.laws import load
from random_programs.test_derivatives import is_sound
from random_programs.test_random_programs import SETTINGS, TIMES, each
from recto.transform import CompileError

from .laws import obeys
from .programs import arguments, program

PART, PARTS, COMPILED, DERIVED = 60, 2, 1, 1
DERIVED_PART, GRADIENTS = 40, 8


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


def derived(source: str, given: tuple) -> Looked:
    """How far the laws of derivatives were applied; not at all where there is nothing finite to derive."""
    case = corpus.Case(load(source)["f"], given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = corpus.observe(case, corpus.run_python)
    if want.exception is not None or not all(np.isfinite(v).all() for v in (*want.value, *want.args)):
        return Looked()
    try:
        made = corpus.read(case)
    except CompileError:
        return Looked()
    operands = [np.asarray(x, p.type.dtype) for x, p in zip(made.operands, made.program.parameters)]
    active = [x.dtype == np.float64 for x in operands]
    with np.errstate(all="ignore"):
        return point_obeys(Point(made.program, operands, active, np.random.default_rng(len(source))), 1, False)


def each_smooth(part: int, number: int, see: Callable[[str, tuple], None]) -> None:
    """Shows `see` smooth programs and arguments between the kinks; the smallest one that breaks a law is raised."""
    def see_one(random: Random) -> None:
        source, given = program(random, smooth=True), arguments(random, between=True)
        try:
            see(source, given)
        except Exception as error:
            raise AssertionError(f"\n{error}\n\n{source}\n# {given!r}") from error
    each(part, see_one, settings(SETTINGS, max_examples=number))


@pytest.mark.parametrize("part", range(DERIVED * TIMES))
def test_derivatives_of_slices_are_differences_and_transposes(part):
    """Of what a program returns and of all that it writes."""
    total = Looked()

    def see(source: str, given: tuple) -> None:
        nonlocal total
        total += derived(source, given)
    each_smooth(70_000 + part, DERIVED_PART, see)
    assert total.differences >= 0.63 * DERIVED_PART and is_sound(total), total


def test_gradients_of_slices_through_xla():
    """`recto.grad` and the pullback of `recto.vjp` against the interpreter, and against differences in Python."""
    found = 0

    def see(source: str, given: tuple) -> None:
        nonlocal found
        found += gradients_obey(source, given, pulled=len(source) % 2 == 0)
    each_smooth(80_000, GRADIENTS, see)
    assert found >= GRADIENTS // 2
