"""JAX's `lax`."""
from .._derivatives import stop_gradient
from ._control import associative_scan, cond, fori_loop, map, scan, switch, while_loop
