"""JAX's side of `dispatch`."""
import jax

from .dispatch import cases

CASES = cases(jax.jit, jax.device_put)
