"""Values at the rim: NaN among the coordinates, complex weights, shapes of moments, rotations by nothing."""

import numpy as np
import pytest
from scipy import integrate, interpolate, linalg, ndimage, signal, special, stats
from scipy.spatial import distance
from scipy.spatial.transform import Rotation

import recto

pytestmark = pytest.mark.xla


@pytest.mark.parametrize("metric", [distance.euclidean, distance.minkowski, lambda u, v: distance.minkowski(u, v, 3)])
def test_distances_of_nan_are_nan(metric):
    u, v = np.array([np.nan, 1.0]), np.array([1.0, 2.0])
    assert np.isnan(recto.jit(lambda u, v: metric(u, v))(u, v))
    assert recto.jit(lambda u, v: metric(u, v))(v, v) == 0.0
    np.testing.assert_array_equal(recto.grad(lambda u, v: metric(u, v))(v, v), [0.0, 0.0])


def test_a_filter_without_answers_keeps_nan_within_its_reach():
    x = np.array([np.nan, 1.0, 2.0, 3.0, 4.0, 2.0, 1.0])
    f = lambda x: signal.lfilter(np.array([1.0, 2.0, 0.0]), 2.0, x)
    np.testing.assert_allclose(recto.jit(f)(x), f(x))


def test_complex_weights_of_a_histogram():
    x, w = np.array([0.5, 1.5, 1.7, 3.0]), np.array([1 + 2j, 3j, 1, 2 - 1j])
    f = lambda x, w: np.histogram(x, bins=[0, 1, 2, 5], weights=w)[0]
    np.testing.assert_allclose(recto.jit(f)(x, w), f(x, w))
    with pytest.raises(TypeError, match="Cannot cast"):
        recto.jit(lambda x, w: np.bincount(x, weights=w, minlength=4))(np.array([0, 1, 2, 2]), w)


def test_moments_have_the_shape_of_loc():
    a = np.array([0.0, 1.5])
    for f in (lambda a: stats.norm.var(loc=a, scale=2.0), lambda a: stats.uniform(a, 2.0).std()):
        np.testing.assert_allclose(recto.jit(f)(a), f(a))


def test_rotations_by_nothing_have_derivatives():
    f = lambda v: (Rotation.from_rotvec(v) * Rotation.from_euler("z", v[0])).as_rotvec()
    for v in (np.zeros(3), np.array([1e-4, 2e-4, 0.0]), np.array([0.3, -0.2, 0.5])):
        np.testing.assert_allclose(recto.jit(f)(v), f(v), rtol=1e-12, atol=1e-15)
        h = 1e-6
        slopes = np.stack([(f(v + h * e) - f(v - h * e)) / (2 * h) for e in np.eye(3)], axis=1)
        np.testing.assert_allclose(recto.jacfwd(f)(v), slopes, rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(recto.jacrev(f)(v), slopes, rtol=1e-6, atol=1e-8)


def test_harmonics_have_slopes_at_the_pole():
    for n, m in ((2, 0), (2, 1), (3, -1), (3, 2)):
        f = lambda t: special.sph_harm_y(n, m, t, 0.3).real
        np.testing.assert_allclose(recto.grad(f)(0.0), (f(1e-6) - f(0.0)) / 1e-6, atol=1e-5)


@pytest.mark.parametrize("x, power", [(np.array([True, False]), True), (np.array([1, 2], np.int16), np.int16(2)),
                                      (np.array([1, 2], np.float32), 1.5), (np.array([1, 2], np.float16), 0.5)])
def test_dtypes_of_boxcox1p(x, power):
    got, wanted = recto.jit(lambda x, power: special.boxcox1p(x, power))(x, power), special.boxcox1p(x, power)
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(got, wanted, rtol=1e-3 if x.dtype == np.float16 else 1e-6)


def test_some_eigenvalues_by_their_places():
    root = np.random.default_rng(0).normal(size=(5, 5))
    a, f = root + root.T, lambda a: linalg.eigh(a, eigvals_only=True, subset_by_index=[1, 3])
    np.testing.assert_allclose(recto.jit(f)(a), f(a), rtol=1e-12)
    w, v = recto.jit(lambda a: linalg.eigh(a, subset_by_index=(0, 1)))(a)
    np.testing.assert_allclose(a @ v, v * w, atol=1e-12)
    with pytest.raises(ValueError, match="Requested eigenvalue indices are not valid"):
        recto.jit(lambda a: linalg.eigh(a, subset_by_index=(3, 5)))(a)


@pytest.mark.parametrize("a", [np.diag([4.0, 0.0]), np.diag([2, 0]), np.array([[0.0, -1.0], [1.0, 0.0]]),
                               np.outer([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])])
@pytest.mark.filterwarnings("ignore:Matrix is singular")
def test_roots_of_singular_matrices(a):
    got = recto.jit(lambda a: linalg.sqrtm(a))(a)
    assert got.dtype == np.float64
    np.testing.assert_allclose(got, linalg.sqrtm(a).real, atol=1e-7)


@pytest.mark.parametrize("a", [np.diag([4.0, -9.0]), np.array([[0.0, 1.0], [1.0, 0.0]]),
                               np.array([[1.0, 2.0], [3.0, 4.0]])])
def test_a_complex_root_is_that_of_a_complex_matrix(a):
    with pytest.raises(ValueError, match="pass a complex matrix"):
        recto.jit(lambda a: linalg.sqrtm(a))(a)
    np.testing.assert_allclose(recto.jit(lambda a: linalg.sqrtm(a + 0j))(a), linalg.sqrtm(a), atol=1e-12)


def test_slopes_of_a_root_of_a_matrix():
    f = lambda a: linalg.sqrtm(a)
    a, e, h = np.array([[4.0, 1.0], [0.5, 3.0]]), np.array([[0.3, 1.0], [-0.2, 0.4]]), 1e-6
    slope = (f(a + h * e) - f(a - h * e)) / (2 * h)
    for derivative in (recto.jacfwd, recto.jacrev):
        np.testing.assert_allclose(np.tensordot(derivative(f)(a), e, 2), slope, rtol=1e-6)


TURN = Rotation.from_euler("xyz", [0.3, -0.5, 1.0]).as_matrix()


@pytest.mark.parametrize("m", [TURN, TURN.round(2), 2 * TURN, TURN + 0.1 * np.arange(9.0).reshape(3, 3), np.eye(3),
                               np.stack([TURN, 3 * TURN.T])])
def test_rotations_by_matrices_that_are_not_orthogonal(m):
    f = lambda m: Rotation.from_matrix(m).as_rotvec()
    np.testing.assert_allclose(recto.jit(f)(m), f(m), atol=1e-14)
    e, h = np.random.default_rng(0).normal(size=m.shape), 1e-6
    slope = (f(m + h * e) - f(m - h * e)) / (2 * h)
    for derivative in (recto.jacfwd, recto.jacrev):
        np.testing.assert_allclose(np.tensordot(derivative(f)(m), e, m.ndim), slope, rtol=1e-6, atol=1e-8)


def test_a_left_handed_frame_is_no_rotation():
    with pytest.raises(ValueError, match="Non-positive determinant"):
        recto.jit(lambda m: Rotation.from_matrix(m).as_quat())(-np.eye(3))


@pytest.mark.parametrize("y", [np.array([3.0, 2.5]), np.array([3.0, 3.0])])
@pytest.mark.filterwarnings("ignore:An input array is constant")
def test_relations_of_two_points(y):
    x = np.array([1.0, 2.0])
    f = lambda x, y: (*stats.linregress(x, y), stats.linregress(x, y).intercept_stderr, *stats.pearsonr(x, y))
    np.testing.assert_allclose(recto.jit(f)(x, y), f(x, y))
    slopes = recto.jacrev(lambda x, y: np.stack(f(x, y)))(x, np.array([3.0, 2.5]))
    np.testing.assert_allclose(slopes, [[-0.5, 0.5], [1.0, -0.5], *[[0.0, 0.0]] * 6], atol=1e-15)
    assert isinstance(recto.jit(lambda x, y: stats.linregress(x, y))(x, y), type(stats.linregress(x, y)))
    with pytest.raises(ValueError, match="all x values are identical"):
        recto.jit(f)(np.ones(2), y)


def test_the_name_of_what_mode_gives():
    assert type(recto.jit(lambda k: stats.mode(k))(np.array([1, 1, 2]))).__name__ == "ModeResult"


@pytest.mark.parametrize("kind", ["nearest", "nearest-up", "previous", "next", "linear", "zero", "cubic"])
@pytest.mark.parametrize("fill", [np.nan, "extrapolate", -1.0, (-1.0, 2.0)])
def test_steps_at_nan(kind, fill):
    x, y, places = np.arange(4.0), np.array([1.0, 2.0, 4.0, 3.0]), np.array([np.nan, 0.2, -1.0, 9.0])
    f = lambda y: interpolate.interp1d(x, y, kind, bounds_error=False, fill_value=fill)(places)
    np.testing.assert_allclose(recto.jit(f)(y), f(y))


@pytest.mark.parametrize("spline", [lambda x, y: interpolate.CubicSpline(x, y), interpolate.PchipInterpolator,
                                    lambda x, y: interpolate.CubicHermiteSpline(x, y, y)])
@pytest.mark.parametrize("x", [np.array([0.0, 1.0, 1.0, 2.0]), np.arange(4.0)[::-1]])
def test_knots_must_increase(spline, x):
    for f in (lambda x, y: spline(x, y)(0.5), recto.jit(lambda x, y: spline(x, y)(0.5))):
        with pytest.raises(ValueError, match="must be strictly increasing sequence"):
            f(x, np.sin(x))


INF = np.inf
RIMS = {
    special.beta: [(2.0, INF), (1.0, -INF), (INF, INF), (2.0, 3.0)], special.betaln: [(2.0, INF), (INF, 0.5)],
    special.binom: [(1.0, -INF), (INF, 2.0), (INF, INF), (5.0, 2.0)], special.comb: [(INF, 2.0), (1e300, 1.0)],
    special.pseudo_huber: [(1.0, INF), (1.0, -INF), (0.0, INF)],
    special.kl_div: [(1.0, INF), (0.0, INF)], special.rel_entr: [(1e-8, 1e300), (1e300, 1e-300), (1.0, INF)],
    special.poch: [(0.0, 300.0), (-2.0, 300.0), (0.0, INF), (-2.0, 4.0), (0.0, 0.0)],
    special.zeta: [(2.0, INF), (1.0, INF), (2.5, 3.0)],
    special.polygamma: [(0.5, 0.0), (-1.0, 0.0), (0.5, INF), (1.0, INF), (0.0, 2.0)],
    special.inv_boxcox: [(INF, 0.0), (-INF, 0.0)],
    special.gammaincc: [(1e-8, 0.5), (1e-300, 1.0), (1e-20, 1e-10), (0.1, 1.05), (0.4, 1.1)],
}


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("function", RIMS, ids=lambda f: f.__name__)
def test_special_functions_at_rims(function):
    x, y = np.array(RIMS[function]).T
    got = recto.jit(lambda x, y: function(x, y))(x, y)
    np.testing.assert_allclose(got, function(x, y), rtol=1e-12, atol=0)
    if function is special.zeta:
        np.testing.assert_array_equal(recto.jit(lambda x: function(x))(np.array([-800.0, -2.0])), [0.0, 0.0])


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.float16, np.float32, bool])
def test_dtypes_of_softplus(dtype):
    x = np.array([0, 1, 3]).astype(dtype)
    got, wanted = recto.jit(lambda x: special.softplus(x))(x), special.softplus(x)
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(got, wanted, rtol=2e-3 if got.dtype == np.float16 else 1e-6)


def oscillator(t, y, stiffness):
    return np.array([y[1], stiffness * (1 - y[0] ** 2) * y[1] - y[0]])


@pytest.mark.parametrize("options", [{}, {"method": "RK23", "rtol": 1e-4}])
def test_solutions_at_the_steps_of_the_method(options):
    start = np.array([2.0, 0.0])

    def f(start, stiffness, end):
        found = integrate.solve_ivp(oscillator, (0.0, end), start, args=(stiffness,), **options)
        return found.t, found.y, len(found.t), found.nfev, found.success
    for end in (10.0, 0.5, 0.0):
        for got, wanted in zip(recto.jit(f)(start, 1.5, end), f(start, 1.5, end)):
            np.testing.assert_allclose(got, wanted, rtol=1e-8)


def test_slopes_of_the_end_of_a_solution():
    f = lambda stiffness: integrate.solve_ivp(oscillator, (0.0, 3.0), [2.0, 0.0], args=(stiffness,)).y[0, -1]
    slope = (f(1.5 + 1e-6) - f(1.5 - 1e-6)) / 2e-6
    for derivative in (recto.grad, recto.jacfwd):
        np.testing.assert_allclose(derivative(f)(1.5), slope, rtol=1e-6)
    many = np.array([0.3, 1.5])
    np.testing.assert_allclose(recto.vmap(f)(many), [f(x) for x in many], rtol=1e-8)


@pytest.mark.parametrize("b", [np.array([1.0, 0.0, 3.0], np.float32), np.array([1, 2]), np.array([1.0, 2j])])
@pytest.mark.parametrize("a", [1, np.array([1.0, 0.5]), np.array([1.0, 0.5], np.float32)])
@pytest.mark.parametrize("at", [8, np.array([0.1, 0.2]), np.array([0.1, 0.2], np.float32)], ids=["8", "f64", "f32"])
def test_dtypes_of_frequencies(b, a, at):
    f = lambda b: signal.freqz(b, a, worN=at)
    for got, wanted in zip(recto.jit(f)(b), f(b)):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


def test_nothing_under_a_weight_0():
    weights = np.array([[0.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 0.0]])
    x = np.arange(16.0).reshape(4, 4)
    x[0, 0], x[3, 3] = np.inf, np.nan
    for filtered in (ndimage.convolve, ndimage.correlate):
        for f in (lambda x, w: filtered(x, w), lambda x, w: filtered(x, weights)):
            np.testing.assert_array_equal(recto.jit(f)(x, weights), f(x, weights))
    slopes = recto.grad(lambda w: np.sum(ndimage.correlate(np.arange(16.0).reshape(4, 4), w)))(weights)
    assert np.all(slopes > 0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128])
@pytest.mark.parametrize("lower", [True, False])
def test_eigenvalues_of_pairs_of_matrices(dtype, lower):
    rng = np.random.default_rng(0)
    turn = 1 + 0.5j if dtype == np.complex128 else 1.0
    a, b = (rng.normal(size=(2, 4, 4)) * turn + rng.normal(size=(2, 4, 4))).astype(dtype)
    b = b @ b.conj().T + np.eye(4, dtype=dtype)
    f = lambda a, b: linalg.eigh(a, b, lower=lower)
    near = 1e-4 if dtype == np.float32 else 1e-10
    for got, wanted in zip(recto.jit(f)(a, b), f(a, b)):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(np.abs(got), np.abs(wanted), rtol=near, atol=near)
    only = lambda a, b: linalg.eigvalsh(a, b)
    np.testing.assert_allclose(recto.jit(only)(a, b), only(a, b), rtol=near)
    some = lambda a, b: linalg.eigh(a, b, subset_by_index=[1, 2])[0]
    np.testing.assert_allclose(recto.jit(some)(a, b), some(a, b), rtol=near)


def test_slopes_of_eigenvalues_of_pairs():
    rng = np.random.default_rng(0)
    a, b, e = rng.normal(size=(3, 4, 4))
    a, b, e, h = a + a.T, b @ b.T + np.eye(4), e + e.T, 1e-6
    f = lambda a, b: linalg.eigh(a, b)[0]
    for k, (low, high) in enumerate((((a - h * e, b), (a + h * e, b)), ((a, b - h * e), (a, b + h * e)))):
        slope = (f(*high) - f(*low)) / (2 * h)
        np.testing.assert_allclose(np.tensordot(recto.jacrev(f, argnums=k)(a, b), e, 2), slope, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("a", [np.arange(12.0).reshape(3, 4) ** 1.5, np.arange(12.0).reshape(4, 3) ** 1.5,
                               np.array([[1, 2], [3, 5]]), np.array([[1, 2j], [3, 5]])])
@pytest.mark.parametrize("mode", ["full", "economic"])
def test_factors_of_reversed_rows(a, mode):
    f = lambda a: linalg.rq(a, mode=mode)
    for got, wanted in zip(recto.jit(f)(a), f(a)):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, atol=1e-12)


@pytest.mark.parametrize("a", [np.outer([1.0, 2.0, 3.0], [1.0, 2.0]), np.array([[1.0, 2.0, 4.0], [0.5, 1.0, 3.0]]),
                               np.array([[1, 1j, 1], [2, 2j, 2]])])
def test_bases_of_ranges_and_kernels(a):
    for basis in (linalg.orth, linalg.null_space):
        f = lambda a: basis(a)
        got, wanted = recto.jit(f)(a), f(a)
        assert got.shape == wanted.shape and got.dtype == wanted.dtype
        np.testing.assert_allclose(got @ got.conj().T, wanted @ wanted.conj().T, atol=1e-12)


def test_a_sample_is_described():
    x = np.array([[1.0, 2.0], [4.0, 3.0], [2.0, 7.0], [0.5, 1.0]])
    for f in (lambda x: stats.describe(x), lambda x: stats.describe(x, axis=None, bias=False)):
        got, wanted = recto.jit(f)(x), f(x)
        assert type(got).__name__ == type(wanted).__name__
        for g, w in zip(recto.tree.leaves(got), recto.tree.leaves(wanted), strict=True):
            np.testing.assert_allclose(g, w, rtol=1e-12)


def test_means_of_rotations():
    v, w = np.array([[0.3, -0.2, 0.5], [0.1, 0.4, 0.2], [0.0, 0.1, 0.9]]), np.array([1.0, 2.0, 0.5])
    f = lambda v: Rotation.from_rotvec(v).mean(w).as_rotvec()
    np.testing.assert_allclose(recto.jit(f)(v), f(v), atol=1e-14)
    g = lambda v: Rotation.concatenate([Rotation.from_rotvec(v[0]), Rotation.from_rotvec(v[1:])]).mean().magnitude()
    np.testing.assert_allclose(recto.jit(g)(v), g(v), atol=1e-14)
    e, h = np.random.default_rng(0).normal(size=v.shape), 1e-6
    slope = (f(v + h * e) - f(v - h * e)) / (2 * h)
    np.testing.assert_allclose(np.tensordot(recto.jacrev(f)(v), e, 2), slope, rtol=1e-6)


@pytest.mark.parametrize("n", [3, 4, 9])
def test_quadratic_splines(n):
    x, places = np.sqrt(np.arange(1.0, n + 1)), np.array([1.0, 1.1, 1.3, 1.7, np.nan, 0.5, 4.0])
    y = np.stack([np.sin(3 * x), x ** 2], axis=1)
    f = lambda y: interpolate.interp1d(x, y, "quadratic", axis=0, fill_value="extrapolate")(places)
    np.testing.assert_allclose(recto.jit(f)(y), f(y), rtol=1e-10, atol=1e-10)
    g = lambda x: np.sum(interpolate.interp1d(x, y[:, 0], 2)(places[1:3]))
    e, h = np.cos(np.arange(n)), 1e-7
    np.testing.assert_allclose(recto.grad(g)(x) @ e, (g(x + h * e) - g(x - h * e)) / (2 * h), rtol=1e-5)
    with pytest.raises(ValueError, match="increasing"):
        recto.jit(lambda x: interpolate.interp1d(x, y, 2, axis=0)(1.0))(0 * x)
