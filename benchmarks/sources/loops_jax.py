"""The same with JAX's combinators."""
import jax.numpy as np
from jax.lax import cond, fori_loop, while_loop


def filtered(i, a):
    return a.at[i].set(cond(a[i] > a[i - 1], lambda: a[i] - 0.5 * a[i - 1], lambda: a[i] * 1.2345))


def f(a, b):
    n = a.shape[0]
    a = fori_loop(1, n, filtered, a)

    def cell(i, j, table):
        inside = (i > 0) & (j > 0)
        return table.at[i, j].set(cond(inside, lambda: np.maximum(table[i - 1, j], table[i, j - 1]) + a[i] * b[j],
                                       lambda: a[i] * b[j]))
    table = fori_loop(0, n, lambda i, t: fori_loop(0, n, lambda j, t: cell(i, j, t), t), np.zeros((n, n)))
    total, k = while_loop(lambda c: (c[1] < n) & (table[c[1], c[1]] < 100.0),
                          lambda c: (c[0] + table[c[1], c[1]], c[1] + 1), (0.0, 0))

    def row(i, b):
        s = fori_loop(0, i, lambda j, s: s + b[j] * table[i, j], 0.0)
        return b.at[i].set(b[i] - s / (1.0 + s * s))
    return total, k, a, fori_loop(0, n, row, b)
