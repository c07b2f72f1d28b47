"""Compositions of other functions: shapes, selections, Fourier transforms, matrix factorisations."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._boundary.argument_checks import F
from ._arrays import top_k
from ._compiled import compiled_function
from ._indexing import scatter_add
from ._windows import conv_dimension_numbers, conv_general_dilated

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

broadcast_shapes = np.broadcast_shapes


class FftType(enum.IntEnum):
    """The kind of a transform of `fft`: complex, inverse, and those of real numbers."""

    FFT = 0
    IFFT = 1
    RFFT = 2
    IRFFT = 3


@compiled_function("shape", "dtype")
def empty(shape: Sequence[int], dtype: Any = None) -> Array:
    """Zeros."""
    return np.zeros(shape, dtype)


@compiled_function("axis")
def unstack(operand: ArrayLike, axis: int = 0) -> tuple:
    """The parts along an axis, which they do without."""
    moved = np.moveaxis(operand, axis, 0)
    return tuple([moved[k] for k in range(moved.shape[0])])


@compiled_function("rank")
def broadcast_to_rank(x: ArrayLike, rank: int) -> Array:
    """With new first axes of size 1, up to so many axes."""
    if rank < x.ndim:
        raise ValueError(f"broadcast_to_rank: an array of {x.ndim} axes has more than {rank}")
    return np.reshape(x, (1,) * (rank - x.ndim) + x.shape)


@compiled_function("axes")
def index_take(src: ArrayLike, idxs: ArrayLike, axes: Sequence[int]) -> Array:
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
    operand: ArrayLike,
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
    operand: ArrayLike,
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
def fft(x: ArrayLike, fft_type: Any, fft_lengths: Sequence[int]) -> Array:
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
    lhs: ArrayLike,
    filter_shape: Sequence[int],
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Any = None,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> Array:
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


def platform_dependent(
    *args: Any, default: Callable[..., Any] | None = None, **per_platform: Callable[..., Any]
) -> Any:
    """The function for the CPU, or the default, applied to the arguments. Other platforms are not supported."""
    function = per_platform.get("cpu", default)
    if function is None:
        raise NotImplementedError("platform_dependent got no function for the CPU, and no default")
    return function(*args)


def broadcast_like(arr: Any, like_arr: Any) -> Any:
    """An array with the shape of another."""
    return np.broadcast_to(arr, np.shape(like_arr))


@compiled_function(
    "window_strides",
    "padding",
    "filter_shape",
    "lhs_dilation",
    "rhs_dilation",
    "dimension_numbers",
    "precision",
)
def conv_general_dilated_local(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sequence[int],
    padding: Any,
    filter_shape: Sequence[int],
    lhs_dilation: Any = None,
    rhs_dilation: Any = None,
    dimension_numbers: Any = None,
    precision: Any = None,
) -> Array:
    """A convolution with a kernel of its own at each place of the result: [O, C * window, space of the result …]."""
    lhs_axes, rhs_axes, out_axes = conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    images, kernels = np.transpose(lhs, lhs_axes), np.transpose(rhs, rhs_axes)
    patches = conv_general_dilated_patches(
        images, filter_shape, window_strides, padding, lhs_dilation, rhs_dilation
    )
    found = np.einsum("nk...,ok...->no...", patches, kernels)
    return np.transpose(found, np.argsort(np.asarray(out_axes)))


def composite(decomposition: F, name: str, version: int = 0) -> F:
    """The function itself: a name for other compilers, which changes no result."""
    return decomposition


def shape_as_value(shape: Sequence[int]) -> Any:
    """A shape as an array of integers."""
    return np.asarray(shape, np.int32)


def pcast(x: Any, axis_name: Any, *, to: str) -> Any:
    """x: its type doesn't say over which axes it varies."""
    return x


def scatter_apply(
    operand: Any,
    scatter_indices: Any,
    func: Callable[..., Any],
    dimension_numbers: Any,
    *,
    update_shape: Sequence[int] = (),
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Any:
    """The operand with a function applied in windows: as often as a place lies in one.

    >>> import numpy as np
    >>> from recto import lax
    >>> places = lax.ScatterDimensionNumbers((), (0,), (0,))
    >>> lax.scatter_apply(np.ones(3), np.array([[0], [2], [2]]), lambda x: 3 * x, places, update_shape=(3,))
    Array([3., 1., 9.], dtype=float64)
    """
    ones = np.ones(update_shape, np.int64)
    counts = scatter_add(
        np.zeros(operand.shape, np.int64), scatter_indices, ones, dimension_numbers, mode=mode
    )
    rounds = 0
    while rounds < np.max(counts):
        operand = np.where(counts > rounds, func(operand), operand)
        rounds += 1
    return operand
