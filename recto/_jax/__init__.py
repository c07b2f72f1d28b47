"""JAX's names in code that is read: the functions of NumPy and Recto that they stand for.

`recto.transform` imports this package when it first meets an object of JAX's. JAX is neither imported nor run.
"""

from . import names

__all__ = ["names"]
