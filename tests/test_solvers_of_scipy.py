"""SciPy's solvers, called by SciPy with compiled functions and their derivatives."""
import numpy as np
import pytest
from scipy import integrate, optimize

import recto

pytestmark = pytest.mark.xla


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def residuals(x):
    return np.stack([10.0 * (x[1] - x[0] ** 2), 1.0 - x[0], 0.1 * (x[0] - x[1])])


def system(x):
    return np.stack([x[0] ** 2 + x[1] ** 2 - 4.0, np.exp(x[0]) + x[1] - 1.0])


def oscillator(t, y):
    return np.stack([y[1], 5.0 * (1.0 - y[0] ** 2) * y[1] - y[0]])


START = np.array([-1.2, 1.0])
GRADIENT, HESSIAN = recto.grad(rosenbrock), recto.hessian(rosenbrock)
METHODS = {name: {} for name in ("Nelder-Mead", "Powell", "COBYLA", "COBYQA")}
METHODS |= {name: {"jac": GRADIENT} for name in ("CG", "BFGS", "L-BFGS-B", "TNC", "SLSQP")}
METHODS |= {name: {"jac": GRADIENT, "hess": HESSIAN} for name in (
    "Newton-CG", "trust-constr", "dogleg", "trust-ncg", "trust-krylov", "trust-exact")}


@pytest.mark.parametrize("method", METHODS)
def test_minimize(method):
    options = {"maxiter": 4000} if method in ("COBYLA", "CG") else {}
    found = optimize.minimize(recto.jit(rosenbrock), START, method=method, tol=1e-10, options=options,
                              **METHODS[method])
    np.testing.assert_allclose(found.x, 1.0, atol=3e-2 if method == "COBYLA" else 1e-3)


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B", "SLSQP", "TNC", "Newton-CG", "trust-constr"])
def test_values_and_gradients_together(method):
    found = optimize.minimize(recto.value_and_grad(rosenbrock), START, jac=True, method=method, tol=1e-9)
    np.testing.assert_allclose(found.x, 1.0, atol=1e-3)


def test_products_with_the_hessian():
    product = lambda x, v: recto.hvp(rosenbrock, (x,), (v,))[0]
    for method in ("Newton-CG", "trust-ncg", "trust-krylov"):
        found = optimize.minimize(recto.jit(rosenbrock), START, jac=GRADIENT, hessp=product, method=method)
        np.testing.assert_allclose(found.x, 1.0, atol=1e-3)


def test_bounds_and_constraints():
    inside = optimize.minimize(recto.value_and_grad(rosenbrock), START, jac=True, bounds=[(-2, 0.5), (-2, 2)])
    np.testing.assert_allclose(inside.x, [0.5, 0.25], atol=1e-5)
    circle = recto.jit(lambda x: 1.0 - np.sum(x ** 2))
    rule = {"type": "ineq", "fun": circle, "jac": recto.grad(lambda x: 1.0 - np.sum(x ** 2))}
    found = optimize.minimize(recto.jit(rosenbrock), START, jac=GRADIENT, constraints=rule, method="SLSQP")
    np.testing.assert_allclose(np.sum(found.x ** 2), 1.0, atol=1e-6)
    disc = optimize.NonlinearConstraint(circle, 0.0, np.inf, jac=rule["jac"], hess=optimize.BFGS())
    other = optimize.minimize(recto.jit(rosenbrock), START, jac=GRADIENT, constraints=disc, method="trust-constr")
    np.testing.assert_allclose(other.x, found.x, atol=1e-3)


@pytest.mark.parametrize("method", ["trf", "dogbox", "lm"])
def test_least_squares(method):
    found = optimize.least_squares(recto.jit(residuals), START, jac=recto.jacfwd(residuals), method=method)
    np.testing.assert_allclose(recto.jacrev(residuals)(found.x).T @ residuals(found.x), 0.0, atol=1e-6)


@pytest.mark.parametrize("method", ["hybr", "lm"])
def test_roots_with_jacobians(method):
    found = optimize.root(recto.jit(system), np.array([1.0, -1.0]), jac=recto.jacfwd(system), method=method)
    assert found.success
    np.testing.assert_allclose(system(np.asarray(found.x)), 0.0, atol=1e-8)


@pytest.mark.parametrize("method", ["broyden1", "krylov", "df-sane", "anderson"])
def test_roots_without_jacobians(method):
    found = optimize.root(recto.jit(system), np.array([1.0, -1.7]), method=method)
    np.testing.assert_allclose(system(np.asarray(found.x)), 0.0, atol=2e-3)


@pytest.mark.parametrize("method", ["newton", "halley", "brentq", "bisect", "toms748", "ridder", "secant"])
def test_roots_of_one_number(method):
    f = lambda x: x ** 3 - 2.0
    more = {"newton": {"x0": 1.0, "fprime": recto.grad(f)},
            "halley": {"x0": 1.0, "fprime": recto.grad(f), "fprime2": recto.grad(recto.grad(f))},
            "secant": {"x0": 1.0, "x1": 2.0}}.get(method, {"bracket": (0.0, 2.0)})
    found = optimize.root_scalar(recto.jit(f), method=method, **more)
    np.testing.assert_allclose(found.root, 2 ** (1 / 3), rtol=1e-8)


def test_other_functions_of_optimize():
    x, y = np.linspace(0, 1, 20), np.exp(-1.3 * np.linspace(0, 1, 20))
    model = lambda x, a, b: a * np.exp(-b * x)
    jac = lambda x, a, b: np.stack(recto.jacfwd(model, argnums=(1, 2))(x, a, b), axis=1)
    best, _ = optimize.curve_fit(recto.jit(model), x, y, p0=[0.5, 0.5], jac=jac)
    np.testing.assert_allclose(best, [1.0, 1.3], rtol=1e-6)
    np.testing.assert_allclose(optimize.fsolve(recto.jit(system), [1.0, -1.0], fprime=recto.jacfwd(system)),
                               optimize.root(system, [1.0, -1.0]).x, rtol=1e-8)
    one = optimize.minimize_scalar(recto.jit(lambda x: (x - 2.0) ** 2), bounds=(0, 5), method="bounded")
    np.testing.assert_allclose(one.x, 2.0, atol=1e-5)
    hops = optimize.basinhopping(recto.jit(rosenbrock), START, niter=2, rng=np.random.default_rng(0),
                                 minimizer_kwargs={"jac": GRADIENT, "method": "L-BFGS-B"})
    np.testing.assert_allclose(hops.x, 1.0, atol=1e-3)
    fast = optimize.fmin_l_bfgs_b(recto.jit(rosenbrock), START, fprime=GRADIENT)
    np.testing.assert_allclose(fast[0], 1.0, atol=1e-3)
    assert optimize.check_grad(recto.jit(rosenbrock), GRADIENT, START) < 1e-4


@pytest.mark.parametrize("method", ["RK45", "RK23", "DOP853", "Radau", "BDF", "LSODA"])
def test_solve_ivp(method):
    jac = {"jac": recto.jacfwd(oscillator, argnums=1)} if method in ("Radau", "BDF", "LSODA") else {}
    found = integrate.solve_ivp(recto.jit(oscillator), (0.0, 2.0), [2.0, 0.0], method=method, rtol=1e-7, atol=1e-9,
                                **jac)
    plain = integrate.solve_ivp(oscillator, (0.0, 2.0), [2.0, 0.0], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(found.y[:, -1], plain.y[:, -1], rtol=1e-4, atol=1e-5)


def test_integrals():
    np.testing.assert_allclose(integrate.quad(recto.jit(np.sin), 0.0, np.pi)[0], 2.0, rtol=1e-12)
    rows = integrate.odeint(recto.jit(oscillator), [2.0, 0.0], [0.0, 1.0], Dfun=recto.jacfwd(oscillator, argnums=1),
                            tfirst=True)
    assert np.all(np.isfinite(rows))


def test_results_are_numpys_arrays():
    """SciPy's C code and sums of results go on with arrays of NumPy's, or with arrays of Recto's."""
    for method in ("BFGS", "CG", "L-BFGS-B", "trust-ncg"):
        found = optimize.minimize(recto.value_and_grad(rosenbrock), START, jac=True, method=method,
                                  **({"hess": HESSIAN} if method == "trust-ncg" else {}))
        assert isinstance(np.asarray(found.x), np.ndarray) and float(found.fun) < 1e-6
