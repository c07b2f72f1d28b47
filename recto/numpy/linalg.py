"""numpy.linalg's functions on `recto.Array`, each compiled on first use."""

from numpy import linalg as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
