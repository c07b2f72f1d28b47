"""The functions of scipy.signal."""

from . import filters, peaks, resampling, spectra, systems

__all__ = ["filters", "peaks", "resampling", "spectra", "systems"]
