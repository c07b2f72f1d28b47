"""Filters, convolutions and spectra: compiled versions of the functions of scipy.signal that the page "NumPy
coverage" of the documentation lists."""

from scipy import signal as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
