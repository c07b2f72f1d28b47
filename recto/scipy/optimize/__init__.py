"""Minimisation of functions.

>>> import numpy as np, recto
>>> rosenbrock = lambda x: np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)
>>> found = recto.scipy.optimize.minimize(rosenbrock, np.zeros(3), method="BFGS")
>>> np.round(found.x, 4), bool(found.success)
(Array([1., 1., 1.], dtype=float64), True)
"""

from ..._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._minimize import OptimizeResults, minimize

__all__ = ["OptimizeResults", "minimize"]

_refuse_other_names(globals())
