"""Filters, convolutions and spectra: those of scipy.signal that docs/numpy.md lists, compiled."""

from scipy import signal as _host

from .._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
