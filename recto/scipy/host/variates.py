"""Random variates of scipy.stats: SciPy's own numbers, from the same generator."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.stats

from recto.transform.library import read_as, unsupported

from .distributions import KNOWN
from .samples import normal_parameters
from .stats import compute, functions_of, parameters


def lognormal(rng: Any, size: Any, s: Any) -> Any:
    return np.exp(s * rng.standard_normal(size))


def on_the_circle(rng: Any, size: Any, kappa: Any) -> Any:
    return rng.vonmises(0.0, kappa, size)


def of_betas(rng: Any, size: Any, n: Any, a: Any, b: Any) -> Any:
    return rng.binomial(n, rng.beta(a, b, size), size)


def generalized_normal(rng: Any, size: Any, beta: Any) -> Any:
    sizes = rng.gamma(1 / beta, size=size) ** (1 / beta)
    return np.where(rng.random(size) < 0.5, -sizes, sizes)


def skewed(rng: Any, size: Any, a: Any) -> Any:
    first, second = rng.normal(size=size), rng.normal(size=size)
    share = a / np.sqrt(1 + a * a)
    found = share * first + second * np.sqrt(1 - share * share)
    return np.where(first >= 0, found, -found)


def of_gammas(rng: Any, size: Any, a: Any, b: Any) -> Any:
    above = rng.standard_gamma(a, size)
    return above / rng.standard_gamma(b, size)


def on_a_half_circle(rng: Any, size: Any) -> Any:
    radius = np.sqrt(rng.uniform(size=size))
    return radius * np.cos(np.pi * rng.uniform(size=size))


def log_of_gamma(rng: Any, size: Any, c: Any) -> Any:
    found = np.log(rng.gamma(c + 1, size=size))
    return found + np.log(rng.uniform(size=size)) / c


def with_exponential_tail(rng: Any, size: Any, K: Any) -> Any:
    tail = rng.standard_exponential(size) * K
    return tail + rng.standard_normal(size)


def two_sided(rng: Any, size: Any, a: Any) -> Any:
    p = -np.expm1(-np.asarray(a))
    first = rng.geometric(p, size)
    return first - rng.geometric(p, size)


# The standard distribution by a generator; the others invert the cdf, as SciPy does.
DRAWN = {
    "norm": lambda rng, size: rng.standard_normal(size),
    "uniform": lambda rng, size: rng.uniform(0.0, 1.0, size),
    "expon": lambda rng, size: rng.standard_exponential(size),
    "laplace": lambda rng, size: rng.laplace(0, 1, size),
    "logistic": lambda rng, size: rng.logistic(size=size),
    "gamma": lambda rng, size, a: rng.standard_gamma(a, size),
    "beta": lambda rng, size, a, b: rng.beta(a, b, size),
    "chi2": lambda rng, size, df: rng.chisquare(df, size),
    "t": lambda rng, size, df: rng.standard_t(df, size),
    "lognorm": lognormal,
    "gennorm": generalized_normal,
    "vonmises": on_the_circle,
    "bernoulli": lambda rng, size, p: rng.binomial(1, p, size),
    "binom": lambda rng, size, n, p: rng.binomial(n, p, size),
    "poisson": lambda rng, size, mu: rng.poisson(mu, size),
    "geom": lambda rng, size, p: rng.geometric(p, size),
    "nbinom": lambda rng, size, n, p: rng.negative_binomial(n, p, size),
    "betabinom": of_betas,
    "triang": lambda rng, size, c: rng.triangular(0, c, 1, size),
    "hypergeom": lambda rng, size, M, n, N: rng.hypergeometric(n, M - n, N, size),
    "halfnorm": lambda rng, size: np.abs(rng.standard_normal(size)),
    "foldnorm": lambda rng, size, c: np.abs(rng.standard_normal(size) + c),
    "rayleigh": lambda rng, size: np.sqrt(rng.chisquare(2, size)),
    "maxwell": lambda rng, size: np.sqrt(rng.chisquare(3.0, size)),
    "chi": lambda rng, size, df: np.sqrt(rng.chisquare(df, size)),
    "f": lambda rng, size, n, m: rng.f(n, m, size),
    "invgauss": lambda rng, size, mu: rng.wald(mu, 1.0, size),
    "wald": lambda rng, size: rng.wald(1.0, 1.0, size),
    "nakagami": lambda rng, size, nu: np.sqrt(rng.standard_gamma(nu, size) / nu),
    "betaprime": of_gammas,
    "gengamma": lambda rng, size, a, c: rng.standard_gamma(a, size) ** (1 / c),
    "exponnorm": with_exponential_tail,
    "skewnorm": skewed,
    "moyal": lambda rng, size: -np.log(2.0 * rng.standard_gamma(0.5, size)),
    "loggamma": log_of_gamma,
    "semicircular": on_a_half_circle,
    "erlang": lambda rng, size, a: rng.standard_gamma(a, size),
    "zipf": lambda rng, size, a: rng.zipf(a, size),
    "logser": lambda rng, size, p: rng.logseries(p, size),
    "planck": lambda rng, size, rate: rng.geometric(-np.expm1(-rate), size) - 1,
    "dlaplace": two_sided,
}


def generator(given: Any, usual: Any) -> Any:
    """The generator that an argument random_state means."""
    if given is None:
        return usual
    return np.random.RandomState(given) if isinstance(given, int) else given


def shape_of(size: Any, values: list) -> tuple:
    """The shape that is asked for; without size=, that of the parameters."""
    shape = np.broadcast_shapes(*[np.shape(v) for v in values])
    if shape and shape[0] == 1:
        unsupported("rvs: compiled code wants parameters without leading axes of length 1")
    if size is None:
        return shape
    asked = tuple(size) if isinstance(size, (tuple, list)) else (size,)
    if np.broadcast_shapes(shape, asked) != asked:
        raise ValueError(f"size does not match the broadcast shape of the parameters. {size}, {shape}")
    return asked


def variates(name: str, *args: Any, size: Any = None, random_state: Any = None, **kwds: Any) -> Any:
    """scipy.stats.<name>.rvs(…)."""
    known = KNOWN[name]
    count = len(known.shapes) + (1 if known.discrete else 2)
    if len(args) > count:
        size, args = args[count], args[:count]
    values = parameters(known, args, kwds)
    shapes, loc = values[: len(known.shapes)], values[len(known.shapes)]
    scale = 1.0 if known.discrete else values[-1]
    if not np.all(known.valid(*shapes)) or not np.all(np.asarray(scale) >= 0):
        raise ValueError(
            "Domain error in arguments. The `scale` parameter must be positive for all distributions, and "
            "many distributions have restrictions on shape parameters."
        )
    rng = generator(random_state, getattr(scipy.stats, name)._random_state)
    asked = shape_of(size, values)
    if np.all(np.asarray(scale) == 0):
        return loc * np.ones(asked)
    drawn = drawn_from(name, rng, asked, shapes)
    if known.discrete:
        whole = np.asarray(drawn) + loc
        return whole.astype(np.int64) if asked else int(whole)
    found = drawn * scale + loc
    return np.mod(found + np.pi, 2 * np.pi) - np.pi if name == "vonmises" else found


def drawn_from(name: str, rng: Any, size: tuple, shapes: list) -> Any:
    if name in DRAWN:
        return DRAWN[name](rng, size, *shapes)
    return compute(name, "ppf", rng.uniform(size=size), [*shapes, 0.0, 1.0])


def of_frozen(frozen: Any, size: Any = None, random_state: Any = None) -> Any:
    """rvs of a distribution that SciPy froze outside of compiled code."""
    if frozen.dist._random_state is not getattr(scipy.stats, frozen.dist.name)._random_state:
        unsupported("rvs of a frozen distribution with a generator of its own: give random_state=")
    return frozen.dist.rvs(*frozen.args, **frozen.kwds, size=size, random_state=random_state)


@read_as("scipy.stats.multivariate_normal.rvs")
def multivariate_normal(mean: Any = None, cov: Any = 1, size: Any = 1, random_state: Any = None) -> Any:
    mean, cov = normal_parameters(mean, cov)
    rng = generator(random_state, scipy.stats.multivariate_normal._random_state)
    return np.squeeze(rng.multivariate_normal(mean, cov, size))[()]


@read_as("scipy._lib._util.rng_integers")
def rng_integers(
    gen: Any, low: Any, high: Any = None, size: Any = None, dtype: Any = "int64", endpoint: bool = False
) -> Any:
    """Integers of a Generator, or of a RandomState."""
    if isinstance(gen, np.random.Generator):
        return gen.integers(low, high=high, size=size, dtype=dtype, endpoint=endpoint)
    rng = np.random.mtrand._rand if gen is None else gen
    if endpoint:
        low, high = (low + 1, None) if high is None else (low, high + 1)
    return rng.randint(low, high=high, size=size, dtype=dtype)


@read_as("scipy._lib._util.check_random_state")
def check_random_state(seed: Any) -> Any:
    return generator(seed, np.random.mtrand._rand)


def _enter() -> None:
    for name, known in KNOWN.items():
        inverted = "_rvs" not in vars(type(getattr(scipy.stats, name))) and "ppf" in functions_of(known)
        if name in DRAWN or inverted:
            read_as(f"scipy.stats.{name}.rvs", first=(name,))(variates)
    read_as("scipy.stats._distn_infrastructure.rv_frozen.rvs")(of_frozen)


_enter()
