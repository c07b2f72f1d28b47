"""Estimates of densities by Gaussian kernels (Scott: Multivariate density estimation, 1992)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from recto.transform.library import read_as

NEW = "`bw_method` should be 'scott', 'silverman', a scalar or a callable."


@read_as("scipy.stats.gaussian_kde")
class GaussianKde:
    def __init__(self, dataset: Any, bw_method: Any = None, weights: Any = None):
        self.dataset = np.atleast_2d(np.asarray(dataset))
        if self.dataset.size <= 1:
            raise ValueError("`dataset` input should have multiple elements.")
        self.d, self.n = self.dataset.shape
        if weights is None:
            self.weights = np.ones(self.n) / self.n
        else:
            weights = np.atleast_1d(np.asarray(weights)).astype(np.float64)
            if weights.ndim != 1:
                raise ValueError("`weights` input should be one-dimensional.")
            if len(weights) != self.n:
                raise ValueError("`weights` input should be of length n")
            self.weights = weights / np.sum(weights)
        self.neff = 1.0 / np.sum(self.weights**2)
        if self.d > self.n:
            raise ValueError(
                "Number of dimensions is greater than number of samples. This results in a singular data "
                "covariance matrix, which cannot be treated using the algorithms implemented in `gaussian_kde`. "
                "Note that `gaussian_kde` interprets each *column* of `dataset` to be a point; consider "
                "transposing the input to `dataset`."
            )
        self.set_bandwidth(bw_method)

    def scotts_factor(self) -> Any:
        return self.neff ** (-1.0 / (self.d + 4))

    def silverman_factor(self) -> Any:
        return (self.neff * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))

    def set_bandwidth(self, bw_method: Any = None) -> None:
        if bw_method is None or isinstance(bw_method, str) and bw_method == "scott":
            self.factor = self.scotts_factor()
        elif isinstance(bw_method, str):
            if bw_method != "silverman":
                raise ValueError(NEW)
            self.factor = self.silverman_factor()
        elif callable(bw_method):
            self.factor = bw_method(self)
        else:
            self.factor = bw_method
        whole = np.atleast_2d(np.cov(self.dataset, rowvar=True, bias=False, aweights=self.weights))
        self.covariance = whole * self.factor**2

    def evaluate(self, points: Any) -> Any:
        return density(self.dataset, self.covariance, self.weights, points)

    def __call__(self, points: Any) -> Any:
        return self.evaluate(points)

    def pdf(self, x: Any) -> Any:
        return self.evaluate(x)

    def logpdf(self, x: Any) -> Any:
        return log_density(self.dataset, self.covariance, self.weights, x)

    def integrate_box_1d(self, low: Any, high: Any) -> Any:
        if self.d != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        return between(self.dataset, self.covariance, self.weights, low, high)


def between(data: Any, covariance: Any, weights: Any, low: Any, high: Any) -> Any:
    """The probability between two bounds."""
    spread = np.sqrt(covariance)[0, 0]
    parts = special.ndtr((high - data[0]) / spread) - special.ndtr((low - data[0]) / spread)
    return np.sum(weights * parts)


def as_columns(data: Any, covariance: Any, points: Any) -> tuple:
    """The places as columns, and the dtype of results."""
    points = np.atleast_2d(np.asarray(points))
    d, m = points.shape
    if d != data.shape[0]:
        if d != 1 or m != data.shape[0]:
            raise ValueError(f"points have dimension {d}, dataset has dimension {data.shape[0]}")
        points = np.reshape(points, (data.shape[0], 1))
    return points, np.result_type(covariance, points)


def exponents(data: Any, covariance: Any, points: Any) -> tuple:
    """log kernel of every point (rows) and datum (columns)."""
    factor = np.linalg.cholesky(covariance)
    apart = (points[:, :, None] - data[:, None, :]).astype(factor.dtype)
    white = np.linalg.solve(factor, np.reshape(apart, (len(data), -1)))
    square = np.reshape(np.sum(white * white, axis=0), apart.shape[1:])
    return -0.5 * square - np.sum(np.log(np.diagonal(factor))) - 0.5 * len(data) * np.log(2 * np.pi)


def density(data: Any, covariance: Any, weights: Any, points: Any) -> Any:
    points, dtype = as_columns(data, covariance, points)
    return np.sum(weights * np.exp(exponents(data, covariance, points)), axis=1).astype(dtype)


def log_density(data: Any, covariance: Any, weights: Any, points: Any) -> Any:
    points, dtype = as_columns(data, covariance, points)
    return special.logsumexp(exponents(data, covariance, points), axis=1, b=weights).astype(dtype)


# -- estimates that SciPy made outside of compiled code -------------------------------------------------------


@read_as(*[f"scipy.stats.gaussian_kde.{name}" for name in ("__call__", "evaluate", "pdf")])
def of_made_outside(kde: Any, points: Any) -> Any:
    return density(kde.dataset, kde.covariance, kde.weights, points)


@read_as("scipy.stats.gaussian_kde.logpdf")
def log_of_made_outside(kde: Any, x: Any) -> Any:
    return log_density(kde.dataset, kde.covariance, kde.weights, x)


@read_as("scipy.stats.gaussian_kde.integrate_box_1d")
def box_of_made_outside(kde: Any, low: Any, high: Any) -> Any:
    return between(kde.dataset, kde.covariance, kde.weights, low, high)
