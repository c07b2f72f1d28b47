"""JAX's side of `kernels`, as an expert would write it: products, masks and scans where the loops allow it."""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
from jax.lax import fori_loop, scan

from . import kernels, windows_jax
from .gradients_jax import PORTS, port_of, prepare


def gemm(a, b, c, weights):
    return jnp.sum(weights * (1.2 * c + 1.5 * (a @ b)))


def two_products(a, b, c, d, weights):
    return jnp.sum(weights * (1.2 * d + 1.5 * (a @ b) @ c))


def three_products(a, b, c, d, weights):
    return jnp.sum(weights * ((a @ b) @ (c @ d)))


def atax(a, x, weights):
    return jnp.sum(weights * ((a @ x) @ a))


def bicg(a, p, r, weights):
    q = a @ p
    return jnp.sum(weights * (r @ a)) + jnp.sum(q * q)


def mvt(a, first, second, y, z):
    return jnp.sum((first + a @ y) * (second + z @ a))


def gesummv(a, b, x, weights):
    y = 1.5 * (a @ x) + 1.2 * (b @ x)
    return jnp.sum(weights * y * y)


def gemver(a, u, v, p, q, y, z):
    a = a + jnp.outer(u, v) + jnp.outer(p, q)
    return jnp.sum(1.5 * (a @ (z + 1.2 * (y @ a))))


def lower_triangle(c, new):
    """`new` on and below the diagonal, `c` above."""
    return jnp.where(jnp.tri(c.shape[0], dtype=bool), new, c)


def syrk(a, c, weights):
    return jnp.sum(weights * lower_triangle(c, 1.2 * c + 1.5 * (a @ a.T)))


def syr2k(a, b, c, weights):
    half = a @ b.T
    return jnp.sum(weights * lower_triangle(c, 1.2 * c + 1.5 * (half + half.T)))


def symm(a, b, c, weights):
    strict = jnp.tril(a, -1)
    return jnp.sum(weights * (1.2 * c + 1.5 * ((jnp.tril(a) + strict.T) @ b)))


def trmm(a, b, weights):
    return jnp.sum(weights * (1.5 * (b + jnp.tril(a, -1).T @ b)))


def factors(a):
    """L below and U on and above the diagonal, without pivoting."""
    places = jnp.arange(a.shape[0])

    def step(k, a):
        column = jnp.where(places > k, a[:, k] / a[k, k], 0.0)
        a = a.at[:, k].set(jnp.where(places > k, column, a[:, k]))
        return a - jnp.outer(column, jnp.where(places > k, a[k], 0.0))
    return fori_loop(0, a.shape[0] - 1, step, a)


def ludcmp(matrix, right):
    n, a = right.shape[0], factors(matrix)
    lower, upper = jnp.tril(a, -1), jnp.triu(a, 1)
    down = lambda i, y: y.at[i].set(right[i] - lower[i] @ y)
    y = fori_loop(0, n, down, jnp.zeros(n))
    up = lambda i, x: x.at[n - 1 - i].set((y[n - 1 - i] - upper[n - 1 - i] @ x) / a[n - 1 - i, n - 1 - i])
    x = fori_loop(0, n, up, jnp.zeros(n))
    return jnp.sum(x * x)


def correlation(data, weights):
    n, m = data.shape
    centred = (data - data.mean(axis=0)) / (jnp.sqrt(n) * data.std(axis=0))
    return jnp.sum(weights * jnp.where(jnp.eye(m, dtype=bool), 1.0, centred.T @ centred))


def covariance(data, weights):
    centred = data - jnp.mean(data, axis=0)
    return jnp.sum(weights * (centred.T @ centred / (data.shape[0] - 1.0)))


def doitgen(a, c, weights):
    return jnp.sum(weights * (a @ c))


def floyd_warshall(distances, weights):
    through = lambda k, path: jnp.minimum(path, path[:, k, None] + path[k])
    return jnp.sum(weights * fori_loop(0, distances.shape[0], through, distances))


def nussinov(scores, bases):
    n = bases.shape[0]
    places, pairs = jnp.arange(n), scores[bases[:, None], bases]

    def element(i, j, best):
        split = jnp.where((places > i) & (places < j), best[i] + jnp.roll(best[:, j], -1), 0.0)
        pair = jnp.where(i < j - 1, best[i + 1, j - 1] + pairs[i, j], 0.0)
        new = jnp.maximum(jnp.maximum(best[i, j - 1], best[i + 1, j]), jnp.maximum(pair, jnp.max(split)))
        return best.at[i, j].set(jnp.where(j > i, new, best[i, j]))

    row = lambda i, best: fori_loop(1, n, lambda j, best: element(n - 2 - i, j, best), best)
    return fori_loop(0, n - 1, row, jnp.zeros((n, n)))[0, n - 1]


def fdtd_2d(source, ex, ey, hz, weights):
    def step(fields, now):
        ex, ey, hz = fields
        ey = ey.at[0].set(now).at[1:].add(-0.5 * (hz[1:] - hz[:-1]))
        ex = ex.at[:, 1:].add(-0.5 * (hz[:, 1:] - hz[:, :-1]))
        curl = ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
        return (ex, ey, hz.at[:-1, :-1].add(-0.7 * curl)), None
    return jnp.sum(weights * scan(step, (ex, ey, hz), source)[0][2])


def swept(inner, first, last, a, b):
    """Tridiagonal systems that share a matrix, one in each column of `inner`, with their ends known."""
    def down(carry, row):
        p, q = carry
        below = a * p + b
        new = -a / below, (row - a * q) / below
        return new, new

    def up(last, pair):
        new = pair[0] * last + pair[1]
        return new, new
    return scan(up, last, scan(down, first, inner)[1], reverse=True)[1]


def adi(grid, weights, steps):
    n = grid.shape[0]
    a, d = -0.4 * n, -0.2 * n
    ones, start = jnp.ones(n - 2), (jnp.zeros(n - 2), jnp.ones(n - 2))
    explicit = lambda x, a: (1.0 + 2.0 * a) * x[1:-1] - a * (x[:-2] + x[2:])

    def step(_, u):
        rows = swept(explicit(u[1:-1].T, d).T, start, ones, a, 1.0 + 0.8 * n)
        v = jnp.concatenate([ones[None], rows, ones[None]])
        columns = swept(explicit(v, a).T, start, ones, d, 1.0 + 0.4 * n)
        return u.at[1:-1].set(jnp.concatenate([ones[None], columns, ones[None]]).T)
    return jnp.sum(weights * fori_loop(0, steps, step, grid))


def recursive(x):
    """The filter along the first axis, there and back."""
    a, b, c, d, e, f = 0.19, -0.12, 0.16, -0.07, 1.2, -0.37
    zero = jnp.zeros_like(x[:2])
    before, after = jnp.concatenate([zero[:1], x[:-1]]), jnp.concatenate([x[1:], zero])

    def step(last, row):
        new = row + e * last[0] + f * last[1]
        return (new, last[0]), new
    there = scan(step, tuple(zero), a * x + b * before)[1]
    return there + scan(step, tuple(zero), c * after[:-1] + d * after[1:], reverse=True)[1]


def deriche(image, weights):
    return jnp.sum(weights * recursive(recursive(image.T).T))


OWN = dict(globals())


def port(work: kernels.Work) -> Callable:
    """From here, or from where the function comes from."""
    name, home = port_of(work), work.function.__module__
    return OWN.get(name) or (PORTS[name] if home.endswith("gradient_kernels") else getattr(windows_jax, name))


CASES = kernels.cases(lambda work, sizes: prepare(work, sizes, port(work)))
