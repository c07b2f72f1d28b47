"""Distributions of integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import special

from .record import POSITIVE, Distribution


def at_integers(
    first: Callable[..., Any], last: Callable[..., Any], logpmf: Callable[..., Any]
) -> dict[str, Callable[..., Any]]:
    """The logarithm of a probability at the integers of a range; elsewhere -inf."""

    def log_at(k: Any, *values: Any) -> Any:
        *shapes, loc = values
        k = k - loc
        low, high = first(*shapes), last(*shapes)
        inside = (k == np.floor(k)) & (k >= low) & (k <= high)
        safe = np.where(np.isfinite(low), low, 0.0)
        found = logpmf(np.where(inside, k, safe), *shapes)
        return np.where(inside, found, np.where(np.isnan(k), np.nan, -np.inf))

    return {"logpmf": log_at, "pmf": lambda k, *values: np.exp(log_at(k, *values))}


def up_to(
    first: Callable[..., Any],
    last: Callable[..., Any],
    function: Callable[..., Any],
    below: float,
    above: float,
) -> Callable[..., Any]:
    """A function of the integer below, within a range."""

    def at(k: Any, *values: Any) -> Any:
        *shapes, loc = values
        k = np.floor(k - loc)
        low, high = first(*shapes), last(*shapes)
        inside = (k >= low) & (k < high)
        safe = np.where(np.isfinite(low), low, 0.0)
        found = function(np.where(inside, k, safe), *shapes)
        return np.where(inside, found, np.where(k < low, below, np.where(k >= high, above, np.nan)))

    return at


never, always = lambda *shapes: -np.inf, lambda *shapes: np.inf
zero, one = lambda *shapes: 0.0, lambda *shapes: 1.0
lowest, highest = lambda low, high: low, lambda low, high: high - 1
RANDINT = {
    **at_integers(lowest, highest, lambda k, low, high: -np.log(high - low) + 0.0 * k),
    "cdf": up_to(lowest, highest, lambda k, low, high: (k - low + 1) / (high - low), 0.0, 1.0),
    "sf": up_to(lowest, highest, lambda k, low, high: (high - 1 - k) / (high - low), 1.0, 0.0),
}
PLANCK = {
    **at_integers(zero, always, lambda k, rate: np.log(-np.expm1(-rate)) - rate * k),
    "cdf": up_to(zero, always, lambda k, rate: -np.expm1(-rate * (k + 1)), 0.0, 1.0),
    "sf": up_to(zero, always, lambda k, rate: np.exp(-rate * (k + 1)), 1.0, 0.0),
}
DLAPLACE = {
    **at_integers(never, always, lambda k, a: np.log(np.tanh(a / 2)) - a * np.abs(k)),
    "cdf": up_to(
        never,
        always,
        lambda k, a: np.where(
            k >= 0,
            1 - np.exp(-a * np.maximum(k, 0.0)) / (np.exp(a) + 1),
            np.exp(a * (np.minimum(k, 0.0) + 1)) / (np.exp(a) + 1),
        ),
        0.0,
        1.0,
    ),
}
LOGSER = at_integers(one, always, lambda k, p: special.xlogy(k, p) - np.log(k) - np.log(-np.log1p(-p)))
ZIPF = at_integers(one, always, lambda k, a: -a * np.log(k) - np.log(special.zeta(a, 1.0)))


def mean_of_logser(p: Any) -> Any:
    return -p / ((1 - p) * np.log1p(-p))


def variance_of_logser(p: Any) -> Any:
    return -p / ((1 - p) ** 2 * np.log1p(-p)) - mean_of_logser(p) ** 2


COUNTED = {
    "randint": Distribution(
        None,
        ("low", "high"),
        lambda low, high: (high > low) & (low == np.round(low)) & (high == np.round(high)),
        lambda low, high: (high + low - 1.0) / 2,
        lambda low, high: ((high - low) ** 2 - 1) / 12,
        True,
        more=RANDINT,
    ),
    "planck": Distribution(
        None,
        ("lambda_",),
        POSITIVE,
        lambda rate: 1 / np.expm1(rate),
        lambda rate: np.exp(-rate) / np.expm1(-rate) ** 2,
        True,
        more=PLANCK,
    ),
    "dlaplace": Distribution(
        None,
        ("a",),
        POSITIVE,
        lambda a: 0.0 * a,
        lambda a: 2 * np.exp(a) / np.expm1(a) ** 2,
        True,
        more=DLAPLACE,
    ),
    "logser": Distribution(
        None, ("p",), lambda p: (p > 0) & (p < 1), mean_of_logser, variance_of_logser, True, more=LOGSER
    ),
    "zipf": Distribution(None, ("a",), lambda a: a > 1, discrete=True, more=ZIPF),
}
