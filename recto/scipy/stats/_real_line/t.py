"""Student's distribution with df degrees of freedom."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    return _log_height(df) - np.log(scale) - (df + 1.0) / 2.0 * np.log1p(z * z / df)


def _log_height(df: Any) -> Any:
    """The logarithm of the density at 0: log(gamma((df + 1) / 2) / gamma(df / 2)) - log(pi * df) / 2. Where df is large
    these cancel, and the first terms of Stirling's series for their difference (DLMF 5.11.13) are exact to the last
    digit."""
    large = df > 50.0
    r = 1.0 / np.where(large, df, 50.0)
    series = r * (-1 / 4 + r * r * (1 / 24 + r * r * (-1 / 20 + r * r * (17 / 112))))
    few = np.where(large, 1.0, df)
    return np.where(
        large, series - 0.5 * np.log(2.0 * np.pi), -special.betaln(few / 2.0, 0.5) - 0.5 * np.log(few)
    )


def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    square = z * z
    center = np.abs(z) < 1e-6  # where cdf is a straight line
    square = np.where(center, 1.0, square)
    near = square < 0.5 * df  # by what lies between 0 and z, else by what lies beyond z
    inner = 0.5 * special.betainc(0.5, df / 2.0, np.where(near, square / (df + square), 0.25))
    outer = 0.5 * special.betainc(df / 2.0, 0.5, np.where(near, 0.25, df / (df + square)))
    curve = np.where(near, 0.5 + np.sign(z) * inner, np.where(z > 0, 1.0 - outer, outer))
    return np.where(center, 0.5 + z * pdf(0.0 * z, df), curve)
