"""`x.at[index].add(v)`: functional updates, as in JAX."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import unsupported

UNINDEXED = (slice, type(None), type(Ellipsis))


class At:
    """The object `x.at`."""

    def __init__(self, array: Any):
        self.array = array

    def __getitem__(self, index: Any) -> "Updates":
        return Updates(self.array, index)


class Updates:
    """The model of `x.at[index]`. Indices out of range: reads take the nearest element, updates are dropped.

    `unique_indices` and `indices_are_sorted` are promises that need not be known here.
    """

    def __init__(self, array: Any, index: Any):
        self.array, self.index = array, index

    def get(self, *, mode: str | None = None, fill_value: Any = None, **promises: Any) -> Any:
        if mode == "fill" or fill_value is not None:
            unsupported(
                "x.at[…].get with a fill value is not supported: use jnp.take(x, i, axis, fill_value=…)"
            )
        check_promises(promises)
        return np.copy(self.array[clipped(self.array, self.index, mode)])

    def set(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        check_promises(promises)
        changed = np.copy(self.array)
        changed[clipped(self.array, self.index, mode)] = values
        return changed

    def add(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        return self.combined(np.add, values, mode, promises)

    def subtract(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        return self.combined(np.subtract, values, mode, promises)

    def multiply(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        return self.combined(np.multiply, values, mode, promises)

    mul = multiply

    def divide(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        if self.array.dtype.kind not in "fc":
            unsupported("x.at[…].divide takes arrays of floats")
        factors = Updates(np.ones_like(self.array), self.index)
        return self.array / factors.combined(np.multiply, values, mode, promises)

    def power(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        return self.combined(np.power, values, mode, promises)

    def min(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        return self.combined(np.minimum, values, mode, promises)

    def max(self, values: Any, *, mode: str | None = None, **promises: Any) -> Any:
        return self.combined(np.maximum, values, mode, promises)

    def apply(self, function: Any, *, mode: str | None = None, **promises: Any) -> Any:
        if not is_basic(self.index):
            unsupported(
                "x.at[…].apply takes integers and slices: write x.at[i].set(f(x[i])) for arrays of indices"
            )
        return self.set(function(self.array[clipped(self.array, self.index, mode)]), mode=mode, **promises)

    def combined(self, function: Any, values: Any, mode: str | None, promises: dict) -> Any:
        """Equal indices count each by itself."""
        check_promises(promises)
        changed, index = np.copy(self.array), clipped(self.array, self.index, mode)
        if is_basic(index):
            changed[index] = function(changed[index], values)
        else:
            function.at(changed, index, values)
        return changed


def check_promises(promises: dict) -> None:
    for name in promises:
        if name not in ("unique_indices", "indices_are_sorted", "wrap_negative_indices", "out_sharding"):
            raise TypeError("the keywords of x.at[…] are mode, unique_indices and indices_are_sorted")
        if name == "wrap_negative_indices" and not promises[name]:
            unsupported("negative indices of x.at[…] count from the end")


def clipped(array: Any, index: Any, mode: str | None) -> Any:
    """The index with its integers moved into range, if `mode` says so."""
    if mode is None or mode == "drop" or mode == "fill" or mode == "promise_in_bounds":
        return index
    if mode != "clip":
        raise ValueError("the mode of x.at[…] is 'drop', 'fill', 'clip' or 'promise_in_bounds'")
    if isinstance(index, (tuple, *UNINDEXED)):
        unsupported("x.at[…] with mode='clip' takes one integer or array of integers")
    n = array.shape[0]
    return np.clip(np.where(np.asarray(index) < 0, np.asarray(index) + n, index), 0, n - 1)


def is_basic(index: Any) -> bool:
    """Whether it is made of integers and slices, so that no element is selected twice."""
    parts = index if isinstance(index, tuple) else (index,)
    return all([isinstance(p, UNINDEXED) or np.ndim(p) == 0 for p in parts])
