"""The distributions of scipy.stats that compiled code knows."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

from .. import stats


@dataclasses.dataclass(frozen=True)
class Distribution:
    """A distribution of numbers.

    Attributes:
        home: the module that has its functions
        shapes: the parameters before loc and scale
        valid: are these parameters in their domain? Elsewhere every result is NaN.
        mean, var: of loc = 0 and scale = 1, by the shapes; None where there is no formula here
        discrete: it has no scale
        more: functions that its module lacks
    """

    home: Any
    shapes: tuple[str, ...] = ()
    valid: Callable = lambda: True
    mean: Callable | None = None
    var: Callable | None = None
    discrete: bool = False
    more: dict[str, Callable] = dataclasses.field(default_factory=dict)


EULER = 0.5772156649015329
POSITIVE = lambda a: a > 0
BOTH_POSITIVE = lambda a, b: (a > 0) & (b > 0)
PROBABILITY = lambda p: (p >= 0) & (p <= 1)

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
}
