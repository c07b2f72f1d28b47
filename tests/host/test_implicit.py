"""Solutions of equations: their derivatives, of any order, are those of the implicit function; in the interpreter."""
import threading

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
def minima_of_one_number(a):
    hollow = lambda x: (x - a) ** 2 + 0.1 * x ** 4
    inside = optimize.minimize_scalar(hollow)
    above, below = [optimize.minimize_scalar(hollow, bounds=(low, low + a), options={"xatol": 1e-12})
                    for low in (2 * a, -3.0)]
    return inside.x + 2 * inside.fun + 3 * above.x + below.x + below.fun


@solution
def without_negative_numbers(a):
    x, rest = optimize.nnls(np.array([[1.0, 2.0, 0.3], [0.5, -1.0, a], [2.0, 0.1, a * a]]), [a, 1.0, 2.0])
    return np.sum(x * [1.0, 2.0, 3.0]) + rest


@solution
def zero_of_a_system(a):
    found = optimize.fsolve(lambda x: [x[0] ** 2 + x[1] ** 2 - a, x[1] - np.exp(-x[0] * a)], [1.0, 0.5])
    return found[0] + optimize.root(lambda x: x ** 3 - a * x - 1.0, [1.5, 1.6]).x.sum() * found[1]


@solution
def least_squares(a):
    return optimize.least_squares(lambda p: p[0] * np.exp(-a * p[1] * T) - DATA, [1.0, 1.0]).x[1]


@solution
def robust_and_bounded_least_squares(a):
    misfit = lambda p: p[0] * np.exp(-a * p[1] * T) - DATA
    tight = {"ftol": 1e-14, "xtol": 1e-14, "gtol": 1e-14}
    robust = optimize.least_squares(misfit, [1.0, 1.0], loss="cauchy", f_scale=0.05, **tight)
    bounded = optimize.least_squares(misfit, [1.0, 1.0], bounds=([0, 0], [1.9, a]), **tight)
    return robust.x[1] + bounded.x[1] * bounded.x[0] + robust.cost


@solution
def curves_with_correlated_errors(a):
    line = lambda t, p, q: p + q * t * a
    return optimize.curve_fit(line, T, DATA, sigma=0.1 * np.exp(-np.abs(T[:,
            None] - T) * a))[0][0] + optimize.curve_fit(
        line, T, DATA, bounds=(0, [1.2 * a, 3.0]))[0].sum()


@solution
def other_roots(a):
    found = optimize.root(lambda x: x ** 3 - a * x - 1.0, [1.5, 1.6], method="krylov", options={"fatol": 1e-12})
    return found.x.sum() + optimize.ridder(cubic, 0.0, 3.0,
            (a,)) + optimize.fixed_point(lambda x: np.sqrt(a / (x + 3)), 1.2)


@solution
def optima_of_linear_programs(a):
    found = optimize.linprog([-1.0, -1.5 * a], [[-1.0, 1.0], [1.0, a]], [1.0, 3.0 * a])
    return found.x @ [1.0, 2.0] + found.fun + optimize.lsq_linear([[1.0, a], [0.3, 1.0]], [1.0, 2.0], (0, a)).x.sum()


@solution
def a_global_minimum(a):
    hills = lambda x: (x[0] - 0.1 * a) ** 2 - 3 * np.cos(a * x[0])
    found = optimize.dual_annealing(hills, [(-3, 2)], seed=1, maxiter=20, minimizer_kwargs={"tol": 1e-12})
    return found.fun


@solution
def logarithms_and_powers_of_matrices(a):
    screw = np.array([[np.cos(a), -np.sin(a), 0.0, 0.1], [np.sin(a), np.cos(a), 0.0, 0.2], [0.0, 0.0, 1.0, a],
                      [0.0, 0.0, 0.0, 1.0]])
    return np.sum(linalg.logm(screw)[:3] * np.arange(12.0).reshape(3, 4)) + np.sum(
        linalg.fractional_matrix_power(A @ A.T + a * np.eye(3), 0.3 * a) * A)


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


def inside(a):
    """At (a, a²/2), found roughly."""
    return optimize.minimize(lambda x: (x[0] - a) ** 2 + (2 * x[1] - a * x[0]) ** 2 + a, [1.0, 0.5], tol=1e-2)


def at_a_bound(a):
    """At (a/2, a²/4), where x[0] is as large as it may be."""
    return optimize.minimize(lambda x: (x[0] - a) ** 2 + (2 * x[1] - a * x[0]) ** 2 + a, [0.1, 0.5],
                             bounds=[(0, a / 2), (None, None)])


def on_a_line(a):
    """At (1/(1 + a²), a/(1 + a²)), the point of x[0] + a x[1] = 1 that is nearest to 0; the other constraint holds."""
    return optimize.minimize(lambda x: x @ x, [1.0, 0.0], constraints=[
        {"type": "eq", "fun": lambda x: x[0] + a * x[1] - 1}, {"type": "ineq", "fun": lambda x: 9 - x[1] * a}])


@pytest.mark.parametrize("found, wanted", [
    (inside, lambda a: a ** 3 / 2 + a), (at_a_bound, lambda a: a ** 3 / 8 + a ** 2 / 4 + a),
    (on_a_line, lambda a: a / (1 + a * a) ** 2 + 1 / (1 + a * a))])
def test_minima_move_as_their_conditions_say(found, wanted):
    product = lambda a: found(a).x[0] * found(a).x[1] + found(a).fun
    h = 1e-3
    near = [wanted(1.3 + k * h) for k in (-1, 0, 1)]
    run = lambda f: corpus.run_interpreted(corpus.Case(f, (1.3,)))
    np.testing.assert_allclose(run(recto.grad(product)), (near[2] - near[0]) / (2 * h), rtol=1e-3)
    np.testing.assert_allclose(run(recto.grad(recto.grad(product))), (near[0] + near[2] - 2 * near[1]) / h ** 2,
                               rtol=1e-3)


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


def test_many_minima_are_found_one_after_the_other():
    best = lambda a: optimize.minimize(lambda x: (x[0] - a) ** 2 + np.cos(x[1]), [0.1, 3.0], bounds=[(0, 1), (2, 4)])
    found = recto.vmap(best)(np.array([0.5, 1.5]))
    np.testing.assert_allclose(found.x, [[0.5, np.pi], [1.0, np.pi]], rtol=1e-5)
    assert list(found.message) == [best(a).message for a in (0.5, 1.5)]
    np.testing.assert_allclose(recto.vmap(recto.grad(lambda a: best(a).fun))(np.array([0.5, 1.5])), [0, 1], atol=1e-5)


def test_a_search_ends_when_the_function_raises():
    def fails(x):
        if x[0] > 0.5:
            raise ValueError("too far")
        return (x[0] - 1) ** 2
    threads = threading.active_count()
    with pytest.raises(ValueError, match="too far"):
        recto.jit(lambda x0: optimize.minimize(fails, x0).x)(np.array([0.0]))
    assert threading.active_count() == threads
