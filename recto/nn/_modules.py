"""Layers as dataclasses: objects that hold their weights, and that are called on inputs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import random
from ._normalisation import standardize
from .initializers import Initializer, glorot_normal, normal


def static(default: Any = dataclasses.MISSING) -> Any:
    """A field that is part of the structure of a model: no leaf of it.

    >>> import dataclasses, numpy as np, recto
    >>> @dataclasses.dataclass
    ... class Window:
    ...     weights: np.ndarray
    ...     size: int = recto.nn.static(3)
    >>> recto.tree.leaves(Window(np.ones(2)))
    [array([1., 1.])]
    """
    return dataclasses.field(default=default, metadata={"static": True})


@dataclasses.dataclass
class Linear:
    """x @ weight + bias, along the last axis; a bias of None is left out."""

    weight: Any
    bias: Any = None

    @staticmethod
    def init(
        key: Any,
        inputs: int,
        outputs: int,
        weight: Initializer | None = None,
        bias: bool = True,
        dtype: Any = float,
    ) -> Linear:
        """A layer with weights from an initializer (glorot_normal unless given), and a small normal bias."""
        first, second = random.split(key)
        return Linear(
            (weight or glorot_normal())(first, (inputs, outputs), dtype),
            normal()(second, (outputs,), dtype) if bias else None,
        )

    def __call__(self, x: Any) -> Any:
        y = x @ self.weight
        return y if self.bias is None else y + self.bias


@dataclasses.dataclass
class MLP:
    """Linear layers with an activation between them."""

    layers: list[Linear]
    activation: Callable[..., Any] = np.tanh

    @staticmethod
    def init(
        key: Any, sizes: Sequence[int], activation: Callable[..., Any] = np.tanh, dtype: Any = float
    ) -> MLP:
        """From sizes[0] inputs to sizes[-1] outputs."""
        keys = random.split(key, len(sizes) - 1)
        return MLP([Linear.init(k, m, n, dtype=dtype) for k, m, n in zip(keys, sizes, sizes[1:])], activation)

    def __call__(self, x: Any) -> Any:
        for layer in self.layers[:-1]:
            x = self.activation(layer(x))
        return self.layers[-1](x)


@dataclasses.dataclass
class LayerNorm:
    """The last axis with mean 0 and variance 1, times scale, plus offset (Ba et al. 2016)."""

    scale: Any
    offset: Any
    epsilon: float = static(1e-5)

    @staticmethod
    def init(size: int, dtype: Any = float) -> LayerNorm:
        return LayerNorm(np.ones(size, dtype), np.zeros(size, dtype))

    def __call__(self, x: Any) -> Any:
        return standardize(x, epsilon=self.epsilon) * self.scale + self.offset


@dataclasses.dataclass
class Embedding:
    """The rows of a table for an array of indices."""

    table: Any

    @staticmethod
    def init(key: Any, count: int, size: int, dtype: Any = float) -> Embedding:
        return Embedding(normal(1.0)(key, (count, size), dtype))

    def __call__(self, indices: Any) -> Any:
        return self.table[indices]
