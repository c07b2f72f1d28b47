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
    "ellipe": lambda x: special.ellipe(x / 5), "expn": lambda x: special.expn(3, x),
    "hyp1f1": lambda x: special.hyp1f1(0.5, 1.5, x), "hyp2f1": lambda x: special.hyp2f1(0.5, 1.5, 2.0, x / 5),
    "fresnel": lambda x: np.add(*special.fresnel(x)), "sici": lambda x: np.add(*special.sici(x)),
    "wofz": lambda x: special.wofz(x + 0.5j).imag, "owens_t of h": lambda x: special.owens_t(x, 0.7),
    "owens_t of a": lambda x: special.owens_t(0.7, x),
    "harmonics of theta": lambda x: special.sph_harm_y(3, 2, x, 0.3).imag,
    "harmonics of phi": lambda x: special.sph_harm_y(3, -2, 4.0, x).real,
    "airy": lambda x: special.airy(x / 2)[0] + special.airy(x / 2)[3] / 50,
    "ellipj": lambda x: special.ellipj(x, 0.3)[0] * special.ellipj(x, 0.3)[2] + special.ellipj(x, 0.3)[3],
    "lambertw": lambda x: special.lambertw(x).real, "complex lambertw": lambda x: special.lambertw(1j * x, 2).imag,
    "spherical_jn": lambda x: special.spherical_jn(2, x) + special.spherical_jn(0, x),
    "spherical_yn": lambda x: special.spherical_yn(1, x + 1), "spherical_kn": lambda x: special.spherical_kn(1, x + 1),
    "spherical_in": lambda x: special.spherical_in(2, x, derivative=True)} | {
    f"eval_{name}": functools.partial(lambda name, x: getattr(special, f"eval_{name}")(3, x / 4), name)
    for name in "legendre chebyt chebyu hermite hermitenorm laguerre".split()} | {
    "eval_genlaguerre": lambda x: special.eval_genlaguerre(2, 0.7, x),
    "eval_gegenbauer": lambda x: special.eval_gegenbauer(3, 0.7, x / 5),
    "eval_jacobi": lambda x: special.eval_jacobi(2, 0.4, 0.6, x / 5)}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_slopes_are_those_of_the_function(function):
    def slope_of(f):
        return recto.grad(lambda x: np.sum(f(x)))
    first, second = slope_of(function), slope_of(slope_of(function))
    h, k = 1e-6, 1e-4
    interpreted = lambda f: np.asarray(corpus.run_interpreted(corpus.Case(f, (X,))))
    np.testing.assert_allclose(interpreted(first), (function(X + h) - function(X - h)) / (2 * h), rtol=1e-6,
                               atol=1e-9)
    bent = (function(X + k) - 2 * function(X) + function(X - k)) / k ** 2
    np.testing.assert_allclose(interpreted(second), bent, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("function", [FUNCTIONS[name] for name in ("jv", "ellipk", "sici", "airy", "expi", "kn")])
def test_slopes_of_selections_are_those_of_what_was_selected(function):
    total = lambda x: np.sum(function(x[x > 1]) * x[x > 1])
    chosen = lambda x: np.sum(np.where(x > 1, function(x) * x, 0.0))
    interpreted = lambda f: np.asarray(corpus.run_interpreted(corpus.Case(f, (X,))))
    np.testing.assert_allclose(interpreted(recto.grad(total)), interpreted(recto.grad(chosen)), rtol=1e-12)


def test_the_derivative_by_the_order_is_refused():
    with pytest.raises(recto.CompileError, match="the derivative of the_order is not known"):
        recto.grad(lambda v: special.jv(v, 2.0))._reading((1.5,), {})


@pytest.mark.parametrize("f, x", [(special.ellipk, 0.0), (special.ellipe, 0.0), (special.spence, 1.0)],
                         ids=["ellipk", "ellipe", "spence"])
def test_slopes_where_the_formula_is_0_by_0(f, x):
    slope, bend = (g(lambda x: f(x)) for g in (recto.grad, lambda f: recto.grad(recto.grad(f))))
    run = lambda f, x: float(corpus.run_interpreted(corpus.Case(f, (x,))))
    for at in (x, x + 0.0099, x - 0.0101):
        h, k = 1e-6, 1e-4
        np.testing.assert_allclose(run(slope, at), (f(at + h) - f(at - h)) / (2 * h), rtol=1e-7)
        np.testing.assert_allclose(run(bend, at), (f(at + k) - 2 * f(at) + f(at - k)) / k ** 2, rtol=1e-5)
