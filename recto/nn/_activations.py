"""Elementwise activations. A piece that would overflow, or has an infinite slope, is never evaluated."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805


def relu(x: Any) -> Any:
    """max(x, 0), whose derivative at 0 is 0."""
    return np.where(x <= 0, 0, x)


def relu6(x: Any) -> Any:
    """min(max(x, 0), 6), whose derivative is 0 at both corners."""
    return np.where(x <= 0, 0, np.where(x >= 6, 6, x))


def leaky_relu(x: Any, negative_slope: Any = 0.01) -> Any:
    """x, or negative_slope * x below 0."""
    return np.where(x >= 0, x, negative_slope * x)


def elu(x: Any, alpha: Any = 1.0) -> Any:
    """x, or alpha * (exp(x) - 1) below 0."""
    return np.where(x > 0, x, alpha * np.expm1(np.where(x > 0, 0, x)))


def celu(x: Any, alpha: Any = 1.0) -> Any:
    """x, or alpha * (exp(x / alpha) - 1) below 0 (Barron 2017)."""
    return np.where(x > 0, x, alpha * np.expm1(np.where(x > 0, 0, x) / alpha))


def selu(x: Any) -> Any:
    """The scaled elu under which activations keep mean 0 and variance 1 (Klambauer et al. 2017)."""
    return SELU_SCALE * elu(x, SELU_ALPHA)


def gelu(x: Any, approximate: bool = True) -> Any:
    """x * Φ(x), Φ the normal distribution function; or its approximation by tanh (Hendrycks, Gimpel 2016)."""
    if approximate:
        return 0.5 * x * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x**3)))
    return 0.5 * x * special.erfc(-x * 0.7071067811865476)


def sigmoid(x: Any) -> Any:
    """1 / (1 + exp(-x)), with the derivative s * (1 - s). (That of scipy.special.expit is exact where it is tiny.)"""
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


def identity(x: Any) -> Any:
    """x itself."""
    return x


def sparse_sigmoid(x: Any) -> Any:
    """(x + 1) / 2 between -1 and 1, 0 below and 1 above."""
    return 0.5 * np.clip(x + 1.0, 0.0, 2.0)


def log1mexp(x: Any) -> Any:
    """log(1 - exp(-x)) for x > 0, exact where x is small or large (Mächler 2012)."""
    small = x < 0.6931471805599453
    near = np.log(-np.expm1(-np.where(small, x, 1.0)))
    return np.where(small, near, np.log1p(-np.exp(-np.where(small, 1.0, x))))


def log_sigmoid(x: Any) -> Any:
    """log(sigmoid(x)), exact where that is tiny."""
    return -softplus(-x)


def silu(x: Any) -> Any:
    """x * sigmoid(x)."""
    return x * sigmoid(x)


swish = silu


def softplus(x: Any) -> Any:
    """log(1 + exp(x))."""
    return np.logaddexp(x, 0)


def squareplus(x: Any, b: Any = 4.0) -> Any:
    """(x + sqrt(x² + b)) / 2: like softplus, without exponentials (Barron 2021)."""
    return 0.5 * (x + np.sqrt(x * x + b))


def sparse_plus(x: Any) -> Any:
    """0 below -1, x above 1, (x + 1)² / 4 between."""
    return np.where(x <= -1, 0, np.where(x >= 1, x, (x + 1) ** 2 / 4))


def soft_sign(x: Any) -> Any:
    """x / (1 + |x|)."""
    return x / (1 + np.abs(x))


def mish(x: Any) -> Any:
    """x * tanh(softplus(x)) (Misra 2019)."""
    return x * np.tanh(softplus(x))


def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return np.tanh(x)


def hard_tanh(x: Any) -> Any:
    """x between -1 and 1, else the nearer of them."""
    return np.where(x > 1, 1, np.where(x < -1, -1, x))


def hard_sigmoid(x: Any) -> Any:
    """relu6(x + 3) / 6."""
    return relu6(x + 3) / 6


def hard_silu(x: Any) -> Any:
    """x * hard_sigmoid(x)."""
    return x * hard_sigmoid(x)


hard_swish = hard_silu


def glu(x: Any, axis: int = -1) -> Any:
    """The first half of an axis times the sigmoid of the second (Dauphin et al. 2016).

    Raises:
        ValueError: the axis has an odd size.
    """
    a, gate = np.split(x, 2, axis)
    return a * sigmoid(gate)
