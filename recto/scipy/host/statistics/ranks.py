"""Tests by ranks: SciPy computes them on the host. They are constant between two orders of the samples, so that their
derivatives are 0.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from scipy import stats
from scipy.stats import _morestats as own_more
from scipy.stats import _stats_py as own

from recto.transform.core.registered import ORIGINALS
from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from .results import Outcome, SignificanceResult


def pair_of(name: str, *samples: Any, **options: Any) -> tuple:
    """Statistic and p-value."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = getattr(stats, name)(*samples, **options)
    return tuple([np.asarray(v) for v in (found.statistic, found.pvalue)])


def types_of(name: str, *samples: Any, **options: Any) -> tuple:
    """The types of what SciPy finds for other samples of these shapes; of what it refuses, anything: the call will."""
    rng = np.random.default_rng(0)
    try:
        return pair_of(name, *[rng.normal(size=x.shape).astype(x.dtype) for x in samples], **options)
    except (TypeError, ValueError):
        return np.zeros(()), np.zeros(())


computed = host(pair_of, result=types_of, pure=True)


def of_samples(name: str, *samples: Any, **options: Any) -> tuple:
    arrays = [stop_gradient(np.asarray(x)) for x in samples]
    statistic, pvalue = computed(name, *arrays, **options)
    return statistic[()], pvalue[()]


@read_as("scipy.stats.spearmanr")
def spearmanr(
    a: Any, b: Any = None, axis: Any = 0, nan_policy: str = "propagate", alternative: str = "two-sided"
) -> SignificanceResult:
    samples = (a,) if b is None else (a, b)
    options = {"axis": axis, "nan_policy": nan_policy, "alternative": alternative}
    return SignificanceResult(*of_samples("spearmanr", *samples, **options))


@read_as("scipy.stats.kendalltau")
def kendalltau(
    x: Any,
    y: Any,
    *,
    nan_policy: str = "propagate",
    method: str = "auto",
    variant: str = "b",
    alternative: str = "two-sided",
    **more: Any,
) -> SignificanceResult:
    options = {
        "nan_policy": nan_policy,
        "method": method,
        "variant": variant,
        "alternative": alternative,
        **more,
    }
    return SignificanceResult(*of_samples("kendalltau", x, y, **options))


class KstestResult(Outcome):
    def __init__(self, statistic: Any, pvalue: Any, statistic_location: Any, statistic_sign: Any):
        self.statistic, self.pvalue = statistic, pvalue
        self.statistic_location, self.statistic_sign = statistic_location, statistic_sign


ORIGINALS[KstestResult] = own.KstestResult


def place_of(first: Any, second: Any, alternative: str) -> tuple:
    """The place among all samples where the distributions differ most, and who is larger there."""
    found = stats.ks_2samp(first, second, alternative, method="asymp")
    both = np.concatenate([first, second])
    return np.argmax(both == found.statistic_location), np.int64(found.statistic_sign)


place_on_host = host(
    place_of, result=lambda first, second, alternative: (np.int64(0), np.int64(0)), pure=True
)


@read_as("scipy.stats.ks_2samp")
def ks_2samp(
    data1: Any, data2: Any, alternative: str = "two-sided", method: str = "auto", **more: Any
) -> KstestResult:
    x, y = np.asarray(data1), np.asarray(data2)
    if x.ndim != 1 or y.ndim != 1 or more:
        unsupported("ks_2samp: compiled code has two vectors, without axis=, nan_policy= and keepdims=")
    options = {"alternative": alternative, "method": method}
    statistic, pvalue = of_samples("ks_2samp", x, y, **options)
    place, sign = place_on_host(stop_gradient(x), stop_gradient(y), alternative)
    return KstestResult(statistic, pvalue, np.concatenate([x, y])[place], sign.astype(np.int8))


class MannwhitneyuResult(NamedTuple):
    statistic: Any
    pvalue: Any


class WilcoxonResult(Outcome):
    """The result of Wilcoxon's test of pairs, or of differences."""


class KruskalResult(NamedTuple):
    statistic: Any
    pvalue: Any


class RanksumsResult(NamedTuple):
    statistic: Any
    pvalue: Any


ORIGINALS[WilcoxonResult] = own_more.WilcoxonResult


@read_as("scipy.stats.mannwhitneyu")
def mannwhitneyu(
    x: Any, y: Any, use_continuity: bool = True, alternative: str = "two-sided", axis: Any = 0, **more: Any
) -> MannwhitneyuResult:
    options = {"use_continuity": use_continuity, "alternative": alternative, "axis": axis, **more}
    return MannwhitneyuResult(*of_samples("mannwhitneyu", x, y, **options))


@read_as("scipy.stats.wilcoxon")
def wilcoxon(x: Any, y: Any = None, zero_method: str = "wilcox", *args: Any, **more: Any) -> WilcoxonResult:
    named = dict(zip(("correction", "alternative", "method"), args))
    samples = (x,) if y is None else (x, y)
    return WilcoxonResult(*of_samples("wilcoxon", *samples, zero_method=zero_method, **named, **more))


@read_as("scipy.stats.kruskal")
def kruskal(*samples: Any, **more: Any) -> KruskalResult:
    return KruskalResult(*of_samples("kruskal", *samples, **more))


@read_as("scipy.stats.ranksums")
def ranksums(x: Any, y: Any, alternative: str = "two-sided", **more: Any) -> RanksumsResult:
    return RanksumsResult(*of_samples("ranksums", x, y, alternative=alternative, **more))
