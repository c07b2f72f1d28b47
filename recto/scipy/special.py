"""Special functions: those of scipy.special that are listed on the page "NumPy coverage" (docs/numpy.md), compiled.

>>> from recto.scipy import special
>>> special.expit(0.0)
Array(0.5, dtype=float64)
"""

from scipy import special as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
