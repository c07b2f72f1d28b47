"""The Gumbel distribution of largest values: cdf exp(-exp(-z)), where z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability


LOWEST = -80.0  # below it density and cdf are 0, and so are their derivatives


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return np.where(z == -np.inf, 0.0, -z) - np.exp(-z) - np.log(scale)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    z = np.maximum((x - loc) / scale, LOWEST)
    return np.exp(-z - np.exp(-z)) / scale


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return np.exp(-np.exp(-np.maximum((x - loc) / scale, LOWEST)))


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return -np.exp(-(x - loc) / scale)


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return -np.expm1(-np.exp(-np.maximum((x - loc) / scale, LOWEST)))


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    return loc - scale * np.log(-np.log(q))


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return log_probability(sf(x, loc, scale), cdf(x, loc, scale))
