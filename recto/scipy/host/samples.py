"""scipy.stats: the multivariate normal distribution, and descriptive statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import scipy.stats
from scipy import special
from scipy.stats import _stats_py as own

from recto.transform.core.registered import ORIGINALS
from recto.transform.library import read_as, unsupported
from recto.transform.library.core.versions import RANKS_ARE_FLOATS

from ..._api.derivatives import stop_gradient
from .. import stats
from .stats import evaluate, refuse_batch

# -- multivariate normal -------------------------------------------------------------------------------------


def normal_parameters(mean: Any, cov: Any) -> tuple:
    """The mean as a vector and the covariance as a matrix, from what SciPy accepts."""
    cov = np.asarray(cov, np.float64)
    n = np.size(mean) if mean is not None else 1 if cov.ndim == 0 else cov.shape[0]
    mean = np.zeros(n) if mean is None else np.reshape(np.asarray(mean, np.float64), (n,))
    if cov.ndim < 2:
        cov = cov * np.eye(n) if cov.ndim == 0 else np.diag(cov)
    if cov.shape != (n, n):
        raise ValueError("Array 'mean' must be a vector of the same length as the covariance matrix has rows")
    return mean, cov


def vectors(x: Any, n: int) -> Any:
    """Places along the last axis."""
    x = np.asarray(x, np.float64)
    if x.ndim == 0:
        return x[None]
    return x[:, None] if x.ndim == 1 and n == 1 else x


@read_as("scipy.stats.multivariate_normal.logpdf")
def multivariate_logpdf(x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    mean, cov = normal_parameters(mean, cov)
    places = vectors(x, len(mean))
    if not allow_singular:
        return np.squeeze(stats.multivariate_normal.logpdf(places, mean, cov))[()]
    return np.squeeze(of_singular(places - mean, cov))[()]


def of_singular(y: Any, cov: Any) -> Any:
    """The density on the range of a covariance, with respect to the volume there; outside of it none."""
    s, u = np.linalg.eigh(cov)
    large = s > 1e6 * np.finfo(float).eps * np.max(np.abs(s))
    log_det = np.sum(np.where(large, np.log(np.where(large, np.linalg.eigvalsh(cov), 1.0)), 0.0))
    inverse = np.linalg.pinv(cov, 1e6 * np.finfo(float).eps, True)
    square = np.sum((y @ inverse) * y, axis=-1)
    beside = np.sum(np.where(large, 0.0, y @ u) ** 2, axis=-1)
    density = -0.5 * (np.sum(large) * np.log(2 * np.pi) + log_det + square)
    return np.where(np.sqrt(beside) < 1e3 * np.finfo(float).eps * np.max(np.abs(s)) * 1e3, density, -np.inf)


@read_as("scipy.stats.multivariate_normal.pdf")
def multivariate_pdf(x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    return np.exp(multivariate_logpdf(x, mean, cov, allow_singular))


@read_as("scipy.stats.multivariate_normal")
class MultivariateNormal:
    """Frozen."""

    def __init__(self, mean: Any = None, cov: Any = 1, allow_singular: bool = False, seed: Any = None):
        self.mean, self.cov = normal_parameters(mean, cov)
        self.allow_singular, self.seed = allow_singular, seed

    def logpdf(self, x: Any) -> Any:
        return multivariate_logpdf(x, self.mean, self.cov, self.allow_singular)

    def pdf(self, x: Any) -> Any:
        return multivariate_pdf(x, self.mean, self.cov, self.allow_singular)


def frozen_normal(mean: Any, cov: Any, allow_singular: bool, seed: Any) -> Any:
    """SciPy's own object, which the caller gets."""
    refuse_batch(np.ndim(cov) != 2)
    return scipy.stats.multivariate_normal(np.asarray(mean), np.asarray(cov), allow_singular, seed)


ORIGINALS[MultivariateNormal] = frozen_normal
FROZEN = "scipy.stats._multivariate.multivariate_normal_frozen"


@read_as(f"{FROZEN}.cov.fget")
def covariance_of_frozen(frozen: Any) -> Any:
    """The covariance of a distribution that SciPy froze outside of compiled code."""
    return frozen.cov_object._covariance


@read_as(f"{FROZEN}.logpdf")
def logpdf_of_frozen(frozen: Any, x: Any) -> Any:
    return multivariate_logpdf(x, frozen.mean, frozen.cov, frozen.allow_singular)


@read_as(f"{FROZEN}.pdf")
def pdf_of_frozen(frozen: Any, x: Any) -> Any:
    return multivariate_pdf(x, frozen.mean, frozen.cov, frozen.allow_singular)


# -- summaries -----------------------------------------------------------------------------------------------


def propagates(name: str, nan_policy: str) -> None:
    if nan_policy not in ("propagate", "omit", "raise"):
        raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}")
    if nan_policy != "propagate":
        unsupported(f"{name}: nan_policy='propagate' only")


@read_as("scipy.stats.zscore")
def zscore(a: Any, axis: Any = 0, ddof: int = 0, nan_policy: str = "propagate") -> Any:
    """NaN where all numbers are equal, to rounding."""
    a = np.asarray(a)
    a = a if a.dtype.kind in "fc" else a.astype(np.float64)
    if nan_policy == "omit":
        center, spread = np.nanmean(a, axis, keepdims=True), np.nanstd(a, axis, ddof=ddof, keepdims=True)
    else:
        propagates("zscore", nan_policy)
        center, spread = np.mean(a, axis, keepdims=True), np.std(a, axis, ddof=ddof, keepdims=True)
    equal = spread <= np.abs(np.finfo(a.dtype).eps * center)
    return np.where(equal, np.nan, a - center) / np.where(equal, 1.0, spread)


@read_as("scipy.stats.sem")
def sem(
    a: Any, axis: Any = 0, ddof: int = 1, nan_policy: str = "propagate", *, keepdims: bool = False
) -> Any:
    propagates("sem", nan_policy)
    a = np.asarray(a)
    count = a.size if axis is None else a.shape[axis]
    return np.std(a, axis, ddof=ddof, keepdims=keepdims) / count**0.5


def central(a: Any, order: int, axis: Any) -> Any:
    return np.mean((a - np.mean(a, axis, keepdims=True)) ** order, axis)


def square_of_spread(a: Any, axis: Any) -> Any:
    """The second central moment; NaN where it is 0 to rounding."""
    found = central(a, 2, axis)
    return np.where(found <= (np.finfo(found.dtype).eps * np.mean(a, axis)) ** 2, np.nan, found)


@read_as("scipy.stats.skew")
def skew(a: Any, axis: Any = 0, bias: bool = True, nan_policy: str = "propagate") -> Any:
    propagates("skew", nan_policy)
    a = np.asarray(a)
    n = a.size if axis is None else a.shape[axis]
    found = central(a, 3, axis) / square_of_spread(a, axis) ** 1.5
    return (found if bias or n <= 2 else np.sqrt((n - 1.0) * n) / (n - 2.0) * found)[()]


@read_as("scipy.stats.kurtosis")
def kurtosis(
    a: Any, axis: Any = 0, fisher: bool = True, bias: bool = True, nan_policy: str = "propagate"
) -> Any:
    propagates("kurtosis", nan_policy)
    a = np.asarray(a)
    n = a.size if axis is None else a.shape[axis]
    found = central(a, 4, axis) / square_of_spread(a, axis) ** 2
    if not bias and n > 3:
        found = 1.0 / (n - 2) / (n - 3) * ((n**2 - 1.0) * found - 3 * (n - 1) ** 2.0) + 3.0
    return (found - 3 if fisher else found)[()]


class DescribeResult(NamedTuple):
    nobs: Any
    minmax: tuple
    mean: Any
    variance: Any
    skewness: Any
    kurtosis: Any


@read_as("scipy.stats.describe")
def describe(
    a: Any, axis: Any = 0, ddof: int = 1, bias: bool = True, nan_policy: str = "propagate"
) -> DescribeResult:
    propagates("describe", nan_policy)
    a = np.asarray(a)
    a, axis = (np.ravel(a), 0) if axis is None else (a, axis)
    if a.size == 0:
        raise ValueError("The input must not be empty.")
    return DescribeResult(
        np.int64(a.shape[axis]),
        (np.min(a, axis), np.max(a, axis)),
        np.mean(a, axis),
        np.var(a, axis, ddof=ddof),
        skew(a, axis, bias),
        kurtosis(a, axis, True, bias),
    )


@read_as("scipy.stats.gmean")
def gmean(
    a: Any, axis: Any = 0, dtype: Any = None, weights: Any = None, nan_policy: str = "propagate"
) -> Any:
    propagates("gmean", nan_policy)
    return np.exp(np.average(np.log(np.asarray(a, dtype)), axis, weights))


@read_as("scipy.stats.hmean")
def hmean(
    a: Any, axis: Any = 0, dtype: Any = None, *, weights: Any = None, nan_policy: str = "propagate"
) -> Any:
    propagates("hmean", nan_policy)
    a = np.asarray(a, dtype)
    a = np.where(a < 0, np.nan, a) if a.dtype.kind in "if" else a
    return 1.0 / np.average(1.0 / a, axis, weights)


@read_as("scipy.stats.entropy")
def entropy(
    pk: Any,
    qk: Any = None,
    base: Any = None,
    axis: Any = 0,
    *,
    nan_policy: str = "propagate",
    keepdims: bool = False,
) -> Any:
    propagates("entropy", nan_policy)
    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    pk = np.asarray(pk)
    pk = pk / np.sum(pk, axis, keepdims=True)
    if qk is None:
        terms = special.entr(pk)
    else:
        qk = np.asarray(qk)
        terms = special.rel_entr(pk, qk / np.sum(qk, axis, keepdims=True))
    found = np.sum(terms, axis, keepdims=keepdims)
    return found if base is None else found / np.log(base)


class PearsonRResult(NamedTuple):
    statistic: Any
    pvalue: Any


@read_as("scipy.stats.pearsonr")
def pearsonr(
    x: Any, y: Any, *, alternative: str = "two-sided", method: Any = None, axis: int = 0
) -> PearsonRResult:
    if alternative != "two-sided" or method is not None or axis != 0 or np.ndim(x) != 1:
        unsupported("pearsonr: compiled code has two vectors and alternative='two-sided'")
    x, y = np.asarray(x), np.asarray(y)
    dtype = np.result_type(x, y)
    dtype = dtype if dtype.kind == "f" else np.float64
    x, y = x.astype(dtype), y.astype(dtype)
    u, v = x - np.mean(x), y - np.mean(y)
    r = np.clip(np.sum(u * v) / np.sqrt(np.sum(u * u) * np.sum(v * v)), -1.0, 1.0)
    if len(x) == 2:  # on a line, always
        r = stop_gradient(np.round(r))
        return PearsonRResult(r, np.where(np.isnan(r), r, 1.0).astype(dtype))
    half = len(x) / 2 - 1
    tail = evaluate("beta", "sf", np.abs(r).astype(np.float64), half, half, -1.0, 2.0)
    return PearsonRResult(r, (2 * tail).astype(dtype))


class LinregressResult:
    """Five numbers, and one more as an attribute."""

    def __init__(
        self, slope: Any, intercept: Any, rvalue: Any, pvalue: Any, stderr: Any, *, intercept_stderr: Any
    ):
        self.slope, self.intercept, self.rvalue = slope, intercept, rvalue
        self.pvalue, self.stderr, self.intercept_stderr = pvalue, stderr, intercept_stderr

    def __iter__(self) -> Iterator:
        return iter((self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr))

    def __len__(self) -> int:
        return 5

    def __getitem__(self, k: Any) -> Any:
        return (self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr)[k]


ORIGINALS[LinregressResult] = own.LinregressResult


@read_as("scipy.stats.linregress")
def linregress(x: Any, y: Any, alternative: str = "two-sided", *, axis: int = 0) -> LinregressResult:
    if alternative != "two-sided" or axis != 0 or np.ndim(x) != 1:
        unsupported("linregress: compiled code has two vectors and alternative='two-sided'")
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if len(x) > 1:
        if np.max(x) == np.min(x):
            raise ValueError("Cannot calculate a linear regression if all x values are identical")
    center = np.mean(x)
    u, v = x - center, y - np.mean(y)
    xx, xy, yy, df = np.sum(u * u), np.sum(u * v), np.sum(v * v), len(x) - 2
    r = np.clip(xy / np.sqrt(xx * yy), -1.0, 1.0)
    slope = xy / xx
    if df == 0:  # the line through both
        r, error = stop_gradient(r), np.float64(0.0)
        p = np.where(y[0] == y[1], 1.0, 0.0)
    else:
        t = r * np.sqrt(df / ((1.0 - r + 1e-20) * (1.0 + r + 1e-20)))
        p, error = 2 * evaluate("t", "sf", np.abs(t), df), np.sqrt((1 - r * r) * yy / xx / df)
    beside = error * np.sqrt(xx / len(x) + center**2)
    return LinregressResult(slope, np.mean(y) - slope * center, r, p, error, intercept_stderr=beside)


# -- ranks and modes -----------------------------------------------------------------------------------------


@read_as("scipy.stats.rankdata")
def rankdata(a: Any, method: str = "average", *, axis: Any = None, nan_policy: str = "propagate") -> Any:
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise ValueError(f'unknown method "{method}"')
    propagates("rankdata", nan_policy)
    a = np.asarray(a)
    if axis is None:
        return ranks(np.ravel(a), method)
    return np.apply_along_axis(lambda row: ranks(row, method), axis, a)


def ranks(x: Any, method: str) -> Any:
    if method == "ordinal":
        found = np.argsort(np.argsort(x, kind="stable"), kind="stable") + 1
    else:
        ordered = np.sort(x)
        low, high = np.searchsorted(ordered, x, "left"), np.searchsorted(ordered, x, "right")
        if method == "dense":
            new = np.concatenate([np.ones(1, np.int64), (ordered[1:] != ordered[:-1]).astype(np.int64)])
            found = np.cumsum(new)[low]
        else:
            found = low + 1 if method == "min" else high if method == "max" else (low + high + 1) / 2
    if x.dtype.kind != "f":
        return found * 1.0 if RANKS_ARE_FLOATS else found
    if method != "average" and not RANKS_ARE_FLOATS:
        if np.any(np.isnan(x)):
            raise ValueError(
                "rankdata: ranks of NaN are floats in SciPy; in compiled code these are integers"
            )
        return found
    return np.where(np.any(np.isnan(x)), np.nan, found * 1.0)


class ModeResult(NamedTuple):
    """The result of `scipy.stats.mode`."""

    mode: Any
    count: Any


@read_as("scipy.stats.mode")
def mode(a: Any, axis: Any = 0, nan_policy: str = "propagate", keepdims: bool = False) -> ModeResult:
    """The most frequent value, the least of several."""
    propagates("mode", nan_policy)
    a = np.asarray(a)
    a, place = (np.ravel(a), 0) if axis is None else (a, axis)
    ordered = np.moveaxis(np.sort(a, axis=place), place, -1)
    counts = np.sum(ordered[..., :, None] == ordered[..., None, :], axis=-1)
    best = np.argmax(counts, axis=-1)
    value = np.take_along_axis(ordered, best[..., None], axis=-1)[..., 0]
    count = np.max(counts, axis=-1)
    if not keepdims:
        return ModeResult(value[()], count[()])
    if axis is None:
        return ModeResult(np.reshape(value, (1,) * np.ndim(a)), np.reshape(count, (1,) * np.ndim(a)))
    return ModeResult(np.expand_dims(value, place), np.expand_dims(count, place))


@read_as("scipy.cluster.vq.vq")
def vq(obs: Any, code_book: Any, check_finite: bool = True) -> tuple:
    """The nearest code of each observation, and its distance."""
    obs, codes = np.asarray(obs), np.asarray(code_book)
    if obs.ndim != codes.ndim:
        raise ValueError("Observation and code_book should have the same rank")
    obs, codes = (obs[:, None], codes[:, None]) if obs.ndim == 1 else (obs, codes)
    squares = np.sum((obs[:, None, :] - codes[None, :, :]) ** 2, axis=-1)
    codes = np.argmin(squares, axis=1).astype(np.int32 if squares.dtype.kind == "f" else np.int64)
    return codes, np.sqrt(np.min(squares, axis=1))
