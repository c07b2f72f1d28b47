"""Distributions over an interval."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from .real_line import normal_log
from .record import POSITIVE, Distribution, standard

log, unit = np.log, lambda *shapes: (0.0, 1.0, 0.5)


def span(a: Any, b: Any) -> tuple:
    return a, b, a


LOGUNIFORM = standard(
    span,
    lambda z, a, b: -log(z) - log(log(b / a)),
    cdf=lambda z, a, b: log(z / a) / log(b / a),
    ppf=lambda q, a, b: a * np.exp(q * log(b / a)),
)
POWERLAW = standard(
    unit,
    lambda z, a: log(a) + special.xlogy(a - 1, z),
    cdf=lambda z, a: z**a,
    sf=lambda z, a: -np.expm1(a * log(z)),
    ppf=lambda q, a: q ** (1 / a),
)
ARCSINE = standard(
    unit,
    lambda z: -log(np.pi) - 0.5 * (log(z) + np.log1p(-z)),
    cdf=lambda z: 2 / np.pi * np.arcsin(np.sqrt(z)),
    ppf=lambda q: np.sin(np.pi / 2 * q) ** 2,
)
COSINE = standard(
    lambda: (-np.pi, np.pi, 0.0),
    lambda z: np.log1p(np.cos(z)) - log(2 * np.pi),
    cdf=lambda z: (np.pi + z + np.sin(z)) / (2 * np.pi),
    sf=lambda z: (np.pi - z - np.sin(z)) / (2 * np.pi),
)
SEMICIRCULAR = standard(
    lambda: (-1.0, 1.0, 0.0),
    lambda z: log(2 / np.pi) + 0.5 * np.log1p(-z * z),
    cdf=lambda z: 0.5 + (z * np.sqrt(1 - z * z) + np.arcsin(z)) / np.pi,
)
JOHNSONSB = standard(
    unit,
    lambda z, a, b: log(b) - log(z) - np.log1p(-z) + normal_log(a + b * special.logit(z)),
    cdf=lambda z, a, b: special.ndtr(a + b * special.logit(z)),
    sf=lambda z, a, b: special.ndtr(-a - b * special.logit(z)),
    ppf=lambda q, a, b: special.expit((special.ndtri(q) - a) / b),
    isf=lambda q, a, b: special.expit((-special.ndtri(q) - a) / b),
    closed=False,
)
BRADFORD = standard(
    unit,
    lambda z, c: log(c) - log(np.log1p(c)) - np.log1p(c * z),
    cdf=lambda z, c: np.log1p(c * z) / np.log1p(c),
    ppf=lambda q, c: np.expm1(q * np.log1p(c)) / c,
)
TRUNCEXPON = standard(
    lambda b: (0.0, b, 0.0),
    lambda z, b: -z - log(-np.expm1(-b)),
    cdf=lambda z, b: np.expm1(-z) / np.expm1(-b),
    sf=lambda z, b: (np.exp(-b) - np.exp(-z)) / np.expm1(-b),
    ppf=lambda q, b: -np.log1p(q * np.expm1(-b)),
)


def mean_of_loguniform(a: Any, b: Any) -> Any:
    return (b - a) / log(b / a)


def mean_of_bradford(c: Any) -> Any:
    return (c - np.log1p(c)) / (c * np.log1p(c))


def variance_of_bradford(c: Any) -> Any:
    k = np.log1p(c)
    return ((c + 2) * k - 2 * c) / (2 * c * k * k)


def mean_of_truncexpon(b: Any) -> Any:
    return (1 - (b + 1) * np.exp(-b)) / -np.expm1(-b)


def variance_of_truncexpon(b: Any) -> Any:
    square = 2 * (1 - 0.5 * (b * b + 2 * b + 2) * np.exp(-b)) / -np.expm1(-b)
    return square - mean_of_truncexpon(b) ** 2


UNIFORM_OF_LOGARITHM = Distribution(
    None,
    ("a", "b"),
    lambda a, b: (a > 0) & (b > a),
    mean_of_loguniform,
    lambda a, b: (b * b - a * a) / (2 * log(b / a)) - mean_of_loguniform(a, b) ** 2,
    more=LOGUNIFORM,
)
BOUNDED = {
    "loguniform": UNIFORM_OF_LOGARITHM,
    "reciprocal": UNIFORM_OF_LOGARITHM,
    "powerlaw": Distribution(
        None, ("a",), POSITIVE, lambda a: a / (a + 1), lambda a: a / ((a + 2) * (a + 1) ** 2), more=POWERLAW
    ),
    "arcsine": Distribution(None, mean=lambda: 0.5, var=lambda: 0.125, more=ARCSINE),
    "cosine": Distribution(None, mean=lambda: 0.0, var=lambda: np.pi**2 / 3 - 2, more=COSINE),
    "semicircular": Distribution(None, mean=lambda: 0.0, var=lambda: 0.25, more=SEMICIRCULAR),
    "johnsonsb": Distribution(None, ("a", "b"), lambda a, b: (b > 0) & (a == a), more=JOHNSONSB),
    "bradford": Distribution(None, ("c",), POSITIVE, mean_of_bradford, variance_of_bradford, more=BRADFORD),
    "truncexpon": Distribution(
        None, ("b",), POSITIVE, mean_of_truncexpon, variance_of_truncexpon, more=TRUNCEXPON
    ),
}
