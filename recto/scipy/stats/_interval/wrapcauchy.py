"""The wrapped Cauchy distribution on [0, 2π]: density (1 - c²) / (2π (1 + c² - 2 c cos z)), z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np


def logpdf(x: Any, c: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    inside = np.log1p(-c * c) - np.log(2 * np.pi * scale) - np.log(1 + c * c - 2 * c * np.cos(z))
    return np.where((z < 0) | (z > 2 * np.pi), -np.inf, inside)


def pdf(x: Any, c: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, c, loc, scale))
