"""recto.lax: dynamic slices, gather and scatter.

gather and scatter take the dimension numbers of XLA's operations; the index vectors always lie along the last
axis. `mode` decides about indices out of range: "clip" moves a window inside (the default of gather), "fill"
or "drop" reads a fill value and drops the write of the whole window (the default of the scatters).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_inexact, kind
from ...core.errors import CompileError
from ...ir.builder import Builder, Sym, broadcast_to, convert
from ..core.arrays import constant_in, describe, element, full_like, iota, normalize_axis, strong_array
from ..core.table import prim
from ..numpy.shapes import insert_axes, permute, reshape_to
from .shapes import lax, same_types

# -- slices at dynamic places --------------------------------------------------------------------------------


def starts_of(x: Any, indices: Any, sizes: Sequence[int], builder: Builder, wrap: Any = True) -> list[Any]:
    """One start for each axis: ints where all are known, clamped, else scalars. Negative ones count from the end,
    unless `wrap` (for all, or one for each axis) is false.
    """
    if isinstance(indices, (Sym, np.ndarray)) and len(indices.shape) == 1:
        indices = [element(indices, 0, k) for k in range(indices.shape[0])]
    if not isinstance(indices, (list, tuple)) or not len(indices) == len(sizes) == x.ndim:
        raise CompileError(f"a window in {describe(x)} needs a start and a size for each axis")
    if any(not 0 <= size <= n for size, n in zip(sizes, x.shape)):
        raise CompileError(f"a window of {list(sizes)} does not fit into {describe(x)}", kind=ValueError)
    wraps = tuple(wrap) if isinstance(wrap, (tuple, list)) else (wrap,) * x.ndim
    if all(isinstance(i, (int, np.integer)) for i in indices):
        return [
            min(max(int(i) + n * (i < 0 and w), 0), n - size)
            for i, n, size, w in zip(indices, x.shape, sizes, wraps)
        ]
    return [counted_from_start(i, n, builder, w) for i, n, w in zip(indices, x.shape, wraps)]


def counted_from_start(index: Any, size: int, builder: Builder, wrap: bool) -> Any:
    """A dynamic index, of which negative ones count from the end."""
    if isinstance(index, (int, np.integer)):
        return builder.lift(np.asarray(index + size * (index < 0 and wrap), canonical(np.int64)))
    facts = getattr(index, "facts", None)
    place = strong_array(index, builder)
    if place.shape or kind(place.dtype) not in "iu":
        raise CompileError(f"an index must be an integer scalar, not {describe(place)}", kind=TypeError)
    place = convert(place, canonical(np.int64))
    if not wrap or kind(index.dtype) == "u" or facts is not None and facts.lo is not None and facts.lo >= 0:
        return place
    return prim.select(prim.lt(place, full_like(place, 0)), place + full_like(place, size), place)


def read_window(x: Any, starts: Sequence[Any], sizes: Sequence[int], drop: tuple[int, ...]) -> Any:
    if all(isinstance(i, int) for i in starts):
        limits = tuple(i + n for i, n in zip(starts, sizes))
        return prim.slice_(x, starts=tuple(starts), limits=limits, strides=(1,) * x.ndim, drop=drop)
    return prim.dynamic_slice(x, *starts, sizes=tuple(sizes), drop=drop)


def write_window(
    x: Any, update: Any, starts: Sequence[Any], drop: tuple[int, ...], sizes: Sequence[int]
) -> Any:
    if all(isinstance(i, int) for i in starts):
        limits = tuple(i + n for i, n in zip(starts, sizes))
        return prim.put_slice(
            x, update, starts=tuple(starts), limits=limits, strides=(1,) * x.ndim, drop=drop
        )
    return prim.update_slice(x, update, *starts, sizes=tuple(sizes), drop=drop)


NEGATIVE = "allow_negative_indices"


@lax("slice_sizes", NEGATIVE)
def dynamic_slice(
    operand: Any,
    start_indices: Any,
    slice_sizes: Any,
    *,
    allow_negative_indices: Any = True,
    builder: Builder,
) -> Any:
    x, sizes = strong_array(operand, builder), tuple(map(int, slice_sizes))
    return read_window(x, starts_of(x, start_indices, sizes, builder, allow_negative_indices), sizes, ())


@lax(NEGATIVE)
def dynamic_update_slice(
    operand: Any, update: Any, start_indices: Any, *, allow_negative_indices: Any = True, builder: Builder
) -> Any:
    x, new = same_types("dynamic_update_slice", *(strong_array(v, builder) for v in (operand, update)))
    starts = starts_of(x, start_indices, new.shape, builder, allow_negative_indices)
    return write_window(x, new, starts, (), new.shape)


def along_axis(x: Any, axis: int, index: Any, size: int) -> tuple[list[Any], tuple[int, ...]]:
    """Starts and sizes of a window along one axis."""
    return [index if a == axis else 0 for a in range(x.ndim)], tuple(
        size if a == axis else n for a, n in enumerate(x.shape)
    )


@lax("slice_size", "axis", NEGATIVE)
def dynamic_slice_in_dim(
    operand: Any,
    start_index: Any,
    slice_size: int,
    axis: int = 0,
    *,
    allow_negative_indices: bool = True,
    builder: Builder,
) -> Any:
    x = strong_array(operand, builder)
    starts, sizes = along_axis(x, normalize_axis(axis, x.ndim, x), start_index, int(slice_size))
    return dynamic_slice(x, starts, sizes, allow_negative_indices=allow_negative_indices, builder=builder)


@lax("axis", "keepdims", NEGATIVE)
def dynamic_index_in_dim(
    operand: Any,
    index: Any,
    axis: int = 0,
    keepdims: bool = True,
    *,
    allow_negative_indices: bool = True,
    builder: Builder,
) -> Any:
    x = strong_array(operand, builder)
    axis = normalize_axis(axis, x.ndim, x)
    starts, sizes = along_axis(x, axis, index, 1)
    starts = starts_of(x, starts, sizes, builder, allow_negative_indices)
    return read_window(x, starts, sizes, () if keepdims else (axis,))


@lax("axis", NEGATIVE)
def dynamic_update_slice_in_dim(
    operand: Any,
    update: Any,
    start_index: Any,
    axis: int,
    *,
    allow_negative_indices: bool = True,
    builder: Builder,
) -> Any:
    x = strong_array(operand, builder)
    starts, _ = along_axis(x, normalize_axis(axis, x.ndim, x), start_index, 0)
    return dynamic_update_slice(
        x, update, starts, allow_negative_indices=allow_negative_indices, builder=builder
    )


@lax("axis", NEGATIVE)
def dynamic_update_index_in_dim(
    operand: Any, update: Any, index: Any, axis: int, *, allow_negative_indices: bool = True, builder: Builder
) -> Any:
    x, new = same_types("dynamic_update_index_in_dim", *(strong_array(v, builder) for v in (operand, update)))
    axis = normalize_axis(axis, x.ndim, x)
    new = insert_axes(new, (axis,)) if new.ndim < x.ndim else new
    return dynamic_update_slice_in_dim(
        x, new, index, axis, allow_negative_indices=allow_negative_indices, builder=builder
    )


# -- gather and scatter --------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Places:
    """The positions of windows in an operand.

    starts      for each axis with an entry in the vectors of indices (or a batch): its start, in the batch's shape
    sizes       of the windows, for each axis of the operand
    windows     the axes of the operand that the windows have axes for
    offsets     where these stand in the result (of gather) or in the updates (of scatter)
    """

    shape: tuple[int, ...]
    starts: dict[int, Any]
    batch: tuple[int, ...]
    sizes: tuple[int, ...]
    windows: tuple[int, ...]
    offsets: tuple[int, ...]

    @property
    def indexed(self) -> list[int]:
        """The axes for which index arrays are needed: along the others, the windows are the whole axis."""
        partial = [a for a, (n, m) in enumerate(zip(self.sizes, self.shape)) if n != m]
        return sorted({*self.starts, *partial})

    @property
    def spread(self) -> list[int]:
        """Indexed axes along which the windows extend: the last axes of the index arrays."""
        return [a for a in self.windows if a in self.indexed]

    @property
    def order(self) -> tuple[int, ...]:
        """For each axis of the result where it stands in [batch, spread, whole axes]."""
        count, rest = len(self.batch), [a for a in self.windows if a not in self.indexed]
        place = {a: count + k for k, a in enumerate([*self.spread, *rest])}
        windows, batch = iter(self.windows), iter(range(count))
        return tuple(
            place[next(windows)] if k in self.offsets else next(batch)
            for k in range(count + len(self.windows))
        )

    def moved(self, change: Callable[[Any, int], Any]) -> "Places":
        """change(start, the greatest start that fits) for each start."""
        starts = {a: change(i, self.shape[a] - self.sizes[a]) for a, i in self.starts.items()}
        return dataclasses.replace(self, starts=starts)

    def inside(self) -> Any:
        """The windows that lie in the operand as a whole, as a mask; None without a start."""
        ok = None
        for a, i in self.starts.items():
            fits = prim.and_(
                prim.ge(i, full_like(i, 0)), prim.le(i, full_like(i, self.shape[a] - self.sizes[a]))
            )
            ok = fits if ok is None else prim.and_(ok, fits)
        return ok

    def arrays(self, builder: Builder) -> list[Any]:
        """The index arrays, of shape batch + spread."""
        shape = (*self.batch, *(self.sizes[a] for a in self.spread))
        return [self.array(a, shape, builder) for a in self.indexed]

    def array(self, axis: int, shape: tuple[int, ...], builder: Builder) -> Any:
        start = self.starts.get(axis)
        base = (
            constant_in(builder, np.zeros(shape, np.int64))
            if start is None
            else broadcast_to(reshape_to(start, (*self.batch, *(1 for _ in self.spread))), shape)
        )
        if axis not in self.spread or self.sizes[axis] == 1:
            return base
        return base + iota(
            builder, self.sizes[axis], np.int64, shape, len(self.batch) + self.spread.index(axis)
        )


def places_of(
    x: Any,
    indices: Any,
    mapped: Sequence[int],
    batching: tuple,
    hidden: Sequence[int],
    sizes: Sequence[int],
    offsets: Sequence[int],
    builder: Builder,
) -> Places:
    index = convert(strong_array(indices, builder), canonical(np.int64))
    own, theirs = batching
    if index.ndim < 1 or index.shape[-1] != len(mapped):
        raise CompileError(
            f"indices of {describe(index)} do not give {len(mapped)} numbers for each window",
            "the vectors of indices lie along the last axis",
        )
    batch = tuple(index.shape[:-1])
    starts = {a: element(index, index.ndim - 1, k) for k, a in enumerate(mapped)}
    for a, k in zip(own, theirs):
        starts[a] = iota(builder, batch[k], np.int64, batch, k)
    windows = tuple(a for a in range(x.ndim) if a not in {*hidden, *own})
    if len(sizes) != x.ndim or len(windows) != len(offsets) or any(n > m for n, m in zip(sizes, x.shape)):
        raise CompileError(
            f"windows of {list(sizes)} do not fit {describe(x)} with dimension numbers for "
            f"{len(offsets)} axes of the windows",
            kind=ValueError,
        )
    if not starts:
        starts = {0: constant_in(builder, np.zeros(batch, np.int64))}
    return Places(tuple(x.shape), starts, batch, tuple(map(int, sizes)), windows, tuple(offsets))


def mode_of(mode: Any) -> str:
    """A mode as text: clip, fill or promise_in_bounds."""
    text = {0: "fill", 1: "clip", 2: "promise_in_bounds"}.get(mode, str(mode)).lower()
    text = "fill" if text in ("drop", "fill_or_drop") else text
    if text not in ("fill", "clip", "promise_in_bounds"):
        raise CompileError(f"unknown mode {mode!r}", "clip, fill, drop or promise_in_bounds")
    return text


def clip_index(index: Any, most: int) -> Any:
    return prim.minimum(prim.maximum(index, full_like(index, 0)), full_like(index, most))


@lax("dimension_numbers", "slice_sizes", "unique_indices", "indices_are_sorted", "mode", "fill_value")
def gather(
    operand: Any,
    start_indices: Any,
    dimension_numbers: Any,
    slice_sizes: Any,
    *,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    mode: Any = None,
    fill_value: Any = None,
    builder: Builder,
) -> Any:
    x, numbers, how = (
        strong_array(operand, builder),
        dimension_numbers,
        mode_of("clip" if mode is None else mode),
    )
    places = places_of(
        x,
        start_indices,
        numbers.start_index_map,
        (numbers.operand_batching_dims, numbers.start_indices_batching_dims),
        numbers.collapsed_slice_dims,
        slice_sizes,
        numbers.offset_dims,
        builder,
    )
    near = places.moved(clip_index)
    found = permute(prim.gather(x, *near.arrays(builder), axes=tuple(places.indexed)), places.order)
    if how != "fill":
        return found
    batch = [k for k in range(found.ndim) if k not in places.offsets]
    ok = prim.broadcast(places.inside(), shape=tuple(found.shape), axes=tuple(batch))
    return prim.select(ok, found, full_like(found, fill_of(x.dtype) if fill_value is None else fill_value))


def fill_of(dtype: np.dtype) -> Any:
    """The fill value of reads out of range: NaN, the least signed integer, the greatest unsigned one."""
    if is_inexact(dtype):
        return np.nan
    return True if kind(dtype) == "b" else np.iinfo(dtype).min if kind(dtype) == "i" else np.iinfo(dtype).max


def _scatter(name: str, primitive: str, change: Callable = lambda update: update) -> None:
    def scatter(
        operand: Any,
        scatter_indices: Any,
        updates: Any,
        dimension_numbers: Any,
        *,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        mode: Any = None,
        builder: Builder,
    ) -> Any:
        x, u = same_types(name, *(strong_array(v, builder) for v in (operand, updates)))
        places = scattered_to(x, scatter_indices, u, dimension_numbers, builder)
        if mode_of("drop" if mode is None else mode) == "clip":
            places = places.moved(clip_index)
        else:  # a window that is not inside as a whole goes to nowhere
            ok = places.inside()
            places = places.moved(lambda i, most: prim.select(ok, i, full_like(i, 2**31 - 1)))
        u = permute(change(u), np.argsort(places.order).tolist())
        return getattr(prim, primitive)(x, u, *places.arrays(builder), axes=tuple(places.indexed))

    scatter.__name__ = name
    lax("dimension_numbers", "indices_are_sorted", "unique_indices", "mode")(scatter)


def scattered_to(x: Any, indices: Any, updates: Any, numbers: Any, builder: Builder) -> Places:
    hidden = {*numbers.inserted_window_dims, *numbers.operand_batching_dims}
    extents = iter([updates.shape[a] for a in sorted(numbers.update_window_dims)])
    sizes = [1 if a in hidden else next(extents, 0) for a in range(x.ndim)]
    return places_of(
        x,
        indices,
        numbers.scatter_dims_to_operand_dims,
        (numbers.operand_batching_dims, numbers.scatter_indices_batching_dims),
        numbers.inserted_window_dims,
        sizes,
        numbers.update_window_dims,
        builder,
    )


for _name, _primitive in dict(
    scatter="scatter",
    scatter_add="scatter_add",
    scatter_mul="scatter_mul",
    scatter_min="scatter_min",
    scatter_max="scatter_max",
).items():
    _scatter(_name, _primitive)
_scatter("scatter_sub", "scatter_add", lambda update: -update)
