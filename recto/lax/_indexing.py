"""gather and scatter, with the dimension numbers of XLA's operations."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ._compiled import compiled_function

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

Axes = Sequence[int]


class GatherScatterMode(enum.IntEnum):
    """The treatment of indices out of range: a fill value is read and writes are dropped, or windows are
    moved inside."""

    FILL_OR_DROP = 0
    CLIP = 1
    PROMISE_IN_BOUNDS = 2


class GatherDimensionNumbers(NamedTuple):
    """The relation of axes in `gather`.

    offset_dims                     the axes of the result that the windows have
    collapsed_slice_dims            the axes of the operand, of window size 1, that disappear
    start_index_map                 for each number in a vector of indices, the axis of the operand that it is for
    operand_batching_dims, start_indices_batching_dims      axes that correspond
    """

    offset_dims: Axes
    collapsed_slice_dims: Axes
    start_index_map: Axes
    operand_batching_dims: Axes = ()
    start_indices_batching_dims: Axes = ()


class ScatterDimensionNumbers(NamedTuple):
    """The relation of axes in the scatters: as in `GatherDimensionNumbers`, with the updates in the place of
    the result."""

    update_window_dims: Axes
    inserted_window_dims: Axes
    scatter_dims_to_operand_dims: Axes
    operand_batching_dims: Axes = ()
    scatter_indices_batching_dims: Axes = ()


STATIC = "dimension_numbers", "indices_are_sorted", "unique_indices", "mode"


@compiled_function(*STATIC, "slice_sizes", "fill_value")
def gather(
    operand: ArrayLike,
    start_indices: ArrayLike,
    dimension_numbers: GatherDimensionNumbers,
    slice_sizes: Axes,
    *,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    mode: Any = None,
    fill_value: Any = None,
) -> Array:
    """Windows of an array, at places that vectors along the last axis of start_indices give.

    >>> import numpy as np
    >>> from recto import lax
    >>> rows = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
    >>> lax.gather(np.arange(6.0).reshape(3, 2), np.array([[2], [0]]), rows, slice_sizes=(1, 2))
    Array([[4., 5.],
           [0., 1.]], dtype=float64)
    """


@compiled_function(*STATIC)
def scatter(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with windows replaced; of several at one place the last counts."""


@compiled_function(*STATIC)
def scatter_add(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with windows added to."""


@compiled_function(*STATIC)
def scatter_sub(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with windows subtracted from."""


@compiled_function(*STATIC)
def scatter_mul(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with windows multiplied."""


@compiled_function(*STATIC)
def scatter_min(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with minima with windows."""


@compiled_function(*STATIC)
def scatter_max(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    updates: ArrayLike,
    dimension_numbers: ScatterDimensionNumbers,
    *,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with maxima with windows."""
