"""Student's distribution with df degrees of freedom."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability
from scipy import special


def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    normal = df == np.inf
    power = (df + 1.0) / 2.0 * np.log1p(z * z / np.where(normal, 1.0, df))
    return _log_height(df) - np.log(scale) - np.where(normal, 0.5 * z * z, power)


def _log_height(df: Any) -> Any:
    """The logarithm of the density at 0: log(gamma((df + 1) / 2) / gamma(df / 2)) - log(pi * df) / 2. Where df is large
    these cancel, and the first terms of Stirling's series for their difference (DLMF 5.11.13) are exact to the last
    digit."""
    large = df > 50.0
    r = 1.0 / np.where(large, df, 50.0)
    series = r * (-1 / 4 + r * r * (1 / 24 + r * r * (-1 / 20 + r * r * (17 / 112))))
    few = np.where(large, 1.0, df)
    return np.where(
        large, series - 0.5 * np.log(2.0 * np.pi), -special.betaln(few / 2.0, 0.5) - 0.5 * np.log(few)
    )


def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return special.stdtr(df, (x - loc) / scale)


def sf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return special.stdtr(df, (loc - x) / scale)


def logcdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf, from the tail on the side of x."""
    z = (x - loc) / scale
    below = z < 0
    tail = special.stdtr(df, np.where(below, z, -z))
    return log_probability(np.where(below, tail, 1.0 - tail), tail)


def logsf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return logcdf(2.0 * loc - x, df, loc, scale)
