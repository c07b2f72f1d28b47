"""Fourier transforms: those of scipy.fft that are listed on the page "NumPy coverage" (docs/numpy.md), compiled.

>>> import numpy as np
>>> from recto.scipy import fft
>>> fft.rfft(np.ones(4)).real
Array([4., 0., 0.], dtype=float64)
"""

from scipy import fft as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
