"""scipy.stats: tests of variances, of frequencies, of normality and of a distribution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.stats
from scipy import special
from scipy.stats import contingency

from recto.transform.core.registered import ORIGINALS
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ..samples import kurtosis, pearsonr, skew
from .ranks import KstestResult, ks_2samp, of_samples
from .results import SignificanceResult


class F_onewayResult(NamedTuple):
    statistic: Any
    pvalue: Any


class BartlettResult(NamedTuple):
    statistic: Any
    pvalue: Any


class LeveneResult(NamedTuple):
    statistic: Any
    pvalue: Any


class Power_divergenceResult(NamedTuple):
    statistic: Any
    pvalue: Any


class SkewtestResult(NamedTuple):
    statistic: Any
    pvalue: Any


class KurtosistestResult(NamedTuple):
    statistic: Any
    pvalue: Any


class NormaltestResult(NamedTuple):
    statistic: Any
    pvalue: Any


def by_chi2(statistic: Any, df: Any) -> Any:
    return special.gammaincc(df / 2.0, statistic / 2.0)


def by_f(statistic: Any, n: Any, m: Any) -> Any:
    return special.betainc(m / 2.0, n / 2.0, m / (m + n * statistic))


def by_normal(z: Any, alternative: str) -> Any:
    if alternative == "two-sided":
        return 2 * special.ndtr(-np.abs(z))
    if alternative not in ("less", "greater"):
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    return special.ndtr(z if alternative == "less" else -z)


def refuse_options(name: str, options: dict) -> None:
    for option in options:
        if options[option] not in ("propagate", False, None):
            unsupported(f"{name}: compiled code knows no {option}={options[option]!r}")


# -- means and variances -----------------------------------------------------------------------------------------


def columns(samples: tuple, axis: int) -> list:
    """The samples, along the first axis."""
    if len(samples) < 2:
        raise TypeError(f"at least two inputs are required; got {len(samples)}.")
    return [np.moveaxis(np.asarray(x, np.float64), axis, 0) for x in samples]


def ratio_of_variances(groups: list) -> tuple:
    """Fisher's F: between the groups and within them, with its degrees of freedom."""
    counts, total = [len(x) for x in groups], sum([len(x) for x in groups])
    means = [np.mean(x, axis=0) for x in groups]
    mean = sum([n * m for n, m in zip(counts, means)]) / total
    between = sum([n * (m - mean) ** 2 for n, m in zip(counts, means)])
    within = sum([np.sum((x - m) ** 2, axis=0) for x, m in zip(groups, means)])
    n, m = len(groups) - 1, total - len(groups)
    return between / n / (within / m), n, m


@read_as("scipy.stats.f_oneway")
def f_oneway(*samples: Any, axis: int = 0, equal_var: bool = True, **options: Any) -> F_onewayResult:
    refuse_options("f_oneway", options)
    if not equal_var:
        unsupported("f_oneway: compiled code has equal_var=True")
    ratio, n, m = ratio_of_variances(columns(samples, axis))
    return F_onewayResult(ratio, by_f(ratio, n, m))


@read_as("scipy.stats.bartlett")
def bartlett(*samples: Any, axis: int = 0, **options: Any) -> BartlettResult:
    """Snedecor, Cochran: Statistical methods, 8th edition (1989)."""
    refuse_options("bartlett", options)
    groups = columns(samples, axis)
    counts, k = np.array([float(len(x)) for x in groups]), len(groups)
    variances = [np.var(x, axis=0, ddof=1) for x in groups]
    free = np.sum(counts) - k
    pooled = sum([(n - 1) * v for n, v in zip(counts, variances)]) / free
    logs = sum([(n - 1) * np.log(v) for n, v in zip(counts, variances)])
    scale = 1 + (np.sum(1 / (counts - 1)) - 1 / free) / (3 * (k - 1))
    statistic = (free * np.log(pooled) - logs) / scale
    return BartlettResult(statistic, by_chi2(statistic, k - 1))


@read_as("scipy.stats.levene")
def levene(
    *samples: Any, center: str = "median", proportiontocut: float = 0.05, axis: int = 0, **options: Any
) -> LeveneResult:
    """Levene's test: an analysis of variance of the distances from the means or medians (Brown, Forsythe:
    Robust tests for the equality of variances. JASA 69 (1974))."""
    refuse_options("levene", options)
    if center not in ("mean", "median"):
        unsupported("levene: compiled code has center='median' and 'mean'")
    of = np.median if center == "median" else np.mean
    groups = [np.abs(x - of(x, axis=0)) for x in columns(samples, axis)]
    ratio, n, m = ratio_of_variances(groups)
    return LeveneResult(ratio, by_f(ratio, n, m))


@read_as("scipy.stats.pointbiserialr")
def pointbiserialr(x: Any, y: Any, **options: Any) -> SignificanceResult:
    refuse_options("pointbiserialr", options)
    found = pearsonr(np.asarray(x, np.float64), y)
    return SignificanceResult(found.statistic, found.pvalue)


# -- frequencies -------------------------------------------------------------------------------------------------

POWERS = {
    "pearson": 1.0,
    "log-likelihood": 0.0,
    "freeman-tukey": -0.5,
    "mod-log-likelihood": -1.0,
    "neyman": -2.0,
    "cressie-read": 2 / 3,
}


def divergence(observed: Any, expected: Any, power: Any, axis: Any) -> Any:
    """Read, Cressie: Goodness-of-fit statistics for discrete multivariate data (1988)."""
    power = POWERS[power] if isinstance(power, str) else 1.0 if power is None else power
    if power == 1:
        terms = (observed - expected) ** 2 / expected
    elif power == 0:
        terms = 2.0 * special.xlogy(observed, observed / expected)
    elif power == -1:
        terms = 2.0 * special.xlogy(expected, expected / observed)
    else:
        terms = 2.0 / (power * (power + 1)) * observed * ((observed / expected) ** power - 1)
    return np.sum(terms, axis=axis)


@read_as("scipy.stats.power_divergence")
def power_divergence(
    f_obs: Any, f_exp: Any = None, ddof: Any = 0, axis: Any = 0, lambda_: Any = None, **options: Any
) -> Power_divergenceResult:
    refuse_options("power_divergence", options)
    observed = np.asarray(f_obs, np.float64)
    if f_exp is None:
        expected = np.mean(observed, axis=axis, keepdims=True)
    else:
        expected = np.broadcast_to(np.asarray(f_exp, np.float64), observed.shape)
        sums = np.sum(observed, axis=axis), np.sum(expected, axis=axis)
        if np.any(np.abs(sums[0] - sums[1]) > 1.5e-8 * np.minimum(np.abs(sums[0]), np.abs(sums[1]))):
            raise ValueError("the observed and the expected frequencies have different sums")
    count = observed.size if axis is None else observed.shape[axis]
    statistic = divergence(observed, expected, lambda_, axis)
    return Power_divergenceResult(statistic, by_chi2(statistic, np.asarray(count - 1 - ddof, np.float64)))


@read_as("scipy.stats.chisquare")
def chisquare(
    f_obs: Any, f_exp: Any = None, ddof: Any = 0, axis: Any = 0, *, sum_check: bool = True, **options: Any
) -> Power_divergenceResult:
    return power_divergence(f_obs, f_exp, ddof, axis, "pearson", **options)


class Chi2ContingencyResult:
    """Four values, of which the last two have names of their own."""

    def __init__(self, statistic: Any, pvalue: Any, dof: Any, expected_freq: Any):
        self.statistic, self.pvalue, self.dof, self.expected_freq = statistic, pvalue, dof, expected_freq

    def __iter__(self) -> Any:
        return iter((self.statistic, self.pvalue, self.dof, self.expected_freq))

    def __len__(self) -> int:
        return 4

    def __getitem__(self, k: Any) -> Any:
        return (self.statistic, self.pvalue, self.dof, self.expected_freq)[k]


ORIGINALS[Chi2ContingencyResult] = contingency.Chi2ContingencyResult


@read_as("scipy.stats.contingency.expected_freq")
def expected_freq(observed: Any) -> Any:
    observed = np.asarray(observed, np.float64)
    axes = range(observed.ndim)
    found = np.ones(())
    for k in axes:
        found = found * np.sum(observed, axis=tuple([j for j in axes if j != k]), keepdims=True)
    return found / np.sum(observed) ** (observed.ndim - 1)


@read_as("scipy.stats.chi2_contingency")
def chi2_contingency(
    observed: Any, correction: bool = True, lambda_: Any = None, *, method: Any = None
) -> Chi2ContingencyResult:
    """Pearson's test, with Yates's correction of tables of two rows and columns."""
    if method is not None:
        unsupported("chi2_contingency: compiled code has method=None")
    observed = np.asarray(observed, np.float64)
    if np.any(observed < 0):
        raise ValueError("All values in `observed` must be nonnegative.")
    expected = expected_freq(observed)
    if np.any(expected == 0):
        raise ValueError("The internally computed table of expected frequencies has a zero element.")
    dof = expected.size - sum(expected.shape) + expected.ndim - 1
    if dof == 0:
        return Chi2ContingencyResult(0.0 * np.sum(observed), 1.0, dof, expected)
    if dof == 1 and correction:
        apart = expected - observed
        observed = observed + np.minimum(0.5, np.abs(apart)) * np.sign(apart)
    statistic = divergence(observed, expected, lambda_, None)
    return Chi2ContingencyResult(statistic, by_chi2(statistic, dof), dof, expected)


# -- normality ---------------------------------------------------------------------------------------------------


def skewness_as_normal(x: Any, axis: int) -> Any:
    """D'Agostino: Transformation to normality of the null distribution of g1. Biometrika 57 (1970)."""
    n = float(x.shape[axis])
    y = skew(x, axis) * np.sqrt((n + 1) * (n + 3) / (6.0 * (n - 2)))
    beta = 3.0 * (n * n + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
    square = -1 + np.sqrt(2 * (beta - 1))
    y = y / np.sqrt(2.0 / (square - 1))
    return np.arcsinh(y) / np.sqrt(0.5 * np.log(square))


def kurtosis_as_normal(x: Any, axis: int) -> Any:
    """Anscombe, Glynn: Distribution of the kurtosis statistic b2 for normal samples. Biometrika 70 (1983)."""
    n = float(x.shape[axis])
    b2 = kurtosis(x, axis, False)
    mean = 3.0 * (n - 1) / (n + 1)
    variance = 24.0 * n * (n - 2) * (n - 3) / ((n + 1) ** 2 * (n + 3) * (n + 5))
    standard = (b2 - mean) / np.sqrt(variance)
    root = (
        6.0
        * (n * n - 5 * n + 2)
        / ((n + 7) * (n + 9))
        * np.sqrt(6.0 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3)))
    )
    A = 6.0 + 8.0 / root * (2.0 / root + np.sqrt(1 + 4.0 / root**2))
    below = 1 + standard * np.sqrt(2 / (A - 4.0))
    term = np.sign(below) * np.cbrt((1 - 2.0 / A) / np.abs(below))
    return (1 - 2 / (9.0 * A) - term) / np.sqrt(2 / (9.0 * A))


@read_as("scipy.stats.skewtest")
def skewtest(
    a: Any, axis: int = 0, nan_policy: Any = "propagate", alternative: str = "two-sided", **options: Any
) -> SkewtestResult:
    refuse_options("skewtest", {"nan_policy": nan_policy, **options})
    z = skewness_as_normal(np.asarray(a, np.float64), axis)
    return SkewtestResult(z, by_normal(z, alternative))


@read_as("scipy.stats.kurtosistest")
def kurtosistest(
    a: Any, axis: int = 0, nan_policy: Any = "propagate", alternative: str = "two-sided", **options: Any
) -> KurtosistestResult:
    refuse_options("kurtosistest", {"nan_policy": nan_policy, **options})
    z = kurtosis_as_normal(np.asarray(a, np.float64), axis)
    return KurtosistestResult(z, by_normal(z, alternative))


@read_as("scipy.stats.normaltest")
def normaltest(a: Any, axis: int = 0, nan_policy: Any = "propagate", **options: Any) -> NormaltestResult:
    refuse_options("normaltest", {"nan_policy": nan_policy, **options})
    x = np.asarray(a, np.float64)
    statistic = skewness_as_normal(x, axis) ** 2 + kurtosis_as_normal(x, axis) ** 2
    return NormaltestResult(statistic, by_chi2(statistic, 2.0))


@read_as("scipy.stats.jarque_bera")
def jarque_bera(x: Any, *, axis: Any = None, **options: Any) -> SignificanceResult:
    """Jarque, Bera: Efficient tests for normality, homoscedasticity and serial independence. Econ. Lett. 6 (1980)."""
    refuse_options("jarque_bera", options)
    x = np.asarray(x, np.float64)
    x, axis = (np.ravel(x), 0) if axis is None else (x, axis)
    statistic = x.shape[axis] / 6 * (skew(x, axis) ** 2 + kurtosis(x, axis) ** 2 / 4)
    return SignificanceResult(statistic, by_chi2(statistic, 2.0))


# -- a distribution ----------------------------------------------------------------------------------------------


@host(result=lambda name, d, n: np.float64, pure=True)
def tail_of_kolmogorov(name: str, d: Any, n: int) -> Any:
    return np.float64(np.clip(getattr(scipy.stats, name).sf(d, n), 0, 1))


def against(x: Any, cdf: Callable[..., Any], alternative: str, method: str) -> KstestResult:
    """Kolmogorov's test of one sample."""
    if method not in ("auto", "exact"):
        unsupported("ks_1samp: compiled code has method='auto' and 'exact'")
    x = np.sort(np.asarray(x, np.float64))
    n = len(x)
    F = cdf(x)
    above, below = np.arange(1.0, n + 1) / n - F, F - np.arange(0.0, n) / n
    at_above, at_below = np.argmax(above), np.argmax(below)
    up = alternative == "greater" or np.logical_and(alternative != "less", above[at_above] > below[at_below])
    d = np.where(up, above[at_above], below[at_below])[()]
    place = np.where(up, x[at_above], x[at_below])[()]
    name = "kstwo" if alternative == "two-sided" else "ksone"
    p = tail_of_kolmogorov(name, stop_gradient(d), n)
    return KstestResult(d, p, place, np.where(up, 1, -1).astype(np.int8)[()])


@read_as("scipy.stats.ks_1samp")
def ks_1samp(
    x: Any,
    cdf: Callable[..., Any],
    args: Any = (),
    alternative: str = "two-sided",
    method: str = "auto",
    **options: Any,
) -> KstestResult:
    refuse_options("ks_1samp", options)
    return against(x, lambda x: cdf(x, *args), alternative, method)


@read_as("scipy.stats.kstest")
def kstest(
    rvs: Any,
    cdf: Any,
    args: Any = (),
    N: int = 20,
    alternative: str = "two-sided",
    method: str = "auto",
    **options: Any,
) -> KstestResult:
    refuse_options("kstest", options)
    if isinstance(rvs, str) or callable(rvs):
        unsupported("kstest: compiled code has a sample as its first argument")
    if not (isinstance(cdf, str) or callable(cdf)):
        return ks_2samp(rvs, cdf, alternative, method)
    of = getattr(scipy.stats, cdf).cdf if isinstance(cdf, str) else cdf
    return against(rvs, lambda x: of(x, *args), alternative, method)


# -- by SciPy ----------------------------------------------------------------------------------------------------


class FriedmanchisquareResult(NamedTuple):
    statistic: Any
    pvalue: Any


class AnsariResult(NamedTuple):
    statistic: Any
    pvalue: Any


class FlignerResult(NamedTuple):
    statistic: Any
    pvalue: Any


class BrunnerMunzelResult(NamedTuple):
    statistic: Any
    pvalue: Any


class ShapiroResult(NamedTuple):
    statistic: Any
    pvalue: Any


BY_SCIPY = {
    "friedmanchisquare": FriedmanchisquareResult,
    "ansari": AnsariResult,
    "fligner": FlignerResult,
    "brunnermunzel": BrunnerMunzelResult,
    "shapiro": ShapiroResult,
    "mood": SignificanceResult,
    "weightedtau": SignificanceResult,
    "fisher_exact": SignificanceResult,
}


def by_scipy(name: str, *samples: Any, **options: Any) -> Any:
    """scipy.stats.<name>(…): constant between two orders of the samples, or without a derivative of its own."""
    return BY_SCIPY[name](*of_samples(name, *samples, **options))


for _name in BY_SCIPY:
    read_as(f"scipy.stats.{_name}", first=(_name,))(by_scipy)


# -- slopes ------------------------------------------------------------------------------------------------------


class TheilslopesResult(NamedTuple):
    slope: Any
    intercept: Any
    low_slope: Any
    high_slope: Any


class SiegelslopesResult(NamedTuple):
    slope: Any
    intercept: Any


def slopes_between(x: Any, y: Any) -> tuple:
    """The slopes of all pairs, and whether they are of different places."""
    run, rise = x[:, None] - x, y[:, None] - y
    apart = run != 0
    return np.where(apart, rise / np.where(apart, run, 1.0), np.nan), apart


@read_as("scipy.stats.theilslopes")
def theilslopes(
    y: Any, x: Any = None, alpha: Any = 0.95, method: str = "separate", **options: Any
) -> TheilslopesResult:
    """Sen: Estimates of the regression coefficient based on Kendall's tau. JASA 63 (1968). Of places without ties."""
    refuse_options("theilslopes", options)
    if method not in ("joint", "separate"):
        raise ValueError("method must be either 'joint' or 'separate'.")
    y = np.ravel(np.asarray(y, np.float64))
    x = np.arange(float(len(y))) if x is None else np.ravel(np.asarray(x, np.float64))
    n = len(x)
    if np.any(np.diff(np.sort(x)) == 0) or np.any(np.diff(np.sort(y)) == 0):
        raise ValueError("theilslopes: compiled code wants x and y without equal numbers")
    pairs = np.triu_indices(n, 1)
    slopes = np.sort(slopes_between(x, y)[0][pairs])
    slope = np.median(slopes)
    intercept = np.median(y - slope * x) if method == "joint" else np.median(y) - slope * np.median(x)
    z = special.ndtri(alpha / 2.0 if alpha <= 0.5 else (1 - alpha) / 2.0)
    count, sigma = len(slopes), np.sqrt(n * (n - 1) * (2 * n + 5) / 18.0)
    high = np.minimum(np.round((count - z * sigma) / 2.0).astype(np.int64), count - 1)
    low = np.maximum(np.round((count + z * sigma) / 2.0).astype(np.int64) - 1, 0)
    return TheilslopesResult(slope, intercept, slopes[low], slopes[high])


@read_as("scipy.stats.siegelslopes")
def siegelslopes(y: Any, x: Any = None, method: str = "hierarchical", **options: Any) -> SiegelslopesResult:
    """Siegel: Robust regression using repeated medians. Biometrika 69 (1982)."""
    refuse_options("siegelslopes", options)
    if method not in ("hierarchical", "separate"):
        raise ValueError("method must be either 'hierarchical' or 'separate'.")
    y = np.ravel(np.asarray(y, np.float64))
    x = np.arange(float(len(y))) if x is None else np.ravel(np.asarray(x, np.float64))
    slopes, apart = slopes_between(x, y)
    slope = np.median(np.nanmedian(slopes, axis=1))
    if method == "hierarchical":
        return SiegelslopesResult(slope, np.median(y - slope * x))
    lines = np.where(apart, (y * x[:, None] - y[:, None] * x) / np.where(apart, x[:, None] - x, 1.0), np.nan)
    return SiegelslopesResult(slope, np.median(np.nanmedian(lines, axis=1)))
