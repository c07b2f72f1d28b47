import jax.numpy as jnp
from jax.lax import fori_loop


def f(x):
    step = lambda i, a: a.at[i % 7].set(0.5 * jnp.sin(1.2345 * a[(i + 1) % 7]) + 0.3 * a[i % 7])
    return jnp.sum(fori_loop(0, ROUNDS, step, x))
