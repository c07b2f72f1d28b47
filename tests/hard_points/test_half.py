"""Functions of float16 are NumPy's on all numbers: rounded once, from float32."""
import numpy as np
import pytest

import recto

NAMES = ("sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh",
         "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "cbrt")
TIES = 20           # numbers whose function lies so near the middle of two float16 that float32 decides by its last bit


@pytest.fixture(scope="module")
def found():
    x = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    x = x[(np.abs(x) >= np.finfo(np.float16).tiny) | (x == 0)]
    return x, recto.jit(lambda x: [getattr(np, name)(x) for name in NAMES])(x)


@pytest.mark.xla
@pytest.mark.parametrize("name", NAMES)
def test_all_numbers(found, name):
    x, results = found
    got = np.asarray(results[NAMES.index(name)])
    with np.errstate(all="ignore"):
        wanted = getattr(np, name)(x)
    assert got.dtype == np.float16
    differ = (got != wanted) & ~(np.isnan(got) & np.isnan(wanted)) & (np.abs(wanted) >= np.finfo(np.float16).tiny)
    assert differ.sum() <= TIES, list(zip(x[differ], got[differ], wanted[differ]))[:9]
    step = np.abs(got[differ].view(np.int16).astype(int) - wanted[differ].view(np.int16))
    assert (step <= 1).all()


@pytest.mark.xla
def test_hypot_of_small_integers():
    x, y = (side.ravel() for side in np.meshgrid(np.arange(-128, 128, dtype=np.int8), np.arange(128, dtype=np.int8)))
    np.testing.assert_array_equal(np.asarray(recto.jit(lambda x, y: np.hypot(x, y))(x, y)), np.hypot(x, y))
