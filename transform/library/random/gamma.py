"""recto.random: rejection sampling. All elements are tried together, until each is accepted.

    G. Marsaglia, W. Tsang: A simple method for generating gamma variables. ACM TOMS 26, 2000.
    W. Hörmann: The transformed rejection method for generating Poisson random variables. IME 12, 1993.
    M. Figurnov, S. Mohamed, A. Mnih: Implicit reparameterization gradients. NeurIPS 2018.

Which try is accepted depends on the parameter, so the derivative of a gamma sample is not that of the formula
which gave it. It is the implicit one: with the distribution function F(a, x), dx/da = -(dF/da) / (dF/dx).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_integer
from ...core.errors import CompileError
from ...ir.builder import Builder, builder_of, convert
from ...ir.program import Program, Type
from ...primitives.control.custom_rules import LazyJvpRule, ruled_call
from ..core.arrays import array_dtype, constant_like, describe, element, full_like, normalize_shape, window
from ..core.loops import repeat_while
from ..core.table import prim
from ..numpy.joining import stack
from ..numpy.shapes import reshape_to
from ..scipy.incomplete_gamma_beta import LIMIT, count_from, nonzero
from ..scipy.special import softmax, where
from .bits import (
    WORD,
    Words,
    counters,
    draw_unit,
    float_bits,
    float_dtype,
    key_words,
    parameter,
    random,
    split_words,
    broadcast_parameters,
    threefry,
    unit,
    word_bits,
)
from .distributions import normal_of, symmetric

# -- a key for each element ----------------------------------------------------------------------------------


def child_keys(*wanted: tuple[Words, int]) -> list[Words]:
    """For each array of keys and number: the keys that splits of them have at this place. All by one hash."""
    keys = (stack([k[0] for k, _ in wanted]), stack([k[1] for k, _ in wanted]))
    numbers = constant_like(keys[0], np.array([number for _, number in wanted], WORD)[:, None])
    words = threefry(keys, (full_like(keys[0], 0), numbers), looped=True)
    return [(element(words[0], 0, k), element(words[1], 0, k)) for k in range(len(wanted))]


def unit_of(words: Words, dtype: np.dtype) -> Any:
    """The first number in [0, 1) of a key, from its child 0."""
    return unit(word_bits(words, float_bits(dtype)), dtype)


def choose(condition: Any, new: Words, old: Words) -> Words:
    return tuple(prim.select(condition, x, y) for x, y in zip(new, old))


def every(flags: Any) -> Any:
    return prim.reduce_all(flags, axes=tuple(range(flags.ndim)))


# -- gamma ---------------------------------------------------------------------------------------------------


def sample_gamma(k0: Any, k1: Any, a: Any, log_space: bool) -> Any:
    """A gamma sample for each key and parameter. Below 1 that of a + 1, times a power of a uniform number."""
    large = prim.ge(a, full_like(a, 1))
    d = where(large, a, a + 1) - full_like(a, 1 / 3)
    main, boost = child_keys(((k0, k1), 0), ((k0, k1), 1))
    *tries, power = child_keys((main, 0), (main, 1), (main, 2), (boost, 0))
    state = (*tries[0], *tries[1], *tries[2], full_like(a, 1), full_like(a, False, bool))
    v = repeat_while(lambda d, *state: prim.not_(every(state[-1])), try_gamma, *state, fixed=(d,))[-2]
    u = unit_of(power, a.dtype)
    if not log_space:
        return d * v * where(large, 1, prim.pow(1 - u, 1 / a))
    power = prim.log1p(-u)
    none = prim.or_(large, prim.eq(power, full_like(a, 0)))
    return prim.log(d) + prim.log(v) + where(none, 0, power * (1 / a))


def try_gamma(d: Any, *state: Any) -> tuple:
    """One try: x normal, v = (1 + c x)^3, accepted by a uniform number. Where 1 + c x <= 0, another x is drawn."""
    keys, x_keys, u_keys, accepted, done = state[0:2], state[2:4], state[4:6], state[6], state[7]
    *fresh, u, x_next, x = child_keys((keys, 0), (keys, 1), (keys, 2), (u_keys, 0), (x_keys, 0), (x_keys, 1))
    x = normal_of(symmetric(unit_of(child_keys((x, 0))[0], d.dtype)))
    root = 1 + x * (full_like(d, 1 / 3) / prim.sqrt(d))
    x, v, u = x * x, root * root * root, unit_of(u, d.dtype)
    steep = prim.ge(u, 1 - full_like(x, 0.0331) * (x * x))
    rejected = prim.and_(steep, prim.ge(prim.log(u), x * 0.5 + d * (1 - v + prim.log(v))))
    inside = prim.not_(prim.le(root, full_like(root, 0)))
    good = prim.and_(prim.and_(inside, prim.not_(rejected)), prim.not_(done))
    again = prim.and_(inside, rejected)
    after = choose(again, fresh[0], keys), choose(again, fresh[1], x_next), choose(again, fresh[2], u_keys)
    return *after[0], *after[1], *after[2], prim.select(good, v, accepted), prim.or_(done, good)


@functools.lru_cache(256)
def sampler_program(shape: tuple[int, ...], dtype: np.dtype, log_space: bool) -> Program:
    b = Builder()
    k0, k1, a = sampler_parameters(b, shape, dtype)
    result = sample_gamma(k0, k1, a, log_space)
    return b.finish([result], "loggamma" if log_space else "gamma")


@functools.lru_cache(256)
def slope_program(shape: tuple[int, ...], dtype: np.dtype, log_space: bool) -> Program:
    """The sample, and its derivative along a tangent of the parameter."""
    b = Builder()
    k0, k1, a = sampler_parameters(b, shape, dtype)
    a_dot = b.parameter(Type(dtype, shape), "a_dot")
    x = sampler(k0, k1, a, log_space)
    slope = gamma_slope(a, x) if log_space else x * gamma_slope(a, prim.log(x))
    return b.finish([x, a_dot * slope], "gamma_jvp")


def sampler_parameters(b: Builder, shape: tuple[int, ...], dtype: np.dtype) -> list[Any]:
    return [b.parameter(Type(t, shape), name) for t, name in ((WORD, "k0"), (WORD, "k1"), (dtype, "a"))]


def sampler(k0: Any, k1: Any, a: Any, log_space: bool) -> Any:
    """Gamma samples as a call with a derivative rule of its own."""
    builder = builder_of((k0, k1, a))
    if builder is None:
        return sample_gamma(k0, k1, a, log_space)
    types = (tuple(a.shape), a.dtype, log_space)
    params = {"program": sampler_program(*types), "rule": LazyJvpRule(lambda: slope_program(*types))}
    [result] = builder.bind(ruled_call, [k0, k1, a], params)
    return result


def draw_gamma(draws: Sequence[tuple[Words, Any]], log_space: bool, builder: Builder | None) -> list[Any]:
    """Samples for keys and arrays of parameters of one shape: each element has a key of its own."""
    shape, size = draws[0][1].shape, draws[0][1].size
    keys = [threefry(key, counters(builder, (size,))) for key, _ in draws]
    flat = [reshape_to(a, (size,)) for _, a in draws]
    columns = [prim.concatenate(*xs, axis=0) if len(draws) > 1 else xs[0] for xs in (*zip(*keys), flat)]
    k0, k1, a = columns
    samples = sampler(k0, k1, a, log_space)
    return [reshape_to(window(samples, 0, k * size, (k + 1) * size), shape) for k in range(len(draws))]


@random("shape", "dtype", ruled=True)
def gamma(key: Any, a: Any, shape: Any = None, dtype: Any = None, *, builder: Builder | None = None) -> Any:
    _, (a,) = broadcast_parameters("gamma", shape, parameter(a, float_dtype(dtype, "gamma"), builder))
    return draw_gamma([(key_words(key, builder, "gamma"), a)], False, builder)[0]


@random("shape", "dtype", ruled=True)
def loggamma(
    key: Any, a: Any, shape: Any = None, dtype: Any = None, *, builder: Builder | None = None
) -> Any:
    _, (a,) = broadcast_parameters("loggamma", shape, parameter(a, float_dtype(dtype, "loggamma"), builder))
    return draw_gamma([(key_words(key, builder, "loggamma"), a)], True, builder)[0]


@random("shape", "dtype", ruled=True)
def beta(
    key: Any, a: Any, b: Any, shape: Any = None, dtype: Any = None, *, builder: Builder | None = None
) -> Any:
    """x / (x + y) of two gamma samples, from their logarithms."""
    dtype = float_dtype(dtype, "beta")
    _, params = broadcast_parameters(
        "beta", shape, parameter(a, dtype, builder), parameter(b, dtype, builder)
    )
    keys = split_words(key_words(key, builder, "beta"), 2, builder)
    x, y = draw_gamma(list(zip(keys, params)), True, builder)
    top = prim.maximum(x, y)
    x, y = prim.exp(x - top), prim.exp(y - top)
    return x / (x + y)


@random("shape", "dtype", ruled=True)
def dirichlet(
    key: Any, alpha: Any, shape: Any = None, dtype: Any = None, *, builder: Builder | None = None
) -> Any:
    alpha = parameter(alpha, float_dtype(dtype, "dirichlet"), builder)
    if not alpha.ndim:
        raise CompileError(f"dirichlet needs a vector of parameters, not {describe(alpha)}", kind=ValueError)
    rows = alpha.shape[:-1] if shape is None else normalize_shape(shape)
    _, (alpha,) = broadcast_parameters("dirichlet", (*rows, alpha.shape[-1]), alpha)
    return softmax(draw_gamma([(key_words(key, builder, "dirichlet"), alpha)], True, builder)[0], -1)


# -- how a gamma sample moves with its parameter -------------------------------------------------------------

LARGE = 5e4  # above it the series would be long; the relative error of the approximation is below 1e-7


def gamma_slope(a: Any, log_x: Any) -> Any:
    """d(log x)/da where F(a, x) stays the same: by a series for F below x = a, a continued fraction for 1 - F
    above (the derivatives of those in `incomplete`). For large a it is that of Wilson and Hilferty's approximation.
    """
    x = prim.exp(log_x)
    large = prim.gt(a, full_like(a, LARGE))
    low = prim.or_(large, prim.or_(prim.le(x, full_like(x, 1)), prim.le(x, a)))
    below = series_slope(where(large, 1, a), where(large, 0, log_x), where(low, where(large, 1, x), a))
    above = fraction_slope(a, log_x, where(low, a + 2, x))
    return prim.select(large, cube_slope(a, x), prim.select(low, below, above))


def series_slope(a: Any, log_x: Any, x: Any) -> Any:
    """F = x^a e^-x S / Γ(a + 1), S the sum of x^k / ((a + 1) … (a + k))."""

    def step(a: Any, x: Any, count: Any, term: Any, inverse: Any, total: Any, slope: Any) -> tuple:
        count = count + 1
        term, inverse = term * x / (a + count), inverse + 1 / (a + count)
        return count, term, inverse, total + term, slope - term * inverse

    def test(a: Any, x: Any, count: Any, term: Any, inverse: Any, total: Any, slope: Any) -> Any:
        return is_unsettled(count, term * (1 + inverse), total)

    zero, one = full_like(x, 0), full_like(x, 1)
    total, slope = repeat_while(test, step, count_from(x), one, zero, one, zero, fixed=(a, x))[3:]
    return -(total * (log_x - prim.digamma(a + 1)) + slope) / a


def is_unsettled(count: Any, change: Any, size: Any) -> Any:
    """Whether some element still changes."""
    moving = prim.gt(prim.abs(change), full_like(change, np.finfo(change.dtype).eps) * prim.abs(size))
    return prim.and_(prim.lt(count, full_like(count, LIMIT)), prim.reduce_any(moving, axes=(0,)))


def fraction_slope(a: Any, log_x: Any, x: Any) -> Any:
    """1 - F = x^a e^-x h / Γ(a), h Legendre's continued fraction: both it and its derivative by Lentz."""
    tiny = 1e-30 if x.dtype != np.float64 else 1e-300

    def step(a: Any, x: Any, k: Any, *state: Any) -> tuple:
        c, d, h, c_dot, d_dot, h_dot, _ = state
        k = k + 1
        an, b = (a - k) * k, x + 1 - a + 2 * k
        below = 1 / nonzero(an * d + b, tiny)
        below_dot = (1 - k * d - an * d_dot) * below * below
        above = nonzero(b + an / c, tiny)
        above_dot = k / c - an * c_dot / (c * c) - 1
        factor, factor_dot = below * above, below_dot * above + below * above_dot
        moved = prim.abs(factor - 1) + prim.abs(factor_dot)
        return k, above, below, h * factor, above_dot, below_dot, h_dot * factor + h * factor_dot, moved

    def test(a: Any, x: Any, k: Any, *state: Any) -> Any:
        return is_unsettled(k, state[-1], full_like(state[-1], 1))

    zero, d = full_like(x, 0), 1 / (x + 1 - a)
    start = (count_from(x), full_like(x, 1 / tiny), d, d, zero, d * d, d * d, full_like(x, 1))
    _, _, _, h, _, _, h_dot, _ = repeat_while(test, step, *start, fixed=(a, x))
    return h * (log_x - prim.digamma(a)) + h_dot


def cube_slope(a: Any, x: Any) -> Any:
    """x = a (1 - 1/(9a) + z / (3 sqrt(a)))^3 with z normal."""
    root = prim.cbrt(x / a)
    return 1 / a + (1 / (3 * a * a) - 3 * (root - 1 + 1 / (9 * a)) / (2 * a)) / root


# -- Poisson -------------------------------------------------------------------------------------------------


@random("shape", "dtype")
def poisson(
    key: Any, lam: Any, shape: Any = None, dtype: Any = None, *, builder: Builder | None = None
) -> Any:
    """-1 where the mean is negative, infinite or no number."""
    dtype = array_dtype(dtype, np.int64)
    if not is_integer(dtype):
        raise CompileError(f"poisson gives integers, not {dtype}", kind=TypeError)
    _, (lam,) = broadcast_parameters("poisson", shape, parameter(lam, canonical(np.float64), builder))
    lam = prim.stop_gradient(lam) if builder else lam
    words = key_words(key, builder, "poisson")
    small = prim.not_(prim.and_(prim.ge(lam, full_like(lam, 10)), prim.isfinite(lam)))
    few = poisson_by_products(words, where(small, where(prim.isfinite(lam), lam, -1), 0), dtype)
    many = poisson_by_rejection(words, where(small, 1e5, lam), small)
    drawn = prim.select(small, few, convert(many, dtype))
    return prim.select(prim.eq(lam, full_like(lam, 0)), full_like(drawn, 0), drawn)


def poisson_by_products(key: Words, lam: Any, dtype: np.dtype) -> Any:
    """Knuth: how many uniform numbers can be multiplied before the product is below exp(-lam)."""

    def step(lam: Any, k0: Any, k1: Any, count: Any, product: Any) -> tuple:
        rest, sub = split_words((k0, k1), 2, builder_of((lam, k0)))
        count = prim.select(prim.gt(product, -lam), count + 1, count)
        return *rest, count, product + prim.log(draw_unit(sub, lam.shape, lam.dtype, builder_of((lam, k0))))

    test = lambda lam, k0, k1, count, product: prim.not_(every(prim.le(product, -lam)))
    zero = full_like(lam, 0)
    count = repeat_while(test, step, *key, full_like(lam, 0, dtype), zero, fixed=(lam,))[2]
    return count - 1


def poisson_by_rejection(key: Words, lam: Any, done: Any) -> Any:
    """Hörmann's PTRS, for lam >= 10, where it is not done."""

    def step(lam: Any, k0: Any, k1: Any, value: Any, done: Any) -> tuple:
        builder = builder_of((lam, k0))
        rest, *subs = split_words((k0, k1), 3, builder)
        u, v = (draw_unit(k, lam.shape, lam.dtype, builder) for k in subs)
        k, good = transformed_try(lam, u - 0.5, v)
        first = prim.and_(good, prim.not_(done))
        return *rest, prim.select(first, k, value), prim.or_(done, good)

    test = lambda lam, k0, k1, value, done: prim.not_(every(done))
    return repeat_while(test, step, *key, full_like(lam, -1), done, fixed=(lam,))[2]


def transformed_try(lam: Any, u: Any, v: Any) -> tuple[Any, Any]:
    """A candidate, and whether it is accepted. The constants are Hörmann's."""
    b = prim.sqrt(lam) * 2.53 + 0.931
    a = b * 0.02483 - 0.059
    edge = 0.5 - prim.abs(u)
    k = prim.floor((2 * a / edge + b) * u + lam + 0.43)
    less = lambda x, y: prim.lt(x, y if hasattr(y, "dtype") else full_like(x, y))
    inner = prim.and_(prim.not_(less(edge, 0.07)), prim.le(v, 0.9277 - 3.6224 / (b - 2)))
    outer = prim.or_(less(k, 0), prim.and_(less(edge, 0.013), less(edge, v)))
    ratio = v * (1.1239 + 1.1328 / (b - 3.4)) / (a / (edge * edge) + b)
    exact = prim.le(prim.log(ratio), -lam + k * prim.log(lam) - prim.lgamma(k + 1))
    return k, prim.or_(inner, prim.and_(prim.not_(outer), exact))
