"""The Cauchy distribution: density 1 / (π scale (1 + z²)), where z = (x - loc) / scale."""
from __future__ import annotations

from typing import Any

import numpy as np


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    return -np.log(np.pi * scale) - np.log1p(((x - loc) / scale) ** 2)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return 0.5 + np.arctan((x - loc) / scale) / np.pi


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    return 0.5 - np.arctan((x - loc) / scale) / np.pi


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    return loc + scale * np.tan(np.pi * (q - 0.5))
