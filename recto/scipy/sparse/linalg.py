"""Iterative solvers: compiled versions of the functions of scipy.sparse.linalg that the page "NumPy coverage"
of the documentation lists."""

from scipy.sparse import linalg as _host

from ..._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
