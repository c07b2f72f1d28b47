"""Escape-time fractals and maps of the plane."""
import numpy as np


def escape_count(c, limit):
    z = 0j
    for n in range(limit):
        if abs(z) > 2:
            return n
        z = z * z + c
    return limit


def mandelbrot_loops(xs, ys, limit):
    counts = np.zeros((ys.size, xs.size), dtype=np.int64)
    for i, y in enumerate(ys):
        for j, x in enumerate(xs):
            a = b = 0.0
            n = 0
            while a * a + b * b <= 4 and n < limit:
                a, b = a * a - b * b + x, 2 * a * b + y
                n += 1
            counts[i, j] = n
    return counts


def mandelbrot_masked(c, limit):
    """Whole arrays; cells that have escaped are left alone."""
    z = np.zeros_like(c)
    counts = np.zeros(c.shape, dtype=int)
    for _ in range(limit):
        inside = np.abs(z) <= 2
        z = np.where(inside, z * z + c, z)
        counts += inside
    return counts


def julia(z, c, limit):
    inside = np.ones(z.shape, dtype=bool)
    age = np.zeros(z.shape, dtype=np.int32)
    n = 0
    while n < limit and inside.any():
        z = np.where(inside, z**2 + c, z)
        inside = inside & (z.real**2 + z.imag**2 < 4)
        age[inside] += 1
        n += 1
    return age, n


def smooth_escape(c, limit):
    z = c
    for n in range(limit):
        if z.real * z.real + z.imag * z.imag > 100.0:
            return n + 1 - np.log(np.log(abs(z))) / np.log(2)
        z = z * z + c
    return 0.0


def newton_basins(z, iterations):
    """Which cube root of one each start runs to."""
    roots = np.exp(2j * np.pi * np.arange(3) / 3)
    for _ in range(iterations):
        z = z - (z**3 - 1) / (3 * z**2)
    return np.argmin(np.abs(z[..., None] - roots), axis=-1)


def burning_ship(x, y, limit):
    zx, zy = 0.0, 0.0
    for n in range(limit):
        zx, zy = zx * zx - zy * zy + x, 2 * abs(zx * zy) + y
        if zx * zx + zy * zy > 4:
            break
    else:
        n = limit
    return n


def henon_orbit(a, b, steps):
    orbit = np.zeros((steps, 2))
    x = y = 0.1
    for n in range(steps):
        x, y = 1 - a * x * x + y, b * x
        orbit[n, 0] = x
        orbit[n, 1] = y
    return orbit


def cycle_length(r, warmup, longest, tolerance):
    """Period of the attractor of the logistic map, or 0."""
    x = 0.5
    for _ in range(warmup):
        x = r * x * (1 - x)
    start = x
    for period in range(1, longest + 1):
        x = r * x * (1 - x)
        if abs(x - start) < tolerance:
            return period
    return 0


def lyapunov(r, x, steps):
    total = 0.0
    for _ in range(steps):
        x = r * x * (1.0 - x)
        total += np.log(np.abs(r - 2 * r * x))
    return total / steps


def examples():
    yield escape_count, (0.3 + 0.5j, 20)
    yield escape_count, (1 + 1j, 20)
    yield escape_count, (0j, 0)
    xs, ys = np.linspace(-2.03, 0.57, 7), np.linspace(-1.11, 1.07, 5)
    yield mandelbrot_loops, (xs, ys, 12)
    yield mandelbrot_loops, (xs[:1], ys[:0], 12)
    yield mandelbrot_masked, (xs + 1j * ys[:, None], 12)
    yield mandelbrot_masked, (np.array([0.3 + 0.2j, 2 + 2j]), 5)
    yield julia, (xs + 1j * ys[:, None], -0.7 + 0.27j, 10)
    yield julia, (np.array([3.0 + 0j]), 0.1 + 0.1j, 6)
    yield smooth_escape, (0.5 + 0.6j, 30)
    yield smooth_escape, (0.1 + 0.1j, 10)
    yield newton_basins, (np.array([[1.2 + 0.1j, -1 + 0.8j], [-0.6 - 1.1j, 2j]]), 12)
    yield newton_basins, (np.array([0.9 + 0j]), 0)
    yield burning_ship, (-1.7, -0.03, 15)
    yield burning_ship, (1.0, 1.0, 15)
    yield burning_ship, (0.0, 0.0, 3)
    yield henon_orbit, (1.4, 0.3, 10)
    yield henon_orbit, (0.2, 0.3, 5)
    yield cycle_length, (3.2, 200, 8, 1e-6)
    yield cycle_length, (3.5, 200, 8, 1e-6)
    yield cycle_length, (3.9, 3, 2, 1e-6)
    yield lyapunov, (3.2, 0.3, 20)
    yield lyapunov, (2.5, 0.3, 10)
