"""The special functions that files bring along are SciPy's to rounding, and can be differentiated."""
from __future__ import annotations

import numpy as np
import pytest
from scipy import special

import recto
from recto import transform
from recto.transform.emit import standalone

POINTS = {
    "erf": np.concatenate([np.linspace(-6, 6, 1001), [-np.inf, np.inf, 1e-300, 30.0]]),
    "erfc": np.concatenate([np.linspace(-6, 26, 1001), [-np.inf, np.inf]]),
    "erfinv": np.concatenate([np.linspace(-1, 1, 1001), 1 - np.logspace(-15, -1, 50), np.logspace(-300, -1, 50)]),
    "gammaln": np.concatenate([np.linspace(-10.3, 50, 1001), np.logspace(-10, 300, 50)]),
    "gamma": np.concatenate([np.linspace(-10.3, 170, 1001), np.logspace(-6, 2, 50), [200.0, -1.0]]),
    "digamma": np.concatenate([np.linspace(-10.3, 50, 1001), np.logspace(-6, 8, 50)]),
}


@pytest.mark.parametrize("name", POINTS)
def test_they_are_scipys(name):
    x = POINTS[name]
    with np.errstate(all="ignore"):
        got, want = getattr(standalone, name)(x), getattr(special, name)(x)
    np.testing.assert_allclose(got, want, rtol=1e-13, atol=0 if name.startswith("erf") else 2e-13)


@pytest.mark.parametrize("n", range(6))
def test_polygamma_is_scipys(n):
    x = np.concatenate([np.linspace(0.1, 50, 501), np.logspace(-3, 6, 50), [-0.3, -1.7, -5.6] if 0 < n < 5 else []])
    np.testing.assert_allclose(standalone.polygamma(n, x), special.polygamma(n, x), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("name", POINTS)
def test_narrow_numbers_stay_narrow_and_scalars_scalars(name):
    function = getattr(standalone, name)
    assert function(np.float32(0.5)).dtype == np.float32 and function(np.full(3, 0.5, np.float32)).dtype == np.float32
    assert function(0.5).shape == () and function(0.5) == pytest.approx(getattr(special, name)(0.5), rel=1e-13)


@pytest.mark.parametrize("name", POINTS)
def test_files_that_use_them_need_numpy_alone_and_have_derivatives(name):
    def f(x):
        return np.sum(getattr(special, name)(x))
    text = recto.emit(f, "grad", "x: f64[n]")
    assert "scipy" not in text and (f"def {name}(" in text or name in ("erf", "erfc", "erfinv", "gammaln"))
    space: dict = {}
    exec(text, space)
    x = np.array([0.3, 0.6, 0.9])
    reading = recto.grad(f)._reading(("f64[3]",), {})[1]
    (want,) = transform.evaluate(transform.optimise(reading.program), x)
    np.testing.assert_allclose(space["grad_f"](x), want, rtol=1e-12)


def test_names_of_the_user_are_not_taken():
    def erf(x):
        return 2 * special.erf(x)

    def f(erfc):
        return np.sum(erf(erfc) * special.erfc(erfc))
    space: dict = {}
    exec(recto.emit(f, "jit", "f64[n]"), space)
    x = np.array([0.25, 1.5])
    np.testing.assert_allclose(space["f"](x), np.sum(2 * special.erf(x) * special.erfc(x)), rtol=1e-13)
