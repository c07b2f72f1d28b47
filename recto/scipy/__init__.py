"""Parts of SciPy for compiled code.

Special functions, linear algebra, Fourier transforms, minimisation, differential equations, distributions.

`special`, `linalg` and `fft` hold SciPy's own functions, compiled for the types they meet. Compiled code may as well
call `scipy.special.expit` by its own name. `optimize`, `integrate` and `stats` are plain NumPy, which Recto reads, so
that what they compute can be differentiated.
"""

from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from . import cluster, fft, integrate, linalg, ndimage, optimize, signal, sparse, special, stats

__all__ = [
    "cluster",
    "fft",
    "integrate",
    "linalg",
    "ndimage",
    "optimize",
    "signal",
    "sparse",
    "special",
    "stats",
]

_refuse_other_names(globals())
