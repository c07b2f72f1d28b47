"""The gamma and beta functions of scipy.special, ratios of them, the zeta function, and numbers of combinations."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_bool, is_integer
from ...core.errors import CompileError
from ...ir.builder import Sym, convert
from ..core.arrays import builder_in, dtype_of, full_like, strong, strong_array
from ..core.loops import count_to, repeat_while
from ..core.python_numbers import python_number
from ..core.table import HOST, implements, prim, require_static
from .special import IN_OWN_DTYPE, in_double, loop_dtype, loop_operands, operands, polynomial, special, where

HALF_LOG_TWO_PI = 0.5 * math.log(2 * math.pi)
LARGE = 10.0  # from here on Stirling's series is exact to the last digit
OVERFLOW = 170.0  # above, Γ(x) may be infinite


def is_whole(x: Any) -> Any:
    return prim.eq(prim.floor(x), x)


def is_pole(x: Any) -> Any:
    """Whether x is one of 0, -1, -2 …, where the gamma function has its poles."""
    return prim.and_(prim.le(x, full_like(x, 0)), is_whole(x))


def is_odd(x: Any) -> Any:
    """Whether a whole number is odd."""
    return prim.ne(prim.remainder(x, full_like(x, 2)), full_like(x, 0))


def sine_of_pi(x: Any) -> Any:
    """sin(πx), exactly 0 at whole numbers."""
    rest = x - prim.stop_gradient(prim.round(x))
    sine = prim.sin(rest * math.pi)
    return prim.select(is_odd(prim.round(x)), -sine, sine)


def corrected(value: Any, smooth: Any) -> Any:
    """A value with the derivatives of another that is equal but for rounding."""
    return smooth + prim.stop_gradient(value - smooth)


# -- gamma ---------------------------------------------------------------------------------------------------


@special("rgamma", wide=True)
def rgamma(x: Any) -> Any:
    """1 / Γ(x); sin(πx) Γ(1 - x) / π below 1/2, whose derivative is right at the poles too."""
    below = prim.lt(x, full_like(x, 0.5))
    turned = where(below, x, 0)
    factor = prim.gamma(1 - turned)
    sine = sine_of_pi(turned)
    zero = prim.or_(prim.eq(x, full_like(x, -np.inf)), prim.and_(is_whole(turned), prim.isinf(factor)))
    value = where(zero, 0, sine * where(zero, 1, factor) / math.pi)
    above = where(below, 1, x)
    smooth = prim.exp(-prim.lgamma(above))  # has the right derivatives, if not all digits
    return prim.select(below, value, corrected(1 / prim.gamma(above), smooth))


@special("gammasgn")
def gammasgn(x: Any) -> Any:
    floor = prim.floor(x)
    below = prim.and_(prim.eq(x, full_like(x, 0)), prim.signbit(x))
    sign = where(prim.or_(below, prim.and_(prim.lt(x, full_like(x, 0)), is_odd(floor))), -1, full_like(x, 1))
    pole = prim.and_(prim.lt(x, full_like(x, 0)), prim.eq(floor, x))
    return where(prim.or_(prim.isnan(x), pole), np.nan, sign)


STIRLING = [1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12]  # DLMF 5.11.1


def stirling_rest(x: Any) -> Any:
    """log Γ(x) - (x - 1/2) log x + x - log(2π) / 2, for x >= LARGE."""
    return polynomial(1 / (x * x), STIRLING) / x


def log_gamma_step(q: Any, d: Any) -> Any:
    """log Γ(q + d) - log Γ(q) for q > 0 and small d >= 0, to the last digit of d: by Γ(x + 1) = x Γ(x) up to large
    arguments; there the differences of the terms of Stirling's series are divided by d."""

    def step(k: Any, q: Any, d: Any, count: Any, total: Any) -> tuple:
        return count + 1, total - prim.log1p(d / (q + count))

    none = full_like(q, 0)
    total = count_to(int(LARGE), step, full_like(q, 0, shape=()), none, fixed=(q, d))[1]
    u = q + LARGE
    r, s = 1 / (u + d), 1 / u
    powers, power, terms = full_like(q, 1), s, full_like(q, 0)  # powers: (rⁿ - sⁿ) / (r - s)
    for k, c in enumerate([*STIRLING[::-1]]):
        if k:
            powers, power = r * powers + power, power * s
            powers, power = r * powers + power, power * s
        terms = terms + c * powers
    bend = prim.log1p(d / u)
    return total + (d * prim.log(u + d) + ((u * bend - d) - 0.5 * bend) - d * (r * s) * terms)


def gamma_ratio(u: Any, v: Any, step: Any) -> Any:
    """Γ(v) / Γ(u) for positive u and v = u + step: by Stirling's formula if both are large, so that no large numbers
    cancel."""
    small = prim.and_(prim.lt(u, full_like(u, OVERFLOW)), prim.lt(v, full_like(v, OVERFLOW)))
    large = prim.and_(prim.ge(u, full_like(u, LARGE)), prim.ge(v, full_like(v, LARGE)))
    p, q, d = where(large, u, LARGE), where(large, v, LARGE), where(large, step, 0)
    rest = stirling_rest(q) - stirling_rest(p)
    by_series = d * prim.log(q) + ((p - 0.5) * prim.log1p(d / p) - d) + rest
    apart = prim.or_(small, large)
    logarithm = prim.lgamma(where(apart, 1, v)) - prim.lgamma(where(apart, 1, u))
    direct = prim.gamma(where(small, v, 1)) / prim.gamma(where(small, u, 1))
    return prim.select(small, direct, prim.exp(where(small, 0, prim.select(large, by_series, logarithm))))


@special("poch", wide=True)
def poch(z: Any, m: Any) -> Any:
    """Γ(z + m) / Γ(z). Arguments below 0 by Γ(x) Γ(1 - x) = π / sin(πx), DLMF 5.5.3; where both are below 0 and m is
    whole, the ratio of the sines is (-1)^m."""
    end, one = z + m, full_like(z, 1)
    start_below, end_below, end_pole = prim.le(z, 0 * one), prim.le(end, 0 * one), is_pole(end)
    both = prim.and_(start_below, end_below)
    apart = prim.xor(start_below, end_below)
    u, v = prim.select(both, 1 - end, z), prim.select(both, 1 - z, end)
    ratio = gamma_ratio(where(apart, 1, u), where(apart, 1, v), where(apart, 0, m))
    p, q = prim.select(start_below, 1 - z, z), prim.select(end_below, 1 - end, end)
    product = prim.lgamma(where(apart, p, 1)) + prim.lgamma(where(apart, q, 1))
    product = prim.exp(prim.select(start_below, product, -product))
    start_sine = where(start_below, sine_of_pi(where(start_below, z, 0.5)), math.pi)
    end_sine = where(
        end_below, sine_of_pi(where(prim.and_(end_below, prim.not_(end_pole)), end, 0.5)), math.pi
    )
    sines = start_sine / end_sine
    exact = prim.select(is_odd(where(both, m, 0)), -one, one)
    signs = corrected(exact, prim.select(is_pole(z), exact, sines))
    signs = prim.select(prim.and_(both, is_whole(m)), signs, sines)
    value = prim.select(apart, product * sines, where(both, signs, 1) * ratio)
    value = where(prim.and_(end_pole, prim.not_(is_pole(z))), np.inf, value)
    none = prim.and_(is_pole(z), prim.and_(prim.gt(end, 0 * one), prim.not_(prim.isfinite(product))))
    return where(none, 0, value)  # (elsewhere the sine is 0, of which the slope is not)


# -- beta ----------------------------------------------------------------------------------------------------


def log_beta(a: Any, b: Any) -> Any:
    """log |B(a, b)|. Where the larger argument is large, by Stirling's formula for its part, so that no large numbers
    cancel (Didonato, Morris: Algorithm 708. ACM Trans. Math. Softw. 18 (1992), sections 3 and 4)."""
    swapped = prim.gt(a, b)
    less, more = prim.select(swapped, b, a), prim.select(swapped, a, b)
    large = full_like(a, LARGE)
    half = prim.and_(prim.ge(more, large), prim.ge(less + more, large))
    full = prim.and_(half, prim.ge(less, large))
    q, p = where(half, more, LARGE), where(half, less, 1)
    share = prim.log1p(-p / (p + q))
    rest = stirling_rest(q) - stirling_rest(p + q)
    one_large = prim.lgamma(where(full, 1, p)) + rest + p - p * prim.log(p + q) + (q - 0.5) * share
    p, q = where(full, p, LARGE), where(full, q, LARGE)
    two_large = (p - 0.5) * prim.log(p / (p + q)) + q * share - 0.5 * prim.log(q) + HALF_LOG_TWO_PI
    two_large = two_large + rest + stirling_rest(p)
    a, b = where(half, 1, less), where(half, 1, more)
    pole, near = is_pole(a + b), prim.and_(prim.gt(a, 0 * a), prim.lt(a, b * 3e-5))
    change = where(pole, np.inf, prim.lgamma(where(pole, 1, a + b))) - prim.lgamma(b)
    slope = prim.digamma(where(near, b + a / 2, 1))  # the difference of near numbers by their slope
    none_large = prim.lgamma(a) - prim.select(near, a * slope, change)
    return prim.select(full, two_large, prim.select(half, one_large, none_large))


def without_poles(a: Any, b: Any) -> tuple:
    """Arguments with the same |B|, and where that is infinite; if -n is a pole, B(-n, b) is (-1)^b B(1 + n - b, b) for
    whole b <= n, and infinite for other b."""
    first, second = is_pole(a), is_pole(b)
    pole = prim.or_(first, second)
    at, other = prim.select(first, a, b), prim.select(first, b, a)
    turned = 1 - at - other
    finite = prim.and_(is_whole(other), prim.and_(prim.gt(turned, 0 * at), prim.gt(other, 0 * at)))
    odd = prim.and_(pole, prim.and_(is_whole(other), is_odd(other)))
    odd = prim.and_(odd, prim.gt(turned, 0 * at))
    infinite = prim.and_(pole, prim.not_(finite))
    turn = prim.and_(pole, finite)
    safe = lambda x, y: where(infinite, 1, prim.select(turn, x, y))
    return safe(turned, a), safe(other, b), odd, infinite


@special("betaln", wide=True)
def betaln(a: Any, b: Any) -> Any:
    p, q, _, infinite = without_poles(a, b)
    vanishes = is_zero_of_beta(p, q)
    found = log_beta(where(vanishes, 1, p), where(vanishes, 1, q))
    return where(vanishes, -np.inf, where(infinite, np.inf, found))


def is_zero_of_beta(a: Any, b: Any) -> Any:
    """Whether one is infinite, and the other one positive."""
    swapped = prim.gt(a, b)
    less, more = prim.select(swapped, b, a), prim.select(swapped, a, b)
    infinite = prim.eq(more, full_like(a, np.inf))
    return prim.and_(infinite, prim.and_(prim.gt(less, 0 * less), prim.isfinite(less)))


@special("beta", wide=True)
def beta(a: Any, b: Any) -> Any:
    """The beta function; for small negative arguments by gamma functions, which have the right derivatives
    where B is 0."""
    p, q, odd, infinite = without_poles(a, b)
    vanishes = is_zero_of_beta(p, q)
    p, q = where(vanishes, 1, p), where(vanishes, 1, q)
    small = lambda x: prim.lt(prim.abs(x), full_like(x, OVERFLOW))
    direct = prim.and_(prim.or_(prim.lt(p, 0 * p), prim.lt(q, 0 * q)), prim.and_(small(p), small(q)))
    u, v = where(direct, p, 1), where(direct, q, 1)
    gammas = prim.gamma(u) * rgamma(u + v) * prim.gamma(v)
    u, v = where(direct, 1, p), where(direct, 1, q)
    value = prim.select(direct, gammas, sign_of_beta(u, v) * prim.exp(log_beta(u, v)))
    value = where(vanishes, 0, where(infinite, np.inf, value))
    return where(odd, -1, full_like(p, 1)) * value


def sign_of_beta(a: Any, b: Any) -> Any:
    total = a + b
    return gammasgn(a) * gammasgn(b) * gammasgn(where(is_pole(total), 1, total))


# -- counting ------------------------------------------------------------------------------------------------


@special("binom", wide=True)
def binom(n: Any, k: Any) -> Any:
    """The binomial coefficient, by gamma functions, rounded where both are whole: the derivative is that of
    the unrounded value. NaN for n = -1, -2 … as in SciPy."""
    moderate = prim.and_(
        prim.and_(prim.ge(n, full_like(n, 0)), prim.lt(n, full_like(n, 160))),
        prim.and_(prim.lt(prim.abs(k), full_like(k, 160)), prim.lt(prim.abs(n - k), full_like(k, 160))),
    )
    far = _binom_by_beta(where(moderate, 1.5, n), where(moderate, 0.75, k))
    m, j = where(moderate, n, 1), where(moderate, k, 1)
    value = prim.select(moderate, prim.gamma(m + 1) * rgamma(j + 1) * rgamma(m - j + 1), far)
    whole = prim.and_(is_whole(n), is_whole(k))
    rounded = prim.and_(whole, prim.lt(prim.abs(value), full_like(value, 1e13)))
    value = value + prim.stop_gradient(where(rounded, prim.round(value) - value, 0))
    beyond = prim.and_(prim.eq(n, full_like(n, np.inf)), prim.and_(prim.gt(k, 0 * k), whole))
    value = where(prim.and_(beyond, prim.isfinite(k)), np.inf, value)
    value = where(prim.and_(beyond, prim.isinf(k)), np.nan, value)
    value = where(prim.and_(prim.eq(k, full_like(k, -np.inf)), prim.ne(n, full_like(n, -np.inf))), 0, value)
    return where(prim.and_(is_whole(n), prim.lt(n, full_like(n, 0))), np.nan, value)


def _binom_by_beta(n: Any, k: Any) -> Any:
    """1 / ((n + 1) B(n - k + 1, k + 1)), DLMF 1.2.6 and 5.12.1; outside of 0 … n by the reflection of the gamma
    function that has a negative argument."""
    below = prim.lt(k, full_like(k, 0))
    beyond = prim.and_(prim.gt(k, n), prim.or_(prim.not_(below), is_whole(n - k)))
    outside = prim.or_(beyond, below)
    a = prim.select(outside, n + 1, n - k + 1)
    b = prim.select(beyond, k - n, prim.select(below, -k, k + 1))
    a = where(is_pole(a), 0.5, a)
    logarithm = log_beta(a, b)
    logarithm_inside = where(outside, 0, logarithm)
    many = prim.lt(logarithm_inside, full_like(logarithm, -600.0))  # the quotient may be finite yet
    half = prim.exp(where(many, -0.5 * logarithm_inside, 0))
    inside = prim.exp(-where(many, 0, logarithm_inside)) * half / where(outside, 1, n + 1) * half
    sine = prim.select(beyond, sine_of_pi(where(beyond, k - n, 0.5)), -sine_of_pi(where(below, k, 0.5)))
    reflected = prim.exp(where(outside, logarithm, 0)) * sign_of_beta(a, b) * sine / math.pi
    return prim.select(outside, reflected, inside)


def exactly(count: Callable, name: str, *numbers: Any) -> Any:
    """count(*numbers) in integers, of which math's functions take no negative ones: 0 of those. Results of numbers that
    are known may have any size."""
    if not any(is_dynamic(n) for n in numbers):
        known = [require_static(n, name) for n in numbers]
        if not all(isinstance(n, (int, np.integer)) for n in known):
            raise CompileError(f"{name} with exact=True takes integers", "leave exact=True away")
        return count(*map(int, known)) if min(known) >= 0 else 0
    builder = builder_in(*numbers)
    assert builder is not None
    xs = [builder.lift(n) for n in numbers]
    if any(x.ndim or not is_integer(x.dtype) for x in xs):
        raise CompileError(f"{name} with exact=True takes single integers", "leave exact=True away")
    xs = [strong(x).astype(np.int64) for x in xs]
    valid = functools.reduce(prim.and_, [prim.ge(x, full_like(x, 0)) for x in xs])
    found = HOST[count](*[where(valid, x, 0) for x in xs])
    return python_number(where(valid, strong(found), 0), np.int64)


def is_dynamic(n: Any) -> bool:
    return isinstance(n, Sym) and not n.is_const


@implements("scipy.special.factorial", static=("exact", "extend"))
def factorial(n: Any, exact: bool = False, extend: str = "zero") -> Any:
    if extend not in ("zero", "complex"):
        raise CompileError(
            f"argument `extend` must be either 'zero' or 'complex', received: {extend}", kind=ValueError
        )
    if extend == "complex":
        raise CompileError("scipy.special.factorial: extend='complex'", "write scipy.special.gamma(n + 1)")
    if exact:
        return exactly(math.factorial, "scipy.special.factorial", n)
    x = strong_array(n)
    if is_bool(x.dtype):
        raise CompileError("Unsupported data type for `n` in factorial: bool", kind=ValueError)
    (x,) = loop_operands("gamma", x)
    below = prim.lt(x, full_like(x, 0))
    found = where(below, 0, in_double(prim.gamma, where(below, 0, x) + 1))
    return convert(found, canonical(np.float64))


@implements("scipy.special.comb", static=("exact", "repetition"))
def comb(N: Any, k: Any, *, exact: bool = False, repetition: bool = False) -> Any:
    if exact and repetition and (is_dynamic(N) or is_dynamic(k)):
        raise CompileError(
            "scipy.special.comb with exact=True and repetition=True of numbers that are not known",
            "write comb(N + k - 1, k, exact=True)",
        )
    if exact:
        return exactly(math.comb, "scipy.special.comb", N + k - 1 if repetition and k else N, k)
    n, k = loop_operands("binom", strong_array(N), strong_array(k))
    return in_double(_comb, n + k - 1 if repetition else n, k)


def _comb(n: Any, k: Any) -> Any:
    valid = prim.and_(prim.le(k, n), prim.and_(prim.ge(n, full_like(n, 0)), prim.ge(k, full_like(k, 0))))
    return where(valid, binom(where(valid, n, 1), where(valid, k, 1)), 0)


# -- polygamma and zeta ---------------------------------------------------------------------------------------


@implements("scipy.special.polygamma")
def polygamma(n: Any, x: Any) -> Any:
    """In float64, as SciPy's formula has a factor of it, unless both are float32 arrays."""
    dtype = np.result_type(*(loop_dtype("gammaln", ((dtype_of(v), False),)) or np.float64 for v in (n, x)))
    n, x = operands(n, x)
    return in_double(polygamma_loop, *(convert(v, canonical(dtype)) for v in (n, x)))


def polygamma_loop(n: Any, x: Any) -> Any:
    zeroth = prim.eq(n, full_like(n, 0))
    known = prim.and_(is_whole(n), prim.ge(n, full_like(n, 0)))
    found = prim.select(
        zeroth, prim.digamma(x), prim.polygamma(where(prim.or_(zeroth, prim.not_(known)), 1, n), x)
    )
    return where(known, found, np.nan)


@implements("scipy.special.multigammaln", static=("d",))
def multigammaln(a: Any, d: int) -> Any:
    def loop(a: Any) -> Any:
        result = full_like(a, d * (d - 1) * 0.25 * math.log(math.pi))
        for k in range(1, d + 1):
            result = result + prim.lgamma(a + (1 - k) / 2)
        return result

    return loop(convert(strong_array(a), canonical(np.float64)))


BERNOULLI = [
    12.0,
    -720.0,
    30240.0,
    -1209600.0,
    47900160.0,
    -1.8924375803183791606e9,
    7.47242496e10,
    -2.950130727918164224e12,
    1.1646782814350067249e14,
    -4.5979787224074726105e15,
    1.8152105401943546773e17,
    -7.1661652561756670113e18,
]


FAR = 1e4  # from here on x only the first terms of the zeta function are not zero


@implements("scipy.special.zeta")
def zeta(x: Any, q: Any = None, out: Any = None) -> Any:
    if q is None:
        return in_double(riemann_zeta, *loop_operands("_ufuncs._riemann_zeta", x))
    return in_double(hurwitz_zeta, *loop_operands("_ufuncs._zeta", x, q))


def riemann_zeta(x: Any) -> Any:
    """Below -1/2 by the reflection ζ(-y) = -2 (2π)^(-y - 1) sin(πy / 2) Γ(y + 1) ζ(y + 1), DLMF 25.4.1."""
    below = prim.lt(x, full_like(x, -0.5))
    value = zeta_sum(where(below, 1 - x, x), full_like(x, 1))
    y = where(below, -x, 1)
    size = prim.exp(prim.lgamma(y + 1) - (y + 1) * math.log(2 * math.pi))
    few = prim.lt(y, full_like(y, 150))
    exact = prim.gamma(where(few, y + 1, 1)) * prim.pow(full_like(y, 2 * math.pi), -(where(few, y, 1) + 1))
    size = prim.select(few, corrected(exact, size), size)
    sine = sine_of_pi(y / 2)
    none = prim.eq(sine, full_like(sine, 0))
    size = where(prim.and_(none, prim.isinf(size)), 0, size)
    reflected = -2 * size * sine * value
    value = prim.select(below, reflected, value)
    return where(prim.eq(x, full_like(x, -np.inf)), np.nan, value)


def hurwitz_zeta(x: Any, q: Any) -> Any:
    """For x > 1. Terms with a negative base are real for whole x only."""
    pole = is_pole(q)
    low = prim.lt(q, full_like(q, 0))
    outside = prim.or_(prim.lt(x, full_like(x, 1)), prim.and_(low, prim.not_(is_whole(x))))
    start = prim.select(low, q - prim.floor(q), q)
    value = zeta_sum(x, where(pole, 1, start)) + negative_terms(
        x, where(prim.and_(low, prim.not_(pole)), q, 1)
    )
    value = where(prim.and_(prim.eq(q, full_like(q, np.inf)), prim.gt(x, full_like(x, 1))), 0, value)
    value = where(outside, np.nan, value)
    return where(prim.and_(pole, prim.ge(x, full_like(x, 1))), np.inf, value)


def zeta_sum(x: Any, q: Any) -> Any:
    """Hurwitz' zeta function for q > 0, by Euler and Maclaurin (Cephes' coefficients): DLMF 25.11.28."""
    total = full_like(x, 0)
    for k in range(10):
        total = total + prim.pow(q + k, -x)
    far = prim.gt(x, full_like(x, FAR))
    s, w = where(far, 2, where(prim.eq(x, full_like(x, 1)), 2, x)), q + 10
    power = prim.pow(w, -s)
    rest = power * w / (s - 1) + 0.5 * power
    factor, falling = s, power / w
    for k, b in enumerate(BERNOULLI):
        rest = rest + factor * falling / b
        factor = factor * (s + (2 * k + 1)) * (s + (2 * k + 2))
        falling = falling / (w * w)
    return where(prim.eq(x, full_like(x, 1)), np.inf, total + where(far, 0, rest))


def negative_terms(x: Any, q: Any) -> Any:
    """The sum of (q + k)^-x over the negative bases q, q + 1 …"""

    def test(x: Any, base: Any, total: Any) -> Any:
        below = prim.lt(base, full_like(base, 0))
        return prim.reduce_any(below, axes=tuple(range(below.ndim)))

    def step(x: Any, base: Any, total: Any) -> tuple:
        below = prim.lt(base, full_like(base, 0))
        return base + 1, total + where(below, prim.pow(where(below, base, 1), -x), 0)

    return repeat_while(test, step, q, full_like(x, 0), fixed=(x,))[1]


IN_OWN_DTYPE["polygamma"] = lambda n, x: in_double(polygamma_loop, *operands(n, x))
IN_OWN_DTYPE["zeta"] = lambda x, q: in_double(hurwitz_zeta, *operands(x, q))
