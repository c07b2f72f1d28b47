"""The beta distribution: density proportional to z^(a - 1) (1 - z)^(b - 1) for 0 <= z = (x - loc) / scale <= 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._probabilities import log_probability
from scipy import special


def logpdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    outside = (z < 0) | (z > 1)
    inside = np.where(outside, 0.5, z)
    powers = special.xlogy(a - 1.0, inside) + special.xlog1py(b - 1.0, -inside)
    return np.where(outside, -np.inf, powers - special.betaln(a, b) - np.log(scale))


def pdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, a, b, loc, scale))


def cdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return special.betainc(a, b, np.clip((x - loc) / scale, 0.0, 1.0))


def sf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return special.betaincc(a, b, np.clip((x - loc) / scale, 0.0, 1.0))


def logcdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    return log_probability(cdf(x, a, b, loc, scale), sf(x, a, b, loc, scale))


def logsf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    return log_probability(sf(x, a, b, loc, scale), cdf(x, a, b, loc, scale))
