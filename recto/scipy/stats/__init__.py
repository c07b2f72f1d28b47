"""Distributions, each a module with `logpdf`, `pdf`, `cdf` … as in scipy.stats.

>>> import recto
>>> from recto.scipy import stats
>>> stats.norm.cdf(0.0)
np.float64(0.5)
>>> recto.grad(stats.norm.logpdf)(1.0, 0.0, 2.0)
Array(-0.25, dtype=float64)
"""

import sys as _sys

from scipy import stats as _host

from ..._api.jit import jit as _jit
from ..._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._discrete import bernoulli, betabinom, binom, geom, nbinom, poisson
from ._half_line import chi2, expon, gamma, invgamma, lognorm, pareto
from ._interval import beta, truncnorm, uniform, vonmises, wrapcauchy
from ._multivariate import dirichlet, multinomial, multivariate_normal
from ._real_line import cauchy, gennorm, gumbel_l, gumbel_r, laplace, logistic, norm, t

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
    "invgamma",
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
    "wrapcauchy",
]

# They are modules of this package for users, whichever folder they are in: import recto.scipy.stats.norm as norm
_sys.modules.update({f"{__name__}.{_name}": globals()[_name] for _name in __all__})

sem, mode, rankdata = _jit(_host.sem), _jit(_host.mode), _jit(_host.rankdata)
__all__ += ["mode", "rankdata", "sem"]
_refuse_other_names(globals())
