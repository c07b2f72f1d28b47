"""One trial: 1 with probability p, else 0. k is shifted by loc."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The logarithm of the probability of k."""
    x = k - loc
    known = (x == 0) | (x == 1) | np.isnan(x)
    one = np.where(known, x, 0)
    return np.where(known, special.xlogy(one, p) + special.xlog1py(1 - one, -p), -np.inf)


def pmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, p, loc))


def cdf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of a number not above k."""
    x = k - loc
    return np.where(np.isnan(x), np.nan, np.where(x < 0, 0.0, np.where(x < 1, 1.0 - p, 1.0)))


def ppf(q: Any, p: Any, loc: Any = 0) -> Any:
    """The smallest k whose cdf is at least q; NaN for q or p outside [0, 1]."""
    value = np.where(q <= 0, loc - 1.0, np.where((q <= 1.0 - p) & (q < 1), 0.0, 1.0) + loc)
    return np.where((q >= 0) & (q <= 1) & (p >= 0) & (p <= 1), value, np.nan)
