"""scipy.optimize: least squares, curves, systems of equations, linear programs, global minima."""
import numpy as np
from scipy import optimize

from .call import row

rng = np.random.default_rng(16)
T = np.linspace(0.0, 2.0, 9)
DATA = 2.0 * np.exp(-1.3 * T) + 0.05 * rng.normal(size=9)
ROOT = rng.normal(size=(9, 9))
COVARIANCE = 0.01 * (ROOT @ ROOT.T + 3 * np.eye(9))


def decay(t, height, rate):
    return height * np.exp(-rate * t)


def slopes_of_decay(t, height, rate):
    return np.stack([np.exp(-rate * t), -height * t * np.exp(-rate * t)], axis=1)


@row(DATA, near=1e-6, gradient=False, batch=False)
def curves_within_bounds(data):
    return (optimize.curve_fit(decay, T, data, bounds=(0, [1.8, 3.0])), optimize.curve_fit(decay, T, data,
            method="dogbox"),
            optimize.curve_fit(decay, T, data, [1.0, 1.0], bounds=([0.0, 0.0], np.inf), jac=slopes_of_decay)[0],
            optimize.curve_fit(decay, T, data, sigma=COVARIANCE, absolute_sigma=True),
            optimize.curve_fit(decay, T, data, full_output=True)[2]["fvec"])


@row(DATA, near=1e-6, gradient=False, batch=False)
def robust_least_squares(data):
    misfit = lambda p: p[0] * np.exp(-p[1] * T) - data
    found = [optimize.least_squares(misfit, [1.0, 1.0], loss=loss, f_scale=0.05) for loss in ("soft_l1", "huber",
    "cauchy")]
    bounded = optimize.least_squares(misfit, [1.0, 1.0], bounds=([0, 0], [1.5, 5]), method="dogbox")
    return [(r.x, r.cost, r.fun, r.nfev, r.status, r.success, r.optimality) for r in [*found, bounded]] + [
        bounded.active_mask, bounded.grad, bounded.jac, optimize.leastsq(misfit, [1.0, 1.0])]


def crossing(x, a):
    return [x[0] + 0.5 * (x[0] - x[1]) ** 3 - a, 0.5 * (x[1] - x[0]) ** 3 + x[1]]


@row(1.0, near=1e-5, gradient=False, batch=False)
def systems_by_methods(a):
    found = [optimize.root(crossing, [0.5, 0.1], (a,), method) for method in ("hybr", "krylov", "broyden1", "df-sane")]
    x, told, status, message = optimize.fsolve(crossing, [0.5, 0.1], (a,), full_output=True)
    return [(r.x, r.success) for r in found], x, told["fvec"], status, optimize.root(crossing, [0.5, 0.1], (a,),
            options={
        "maxfev": 90}).nfev


@row(1.7, gradient=False)
def roots_by_other_methods(a):
    cubic = lambda x, a: x ** 3 - a * x - 1.0
    found = [optimize.brenth(cubic, 0.0, 3.0, (a,)), optimize.ridder(cubic, 0.0, 3.0, (a,))]
    return found, optimize.fixed_point(lambda x: np.sqrt(a / (x + 3.0)), [1.2, 1.3]), [
        (r.iterations, r.function_calls) for r in [optimize.root_scalar(cubic, (a,), method, (0.0, 3.0))
                                                   for method in ("brenth", "ridder")]]


A, B = np.array([[-1.0, 1.0], [1.0, 0.5], [3.0, 1.0]]), np.array([1.0, 3.0, 7.0])


@row(np.array([-1.0, -2.0]), A, B, gradient=False)
def linear_programs(c, a, b):
    found = optimize.linprog(c, a, b)
    mixed = optimize.linprog(c, a, b, [[1.0, 1.0]], [2.5], bounds=[(0, None), (0.5, 1.5)])
    return found.x, found.fun, found.slack, found.status, found.success, mixed.x, mixed.fun, mixed.con


@row(np.array([-1.0, -2.0]), gradient=False, batch=False)
def results_of_linear_programs(c):
    found = optimize.linprog(c, A, B)
    infeasible = optimize.linprog(c, A, -B, bounds=(0, 1))
    return found.ineqlin.marginals, found.lower.residual, found.upper.marginals, found.nit, infeasible.status


@row(np.array([-1.0, -2.1]), B, gradient=False, batch=False)
def mixed_integer_programs(c, b):
    limits = optimize.LinearConstraint(A, -np.inf, b)
    found = optimize.milp(c, integrality=np.array([1, 0]), constraints=limits)
    return found.x, found.fun, found.status, found.success, optimize.milp(
        c, constraints=[limits], bounds=optimize.Bounds(0, [1.0, 1.5]), integrality=np.ones(2)).x


@row(rng.normal(size=(6, 3)), rng.normal(size=6), near=1e-7, gradient=False)
def linear_least_squares_within_bounds(a, b):
    found = optimize.lsq_linear(a, b, (-0.1, [0.2, 1.0, 2.0]), method="bvls")
    return found.x, found.cost, found.fun, optimize.lsq_linear(a, b).x


@row(np.array([1.5, 1.0, 4.0, 6.0, 5.7, 5.0, 7.8, 9.0, 7.5, 9.5, 9.0]))
def monotonic_regression(y):
    weights = np.linspace(1.0, 2.0, 11)
    found, down = optimize.isotonic_regression(y), optimize.isotonic_regression(-y, weights=weights, increasing=False)
    return found.x, down.x, np.sum(found.weights), len(down.blocks), found.blocks[1], down.weights[0], down.blocks[2]


def hills(x, a):
    return np.sum(x ** 2) - 3 * np.cos(a * x[0]) - 2 * np.cos(3 * x[1]) + 0.1 * x[0]


@row(5.0, near=1e-6, gradient=False, batch=False)
def global_minima(a):
    box = [(-3.0, 2.0), (-1.5, 3.0)]
    found = [optimize.differential_evolution(hills, box, (a,), seed=3, maxiter=30),
             optimize.dual_annealing(hills, box, (a,), seed=3, maxiter=20), optimize.shgo(hills, box, (a,)),
             optimize.direct(hills, optimize.Bounds([-3, -1.5], [2, 3]), args=(a,), maxfun=400),
             optimize.basinhopping(hills, [1.0, 1.0], 5, seed=3, minimizer_kwargs={"args": (a,), "method": "L-BFGS-B"})]
    return [(r.x, r.fun, r.nfev, r.nit, r.success) for r in found[:4]], found[4].x, found[4].nfev


@row(5.0, near=1e-4, gradient=False, batch=False)
def minima_on_grids(a):
    box = ((-3.0, 2.0), slice(-1.5, 3.0, 0.5))
    return (optimize.brute(hills, box, (a,), Ns=9), optimize.brute(hills, box, (a,), 7, finish=None),
            optimize.brute(lambda x: (x[0] - a) ** 2, [slice(0, 9, 10j)], finish=None), optimize.brute(
                lambda x: (x[0] - a) ** 2, [(0, 9)]))


@row(1.3, near=1e-5, gradient=False, batch=False)
def minima_by_older_functions(a):
    valley = lambda x, a: optimize.rosen(x) + a * x[0]
    slope = lambda x, a: optimize.rosen_der(x) + np.array([a, 0.0])
    x, value, told = optimize.fmin_l_bfgs_b(valley, [0.5, 0.5], slope, (a,), bounds=[(0, 2), (0, 0.1)])
    return (optimize.fmin(valley, [0.5, 0.5], (a,), disp=False), optimize.fmin_bfgs(valley, [0.5, 0.5], slope, (a,),
            disp=0),
            optimize.fmin_cg(valley, [0.5, 0.5], slope, (a,), disp=0), x, value, told["funcalls"],
            optimize.fmin_powell(valley, [0.5, 0.5], (a,), disp=0))


@row(np.array([1.1, 0.7, 1.4, 0.9]), near=1e-5)
def differences_and_test_functions(x):
    return (optimize.rosen(x), optimize.rosen_der(x), optimize.rosen_hess(x),
            optimize.approx_fprime(x, lambda x, a: a * x[0] * x[1:], 1e-3, 2.0),
            optimize.check_grad(optimize.rosen, lambda x: optimize.rosen_der(x) + 1.0, x))
