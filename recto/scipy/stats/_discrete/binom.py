"""The number of successes in n trials with success probability p."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The logarithm of the probability of k."""
    x = k - loc
    outside = (x < 0) | (x > n) | (x > np.floor(x))
    y = np.where(outside, 0.0, x)
    ways = special.gammaln(n + 1.0) - special.gammaln(y + 1.0) - special.gammaln(n - y + 1.0)
    return np.where(outside, -np.inf, ways + special.xlogy(y, p) + special.xlog1py(n - y, -p))


def pmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, n, p, loc))
