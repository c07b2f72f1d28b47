"""Compositions of other functions: shapes, selections, Fourier transforms, matrix factorisations."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._arrays import top_k
from ._compiled import compiled_function
from ._windows import conv_general_dilated

broadcast_shapes = np.broadcast_shapes


class FftType(enum.IntEnum):
    """The kind of a transform of `fft`: complex, inverse, and those of real numbers."""

    FFT = 0
    IFFT = 1
    RFFT = 2
    IRFFT = 3


@compiled_function("shape", "dtype")
def empty(shape: Sequence[int], dtype: Any = None) -> Any:
    """Zeros."""
    return np.zeros(shape, dtype)


@compiled_function("axis")
def unstack(operand: Any, axis: int = 0) -> tuple:
    """The parts along an axis, which they do without."""
    moved = np.moveaxis(operand, axis, 0)
    return tuple([moved[k] for k in range(moved.shape[0])])


@compiled_function("rank")
def broadcast_to_rank(x: Any, rank: int) -> Any:
    """With new first axes of size 1, up to so many axes."""
    if rank < x.ndim:
        raise ValueError(f"broadcast_to_rank: an array of {x.ndim} axes has more than {rank}")
    return np.reshape(x, (1,) * (rank - x.ndim) + x.shape)


@compiled_function("axes")
def index_take(src: Any, idxs: Any, axes: Sequence[int]) -> Any:
    """src at places along several axes; the axis of the places comes first. Places are taken modulo the sizes."""
    moved = np.moveaxis(src, axes, range(len(axes)))
    return moved[tuple([i % n for i, n in zip(idxs, moved.shape)])]


def optimization_barrier(operand: Any) -> Any:
    """The operand. (XLA may still move operations across this place.)"""
    return operand


@compiled_function(
    "k", "reduction_dimension", "recall_target", "reduction_input_size_override", "aggregate_to_topk"
)
def approx_max_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
) -> tuple:
    """The k largest values along an axis, and their places: all of them, whatever the target."""
    return top_k(operand, k, axis=reduction_dimension)


@compiled_function(
    "k", "reduction_dimension", "recall_target", "reduction_input_size_override", "aggregate_to_topk"
)
def approx_min_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
) -> tuple:
    """The k smallest values along an axis, and their places: all of them, whatever the target."""
    values, places = top_k(-operand, k, axis=reduction_dimension)
    return -values, places


@compiled_function("fft_type", "fft_lengths")
def fft(x: Any, fft_type: Any, fft_lengths: Sequence[int]) -> Any:
    """The Fourier transform over the last axes, as many as there are lengths; the type by its number or its name."""
    kind = FftType[fft_type.upper()] if isinstance(fft_type, str) else FftType(fft_type)
    axes = tuple(range(-len(fft_lengths), 0))
    if kind == FftType.FFT:
        return np.fft.fftn(x, axes=axes)
    if kind == FftType.IFFT:
        return np.fft.ifftn(x, axes=axes)
    if kind == FftType.RFFT:
        return np.fft.rfftn(x, axes=axes)
    return np.fft.irfftn(x, tuple(fft_lengths), axes=axes)


@compiled_function(
    "filter_shape",
    "window_strides",
    "padding",
    "lhs_dilation",
    "rhs_dilation",
    "dimension_numbers",
    "precision",
    "preferred_element_type",
)
def conv_general_dilated_patches(
    lhs: Any,
    filter_shape: Sequence[int],
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Any = None,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> Any:
    """The windows of images as channels: the elements of a window one after the other, channel after channel. Only the
    default layout (images, channels, space)."""
    if dimension_numbers is not None:
        raise NotImplementedError("conv_general_dilated_patches: only the layout NCHW is supported")
    channels, size = lhs.shape[1], int(np.prod(filter_shape))
    kernel = np.reshape(
        np.tile(np.eye(size, dtype=lhs.dtype), (channels, 1)), (channels * size, 1, *filter_shape)
    )
    return conv_general_dilated(
        lhs, kernel, window_strides, padding, lhs_dilation, rhs_dilation, feature_group_count=channels
    )


def ragged_dot(
    lhs: Any,
    rhs: Any,
    group_sizes: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    group_offset: Any = None,
) -> Any:
    """Rows of lhs in consecutive groups, each times its own matrix rhs[g]; rows behind the last group give zeros."""
    if group_offset is not None:
        raise NotImplementedError("ragged_dot: group_offset is not supported")
    ends = np.cumsum(group_sizes)
    rows = np.arange(lhs.shape[0])[:, None]
    total = np.zeros((lhs.shape[0], rhs.shape[2]), lhs.dtype)
    for g in range(rhs.shape[0]):
        inside = (rows >= ends[g] - group_sizes[g]) & (rows < ends[g])
        total = total + np.where(inside, lhs, 0) @ rhs[g]
    return total if preferred_element_type is None else total.astype(preferred_element_type)


def platform_dependent(*args: Any, default: Callable | None = None, **per_platform: Callable) -> Any:
    """The function for the CPU, or the default, applied to the arguments. Other platforms are not supported."""
    function = per_platform.get("cpu", default)
    if function is None:
        raise NotImplementedError("platform_dependent got no function for the CPU, and no default")
    return function(*args)


def broadcast_like(arr: Any, like_arr: Any) -> Any:
    """An array with the shape of another."""
    return np.broadcast_to(arr, np.shape(like_arr))
