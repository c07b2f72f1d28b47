"""The logistic distribution: cdf 1 / (1 + exp(-z)), where z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density, 1 / (4 cosh²(z / 2)); about 0 by the square of sinh, whose derivative keeps its
    digits."""
    z = (x - loc) / scale
    near = np.abs(z) < 1.0
    size = np.where(near, 0.0, np.where(z >= 0, -z, z))
    center = -np.log(4.0) - np.log1p(np.sinh(np.where(near, z, 0.0) / 2.0) ** 2)
    return np.where(near, center, size - 2.0 * np.log1p(np.exp(size))) - np.log(scale)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return special.expit((x - loc) / scale)


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return special.expit((loc - x) / scale)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    return special.logit(q) * scale + loc


def isf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose sf is q."""
    return loc - special.logit(q) * scale
