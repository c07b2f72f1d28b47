"""Whole programs as people write them with NumPy: classes, lists, random numbers, loops over time.

Each takes its sizes and gives arrays or numbers. Those that draw take a generator, or seed NumPy's.
"""
from __future__ import annotations

import numpy as np


# -- unscented Kalman filter -----------------------------------------------------------------------------------------

def sigma_points(x, P, kappa):
    n = len(x)
    L = np.linalg.cholesky((n + kappa) * P)
    points = np.zeros((2 * n + 1, n))
    points[0] = x
    for i in range(n):
        points[i + 1] = x + L[:, i]
        points[n + i + 1] = x - L[:, i]
    return points


class UnscentedKalmanFilter:
    """A pendulum, of which the horizontal position is measured."""

    def __init__(self, dt):
        self.dt = dt
        self.n = 2
        self.kappa = 1.0
        self.x = np.array([1.5, 0.0])
        self.P = 0.1 * np.eye(2)
        self.Q = np.array([[1e-5, 0.0], [0.0, 1e-4]])
        self.R = 0.01
        self.weights = np.full(2 * self.n + 1, 0.5 / (self.n + self.kappa))
        self.weights[0] = self.kappa / (self.n + self.kappa)

    def move(self, s):
        return np.array([s[0] + self.dt * s[1], s[1] - 9.81 * self.dt * np.sin(s[0])])

    def measure(self, s):
        return np.sin(s[0])

    def predict(self):
        points = sigma_points(self.x, self.P, self.kappa)
        for i in range(len(points)):
            points[i] = self.move(points[i])
        self.x = self.weights @ points
        self.P = self.Q.copy()
        for i in range(len(points)):
            d = points[i] - self.x
            self.P += self.weights[i] * np.outer(d, d)

    def update(self, z):
        points = sigma_points(self.x, self.P, self.kappa)
        seen = np.array([self.measure(s) for s in points])
        mean = self.weights @ seen
        S = self.R
        cross = np.zeros(self.n)
        for i in range(len(points)):
            S += self.weights[i] * (seen[i] - mean) ** 2
            cross += self.weights[i] * (points[i] - self.x) * (seen[i] - mean)
        K = cross / S
        self.x = self.x + K * (z - mean)
        self.P = self.P - S * np.outer(K, K)


def ukf(zs, dt):
    kf = UnscentedKalmanFilter(dt)
    track = np.zeros((len(zs), 2))
    for k, z in enumerate(zs):
        kf.predict()
        kf.update(z)
        track[k] = kf.x
    return track


# -- lattice Boltzmann -----------------------------------------------------------------------------------------------

VELOCITIES = np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]])
WEIGHTS = np.array([4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36])
OPPOSITE = [0, 3, 4, 1, 2, 7, 8, 5, 6]


def lattice_boltzmann(rho, obstacle, steps, tau):
    """D2Q9 with one relaxation time; the obstacle bounces back, a force drives the flow."""
    f = np.array([w * rho for w in WEIGHTS])
    for _ in range(steps):
        for i in range(9):
            f[i] = np.roll(np.roll(f[i], VELOCITIES[i][0], axis=1), VELOCITIES[i][1], axis=0)
        bounced = f[OPPOSITE][:, obstacle]
        rho = np.sum(f, axis=0)
        ux = np.sum(f * VELOCITIES[:, 0][:, None, None], axis=0) / rho + 1e-4
        uy = np.sum(f * VELOCITIES[:, 1][:, None, None], axis=0) / rho
        equilibrium = np.zeros_like(f)
        for i in range(9):
            cu = 3 * (VELOCITIES[i][0] * ux + VELOCITIES[i][1] * uy)
            equilibrium[i] = rho * WEIGHTS[i] * (1 + cu + 0.5 * cu ** 2 - 1.5 * (ux ** 2 + uy ** 2))
        f += (equilibrium - f) / tau
        f[:, obstacle] = bounced
    return np.sum(f, axis=0), ux


# -- bodies that attract each other ----------------------------------------------------------------------------------

class Body:
    def __init__(self, position, velocity, mass):
        self.position = position
        self.velocity = velocity
        self.mass = mass


class System:
    def __init__(self, bodies):
        self.bodies = bodies

    def accelerate(self, dt):
        for a in self.bodies:
            force = np.zeros(3)
            for b in self.bodies:
                if b is not a:
                    d = b.position - a.position
                    force += b.mass * d / (np.sum(d ** 2) + 1e-3) ** 1.5
            a.velocity = a.velocity + dt * force

    def step(self, dt):
        self.accelerate(dt)
        for body in self.bodies:
            body.position = body.position + dt * body.velocity

    def energy(self):
        return sum(0.5 * b.mass * np.sum(b.velocity ** 2) for b in self.bodies)


def nbody(positions, velocities, masses, dt, steps):
    system = System([Body(positions[i], velocities[i], masses[i]) for i in range(len(masses))])
    for _ in range(steps):
        system.step(dt)
    return np.array([b.position for b in system.bodies]), system.energy()


# -- Hamiltonian Monte Carlo -----------------------------------------------------------------------------------------

PRECISION = np.array([[2.0, -1.2], [-1.2, 1.5]])


def log_density(q):
    """A correlated normal distribution, and its gradient."""
    g = -PRECISION @ q
    return 0.5 * q @ g, g


def hmc(rng, samples, leapfrogs, eps):
    q = np.zeros(2)
    chain = np.zeros((samples, 2))
    accepted = 0
    for k in range(samples):
        p = rng.normal(size=2)
        value, g = log_density(q)
        energy = 0.5 * p @ p - value
        new, momentum = q.copy(), p + 0.5 * eps * g
        for _ in range(leapfrogs):
            new = new + eps * momentum
            value, g = log_density(new)
            momentum = momentum + eps * g
        momentum = momentum - 0.5 * eps * g
        if np.log(rng.random()) < energy - (0.5 * momentum @ momentum - value):
            q = new
            accepted += 1
        chain[k] = q
    return chain, accepted


# -- game of life ----------------------------------------------------------------------------------------------------

def neighbours(grid):
    N = np.zeros(grid.shape, dtype=int)
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            if di or dj:
                N += np.roll(np.roll(grid, di, axis=0), dj, axis=1)
    return N


def life(grid, generations):
    for _ in range(generations):
        N = neighbours(grid)
        born = (N == 3) & (grid == 0)
        stays = ((N == 2) | (N == 3)) & (grid == 1)
        grid = np.zeros_like(grid)
        grid[born | stays] = 1
    return grid


# -- Riccati equation ------------------------------------------------------------------------------------------------

def riccati(A, B, Q, R, tolerance):
    """The discrete algebraic Riccati equation by iteration."""
    P, rounds = Q, 0
    while True:
        K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
        new = Q + A.T @ P @ (A - B @ K)
        rounds += 1
        if np.max(np.abs(new - P)) < tolerance:
            break
        if rounds > 10_000:
            raise ValueError("no convergence")
        P = new
    return new, K, rounds


# -- a recurrent network that learns letters ---------------------------------------------------------------------------

class CharRNN:
    def __init__(self, Wx, Wh, Wy):
        self.Wx, self.Wh, self.Wy = Wx.copy(), Wh.copy(), Wy.copy()
        self.b, self.c = np.zeros(Wh.shape[0]), np.zeros(Wy.shape[0])
        self.h = np.zeros(Wh.shape[0])
        self.memory = [np.zeros_like(p) for p in (self.Wx, self.Wh, self.Wy, self.b, self.c)]

    def gradients(self, inputs, targets):
        xs, hs, ps = {}, {-1: self.h}, {}
        loss = 0.0
        for t in range(len(inputs)):
            xs[t] = np.zeros(self.Wx.shape[1])
            xs[t][inputs[t]] = 1
            hs[t] = np.tanh(self.Wx @ xs[t] + self.Wh @ hs[t - 1] + self.b)
            e = np.exp(self.Wy @ hs[t] + self.c)
            ps[t] = e / np.sum(e)
            loss -= np.log(ps[t][targets[t]])
        dWx, dWh, dWy = np.zeros_like(self.Wx), np.zeros_like(self.Wh), np.zeros_like(self.Wy)
        db, dc, dnext = np.zeros_like(self.b), np.zeros_like(self.c), np.zeros_like(self.h)
        for t in reversed(range(len(inputs))):
            dy = ps[t].copy()
            dy[targets[t]] -= 1
            dWy += np.outer(dy, hs[t])
            dc += dy
            draw = (1 - hs[t] ** 2) * (self.Wy.T @ dy + dnext)
            db += draw
            dWx += np.outer(draw, xs[t])
            dWh += np.outer(draw, hs[t - 1])
            dnext = self.Wh.T @ draw
        self.h = hs[len(inputs) - 1]
        return loss, [np.clip(d, -5, 5) for d in (dWx, dWh, dWy, db, dc)]

    def update(self, gradients, rate):
        for p, g, m in zip([self.Wx, self.Wh, self.Wy, self.b, self.c], gradients, self.memory):
            m += g * g
            p += -rate * g / np.sqrt(m + 1e-8)


def char_rnn(Wx, Wh, Wy, text, length, rate):
    model = CharRNN(Wx, Wh, Wy)
    losses = np.zeros(len(text) // length)
    for k in range(len(losses)):
        part = text[k * length:(k + 1) * length]
        loss, gradients = model.gradients(part[:-1], part[1:])
        model.update(gradients, rate)
        losses[k] = loss
    return losses


# -- particle filter -------------------------------------------------------------------------------------------------

def systematic(weights, u):
    n = len(weights)
    positions = (np.arange(n) + u) / n
    cumulative = np.cumsum(weights)
    indexes = np.zeros(n, dtype=int)
    i = j = 0
    while i < n:
        if positions[i] < cumulative[j] or j == n - 1:
            indexes[i] = j
            i += 1
        else:
            j += 1
    return indexes


def particle_filter(zs, particles, seed):
    """A model of stochastic volatility, with systematic resampling."""
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


# -- an agent-based model --------------------------------------------------------------------------------------------

def agents(rng, count, side, steps, rate):
    """An infection among agents that walk on a torus: lists of coordinates, states and days."""
    xs = [int(v) for v in rng.integers(0, side, count)]
    ys = [int(v) for v in rng.integers(0, side, count)]
    states, days = [0] * count, [0] * count
    states[0] = 1
    history = []
    for _ in range(steps):
        moves = rng.integers(-1, 2, (count, 2))
        chances = rng.random(count)
        crowded = [0] * (side * side)
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
        history.append(sum(1 for s in states if s == 1))
    return np.array(history), np.array(states)


# -- finite volumes --------------------------------------------------------------------------------------------------

def flux(left, right, gamma):
    """Rusanov's flux of Euler's equations in one dimension."""
    parts = []
    for u in (left, right):
        velocity = u[1] / u[0]
        pressure = (gamma - 1) * (u[2] - 0.5 * u[1] * velocity)
        f = np.array([u[1], u[1] * velocity + pressure, (u[2] + pressure) * velocity])
        parts.append((f, np.abs(velocity) + np.sqrt(gamma * pressure / u[0])))
    (fl, sl), (fr, sr) = parts
    return 0.5 * (fl + fr) - 0.5 * np.maximum(sl, sr) * (right - left)


def minmod(a, b):
    return np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), 0.0)


def finite_volume(u, dx, end, gamma):
    """A shock tube by MUSCL and Heun's method, with the time step that the fastest wave allows."""
    t = 0.0
    while t < end:
        velocity = u[1] / u[0]
        pressure = (gamma - 1) * (u[2] - 0.5 * u[1] * velocity)
        dt = min(0.4 * dx / np.max(np.abs(velocity) + np.sqrt(gamma * pressure / u[0])), end - t)
        new = [u]
        for _ in range(2):
            v = np.concatenate([new[-1][:, :1], new[-1][:, :1], new[-1], new[-1][:, -1:], new[-1][:, -1:]], axis=1)
            slope = minmod(v[:, 1:-1] - v[:, :-2], v[:, 2:] - v[:, 1:-1])
            left, right = v[:, 1:-2] + 0.5 * slope[:, :-1], v[:, 2:-1] - 0.5 * slope[:, 1:]
            f = flux(left, right, gamma)
            new.append(new[-1] - dt / dx * (f[:, 1:] - f[:, :-1]))
        u = 0.5 * (new[0] + new[2])
        t += dt
    return u
