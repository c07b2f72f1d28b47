"""np.split and its like, where the number of pieces or their lengths are computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.reading import unsupported


def part_of(array: Any, first: Any, last: Any, axis: int) -> Any:
    """array[first:last] along an axis."""
    return array[(*[slice(None)] * axis, slice(first, last))]


def split_evenly(array: Any, sections: int, axis: int) -> list:
    """np.split into a known number of pieces."""
    if array.shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")
    return split_nearly_evenly(array, sections, axis)


def split_nearly_evenly(array: Any, sections: int, axis: int) -> list:
    """np.array_split into a known number of pieces."""
    if sections <= 0:
        raise ValueError("number sections must be larger than 0.")
    each, more = divmod(array.shape[axis], sections)
    bounds = [k * each + min(k, more) for k in range(sections + 1)]
    return [part_of(array, bounds[k], bounds[k + 1], axis) for k in range(sections)]


def split_at(array: Any, places: Any, axis: int) -> list:
    """np.split at a known number of places."""
    bounds = [0, *places, array.shape[axis]]
    return [part_of(array, bounds[k], bounds[k + 1], axis) for k in range(len(places) + 1)]


def split_at_places(array: Any, places: Any, axis: int) -> Any:
    """np.split at a computed number of places."""
    places = places.astype(np.int64)
    return Pieces(array, np.append(0, places), np.append(places, array.shape[axis]), axis)


class Pieces:
    """The list of a computed number of pieces of an array: each is made where it is asked for."""

    __recto_class__ = list

    def __init__(self, array: Any, starts: Any, ends: Any, axis: int):
        self.array, self.starts, self.ends, self.axis = array, starts, ends, axis

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Pieces(self.array, self.starts[index], self.ends[index], self.axis)
        n = len(self.starts)
        k = index + n if index < 0 else index
        if k < 0 or k >= n:
            raise IndexError("list index out of range")
        return part_of(self.array, self.starts[k], self.ends[k], self.axis)

    def __iter__(self) -> Iterator[Any]:
        array, starts, ends, axis = self.array, self.starts, self.ends, self.axis
        for k in range(len(starts)):
            yield part_of(array, starts[k], ends[k], axis)

    def __reversed__(self) -> Iterator[Any]:
        return iter(self[::-1])

    def copy(self) -> "Pieces":
        return self[:]

    def __repr__(self) -> str:
        return self.refused()

    def refused(self, *args: Any, **kwargs: Any) -> Any:
        unsupported(
            "a list of a computed number of pieces is read only: for piece in pieces, pieces[k], len(pieces)"
        )

    append = clear = count = extend = index = insert = pop = remove = reverse = sort = refused
    __add__ = __radd__ = __iadd__ = __mul__ = __rmul__ = __imul__ = __contains__ = refused
    __setitem__ = __delitem__ = __lt__ = __le__ = __gt__ = __ge__ = refused
    __eq__ = __ne__ = refused  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]
