"""scipy.stats: distributions, with parameters in each call or frozen."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.stats

from recto.transform import CompileError
from recto.transform.core.registered import ORIGINALS
from recto.transform.library import read_as, unsupported

from ..._api.derivatives import stop_gradient
from ..._api.host import host
from ...lax._implicit import as_implicit
from .distributions import KNOWN, Distribution

FUNCTIONS = ("pdf", "logpdf", "pmf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf")
MOMENTS = ("mean", "var", "std")
BY = {
    "logpdf": "pdf",
    "logpmf": "pmf",
    "logcdf": "cdf",
    "sf": "cdf",
    "logsf": "cdf",
    "isf": "ppf",
}  # what the general formulas take


def wide(x: Any) -> Any:
    """In double precision, as SciPy computes."""
    return float(x) if isinstance(x, (bool, int, float)) else np.asarray(x, np.float64)


def parameters(known: Distribution, args: tuple, kwds: dict) -> list:
    """The shapes, loc and (of continuous distributions) scale, from a call's arguments."""
    given = {"loc": 0.0} if known.discrete else {"loc": 0.0, "scale": 1.0}
    names = known.shapes + tuple(given)
    given.update(dict(zip(names, args)))
    for name in kwds:
        if name not in names:
            raise TypeError(f"unexpected keyword argument {name!r}")
        given[name] = kwds[name]
    if len(args) > len(names):
        raise TypeError("too many arguments")
    for name in names:
        if name not in given:
            raise TypeError(f"missing argument {name!r}")
    return [wide(given[name]) for name in names]


def in_domain(known: Distribution, values: list) -> Any:
    """Whether the parameters of a distribution are such that there is one."""
    valid = known.valid(*values[: len(known.shapes)])
    return valid if known.discrete else valid & (values[-1] > 0)


def evaluate(name: str, function: str, x: Any, *args: Any, **kwds: Any) -> Any:
    """scipy.stats.<name>.<function>(x, …)."""
    known = KNOWN[name]
    values = parameters(known, args, kwds)
    x, valid = wide(x), in_domain(known, values)
    if function == "isf":
        valid = valid & (x >= 0) & (x <= 1)
    return np.where(valid, compute(name, function, x, values), np.nan)[()]


def compute(name: str, function: str, x: Any, values: list) -> Any:
    """A function of a distribution; where it has no formula of its own, SciPy's general one."""
    known = KNOWN[name]
    if function in known.more:
        return known.more[function](x, *values)
    if hasattr(known.home, function):
        return getattr(known.home, function)(x, *values)
    if function in ("logpdf", "logpmf"):
        found = compute(name, function[3:], x, values)
        return np.where(
            found > 0, np.log(np.where(found > 0, found, 1.0)), np.where(found == 0, -np.inf, np.nan)
        )
    if function == "logcdf":
        return np.log(compute(name, "cdf", x, values))
    if function == "logsf":
        return np.log(compute(name, "sf", x, values))
    if function == "sf":
        return 1.0 - compute(name, "cdf", x, values)
    if "ppf" in known.more or hasattr(known.home, "ppf") or known.discrete:
        return compute(name, "ppf", 1.0 - x, values)
    return quantile(name, function, x, values)


# -- quantiles that SciPy computes, with the derivatives of the implicit function ----------------------------


@host(result=lambda name, function, q, *shapes: np.empty(q.shape), pure=True, vectorized=True)
def standard_quantile(name: str, function: str, q: Any, *shapes: Any) -> Any:
    """SciPy's, with the ends of the support at 0 and 1."""
    known = getattr(scipy.stats, name)
    first, last = known._get_support(*shapes)
    first, last = (first, last) if function == "ppf" else (last, first)
    with np.errstate(all="ignore"):
        inside = np.where((q > 0) & (q < 1), q, 0.5)  # a search for the ends would not end
        found = known._ppf(inside, *shapes) if function == "ppf" else known._isf(inside, *shapes)
    return np.where(q == 0, first, np.where(q == 1, last, found))


def quantile(name: str, function: str, q: Any, values: list) -> Any:
    """ppf or isf: z with F(z) = q, so that dz = (dq - dF) / F'(z)."""
    shape = np.broadcast_shapes(np.shape(q), *[np.shape(v) for v in values])
    q, *values = [np.broadcast_to(np.asarray(v, np.float64), shape) for v in (q, *values)]
    shapes, loc, scale = values[:-2], values[-2], values[-1]
    inside = (q > 0) & (q < 1)
    tail, sign = ("cdf", 1.0) if function == "ppf" else ("sf", -1.0)
    z = standard_quantile(name, function, q, *shapes)
    safe = np.where(inside, z, 0.5)
    slope = stop_gradient(compute(name, "pdf", safe, [*shapes, 0.0, 1.0])) * sign
    known = inside & (slope != 0)

    def step(z: Any) -> Any:
        return np.where(
            known, compute(name, tail, np.where(known, z, 0.5), [*shapes, 0.0, 1.0]) - q, 0.0
        ) / np.where(known, slope, 1.0)

    return np.where((q >= 0) & (q <= 1), loc + scale * as_implicit(z, step), np.nan)


def moment(name: str, function: str, *args: Any, **kwds: Any) -> Any:
    """scipy.stats.<name>.<mean, var or std>(…)."""
    known = KNOWN[name]
    values = parameters(known, args, kwds)
    shapes, loc = values[: len(known.shapes)], values[len(known.shapes)]
    scale = 1.0 if known.discrete else values[-1]
    if function == "mean":
        found = known.mean(*shapes) * scale + loc
    elif function == "var":
        found = known.var(*shapes) * scale * scale
    else:
        found = np.sqrt(known.var(*shapes)) * scale
    found, _ = np.broadcast_arrays(found, loc)
    return np.where(in_domain(known, values), found, np.nan)[()]


def interval(name: str, confidence: Any, *args: Any, **kwds: Any) -> tuple:
    """The range around the median that has a probability."""
    half = (1.0 - confidence) / 2.0
    return evaluate(name, "ppf", half, *args, **kwds), evaluate(name, "ppf", 1.0 - half, *args, **kwds)


def median(name: str, *args: Any, **kwds: Any) -> Any:
    return evaluate(name, "ppf", 0.5, *args, **kwds)


def mean_and_variance(name: str, *args: Any, moments: str = "mv", **kwds: Any) -> Any:
    """scipy.stats.<name>.stats(…)."""
    if any([letter not in "mv" for letter in moments]):
        unsupported(f"{name}.stats: compiled code has moments='mv', the mean and the variance")
    found = [
        moment(name, "mean" if letter == "m" else "var", *args, **kwds)
        for letter in "mv"
        if letter in moments
    ]
    return tuple(found) if len(found) > 1 else found[0]


FITTED = {  # loc and scale of the largest likelihood, from the data and from loc
    "norm": (np.mean, lambda x, loc: np.sqrt(np.mean((x - loc) ** 2))),
    "expon": (np.min, lambda x, loc: np.mean(x) - loc),
    "laplace": (np.median, lambda x, loc: np.mean(np.abs(x - loc))),
}


def fit(name: str, data: Any, *, floc: Any = None, fscale: Any = None, **more: Any) -> tuple:
    """scipy.stats.<name>.fit(data): loc and scale."""
    if more:
        unsupported(f"{name}.fit: compiled code has floc= and fscale= alone")
    if floc is not None and fscale is not None:
        raise ValueError("All parameters fixed. There is nothing to optimize.")
    x = np.ravel(np.asarray(data, np.float64))
    if not np.all(np.isfinite(x)):
        raise ValueError("The data contains non-finite values.")
    of_loc, of_scale = FITTED[name]
    loc = of_loc(x) if floc is None else floc
    return loc, of_scale(x, loc) if fscale is None else fscale


class Frozen:
    """A distribution with its parameters: scipy.stats.norm(loc, scale)."""

    def __init__(self, name: str, *args: Any, **kwds: Any):
        self.name, self.args, self.kwds = name, args, kwds
        self.ranks = tuple([np.ndim(v) for v in (*args, *kwds.values())])

    def pdf(self, x: Any) -> Any:
        return evaluate(self.name, "pdf", x, *self.args, **self.kwds)

    def logpdf(self, x: Any) -> Any:
        return evaluate(self.name, "logpdf", x, *self.args, **self.kwds)

    def pmf(self, k: Any) -> Any:
        return evaluate(self.name, "pmf", k, *self.args, **self.kwds)

    def logpmf(self, k: Any) -> Any:
        return evaluate(self.name, "logpmf", k, *self.args, **self.kwds)

    def cdf(self, x: Any) -> Any:
        return evaluate(self.name, "cdf", x, *self.args, **self.kwds)

    def logcdf(self, x: Any) -> Any:
        return evaluate(self.name, "logcdf", x, *self.args, **self.kwds)

    def sf(self, x: Any) -> Any:
        return evaluate(self.name, "sf", x, *self.args, **self.kwds)

    def logsf(self, x: Any) -> Any:
        return evaluate(self.name, "logsf", x, *self.args, **self.kwds)

    def ppf(self, q: Any) -> Any:
        return evaluate(self.name, "ppf", q, *self.args, **self.kwds)

    def isf(self, q: Any) -> Any:
        return evaluate(self.name, "isf", q, *self.args, **self.kwds)

    def rvs(self, size: Any = None, random_state: Any = None) -> Any:
        return getattr(scipy.stats, self.name).rvs(
            *self.args, **self.kwds, size=size, random_state=random_state
        )

    def mean(self) -> Any:
        return moment(self.name, "mean", *self.args, **self.kwds)

    def var(self) -> Any:
        return moment(self.name, "var", *self.args, **self.kwds)

    def std(self) -> Any:
        return moment(self.name, "std", *self.args, **self.kwds)

    def median(self) -> Any:
        return median(self.name, *self.args, **self.kwds)

    def stats(self, moments: str = "mv") -> Any:
        return mean_and_variance(self.name, *self.args, moments=moments, **self.kwds)

    def interval(self, confidence: Any) -> tuple:
        return interval(self.name, confidence, *self.args, **self.kwds)


def frozen(name: str, args: tuple, kwds: dict, ranks: tuple) -> Any:
    """SciPy's own object, which the caller gets."""
    refuse_batch(ranks != tuple([np.ndim(v) for v in (*args, *kwds.values())]))
    return getattr(scipy.stats, name)(*map(as_host, args), **{k: as_host(v) for k, v in kwds.items()})


ORIGINALS[Frozen] = frozen


def as_host(x: Any) -> Any:
    """A parameter as SciPy takes it."""
    return x if isinstance(x, (bool, int, float)) else np.asarray(x)[()]


def refuse_batch(is_batch: bool) -> None:
    if is_batch:
        raise CompileError("a batch of distributions is none of SciPy's", "return their parameters")


def of_frozen(function: str, frozen: Any, *args: Any, **named: Any) -> Any:
    """A method of a distribution that SciPy froze outside of compiled code."""
    return getattr(frozen.dist, function)(*args, *frozen.args, **frozen.kwds, **named)


# -- entered under SciPy's names -----------------------------------------------------------------------------


def functions_of(known: Distribution) -> list[str]:
    """Those that are known of a distribution, by SciPy's names."""
    own = [name for name in FUNCTIONS if hasattr(known.home, name) or name in known.more]
    own += ["ppf"] if "cdf" in own and not known.discrete else []
    return [name for name in FUNCTIONS if name in own or BY.get(name, name) in own]


def _enter() -> None:
    for name, known in KNOWN.items():
        full = f"scipy.stats.{name}"
        read_as(full, first=(name,))(Frozen)
        for function in functions_of(known):
            read_as(f"{full}.{function}", first=(name, function))(evaluate)
        if "ppf" in functions_of(known):
            read_as(f"{full}.interval", first=(name,))(interval)
            read_as(f"{full}.median", first=(name,))(median)
        if known.mean is not None:
            read_as(f"{full}.stats", first=(name,))(mean_and_variance)
        if name in FITTED:
            read_as(f"{full}.fit", first=(name,))(fit)
        for function in MOMENTS if known.mean is not None else ():
            read_as(f"{full}.{function}", first=(name, function))(moment)
    for function in (*FUNCTIONS, *MOMENTS, "interval", "median", "stats"):
        frozen = "rv_discrete_frozen" if "pm" in function else "rv_continuous_frozen"
        owners = [frozen] if "pdf" in function or "pm" in function else ["rv_frozen"]
        read_as(
            *[f"scipy.stats._distn_infrastructure.{owner}.{function}" for owner in owners], first=(function,)
        )(of_frozen)


_enter()
