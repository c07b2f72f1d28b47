"""Windows by strides print, and compile, as computed indices, not as a table."""
import numpy as np
import pytest

import recto


def rolling(a, window, step=1):
    shape = (len(a) - window + 1, window)
    return np.lib.stride_tricks.as_strided(a, shape, a.strides + (a.strides[-1],))[::step]


def test_the_index_is_computed():
    source = recto.jit(rolling).source(np.arange(800.0), 200, 80)
    assert "np.arange(601)[:, None] + np.arange(200)" in source and len(source) < 300


@pytest.mark.xla
@pytest.mark.parametrize("shape, steps", [((40, 2), (1, 2)), ((70,), (1,)), ((5, 4, 6), (2, 3, 1)), ((0, 90), (1, 1)),
                                          ((50, 3), (0, 1)), ((3,), (2,)), ((), ())])
def test_values_are_numpys(shape, steps):
    def windows(x):
        return np.lib.stride_tricks.as_strided(x, shape, [8 * step for step in steps])

    x = np.random.default_rng(0).normal(size=80)
    found, wanted = recto.jit(windows)(x), windows(x)
    assert found.shape == wanted.shape and np.array_equal(found, wanted)
