"""Functions of scipy.special that SciPy computes: their first and second derivatives, in the interpreter."""
import functools

import corpus
import numpy as np
import pytest
from scipy import special

import recto

X = np.array([0.3, 1.7, 4.0])
ORDERED = "jv yv iv kv ive kve".split()
PLAIN = "j0 j1 y0 y1 k0 k1 k0e k1e erfcx erfi dawsn expi exp1 spence".split()
FUNCTIONS = {name: getattr(special, name) for name in PLAIN} | {
    name: functools.partial(getattr(special, name), 1.5) for name in ORDERED} | {
    "yn": lambda x: special.yn(2, x), "kn": lambda x: special.kn(0, x), "ellipk": lambda x: special.ellipk(x / 5),
    "ellipe": lambda x: special.ellipe(x / 5)}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_slopes_are_those_of_the_function(function):
    def slope_of(f):
        return recto.grad(lambda x: np.sum(f(x)))
    first, second = slope_of(function), slope_of(slope_of(function))
    h, k = 1e-6, 1e-4
    interpreted = lambda f: np.asarray(corpus.run_interpreted(corpus.Case(f, (X,))))
    np.testing.assert_allclose(interpreted(first), (function(X + h) - function(X - h)) / (2 * h), rtol=1e-6)
    bent = (function(X + k) - 2 * function(X) + function(X - k)) / k ** 2
    np.testing.assert_allclose(interpreted(second), bent, rtol=1e-4, atol=1e-5)


def test_the_derivative_by_the_order_is_refused():
    with pytest.raises(recto.CompileError, match="the derivative of order is not known"):
        recto.grad(lambda v: special.jv(v, 2.0))._reading((1.5,), {})
