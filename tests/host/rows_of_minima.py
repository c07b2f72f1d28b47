"""scipy.optimize, and samples and vectors of scipy.stats."""
import numpy as np
from scipy import optimize, stats

from .call import row

rng = np.random.default_rng(5)
T = np.linspace(0.0, 2.0, 9)
DATA = 2.0 * np.exp(-1.3 * T) + 0.05 * rng.normal(size=9)
SAMPLE, OTHER = rng.uniform(0.5, 2.0, size=(7, 3)), rng.uniform(0.5, 2.0, size=7)
ROOT = rng.normal(size=(3, 3))
COVARIANCE, SINGULAR = ROOT @ ROOT.T + np.eye(3), np.diag([1.0, 2.0, 0.0])


def cubic(x, a):
    return x ** 3 - a * x - 1.0


@row(1.7, gradient=False)       # (their derivatives are those of implicit functions, see test_laws.py)
def bracketed_roots(a):
    return (optimize.brentq(cubic, 0.0, 3.0, args=(a,)), optimize.bisect(cubic, 0.0, 3.0, (a,)),
            optimize.root_scalar(cubic, args=(a,), bracket=[0, 3]).root)


@row(1.7, gradient=False)
def newtons_roots(a):
    slope = lambda x, a: 3 * x * x - a
    return (optimize.newton(cubic, 1.5, args=(a,)), optimize.newton(cubic, 1.5, slope, (a,)),
            optimize.newton(cubic, 1.5, slope, (a,), fprime2=lambda x, a: 6 * x),
            optimize.root_scalar(lambda x: cubic(x, a), x0=1.4, fprime=lambda x: slope(x, a)).root,
            optimize.root_scalar(lambda x: cubic(x, a), x0=1.4, method="secant").root)


@row(1.7, gradient=False, batch=False)
def how_roots_were_found(a):
    found = [optimize.root_scalar(cubic, args=(a,), bracket=(0, 3), method=method) for method in ("brentq", "bisect")]
    return [(r.iterations, r.function_calls, r.converged) for r in found]


@row(1.5, near=1e-5, gradient=False, batch=False)
def minimum(a):
    found = optimize.minimize(lambda x, a: (x[0] - a) ** 2 + (2 * x[1] - a * x[0]) ** 2, [1.0, 1.0], args=(a,))
    return found.x, found.fun, found.success


def valley(x, a):
    return 100.0 * (x[1] - x[0] ** 2) ** 2 + (a - x[0]) ** 2


@row(1.5, near=1e-9, gradient=False)
def minima_of_simplices(a):
    found = [optimize.minimize(valley, [-1.0, 0.0], (a,), "Nelder-Mead", options=options)
             for options in ({}, {"adaptive": True, "xatol": 1e-8}, {"maxfev": 40}, {"maxiter": 20})]
    rough = optimize.minimize(lambda x: np.sum(np.abs(x - a)), np.zeros(3), method="nelder-mead", tol=1e-6)
    return [(r.x, r.fun, r.nit, r.nfev, r.status, r.success, r.final_simplex[1]) for r in [*found, rough]]


def bowl(x, a):
    return (x[0] - a) ** 2 + 2 * (x[1] + a * x[0] - 1) ** 2 + (x[2] - x[0] * a) ** 2 / 2 + np.exp(0.1 * x[2])


def slope_of_bowl(x, a):
    first, second, third = x[0] - a, x[1] + a * x[0] - 1, x[2] - x[0] * a
    return np.array([2 * first + 4 * a * second - a * third, 4 * second, third + 0.1 * np.exp(0.1 * x[2])])


def curvature_of_bowl(x, a):
    return np.array([[2 + 5 * a * a, 4 * a, -a], [4 * a, 4.0, 0.0], [-a, 0.0, 1 + 0.01 * np.exp(0.1 * x[2])]])


START = np.array([0.3, 0.2, 0.1])
told = lambda r: (r.x, r.fun, r.nit, r.nfev, r.status, r.success)


@row(1.5, near=1e-6, gradient=False, batch=False)
def minima_by_differences(a):
    return [told(optimize.minimize(bowl, START, a, m, tol=1e-3)) for m in ("BFGS", "CG", "L-BFGS-B", "Powell", "SLSQP")]


@row(1.5, near=1e-6, gradient=False, batch=False)
def minima_by_slopes(a):
    found = [optimize.minimize(bowl, START, (a,), m, slope_of_bowl, options={"maxiter": 30})
             for m in ("Newton-CG", "TNC")]
    both = optimize.minimize(lambda x: (bowl(x, a), slope_of_bowl(x, a)), START, jac=True)
    found += [optimize.minimize(bowl, START, (a,), m, slope_of_bowl, curvature_of_bowl)
              for m in ("trust-ncg", "trust-exact", "trust-krylov", "dogleg")]
    product = optimize.minimize(bowl, START, (a,), "trust-ncg", slope_of_bowl,
                                hessp=lambda x, p, a: curvature_of_bowl(x, a) @ p)
    return [(told(r), r.jac, r.get("njev", 0), r.get("nhev", 0)) for r in [*found, both, product]]


@row(1.5, near=1e-5, gradient=False, batch=False)
def minima_within_bounds(a):
    found = [optimize.minimize(bowl, START, a, bounds=[(None, 0.5), (0, None), (-1, 5 * a)]),
             optimize.minimize(bowl, START, a, "SLSQP", bounds=optimize.Bounds([-1, -1, -1], [0.4, a, 3])),
             optimize.minimize(bowl, START, a, "Nelder-Mead", bounds=np.array([[0, 0.5], [0, 1], [0, 2]]), tol=1e-8)]
    return [(r.x, r.fun, r.success) for r in found]


@row(1.5, near=1e-4, gradient=False, batch=False)
def minima_with_constraints(a):
    plane = {"type": "eq", "fun": lambda x: np.sum(x) - a, "jac": lambda x: np.ones(3)}
    ball = {"type": "ineq", "fun": lambda x, b: b - np.sum(x ** 2), "args": (0.8 * a,)}
    found = [optimize.minimize(bowl, START, a, constraints=[plane, ball]),
             optimize.minimize(bowl, START, a, "SLSQP", constraints=optimize.LinearConstraint(np.ones((1, 3)), a, a)),
             optimize.minimize(bowl, START, a, "COBYLA", constraints=plane, tol=1e-7),
             optimize.minimize(bowl, START, a, "trust-constr", slope_of_bowl, curvature_of_bowl,
                               constraints=optimize.NonlinearConstraint(lambda x: x @ x, 0.2, 0.4))]
    return [(r.x, r.fun, r.success) for r in found]


@row(1.5, gradient=False, batch=False)
def minima_watched(a):
    seen = np.zeros(3)

    def watch(x):
        seen[:] = x
        if x[0] > 0.5:
            raise StopIteration
    found = optimize.minimize(bowl, START, a, callback=watch)
    return seen, found.x, found.success, found.message


def circle_and_line(x, a):
    return [x[0] ** 2 + x[1] ** 2 - a, x[1] - np.exp(-x[0])]


@row(1.7, gradient=False, near=1e-6)
def zeros_of_systems(a):
    found = optimize.root(circle_and_line, [1.0, 0.5], args=(a,))
    return (found.x, found.success, optimize.fsolve(circle_and_line, [1.0, 0.5], a), optimize.fsolve(cubic, 1.5, (a,)),
            optimize.root(circle_and_line, np.ones(2), (a,), method="lm").x)


@row(DATA, gradient=False, near=1e-5)
def least_squares(data):
    found = optimize.least_squares(lambda p, t: p[0] * np.exp(-p[1] * t) - data, [1.0, 1.0], args=(T,))
    return found.x, found.cost, found.fun, found.success


@row(DATA, near=1e-6, gradient=False)
def fitted_curve(data):
    return optimize.curve_fit(lambda t, height, rate: height * np.exp(-rate * t), T, data, p0=(1.0, 1.0))


@row(DATA, 0.1 + 0.1 * T, near=1e-6, gradient=False, batch=False)
def fitted_with_errors(data, errors):
    line = lambda t, a, b: a + b * t
    return [optimize.curve_fit(line, T, data, [0.0, 0.0], sigma=errors, absolute_sigma=known)
            for known in (True, False)]


def decay(t, height, rate):
    return height * np.exp(-rate * t)


@row(DATA, near=1e-6, gradient=False, batch=False)
def fitted_from_ones(data):
    return optimize.curve_fit(decay, list(T), data), optimize.curve_fit(lambda t, a, b: a + b * t, T, data)[0]


def hollow(x, a):
    return (x - a) ** 2 + 0.1 * x ** 4


@row(1.3, near=1e-9, gradient=False)
def minima_of_one_number(a):
    given = [{}, {"method": "golden"}, {"bracket": (0, 0.5)}, {"bracket": (-3, 0.1, 5)}, {"bounds": (0, 3)},
             {"bounds": (2, 3)}, {"tol": 1e-3}, {"options": {"maxiter": 3}},
             {"method": "Bounded", "bounds": (0.0, 9.0), "options": {"maxiter": 3, "xatol": 1e-3}}]
    found = [optimize.minimize_scalar(hollow, args=(a,), **how) for how in given]
    found += [optimize.minimize_scalar(lambda x: a * x)]
    return [(r.x, r.fun, r.nit, r.nfev, r.success) for r in found]


@row(1.3, gradient=False, batch=False)
def messages_of_minima(a):
    given = [{}, {"bounds": (0, 3)}, {"options": {"maxiter": 3}}, {"method": "golden", "tol": 1e-3}]
    return [optimize.minimize_scalar(hollow, args=a, **how).message for how in given]


SIGNED = rng.normal(size=(6, 4))


@row(SIGNED, SIGNED @ [1.0, -1.0, 2.0, 0.5], gradient=False)
def without_negative_numbers(a, b):
    return optimize.nnls(a, b)


@row(SIGNED, gradient=False)
def assignments(cost):
    return (optimize.linear_sum_assignment(cost), optimize.linear_sum_assignment(cost.T > 0.2),
            cost[optimize.linear_sum_assignment(cost, maximize=True)].sum())


@row(SAMPLE, SAMPLE[0], COVARIANCE)
def normal_vectors(x, mean, cov):
    normal = stats.multivariate_normal
    return (normal.logpdf(x, mean, cov), normal.pdf(x[0], mean, cov), normal.logpdf(x[:, 0], 0.3, 2.0),
            normal.pdf(x[0], cov=2.0 * np.eye(3)), normal(mean, cov).logpdf(x[1]),
            normal.logpdf(x, mean, cov, allow_singular=True), normal.pdf(x[0], mean.flatten(), cov, True))


@row(SAMPLE * np.array([1.0, 1.0, 0.0]), gradient=False, batch=False)
def singular_covariance(x):
    return stats.multivariate_normal.logpdf(x, cov=SINGULAR, allow_singular=True), \
        stats.multivariate_normal.pdf(x[0] + np.array([0, 0, 1.0]), np.zeros(3), SINGULAR, allow_singular=True)


@row(SAMPLE, OTHER)
def summaries(x, y):
    return (stats.zscore(x), stats.zscore(x, axis=1, ddof=1), stats.sem(x), stats.skew(x), stats.kurtosis(y),
            stats.skew(y, bias=False), stats.kurtosis(x, 0, False, False), stats.gmean(x), stats.hmean(y),
            stats.entropy(y), stats.entropy(x, x[:, ::-1], base=2))


@row(OTHER, OTHER ** 2 + SAMPLE[:, 0])
def relations(x, y):
    found = stats.linregress(x, y)
    return tuple(stats.pearsonr(x, y)), found.slope, found.intercept, found.rvalue, found.pvalue, found.stderr
