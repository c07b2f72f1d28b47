"""Functions of complex numbers at infinities, NaN, zeros with signs, poles and branch cuts: the values are NumPy's."""
import numpy as np
import pytest

import recto

NEAR = [0.0, -0.0, 0.5, 1.0, -1.0, -2.0, np.inf, -np.inf, np.nan]
PARTS = {
    "complex128": [*NEAR, 700.0, -700.0, 1e300, -1e300, 1e-300, 1e-10],
    "complex64": [*NEAR, 88.0, -88.0, 1e38, -1e38, 1e-37, 1e-4],
}
NAMES = ("sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh",
         "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "abs", "sign", "angle", "conj", "square",
         "isnan", "isinf", "isfinite")


def grid(dtype):
    """Every pair of parts. (x + 1j * y would not do: it multiplies infinity by zero.)"""
    parts = np.array(PARTS[dtype])
    z = np.empty((len(parts), len(parts)), dtype)
    z.real, z.imag = parts[:, None], parts
    return z.ravel()


def log1p(z):
    """NumPy's, except near 0, where the real part of NumPy's loses its digits."""
    x, y = z.real, z.imag
    near = np.abs(z) < 0.1
    value = np.log1p(z)
    value.real = np.where(near, np.log1p(x * (x + 2) + y * y) / 2, value.real)
    return value


@pytest.fixture(scope="module", params=["complex128", "complex64"])
def found(request):
    z = grid(request.param)
    return z, recto.jit(lambda z: [getattr(np, name)(z) for name in NAMES])(z)


def is_same(x, y, size, ulps):
    """NaN where the other is, equal if infinite or zero (with its sign), else near for the size of the number. XLA
    counts numbers below the least normal one as zero."""
    limits = np.finfo(x.dtype)
    small = np.maximum(ulps * limits.eps * np.where(np.isfinite(size), size, np.abs(y)), limits.tiny)
    zeros = (x == 0) & (y == 0)
    with np.errstate(invalid="ignore"):
        near = (x == y) | (np.abs(x - y) <= small)
    return (np.isnan(x) & np.isnan(y)) | np.where(zeros, np.signbit(x) == np.signbit(y), near)


@pytest.mark.xla
@pytest.mark.parametrize("name", NAMES)
def test_values_at_special_numbers(found, name):
    z, results = found
    got = np.asarray(results[NAMES.index(name)])
    with np.errstate(all="ignore"):
        wanted = log1p(z) if name == "log1p" else getattr(np, name)(z)
    assert got.dtype == wanted.dtype
    if got.dtype == bool:
        np.testing.assert_array_equal(got, wanted)
        return
    unsigned = np.isnan(wanted)         # the sign of a zero beside NaN is not defined
    size = np.abs(wanted)
    same = is_same(got.real, wanted.real, size, 16) | (unsigned & (got.real == wanted.real))
    same &= is_same(got.imag, wanted.imag, size, 16) | (unsigned & (got.imag == wanted.imag))
    wrong = [f"{name}({p}): {g}, not {w}" for p, g, w in zip(z[~same], got[~same], wanted[~same])]
    assert not wrong, "\n".join(wrong[:12])
