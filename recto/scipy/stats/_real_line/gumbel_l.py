"""The Gumbel distribution of smallest values: cdf 1 - exp(-exp(z)), where z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability


HIGHEST = 80.0  # above it density and sf are 0, and so are their derivatives


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return np.where(z == np.inf, 0.0, z) - np.exp(z) - np.log(scale)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    z = np.minimum((x - loc) / scale, HIGHEST)
    return np.exp(z - np.exp(z)) / scale


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return -np.expm1(-np.exp(np.minimum((x - loc) / scale, HIGHEST)))


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return np.exp(-np.exp(np.minimum((x - loc) / scale, HIGHEST)))


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return -np.exp((x - loc) / scale)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    return loc + scale * np.log(-np.log1p(-q))


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return log_probability(cdf(x, loc, scale), sf(x, loc, scale))
