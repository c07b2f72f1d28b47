"""Positions of quantiles in a sorted sample, by method: the two neighbouring items, and the weight between
them.

The nine methods of Hyndman and Fan ("Sample quantiles in statistical packages", 1996), and four more of NumPy's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.dtypes import canonical
from ....ir.builder import convert
from ...core.arrays import full_like
from ...core.table import prim

# (alpha, beta) of the continuous ones: the position is n * p + alpha + p * (1 - alpha - beta) - 1
CONTINUOUS = {
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}
# those that give an item of the sample
DISCRETE = ("lower", "higher", "nearest", "inverted_cdf", "closest_observation")
QUANTILE_METHODS = ("linear", "midpoint", "averaged_inverted_cdf", *CONTINUOUS, *DISCRETE)


class Position(NamedTuple):
    """Two neighbours in a sorted sample, and the weight of the second."""

    low: int
    high: int
    weight: float


def quantile_position(n: int, p: Any, method: str) -> Position:
    """The position in a sample of n items, at least one; in the precision of p, as NumPy computes it."""
    if method in DISCRETE:
        place = discrete_place(n, p, method)
        return Position(place, place, 0.0)
    if method in CONTINUOUS:
        alpha, beta = CONTINUOUS[method]
        place = n * p + (alpha + p * (1 - alpha - beta)) - 1
    elif method == "averaged_inverted_cdf":
        place = n * p - 1
    elif method == "midpoint":
        place = 0.5 * (np.floor((n - 1) * p) + np.ceil((n - 1) * p))
    else:
        place = (n - 1) * p
    low = int(np.floor(place))
    weight = float(place - low)
    if method == "averaged_inverted_cdf":
        weight = 0.5 if weight == 0 else 1.0
    if place >= n - 1:
        return Position(n - 1, n - 1, 0.0)
    if place < 0:
        return Position(0, 0, 0.0)
    return Position(low, low + 1, weight)


def discrete_place(n: int, p: Any, method: str) -> int:
    match method:
        case "lower":
            return int(np.floor((n - 1) * p))
        case "higher":
            return int(np.ceil((n - 1) * p))
        case "nearest":
            return int(np.around((n - 1) * p))
    place = n * p - 1 - (0.5 if method == "closest_observation" else 0)
    low = np.floor(place)
    stays = place == low and (method == "inverted_cdf" or low % 2 == 1)
    return max(int(low) if stays else int(low) + 1, 0)


class Places(NamedTuple):
    """Positions that are computed: arrays of indices, and of the weights of the second."""

    low: Any
    high: Any
    weight: Any


def place_quantiles(n: Any, p: Any, method: str) -> Places:
    """`quantile_position` for arrays: the numbers of items, at least one and floating, and the shares of one shape."""
    last, zero = n - 1, full_like(n, 0)
    if method in DISCRETE:
        place = prim.minimum(prim.maximum(computed_place(n, p, method), zero), last)
        index = convert(place, canonical(np.int64))
        return Places(index, index, zero)
    if method in CONTINUOUS:
        alpha, beta = CONTINUOUS[method]
        place = n * p + (p * (1 - alpha - beta) + alpha) - 1
    elif method == "averaged_inverted_cdf":
        place = n * p - 1
    elif method == "midpoint":
        place = 0.5 * (prim.floor(last * p) + prim.ceil(last * p))
    else:
        place = last * p
    low = prim.floor(place)
    weight = place - low
    if method == "averaged_inverted_cdf":
        weight = prim.select(prim.eq(weight, zero), full_like(n, 0.5), full_like(n, 1))
    above, below = prim.ge(place, last), prim.lt(place, zero)
    inside = lambda v: prim.select(above, last, prim.select(below, zero, v))
    weight = prim.select(prim.or_(above, below), zero, weight)
    first, second = (convert(inside(v), canonical(np.int64)) for v in (low, low + 1))
    return Places(first, second, weight)


def computed_place(n: Any, p: Any, method: str) -> Any:
    match method:
        case "lower":
            return prim.floor((n - 1) * p)
        case "higher":
            return prim.ceil((n - 1) * p)
        case "nearest":
            return prim.round((n - 1) * p)
    place = n * p - (1.5 if method == "closest_observation" else 1)
    low = prim.floor(place)
    stays = prim.eq(place, low)
    if method == "closest_observation":
        half = low * 0.5
        stays = prim.and_(stays, prim.ne(half, prim.floor(half)))
    return prim.select(stays, low, low + 1)
