"""Numba's side of `programs`: ports for `@njit` by hand, with arrays for classes and lists."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from . import programs_numpy as programs
from .programs import Work, cases

njit = numba.njit
PRECISION = programs.PRECISION
sigma_points, minmod = njit(programs.sigma_points), njit(programs.minmod)


# -- unscented Kalman filter -----------------------------------------------------------------------------------------

@njit
def ukf(zs, dt):
    n, kappa = 2, 1.0
    x, P = np.array([1.5, 0.0]), 0.1 * np.eye(2)
    Q, R = np.array([[1e-5, 0.0], [0.0, 1e-4]]), 0.01
    weights = np.full(2 * n + 1, 0.5 / (n + kappa))
    weights[0] = kappa / (n + kappa)
    track = np.zeros((len(zs), 2))
    for k, z in enumerate(zs):
        points = sigma_points(x, P, kappa)
        for i in range(len(points)):
            a, b = points[i, 0], points[i, 1]
            points[i, 0], points[i, 1] = a + dt * b, b - 9.81 * dt * np.sin(a)
        x = weights @ points
        P = Q.copy()
        for i in range(len(points)):
            d = points[i] - x
            P += weights[i] * np.outer(d, d)
        points = sigma_points(x, P, kappa)
        seen = np.sin(points[:, 0])
        mean = weights @ seen
        S, cross = R, np.zeros(n)
        for i in range(len(points)):
            S += weights[i] * (seen[i] - mean) ** 2
            cross += weights[i] * (points[i] - x) * (seen[i] - mean)
        K = cross / S
        x = x + K * (z - mean)
        P = P - S * np.outer(K, K)
        track[k] = x
    return track


# -- lattice Boltzmann -----------------------------------------------------------------------------------------------

VELOCITIES, WEIGHTS, OPPOSITE = programs.VELOCITIES, programs.WEIGHTS, np.array(programs.OPPOSITE)


@njit
def lattice_boltzmann(rho, obstacle, steps, tau):
    rows, columns = rho.shape
    f = np.empty((9, rows, columns))
    for i in range(9):
        f[i] = WEIGHTS[i] * rho
    moved, u = np.empty_like(f), np.zeros((rows, columns))
    for _ in range(steps):
        for i in range(9):
            dx, dy = VELOCITIES[i, 0], VELOCITIES[i, 1]
            for y in range(rows):
                for x in range(columns):
                    moved[i, (y + dy) % rows, (x + dx) % columns] = f[i, y, x]
        for y in range(rows):
            for x in range(columns):
                r = ux = uy = 0.0
                for i in range(9):
                    r += moved[i, y, x]
                    ux += moved[i, y, x] * VELOCITIES[i, 0]
                    uy += moved[i, y, x] * VELOCITIES[i, 1]
                ux, uy = ux / r + 1e-4, uy / r
                u[y, x] = ux
                for i in range(9):
                    if obstacle[y, x]:
                        f[i, y, x] = moved[OPPOSITE[i], y, x]
                    else:
                        cu = 3 * (VELOCITIES[i, 0] * ux + VELOCITIES[i, 1] * uy)
                        e = r * WEIGHTS[i] * (1 + cu + 0.5 * cu ** 2 - 1.5 * (ux ** 2 + uy ** 2))
                        f[i, y, x] = moved[i, y, x] + (e - moved[i, y, x]) / tau
    return np.sum(f, axis=0), u


# -- bodies, Hamiltonian Monte Carlo -----------------------------------------------------------------------------------

@njit
def nbody(positions, velocities, masses, dt, steps):
    x, v = positions.copy(), velocities.copy()
    for _ in range(steps):
        for a in range(len(masses)):
            force = np.zeros(3)
            for b in range(len(masses)):
                if b != a:
                    d = x[b] - x[a]
                    force += masses[b] * d / (np.sum(d ** 2) + 1e-3) ** 1.5
            v[a] += dt * force
        x += dt * v
    energy = 0.0
    for a in range(len(masses)):
        energy += 0.5 * masses[a] * np.sum(v[a] ** 2)
    return x, energy


@njit
def density(q):
    g = -PRECISION @ q
    return 0.5 * q @ g, g


@njit
def hmc(rng, samples, leapfrogs, eps):
    q = np.zeros(2)
    chain = np.zeros((samples, 2))
    accepted = 0
    for k in range(samples):
        p = rng.normal(0.0, 1.0, 2)
        value, g = density(q)
        energy = 0.5 * p @ p - value
        new, momentum = q.copy(), p + 0.5 * eps * g
        for _ in range(leapfrogs):
            new = new + eps * momentum
            value, g = density(new)
            momentum = momentum + eps * g
        momentum = momentum - 0.5 * eps * g
        if np.log(rng.random()) < energy - (0.5 * momentum @ momentum - value):
            q = new
            accepted += 1
        chain[k] = q
    return chain, accepted


# -- game of life ----------------------------------------------------------------------------------------------------

@njit
def life(grid, generations):
    rows, columns = grid.shape
    for _ in range(generations):
        new = np.zeros_like(grid)
        for y in range(rows):
            for x in range(columns):
                n = -grid[y, x]
                for dy in (-1, 0, 1):
                    for dx in (-1, 0, 1):
                        n += grid[(y + dy) % rows, (x + dx) % columns]
                new[y, x] = n == 3 or n == 2 and grid[y, x] == 1
        grid = new
    return grid


# -- a recurrent network ---------------------------------------------------------------------------------------------

@njit
def clipped(p, m, g, rate):
    for k in range(p.size):
        d = min(max(g.flat[k], -5.0), 5.0)
        m.flat[k] += d * d
        p.flat[k] += -rate * d / np.sqrt(m.flat[k] + 1e-8)


@njit
def char_rnn(Wx, Wh, Wy, text, length, rate):
    Wx, Wh, Wy = Wx.copy(), Wh.copy(), Wy.copy()
    hidden, kinds, n = Wh.shape[0], Wy.shape[0], length - 1
    b, c, h = np.zeros(hidden), np.zeros(kinds), np.zeros(hidden)
    mx, mh, my = np.zeros_like(Wx), np.zeros_like(Wh), np.zeros_like(Wy)
    mb, mc = np.zeros(hidden), np.zeros(kinds)
    losses = np.zeros(len(text) // length)
    hs, ps = np.zeros((n + 1, hidden)), np.zeros((n, kinds))
    for k in range(len(losses)):
        part = text[k * length:(k + 1) * length]
        hs[0] = h
        loss = 0.0
        for t in range(n):
            hs[t + 1] = np.tanh(Wx[:, part[t]] + Wh @ hs[t] + b)
            e = np.exp(Wy @ hs[t + 1] + c)
            ps[t] = e / np.sum(e)
            loss -= np.log(ps[t, part[t + 1]])
        dWx, dWh, dWy = np.zeros_like(Wx), np.zeros_like(Wh), np.zeros_like(Wy)
        db, dc, following = np.zeros_like(b), np.zeros_like(c), np.zeros_like(h)
        for t in range(n - 1, -1, -1):
            dy = ps[t].copy()
            dy[part[t + 1]] -= 1
            dWy += np.outer(dy, hs[t + 1])
            dc += dy
            draw = (1 - hs[t + 1] ** 2) * (Wy.T @ dy + following)
            db += draw
            dWx[:, part[t]] += draw
            dWh += np.outer(draw, hs[t])
            following = Wh.T @ draw
        h = hs[n].copy()
        clipped(Wx, mx, dWx, rate)
        clipped(Wh, mh, dWh, rate)
        clipped(Wy, my, dWy, rate)
        clipped(b, mb, db, rate)
        clipped(c, mc, dc, rate)
        losses[k] = loss
    return losses


# -- particle filter, agents -------------------------------------------------------------------------------------------

@njit
def systematic(weights, u):
    n = len(weights)
    cumulative, indexes = np.cumsum(weights), np.zeros(n, np.int64)
    i = j = 0
    while i < n:
        if (i + u) / n < cumulative[j] or j == n - 1:
            indexes[i] = j
            i += 1
        else:
            j += 1
    return indexes


@njit
def particle_filter(zs, particles, seed):
    np.random.seed(seed)
    x = np.random.normal(0.0, 1.0, particles)
    means = np.zeros(len(zs))
    for k in range(len(zs)):
        noise = np.random.normal(0.0, 1.0, particles)
        x = 0.95 * x + 0.3 * noise
        weights = np.exp(-0.5 * x - 0.5 * zs[k] ** 2 * np.exp(-x))
        weights /= np.sum(weights)
        means[k] = np.sum(weights * x)
        if 1 / np.sum(weights ** 2) < particles / 2:
            x = x[systematic(weights, np.random.random())]
    return means


@njit
def agents(rng, count, side, steps, rate):
    xs, ys = rng.integers(0, side, count), rng.integers(0, side, count)
    states, days = np.zeros(count, np.int64), np.zeros(count, np.int64)
    states[0] = 1
    history = []
    for _ in range(steps):
        moves = rng.integers(-1, 2, (count, 2))
        chances = rng.random(count)
        crowded = np.zeros(side * side, np.int64)
        for k in range(count):
            xs[k] = (xs[k] + moves[k, 0]) % side
            ys[k] = (ys[k] + moves[k, 1]) % side
            if states[k] == 1:
                crowded[ys[k] * side + xs[k]] += 1
        for k in range(count):
            if states[k] == 0 and crowded[ys[k] * side + xs[k]] > 0 and chances[k] < rate:
                states[k] = 1
            elif states[k] == 1:
                days[k] += 1
                if days[k] > 10:
                    states[k] = 2
        history.append(np.sum(states == 1))
    return np.array(history), states


# -- finite volumes --------------------------------------------------------------------------------------------------

@njit
def one_flux(u, gamma):
    velocity = u[1] / u[0]
    pressure = (gamma - 1) * (u[2] - 0.5 * u[1] * velocity)
    f = np.empty_like(u)
    f[0], f[1], f[2] = u[1], u[1] * velocity + pressure, (u[2] + pressure) * velocity
    return f, np.abs(velocity) + np.sqrt(gamma * pressure / u[0])


@njit
def advanced(u, ratio, gamma):
    v = np.empty((3, u.shape[1] + 4))
    v[:, 2:-2] = u
    for row in range(3):
        v[row, :2], v[row, -2:] = u[row, 0], u[row, -1]
    slope = minmod(v[:, 1:-1] - v[:, :-2], v[:, 2:] - v[:, 1:-1])
    left, right = v[:, 1:-2] + 0.5 * slope[:, :-1], v[:, 2:-1] - 0.5 * slope[:, 1:]
    (fl, sl), (fr, sr) = one_flux(left, gamma), one_flux(right, gamma)
    f = 0.5 * (fl + fr) - 0.5 * np.maximum(sl, sr) * (right - left)
    return u - ratio * (f[:, 1:] - f[:, :-1])


@njit
def finite_volume(u, dx, end, gamma):
    t = 0.0
    while t < end:
        velocity = u[1] / u[0]
        pressure = (gamma - 1) * (u[2] - 0.5 * u[1] * velocity)
        dt = min(0.4 * dx / np.max(np.abs(velocity) + np.sqrt(gamma * pressure / u[0])), end - t)
        new = advanced(u, dt / dx, gamma)
        u = 0.5 * (u + advanced(new, dt / dx, gamma))
        t += dt
    return u


PORTS = {f.__name__: f for f in (ukf, lattice_boltzmann, nbody, hmc, life, char_rnn, particle_filter, agents,
                                 finite_volume)} | {"riccati": njit(programs.riccati)}


def prepare(name: str, work: Work) -> Callable[..., Any]:
    return PORTS[work.function.__name__]


CASES = cases(prepare)
