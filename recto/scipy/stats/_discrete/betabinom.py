"""The number of successes in n trials with one success probability, which has a beta distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(k: Any, n: Any, a: Any, b: Any, loc: Any = 0) -> Any:
    """The logarithm of the probability of k."""
    x = k - loc
    outside = (x < 0) | (x > n) | (x > np.floor(x))
    y = np.where(outside, 0.0, x)
    ways = -np.log(n + 1.0) - special.betaln(n - y + 1.0, y + 1.0)
    value = ways + special.betaln(y + a, n - y + b) - special.betaln(a, b)
    return np.where(outside, -np.inf, value)


def pmf(k: Any, n: Any, a: Any, b: Any, loc: Any = 0) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, n, a, b, loc))
