"""numpy.linalg's functions on `recto.Array`, as in `recto.numpy`."""

from numpy import linalg as _host

from .._api.compiled_module import eager as _eager, mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host, _eager)
