"""Elementwise functions. Most are NumPy's under XLA's names; operands broadcast and promote as in NumPy."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import numpy as np

from .._api.jit import Function, jit
from ._compiled import compiled_function

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array


def _unary(ufunc: Any) -> Function[[ArrayLike], Array]:
    return jit(ufunc)


def _binary(ufunc: Any) -> Function[[ArrayLike, ArrayLike], Array]:
    return jit(ufunc)


abs, sign, neg, conj, real, imag = map(_unary, (np.abs, np.sign, np.negative, np.conj, np.real, np.imag))
add, sub, mul, rem, pow = map(_binary, (np.add, np.subtract, np.multiply, np.fmod, np.power))
max, min, nextafter = map(_binary, (np.maximum, np.minimum, np.nextafter))
exp, exp2, expm1, log, log1p = map(_unary, (np.exp, np.exp2, np.expm1, np.log, np.log1p))
sqrt, cbrt, ceil, floor = map(_unary, (np.sqrt, np.cbrt, np.ceil, np.floor))
sin, cos, tan, asin, acos, atan = map(_unary, (np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan))
atan2 = _binary(np.arctan2)
sinh, cosh, tanh = map(_unary, (np.sinh, np.cosh, np.tanh))
asinh, acosh, atanh = map(_unary, (np.arcsinh, np.arccosh, np.arctanh))
eq, ne, lt, le, gt, ge = map(
    _binary, (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
)
is_finite = _unary(np.isfinite)
bitwise_and, bitwise_or, bitwise_xor = map(_binary, (np.bitwise_and, np.bitwise_or, np.bitwise_xor))
bitwise_not = _unary(np.invert)
shift_left, shift_right_arithmetic = map(_binary, (np.left_shift, np.right_shift))


class RoundingMethod(enum.IntEnum):
    """The rounding of halves in `round`."""

    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


@compiled_function("new_dtype", "sharding")
def convert_element_type(operand: ArrayLike, new_dtype: Any, *, sharding: Any = None) -> Array:
    """The elements in another dtype; of complex numbers the real parts."""


@compiled_function("new_dtype")
def bitcast_convert_type(operand: ArrayLike, new_dtype: Any) -> Array:
    """The same bits as another dtype of the same width."""


@compiled_function()
def div(x: ArrayLike, y: ArrayLike) -> Array:
    """x / y; integers are divided towards zero."""


@compiled_function("rounding_method")
def round(x: ArrayLike, rounding_method: int = RoundingMethod.AWAY_FROM_ZERO) -> Array:
    """To the nearest integer; halves away from zero, or to the even one.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.round(np.array([0.5, 1.5, -2.5]))
    Array([ 1.,  2., -3.], dtype=float64)
    """


@compiled_function("y")
def integer_pow(x: ArrayLike, y: int) -> Array:
    """x to a power that is known while compiling, by multiplications."""


@compiled_function("accuracy")
def rsqrt(x: ArrayLike, *, accuracy: Any = None) -> Array:
    """1 / sqrt(x)"""


@compiled_function()
def square(x: ArrayLike) -> Array:
    """x * x"""


@compiled_function()
def reciprocal(x: ArrayLike) -> Array:
    """1 / x"""


@compiled_function()
def complex(x: ArrayLike, y: ArrayLike) -> Array:
    """x + 1j * y"""


@compiled_function()
def shift_right_logical(x: ArrayLike, y: ArrayLike) -> Array:
    """The bits moved right; zeros come in also into negative numbers."""


@compiled_function()
def population_count(x: ArrayLike) -> Array:
    """The number of bits that are set, in the dtype of x."""


@compiled_function()
def clz(x: ArrayLike) -> Array:
    """The number of zeros above the highest bit that is set."""


@compiled_function()
def logistic(x: ArrayLike) -> Array:
    """1 / (1 + exp(-x))"""


@compiled_function()
def erf(x: ArrayLike) -> Array:
    """The error function."""


@compiled_function()
def erfc(x: ArrayLike) -> Array:
    """1 - erf(x), exact also where that is small."""


@compiled_function()
def erf_inv(x: ArrayLike) -> Array:
    """The inverse of erf."""


@compiled_function()
def lgamma(x: ArrayLike) -> Array:
    """log |Γ(x)|"""


@compiled_function()
def digamma(x: ArrayLike) -> Array:
    """The derivative of lgamma."""


@compiled_function()
def polygamma(m: ArrayLike, x: ArrayLike) -> Array:
    """The m-th derivative of digamma."""


@compiled_function()
def zeta(x: ArrayLike, q: ArrayLike) -> Array:
    """Hurwitz' zeta function: the sum of (k + q)**-x for k = 0, 1, 2 …"""


@compiled_function()
def igamma(a: ArrayLike, x: ArrayLike) -> Array:
    """The regularised lower incomplete gamma function."""


@compiled_function()
def igammac(a: ArrayLike, x: ArrayLike) -> Array:
    """The regularised upper incomplete gamma function."""


@compiled_function()
def igamma_grad_a(a: ArrayLike, x: ArrayLike) -> Array:
    """The derivative of igamma with respect to a."""


@compiled_function()
def random_gamma_grad(a: ArrayLike, x: ArrayLike) -> Array:
    """The derivative by a of a sample x of the gamma distribution, if its probability stays the same."""


@compiled_function()
def betainc(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> Array:
    """The regularised incomplete beta function."""


@compiled_function()
def bessel_i0e(x: ArrayLike) -> Array:
    """exp(-|x|) I₀(x)"""


@compiled_function()
def bessel_i1e(x: ArrayLike) -> Array:
    """exp(-|x|) I₁(x)"""
