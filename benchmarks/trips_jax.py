"""JAX's side of `trips`: a combinator, and Python's loop, which tracing unrolls."""

import jax

from . import fresh
from .trips import cases

CASES = cases(jax.jit, {"loop": fresh.source("trips_jax"), "unrolled": fresh.for_jax(fresh.source("trips"))})
