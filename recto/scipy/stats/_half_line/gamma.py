"""The gamma distribution: density z^(a - 1) exp(-z) / Γ(a) / scale for z = (x - loc) / scale >= 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability
from scipy import special


def logpdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    inside = np.where(z < 0, 1.0, z)
    return np.where(
        z < 0, -np.inf, special.xlogy(a - 1.0, inside) - inside - special.gammaln(a) - np.log(scale)
    )


def pdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, a, loc, scale))


def cdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return special.gammainc(a, np.maximum((x - loc) / scale, 0.0))


def sf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return special.gammaincc(a, np.maximum((x - loc) / scale, 0.0))


def logcdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return log_probability(cdf(x, a, loc, scale), sf(x, a, loc, scale))


def logsf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return log_probability(sf(x, a, loc, scale), cdf(x, a, loc, scale))
