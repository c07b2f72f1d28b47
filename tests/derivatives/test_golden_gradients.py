"""Derivatives as they print, and that what prints needs nothing but NumPy."""
from __future__ import annotations

import copy
import pathlib
import runpy
from functools import partial

import numpy as np
import pytest

import recto
from derivatives import golden_programs as programs
from goldens import Goldens, under_numpy_alone

TABLE = programs.table()


def printed(name: str) -> str:
    return TABLE[name].derived.source(*TABLE[name].args)


GOLDENS = Goldens(pathlib.Path(__file__).parent / "golden",
                  {f"{name}.py": partial(printed, name) for name in TABLE})


@pytest.fixture(scope="module")
def alone() -> dict:
    """What all the goldens give in a process that has NumPy only."""
    return under_numpy_alone({name: (GOLDENS.folder / f"{name}.py", entry.derived.__name__, entry.args)
                              for name, entry in TABLE.items()})


def agree(found, wanted, rtol: float, atol: float) -> None:
    found, wanted = programs.leaves(found), programs.leaves(wanted)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=atol)


@pytest.mark.parametrize("file", GOLDENS.texts)
def test_prints_as_it_did(file):
    GOLDENS.check(file)


@pytest.mark.parametrize("name", TABLE)
def test_the_file_gives_the_derivative_under_numpy_alone(name, alone):
    derived, args = TABLE[name].derived, copy.deepcopy(TABLE[name].args)
    agree(alone[name], derived(*args), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", TABLE)
def test_the_file_can_be_compiled_again(name, alone):
    space = runpy.run_path(str(GOLDENS.folder / f"{name}.py"))
    again = recto.jit(space[TABLE[name].derived.__name__])
    agree(again(*copy.deepcopy(TABLE[name].args)), alone[name], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", TABLE)
def test_the_derivative_is_that_of_finite_differences(name):
    args = copy.deepcopy(TABLE[name].args)
    agree(TABLE[name].derived(*args), TABLE[name].differences(*args), rtol=2e-6, atol=1e-7)


def test_every_golden_is_compared():
    GOLDENS.check_that_all_are_compared()
