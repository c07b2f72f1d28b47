"""The number of occurrences of each outcome in n trials, with probabilities p along the last axis."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpmf(x: Any, n: Any, p: Any) -> Any:
    """The logarithm of the probability of counts x, whose sum along the last axis is n."""
    value = special.gammaln(n + 1.0) + np.sum(special.xlogy(x, p) - special.gammaln(x + 1.0), axis=-1)
    return np.where(np.sum(x, axis=-1) == n, value, -np.inf)


def pmf(x: Any, n: Any, p: Any) -> Any:
    """The probability of counts x."""
    return np.exp(logpmf(x, n, p))
