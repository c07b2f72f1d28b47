"""Functions of log-probabilities that the distributions share."""

from __future__ import annotations

from typing import Any

import numpy as np


def log_probability(p: Any, rest: Any) -> Any:
    """log(p), where p + rest = 1: from the smaller of the two, which has more correct digits."""
    small = p < 0.5
    low = np.where(p > 0, np.log(np.where(small & (p > 0), p, 0.5)), np.where(p == 0, -np.inf, p))
    return np.where(small, low, np.log1p(0.0 - np.where(small, 0.5, rest)))
