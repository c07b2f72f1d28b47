"""Reshape and permute axes. If NumPy returns a view, the entry defines how a write to it changes the base."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_bool, is_complex, settings
from ...core.errors import CompileError
from ...ir.builder import broadcast_to
from ..core.arrays import (
    arrays,
    as_array,
    common_shape,
    constant_like,
    describe,
    full_like,
    iota_like,
    normalize_axes,
    normalize_axis,
    normalize_shape,
    reduced_axes,
    strong,
    strong_array,
    window,
)
from ..core.table import implements, prim
from ..core.versions import MESHGRID_GIVES_TUPLES

READ_ONLY = "assignment destination is read-only"


def same_shape_as_base(base: Any, new: Any, *args: Any, **kwargs: Any) -> Any:
    """The view rule of everything that only reshapes."""
    return reshape_to(new, base.shape)


def reshape_to(x: Any, shape: Sequence[int]) -> Any:
    return x if tuple(x.shape) == tuple(shape) else prim.reshape(x, shape=tuple(shape))


def permute(x: Any, axes: Sequence[int]) -> Any:
    return x if tuple(axes) == tuple(range(x.ndim)) else prim.transpose(x, axes=tuple(axes))


def unpermute(x: Any, axes: Sequence[int]) -> Any:
    return permute(x, tuple(int(a) for a in np.argsort(axes)))


# -- reshape, ravel ------------------------------------------------------------------------------------------


def fill_in_shape(x: Any, shape: Any) -> tuple[int, ...]:
    """The shape with its -1 replaced."""
    dims = [int(d) for d in ((shape,) if np.ndim(shape) == 0 else shape)]
    if dims.count(-1) > 1:
        raise CompileError("can only specify one unknown dimension", kind=ValueError)
    if -1 in dims:
        known = -math.prod(dims)
        if not known or x.size % known:
            raise CompileError(f"cannot reshape {describe(x)} into shape {tuple(dims)}", kind=ValueError)
        dims[dims.index(-1)] = x.size // known
    if math.prod(dims) != x.size or min(dims, default=0) < 0:
        raise CompileError(f"cannot reshape {describe(x)} into shape {tuple(dims)}", kind=ValueError)
    return tuple(dims)


def check_order(x: Any, order: str) -> None:
    if order not in ("C", "F") and x.ndim > 1:
        raise CompileError(f"order={order!r} depends on the layout in memory", 'use order="C" or order="F"')


def reshape_view(base: Any, new: Any, *args: Any, order: str = "C", **kwargs: Any) -> Any:
    if order == "F":
        return permute(reshape_to(reverse_axes(new), base.shape[::-1]), range(base.ndim)[::-1])
    return reshape_to(new, base.shape)


def reverse_axes(x: Any) -> Any:
    return permute(x, range(x.ndim)[::-1])


@implements(
    np.reshape,
    static=("shape", "order", "copy"),
    view=reshape_view,
    layout="reshape",
    array="like",
    when=lambda *args, copy=None, **kwargs: not copy,
)
def reshape(a: Any, shape: Any = None, order: str = "C", *, copy: bool | None = None) -> Any:
    x = strong_array(a)
    shape = fill_in_shape(x, shape)
    check_order(x, order)
    if order == "F":
        return reverse_axes(reshape_to(reverse_axes(x), shape[::-1]))
    return reshape_to(x, shape)


def ravel_view(base: Any, new: Any, order: str = "C") -> Any:
    return reshape_view(base, new, order=order)


@implements(np.ravel, static=("order",), view=ravel_view, layout="ravel", method="ravel")
def ravel(a: Any, order: str = "C") -> Any:
    x = strong_array(a)
    return reshape(x, (x.size,), order=order)


# -- permuting axes ------------------------------------------------------------------------------------------


def transpose_axes(x: Any, axes: Any) -> tuple[int, ...]:
    if axes is None:
        return tuple(range(x.ndim))[::-1]
    normal = tuple(normalize_axis(a, x.ndim, x) for a in axes)
    if sorted(normal) != list(range(x.ndim)):
        raise CompileError(f"axes {tuple(axes)} don't match {describe(x)}", kind=ValueError)
    return normal


def transpose_view(base: Any, new: Any, axes: Any = None) -> Any:
    return unpermute(new, transpose_axes(base, axes))


@implements(np.transpose, np.permute_dims, static=("axes",), view=transpose_view, array="like")
def transpose(a: Any, axes: Any = None) -> Any:
    x = strong_array(a)
    return permute(x, transpose_axes(x, axes))


def swapped(x: Any, axis1: int, axis2: int) -> tuple[int, ...]:
    order = list(range(x.ndim))
    i, j = normalize_axis(axis1, x.ndim, x), normalize_axis(axis2, x.ndim, x)
    order[i], order[j] = order[j], order[i]
    return tuple(order)


def swapaxes_view(base: Any, new: Any, axis1: int, axis2: int) -> Any:
    return permute(new, swapped(base, axis1, axis2))


@implements(np.swapaxes, static=("axis1", "axis2"), view=swapaxes_view, method="swapaxes")
def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    x = strong_array(a)
    return permute(x, swapped(x, axis1, axis2))


def permutation_of_move(x: Any, source: Any, destination: Any) -> tuple[int, ...]:
    """The permutation that moves axes, as np.moveaxis."""
    sources = [normalize_axis(a, x.ndim, x) for a in np.atleast_1d(source).tolist()]
    targets = [normalize_axis(a, x.ndim, x) for a in np.atleast_1d(destination).tolist()]
    if len(sources) != len(targets) or len(set(sources)) < len(sources) or len(set(targets)) < len(targets):
        raise CompileError(f"moveaxis can't move axes {source} to {destination}", kind=ValueError)
    order = [a for a in range(x.ndim) if a not in sources]
    for target, source_axis in sorted(zip(targets, sources)):
        order.insert(target, source_axis)
    return tuple(order)


def moveaxis_view(base: Any, new: Any, source: Any, destination: Any) -> Any:
    return unpermute(new, permutation_of_move(base, source, destination))


@implements(np.moveaxis, static=("source", "destination"), view=moveaxis_view)
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    x = strong_array(a)
    return permute(x, permutation_of_move(x, source, destination))


def rolled(x: Any, axis: int, start: int) -> tuple[int, ...]:
    axis = normalize_axis(axis, x.ndim, x)
    if not -x.ndim <= start <= x.ndim:
        raise CompileError(f"start {start} is out of range for {describe(x)}", kind=np.exceptions.AxisError)
    start = start + x.ndim if start < 0 else start
    order = [a for a in range(x.ndim) if a != axis]
    order.insert(start - (axis < start), axis)
    return tuple(order)


def rollaxis_view(base: Any, new: Any, axis: int, start: int = 0) -> Any:
    return unpermute(new, rolled(base, axis, start))


@implements(np.rollaxis, static=("axis", "start"), view=rollaxis_view)
def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    x = strong_array(a)
    return permute(x, rolled(x, axis, start))


def matrix_transpose_axes(x: Any) -> tuple[int, ...]:
    if x.ndim < 2:
        raise CompileError(
            f"matrix transpose needs two dimensions or more, not {describe(x)}", kind=ValueError
        )
    return (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2)


def matrix_transpose_view(base: Any, new: Any) -> Any:
    return permute(new, matrix_transpose_axes(base))


@implements(np.matrix_transpose, np.linalg.matrix_transpose, view=matrix_transpose_view)
def matrix_transpose(x: Any) -> Any:
    x = strong_array(x)
    return permute(x, matrix_transpose_axes(x))


# -- axes of size 1 ------------------------------------------------------------------------------------------


@implements(
    np.squeeze, static=("axis",), view=same_shape_as_base, layout="same", method="squeeze", array="like"
)
def squeeze(a: Any, axis: Any = None) -> Any:
    x = strong_array(a)
    axes = [k for k, n in enumerate(x.shape) if n == 1] if axis is None else reduced_axes(axis, x)
    if any(x.shape[k] != 1 for k in axes):
        raise CompileError(f"cannot squeeze axis {axis} of {describe(x)}: its size is not 1", kind=ValueError)
    return reshape_to(x, [n for k, n in enumerate(x.shape) if k not in axes])


@implements(np.expand_dims, static=("axis",), view=same_shape_as_base, layout="same", array="like")
def expand_dims(a: Any, axis: Any) -> Any:
    x = strong_array(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    return insert_axes(x, normalize_axes(tuple(axes), x.ndim + len(axes)))


def insert_axes(x: Any, axes: Sequence[int]) -> Any:
    """x with axes of size 1 at these places of the result."""
    sizes = iter(x.shape)
    return reshape_to(x, [1 if k in axes else next(sizes) for k in range(x.ndim + len(axes))])


def _at_least(x: Any, ndim: int) -> Any:
    x = strong_array(x)
    if ndim == 3 and x.ndim == 1:
        return reshape_to(x, (1, x.shape[0], 1))
    if ndim == 3 and x.ndim == 2:
        return reshape_to(x, (*x.shape, 1))
    return reshape_to(x, (1,) * (ndim - x.ndim) + tuple(x.shape))


def _at_least_all(arys: tuple, ndim: int) -> Any:
    out = tuple(_at_least(a, ndim) for a in arys)
    return out[0] if len(out) == 1 else out


@implements(np.atleast_1d, each=READ_ONLY)
def atleast_1d(*arys: Any) -> Any:
    return _at_least_all(arys, 1)


@implements(np.atleast_2d, each=READ_ONLY)
def atleast_2d(*arys: Any) -> Any:
    return _at_least_all(arys, 2)


@implements(np.atleast_3d, each=READ_ONLY)
def atleast_3d(*arys: Any) -> Any:
    return _at_least_all(arys, 3)


# -- broadcasting --------------------------------------------------------------------------------------------


@implements(np.broadcast_to, static=("shape", "subok"), view=READ_ONLY, array=True)
def broadcast_array_to(array: Any, shape: Any, subok: bool = False) -> Any:
    x, shape = strong_array(array), normalize_shape(shape)
    aligned = x.ndim <= len(shape) and all(n in (1, m) for n, m in zip(x.shape[::-1], shape[::-1]))
    if not aligned:
        raise CompileError(f"{describe(x)} can't be broadcast to shape {shape}", kind=ValueError)
    return broadcast_to(x, shape)


@implements(np.broadcast_arrays, static=("subok",), each=READ_ONLY)
def broadcast_arrays(*args: Any, subok: bool = False) -> tuple:
    xs = [strong(x) for x in arrays(*args)]
    shape = common_shape(*xs)
    return tuple(broadcast_to(x, shape) for x in xs)


@implements(np.broadcast_shapes, static=("args",))
def broadcast_shapes(*args: Any) -> tuple[int, ...]:
    return np.broadcast_shapes(*args)


def keeps_memory(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> bool:
    return not copy


@implements(np.meshgrid, static=("copy", "sparse", "indexing"), each=READ_ONLY, when=keeps_memory)
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> tuple | list:
    if not copy and any(np.ndim(x) > 1 for x in xi):
        raise CompileError("meshgrid of matrices with copy=False", "use copy=True, or x.reshape(-1)")
    xs = [reshape_to(strong(x), (x.size,)) for x in arrays(*xi)]
    if indexing not in ("xy", "ij"):
        raise CompileError("indexing must be 'xy' or 'ij'", kind=ValueError)
    order = list(range(len(xs)))
    if indexing == "xy" and len(xs) > 1:
        order[:2] = [1, 0]
    columns = [
        reshape_to(x, [x.size if k == order[i] else 1 for k in range(len(xs))]) for i, x in enumerate(xs)
    ]
    if sparse and not copy and not MESHGRID_GIVES_TUPLES:
        return columns
    return tuple(columns) if sparse or not xs else broadcast_arrays(*columns)


@implements(np.ix_, each=READ_ONLY)
def ix_(*args: Any) -> tuple:
    for x in arrays(*args):
        if x.ndim != 1:
            raise CompileError("Cross index must be 1 dimensional", kind=ValueError)
        if is_bool(x.dtype):
            raise CompileError(
                "the size of np.ix_ of a mask depends on data", "pass indices: np.flatnonzero(mask)"
            )
    return tuple(meshgrid(*args, sparse=True, indexing="ij"))


# -- reversing and turning -----------------------------------------------------------------------------------


def reverse(x: Any, axes: Sequence[int]) -> Any:
    return prim.flip(x, axes=tuple(axes)) if axes else x


def flip_view(base: Any, new: Any, axis: Any = None) -> Any:
    return reverse(new, normalize_axes(axis, base.ndim, base))


@implements(np.flip, static=("axis",), view=flip_view, when=lambda m, axis=None: m.ndim > 0)
def flip(m: Any, axis: Any = None) -> Any:
    x = strong_array(m)
    return reverse(x, normalize_axes(axis, x.ndim, x))


@implements(np.flipud, view=lambda base, new: reverse(new, (0,)))
def flipud(m: Any) -> Any:
    return flip(m, 0)


@implements(np.fliplr, view=lambda base, new: reverse(new, (1,)))
def fliplr(m: Any) -> Any:
    return flip(m, 1)


def rot90_view(base: Any, new: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    return rot90(new, -k, axes)


@implements(np.rot90, static=("k", "axes"), view=rot90_view)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    x = strong_array(m)
    i, j = (normalize_axis(a, x.ndim, x) for a in axes)
    if i == j:
        raise CompileError("the axes of rot90 must be different", kind=ValueError)
    k %= 4
    if k == 2:
        return reverse(x, (i, j))
    turned = swapped(x, i, j)
    return permute(reverse(x, (j,)), turned) if k == 1 else reverse(permute(x, turned), (j,)) if k == 3 else x


# -- diagonals and triangles ---------------------------------------------------------------------------------


def triangle_mask(x: Any, rows: int, columns: int, k: int) -> Any:
    """bool[rows, columns]: true on and below the k-th diagonal."""
    if rows * columns <= settings.largest_constant:
        return constant_like(x, np.tri(rows, columns, k, dtype=bool))
    i, j = _row_and_column(x, rows, columns)
    return prim.ge(i + full_like(i, k), j)


def diagonal_mask(x: Any, rows: int, columns: int, k: int = 0) -> Any:
    """bool[rows, columns]: true on the k-th diagonal."""
    if rows * columns <= settings.largest_constant:
        return constant_like(x, np.eye(rows, columns, k, dtype=bool))
    i, j = _row_and_column(x, rows, columns)
    return prim.eq(i + full_like(i, k) if k else i, j)


def _row_and_column(x: Any, rows: int, columns: int) -> tuple[Any, Any]:
    """The row and the column of every place of a matrix."""
    i = broadcast_to(reshape_to(iota_like(x, rows), (rows, 1)), (rows, columns))
    return i, broadcast_to(iota_like(x, columns), (rows, columns))


def _keep(m: Any, mask_of: Any) -> Any:
    x = strong_array(m)
    if x.ndim < 1:
        raise CompileError(f"a matrix is needed, not {describe(x)}", kind=TypeError)
    if x.ndim == 1:
        x = broadcast_to(x, (x.shape[0], x.shape[0]))
    mask = broadcast_to(mask_of(x, *x.shape[-2:]), x.shape)
    return prim.select(mask, x, full_like(x, 0))


@implements(np.tril, static=("k",))
def tril(m: Any, k: int = 0) -> Any:
    return _keep(m, lambda x, rows, columns: triangle_mask(x, rows, columns, k))


@implements(np.triu, static=("k",))
def triu(m: Any, k: int = 0) -> Any:
    return _keep(m, lambda x, rows, columns: prim.not_(triangle_mask(x, rows, columns, k - 1)))


def diagonal_places(rows: int, columns: int, offset: int) -> tuple[np.ndarray, np.ndarray]:
    """Row and column indices of a diagonal."""
    count = max(0, min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns))
    steps = np.arange(count)
    return steps + max(-offset, 0), steps + max(offset, 0)


@implements(np.diagonal, static=("offset", "axis1", "axis2"), view=READ_ONLY, method="diagonal")
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    x = strong_array(a)
    if x.ndim < 2:
        raise CompileError(f"diagonal needs two dimensions or more, not {describe(x)}", kind=ValueError)
    i, j = normalize_axis(axis1, x.ndim, x), normalize_axis(axis2, x.ndim, x)
    if i == j:
        raise CompileError("the two axes of a diagonal must be different", kind=ValueError)
    places = diagonal_places(x.shape[i], x.shape[j], offset)
    x = permute(x, [*(k for k in range(x.ndim) if k not in (i, j)), i, j])
    return prim.gather(
        x, *(constant_like(x, p) for p in places), axes=(x.ndim - 2, x.ndim - 1), at=x.ndim - 2
    )


@implements(np.linalg.diagonal, static=("offset",), view=READ_ONLY)
def linalg_diagonal(x: Any, *, offset: int = 0) -> Any:
    return diagonal(x, offset, -2, -1)


@implements(np.diag, static=("k",), view=READ_ONLY, when=lambda v, k=0: v.ndim == 2)
def diag(v: Any, k: int = 0) -> Any:
    x = strong_array(v)
    if x.ndim == 2:
        return diagonal(x, k)
    if x.ndim != 1:
        raise CompileError(f"diag needs one or two dimensions, not {describe(x)}", kind=ValueError)
    size = x.shape[0] + abs(k)
    zero = full_like(x, 0, shape=())
    rows = prim.pad(x, zero, low=(max(-k, 0),), high=(max(k, 0),), interior=(0,)) if k else x
    column = broadcast_to(reshape_to(rows, (size, 1)), (size, size))
    on = diagonal_mask(x, size, size, k)
    return prim.select(on, column, full_like(column, 0))


@implements(np.diagflat, static=("k",))
def diagflat(v: Any, k: int = 0) -> Any:
    return diag(ravel(v), k)


# -- complex parts -------------------------------------------------------------------------------------------


def real_view(base: Any, new: Any) -> Any:
    return prim.complex_(new, prim.imag(base)) if is_complex(base.dtype) else new


def imag_view(base: Any, new: Any) -> Any:
    if not is_complex(base.dtype):
        raise CompileError(
            "ValueError: assignment destination is read-only", "the imaginary part of a real array is no view"
        )
    return prim.complex_(prim.real(base), new)


@implements(np.real, view=real_view)
def real(val: Any) -> Any:
    x = as_array(val)
    return prim.real(x) if is_complex(x.dtype) else x


@implements(np.imag, view=imag_view)
def imag(val: Any) -> Any:
    x = as_array(val)
    return prim.imag(x) if is_complex(x.dtype) else full_like(x, 0)


# -- selecting places known now ------------------------------------------------------------------------------


def take_static(x: Any, places: Any, axis: int) -> Any:
    """x at integer places on one axis, known now: by a few slices if they run evenly, else by a gather."""
    places = np.asarray(places, np.int64)
    if places.size == 0:
        return window(x, axis, 0, 0)
    runs = _runs(places)
    if len(runs) <= 4:
        parts = [_take_run(x, run, axis) for run in runs]
        return parts[0] if len(parts) == 1 else prim.concatenate(*parts, axis=axis)
    return prim.gather(x, constant_like(x, places), axes=(axis,), at=axis)


def _runs(places: np.ndarray) -> list[np.ndarray]:
    """Split into stretches of step 1, -1 or 0."""
    runs, start = [], 0
    for k in range(1, len(places) + 1):
        steady = (
            k < len(places)
            and abs(places[k] - places[k - 1]) <= 1
            and (k == start + 1 or places[k] - places[k - 1] == places[start + 1] - places[start])
        )
        if not steady:
            runs.append(places[start:k])
            start = k
    return runs


def _take_run(x: Any, run: np.ndarray, axis: int) -> Any:
    low, high = int(run.min()), int(run.max())
    part = window(x, axis, low, high + 1)
    if len(run) > 1 and run[0] == run[1]:
        shape = (*x.shape[:axis], len(run), *x.shape[axis + 1 :])
        return broadcast_to(part, shape)
    return reverse(part, (axis,)) if run[0] > run[-1] else part
