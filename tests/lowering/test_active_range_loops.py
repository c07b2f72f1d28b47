"""Loops over the part of an axis where a slice is: the same results, and work that goes with the slice's length."""
from __future__ import annotations

import sys

import numpy as np
import pytest

import recto
from corpus import EVERYTHING, functions, module_names, read
from slice_kernels import KERNELS, positive, sparse, system
from recto.transform import evaluate
from recto.transform.lower import restrict_to_slices
from recto.transform.ir.program import Program, check, walk

SUMS, UPDATES, REGIONS = (sys.modules[f"recto.transform.lower.slices.{name}"]
                          for name in ("sums", "updates", "regions"))
FILES = [name for name in module_names() if name.startswith("windows_")]
UNTOUCHED = ("windows_selection", "windows_lists", "windows_long_lists", "windows_tables")     # chosen by masks; lists
LARGE = {"sparse, by rows": sparse(150, 9), "back substitution": system(300), "LDL": positive(60)}


WAYS = "by elements", "by matrices"


def loops_everywhere(monkeypatch, way):
    """Such loops wherever they are possible, in blocks so short that there are several."""
    for module, name in ((SUMS, "LONG"), (SUMS, "MATRIX"), (UPDATES, "LONG"), (UPDATES, "WIDE"),
                         (SUMS, "SHORT"), (UPDATES, "SHORT")):
        monkeypatch.setattr(module, name, 1)
    monkeypatch.setattr(SUMS, "SMALL", 1 << 20 if way == "by elements" else 0)
    monkeypatch.setattr(REGIONS.Region, "lanes", 2)
    monkeypatch.setattr(UPDATES.Update, "lanes", 4)


@pytest.fixture(params=WAYS)
def everywhere(request, monkeypatch):
    loops_everywhere(monkeypatch, request.param)


def results(program: Program, operands: list) -> tuple:
    with np.errstate(all="ignore"):
        return evaluate(program, *[np.array(x) for x in operands])


def assert_same(program: Program, operands: list) -> int:
    """The rewritten program gives the same. How many calls it has more?"""
    new = check(restrict_to_slices(program))
    for x, y in zip(results(program, operands), results(new, operands), strict=True):
        single = np.asarray(x).dtype.itemsize < 8
        np.testing.assert_allclose(y, x, rtol=1e-5 if single else 1e-9, atol=1e-6 if single else 1e-12)
    return len(list(walk(new))) - len(list(walk(program)))


@pytest.mark.parametrize("name", FILES)
def test_the_corpus_computes_the_same(name, monkeypatch):
    changed = dict.fromkeys(WAYS, 0)
    for case in (case for found in functions(name).values() for case in found[:None if EVERYTHING else 1]):
        made = read(case)
        if any(isinstance(leaf, (np.ndarray, np.generic, int, float)) for leaf in made.operands):
            for way in WAYS:
                with monkeypatch.context() as patch:
                    loops_everywhere(patch, way)
                    changed[way] += assert_same(made.program, made.operands) != 0
    assert all(changed.values()) or name in UNTOUCHED


@pytest.mark.parametrize("name", KERNELS)
def test_functions_and_gradients_compute_the_same(everywhere, name):
    function, arguments = KERNELS[name]
    numbers = tuple(k for k, x in enumerate(arguments) if x.dtype.kind == "f")
    for f in (function, recto.grad(function, argnums=numbers)):
        assert_same(recto.jit(f).program(*arguments), list(arguments))


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.xla
def test_compiled_functions_and_gradients_agree_with_the_interpreter(name):
    function, arguments = KERNELS[name][0], LARGE[name]
    for f in (function, recto.grad(function)):
        expected = results(recto.jit(f).program(*arguments), list(arguments))
        found = recto.jit(f)(*arguments)
        for x, y in zip(expected, found if isinstance(found, tuple) else (found,)):
            np.testing.assert_allclose(y, x, rtol=1e-9)


def rows_of_a_sparse_matrix(values, starts, x):
    y = np.zeros(starts.shape[0] - 1)
    for i in range(starts.shape[0] - 1):
        y[i] = values[starts[i]:starts[i + 1]] @ x[starts[i]:starts[i + 1]]
        x[starts[i]:starts[i + 1]] *= 2.0
    return y


def test_only_what_is_short_is_read_and_written_in_each_round():
    """No call in the loop makes, or reads, as much as the whole axis."""
    values, x = np.random.default_rng(0).normal(size=(2, 5000))
    starts = np.arange(0, 5001, 100)
    program = recto.jit(rows_of_a_sparse_matrix).program(values, starts, x)
    (loop,) = [call for call in restrict_to_slices(program).body if call.primitive.name == "fori_loop"]
    for call in walk(loop.param("body")):
        made = max((v.type.size for v in call.outputs), default=0)
        assert made < 5000 or call.primitive.name in ("update_slice", "fori_loop"), call


def matrix_times_part(a, v):
    y = np.zeros(a.shape[0])
    for j in range(1, a.shape[0]):
        y[:j] += a[:j, :j] @ v[:j]
    return y


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.xla
def test_what_is_left_out_of_a_product_may_be_anything(bad):
    """The matrix is multiplied as it is; a NaN or an infinity where it does not count does not show."""
    rng = np.random.default_rng(0)
    a, v = rng.normal(size=(60, 60)), rng.normal(size=60)
    a[np.triu_indices(60)] = bad
    a[np.diag_indices(60)] = 1.0
    upper = np.full((60, 60), bad)
    upper[:30, :30] = rng.normal(size=(30, 30))
    for matrix, n in ((a, 60), (upper, 60)):
        expected = matrix_times_part(matrix.copy(), v.copy())
        np.testing.assert_allclose(recto.jit(matrix_times_part)(matrix, v), expected, rtol=1e-12)
        program = recto.jit(matrix_times_part).program(matrix, v)
        assert any(call.primitive.name == "isfinite" for call in walk(restrict_to_slices(program)))


def counts_of_itself(x, places, ends):
    """What is added is read from the array that it is added to."""
    for i in range(ends.shape[0]):
        chosen = slice(0, ends[i])
        np.add.at(x, places[chosen], 2.0 * x[chosen])
    return x


def test_what_is_scattered_into_is_read_as_it_was(everywhere):
    x, places = np.arange(1.0, 10.0), np.array([8, 1, 0, 3, 2, 4, 4, 5, 6])
    made = recto.jit(counts_of_itself).program(x, places, np.array([3, 9, 0, 5]))
    assert_same(made, [x, places, np.array([3, 9, 0, 5])])
