"""Distributions over the positive numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from .record import BOTH_POSITIVE, POSITIVE, Distribution, standard

LOG_2, ROOT_2_PI = np.log(2.0), np.sqrt(2 / np.pi)
above_0 = lambda *shapes: (0.0, np.inf, 1.0)
log = np.log


def above(x: Any, bound: float) -> tuple:
    """A mask of x above a bound, and x there; elsewhere a number above it."""
    known = x > bound
    return known, np.where(known, x, bound + 1.0)


def mean_above(bound: float, value: Any) -> Any:
    """A moment that is infinite unless the last shape is above a bound."""

    def at(*shapes: Any) -> Any:
        known, last = above(shapes[-1], bound)
        return np.where(known, value(*shapes[:-1], last), np.inf)

    return at


# -- with a bell, and of its squares ---------------------------------------------------------------------------

HALFNORM = standard(
    above_0,
    lambda z: 0.5 * log(2 / np.pi) - z * z / 2,
    cdf=lambda z: special.erf(z / np.sqrt(2)),
    sf=lambda z: 2 * special.ndtr(-z),
    ppf=lambda q: special.ndtri((1 + q) / 2),
    isf=lambda q: -special.ndtri(q / 2),
)
FOLDNORM = standard(
    above_0,
    lambda z, c: np.logaddexp(-((z - c) ** 2) / 2, -((z + c) ** 2) / 2) - 0.5 * log(2 * np.pi),
    cdf=lambda z, c: special.ndtr(z - c) - special.ndtr(-z - c),
    sf=lambda z, c: special.ndtr(c - z) + special.ndtr(-z - c),
)
RAYLEIGH = standard(
    above_0,
    lambda z: log(z) - z * z / 2,
    cdf=lambda z: -np.expm1(-z * z / 2),
    sf=lambda z: np.exp(-z * z / 2),
    logsf=lambda z: -z * z / 2,
    ppf=lambda q: np.sqrt(-2 * np.log1p(-q)),
    isf=lambda q: np.sqrt(-2 * log(q)),
)
MAXWELL = standard(
    above_0,
    lambda z: log(ROOT_2_PI) + 2 * log(z) - z * z / 2,
    cdf=lambda z: special.gammainc(1.5, z * z / 2),
    sf=lambda z: special.gammaincc(1.5, z * z / 2),
)
CHI = standard(
    above_0,
    lambda z, df: LOG_2 - df / 2 * LOG_2 - special.gammaln(df / 2) + special.xlogy(df - 1.0, z) - z * z / 2,
    cdf=lambda z, df: special.gammainc(df / 2, z * z / 2),
    sf=lambda z, df: special.gammaincc(df / 2, z * z / 2),
)
NAKAGAMI = standard(
    above_0,
    lambda z, nu: (
        LOG_2 + special.xlogy(nu, nu) - special.gammaln(nu) + special.xlogy(2 * nu - 1, z) - nu * z * z
    ),
    cdf=lambda z, nu: special.gammainc(nu, nu * z * z),
    sf=lambda z, nu: special.gammaincc(nu, nu * z * z),
)
RICE = standard(above_0, lambda z, b: log(z) - (z - b) ** 2 / 2 + log(special.i0e(z * b)))


def half_of_mean(df: Any) -> Any:
    """The mean of chi."""
    return np.sqrt(2.0) * np.exp(special.gammaln((df + 1) / 2) - special.gammaln(df / 2))


def mean_of_nakagami(nu: Any) -> Any:
    return np.exp(special.gammaln(nu + 0.5) - special.gammaln(nu)) / np.sqrt(nu)


def tails_of_invgauss(z: Any, mu: Any) -> tuple:
    """The logarithms of the normal tails that the distribution function is made of."""
    root = np.sqrt(z)
    near, far = (z / mu - 1) / root, -(z / mu + 1) / root
    return near, 2 / mu + special.log_ndtr(far)


INVGAUSS = standard(
    above_0,
    lambda z, mu: -0.5 * log(2 * np.pi) - 1.5 * log(z) - (1 - z / mu) ** 2 / (2 * z),
    cdf=lambda z, mu: special.ndtr(tails_of_invgauss(z, mu)[0]) + np.exp(tails_of_invgauss(z, mu)[1]),
    sf=lambda z, mu: special.ndtr(-tails_of_invgauss(z, mu)[0]) - np.exp(tails_of_invgauss(z, mu)[1]),
    closed=False,
)


def with_one(functions: dict) -> dict:
    """The functions with the first shape 1."""
    return {
        name: lambda x, loc, scale, function=function: function(x, 1.0, loc, scale)
        for name, function in functions.items()
    }


# -- with heavy tails --------------------------------------------------------------------------------------------


def pareto_end(c: Any) -> tuple:
    return 0.0, np.where(c < 0, -1.0 / np.where(c < 0, c, -1.0), np.inf), 0.0


def by_limit(z: Any, c: Any) -> Any:
    """log(1 + c z) / c; at c = 0, z."""
    small = c == 0
    safe = np.where(small, 1.0, c)
    return np.where(small, z, np.log1p(safe * z) / safe)


def grown(t: Any, c: Any) -> Any:
    """(e^(c t) - 1) / c; at c = 0, t."""
    small = c == 0
    safe = np.where(small, 1.0, c)
    return np.where(small, t, np.expm1(safe * t) / safe)


GENPARETO = standard(
    pareto_end,
    lambda z, c: -(c + 1) * by_limit(z, c),
    cdf=lambda z, c: -np.expm1(-by_limit(z, c)),
    sf=lambda z, c: np.exp(-by_limit(z, c)),
    logsf=lambda z, c: -by_limit(z, c),
    ppf=lambda q, c: grown(-np.log1p(-q), c),
    isf=lambda q, c: grown(-log(q), c),
)
LOMAX = standard(
    above_0,
    lambda z, c: log(c) - (c + 1) * np.log1p(z),
    cdf=lambda z, c: -np.expm1(-c * np.log1p(z)),
    sf=lambda z, c: np.exp(-c * np.log1p(z)),
    logsf=lambda z, c: -c * np.log1p(z),
    ppf=lambda q, c: np.expm1(-np.log1p(-q) / c),
    isf=lambda q, c: np.expm1(-log(q) / c),
)
FISK = standard(
    above_0,
    lambda z, c: log(c) + special.xlogy(c - 1, z) - 2 * np.log1p(z**c),
    cdf=lambda z, c: special.expit(c * log(z)),
    sf=lambda z, c: special.expit(-c * log(z)),
    ppf=lambda q, c: np.exp(special.logit(q) / c),
    isf=lambda q, c: np.exp(-special.logit(q) / c),
)
BURR12 = standard(
    above_0,
    lambda z, c, d: log(c) + log(d) + special.xlogy(c - 1, z) - (d + 1) * np.log1p(z**c),
    cdf=lambda z, c, d: -np.expm1(-d * np.log1p(z**c)),
    sf=lambda z, c, d: np.exp(-d * np.log1p(z**c)),
    logsf=lambda z, c, d: -d * np.log1p(z**c),
    ppf=lambda q, c, d: np.expm1(-np.log1p(-q) / d) ** (1 / c),
    isf=lambda q, c, d: np.expm1(-log(q) / d) ** (1 / c),
)
HALFCAUCHY = standard(
    above_0,
    lambda z: log(2 / np.pi) - np.log1p(z * z),
    cdf=lambda z: 2 / np.pi * np.arctan(z),
    sf=lambda z: 2 / np.pi * np.arctan2(1.0, z),
    ppf=lambda q: np.tan(np.pi / 2 * q),
    isf=lambda q: 1 / np.tan(np.pi / 2 * q),
)
LEVY = standard(
    lambda: (0.0, np.inf, 1.0),
    lambda z: -0.5 * log(2 * np.pi) - 1.5 * log(z) - 0.5 / z,
    cdf=lambda z: special.erfc(np.sqrt(0.5 / z)),
    sf=lambda z: special.erf(np.sqrt(0.5 / z)),
    ppf=lambda q: 1 / special.ndtri(q / 2) ** 2,
    isf=lambda q: 0.5 / special.erfinv(q) ** 2,
    closed=False,
)
F = standard(
    above_0,
    lambda z, n, m: (
        special.xlogy(m / 2, m)
        + special.xlogy(n / 2, n)
        + special.xlogy(n / 2 - 1, z)
        - (n + m) / 2 * log(m + n * z)
        - special.betaln(n / 2, m / 2)
    ),
    cdf=lambda z, n, m: special.betainc(n / 2, m / 2, n * z / (m + n * z)),
    sf=lambda z, n, m: special.betainc(m / 2, n / 2, m / (m + n * z)),
)
BETAPRIME = standard(
    above_0,
    lambda z, a, b: special.xlogy(a - 1, z) - (a + b) * np.log1p(z) - special.betaln(a, b),
    cdf=lambda z, a, b: special.betainc(a, b, z / (1 + z)),
    sf=lambda z, a, b: special.betainc(b, a, 1 / (1 + z)),
)

# -- like exponentials -------------------------------------------------------------------------------------------

GOMPERTZ = standard(
    above_0,
    lambda z, c: log(c) + z - c * np.expm1(z),
    cdf=lambda z, c: -np.expm1(-c * np.expm1(z)),
    sf=lambda z, c: np.exp(-c * np.expm1(z)),
    ppf=lambda q, c: np.log1p(-np.log1p(-q) / c),
    isf=lambda q, c: np.log1p(-log(q) / c),
)
HALFLOGISTIC = standard(
    above_0,
    lambda z: LOG_2 - z - 2 * np.log1p(np.exp(-z)),
    cdf=lambda z: np.tanh(z / 2),
    sf=lambda z: 2 * special.expit(-z),
    ppf=lambda q: 2 * np.arctanh(q),
    isf=lambda q: np.where(q < 0.5, -log(q / (2 - q)), 2 * np.arctanh(1 - q)),
)
EXPONWEIB = standard(
    above_0,
    lambda z, a, c: (
        log(a) + log(c) + special.xlogy(a - 1, -np.expm1(-(z**c))) - z**c + special.xlogy(c - 1, z)
    ),
    cdf=lambda z, a, c: (-np.expm1(-(z**c))) ** a,
    sf=lambda z, a, c: -np.expm1(special.xlogy(a, -np.expm1(-(z**c)))),
    ppf=lambda q, a, c: (-np.log1p(-(q ** (1 / a)))) ** (1 / c),
)
GENGAMMA = standard(
    above_0,
    lambda z, a, c: log(np.abs(c)) + special.xlogy(c * a - 1, z) - z**c - special.gammaln(a),
    cdf=lambda z, a, c: np.where(c > 0, special.gammainc(a, z**c), special.gammaincc(a, z**c)),
    sf=lambda z, a, c: np.where(c > 0, special.gammaincc(a, z**c), special.gammainc(a, z**c)),
)


def of_angle(c: Any) -> tuple:
    return np.pi / c, np.sin(np.pi / c)


def moment_of_gengamma(a: Any, c: Any, k: int) -> Any:
    return np.exp(special.gammaln(a + k / c) - special.gammaln(a))


def moment_of_burr(c: Any, d: Any, k: int) -> Any:
    known = c * d > k
    safe = np.where(known, d, 2.0 * k / c)
    return np.where(known, safe * np.exp(special.betaln(safe - k / c, 1 + k / c)), np.inf)


def variance_of_fisk(c: Any) -> Any:
    angle, sine = of_angle(c)
    return 2 * angle / np.sin(2 * angle) - (angle / sine) ** 2


HALF_LINE = {
    "halfnorm": Distribution(None, mean=lambda: ROOT_2_PI, var=lambda: 1 - 2 / np.pi, more=HALFNORM),
    "foldnorm": Distribution(None, ("c",), lambda c: c >= 0, more=FOLDNORM),
    "rayleigh": Distribution(
        None, mean=lambda: np.sqrt(np.pi / 2), var=lambda: (4 - np.pi) / 2, more=RAYLEIGH
    ),
    "maxwell": Distribution(None, mean=lambda: 2 * ROOT_2_PI, var=lambda: 3 - 8 / np.pi, more=MAXWELL),
    "chi": Distribution(
        None, ("df",), POSITIVE, half_of_mean, lambda df: df - half_of_mean(df) ** 2, more=CHI
    ),
    "nakagami": Distribution(
        None, ("nu",), POSITIVE, mean_of_nakagami, lambda nu: 1 - mean_of_nakagami(nu) ** 2, more=NAKAGAMI
    ),
    "rice": Distribution(None, ("b",), lambda b: b >= 0, more=RICE),
    "invgauss": Distribution(None, ("mu",), POSITIVE, lambda mu: mu, lambda mu: mu**3, more=INVGAUSS),
    "wald": Distribution(None, mean=lambda: 1.0, var=lambda: 1.0, more=with_one(INVGAUSS)),
    "genpareto": Distribution(
        None,
        ("c",),
        lambda c: np.isfinite(c),
        lambda c: np.where(c < 1, 1 / (1 - np.where(c < 1, c, 0.0)), np.inf),
        lambda c: np.where(
            c < 0.5, (1 - np.where(c < 0.5, c, 0)) ** -2 / (1 - 2 * np.where(c < 0.5, c, 0)), np.nan
        ),
        more=GENPARETO,
    ),
    "lomax": Distribution(
        None,
        ("c",),
        POSITIVE,
        mean_above(1, lambda c: 1 / (c - 1)),
        mean_above(2, lambda c: c / ((c - 1) ** 2 * (c - 2))),
        more=LOMAX,
    ),
    "fisk": Distribution(
        None,
        ("c",),
        POSITIVE,
        mean_above(1, lambda c: of_angle(c)[0] / of_angle(c)[1]),
        mean_above(2, variance_of_fisk),
        more=FISK,
    ),
    "burr12": Distribution(
        None,
        ("c", "d"),
        BOTH_POSITIVE,
        lambda c, d: moment_of_burr(c, d, 1),
        lambda c, d: moment_of_burr(c, d, 2) - moment_of_burr(c, d, 1) ** 2,
        more=BURR12,
    ),
    "halfcauchy": Distribution(None, mean=lambda: np.inf, var=lambda: np.inf, more=HALFCAUCHY),
    "levy": Distribution(None, mean=lambda: np.inf, var=lambda: np.inf, more=LEVY),
    "f": Distribution(
        None,
        ("dfn", "dfd"),
        BOTH_POSITIVE,
        mean_above(2, lambda n, m: m / (m - 2)),
        mean_above(4, lambda n, m: 2 * m * m * (n + m - 2) / (n * (m - 2) ** 2 * (m - 4))),
        more=F,
    ),
    "betaprime": Distribution(
        None,
        ("a", "b"),
        BOTH_POSITIVE,
        mean_above(1, lambda a, b: a / (b - 1)),
        mean_above(2, lambda a, b: a * (a + b - 1) / ((b - 2) * (b - 1) ** 2)),
        more=BETAPRIME,
    ),
    "gompertz": Distribution(None, ("c",), POSITIVE, more=GOMPERTZ),
    "halflogistic": Distribution(
        None, mean=lambda: 2 * LOG_2, var=lambda: np.pi**2 / 3 - 4 * LOG_2**2, more=HALFLOGISTIC
    ),
    "exponweib": Distribution(None, ("a", "c"), BOTH_POSITIVE, more=EXPONWEIB),
    "gengamma": Distribution(
        None,
        ("a", "c"),
        lambda a, c: (a > 0) & (c != 0),
        lambda a, c: moment_of_gengamma(a, c, 1),
        lambda a, c: moment_of_gengamma(a, c, 2) - moment_of_gengamma(a, c, 1) ** 2,
        more=GENGAMMA,
    ),
}
