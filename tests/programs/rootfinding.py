"""Roots of one equation and of a few."""
import math

import numpy as np


def cubic(x):
    return x**3 - 2 * x - 5


def cubic_slope(x):
    return 3 * x**2 - 2


def cosine_gap(x):
    return math.cos(x) - x


def bisection(f, low, high, tolerance):
    f_low = f(low)
    while high - low > tolerance:
        middle = 0.5 * (low + high)
        f_middle = f(middle)
        if f_low * f_middle <= 0:
            high = middle
        else:
            low, f_low = middle, f_middle
    return 0.5 * (low + high)


def newton(f, df, x, limit):
    for i in range(limit):
        step = f(x) / df(x)
        x = x - step
        if abs(step) < 1e-9:
            return x, i
    return x, limit


def heron_sqrt(a):
    if a == 0:
        return 0.0
    x = a if a > 1 else 1.0
    while True:
        better = 0.5 * (x + a / x)
        if abs(better - x) <= 1e-12 * better:
            return better
        x = better


def secant(f, x0, x1, limit):
    f0, f1 = f(x0), f(x1)
    for _ in range(limit):
        if abs(f1) < 1e-13 or f1 == f0:
            break
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        f0, f1 = f1, f(x1)
    return x1


def illinois(f, a, b, limit):
    """False position that halves the value at an end which stays twice."""
    fa, fb = f(a), f(b)
    side = 0
    c = a
    for _ in range(limit):
        c = (fa * b - fb * a) / (fa - fb)
        fc = f(c)
        if abs(fc) < 1e-12:
            break
        if fc * fb > 0:
            b, fb = c, fc
            if side == -1:
                fa /= 2
            side = -1
        else:
            a, fa = c, fc
            if side == +1:
                fb /= 2
            side = +1
    return c


def halley_cube_root(a):
    """Elementwise, until the worst element has settled."""
    x = np.where(a >= 0, 1.0, -1.0) * np.maximum(np.abs(a), 1.0)
    change = np.inf
    while change > 1e-12:
        cube = x**3
        new = x * (cube + 2 * a) / (2 * cube + a)
        change = np.max(np.abs(new - x) / np.abs(new))
        x = new
    return x


def newton_system(x, iterations):
    """x^2 + y^2 = 4 and x y = 1."""
    x = x.copy()
    for _ in range(iterations):
        residual = np.array([x[0] ** 2 + x[1] ** 2 - 4, x[0] * x[1] - 1])
        jacobian = np.array([[2 * x[0], 2 * x[1]], [x[1], x[0]]])
        x -= np.linalg.solve(jacobian, residual)
    return x


def kepler(mean_anomaly, eccentricity):
    """Eccentric anomaly of every mean anomaly, each by its own Newton loop."""
    out = np.empty_like(mean_anomaly)
    for i, m in enumerate(mean_anomaly):
        e = m
        delta = 1.0
        while abs(delta) > 1e-8:
            delta = (e - eccentricity * np.sin(e) - m) / (1 - eccentricity * np.cos(e))
            e -= delta
        out[i] = e
    return out


def durand_kerner(coefficients, iterations):
    """All roots of a monic polynomial at once."""
    degree = len(coefficients) - 1
    roots = (0.4 + 0.9j) ** np.arange(degree)
    for _ in range(iterations):
        for i in range(degree):
            value = np.polyval(coefficients, roots[i])
            others = 1.0 + 0.0j
            for j in range(degree):
                if j != i:
                    others *= roots[i] - roots[j]
            roots[i] -= value / others
    return roots


def fixed_point(g, x, tolerance, limit):
    """Aitken's acceleration at every step; the count is -1 where it did not settle."""
    for n in range(limit):
        x1 = g(x)
        x2 = g(x1)
        bend = x2 - 2 * x1 + x
        accelerated = x if abs(bend) < 1e-15 else x - (x1 - x) ** 2 / bend
        if abs(accelerated - x) < tolerance:
            break
        x = accelerated
    else:
        n = -1
    return x, n


def brent(f, a, b, tolerance):
    """Inverse quadratic interpolation guarded by bisection (Brent 1973)."""
    fa, fb = f(a), f(b)
    if abs(fa) < abs(fb):
        a, b, fa, fb = b, a, fb, fa
    c, fc, d = a, fa, a
    bisected = True
    while abs(b - a) > tolerance and fb != 0:
        if fa != fc and fb != fc:
            s = (
                a * fb * fc / ((fa - fb) * (fa - fc))
                + b * fa * fc / ((fb - fa) * (fb - fc))
                + c * fa * fb / ((fc - fa) * (fc - fb))
            )
        else:
            s = b - fb * (b - a) / (fb - fa)
        low, high = min((3 * a + b) / 4, b), max((3 * a + b) / 4, b)
        last = abs(b - c) if bisected else abs(c - d)
        bisected = not low < s < high or abs(s - b) >= last / 2 or last < tolerance
        if bisected:
            s = (a + b) / 2
        fs = f(s)
        d, c, fc = c, b, fb
        if fa * fs < 0:
            b, fb = s, fs
        else:
            a, fa = s, fs
        if abs(fa) < abs(fb):
            a, b, fa, fb = b, a, fb, fa
    return b


def bracket_roots(coefficients, low, high, cells):
    """Counts sign changes on a grid, and where the first of them is."""
    grid = np.linspace(low, high, cells + 1)
    count = 0
    first = np.nan
    before = np.polyval(coefficients, grid[0])
    for i in range(1, cells + 1):
        value = np.polyval(coefficients, grid[i])
        if before * value < 0:
            if count == 0:
                first = 0.5 * (grid[i - 1] + grid[i])
            count += 1
        before = value
    return count, first


def examples():
    yield bisection, (cubic, 2.0, 3.0, 1e-10)
    yield bisection, (cosine_gap, 0.0, 1.0, 1e-3)
    yield bisection, (np.cos, 1.0, 2.0, 1e-8)
    yield bisection, (cubic, 2.0, 2.0, 1e-8)
    yield newton, (cubic, cubic_slope, 2.0, 20)
    yield newton, (cubic, cubic_slope, 30.0, 3)
    yield newton, (np.sin, np.cos, 3.0, 20)
    yield heron_sqrt, (2.0,)
    yield heron_sqrt, (0.01,)
    yield heron_sqrt, (0.0,)
    yield secant, (cubic, 2.0, 3.0, 12)
    yield secant, (cosine_gap, 0.0, 1.0, 2)
    yield secant, (cosine_gap, 0.0, 1.0, 0)
    yield illinois, (cubic, 2.0, 3.0, 30)
    yield illinois, (np.cos, 0.5, 3.0, 30)
    yield illinois, (cubic, 3.0, 2.0, 30)
    yield illinois, (cubic, 2.0, 3.0, 1)
    yield halley_cube_root, (np.array([8.0, -27.0, 0.5, 1.0]),)
    yield halley_cube_root, (np.array([1000.0]),)
    yield newton_system, (np.array([2.0, 0.3]), 8)
    yield newton_system, (np.array([-2.0, -0.3]), 8)
    yield newton_system, (np.array([2.0, 0.3]), 0)
    yield kepler, (np.linspace(0.1, 6.0, 5), 0.3)
    yield kepler, (np.array([1.0]), 0.0)
    yield durand_kerner, (np.array([1.0, -6.0, 11.0, -6.0]), 25)
    yield durand_kerner, (np.array([1.0, 0.0, 1.0]), 25)
    yield fixed_point, (np.cos, 0.5, 1e-8, 20)
    yield fixed_point, (np.cos, 0.5, 1e-8, 1)
    yield brent, (cubic, 2.0, 3.0, 1e-9)
    yield brent, (cosine_gap, -1.0, 2.0, 1e-9)
    yield brent, (cubic, 10.0, -4.0, 1e-9)
    yield bracket_roots, (np.array([1.0, -6.0, 11.0, -6.0]), 0.1, 4.0, 12)
    yield bracket_roots, (np.array([1.0, 0.0, 1.0]), -2.0, 2.0, 5)
