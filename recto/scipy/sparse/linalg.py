"""Iterative solvers: those of scipy.sparse.linalg that docs/numpy.md lists, compiled."""

from scipy.sparse import linalg as _host

from ..._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
