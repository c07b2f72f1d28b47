"""The number of trials up to the first success, with success probability p: 1, 2, …"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The logarithm of the probability of k."""
    x = k - loc
    outside = (x < 1) | (x > np.floor(x))
    return np.where(outside, -np.inf, special.xlog1py(np.where(outside, 1.0, x) - 1.0, -p) + np.log(p))


def pmf(k: Any, p: Any, loc: Any = 0) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, p, loc))
