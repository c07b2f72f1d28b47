"""scipy.sparse: matrices whose pattern is known while compiling."""

from . import construction, graphs, matrices, paths, solvers, unplaced

__all__ = ["construction", "graphs", "matrices", "paths", "solvers", "unplaced"]
