"""The Dirichlet distribution on the simplex: density proportional to the product of x_i^(alpha_i - 1)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, alpha: Any) -> Any:
    """The logarithm of the density; x may be without its last component. The first axis is that of components."""
    if x.shape[0] + 1 == alpha.shape[0]:
        x = np.concatenate([x, 1.0 - np.sum(x, axis=0, keepdims=True)], axis=0)
    constant = special.gammaln(np.sum(alpha)) - np.sum(special.gammaln(alpha))
    powers = special.xlogy((alpha - 1.0).T, x.T).T
    outside = np.any(x < 0, axis=0) | (np.abs(np.sum(x, axis=0) - 1.0) > 1e-6)
    return np.where(outside, -np.inf, np.sum(powers, axis=0) + constant)


def pdf(x: Any, alpha: Any) -> Any:
    """The density."""
    return np.exp(logpdf(x, alpha))
