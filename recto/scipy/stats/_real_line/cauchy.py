"""The Cauchy distribution: density 1 / (π scale (1 + z²)), where z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = np.abs((x - loc) / scale)
    far = z > 1e6  # where z² may overflow
    square = np.where(far, 2.0 * np.log(np.where(far, z, 1.0)), np.log1p(np.where(far, 0.0, z) ** 2))
    return -np.log(np.pi * scale) - square


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return (1.0 / np.hypot(1.0, (x - loc) / scale)) ** 2 / (np.pi * scale)


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return np.arctan2(1.0, (loc - x) / scale) / np.pi


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return np.arctan2(1.0, (x - loc) / scale) / np.pi


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q; NaN for q outside [0, 1]."""
    low, high = q < 0.25, q > 0.75
    middle = np.tan(np.pi * (np.where(low | high, 0.5, q) - 0.5))
    tail = 1.0 / np.tan(np.pi * np.where(low, np.where(q == 0, 0.0, q), np.where(high, 1.0 - q, 0.5)))
    inside = (q >= 0) & (q <= 1)
    return np.where(inside, loc + scale * np.where(low, -tail, np.where(high, tail, middle)), np.nan)


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return log_probability(cdf(x, loc, scale), sf(x, loc, scale))


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return log_probability(sf(x, loc, scale), cdf(x, loc, scale))


def isf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose sf is q; NaN for q outside [0, 1]."""
    return 2.0 * loc - ppf(q, loc, scale)
