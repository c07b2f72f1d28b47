"""scipy.interpolate: B-splines, polynomials through points, grids, and scattered points."""
import numpy as np
from scipy import interpolate

from .call import row

rng = np.random.default_rng(14)
X = np.array([0.0, 0.7, 1.1, 2.0, 2.6, 3.5, 4.1, 4.6])
Y, ROWS = rng.normal(size=8), rng.normal(size=(8, 2))
PLACES = np.array([0.3, 1.5, 3.1, 2.2, 4.4])
WEIGHTS = np.array([1.0, 0.5, 2.0, 1.0, 1.5, 1.0, 0.7, 1.0])
KNOTS = np.array([0.0, 0.0, 0.0, 0.0, 1.0, 2.5, 4.6, 4.6, 4.6, 4.6])
OUTSIDE = interpolate.make_interp_spline(X, ROWS)
PIECES = interpolate.CubicSpline(X, Y)
FITTED = interpolate.UnivariateSpline(X, Y, s=0.5)
TCK = interpolate.splrep(X, Y, s=0.5)
POINTS = rng.uniform(size=(12, 2))
HEIGHTS, PAIRS = rng.normal(size=12), rng.normal(size=(12, 2))
INNER = 0.35 + 0.3 * rng.uniform(size=(4, 2))
GRID = (np.array([0.0, 0.4, 1.0, 1.3, 2.0, 2.2]), np.array([0.0, 0.5, 0.8, 1.5, 1.9, 2.5]))
TABLE = rng.normal(size=(6, 6))
ON_GRID = np.array([[0.3, 0.7], [1.1, 1.6], [1.9, 0.2]])


@row(X, ROWS, PLACES)
def splines_of_degrees(x, y, places):
    made = [interpolate.make_interp_spline(x, y, k) for k in (1, 2, 3, 5)]
    return [spline(places) for spline in made] + [spline.c for spline in made] + [
        made[2].t, made[2](places, 1), made[3](places, nu=4), made[2].derivative(2)(places - 1.0),
        made[2].integrate(0.2, 6.0), made[2].antiderivative()(places), made[2].integrate(-1.0, 2.0,
                extrapolate=False), made[2](places[0])]


@row(X, Y, PLACES)
def splines_with_conditions_at_the_ends(x, y, places):
    make = interpolate.make_interp_spline
    closed = np.append(y[:-1], y[0])
    periodic = make(x, closed, 3, bc_type="periodic")
    return [make(x, y, 3, bc_type=kind)(places) for kind in ("natural", "clamped", "not-a-knot")] + [
        make(x, y, 3, bc_type=([(1, 0.3)], [(2, -0.2)]))(places), make(x, y, 0)(places),
        make(x, y, 5, np.concatenate([np.full(6, x[0]), x[2:-2], np.full(6, x[-1])]), ("natural", "clamped"))(places),
        periodic(places), periodic(places + 5.0), periodic.integrate(1.0, 7.5), make(x, [y, 2 * y], axis=1)(places)]


@row(KNOTS[3:7], Y[:6], PLACES)
def sums_of_b_splines(inner, c, places):
    t = np.concatenate([np.full(3, inner[0]), inner, np.full(3, inner[-1])])
    made = interpolate.BSpline(t, c, 3)
    bounded = interpolate.BSpline(t, c, 3, extrapolate=False)
    element = interpolate.BSpline.basis_element(t[3:8], extrapolate=False)
    return (made(places), made(places, 2), made.tck[1], bounded(places + 2.0), bounded.integrate(-1.0, 3.0),
            interpolate.BSpline(t, c, 3, "periodic")(places + 3.0), element(places), made.derivative().c)


@row(X, ROWS, PLACES)
def splines_of_least_squares(x, y, places):
    smooth = interpolate.make_smoothing_spline(x, y[:, 0], lam=0.1)
    return (interpolate.make_lsq_spline(x, y, KNOTS, 3, WEIGHTS)(places), smooth(places), smooth.c, smooth.t,
            interpolate.make_smoothing_spline(x, y, WEIGHTS, lam=2.0)(places),
            interpolate.LSQUnivariateSpline(x, y[:, 0], [1.0, 2.5], WEIGHTS)(places),
            interpolate.LSQUnivariateSpline(x, y[:, 0], [2.0]).get_residual(),
            interpolate.splrep(x, y[:, 1], t=[1.0, 2.5])[1])


@row(X, Y, PLACES)
def splines_by_the_names_of_fitpack(x, y, places):
    tck = interpolate.splrep(x, y)
    curve, u = interpolate.splprep([x, y], s=0)
    return [tck[0], tck[1], u, curve[1], interpolate.splint(-1.0, 2.0, tck), interpolate.splantider(tck, 2)[1],
            interpolate.splev(places, interpolate.splder(tck)), interpolate.spalde(places, tck),
            interpolate.splev(places[0], curve), interpolate.splev(places, tck, der=2)] + [
        interpolate.splev(places + 1.0, tck, ext=ext) for ext in (0, 1, 3)] + [
        interpolate.splev(places, interpolate.splrep(x, y, k=k)) for k in (1, 2, 4, 5)]


@row(X, Y, PLACES)
def splines_as_objects(x, y, places):
    made = interpolate.InterpolatedUnivariateSpline(x, y, k=4)
    flat = interpolate.UnivariateSpline(x, y, s=0, ext=3)
    wide = interpolate.InterpolatedUnivariateSpline(x, y, bbox=[-1.0, 5.0])
    return (made(places), made.derivative()(places), made.antiderivative()(places), made.derivatives(places[0]),
            made.integral(0.5, 9.0), made.get_knots(), made.get_coeffs(), made.get_residual(), flat(places + 1.0),
            flat(places, 1), flat.derivative()(places), wide(places - 1.0), wide.get_coeffs())


@row(PLACES)
def splines_made_outside(places):
    return (OUTSIDE(places), OUTSIDE(places, 1), OUTSIDE.integrate(places[0], places[1]), OUTSIDE.derivative()(places),
            PIECES.integrate(places[0], places[1]), FITTED(places), FITTED(places, 1), interpolate.splev(places, TCK),
            interpolate.splint(places[0], places[1], TCK))


@row(X[:5], ROWS[:5], PLACES)
def polynomials_through_points(x, y, places):
    krogh, lagrange = interpolate.KroghInterpolator(x, y), interpolate.BarycentricInterpolator(x, y)
    late = interpolate.BarycentricInterpolator(x)
    late.set_yi(y[:, 1])
    return (krogh(places), krogh.derivative(places, 2), krogh.derivatives(places[0], 3), lagrange(places), lagrange(x),
            lagrange.derivative(places[1]), late(places[0]),
            interpolate.barycentric_interpolate(x, y.T, places, axis=1), interpolate.krogh_interpolate(x, y, places,
            der=1), interpolate.lagrange(x, y[:, 0])(places),
            interpolate.pchip_interpolate(x, y, places[:3], der=1))


@row(Y[:5], PLACES)
def a_polynomial_with_given_slopes(y, places):
    return interpolate.KroghInterpolator([0.0, 0.0, 1.0, 2.5, 2.5], y)(places)


@row(X, ROWS, PLACES)
def cubics_of_akima(x, y, places):
    return (interpolate.Akima1DInterpolator(x, y)(places + 1.0),
            interpolate.Akima1DInterpolator(x, y, method="makima")(places),
            interpolate.Akima1DInterpolator(x[:2], y[:2], extrapolate=True)(places),
            interpolate.Akima1DInterpolator(x, y[:, 0]).derivative()(places),
            interpolate.Akima1DInterpolator(x, [0.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 3.5], extrapolate=True)(places))


@row(ROWS.T.reshape(4, 4), PLACES)
def pieces_given_by_powers(c, places):
    made = interpolate.PPoly(c, [0.0, 1.0, 2.0, 3.0, 5.0])
    return made(places), made.derivative()(places), made.integrate(0.5, 4.0), made.antiderivative().c


@row(POINTS, HEIGHTS, INNER)
def sums_of_radial_functions(points, heights, places):
    both = np.stack([heights, 2 * heights], axis=1)
    make = interpolate.RBFInterpolator
    return [make(points, heights)(places), make(points, both, smoothing=0.1, degree=2)(places),
            make(points, both, kernel="gaussian", epsilon=2.0)(places)] + [
        make(points, heights, kernel=kernel, epsilon=1.5)(places) for kernel in
        ("linear", "cubic", "quintic", "multiquadric", "inverse_multiquadric", "inverse_quadratic")]


@row(POINTS, HEIGHTS, INNER)
def sums_of_radial_functions_of_old(points, heights, places):
    x, y = points.T
    return [interpolate.Rbf(x, y, heights, function=name, smooth=0.01)(*places.T) for name in
            ("multiquadric", "inverse", "gaussian", "linear", "cubic", "quintic", "thin_plate")] + [
        interpolate.Rbf(x, y, heights, epsilon=0.5, function=lambda r: np.exp(-r))(places[0, 0], places[0, 1])]


@row(POINTS, PAIRS, INNER)
def values_at_scattered_points(points, values, places):
    near = interpolate.NearestNDInterpolator(points, values, rescale=True)
    flat = interpolate.LinearNDInterpolator(points, values[:, 0])
    across = (places[:, :1], places[:, 1])
    return (near(places), near(*across), flat(places), flat(places + 3.0), flat(places[0]),
            flat(places[0, 0], places[0, 1]), interpolate.griddata(points, values, across, rescale=True),
            interpolate.griddata(points, values[:, 0], places, method="nearest"),
            interpolate.griddata(points, values[:, 0], places + [0.0, 0.8], fill_value=7.0),
            interpolate.griddata(points[:, 0], values[:, 0], places[:, 0], method="cubic"))


@row(TABLE, ON_GRID, near=1e-5)         # SciPy solves its systems by iteration, to six digits
def smooth_values_on_a_grid(table, places):
    methods = ("slinear", "cubic", "quintic", "pchip")
    return [interpolate.RegularGridInterpolator(GRID, table, method)(places) for method in methods]


@row(TABLE, ON_GRID, near=1e-5)
def several_values_at_each_place_of_a_grid(table, places):
    made = interpolate.RegularGridInterpolator(GRID, table, "cubic")
    deep = np.stack([table, 2 * table], axis=-1)
    return [
        made(places[0]), interpolate.RegularGridInterpolator(GRID, deep, "pchip")(places),
        interpolate.RegularGridInterpolator(GRID, deep, "cubic")(places),
        interpolate.interpn(GRID, table, places), interpolate.interpn(GRID, table, places + 2.0, "cubic", False, None),
        interpolate.interpn(GRID, deep, (places[:, 0], places[:, 1]), "nearest", bounds_error=False, fill_value=0.0)]


@row(TABLE, ON_GRID)
def products_of_splines(table, places):
    made = interpolate.RectBivariateSpline(*GRID, table)
    low = interpolate.RectBivariateSpline(*GRID, table, kx=1, ky=2)
    x, y = places.T
    return (made([0.3, 1.1], [0.2, 0.7, 3.0]), made.ev(x, y), made(x, y, grid=False), made.ev(x, y, dx=1),
            made(x[0], y[0]), made.integral(0.1, 1.5, 0.2, 9.0), low.ev(x, y, dy=1), low([0.3], [0.1, 0.4]),
                    made.get_coeffs())
