"""Distributions over all numbers, and those that have one end."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from .half_line import by_limit, grown
from .record import EULER, POSITIVE, Distribution, standard

log, everywhere = np.log, lambda *shapes: (-np.inf, np.inf, 0.0)
BELL = 0.5 * np.log(2 * np.pi)


def normal_log(z: Any) -> Any:
    return -z * z / 2 - BELL


# -- of extremes -------------------------------------------------------------------------------------------------


def extreme_ends(c: Any) -> tuple:
    end = 1.0 / np.where(c == 0, 1.0, c)
    return np.where(c < 0, end, -np.inf), np.where(c > 0, end, np.inf), 0.0


def exponent(z: Any, c: Any) -> Any:
    """log(1 - c z) / c; at c = 0, -z."""
    return -by_limit(z, -c)


GENEXTREME = standard(
    extreme_ends,
    lambda z, c: -np.exp(exponent(z, c)) + exponent(z, c) - np.log1p(-c * z),
    cdf=lambda z, c: np.exp(-np.exp(exponent(z, c))),
    logcdf=lambda z, c: -np.exp(exponent(z, c)),
    sf=lambda z, c: -np.expm1(-np.exp(exponent(z, c))),
    ppf=lambda q, c: grown(-log(-log(q)), -c),
    isf=lambda q, c: grown(-log(-np.log1p(-q)), -c),
)


def mean_of_extremes(c: Any) -> Any:
    known, small = c > -1, c == 0
    safe = np.where(known & ~small, c, 1.0)
    found = np.where(small, EULER, (1 - special.gamma(1 + safe)) / safe)
    return np.where(known, found, np.inf)


def variance_of_extremes(c: Any) -> Any:
    known, small = c > -0.5, np.abs(c) < 1e-7
    safe = np.where(known & ~small, c, 1.0)
    found = (special.gamma(1 + 2 * safe) - special.gamma(1 + safe) ** 2) / safe**2
    return np.where(known, np.where(small, np.pi**2 / 6, found), np.inf)


def below_0(*shapes: Any) -> tuple:
    return -np.inf, 0.0, -1.0


WEIBULL_MAX = standard(
    below_0,
    lambda z, c: log(c) + special.xlogy(c - 1, -z) - (-z) ** c,
    cdf=lambda z, c: np.exp(-((-z) ** c)),
    logcdf=lambda z, c: -((-z) ** c),
    sf=lambda z, c: -np.expm1(-((-z) ** c)),
    ppf=lambda q, c: -((-log(q)) ** (1 / c)),
    isf=lambda q, c: -((-np.log1p(-q)) ** (1 / c)),
)

# -- with skewness -----------------------------------------------------------------------------------------------

SKEWNORM = standard(
    everywhere,
    lambda z, a: np.log(2.0) + normal_log(z) + special.log_ndtr(a * z),
    cdf=lambda z, a: special.ndtr(z) - 2 * special.owens_t(z, a),
    sf=lambda z, a: special.ndtr(-z) + 2 * special.owens_t(z, a),
)


def mean_of_skewnorm(a: Any) -> Any:
    return np.sqrt(2 / np.pi) * a / np.sqrt(1 + a * a)


def tail_of_exponnorm(z: Any, K: Any) -> Any:
    return (0.5 / K - z) / K + special.log_ndtr(z - 1 / K)


EXPONNORM = standard(
    everywhere,
    lambda z, K: tail_of_exponnorm(z, K) - log(K),
    cdf=lambda z, K: special.ndtr(z) - np.exp(tail_of_exponnorm(z, K)),
    sf=lambda z, K: special.ndtr(-z) + np.exp(tail_of_exponnorm(z, K)),
)


def sides(z: Any, k: Any, inverse: Any) -> Any:
    return z * np.where(z >= 0, -k, inverse)


LAPLACE_ASYMMETRIC = standard(
    everywhere,
    lambda z, k: sides(z, k, 1 / k) - log(k + 1 / k),
    cdf=lambda z, k: np.where(
        z >= 0, 1 - np.exp(sides(z, k, 1 / k)) / (1 + k * k), np.exp(sides(z, k, 1 / k)) * k * k / (1 + k * k)
    ),
    sf=lambda z, k: np.where(
        z >= 0, np.exp(sides(z, k, 1 / k)) / (1 + k * k), 1 - np.exp(sides(z, k, 1 / k)) * k * k / (1 + k * k)
    ),
    ppf=lambda q, k: np.where(
        q >= k * k / (1 + k * k), -log((1 - q) * (1 + k * k)) / k, log(q * (1 + k * k) / (k * k)) * k
    ),
)
JOHNSONSU = standard(
    everywhere,
    lambda z, a, b: log(b) - 0.5 * np.log1p(z * z) + normal_log(a + b * np.arcsinh(z)),
    cdf=lambda z, a, b: special.ndtr(a + b * np.arcsinh(z)),
    sf=lambda z, a, b: special.ndtr(-a - b * np.arcsinh(z)),
    ppf=lambda q, a, b: np.sinh((special.ndtri(q) - a) / b),
    isf=lambda q, a, b: np.sinh((-special.ndtri(q) - a) / b),
)
MOYAL = standard(
    everywhere,
    lambda z: -0.5 * (z + np.exp(-z)) - BELL,
    cdf=lambda z: special.erfc(np.exp(-z / 2) / np.sqrt(2)),
    sf=lambda z: special.erf(np.exp(-z / 2) / np.sqrt(2)),
    ppf=lambda q: -log(special.ndtri(q / 2) ** 2),
)
LOGGAMMA = standard(
    everywhere,
    lambda z, c: c * z - np.exp(z) - special.gammaln(c),
    cdf=lambda z, c: special.gammainc(c, np.exp(z)),
    sf=lambda z, c: special.gammaincc(c, np.exp(z)),
)
HYPSECANT = standard(
    everywhere,
    lambda z: log(2 / np.pi) - np.abs(z) - np.log1p(np.exp(-2 * np.abs(z))),
    cdf=lambda z: 2 / np.pi * np.arctan(np.exp(z)),
    sf=lambda z: 2 / np.pi * np.arctan(np.exp(-z)),
    ppf=lambda q: log(np.tan(np.pi / 2 * q)),
    isf=lambda q: -log(np.tan(np.pi / 2 * q)),
)


def variance_of_johnsonsu(a: Any, b: Any) -> Any:
    return 0.5 * np.expm1(b**-2.0) * (np.exp(b**-2.0) * np.cosh(2 * a / b) + 1)


REAL_LINE = {
    "genextreme": Distribution(
        None,
        ("c",),
        lambda c: np.isfinite(c),
        mean_of_extremes,
        variance_of_extremes,
        more=GENEXTREME,
    ),
    "weibull_max": Distribution(
        None,
        ("c",),
        POSITIVE,
        lambda c: -special.gamma(1 + 1 / c),
        lambda c: special.gamma(1 + 2 / c) - special.gamma(1 + 1 / c) ** 2,
        more=WEIBULL_MAX,
    ),
    "skewnorm": Distribution(
        None,
        ("a",),
        lambda a: np.isfinite(a),
        mean_of_skewnorm,
        lambda a: 1 - mean_of_skewnorm(a) ** 2,
        more=SKEWNORM,
    ),
    "exponnorm": Distribution(None, ("K",), POSITIVE, lambda K: K, lambda K: 1 + K * K, more=EXPONNORM),
    "laplace_asymmetric": Distribution(
        None, ("kappa",), POSITIVE, lambda k: 1 / k - k, lambda k: k**-2.0 + k * k, more=LAPLACE_ASYMMETRIC
    ),
    "johnsonsu": Distribution(
        None,
        ("a", "b"),
        lambda a, b: (b > 0) & (a == a),
        lambda a, b: -np.exp(0.5 / (b * b)) * np.sinh(a / b),
        variance_of_johnsonsu,
        more=JOHNSONSU,
    ),
    "moyal": Distribution(None, mean=lambda: EULER + np.log(2.0), var=lambda: np.pi**2 / 2, more=MOYAL),
    "loggamma": Distribution(
        None, ("c",), POSITIVE, special.digamma, lambda c: special.polygamma(1, c), more=LOGGAMMA
    ),
    "hypsecant": Distribution(None, mean=lambda: 0.0, var=lambda: np.pi**2 / 4, more=HYPSECANT),
}
