"""scipy.sparse: matrices whose pattern is known while compiling."""
from . import construction, matrices

__all__ = ["construction", "matrices"]
