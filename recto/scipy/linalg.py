"""Linear algebra: compiled versions of the functions of scipy.linalg that the page "NumPy coverage" of the
documentation lists.

>>> import numpy as np
>>> from recto.scipy import linalg
>>> linalg.cholesky(np.array([[4.0, 2.0], [2.0, 5.0]]), lower=True)
Array([[2., 0.],
       [1., 2.]], dtype=float64)
"""

from scipy import linalg as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
