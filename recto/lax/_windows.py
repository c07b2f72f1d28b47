"""Convolutions and reductions over windows that slide along the axes."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _elementwise
from ._compiled import compiled_function

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

Sizes = Sequence[int]
Padding = str | Sequence[tuple[int, int]]


class Precision(enum.Enum):
    """The precision of products: accepted, and without effect, for all are exact to the dtype."""

    DEFAULT = 0
    HIGH = 1
    HIGHEST = 2


class ConvDimensionNumbers(NamedTuple):
    """The positions of axes: (batch, channels, space …) of lhs and of the result, (out, in, space …) of rhs."""

    lhs_spec: Sizes
    rhs_spec: Sizes
    out_spec: Sizes


def conv_dimension_numbers(
    lhs_shape: Sizes, rhs_shape: Sizes, dimension_numbers: Any
) -> ConvDimensionNumbers:
    """Dimension numbers of strings as axes.

    >>> from recto import lax
    >>> lax.conv_dimension_numbers((1, 8, 8, 3), (3, 3, 3, 4), ("NHWC", "HWIO", "NHWC"))
    ConvDimensionNumbers(lhs_spec=(0, 3, 1, 2), rhs_spec=(3, 2, 0, 1), out_spec=(0, 3, 1, 2))
    """
    if dimension_numbers is None:
        return ConvDimensionNumbers(*(tuple(range(len(lhs_shape))),) * 3)
    if not isinstance(dimension_numbers[0], str):
        return ConvDimensionNumbers(*dimension_numbers)
    kernel = dimension_numbers[1]
    spatial = [c for c in kernel if c not in "OI"]
    return ConvDimensionNumbers(
        *[
            tuple([spec.index(c) for c in [*pair, *spatial]])
            for spec, pair in zip(dimension_numbers, ("NC", "OI", "NC"))
        ]
    )


@compiled_function(
    "window_strides",
    "padding",
    "lhs_dilation",
    "rhs_dilation",
    "dimension_numbers",
    "feature_group_count",
    "batch_group_count",
    "precision",
    "preferred_element_type",
    "out_sharding",
)
def conv_general_dilated(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sizes,
    padding: Padding,
    lhs_dilation: Sizes | None = None,
    rhs_dilation: Sizes | None = None,
    dimension_numbers: Any = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Convolution as neural networks have it: the kernels are not reversed.

    Args:
        lhs: images, [N, C, space …].
        rhs: kernels, [O, C / feature_group_count, window …].
        padding: "SAME" (as many windows as strides fit), "SAME_LOWER", "VALID", or (low, high) for each axis of space.
        lhs_dilation, rhs_dilation: how far elements of images and kernels are apart.
        dimension_numbers: where the axes are, if not as above: ("NHWC", "HWIO", "NHWC"), or `ConvDimensionNumbers`.
        feature_group_count: groups of channels, each with its own kernels.
        batch_group_count: groups of images, each with its own kernels.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.conv_general_dilated(np.arange(5.0).reshape(1, 1, 5), np.ones((1, 1, 3)), (2,), "VALID")
    Array([[[3., 9.]]], dtype=float64)
    """


@compiled_function("window_strides", "padding", "precision", "preferred_element_type")
def conv(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sizes,
    padding: str,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> Array:
    """A convolution of [N, C, space …] with [O, C, window …]."""


@compiled_function(
    "window_strides", "padding", "lhs_dilation", "rhs_dilation", "precision", "preferred_element_type"
)
def conv_with_general_padding(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sizes,
    padding: Padding,
    lhs_dilation: Sizes | None,
    rhs_dilation: Sizes | None,
    precision: Any = None,
    preferred_element_type: Any = None,
) -> Array:
    """Likewise, with dilations."""


@compiled_function(
    "strides",
    "padding",
    "rhs_dilation",
    "dimension_numbers",
    "transpose_kernel",
    "precision",
    "preferred_element_type",
    "use_consistent_padding",
)
def conv_transpose(
    lhs: ArrayLike,
    rhs: ArrayLike,
    strides: Sizes,
    padding: Padding,
    rhs_dilation: Sizes | None = None,
    dimension_numbers: Any = None,
    transpose_kernel: bool = False,
    precision: Any = None,
    preferred_element_type: Any = None,
    use_consistent_padding: bool = False,
) -> Array:
    """The images are spread by the strides, then convolved; channels come last unless dimension_numbers says otherwise.

    With transpose_kernel the kernels are reversed and their channels exchanged: the derivative of a convolution.
    """


# -- reductions ----------------------------------------------------------------------------------------------


def monoid(computation: Callable[..., Any]) -> str | None:
    """Whether a function of two is one of those that there are reductions for."""
    if computation is _elementwise.add or computation is np.add or computation is operator.add:
        return "sum"
    if computation is _elementwise.mul or computation is np.multiply or computation is operator.mul:
        return "prod"
    if computation is _elementwise.max or computation is np.maximum:
        return "max"
    if computation is _elementwise.min or computation is np.minimum:
        return "min"
    return None


WINDOWS = "window_dimensions", "window_strides", "padding", "base_dilation", "window_dilation"


@compiled_function(*WINDOWS)
def reduce_window_sum(
    operand: ArrayLike,
    window_dimensions: Sizes,
    window_strides: Sizes,
    padding: Padding,
    base_dilation: Sizes | None = None,
    window_dilation: Sizes | None = None,
) -> Array:
    """The sum of each window."""


@compiled_function(*WINDOWS)
def reduce_window_max(
    operand: ArrayLike,
    window_dimensions: Sizes,
    window_strides: Sizes,
    padding: Padding,
    base_dilation: Sizes | None = None,
    window_dilation: Sizes | None = None,
) -> Array:
    """The maximum of each window."""


@compiled_function(*WINDOWS)
def reduce_window_min(
    operand: ArrayLike,
    window_dimensions: Sizes,
    window_strides: Sizes,
    padding: Padding,
    base_dilation: Sizes | None = None,
    window_dilation: Sizes | None = None,
) -> Array:
    """The minimum of each window."""


@compiled_function(*WINDOWS)
def window_elements(
    operand: ArrayLike,
    fill: ArrayLike,
    window_dimensions: Sizes,
    window_strides: Sizes,
    padding: Padding,
    base_dilation: Sizes | None = None,
    window_dilation: Sizes | None = None,
) -> list:
    """The first elements of all windows, the second ones, and so on; `fill` for those outside."""


def reduce_window(
    operand: Any,
    init_value: Any,
    computation: Callable[..., Any],
    window_dimensions: Sizes,
    window_strides: Sizes,
    padding: Padding,
    base_dilation: Sizes | None = None,
    window_dilation: Sizes | None = None,
) -> Any:
    """The elements of each window, and an initial value, combined by an associative function of two.

    Outside the operand there is the initial value, which is neutral. Sums, maxima and minima (`lax.add lax.max
    lax.min`, or NumPy's) are done at once; another function is called once for each place in a window.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.reduce_window(np.array([1.0, 5.0, 2.0, 4.0]), -np.inf, lax.max, (2,), (2,), "VALID")
    Array([5., 4.], dtype=float64)
    """
    where = (window_dimensions, window_strides, padding, base_dilation, window_dilation)
    name = monoid(computation)
    if name == "sum" and _is_known(init_value, 0):
        return reduce_window_sum(operand, *where)
    if name == "max" and _is_known(init_value, _limit(operand, True)):
        return reduce_window_max(operand, *where)
    if name == "min" and _is_known(init_value, _limit(operand, False)):
        return reduce_window_min(operand, *where)
    elements = window_elements(operand, init_value, *where)
    total = np.full(elements[0].shape, init_value, elements[0].dtype)
    for element in elements:
        total = computation(total, element)
    return total


def _is_known(value: Any, wanted: Any) -> bool:
    """Whether it is a number known now, and this one."""
    return False if _is_array(value) else bool(value == wanted)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _limit(x: Any, smallest: bool) -> Any:
    """The least or the greatest value of a dtype."""
    dtype = np.result_type(x)
    if np.issubdtype(dtype, np.integer):
        return np.iinfo(dtype).min if smallest else np.iinfo(dtype).max
    return -np.inf if smallest else np.inf
