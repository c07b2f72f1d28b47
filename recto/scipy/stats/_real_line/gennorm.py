"""The generalised normal distribution: density proportional to exp(-|x|^beta)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, beta: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return np.log(0.5 * beta) - special.gammaln(1.0 / beta) - np.abs(z) ** beta - np.log(scale)


def pdf(x: Any, beta: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, beta, loc, scale))


def cdf(x: Any, beta: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    center = np.abs(z) ** beta < 1e-12  # where cdf is a straight line
    tail = 0.5 * special.gammaincc(1.0 / beta, np.where(center, 1.0, np.abs(z)) ** beta)
    line = 0.5 + 0.5 * z * beta * special.rgamma(1.0 / beta)
    return np.where(center, line, np.where(z <= 0, tail, 1.0 - tail))
