"""The Laplace distribution: density exp(-|z|) / 2 / scale, where z = (x - loc) / scale."""

from __future__ import annotations

from typing import Any

import numpy as np


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    return -np.abs((x - loc) / scale) - np.log(2.0 * scale)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(-np.abs((x - loc) / scale)) / (2.0 * scale)


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    left = z <= 0
    tail = 0.5 * np.exp(np.where(left, z, -z))
    return np.where(left, tail, 1.0 - tail)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    left = q <= 0.5
    tail = np.log(2.0 * np.where(left, q, 1.0 - q))
    return loc + scale * np.where(left, tail, -tail)
