"""Array creation, shapes, slices, selection, sorting, reductions, products. All results are new arrays that share
no memory with the operands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._compiled import compiled_function
from ._control import associative_scan
from ._windows import monoid
from ._rules import tree_map

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from recto.runtime import Array

Shape = Sequence[int]
NEGATIVE = "allow_negative_indices"  # are negative places counted from the end?


# -- arrays from nothing -------------------------------------------------------------------------------------


@compiled_function("shape", "dtype", "sharding")
def full(shape: Shape, fill_value: ArrayLike, dtype: Any = None, *, sharding: Any = None) -> Array:
    """One number everywhere, in its own dtype or another."""


@compiled_function("dtype", "shape", "sharding")
def full_like(
    x: ArrayLike, fill_value: ArrayLike, dtype: Any = None, shape: Shape | None = None, sharding: Any = None
) -> Array:
    """One number everywhere, in the shape and dtype of x unless others are given."""


@compiled_function("dtype", "size")
def iota(dtype: Any, size: int) -> Array:
    """0, 1, 2 …

    >>> from recto import lax
    >>> lax.iota("int32", 3)
    Array([0, 1, 2], dtype=int32)
    """


@compiled_function("dtype", "shape", "dimension")
def broadcasted_iota(dtype: Any, shape: Shape, dimension: int) -> Array:
    """0, 1, 2 … along one axis of a shape."""


# -- shapes --------------------------------------------------------------------------------------------------


@compiled_function("new_sizes", "dimensions")
def reshape(operand: ArrayLike, new_sizes: Shape, dimensions: Shape | None = None) -> Array:
    """The elements in another shape; with `dimensions`, in the order that they have after transposing."""


@compiled_function("dimensions")
def squeeze(array: ArrayLike, dimensions: Shape) -> Array:
    """Without these axes, which have size 1."""


@compiled_function("dimensions")
def expand_dims(array: ArrayLike, dimensions: Shape) -> Array:
    """With new axes of size 1 at these places of the result."""


@compiled_function("permutation")
def transpose(operand: ArrayLike, permutation: Shape) -> Array:
    """The axes in another order."""


@compiled_function("dimensions")
def rev(operand: ArrayLike, dimensions: Shape) -> Array:
    """Reversed along these axes."""


@compiled_function("start_dimension", "stop_dimension")
def collapse(operand: ArrayLike, start_dimension: int, stop_dimension: int | None = None) -> Array:
    """A range of axes as one."""


@compiled_function("sizes")
def broadcast(operand: ArrayLike, sizes: Shape) -> Array:
    """Repeated along new first axes."""


@compiled_function("shape", "broadcast_dimensions")
def broadcast_in_dim(operand: ArrayLike, shape: Shape, broadcast_dimensions: Shape) -> Array:
    """Repeated to a shape, of which `broadcast_dimensions` says where the axes of the operand are."""


@compiled_function("dimension")
def concatenate(operands: Sequence[Any], dimension: int) -> Array:
    """One array behind the other along an axis; all of one dtype."""


@compiled_function("padding_config")
def pad(
    operand: ArrayLike, padding_value: ArrayLike, padding_config: Sequence[tuple[int, int, int]]
) -> Array:
    """With so many values before, behind and between the elements of each axis; negative numbers cut off.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.pad(np.array([1.0, 2.0]), 0.0, [(1, 0, 1)])
    Array([0., 1., 0., 2.], dtype=float64)
    """


@compiled_function("sizes", "axis")
def split(operand: ArrayLike, sizes: Shape, axis: int = 0) -> list:
    """Consecutive parts of these sizes."""


@compiled_function("axis")
def stack(arrays: Sequence[Any], axis: int = 0) -> Array:
    """Arrays of one type along a new axis."""
    return np.stack(arrays, axis)


@compiled_function("reps")
def tile(operand: ArrayLike, reps: Shape) -> Array:
    """Repeated along its axes."""
    return np.tile(operand, reps)


# -- slices --------------------------------------------------------------------------------------------------


@compiled_function("start_indices", "limit_indices", "strides")
def slice(
    operand: ArrayLike, start_indices: Shape, limit_indices: Shape, strides: Shape | None = None
) -> Array:
    """operand[start:limit:stride, …]; the limits lie inside."""


@compiled_function("start_index", "limit_index", "stride", "axis")
def slice_in_dim(
    operand: ArrayLike, start_index: int | None, limit_index: int | None, stride: int = 1, axis: int = 0
) -> Array:
    """A slice along one axis; None and negative numbers are as in Python."""


@compiled_function("index", "axis", "keepdims")
def index_in_dim(operand: ArrayLike, index: int, axis: int = 0, keepdims: bool = True) -> Array:
    """One place on an axis."""


@compiled_function("slice_sizes", NEGATIVE)
def dynamic_slice(
    operand: ArrayLike,
    start_indices: ArrayLike,
    slice_sizes: Shape,
    *,
    allow_negative_indices: bool | Sequence[bool] = True,
) -> Array:
    """A window at a dynamic place. Negative starts count from the end; then the window is moved inside.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.dynamic_slice(np.arange(5), (4,), (2,))
    Array([3, 4], dtype=int64)
    """


@compiled_function(NEGATIVE)
def dynamic_update_slice(
    operand: ArrayLike,
    update: ArrayLike,
    start_indices: ArrayLike,
    *,
    allow_negative_indices: bool | Sequence[bool] = True,
) -> Array:
    """The operand with a window at a dynamic place replaced; in compiled loops that is done in place."""


@compiled_function("slice_size", "axis", NEGATIVE)
def dynamic_slice_in_dim(
    operand: ArrayLike,
    start_index: ArrayLike,
    slice_size: int,
    axis: int = 0,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """A window along one axis."""


@compiled_function("axis", "keepdims", NEGATIVE)
def dynamic_index_in_dim(
    operand: ArrayLike,
    index: ArrayLike,
    axis: int = 0,
    keepdims: bool = True,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """One dynamic place on an axis."""


@compiled_function("axis", NEGATIVE)
def dynamic_update_slice_in_dim(
    operand: ArrayLike,
    update: ArrayLike,
    start_index: ArrayLike,
    axis: int,
    *,
    allow_negative_indices: bool = True,
) -> Array:
    """The operand with a window along one axis replaced."""


@compiled_function("axis", NEGATIVE)
def dynamic_update_index_in_dim(
    operand: ArrayLike, update: ArrayLike, index: ArrayLike, axis: int, *, allow_negative_indices: bool = True
) -> Array:
    """The operand with one place on an axis replaced; the update may do without that axis."""


# -- choosing and sorting ------------------------------------------------------------------------------------


@compiled_function()
def select(pred: ArrayLike, on_true: ArrayLike, on_false: ArrayLike) -> Array:
    """on_true where pred, else on_false; of one shape and dtype."""


@compiled_function()
def select_n(which: ArrayLike, *cases: ArrayLike) -> Array:
    """cases[which], element by element; False is the first."""


@compiled_function()
def clamp(min: ArrayLike, x: ArrayLike, max: ArrayLike) -> Array:
    """x, but not less than min and not more than max."""


@compiled_function("dimension", "is_stable", "num_keys")
def sort(operand: ArrayLike, dimension: int = -1, is_stable: bool = True, num_keys: int = 1) -> Any:
    """An array sorted along an axis, NaN last; or several, all in the order of the first `num_keys`."""


@compiled_function("dimension", "is_stable")
def sort_key_val(keys: ArrayLike, values: ArrayLike, dimension: int = -1, is_stable: bool = True) -> tuple:
    """Both in the order of the keys."""


@compiled_function("k", "axis")
def top_k(operand: ArrayLike, k: int, *, axis: int = -1) -> tuple:
    """The k largest values along an axis, the largest first, and their places (int32).

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.top_k(np.array([1.0, 3.0, 2.0]), 2)
    (Array([3., 2.], dtype=float64), Array([1, 2], dtype=int32))
    """


@compiled_function("axis", "index_dtype")
def argmax(operand: ArrayLike, axis: int, index_dtype: Any) -> Array:
    """The place of the first largest element along an axis."""


@compiled_function("axis", "index_dtype")
def argmin(operand: ArrayLike, axis: int, index_dtype: Any) -> Array:
    """The place of the first smallest element along an axis."""


# -- running results and reductions --------------------------------------------------------------------------


@compiled_function("axis", "reverse")
def cumsum(operand: ArrayLike, axis: int = 0, reverse: bool = False) -> Array:
    """Running sums, from the end if reversed; the dtype stays."""


@compiled_function("axis", "reverse")
def cumprod(operand: ArrayLike, axis: int = 0, reverse: bool = False) -> Array:
    """Running products."""


@compiled_function("axis", "reverse")
def cummax(operand: ArrayLike, axis: int = 0, reverse: bool = False) -> Array:
    """Running maxima."""


@compiled_function("axis", "reverse")
def cummin(operand: ArrayLike, axis: int = 0, reverse: bool = False) -> Array:
    """Running minima."""


@compiled_function("axis", "reverse")
def cumlogsumexp(operand: ArrayLike, axis: int = 0, reverse: bool = False) -> Array:
    """Running log(sum(exp(x)))."""
    return associative_scan(np.logaddexp, operand, reverse, axis)


@compiled_function("axes", "out_sharding")
def reduce_sum(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """The sum over axes; the dtype stays."""


@compiled_function("axes", "out_sharding")
def reduce_prod(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """The product over axes."""


@compiled_function("axes", "out_sharding")
def reduce_max(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """The maximum over axes."""


@compiled_function("axes", "out_sharding")
def reduce_min(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """The minimum over axes."""


@compiled_function("axes", "out_sharding")
def reduce_and(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """Whether all are true along these axes."""


@compiled_function("axes", "out_sharding")
def reduce_or(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """Whether one is true along these axes."""


@compiled_function("axes", "out_sharding")
def reduce_xor(operand: ArrayLike, axes: Shape, *, out_sharding: Any = None) -> Array:
    """The exclusive or over axes."""
    return np.bitwise_xor.reduce(operand, axis=tuple(axes))


REDUCTIONS = {"sum": reduce_sum, "prod": reduce_prod, "max": reduce_max, "min": reduce_min}


def reduce(operands: Any, init_values: Any, computation: Callable[..., Any], dimensions: Shape) -> Any:
    """The elements along some axes, and an initial value, combined by an associative function of two.

    `lax.add`, `lax.mul`, `lax.max` and `lax.min` (NumPy's likewise) are done at once; another function goes through the
    elements in a loop. Operands may be a tuple, of which the function gets and gives tuples.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.reduce(np.arange(6.0).reshape(2, 3), 0.0, lambda a, b: a + 2 * b, (1,))
    array([ 6., 24.])
    """
    name = monoid(computation)
    if name is not None and not isinstance(operands, (tuple, list)):
        return computation(REDUCTIONS[name](operands, dimensions), init_values)
    rows = tree_map(lambda x: _rows(x, dimensions), operands)
    total = tree_map(lambda x, start: np.full(x.shape[1:], start, x.dtype)[()], rows, init_values)
    for k in range(_count(rows)):
        total = computation(total, tree_map(lambda x: x[k], rows))
    return total


def _rows(x: Any, dimensions: Shape) -> Any:
    """The axes to be reduced as one, in front."""
    moved = np.moveaxis(x, dimensions, range(len(dimensions)))
    return np.reshape(moved, (-1,) + tuple(moved.shape[len(dimensions) :]))


def _count(rows: Any) -> int:
    counts: list = []
    tree_map(lambda x: counts.append(x.shape[0]), rows)
    return counts[0]


# -- products ------------------------------------------------------------------------------------------------


@compiled_function("dimension_numbers", "precision", "preferred_element_type", "out_sharding")
def dot_general(
    lhs: ArrayLike,
    rhs: ArrayLike,
    dimension_numbers: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Products summed over pairs of axes.

    `dimension_numbers`: ((axes of lhs, of rhs) that are summed over, (axes of lhs, of rhs) that correspond). The result
    has the corresponding axes first, then the others of lhs, then those of rhs.

    >>> import numpy as np
    >>> from recto import lax
    >>> lax.dot_general(np.ones((5, 2, 3)), np.ones((5, 3, 4)), (((2,), (1,)), ((0,), (0,)))).shape
    (5, 2, 4)
    """


@compiled_function("dimension_numbers", "precision", "preferred_element_type", "out_sharding")
def dot(
    lhs: ArrayLike,
    rhs: ArrayLike,
    *,
    dimension_numbers: Any = None,
    precision: Any = None,
    preferred_element_type: Any = None,
    out_sharding: Any = None,
) -> Array:
    """The last axis of lhs with the first of rhs, of vectors and matrices."""


@compiled_function("precision")
def batch_matmul(lhs: ArrayLike, rhs: ArrayLike, precision: Any = None) -> Array:
    """Matrix products; the axes before the last two correspond."""
