"""Student's tests of means."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.stats import _stats_py as own

from recto.transform.core.registered import ORIGINALS
from recto.transform.library import read_as, unsupported

from ..samples import propagates
from ..stats import evaluate
from .results import Outcome

SIDES = {"less": -1, "two-sided": 0, "greater": 1}


class ConfidenceInterval(NamedTuple):
    low: Any
    high: Any


class TtestResult(Outcome):
    def __init__(self, statistic: Any, pvalue: Any, df: Any, side: int, error: Any, estimate: Any):
        self.statistic, self.pvalue, self.df = statistic, pvalue, df
        self.side, self.error, self.estimate = side, error, estimate

    def confidence_interval(self, confidence_level: Any = 0.95) -> ConfidenceInterval:
        if confidence_level < 0 or confidence_level > 1:
            raise ValueError("`confidence_level` must be a number between 0 and 1.")
        p = confidence_level if self.side else 0.5 + 0.5 * confidence_level
        reach = quantile(p, self.df) * self.error
        low = self.estimate - (reach if self.side >= 0 else np.inf)
        high = self.estimate + (reach if self.side <= 0 else np.inf)
        return ConfidenceInterval(low, high)


def quantile(p: Any, df: Any) -> Any:
    return evaluate("t", "ppf", p, df)


def of_scipy(statistic: Any, pvalue: Any, df: Any, side: int, error: Any, estimate: Any) -> Any:
    found = [np.asarray(x)[()] for x in (statistic, pvalue, df, error, estimate)]
    return own.TtestResult(
        found[0], found[1], df=found[2], alternative=side, standard_error=found[3], estimate=found[4]
    )


ORIGINALS[TtestResult] = of_scipy


def floating(*samples: Any) -> list:
    """The samples in one floating dtype."""
    made = [np.asarray(x) for x in samples]
    dtype = np.result_type(*made)
    dtype = dtype if dtype.kind in "fc" else np.dtype(np.float64)
    if dtype.kind == "c":
        unsupported("tests of means: complex samples")
    return [x.astype(dtype) for x in made]


def told(difference: Any, error: Any, df: Any, alternative: str) -> TtestResult:
    """The result for a difference of means, its standard error and degrees of freedom."""
    if alternative not in SIDES:
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    side = SIDES[alternative]
    known = error != 0
    t = np.where(known, difference / np.where(known, error, 1.0), np.copysign(np.inf, difference))
    t = np.where(known | (difference != 0), t, np.nan)
    at = np.abs(t) if side == 0 else -t if side < 0 else t
    p = evaluate("t", "sf", at, df) * (1.0 if side else 2.0)
    p = np.where(np.isnan(t), np.nan, p).astype(t.dtype)
    df = np.broadcast_to(np.asarray(df), np.shape(t))[()]
    return TtestResult(t[()], p[()], df, side, error, difference)


def along(x: Any, axis: Any) -> tuple:
    """The samples along the last axis."""
    return np.ravel(x) if axis is None else np.moveaxis(x, axis, -1)


@read_as("scipy.stats.ttest_1samp")
def ttest_1samp(
    a: Any,
    popmean: Any,
    axis: Any = 0,
    nan_policy: str = "propagate",
    alternative: str = "two-sided",
    *,
    keepdims: bool = False,
) -> TtestResult:
    propagates("ttest_1samp", nan_policy)
    if keepdims:
        unsupported("ttest_1samp: compiled code has keepdims=False")
    if isinstance(popmean, (int, float)):
        (a,) = floating(a)
        popmean = np.asarray(popmean, a.dtype)
    else:
        a, popmean = floating(a, popmean)
    x = along(a, axis)
    n = x.shape[-1]
    if popmean.ndim:
        if popmean.shape[axis] != 1:
            raise ValueError("`popmean.shape[axis]` must equal 1.")
        popmean = np.squeeze(popmean, axis=axis)
    mean = np.mean(x, axis=-1)
    error = np.sqrt(variance(x) / n)
    found = told(mean - popmean, error, n - 1, alternative)
    return TtestResult(found.statistic, found.pvalue, found.df, found.side, error, mean)


def variance(x: Any) -> Any:
    """The variance of samples along the last axis; NaN for one sample."""
    if x.shape[-1] < 2:
        return np.full(x.shape[:-1], np.nan, x.dtype)
    return np.var(x, axis=-1, ddof=1)


@read_as("scipy.stats.ttest_rel")
def ttest_rel(
    a: Any,
    b: Any,
    axis: Any = 0,
    nan_policy: str = "propagate",
    alternative: str = "two-sided",
    *,
    keepdims: bool = False,
) -> TtestResult:
    a, b = floating(a, b)
    if a.shape[axis or 0] != b.shape[axis or 0]:
        raise ValueError("Array shapes are incompatible for broadcasting.")
    return ttest_1samp(a - b, 0.0, axis, nan_policy, alternative, keepdims=keepdims)


@read_as("scipy.stats.ttest_ind")
def ttest_ind(
    a: Any,
    b: Any,
    *,
    axis: Any = 0,
    equal_var: bool = True,
    nan_policy: str = "propagate",
    alternative: str = "two-sided",
    trim: float = 0,
    method: Any = None,
    keepdims: bool = False,
) -> TtestResult:
    """With one variance of both samples, or with two: Welch's test."""
    propagates("ttest_ind", nan_policy)
    if trim or method is not None or keepdims:
        unsupported("ttest_ind: compiled code has trim=0, method=None and keepdims=False")
    a, b = floating(a, b)
    x, y = along(a, axis), along(b, axis)
    n, m = x.shape[-1], y.shape[-1]
    v, w = variance(x), variance(y)
    if equal_var:
        v, w = 0.0 * v if n == 1 else v, 0.0 * w if m == 1 else w
        df = n + m - 2.0
        error = np.sqrt(((n - 1) * v + (m - 1) * w) / df * (1.0 / n + 1.0 / m))
    else:
        v, w = v / n, w / m
        square = v**2 / (n - 1) + w**2 / (m - 1)
        df = np.where(square == 0, 1.0, (v + w) ** 2 / np.where(square == 0, 1.0, square))
        error = np.sqrt(v + w)
    difference = np.mean(x, axis=-1) - np.mean(y, axis=-1)
    df = np.where(np.isnan(difference), np.nan, df).astype(difference.dtype)
    return told(difference, error, df, alternative)
