"""scipy.interpolate, scipy.spatial.distance and scipy.linalg."""
import numpy as np
from scipy import interpolate, linalg, sparse, spatial
from scipy.spatial import distance

from .call import row

rng = np.random.default_rng(4)
KNOTS = np.array([0.0, 0.7, 1.1, 2.0, 2.6, 3.5])
VALUES, ROWS = rng.normal(size=6), rng.normal(size=(2, 6))
PLACES = np.array([0.3, 1.5, 3.1, 2.2])
SPLINE = interpolate.CubicSpline(KNOTS, VALUES)
CLOUD, OTHERS, WEIGHTS = rng.normal(size=(5, 3)), rng.normal(size=(4, 3)), np.array([0.5, 1.0, 2.0])
MATRIX = 0.3 * rng.normal(size=(3, 3)) + np.diag([0.4, 0.8, 0.6])
POSITIVE = MATRIX @ MATRIX.T + np.eye(3)
COUNTS = np.arange(9).reshape(3, 3)


@row(KNOTS, VALUES, PLACES)
def cubic_splines(x, y, places):
    spline = interpolate.CubicSpline(x, y)
    return (spline(places), spline(places, 1), spline(places[0] - 1.0), spline.integrate(0.2, 3.0),
            spline.derivative()(places), interpolate.CubicSpline(x, y, bc_type="natural")(places),
            interpolate.CubicSpline(x, y, bc_type=("clamped", (2, 0.3)), extrapolate=False)(places + 1.0),
            interpolate.CubicSpline(x[:3], y[:3])(places), interpolate.CubicSpline(x[:2], y[:2])(places))


@row(KNOTS, ROWS, PLACES)
def along_an_axis(x, rows, places):
    return (interpolate.CubicSpline(x, rows, axis=1)(places), interpolate.interp1d(x, rows)(places),
            interpolate.PchipInterpolator(x, rows, axis=-1)(places))


@row(KNOTS, VALUES, PLACES)
def shapes_of_interpolants(x, y, places):
    kinds = ("linear", "nearest", "previous", "next", "cubic")
    return [interpolate.interp1d(x, y, kind)(places) for kind in kinds] + [
        interpolate.interp1d(x, y, fill_value="extrapolate")(places + 2),
        interpolate.interp1d(x, y, bounds_error=False, fill_value=(0.5, -1.0))(places - 1.0),
        interpolate.interp1d(x[::-1], y, bounds_error=False)(places + 2), interpolate.PchipInterpolator(x, y)(places),
        interpolate.CubicHermiteSpline(x, y, 0.3 * y)(places)]


@row(KNOTS, VALUES, PLACES)
def steps_beyond_the_ends(x, y, places):
    kinds = ("nearest", "nearest-up", "previous", "next", "zero", "slinear", 0, 1)
    beyond = np.append(x, [x[0] - 1.0, x[-1] + 1.0])
    extended = [interpolate.interp1d(x, y, kind, fill_value="extrapolate") for kind in kinds]
    return [f(places) for f in extended] + [f(beyond) for f in extended] + [
        interpolate.interp1d(x, y, kind, bounds_error=False, fill_value=(0.5, -1.0))(beyond) for kind in kinds]


@row(PLACES)
def a_spline_made_outside(places):
    return SPLINE(places), SPLINE(places, 2)


@row(CLOUD, OTHERS)
def distances_of_all_pairs(x, y):
    metrics = ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine", "correlation", "braycurtis", "canberra",
               "seuclidean")
    return [distance.cdist(x, y, metric) for metric in metrics] + [
        distance.cdist(x, y, "minkowski", p=3), distance.pdist(x), distance.squareform(distance.pdist(x, "cityblock")),
        distance.squareform(distance.cdist(x, x)), distance.squareform(x[0, :0]),
        distance.cdist(x, y, lambda u, v: np.sum(u * v)),
        spatial.distance_matrix(x, y), distance.pdist(x, "mahalanobis"), distance.cdist(x, y, w=WEIGHTS)]


@row(CLOUD)
def distances_of_vectors(x):
    u, v = x[0], x[1]
    return (distance.euclidean(u, v), distance.cosine(u, v, WEIGHTS), distance.minkowski(u, v, 3),
            distance.mahalanobis(u, v, np.eye(3)), distance.sqeuclidean([1, 2, 3], [2, 0, 1]), distance.cityblock(u, v))


@row(CLOUD)
def distances_of_complex_vectors(x):
    u, v = x[0] + 1j * x[1], x[1] - 2j * x[0]
    return [f(u, v) for f in (distance.euclidean, distance.cityblock, distance.chebyshev, distance.sqeuclidean)] + [
        distance.minkowski(u, v, p) for p in (2, 3)]


@row(rng.normal(size=(3, 6)) + np.array([[0.0], [3.0], [0.0]]), ROWS.T, POSITIVE)
def bands(ab, b, a):
    return (linalg.solve_banded((1, 1), ab, b[:, 0]), linalg.solve_banded((1, 1), ab, b),
            linalg.solve_banded((2, 0), ab + 3 * np.eye(3, 6), b),
            linalg.solveh_banded(ab[1::-1] + [[2.0], [0.0]], b, lower=True),
            linalg.solveh_banded(ab[:2] + np.array([[0.0], [3.0]]), b[:, 0]), linalg.solve_toeplitz(a[0], b[:3]))


@row(MATRIX, POSITIVE)
def matrix_equations(a, q):
    return (linalg.solve_discrete_lyapunov(a, q), linalg.solve_continuous_lyapunov(a, q),
            linalg.solve_sylvester(a, q, a), *linalg.polar(a), linalg.companion(a[0]))


@row(POSITIVE, gradient=False)
def root_of_a_matrix(q):
    return linalg.sqrtm(q), linalg.sqrtm(q * (1 + 0.5j)), linalg.sqrtm(q.astype(np.float32))


@row(MATRIX, POSITIVE, gradient=False)
def factors(a, b):
    return (linalg.schur(a), linalg.schur(a, "complex"), linalg.schur(a, sort="iuc"), linalg.qz(a, b),
            linalg.hessenberg(a), linalg.ordqz(a, b, sort="ouc"),
            linalg.hessenberg(np.array([[1, 2], [3, 4]]), calc_q=True), linalg.hessenberg(a[:2, :2].astype(np.float32)),
            linalg.hessenberg(a.astype(np.float32), calc_q=True), linalg.schur(COUNTS))


@row(POSITIVE, MATRIX)
def pseudo_inverses(a, b):
    return linalg.pinvh(a), linalg.pinvh(b, lower=False), linalg.pinvh(np.diag(a[0] * np.array([1.0, 0.0, 1.0])))


@row(MATRIX, POSITIVE, gradient=False)
def riccati_equations(a, q):
    b, s, q = a[:, :2], 0.1 * a[:, 1:], (q + q.T) / 2
    return (linalg.solve_discrete_are(a, b, q, q[:2, :2]), linalg.solve_continuous_are(a, b, q, q[:2, :2], q, s),
            linalg.solve_discrete_are(a[0, 0], 1.0, q[0, 0], 2.0), linalg.solve_discrete_are(a, b, q, q[:2, :2], q, s))


@row(MATRIX)
def only_arrays(a):
    return a if not sparse.issparse(a) else a.toarray()


@row(VALUES, PLACES)
def periodic_splines(y, places):
    made = [interpolate.CubicSpline(KNOTS[:n], np.append(y[:n - 1], y[0]), bc_type="periodic") for n in (2, 3, 4, 6)]
    return [(spline(places - 5), spline(places + 5, 1), spline.integrate(-3.0, 8.0)) for spline in made]


@row(VALUES, PLACES)
def splines_by_names_of_fitpack(y, places):
    found = [interpolate.InterpolatedUnivariateSpline(KNOTS, y, ext=ext) for ext in (0, 1, 3)]
    smooth = interpolate.UnivariateSpline(KNOTS, y, s=0)
    return [spline(places - 1.0) for spline in found], smooth(places, 1), smooth.integral(-1, 2), smooth(0.5)


GRID = np.arange(4.0), np.array([0.0, 1.0, 3.0, 4.0, 7.0])
TABLE, POINTS = rng.normal(size=(4, 5, 2)), rng.uniform(0.0, 3.0, size=(6, 2))


@row(TABLE, POINTS)
def values_on_grids(table, points):
    known = [interpolate.RegularGridInterpolator(GRID, table, method) for method in ("linear", "nearest")]
    beyond = [interpolate.RegularGridInterpolator(GRID, table[..., 0], bounds_error=False, fill_value=fill)
              for fill in (None, 2.0)]
    turned = interpolate.RegularGridInterpolator((GRID[0][::-1], GRID[1]), table)
    return ([f(points) for f in (*known, turned)], [f(4 * points - 4) for f in beyond], known[0]((points[:, 0], 0.5)),
            known[1]([0.2, 0.7]), interpolate.RegularGridInterpolator(GRID[:1], table[:, 0, 0])(points[:, 1]))
