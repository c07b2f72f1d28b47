"""Layers: dense, convolutional, pooling, normalisation, dropout and activation layers."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from .. import lax, nn, random
from ..nn.initializers import glorot_normal, normal, ones, zeros
from ._combinators import Layer, Shape

Numbers = tuple[str, str, str]
Padding = str | Sequence[tuple[int, int]]


# -- element by element --------------------------------------------------------------------------------------


def elementwise(function: Callable[..., Any], **options: Any) -> Layer:
    """A layer without parameters: function(inputs, **options)."""

    def init(key: Any, input_shape: Any) -> tuple[Any, tuple[Any, ...]]:
        return input_shape, ()

    def apply(params: Any, inputs: Any, **kwargs: Any) -> Any:
        return function(inputs, **options)

    return init, apply


Tanh = elementwise(np.tanh)
Relu = elementwise(nn.relu)
Exp = elementwise(np.exp)
LogSoftmax = elementwise(nn.log_softmax, axis=-1)
Softmax = elementwise(nn.softmax, axis=-1)
Softplus = elementwise(nn.softplus)
Sigmoid = elementwise(nn.sigmoid)
Elu = elementwise(nn.elu)
LeakyRelu = elementwise(nn.leaky_relu)
Selu = elementwise(nn.selu)
Gelu = elementwise(nn.gelu)
Silu = elementwise(nn.silu)


def _flatten_init(key: Any, input_shape: Shape) -> tuple[Shape, tuple[Any, ...]]:
    return (input_shape[0], math.prod(input_shape[1:])), ()


def _flatten(params: Any, inputs: Any, **kwargs: Any) -> Any:
    return np.reshape(inputs, (inputs.shape[0], -1))


Flatten: Layer = (_flatten_init, _flatten)


def Dropout(rate: Any, mode: str = "train") -> Layer:
    """In mode "train", elements are kept with probability `rate` and then divided by it, the others are 0.

    `apply` needs a key: apply(params, inputs, rng=key).
    """

    def init(key: Any, input_shape: Any) -> tuple[Any, tuple[Any, ...]]:
        return input_shape, ()

    def apply(params: Any, inputs: Any, rng: Any = None, **kwargs: Any) -> Any:
        if mode != "train":
            return inputs
        if rng is None:
            raise ValueError("Dropout needs a key: apply(params, inputs, rng=key)")
        keep = random.bernoulli(rng, rate, inputs.shape)
        return np.where(keep, inputs / rate, 0)

    return init, apply


# -- linear --------------------------------------------------------------------------------------------------


def Dense(out_dim: int, W_init: Any = None, b_init: Any = None, dtype: Any = float) -> Layer:
    """inputs @ W + b; the parameters are (W, b).

    Args:
        W_init, b_init: glorot_normal() and normal() unless given
    """
    W_init, b_init = W_init or glorot_normal(dtype=dtype), b_init or normal(dtype=dtype)

    def init(key: Any, input_shape: Shape) -> tuple[Shape, tuple[Any, ...]]:
        k1, k2 = random.split(key)
        return tuple(input_shape[:-1]) + (out_dim,), (
            W_init(k1, (input_shape[-1], out_dim)),
            b_init(k2, (out_dim,)),
        )

    def apply(params: Any, inputs: Any, **kwargs: Any) -> Any:
        W, b = params
        return inputs @ W + b

    return init, apply


def GeneralConv(
    dimension_numbers: Numbers,
    out_chan: int,
    filter_shape: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: Padding = "VALID",
    W_init: Any = None,
    b_init: Any = None,
    dtype: Any = float,
) -> Layer:
    """A convolution, and a bias for each channel.

    Args:
        dimension_numbers: the axes of images, filters and outputs: N or I and O, C, and others in space
        filter_shape: of the axes in space
    """
    return _convolution(
        False, dimension_numbers, out_chan, filter_shape, strides, padding, W_init, b_init, dtype
    )


def GeneralConvTranspose(
    dimension_numbers: Numbers,
    out_chan: int,
    filter_shape: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: Padding = "VALID",
    W_init: Any = None,
    b_init: Any = None,
    dtype: Any = float,
) -> Layer:
    """The transposed convolution: strides make images larger."""
    return _convolution(
        True, dimension_numbers, out_chan, filter_shape, strides, padding, W_init, b_init, dtype
    )


def _convolution(
    transposed: bool,
    numbers: Numbers,
    channels: int,
    filters: Sequence[int],
    strides: Sequence[int] | None,
    padding: Padding,
    W_init: Any,
    b_init: Any,
    dtype: Any,
) -> Layer:
    lhs, rhs, out = numbers
    strides = tuple(strides or (1,) * len(filters))
    W_init = W_init or glorot_normal(rhs.index("I"), rhs.index("O"), dtype=dtype)
    b_init = b_init or normal(1e-6, dtype=dtype)
    size = _stretched if transposed else _strided

    def init(key: Any, input_shape: Shape) -> tuple[Shape, tuple[Any, ...]]:
        sizes = iter(filters)
        kernel = [
            input_shape[lhs.index("C")] if c == "I" else channels if c == "O" else next(sizes) for c in rhs
        ]
        space = [c for c in rhs if c not in "IO"]
        sizes_out = {"N": input_shape[lhs.index("N")], "C": channels}
        for k, c in enumerate(space):
            sizes_out[c] = size(input_shape[lhs.index(c)], filters[k], strides[k], padding, k)
        bias = [channels if c == "C" else 1 for c in out]
        k1, k2 = random.split(key)
        return tuple([sizes_out[c] for c in out]), (W_init(k1, tuple(kernel)), b_init(k2, tuple(bias)))

    def apply(params: Any, inputs: Any, **kwargs: Any) -> Any:
        W, b = params
        if transposed:
            return lax.conv_transpose(inputs, W, strides, padding, dimension_numbers=numbers) + b
        return lax.conv_general_dilated(inputs, W, strides, padding, dimension_numbers=numbers) + b

    return init, apply


def _strided(size: int, window: int, stride: int, padding: Padding, axis: int) -> int:
    """The number of windows."""
    if isinstance(padding, str):
        return -(-size // stride) if padding.upper().startswith("SAME") else (size - window) // stride + 1
    return (size + sum(padding[axis]) - window) // stride + 1


def _stretched(size: int, window: int, stride: int, padding: Padding, axis: int) -> int:
    """The size of which a strided convolution makes this one."""
    if isinstance(padding, str):
        return size * stride + (0 if padding.upper() == "SAME" else max(window - stride, 0))
    return (size - 1) * stride + 1 + sum(padding[axis]) - window + 1


Conv = functools.partial(GeneralConv, ("NHWC", "HWIO", "NHWC"))
ConvTranspose = functools.partial(GeneralConvTranspose, ("NHWC", "HWIO", "NHWC"))
Conv1DTranspose = functools.partial(GeneralConvTranspose, ("NHC", "HIO", "NHC"))


# -- normalisation -------------------------------------------------------------------------------------------


def BatchNorm(
    axis: int | Sequence[int] = (0, 1, 2),
    epsilon: Any = 1e-5,
    center: bool = True,
    scale: bool = True,
    beta_init: Any = zeros,
    gamma_init: Any = ones,
    dtype: Any = float,
) -> Layer:
    """Mean 0 and variance 1 over axes of this batch, then a factor gamma and an offset beta for each other place.

    For images (0, 1, 2), the parameters being per channel; (0,) for rows of features.
    """
    axis = (axis,) if isinstance(axis, int) else tuple(axis)

    def init(key: Any, input_shape: Shape) -> tuple[Shape, tuple[Any, ...]]:
        shape = tuple([n for k, n in enumerate(input_shape) if k not in axis])
        k1, k2 = random.split(key)
        beta, gamma = (init(k, shape, dtype) for init, k in ((beta_init, k1), (gamma_init, k2)))
        return input_shape, (beta if center else (), gamma if scale else ())

    def apply(params: Any, inputs: Any, **kwargs: Any) -> Any:
        beta, gamma = params
        index = tuple([None if k in axis else slice(None) for k in range(inputs.ndim)])
        z = nn.standardize(inputs, axis, epsilon=epsilon)
        z = z * gamma[index] if scale else z
        return z + beta[index] if center else z

    return init, apply


def LayerNorm(
    axis: int = -1,
    epsilon: Any = 1e-5,
    center: bool = True,
    scale: bool = True,
    beta_init: Any = zeros,
    gamma_init: Any = ones,
    dtype: Any = float,
) -> Layer:
    """Mean 0 and variance 1 along an axis of each sample, then a factor and an offset for each of its places."""

    def init(key: Any, input_shape: Shape) -> tuple[Shape, tuple[Any, ...]]:
        shape = (input_shape[axis],) + (1,) * (len(input_shape) - 1 - axis % len(input_shape))
        k1, k2 = random.split(key)
        beta, gamma = (init(k, shape, dtype) for init, k in ((beta_init, k1), (gamma_init, k2)))
        return input_shape, (beta if center else (), gamma if scale else ())

    def apply(params: Any, inputs: Any, **kwargs: Any) -> Any:
        beta, gamma = params
        z = nn.standardize(inputs, axis, epsilon=epsilon)
        z = z * gamma if scale else z
        return z + beta if center else z

    return init, apply


# -- pooling -------------------------------------------------------------------------------------------------


class _Pooling(Protocol):
    """Makes a layer that reduces windows."""

    def __call__(
        self,
        window_shape: Sequence[int],
        strides: Sequence[int] | None = None,
        padding: Padding = "VALID",
        spec: str = "NHWC",
    ) -> Layer: ...


def _pooling(reduce: Callable[..., Any]) -> _Pooling:
    """The layers that reduce windows: reduce(inputs, window, strides, padding), all with an entry for each axis."""

    def make(
        window_shape: Sequence[int],
        strides: Sequence[int] | None = None,
        padding: Padding = "VALID",
        spec: str = "NHWC",
    ) -> Layer:
        window, steps = (
            _spread(sizes or (1,) * len(window_shape), spec) for sizes in (window_shape, strides)
        )

        def init(key: Any, input_shape: Shape) -> tuple[Shape, tuple[Any, ...]]:
            sizes = zip(input_shape, window, steps, range(len(spec)))
            return tuple(
                [n if c in "NC" else _strided(n, w, s, padding, k) for c, (n, w, s, k) in zip(spec, sizes)]
            ), ()

        def apply(params: Any, inputs: Any, **kwargs: Any) -> Any:
            return reduce(inputs, window, steps, padding)

        return init, apply

    return make


def _spread(sizes: Sequence[int], spec: str) -> tuple[int, ...]:
    """Sizes for all axes, 1 for batch and channels."""
    sizes_left = iter(sizes)
    return tuple([1 if c in "NC" else next(sizes_left) for c in spec])


def _largest(inputs: Any, window: Any, strides: Any, padding: Padding) -> Any:
    return lax.reduce_window(inputs, -np.inf, lax.max, window, strides, padding)


def _summed(inputs: Any, window: Any, strides: Any, padding: Padding) -> Any:
    return lax.reduce_window(inputs, 0.0, lax.add, window, strides, padding)


def _averaged(inputs: Any, window: Any, strides: Any, padding: Padding) -> Any:
    """Over the places of a window that are inside the image."""
    counts = _summed(np.ones(inputs.shape, inputs.dtype), window, strides, padding)
    return _summed(inputs, window, strides, padding) / counts


MaxPool = _pooling(_largest)
MaxPool.__doc__ = "The largest element of each window; strides are 1 unless given."
SumPool = _pooling(_summed)
SumPool.__doc__ = "The sum of each window."
AvgPool = _pooling(_averaged)
AvgPool.__doc__ = "The mean of each window, over its places inside the image."
