"""The functions of scipy.signal."""

from . import analysis, filters, peaks, resampling, spectra, systems, waves

__all__ = ["analysis", "filters", "peaks", "resampling", "spectra", "systems", "waves"]
