"""scipy.stats: moments, measures of spread, circular statistics, distances of samples, transformations."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from recto.transform.library import read_as, unsupported

from .hypotheses import refuse_options


def numbers(a: Any, axis: Any) -> tuple:
    a = np.asarray(a)
    a = a if a.dtype.kind in "fc" else a.astype(np.float64)
    return (np.ravel(a), 0) if axis is None else (a, axis)


@read_as("scipy.stats.moment")
def moment(
    a: Any, order: Any = 1, axis: Any = 0, nan_policy: Any = "propagate", *, center: Any = None
) -> Any:
    refuse_options("moment", {"nan_policy": nan_policy})
    a, axis = numbers(a, axis)
    middle = np.mean(a, axis=axis, keepdims=True) if center is None else center
    if np.ndim(order) == 0:
        return np.mean((a - middle) ** order, axis=axis)
    return np.stack([np.mean((a - middle) ** k, axis=axis) for k in order])


@read_as("scipy.stats.gstd")
def gstd(a: Any, axis: Any = 0, ddof: Any = 1, **options: Any) -> Any:
    """The exponential of the standard deviation of the logarithms."""
    refuse_options("gstd", options)
    a, axis = numbers(a, axis)
    return np.exp(np.std(np.log(a), axis=axis, ddof=ddof))


@read_as("scipy.stats.variation")
def variation(a: Any, axis: Any = 0, nan_policy: Any = "propagate", ddof: Any = 0, **options: Any) -> Any:
    refuse_options("variation", {"nan_policy": nan_policy, **options})
    a, axis = numbers(a, axis)
    return np.std(a, axis=axis, ddof=ddof) / np.mean(a, axis=axis)


@read_as("scipy.stats.median_abs_deviation")
def median_abs_deviation(
    x: Any,
    axis: Any = 0,
    center: Any = np.median,
    scale: Any = 1.0,
    nan_policy: Any = "propagate",
    **options: Any,
) -> Any:
    refuse_options("median_abs_deviation", {"nan_policy": nan_policy, **options})
    x, axis = numbers(x, axis)
    scale = 0.6744897501960817 if isinstance(scale, str) else scale
    middle = np.expand_dims(center(x, axis=axis), axis)
    return np.median(np.abs(x - middle), axis=axis) / scale


@read_as("scipy.stats.zmap")
def zmap(scores: Any, compare: Any, axis: Any = 0, ddof: Any = 0, nan_policy: Any = "propagate") -> Any:
    refuse_options("zmap", {"nan_policy": nan_policy})
    a, _ = numbers(compare, 0)
    return (np.asarray(scores) - np.mean(a, axis=axis, keepdims=True)) / np.std(
        a, axis=axis, ddof=ddof, keepdims=True
    )


@read_as("scipy.stats.pmean")
def pmean(a: Any, p: Any, *, axis: Any = 0, weights: Any = None, **options: Any) -> Any:
    """The power mean (Bullen: Handbook of means and their inequalities, 2003, chapter III)."""
    refuse_options("pmean", options)
    a, axis = numbers(a, axis)
    if p == 0:
        return np.exp(np.average(np.log(a), axis=axis, weights=weights))
    return np.average(a**p, axis=axis, weights=weights) ** (1 / p)


def trimmed(name: str, a: Any, limits: Any, inclusive: Any, axis: Any) -> tuple:
    """The numbers, their axis and which of them count."""
    a, axis = numbers(a, axis)
    low, high = (None, None) if limits is None else limits
    kept = np.ones(a.shape, bool)
    if low is not None:
        kept = kept & (a >= low if inclusive[0] else a > low)
    if high is not None:
        kept = kept & (a <= high if inclusive[1] else a < high)
    return a, axis, kept


def of_kept(name: str, a: Any, limits: Any, inclusive: Any, axis: Any, ddof: Any) -> tuple:
    """The mean and the variance of the numbers within limits, and their count."""
    a, axis, kept = trimmed(name, a, limits, inclusive, axis)
    count = np.sum(kept, axis=axis, keepdims=True).astype(a.dtype)
    mean = np.sum(np.where(kept, a, 0.0), axis=axis, keepdims=True) / count
    squares = np.sum(np.where(kept, (a - mean) ** 2, 0.0), axis=axis)
    return np.squeeze(mean, axis), squares / (np.squeeze(count, axis) - ddof), np.squeeze(count, axis)


@read_as("scipy.stats.tmean")
def tmean(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = None, **options: Any) -> Any:
    """Truth values and integers are added in their own dtype, unless one of them is left out."""
    refuse_options("tmean", options)
    a = np.asarray(a)
    mean = of_kept("tmean", a, limits, inclusive, axis, 0)[0]
    if a.dtype.kind in "fc" or a.dtype in (np.int64, np.uint64):
        return mean
    whole = np.sum(a, axis=axis, dtype=a.dtype) / np.sum(np.ones(a.shape, a.dtype), axis=axis, dtype=a.dtype)
    if limits is None:
        return whole
    return np.where(np.all(trimmed("tmean", a, limits, inclusive, axis)[2]), whole, mean)[()]


@read_as("scipy.stats.tvar")
def tvar(
    a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1, **options: Any
) -> Any:
    refuse_options("tvar", options)
    return of_kept("tvar", a, limits, inclusive, axis, ddof)[1]


@read_as("scipy.stats.tstd")
def tstd(
    a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1, **options: Any
) -> Any:
    refuse_options("tstd", options)
    return np.sqrt(of_kept("tstd", a, limits, inclusive, axis, ddof)[1])


@read_as("scipy.stats.tsem")
def tsem(
    a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1, **options: Any
) -> Any:
    refuse_options("tsem", options)
    _, variance, count = of_kept("tsem", a, limits, inclusive, axis, ddof)
    return np.sqrt(variance / count)


# -- of angles (Fisher: Statistical analysis of circular data, 1993) ------------------------------------------------


def mean_vector(samples: Any, high: Any, low: Any, axis: Any) -> tuple:
    angles, axis = numbers(samples, axis)
    angles = (angles - low) * 2 * np.pi / (high - low)
    return np.mean(np.cos(angles), axis=axis), np.mean(np.sin(angles), axis=axis)


@read_as("scipy.stats.circmean")
def circmean(
    samples: Any,
    high: Any = 2 * np.pi,
    low: Any = 0,
    axis: Any = None,
    nan_policy: Any = "propagate",
    **options: Any,
) -> Any:
    refuse_options("circmean", {"nan_policy": nan_policy, **options})
    c, s = mean_vector(samples, high, low, axis)
    return np.mod(np.arctan2(s, c), 2 * np.pi) * (high - low) / (2 * np.pi) + low


@read_as("scipy.stats.circvar")
def circvar(
    samples: Any,
    high: Any = 2 * np.pi,
    low: Any = 0,
    axis: Any = None,
    nan_policy: Any = "propagate",
    **options: Any,
) -> Any:
    refuse_options("circvar", {"nan_policy": nan_policy, **options})
    c, s = mean_vector(samples, high, low, axis)
    return 1.0 - np.minimum(np.hypot(c, s), 1.0)


@read_as("scipy.stats.circstd")
def circstd(
    samples: Any,
    high: Any = 2 * np.pi,
    low: Any = 0,
    axis: Any = None,
    nan_policy: Any = "propagate",
    *,
    normalize: bool = False,
    **options: Any,
) -> Any:
    refuse_options("circstd", {"nan_policy": nan_policy, **options})
    c, s = mean_vector(samples, high, low, axis)
    found = np.sqrt(-2 * np.log(np.minimum(np.hypot(c, s), 1.0)))
    return found if normalize else found * (high - low) / (2 * np.pi)


# -- ranks and distances -------------------------------------------------------------------------------------------


@read_as("scipy.stats.percentileofscore")
def percentileofscore(a: Any, score: Any, kind: str = "rank", nan_policy: Any = "propagate") -> Any:
    refuse_options("percentileofscore", {"nan_policy": nan_policy})
    a, score = np.ravel(np.asarray(a)), np.asarray(score)
    less = np.sum(a < score[..., None], axis=-1) * 100.0 / len(a)
    most = np.sum(a <= score[..., None], axis=-1) * 100.0 / len(a)
    if kind not in ("rank", "strict", "weak", "mean"):
        raise ValueError("kind can only be 'rank', 'strict', 'weak' or 'mean'")
    if kind == "rank":
        return ((less + most + np.where(most > less, 100.0 / len(a), 0.0)) / 2)[()]
    return (less if kind == "strict" else most if kind == "weak" else (less + most) / 2)[()]


def distribution_of(values: Any, weights: Any, places: Any) -> Any:
    """The share of a sample at or below each place."""
    order = np.argsort(values, kind="stable")
    mass = np.ones(len(values)) if weights is None else np.asarray(weights, np.float64)[order]
    sums = np.concatenate([np.zeros(1), np.cumsum(mass)])
    return sums[np.searchsorted(values[order], places, side="right")] / sums[-1]


def between_distributions(u: Any, v: Any, weights: tuple, power: int) -> Any:
    """The integral of a power of the distance of two distribution functions."""
    u, v = np.ravel(np.asarray(u, np.float64)), np.ravel(np.asarray(v, np.float64))
    places = np.sort(np.concatenate([u, v]))
    apart = distribution_of(u, weights[0], places[:-1]) - distribution_of(v, weights[1], places[:-1])
    size = np.abs(apart) if power == 1 else apart * apart
    return np.sum(size * np.diff(places))


@read_as("scipy.stats.wasserstein_distance")
def wasserstein_distance(u_values: Any, v_values: Any, u_weights: Any = None, v_weights: Any = None) -> Any:
    return between_distributions(u_values, v_values, (u_weights, v_weights), 1)


@read_as("scipy.stats.energy_distance")
def energy_distance(u_values: Any, v_values: Any, u_weights: Any = None, v_weights: Any = None) -> Any:
    """Székely: E-statistics: the energy of statistical samples (2002)."""
    return np.sqrt(2) * np.sqrt(between_distributions(u_values, v_values, (u_weights, v_weights), 2))


# -- transformations to normality -----------------------------------------------------------------------------------
# Box, Cox: An analysis of transformations. J. R. Stat. Soc. B 26 (1964); Yeo, Johnson: A new family of power
# transformations to improve normality or symmetry. Biometrika 87 (2000).


@read_as("scipy.stats.boxcox")
def boxcox(x: Any, lmbda: Any = None, alpha: Any = None, optimizer: Any = None) -> Any:
    if lmbda is None:
        unsupported("boxcox: compiled code does not choose lmbda=: give it, or maximise boxcox_llf")
    return special.boxcox(np.asarray(x, np.float64), lmbda)


@read_as("scipy.stats.boxcox_llf")
def boxcox_llf(lmb: Any, data: Any, *, axis: Any = 0, **options: Any) -> Any:
    refuse_options("boxcox_llf", options)
    data, axis = numbers(data, axis)
    logs = np.log(data)
    moved = special.boxcox(data, lmb)
    count = data.shape[axis]
    return (lmb - 1) * np.sum(logs, axis=axis) - count / 2 * np.log(np.var(moved, axis=axis))


def yeo_johnson(x: Any, power: Any) -> Any:
    positive = x >= 0
    up, down = np.where(positive, x, 0.0), np.where(positive, 0.0, -x)
    return np.where(positive, special.boxcox1p(up, power), -special.boxcox1p(down, 2 - power))


@read_as("scipy.stats.yeojohnson")
def yeojohnson(x: Any, lmbda: Any = None) -> Any:
    if lmbda is None:
        unsupported("yeojohnson: compiled code does not choose lmbda=: give it, or maximise yeojohnson_llf")
    return yeo_johnson(np.asarray(x, np.float64), lmbda)


@read_as("scipy.stats.yeojohnson_llf")
def yeojohnson_llf(lmb: Any, data: Any, *, axis: Any = 0, **options: Any) -> Any:
    refuse_options("yeojohnson_llf", options)
    data, axis = numbers(data, axis)
    count = data.shape[axis]
    spread = np.var(yeo_johnson(data, lmb), axis=axis)
    return (lmb - 1) * np.sum(np.sign(data) * np.log1p(np.abs(data)), axis=axis) - count / 2 * np.log(spread)
