"""Products of matrices whose rows, or summed elements, are divided into groups of different sizes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._arrays import dot_general
from ._compiled import compiled_function
from ._shape_rules import DotDimensionNumbers, Sizes


class RaggedDotDimensionNumbers(NamedTuple):
    """The axes of a ragged product: those of `dot_general`, the one of lhs that is divided into groups, and the one of
    rhs that has an element for each group (none, if the divided axis is summed or belongs to the batch)."""

    dot_dimension_numbers: DotDimensionNumbers
    lhs_ragged_dimensions: Sizes
    rhs_group_dimensions: Sizes


ROWS = RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), (0,), (0,))


def ragged_dot(
    lhs: Any,
    rhs: Any,
    group_sizes: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    group_offset: Any = None,
) -> Any:
    """Rows of lhs in consecutive groups, each times its own matrix rhs[g]; rows behind the last group give zeros."""
    return ragged_dot_general(lhs, rhs, group_sizes, ROWS, precision, preferred_element_type, group_offset)


def ragged_dot_general(
    lhs: Any,
    rhs: Any,
    group_sizes: Any,
    ragged_dot_dimension_numbers: RaggedDotDimensionNumbers,
    precision: Any = None,
    preferred_element_type: Any = None,
    group_offset: Any = None,
) -> Any:
    """`dot_general` of groups: an axis of lhs is divided into consecutive groups of these sizes.

    If the axis is a free one, each group has its own rhs, along the group axis of rhs, and what is behind the last
    group gives zeros. If it is summed, each group has its own result, along a new first axis. If it belongs to the
    batch, groups change nothing.

    Args:
        group_sizes: [g], or [batch …, g] with sizes of their own for each element of the batch.

    >>> import numpy as np
    >>> from recto import lax
    >>> summed = lax.RaggedDotDimensionNumbers((((1,), (0,)), ((), ())), (1,), ())
    >>> lax.ragged_dot_general(np.ones((2, 5)), np.ones((5, 1)), np.array([2, 3]), summed)[:, :, 0]
    Array([[2., 2.],
           [3., 3.]], dtype=float64)
    """
    if group_offset is not None:
        raise NotImplementedError("ragged_dot: group_offset is not supported")
    return _product(lhs, rhs, group_sizes, tuple(ragged_dot_dimension_numbers), preferred_element_type)


@compiled_function("numbers", "preferred_element_type")
def _product(lhs: Any, rhs: Any, group_sizes: Any, numbers: tuple, preferred_element_type: Any) -> Any:
    dots, (axis,), group_axes = numbers
    (contracted, rhs_contracted), (batch, rhs_batch) = dots
    dtype = lhs.dtype if preferred_element_type is None else preferred_element_type
    if axis in batch:
        return dot_general(lhs, rhs, dots).astype(dtype)
    parts = [_group(lhs, group_sizes, g, axis, batch) for g in range(group_sizes.shape[-1])]
    if axis in contracted:
        return np.stack([dot_general(part, rhs, dots) for part in parts]).astype(dtype)
    (group_axis,) = group_axes
    lower = lambda axes: tuple([k - (k > group_axis) for k in axes])
    inner = ((contracted, lower(rhs_contracted)), (batch, lower(rhs_batch)))
    return sum(
        [dot_general(part, np.take(rhs, g, group_axis), inner) for g, part in enumerate(parts)]
    ).astype(dtype)


def _group(lhs: Any, sizes: Any, g: int, axis: int, batch: Sizes) -> Any:
    """lhs, with zeros outside of the g-th group."""
    ends = np.cumsum(sizes, axis=-1)
    place = np.reshape(np.arange(lhs.shape[axis]), [n if k == axis else 1 for k, n in enumerate(lhs.shape)])
    shape = [1] * lhs.ndim
    if sizes.ndim > 1:
        for k, n in zip(batch, sizes.shape):
            shape[k] = n
    end, size = np.reshape(ends[..., g], shape), np.reshape(sizes[..., g], shape)
    return np.where((place >= end - size) & (place < end), lhs, 0)
