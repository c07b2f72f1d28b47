"""Neural networks from layers, each a pair of functions, as in JAX's example library `stax`.

`init(key, input_shape) -> (output_shape, params)` makes parameters; `apply(params, inputs, rng=None, **kwargs)` is
the layer. Shapes begin with the batch, whose size may be -1. All is plain NumPy, which is compiled with the loss.

    >>> import numpy as np, recto
    >>> from recto import stax
    >>> init, apply = stax.serial(stax.Dense(16), stax.Relu, stax.Dense(3), stax.LogSoftmax)
    >>> shape, params = init(recto.random.key(0), (-1, 4))
    >>> shape
    (-1, 3)
    >>> recto.jit(apply)(params, np.ones((2, 4))).shape
    (2, 3)

Images are (batch, height, width, channels) unless dimension numbers say otherwise. Weights are float64 by default:
`Dense(16, dtype=np.float32)`.
"""

from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._combinators import FanInConcat, FanInSum, FanOut, Identity, parallel, serial, shape_dependent
from ._layers import (
    AvgPool,
    BatchNorm,
    Conv,
    Conv1DTranspose,
    ConvTranspose,
    Dense,
    Dropout,
    Elu,
    Exp,
    Flatten,
    Gelu,
    GeneralConv,
    GeneralConvTranspose,
    LayerNorm,
    LeakyRelu,
    LogSoftmax,
    MaxPool,
    Relu,
    Selu,
    Sigmoid,
    Silu,
    Softmax,
    Softplus,
    SumPool,
    Tanh,
    elementwise,
)

__all__ = [
    "AvgPool",
    "BatchNorm",
    "Conv",
    "Conv1DTranspose",
    "ConvTranspose",
    "Dense",
    "Dropout",
    "Elu",
    "Exp",
    "FanInConcat",
    "FanInSum",
    "FanOut",
    "Flatten",
    "Gelu",
    "GeneralConv",
    "GeneralConvTranspose",
    "Identity",
    "LayerNorm",
    "LeakyRelu",
    "LogSoftmax",
    "MaxPool",
    "Relu",
    "Selu",
    "Sigmoid",
    "Silu",
    "Softmax",
    "Softplus",
    "SumPool",
    "Tanh",
    "elementwise",
    "parallel",
    "serial",
    "shape_dependent",
]

_refuse_other_names(globals())
