"""Optimisers as triples of functions on trees of parameters, schedules of step sizes, and clipping.

An optimiser has `init(params)`, which makes a state, `update(i, gradients, state)`, the state after step i, and
`get_params(state)`. A state is a tree. All is plain NumPy: it is compiled with the training step, and runs without.

    >>> import numpy as np, recto
    >>> init, update, get_params = recto.optim.momentum(step_size=0.1, mass=0.9)
    >>> loss = lambda params: np.sum((params["w"] - 3.0) ** 2)
    >>> @recto.jit
    ... def step(i, state):
    ...     return update(i, recto.grad(loss)(get_params(state)), state)
    >>> state = init({"w": np.zeros(2)})
    >>> for i in range(200):
    ...     state = step(i, state)
    >>> np.round(get_params(state)["w"], 3)
    Array([3., 3.], dtype=float64)

A step size is a number or a schedule: a function of i.

`transformation(adam(1e-3))` is the same optimiser in Optax's protocol: init(params), and update(gradients, state,
params), which gives the updates that `apply_updates` adds, and the next state. `optimizer` is the way back: it takes
Optax's own transformations.
"""

from .._boundary.tracebacks import refuse_other_names as _refuse_other_names
from ._clipping import clip_by_value, clip_grads, l2_norm
from ._optimizers import (
    Optimizer,
    adagrad,
    adam,
    adamax,
    adamw,
    lamb,
    momentum,
    nesterov,
    rmsprop,
    rmsprop_momentum,
    sgd,
    sm3,
)
from ._schedules import (
    constant,
    cosine_decay,
    exponential_decay,
    inverse_time_decay,
    make_schedule,
    piecewise_constant,
    polynomial_decay,
    warmup_cosine,
)
from ._transformations import (
    Transformation,
    apply_updates,
    chain,
    clip_by_global_norm,
    optimizer,
    transformation,
)

__all__ = [
    "Optimizer",
    "Transformation",
    "adagrad",
    "adam",
    "adamax",
    "adamw",
    "apply_updates",
    "chain",
    "clip_by_global_norm",
    "clip_by_value",
    "clip_grads",
    "constant",
    "cosine_decay",
    "exponential_decay",
    "inverse_time_decay",
    "l2_norm",
    "lamb",
    "make_schedule",
    "momentum",
    "nesterov",
    "optimizer",
    "piecewise_constant",
    "polynomial_decay",
    "rmsprop",
    "rmsprop_momentum",
    "sgd",
    "sm3",
    "transformation",
    "warmup_cosine",
]

_refuse_other_names(globals())
