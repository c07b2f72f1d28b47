"""Higher derivatives where an implementation changes from one formula to another: ties, zeros, ends of series."""
import numpy as np
import pytest
import scipy.special

import recto

sp = scipy.special
NINE, ZETA3 = 1 / 9, 1.2020569031595943
# function, place, its derivatives of order 1, 2, 3
POINTS = {
    "logaddexp": (lambda x: np.logaddexp(x, 1.0), 1.0, (0.5, 0.25, 0.0)),
    "logaddexp, other side": (lambda x: np.logaddexp(1.0, x), 1.0, (0.5, 0.25, 0.0)),
    "logaddexp, both": (lambda x: np.logaddexp(x, 2 * x - 1), 1.0, (1.5, 0.25, 0.0)),
    "logaddexp2": (lambda x: np.logaddexp2(x, 1.0), 1.0, (0.5, 0.25 * np.log(2), 0.0)),
    "softplus": (lambda x: sp.softplus(x), 0.0, (0.5, 0.25, 0.0)),
    "log_expit": (lambda x: sp.log_expit(x), 0.0, (0.5, -0.25, 0.0)),
    "expit": (lambda x: sp.expit(x), 0.0, (0.25, 0.0, -0.125)),
    "hypot, equal": (lambda x: np.hypot(x, 1.0), 1.0, (0.5 ** 0.5, 8 ** -0.5, -3 / 32 ** 0.5)),
    "hypot, opposite": (lambda x: np.hypot(1.0, x), -1.0, (-0.5 ** 0.5, 8 ** -0.5, 3 / 32 ** 0.5)),
    "hypot, none": (lambda x: np.hypot(x, 2.0), 0.0, (0.0, 0.5, 0.0)),
    "sinc": (np.sinc, 0.0, (0.0, -np.pi ** 2 / 3, 0.0)),
    "i0": (np.i0, 0.0, (0.0, 0.5, 0.0)),
    "special.i0": (lambda x: sp.i0(x), 0.0, (0.0, 0.5, 0.0)),
    "special.i1": (lambda x: sp.i1(x), 0.0, (0.5, 0.0, 0.375)),
    "exprel": (lambda x: sp.exprel(x), 0.0, (1 / 2, 1 / 3, 1 / 4)),
    "cosm1": (lambda x: sp.cosm1(x), 0.0, (0.0, -1.0, 0.0)),
    "boxcox": (lambda x: sp.boxcox(2.0, x), 0.0, tuple(np.log(2) ** (k + 1) / (k + 1) for k in (1, 2, 3))),
    "inv_boxcox": (lambda x: sp.inv_boxcox(1.0, x), 0.0, (-np.e / 2, 11 / 12 * np.e, -21 / 8 * np.e)),
    "ndtr": (lambda x: sp.ndtr(x), 0.0, ((2 * np.pi) ** -0.5, 0.0, -(2 * np.pi) ** -0.5)),
    "gammaln": (lambda x: sp.gammaln(x), 1.0, (-np.euler_gamma, np.pi ** 2 / 6, -2 * ZETA3)),
    "kl_div": (lambda x: sp.kl_div(x, 1.0), 1.0, (0.0, 1.0, -1.0)),
    "pseudo_huber": (lambda x: sp.pseudo_huber(1.0, x), 0.0, (0.0, 1.0, 0.0)),
    "logsumexp": (lambda x: sp.logsumexp(np.array([x, 0.0])), 0.0, (0.5, 0.25, 0.0)),
    "nn.softplus": (recto.nn.softplus, 0.0, (0.5, 0.25, 0.0)),
    "nn.logsumexp": (lambda x: recto.nn.logsumexp(np.array([x, 0.0])), 0.0, (0.5, 0.25, 0.0)),
    "nn.silu": (recto.nn.silu, 0.0, (0.5, 0.5, 0.0)),
}


@pytest.mark.xla
@pytest.mark.parametrize("name", POINTS)
def test_three_derivatives_at_a_special_point(name):
    """The three are compiled together."""
    function, x, wanted = POINTS[name]
    first = recto.grad(function)
    second = recto.grad(first)
    third = recto.grad(second)
    found = recto.jit(lambda x: (first(x), second(x), third(x)))(x)
    for derivative, expected in zip(found, wanted, strict=True):
        np.testing.assert_allclose(float(derivative), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.xla
@pytest.mark.parametrize("name", ["sinc", "exprel", "inv_boxcox", "hypot, none", "logaddexp", "i0"])
def test_derivatives_have_no_seam(name):
    """Nearby the second derivative is as at the place itself: nothing jumps where the formula changes."""
    function, x, (_, second, _) = POINTS[name]
    found = recto.vmap(recto.grad(recto.grad(function)))(x + np.array([-1e-3, -1e-5, -1e-9, 1e-9, 1e-5, 1e-3]))
    np.testing.assert_allclose(found, second, rtol=2e-2, atol=2e-3)
    np.testing.assert_allclose(found[1:-1], second, rtol=2e-4, atol=2e-5)


WHERE = np.array([1.5, -2.0, 0.0, 3.0])
MASKED = {  # ufunc with where=, its mask at WHERE, derivative where it is computed
    "log": (lambda x: np.log(x, out=np.zeros_like(x), where=x > 0), [1, 0, 0, 1], lambda x: 1 / x),
    "sqrt": (lambda x: np.sqrt(x, out=np.zeros(4), where=x > 0), [1, 0, 0, 1], lambda x: 0.5 * x ** -0.5),
    "divide": (lambda x: np.divide(2.0, x, out=np.zeros_like(x), where=x != 0), [1, 1, 0, 1], lambda x: -2 / x ** 2),
    "power": (lambda x: np.power(x, -1.5, out=x.copy(), where=x > 2), [0, 0, 0, 1], lambda x: -1.5 * x ** -2.5),
    "arccosh": (lambda x: np.arccosh(x, out=np.ones(4), where=x > 1), [1, 0, 0, 1], lambda x: (x * x - 1) ** -0.5),
}


@pytest.mark.xla
@pytest.mark.parametrize("name", MASKED)
def test_nothing_is_derived_where_nothing_is_computed(name):
    """The slope at a place that where= leaves out was infinity times zero."""
    function, mask, slope = MASKED[name]
    mask = np.array(mask, bool)
    kept = 1.0 if name == "power" else 0.0  # out is x itself
    wanted = np.full(4, kept)
    wanted[mask] = slope(WHERE[mask])
    for found in (recto.grad(lambda x: np.sum(function(x)))(WHERE), np.diag(recto.jacfwd(function)(WHERE))):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
    np.testing.assert_array_equal(recto.jit(function)(WHERE), function(WHERE))
