"""Batched functions as they print, and that what prints needs nothing but NumPy."""
from __future__ import annotations

import copy
import pathlib
import re
from functools import partial
from typing import Any

import numpy as np
import pytest

import recto
from batching.golden_programs import gradients_one_by_one, loss, mlp, table
from goldens import Goldens, under_numpy_alone

TABLE = table()


def printed(name: str) -> str:
    return TABLE[name].batched.source(*TABLE[name].args)


GOLDENS = Goldens(pathlib.Path(__file__).parent / "golden",
                  {f"{name}.py": partial(printed, name) for name in TABLE})


def leaves(value: Any) -> list[np.ndarray]:
    if isinstance(value, (tuple, list)):
        return [x for item in value for x in leaves(item)]
    return [np.asarray(value)]


def agree(found: Any, wanted: Any) -> None:
    for a, b in zip(leaves(found), leaves(wanted), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


@pytest.fixture(scope="module")
def alone() -> dict:
    """What all the goldens give in a process that has NumPy only."""
    return under_numpy_alone({name: (GOLDENS.folder / f"{name}.py", entry.batched.__name__, entry.args)
                              for name, entry in TABLE.items()})


@pytest.mark.parametrize("file", GOLDENS.texts)
def test_prints_as_it_did(file):
    GOLDENS.check(file)


@pytest.mark.parametrize("name", TABLE)
def test_the_file_gives_the_loop_under_numpy_alone(name, alone):
    entry = TABLE[name]
    agree(alone[name], entry.looped(*copy.deepcopy(entry.args)))


@pytest.mark.xla
@pytest.mark.parametrize("name", TABLE)
def test_compiled_it_gives_the_loop(name):
    entry = TABLE[name]
    args = copy.deepcopy(entry.args)
    got = entry.batched(*args)
    agree(args[0] if got is None else got, entry.looped(*copy.deepcopy(entry.args)))


def test_every_golden_is_compared():
    GOLDENS.check_that_all_are_compared()


def test_gradients_by_example_have_one_matrix_product_a_layer():
    """One forward, one backward for its weights, and one for what is before it, but for the first layer."""
    params, x, y = mlp()
    gradients = recto.vmap(recto.grad(loss), in_axes=(None, 0, 0))
    source = gradients.source(params, x, y, comments="none")
    products = re.findall(r"@|np\.einsum|np\.matmul", source)
    assert len(products) == 3 * len(params) - 1, source
    assert not re.search(r"\bfor\b|broadcast_to|transpose", source), source
    agree(gradients(params, x, y), gradients_one_by_one(params, x, y))


def test_lanes_are_run_alone_only_where_each_ends_its_own_loop_over_elements():
    for name, entry in TABLE.items():
        n = len(entry.args[1]) if name == "position" else len(entry.args[-1 if name == "mlp_gradients" else 0])
        alone = re.search(rf"\bin (reversed\()?range\({n}\)", printed(name))
        assert bool(alone) is (name == "insertion_sort"), name
