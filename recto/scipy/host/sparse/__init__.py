"""scipy.sparse: matrices whose pattern is known while compiling."""
from . import construction, matrices, solvers

__all__ = ["construction", "matrices", "solvers"]
