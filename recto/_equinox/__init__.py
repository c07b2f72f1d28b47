"""Rules for Equinox in code that is read: construction of modules, and filtered transformations.

`recto.transform` imports this package when it first meets an object of Equinox's, which is neither imported nor run.
"""

from . import names

__all__ = ["names"]
