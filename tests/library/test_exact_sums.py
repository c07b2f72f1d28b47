"""math.fsum is exact: sums of numbers of all magnitudes, that cancel or tie, are the nearest floats."""
import math

import numpy as np
import pytest

import recto


def total(x):
    return math.fsum(x)


def numbers(seed):
    rng = np.random.default_rng(seed)
    size = rng.integers(1, 60)
    x = rng.normal(size=size) * 10.0 ** rng.integers(-290, 290, size)
    if seed % 3 == 0:  # what is left is far below
        x = np.concatenate([x, -x[::-1], rng.normal(size=3) * 1e-200])
    if seed % 3 == 1:  # ties, and what breaks them
        x = np.array([1.0, 2.0 ** -53, rng.choice([0.0, 1.0, -1.0]) * 2.0 ** -rng.integers(60, 900), -rng.integers(4)])
    return rng.permutation(x)


@pytest.mark.xla
@pytest.mark.parametrize("seed", range(60))
def test_a_sum_is_the_nearest_float(seed):
    x = numbers(seed)
    assert float(recto.jit(total)(np.pad(x, (0, 130 - len(x))))) == math.fsum(x)


@pytest.mark.xla
def test_what_is_not_finite_and_what_is_nothing():
    for x in ([np.inf, 1.0], [np.nan, np.inf], [-0.0, -0.0], []):
        found = float(recto.jit(total)(np.array(x)))
        np.testing.assert_array_equal(found, math.fsum(x))
        assert math.copysign(1, found) == math.copysign(1, math.fsum(x))


@pytest.mark.xla
def test_many_large_numbers_of_one_sign():
    x = np.full(100_000, 1e303)
    assert float(recto.jit(total)(x)) == math.fsum(x)
    assert float(recto.jit(total)(-x)) == math.fsum(-x)
