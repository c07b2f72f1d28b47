"""The incomplete gamma functions of large a about x = a, where the series and the fraction would take √a terms.

Temme's uniform expansion, DLMF 8.12(i): with μ = x / a - 1 and η² / 2 = μ - log(1 + μ), η of the sign of μ,

    P(a, x) = erfc(-η √(a / 2)) / 2 - R        Q(a, x) = erfc(η √(a / 2)) / 2 + R
    R = exp(-a η² / 2) / √(2 π a) Σ c_k(η) / a^k
"""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import Any

from ..core.arrays import full_like
from ..core.table import prim
from .special import polynomial

FROM, WIDTH = 200, 0.3  # a, |μ|: the terms that are left out are below a unit in the last place there
ORDERS, POWERS = 7, 18  # k, powers of η
LOGARITHM = [2 * (-1) ** k / (k + 2) for k in range(30, -1, -1)]  # 2 (μ - log(1 + μ)) / μ²


def is_in_transition(a: Any, x: Any) -> Any:
    return prim.and_(prim.ge(a, full_like(a, FROM)), prim.le(prim.abs(x - a), a * WIDTH))


def transition_parts(a: Any, x: Any) -> tuple[Any, Any]:
    """The lower and the upper regularised function."""
    mu = (x - a) / a
    eta = mu * prim.sqrt(polynomial(mu, LOGARITHM))
    weight = prim.exp(-0.5 * a * (eta * eta)) / prim.sqrt(2 * math.pi * a)
    orders = [polynomial(eta, c) for c in reversed(coefficients())]
    total = orders[0]
    for order in orders[1:]:
        total = total / a + order
    rest, place = weight * total, eta * prim.sqrt(0.5 * a)
    return 0.5 * prim.erfc(-place) - rest, 0.5 * prim.erfc(place) + rest


@functools.lru_cache(1)
def coefficients() -> list[list[float]]:
    """Those of c_0, c_1 … by powers of η, the highest first: c_0 = 1 / μ - 1 / η, and c_k = c_(k-1)' / η + g / μ with
    the g that leaves no pole at η = 0."""
    count = POWERS + 2 * ORDERS
    reciprocal = reciprocal_of_mu(count)  # without 1 / η
    series, found = reciprocal, []
    for _ in range(ORDERS):
        found.append([float(c) for c in reversed(series[:POWERS])])
        pole = series[1]
        series = [(n + 2) * c - pole * r for n, (c, r) in enumerate(zip(series[2:], reciprocal))]
    return found


def reciprocal_of_mu(count: int) -> list[Fraction]:
    """1 / μ - 1 / η by powers of η, the lowest first. (From μ μ' = η (1 + μ).)"""
    mu = [Fraction(0), Fraction(1)]  # by powers of η
    for n in range(2, count + 3):
        known = sum((mu[i] * (n + 1 - i) * mu[n + 1 - i] for i in range(2, n)), Fraction(0))
        mu.append((mu[n - 1] - known) / (n + 1))
    inverse = [Fraction(1)]  # η / μ
    for n in range(1, count + 1):
        inverse.append(-sum((mu[i + 1] * inverse[n - i] for i in range(1, n + 1)), Fraction(0)))
    return inverse[1:]
