"""Record of a distribution: its functions, support and moments."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

EULER = 0.5772156649015329
POSITIVE = lambda a: a > 0
BOTH_POSITIVE = lambda a, b: (a > 0) & (b > 0)
PROBABILITY = lambda p: (p >= 0) & (p <= 1)


@dataclasses.dataclass(frozen=True)
class Distribution:
    """A distribution of numbers.

    Attributes:
        home: the module that has its functions, if there is one
        shapes: the parameters before loc and scale
        valid: are these parameters in their domain? Elsewhere every result is NaN.
        mean, var: of loc = 0 and scale = 1, by the shapes; None where there is no formula here
        discrete: it has no scale
        more: functions that its module lacks
    """

    home: Any
    shapes: tuple[str, ...] = ()
    valid: Callable[..., Any] = lambda: True
    mean: Callable[..., Any] | None = None
    var: Callable[..., Any] | None = None
    discrete: bool = False
    more: dict[str, Callable[..., Any]] = dataclasses.field(default_factory=dict)


def of_positive(function: Callable[..., Any], beside: float) -> Callable[..., Any]:
    """A function of (x - loc) / scale above 0 and of the shapes; elsewhere a constant."""

    def at(x: Any, *values: Any) -> Any:
        *shapes, loc, scale = values
        z = (x - loc) / scale
        found = function(np.where(z > 0, z, 1.0), *shapes)
        return np.where(z > 0, found, np.where(np.isnan(z), np.nan, beside))

    return at


def share(q: Any) -> Any:
    """NaN for what is no probability."""
    return np.where((q >= 0) & (q <= 1), q, np.nan)


def where_inside(
    support: Callable[..., Any],
    function: Callable[..., Any],
    below: float,
    above: float,
    dense: bool = False,
    closed: bool = True,
) -> Callable[..., Any]:
    """A function of the standard variable within its support, of any loc and scale; constants below and above. support:
    the ends and a place between them, by the shapes. dense: it is the logarithm of a density. closed: with the ends."""

    def at(x: Any, *values: Any) -> Any:
        *shapes, loc, scale = values
        z = (x - loc) / scale
        low, high, middle = support(*shapes)
        inside = (z >= low) & (z <= high) if closed else (z > low) & (z < high)
        found = function(np.where(inside, z, middle), *shapes)
        found = np.where(inside, found, np.where(z <= low, below, np.where(z >= high, above, np.nan)))
        return found - np.log(scale) if dense else found

    return at


def of_probability(
    support: Callable[..., Any], function: Callable[..., Any], first: int
) -> Callable[..., Any]:
    """A quantile; at 0 and 1 the ends of the support. first: which end belongs to 0."""

    def at(q: Any, *values: Any) -> Any:
        *shapes, loc, scale = values
        q = share(q)
        inside = (q > 0) & (q < 1)
        ends = support(*shapes)
        found = function(np.where(inside, q, 0.5), *shapes)
        found = np.where(inside, found, np.where(q == 0, ends[first], ends[1 - first]))
        return np.where(np.isnan(q), np.nan, loc + scale * found)

    return at


def standard(
    support: Callable[..., Any],
    logpdf: Callable[..., Any],
    closed: bool = True,
    **functions: Callable[..., Any],
) -> dict[str, Callable[..., Any]]:
    """The functions of a continuous distribution, from those of loc = 0 and scale = 1 within the support.
    closed: whether the density has a value at its ends."""
    density = where_inside(support, logpdf, -np.inf, -np.inf, True, closed)
    made = {"logpdf": density, "pdf": lambda x, *values: np.exp(density(x, *values))}
    outside = {"cdf": (0.0, 1.0), "logcdf": (-np.inf, 0.0), "sf": (1.0, 0.0), "logsf": (0.0, -np.inf)}
    for name, function in functions.items():
        if name in outside:
            made[name] = where_inside(support, function, *outside[name], closed=closed)
        else:
            made[name] = of_probability(support, function, 0 if name == "ppf" else 1)
    return made
