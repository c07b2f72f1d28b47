"""The distributions of scipy.stats that compiled code knows."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from .. import stats
from .families import BOUNDED, COUNTED, HALF_LINE, REAL_LINE
from .families.record import BOTH_POSITIVE, EULER, POSITIVE, PROBABILITY, Distribution, of_positive, share


# What the modules lack, by SciPy's formulas: the upper tails of symmetric distributions are their lower ones.
LAPLACE = {
    "sf": lambda x, loc, scale: stats.laplace.cdf((loc - x) / scale),
    "isf": lambda q, loc, scale: loc - scale * stats.laplace.ppf(q),
}
LOGISTIC = {
    "logcdf": lambda x, loc, scale: special.log_expit((x - loc) / scale),
    "logsf": lambda x, loc, scale: special.log_expit((loc - x) / scale),
}
CAUCHY = {"isf": lambda q, loc, scale: loc - scale * stats.cauchy.ppf(q)}
EXPON = {"isf": lambda q, loc, scale: loc - scale * np.log(q)}
GUMBEL_R = {"isf": lambda q, loc, scale: loc - scale * np.log(-np.log1p(-q))}
GUMBEL_L = {"isf": lambda q, loc, scale: loc + scale * np.log(-np.log(q))}
PARETO = {"isf": lambda q, b, loc, scale: loc + scale * q ** (-1.0 / b)}
GENNORM = {"sf": lambda x, beta, loc, scale: stats.gennorm.cdf((loc - x) / scale, beta)}
LOGNORM = {
    "sf": lambda x, s, loc, scale: special.ndtr(-log_above((x - loc) / scale) / s),
    "logsf": lambda x, s, loc, scale: special.log_ndtr(-log_above((x - loc) / scale) / s),
    "logcdf": lambda x, s, loc, scale: special.log_ndtr(log_above((x - loc) / scale) / s),
    "isf": lambda q, s, loc, scale: loc + scale * np.exp(-s * special.ndtri(q)),
}
VONMISES = {
    "logpdf": lambda x, kappa, loc, scale: stats.vonmises.logpdf((x - loc) / scale, kappa) - np.log(scale),
    "pdf": lambda x, kappa, loc, scale: stats.vonmises.pdf((x - loc) / scale, kappa) / scale,
}
BINOM = {
    "cdf": lambda k, n, p, loc: at_most(k - loc, n, p),
    "sf": lambda k, n, p, loc: more_than(k - loc, n, p),
}
GEOM = {
    "cdf": lambda k, p, loc: -np.expm1(np.log1p(-p) * np.maximum(np.floor(k - loc), 0.0)),
    "sf": lambda k, p, loc: np.exp(np.log1p(-p) * np.maximum(np.floor(k - loc), 0.0)),
    "logsf": lambda k, p, loc: 0.0 + np.log1p(-p) * np.maximum(np.floor(k - loc), 0.0),
}
POISSON = {
    "sf": lambda k, mu, loc: np.where(
        k < loc, 1.0, special.gammainc(np.maximum(np.floor(k - loc), 0.0) + 1.0, mu)
    )
}
NBINOM = {
    "cdf": lambda k, n, p, loc: np.where(
        k < loc, 0.0, special.betainc(n, np.maximum(np.floor(k - loc), 0.0) + 1.0, p)
    ),
    "sf": lambda k, n, p, loc: np.where(
        k < loc, 1.0, special.betaincc(n, np.maximum(np.floor(k - loc), 0.0) + 1.0, p)
    ),
}


def weibull_logpdf(x: Any, c: Any, loc: Any, scale: Any) -> Any:
    z = (x - loc) / scale
    inside = np.where(z > 0, z, 1.0)
    log = np.log(c) + special.xlogy(c - 1.0, inside) - inside**c
    at_end = np.where(c < 1, np.inf, np.where(c > 1, -np.inf, 0.0))
    log = np.where(z > 0, log, np.where(z == 0, at_end, np.where(np.isnan(z), np.nan, -np.inf)))
    return log - np.log(scale)


WEIBULL_MIN = {
    "logpdf": weibull_logpdf,
    "pdf": lambda x, c, loc, scale: np.exp(weibull_logpdf(x, c, loc, scale)),
    "cdf": of_positive(lambda z, c: -np.expm1(-(z**c)), 0.0),
    "sf": of_positive(lambda z, c: np.exp(-(z**c)), 1.0),
    "logsf": of_positive(lambda z, c: -(z**c), 0.0),
    "ppf": lambda q, c, loc, scale: loc + scale * (-np.log1p(-share(q))) ** (1.0 / c),
    "isf": lambda q, c, loc, scale: loc + scale * (-np.log(share(q))) ** (1.0 / c),
}


def triangle(x: Any, c: Any, loc: Any, scale: Any) -> Any:
    """The density of a triangle over [0, 1] with its top at c."""
    z = (x - loc) / scale
    rising = z < c
    width = np.where(rising, c, 1.0 - c)
    height = np.where(rising, z, 1.0 - z)
    found = np.where(width > 0, 2.0 * height / np.where(width > 0, width, 1.0), 2.0)
    return np.where((z >= 0) & (z <= 1), found, np.where(np.isnan(z), np.nan, 0.0)) / scale


def below_triangle(x: Any, c: Any, loc: Any, scale: Any) -> Any:
    z = (x - loc) / scale
    inside = np.clip(z, 0.0, 1.0)
    rising, falling = np.where(c > 0, c, 1.0), np.where(c < 1, 1.0 - c, 1.0)
    return np.where(inside < c, inside**2 / rising, 1.0 - (1.0 - inside) ** 2 / falling * (c < 1))


def quantile_of_triangle(q: Any, c: Any, loc: Any, scale: Any) -> Any:
    q = share(q)
    low, high = np.where(q < c, c * q, 1.0), np.where(q < c, 1.0, (1.0 - c) * (1.0 - q))
    return loc + scale * np.where(q < c, np.sqrt(low), 1.0 - np.sqrt(high))


TRIANG = {"pdf": triangle, "cdf": below_triangle, "ppf": quantile_of_triangle}


def hypergeometric(k: Any, M: Any, n: Any, N: Any, loc: Any) -> Any:
    """log C(n, k) C(M - n, N - k) / C(M, N)."""
    k = k - loc
    missing = np.isnan(k)
    inside = (k == np.floor(k)) & (k >= np.maximum(N - (M - n), 0.0)) & (k <= np.minimum(n, N))
    k = np.where(inside, k, np.maximum(N - (M - n), 0.0))
    b = special.betaln
    log = b(n + 1, 1.0) + b(M - n + 1, 1.0) + b(M - N + 1, N + 1)
    log = log - b(k + 1, n - k + 1) - b(N - k + 1, M - n - N + k + 1) - b(M + 1, 1.0)
    return np.where(inside, log, np.where(missing, np.nan, -np.inf))


HYPERGEOM = {
    "logpmf": hypergeometric,
    "pmf": lambda k, M, n, N, loc: np.exp(hypergeometric(k, M, n, N, loc)),
}


def counts_of_balls(M: Any, n: Any, N: Any) -> Any:
    """n of M balls are white, and N are drawn."""
    whole = (M == np.round(M)) & (n == np.round(n)) & (N == np.round(N))
    return whole & (M > 0) & (n >= 0) & (N >= 0) & (n <= M) & (N <= M)


def log_above(z: Any) -> Any:
    """The logarithm; of what is not positive, -inf."""
    return np.where(z > 0, np.log(np.where(z > 0, z, 1.0)), np.where(z <= 0, -np.inf, np.nan))


def at_most(k: Any, n: Any, p: Any) -> Any:
    """The probability of no more than k successes: an incomplete beta integral, DLMF 8.17.5."""
    inside = np.clip(np.floor(k), 0.0, np.maximum(n - 1.0, 0.0))
    found = special.betaincc(inside + 1.0, np.maximum(n - inside, 1.0), p)
    return np.where(k < 0, 0.0, np.where(np.floor(k) >= n, 1.0, found))


def more_than(k: Any, n: Any, p: Any) -> Any:
    inside = np.clip(np.floor(k), 0.0, np.maximum(n - 1.0, 0.0))
    found = special.betainc(inside + 1.0, np.maximum(n - inside, 1.0), p)
    return np.where(k < 0, 1.0, np.where(np.floor(k) >= n, 0.0, found))


# Johnson, Kotz, Balakrishnan: Continuous univariate distributions (1994); Univariate discrete distributions (2005).
KNOWN = {
    "norm": Distribution(stats.norm, mean=lambda: 0.0, var=lambda: 1.0),
    "uniform": Distribution(stats.uniform, mean=lambda: 0.5, var=lambda: 1 / 12),
    "expon": Distribution(stats.expon, mean=lambda: 1.0, var=lambda: 1.0, more=EXPON),
    "laplace": Distribution(stats.laplace, mean=lambda: 0.0, var=lambda: 2.0, more=LAPLACE),
    "logistic": Distribution(stats.logistic, mean=lambda: 0.0, var=lambda: np.pi**2 / 3, more=LOGISTIC),
    "cauchy": Distribution(stats.cauchy, more=CAUCHY),
    "gumbel_r": Distribution(stats.gumbel_r, mean=lambda: EULER, var=lambda: np.pi**2 / 6, more=GUMBEL_R),
    "gumbel_l": Distribution(stats.gumbel_l, mean=lambda: -EULER, var=lambda: np.pi**2 / 6, more=GUMBEL_L),
    "gamma": Distribution(stats.gamma, ("a",), POSITIVE, lambda a: a, lambda a: a),
    "invgamma": Distribution(
        stats.invgamma,
        ("a",),
        POSITIVE,
        lambda a: np.where(a > 1, 1 / np.where(a > 1, a - 1, 1.0), np.inf),
        lambda a: np.where(a > 2, 1 / np.where(a > 2, (a - 1) ** 2 * (a - 2), 1.0), np.inf),
    ),
    "chi2": Distribution(stats.chi2, ("df",), POSITIVE, lambda df: df, lambda df: 2 * df),
    "t": Distribution(
        stats.t,
        ("df",),
        POSITIVE,
        lambda df: np.where(df > 1, 0.0, np.inf),
        lambda df: np.where(df > 2, df / np.where(df > 2, df - 2, 1.0), np.where(df > 1, np.inf, np.nan)),
    ),
    "pareto": Distribution(
        stats.pareto,
        ("b",),
        POSITIVE,
        lambda b: np.where(b > 1, b / np.where(b > 1, b - 1, 1.0), np.inf),
        lambda b: np.where(b > 2, b / np.where(b > 2, (b - 1) ** 2 * (b - 2), 1.0), np.inf),
        more=PARETO,
    ),
    "lognorm": Distribution(
        stats.lognorm,
        ("s",),
        POSITIVE,
        lambda s: np.exp(s * s / 2),
        lambda s: np.exp(s * s) * np.expm1(s * s),
        more=LOGNORM,
    ),
    "gennorm": Distribution(
        stats.gennorm,
        ("beta",),
        POSITIVE,
        lambda beta: 0.0 * beta,
        lambda beta: np.exp(special.gammaln(3 / beta) - special.gammaln(1 / beta)),
        more=GENNORM,
    ),
    "vonmises": Distribution(stats.vonmises, ("kappa",), lambda kappa: kappa >= 0, more=VONMISES),
    "beta": Distribution(
        stats.beta,
        ("a", "b"),
        BOTH_POSITIVE,
        lambda a, b: a / (a + b),
        lambda a, b: a * b / ((a + b) ** 2 * (a + b + 1)),
    ),
    "weibull_min": Distribution(
        None,
        ("c",),
        POSITIVE,
        lambda c: special.gamma(1 + 1 / c),
        lambda c: special.gamma(1 + 2 / c) - special.gamma(1 + 1 / c) ** 2,
        more=WEIBULL_MIN,
    ),
    "triang": Distribution(
        None, ("c",), PROBABILITY, lambda c: (c + 1) / 3, lambda c: (1 - c + c * c) / 18, more=TRIANG
    ),
    "truncnorm": Distribution(stats.truncnorm, ("a", "b"), lambda a, b: a < b),
    "bernoulli": Distribution(stats.bernoulli, ("p",), PROBABILITY, lambda p: p, lambda p: p * (1 - p), True),
    "binom": Distribution(
        stats.binom,
        ("n", "p"),
        lambda n, p: (n >= 0) & (n == np.round(n)) & PROBABILITY(p),
        lambda n, p: n * p,
        lambda n, p: n * p * (1 - p),
        True,
        more=BINOM,
    ),
    "geom": Distribution(
        stats.geom,
        ("p",),
        lambda p: (p > 0) & (p <= 1),
        lambda p: 1 / p,
        lambda p: (1 - p) / p**2,
        True,
        more=GEOM,
    ),
    "poisson": Distribution(
        stats.poisson, ("mu",), lambda mu: mu >= 0, lambda mu: mu, lambda mu: mu, True, more=POISSON
    ),
    "nbinom": Distribution(
        stats.nbinom,
        ("n", "p"),
        lambda n, p: (n > 0) & (p > 0) & (p <= 1),
        lambda n, p: n * (1 - p) / p,
        lambda n, p: n * (1 - p) / p**2,
        True,
        more=NBINOM,
    ),
    "betabinom": Distribution(
        stats.betabinom,
        ("n", "a", "b"),
        lambda n, a, b: (n >= 0) & (n == np.round(n)) & BOTH_POSITIVE(a, b),
        lambda n, a, b: n * a / (a + b),
        lambda n, a, b: n * a * b * (a + b + n) / ((a + b) ** 2 * (a + b + 1)),
        True,
    ),
    "hypergeom": Distribution(
        None,
        ("M", "n", "N"),
        counts_of_balls,
        lambda M, n, N: n * N / M,
        lambda M, n, N: n * N * (M - n) * (M - N) / (M * M * np.where(M > 1, M - 1, np.nan)),
        True,
        more=HYPERGEOM,
    ),
    "erlang": Distribution(stats.gamma, ("a",), POSITIVE, lambda a: a, lambda a: a),
    **HALF_LINE,
    **REAL_LINE,
    **BOUNDED,
    **COUNTED,
}
