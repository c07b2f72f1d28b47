"""SciPy's functions by their own names: plain NumPy that is read in place of them.

Each has SciPy's signature and returns what SciPy returns. `recto.transform` imports this package when it first meets
a function of SciPy's; code that runs without compilation calls SciPy itself.
"""

from . import (
    distance,
    fftpack,
    functions,
    images,
    initial_values,
    integrals,
    integrate,
    interpolate,
    interpolation,
    linalg,
    matrices,
    minima,
    ndimage,
    optimize,
    riccati,
    rotation,
    samples,
    signals,
    sparse,
    spatial,
    special,
    statistics,
    stats,
    variates,
)

__all__ = [
    "distance",
    "fftpack",
    "functions",
    "images",
    "initial_values",
    "integrals",
    "integrate",
    "interpolate",
    "interpolation",
    "linalg",
    "matrices",
    "minima",
    "ndimage",
    "optimize",
    "riccati",
    "rotation",
    "samples",
    "signals",
    "sparse",
    "spatial",
    "special",
    "statistics",
    "stats",
    "variates",
]
