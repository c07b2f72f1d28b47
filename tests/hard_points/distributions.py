"""The distributions of recto.scipy.stats: every method, from the definitions of density and probability.

A family: name, the arguments (x first) at which it is computed, and expressions of mpmath in x and the shapes y, z, w:
`density` the logarithm of the density (or of the probability of x), `below` and `above` the probabilities of a number
up to x and above it, `quantile` the number x such that the probability up to it is the first argument. `edges`: points
outside of the support, at its ends, at infinity and NaN, whose values are scipy.stats'.
"""
from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import scipy.stats

from recto.scipy import stats

from .table import INF, NAN, ROWS, row

__all__ = ["ROWS"]

CALLS = (lambda f: lambda x: f(x), lambda f: lambda x, y: f(x, y), lambda f: lambda x, y, z: f(x, y, z),
         lambda f: lambda x, y, z, w: f(x, y, z, w))


def family(name: str, points: list, edges: list, chances: list | None = None, wrt: tuple[int, ...] | None = None,
           ulps: float = 64, slope_ulps: float = 400, loose: dict[str, tuple[float, float]] | None = None,
           **given: str) -> None:
    """Rows for all methods; `loose` the tolerances (value, gradient) of methods that lose more digits."""
    made = {"logpdf": "density", "logpmf": "density", "pdf": "exp({density})", "pmf": "exp({density})",
            "cdf": "below", "sf": "above", "logcdf": "log({below})", "logsf": "log({above})",
            "ppf": "quantile", "isf": "upper"}
    module = importlib.import_module(f"recto.scipy.stats.{name}")
    for method, text in made.items():
        if not hasattr(module, method):
            continue
        definition = text.format(**given) if "{" in text else given[text]
        quantile = method in ("ppf", "isf")
        f = getattr(module, method)
        host = getattr(getattr(scipy.stats, name), method)
        at = (chances or []) if quantile else points
        arity = len(at[0]) if isinstance(at[0], tuple) else 1
        shapes = at[0][1:] if arity > 1 else ()
        ends = [(q, *shapes) for q in (0.0, 1.0, -0.1, 1.1, NAN)] if quantile else edges
        row(f"stats.{name}.{method}", CALLS[arity - 1](f), definition, at, wrt=wrt, host=host, edges=ends,
            **dict(zip(("ulps", "slope_ulps"), (loose or {}).get(method, (ulps, slope_ulps)))))


LINE = [0.0, 1e-10, 0.5, -1.0, 3.0, -8.0, 30.0]
FAR = [-1e5, 1e10, -1e10]
CHANCES = [1e-20, 1e-10, 1e-3, 0.2, 0.4, 0.5, 0.6, 0.9, 0.999]
ENDS = [INF, -INF, NAN]


def with_shapes(xs: list, *shapes: float) -> list:
    return [(x, *shapes) for x in xs]


# -- on the whole line -------------------------------------------------------------------------------------------------

NORMAL = "erfc({}x / sqrt(mpf(2))) / 2"
family("norm", LINE, [*ENDS, -100.0, 100.0, 1e3], CHANCES, ulps=400, slope_ulps=4000,
       density="-x * x / 2 - log(2 * pi) / 2", below=NORMAL.format("-"), above=NORMAL.format(""),
       quantile="sqrt(mpf(2)) * erfinv(2 * x - 1)", upper="-sqrt(mpf(2)) * erfinv(2 * x - 1)")
family("cauchy", [*LINE, *FAR], ENDS, CHANCES, loose={"ppf": (1000, 1000)},
       density="-log(pi * (1 + x * x))", below="atan2(1, -x) / pi", above="atan2(1, x) / pi",
       quantile="-cot(pi * x) if x != 0.5 else mpf(0)", upper="cot(pi * x) if x != 0.5 else mpf(0)")
family("laplace", [x for x in LINE if x] + [-300.0], ENDS, CHANCES, slope_ulps=100,
       density="-abs(x) - log(mpf(2))", below="exp(x) / 2 if x < 0 else 1 - exp(-x) / 2",
       quantile="log(2 * x) if x <= 0.5 else -log(2 * (1 - x))")
family("logistic", LINE, [*ENDS, 800.0, -800.0], CHANCES, loose={"ppf": (64, 400)},
       density="-abs(x) - 2 * log1p(exp(-abs(x)))", below="1 / (1 + exp(-x))", above="1 / (1 + exp(x))",
       quantile="log(x / (1 - x))", upper="log((1 - x) / x)")
family("gumbel_r", [0.0, -2.0, 0.5, 5.0, 40.0], [*ENDS, -1e3, -200.0], CHANCES[2:], loose={"ppf": (1000, 4000)},
       density="-x - exp(-x)", below="exp(-exp(-x))", above="-expm1(-exp(-x))", quantile="-log(-log(x))")
family("gumbel_l", [0.0, 2.0, 0.5, -5.0, -40.0], [*ENDS, 1e3, 200.0], CHANCES, loose={"ppf": (1000, 4000)},
       density="x - exp(x)", below="-expm1(-exp(x))", above="exp(-exp(x))", quantile="log(-log1p(-x))")
STUDENT = ("(1 + sign({0}x) * betainc(mpf(1) / 2, y / 2, 0, x * x / (y + x * x), regularized=True)) / 2"
           " if x {1} {2}2 else betainc(y / 2, mpf(1) / 2, 0, y / (y + x * x), regularized=True) / 2")
family("t", [(0.001, 1e6), (0.5, 3.0), (-1.0, 10.0), (-5.0, 4.0), (30.0, 2.0), (-30.0, 2.0), (0.0, 5.0), (1e-7, 2.0),
                (2.0, 49.0), (2.0, 51.0), (3.0, 1e3)],
       with_shapes(ENDS, 3.0), slope_ulps=4000,
       loose=dict.fromkeys(("cdf", "sf", "logcdf", "logsf"), (1e6, 4e12)),
       # at df = 1e6 terms of 2e-10 give a gradient of 1e-16
       density="loggamma((y + 1) / 2) - loggamma(y / 2) - log(pi * y) / 2 - (y + 1) / 2 * log1p(x * x / y)",
       below=STUDENT.format("", ">", "-"), above=STUDENT.format("-", "<", ""))
GENNORM_TAIL = "gammainc(1 / y, abs(x) ** y, inf, regularized=True) / 2"
family("gennorm", [(-10.0, 2.0), (-5.0, 2.0), (-0.5, 1.5), (0.7, 3.0), (2.0, 1.0), (0.0, 2.0), (1e-7, 2.0)],
       with_shapes(ENDS, 2.0), loose={"cdf": (4e5, 4e5)},
       density="log(y / 2) - loggamma(1 / y) - abs(x) ** y",
       below=f"{GENNORM_TAIL} if x < 0 else 1 - {GENNORM_TAIL}")
family("vonmises", [(0.3, 1.0), (1.0, 40.0), (3.0, 0.1), (0.0, 5.0)], [(NAN, 1.0)], ulps=400, slope_ulps=4000,
       density="y * cos(x) - log(2 * pi * besseli(0, y))")

family("wrapcauchy", [(0.3, 0.1), (1.0, 0.9), (3.0, 0.5), (6.0, 0.01)], [(-0.1, 0.5), (7.0, 0.5), (NAN, 0.5)],
       slope_ulps=4000, density="log((1 - y * y) / (2 * pi * (1 + y * y - 2 * y * cos(x))))")

# -- on a half line or an interval -------------------------------------------------------------------------------------

family("expon", [1e-20, 0.5, 3.0, 40.0, 80.0], [*ENDS, 0.0, -1.0, -1e-3], CHANCES[:-1] + [0.999],
       loose={"ppf": (64, 400)},
       density="-x", below="-expm1(-x)", above="exp(-x)", quantile="-log1p(-x)")
family("pareto", [(1.0001, 2.0), (7.0, 3.0), (1e5, 0.5), (1e10, 2.0)], with_shapes([*ENDS, 1.0, 0.5, -1.0], 2.0),
       [(0.2, 3.0), (0.9, 0.5), (1e-10, 2.0), (1e-20, 1.0)], slope_ulps=2000, loose={"cdf": (4e4, 4e4)},
       density="log(y) - (y + 1) * log(x)", below="1 - x ** -y", above="x ** -y", quantile="(1 - x) ** (-1 / y)")
family("lognorm", [(1e-10, 1.0), (0.3, 2.0), (7.0, 0.5), (1e5, 3.0)], with_shapes([*ENDS, 0.0, -1.0], 1.0),
       [(1e-5, 1.0), (0.4, 0.5), (0.999, 2.0)], ulps=4000, slope_ulps=1e5,
       density="-(log(x) / y) ** 2 / 2 - log(2 * pi) / 2 - log(x * y)", below="erfc(-log(x) / y / sqrt(mpf(2))) / 2",
       quantile="exp(y * sqrt(mpf(2)) * erfinv(2 * x - 1))")
family("gamma", [(0.1, 0.5), (2.0, 3.0), (9.0, 3.0), (5.0, 20.0), (60.0, 3.0), (1e-10, 2.0)],
       with_shapes([*ENDS, 0.0, -1.0, 1e3], 2.0), ulps=4000, slope_ulps=8000,
       loose={"sf": (2e5, 2e5)},
       density="(y - 1) * log(x) - x - loggamma(y)", below="gammainc(y, 0, x, regularized=True)",
       above="gammainc(y, x, inf, regularized=True)")
family("invgamma", [(0.4, 0.5), (0.5, 3.0), (1.5, 3.0), (0.1, 20.0), (60.0, 3.0), (1e3, 2.0)],
       with_shapes([*ENDS, 0.0, -1.0, 1e3], 2.0), ulps=4000, slope_ulps=8000, loose={"cdf": (2e5, 2e5)},
       density="-(y + 1) * log(x) - 1 / x - loggamma(y)", below="gammainc(y, 1 / x, inf, regularized=True)",
       above="gammainc(y, 0, 1 / x, regularized=True)")
family("chi2", [(0.1, 1.0), (2.0, 3.0), (60.0, 3.0), (5.0, 20.0)], with_shapes([*ENDS, 0.0, -1.0], 3.0),
       ulps=4000, slope_ulps=8000, loose={"sf": (2e5, 2e5)},
       density="(y / 2 - 1) * log(x) - x / 2 - loggamma(y / 2) - y / 2 * log(mpf(2))",
       below="gammainc(y / 2, 0, x / 2, regularized=True)", above="gammainc(y / 2, x / 2, inf, regularized=True)")
family("beta", [(0.3, 0.5, 0.5), (0.9, 3.0, 2.0), (1e-10, 2.0, 1.5), (0.5, 20.0, 30.0)],
       with_shapes([*ENDS, 0.0, 1.0, -1.0, 2.0], 2.0, 3.0), ulps=8000, slope_ulps=4e4,
       density="(y - 1) * log(x) + (z - 1) * log1p(-x) - log(beta(y, z))",
       below="betainc(y, z, 0, x, regularized=True)", above="betainc(z, y, 0, 1 - x, regularized=True)")
family("uniform", [(0.3, 0.0, 1.0), (2.5, 2.0, 4.0)], with_shapes([*ENDS, -1.0, 2.0, 1.0, 0.0], 0.0, 1.0),
       [(0.3, 0.0, 1.0), (1e-20, 0.0, 4.0)], density="-log(z)", below="(x - y) / z", quantile="y + x * z")
MASS = "(erfc(y / sqrt(mpf(2))) - erfc(z / sqrt(mpf(2))))"
family("truncnorm", [(0.3, -1.0, 2.0), (4.0, 3.0, 10.0), (-6.0, -9.0, -5.0), (12.0, 11.0, 30.0)],
       with_shapes([*ENDS, -2.0, 3.0], -1.0, 2.0), ulps=4e4, slope_ulps=4e5,
       density=f"-x * x / 2 + log(sqrt(2 / pi) / {MASS})",
       below=f"(erfc(y / sqrt(mpf(2))) - erfc(x / sqrt(mpf(2)))) / {MASS}",
       above=f"(erfc(x / sqrt(mpf(2))) - erfc(z / sqrt(mpf(2)))) / {MASS}")

# -- discrete ----------------------------------------------------------------------------------------------------------

BETWEEN = [NAN, -1.0, 0.5, INF, -INF]
family("bernoulli", [(0.0, 0.3), (1.0, 0.3), (1.0, 1e-20), (0.0, 1e-20)], with_shapes([*BETWEEN, 2.0], 0.3),
       [(0.2, 0.3), (0.9, 0.3)], wrt=(1,),
       density="log(y) if x == 1 else log1p(-y)", below="mpf(1) if x >= 1 else 1 - y",
       quantile="mpf(0) if x <= 1 - y else mpf(1)")
family("binom", [(0.0, 5.0, 0.3), (3.0, 10.0, 0.7), (50.0, 100.0, 0.5), (5.0, 5.0, 0.999), (1.0, 5.0, 1e-20)],
       with_shapes([*BETWEEN, 6.0], 5.0, 0.3), wrt=(2,), ulps=4e4, slope_ulps=4e4,
       density="log(binomial(y, x)) + x * log(z) + (y - x) * log1p(-z)")
family("betabinom", [(0.0, 5.0, 2.0, 3.0), (3.0, 10.0, 0.5, 0.5), (20.0, 50.0, 8.0, 9.0)],
       with_shapes([*BETWEEN, 6.0], 5.0, 2.0, 3.0), wrt=(2, 3), ulps=4e4, slope_ulps=4e5,
       density="log(binomial(y, x)) + log(beta(x + z, y - x + w)) - log(beta(z, w))")
family("geom", [(1.0, 0.3), (5.0, 0.5), (100.0, 0.02), (3.0, 1e-10)], with_shapes([*BETWEEN, 0.0], 0.3), wrt=(1,),
       ulps=1000, slope_ulps=4000, density="(x - 1) * log1p(-y) + log(y)")
family("nbinom", [(0.0, 5.0, 0.3), (3.0, 10.0, 0.7), (40.0, 2.5, 0.05)], with_shapes(BETWEEN, 5.0, 0.3), wrt=(2,),
       ulps=4000, slope_ulps=8000, density="log(binomial(x + y - 1, x)) + y * log(z) + x * log1p(-z)")
family("poisson", [(0.0, 0.5), (3.0, 2.0), (30.0, 25.0), (0.0, 50.0), (2.0, 1e-10)], with_shapes(BETWEEN, 2.0),
       wrt=(1,), ulps=2000, slope_ulps=8000, loose={"cdf": (2e4, 8e4)},
       density="x * log(y) - y - loggamma(x + 1)", below="gammainc(floor(x) + 1, y, inf, regularized=True)")

# -- of vectors --------------------------------------------------------------------------------------------------------

def vectors(name: str, arguments: Any, definition: str, points: list, **options: Any) -> None:
    """Rows for a distribution of vectors, as functions of numbers: `arguments` makes those of SciPy's function."""
    module, host = getattr(stats, name), getattr(scipy.stats, name)
    for method in ("logpdf", "pdf", "logpmf", "pmf"):
        if hasattr(module, method):
            text = definition if method.startswith("log") else f"exp({definition})"
            f, own = getattr(module, method), getattr(host, method)
            row(f"stats.{name}.{method}", lambda x, y, f=f: f(*arguments(x, y)), text, points,
                host=lambda x, y, f=own: f(*arguments(x, y)), **options)


vectors("multivariate_normal", lambda x, y: (np.stack([x, y], -1), np.zeros(2), np.array([[2.0, 0.5], [0.5, 1.0]])),
        "-(x * x - x * y + 2 * y * y) / mpf(3.5) - log(2 * pi) - log(mpf(1.75)) / 2",
        [(0.0, 0.0), (1.0, -2.0), (1e-10, 3.0), (10.0, 10.0)], ulps=400, slope_ulps=4000)
vectors("dirichlet", lambda x, y: (np.stack([x, 1 - x]), np.array([2.5, 0.5])),
        "mpf(1.5) * log(x) - mpf(0.5) * log(1 - x) - log(beta(mpf(2.5), mpf(0.5)))",
        [(0.25, 0.0), (0.5, 0.0), (0.75, 0.0)], wrt=(0,), ulps=400, slope_ulps=4000)
vectors("multinomial", lambda x, y: (np.stack([x, 5 - x], -1), 5, np.array([0.25, 0.75])),
        "log(binomial(5, x)) + x * log(mpf(0.25)) + (5 - x) * log(mpf(0.75))",
        [(0.0, 0.0), (2.0, 0.0), (5.0, 0.0)], wrt=(), ulps=400)
