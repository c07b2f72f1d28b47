"""Fourier transforms: compiled versions of the functions of scipy.fft that the page "NumPy coverage" of the
documentation lists.

>>> import numpy as np
>>> from recto.scipy import fft
>>> fft.rfft(np.ones(4)).real
Array([4., 0., 0.], dtype=float64)
"""

from scipy import fft as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
