"""`jax.ops`, `jax.flatten_util`, and what `jax.numpy` does with sizes that are known while compiling."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

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


def least(dtype: Any) -> Any:
    return -np.inf if dtype.kind == "f" else False if dtype.kind == "b" else np.iinfo(dtype).min


def greatest(dtype: Any) -> Any:
    return np.inf if dtype.kind == "f" else True if dtype.kind == "b" else np.iinfo(dtype).max


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


def repeat(
    a: Any,
    repeats: Any,
    axis: int | None = None,
    *,
    total_repeat_length: int | None = None,
    out_sharding: Any = None,
) -> Any:
    """As NumPy's. With `total_repeat_length`, the last element fills what is missing, and what is too much is left."""
    if total_repeat_length is None:
        return np.repeat(a, repeats, axis)
    a = np.asarray(a)
    a, axis = (np.ravel(a), 0) if axis is None else (a, axis)
    counts = np.broadcast_to(np.asarray(repeats), (a.shape[axis],))
    ends = np.cumsum(counts)
    places = np.searchsorted(ends, np.arange(total_repeat_length), side="right")
    return np.take(a, np.minimum(places, a.shape[axis] - 1), axis)


def expand_dims(a: Any, axis: Any) -> Any:
    """As NumPy's; any sequence says the axes."""
    return np.expand_dims(a, tuple(axis) if isinstance(axis, range) else axis)


functions = types.SimpleNamespace(
    segment_sum=segments(lambda out, ids, data: np.add.at(out, ids, data), lambda dtype: 0),
    segment_prod=segments(lambda out, ids, data: np.multiply.at(out, ids, data), lambda dtype: 1),
    segment_max=segments(lambda out, ids, data: np.maximum.at(out, ids, data), least),
    segment_min=segments(lambda out, ids, data: np.minimum.at(out, ids, data), greatest),
)
flatten_util = types.SimpleNamespace(ravel_pytree=ravel_pytree)
sized = types.SimpleNamespace(expand_dims=expand_dims, repeat=repeat)
