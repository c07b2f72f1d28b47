"""Norms whose derivative at 0 is 0, so that slopes at rest and equal vectors give no NaN."""

from __future__ import annotations

from typing import Any

import numpy as np


def root(square: Any) -> Any:
    """The square root; at 0, where two vectors are equal, or one is 0, with derivative 0."""
    none = square == 0
    return np.where(none, 0.0, np.sqrt(np.where(none, 1.0, square)))[()]


def root_mean_square(x: Any) -> Any:
    """The root mean square; of nothing but zeros, such as slopes at rest, with derivative 0."""
    return root(np.mean(np.abs(x) ** 2))
