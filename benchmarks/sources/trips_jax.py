"""The same with a combinator."""
import jax.numpy as np
from jax.lax import fori_loop


def f(x):
    def step(i, state):
        x, total = state
        x = np.sin(x) * 0.5 + i * 1.2345e-9
        return x, total + x[0]
    return fori_loop(0, ROUNDS, step, (x, 0.0))
