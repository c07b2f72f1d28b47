"""recto.scipy: minima, differential equations and distributions, and derivatives through all of them."""
import types

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize
import scipy.special
import scipy.stats

import recto
from recto.scipy import fft, integrate, linalg, optimize, special, stats
from recto.testing import check_grads

pytestmark = pytest.mark.xla


# -- optimize ------------------------------------------------------------------------------------------------

def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def himmelblau(x):
    return (x[0] ** 2 + x[1] - 11) ** 2 + (x[0] + x[1] ** 2 - 7) ** 2


def matyas(x):
    return 0.26 * (x[0] ** 2 + x[1] ** 2) - 0.48 * x[0] * x[1]


def eggholder(x):
    return -(x[1] + 47) * np.sin(np.sqrt(abs(x[0] / 2 + x[1] + 47))) - x[0] * np.sin(np.sqrt(abs(x[0] - x[1] - 47)))


def spread_out(x):
    return np.sum(np.logspace(-3, 3, 6) * (x - np.arange(6.0)) ** 2)


PROBLEMS = {
    "rosenbrock": (rosenbrock, np.zeros(5)), "far away": (rosenbrock, np.array([-3.0, 4.0])),
    "himmelblau": (himmelblau, np.array([1.0, 1.0])), "matyas": (matyas, np.array([1.0, -2.0])),
    "eggholder": (eggholder, np.array([100.0, 100.0])), "spread_out": (spread_out, np.zeros(6)),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_minima_are_those_that_scipy_finds(name):
    function, start = PROBLEMS[name]
    found = optimize.minimize(function, start, method="BFGS", tol=1e-6)
    theirs = scipy.optimize.minimize(function, start, method="BFGS", tol=1e-6)
    assert found.success and int(found.status) == 0 and float(np.max(np.abs(found.jac))) <= 1e-6
    np.testing.assert_allclose(found.fun, theirs.fun, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(found.x, theirs.x, rtol=1e-3, atol=1e-3)
    assert int(found.nfev) <= 2 * theirs.nfev and int(found.nit) <= 2 * theirs.nit


def test_minimising_without_compilation_is_the_same():
    found = optimize.minimize(rosenbrock, np.zeros(3))
    with recto.disable_jit():
        plain = optimize.minimize(rosenbrock, np.zeros(3))
    assert int(found.nit) == plain.nit and int(found.nfev) == plain.nfev
    np.testing.assert_allclose(found.x, plain.x, rtol=1e-6)


def test_trees_arguments_and_options():
    def misfit(params, x, y):
        return np.mean((params["slope"] * x + params["offset"][0] - y) ** 2)
    x = np.linspace(0, 1, 9)
    found = optimize.minimize(misfit, {"slope": 0.0, "offset": [0.0]}, (x, 3 * x - 1), options={"gtol": 1e-9})
    np.testing.assert_allclose([found.x["slope"], found.x["offset"][0]], [3.0, -1.0], rtol=1e-6)
    short = optimize.minimize(rosenbrock, np.zeros(3), options={"maxiter": 2})
    assert not short.success and int(short.status) == 1 and int(short.nit) == 2
    with pytest.raises(ValueError, match="method"):
        optimize.minimize(rosenbrock, np.zeros(3), method="Newton")
    with pytest.raises(ValueError, match="gtol, norm and maxiter"):
        optimize.minimize(rosenbrock, np.zeros(3), options={"xtol": 1})


def test_the_minimum_is_a_differentiable_function_of_arguments():
    """Through the loops of BFGS and of its line search; known here: x = (a, a² / 2)."""
    def place(a):
        return optimize.minimize(lambda x: (x[0] - a) ** 2 + (2 * x[1] - a * x[0]) ** 2, np.ones(2), tol=1e-9).x
    np.testing.assert_allclose(place(1.5), [1.5, 1.125], rtol=1e-6)
    np.testing.assert_allclose(recto.jacrev(place)(1.5), [1.0, 1.5], rtol=1e-4)
    np.testing.assert_allclose(recto.jacfwd(place)(1.5), [1.0, 1.5], rtol=1e-4)


def test_many_minima_at_once():
    starts = np.array([[1.0, 1.0], [-3.0, 3.0], [-3.0, -3.0], [3.0, -2.0]])
    found = recto.vmap(lambda x0: optimize.minimize(himmelblau, x0, tol=1e-7).x)(starts)
    single = [optimize.minimize(himmelblau, x0, tol=1e-7).x for x0 in starts]
    np.testing.assert_allclose(found, single, rtol=1e-5)
    assert len({tuple(np.round(x, 2)) for x in np.asarray(found)}) == 4


# -- integrate -----------------------------------------------------------------------------------------------

TIMES = np.linspace(0.0, 8.0, 17)


def pendulum(y, t, mass, gravity):
    angle, speed = y
    return speed, -mass * speed - gravity * np.sin(angle)


def test_solutions_are_those_that_scipy_finds():
    found = integrate.odeint(pendulum, (3.0, 0.0), TIMES, 0.25, 9.8)
    theirs = scipy.integrate.odeint(lambda y, t: pendulum(y, t, 0.25, 9.8), [3.0, 0.0], TIMES, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(np.stack(found, 1), theirs, atol=1e-5)


def test_tolerances_are_kept():
    errors = []
    for tolerance in (1e-4, 1e-7, 1e-10):
        rows = integrate.odeint(lambda y, t: -y * np.cos(t), 2.0, TIMES, rtol=tolerance, atol=tolerance)
        errors.append(float(np.max(np.abs(rows - 2 * np.exp(-np.sin(TIMES))))))
    assert errors[0] < 1e-2 and errors[1] < 1e-5 and errors[2] < 1e-8
    assert errors[0] > errors[1] > errors[2]


def test_without_compilation_it_is_plain_numpy():
    """To rounding; where a step's length depends on it, that is more than the last digit."""
    args = (lambda y, t: {"x": y["v"], "v": -y["x"]}, {"x": np.ones(2), "v": np.zeros(2)}, TIMES)
    with recto.disable_jit():
        plain = integrate.odeint(*args)
    np.testing.assert_allclose(integrate.odeint(*args)["x"], plain["x"], atol=1e-9)
    np.testing.assert_allclose(plain["x"][:, 0], np.cos(TIMES), atol=1e-6)


def test_derivatives_of_solutions():
    """Known ones: of exp(-rate * t) with respect to the rate, the start, and the times themselves."""
    def end(rate, start, t):
        return integrate.odeint(lambda y, t: -rate * y, start, np.stack([0.0, t / 2, t]), rtol=1e-10, atol=1e-10)[-1]
    point = (0.7, 2.0, 3.0)
    value = 2.0 * np.exp(-2.1)
    for derivative in (recto.jacrev, recto.jacfwd):
        found = derivative(end, argnums=(0, 1, 2))(*point)
        np.testing.assert_allclose(found, [-3.0 * value, value / 2, -0.7 * value], rtol=1e-6)
    def energy(mass, gravity):
        return np.sum(integrate.odeint(pendulum, (2.0, 0.0), TIMES[:5], mass, gravity)[0] ** 2)
    check_grads(energy, (0.25, 9.8), order=1)


def test_options_and_batches_of_equations():
    steps = integrate.odeint(lambda y, t: y, 1.0, TIMES[:3], mxstep=0)
    assert not np.allclose(np.asarray(steps)[1:], np.exp(TIMES[1:3]))
    held = integrate.odeint(lambda y, t: y, 1.0, TIMES[:3], hmax=0.01)
    np.testing.assert_allclose(held, np.exp(TIMES[:3]), rtol=1e-7)
    rates = np.array([0.1, 1.0, 3.0])
    rows = recto.vmap(lambda r: integrate.odeint(lambda y, t: -r * y, 1.0, TIMES[:5]))(rates)
    np.testing.assert_allclose(rows, np.exp(-rates[:, None] * TIMES[:5]), atol=1e-6)


# -- stats ---------------------------------------------------------------------------------------------------

POINTS = np.array([-1.5, -0.3, 0.2, 0.5, 0.9, 1.7, 4.0])
CONTINUOUS = dict(norm=(0.3, 1.7), uniform=(0.1, 1.5), expon=(0.1, 1.5), laplace=(0.1, 1.5), logistic=(0.1, 1.5),
                  cauchy=(0.1, 1.5), gamma=(2.5, 0.1, 1.5), beta=(2.0, 3.5, 0.1, 2.0), chi2=(3.0, 0.1, 1.5),
                  t=(3.5, 0.1, 1.5), pareto=(2.5, -0.9, 1.0), gumbel_r=(0.1, 1.5), truncnorm=(-0.5, 1.2, 0.1, 1.5),
                  gumbel_l=(0.1, 1.5), lognorm=(0.7, 0.1, 1.5), gennorm=(2.5, 0.1, 1.5), vonmises=(2.5, 0.3),
                  wrapcauchy=(0.4, -2.0, 1.2))
DISCRETE = dict(bernoulli=(0.3,), binom=(5, 0.3), poisson=(1.7,), geom=(0.3,), nbinom=(4, 0.3),
                betabinom=(5, 1.5, 0.7))
FUNCTIONS = "logpdf pdf logpmf pmf cdf logcdf sf logsf ppf isf".split()
ROWS = [(name, f) for name in {**CONTINUOUS, **DISCRETE} for f in FUNCTIONS if hasattr(getattr(stats, name), f)]


@pytest.mark.parametrize("name,function", ROWS)
def test_distributions_are_those_of_scipy(name, function):
    args = {**CONTINUOUS, **DISCRETE}[name]
    x = np.array([0.05, 0.3, 0.5, 0.77, 0.99]) if function in ("ppf", "isf") else POINTS
    x = np.array([-1, 0, 1, 2, 3, 5]) if name in DISCRETE and function != "ppf" else x
    ours, theirs = getattr(getattr(stats, name), function), getattr(getattr(scipy.stats, name), function)(x, *args)
    np.testing.assert_allclose(ours(x, *args), theirs, rtol=2e-13, atol=1e-15)
    np.testing.assert_allclose(recto.jit(ours)(x, *args), theirs, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", [n for n in CONTINUOUS if hasattr(getattr(stats, n), "cdf")])
def test_the_density_is_the_derivative_of_cdf(name):
    found, args = getattr(stats, name), CONTINUOUS[name]
    slopes = recto.vmap(recto.grad(lambda x: found.cdf(x, *args)))(POINTS)
    np.testing.assert_allclose(slopes, found.pdf(POINTS, *args), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", CONTINUOUS)
def test_derivatives_of_log_densities_are_finite_outside_the_support(name):
    """Outside it the density is 0 and stays 0; inside, both modes agree."""
    found, args = getattr(stats, name), CONTINUOUS[name]
    total = lambda *args: np.sum(found.pdf(POINTS, *args))
    assert np.all(np.isfinite(np.array(recto.grad(total, argnums=tuple(range(len(args))))(*args))))
    check_grads(lambda *args: found.logpdf(POINTS[2:4], *args), args, order=1)


def test_vectors():
    x, mean = np.random.RandomState(0).normal(size=(2, 4, 3)), np.array([0.1, -0.2, 0.3])
    root = np.random.RandomState(1).normal(size=(3, 3))
    cov = root @ root.T + np.eye(3)
    theirs = scipy.stats.multivariate_normal.logpdf(x, mean, cov)
    np.testing.assert_allclose(stats.multivariate_normal.logpdf(x, mean, cov), theirs)
    np.testing.assert_allclose(recto.jit(stats.multivariate_normal.logpdf)(x, mean, cov), theirs)
    np.testing.assert_allclose(stats.multivariate_normal.pdf(x, 0.0, 2.0),
                               scipy.stats.multivariate_normal.pdf(x, np.zeros(3), 2.0 * np.eye(3)))
    counts, chances = np.array([[2, 0, 3], [1, 1, 3], [1, 1, 1]]), np.array([0.2, 0.3, 0.5])
    np.testing.assert_allclose(recto.jit(stats.multinomial.pmf)(counts, 5, chances),
                               scipy.stats.multinomial.pmf(counts, 5, chances))
    shares, alpha = np.array([0.2, 0.5, 0.3]), np.array([1.5, 2.0, 0.7])
    np.testing.assert_allclose(stats.dirichlet.pdf(shares[:2], alpha), scipy.stats.dirichlet.pdf(shares, alpha))


# -- what is SciPy's own -------------------------------------------------------------------------------------

def test_modules_hold_compiled_functions_of_their_host():
    matrix = np.array([[4.0, 2.0], [2.0, 5.0]])
    for module, name, args in ((special, "expit", (0.3,)), (linalg, "expm", (matrix,)), (fft, "dct", (matrix,)),
                               (recto.numpy, "cumsum", (matrix,)), (recto.numpy.linalg, "solve", (matrix, matrix[0])),
                               (recto.scipy.signal, "convolve", (np.arange(5.0), np.array([0.5, 0.2, 0.3]))),
                               (recto.scipy.ndimage, "uniform_filter1d", (np.arange(5.0), 3)),
                               (recto.scipy.sparse.linalg, "cg", (matrix, matrix[0])),
                               (recto.scipy.integrate, "trapezoid", (matrix,)), (stats, "sem", (matrix,)),
                               (recto.numpy.fft, "fft", (matrix,))):
        host = getattr(module, "_host", np)
        found = getattr(module, name)
        assert isinstance(found, recto.Function) and getattr(module, name) is found and name in dir(module)
        wanted = getattr(host, name)(*args)
        for got in (found(*args), recto.jit(lambda *xs: found(*xs))(*args)):
            for ours, theirs in zip(*map(recto.tree.leaves, (got, wanted)), strict=True):
                np.testing.assert_allclose(ours, theirs, rtol=1e-12)
        if module in (recto.scipy.signal, recto.scipy.ndimage):
            np.testing.assert_allclose(recto.grad(lambda *xs: np.sum(found(*xs)))(*args), np.ones(5), rtol=1e-12)
    assert isinstance(recto.numpy.linalg, types.ModuleType) and not hasattr(special, "nonesuch")


@pytest.mark.parametrize("lower", [True, False])
def test_factors_made_outside_of_compiled_code_are_taken(lower):
    a, b = np.array([[4.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0])
    np.testing.assert_allclose(recto.scipy.linalg.cho_solve(recto.scipy.linalg.cho_factor(a, lower), b),
                               np.linalg.solve(a, b))


# -- special functions that are loops -------------------------------------------------------------------------

def test_derivatives_of_incomplete_integrals_and_of_the_zeta_function():
    for a, b, x in ((2.0, 3.0, 0.4), (0.5, 3.0, 0.9), (200.0, 300.0, 0.41)):
        check_grads(scipy.special.betainc, (a, b, x), order=1)
        check_grads(scipy.special.betaincc, (a, b, x), order=1)
    for df, t in ((3.0, 1.0), (300.0, -3.0), (2.0, 1e-5), (3.0, 0.0)):
        check_grads(scipy.special.stdtr, (df, t), order=1)
    for x in (3.0, 0.3, -0.7, -2.0, -5.5):
        check_grads(lambda x: scipy.special.zeta(x), (x,), order=1)
    check_grads(lambda q: scipy.special.zeta(3, q), (-2.7,), order=1)


def test_derivatives_of_rising_factorials_on_poles_of_the_gamma_function():
    """poch(z, 1) = z, and 1 / poch(z, -3) = (z - 1) (z - 2) (z - 3)."""
    np.testing.assert_allclose(recto.grad(lambda z: scipy.special.poch(z, 1))(-1.0), 1.0, rtol=1e-9)
    slope = -(1 / 4 + 1 / 5 + 1 / 6) / 120
    np.testing.assert_allclose(recto.grad(lambda z: scipy.special.poch(z, -3))(-3.0), slope, rtol=1e-9)
