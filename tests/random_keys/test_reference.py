"""Streams: the known-answer vectors of Random123, and JAX's values (reference.json, written by make_reference.py)."""
import json
import pathlib

import numpy as np
import pytest
import recto
from recto.transform.library.random.bits import threefry

from .cases import CLOSE, EXACT, SEEDS, SINGLE

REFERENCE = json.loads(pathlib.Path(__file__).with_name("reference.json").read_text())
KNOWN = [       # threefry2x32 with 20 rounds: counter, key, result (kat_vectors of Random123 1.09)
    ((0x00000000, 0x00000000), (0x00000000, 0x00000000), (0x6b200159, 0x99ba4efe)),
    ((0xffffffff, 0xffffffff), (0xffffffff, 0xffffffff), (0x1cb996fc, 0xbb002be7)),
    ((0x243f6a88, 0x85a308d3), (0x13198a2e, 0x03707344), (0xc4923a9c, 0x483df7a0)),
]


def words(pair):
    return tuple(np.array([w], np.uint32) for w in pair)


def arrays(recorded):
    return [np.array(r["values"], r["dtype"]) for r in recorded]


def called(name, seed, args, kwargs):
    return np.asarray(getattr(recto.random, name)(recto.random.key(seed), *args, **kwargs))


def titles(cases):
    return [f"{k}-{case[0]}" for k, case in enumerate(cases)]


@pytest.mark.parametrize("counter, key, result", KNOWN)
def test_known_answers(counter, key, result):
    assert [int(w[0]) for w in threefry(words(key), words(counter))] == list(result)


def test_known_answers_compiled_by_xla():
    """A key is any two words, and fold_in hashes the counter (0, data)."""
    key, data = np.array([7, 8], np.uint32), 9
    expected = threefry(words(key), words((0, data)))
    assert np.asarray(recto.random.fold_in(key, data)).tolist() == [int(w[0]) for w in expected]


@pytest.mark.parametrize("seed, expected", list(zip(SEEDS, arrays(REFERENCE["keys"]))))
def test_keys_are_those_of_jax_xla(seed, expected):
    for key in (recto.random.key(seed), recto.random.PRNGKey(seed)):
        assert key.dtype == np.uint32
        assert np.array_equal(key, expected)


@pytest.mark.parametrize("case, expected", list(zip(EXACT, arrays(REFERENCE["exact"]))), ids=titles(EXACT))
def test_same_values_as_jax_xla(case, expected):
    result = called(*case)
    assert result.dtype == (expected.dtype if case[0] != "categorical" else np.int64)   # JAX's indices vary in dtype
    assert np.array_equal(result, expected)


@pytest.mark.parametrize("case, expected", list(zip(CLOSE, arrays(REFERENCE["close"]))), ids=titles(CLOSE))
def test_same_values_as_jax_to_rounding_xla(case, expected):
    result = called(*case)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(result, expected, rtol=1e-12 if expected.dtype == np.float64 else 4e-6)


def test_complex_normal_numbers_are_two_real_ones_xla():
    key = recto.random.key(5)
    first, second = recto.random.split(key)
    parts = [np.asarray(recto.random.normal(k, (4,))) for k in (first, second)]
    z = np.asarray(recto.random.normal(key, (4,), complex))
    np.testing.assert_allclose(z, (parts[0] + 1j * parts[1]) / np.sqrt(2), rtol=1e-15)


@pytest.fixture
def single():
    recto.config.update("enable_x64", False)
    yield
    recto.config.update("enable_x64", True)


@pytest.mark.parametrize("case, expected", list(zip(SINGLE, arrays(REFERENCE["single"]))), ids=titles(SINGLE))
def test_same_values_as_jax_without_64_bits_xla(case, expected, single):
    result = called(*case)
    assert result.dtype == expected.dtype
    assert np.array_equal(result, expected)


def test_single_precision_is_the_default_without_64_bits_xla(single):
    key = np.array([0, 42], np.uint32)
    assert np.array_equal(recto.random.normal(key, (2, 3)), recto.random.normal(key, (2, 3), "float32"))
