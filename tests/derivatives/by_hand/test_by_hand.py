"""Adjoints by hand against central differences, and Recto's gradients, compiled and printed, against those by hand."""
from __future__ import annotations

import copy
from collections.abc import Callable

import numpy as np
import pytest
from corpus import tried

from .compare import gradient, loaded, printed
from .table import Entry, entries

SEEDS = (0, 1)
TABLE = {(name, seed): entry for seed in SEEDS for name, entry in entries(seed).items()}
BY_THEOREM = [key for key, entry in TABLE.items() if entry.by_theorem]


def arrays(tree: object) -> list[np.ndarray]:
    return [np.asarray(part) for part in (tree if isinstance(tree, tuple) else (tree,))]


def moved(args: tuple, argnum: int, index: tuple, step: float) -> tuple:
    """A copy of the arguments in which one number is larger by `step`."""
    args = copy.deepcopy(args)
    if isinstance(args[argnum], np.ndarray):
        args[argnum][index] += step
        return args
    return *args[:argnum], args[argnum] + step, *args[argnum + 1:]


def differences(function: Callable, args: tuple, argnum: int, step: float = 1e-5) -> np.ndarray:
    """Central differences of the fourth order."""
    shape = np.shape(args[argnum])
    slopes = np.zeros(shape)
    for index in np.ndindex(shape):
        values = [function(*moved(args, argnum, index, k * step)) for k in (-2, -1, 1, 2)]
        far, near = (values[3] - values[0]) / (4 * step), (values[2] - values[1]) / (2 * step)
        slopes[index] = (4 * near - far) / 3
    return slopes


def agree(found: object, wanted: object, rtol: float = 1e-9) -> None:
    """Arrays agree relative to the largest element of each."""
    found, wanted = arrays(found), arrays(wanted)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted):
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * np.max(np.abs(b)))


def by_hand(entry: Entry) -> object:
    return entry.by_hand(*copy.deepcopy(entry.args))


@pytest.mark.parametrize("key", [key for key in TABLE if key[1] == 0 or tried(f"slope: {key}", 3)], ids=str)
def test_adjoint_by_hand_is_the_slope_of_the_program(key):
    entry = TABLE[key]
    argnums = entry.argnums if isinstance(entry.argnums, tuple) else (entry.argnums,)
    agree(by_hand(entry), tuple(differences(entry.function, entry.args, k) for k in argnums), rtol=1e-6)


@pytest.mark.parametrize("key", BY_THEOREM, ids=str)
def test_adjoint_by_theorem_is_the_adjoint_of_the_iteration(key):
    agree(TABLE[key].by_theorem(*copy.deepcopy(TABLE[key].args)), by_hand(TABLE[key]), rtol=1e-6)


@pytest.mark.parametrize("key", TABLE, ids=str)
def test_adjoint_by_hand_leaves_its_arguments_alone(key):
    args = copy.deepcopy(TABLE[key].args)
    TABLE[key].by_hand(*args)
    agree(args, TABLE[key].args, rtol=0)


@pytest.mark.xla
@pytest.mark.parametrize("key", TABLE, ids=str)
def test_compiled_gradient_is_the_adjoint_by_hand(key):
    entry = TABLE[key]
    agree(gradient(entry.function, entry.argnums)(*copy.deepcopy(entry.args)), by_hand(entry))


@pytest.mark.parametrize("key", TABLE, ids=str)
def test_printed_gradient_is_the_adjoint_by_hand_under_numpy_alone(key):
    entry = TABLE[key]
    source = printed(entry)
    assert "recto" not in source
    agree(loaded(source, f"grad_{key[0]}")(*copy.deepcopy(entry.args)), by_hand(entry))
