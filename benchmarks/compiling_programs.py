"""Programs whose first call took more than five seconds once: loops over lists, deep nests, branches, derivatives."""
from __future__ import annotations

import itertools

import numpy as np


# -- lists -----------------------------------------------------------------------------------------------------------

def product_of_lists(a, b):
    new = [[0.0 for _ in b[0]] for _ in a]
    for i in range(len(a)):
        for j in range(len(b[0])):
            for k in range(len(b)):
                new[i][j] += a[i][k] * b[k][j]
    return new


def distances(x, y):
    return np.array([[np.sum((p - q) ** 2) for p in x] for q in y])


def by_positions(x):
    r = np.zeros_like(x)
    for p in np.ndindex(x.shape):
        r[p] = 2 * x[p]
    return r


def pairs(x):
    total = 0.0
    for i, j in itertools.combinations(range(len(x)), 2):
        total += abs(x[i] - x[j])
    return total


def median_slopes(x, y):
    slopes = []
    for j in range(len(x)):
        rise = [(y[i] - y[j]) / (x[i] - x[j]) for i in range(len(x)) if i != j]
        slopes.append(np.median(np.array(rise)))
    return np.median(np.array(slopes))


def relaxed(x, i):
    y = x
    for _ in range(i + 1):
        y = np.sin(y) + 0.1 * np.roll(y, 1)
    return np.sum(y)


def computed_items(x):
    return np.array([relaxed(x, i) for i in range(30)])


def fft(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    even, odd = fft(x[::2]), fft(x[1::2])
    turned = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + turned, even - turned])


def escape(c, most):
    z = 0j
    for n in range(most):
        if abs(z) > 2:
            return n
        z = z * z + c
    return most


def mandelbrot(re, im):
    return [[escape(complex(r, i), 50) for r in re] for i in im]


def life_of_lists(grid, rounds):
    rows, columns = len(grid), len(grid[0])
    for _ in range(rounds):
        n = [[0 for _ in range(columns)] for _ in range(rows)]
        for i in range(rows):
            for j in range(columns):
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        if di != 0 or dj != 0:
                            n[i][j] += grid[(i + di) % rows][(j + dj) % columns]
        grid = [[1 if n[i][j] == 3 or (n[i][j] == 2 and grid[i][j] == 1) else 0 for j in range(columns)]
                for i in range(rows)]
    return grid


def smoothed(xs, ps, f, q):
    """The smoother of Rauch, Tung and Striebel, with a list of matrices that are all the same."""
    n = len(xs)
    fs, qs = [f] * n, [q] * n
    x, p = xs.copy(), ps.copy()
    for k in range(n - 2, -1, -1):
        predicted = fs[k] @ p[k] @ fs[k].T + qs[k]
        gain = p[k] @ fs[k].T @ np.linalg.inv(predicted)
        x[k] += gain @ (x[k + 1] - fs[k] @ x[k])
        p[k] += gain @ (p[k + 1] - predicted) @ gain.T
    return x, p


def filtered(zs, f, h, q, r):
    n = len(zs)
    fs, hs, rs = [f] * n, [h] * n, [r] * n
    x, p = np.zeros(f.shape[0]), np.eye(f.shape[0])
    means = np.zeros((n, f.shape[0]))
    for i, (z, fk, hk, rk) in enumerate(zip(zs, fs, hs, rs)):
        x, p = fk @ x, fk @ p @ fk.T + q
        s = hk @ p @ hk.T + rk
        gain = p @ hk.T @ np.linalg.inv(s)
        x, p = x + gain @ (z - hk @ x), (np.eye(len(x)) - gain @ hk) @ p
        means[i] = x
    return means


# -- nests and branches ------------------------------------------------------------------------------------------------

def nest(depth):
    """A function with so many loops inside each other."""
    lines = ["def nested(x):"]
    lines += [f"{'    ' * (k + 1)}for i{k} in range({2 if k else 'len(x)'}):" for k in range(depth)]
    return "\n".join([*lines, "    " * (depth + 1) + "x[i0] = 0.5 * x[i0] + 1.0", "    return x"])


def branches(count):
    """A function with so many branches that write an array."""
    lines = ["def branched(x):"]
    for k in range(count):
        lines += [f"    if x[{k % 50}] > {k % 7}.0:", f"        x[{(k * 7) % 50}] = x[{(k * 3) % 50}] * 0.5 + 1.0"]
    return "\n".join([*lines, "    return x"])


# -- numerics and derivatives ----------------------------------------------------------------------------------------

def doubled(a, b, q, r):
    """The discrete Riccati equation by the doubling algorithm of Anderson (1978)."""
    g, h = b @ np.linalg.solve(r, b.T), q
    change, rounds = 1.0, 0
    while change > 1e-12 and rounds < 50:
        w = np.linalg.inv(np.eye(len(a)) + g @ h)
        new = h + a.T @ h @ w @ a
        g, a = g + a @ w @ g @ a.T, a @ w @ a
        change, h = np.max(np.abs(new - h)), new
        rounds += 1
    return h


def doubled_trace(a, b, q, r):
    return np.trace(doubled(a, b, q, r))


def projected(vx, vy):
    p = np.zeros_like(vx)
    h = 1.0 / vx.shape[0]
    div = np.roll(vx, -1, 0) - np.roll(vx, 1, 0) + np.roll(vy, -1, 1) - np.roll(vy, 1, 1)
    div = -0.5 * h * div
    for _ in range(10):
        p = (div + np.roll(p, 1, 0) + np.roll(p, -1, 0) + np.roll(p, 1, 1) + np.roll(p, -1, 1)) / 4.0
    vx = vx - 0.5 * (np.roll(p, -1, 0) - np.roll(p, 1, 0)) / h
    return vx, vy - 0.5 * (np.roll(p, -1, 1) - np.roll(p, 1, 1)) / h


def advected(f, vx, vy):
    rows, columns = f.shape
    ys, xs = np.meshgrid(np.arange(rows), np.arange(columns))
    x, y = (xs - vx).ravel(), (ys - vy).ravel()
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    rw, bw = x - left, y - top
    left, right = left % rows, (left + 1) % rows
    top, bottom = top % columns, (top + 1) % columns
    flat = (1 - rw) * ((1 - bw) * f[left, top] + bw * f[left, bottom]) + rw * (
        (1 - bw) * f[right, top] + bw * f[right, bottom])
    return np.reshape(flat, (rows, columns))


def flow_loss(vx, vy, smoke):
    for _ in range(10):
        wx, wy = advected(vx, vx, vy), advected(vy, vx, vy)
        vx, vy = projected(wx, wy)
        smoke = advected(smoke, vx, vy)
    return np.mean(smoke ** 2)


def gradient_of(f, dx):
    return ((np.roll(f, -1, 0) - np.roll(f, 1, 0)) / (2 * dx), (np.roll(f, -1, 1) - np.roll(f, 1, 1)) / (2 * dx))


def euler_2d(rho, vx, vy, p, dx, end):
    """Compressible flow on a square by finite volumes, second order, with Rusanov's flux."""
    gamma, t = 5 / 3, 0.0
    vol = dx * dx
    mass, mx, my = rho * vol, rho * vx * vol, rho * vy * vol
    energy = (p / (gamma - 1) + 0.5 * rho * (vx ** 2 + vy ** 2)) * vol
    while t < end:
        rho, vx, vy = mass / vol, mx / mass, my / mass
        p = (energy / vol - 0.5 * rho * (vx ** 2 + vy ** 2)) * (gamma - 1)
        dt = 0.4 * np.min(dx / (np.sqrt(gamma * p / rho) + np.sqrt(vx ** 2 + vy ** 2)))
        fields = [rho, vx, vy, p]
        slopes = [gradient_of(f, dx) for f in fields]
        for axis in (0, 1):
            lower = [np.roll(f - s[axis] * dx / 2, -1, axis) for f, s in zip(fields, slopes)]
            upper = [f + s[axis] * dx / 2 for f, s in zip(fields, slopes)]
            totals, speed = [], 0.0
            for r, u, v, q in (upper, lower):
                e = q / (gamma - 1) + 0.5 * r * (u ** 2 + v ** 2)
                w = u if axis == 0 else v
                push = [q, 0.0] if axis == 0 else [0.0, q]
                flux = [r * w, r * u * w + push[0], r * v * w + push[1], (e + q) * w]
                totals.append((flux, [r, r * u, r * v, e]))
                speed = np.maximum(speed, np.sqrt(gamma * q / r) + np.abs(w))
            (fu, cu), (fl, cl) = totals
            fluxes = [0.5 * (a + b) - 0.5 * speed * (d - c) for a, b, c, d in zip(fu, fl, cu, cl)]
            mass, mx, my, energy = [c - dt * dx * (f - np.roll(f, 1, axis)) for c, f in
                                    zip((mass, mx, my, energy), fluxes)]
        t += dt
    return mass / vol


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2) + 1)


def lstm_loss(params, xs, targets):
    h, c = np.zeros((xs.shape[1], params["forget"].shape[1])), np.zeros((xs.shape[1], params["forget"].shape[1]))
    loss = 0.0
    for x, target in zip(xs, targets):
        both = np.concatenate([x, h, np.ones((len(x), 1))], axis=1)
        change = np.tanh(both @ params["change"])
        forget, ingate = sigmoid(both @ params["forget"]), sigmoid(both @ params["ingate"])
        c = c * forget + ingate * change
        h = sigmoid(both @ params["outgate"]) * np.tanh(c)
        scores = np.concatenate([h, np.ones((len(x), 1))], axis=1) @ params["predict"]
        scores = scores - np.max(scores, axis=1, keepdims=True)
        loss = loss - np.sum(target * (scores - np.log(np.sum(np.exp(scores), axis=1, keepdims=True))))
    return loss


def mixture_loss(params, data):
    weights, means, roots = params
    total = []
    for k in range(len(means)):
        cov = roots[k] @ roots[k].T
        d = data - means[k]
        inner = np.sum(d * np.linalg.solve(cov, d.T).T, axis=1)
        total.append(weights[k] - 0.5 * inner - 0.5 * np.linalg.slogdet(cov)[1])
    total = np.array(total)
    top = np.max(total, axis=0)
    return -np.sum(top + np.log(np.sum(np.exp(total - top), axis=0)))


def bouncing(state):
    x, v = state[:2].copy(), state[2:].copy()
    t = 0.0
    while t < 2.0:
        x += 0.01 * v
        for k in range(2):
            if x[k] < 0.0:
                x[k], v[k] = -x[k], -0.9 * v[k]
            elif x[k] > 1.0:
                x[k], v[k] = 2.0 - x[k], -0.9 * v[k]
        t += 0.01
    return np.sum(x ** 2)


def root(a):
    y = a
    while abs(y * y - a) > 1e-12:
        y = 0.5 * (y + a / y)
    return y


def gaussian_process(log_params, x, y):
    scale, length, noise = np.exp(log_params[0]), np.exp(log_params[1]), np.exp(log_params[2])
    d = x[:, None] - x[None, :]
    cov = scale * np.exp(-0.5 * (d / length) ** 2) + noise * np.eye(len(x))
    low = np.linalg.cholesky(cov)
    z = np.linalg.solve(low, y)
    return 0.5 * z @ z + np.sum(np.log(np.diag(low)))
