"""The methods of random generators with their parameters: NumPy's are written in C, and have no signatures."""

from __future__ import annotations

import inspect
import random
from typing import Any

import numpy as np

SIGNATURES = {
    "beta": "a b size=None",
    "binomial": "n p size=None",
    "bytes": "length",
    "chisquare": "df size=None",
    "dirichlet": "alpha size=None",
    "exponential": "scale=1.0 size=None",
    "f": "dfnum dfden size=None",
    "gamma": "shape scale=1.0 size=None",
    "geometric": "p size=None",
    "gumbel": "loc=0.0 scale=1.0 size=None",
    "hypergeometric": "ngood nbad nsample size=None",
    "laplace": "loc=0.0 scale=1.0 size=None",
    "logistic": "loc=0.0 scale=1.0 size=None",
    "lognormal": "mean=0.0 sigma=1.0 size=None",
    "logseries": "p size=None",
    "multinomial": "n pvals size=None",
    "negative_binomial": "n p size=None",
    "noncentral_chisquare": "df nonc size=None",
    "noncentral_f": "dfnum dfden nonc size=None",
    "normal": "loc=0.0 scale=1.0 size=None",
    "pareto": "a size=None",
    "poisson": "lam=1.0 size=None",
    "power": "a size=None",
    "rayleigh": "scale=1.0 size=None",
    "standard_cauchy": "size=None",
    "standard_t": "df size=None",
    "triangular": "left mode right size=None",
    "uniform": "low=0.0 high=1.0 size=None",
    "vonmises": "mu kappa size=None",
    "wald": "mean scale size=None",
    "weibull": "a size=None",
    "zipf": "a size=None",
}
OF_GENERATOR = SIGNATURES | {
    "choice": "a size=None replace=True p=None axis=0 shuffle=True",
    "permutation": "x axis=0",
    "integers": "low high=None size=None dtype=np.int64 endpoint=False",
    "shuffle": "x axis=0",
    "multivariate_hypergeometric": "colors nsample size=None method='marginals'",
    "permuted": "x axis=None out=None",
    "multivariate_normal": "mean cov size=None check_valid='warn' tol=1e-08 method='svd'",
    "random": "size=None dtype=np.float64 out=None",
    "standard_normal": "size=None dtype=np.float64 out=None",
    "standard_exponential": "size=None dtype=np.float64 method='zig' out=None",
    "standard_gamma": "shape size=None dtype=np.float64 out=None",
}
OF_STATE = SIGNATURES | {
    "choice": "a size=None replace=True p=None",
    "permutation": "x",
    "shuffle": "x",
    "rand": "*size",
    "randn": "*size",
    "multivariate_normal": "mean cov size=None check_valid='warn' tol=1e-08",
    "random": "size=None",
    "random_sample": "size=None",
    "randint": "low high=None size=None dtype=int",
    "tomaxint": "size=None",
    "random_integers": "low high=None size=None",
    "seed": "seed=None",
    "standard_exponential": "size=None",
    "standard_gamma": "shape size=None",
    "standard_normal": "size=None",
}
OF_PYTHON = (
    "random uniform gauss normalvariate lognormvariate expovariate betavariate gammavariate vonmisesvariate "
    "paretovariate weibullvariate triangular randint randrange getrandbits seed choice choices sample "
    "shuffle"
).split()


def signature(spec: str) -> inspect.Signature:
    namespace: dict[str, Any] = {"np": np}
    exec(f"def method({', '.join(spec.split())}): pass", namespace)
    return inspect.signature(namespace["method"])


METHODS: dict[str, dict[str, inspect.Signature]] = {
    "Generator": {name: signature(spec) for name, spec in OF_GENERATOR.items()},
    "RandomState": {name: signature(spec) for name, spec in OF_STATE.items()},
    "Random": {
        name: inspect.signature(getattr(random.Random, name))
        for name in OF_PYTHON
        if name not in ("random", "getrandbits")
    }
    | {"random": signature("self"), "getrandbits": signature("self k")},
}
