"""Random numbers from splittable keys. They are counter-based: a number depends only on its key and its position.

    >>> import recto
    >>> key, sub = recto.random.split(recto.random.key(0))
    >>> recto.random.bits(sub, (2,), "uint32")
    Array([31327077, 89727312], dtype=uint32)

A key is an array of two words, uint32[2]; an array of keys has shape (..., 2). A key is used once: for a draw, or
for a split. Shapes, dtypes and other options are static; parameters of distributions are arrays, which broadcast to
the shape of the result. The functions work alike outside and inside compiled code; what they mean is in
`transform/library/random_*.py`.

The hash is Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3.
SC 2011), its use that of JAX's `threefry2x32` keys with `jax_threefry_partitionable`: the streams are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import debug as _debug
from ._boundary.tracebacks import boundary as _boundary, refuse_other_names as _refuse_other_names
from ._api.jit import Function as _Function
from ._convention.methods import P as _P, R as _R
from ._dispatch.options import Options as _Options

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

Shape = int | Sequence[int]


class _Draw(_Function[_P, _R]):
    """The library's function of this name, compiled for the types it meets.

    Args:
        ranged: an argument that is an array, or an integer which stands for a range; that is static.
    """

    def __init__(self, described: Callable[..., Any], static: tuple[str, ...], ranged: str | None = None):
        described.__recto_always__ = True  # there is no plain Python to run under disable_jit
        super().__init__(described, _Options(static_argnames=static))
        self.ranged = _Function(described, _Options(static_argnames=(*static, ranged))) if ranged else None

    @_boundary
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        if _debug.keys is not None:
            _debug.keys.note(self.__name__, args, kwargs)
        over = self.ranged and (args[1] if len(args) > 1 else kwargs.get(self.parameter_names[1]))
        if isinstance(over, (int, np.integer)):
            return self.ranged(*args, **kwargs)
        return super().__call__(*args, **kwargs)


def _compiled_draw(*static: str, ranged: str | None = None) -> Callable[[Callable[_P, _R]], _Draw[_P, _R]]:
    return lambda described: _Draw(described, static, ranged)


# -- keys ----------------------------------------------------------------------------------------------------


@_compiled_draw()
def key(seed: int) -> Array:
    """The key of an integer: its 64 bits are the two words.

    >>> import recto
    >>> recto.random.key(7)
    Array([0, 7], dtype=uint32)
    """


@_compiled_draw()
def PRNGKey(seed: int) -> Array:
    """The same as `key`."""


@_compiled_draw("num")
def split(key: ArrayLike, num: Shape = 2) -> Array:
    """New keys, uint32[num, 2]; `num` may be a shape.

    >>> import recto
    >>> recto.random.split(recto.random.key(0), 3).shape
    (3, 2)
    """


@_compiled_draw()
def fold_in(key: ArrayLike, data: int) -> Array:
    """A new key from a key and an integer (its lower 32 bits): the step of a loop, the number of a layer."""


@_compiled_draw()
def key_data(keys: ArrayLike) -> Array:
    """The words of keys: the keys themselves."""


@_compiled_draw()
def wrap_key_data(key_bits_array: ArrayLike) -> Array:
    """Words as keys: themselves, once it is certain that they are uint32[..., 2]."""


# -- bits, uniform and integers ------------------------------------------------------------------------------


@_compiled_draw("shape", "dtype")
def bits(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Random bits as unsigned integers (uint64 by default)."""


@_compiled_draw("shape", "dtype")
def uniform(
    key: ArrayLike, shape: Shape = (), dtype: Any = None, minval: ArrayLike = 0.0, maxval: ArrayLike = 1.0
) -> Array:
    """Floats in [minval, maxval)."""


@_compiled_draw("shape", "dtype")
def randint(key: ArrayLike, shape: Shape, minval: ArrayLike, maxval: ArrayLike, dtype: Any = None) -> Array:
    """Integers in [minval, maxval): minval where that is empty. (The bias is at most (maxval - minval) / 2**64.)"""


# -- continuous distributions --------------------------------------------------------------------------------


@_compiled_draw("shape", "dtype")
def normal(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Standard normal numbers; for a complex dtype, real and imaginary part have variance 1/2."""


@_compiled_draw("shape", "dtype")
def truncated_normal(
    key: ArrayLike, lower: ArrayLike, upper: ArrayLike, shape: Shape | None = None, dtype: Any = None
) -> Array:
    """Standard normal numbers between two bounds, exclusive."""


@_compiled_draw("shape", "dtype")
def exponential(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Density exp(-x) for x >= 0."""


@_compiled_draw("shape", "dtype")
def laplace(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Density exp(-|x|) / 2."""


@_compiled_draw("shape", "dtype")
def logistic(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Distribution function 1 / (1 + exp(-x))."""


@_compiled_draw("shape", "dtype")
def cauchy(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Density 1 / (pi (1 + x**2))."""


@_compiled_draw("shape", "dtype", "mode")
def gumbel(key: ArrayLike, shape: Shape = (), dtype: Any = None, mode: str | None = None) -> Array:
    """Distribution function exp(-exp(-x)); mode "high" draws twice the bits, for rare large values."""


@_compiled_draw("shape", "dtype")
def gamma(key: ArrayLike, a: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """Density x**(a - 1) exp(-x) / Γ(a) for x > 0 (Marsaglia, Tsang 2000); derivatives in `a` are implicit ones."""


@_compiled_draw("shape", "dtype")
def loggamma(key: ArrayLike, a: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """The logarithm of `gamma`, exact where that is too small to be represented."""


@_compiled_draw("shape", "dtype")
def beta(key: ArrayLike, a: ArrayLike, b: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """Density proportional to x**(a - 1) (1 - x)**(b - 1) on [0, 1]."""


@_compiled_draw("shape", "dtype")
def dirichlet(key: ArrayLike, alpha: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """Points of the simplex, density proportional to the product of x_i**(alpha_i - 1); `shape` is that of the rows."""


@_compiled_draw("shape", "dtype", "method")
def multivariate_normal(
    key: ArrayLike,
    mean: ArrayLike,
    cov: ArrayLike,
    shape: Shape | None = None,
    dtype: Any = None,
    method: str = "cholesky",
) -> Array:
    """Normal vectors; `shape` is that of the rows. Methods: "cholesky", and "eigh" or "svd" for singular matrices."""


@_compiled_draw("n", "shape", "dtype", "m")
def orthogonal(key: ArrayLike, n: int, shape: Shape = (), dtype: Any = None, m: int | None = None) -> Array:
    """Uniformly distributed orthogonal matrices, n by n (or orthonormal columns or rows, n by m)."""


# -- discrete distributions and choices ----------------------------------------------------------------------


@_compiled_draw("shape", "mode")
def bernoulli(key: ArrayLike, p: ArrayLike = 0.5, shape: Shape | None = None, mode: str = "low") -> Array:
    """True with probability p; mode "high" draws twice the bits, for tiny p."""


@_compiled_draw("shape", "dtype")
def rademacher(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """-1 or 1, equally likely."""


@_compiled_draw("shape", "dtype")
def poisson(key: ArrayLike, lam: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """Counts k with probability lam**k exp(-lam) / k! (Knuth's method below 10, Hörmann's PTRS above)."""


@_compiled_draw("axis", "shape", "replace", "mode")
def categorical(
    key: ArrayLike,
    logits: ArrayLike,
    axis: int = -1,
    shape: Shape | None = None,
    replace: bool = True,
    mode: str | None = None,
) -> Array:
    """Indices with probabilities softmax(logits, axis)."""


@_compiled_draw("shape", "replace", "axis", "mode", ranged="a")
def choice(
    key: ArrayLike,
    a: ArrayLike,
    shape: Shape = (),
    replace: bool = True,
    p: ArrayLike | None = None,
    axis: int = 0,
    mode: str | None = None,
) -> Array:
    """Elements of an array, or numbers below an integer `a`; p: the probability of each."""


@_compiled_draw("axis", "independent", ranged="x")
def permutation(key: ArrayLike, x: ArrayLike, axis: int = 0, independent: bool = False) -> Array:
    """An array, or the numbers below an integer, in random order along an axis; independent: each row on its own."""


# -- composed of the above -----------------------------------------------------------------------------------


def _shape(shape: Shape | None, *parameters: Any) -> Any:
    """The shape of the result: by default that of the parameters together."""
    return np.broadcast_shapes(*[np.shape(p) for p in parameters]) if shape is None else shape


def _real(parameter: Any, dtype: Any) -> Any:
    return np.asarray(parameter, float if dtype is None else dtype)


def _shape_of(shape: Any) -> tuple[int, ...]:
    return tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)


@_compiled_draw("shape", "dtype")
def chisquare(key: ArrayLike, df: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """The sum of the squares of `df` normal numbers."""
    df = _real(df, dtype)
    return 2 * np.exp(loggamma(key, df / 2, _shape(shape, df), dtype))


@_compiled_draw("shape", "dtype")
def f(
    key: ArrayLike, dfnum: ArrayLike, dfden: ArrayLike, shape: Shape | None = None, dtype: Any = None
) -> Array:
    """Fisher's F: the quotient of two chi-squared numbers, each divided by its degrees of freedom."""
    dfnum, dfden = _real(dfnum, dtype), _real(dfden, dtype)
    shape = _shape(shape, dfnum, dfden)
    below, above = split(key)
    return (chisquare(above, dfnum, shape, dtype) / dfnum) / (chisquare(below, dfden, shape, dtype) / dfden)


@_compiled_draw("shape", "dtype")
def t(key: ArrayLike, df: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Student's t with `df` degrees of freedom."""
    half = _real(df, dtype) / 2
    shape = np.shape(half) if shape == () else shape
    of_normal, of_gamma = split(key)
    return normal(of_normal, shape, dtype) * np.sqrt(half / gamma(of_gamma, half, shape, dtype))


@_compiled_draw("shape", "dtype")
def pareto(key: ArrayLike, b: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """Density b / x**(b + 1) for x >= 1."""
    b = _real(b, dtype)
    return np.exp(exponential(key, _shape(shape, b), dtype) / b)


@_compiled_draw("shape", "dtype")
def lognormal(key: ArrayLike, sigma: ArrayLike = 1.0, shape: Shape | None = None, dtype: Any = None) -> Array:
    """The exponential of normal numbers with the standard deviation sigma."""
    sigma = _real(sigma, dtype)
    return np.exp(normal(key, _shape(shape, sigma), dtype) * sigma)


@_compiled_draw("shape", "dtype")
def rayleigh(key: ArrayLike, scale: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """Density x / scale**2 exp(-x**2 / (2 scale**2)) for x >= 0."""
    scale = _real(scale, dtype)
    return scale * np.sqrt(-2 * np.log(uniform(key, _shape(shape, scale), dtype)))


@_compiled_draw("shape", "dtype")
def weibull_min(
    key: ArrayLike, scale: ArrayLike, concentration: ArrayLike, shape: Shape = (), dtype: Any = None
) -> Array:
    """Distribution function 1 - exp(-(x / scale)**concentration)."""
    scale, concentration = _real(scale, dtype), _real(concentration, dtype)
    return (-np.log1p(-uniform(key, shape, dtype))) ** (1 / concentration) * scale


@_compiled_draw("shape", "dtype")
def maxwell(key: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """The length of a normal vector of three numbers."""
    return np.sqrt(np.sum(normal(key, (*_shape_of(shape), 3), dtype) ** 2, axis=-1))


@_compiled_draw("shape", "dtype")
def double_sided_maxwell(
    key: ArrayLike, loc: ArrayLike, scale: ArrayLike, shape: Shape = (), dtype: Any = None
) -> Array:
    """loc plus scale times a number of `maxwell` with a random sign; `shape` comes before that of the parameters, and
    is that of the parameters if it is empty, as in JAX."""
    loc, scale = _real(loc, dtype), _real(scale, dtype)
    inner = np.broadcast_shapes(np.shape(loc), np.shape(scale))
    full = (*(_shape_of(shape) or inner), *inner)
    length, sign = split(key)
    return rademacher(sign, full, scale.dtype) * maxwell(length, full, dtype) * scale + loc


@_compiled_draw("shape", "dtype")
def generalized_normal(key: ArrayLike, p: ArrayLike, shape: Shape = (), dtype: Any = None) -> Array:
    """Density proportional to exp(-|x|**p)."""
    p = _real(p, dtype)
    size, sign = split(key)
    return rademacher(sign, shape, p.dtype) * gamma(size, 1 / p, shape, dtype) ** (1 / p)


@_compiled_draw("d", "shape", "dtype")
def ball(key: ArrayLike, d: int, p: ArrayLike = 2.0, shape: Shape = (), dtype: Any = None) -> Array:
    """Uniform points of the unit ball of the p-norm in d dimensions (Barthe, Guédon, Mendelson, Naor 2005)."""
    p = _real(p, dtype)
    direction, radius = split(key)
    g = generalized_normal(direction, p, (*_shape_of(shape), d), dtype)
    total = np.sum(np.abs(g) ** p, axis=-1) + exponential(radius, shape, dtype)
    return g / (total ** (1 / p))[..., None]


@_compiled_draw("shape", "dtype")
def wald(key: ArrayLike, mean: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """The inverse Gaussian distribution of this mean, with scale 1 (Michael, Schucany, Haas 1976)."""
    mean = _real(mean, dtype)
    shape = _shape(shape, mean)
    first, second = split(key)
    y = normal(first, shape, dtype) ** 2
    x = mean + mean**2 * y / 2 - mean / 2 * np.sqrt(4 * mean * y + mean**2 * y**2)
    return np.where(uniform(second, shape, dtype) <= mean / (mean + x), x, mean**2 / x)


@_compiled_draw("shape", "dtype")
def triangular(
    key: ArrayLike,
    left: ArrayLike,
    mode: ArrayLike,
    right: ArrayLike,
    shape: Shape | None = None,
    dtype: Any = None,
) -> Array:
    """A density that rises linearly from `left` to `mode`, and falls linearly to `right`."""
    left, mode, right = _real(left, dtype), _real(mode, dtype), _real(right, dtype)
    u = uniform(key, _shape(shape, left, mode, right), dtype)
    rising = left + np.sqrt(u * (right - left) * (mode - left))
    falling = right - np.sqrt((1 - u) * (right - left) * (right - mode))
    return np.where(u < (mode - left) / (right - left), rising, falling)


@_compiled_draw("shape", "dtype")
def geometric(key: ArrayLike, p: ArrayLike, shape: Shape | None = None, dtype: Any = None) -> Array:
    """The number of trials up to the first success: k = 1, 2 … with probability (1 - p)**(k - 1) p."""
    p = _real(p, None)
    u = uniform(key, _shape(shape, p), p.dtype)
    trials = np.floor(np.log(np.where(u == 0, 1, u)) / np.log1p(-p)) + 1
    return trials.astype(int if dtype is None else dtype)


@_compiled_draw("shape", "dtype")
def binomial(
    key: ArrayLike, n: ArrayLike, p: ArrayLike, shape: Shape | None = None, dtype: Any = None
) -> Array:
    """The number of successes among n trials of probability p, as floats. NaN where n < 0 or p is not in [0, 1].

    Waiting times are summed where fewer than ten successes are expected (Devroye 1986, X.4.3); elsewhere numbers are
    rejected (Hörmann 1993, BTRS). The numbers are not those of JAX.
    """
    n, p = np.floor(_real(n, dtype)), _real(p, dtype)
    shape = _shape(shape, n, p)
    valid = (n >= 0) & (p >= 0) & (p <= 1)
    count, q = np.broadcast_to(np.where(valid, n, 0.0), shape), np.where(valid, np.minimum(p, 1 - p), 0.25)
    q = np.broadcast_to(q, shape)
    few = count * q < 10
    first, second = split(key)
    rare = _waited(first, np.where(few, count, 0.0), np.where(few, q, 0.5), shape, dtype)
    often = _rejected(second, np.where(few, 1e4, count), np.where(few, 0.5, q), shape, dtype)
    found = np.where(few, rare, often)
    return np.where(valid, np.where(p > 0.5, count - found, found), np.nan)


def _waited(key: Any, n: Any, p: Any, shape: Any, dtype: Any) -> Any:
    """The successes among n trials: so many waiting times fit in."""
    successes = np.zeros(shape, n.dtype)
    past = np.zeros(shape, n.dtype)
    scale = np.where(p > 0, np.log1p(-p), -1.0)
    while np.any(past <= n):
        key, sub = split(key)
        waited = np.ceil(np.log(uniform(sub, shape, dtype)) / scale)
        past = np.where(p > 0, past + np.maximum(waited, 1.0), np.inf)
        successes = successes + (past <= n)
    return successes


def _rejected(key: Any, n: Any, p: Any, shape: Any, dtype: Any) -> Any:
    """Hörmann's BTRS: the transformed rejection with a squeeze, in his names."""
    root = np.sqrt(n * p * (1 - p))
    b = 1.15 + 2.53 * root
    a = -0.0873 + 0.0248 * b + 0.01 * p
    alpha, sure = (2.83 + 5.1 / b) * root, 0.92 - 4.2 / b
    m = np.floor((n + 1) * p)
    top = _log_factorial(m) + _log_factorial(n - m)
    found, waiting = np.zeros(shape, n.dtype), np.ones(shape, bool)
    while np.any(waiting):
        key, one, two = split(key, 3)
        u, v = uniform(one, shape, dtype) - 0.5, uniform(two, shape, dtype)
        us = np.maximum(0.5 - np.abs(u), 1e-30)
        k = np.floor((2 * a / us + b) * u + n * p + 0.5)
        inside = (k >= 0) & (k <= n)
        j = np.where(inside, k, m)
        bound = top - _log_factorial(j) - _log_factorial(n - j) + (j - m) * np.log(p / (1 - p))
        accepted = inside & ((us >= 0.07) & (v <= sure) | (np.log(v * alpha / (a / us**2 + b)) <= bound))
        found = np.where(waiting & accepted, k, found)
        waiting = waiting & ~accepted
    return found


_LOG_FACTORIALS = np.cumsum(np.log(np.maximum(np.arange(10.0), 1.0)))


def _log_factorial(k: Any) -> Any:
    """log(k!) of whole numbers, from 10 on by Stirling's series, whose error is below 1e-10 there."""
    x = np.maximum(k, 10.0)
    series = (
        (x + 0.5) * np.log(x)
        - x
        + 0.9189385332046727
        + (1 / 12 - (1 / 360 - 1 / (1260 * x * x)) / (x * x)) / x
    )
    return np.where(k < 10, np.asarray(_LOG_FACTORIALS, x.dtype)[np.clip(k, 0, 9).astype(int)], series)


@_compiled_draw("shape", "dtype", "unroll")
def multinomial(
    key: ArrayLike,
    n: ArrayLike,
    p: ArrayLike,
    *,
    shape: Shape | None = None,
    dtype: Any = None,
    unroll: Any = 1,
) -> Array:
    """The number of n trials that fall into each category; the probabilities are along the last axis.
    `unroll` does nothing.

    Category after category, the count is binomial among the trials that are left.
    """
    p = _real(p, dtype)
    p = p if shape is None else np.broadcast_to(p, shape)
    left = np.broadcast_to(_real(n, dtype), p.shape[:-1])
    counts, above = np.zeros(p.shape, p.dtype), np.flip(np.cumsum(np.flip(p, -1), -1), -1)
    keys = split(key, p.shape[-1])
    for k in range(p.shape[-1]):
        ratio = np.clip(p[..., k] / np.where(above[..., k] == 0, 1.0, above[..., k]), 0.0, 1.0)
        drawn = binomial(keys[k], left, ratio, None, dtype)
        counts[..., k] = drawn
        left = left - drawn
    return counts


def clone(key: Any) -> Any:
    """The key itself, for a second use that is meant."""
    return key


def key_impl(keys: Any) -> str:
    """The name of the hash."""
    return "threefry2x32"


_refuse_other_names(globals())
