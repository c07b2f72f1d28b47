"""The normal distribution between loc + a * scale and loc + b * scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability
from .._real_line import norm


def logpdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    value = norm.logpdf(z) - np.log(scale) - _log_mass(a, b)
    return np.where((z < a) | (z > b), -np.inf, value)


def pdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, a, b, loc, scale))


def cdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = np.clip((x - loc) / scale, a, b)
    return np.where(z <= a, 0.0, np.where(z >= b, 1.0, np.exp(_log_mass(a, z) - _log_mass(a, b))))


def sf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    z = np.clip((x - loc) / scale, a, b)
    return np.where(z >= b, 0.0, np.where(z <= a, 1.0, np.exp(_log_mass(z, b) - _log_mass(a, b))))


def logcdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf, exact where that is tiny."""
    z = np.clip((x - loc) / scale, a, b)
    low = np.where(z <= a, -np.inf, _log_mass(a, np.where(z <= a, b, z)) - _log_mass(a, b))
    return np.where(low > -0.1, log_probability(cdf(x, a, b, loc, scale), sf(x, a, b, loc, scale)), low)


def logsf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf, exact where that is tiny."""
    return logcdf(2.0 * loc - x, -b, -a, loc, scale)


def _log_mass(a: Any, b: Any) -> Any:
    """log(cdf(b) - cdf(a)) of the standard normal distribution, on the side where no digits are lost."""
    right = a > 0
    low, high = np.where(right, -b, a), np.where(right, -a, b)
    top, bottom = norm.logcdf(high), norm.logcdf(low)
    return top + np.log1p(-np.exp(np.where(bottom >= top, -1.0, bottom - top)))
