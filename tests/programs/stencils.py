"""Explicit finite differences in space and time."""
import numpy as np


def heat_1d(u, c, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += c * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u


def heat_2d(u, c, steps):
    for _ in range(steps):
        new = u.copy()
        new[1:-1, 1:-1] = u[1:-1, 1:-1] + c * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
        )
        u = new
    return u


def jacobi_poisson(f, h, sweeps):
    """Two buffers that trade places after every sweep."""
    u = np.zeros_like(f)
    v = np.zeros_like(f)
    for _ in range(sweeps):
        v[1:-1, 1:-1] = 0.25 * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - h * h * f[1:-1, 1:-1]
        )
        u, v = v, u
    return u


def gauss_seidel_poisson(u, f, h, sweeps):
    """Each point sees the neighbours already updated in this sweep."""
    u = u.copy()
    rows, columns = u.shape
    for _ in range(sweeps):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                u[i, j] = 0.25 * (around - h**2 * f[i, j])
    return u


def red_black_sor(u, f, h, omega, sweeps):
    u = u.copy()
    for _ in range(sweeps):
        for colour in (0, 1):
            for i in range(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    if (i + j) % 2 != colour:
                        continue
                    around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                    u[i, j] += omega * (0.25 * (around - h * h * f[i, j]) - u[i, j])
    return u


def advect_upwind(q, velocity, dt, dx, steps):
    """The side to look at depends on the sign of the velocity."""
    number = velocity * dt / dx
    for _ in range(steps):
        if velocity > 0:
            q = q - number * (q - np.roll(q, 1))
        elif velocity < 0:
            q = q - number * (np.roll(q, -1) - q)
        else:
            q = q.copy()
    return q


def wave_1d(u, c, steps):
    """Leapfrog with fixed ends; returns the field and its largest height on the way."""
    previous = u.copy()
    current = u.copy()
    highest = np.max(np.abs(u))
    for _ in range(steps):
        following = current.copy()
        following[1:-1] = (
            2 * current[1:-1] - previous[1:-1] + c**2 * (current[2:] - 2 * current[1:-1] + current[:-2])
        )
        previous, current = current, following
        highest = max(highest, np.max(np.abs(current)))
    return current, highest


def burgers_lax_friedrichs(u, ratio, steps):
    for _ in range(steps):
        left, right = np.roll(u, 1), np.roll(u, -1)
        u = 0.5 * (left + right) - 0.25 * ratio * (right**2 - left**2)
    return u


def laplacian_nine_point(u, mode):
    padded = np.pad(u, 1, mode=mode)
    edges = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    corners = padded[:-2, :-2] + padded[:-2, 2:] + padded[2:, :-2] + padded[2:, 2:]
    return (4 * edges + corners - 20 * u) / 6


def gray_scott(u, v, feed, kill, steps):
    """Two fields that read each other."""
    def laplacian(w):
        return np.roll(w, 1, 0) + np.roll(w, -1, 0) + np.roll(w, 1, 1) + np.roll(w, -1, 1) - 4 * w

    for _ in range(steps):
        reaction = u * v * v
        du = 0.16 * laplacian(u) - reaction + feed * (1 - u)
        dv = 0.08 * laplacian(v) + reaction - (feed + kill) * v
        u, v = u + du, v + dv
    return u, v


def fdtd_1d(electric, magnetic, steps):
    """Yee's staggered grid: each array is updated in place from the other."""
    electric, magnetic = electric.copy(), magnetic.copy()
    for n in range(steps):
        magnetic += 0.5 * (electric[1:] - electric[:-1])
        electric[1:-1] += 0.5 * (magnetic[1:] - magnetic[:-1])
        electric[2] += np.exp(-((n - 4.0) ** 2) / 8)
    return electric, magnetic


def crank_nicolson(u, c, steps):
    """Implicit step with the tridiagonal solve written out."""
    n = u.shape[0]
    u = u.copy()
    upper = np.zeros(n)
    right = np.zeros(n)
    for _ in range(steps):
        for i in range(1, n - 1):
            explicit = u[i] + 0.5 * c * (u[i + 1] - 2 * u[i] + u[i - 1])
            pivot = 1 + c + 0.5 * c * upper[i - 1]
            upper[i] = -0.5 * c / pivot
            right[i] = (explicit + 0.5 * c * right[i - 1]) / pivot
        for i in range(n - 2, 0, -1):
            u[i] = right[i] - upper[i] * u[i + 1]
    return u


def examples():
    rng = np.random.default_rng(0)
    yield heat_1d, (rng.normal(size=12), 0.1, 5)
    yield heat_1d, (rng.normal(size=7).astype(np.float32), 0.25, 3)
    yield heat_1d, (rng.normal(size=3), 0.25, 0)
    yield heat_2d, (rng.normal(size=(6, 5)), 0.2, 4)
    yield heat_2d, (rng.normal(size=(3, 3)).astype(np.float32), np.float32(0.1), 2)
    yield jacobi_poisson, (rng.normal(size=(6, 7)), 0.2, 6)
    yield jacobi_poisson, (rng.normal(size=(4, 4)).astype(np.float32), 0.5, 3)
    yield jacobi_poisson, (rng.normal(size=(3, 3)), 1.0, 0)
    yield gauss_seidel_poisson, (rng.normal(size=(5, 6)), rng.normal(size=(5, 6)), 0.25, 4)
    yield gauss_seidel_poisson, (np.zeros((2, 2)), np.ones((2, 2)), 0.25, 3)
    yield red_black_sor, (rng.normal(size=(5, 5)), rng.normal(size=(5, 5)), 0.25, 1.5, 3)
    yield red_black_sor, (np.zeros((3, 6)), np.ones((3, 6)), 0.5, 1.0, 2)
    bump = np.exp(-np.linspace(-3, 3, 16) ** 2)
    yield advect_upwind, (bump, 1.0, 0.05, 0.1, 6)
    yield advect_upwind, (bump, -0.5, 0.05, 0.1, 6)
    yield advect_upwind, (bump, 0.0, 0.05, 0.1, 2)
    yield wave_1d, (np.sin(np.linspace(0, np.pi, 11)), 0.5, 8)
    yield wave_1d, (bump.astype(np.float32), 0.75, 5)
    yield burgers_lax_friedrichs, (bump, 0.4, 7)
    yield burgers_lax_friedrichs, (rng.uniform(-1, 1, 9).astype(np.float32), 0.3, 4)
    yield laplacian_nine_point, (rng.normal(size=(4, 6)), "edge")
    yield laplacian_nine_point, (rng.normal(size=(5, 5)), "wrap")
    yield laplacian_nine_point, (rng.normal(size=(4, 3)).astype(np.float32), "reflect")
    yield gray_scott, (rng.uniform(0.4, 1, (6, 6)), rng.uniform(0, 0.3, (6, 6)), 0.04, 0.06, 5)
    yield gray_scott, (np.ones((3, 4)), np.full((3, 4), 0.2), 0.03, 0.05, 1)
    yield fdtd_1d, (np.zeros(14), np.zeros(13), 9)
    yield fdtd_1d, (rng.normal(size=6), rng.normal(size=5), 3)
    yield crank_nicolson, (rng.normal(size=9), 0.8, 4)
    yield crank_nicolson, (rng.normal(size=3), 2.0, 2)
    yield crank_nicolson, (rng.normal(size=2), 2.0, 2)
