"""The inverse gamma distribution, of 1 / y for y of the gamma distribution: density z^-(a + 1) exp(-1 / z) / Γ(a) /
scale for z = (x - loc) / scale > 0."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    inside = np.where(z <= 0, 1.0, z)
    value = -(a + 1.0) * np.log(inside) - special.gammaln(a) - 1.0 / inside - np.log(scale)
    return np.where(z <= 0, -np.inf, value)


def pdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, a, loc, scale))


def cdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    return np.where(z <= 0, 0.0, special.gammaincc(a, 1.0 / np.where(z <= 0, 1.0, z)))


def sf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    z = (x - loc) / scale
    return np.where(z <= 0, 1.0, special.gammainc(a, 1.0 / np.where(z <= 0, 1.0, z)))
