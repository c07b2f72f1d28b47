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
from typing import Any

import numpy as np

from . import debug as _debug
from ._boundary.tracebacks import boundary as _boundary, missing_from as _missing_from
from ._api.jit import Function as _Function
from ._dispatch.options import Options as _Options

Shape = int | Sequence[int]


class _Draw(_Function):
    """The library's function of this name, compiled for the types it meets.

    Args:
        ranged: an argument that is an array, or an integer which stands for a range; that is static.
    """

    def __init__(self, described: Callable, static: tuple[str, ...], ranged: str | None = None):
        described.__recto_always__ = True       # there is no plain Python to run under disable_jit
        super().__init__(described, _Options(static_argnames=static))
        self.ranged = _Function(described, _Options(static_argnames=(*static, ranged))) if ranged else None

    @_boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if _debug.keys is not None:
            _debug.keys.note(self.__name__, args, kwargs)
        over = self.ranged and (args[1] if len(args) > 1 else kwargs.get(self.parameter_names[1]))
        if isinstance(over, (int, np.integer)):
            return self.ranged(*args, **kwargs)
        return super().__call__(*args, **kwargs)


def _compiled(*static: str, ranged: str | None = None) -> Callable[[Callable], Callable]:
    return lambda described: _Draw(described, static, ranged)


# -- keys ----------------------------------------------------------------------------------------------------

@_compiled()
def key(seed: int) -> Any:
    """The key of an integer: its 64 bits are the two words.

    >>> import recto
    >>> recto.random.key(7)
    Array([0, 7], dtype=uint32)
    """


@_compiled()
def PRNGKey(seed: int) -> Any:
    """The same as `key`."""


@_compiled("num")
def split(key: Any, num: Shape = 2) -> Any:
    """New keys, uint32[num, 2]; `num` may be a shape.

    >>> import recto
    >>> recto.random.split(recto.random.key(0), 3).shape
    (3, 2)
    """


@_compiled()
def fold_in(key: Any, data: int) -> Any:
    """A new key from a key and an integer (its lower 32 bits): the step of a loop, the number of a layer."""


@_compiled()
def key_data(keys: Any) -> Any:
    """The words of keys: the keys themselves."""


@_compiled()
def wrap_key_data(key_bits_array: Any) -> Any:
    """Words as keys: themselves, once it is certain that they are uint32[..., 2]."""


# -- bits, uniform and integers ------------------------------------------------------------------------------

@_compiled("shape", "dtype")
def bits(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """Random bits as unsigned integers (uint64 by default)."""


@_compiled("shape", "dtype")
def uniform(key: Any, shape: Shape = (), dtype: Any = None, minval: Any = 0.0, maxval: Any = 1.0) -> Any:
    """Floats in [minval, maxval)."""


@_compiled("shape", "dtype")
def randint(key: Any, shape: Shape, minval: Any, maxval: Any, dtype: Any = None) -> Any:
    """Integers in [minval, maxval): minval where that is empty. (The bias is at most (maxval - minval) / 2**64.)"""


# -- continuous distributions --------------------------------------------------------------------------------

@_compiled("shape", "dtype")
def normal(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """Standard normal numbers; for a complex dtype, real and imaginary part have variance 1/2."""


@_compiled("shape", "dtype")
def truncated_normal(key: Any, lower: Any, upper: Any, shape: Shape | None = None, dtype: Any = None) -> Any:
    """Standard normal numbers between two bounds, exclusive."""


@_compiled("shape", "dtype")
def exponential(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """Density exp(-x) for x >= 0."""


@_compiled("shape", "dtype")
def laplace(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """Density exp(-|x|) / 2."""


@_compiled("shape", "dtype")
def logistic(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """Distribution function 1 / (1 + exp(-x))."""


@_compiled("shape", "dtype")
def cauchy(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """Density 1 / (pi (1 + x**2))."""


@_compiled("shape", "dtype", "mode")
def gumbel(key: Any, shape: Shape = (), dtype: Any = None, mode: str | None = None) -> Any:
    """Distribution function exp(-exp(-x)); mode "high" draws twice the bits, for rare large values."""


@_compiled("shape", "dtype")
def gamma(key: Any, a: Any, shape: Shape | None = None, dtype: Any = None) -> Any:
    """Density x**(a - 1) exp(-x) / Γ(a) for x > 0 (Marsaglia, Tsang 2000); derivatives in `a` are implicit ones."""


@_compiled("shape", "dtype")
def loggamma(key: Any, a: Any, shape: Shape | None = None, dtype: Any = None) -> Any:
    """The logarithm of `gamma`, exact where that is too small to be represented."""


@_compiled("shape", "dtype")
def beta(key: Any, a: Any, b: Any, shape: Shape | None = None, dtype: Any = None) -> Any:
    """Density proportional to x**(a - 1) (1 - x)**(b - 1) on [0, 1]."""


@_compiled("shape", "dtype")
def dirichlet(key: Any, alpha: Any, shape: Shape | None = None, dtype: Any = None) -> Any:
    """Points of the simplex, density proportional to the product of x_i**(alpha_i - 1); `shape` is that of the rows."""


@_compiled("shape", "dtype", "method")
def multivariate_normal(key: Any, mean: Any, cov: Any, shape: Shape | None = None, dtype: Any = None,
                        method: str = "cholesky") -> Any:
    """Normal vectors; `shape` is that of the rows. Methods: "cholesky", and "eigh" or "svd" for singular matrices."""


@_compiled("n", "shape", "dtype", "m")
def orthogonal(key: Any, n: int, shape: Shape = (), dtype: Any = None, m: int | None = None) -> Any:
    """Uniformly distributed orthogonal matrices, n by n (or orthonormal columns or rows, n by m)."""


# -- discrete distributions and choices ----------------------------------------------------------------------

@_compiled("shape", "mode")
def bernoulli(key: Any, p: Any = 0.5, shape: Shape | None = None, mode: str = "low") -> Any:
    """True with probability p; mode "high" draws twice the bits, for tiny p."""


@_compiled("shape", "dtype")
def rademacher(key: Any, shape: Shape = (), dtype: Any = None) -> Any:
    """-1 or 1, equally likely."""


@_compiled("shape", "dtype")
def poisson(key: Any, lam: Any, shape: Shape | None = None, dtype: Any = None) -> Any:
    """Counts k with probability lam**k exp(-lam) / k! (Knuth's method below 10, Hörmann's PTRS above)."""


@_compiled("axis", "shape", "replace", "mode")
def categorical(key: Any, logits: Any, axis: int = -1, shape: Shape | None = None, replace: bool = True,
                mode: str | None = None) -> Any:
    """Indices with probabilities softmax(logits, axis)."""


@_compiled("shape", "replace", "axis", "mode", ranged="a")
def choice(key: Any, a: Any, shape: Shape = (), replace: bool = True, p: Any = None, axis: int = 0,
           mode: str | None = None) -> Any:
    """Elements of an array, or numbers below an integer `a`; p: the probability of each."""


@_compiled("axis", "independent", ranged="x")
def permutation(key: Any, x: Any, axis: int = 0, independent: bool = False) -> Any:
    """An array, or the numbers below an integer, in random order along an axis; independent: each row on its own."""


__getattr__ = _missing_from(globals())
