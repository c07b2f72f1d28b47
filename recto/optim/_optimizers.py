"""The optimisers. A state is a tuple of trees like the parameters, which come first.

Where JAX's example_libraries.optimizers has one of this name, it makes the same steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import tree
from ._clipping import l2_norm
from ._schedules import make_schedule


class Optimizer(NamedTuple):
    """init(params) -> state; update(i, gradients, state) -> state; get_params(state) -> params."""

    init: Callable[[Any], Any]
    update: Callable[[Any, Any, Any], Any]
    get_params: Callable[[Any], Any]


def first(state: Any) -> Any:
    """The parameters in a state."""
    return state[0]


def begin(params: Any, trees: int) -> tuple[Any, ...]:
    """The parameters as arrays, and trees of zeros."""
    params = tree.map(lambda x: x if hasattr(x, "dtype") else np.asarray(x), params)
    return (params,) + tuple([tree.map(np.zeros_like, params) for _ in range(trees)])


def changed(x: Any, new: Any) -> Any:
    """A new value in the dtype of the old one: step sizes may be of another."""
    return np.asarray(new).astype(x.dtype)


def elementwise(rule: Callable[..., Any], step_size: Any, trees: int) -> Optimizer:
    """The optimiser of a rule (i, step size, gradient, x, …) -> new (x, …) for one leaf and those kept beside it."""
    schedule = make_schedule(step_size)

    def init(params: Any) -> tuple[Any, ...]:
        return begin(params, trees)

    def update(i: Any, gradients: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        size = schedule(i)
        columns = [tree.leaves(part) for part in state]
        rows = [rule(i, changed(xs[0], size), g, *xs) for g, *xs in zip(tree.leaves(gradients), *columns)]
        shape = tree.structure(state[0])
        return tuple(
            [
                tree.unflatten(shape, [changed(x, row[k]) for x, row in zip(columns[k], rows)])
                for k in range(len(state))
            ]
        )

    return Optimizer(init, update, first)


# -- with one step size for all ------------------------------------------------------------------------------


def sgd(step_size: Any) -> Optimizer:
    """x -= step_size * g."""

    def rule(i: Any, size: Any, g: Any, x: Any) -> tuple[Any, ...]:
        return (x - size * g,)

    return elementwise(rule, step_size, 0)


def momentum(step_size: Any, mass: Any) -> Optimizer:
    """v = mass * v + g; x -= step_size * v (Polyak 1964)."""

    def rule(i: Any, size: Any, g: Any, x: Any, v: Any) -> tuple[Any, ...]:
        v = mass * v + g
        return x - size * v, v

    return elementwise(rule, step_size, 1)


def nesterov(step_size: Any, mass: Any) -> Optimizer:
    """Momentum with the gradient taken ahead (Nesterov 1983)."""

    def rule(i: Any, size: Any, g: Any, x: Any, v: Any) -> tuple[Any, ...]:
        v = mass * v + g
        return x - size * (mass * v + g), v

    return elementwise(rule, step_size, 1)


# -- with a step size for each element -----------------------------------------------------------------------


def adagrad(step_size: Any, momentum: Any = 0.9) -> Optimizer:
    """Steps divided by the root of the sum of all squared gradients so far (Duchi et al. 2011)."""

    def rule(i: Any, size: Any, g: Any, x: Any, squares: Any, m: Any) -> tuple[Any, ...]:
        squares = squares + np.square(g)
        scale = np.where(squares > 0, 1.0 / np.sqrt(np.where(squares > 0, squares, 1)), 0)
        m = (1.0 - momentum) * (g * scale) + momentum * m
        return x - size * m, squares, m

    return elementwise(rule, step_size, 2)


def rmsprop(step_size: Any, gamma: Any = 0.9, eps: Any = 1e-8) -> Optimizer:
    """Steps divided by the root of a running mean of squared gradients (Tieleman, Hinton 2012)."""

    def rule(i: Any, size: Any, g: Any, x: Any, squares: Any) -> tuple[Any, ...]:
        squares = squares * gamma + np.square(g) * (1.0 - gamma)
        return x - size * g / np.sqrt(squares + eps), squares

    return elementwise(rule, step_size, 1)


def rmsprop_momentum(step_size: Any, gamma: Any = 0.9, eps: Any = 1e-8, momentum: Any = 0.9) -> Optimizer:
    """rmsprop, whose steps go through momentum."""

    def rule(i: Any, size: Any, g: Any, x: Any, squares: Any, m: Any) -> tuple[Any, ...]:
        squares = squares * gamma + np.square(g) * (1.0 - gamma)
        m = momentum * m + size * g / np.sqrt(squares + eps)
        return x - m, squares, m

    return elementwise(rule, step_size, 2)


def adam(step_size: Any, b1: Any = 0.9, b2: Any = 0.999, eps: Any = 1e-8) -> Optimizer:
    """Running means of gradients and their squares, corrected for their beginning (Kingma, Ba 2014)."""

    def rule(i: Any, size: Any, g: Any, x: Any, m: Any, v: Any) -> tuple[Any, ...]:
        m, v, direction = adam_direction(i, g, m, v, b1, b2, eps)
        return x - size * direction, m, v

    return elementwise(rule, step_size, 2)


def adamw(
    step_size: Any, b1: Any = 0.9, b2: Any = 0.999, eps: Any = 1e-8, weight_decay: Any = 1e-2
) -> Optimizer:
    """adam, and x shrinks by step_size * weight_decay at each step (Loshchilov, Hutter 2017)."""

    def rule(i: Any, size: Any, g: Any, x: Any, m: Any, v: Any) -> tuple[Any, ...]:
        m, v, direction = adam_direction(i, g, m, v, b1, b2, eps)
        return x - size * (direction + weight_decay * x), m, v

    return elementwise(rule, step_size, 2)


def adam_direction(i: Any, g: Any, m: Any, v: Any, b1: Any, b2: Any, eps: Any) -> tuple[Any, ...]:
    """The means after gradient number i, and the step that they suggest."""
    m = (1 - b1) * g + b1 * m
    v = (1 - b2) * np.square(g) + b2 * v
    m_hat, v_hat = m / changed(m, 1 - b1 ** (i + 1.0)), v / changed(v, 1 - b2 ** (i + 1.0))
    return m, v, m_hat / (np.sqrt(v_hat) + eps)


def adamax(step_size: Any, b1: Any = 0.9, b2: Any = 0.999, eps: Any = 1e-8) -> Optimizer:
    """adam with a running maximum in place of the mean of squares."""

    def rule(i: Any, size: Any, g: Any, x: Any, m: Any, v: Any) -> tuple[Any, ...]:
        m = (1 - b1) * g + b1 * m
        v = np.maximum(b2 * v, np.abs(g))
        return x - size / changed(m, 1 - b1 ** (i + 1.0)) * m / (v + eps), m, v

    return elementwise(rule, step_size, 2)


def lamb(
    step_size: Any, b1: Any = 0.9, b2: Any = 0.999, eps: Any = 1e-6, weight_decay: Any = 0.0
) -> Optimizer:
    """adamw whose step for each leaf is as long as a multiple of that leaf (You et al. 2019)."""

    def rule(i: Any, size: Any, g: Any, x: Any, m: Any, v: Any) -> tuple[Any, ...]:
        m, v, direction = adam_direction(i, g, m, v, b1, b2, eps)
        direction = direction + weight_decay * x
        length, step = l2_norm(x), l2_norm(direction)
        none = (length == 0) | (step == 0)
        ratio = np.where(none, 1.0, length / np.where(none, 1.0, step))
        return x - size * ratio * direction, m, v

    return elementwise(rule, step_size, 2)


def sm3(step_size: Any, momentum: Any = 0.9) -> Optimizer:
    """adagrad with the memory of a row and a column: one sum for each index of each axis (Anil et al. 2019)."""
    schedule = make_schedule(step_size)

    def init(params: Any) -> tuple[Any, ...]:
        params, m = begin(params, 1)
        sums = tree.map(lambda x: tuple([np.zeros(n, x.dtype) for n in x.shape]), params)
        return params, m, sums

    def update(i: Any, gradients: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        structure = tree.structure(state[0])
        leaves, columns = (
            [tree.leaves(part) for part in (state[0], state[1], gradients)],
            tree.leaves(state[2]),
        )
        new = []
        for x, m, g in zip(*leaves):
            new.append(_sm3_leaf(changed(x, schedule(i)), momentum, x, m, g, columns[: x.ndim]))
            columns = columns[x.ndim :]
        return tuple([tree.unflatten(structure, [leaf[k] for leaf in new]) for k in range(3)])

    return Optimizer(init, update, first)


def _sm3_leaf(size: Any, momentum: Any, x: Any, m: Any, g: Any, sums: Any) -> tuple[Any, ...]:
    """One leaf after a step: parameters, momentum, sums along each axis."""
    bound = np.zeros((), x.dtype)
    for k in range(x.ndim):
        spread = np.reshape(sums[k], (1,) * k + (-1,) + (1,) * (x.ndim - k - 1))
        bound = np.minimum(bound, spread) if k else spread
    total = bound + np.square(g)
    scale = np.where(total > 0, 1.0 / np.sqrt(np.where(total > 0, total, 1)), 0)
    m = changed(x, (1.0 - momentum) * (g * scale) + momentum * m)
    new = tuple([np.max(total, axis=tuple([a for a in range(x.ndim) if a != k])) for k in range(x.ndim)])
    return changed(x, x - size * m), m, new
