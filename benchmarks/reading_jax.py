"""JAX's side of `reading`: the same texts with `jax.numpy` as `np`, and loops by combinators."""
import jax

from . import fresh
from .reading import cases, text_of

CASES = cases(jax.jit, lambda name: fresh.source("loops_jax") if name == "loops" else fresh.for_jax(text_of(name)))
