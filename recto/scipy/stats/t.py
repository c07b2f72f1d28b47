"""Student's distribution with df degrees of freedom."""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special


def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    constant = special.gammaln((df + 1.0) / 2.0) - special.gammaln(df / 2.0) - 0.5 * np.log(np.pi * df)
    return constant - np.log(scale) - (df + 1.0) / 2.0 * np.log1p(z * z / df)


def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of a number not above x."""
    z = (x - loc) / scale
    tail = 0.5 * special.betainc(df / 2.0, 0.5, df / (df + z * z))
    return np.where(z > 0, 1.0 - tail, tail)
