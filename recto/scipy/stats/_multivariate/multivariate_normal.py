"""The normal distribution of vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg


def logpdf(x: Any, mean: Any, cov: Any) -> Any:
    """The logarithm of the density.

    Args:
        x: (..., n)
        mean: (n,), or a number
        cov: (n, n), positive definite; or a number, the variance of each component
    """
    n = x.shape[-1]
    y = x - mean
    if np.ndim(cov) == 0:
        return -0.5 * (np.sum(y * y, axis=-1) / cov + n * np.log(2 * np.pi * cov))
    factor = np.linalg.cholesky(0.5 * (cov + np.swapaxes(cov, -1, -2)))  # cholesky itself sees one half alone
    white = np.moveaxis(linalg.solve_triangular(factor, np.reshape(y, (-1, n)).T, lower=True), 0, -1)
    log_det = 2.0 * np.sum(np.log(np.diagonal(factor)))
    return -0.5 * (np.reshape(np.sum(white * white, axis=-1), y.shape[:-1]) + n * np.log(2 * np.pi) + log_det)


def pdf(x: Any, mean: Any, cov: Any) -> Any:
    """The density."""
    return np.exp(logpdf(x, mean, cov))
