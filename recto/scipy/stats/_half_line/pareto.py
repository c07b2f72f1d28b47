"""The Pareto distribution: density b / z^(b + 1) / scale for z = (x - loc) / scale >= 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....nn import log1mexp


def logpdf(x: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return np.where(z < 1, -np.inf, np.log(b / scale) - (b + 1.0) * np.log(np.where(z < 1, 1.0, z)))


def pdf(x: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, b, loc, scale))


def cdf(x: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    return 1.0 - sf(x, b, loc, scale)


def sf(x: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number above x."""
    z = (x - loc) / scale
    return np.where(z < 1, 1.0, np.where(z < 1, 1.0, z) ** -b)


def ppf(q: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The x whose cdf is q; NaN for q outside [0, 1]."""
    inside = (q >= 0) & (q <= 1)
    return np.where(inside, loc + scale * np.exp(-np.log1p(-np.where(inside, q, 0.0)) / b), np.nan)


def logcdf(x: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of cdf."""
    above = -logsf(x, b, loc, scale)
    return np.where(
        above > 0, log1mexp(np.where(above > 0, above, 1.0)), np.where(above == 0, -np.inf, above)
    )


def logsf(x: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of sf."""
    z = (x - loc) / scale
    return np.where(z <= 1, 0.0, -b * np.log(np.where(z < 1, 1.0, z)))
