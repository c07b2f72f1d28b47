"""The distribution of scale * exp(s * n) + loc for a standard normal number n."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._real_line import norm


def logpdf(x: Any, s: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    outside = z <= 0
    log_z = np.log(np.where(outside, 1.0, z))
    return np.where(outside, -np.inf, norm.logpdf(log_z, 0.0, s) - log_z - np.log(scale))


def pdf(x: Any, s: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, s, loc, scale))


def cdf(x: Any, s: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    outside = z <= 0
    return np.where(outside, 0.0, norm.cdf(np.log(np.where(outside, 1.0, z)), 0.0, s))


def ppf(q: Any, s: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q."""
    return loc + scale * np.exp(norm.ppf(q, 0.0, s))
