"""The Poisson distribution: probability mu^k exp(-mu) / k!."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """The logarithm of the probability of k."""
    x = k - loc
    outside = (x < 0) | (x > np.floor(x))
    y = np.where(outside, 0.0, x)
    return np.where(outside, -np.inf, special.xlogy(y, mu) - special.gammaln(y + 1.0) - mu)


def pmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, mu, loc))


def cdf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """The probability of a number not above k."""
    x = np.floor(k - loc)
    return np.where(x < 0, 0.0, special.gammaincc(np.where(x < 0, 1.0, x + 1.0), mu))
