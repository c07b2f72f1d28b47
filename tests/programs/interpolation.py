"""Interpolation in one and two dimensions."""
import numpy as np
from scipy.interpolate import PchipInterpolator


def lagrange(xs, ys, x):
    total = 0.0
    for i in range(len(xs)):
        term = ys[i]
        for j in range(len(xs)):
            if i != j:
                term = term * (x - xs[j]) / (xs[i] - xs[j])
        total = total + term
    return total


def neville(xs, ys, x):
    p = ys.astype(np.float64)
    n = p.size
    for k in range(1, n):
        for i in range(n - k):
            p[i] = ((x - xs[i + k]) * p[i] + (xs[i] - x) * p[i + 1]) / (xs[i] - xs[i + k])
    return p[0]


def divided_differences(xs, ys):
    """Newton's coefficients, over the values and from the back."""
    c = ys.copy()
    for k in range(1, c.size):
        for i in range(c.size - 1, k - 1, -1):
            c[i] = (c[i] - c[i - 1]) / (xs[i] - xs[i - k])
    return c


def newton_form(xs, c, x):
    value = c[-1]
    for k in range(len(c) - 2, -1, -1):
        value = value * (x - xs[k]) + c[k]
    return value


def barycentric(nodes, values, x):
    """Exact at the nodes by an early return."""
    n = len(nodes)
    top = bottom = 0.0
    for i in range(n):
        if x == nodes[i]:
            return values[i]
        weight = 1.0
        for j in range(n):
            if j != i:
                weight /= nodes[i] - nodes[j]
        top += weight / (x - nodes[i]) * values[i]
        bottom += weight / (x - nodes[i])
    return top / bottom


def linear_lookup(xs, ys, x):
    """Bisection for the cell, then a straight line; flat outside."""
    if x <= xs[0]:
        return ys[0]
    if x >= xs[-1]:
        return ys[-1]
    low, high = 0, len(xs) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if xs[middle] <= x:
            low = middle
        else:
            high = middle
    t = (x - xs[low]) / (xs[high] - xs[low])
    return ys[low] + t * (ys[high] - ys[low])


def library_lookup(xs, ys, x):
    return np.interp(x, xs, ys), np.interp(x, xs, ys, left=-1.0, right=-2.0)


def natural_spline(xs, ys):
    """Second derivatives at the knots by the tridiagonal system."""
    n = len(xs)
    h = np.diff(xs)
    second = np.zeros(n)
    upper = np.zeros(n)
    for i in range(1, n - 1):
        slope = (ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]
        pivot = 2 * (h[i - 1] + h[i]) - h[i - 1] * upper[i - 1]
        upper[i] = h[i] / pivot
        second[i] = (6 * slope - h[i - 1] * second[i - 1]) / pivot
    for i in range(n - 2, 0, -1):
        second[i] -= upper[i] * second[i + 1]
    return second


def spline_value(xs, ys, second, x):
    i = np.clip(np.searchsorted(xs, x) - 1, 0, len(xs) - 2)
    h = xs[i + 1] - xs[i]
    a, b = (xs[i + 1] - x) / h, (x - xs[i]) / h
    cubic = ((a**3 - a) * second[i] + (b**3 - b) * second[i + 1]) * h**2 / 6
    return a * ys[i] + b * ys[i + 1] + cubic


def bilinear(image, rows, columns):
    """Sample an image at real positions, clamped to its border."""
    out = np.zeros(rows.shape)
    for k in range(rows.size):
        r = min(max(rows[k], 0.0), image.shape[0] - 1.0)
        c = min(max(columns[k], 0.0), image.shape[1] - 1.0)
        i, j = min(int(r), image.shape[0] - 2), min(int(c), image.shape[1] - 2)
        u, v = r - i, c - j
        top = (1 - v) * image[i, j] + v * image[i, j + 1]
        bottom = (1 - v) * image[i + 1, j] + v * image[i + 1, j + 1]
        out[k] = (1 - u) * top + u * bottom
    return out


def catmull_rom(points, samples):
    n = len(points) - 3
    t = np.arange(samples)[:, None] / samples
    out = np.zeros((n, samples, points.shape[1]))
    for i in range(n):
        p0, p1, p2, p3 = points[i], points[i + 1], points[i + 2], points[i + 3]
        out[i] = 0.5 * (
            2 * p1 + (p2 - p0) * t
            + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
            + (3 * p1 - p0 - 3 * p2 + p3) * t**3
        )
    return out.reshape(-1, points.shape[1])


def de_casteljau(control, t):
    points = control.copy()
    for level in range(len(control) - 1, 0, -1):
        for i in range(level):
            points[i] = (1 - t) * points[i] + t * points[i + 1]
    return points[0]


def b_spline_basis(knots, degree, x):
    """Cox and de Boor, all basis functions at one place."""
    n = len(knots) - 1
    basis = np.where((knots[:-1] <= x) & (x < knots[1:]), 1.0, 0.0)
    for p in range(1, degree + 1):
        for i in range(n - p):
            left = right = 0.0
            if knots[i + p] > knots[i]:
                left = (x - knots[i]) / (knots[i + p] - knots[i]) * basis[i]
            if knots[i + p + 1] > knots[i + 1]:
                right = (knots[i + p + 1] - x) / (knots[i + p + 1] - knots[i + 1]) * basis[i + 1]
            basis[i] = left + right
    return basis


def inverse_distance(centres, values, at, power):
    weights = np.zeros(len(centres))
    for k, centre in enumerate(centres):
        gap = np.linalg.norm(at - centre)
        if gap < 1e-12:
            return values[k]
        weights[k] = gap**-power
    return weights @ values / weights.sum()


def monotone_slopes(xs, ys):
    """Fritsch and Carlson's limited slopes."""
    d = np.diff(ys) / np.diff(xs)
    m = np.zeros(ys.size)
    m[0], m[-1] = d[0], d[-1]
    m[1:-1] = np.where(d[1:] * d[:-1] > 0, (d[1:] + d[:-1]) / 2, 0.0)
    for i in range(d.size):
        if d[i] == 0:
            m[i] = m[i + 1] = 0.0
            continue
        size = np.hypot(m[i] / d[i], m[i + 1] / d[i])
        if size > 3:
            m[i], m[i + 1] = 3 * m[i] / size, 3 * m[i + 1] / size
    return m


def through_a_gap(xs, ys, x):
    try:
        return PchipInterpolator(xs, ys)(x)
    except ValueError as e:
        return str(e)


def examples():
    rng = np.random.default_rng(27)
    xs, ys = np.array([0.0, 0.7, 1.5, 2.0, 3.1]), rng.normal(size=5)
    for f in (lagrange, neville, barycentric, linear_lookup):
        yield f, (xs, ys, 1.2)
        yield f, (xs, ys, 1.5)
    yield lagrange, (xs[:1], ys[:1], 9.0)
    yield lagrange, (xs[:3], ys[:3], np.linspace(0, 2, 4))
    yield linear_lookup, (xs, ys, -4.0)
    yield linear_lookup, (xs, ys, 40.0)
    yield divided_differences, (xs, ys)
    yield divided_differences, (xs[:1], ys[:1])
    yield newton_form, (xs, ys, 0.4)
    yield newton_form, (xs, ys, np.linspace(-1, 1, 3))
    yield library_lookup, (xs, ys, np.array([-1.0, 0.35, 2.0, 5.0]))
    yield library_lookup, (xs, ys, 0.1)
    yield natural_spline, (xs, ys)
    yield natural_spline, (xs[:2], ys[:2])
    yield spline_value, (xs, ys, rng.normal(size=5), np.array([0.1, 1.0, 2.9]))
    yield spline_value, (xs, ys, np.zeros(5), 1.75)
    yield bilinear, (rng.normal(size=(4, 5)), np.array([0.5, 2.9, -3.0, 3.0]), np.array([1.5, 0.0, 9.0, 4.0]))
    yield bilinear, (np.arange(4).reshape(2, 2), np.array([0.25]), np.array([0.75]))
    yield catmull_rom, (rng.normal(size=(5, 2)), 3)
    yield catmull_rom, (rng.normal(size=(4, 1)), 1)
    yield de_casteljau, (rng.normal(size=(4, 2)), 0.3)
    yield de_casteljau, (rng.normal(size=(1, 2)), 0.3)
    yield b_spline_basis, (np.array([0.0, 0, 0, 1, 2, 3, 3, 3]), 2, 1.3)
    yield b_spline_basis, (np.arange(5.0), 0, 2.5)
    yield inverse_distance, (rng.normal(size=(4, 2)), ys[:4], np.zeros(2), 2)
    yield inverse_distance, (np.eye(2), np.array([5.0, 6.0]), np.array([0.0, 1.0]), 2)
    yield monotone_slopes, (xs, np.array([0.0, 0.1, 2.0, 2.0, 5.0]))
    yield monotone_slopes, (xs[:2], np.array([1.0, 4.0]))
    yield through_a_gap, (xs, np.array([0.0, 0.1, np.nan, 2.0, 5.0]), 0.4)
