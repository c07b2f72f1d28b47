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
    return 0.5 + 0.5 * np.sign(z) * special.gammainc(1.0 / beta, np.abs(z) ** beta)
