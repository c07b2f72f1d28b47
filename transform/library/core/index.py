"""Parse NumPy's index expressions: `parse_index(shape, index)` gives an `Index`, one item for each axis.

    x[i, 2:8:2, None, rows]   =>   Point(0, i)  Range(1, 2, size 3, step 2)  NewAxis()  Fancy(2, rows)

Scalars and slices make a *basic* index (a view of the array), arrays an advanced one. Basic indices compose.
"""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.dtypes import settings
from ...core.errors import CompileError, RaisesWhenReached
from ...ir.builder import Sym
from .arrays import as_array, is_dynamic
from .table import prim, require_static

VALID = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are "
    "valid indices"
)


@dataclasses.dataclass(frozen=True, eq=False)
class Window:
    """An index x[start:start + size] whose start may be dynamic; a negative start counts from the end."""

    start: Any
    size: int


@dataclasses.dataclass(frozen=True, eq=False)
class Term:
    """step * i for a dynamic i, where a negative i means i + size, and i must be at most `high`.

    `axis`: where the user wrote it.
    """

    at: Sym
    size: int
    high: int
    step: int = 1
    axis: int = 0


@dataclasses.dataclass(frozen=True, eq=False)
class Place:
    """A coordinate: a constant and dynamic terms."""

    const: int = 0
    terms: tuple[Term, ...] = ()

    def scaled(self, step: int) -> "Place":
        return Place(self.const * step, tuple(dataclasses.replace(t, step=t.step * step) for t in self.terms))

    def plus(self, other: Place | int) -> "Place":
        other = other if isinstance(other, Place) else Place(other)
        return Place(self.const + other.const, self.terms + other.terms)

    def key(self) -> tuple:
        return self.const, tuple((t.at.atom, t.size, t.high, t.step) for t in self.terms)


@dataclasses.dataclass(frozen=True, eq=False)
class Point:
    """One place along an axis, which disappears."""

    axis: int
    place: Place


@dataclasses.dataclass(frozen=True, eq=False)
class Range:
    """`size` places along an axis: place, place + step …"""

    axis: int
    place: Place
    size: int
    step: int = 1

    def is_all_of(self, n: int) -> bool:
        return not self.place.terms and (self.place.const, self.size, self.step) == (0, n, 1)


@dataclasses.dataclass(frozen=True, eq=False)
class NewAxis:
    """A new axis of size 1."""


@dataclasses.dataclass(frozen=True, eq=False)
class Fancy:
    """An array of indices for an axis: NumPy's are proved in range and not negative, dynamic ones are not.

    A static True or False has no axis: it is an index array of one element or none.
    """

    axis: int | None
    index: Any


@dataclasses.dataclass(frozen=True, eq=False)
class Mask:
    """A dynamic array of bools for one or several axes (none for a bool scalar): how many are chosen is not known."""

    axes: tuple[int, ...]
    mask: Sym


Item = Point | Range | NewAxis | Fancy | Mask


def part_of_axis(item: Item) -> tuple | None:
    """The part of an axis that a basic item of an index gives, to compare with that of another."""
    if not isinstance(item, Point | Range):
        return None
    size = (item.size, item.step) if isinstance(item, Range) else ()
    return item.axis, item.place.key(), *size


@dataclasses.dataclass(frozen=True, eq=False)
class Index:
    """An index of arrays of a shape: its items cover the axes in order.

    `split`: an ellipsis that stands for no axis separates the index arrays all the same.
    """

    shape: tuple[int, ...]
    items: tuple[Item, ...]
    split: bool = False

    @property
    def basic(self) -> bool:
        """Whether x[index] is a view."""
        return all(isinstance(item, (Point, Range, NewAxis)) for item in self.items)

    @property
    def masks(self) -> tuple[Mask, ...]:
        return tuple(item for item in self.items if isinstance(item, Mask))

    @property
    def is_everything(self) -> bool:
        """x[...] and x[:]"""
        kept = [item for item in self.items if not isinstance(item, NewAxis)]
        return all(isinstance(item, Range) and item.is_all_of(self.shape[item.axis]) for item in kept)

    @property
    def common_shape(self) -> tuple[int, ...]:
        """The shape that the index arrays are broadcast to."""
        shapes = [
            np.shape(i.index) if isinstance(i.index, np.ndarray) else i.index.shape
            for i in self.items
            if isinstance(i, Fancy)
        ]
        try:
            return np.broadcast_shapes(*shapes)
        except ValueError:
            listed = " ".join(map(str, shapes))
            raise CompileError(
                "shape mismatch: indexing arrays could not be broadcast together with shapes " + listed,
                kind=ValueError,
            ) from None

    @property
    def advanced_at(self) -> int:
        """The number of the result's axes before those of the index arrays.

        They stay in place where the index arrays (and scalars) stand side by side, else they come first.
        """
        at = [k for k, item in enumerate(self.items) if not isinstance(item, (Range, NewAxis))]
        return at[0] if at and not self.split and at == list(range(at[0], at[-1] + 1)) else 0

    @property
    def result_shape(self) -> tuple[int, ...]:
        if self.masks:
            raise size_depends_on_data()
        sizes = tuple(
            1 if isinstance(i, NewAxis) else i.size for i in self.items if isinstance(i, (Range, NewAxis))
        )
        if self.basic:
            return sizes
        return sizes[: self.advanced_at] + self.common_shape + sizes[self.advanced_at :]

    def key(self) -> tuple:
        """Equal keys: the same index."""
        return self.shape, tuple(map(item_key, self.items))


def item_key(item: Item) -> tuple:
    match item:
        case Point():
            return "point", item.place.key()
        case Range():
            return "range", item.place.key(), item.size, item.step
        case NewAxis():
            return ("new axis",)
        case Mask():
            return "mask", item.axes, item.mask.atom
    index = item.index
    return "fancy", item.axis, index.atom if isinstance(index, Sym) else (index.shape, index.tobytes())


def size_depends_on_data() -> CompileError:
    return CompileError(
        "the size of x[mask] depends on data",
        "compute on the whole array instead: np.where(mask, x, other), or np.sum(x, where=mask)",
    )


# -- reading -------------------------------------------------------------------------------------------------


def parse_index(shape: tuple[int, ...], index: Any) -> Index:
    """The index of arrays of a shape that a Python index expression means.

    Args:
        index: what stands between the brackets: an integer, a slice, a Window, None, Ellipsis, an array or list of
            integers or bools (all of them static or dynamic), or a tuple of these.
    Raises:
        CompileError: with NumPy's words, where NumPy raises IndexError.
    """
    entries = [static_entry(entry) for entry in (index if isinstance(index, tuple) else (index,))]
    items: list[Item] = []
    axis = 0
    for entry in expand_ellipsis(entries, shape):
        items += read_entry(entry, axis, shape)
        axis += axes_of_entry(entry)
    return Index(tuple(shape), tuple(items), splits(entries))


def splits(entries: list) -> bool:
    """Whether an ellipsis stands between scalars or arrays."""
    plain = [entry is None or isinstance(entry, (slice, Window)) for entry in entries]
    at = next((k for k, entry in enumerate(entries) if entry is Ellipsis), 0)
    return not all(plain[:at]) and not all(plain[at + 1 :])


def static_entry(entry: Any) -> Any:
    """The entry as a Python int, bool, slice, Window, None, Ellipsis, NumPy array or Sym."""
    if isinstance(entry, Sym):
        return static_entry(entry.value) if entry.is_const else dynamic_index(entry)
    if isinstance(entry, (list, tuple)) and is_dynamic(entry):
        return dynamic_index(as_array(entry))
    if isinstance(entry, (list, tuple)):
        entry = np.asarray(entry) if entry else np.zeros(0, np.int64)
    if isinstance(entry, (np.ndarray, np.generic)) and entry.ndim == 0:
        entry = entry.item()
    if isinstance(entry, np.ndarray) and entry.dtype.kind in "biu":
        return entry
    if entry is None or entry is Ellipsis or isinstance(entry, (int, slice, Window)):
        return entry
    raise CompileError(VALID, kind=IndexError)


def dynamic_index(entry: Sym) -> Sym:
    if entry.dtype.kind not in "biu":
        raise CompileError(
            "arrays used as indices must be of integer (or boolean) type" if entry.ndim else VALID,
            f"this one is {entry.type}",
        )
    return entry


def axes_of_entry(entry: Any) -> int:
    """The number of axes that an entry indexes."""
    if entry is None or isinstance(entry, bool):
        return 0
    if isinstance(entry, (Sym, np.ndarray)) and entry.dtype == bool:
        return entry.ndim
    return 1


def expand_ellipsis(entries: list, shape: tuple[int, ...]) -> Iterator[Any]:
    """The entries with full slices for the ellipsis, or for the axes that are left at the end."""
    dots = [k for k, entry in enumerate(entries) if entry is Ellipsis]
    if len(dots) > 1:
        raise CompileError("an index can only have a single ellipsis ('...')", kind=IndexError)
    used = sum(axes_of_entry(entry) for entry in entries if entry is not Ellipsis)
    if used > len(shape):
        raise CompileError(
            f"too many indices for array: array is {len(shape)}-dimensional, but {used} were indexed",
            kind=IndexError,
        )
    full = [slice(None)] * (len(shape) - used)
    at = dots[0] if dots else len(entries)
    return iter([*entries[:at], *full, *entries[at + 1 :]])


def read_entry(entry: Any, axis: int, shape: tuple[int, ...]) -> list[Item]:
    if entry is None:
        return [NewAxis()]
    if isinstance(entry, bool):
        return [Fancy(None, np.zeros(int(entry), np.int64))]
    if isinstance(entry, (Sym, np.ndarray)) and entry.dtype == bool:
        return read_mask(entry, axis, shape)
    n = shape[axis]
    if n == 0 and isinstance(entry, Sym) and not entry.ndim:
        raise RaisesWhenReached(f"index is out of bounds for axis {axis} with size 0", IndexError)
    if isinstance(entry, int):
        return [Point(axis, Place(in_bounds(entry, axis, n)))]
    if isinstance(entry, slice):
        return [read_slice(entry, axis, n)]
    if isinstance(entry, Window):
        return [read_window(entry, axis, n)]
    if isinstance(entry, np.ndarray):
        return [Fancy(axis, static_indices(entry, axis, n))]
    return [Fancy(axis, entry) if entry.ndim else Point(axis, Place(0, (Term(entry, n, n - 1, axis=axis),)))]


def in_bounds(i: int, axis: int, n: int) -> int:
    if not -n <= i < n:
        raise RaisesWhenReached(f"index {i} is out of bounds for axis {axis} with size {n}", IndexError)
    return i + n if i < 0 else i


def static_indices(index: np.ndarray, axis: int, n: int) -> np.ndarray:
    index = index.astype(np.int64)
    wrong = index[(index < -n) | (index >= n)]
    if wrong.size:
        in_bounds(int(wrong.flat[0]), axis, n)
    return np.where(index < 0, index + n, index)


def read_slice(entry: slice, axis: int, n: int) -> Range:
    bounds = [None if b is None else static_bound(b) for b in (entry.start, entry.stop, entry.step)]
    if bounds[2] == 0:
        raise CompileError("slice step cannot be zero", kind=ValueError)
    span = range(*slice(*bounds).indices(n))
    step = span.step if len(span) > 1 else 1
    return Range(axis, Place(span.start if len(span) else 0), len(span), step)


def static_bound(bound: Any) -> int:
    try:
        return operator.index(require_static(bound, "a slice bound"))
    except TypeError:
        raise CompileError(
            "slice indices must be integers or None or have an __index__ method", kind=TypeError
        ) from None


def read_window(entry: Window, axis: int, n: int) -> Range:
    start = static_entry(entry.start)
    if entry.size > n:
        raise CompileError(
            f"a window of size {entry.size} does not fit axis {axis} with size {n}", kind=ValueError
        )
    if not isinstance(start, Sym):
        span = range(start, start + entry.size)
        if span:
            in_bounds(span[-1], axis, n)
        return Range(axis, Place(in_bounds(start, axis, n) if span else 0), entry.size)
    place = Place(0, (Term(start, n, n - entry.size, axis=axis),)) if entry.size not in (0, n) else Place()
    return Range(axis, place, entry.size)


def read_mask(mask: Any, axis: int, shape: tuple[int, ...]) -> list[Item]:
    """A mask in an index. NumPy takes one with an axis of length 0 for axes of any length: it chooses nothing."""
    for k, n in enumerate(mask.shape):
        if n not in (0, shape[axis + k]):
            raise CompileError(
                f"boolean index did not match indexed array along axis {axis + k}; size of axis is "
                f"{shape[axis + k]} but size of corresponding boolean axis is {n}",
                kind=IndexError,
            )
    if 0 in mask.shape:
        mask = np.zeros(mask.shape, bool)
    if isinstance(mask, Sym):
        return [Mask(tuple(range(axis, axis + mask.ndim)), mask)]
    return [Fancy(axis + k, index) for k, index in enumerate(np.nonzero(mask))]


# -- composing -----------------------------------------------------------------------------------------------


def compose(shape: tuple[int, ...], outer: Index, inner_index: Any) -> Index | None:
    """The index that is x[outer][inner_index]; None where it is not one basic index.

    >>> compose((9,), parse_index((9,), slice(1, 8, 2)), -1).items[0].place.const
    7
    """
    if not outer.basic:
        return None
    inner = inner_index if isinstance(inner_index, Index) else parse_index(outer.result_shape, inner_index)
    if not inner.basic:
        return None
    seen = [item for item in outer.items if isinstance(item, (Range, NewAxis))]  # the axes of the view
    points = [item for item in outer.items if isinstance(item, Point)]
    items: list[Item] = []
    axis = 0
    for item in inner.items:
        if isinstance(item, NewAxis):
            items.append(item)
            continue
        assert isinstance(item, (Point, Range))
        joined = join_items(seen[axis], item)
        if joined is None:
            return None
        items += joined
        axis += 1
    return Index(tuple(shape), tuple(in_axis_order([*items, *points])))


def join_items(outer: Range | NewAxis, inner: Point | Range) -> list[Item] | None:
    if isinstance(outer, NewAxis):
        if inner.place.terms or isinstance(inner, Range) and inner.size != 1:
            return None
        return [outer] if isinstance(inner, Range) else []
    place = outer.place.plus(inner.place.scaled(outer.step))
    if isinstance(inner, Point):
        return [Point(outer.axis, place)]
    return [Range(outer.axis, place if inner.size else Place(), inner.size, outer.step * inner.step)]


def in_axis_order(items: list[Item]) -> Iterator[Item]:
    """Points moved to where their axes belong; new axes keep their place among the ranges."""
    points = sorted((i for i in items if isinstance(i, Point)), key=lambda i: i.axis)
    for item in items:
        if isinstance(item, Range):
            while points and points[0].axis < item.axis:
                yield points.pop(0)
        if not isinstance(item, Point):
            yield item
    yield from points


# -- dynamic coordinates -------------------------------------------------------------------------------------

# a dynamic integer => an interval (low, high) it lies in, each may be None; or None
Known = Callable[[Sym], Any]


def interval(i: Any, in_range: Known | None) -> tuple[float, float]:
    """Bounds of a dynamic integer (or array of integers): what its type says, and what the caller knows."""
    low, high = (in_range(i) if in_range and isinstance(i, Sym) else None) or (None, None)
    floor = 0 if i.dtype.kind == "u" else -math.inf
    return floor if low is None else max(low, floor), math.inf if high is None else high


def checked_index(at: Any, size: int, axis: int, in_range: Known | None = None) -> Any:
    """The index, or array of indices, marked for `passes.checks` where it may be out of bounds."""
    if "bounds" not in settings.checks or not isinstance(at, Sym):
        return at
    low, high = interval(at, in_range)
    if low >= -size and high < size:
        return at
    marked = prim.checked_index(at, size=size, axis=axis)
    if at.facts:
        marked.builder.site.facts[marked.atom.name] = at.facts
    return marked
