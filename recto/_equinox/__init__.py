"""What the machinery of Equinox means in code that is read: how modules are made, and its filtered transformations.

`recto.transform` imports this package when it first meets an object of Equinox's, which is neither imported nor run.
"""

from . import names

__all__ = ["names"]
