"""Elementwise functions. Most are NumPy's under XLA's names; operands broadcast and promote as in NumPy."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from .._api.jit import jit
from ._compiled import compiled

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
    """What `round` does with halves."""

    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


@compiled("new_dtype", "sharding")
def convert_element_type(operand: Any, new_dtype: Any, *, sharding: Any = None) -> Any:
    """The elements in another dtype; of complex numbers the real parts."""


@compiled("new_dtype")
def bitcast_convert_type(operand: Any, new_dtype: Any) -> Any:
    """The same bits as another dtype of the same width."""


@compiled()
def div(x: Any, y: Any) -> Any:
    """x / y; integers are divided towards zero."""


@compiled("rounding_method")
def round(x: Any, rounding_method: int = RoundingMethod.AWAY_FROM_ZERO) -> Any:
    """To the nearest integer; halves away from zero, or to the even one.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.round(np.array([0.5, 1.5, -2.5]))
    Array([ 1.,  2., -3.], dtype=float64)
    """


@compiled("y")
def integer_pow(x: Any, y: int) -> Any:
    """x to a power that is known while compiling, by multiplications."""


@compiled("accuracy")
def rsqrt(x: Any, *, accuracy: Any = None) -> Any:
    """1 / sqrt(x)"""


@compiled()
def square(x: Any) -> Any:
    """x * x"""


@compiled()
def reciprocal(x: Any) -> Any:
    """1 / x"""


@compiled()
def complex(x: Any, y: Any) -> Any:
    """x + 1j * y"""


@compiled()
def shift_right_logical(x: Any, y: Any) -> Any:
    """The bits moved right; zeros come in also into negative numbers."""


@compiled()
def population_count(x: Any) -> Any:
    """The number of bits that are set, in the dtype of x."""


@compiled()
def clz(x: Any) -> Any:
    """The number of zeros above the highest bit that is set."""


@compiled()
def logistic(x: Any) -> Any:
    """1 / (1 + exp(-x))"""


@compiled()
def erf(x: Any) -> Any:
    """The error function."""


@compiled()
def erfc(x: Any) -> Any:
    """1 - erf(x), exact also where that is small."""


@compiled()
def erf_inv(x: Any) -> Any:
    """The inverse of erf."""


@compiled()
def lgamma(x: Any) -> Any:
    """log |Γ(x)|"""


@compiled()
def digamma(x: Any) -> Any:
    """The derivative of lgamma."""


@compiled()
def polygamma(m: Any, x: Any) -> Any:
    """The m-th derivative of digamma."""


@compiled()
def zeta(x: Any, q: Any) -> Any:
    """Hurwitz' zeta function: the sum of (k + q)**-x for k = 0, 1, 2 …"""


@compiled()
def igamma(a: Any, x: Any) -> Any:
    """The regularised lower incomplete gamma function."""


@compiled()
def igammac(a: Any, x: Any) -> Any:
    """The regularised upper incomplete gamma function."""


@compiled()
def igamma_grad_a(a: Any, x: Any) -> Any:
    """The derivative of igamma with respect to a."""


@compiled()
def random_gamma_grad(a: Any, x: Any) -> Any:
    """How a sample x of the gamma distribution moves with a, if its probability stays the same."""


@compiled()
def betainc(a: Any, b: Any, x: Any) -> Any:
    """The regularised incomplete beta function."""


@compiled()
def bessel_i0e(x: Any) -> Any:
    """exp(-|x|) I₀(x)"""


@compiled()
def bessel_i1e(x: Any) -> Any:
    """exp(-|x|) I₁(x)"""
