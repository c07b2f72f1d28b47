"""The incomplete gamma and beta functions of scipy.special, and smaller functions made of others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.arrays import full_like
from ..core.loops import repeat_while
from ..core.table import prim
from ..numpy.ufuncs import LOOPS
from .special import ndtri, polynomial, special, where

LIMIT = 2000  # terms

# -- incomplete gamma (Cephes: a series below x = a, a continued fraction above) -----------------------------


def going_on(count: Any, change: Any, size: Any) -> Any:
    """Whether some element still changes."""
    epsilon = full_like(change, np.finfo(change.dtype).eps)
    moving = prim.gt(prim.abs(change), epsilon * prim.abs(size))
    return prim.and_(
        prim.lt(count, full_like(count, LIMIT)), prim.reduce_any(moving, axes=tuple(range(moving.ndim)))
    )


def gamma_series(a: Any, x: Any) -> Any:
    """The sum of x^k / ((a + 1) … (a + k)), k = 0 1 2 …"""

    def step(a: Any, x: Any, count: Any, term: Any, total: Any) -> tuple:
        count = count + 1
        term = term * x / (a + count)
        return count, term, total + term

    test = lambda a, x, count, term, total: going_on(count, term, total)
    one = full_like(x, 1)
    return repeat_while(test, step, count_from(x), one, one, fixed=(a, x))[2]


def count_from(x: Any) -> Any:
    """A counter that starts at 0, of the dtype and shape of x: it takes part in formulas."""
    return full_like(x, 0, shape=())


def gamma_fraction(a: Any, x: Any) -> Any:
    """Legendre's continued fraction, by the modified method of Lentz (x > a)."""
    tiny = 1e-30 if x.dtype != np.float64 else 1e-300

    def step(a: Any, x: Any, k: Any, c: Any, d: Any, h: Any, change: Any) -> tuple:
        k = k + 1
        an = (a - k) * k
        b = x + 1 - a + 2 * k
        d = 1 / nonzero(an * d + b, tiny)
        c = nonzero(b + an / c, tiny)
        return k, c, d, h * (d * c), d * c - 1

    b = x + 1 - a
    d = 1 / nonzero(b, tiny)
    test = lambda a, x, k, c, d, h, change: going_on(k, change, full_like(change, 1))
    return repeat_while(
        test, step, count_from(x), full_like(x, 1 / tiny), d, d, full_like(x, 1), fixed=(a, x)
    )[3]


def nonzero(x: Any, tiny: float) -> Any:
    return where(prim.lt(prim.abs(x), full_like(x, tiny)), tiny, x)


def gamma_parts(a: Any, x: Any) -> tuple[Any, Any]:
    """The lower and the upper regularised function, each by the method that keeps its digits."""
    zero = full_like(x, 0)
    inside = prim.and_(prim.gt(x, zero), prim.and_(prim.gt(a, zero), prim.isfinite(x)))
    a, safe = where(inside, a, 1), where(inside, x, 1)
    low = prim.or_(prim.le(safe, full_like(x, 1)), prim.le(safe, a))
    weight = prim.exp(a * prim.log(safe) - safe - prim.lgamma(a))
    below = weight * gamma_series(a, where(low, safe, a)) / a
    above = weight * gamma_fraction(a, where(low, a + 2, safe))
    return prim.select(low, below, 1 - above), prim.select(low, 1 - below, above)


def at_ends(a: Any, x: Any, value: Any, start: float, end: float) -> Any:
    zero = full_like(x, 0)
    infinite = prim.eq(a, full_like(a, np.inf))
    value = where(
        prim.or_(prim.eq(x, zero), infinite), start, where(prim.eq(x, full_like(x, np.inf)), end, value)
    )
    value = where(prim.and_(infinite, prim.eq(x, full_like(x, np.inf))), np.nan, value)
    none = prim.eq(a, zero)
    value = where(none, end, value)
    known = prim.and_(prim.ge(x, zero), prim.ge(a, zero))
    outside = prim.or_(prim.not_(known), prim.and_(none, prim.eq(x, zero)))
    return where(outside, np.nan, value)


@special("gammainc", wide=True)
def gammainc(a: Any, x: Any) -> Any:
    return at_ends(a, x, gamma_parts(a, x)[0], 0, 1)


@special("gammaincc", wide=True)
def gammaincc(a: Any, x: Any) -> Any:
    return at_ends(a, x, gamma_parts(a, x)[1], 1, 0)


# -- incomplete beta (Press et al., Numerical Recipes, section 6.4) ------------------------------------------


def beta_fraction(a: Any, b: Any, x: Any) -> Any:
    tiny = 1e-30 if x.dtype != np.float64 else 1e-300

    def step(a: Any, b: Any, x: Any, k: Any, c: Any, d: Any, h: Any, change: Any) -> tuple:
        k = k + 1
        even = k * (b - k) * x / ((a - 1 + 2 * k) * (a + 2 * k))
        d = 1 / nonzero(1 + even * d, tiny)
        c = nonzero(1 + even / c, tiny)
        h = h * (d * c)
        odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 1 + 2 * k))
        d = 1 / nonzero(1 + odd * d, tiny)
        c = nonzero(1 + odd / c, tiny)
        return k, c, d, h * (d * c), d * c - 1

    d = 1 / nonzero(1 - (a + b) * x / (a + 1), tiny)
    test = lambda a, b, x, k, c, d, h, change: going_on(k, change, full_like(change, 1))
    one = full_like(x, 1)
    return repeat_while(test, step, count_from(x), one, d, d, one, fixed=(a, b, x))[3]


@special("betainc", wide=True)
def betainc(a: Any, b: Any, x: Any) -> Any:
    zero, one = full_like(x, 0), full_like(x, 1)
    inside = prim.and_(
        prim.and_(prim.gt(x, zero), prim.lt(x, one)), prim.and_(prim.gt(a, zero), prim.gt(b, zero))
    )
    p, q, safe = (where(inside, v, c) for v, c in ((a, 1), (b, 1), (x, 0.5)))
    weight = prim.lgamma(p + q) - prim.lgamma(p) - prim.lgamma(q) + p * prim.log(safe) + q * prim.log1p(-safe)
    early = prim.lt(safe, (p + 1) / (p + q + 2))
    first, second = prim.select(early, p, q), prim.select(early, q, p)
    part = prim.exp(weight) * beta_fraction(first, second, prim.select(early, safe, 1 - safe)) / first
    result = prim.select(early, part, 1 - part)
    result = where(prim.eq(x, zero), 0, where(prim.eq(x, one), 1, result))
    at_edge = prim.or_(prim.eq(x, zero), prim.eq(x, one))
    positive = prim.and_(prim.gt(a, zero), prim.gt(b, zero))
    return where(prim.and_(positive, prim.or_(inside, at_edge)), result, np.nan)


# -- made of others ------------------------------------------------------------------------------------------


@special("erfcinv", wide=True)
def erfcinv(y: Any) -> Any:
    return ndtri(y / 2) * -math.sqrt(0.5)


@special("cosm1", wide=True)
def cosm1(x: Any) -> Any:
    half = prim.sin(x / 2)
    return half * half * -2


EXPREL = [1 / math.factorial(k + 1) for k in range(14, -1, -1)]  # (exp(x) - 1) / x
LOG1PREL = [(-1) ** k / (k + 1) for k in range(16, -1, -1)]  # log(1 + x) / x


@special("exprel", wide=True)
def exprel(x: Any) -> Any:
    """(exp(x) - 1) / x: by its series about 0, so that its derivatives are right there; in two factors where exp(x)
    overflows."""
    small, large = prim.lt(prim.abs(x), full_like(x, 0.5)), prim.gt(x, full_like(x, 600))
    near, middle, far = where(small, x, 0), where(prim.or_(small, large), 1, x), where(large, x, 1)
    root = prim.exp(far / 2)
    above = where(prim.eq(x, full_like(x, np.inf)), np.inf, root / far * root)
    return prim.select(
        small, polynomial(near, EXPREL), prim.select(large, above, prim.expm1(middle) / middle)
    )


@special("softplus")
def softplus(x: Any) -> Any:
    return LOOPS[np.logaddexp](full_like(x, 0), x)


@special("boxcox", wide=True)
def boxcox(x: Any, lmbda: Any) -> Any:
    """(x ** lmbda - 1) / lmbda, of which the derivative is x ** (lmbda - 1) to the last digits."""
    logarithm = prim.log(x)
    z = lmbda * logarithm
    small = prim.lt(prim.abs(z), full_like(z, 0.5))
    series = logarithm * polynomial(where(small, z, 0), EXPREL)
    zero = prim.eq(lmbda, full_like(lmbda, 0))
    power = prim.expm1(where(small, 1, z)) / where(prim.or_(small, zero), 1, lmbda)
    return prim.select(small, series, where(zero, logarithm, power))


@special("inv_boxcox", wide=True)
def inv_boxcox(x: Any, lmbda: Any) -> Any:
    """exp(x * log1p(z) / z) for z = lmbda * x, by its series about 0."""
    z = lmbda * x
    small = prim.lt(prim.abs(z), full_like(x, 0.1))
    safe = where(small, 1, z)
    near = prim.exp(x * polynomial(where(small, z, 0), LOG1PREL))
    return prim.select(small, near, prim.exp(prim.log1p(safe) / where(small, 1, lmbda)))


@special("huber")
def huber(delta: Any, r: Any) -> Any:
    size = prim.abs(r)
    result = prim.select(prim.le(size, delta), r * r / 2, delta * (size - delta / 2))
    return where(prim.lt(delta, full_like(delta, 0)), np.inf, result)


@special("pseudo_huber", wide=True)
def pseudo_huber(delta: Any, r: Any) -> Any:
    """delta² (sqrt(1 + v²) - 1) for v = r / delta, without the difference."""
    zero = prim.eq(delta, full_like(delta, 0))
    v = r / where(zero, 1, delta)
    value = where(zero, 0, r * (r / (1 + LOOPS[np.hypot](full_like(v, 1), v))))
    return where(prim.lt(delta, full_like(delta, 0)), np.inf, value)


@special("poch", wide=True)
def poch(z: Any, m: Any) -> Any:
    """Rising factorial, for z > 0 and z + m > 0."""
    return prim.exp(prim.lgamma(z + m) - prim.lgamma(z))
