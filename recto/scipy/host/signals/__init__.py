"""The functions of scipy.signal."""

from . import filters, spectra, systems

__all__ = ["filters", "spectra", "systems"]
