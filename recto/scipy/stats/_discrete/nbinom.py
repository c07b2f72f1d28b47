"""The number of failures before the n-th success, with success probability p."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The logarithm of the probability of k."""
    x = k - loc
    outside = (x < 0) | (x > np.floor(x))
    y = np.where(outside, 0.0, x)
    ways = special.gammaln(y + n) - special.gammaln(n) - special.gammaln(y + 1.0)
    return np.where(outside, -np.inf, ways + n * np.log(p) + special.xlog1py(y, -p))


def pmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, n, p, loc))
