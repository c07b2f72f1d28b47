"""The normal distribution: density exp(-z² / 2) / sqrt(2 π) / scale, where z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

HALF_LOG_TWO_PI = 0.9189385332046727


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return -0.5 * z * z - HALF_LOG_TWO_PI - np.log(scale)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return special.ndtr((x - loc) / scale)


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf, exact where that is tiny."""
    return special.log_ndtr((x - loc) / scale)


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return special.ndtr((loc - x) / scale)


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return special.log_ndtr((loc - x) / scale)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    return special.ndtri(q) * scale + loc


def isf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose sf is q."""
    return loc - special.ndtri(q) * scale
