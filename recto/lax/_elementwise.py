"""Elementwise functions. Most are NumPy's under XLA's names; operands broadcast and promote as in NumPy."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from .._api.jit import jit
from ._compiled import compiled_function

abs, sign, neg, conj, real, imag = map(jit, (np.abs, np.sign, np.negative, np.conj, np.real, np.imag))
add, sub, mul, rem, pow = map(jit, (np.add, np.subtract, np.multiply, np.fmod, np.power))
max, min, nextafter = map(jit, (np.maximum, np.minimum, np.nextafter))
exp, exp2, expm1, log, log1p = map(jit, (np.exp, np.exp2, np.expm1, np.log, np.log1p))
sqrt, cbrt, ceil, floor = map(jit, (np.sqrt, np.cbrt, np.ceil, np.floor))
sin, cos, tan, asin, acos, atan, atan2 = map(
    jit, (np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan, np.arctan2)
)
sinh, cosh, tanh = map(jit, (np.sinh, np.cosh, np.tanh))
asinh, acosh, atanh = map(jit, (np.arcsinh, np.arccosh, np.arctanh))
eq, ne, lt, le, gt, ge = map(
    jit, (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
)
is_finite = jit(np.isfinite)
bitwise_and, bitwise_or, bitwise_xor = map(jit, (np.bitwise_and, np.bitwise_or, np.bitwise_xor))
bitwise_not, shift_left, shift_right_arithmetic = map(jit, (np.invert, np.left_shift, np.right_shift))


class RoundingMethod(enum.IntEnum):
    """The rounding of halves in `round`."""

    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


@compiled_function("new_dtype", "sharding")
def convert_element_type(operand: Any, new_dtype: Any, *, sharding: Any = None) -> Any:
    """The elements in another dtype; of complex numbers the real parts."""


@compiled_function("new_dtype")
def bitcast_convert_type(operand: Any, new_dtype: Any) -> Any:
    """The same bits as another dtype of the same width."""


@compiled_function()
def div(x: Any, y: Any) -> Any:
    """x / y; integers are divided towards zero."""


@compiled_function("rounding_method")
def round(x: Any, rounding_method: int = RoundingMethod.AWAY_FROM_ZERO) -> Any:
    """To the nearest integer; halves away from zero, or to the even one.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.round(np.array([0.5, 1.5, -2.5]))
    Array([ 1.,  2., -3.], dtype=float64)
    """


@compiled_function("y")
def integer_pow(x: Any, y: int) -> Any:
    """x to a power that is known while compiling, by multiplications."""


@compiled_function("accuracy")
def rsqrt(x: Any, *, accuracy: Any = None) -> Any:
    """1 / sqrt(x)"""


@compiled_function()
def square(x: Any) -> Any:
    """x * x"""


@compiled_function()
def reciprocal(x: Any) -> Any:
    """1 / x"""


@compiled_function()
def complex(x: Any, y: Any) -> Any:
    """x + 1j * y"""


@compiled_function()
def shift_right_logical(x: Any, y: Any) -> Any:
    """The bits moved right; zeros come in also into negative numbers."""


@compiled_function()
def population_count(x: Any) -> Any:
    """The number of bits that are set, in the dtype of x."""


@compiled_function()
def clz(x: Any) -> Any:
    """The number of zeros above the highest bit that is set."""


@compiled_function()
def logistic(x: Any) -> Any:
    """1 / (1 + exp(-x))"""


@compiled_function()
def erf(x: Any) -> Any:
    """The error function."""


@compiled_function()
def erfc(x: Any) -> Any:
    """1 - erf(x), exact also where that is small."""


@compiled_function()
def erf_inv(x: Any) -> Any:
    """The inverse of erf."""


@compiled_function()
def lgamma(x: Any) -> Any:
    """log |Γ(x)|"""


@compiled_function()
def digamma(x: Any) -> Any:
    """The derivative of lgamma."""


@compiled_function()
def polygamma(m: Any, x: Any) -> Any:
    """The m-th derivative of digamma."""


@compiled_function()
def zeta(x: Any, q: Any) -> Any:
    """Hurwitz' zeta function: the sum of (k + q)**-x for k = 0, 1, 2 …"""


@compiled_function()
def igamma(a: Any, x: Any) -> Any:
    """The regularised lower incomplete gamma function."""


@compiled_function()
def igammac(a: Any, x: Any) -> Any:
    """The regularised upper incomplete gamma function."""


@compiled_function()
def igamma_grad_a(a: Any, x: Any) -> Any:
    """The derivative of igamma with respect to a."""


@compiled_function()
def random_gamma_grad(a: Any, x: Any) -> Any:
    """How a sample x of the gamma distribution moves with a, if its probability stays the same."""


@compiled_function()
def betainc(a: Any, b: Any, x: Any) -> Any:
    """The regularised incomplete beta function."""


@compiled_function()
def bessel_i0e(x: Any) -> Any:
    """exp(-|x|) I₀(x)"""


@compiled_function()
def bessel_i1e(x: Any) -> Any:
    """exp(-|x|) I₁(x)"""
