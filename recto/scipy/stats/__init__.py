"""Distributions, each a module with `logpdf`, `pdf`, `cdf` … as in scipy.stats.

    >>> import recto
    >>> from recto.scipy import stats
    >>> stats.norm.cdf(0.0)
    np.float64(0.5)
    >>> recto.grad(stats.norm.logpdf)(1.0, 0.0, 2.0)
    Array(-0.25, dtype=float64)
"""
from ..._boundary.tracebacks import missing_from as _missing_from
from . import (bernoulli, beta, betabinom, binom, cauchy, chi2, dirichlet, expon, gamma, gennorm, geom, gumbel_l,
               gumbel_r, laplace, logistic, lognorm, multinomial, multivariate_normal, nbinom, norm, pareto,
               poisson, t, truncnorm, uniform, vonmises)

__all__ = [
    "bernoulli",
    "beta",
    "betabinom",
    "binom",
    "cauchy",
    "chi2",
    "dirichlet",
    "expon",
    "gamma",
    "gennorm",
    "geom",
    "gumbel_l",
    "gumbel_r",
    "laplace",
    "logistic",
    "lognorm",
    "multinomial",
    "multivariate_normal",
    "nbinom",
    "norm",
    "pareto",
    "poisson",
    "t",
    "truncnorm",
    "uniform",
    "vonmises",
]

__getattr__ = _missing_from(globals())
