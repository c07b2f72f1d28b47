import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def f(x, y):
    return jnp.sum(jnp.sin(x) * y + 1.0)


print(float(f(np.arange(8.0), np.ones(8))), flush=True)
