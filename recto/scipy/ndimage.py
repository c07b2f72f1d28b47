"""Filters of images: compiled versions of the functions of scipy.ndimage that the page "NumPy coverage" of
the documentation lists."""

from scipy import ndimage as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
