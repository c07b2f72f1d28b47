"""Integrals."""
import math

import numpy as np

GAUSS_NODES, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(5)


def trapezium(f, a, b, n):
    h = (b - a) / n
    total = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        total += f(a + i * h)
    return h * total


def trapezium_samples(y, x):
    return np.trapezoid(y, x), np.trapezoid(y, dx=0.5), np.sum((y[1:] + y[:-1]) * np.diff(x)) / 2


def simpson(f, a, b, n):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        if i % 2 == 1:
            total += 4 * f(a + i * h)
        else:
            total += 2 * f(a + i * h)
    return total * h / 3


def gauss_legendre(f, a, b):
    """Five nodes that are constants of the module."""
    half = 0.5 * (b - a)
    return half * np.sum(GAUSS_WEIGHTS * f(0.5 * (a + b) + half * GAUSS_NODES))


def gauss_panels(f, a, b, panels):
    total = 0.0
    edges = np.linspace(a, b, panels + 1)
    for left, right in zip(edges[:-1], edges[1:]):
        total += gauss_legendre(f, left, right)
    return total


def romberg(f, a, b, levels):
    table = np.zeros((levels, levels))
    h = b - a
    table[0, 0] = 0.5 * h * (f(a) + f(b))
    points = 1
    for i in range(1, levels):
        h /= 2
        middle = 0.0
        for k in range(points):
            middle += f(a + (2 * k + 1) * h)
        table[i, 0] = 0.5 * table[i - 1, 0] + h * middle
        factor = 1.0
        for j in range(1, i + 1):
            factor *= 4
            table[i, j] = table[i, j - 1] + (table[i, j - 1] - table[i - 1, j - 1]) / (factor - 1)
        points *= 2
    return table[levels - 1, levels - 1]


def adaptive_simpson(f, a, b, tolerance):
    """A stack of intervals in arrays instead of recursion."""
    left, right, allowed = np.zeros(60), np.zeros(60), np.zeros(60)
    left[0], right[0], allowed[0] = a, b, tolerance
    top, total, panels = 1, 0.0, 0
    while top > 0:
        top -= 1
        low, high, limit = left[top], right[top], allowed[top]
        middle = 0.5 * (low + high)
        q1, q3 = f(0.5 * (low + middle)), f(0.5 * (middle + high))
        fl, fm, fh = f(low), f(middle), f(high)
        coarse = (high - low) / 6 * (fl + 4 * fm + fh)
        fine = (high - low) / 12 * (fl + 4 * q1 + 2 * fm + 4 * q3 + fh)
        if abs(fine - coarse) <= 15 * limit or top > 56:
            total += fine + (fine - coarse) / 15
            panels += 1
        else:
            left[top], right[top], allowed[top] = low, middle, limit / 2
            left[top + 1], right[top + 1], allowed[top + 1] = middle, high, limit / 2
            top += 2
    return total, panels


def clenshaw_curtis(f, n):
    theta = np.pi * np.arange(n + 1) / n
    values = f(np.cos(theta))
    total = 0.0
    for k in range(0, n + 1, 2):
        ends = values[0] + values[n] * math.cos(k * math.pi)
        coefficient = (ends / 2 + np.sum(values[1:-1] * np.cos(k * theta[1:-1]))) * 2 / n
        if k == 0 or k == n:
            coefficient /= 2
        total += 2 * coefficient / (1 - k * k)
    return total


def tanh_sinh(f, a, b, h, terms):
    """Ends may be singular: they are approached and never met."""
    middle, half = 0.5 * (a + b), 0.5 * (b - a)
    total = 0.5 * np.pi * f(middle)
    for k in range(1, terms + 1):
        t = k * h
        x = np.tanh(0.5 * np.pi * np.sinh(t))
        w = 0.5 * np.pi * np.cosh(t) / np.cosh(0.5 * np.pi * np.sinh(t)) ** 2
        total += w * (f(middle + half * x) + f(middle - half * x))
    return half * h * total


def halton_integral(f, samples):
    """Quasi-random points in bases 2 and 3, made digit by digit."""
    total = 0.0
    for n in range(1, samples + 1):
        point = []
        for base in (2, 3):
            x, weight, k = 0.0, 1.0, n
            while k > 0:
                weight /= base
                x += weight * (k % base)
                k //= base
            point.append(x)
        total += f(point[0], point[1])
    return total / samples


def double_integral(f, nx, ny):
    x, y = (np.arange(nx) + 0.5) / nx, (np.arange(ny) + 0.5) / ny
    return np.mean(f(x[:, None], y[None, :]))


def line_integral(path, field):
    """Midpoint rule for the circulation along a polyline."""
    total = 0.0
    for start, stop in zip(path[:-1], path[1:]):
        total += field(0.5 * (start + stop)) @ (stop - start)
    return total


def runge(x):
    return 1 / (1 + 25 * x**2)


def bump(x, y):
    return np.exp(-(x**2) - y) * (1 + x * y)


def swirl(p):
    return np.array([-p[1], p[0] * p[1]])


def examples():
    rng = np.random.default_rng(28)
    yield trapezium, (math.sin, 0.0, 1.0, 6)
    yield trapezium, (runge, -1.0, 1.0, 1)
    yield trapezium_samples, (rng.normal(size=6), np.sort(rng.normal(size=6)))
    yield trapezium_samples, (np.array([1, 2]), np.array([0, 3]))
    yield simpson, (np.exp, 0.0, 1.0, 4)
    yield simpson, (runge, -1.0, 1.0, 2)
    yield gauss_legendre, (np.sin, 0.0, 2.0)
    yield gauss_legendre, (runge, -1.0, 1.0)
    yield gauss_panels, (runge, -1.0, 1.0, 4)
    yield gauss_panels, (np.exp, 0.0, 0.5, 1)
    yield romberg, (math.exp, 0.0, 1.0, 5)
    yield romberg, (runge, 0.0, 1.0, 1)
    yield adaptive_simpson, (runge, -1.0, 1.0, 1e-5)
    yield adaptive_simpson, (np.sin, 0.0, 0.1, 1e-3)
    yield clenshaw_curtis, (runge, 8)
    yield clenshaw_curtis, (np.exp, 2)
    yield tanh_sinh, (lambda x: 1 / np.sqrt(x), 0.0, 1.0, 0.25, 9)
    yield tanh_sinh, (np.cos, -1.0, 1.0, 0.5, 0)
    yield halton_integral, (bump, 12)
    yield halton_integral, (bump, 1)
    yield double_integral, (bump, 4, 3)
    yield double_integral, (bump, 1, 1)
    yield line_integral, (rng.normal(size=(5, 2)), swirl)
    yield line_integral, (np.zeros((1, 2)), swirl)
