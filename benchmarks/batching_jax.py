"""JAX's side of `batching`: the same functions with its combinators and functional updates."""

import jax
import jax.numpy as jnp
from jax.lax import cond, fori_loop, while_loop

from .batching import Work, cases
from .batching_kernels import HEAVY


def mlp(layers, x):
    *hidden, (weights, bias) = layers
    for w, b in hidden:
        x = jnp.tanh(x @ w + b)
    return x @ weights + bias


def newton(a):
    return while_loop(lambda x: abs(x * x - a) > 1e-9, lambda x: x - (x * x - a) / (2.0 * x), a)


def recurrence(x, factor):
    step = lambda i, a: a.at[i].set(jnp.tanh(a[i - 1] * factor + 0.5 * a[i]))
    return fori_loop(1, x.shape[0], step, x)


def limited(x, factor):
    def step(i, a):
        write = lambda a: a.at[i].set(a[i - 1] * factor + 0.5 * a[i])
        return cond(a[i] > a[i - 1] * factor, write, lambda a: a, a)
    return fori_loop(1, x.shape[0], step, x)


def inserted(x):
    def insert(i, a):
        value = a[i]
        above = lambda state: (state[1] > 0) & (state[0][state[1] - 1] > value)
        shift = lambda state: (state[0].at[state[1]].set(state[0][state[1] - 1]), state[1] - 1)
        a, j = while_loop(above, shift, (a, i))
        return a.at[j].set(value)
    return fori_loop(1, x.shape[0], insert, x)


def heavy(x):
    rounds = lambda x: fori_loop(0, HEAVY, lambda _, y: jnp.sin(y) * 1.01, x)
    return cond(x[0] > 0.0, rounds, lambda x: x * 2.0, x)


def prepare(work: Work, arguments: tuple):
    function = jax.jit(jax.vmap(globals()[work.function.__name__], in_axes=work.in_axes))
    given = jax.tree.map(jnp.asarray, arguments)
    return lambda: jax.block_until_ready(function(*given))


CASES = cases(prepare)
