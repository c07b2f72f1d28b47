"""Derivatives of random Python functions with loops, branches, mutation and views: reverse mode is the transpose of
forward mode to 1e-10, forward mode is the limit of differences, and the values are the function's own.

`RECTO_RANDOM_PROGRAMS=20` tries twenty times as many. A failure prints the smallest program that hypothesis finds.
"""
from __future__ import annotations

import dataclasses
from random import Random

import pytest
from hypothesis import settings

from .compiled_derivatives import gradients_obey
from .derivatives import Looked, derivatives_obey
from .laws import Broken
from .programs import Case, case
from .test_random_programs import SETTINGS, TIMES, each
from .trial import PROFILES, honest
from .writer import Profile

PART = 40
PROGRAMS = {"smooth": PROFILES["smooth"][0], "exact": dataclasses.replace(PROFILES["exact"][0], between=True)}
FIRST = {"smooth": 3, "exact": 1}               # parts that look at first derivatives: 100 of them at least
SECOND, COMPILED = 1, 1


def tries(number: int) -> settings:
    return settings(SETTINGS, max_examples=number)


def obeyed(written: Case, order: int, printed: bool) -> Looked:
    """How far the laws were applied; a failure names the program."""
    try:
        looked = derivatives_obey(written.source, written.arguments[0], order, printed)
    except Exception as error:
        raise AssertionError(f"\n{type(error).__name__}: {error}\n\n{written!r}") from error
    if isinstance(looked, Looked):
        return looked
    assert honest(str(looked)), f"\n{looked}\n\n{written!r}"
    return Looked()


def looked_at(part: int, profile: Profile, number: int, order: int = 1, printed: bool = False) -> Looked:
    total = Looked()

    def see(random: Random) -> None:
        nonlocal total
        total += obeyed(case(random, profile, 1), order, printed)
    each(part, see, tries(number))
    return total


def parts(number: int) -> range:
    return range(number * TIMES)


def is_sound(total: Looked) -> bool:
    """Few numbers are not finite, and differences say something about most."""
    return total.not_finite < 0.05 * total.derivatives and total.unsure < 0.1 * total.derivatives \
        and total.transposed + total.not_finite == total.derivatives


@pytest.mark.parametrize("name, part", [(n, part) for n, count in FIRST.items() for part in parts(count)])
def test_vjp_is_the_transpose_of_jvp(name, part):
    total = looked_at(10_000 + part, PROGRAMS[name], PART)
    assert total.transposed >= 0.65 * PART and is_sound(total), total


@pytest.mark.parametrize("part", parts(SECOND))
def test_second_derivatives_obey_the_same_laws(part):
    """Those of the programs that give the tangents and the cotangents, in both modes."""
    total = looked_at(20_000 + part, PROGRAMS["smooth"], 20, order=2)
    assert total.transposed >= 26 and is_sound(total), total


@pytest.mark.parametrize("part", parts(SECOND))
def test_printed_derivatives_run_under_numpy(part):
    total = looked_at(30_000 + part, PROGRAMS["smooth"], 30, printed=True)
    assert total.printed >= 36, total


@pytest.mark.parametrize("part", parts(COMPILED))
def test_gradients_through_xla_are_those_of_the_interpreter(part):
    """`recto.grad`, and the pullback of `recto.vjp`, of a loss; and differences of the loss as Python runs it."""
    found = 0

    def see(random: Random) -> None:
        nonlocal found
        written = case(random, PROGRAMS["smooth"], 1)
        try:
            found += gradients_obey(written.source, written.arguments[0], pulled=len(written.source) % 2 == 0)
        except Broken as broken:
            raise AssertionError(f"\n{broken}\n\n{written!r}") from None
    each(40_000 + part, see, tries(24))
    assert found >= 14
