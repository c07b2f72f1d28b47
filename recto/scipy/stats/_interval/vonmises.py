"""The von Mises distribution of angles: density proportional to exp(kappa cos(x - loc))."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, kappa: Any, loc: Any = 0.0) -> Any:
    """The logarithm of the density."""
    return kappa * (np.cos(x - loc) - 1.0) - np.log(2.0 * np.pi * special.i0e(kappa))


def pdf(x: Any, kappa: Any, loc: Any = 0.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, kappa, loc))
