"""The incomplete gamma and beta functions of scipy.special, and smaller functions made of others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...ir.builder import convert
from ..core.arrays import dtype_of, full_like, is_python_number, strong_array
from ..core.loops import repeat_while
from ..core.table import implements, prim
from ..numpy.elementwise import magnitude
from ..numpy.ufuncs import LOOPS
from .gamma_transition import FROM, is_in_transition, transition_parts
from .gamma_beta import LARGE, log_beta, log_gamma_step, stirling_rest
from .special import WEAK, ndtr, ndtri, polynomial, special, where

LIMIT = 2000  # terms

# -- incomplete gamma (Cephes: a series below x = a, a continued fraction above) -----------------------------


def going_on(count: Any, change: Any, size: Any, limit: int = LIMIT) -> Any:
    """Whether some element still changes."""
    epsilon = full_like(change, np.finfo(change.dtype).eps)
    moving = prim.gt(prim.abs(change), epsilon * prim.abs(size))
    return prim.and_(
        prim.lt(count, full_like(count, limit)), prim.reduce_any(moving, axes=tuple(range(moving.ndim)))
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
        return k, c, d, *next_factor(d * c, h, change)

    b = x + 1 - a
    d = 1 / nonzero(b, tiny)
    test = lambda a, x, k, c, d, h, change: going_on(k, change, full_like(change, 1))
    return repeat_while(
        test, step, count_from(x), full_like(x, 1 / tiny), d, d, full_like(x, 1), fixed=(a, x)
    )[3]


def next_factor(factor: Any, h: Any, change: Any) -> tuple[Any, Any]:
    """A continued fraction times its next factor, and what changed. Where nothing does any more the value stays as it
    is, so that rounding errors of further steps don't add up; its derivative may still converge."""
    moving = prim.gt(prim.abs(change), full_like(change, np.finfo(change.dtype).eps))
    still = factor + prim.stop_gradient(1 - factor)
    return h * prim.select(moving, factor, still), prim.select(moving, factor - 1, change)


def nonzero(x: Any, tiny: float) -> Any:
    return where(prim.lt(prim.abs(x), full_like(x, tiny)), tiny, x)


def gamma_parts(a: Any, x: Any) -> tuple[Any, Any]:
    """The lower and the upper regularised function, each by the method that keeps its digits."""
    zero = full_like(x, 0)
    inside = prim.and_(prim.gt(x, zero), prim.and_(prim.gt(a, zero), prim.isfinite(x)))
    a, safe = where(inside, a, 1), where(inside, x, 1)
    near = is_in_transition(a, safe)
    middle = transition_parts(where(near, a, FROM), where(near, safe, FROM))
    sides = parts_by_side(where(near, 1, a), where(near, 1, safe))
    below, above = (prim.select(near, *parts) for parts in zip(middle, sides))
    return below, above


def parts_by_side(a: Any, safe: Any) -> tuple[Any, Any]:
    """Far from x = a, or for small ones."""
    low = prim.or_(prim.le(safe, full_like(safe, 1)), prim.le(safe, a))
    weight = gamma_power(a, safe)
    below = weight * gamma_series(a, where(low, safe, a)) / a
    above = weight * gamma_fraction(a, where(low, a + 2, safe))
    slight = prim.and_(prim.lt(a, full_like(a, 0.5)), prim.le(safe, full_like(safe, 1.1)))
    rest = upper_of_small(where(slight, a, 0.25), where(slight, safe, 1))
    return prim.select(low, below, 1 - above), prim.select(slight, rest, prim.select(low, 1 - below, above))


def upper_of_small(a: Any, x: Any) -> Any:
    """The upper function of a small parameter and x about 0 … 1, by the series DLMF 8.7.3, without the 1 that is
    subtracted."""

    def step(a: Any, x: Any, k: Any, term: Any, part: Any, total: Any) -> tuple:
        k = k + 1
        term = term * -x / k
        part = term / (a + k)
        return k, term, part, total + part

    test = lambda a, x, k, term, part, total: going_on(k, part, total)
    none = full_like(x, 0)
    total = repeat_while(test, step, count_from(x), none + 1, none + 1, none, fixed=(a, x))[3]
    logarithm = a * prim.log(x) - log_gamma_step(full_like(a, 1), a)
    return -prim.expm1(logarithm) - prim.exp(logarithm) * a * total


def gamma_power(a: Any, x: Any) -> Any:
    """x^a exp(-x) / Γ(a). If a is large, by what x differs from it."""
    large = prim.ge(a, full_like(a, LARGE))
    p = where(large, 1, a)
    plain = prim.exp(p * prim.log(x) - x - prim.lgamma(p))
    p = where(large, a, LARGE)
    rest = p * log1p_rest((x - p) / p, x / p) + stirling_rest(p)
    return prim.select(large, prim.sqrt(p / (2 * math.pi)) * prim.exp(-rest), plain)


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


# -- incomplete beta (Didonato, Morris: Algorithm 708. ACM Trans. Math. Softw. 18 (1992)) ---------------------


def beta_fraction(a: Any, b: Any, x: Any, y: Any) -> Any:
    """Their continued fraction (9), y = 1 - x, by the modified method of Lentz: x^a y^b / B(a, b) divided by this is
    the integral."""
    tiny = 1e-30 if x.dtype != np.float64 else 1e-300

    def step(a: Any, b: Any, x: Any, y: Any, k: Any, c: Any, d: Any, h: Any, change: Any) -> tuple:
        k = k + 1
        low, high = a - 1 + 2 * k, a + 1 + 2 * k
        above = k * ((a - 1 + k) / low) * ((a + b - 1 + k) / low * x) * ((b - k) * x)
        below = k + k * (b - k) / low * x + (a + k) / high * (a * y - b * x + 1 + k * (1 + y))
        d = 1 / nonzero(below + above * d, tiny)
        c = nonzero(below + above / c, tiny)
        return k, c, d, *next_factor(d * c, h, change)

    first, one = nonzero(a / (a + 1) * (a * y - b * x + 1), tiny), full_like(x, 1)
    test = lambda a, b, x, y, k, c, d, h, change: going_on(k, change, full_like(change, 1), 10 * LIMIT)
    carry = (count_from(x), first, full_like(x, 0), first, one)
    return repeat_while(test, step, *carry, fixed=(a, b, x, y))[3]


ATANH = [2 / (2 * k + 3) for k in range(16, -1, -1)]  # 2 (artanh(r) - r) / r³, by powers of r²


def log1p_rest(e: Any, ratio: Any) -> Any:
    """e - log(1 + e), to the last digit about 0: log(1 + e) = 2 artanh(e / (2 + e)). The ratio is 1 + e."""
    near = prim.le(prim.abs(e), full_like(e, 0.5))
    small = where(near, e, 0)
    r = small / (2 + small)
    return prim.select(
        near, r * (small - r * r * polynomial(r * r, ATANH)), e - prim.log(where(near, 1, ratio))
    )


def beta_power(a: Any, b: Any, x: Any, y: Any) -> Any:
    """x^a y^b / B(a, b). If a and b are large, by what x and y differ from a / (a + b) and b / (a + b) (section 4
    there)."""
    half = full_like(x, 0.5)
    low, high = prim.lt(x, half), prim.lt(y, half)
    log_x = prim.select(low, prim.log(where(low, x, 1)), prim.log1p(where(low, 0, -y)))
    log_y = prim.select(high, prim.log(where(high, y, 1)), prim.log1p(where(high, 0, -x)))
    large = prim.and_(prim.ge(a, full_like(a, LARGE)), prim.ge(b, full_like(b, LARGE)))
    p, q = where(large, 1, a), where(large, 1, b)
    plain = prim.exp(p * log_x + q * log_y - log_beta(p, q))
    p, q = where(large, a, LARGE), where(large, b, LARGE)
    total = p + q
    step = prim.select(prim.gt(p, q), total * y - q, p - total * x)
    rest = p * log1p_rest(-step / p, x * (total / p)) + q * log1p_rest(step / q, y * (total / q))
    rest = rest + stirling_rest(p) + stirling_rest(q) - stirling_rest(total)
    return prim.select(large, prim.sqrt(p / total * q / (2 * math.pi)) * prim.exp(-rest), plain)


def beta_parts(a: Any, b: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """The regularised integral from 0 to x, and that from x to 1, for 0 < x < 1 and y = 1 - x: the smaller one has all
    digits."""
    below = prim.lt(x, (a + 1) / (a + b + 2))
    early = prim.select(prim.lt(x, full_like(x, 0.5)), below, prim.gt(y, (b + 1) / (a + b + 2)))
    swap = lambda u, v: prim.select(early, u, v)
    part = beta_power(a, b, x, y) / beta_fraction(swap(a, b), swap(b, a), swap(x, y), swap(y, x))
    return swap(part, 1 - part), swap(1 - part, part)


def beta_part(a: Any, b: Any, x: Any, upper: int) -> Any:
    """The integral from 0 to x, or (upper = 1) from x to 1; at the ends of the ranges as in SciPy."""
    zero, one = full_like(x, 0), full_like(x, 1)
    inside = prim.and_(prim.gt(x, zero), prim.lt(x, one))
    proper = lambda v: prim.and_(prim.gt(v, zero), prim.isfinite(v))
    regular = prim.and_(prim.and_(proper(a), proper(b)), inside)
    p, q, safe = (where(regular, v, c) for v, c in ((a, 1), (b, 1), (x, 0.5)))
    result = beta_parts(p, q, safe, 1 - safe)[upper]
    left = prim.or_(prim.eq(a, zero), prim.eq(b, full_like(b, np.inf)))  # all mass is at 0
    right = prim.or_(prim.eq(b, zero), prim.eq(a, full_like(a, np.inf)))
    step = prim.or_(prim.eq(x, one), prim.and_(left, prim.gt(x, zero)))
    result = where(regular, result, where(step, 1 - upper, full_like(x, upper)))
    domain = prim.and_(prim.ge(a, zero), prim.ge(b, zero))
    domain = prim.and_(domain, prim.and_(prim.ge(x, zero), prim.le(x, one)))
    return where(prim.and_(domain, prim.not_(prim.and_(left, right))), result, np.nan)


@special("betainc", wide=True)
def betainc(a: Any, b: Any, x: Any) -> Any:
    return beta_part(a, b, x, 0)


@special("betaincc", wide=True)
def betaincc(a: Any, b: Any, x: Any) -> Any:
    return beta_part(a, b, x, 1)


@special("stdtr", wide=True)
def stdtr(df: Any, t: Any) -> Any:
    """The distribution function of Student's distribution: half an incomplete beta integral, DLMF 8.17.5; a straight
    line and a cubic term about 0."""
    finite = prim.and_(prim.and_(prim.gt(df, full_like(df, 0)), prim.isfinite(df)), prim.isfinite(t))
    nu, z = where(finite, df, 1), where(finite, t, 1)
    size = magnitude(z)
    least = prim.select(prim.lt(nu, full_like(nu, 1)), prim.sqrt(nu), full_like(nu, 1))
    center, far = prim.lt(size, 1e-4 * least), prim.gt(size, 1e10 * prim.sqrt(nu))
    outer = prim.or_(center, far)
    square = where(outer, 1, size)
    square = square * square
    n = where(outer, 1, nu)
    tail = beta_parts(n / 2, full_like(n, 0.5), n / (n + square), square / (n + square))[0]
    logarithm = log_beta(nu / 2, full_like(nu, 0.5))
    distance = prim.log(where(far, size, 1)) - 0.5 * prim.log(nu)
    beyond = prim.exp(where(far, -nu * distance - logarithm, 0)) / (nu / 2)
    tail = 0.5 * prim.select(far, beyond, tail)
    w = where(center, z, 0)
    line = 0.5 + prim.exp(-logarithm) / prim.sqrt(nu) * (w - (1 + 1 / nu) / 6 * w * w * w)
    value = prim.select(center, line, prim.select(prim.lt(z, full_like(z, 0)), tail, 1 - tail))
    positive = prim.and_(prim.gt(df, full_like(df, 0)), prim.not_(prim.isnan(t)))
    normal = ndtr(where(prim.isnan(t), 0, t))
    return where(positive, prim.select(finite, value, normal), np.nan)


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


@implements("scipy.special.softplus")
def softplus(x: Any) -> Any:
    given = WEAK.get(dtype_of(x).kind, dtype_of(x)) if is_python_number(x) else dtype_of(x)
    dtype = canonical(np.logaddexp.resolve_dtypes((int, given, None))[-1])
    x = convert(strong_array(x), dtype)
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
    z = lmbda * where(prim.and_(prim.isinf(x), prim.eq(lmbda, full_like(lmbda, 0))), 0, x)
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
    value = where(prim.and_(prim.isinf(r), prim.and_(prim.not_(zero), prim.isfinite(delta))), np.inf, value)
    return where(prim.lt(delta, full_like(delta, 0)), np.inf, value)
