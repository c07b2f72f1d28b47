"""Initial weights: `init(key, shape, dtype)`, or functions that make such functions.

    >>> import recto
    >>> init = recto.nn.initializers.he_normal()
    >>> init(recto.random.key(0), (784, 128)).shape
    (784, 128)

The variance of most is scaled by the number of inputs and outputs of a unit, fan-in and fan-out: the sizes of two
axes, times those of all others except the batch axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from .. import random

Axes = int | Sequence[int]
Initializer = Callable[..., Any]
TRUNCATED = 0.87962566103423978  # the deviation of a normal distribution cut off at two deviations


def zeros(key: Any, shape: Sequence[int], dtype: Any = float) -> Any:
    """Zeros; the key is not used."""
    return np.zeros(shape, dtype)


def ones(key: Any, shape: Sequence[int], dtype: Any = float) -> Any:
    """Ones; the key is not used."""
    return np.ones(shape, dtype)


def constant(value: Any, dtype: Any = float) -> Initializer:
    """Everywhere this value."""

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        return np.full(shape, value, dtype)

    return init


def uniform(scale: Any = 1e-2, dtype: Any = float) -> Initializer:
    """Uniform in [0, scale)."""

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        return random.uniform(key, shape, dtype) * scale

    return init


def normal(stddev: Any = 1e-2, dtype: Any = float) -> Initializer:
    """Normal with mean 0."""

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        return random.normal(key, shape, dtype) * stddev

    return init


def truncated_normal(
    stddev: Any = 1e-2, dtype: Any = float, lower: Any = -2.0, upper: Any = 2.0
) -> Initializer:
    """stddev times a standard normal number between two bounds."""

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        return random.truncated_normal(key, lower, upper, shape, dtype) * stddev

    return init


# -- by the number of inputs and outputs ---------------------------------------------------------------------


def fans(
    shape: Sequence[int], in_axis: Axes = -2, out_axis: Axes = -1, batch_axis: Axes = ()
) -> tuple[float, float]:
    """Fan-in and fan-out of weights of this shape.

    >>> from recto.nn import initializers
    >>> initializers.fans((3, 3, 16, 32))
    (144.0, 288.0)

    Raises:
        ValueError: fewer than two axes, where both were to be axes of their own.
    """
    if len(shape) <= 1:
        raise ValueError(f"weights of shape {tuple(shape)} have no inputs and outputs: two axes are needed")
    inputs, outputs = _size(shape, in_axis), _size(shape, out_axis)
    field = math.prod(shape) / inputs / outputs / _size(shape, batch_axis)
    return inputs * field, outputs * field


def _size(shape: Sequence[int], axes: Axes) -> int:
    return shape[axes] if isinstance(axes, int) else math.prod([shape[a] for a in axes])


def variance_scaling(
    scale: float,
    mode: str,
    distribution: str,
    in_axis: Axes = -2,
    out_axis: Axes = -1,
    batch_axis: Axes = (),
    dtype: Any = float,
) -> Initializer:
    """Mean 0 and variance scale / fan.

    Args:
        mode: which fan, "fan_in", "fan_out" or "fan_avg"
        distribution: "uniform", "normal" or "truncated_normal" (cut off at two deviations)

    Raises:
        ValueError: no such mode or distribution.
    """
    if mode not in ("fan_in", "fan_out", "fan_avg"):
        raise ValueError(f"mode is 'fan_in', 'fan_out' or 'fan_avg', not {mode!r}")
    if distribution not in ("uniform", "normal", "truncated_normal"):
        raise ValueError(f"distribution is 'uniform', 'normal' or 'truncated_normal', not {distribution!r}")

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        inputs, outputs = fans(shape, in_axis, out_axis, batch_axis)
        fan = {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2}[mode]
        return _drawn(distribution, math.sqrt(scale / max(fan, 1)), key, shape, dtype)

    return init


def _drawn(distribution: str, stddev: float, key: Any, shape: Sequence[int], dtype: Any) -> Any:
    """Numbers with mean 0 and this deviation."""
    if distribution == "uniform":
        return random.uniform(key, shape, dtype, -1.0, 1.0) * (math.sqrt(3) * stddev)
    if distribution == "normal":
        return random.normal(key, shape, dtype) * stddev
    return random.truncated_normal(key, -2.0, 2.0, shape, dtype) * (stddev / TRUNCATED)


class _Family(Protocol):
    """The initialisers of one variance, for any axes."""

    def __call__(
        self, in_axis: Axes = -2, out_axis: Axes = -1, batch_axis: Axes = (), dtype: Any = float
    ) -> Initializer: ...


def _family(scale: float, mode: str, distribution: str, described: str) -> _Family:
    def make(
        in_axis: Axes = -2, out_axis: Axes = -1, batch_axis: Axes = (), dtype: Any = float
    ) -> Initializer:
        return variance_scaling(scale, mode, distribution, in_axis, out_axis, batch_axis, dtype)

    make.__doc__ = described
    return make


glorot_uniform = _family(
    1.0, "fan_avg", "uniform", "Variance 1 / mean of the fans, uniform (Glorot, Bengio 2010)."
)
glorot_normal = _family(
    1.0, "fan_avg", "truncated_normal", "Variance 1 / mean of the fans, truncated normal."
)
lecun_uniform = _family(1.0, "fan_in", "uniform", "Variance 1 / fan-in, uniform (LeCun et al. 1998).")
lecun_normal = _family(1.0, "fan_in", "truncated_normal", "Variance 1 / fan-in, truncated normal.")
he_uniform = _family(2.0, "fan_in", "uniform", "Variance 2 / fan-in, uniform: for relu (He et al. 2015).")
he_normal = _family(2.0, "fan_in", "truncated_normal", "Variance 2 / fan-in, truncated normal.")
xavier_uniform, xavier_normal = glorot_uniform, glorot_normal
kaiming_uniform, kaiming_normal = he_uniform, he_normal


# -- orthogonal ----------------------------------------------------------------------------------------------


def orthogonal(scale: Any = 1.0, column_axis: int = -1, dtype: Any = float) -> Initializer:
    """scale times a matrix with orthonormal rows or columns (Saxe et al. 2013); all other axes make the rows."""

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        if len(shape) < 2:
            raise ValueError(f"weights of shape {tuple(shape)} are no matrix")
        columns = shape[column_axis]
        rows = math.prod(shape) // columns
        q = random.orthogonal(key, rows, (), dtype, columns)
        others = tuple([n for k, n in enumerate(shape) if k != column_axis % len(shape)])
        return scale * np.moveaxis(np.reshape(q, others + (columns,)), -1, column_axis)

    return init


def delta_orthogonal(scale: Any = 1.0, column_axis: int = -1, dtype: Any = float) -> Initializer:
    """An orthogonal matrix in the middle of a kernel that is else zero (Xiao et al. 2018).

    The last two axes are inputs and outputs, of which there are not fewer.
    """

    def init(key: Any, shape: Sequence[int], dtype: Any = dtype) -> Any:
        if not 3 <= len(shape) <= 5 or shape[-1] < shape[-2]:
            raise ValueError(f"a kernel with at least as many outputs as inputs, not of shape {tuple(shape)}")
        inner = orthogonal(scale, column_axis, dtype)(key, shape[-2:])
        weights = np.zeros(shape, dtype)
        weights[tuple([(n - 1) // 2 for n in shape[:-2]])] = inner
        return weights

    return init
