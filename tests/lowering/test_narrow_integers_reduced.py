"""Integers of 8 and 16 bits wrap around, also where a large array of them is reduced: XLA's CPU gives such reductions,
with what they read, to a library that does not wrap around."""

from __future__ import annotations

import numpy as np
import pytest

import recto

FUNCTIONS = {
    "largest difference": lambda a, b: (a - b).max(),
    "least sum": lambda a, b: (a + b).min(),
    "largest product": lambda a, b: (a * b).max(),
    "negated": lambda a, b: (-a).max(),
    "rows": lambda a, b: (a - b).reshape(20, -1).max(axis=1),
    "columns": lambda a, b: (a - b).reshape(-1, 20).max(axis=0),
    "outer": lambda a, b: np.subtract.outer(a[:150], b[:150]).max(axis=0),
    "mean": lambda a, b: (a - b).mean(),
    "variance": lambda a, b: (a - b).var(),
    "sum of floats": lambda a, b: (a - b).astype(np.float32).sum(),
    "sum of products": lambda a, b: (a * b).astype(np.float32).sum(),
    "sum of negatives": lambda a, b: (-a).astype(float).sum(),
    "product of vectors": lambda a, b: (a - b).astype(np.float32) @ (a + b).astype(np.float32),
    "absolute": lambda a, b: np.abs(a).astype(float).sum(),
    "either": lambda a, b: np.maximum(a - b, b - a).sum(),
    "place": lambda a, b: (a + b).argmax(),
    "bits": lambda a, b: np.bitwise_or.reduce(a ^ b),
}


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_reductions_of_narrow_integers(name, dtype):
    limits, rng = np.iinfo(dtype), np.random.default_rng(11)
    a = rng.integers(limits.min, limits.max, size=20000, endpoint=True, dtype=dtype)
    b, f = rng.permutation(a), FUNCTIONS[name]
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(recto.jit(f)(a, b), f(a, b), rtol=1e-5)
