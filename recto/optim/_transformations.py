"""Gradient transformations, the protocol of Optax, from optimisers and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import tree
from ._clipping import clip_grads
from ._optimizers import Optimizer, begin


class Transformation(NamedTuple):
    """init(params) -> state; update(gradients, state, params) -> (updates, state), as in Optax."""

    init: Callable[[Any], Any]
    update: Callable[..., tuple[Any, Any]]


def apply_updates(params: Any, updates: Any) -> Any:
    """The parameters after a step: params + updates, in the dtypes of the parameters.

    >>> import numpy as np, recto
    >>> recto.optim.apply_updates({"w": np.ones(2)}, {"w": np.array([0.5, -1.0])})
    {'w': array([1.5, 0. ])}
    """
    return tree.map(lambda x, u: np.asarray(x + u).astype(np.asarray(x).dtype), params, updates)


def transformation(optimizer: Optimizer) -> Transformation:
    """An optimiser in Optax's protocol: it makes the same steps. `update` needs the parameters.

    >>> import numpy as np, recto
    >>> adam = recto.optim.transformation(recto.optim.adam(0.1))
    >>> params = {"w": np.array([1.0, -2.0])}
    >>> updates, state = adam.update({"w": np.array([0.3, -0.3])}, adam.init(params), params)
    >>> recto.optim.apply_updates(params, updates)["w"].round(6)
    array([ 0.9, -1.9])
    """

    def init(params: Any) -> tuple[Any, ...]:
        return np.asarray(0), optimizer.init(params)[1:]

    def update(gradients: Any, state: tuple[Any, ...], params: Any = None) -> tuple[Any, tuple[Any, ...]]:
        if params is None:
            raise ValueError(
                "the update of an optimiser needs the parameters: update(gradients, state, params)"
            )
        i, rest = state
        before = begin(params, 0)[0]
        after = optimizer.update(i, gradients, (before, *rest))
        # exact where a step is smaller than the parameter (Dekker 1971), so that adding it gives what the step gives
        return tree.map(lambda new, old: new - old, after[0], before), (i + 1, tuple(after[1:]))

    return Transformation(init, update)


def optimizer(transformation: Any) -> Optimizer:
    """Optax's transformation, or anything else with its `init` and `update`, as an optimiser of this module."""

    def init(params: Any) -> tuple[Any, ...]:
        return params, transformation.init(params)

    def update(i: Any, gradients: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        params, rest = state
        updates, rest = transformation.update(gradients, rest, params)
        return apply_updates(params, updates), rest

    return Optimizer(init, update, lambda state: state[0])


def chain(*transformations: Any) -> Transformation:
    """One transformation after the other: the updates of each are the gradients of the next."""

    def init(params: Any) -> tuple[Any, ...]:
        return tuple([t.init(params) for t in transformations])

    def update(gradients: Any, state: tuple[Any, ...], params: Any = None) -> tuple[Any, tuple[Any, ...]]:
        states = []
        for t, s in zip(transformations, state):
            gradients, s = t.update(gradients, s, params)
            states.append(s)
        return gradients, tuple(states)

    return Transformation(init, update)


def clip_by_global_norm(max_norm: Any) -> Transformation:
    """`clip_grads` as a transformation."""

    def init(params: Any) -> tuple[Any, ...]:
        return ()

    def update(gradients: Any, state: tuple[Any, ...], params: Any = None) -> tuple[Any, tuple[Any, ...]]:
        return clip_grads(gradients, max_norm), state

    return Transformation(init, update)
