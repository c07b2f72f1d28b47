"""Solutions of equations: their derivatives, of any order, are those of the implicit function; in the interpreter."""
import corpus
import numpy as np
import pytest
from scipy import linalg, optimize, stats

import recto

rng = np.random.default_rng(2)
T = np.linspace(0.0, 2.0, 9)
DATA = 2.0 * np.exp(-1.3 * T) + 0.05 * rng.normal(size=9)
A, B = 0.4 * rng.normal(size=(3, 3)), rng.normal(size=(3, 2))
E, S = np.eye(3) + 0.1 * A, 0.1 * rng.normal(size=(3, 2))
SOLUTIONS = {}


def solution(function):
    SOLUTIONS[function.__name__] = function
    return function


def cubic(x, a):
    return x ** 3 - a * x - 1.0


@solution
def bracketed_root(a):
    return optimize.brentq(cubic, 0.0, 3.0, args=(a,))


@solution
def halved_bracket(a):
    return optimize.root_scalar(cubic, args=(a,), bracket=(0.0, 3.0), method="bisect").root


@solution
def newtons_root(a):
    return optimize.newton(cubic, 1.5, args=(a,))


@solution
def fitted_rate(a):
    decay = lambda t, h, rate: h * np.exp(-rate * t)
    found, covariance = optimize.curve_fit(decay, T, DATA * a + 0.1 * a * a, [1.0, 1.0])
    return found[1] + covariance[0, 1]


@solution
def quantiles(a):
    q = np.array([0.2, 0.7]) * a / 1.4
    t, invgamma = stats.t, stats.invgamma
    return np.sum(stats.gamma.ppf(q, 2 * a, scale=a) + stats.beta.isf(q, a, 2 * a) + t.ppf(q, 4 * a) +
                  invgamma.isf(q, 3 * a))


@solution
def zero_of_a_system(a):
    found = optimize.fsolve(lambda x: [x[0] ** 2 + x[1] ** 2 - a, x[1] - np.exp(-x[0] * a)], [1.0, 0.5])
    return found[0] + optimize.root(lambda x: x ** 3 - a * x - 1.0, [1.5, 1.6]).x.sum() * found[1]


@solution
def least_squares(a):
    return optimize.least_squares(lambda p: p[0] * np.exp(-a * p[1] * T) - DATA, [1.0, 1.0]).x[1]


@solution
def discrete_riccati(a):
    return np.sum(A * linalg.solve_discrete_are(a * A, B, np.eye(3) * a, np.eye(2)))


@solution
def discrete_riccati_of_pencils(a):
    return np.sum(A * linalg.solve_discrete_are(A, B * a, np.eye(3), np.eye(2) + a, E * a, S))


@solution
def continuous_riccati(a):
    return np.sum(A * linalg.solve_continuous_are(a * A, B, np.eye(3) * a, np.eye(2)))


@solution
def continuous_riccati_of_pencils(a):
    return np.sum(A * linalg.solve_continuous_are(A, B * a, np.eye(3), np.eye(2) + a, E * a, S))


@pytest.mark.parametrize("function", SOLUTIONS.values(), ids=SOLUTIONS)
def test_derivatives_are_those_of_the_implicit_function(function):
    def interpreted(f, at):
        return np.asarray(corpus.run_interpreted(corpus.Case(f, (at,))))
    slope = recto.grad(function)
    at, h = 1.3, 1e-4
    np.testing.assert_allclose(interpreted(function, at), function(at), rtol=1e-6)
    near = [interpreted(function, x) for x in (at - h, at + h)]
    np.testing.assert_allclose(interpreted(slope, at), (near[1] - near[0]) / (2 * h), rtol=1e-5)
    near = [interpreted(slope, x) for x in (at - h, at + h)]
    np.testing.assert_allclose(interpreted(recto.grad(slope), at), (near[1] - near[0]) / (2 * h), rtol=1e-5)


def test_the_minimum_of_a_simplex_moves_as_where_the_gradient_is_zero():
    """At x = (a, a²/2), which the simplex finds to the root of the rounding error."""
    def product(a):
        found = optimize.minimize(lambda x: (x[0] - a) ** 2 + (2 * x[1] - a * x[0]) ** 2 + a, [1.0, 0.5],
                                  method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-15})
        return found.x[0] * found.x[1] + found.fun
    for function, wanted in ((product, 1.3 ** 3 / 2 + 1.3), (recto.grad(product), 1.5 * 1.3 ** 2 + 1),
                             (recto.grad(recto.grad(product)), 3 * 1.3)):
        got = corpus.run_interpreted(corpus.Case(function, (1.3,)))
        np.testing.assert_allclose(got, wanted, rtol=1e-6)
