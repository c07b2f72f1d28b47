"""Combinators: layers made of other layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import random

Shape = tuple[int, ...]
Layer = tuple[Callable[..., Any], Callable[..., Any]]


def serial(*layers: Layer) -> Layer:
    """One after the other; the parameters are a list."""
    inits, applies = zip(*layers) if layers else ((), ())

    def init(key: Any, input_shape: Any) -> tuple[Any, list[Any]]:
        params = []
        for init_layer in inits:
            key, own = random.split(key)
            input_shape, param = init_layer(own, input_shape)
            params.append(param)
        return input_shape, params

    def apply(params: Any, inputs: Any, rng: Any = None, **kwargs: Any) -> Any:
        keys = split(rng, len(applies))
        for apply_layer, param, key in zip(applies, params, keys):
            inputs = apply_layer(param, inputs, rng=key, **kwargs)
        return inputs

    return init, apply


def parallel(*layers: Layer) -> Layer:
    """Each on its own of several inputs; the parameters and the outputs are lists."""
    inits, applies = zip(*layers)

    def init(key: Any, input_shapes: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        made = [
            init_layer(own, shape)
            for init_layer, own, shape in zip(inits, random.split(key, len(inits)), input_shapes)
        ]
        return [shape for shape, _ in made], [param for _, param in made]

    def apply(params: Any, inputs: Any, rng: Any = None, **kwargs: Any) -> list[Any]:
        keys = split(rng, len(applies))
        return [
            apply_layer(param, x, rng=key, **kwargs)
            for apply_layer, param, x, key in zip(applies, params, inputs, keys)
        ]

    return init, apply


def split(rng: Any, count: int) -> Any:
    """A key for each layer, if there is one at all."""
    return [None] * count if rng is None else random.split(rng, count)


def FanOut(count: int) -> Layer:
    """The input, several times."""

    def init(key: Any, input_shape: Any) -> tuple[list[Any], tuple[Any, ...]]:
        return [input_shape] * count, ()

    def apply(params: Any, inputs: Any, **kwargs: Any) -> list[Any]:
        return [inputs] * count

    return init, apply


def _identity_init(key: Any, input_shape: Any) -> tuple[Any, tuple[Any, ...]]:
    return input_shape, ()


def _identity(params: Any, inputs: Any, **kwargs: Any) -> Any:
    return inputs


Identity: Layer = (_identity_init, _identity)


def _sum_init(key: Any, input_shapes: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
    return input_shapes[0], ()


def _sum(params: Any, inputs: Sequence[Any], **kwargs: Any) -> Any:
    return sum(inputs)


FanInSum: Layer = (_sum_init, _sum)


def FanInConcat(axis: int = -1) -> Layer:
    """Several inputs, joined along an axis."""

    def init(key: Any, input_shapes: Sequence[Shape]) -> tuple[Shape, tuple[Any, ...]]:
        shape = list(input_shapes[0])
        shape[axis] = sum([other[axis] for other in input_shapes])
        return tuple(shape), ()

    def apply(params: Any, inputs: Sequence[Any], **kwargs: Any) -> Any:
        return np.concatenate(inputs, axis)

    return init, apply


def shape_dependent(make_layer: Callable[[Any], Layer]) -> Layer:
    """The layer that a function makes for the shape of the input."""

    def init(key: Any, input_shape: Any) -> tuple[Any, ...]:
        made: tuple[Any, ...] = make_layer(input_shape)[0](key, input_shape)
        return made

    def apply(params: Any, inputs: Any, rng: Any = None, **kwargs: Any) -> Any:
        return make_layer(np.shape(inputs))[1](params, inputs, rng=rng, **kwargs)

    return init, apply
