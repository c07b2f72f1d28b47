"""Neural networks: activations, normalisation, attention, initial weights, and layers as dataclasses.

They are plain NumPy, which Recto reads like a user's code; on NumPy arrays they also run without it:

    >>> import numpy as np, recto
    >>> recto.nn.relu(np.array([-1.0, 2.0]))
    array([0., 2.])
    >>> recto.grad(recto.nn.silu)(0.0)
    Array(0.5, dtype=float64)
"""

from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from . import initializers
from ._activations import (
    celu,
    elu,
    gelu,
    glu,
    hard_sigmoid,
    hard_silu,
    hard_swish,
    hard_tanh,
    identity,
    leaky_relu,
    log1mexp,
    log_sigmoid,
    mish,
    relu,
    relu6,
    selu,
    sigmoid,
    silu,
    soft_sign,
    softplus,
    sparse_plus,
    sparse_sigmoid,
    squareplus,
    swish,
    tanh,
)
from ._attention import dot_product_attention, scaled_matmul
from ._modules import MLP, Embedding, LayerNorm, Linear, static
from ._normalisation import log_softmax, logmeanexp, logsumexp, normalize, one_hot, softmax, standardize

__all__ = [
    "Embedding",
    "LayerNorm",
    "Linear",
    "MLP",
    "celu",
    "dot_product_attention",
    "elu",
    "gelu",
    "glu",
    "hard_sigmoid",
    "hard_silu",
    "hard_swish",
    "hard_tanh",
    "identity",
    "initializers",
    "leaky_relu",
    "log1mexp",
    "log_sigmoid",
    "log_softmax",
    "logmeanexp",
    "logsumexp",
    "mish",
    "normalize",
    "one_hot",
    "relu",
    "relu6",
    "scaled_matmul",
    "selu",
    "sigmoid",
    "silu",
    "soft_sign",
    "softmax",
    "softplus",
    "sparse_plus",
    "sparse_sigmoid",
    "squareplus",
    "standardize",
    "static",
    "swish",
    "tanh",
]

_refuse_other_names(globals())
