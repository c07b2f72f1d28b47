"""Sums, products and extremes of segments: of the rows of an array that have the same number.

>>> import numpy as np
>>> from recto import ops
>>> ops.segment_sum(np.array([1.0, 2.0, 4.0]), np.array([0, 2, 0]), num_segments=3)
Array([5., 0., 2.], dtype=float64)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from .lax._compiled import compiled_function as _compiled

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

__all__ = ["segment_max", "segment_min", "segment_prod", "segment_sum"]
_STATIC = "num_segments", "indices_are_sorted", "unique_indices", "bucket_size", "mode"


@_compiled(*_STATIC)
def segment_sum(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
) -> Array:
    """The sums of the rows with the numbers 0, 1 …

    Args:
        num_segments: how many sums. Rows with other numbers are left out. It must be given, as the size of a result
            can't depend on data.
        indices_are_sorted, unique_indices, bucket_size, mode: accepted; they change no result.
    """
    start, places, rows = _placed(data, segment_ids, num_segments, np.zeros((), data.dtype))
    np.add.at(start, places, rows)
    return start


@_compiled(*_STATIC)
def segment_prod(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
) -> Array:
    """The products; 1 for a number that no row has."""
    start, places, rows = _placed(data, segment_ids, num_segments, np.ones((), data.dtype))
    np.multiply.at(start, places, rows)
    return start


@_compiled(*_STATIC)
def segment_max(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
) -> Array:
    """The maxima; the least value of the dtype for a number that no row has."""
    start, places, rows = _placed(data, segment_ids, num_segments, limit(data.dtype, True))
    np.maximum.at(start, places, rows)
    return start


@_compiled(*_STATIC)
def segment_min(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: int | None = None,
    mode: Any = None,
) -> Array:
    """The minima; the greatest value of the dtype for a number that no row has."""
    start, places, rows = _placed(data, segment_ids, num_segments, limit(data.dtype, False))
    np.minimum.at(start, places, rows)
    return start


def limit(dtype: Any, least: bool) -> Any:
    """The least or the greatest value of a dtype, which no other is below or above."""
    if dtype.kind == "b":
        return np.asarray(not least)
    if dtype.kind in "iu":
        return np.asarray(np.iinfo(dtype).min if least else np.iinfo(dtype).max, dtype)
    return np.asarray(-np.inf if least else np.inf, dtype)


def _placed(data: Any, numbers: Any, count: int | None, neutral: Any) -> tuple[Any, Any, Any]:
    """The array accumulated into, the places, and the values: rows that are left out are neutral, at the
    first place."""
    if count is None:
        raise ValueError("the number of segments must be known while compiling: pass num_segments=")
    inside = (numbers >= 0) & (numbers < count)
    mask = np.reshape(inside, inside.shape + (1,) * (data.ndim - inside.ndim))
    start = np.full((count, *data.shape[numbers.ndim :]), neutral, data.dtype)
    return start, np.where(inside, numbers, 0), np.where(mask, data, neutral)


_refuse_other_names(globals())
