"""scipy.linalg: functions of matrices, factors, bands."""

from . import bands, factors, functions

__all__ = ["bands", "factors", "functions"]
