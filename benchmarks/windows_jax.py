"""JAX's side of `windows`: loops whose slices are masks, vectorised where that can be."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax.lax import dynamic_slice, fori_loop

from . import windows
from .gradients_jax import prepare


def cholesky(matrix, weights):
    n = matrix.shape[0]
    places = jnp.arange(n)

    def column(j, left):
        new = matrix[:, j] - left @ jnp.where(places < j, left[j], 0.0)
        return left.at[:, j].set(jnp.where(places >= j, new / jnp.sqrt(new[j]), 0.0))
    return jnp.sum(weights * fori_loop(0, n, column, jnp.zeros_like(matrix)))


def cholesky_by_elements(matrix, weights):
    n = matrix.shape[0]
    places = jnp.arange(n)

    def column(j, left):
        row = jnp.where(places < j, left[j], 0.0)
        left = left.at[j, j].set(jnp.sqrt(matrix[j, j] - jnp.sum(row ** 2)))

        def element(i, left):
            new = (matrix[i, j] - jnp.where(places < j, left[i], 0.0) @ row) / left[j, j]
            return left.at[i, j].set(jnp.where(i > j, new, left[i, j]))
        return fori_loop(0, n, element, left)
    return jnp.sum(weights * fori_loop(0, n, column, jnp.zeros_like(matrix)))


def lu(matrix, weights):
    n = matrix.shape[0]
    places = jnp.arange(n)

    def step(k, a):
        below = places > k
        column = jnp.where(below, a[:, k] / a[k, k], a[:, k])
        a = a.at[:, k].set(column)
        return a - jnp.outer(jnp.where(below, column, 0.0), jnp.where(below, a[k], 0.0))
    return jnp.sum(weights * fori_loop(0, n - 1, step, matrix))


def triangular_solve(left, right):
    n = right.shape[0]
    places = jnp.arange(n)
    row = lambda i, x: x.at[i].set((right[i] - jnp.where(places < i, left[i], 0.0) @ x) / left[i, i])
    return jnp.sum(fori_loop(0, n, row, jnp.zeros_like(right)))


def durbin(r, weights):
    n = r.shape[0]
    places = jnp.arange(n)

    def step(k, carry):
        y, alpha, beta = carry
        beta = beta * (1.0 - alpha * alpha)
        back, inside = (k - 1 - places) % n, places < k
        alpha = -(r[k] + jnp.sum(jnp.where(inside, r[back] * y, 0.0))) / beta
        return jnp.where(inside, y + alpha * y[back], y).at[k].set(alpha), alpha, beta
    start = jnp.zeros_like(r).at[0].set(-r[0]), -r[0], jnp.ones(())
    return jnp.sum(weights * fori_loop(1, n, step, start)[0])


def gram_schmidt(matrix, weights):
    n = matrix.shape[1]
    places = jnp.arange(n)

    def step(k, carry):
        a, q, r = carry
        norm = jnp.sqrt(jnp.sum(a[:, k] ** 2))
        unit = a[:, k] / norm
        behind = jnp.where(places > k, unit @ a, 0.0)
        return a - jnp.outer(unit, behind), q.at[:, k].set(unit), r.at[k].set(behind).at[k, k].set(norm)
    _, q, r = fori_loop(0, n, step, (matrix, jnp.zeros_like(matrix), jnp.zeros((n, n))))
    return jnp.sum(weights * q) + jnp.sum(r)


def syrk(a, c, weights):
    places = jnp.arange(a.shape[0])

    def row(i, c):
        inside = places <= i
        new = jnp.where(inside, 1.2 * c[i], c[i])
        add = lambda k, new: new + jnp.where(inside, 1.5 * a[i, k] * a[:, k], 0.0)
        return c.at[i].set(fori_loop(0, a.shape[1], add, new))
    return jnp.sum(weights * fori_loop(0, a.shape[0], row, c))


def trmm(a, b, weights):
    places = jnp.arange(a.shape[0])

    def element(i, j, b):
        return b.at[i, j].add(jnp.where(places > i, a[:, i], 0.0) @ b[:, j])
    row = lambda i, b: fori_loop(0, b.shape[1], lambda j, b: element(i, j, b), b)
    return jnp.sum(weights * (1.5 * fori_loop(0, b.shape[0], row, b)))


def symm(a, b, c, weights):
    places = jnp.arange(a.shape[0])

    def element(i, j, c):
        inside = jnp.where(places < i, a[i], 0.0)
        c = c.at[:, j].add(1.5 * b[i, j] * inside)
        return c.at[i, j].set(1.2 * c[i, j] + 1.5 * b[i, j] * a[i, i] + 1.5 * (b[:, j] @ inside))
    row = lambda i, c: fori_loop(0, c.shape[1], lambda j, c: element(i, j, c), c)
    return jnp.sum(weights * fori_loop(0, c.shape[0], row, c))


def correlation(data, weights):
    n, m = data.shape
    centred = (data - data.mean(axis=0)) / (jnp.sqrt(n) * data.std(axis=0))
    places = jnp.arange(m)

    def row(i, found):
        new, behind = centred[:, i] @ centred, places > i
        found = found.at[i].set(jnp.where(behind, new, found[i]))
        return found.at[:, i].set(jnp.where(behind, new, found[:, i]))
    return jnp.sum(weights * fori_loop(0, m - 1, row, jnp.eye(m)))


def csr_product(values, columns, starts, x):
    rows = jnp.searchsorted(starts, jnp.arange(values.shape[0]), side="right") - 1
    y = jax.ops.segment_sum(values * x[columns], rows, num_segments=starts.shape[0] - 1)
    return jnp.sum(y * y)


def csr_product_by_slices(values, columns, starts, x):
    places = jnp.arange(values.shape[0])

    def row(i, y):
        inside = (places >= starts[i]) & (places < starts[i + 1])
        return y.at[i].set(jnp.sum(jnp.where(inside, values * x[columns], 0.0)))
    n = starts.shape[0] - 1
    y = fori_loop(0, n, row, jnp.zeros(n))
    return jnp.sum(y * y)


def convolution(images, filters, weights):
    size, n = filters.shape[0], images.shape[1] - filters.shape[0] + 1

    def place(p, found):
        i, j = p // n, p % n
        window = dynamic_slice(images, (0, i, j, 0), (images.shape[0], size, size, images.shape[3]))
        return found.at[:, i, j].set(jnp.einsum("bijc,ijco->bo", window, filters))
    found = fori_loop(0, n * n, place, jnp.zeros((images.shape[0], n, n, filters.shape[3])))
    return jnp.sum(weights * jnp.maximum(found, 0.0))


CASES = windows.cases(lambda work, sizes: prepare(work, sizes, globals()[work.function.__name__]))
