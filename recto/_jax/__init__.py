"""What the names of JAX mean in code that is read: functions of NumPy's and of Recto's.

`recto.transform` imports this package when it first meets an object of JAX's. JAX is neither imported nor run.
"""

from . import names

__all__ = ["names"]
