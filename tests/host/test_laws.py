"""Laws of functions that plain Python is read for: the host's values, derivatives, batches; in the NumPy interpreter.

(The modules of rows enter what is tried.)
"""
import warnings

import corpus
import numpy as np
import pytest
from batching.laws import batch_is_a_loop
from derivatives.laws import derivatives_hold
from numpy.lib.stride_tricks import as_strided
from scipy import integrate, interpolate, linalg, ndimage, optimize, signal, sparse, spatial, special, stats
from scipy.spatial import distance

import recto
from recto._dispatch.guards import Guards
from recto.scipy.host.distributions import KNOWN

from . import (  # noqa: F401
    rows_of_families,
    rows_of_fits,
    rows_of_hypotheses,
    rows_of_images,
    rows_of_integrals,
    rows_of_interpolation,
    rows_of_matrices,
    rows_of_measurements,
    rows_of_numpy,
    rows_of_points,
    rows_of_samples,
    rows_of_signals,
    rows_of_space,
    rows_of_sparse,
    rows_of_special,
    rows_of_stats,
    rows_of_systems,
    rows_of_waves,
)
from .call import ROWS
from .rows_of_minima import DATA, T, cubic

rng = np.random.default_rng(1)


@pytest.fixture(params=ROWS, scope="module")
def row(request):
    return ROWS[request.param]


# functions that SciPy computes, of all kinds
CALLED = ("riccati_equations", "components_of_graphs", "integrals", "harmonics", "quantiles", "minima_by_slopes",
          "bessel_functions_of_dynamic_orders", "factors_and_inverses_by_formulas")


def read(row):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return corpus.read(corpus.Case(row.function, row.args))


def same_as_the_host(row, run):
    case = corpus.Case(row.function, row.args)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        wanted = case()
        got = run(case)
    if row.near is None:
        corpus.same(got, wanted, "the result")
    else:
        for g, w in zip(recto.tree.leaves(got), recto.tree.leaves(wanted), strict=True):
            np.testing.assert_allclose(g, w, rtol=row.near, atol=row.near)


def test_values_are_those_of_the_host(row):
    same_as_the_host(row, corpus.run_interpreted)


@pytest.mark.parametrize("row", [name for name in ROWS if corpus.tried(f"source: {name}", 2) or name in CALLED],
                         indirect=True)
def test_printed_source_imports_or_defines_what_it_calls(row):
    same_as_the_host(row, corpus.run_printed)


@pytest.mark.parametrize("call", [lambda x: special.expi(x), lambda x: special.sici(x)[0], lambda x: special.k0(x),
                                  lambda x: special.iv(1.5, x), lambda x: special.spence(x),
                                  lambda x: special.ellipk(x), lambda x: special.loggamma(x),
                                  lambda x: special.airy(x)[2], lambda x: special.ellipj(x, 0.3)[1]])
def test_printed_gradients_import_or_define_what_they_call(call):
    gradient = recto.grad(lambda x: np.sum(call(x)))
    space, x = {}, np.array([0.2, 0.5, 0.7])
    exec(gradient.source(x), space)
    wanted = (call(x + 1e-6) - call(x - 1e-6)) / 2e-6
    np.testing.assert_allclose([v for v in space.values() if hasattr(v, "__code__")][-1](x), wanted, rtol=1e-6)


def test_the_next_call_finds_what_this_one_found(row):
    """What was read outside is guarded by something that stays: methods are bound anew whenever they are asked for."""
    guards = Guards()
    guards.add(read(row).reading.guards, [])
    assert guards.hold()


@pytest.mark.parametrize("row", [name for name in ROWS if corpus.tried(f"derivatives: {name}", 2)], indirect=True)
def test_derivatives_hold(row):
    if not row.gradient:
        pytest.skip("a discrete function")
    made = read(row)
    active = [False] * len(made.reading.captures) + [True] * len(made.leaves)
    assert derivatives_hold(made.program, made.operands, active, 1) > 0


@pytest.mark.parametrize("row", [name for name in ROWS if corpus.tried(f"batch: {name}", 2)], indirect=True)
def test_a_batch_is_a_loop(row):
    if not row.batch:
        pytest.skip("it raises")
    made = read(row)
    captured = made.operands[:len(made.reading.captures)]
    mask = [False] * len(captured) + [True] * len(made.leaves)
    assert batch_is_a_loop(made.program, mask, [made.operands, [*captured, *map(moved, made.leaves)]]) > 0


def moved(x):
    x = np.asarray(x)
    return x * (1 + 0.1 * rng.uniform(size=x.shape)) if x.dtype.kind == "f" else x


REFUSED = [
    (lambda x: integrate.solve_ivp(lambda t, y: -y, (0, 1), x, method=integrate.RK45).y, "methods RK23, RK45, DOP853"),
    (lambda x: integrate.solve_ivp(lambda t, y: -y, (0, 1), x * 1j, "BDF").y, "'BDF' of real states"),
    (lambda x: integrate.quad(lambda t: t * x[0], 0, 1, weight="cauchy", wvar=0.5), "weight='cos' and 'sin'"),
    (lambda x: optimize.minimize(lambda y: np.sum(y * x), x, options={"return_all": True}), "no return_all"),
    (lambda x: optimize.minimize(lambda y: np.sum(y * x), x, jac="cs"), "differences of complex steps"),
    (lambda x: optimize.minimize(np.sum, x, method="trust-constr", callback=lambda x, state: None), "no callback"),
    (lambda x: recto.grad(lambda a: optimize.minimize(lambda y: y @ y - a, x).hess_inv[0, 0])(x[0]),
     "derivatives of hess_inv of what minimize finds"),
    (lambda x: optimize.minimize(np.sum, x, method=optimize.rosen), "given by name"),
    (lambda x: interpolate.interp1d(x, x, 5)(x), "kind=5"),
    (lambda x: interpolate.UnivariateSpline(x, x)(x), "has s=0"),
    (lambda x: interpolate.splrep(x, x, s=1.0), "has s=0, a spline through all points, or knots t"),
    (lambda x: interpolate.make_smoothing_spline(x, x), "does not choose lam="),
    (lambda x: interpolate.InterpolatedUnivariateSpline(x, x, k=2).roots(), "optimize.brentq finds one"),
    (lambda x: interpolate.RBFInterpolator(x[:, None], x, 2)(x[:, None]), "neighbors=None"),
    (lambda x: interpolate.griddata((x, x * x), x, (x, x), "cubic"), "RBFInterpolator is smooth"),
    (lambda x: spatial.KDTree(x[:, None]).query_ball_point(x[:, None], 1.0), "return_length=True"),
    (lambda x: spatial.KDTree(x[:, None], boxsize=9.0).query(x[:1]), "knows no boxsize"),
    (lambda x: ndimage.prewitt(x > 0.0), "of truth values"),
    (lambda x: ndimage.correlate(x, np.array([1j, 2.0])), "complex weights"),
    (lambda x: ndimage.maximum_filter(x.astype(np.uint8), 2, mode="constant", cval=-1), "cval=-1"),
    (lambda x: distance.canberra(x * 1j, x), "complex vectors"),
    (lambda x: ndimage.shift(x > 2, 0.5), "take order=1"),
    (lambda x: ndimage.find_objects(x.astype(int)), "no list of slices"),
    (lambda x: ndimage.grey_erosion(x, structure=np.ones(3)), "without structure="),
    (lambda x: sparse.csgraph.minimum_spanning_tree(x[:, None] * x), "whose pattern data decide"),
    (lambda x: sparse.csgraph.dijkstra(x[:, None] * x, return_predecessors=True), "without return_predecessors"),
    (lambda x: signal.detrend(x, bp=np.arange(2)), "as a number or a list"),
    (lambda x: signal.filtfilt(x, x, x, method="gust"), "method='pad'"),
    (lambda x: signal.upfirdn(x, x, mode="wrap"), "mode='constant'"),
    (lambda x: signal.find_peaks(x[:0]), "without samples"),
    (lambda x: stats.ttest_ind(x, x, trim=0.1), "trim=0"),
    (lambda x: stats.levene(x, x, center="trimmed"), "center='median' and 'mean'"),
    (lambda x: stats.boxcox(x), "does not choose lmbda="),
    (lambda x: stats.kstest("norm", x), "a sample as its first argument"),
    (lambda x: stats.f_oneway(x, x, nan_policy="omit"), "nan_policy='omit'"),
    (lambda x: list(np.nditer(x, flags=["external_loop"])), "np.ndindex"),
    (lambda x: list(np.nditer([x, x.reshape(3, 1)], op_flags=["readwrite"])), "that is broadcast"),
    (lambda x: as_strided(x, (2, 3), (8, 8)), "lead out of an array of 3 elements"),
    (lambda x: as_strided(x[::2], (2,), (8,)), "does not lie by rows"),
    (lambda x: as_strided(x, (2,), (4,)), "a multiple of x.itemsize"),
    (lambda x: np.copyto(as_strided(x, (2,), (8,)), 0.0), "only reads them"),
    (lambda x: ((x.reshape(3, 1) * x).T + 1).strides, "np.ascontiguousarray"),
    (lambda x: optimize.root(lambda y: y * x, x, callback=print), "and no callback"),
    (lambda x: optimize.least_squares(lambda y: y * x, x, loss=np.sqrt), "loss as a function"),
    (lambda x: spatial.ConvexHull(x[:, None] * x), "@recto.host"),
    (lambda x: integrate.ode(lambda t, y: -y), "solve_ivp with t_eval"),
    (lambda x: sparse.csr_matrix(x[None]).nnz, "or keep the array dense"),
    (lambda x: np.ma.unique(np.ma.array(x)), "np.mean(x, where=~mask)"),
    (lambda x: np.unique(x[:, None][:, :0], axis=0), "nothing in it"),
    (lambda x: signal.freqz(x, plot=print), "draw what it returns"),
    (lambda x: signal.dimpulse((x, x, 1.0, 1)), "(num, den, dt)"),
    (lambda x: stats.skew(x, nan_policy="omit"), "skew: nan_policy='propagate' only"),
    (lambda x: np.vectorize(lambda v: v if v > 2 else 0)(x), "depends on the path"),
]


@pytest.mark.parametrize("function, says", REFUSED)
def test_what_is_not_there_is_refused_where_it_is_asked_for(function, says):
    with pytest.raises(recto.CompileError) as error:
        recto.jit(function)._reading((np.arange(1.0, 4.0),), {})
    assert says in str(error.value) and "test_laws.py" in str(error.value)


def test_every_distribution_has_a_row():
    assert rows_of_families.tried() == set(KNOWN)


@pytest.mark.xla
@pytest.mark.parametrize("find", [lambda a: optimize.brentq(cubic, 0.0, 3.0, args=(a,)),
                                  lambda a: optimize.bisect(cubic, 0.0, 3.0, args=(a,)),
                                  lambda a: optimize.newton(cubic, 1.5, args=(a,))])
def test_the_derivative_of_a_root_is_that_of_the_implicit_function(find):
    """x³ - a x - 1 = 0: (3 x² - a) dx = x da."""
    x = float(find(1.7))
    np.testing.assert_allclose(recto.grad(find)(1.7), x / (3 * x * x - 1.7), rtol=1e-9)


@pytest.mark.xla
def test_the_derivative_of_fitted_parameters_moves_with_the_data():
    def slope_of_line(data):
        return optimize.curve_fit(lambda t, a, b: a + b * t, T, data, p0=[0.0, 0.0])[0][1]
    np.testing.assert_allclose(recto.grad(slope_of_line)(DATA), (T - T.mean()) / np.sum((T - T.mean()) ** 2), rtol=1e-9)


@pytest.mark.xla
def test_compiled_values_are_those_of_the_host():
    """One row of each kind; the others are programs of the same primitives."""
    for name in ("normal", "fixed_order"):
        row = ROWS[name]
        corpus.same(recto.jit(row.function)(*row.args), row.function(*row.args), name)


@pytest.mark.parametrize("function", [lambda x: np.frompyfunc(lambda v: v, 1, 1)(x), lambda x: np.poly1d(x), np.nditer])
def test_what_stands_for_an_object_of_numpy_does_not_leave(function):
    with pytest.raises(recto.CompileError, match="that stands for one of NumPy's"):
        recto.jit(lambda x: function(x))._reading((np.arange(1.0, 4.0),), {})


@pytest.mark.xla
@pytest.mark.parametrize("function, x", [
    (lambda x: signal.hilbert(x), np.ones(3, complex)), (lambda x: signal.medfilt(x), np.ones(3, bool)),
    (lambda x: signal.medfilt(x), np.ones(3, np.float16)), (lambda x: signal.medfilt(x, 2), np.ones(3)),
    (lambda x: signal.convolve2d(x, x), np.ones((2, 2), np.float16)), (lambda x: signal.convolve2d(x, x), np.ones(3)),
    (lambda x: signal.lfilter(x, x, x), np.arange(1, 4)), (lambda x: signal.savgol_filter(x, 5, 2), np.ones(4)),
    (lambda x: signal.convolve(x, x, method="nosuch"), np.ones(4)),
    (lambda x: special.factorial(x), np.ones(3, bool)), (lambda x: special.softmax(x), np.ones(3, bool)),
    (lambda x: ndimage.gaussian_filter(x, 1.0), np.ones(3, np.float16)),
    (lambda x: distance.euclidean(x, x), np.ones(3, bool)), (lambda x: stats.entropy(x, base=-1), np.ones(3)),
    (lambda x: linalg.eigh_tridiagonal(x, x[1:]), np.ones(3, complex))])
def test_what_scipy_refuses_is_refused(function, x):
    with pytest.raises(Exception) as wanted:
        function(x)
    with pytest.raises(type(wanted.value)):
        recto.jit(function)(x)


@pytest.mark.xla
def test_ranks_of_nan_are_no_integers():
    """SciPy's are floats then, which depends on data."""
    with pytest.raises(ValueError, match="ranks of NaN are floats"):
        recto.jit(lambda x: stats.rankdata(x, "min"))(np.array([1.0, np.nan]))
