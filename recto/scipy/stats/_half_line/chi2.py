"""The distribution of the sum of df squared standard normal numbers: gamma with a = df / 2 and twice the scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability

from . import gamma


def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    return gamma.logpdf(x, df / 2.0, loc, 2.0 * scale)


def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return gamma.cdf(x, df / 2.0, loc, 2.0 * scale)


def sf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return gamma.sf(x, df / 2.0, loc, 2.0 * scale)


def logcdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return log_probability(cdf(x, df, loc, scale), sf(x, df, loc, scale))


def logsf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return log_probability(sf(x, df, loc, scale), cdf(x, df, loc, scale))
