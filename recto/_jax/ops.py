"""`jax.ops`, `jax.flatten_util`, and `expand_dims` of `jax.numpy`. (Sizes that are given: sizes.py.)"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ..ops import limit
from . import trees


def segments(write: Callable, identity: Callable) -> Callable:
    """A function of rows that go to segments: `write(out, ids, data)` collects them in an array of `identity`."""

    def segment(
        data: Any,
        segment_ids: Any,
        num_segments: int | None = None,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        bucket_size: int | None = None,
        mode: Any = None,
    ) -> Any:
        data, ids = np.asarray(data), np.asarray(segment_ids)
        if num_segments is None:
            num_segments = np.max(ids) + 1
        size = num_segments + 1  # one more for rows whose segment is none of them
        inside = (ids >= 0) & (ids < num_segments)
        out = np.full((size,) + data.shape[ids.ndim :], identity(data.dtype), data.dtype)
        write(out, np.where(inside, ids, num_segments), data)
        return out[:num_segments]

    return segment


def ravel_pytree(pytree: Any) -> tuple[Any, Callable[[Any], Any]]:
    """All elements of all leaves as one vector, and the function that makes such a tree of a vector."""
    found, shape = trees.flatten(pytree)
    arrays = [np.asarray(x) for x in found]

    def unravel(vector: Any) -> Any:
        parts, start = [], 0
        for x in arrays:
            parts.append(np.reshape(vector[start : start + x.size], x.shape).astype(x.dtype))
            start += x.size
        return trees.unflatten(shape, parts)

    vector = np.concatenate([np.reshape(x, -1) for x in arrays]) if len(arrays) > 0 else np.zeros(0)
    return vector, unravel


def expand_dims(a: Any, axis: Any) -> Any:
    """As NumPy's; any sequence says the axes."""
    return np.expand_dims(a, tuple(axis) if isinstance(axis, range) else axis)


functions = types.SimpleNamespace(
    segment_sum=segments(lambda out, ids, data: np.add.at(out, ids, data), lambda dtype: 0),
    segment_prod=segments(lambda out, ids, data: np.multiply.at(out, ids, data), lambda dtype: 1),
    segment_max=segments(
        lambda out, ids, data: np.maximum.at(out, ids, data), lambda dtype: limit(dtype, True)
    ),
    segment_min=segments(
        lambda out, ids, data: np.minimum.at(out, ids, data), lambda dtype: limit(dtype, False)
    ),
)
flatten_util = types.SimpleNamespace(ravel_pytree=ravel_pytree)
sized = types.SimpleNamespace(expand_dims=expand_dims)
