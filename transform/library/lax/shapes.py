"""recto.lax: array creation, shapes, static slices, selection, sorting, reductions.

The functions of this module are those of `recto.lax` with the same name; their results share no memory with operands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_bool
from ...core.errors import CompileError
from ...ir.builder import Builder, broadcast_to, convert
from ..core.arrays import (
    array_dtype,
    arrays,
    as_dtype,
    describe,
    element,
    full_like,
    iota as counted,
    normalize_axes,
    normalize_axis,
    normalize_shape,
    strong,
    strong_array,
    whole_number,
    window,
)
from ..core.table import implements, prim
from ..numpy.creation import cast_array
from ..numpy.selection.at_indices import take_along_axis
from ..numpy.selection.sorting import argsort, lexsort
from ..numpy.shapes import insert_axes, permute, reshape_to, reverse

INDEX = np.dtype(np.int32)  # of the places that top_k gives, as in JAX


def lax(*static: str, **fields: Any) -> Callable:
    """Enter a function of recto.lax under its own name (a last underscore keeps it from hiding another)."""

    def enter(function: Callable) -> Callable:
        implements(f"recto.lax.{function.__name__.strip('_')}", static=static, builder=True, **fields)(
            function
        )
        return function

    return enter


def same_types(name: str, *xs: Any) -> list[Any]:
    """Operands of one dtype: Python numbers take that of the arrays."""
    dtypes = {x.dtype for x in xs if not getattr(x, "weak", False)}
    if len(dtypes) > 1:
        raise CompileError(
            f"TypeError: {name} requires operands of one dtype, not " + " and ".join(describe(x) for x in xs),
            "convert them with convert_element_type",
        )
    dtype = dtypes.pop() if dtypes else np.result_type(*(x.dtype for x in xs))
    return [convert(x, dtype) for x in xs]


# -- arrays from nothing -------------------------------------------------------------------------------------


@lax("shape", "dtype", "sharding")
def full(shape: Any, fill_value: Any, dtype: Any = None, *, sharding: Any = None, builder: Builder) -> Any:
    value = strong_array(fill_value, builder)
    return broadcast_to(
        value if dtype is None else cast_array(value, array_dtype(dtype)), normalize_shape(shape)
    )


@lax("dtype", "shape", "sharding")
def full_like_(
    x: Any, fill_value: Any, dtype: Any = None, shape: Any = None, sharding: Any = None, *, builder: Builder
) -> Any:
    x = strong_array(x, builder)
    value = cast_array(strong_array(fill_value, builder), array_dtype(dtype, x.dtype))
    return broadcast_to(value, x.shape if shape is None else normalize_shape(shape))


@lax("dtype", "size")
def iota(dtype: Any, size: int, *, builder: Builder) -> Any:
    return counted(builder, whole_number(size, "the size of iota"), array_dtype(dtype))


@lax("dtype", "shape", "dimension")
def broadcasted_iota(dtype: Any, shape: Any, dimension: int, *, builder: Builder) -> Any:
    shape = normalize_shape(shape)
    axis = normalize_axis(dimension, len(shape))
    return counted(builder, shape[axis], array_dtype(dtype), shape, axis)


# -- shapes --------------------------------------------------------------------------------------------------


@lax("new_sizes", "dimensions")
def reshape(operand: Any, new_sizes: Any, dimensions: Any = None, *, builder: Builder) -> Any:
    x, shape = strong_array(operand, builder), normalize_shape(new_sizes)
    if math.prod(shape) != math.prod(x.shape):
        raise CompileError(f"can't reshape {describe(x)} to {list(shape)}")
    return reshape_to(x if dimensions is None else permute(x, tuple(dimensions)), shape)


@lax("dimensions")
def squeeze(array: Any, dimensions: Any, *, builder: Builder) -> Any:
    x = strong_array(array, builder)
    axes = normalize_axes(dimensions, x.ndim, x)
    if any(x.shape[a] != 1 for a in axes):
        raise CompileError(
            f"cannot squeeze axes {list(axes)} of {describe(x)}: their size is not 1", kind=ValueError
        )
    return reshape_to(x, [n for a, n in enumerate(x.shape) if a not in axes])


@lax("dimensions")
def expand_dims(array: Any, dimensions: Any, *, builder: Builder) -> Any:
    x = strong_array(array, builder)
    return insert_axes(x, normalize_axes(dimensions, x.ndim + np.size(dimensions)))


@lax("permutation")
def transpose(operand: Any, permutation: Any, *, builder: Builder) -> Any:
    x, axes = strong_array(operand, builder), tuple(int(a) for a in permutation)
    if sorted(axes) != list(range(x.ndim)):
        raise CompileError(f"{list(axes)} is not a permutation of the axes of {describe(x)}", kind=ValueError)
    return permute(x, axes)


@lax("dimensions")
def rev(operand: Any, dimensions: Any, *, builder: Builder) -> Any:
    x = strong_array(operand, builder)
    return reverse(x, normalize_axes(dimensions, x.ndim, x))


@lax("start_dimension", "stop_dimension")
def collapse(
    operand: Any, start_dimension: int, stop_dimension: int | None = None, *, builder: Builder
) -> Any:
    x = strong_array(operand, builder)
    first, last, _ = slice(start_dimension, stop_dimension).indices(x.ndim)
    return reshape_to(x, (*x.shape[:first], math.prod(x.shape[first:last]), *x.shape[last:]))


@lax("sizes")
def broadcast(operand: Any, sizes: Any, *, builder: Builder) -> Any:
    x = strong_array(operand, builder)
    return broadcast_to(x, (*normalize_shape(sizes), *x.shape))


@lax("shape", "broadcast_dimensions")
def broadcast_in_dim(operand: Any, shape: Any, broadcast_dimensions: Any, *, builder: Builder) -> Any:
    x, shape, axes = (
        strong_array(operand, builder),
        normalize_shape(shape),
        tuple(map(int, broadcast_dimensions)),
    )
    if len(axes) != x.ndim or list(axes) != sorted(set(axes)) or any(a >= len(shape) for a in axes):
        raise CompileError(
            f"broadcast_dimensions {list(axes)} do not map {describe(x)} into {list(shape)}", kind=ValueError
        )
    between = [1] * len(shape)
    for a, n in zip(axes, x.shape):
        between[a] = n
    return broadcast_to(reshape_to(x, between), shape)


@lax("dimension")
def concatenate(operands: Sequence[Any], dimension: int, *, builder: Builder) -> Any:
    xs = same_types("concatenate", *(strong_array(x, builder) for x in operands))
    return prim.concatenate(*xs, axis=normalize_axis(dimension, xs[0].ndim, xs[0]))


@lax("padding_config")
def pad(operand: Any, padding_value: Any, padding_config: Any, *, builder: Builder) -> Any:
    x = strong_array(operand, builder)
    low, high, interior = zip(*([int(n) for n in row] for row in padding_config)) if x.ndim else ((), (), ())
    return prim.pad(x, as_dtype(padding_value, x.dtype, builder), low=low, high=high, interior=interior)


@lax("sizes", "axis")
def split(operand: Any, sizes: Any, axis: int = 0, *, builder: Builder) -> list[Any]:
    x = strong_array(operand, builder)
    axis, ends = normalize_axis(axis, x.ndim, x), np.cumsum(sizes).tolist()
    if ends[-1:] != [x.shape[axis]]:
        raise CompileError(
            f"sizes {list(sizes)} do not add up to axis {axis} of {describe(x)}", kind=ValueError
        )
    return [window(x, axis, end - n, end) for n, end in zip(sizes, ends)]


# -- slices at places known now ------------------------------------------------------------------------------


@lax("start_indices", "limit_indices", "strides")
def slice_(
    operand: Any, start_indices: Any, limit_indices: Any, strides: Any = None, *, builder: Builder
) -> Any:
    x = strong_array(operand, builder)
    starts, limits = ([int(i) for i in v] for v in (start_indices, limit_indices))
    strides = [int(i) for i in strides] if strides is not None else [1] * x.ndim
    if not len(starts) == len(limits) == len(strides) == x.ndim or any(
        not 0 <= a <= b <= n for a, b, n in zip(starts, limits, x.shape)
    ):
        raise CompileError(f"slice from {starts} to {limits} is not inside {describe(x)}", kind=ValueError)
    return prim.slice_(x, starts=tuple(starts), limits=tuple(limits), strides=tuple(strides), drop=())


@lax("start_index", "limit_index", "stride", "axis")
def slice_in_dim(
    operand: Any,
    start_index: int | None,
    limit_index: int | None,
    stride: int = 1,
    axis: int = 0,
    *,
    builder: Builder,
) -> Any:
    x = strong_array(operand, builder)
    axis = normalize_axis(axis, x.ndim, x)
    start, stop, _ = slice(start_index, limit_index).indices(x.shape[axis])
    return window(x, axis, start, max(start, stop), int(stride))


@lax("index", "axis", "keepdims")
def index_in_dim(operand: Any, index: int, axis: int = 0, keepdims: bool = True, *, builder: Builder) -> Any:
    x = strong_array(operand, builder)
    axis = normalize_axis(axis, x.ndim, x)
    place = normalize_axis(index, x.shape[axis], x)
    return window(x, axis, place, place + 1) if keepdims else element(x, axis, place)


# -- choosing ------------------------------------------------------------------------------------------------


@lax()
def select(pred: Any, on_true: Any, on_false: Any, *, builder: Builder) -> Any:
    return select_n(pred, on_false, on_true, builder=builder)


@lax()
def select_n(which: Any, *cases: Any, builder: Builder) -> Any:
    which, *xs = arrays(which, *cases, builder=builder)
    xs = [strong(x) for x in same_types("select_n", *xs)]
    if any(x.shape != xs[0].shape for x in xs) or which.shape not in ((), xs[0].shape):
        raise CompileError(
            "select_n needs cases of one shape, and that shape or a scalar to choose by: "
            + ", ".join(describe(x) for x in (which, *xs))
        )
    which = broadcast_to(which, xs[0].shape)
    if is_bool(which.dtype):
        if len(xs) > 2:
            raise CompileError("a boolean chooses between two cases")
        return prim.select(which, xs[-1], xs[0])
    result = xs[-1]
    for k, x in reversed([*enumerate(xs[:-1])]):
        result = prim.select(prim.le(which, full_like(which, k)), x, result)
    return result


@lax()
def clamp(min: Any, x: Any, max: Any, *, builder: Builder) -> Any:
    low, x, high = same_types("clamp", *(arrays(min, x, max, builder=builder)))
    low, high = (broadcast_to(v, x.shape) for v in (low, high))
    return prim.minimum(prim.maximum(x, low), high)


# -- sorting -------------------------------------------------------------------------------------------------


@lax("dimension", "is_stable", "num_keys")
def sort(
    operand: Any, dimension: int = -1, is_stable: bool = True, num_keys: int = 1, *, builder: Builder
) -> Any:
    """Sort arrays; several are sorted by the first `num_keys`."""
    if not isinstance(operand, (tuple, list)):
        x = strong_array(operand, builder)
        return prim.sort(x, axis=normalize_axis(dimension, x.ndim, x))
    xs = [strong_array(x, builder) for x in operand]
    axis = normalize_axis(dimension, xs[0].ndim, xs[0])
    order = lexsort(xs[:num_keys][::-1], axis) if num_keys > 1 else argsort(xs[0], axis)
    return tuple([take_along_axis(x, order, axis) for x in xs])


@lax("dimension", "is_stable")
def sort_key_val(
    keys: Any, values: Any, dimension: int = -1, is_stable: bool = True, *, builder: Builder
) -> tuple:
    return sort((keys, values), dimension, builder=builder)


@lax("k", "axis")
def top_k(operand: Any, k: int, *, axis: int = -1, builder: Builder) -> tuple:
    """The largest first; of equal ones that of the lower index."""
    x = strong_array(operand, builder)
    axis, count = normalize_axis(axis, x.ndim, x), x.shape[axis]
    if not 0 <= k <= count:
        raise CompileError(f"top_k: {k} of {describe(x)} along axis {axis}")
    backwards = window(reverse(argsort(reverse(x, (axis,)), axis), (axis,)), axis, 0, k)
    order = full_like(backwards, count - 1) - backwards
    return take_along_axis(x, order, axis), convert(order, INDEX)


# -- reductions and running results --------------------------------------------------------------------------


def _reduction(name: str) -> None:
    primitive = {"reduce_and": "reduce_all", "reduce_or": "reduce_any"}.get(name, name)

    def reduction(operand: Any, axes: Any, *, out_sharding: Any = None, builder: Builder) -> Any:
        x = strong_array(operand, builder)
        return getattr(prim, primitive)(x, axes=normalize_axes(tuple(axes), x.ndim, x))

    reduction.__name__ = name
    lax("axes", "out_sharding")(reduction)


def _running(name: str) -> None:
    def running(operand: Any, axis: int = 0, reverse: bool = False, *, builder: Builder) -> Any:
        x = strong_array(operand, builder)
        return getattr(prim, name)(x, axis=normalize_axis(axis, x.ndim, x), reverse=bool(reverse))

    running.__name__ = name
    lax("axis", "reverse")(running)


def _place_of(name: str) -> None:
    def place(operand: Any, axis: int, index_dtype: Any, *, builder: Builder) -> Any:
        x = strong_array(operand, builder)
        return convert(getattr(prim, name)(x, axis=normalize_axis(axis, x.ndim, x)), array_dtype(index_dtype))

    place.__name__ = name
    lax("axis", "index_dtype")(place)


for _name in ("reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_and", "reduce_or"):
    _reduction(_name)
for _name in ("cumsum", "cumprod", "cummax", "cummin"):
    _running(_name)
for _name in ("argmax", "argmin"):
    _place_of(_name)


# -- products ------------------------------------------------------------------------------------------------


@lax("dimension_numbers", "precision", "preferred_element_type", "out_sharding")
def dot_general(
    lhs: Any,
    rhs: Any,
    dimension_numbers: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    out_sharding: Any = None,
    builder: Builder,
) -> Any:
    """((axes to sum over of lhs, of rhs), (batch axes of lhs, of rhs)); the result: batch, rest of lhs, rest of rhs."""
    x, y = (strong_array(v, builder) for v in (lhs, rhs))
    if preferred_element_type is not None:
        x, y = (convert(v, array_dtype(preferred_element_type)) for v in (x, y))
    x, y = same_types("dot_general", x, y)
    (one, other), batch = dimension_numbers
    both = lambda pair: tuple(
        tuple(normalize_axis(a, v.ndim, v) for a in axes) for axes, v in zip(pair, (x, y))
    )
    return prim.dot(x, y, contract=both((one, other)), batch=both(batch))


@lax("dimension_numbers", "precision", "preferred_element_type", "out_sharding")
def dot(
    lhs: Any,
    rhs: Any,
    *,
    dimension_numbers: Any = None,
    precision: Any = None,
    preferred_element_type: Any = None,
    out_sharding: Any = None,
    builder: Builder,
) -> Any:
    """The product of vectors and matrices: the last axis of lhs with the first of rhs."""
    ndim = len(strong_array(lhs, builder).shape)
    numbers = dimension_numbers or (((ndim - 1,), (0,)), ((), ()))
    return dot_general(lhs, rhs, numbers, precision, preferred_element_type, builder=builder)


@lax("precision")
def batch_matmul(lhs: Any, rhs: Any, precision: Any = None, *, builder: Builder) -> Any:
    ndim = len(strong_array(lhs, builder).shape)
    batch = tuple(range(ndim - 2))
    return dot_general(lhs, rhs, (((ndim - 1,), (ndim - 2,)), (batch, batch)), builder=builder)
