"""The exponential distribution: density exp(-z) / scale for z = (x - loc) / scale >= 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return np.where(z < 0, -np.inf, -z - np.log(scale))


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    return np.where(z < 0, 0.0, -np.expm1(-np.where(z < 0, 0.0, z)))


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return np.exp(logsf(x, loc, scale))


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    z = (x - loc) / scale
    return np.where(z <= 0, 0.0, -z)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q; NaN for q outside [0, 1]."""
    inside = (q >= 0) & (q <= 1)
    return np.where(inside, loc - scale * np.log1p(-np.where(inside, q, 0.0)), np.nan)


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return log_probability(cdf(x, loc, scale), sf(x, loc, scale))
