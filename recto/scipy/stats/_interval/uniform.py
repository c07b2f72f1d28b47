"""The uniform distribution on [loc, loc + scale]."""

from __future__ import annotations

from typing import Any

import numpy as np


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    outside = (x < loc) | (x > loc + scale)
    return np.where(np.isnan(x), np.nan, np.where(outside, -np.inf, -np.log(scale)))


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    outside = (x < loc) | (x > loc + scale)
    return np.where(np.isnan(x), np.nan, np.where(outside, 0.0, 1.0 / scale))


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return np.clip((x - loc) / scale, 0.0, 1.0)


def ppf(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q; NaN for q outside [0, 1]."""
    return np.where((q >= 0) & (q <= 1), loc + q * scale, np.nan)
