"""Code written for JAX is read: its functions mean NumPy's and Recto's, and none of them is run."""

import numpy as np
import pytest

import recto

from . import jax_code, stand_in
from .jax_code import M, X


@pytest.fixture(autouse=True, params=["stand-in", "jax"])
def jax(request, monkeypatch):
    """Functions that must not run, in every installation; and JAX itself where it is installed."""
    return stand_in.install_for(jax_code, request.param, monkeypatch)


def pair(name):
    return getattr(jax_code, name), getattr(jax_code, f"{name}_numpy")


@pytest.mark.parametrize("name", jax_code.NAMES)
def test_values_are_those_of_numpy_code(name):
    function, plain = pair(name)
    np.testing.assert_allclose(recto.jit(function)(X), plain(X), 1e-6)


@pytest.mark.parametrize("name", ["elementwise", "reduced", "controlled", "libraries", "trees", "taken", "rebound"])
def test_derivatives_and_batches_are_those_of_numpy_code(name):
    function, plain = pair(name)
    np.testing.assert_allclose(recto.jacrev(function)(X), recto.jacrev(plain)(X), 1e-12)
    np.testing.assert_allclose(recto.vmap(function)(M + 1), [plain(row) for row in M + 1], 1e-12)


def test_the_source_is_numpy():
    """The gradient is printed as that of the NumPy code is."""
    source = {f: recto.grad(f).source(X).split("import numpy as np")[1] for f in pair("reduced")}
    texts = [text.partition("def ")[2].partition("):\n")[2] for text in source.values()]
    without_places = [[line.partition("  # ")[0] for line in text.splitlines()] for text in texts]
    assert without_places[0] == without_places[1]


def test_a_function_of_jax_is_compiled_itself(jax):
    np.testing.assert_allclose(recto.jit(jax.numpy.sin)(X), np.sin(X))
    np.testing.assert_allclose(recto.vmap(jax.nn.relu)(X), np.maximum(X, 0))
    np.testing.assert_allclose(recto.jit(jax_code.default_argument)(X, jax.numpy.cos), np.cos(X))
    np.testing.assert_allclose(recto.jit(jax_code.held_by_a_table)(X), np.sin(X))


def test_another_function_under_the_name_is_another_function(monkeypatch):
    """The table goes by identity, and what was read is guarded."""
    compiled = recto.jit(jax_code.default_argument)
    np.testing.assert_allclose(compiled(X), np.maximum(X, 0))
    monkeypatch.setattr(jax_code.jax.nn, "relu", lambda x: x + 1)
    np.testing.assert_allclose(compiled(X), X + 1)


def test_random_numbers_are_those_of_the_same_keys():
    key = recto.random.key(7)
    np.testing.assert_array_equal(recto.jit(jax_code.normal)(key), recto.jit(jax_code.normal_recto)(key))


def test_indices_out_of_range_give_what_jax_fills_in():
    np.testing.assert_array_equal(recto.jit(jax_code.out_of_range)(X), [X[0], np.nan])
    found = recto.jit(jax_code.out_of_range_by_rows)(X)
    np.testing.assert_array_equal(found, [1, np.iinfo(found.dtype).min])


@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.uint8, np.int16, np.int32])
def test_integers_are_computed_in_the_default_dtype(dtype):
    x = np.array([0, 1], dtype)
    found = recto.jit(jax_code.small_integers)(x)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, np.exp(x.astype(float)))


@pytest.mark.parametrize("function", jax_code.SEEN, ids=lambda f: f.__name__)
def test_an_array_that_others_see_does_not_change_unnoticed(function):
    """NumPy changes the array, JAX makes another: code that calls JAX has to say which."""
    with pytest.raises(recto.CompileError, match="in-place update of an aliased array in code written for JAX"):
        recto.jit(function)(X.copy())


def test_code_that_calls_numpy_alone_changes_arrays_as_ever():
    np.testing.assert_array_equal(recto.jit(jax_code.in_numpy_only)(X), (2 * X + 1) * 2)


@pytest.mark.parametrize("function, words", [(jax_code.unknown, "make_jaxpr is not known in compiled code"),
                                             (jax_code.calls_what_has_a_rule, "with_a_rule is not known"),
                                             (jax_code.changing, "pass inplace=False")])
def test_what_is_not_known_is_refused_by_its_name(function, words):
    with pytest.raises((recto.CompileError, ValueError), match=words):
        recto.jit(function)(X)
